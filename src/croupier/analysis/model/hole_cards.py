"""Classes of two hole cards, and the facts of a hand that go by these cards and not by its strength."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

import numpy as np

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import Cards
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.symmetry import class_keys, hands_of
from croupier.cards import STANDARD
from croupier.games.game import Board, Ending, Hand

EXAMPLES = 12  # deals that show which facts go by the hole cards alone
DEALS_OF_A_CLASS = 2  # of hole cards
BOARD = 5


def check_told_by_strengths(payoffs: Payoffs, paths: Sequence[Path]) -> None:
    """Raise an AnalysisError if examples show that a path pays by more than the strengths of both hands.

    There are some deals for each class of hole cards: what shows on rare boards alone is not found.
    """
    game, random = payoffs.game, Random(EXAMPLES)  # noqa: S311 - examples that can be repeated
    assert game.ranking is not None  # noqa: S101 - it is not chosen without it
    assert game.compare is not None  # noqa: S101
    for own in _one_of_each_class():
        rest = [card for card in range(len(STANDARD)) if card not in own]
        for _ in range(DEALS_OF_A_CLASS):
            cards = tuple(random.sample(rest, BOARD + 2))
            board, dealer = cards[:BOARD], cards[BOARD:]
            strengths = game.ranking(own + board), game.ranking(dealer + board)
            for path in paths:
                hand = Hand(own, path.ending)
                facts = payoffs.read(hand, Board(board, dealer, (hand,), payoffs.meter))
                if payoffs.net(path, facts) != payoffs.net(path, game.compare(path.ending, *strengths)):
                    why = "a wager pays by more of the cards than the strengths of both hands"
                    raise AnalysisError(why, "facts as compare() makes them; a side wager by its table (`looks_at`)")


def _one_of_each_class() -> list[Cards]:
    """Two cards of each class: of two ranks in one suit, and of two suits."""
    ranks = range(len(STANDARD) // 4)
    suited: list[Cards] = [(4 * low, 4 * high) for high in ranks for low in range(high)]
    return suited + [(4 * low, 4 * high + 1) for high in ranks for low in range(high + 1)]


class Told(NamedTuple):
    """The facts that go by the hole cards: all facts of a hand, or fields with their values."""

    whole: Any = None
    fields: tuple[tuple[str, Any], ...] = ()

    def put_into(self, compared: Any) -> Any:  # noqa: ANN401 - every game has facts of its own
        """The facts of a hand, from those that two strengths make."""
        if self.whole is not None:
            return self.whole
        return compared._replace(**dict(self.fields)) if self.fields else compared


class HoleCards:
    """The classes of hole cards of a deck in which the suits are alike, in groups that are told alike."""

    def __init__(self, payoffs: Payoffs, live: Cards, endings: Sequence[Ending]) -> None:
        self._payoffs = payoffs
        pairs = hands_of(live, 2)
        self.numbers = pairs[:, 0] + pairs[:, 1] * (pairs[:, 1] - 1) // 2  # of all pairs
        keys = class_keys(STANDARD, live, pairs)
        _, first, self.class_of, hands = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
        self.cards: list[Cards] = [tuple(pairs[each].tolist()) for each in first]
        self.hands: list[int] = hands.tolist()
        self.told: list[dict[Ending, Told]] = []  # by group
        self.group_of: list[int] = []  # by class
        for own in self.cards:
            told = {ending: self._told(own, live, ending) for ending in endings}
            if told not in self.told:
                self.told.append(told)
            self.group_of.append(self.told.index(told))

    def _told(self, own: Cards, live: Cards, ending: Ending) -> Told:
        """The facts that some deals have in common beyond what strengths tell; an AnalysisError if there is more."""
        game, random = self._payoffs.game, Random(EXAMPLES)  # noqa: S311 - examples that can be repeated
        assert game.ranking is not None  # noqa: S101 - it is not chosen without it
        assert game.compare is not None  # noqa: S101
        rest, hand = [card for card in live if card not in own], Hand(own, ending)
        read, compared = [], []
        for _ in range(EXAMPLES):
            cards = tuple(random.sample(rest, BOARD + 2))
            board, dealer = cards[:BOARD], cards[BOARD:]
            read.append(self._payoffs.read(hand, Board(board, dealer, (hand,), self._payoffs.meter)))
            compared.append(game.compare(ending, game.ranking(own + board), game.ranking(dealer + board)))
        if read == compared:
            return Told()
        if ending != "played" and all(each == read[0] for each in read):
            return Told(whole=read[0])
        names = getattr(read[0], "_fields", ())
        apart = [
            each
            for each in names
            if any(getattr(one, each) != getattr(two, each) for one, two in zip(read, compared, strict=True))
        ]
        told = Told(fields=tuple((each, getattr(read[0], each)) for each in apart))
        if not apart or [told.put_into(each) for each in compared] != read:
            why = "the game reads of a hand what neither two strengths nor the player's own two cards tell"
            raise AnalysisError(why, "facts as compare() makes them, or that go by the player's own cards")
        return told
