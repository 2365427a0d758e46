"""The ladder counter: a hand of up to six cards against the dealer's of up to six, of which one may be seen.

All hands of the dealer's are added in the order of strength, so that every hand of a player's is counted at its own
rung. Hands of one strength for which the same choices are open, and that the settlement reads alike, are played
together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import combinations, islice
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.errors import AnalysisError
from croupier.analysis.kernels import ladder_counts
from croupier.analysis.kernels.boards import standing
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import Kinds, numbered
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Spot, Survey, silent
from croupier.analysis.model.symmetry import suit_permutations
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.fits import BEST_OF
from croupier.analysis.solvers.induction import Bundle, Cells
from croupier.analysis.solvers.starts import live_cards
from croupier.cards import STANDARD
from croupier.games.game import Board, Hand

Ranking = Callable[[Sequence[int]], int]

MOST_GROUPS = 16  # of the dealer's hands, each of which takes 13 MB
TRIED = 2000  # hands of the dealer's that an example is looked for among
BELOW, EQUAL, ABOVE = range(3)


class Rungs(NamedTuple):
    """The strengths of a ranking as rungs of a ladder, lowest first, and how sets of its cards rank."""

    strengths: NDArray[np.int64]  # of each rung
    of: NDArray[np.int32]  # the rung by the number of a set
    size: int  # the cards of a set


def counter_of(
    payoffs: Payoffs, live: Sequence[int] | None = None, progress: Progress = silent
) -> tuple[Ladder, Iterator[Bundle]]:
    """The counter of a whole game, and the hands from which it is played."""
    ladder = Ladder(payoffs, live_cards(payoffs, live), progress)
    return ladder, ladder.bundles()


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from live cards among which the suits are alike."""
    ladder, hands = counter_of(payoffs, live, progress)
    played = induction.induce(payoffs, ladder, hands, policy)
    solution = induction.solution_of(payoffs, played, len(ladder.live))

    def survey(progress: Progress) -> Survey:  # noqa: ARG001 - it is soon done
        return Survey((), induction.boldly_staked(payoffs, ladder, played, solution))

    return replace(solution, survey=survey)


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, _OneHand(payoffs), info)


# ---- all hands -----------------------------------------------------------------------------------------


class Classes(NamedTuple):
    """Hands up to suits in the order of their rungs."""

    cards: NDArray[np.int64]
    weights: NDArray[np.int64]
    rungs: NDArray[np.int32]


