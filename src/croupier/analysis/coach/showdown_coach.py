"""Two cards each against the dealer, one hand at a time: before the flop, after it, and at the end.

Before the flop, with no card known but one's own, a hand is one of the 169 classes that are worked out beforehand;
with cards known every board is gone through. After the flop that takes a millisecond.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from fractions import Fraction
from math import comb, perm
from typing import Any

import numpy as np

from croupier.analysis.kernels import boards_for_one_hand as kernels
from croupier.analysis.kernels.board_passes import Worth
from croupier.analysis.kernels.boards_for_one_hand import Seen, seen_by
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Progress, Solution, Spot, prefer, silent
from croupier.analysis.model.symmetry import class_keys
from croupier.analysis.model.tree import Decide
from croupier.analysis.solvers.showdown import first_spots
from croupier.analysis.solvers.showdown_game import Lots, Pay, lots_of, pay_of
from croupier.cards import STANDARD

FLOP, BOARD, HOLE_CARDS = 3, 5, 2
UNSEEN = len(STANDARD) - HOLE_CARDS  # of a player who knows no other card
CLASSES = 169  # of two cards, of which suits do not matter but for whether they are the same
MOST_PAYS = 64  # tables of what paths pay that are kept, each for other stakes

Spots = dict[int, Spot]  # by class of hole cards


class ShowdownCoach:
    """A game of this shape, looked at for one player at a time."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._base = payoffs  # for one unit of each base wager
        self._pays: dict[object, Pay] = {}
        self._spots: dict[object, Spots] = {}

    def seconds(self, payoffs: Payoffs, info: InfoState) -> float:  # noqa: ARG002 - one shape for all
        """None to speak of: the loops take a hand at any turn."""
        return 0.0

    def warm(self, progress: Progress = silent) -> None:
        """Work out every hand before the flop, and compile the loops."""
        self._solved(self._base, progress)
        worth = self._pay(self._base, self._lots(self._base)).worth
        for turn in self._base.tree.turns:
            shown = HOLE_CARDS + turn.seen
            dead = tuple(range(shown + 7, len(STANDARD)))
            _columns(worth, seen_by(InfoState(turn, (0, 1), tuple(range(HOLE_CARDS, shown)), dead=dead)), silent)

    def prepared(self) -> list[Any]:
        """Every hand before the flop as it was worked out, as plain data to be kept."""
        return [[number, *_kept(spot)] for number, spot in self._solved(self._base, silent).items()]

    def take_up(self, kept: Any) -> None:  # noqa: ANN401 - whatever was kept
        """Load an earlier preparation; a ValueError says that it is none."""
        turn = self._base.tree.turns[0]
        try:
            spots = {int(number): _spot_of(turn, *fields) for number, *fields in kept}
        except (TypeError, ValueError, ArithmeticError, IndexError) as error:
            raise ValueError("that was prepared by something else") from error
        if len(spots) != CLASSES:
            raise ValueError(f"{len(spots)} hands were prepared, and not {CLASSES}")
        self._spots[self._stakes(self._base)] = spots

    def take_over(self, solution: Solution) -> None:
        """Take every hand before the flop from a solution for one unit of each base wager."""
        if len(solution.spots) == CLASSES:
            self._spots[self._stakes(self._base)] = {_class_of(spot.info.own): spot for spot in solution.spots}

    def look(self, payoffs: Payoffs, info: InfoState, progress: Progress = silent) -> Spot:
        """The value of each action now, the unseen cards being equally likely."""
        lots = self._open(payoffs)
        if not info.community:
            found = self._worked_out(payoffs, info, lots, progress)
            if found is not None:
                return found
        seen = seen_by(info)
        columns = _columns(self._pay(payoffs, lots).worth, seen, progress)
        places = {path: place for place, path in enumerate(lots.all)}
        after = self._after(payoffs, info)
        # What waits is no end of a path; its column is the last.
        totals = {action: columns[places.get(path, -1)] for action, path in after.items()}
        ways = _ways(len(seen.unseen), len(info.community), HOLE_CARDS - len(info.dealer))
        return _spot(payoffs, info, {action: Fraction(total, ways) for action, total in totals.items()}, after)

    def _after(self, payoffs: Payoffs, info: InfoState) -> dict[Action, Path]:
        """The path of each choice that is open now."""
        paths = {choice: info.path.then(info.turn, choice) for choice in info.turn.choices}
        return {Action(choice.name): path for choice, path in paths.items() if payoffs.allows(choice, info.own, path)}

    def _lots(self, payoffs: Payoffs) -> Lots:
        """All paths, as the loops number them."""
        return lots_of(payoffs)

    def _spots_of(self, payoffs: Payoffs, progress: Progress) -> list[Spot]:
        """Every class of hole cards before the flop."""
        return first_spots(payoffs, progress)

    def _open(self, payoffs: Payoffs) -> Lots:
        """The paths that there is money for."""
        every = self._lots(payoffs)
        return Lots(*([path for path in lot if payoffs.can_pay(path)] for lot in every))

    def _stakes(self, payoffs: Payoffs) -> object:
        """The key by which settlements differ here: limits act on real stakes only."""
        return payoffs is self._base, tuple(payoffs.opening.items()), payoffs.meter

    def _pay(self, payoffs: Payoffs, lots: Lots) -> Pay:
        key = self._stakes(payoffs), tuple(lots.all)
        if key not in self._pays:
            if len(self._pays) == MOST_PAYS:
                self._pays.clear()
            self._pays[key] = pay_of(payoffs, lots)
        return self._pays[key]

    # ---- before the flop -------------------------------------------------------------------------------

    def _worked_out(self, payoffs: Payoffs, info: InfoState, lots: Lots, progress: Progress) -> Spot | None:
        """The value by the class of the hand; None if more is known, or if money is short for what may come later."""
        every = self._lots(payoffs)
        if info.away or info.dealer or info.dead or lots[1:] != every[1:]:
            return None
        pay = self._pay(payoffs, every)
        times = self._times(payoffs, pay, every)
        if times is None and not _fits_in_words(pay.worth):
            return None
        spots = self._solved(payoffs if times is None else self._base, progress)
        spot = spots[_class_of(info.own)]
        after = self._after(payoffs, info)
        return _spot(payoffs, info, {action: spot.values[action] * (times or 1) for action in after}, after)

    def _times(self, payoffs: Payoffs, pay: Pay, lots: Lots) -> Fraction | None:
        """The number of units staked, if all is paid in proportion: no limit acts and nothing is rounded."""
        unit, base = self._base.opening, self._pay(self._base, lots)
        ratios = {Fraction(stake, unit.get(name, 1)) for name, stake in payoffs.opening.items()}
        if payoffs.opening.keys() != unit.keys() or len(ratios) > 1:
            return None
        ratio = ratios.pop()
        same = np.array_equal(pay.worth.group_of, base.worth.group_of) and np.array_equal(
            pay.worth.pays * ratio.denominator, base.worth.pays * ratio.numerator
        )
        return ratio if same else None

    def _solved(self, payoffs: Payoffs, progress: Progress) -> Spots:
        """Every class of hole cards, solved for these stakes."""
        key = self._stakes(payoffs)
        if key not in self._spots:
            spots = self._spots_of(payoffs, progress)
            self._spots[key] = {_class_of(spot.info.own): spot for spot in spots}
        return self._spots[key]


