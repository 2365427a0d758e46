"""Two cards each, three and then two on the table, against the dealer: solved over boards up to suits.

The first pass adds up what it is worth to commit early and what it gains to wait, for every flop and pair; backward
induction over these gives the strategy; the second pass counts all deals under it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels import board_passes, pattern_passes
from croupier.analysis.kernels.board_patterns import PAIRS_OF_RANKS, pattern_numbers
from croupier.analysis.kernels.boards import PAIRS, Boards, pair_place
from croupier.analysis.kernels.seat_products import products
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Net, Progress, Solution, Spot, prefer, silent
from croupier.analysis.model.symmetry import class_keys
from croupier.analysis.solvers.fits import of_showdown
from croupier.analysis.solvers.showdown_decisions import surveyed
from croupier.analysis.solvers.showdown_game import (
    WORKERS,
    ShowdownGame,
    ShowdownResult,
    asks_first,
    in_blocks,
    lots_of,
    part_of,
    pay_of,
)
from croupier.cards import STANDARD

FLOPS_IN_BOARD = 10


def signature(payoffs: Payoffs) -> bytes | None:
    """A key of all that a solution of this shape depends on; None for other shapes. Games with one key are alike."""
    if isinstance(of_showdown(payoffs), str):
        return None
    lots = lots_of(payoffs)
    worth = pay_of(payoffs, lots).worth
    arrays = b"".join(each.tobytes() for each in (worth.pays, worth.kind_of, worth.group_of))
    return repr(lots).encode() + arrays


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from live cards among which the suits are alike."""
    assert policy is None  # noqa: S101 - strategies for this shape go by whole boards, not by hands
    return Showdown(payoffs, live).solve(progress)


def first_spots(payoffs: Payoffs, progress: Progress = silent) -> list[Spot]:
    """Every class of hands before the flop; no deal is counted that need not be."""
    return Showdown(payoffs).strategy(progress).spots


def _best(block: Boards) -> NDArray[np.uint32]:  # noqa: ARG001 - the kernels know the best path of any board
    return np.zeros((0, 0), dtype=np.uint32)


