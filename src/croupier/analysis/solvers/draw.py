"""The draw counter: any of one's own cards are put away and replaced, and the hand is paid by a table.

Every hand that can be drawn to holds the cards kept and none of those put away. Hands are added by kind to counts by
subset of their cards, which inclusion and exclusion over a player's hand turns into the hands that each way to keep
leads to. All hands for which the same choices are open are one bundle, whose cards are told by their places.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels import ladder_counts
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import numbered
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Spot, silent
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.induction import Bundle, Cells, OwnHands
from croupier.analysis.solvers.ladder import check_suits, classes_of, rungs_of, strengths_of
from croupier.analysis.solvers.starts import live_cards
from croupier.cards import STANDARD
from croupier.games.game import Board, Hand


def counter_of(
    payoffs: Payoffs,
    live: Sequence[int] | None = None,
    progress: Progress = silent,  # noqa: ARG001 - one shape
) -> tuple[Draws, Iterator[Bundle]]:
    """The counter of a whole game, and the hands from which it is played."""
    counter = Draws(payoffs, live_cards(payoffs, live))
    return counter, counter.bundles()


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from live cards among which the suits are alike."""
    counter, hands = counter_of(payoffs, live)
    played = induction.induce(payoffs, counter, hands, policy, progress)
    return induction.solution_of(payoffs, played, len(counter.live))


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, _OneHand(payoffs, info), info)


class _Kinds:
    """The kinds of complete hands, and one hand of each."""

    def __init__(self, payoffs: Payoffs) -> None:
        game, self.size = payoffs.game, payoffs.tree.own
        assert game.ranking is not None  # noqa: S101 - it is not chosen without it
        self.ranking = game.ranking
        self.rungs = rungs_of(game.ranking, self.size)
        strengths = self.rungs.strengths.tolist()
        of = numbered(game.compare, tuple(strengths)).of
        self.of = np.array([of[strength] for strength in strengths])
        self.count = int(self.of.max()) + 1

    def examples(self, hands: NDArray[np.int64], kinds: NDArray[np.int64]) -> list[Cards]:
        """One of these hands for each kind; none, an empty one, for a kind that is not among them."""
        found: list[Cards] = [()] * self.count
        kind, first = np.unique(kinds, return_index=True)
        for each, place in zip(kind.tolist(), first.tolist(), strict=True):
            found[each] = tuple(hands[place].tolist())
        return found


class Draws:
    """The counter of a whole game."""

    def __init__(self, payoffs: Payoffs, live: Cards) -> None:
        check_suits(live)
        self.live = live
        self._payoffs = payoffs
        kinds, table = _Kinds(payoffs), ladder_counts.numbers()
        self._hands = classes_of(live, kinds.size, kinds.rungs, kinds.rungs.strengths)
        of_hands, cards = kinds.of[self._hands.rungs], self._hands.cards
        sums = np.zeros((kinds.count, table.size), dtype=np.int32)
        ladder_counts.add_hands(cards, self._hands.weights, of_hands, table, sums)
        self._counts = np.zeros((len(cards), 1 << kinds.size, kinds.count), dtype=np.int32)
        ladder_counts.hold_hands(cards, table, sums, self._counts)
        self._examples = kinds.examples(cards, of_hands)
        self._rows: dict[Cards, NDArray[np.int64]] = {}

    def bundles(self) -> Iterator[Bundle]:
        """The hands that are played together: the same choices are open, and if they end they are read alike."""
        payoffs = self._payoffs
        turn, dead = payoffs.tree.turns[0], tuple(card for card in range(len(STANDARD)) if card not in self.live)
        base = InfoState(turn, (), dead=dead, stakes=payoffs.opening, meter=payoffs.meter)
        endings = {each.ending for each in turn.choices if each.ending is not None}
        alike: dict[object, list[int]] = {}
        for place, cards in enumerate(self._hands.cards.tolist()):
            own = tuple(cards)
            may = tuple(payoffs.game.may(each.name, own, payoffs.terms) for each in turn.choices)
            ended = tuple(_read(payoffs, Hand(own, ending)) for ending in endings)
            alike.setdefault((may, ended), []).append(place)
        for places in alike.values():
            rows = np.array(places)
            infos = OwnHands(base, self._hands.cards[rows])
            self._rows[infos(0).own] = rows
            yield Bundle(infos(0), self._hands.weights[rows], infos)

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The kinds that can be drawn to when the cards in these places are kept."""
        counts = self._counts[self._rows[info.own], _subset(info.own, kept)].astype(np.int64)
        return _cells(counts, self._examples)


def _read(payoffs: Payoffs, hand: Hand) -> object:
    """The facts of a hand that ended before the draw."""
    return payoffs.read(hand, Board((), (), (hand,), payoffs.meter))


def _subset(own: Cards, kept: Cards) -> int:
    """The cards kept as a set of places."""
    return sum(1 << own.index(card) for card in kept)


def _cells(counts: NDArray[np.int64], examples: Sequence[Cards]) -> Cells:
    """The kinds that come, each with a hand to be read."""
    came = np.flatnonzero(counts.reshape(-1, counts.shape[-1]).any(axis=0))
    return Cells(counts[..., came], [((), ())] * len(came), [examples[kind] for kind in came.tolist()])


class _OneHand:
    """The counter of one hand: all hands that can be drawn to, by what is kept."""

    def __init__(self, payoffs: Payoffs, info: InfoState) -> None:
        kinds, size = _Kinds(payoffs), payoffs.tree.own
        cards = np.array(sorted(info.own + info.unseen(STANDARD)))
        mine = np.array([1 << info.own.index(card) if card in info.own else 0 for card in cards.tolist()])
        self._counts = np.zeros((1 << size, kinds.count), dtype=np.int64)
        hands = np.full((kinds.count, size), -1, dtype=np.int64)
        of, choose = np.repeat(kinds.of, 2), ladder_counts.sets_of_hand(size, size).choose
        strengths = strengths_of(kinds.ranking, size)
        ladder_counts.draw_hands(cards, mine, size, choose, strengths, of, self._counts, hands)
        self._examples = [tuple(hand) for hand in hands.tolist()]

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The kinds that can be drawn to."""
        return _cells(self._counts[_subset(info.own, kept)], self._examples)
