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

from croupier.analysis.kernels import board_passes as kernels
from croupier.analysis.kernels.boards import PAIRS, Boards, Deck
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Progress, Solution, Spot, Survey, prefer, silent
from croupier.analysis.model.symmetry import class_keys
from croupier.analysis.solvers.fits import of_showdown
from croupier.analysis.solvers.showdown_game import (
    WORKERS,
    ShowdownGame,
    ShowdownResult,
    class_sums,
    in_blocks,
    lots_of,
    pair_classes,
    pay_of,
    renamings_of,
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


def _best(block: Boards) -> NDArray[np.uint32]:  # noqa: ARG001 - the kernels know the best path of any board
    return np.zeros((0, 0), dtype=np.uint32)


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from live cards among which the suits are alike."""
    assert policy is None  # noqa: S101 - strategies for this shape go by whole boards, not by hands
    return Showdown(payoffs, live).solve(progress)


class Showdown(ShowdownGame):
    """The solver of such a game."""

    def solve(self, progress: Progress) -> Solution:
        """The best play, and every deal counted under it."""
        found = self.strategy(_half(progress, 0))
        solution = self.counted(self.tallied(found, _half(progress, 1)), found.spots)
        return replace(solution, survey=partial(self._survey, found))

    def _survey(self, found: ShowdownResult, progress: Progress) -> Survey:
        from croupier.analysis.solvers.showdown_decisions import surveyed

        return surveyed(self, found, progress)

    def strategy(self, progress: Progress = silent) -> ShowdownResult:
        """The best play before and after the flop, by backward induction; at the end the kernels know it."""
        committed, gains = self.gathered(progress)
        second, saved = _after_flop(gains, self.flops, self.deck)
        # Waiting for the end whatever the flop, and what is saved by committing after the flops where that is better.
        waits = committed[self.pay.worth.before_flop] + gains[0].sum(axis=0) + saved
        first, spots = self._before_flop(committed, waits)
        return ShowdownResult(first, second, spots, gains)

    def gathered(self, progress: Progress = silent) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The values of paths that commit early, by pair, and the gains of waiting past a flop, by flop and pair."""
        worth = self.pay.worth
        committed = np.zeros((WORKERS, worth.before_flop + worth.after_flop, PAIRS), dtype=np.int64)
        gains = np.zeros((WORKERS, worth.after_flop, len(self.flops), PAIRS), dtype=np.int64)

        def work(block: Boards, worker: int) -> None:
            kernels.gather(*block, self.deck, worth, self.rooms[worker], committed[worker], gains[worker])

        in_blocks(self.boards, work, progress)
        return FLOPS_IN_BOARD * committed.sum(axis=0), gains.sum(axis=0)

    def tallied(
        self, found: ShowdownResult, progress: Progress = silent, last: Callable[[Boards], NDArray[np.uint32]] = _best
    ) -> NDArray[np.int64]:
        """All deals under a strategy, by path, kind and column; `last` has the path at the end by board and pair."""
        ways = np.zeros((WORKERS, *self.pay.worth.pays.shape), dtype=np.int64)

        def work(block: Boards, worker: int) -> None:
            chosen = (found.first, found.second, last(block))
            kernels.tally(*block, self.deck, self.pay.worth, self.rooms[worker], *chosen, ways[worker])

        in_blocks(self.boards, work, progress)
        counted: NDArray[np.int64] = ways.sum(axis=0)
        return counted

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

    def _before_flop(
        self, committed: NDArray[np.int64], waits: NDArray[np.int64]
    ) -> tuple[NDArray[np.uint8], list[Spot]]:
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
            totals = {
                Action(name): int((committed[places[name]] if name in places else waits)[alike].sum()) for name in after
            }
            taken = prefer(totals, risks)
            first[alike] = places.get(taken.choice, len(self.lots.all))
            values = {action: Fraction(total, count * deals) for action, total in totals.items()}
            info = InfoState(turn, tuple(min(pairs[of == each].tolist())), dead=dead, stakes=self.payoffs.opening)
            spots.append(Spot(info, count, values, taken))
        return first, spots


def _half(progress: Progress, which: int) -> Progress:
    return lambda done, of: progress(which * of + done, 2 * of)


def _after_flop(
    gains: NDArray[np.int64], flops: NDArray[np.uint8], deck: Deck
) -> tuple[NDArray[np.uint32], NDArray[np.int64]]:
    """The choice for every flop and pair, and by pair what it saves to commit where that is better than to wait.

    Pairs that a flop does not tell apart are one class. A board was counted at one place of its class, so the gains of
    a class are added up first; what is saved stands at one place of the class as well.
    """
    second = np.zeros(gains.shape[1:], dtype=np.uint32)
    saved = np.zeros(PAIRS, dtype=np.int64)
    renamings = renamings_of(deck)
    for number, flop in enumerate(flops.tolist()):
        key = pair_classes(flop, renamings, deck)
        sums = class_sums(gains[:, number], key)
        lowest = sums.min(axis=0)
        saved -= np.minimum(lowest, 0)
        # On equal terms one waits, and of equal commitments the least is taken (ruling T1).
        choice = np.where(lowest < 0, 4 * (1 + sums.argmin(axis=0)), 0)
        second[number] = choice[key]
    return second, saved