def _kept(spot: Spot) -> list[Any]:
    values = [[*action, value.numerator, value.denominator] for action, value in spot.values.items()]
    return [spot.info.own, spot.hands, values, list(spot.values).index(spot.taken)]


def _spot_of(turn: Decide, own: Sequence[int], hands: int, kept: Sequence[Any], taken: int) -> Spot:
    values = {Action(choice, tuple(discard)): Fraction(over, under) for choice, discard, over, under in kept}
    return Spot(InfoState(turn, tuple(own)), hands, values, list(values)[taken])


def _class_of(own: Cards) -> int:
    return int(class_keys(STANDARD, range(len(STANDARD)), np.array([own]))[0])


def _fits_in_words(worth: Worth) -> bool:
    """True if totals over all deals of a hand fit into the words that the solver adds them up in."""
    return int(np.abs(worth.pays).max()) * _ways(UNSEEN, 0, HOLE_CARDS) < 1 << 62


def _spot(payoffs: Payoffs, info: InfoState, values: dict[Action, Fraction], after: dict[Action, Path]) -> Spot:
    risks = {action: payoffs.at_risk(path) for action, path in after.items()}
    return Spot(info, 1, values, prefer(values, risks))


def _ways(unseen: int, community: int, hidden: int) -> int:
    """The number of ways of the cards to come: the flop, the last two, and the dealer's in the order dealt."""
    ways = 1
    for goal in (FLOP, BOARD):
        if goal > community:
            ways *= comb(unseen, goal - community)
            unseen, community = unseen - (goal - community), goal
    return ways * perm(unseen, hidden)


def _columns(worth: Worth, seen: Seen, progress: Progress) -> Sequence[int]:
    """The values of the paths that may end now, over all that can come; and last, but for the end, that of waiting."""
    early = worth.before_flop + worth.after_flop
    if len(seen.community) == 0:
        return _before_the_flop(worth, seen, progress)
    if len(seen.community) == FLOP:
        totals = np.zeros(early + 1, dtype=np.int64)
        kernels.after_the_flop(seen, worth, totals)
    else:
        totals = np.zeros(len(worth.pays), dtype=np.int64)
        kernels.at_the_end(seen, worth, totals)
    found: list[int] = totals.tolist()
    return found


def _before_the_flop(worth: Worth, seen: Seen, progress: Progress) -> Sequence[int]:
    """Every board, on as many cores as there are."""
    lowest = range(len(seen.unseen) - BOARD + 1)
    done: list[int] = []

    def work(place: int) -> np.ndarray:
        totals = np.zeros((kernels.FLOPS, worth.before_flop + worth.after_flop + 1), dtype=np.int64)
        kernels.before_the_flop(place, seen, worth, totals)
        done.append(place)
        progress(len(done), len(lowest))
        return totals

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        by_flop = np.sum(list(pool.map(work, lowest)), axis=0)
    committed = by_flop[:, : worth.before_flop]
    waits = by_flop[:, worth.before_flop :].max(axis=1)  # each flop has a best action of its own
    # The sums over all flops may be larger than a word holds.
    return [sum(column.tolist()) for column in (*committed.T, waits)]