class Ladder:
    """The counter of a whole game."""

    def __init__(self, payoffs: Payoffs, live: Cards, progress: Progress = silent) -> None:
        check_suits(live)
        tree, game = payoffs.tree, payoffs.game
        assert game.ranking is not None  # noqa: S101 - it is not chosen without it
        self.live = live
        self._payoffs = payoffs
        self._shown = tree.shown
        rungs = rungs_of(game.ranking, tree.own), rungs_of(game.ranking, tree.dealer)
        self._strengths = np.union1d(rungs[0].strengths, rungs[1].strengths)
        self._own, self._dealer = (
            classes_of(live, size, each, self._strengths)
            for size, each in zip((tree.own, tree.dealer), rungs, strict=True)
        )
        self._groups, self._tied = _groups(payoffs, self._strengths)
        groups = self._groups[self._dealer.rungs]
        self._by_group = [
            (self._dealer.cards[groups == group], self._dealer.rungs[groups == group])
            for group in range(int(self._groups.max()) + 1)
        ]
        self._counts = self._counted(progress)
        self._rows: dict[Cards, NDArray[np.int64]] = {}

    def _counted(self, progress: Progress) -> NDArray[np.int32]:
        """The dealer's hands below, equal and above by hand, card seen and group."""
        table, groups = ladder_counts.numbers(), int(self._groups.max()) + 1
        live, own, dealer = np.array(sorted(self.live)), self._own, self._dealer
        beside = comb(len(live) - own.cards.shape[1], self._shown)
        counts = np.zeros((len(own.cards), beside, 3, groups), dtype=np.int32)
        sums = np.zeros((groups, table.size), dtype=np.int32)
        steps = np.arange(len(self._strengths) + 1)
        mine, his = np.searchsorted(own.rungs, steps), np.searchsorted(dealer.rungs, steps)

        def read(part: slice) -> NDArray[np.int64]:
            found = np.zeros((len(own.cards[part]), beside, groups), dtype=np.int64)
            ladder_counts.read_hands(own.cards[part], live, self._shown, table, sums, found)
            return found

        for rung, group in enumerate(self._groups.tolist()):
            here, added = slice(*mine[rung : rung + 2]), slice(*his[rung : rung + 2])
            alike = here.stop > here.start
            if alike and self._tied != BELOW:
                counts[here, :, BELOW] = read(here)
            of = np.full(added.stop - added.start, group)
            ladder_counts.add_hands(dealer.cards[added], dealer.weights[added], of, table, sums)
            if alike and self._tied is None and len(of):
                counts[here, :, EQUAL] = read(here) - counts[here, :, BELOW]
            elif alike and self._tied == BELOW:
                counts[here, :, BELOW] = read(here)
            progress(int(mine[rung + 1] + his[rung + 1]), len(own.cards) + len(dealer.cards))
        if groups == 1:
            hidden = dealer.cards.shape[1] - self._shown
            every: Any = comb(len(live) - own.cards.shape[1] - self._shown, hidden)
        else:
            every = read(slice(None))
        counts[:, :, ABOVE] = every - counts[:, :, BELOW] - counts[:, :, EQUAL]
        return counts

    def bundles(self) -> Iterator[Bundle]:
        """The hands that are played together."""
        tree = self._payoffs.tree
        turn, dead = tree.turns[0], tuple(card for card in range(len(STANDARD)) if card not in self.live)
        base = InfoState(turn, (), dead=dead, stakes=self._payoffs.opening, meter=self._payoffs.meter)
        for rows in self._alike():
            infos = _Infos(base, self._own.cards[rows], self.live, self._shown)
            info = infos(0)
            self._rows[info.own] = rows
            yield Bundle(info, np.repeat(self._own.weights[rows], infos.beside), infos, infos.against())

    def _alike(self) -> Iterator[NDArray[np.int64]]:
        """The places of hands of one strength, with the same choices and facts."""
        payoffs, tree = self._payoffs, self._payoffs.tree
        choices = [choice for turn in tree.turns for choice in turn.choices]
        alike: dict[Any, list[int]] = {}
        for place, (cards, rung) in enumerate(zip(self._own.cards.tolist(), self._own.rungs.tolist(), strict=True)):
            own = tuple(cards)
            may = tuple(payoffs.game.may(each.name, own, payoffs.terms) for each in choices)
            alike.setdefault((rung, may, self._read(Hand(own))), []).append(place)
        endings = {each.ending for each in choices if each.ending is not None}
        for places in alike.values():
            hands = {place: tuple(self._own.cards[place].tolist()) for place in places}
            ended = [
                [self._read(Hand(hands[place], ending)) for place in (places[0], places[-1])] for ending in endings
            ]
            if any(first != last for first, last in ended):
                why = "hands that are read alike when they are played are read apart when they end"
                raise AnalysisError(why, "a settlement whose facts have what it goes by, whatever the ending")
            yield np.array(places)

    def _read(self, hand: Hand) -> Any:  # noqa: ANN401 - every game has facts of its own
        """The facts of a hand against one and the same hand of the dealer's."""
        against = tuple(self._dealer.cards[0].tolist())
        return self._payoffs.read(hand, Board((), against, (hand,), self._payoffs.meter))

    def cells(self, info: InfoState, kept: Cards) -> Cells:  # noqa: ARG002 - nothing is put away
        """The dealer's hands that can be, by being below, equal or above, and group."""
        rows = self._rows[kept]
        counts = self._counts[rows].reshape(-1, 3 * self._counts.shape[3]).astype(np.int64)
        came = np.flatnonzero(counts.any(axis=0))
        rung, groups = int(self._own.rungs[rows[0]]), self._counts.shape[3]
        examples = [((), self._example(kept, rung, *divmod(cell, groups))) for cell in came.tolist()]
        return Cells(counts[:, came], examples)

    def _example(self, own: Cards, rung: int, side: int, group: int) -> Cards:
        """A dealer's hand of a cell: by its strength it is read like all others of the cell."""
        hands, rungs = self._by_group[group]
        below = int(np.searchsorted(rungs, rung, "right" if self._tied == BELOW else "left"))
        above = int(np.searchsorted(rungs, rung, "left" if self._tied == ABOVE else "right"))
        hands = [hands[:below][:TRIED], hands[below:above][:TRIED], hands[above:][:TRIED]][side]
        for renamed in suit_permutations():
            free = ~np.isin(renamed[hands], own).any(axis=1)
            if free.any():
                return tuple(renamed[hands[free.argmax()]].tolist())
        return tuple(hands[0].tolist())


