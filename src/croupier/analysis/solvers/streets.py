"""Two cards each and five on the table against the dealer, with questions after any street and any number of bets.

The river's values, by patterns of boards, are summed over river and turn, and the best choice is taken at each question
on the way back (ruling T1); then the lines that pairs play are counted forward. Hole cards that the game reads by
themselves are told apart in groups.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from math import comb, gcd
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.errors import AnalysisError
from croupier.analysis.kernels import street_passes as kernels
from croupier.analysis.kernels.board_patterns import PAIRS_OF_RANKS, ground, pattern_numbers
from croupier.analysis.kernels.boards import PAIRS, pair_place, workspace
from croupier.analysis.kernels.boards_for_one_hand import count_boards, seen_by
from croupier.analysis.model.hole_cards import HoleCards, Told
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.lines import Option, Street, streets_of
from croupier.analysis.model.paths import Path, ends
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, Spot, Survey, prefer, silent
from croupier.analysis.model.stages import deals_of, goals_of, sets_of, sizes_of
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.induction import Cells
from croupier.analysis.solvers.ladder import check_suits
from croupier.analysis.solvers.showdown_game import WORKERS, Lots, in_blocks, part_of, pay_of
from croupier.analysis.solvers.starts import live_cards

STREETS = BEFORE, FLOP, TURN, RIVER = 0, 3, 4, 5  # community cards seen
BLOCK = 256  # boards of four whose lines are counted at once
WORD = 1 << 62
HALF_WORD = 1 << 31

Array = NDArray[Any]


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from live cards among which the suits are alike."""
    if policy is not None:
        raise AnalysisError(
            "a policy is not asked for every board of this game", "the best play, or a strategy's rules"
        )
    return Streets(payoffs, live_cards(payoffs, live)).solve(progress)


def first_spots(payoffs: Payoffs, progress: Progress = silent) -> list[Spot]:
    """Every class of hands before the flop; no deal is counted that need not be."""
    return Streets(payoffs, live_cards(payoffs, None)).play(progress).spots


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, OneHand(payoffs), info)


def lots_of(payoffs: Payoffs) -> Lots:
    """All paths by the money at risk, in one lot."""
    return Lots([], [], sorted(ends(payoffs.tree.turns), key=payoffs.at_risk))


# ---- a whole game --------------------------------------------------------------------------------------


class StreetPlay(NamedTuple):
    """The lines that pairs play, by the best play and by who raises on equal terms, and the first spots."""

    best: kernels.Lines
    bold: kernels.Lines
    spots: list[Spot]


class Taken(NamedTuple):
    """The line that each line of a street leads to, by cards and pair; the bold one, and the value."""

    to: Array
    bold: Array
    values: Array