class Showdown(ShowdownGame):
    """The solver of such a game."""

    def solve(self, progress: Progress) -> Solution:
        """The best play, and every deal counted under it."""
        found = self.strategy(_half(progress, 0))
        play = self.play(found)
        solution = self.counted(self.tallied(play, _half(progress, 1)), found.spots)
        return replace(solution, survey=partial(surveyed, self, found, play), product=partial(self.product, found))

    def strategy(self, progress: Progress = silent) -> ShowdownResult:
        """The best play before and after the flop, by backward induction; at the end the kernels know it."""
        totals, gains = self.gathered(progress)
        # On equal terms one waits, and of equal commitments the least is taken (ruling T1).
        lowest = gains.min(axis=0)
        second = np.where(lowest < 0, 4 * (1 + gains.argmin(axis=0)), 0).astype(np.uint32)
        saved = self.weights @ np.maximum(-lowest, 0)  # by committing where that is better than to wait
        waits = np.full(PAIRS, len(self.lots.all), dtype=np.uint8), list[Spot]()
        first, spots = self._before_flop(totals, saved) if asks_first(self.payoffs.tree) else waits
        return ShowdownResult(first, second, spots, gains)

    def gathered(self, progress: Progress = silent) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The values of the paths before the flop and of the end, by ranks and suited or not; the gains of waiting.

        The first are over all boards, by path, the end being last; the others by path, flop and pair.
        """
        worth = self.pay.worth
        totals = np.zeros((WORKERS, worth.before_flop + 1, 2, PAIRS_OF_RANKS), dtype=np.int64)
        table = pattern_passes.table(worth.after_flop, np.int64)
        gains = np.zeros((worth.after_flop, len(self.flops), PAIRS), dtype=np.int64)
        flops, numbers = self.flops.astype(np.int64), pattern_numbers()

        def gather(part: slice, worker: int) -> None:
            workspace = self.workspaces[worker]
            pattern_passes.gather(part_of(self.patterns, part), self.deck, worth, workspace, totals[worker], table)

        def add_up(part: slice, worker: int) -> None:  # noqa: ARG001 - flops have places of their own
            pattern_passes.sum_over_boards(flops[part], self.deck.live, numbers, table, gains[:, part])

        in_blocks(len(self.patterns.numbers), gather, _half(progress, 0))
        in_blocks(len(flops), add_up, _half(progress, 1))
        return FLOPS_IN_BOARD * totals.sum(axis=0), gains

    def tallied(self, play: pattern_passes.Play, progress: Progress = silent) -> NDArray[np.int64]:
        """All deals under a strategy that plays the end best, by path, kind and column."""
        ways = np.zeros((WORKERS, *self.pay.worth.pays.shape), dtype=np.int64)

        def work(part: slice, worker: int) -> None:
            patterns = part_of(self.patterns, part)
            pattern_passes.tally(patterns, self.deck, self.pay.worth, self.workspaces[worker], play, ways[worker])

        in_blocks(len(self.patterns.numbers), work, progress)
        counted: NDArray[np.int64] = ways.sum(axis=0)
        return counted

    def tallied_by_boards(
        self, found: ShowdownResult, last: Callable[[Boards], NDArray[np.uint32]], progress: Progress = silent
    ) -> NDArray[np.int64]:
        """All deals under a strategy that has the path at the end by board and pair."""
        ways = np.zeros((WORKERS, *self.pay.worth.pays.shape), dtype=np.int64)

        def work(part: slice, worker: int) -> None:
            block = Boards._make(each[part] for each in self.boards)
            chosen = (found.first, found.second, last(block))
            board_passes.tally(*block, self.deck, self.pay.worth, self.workspaces[worker], *chosen, ways[worker])

        in_blocks(len(self.boards.cards), work, progress)
        counted: NDArray[np.int64] = ways.sum(axis=0)
        return counted

    def product(
        self,
        found: ShowdownResult,
        net: Net,
        progress: Progress = silent,
        last: Callable[[Boards], NDArray[np.uint32]] = _best,
    ) -> Fraction | None:
        """The mean product of what two hands of one round are worth; None if a sum could be inexact."""
        pays = np.zeros(self.pay.worth.pays.shape)
        for (place, own, column), facts in self.pay.facts.items():
            pays[place, own, column] = net(self.lots.all[place], facts)
        totals = np.zeros(len(self.boards.cards), dtype=np.int64)
        exact = [True] * WORKERS

        def work(part: slice, worker: int) -> None:
            block = Boards._make(each[part] for each in self.boards)
            deal = self.deck, self.pay.worth, self.workspaces[worker]
            play = found.first, found.second, last(block)
            exact[worker] &= products(block.cards, block.groups, *deal, *play, pays, totals[part])

        in_blocks(len(totals), work, progress)
        if not all(exact):
            return None
        total = sum(weight * each for weight, each in zip(self.boards.weights.tolist(), totals.tolist(), strict=True))
        left = len(self.deck.live) - 5
        hands = comb(left, 2) * comb(left - 2, 2) * comb(left - 4, 2)
        return Fraction(total, FLOPS_IN_BOARD * int(self.boards.weights.sum()) * hands)

    def counted(self, ways: NDArray[np.int64], spots: Sequence[Spot] = ()) -> Solution:
        """The counts of the kernels as a solution, by paths and facts."""
        tally: Counter[tuple[Path, Any]] = Counter()
        actions: Counter[tuple[str, str]] = Counter()
        for (place, own, column), count in np.ndenumerate(ways):
            if count:
                path = self.lots.all[place]
                tally[path, self.pay.facts[place, own, column]] += int(count)
                for step in path.choices:
                    actions[step] += int(count)
        return Solution(sum(tally.values()), tally, actions, spots)

    def _before_flop(self, ended: NDArray[np.int64], saved: NDArray[np.int64]) -> tuple[NDArray[np.uint8], list[Spot]]:
        """The choice for every pair, made once for each class of pairs, and what the choices are worth."""
        turn = self.payoffs.tree.turns[0]
        after = {choice.name: Path().then(turn, choice) for choice in turn.choices}
        risks = {Action(name): self.payoffs.at_risk(path) for name, path in after.items()}
        cards = self.deck.live.tolist()
        pairs = np.array([(low, high) for high in cards for low in cards if low < high])
        numbers = pairs[:, 0] + pairs[:, 1] * (pairs[:, 1] - 1) // 2
        _, of, hands = np.unique(class_keys(STANDARD, cards, pairs), return_inverse=True, return_counts=True)
        dead = tuple(card for card in range(len(STANDARD)) if card not in cards)
        left = len(cards) - 2
        deals = comb(left, 3) * comb(left - 3, 2) * comb(left - 5, 2)
        first = np.zeros(PAIRS, dtype=np.uint8)
        spots = []
        for each, count in enumerate(hands.tolist()):
            alike = numbers[of == each]
            places = {
                name: self.lots.before_flop.index(path) for name, path in after.items() if path in self.lots.before_flop
            }
            low, high = pairs[of == each][0].tolist()
            here = int(low & 3 == high & 3), pair_place(low >> 2, high >> 2)
            totals = {Action(name): int(ended[(places.get(name, -1), *here)]) for name in after}
            totals |= {
                each: total + int(saved[alike].sum()) for each, total in totals.items() if each.choice not in places
            }
            taken = prefer(totals, risks)
            first[alike] = places.get(taken.choice, len(self.lots.all))
            values = {action: Fraction(total, count * deals) for action, total in totals.items()}
            info = InfoState(turn, tuple(min(pairs[of == each].tolist())), dead=dead, stakes=self.payoffs.opening)
            spots.append(Spot(info, count, values, taken))
        return first, spots


def _half(progress: Progress, which: int) -> Progress:
    return lambda done, of: progress(which * of + done, 2 * of)