class _Infos:
    """The information states of a bundle: every hand with every card of the dealer's that may be seen beside it."""

    def __init__(self, base: InfoState, cards: NDArray[np.int64], live: Cards, shown: int) -> None:
        self._base, self._cards, self._live, self._shown = base, cards, sorted(live), shown
        self.beside = comb(len(live) - cards.shape[1], shown)

    def against(self) -> NDArray[np.int64] | None:
        """The rank of the dealer's card that is seen, by place; None where none is."""
        if not self._shown:
            return None
        live = np.array(self._live)
        beside = ~(self._cards[:, :, None] == live).any(axis=1)
        return np.asarray(np.broadcast_to(live >> 2, beside.shape)[beside])

    def __call__(self, place: int) -> InfoState:
        own, at = tuple(self._cards[place // self.beside].tolist()), place % self.beside
        rest = [card for card in self._live if card not in own]
        return replace(self._base, own=own, dealer=next(islice(combinations(rest, self._shown), at, None)))


# ---- one hand ------------------------------------------------------------------------------------------


class _OneHand:
    """The counter of one hand: every hand of the dealer's that can be."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The dealer's hands that can be, by being below, equal or above, and kind."""
        game, tree = self._payoffs.game, self._payoffs.tree
        assert game.ranking is not None  # noqa: S101 - it is not chosen without it
        rungs, strengths = rungs_of(game.ranking, tree.dealer), strengths_of(game.ranking, tree.dealer)
        of = numbered(game.compare, tuple(rungs.strengths.tolist())).of
        kinds = np.array([of[strength] for strength in rungs.strengths.tolist()])
        own = game.ranking(kept)
        # Between two rungs where the dealer has no hand of this strength: half steps keep the order.
        at = 2 * int(np.searchsorted(rungs.strengths, own)) - (own not in rungs.strengths)
        doubled = np.zeros(2 * len(kinds), dtype=np.int64)
        doubled[::2] = kinds
        counts = np.zeros((3, int(kinds.max()) + 1), dtype=np.int64)
        hands = np.zeros((*counts.shape, tree.dealer), dtype=np.int64)
        unseen, seen = np.array(info.unseen(STANDARD)), np.array(sorted(info.dealer), dtype=np.int64)
        sets, more = ladder_counts.sets_of_hand(tree.dealer, rungs.size), tree.dealer - len(seen)
        if not more:  # the last of those seen is the one that completes the hand
            unseen, seen, more = seen[-1:], seen[:-1], 1
        ladder_counts.look(unseen, seen, more, sets, strengths, at, doubled, counts, hands)
        return Cells(counts[counts > 0], [((), tuple(hand)) for hand in hands[counts > 0].tolist()])


# ---- strengths -----------------------------------------------------------------------------------------


def check_suits(live: Cards) -> None:
    """Refuse cards among which the suits are not alike."""
    if len({tuple(card >> 2 for card in sorted(live) if card & 3 == suit) for suit in range(4)}) > 1:
        raise AnalysisError("the suits of the cards dealt from are not alike", "a deck with the same ranks of each")


@lru_cache(maxsize=4)
def rungs_of(ranking: Ranking, size: int) -> Rungs:
    """The ladder of a ranking of so many cards; a ranking names no suit, so one hand of each class is asked for."""
    best = BEST_OF.get(ranking, size)
    sets, _ = standing(np.arange(len(STANDARD)), best)
    table = ladder_counts.numbers()
    strengths, rungs = np.unique([ranking(cards) for cards in sets.tolist()], return_inverse=True)
    numbers = np.zeros(len(sets), dtype=np.int64)
    ladder_counts.number_hands(sets.astype(np.int64), table, numbers)
    of = np.full(table.size, -1, dtype=np.int32)
    of[numbers] = rungs
    return Rungs(strengths, of, best)


@lru_cache(maxsize=2)
def strengths_of(ranking: Ranking, size: int) -> NDArray[Any]:
    """Twice the rung of every set of cards that a hand is the best of, by its place when the last card counts first."""
    rungs = rungs_of(ranking, size)
    word = np.int16 if 2 * len(rungs.strengths) < 1 << 15 else np.int32  # what is small stays near the processor
    found = np.zeros(comb(len(STANDARD), rungs.size), dtype=word)
    ladder_counts.fill_strengths(rungs.size, 2 * rungs.of, ladder_counts.numbers(), found)
    return found


def classes_of(live: Cards, size: int, rungs: Rungs, strengths: NDArray[np.int64]) -> Classes:
    """All hands of so many live cards up to suits, by rung of a ladder that has all of these strengths."""
    sets, weights = standing(np.array(sorted(live)), size)
    cards, found = sets.astype(np.int64), np.zeros(len(sets), dtype=np.int64)
    ladder_counts.best_of(cards, rungs.size, rungs.of, ladder_counts.numbers(), found)
    of = np.searchsorted(strengths, rungs.strengths)[found]
    order = np.argsort(of, kind="stable")
    return Classes(cards[order], weights[order], of[order].astype(np.int32))


def _groups(payoffs: Payoffs, strengths: NDArray[np.int64]) -> tuple[NDArray[np.int64], int | None]:
    """The group of each rung: the dealer's hands that the game tells the same facts of, against whatever hand.

    And the side, below or above, that an equal hand is told the facts of, if it is always one.
    """
    kinds, ids = Kinds(payoffs, strengths.tolist()), dict[Any, int]()
    facts = np.full((kinds.count, 3, kinds.count), None, dtype=object)
    for (own, side, dealer), _ in np.ndenumerate(facts):
        found = kinds.facts(Path(), side - 1, own, dealer)
        if found is not None:
            facts[own, side, dealer] = ids.setdefault(found, len(ids))
    groups = kinds.groups(facts)
    if len(groups) > MOST_GROUPS:
        why = f"the settlement tells {len(groups)} groups of the dealer's hands apart"
        raise AnalysisError(why, f"a settlement that tells up to {MOST_GROUPS}")
    of = {kind: number for number, group in enumerate(groups) for kind in group}
    alike = [[kind for kind in range(kinds.count) if of[kind] == of[own]] for own in range(kinds.count)]
    tied = [
        side
        for side in (BELOW, ABOVE)
        if all(
            facts[own, side, each] in {None, facts[own, EQUAL, own]}
            for own, others in enumerate(alike)
            for each in others
        )
    ]
    return np.array([of[kinds.of[strength]] for strength in strengths.tolist()]), tied[0] if tied else None
