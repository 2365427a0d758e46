"""Hands that differ only in the names of suits, or in which of several alike cards they hold, are one class.

No rule of any game here names a suit, so that a class has one value and is worked out once. Only permutations that
leave the live cards as they are may be used: with a card dead, the suits are no longer alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.cards import Deck

SUITS = 4


class HandClass(NamedTuple):
    """A class of hands: one of them, and how many there are."""

    cards: tuple[int, ...]
    hands: int


@cache
def suit_permutations() -> NDArray[np.int64]:
    """The 24 ways to rename suits, each as what becomes of every card of the standard deck."""
    cards = np.arange(52)
    return np.array([(cards & ~3) | np.array(each)[cards & 3] for each in permutations(range(SUITS))])


def hands_of(cards: Sequence[int], size: int) -> NDArray[np.int64]:
    """All hands of so many of these cards, a row each, the cards in rising order."""
    return np.array(list(combinations(sorted(cards), size)), dtype=np.int64).reshape(-1, size)


def class_keys(deck: Deck, live: Sequence[int], hands: NDArray[np.int64]) -> NDArray[np.int64]:
    """A number for each hand; hands of one class have the same."""
    size = len(deck)
    if len(set(deck.faces)) < size:
        # Alike copies are one card: the lowest that has the face.
        faces = np.array([deck.faces.index(face) for face in deck.faces])
        return _numbered(faces[hands], size)
    kept = [each for each in suit_permutations() if set(each[list(live)].tolist()) == set(live)]
    keys: NDArray[np.int64] = np.min([_numbered(each[hands], size) for each in kept], axis=0)
    return keys


def _numbered(hands: NDArray[np.int64], size: int) -> NDArray[np.int64]:
    """A row of cards as one number, whatever their order."""
    number = np.zeros(len(hands), dtype=np.int64)
    for column in np.sort(hands, axis=1).T:
        number = number * size + column
    return number


def classes(deck: Deck, live: Sequence[int], size: int) -> list[HandClass]:
    """The classes of hands of so many cards, each by the first of its hands."""
    hands = hands_of(live, size)
    _, first, counts = np.unique(class_keys(deck, live, hands), return_index=True, return_counts=True)
    order = np.argsort(first)
    return [HandClass(tuple(hands[first[each]].tolist()), int(counts[each])) for each in order]