class Streets:
    """The solver of such a game."""

    def __init__(self, payoffs: Payoffs, live: Cards) -> None:
        check_suits(live)
        self.payoffs, self.live = payoffs, live
        lots = lots_of(payoffs)
        self.paths, self.pay = lots.at_end, pay_of(payoffs, lots)
        self.hole = HoleCards(payoffs, live, sorted({path.ending for path in self.paths}))
        self.flat = self._flat()
        self.streets = streets_of(payoffs, STREETS, self.flat)
        self._check_pays()
        self.patterns, self.flops, self.weights, self.deck = ground(live)
        self.fours = kernels.fours_of(live)
        self.workspaces = [workspace(self.pay.worth.pays.shape[2] // 2) for _ in range(WORKERS)]
        # By street: the ways of all that comes after it, turn and river told apart.
        left, dealers = len(live) - 2, comb(len(live) - 7, 2)
        after_flop = (left - 3) * (left - 4) * dealers
        self.deals = {TURN: (left - 4) * dealers, FLOP: after_flop, BEFORE: comb(left, 3) * after_flop}
        paid = [*np.unique(np.abs(self.pay.worth.pays)).tolist(), *map(abs, self.flat.values())]
        self.unit = gcd(*paid) or 1  # all pays are whole numbers of it
        self.most = max(paid) // self.unit
        if self.most * self.deals[BEFORE] >= WORD:
            raise AnalysisError("payoffs of this size are not counted exactly for this game", "smaller stakes or odds")

    @property
    def _all_deals(self) -> int:
        return comb(len(self.live), 2) * self.deals[BEFORE]

    def _flat(self) -> dict[Path, int]:
        """The paths that end early and of which the game reads the own cards at most, if all are paid alike."""
        found = {}
        for path in self.paths:
            told = [of_group[path.ending] for of_group in self.hole.told]
            pays = {self.payoffs.net(path, each.whole) for each in told if each.whole is not None}
            if len(pays) == 1 and all(each.whole is not None for each in told):
                found[path] = pays.pop()
        return found

    def _check_pays(self) -> None:
        """Refuse stakes that are paid by the own cards beside the strengths: then the play goes by both."""
        for (place, own, column), compared in self.pay.facts.items():
            path, pays = self.paths[place], self.pay.worth.pays[place, own, column]
            for told in self.hole.told:
                if self.payoffs.net(path, told[path.ending].put_into(compared)) != pays:
                    why = "a wager among these stakes is paid by the player's own two cards"
                    raise AnalysisError(why, "the base wagers together, and that wager by itself")

    def solve(self, progress: Progress = silent) -> Solution:
        """The best play, and every deal counted under it."""
        play = self.play(_part(progress, 0, 3))
        solution = self.counted(play.best, play.spots, _part(progress, 1, 3))
        return replace(solution, survey=partial(self._survey, play, solution.cycle))

    def _survey(self, play: StreetPlay, cycle: int, progress: Progress) -> Survey:
        """The stakes of all deals by who raises on equal terms."""
        if any(len(options) > 1 for options in self.streets[3].options):
            bold = self.counted(play.bold, [], progress, bold=True)
            assert bold.cycle == cycle  # noqa: S101 - all deals, whoever plays
            return Survey((), bold.staked(self.payoffs))
        played, ended = self._lines_counted(play.bold, kernels.lined(1, 1, of=np.int32, patterns=0), progress)
        paths = [*zip(self.streets[3].lines, played, strict=True), *zip(self.flat, ended.sum(axis=1), strict=True)]
        staked = sum(self.payoffs.at_risk(path) * int(boards) * self.deals[TURN] for path, boards in paths)
        return Survey((), staked * cycle // self._all_deals)

    # ---- values, from the river back -------------------------------------------------------------------

    def play(self, progress: Progress = silent) -> StreetPlay:
        """The best choice at every question before the river, by backward induction; at the river the loops know it."""
        turn = self._turn(progress)
        totals = np.zeros((len(turn.values), len(self.flops), PAIRS), dtype=np.int64)
        flops = self.flops.astype(np.int64)

        def add_up(part: slice, worker: int) -> None:  # noqa: ARG001 - flops have places of their own
            live, names = self.deck.live, self.deck.renamed
            kernels.sum_over_turns(flops[part], live, self.fours, names, turn.values, totals[:, part])

        in_blocks(len(flops), add_up, _part(progress, 2, 3))
        flop = self._taken(self.streets[1], totals)
        first, bold, spots = self._before_flop(np.tensordot(self.weights, flop.values, axes=(0, 1)))
        return StreetPlay(kernels.Lines(first, flop.to, turn.to), kernels.Lines(bold, flop.bold, turn.bold), spots)

    def _turn(self, progress: Progress) -> Taken:
        """The choices after the turn, by board of four and pair."""
        of = np.int32 if self.most * self.deals[TURN] < HALF_WORD else np.int64
        turn, lines = self.streets[2], len(self.streets[3].lines)
        values, numbers = kernels.lined(lines, of=of), pattern_numbers()
        worth = self.pay.worth._replace(pays=self.pay.worth.pays // self.unit)
        options = self._last_options()

        def gather(part: slice, worker: int) -> None:
            kernels.gather_lines(
                part_of(self.patterns, part), self.deck, worth, self.workspaces[worker], options, values
            )

        in_blocks(len(self.patterns.numbers), gather, _part(progress, 0, 3))
        size = len(turn.lines), len(self.fours.cards), PAIRS
        found = Taken(np.zeros(size, dtype=np.int8), np.zeros(size, dtype=np.int8), np.zeros(size, dtype=of))

        def decide(part: slice, worker: int) -> None:  # noqa: ARG001 - boards have places of their own
            fours = self.fours.cards[part].astype(np.int64)
            totals = np.zeros((len(fours), PAIRS, lines), dtype=of)
            kernels.sum_over_rivers(fours, self.deck.live, numbers, values, totals)
            for whole, block in zip(found, self._taken(turn, totals.transpose(2, 0, 1)), strict=True):
                whole[:, part] = block

        in_blocks(len(self.fours.cards), decide, _part(progress, 1, 3))
        return found

    def _taken(self, street: Street, totals: Array) -> Taken:
        """The best option of each line of a street; the first of equal ones risks least, and the last most."""
        size = len(street.lines), *totals.shape[1:]
        found = Taken(np.zeros(size, dtype=np.int8), np.zeros(size, dtype=np.int8), np.zeros(size, totals.dtype))
        for line, (first, *others) in enumerate(street.options):
            to, bold, best = (each[line] for each in found)
            to[:] = bold[:] = first.to
            best[:] = self._value(first, totals, street.seen)
            for option in others:
                value = self._value(option, totals, street.seen)
                to[value > best] = option.to
                bold[value >= best] = option.to
                np.maximum(best, value, out=best)
        return found

    def _value(self, option: Option, totals: Array, seen: int) -> Any:  # noqa: ANN401 - an array, or a number for all
        return totals[option.to] if option.to >= 0 else option.pays // self.unit * self.deals[seen]

    def _last_options(self, *, bold: bool = False) -> NDArray[np.int64]:
        """The paths that each line may end with on the river, by the money at risk, or the largest first."""
        options, complete = self.streets[3].options, self.streets[4].lines
        found = np.full((len(options), max(map(len, options))), -1, dtype=np.int64)
        for line, each in enumerate(options):
            places = [self.paths.index(complete[option.to]) for option in each]
            found[line, : len(each)] = places[::-1] if bold else places
        return found

    def _before_flop(self, totals: Array) -> tuple[Array, Array, list[Spot]]:
        """The line that every pair plays on, best and bold, and what the choices of each class of pairs are worth."""
        (options,) = self.streets[0].options
        best, bold, spots = np.zeros(PAIRS, dtype=np.int8), np.zeros(PAIRS, dtype=np.int8), []
        dead = tuple(card for card in range(len(self.payoffs.terms.rulebook.deck)) if card not in self.live)
        for which, (own, hands) in enumerate(zip(self.hole.cards, self.hole.hands, strict=True)):
            alike = self.hole.numbers[self.hole.class_of == which]
            worth = [
                int(totals[each.to, alike].sum()) * self.unit
                if each.to >= 0
                else each.pays * hands * self.deals[BEFORE]
                for each in options
            ]
            equal = [each for each, value in zip(options, worth, strict=True) if value == max(worth)]
            best[alike], bold[alike] = equal[0].to, equal[-1].to
            values = {
                each.action: Fraction(value, hands * self.deals[BEFORE])
                for each, value in zip(options, worth, strict=True)
                if each.action is not None
            }
            if values:
                taken = prefer(values, {each.action: each.risk for each in options if each.action is not None})
                info = InfoState(self.payoffs.tree.turns[0], own, dead=dead, stakes=self.payoffs.opening)
                in_order = {Action(each.name): values[Action(each.name)] for each in info.turn.choices}
                spots.append(Spot(info, hands, in_order, taken))
        return best, bold, spots

    def _before(self, option: Option, totals: Array, alike: Array) -> int:
        """The value of an option before the flop, in all deals of pairs that are alike."""
        if option.to < 0:
            return option.pays * len(alike) * self.deals[BEFORE]
        return int(totals[option.to, alike].sum()) * self.unit

    # ---- lines, from the deal on -----------------------------------------------------------------------

    def counted(
        self, lines: kernels.Lines, spots: list[Spot], progress: Progress = silent, *, bold: bool = False
    ) -> Solution:
        """Every deal of a play."""
        groups = self._groups()
        times = kernels.lined(len(self.streets[3].lines), len(groups), of=np.int32)
        _, ended = self._lines_counted(lines, times, _part(progress, 0, 2))
        kinds, columns = self.pay.worth.pays.shape[1:]
        ways = np.zeros((WORKERS, len(self.hole.told), len(self.paths), kinds, columns), dtype=np.int64)
        options = self._last_options(bold=bold)

        def tally(part: slice, worker: int) -> None:
            patterns, space = part_of(self.patterns, part), self.workspaces[worker]
            kernels.tally_lines(patterns, self.deck, self.pay.worth, space, options, times, groups, ways[worker])

        in_blocks(len(self.patterns.numbers), tally, _part(progress, 1, 2))
        return self._solution(ways.sum(axis=0), ended, spots)

    def _lines_counted(
        self, lines: kernels.Lines, times: kernels.Lined, progress: Progress
    ) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The boards of four and turns by line, and by line that ended at once and pair; `times` is filled in."""
        played = np.zeros(len(self.streets[3].lines), dtype=np.int64)
        ended = np.zeros((len(self.flat), PAIRS), dtype=np.int64)
        numbers, many = pattern_numbers(), len(self.fours.cards)
        for first in range(0, many, BLOCK):
            part = np.arange(first, min(first + BLOCK, many))
            kernels.count_lines(self.fours, part, self.deck, numbers, lines, times, played, ended)
            progress(first + len(part), many)
        return played, ended

    def _groups(self) -> NDArray[np.int64]:
        """The group of hole cards by suited or not, and place of the ranks; one row where all are one group."""
        found = np.zeros((1 if len(self.hole.told) == 1 else 2, PAIRS_OF_RANKS), dtype=np.int64)
        for (low, high), group in zip(self.hole.cards, self.hole.group_of, strict=True):
            if group:
                found[int(low & 3 == high & 3), pair_place(low >> 2, high >> 2)] = group
        return found

    def _solution(self, ways: NDArray[np.int64], ended: NDArray[np.int64], spots: list[Spot]) -> Solution:
        """The counts of the loops by paths and facts, in the deals of the tree: it tells stages apart that ask."""
        all_deals = self._all_deals
        cycle = comb(len(self.live), 2) * deals_of(self.payoffs.tree, len(self.live) - 2)
        tally: Counter[tuple[Path, Any]] = Counter()
        for (group, place, own, column), count in np.ndenumerate(ways):
            if count:
                told: Told = self.hole.told[group][self.paths[place].ending]
                tally[self.paths[place], told.put_into(self.pay.facts[place, own, column])] += int(count)
        of_class = np.zeros((len(ended), len(self.hole.cards)), dtype=np.int64)
        np.add.at(of_class.T, self.hole.class_of, ended[:, self.hole.numbers].T)
        for path, by_class in zip(self.flat, of_class.tolist(), strict=True):
            for group, times in zip(self.hole.group_of, by_class, strict=True):
                if times:
                    tally[path, self.hole.told[group][path.ending].whole] += times * self.deals[TURN]
        actions: Counter[tuple[str, str]] = Counter()
        for (path, _), deals in tally.items():
            for step in path.choices:
                actions[step] += deals
        assert sum(tally.values()) == all_deals  # noqa: S101 - every deal, once
        return Solution(
            cycle,
            {end: deals * cycle // all_deals for end, deals in tally.items()},
            {step: deals * cycle // all_deals for step, deals in actions.items()},
            spots,
        )


# ---- one hand ------------------------------------------------------------------------------------------


class OneHand:
    """The counter of one hand: every board, and all hands of the dealer's that can be."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs

    def cells(self, info: InfoState, kept: Cards) -> Cells:  # noqa: ARG002 - nothing is put away
        """The deals that can come, by the cards seen at each turn to come."""
        worth = pay_of(self._payoffs, lots_of(self._payoffs)).worth
        seen, tree = len(info.community), self._payoffs.tree
        unseen, goals = info.unseen(self._payoffs.terms.rulebook.deck), goals_of(tree, seen)
        known = np.array(list(sets_of(unseen, seen, goals, info.community)), dtype=np.uint32)
        kinds, columns = worth.pays.shape[1:]
        counts = np.zeros((len(known), kinds, columns), dtype=np.int64)
        boards = np.zeros((kinds, columns, RIVER), dtype=np.int64)
        dealers = np.zeros((kinds, columns, 2), dtype=np.int64)
        count_boards(known, seen_by(info), worth, counts, boards, dealers)
        if not info.dealer:
            counts //= 2  # the dealer's cards were counted in the order dealt
        came = np.argwhere(counts.any(axis=0))
        examples = [(tuple(boards[at].tolist()), tuple(dealers[at].tolist())) for at in map(tuple, came.tolist())]
        cells = counts[:, came[:, 0], came[:, 1]]
        return Cells(cells.reshape(*sizes_of(len(unseen), seen, goals), len(examples)), examples)


def _part(progress: Progress, which: int, of: int) -> Progress:
    """The progress of one of several parts of the work."""
    return lambda done, all_of_it: progress(which * all_of_it + done, of * all_of_it)
