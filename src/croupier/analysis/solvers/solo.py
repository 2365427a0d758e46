"""A hand of one's own made with cards on the table, and no dealer's hand: three cards and two, or two and three.

For every class of the cards dealt, compiled loops count the kinds of the five-card hands that can still come.
"""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.hands_to_come import count_kinds
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import (
    Action,
    Group,
    Later,
    Policy,
    Progress,
    Solution,
    Spot,
    Survey,
    Tally,
    prefer,
    silent,
    ties,
)
from croupier.analysis.model.symmetry import HandClass, classes
from croupier.analysis.model.tree import Decide, Tree
from croupier.games.game import Board, Choice, Hand
from croupier.hands import five

Facts = dict[Cards, dict[int, Any]]  # by the cards kept and the kind of hand that they became
HAND = 5
BLOCKS = 32


def fits(payoffs: Payoffs) -> bool:
    """True if a game has this shape: one turn, or two of which the second has seen some of the cards on the table."""
    game, tree, turns = payoffs.game, payoffs.tree, payoffs.tree.turns
    return (
        tree.dealer == 0
        and tree.own - tree.discards + tree.community == HAND
        and tree.community in (2, 3)
        and turns[0].seen == 0
        and (len(turns) == 1 or (len(turns) == 2 and turns[1].seen > 0 and tree.discards == 0))  # noqa: PLR2004
        and game.ranking is five.strength
        and game.compare is not None
    )


class SoloCoach(NamedTuple):
    """The outcomes for a hand dealt and a way to keep of it: kinds, counted by the cards seen at the second turn."""

    counts: NDArray[np.int64]  # by cards seen, by kind
    facts: dict[int, Any]  # of each kind that can come


class Table(NamedTuple):
    """The counts of many hands dealt, and for each kind one set of community cards that makes it."""

    counts: NDArray[np.int64]
    boards: NDArray[np.int64]


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    deck = payoffs.terms.rulebook.deck
    cards = tuple(range(len(deck)) if live is None else live)
    tree = payoffs.tree
    kinds = Kinds(payoffs, range(len(five.LADDER)))
    starts = classes(deck, cards, tree.own)
    table = _counted(tree, kinds, starts, cards, progress)
    facts: Facts = {}
    play = partial(_played, tree=tree, starts=starts, cards=cards, table=table, facts=facts)
    tally, spots, second = play(payoffs, policy)
    left = len(cards) - tree.own
    seen = tree.turns[-1].seen
    cycle = comb(len(cards), tree.own) * comb(left, seen) * comb(left - seen, tree.community - seen)
    solution = Solution(cycle, tally.ends, tally.actions, spots, tied=tally.tied)
    if not second or policy is not None:
        return solution

    def survey(progress: Progress) -> Survey:  # noqa: ARG001 - it is soon done
        bold = play(Bold(payoffs), None)[0].ends if tally.tied else tally.ends
        staked = sum(payoffs.at_risk(path) * ways for (path, _), ways in bold.items())
        return Survey((_later(tree, second),), staked)

    return replace(solution, survey=survey)


def _played(
    payoffs: Payoffs,
    policy: Policy | None,
    tree: Tree,
    starts: Sequence[HandClass],
    cards: Cards,
    table: Table,
    facts: Facts,
) -> tuple[Tally, list[Spot], list[_Second]]:
    """Every class of hands dealt, played through its turns."""
    tally, spots = Tally(), []
    second: list[_Second] = []
    for place, start in enumerate(starts):
        unseen = tuple(card for card in cards if card not in start.cards)
        counted = Table(table.counts[place], table.boards[place])
        played = _Played(payoffs, tree, start, unseen, counted, policy, facts)
        spots.append(played.spot)
        tally.add(played.tally, start.hands)
        second += played.second
    return tally, spots, second


class _Second(NamedTuple):
    """The second turn of a class of hands as it comes under the play: choices, their totals and the one taken."""

    start: HandClass
    unseen: Cards
    choices: list[str]
    totals: NDArray[np.int64]  # by choice and cards seen
    taken: NDArray[np.int64]
    ways: NDArray[np.int64]  # by cards seen


