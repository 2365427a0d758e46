"""The counter of a hand of one's own made with cards on the table, and no dealer's hand: five cards in all.

For every class of the cards dealt, compiled loops count the kinds of the five-card hands that can still come.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.hands_to_come import count_kinds
from croupier.analysis.model.hand_kinds import CLASSES, STEPS
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Group, Later, Policy, Progress, Solution, Spot, Survey, silent
from croupier.analysis.model.stages import goals_of, sets_of, sizes_of
from croupier.analysis.model.tree import Decide, Tree
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.induction import Cells, LaterTurn
from croupier.analysis.solvers.starts import live_cards, starts_of
from croupier.cards import STANDARD
from croupier.hands import five

HAND = 5
BLOCKS = 32


class Own:
    """The counter: kinds of five-card hands, for all hands that it is asked about counted beforehand."""

    def __init__(self, payoffs: Payoffs, infos: Sequence[InfoState], progress: Progress = silent) -> None:
        tree = payoffs.tree
        self._kinds = Kinds(payoffs, range(len(five.LADDER)))
        first = infos[0]
        self._seen = len(first.community)
        self._size = tree.own - tree.discards
        self._goals = goals_of(tree, self._seen)
        self._unseen = len(first.unseen(payoffs.terms.rulebook.deck))
        self._nested = _nested(self._unseen, self._seen, tuple(self._goals))
        self._ways = {kept: way for way, kept in enumerate(combinations(range(len(first.own)), self._size))}
        self._places = {info.own: place for place, info in enumerate(infos)}
        keeps = [[kept + info.community for kept in combinations(info.own, self._size)] for info in infos]
        gone = [info.own + info.away + info.community for info in infos]
        live = [card for card in range(len(payoffs.terms.rulebook.deck)) if card not in first.dead]
        self._table = self._counted(np.array(live), np.array(gone), np.array(keeps), progress)

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The kinds that can come, by the cards seen at each turn to come."""
        place = self._places[info.own], self._ways[tuple(map(info.own.index, kept))]
        counts, boards = self._table.counts[place], self._table.boards[place]
        came = np.flatnonzero(counts.any(axis=0))
        size = HAND - self._size - self._seen
        examples = [(info.community + tuple(board[:size]), ()) for board in boards[came].tolist()]
        return Cells(counts[:, came][self._nested], examples)

    def _counted(
        self, live: NDArray[np.int64], gone: NDArray[np.int64], keep: NDArray[np.int64], progress: Progress
    ) -> _Table:
        """Count what can come for each hand, on as many cores as there are."""
        seen = self._goals[-1] - self._seen if self._goals else 0
        kind_of = np.array([self._kinds.of[each] for each in range(len(five.LADDER))], dtype=np.uint32)
        size = keep.shape[:2]
        counts = np.zeros((*size, comb(self._unseen, seen), self._kinds.count), dtype=np.int64)
        boards = np.full((*size, self._kinds.count, max(HAND - keep.shape[2], 1)), -1, dtype=np.int64)
        blocks = [slice(block, None, BLOCKS) for block in range(min(BLOCKS, len(keep)))]
        done: list[int] = []

        def work(block: slice) -> None:
            count_kinds(live, gone[block], keep[block], seen, kind_of, counts[block], boards[block])
            done.append(1)
            progress(len(done), len(blocks))

        if len(blocks) == 1:
            work(blocks[0])
        else:
            with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
                list(pool.map(work, blocks))
        return _Table(counts, boards)


class _Table(NamedTuple):
    """The counts of many hands by cards kept, cards seen and kind; and for each kind the cards that made it."""

    counts: NDArray[np.int64]
    boards: NDArray[np.int64]


@cache
def _nested(unseen: int, seen: int, goals: tuple[int, ...]) -> NDArray[np.int64]:
    """For the cards seen stage by stage, the place of all of them among the sets of as many cards."""
    if not goals:
        return np.zeros((), dtype=np.int64)
    sets = combinations(range(unseen), goals[-1] - seen)
    places = {cards: place for place, cards in enumerate(sets)}
    found = [places[tuple(sorted(cards))] for cards in sets_of(tuple(range(unseen)), seen, goals)]
    return np.array(found).reshape(sizes_of(unseen, seen, goals))


def counter_of(
    payoffs: Payoffs, live: Sequence[int] | None = None, progress: Progress = silent
) -> tuple[Own, list[tuple[InfoState, int]]]:
    """The counter of a whole game, and the hands from which it is played."""
    starts = starts_of(payoffs, live)
    return Own(payoffs, [info for info, _ in starts], progress), starts


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    counter, starts = counter_of(payoffs, live, progress)
    played = induction.induce(payoffs, counter, starts, policy, keep_later=policy is None)
    solution = induction.solution_of(payoffs, played, len(live_cards(payoffs, live)))
    asked = played.later
    if not asked:
        return solution

    def survey(progress: Progress) -> Survey:  # noqa: ARG001 - it is soon done
        staked = induction.boldly_staked(payoffs, counter, played, solution)
        turns = [turn for turn in payoffs.tree.turns if any(each.turn == turn for each in asked)]
        later = [_later(payoffs.tree, turn, [each for each in asked if each.turn == turn]) for turn in turns]
        return Survey(tuple(later), staked)

    return replace(solution, survey=survey)


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, Own(payoffs, [info]), info)


def _later(tree: Tree, turn: Decide, here: Sequence[LaterTurn]) -> Later:
    """A later turn by classes of hands."""
    from croupier.analysis.kernels.features import bits
    from croupier.analysis.kernels.hand_classes import classes_of

    to_come = tree.community > turn.seen
    names = list(dict.fromkeys(choice for each in here for choice in each.choices))  # in the order of the money at risk
    bit_of = np.array([bits((card,)) for card in range(len(STANDARD))])
    best, lost = (np.zeros((CLASSES, len(names)), dtype=object) for _ in range(2))
    for each in here:
        reached = np.flatnonzero(each.ways)
        seen = bit_of[np.array(list(each.sets()))[reached]].sum(axis=1)
        which = np.zeros(len(seen), dtype=np.int64)
        classes_of(bits(each.start.cards), seen, to_come, which)
        columns = np.array([names.index(choice) for choice in each.choices])
        totals = each.totals.reshape(len(columns), -1)[:, reached] * each.start.hands
        np.add.at(
            best, (which, columns[each.taken.reshape(-1)[reached]]), each.ways.reshape(-1)[reached] * each.start.hands
        )
        for column, behind in zip(columns, totals.max(axis=0) - totals, strict=True):
            np.add.at(lost[:, column], which, behind)
    groups = [
        Group(
            kind // STEPS,
            kind % STEPS,
            {name: int(ways) for name, ways in zip(names, best[kind], strict=True) if ways},
            {name: int(total) for name, total in zip(names, lost[kind], strict=True)},
        )
        for kind in np.flatnonzero(best.any(axis=1)).tolist()
    ]
    return Later(turn.stage, tuple(groups), to_come=to_come, dealer=False)