def _later(tree: Tree, second: Sequence[_Second]) -> Later:
    """The second turn by classes of hands."""
    from croupier.analysis.kernels.features import bits
    from croupier.analysis.kernels.hand_classes import STEPS, class_of

    turn = tree.turns[1]
    to_come = tree.community > turn.seen
    best: defaultdict[int, Counter[str]] = defaultdict(Counter)
    lost: defaultdict[int, Counter[str]] = defaultdict(Counter)
    codes = np.zeros(0, dtype=np.int64)
    for each in second:
        behind = each.totals.max(axis=0) - each.totals
        own = bits(each.start.cards)
        for place, seen in enumerate(combinations(each.unseen, turn.seen)):
            which = int(class_of(own, bits(seen), to_come, False, codes))  # noqa: FBT003 - compiled
            best[which][each.choices[each.taken[place]]] += int(each.ways[place]) * each.start.hands
            for choice, name in enumerate(each.choices):
                lost[which][name] += int(behind[choice, place]) * each.start.hands
    groups = [Group(which // STEPS, which % STEPS, best[which], lost[which]) for which in sorted(best)]
    return Later(turn.stage, tuple(groups), to_come=to_come, dealer=False)


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """An information state at the first turn: what each action is worth, the unseen cards being equally likely."""
    own, unseen = info.own, info.unseen(payoffs.terms.rulebook.deck)
    tree = payoffs.tree
    kinds = Kinds(payoffs, range(len(five.LADDER)))
    start = HandClass(own, 1)
    table = _counted(tree, kinds, [start], (*own, *unseen), silent)
    counted = Table(table.counts[0], table.boards[0])
    return _Played(payoffs, tree, start, unseen, counted, None, {}).spot


def _ways_to_keep(tree: Tree, own: Cards) -> list[Cards]:
    """The cards that a player may keep, in the order of what is put away."""
    return [tuple(card for card in own if card not in away) for away in combinations(own, tree.discards)]


def _counted(tree: Tree, kinds: Kinds, starts: list[HandClass], cards: Sequence[int], progress: Progress) -> Table:
    """Count what can come for each hand dealt, on as many cores as there are."""
    seen = tree.turns[-1].seen
    kind_of = np.array([kinds.of[each] for each in range(len(five.LADDER))], dtype=np.uint32)
    own = np.array([start.cards for start in starts])
    keep = np.array([_ways_to_keep(tree, start.cards) for start in starts])
    live = np.array(sorted(cards))
    size = (len(starts), keep.shape[1])
    counts = np.zeros((*size, comb(len(live) - tree.own, seen), kinds.count), dtype=np.int64)
    boards = np.full((*size, kinds.count, tree.community), -1, dtype=np.int64)
    blocks = [slice(block, None, BLOCKS) for block in range(min(BLOCKS, len(starts)))]
    done: list[int] = []

    def work(block: slice) -> None:
        count_kinds(live, own[block], keep[block], seen, kind_of, counts[block], boards[block])
        done.append(1)
        progress(len(done), len(blocks))

    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(work, blocks))
    return Table(counts, boards)


def _tallied(path: Path, ahead: SoloCoach, counts: NDArray[np.int64]) -> Tally:
    tally = Tally()
    for kind, facts in ahead.facts.items():
        if ways := int(counts[kind]):
            tally.ends[path, facts] += ways
    return tally


class _Played:
    """One class of hands dealt, played through its turns by the best play or the strategy given."""

    def __init__(
        self,
        payoffs: Payoffs,
        tree: Tree,
        start: HandClass,
        unseen: Cards,
        table: Table,
        policy: Policy | None,
        facts: Facts,
    ) -> None:
        self.payoffs = payoffs
        self.tree = tree
        self.start = start
        self.unseen = unseen
        self.table = table
        self.policy = policy
        self.facts = facts
        self.tally = Tally()
        self.second: list[_Second] = []
        self.keeps = _ways_to_keep(tree, start.cards)
        known = {*start.cards, *unseen}
        self.dead = tuple(card for card in range(len(payoffs.terms.rulebook.deck)) if card not in known)
        self.ways = int(table.counts[0].sum())
        self.spot = self._first_turn(tree.turns[0])

    def _first_turn(self, turn: Decide) -> Spot:
        totals, risks, tallies = {}, {}, {}
        for choice, action in self._open(turn):
            path = Path().then(turn, choice)
            totals[action], tallies[action] = self._after(path, action)
            risks[action] = self.payoffs.at_risk(path)
        taken = self.policy(self._info(turn, (), Path())) if self.policy else prefer(totals, risks)
        self.tally.add(tallies[taken]())
        self.tally.tied |= ties(totals, risks)
        self.tally.actions[turn.stage, taken.choice] += self.ways
        values = {action: Fraction(total, self.ways) for action, total in totals.items()}
        return Spot(self._info(turn, (), Path()), self.start.hands, values, taken)

    def _info(self, turn: Decide, community: Cards, path: Path) -> InfoState:
        payoffs = self.payoffs
        return InfoState(
            turn, self.start.cards, community, path, (), (), self.dead, payoffs.opening, None, payoffs.meter
        )

    def _open(self, turn: Decide) -> Iterator[tuple[Choice, Action]]:
        for choice in turn.choices:
            if self.payoffs.allows(choice, self.start.cards, Path().then(turn, choice)):
                for away in combinations(self.start.cards, choice.discards):
                    yield choice, Action(choice.name, away)

    def _after(self, path: Path, action: Action) -> tuple[int, Callable[[], Tally]]:
        """The value of a choice at the first turn, and how it is tallied if it is the one taken."""
        if path.ending != "played":
            return self._ended(path)
        keep = next(place for place, kept in enumerate(self.keeps) if not set(kept) & set(action.discard))
        ahead = self._ahead(keep)
        if len(self.tree.turns) == 1:
            counts = ahead.counts.sum(axis=0)
            return int(self._worth(path, ahead) @ counts), lambda: _tallied(path, ahead, counts)
        return self._second_turn(self.tree.turns[1], path, ahead)

    def _ended(self, path: Path) -> tuple[int, Callable[[], Tally]]:
        """A hand that has ended is worth the same whatever comes."""
        hand = Hand(self.start.cards, path.ending)
        facts = self.payoffs.read(hand, Board(hands=(hand,)))
        tally = Tally()
        tally.ends[path, facts] = self.ways
        return self.payoffs.net(path, facts) * self.ways, lambda: tally

    def _ahead(self, keep: int) -> SoloCoach:
        hand, facts = Hand(self.keeps[keep]), {}
        known = self.facts.setdefault(hand.cards, {})
        for kind, board in enumerate(self.table.boards[keep].tolist()):
            if board[0] >= 0:
                if kind not in known:
                    known[kind] = self.payoffs.read(hand, Board(tuple(board), (), (hand,), self.payoffs.meter))
                facts[kind] = known[kind]
        return SoloCoach(self.table.counts[keep], facts)

    def _worth(self, path: Path, ahead: SoloCoach) -> NDArray[np.int64]:
        """The pay of a path by kind."""
        nets, worth = self.payoffs.nets(path), np.zeros(ahead.counts.shape[1], dtype=np.int64)
        for kind, facts in ahead.facts.items():
            worth[kind] = nets[facts]
        return worth

    def _second_turn(self, turn: Decide, path: Path, ahead: SoloCoach) -> tuple[int, Callable[[], Tally]]:
        """Every set of cards seen by then has a best action of its own."""
        own = self.start.cards
        allowed = [each for each in turn.choices if self.payoffs.allows(each, own, path.then(turn, each))]
        choices = sorted(allowed, key=lambda each: self.payoffs.at_risk(path.then(turn, each)))
        paths = [path.then(turn, choice) for choice in choices]
        totals = np.array([self._worth(each, ahead) for each in paths]) @ ahead.counts.T
        # The first of equal values is the one with the least money at risk (ruling T1).
        taken = totals.argmax(axis=0) if self.policy is None else self._by_policy(turn, path, choices)

        def tallied() -> Tally:
            names = [choice.name for choice in choices]
            self.second.append(_Second(self.start, self.unseen, names, totals, taken, ahead.counts.sum(axis=1)))
            tally = Tally()
            tally.tied = self._ties(paths, totals)
            for place, each in enumerate(paths):
                counts = ahead.counts[taken == place].sum(axis=0)
                tally.add(_tallied(each, ahead, counts))
                tally.actions[turn.stage, choices[place].name] += int(counts.sum())
            return tally

        return int(totals[taken, np.arange(len(taken))].sum()), tallied

    def _ties(self, paths: list[Path], totals: NDArray[np.int64]) -> bool:
        """True if, for some cards seen, paths with different money at risk share the highest value."""
        risks = np.array([self.payoffs.at_risk(path) for path in paths])
        best = totals == totals.max(axis=0)
        last = len(paths) - 1 - best[::-1].argmax(axis=0)  # paths are in the order of the money at risk
        return bool((risks[best.argmax(axis=0)] != risks[last]).any())

    def _by_policy(self, turn: Decide, path: Path, choices: list[Choice]) -> NDArray[np.int64]:
        assert self.policy is not None  # noqa: S101 - asked only where one is given
        names = [choice.name for choice in choices]
        seen = combinations(self.unseen, turn.seen)
        return np.array([names.index(self.policy(self._info(turn, each, path)).choice) for each in seen])
