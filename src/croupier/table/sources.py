"""Where cards come from: a cryptographic shuffle, a seed, a script, or a physical shoe. The edge of the table.

The shuffle is Fisher and Yates's with bytes that are thrown away when they would favour a card; the bytes for a whole
shuffle, salts included, are drawn at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from hashlib import shake_256
from typing import Any, Protocol

from croupier.cards import Deck
from croupier.table.commitments import SALT_BYTES

Bytes = Callable[[int], bytes]
fresh: Bytes = os.urandom  # the salts of a recording come from here
_BYTES_A_CARD = 4  # many more than a shuffle needs on average
_FAIR = [0, *(256 - 256 % bound for bound in range(1, 257))]  # the bytes below it fall evenly below a bound


def shuffled(cards: Sequence[int], take: Bytes) -> tuple[list[int], str]:
    """The cards in random order, every order as likely as any other, and a salt for each position."""
    order = list(cards)
    count = len(order)
    drawn = take(count * (_BYTES_A_CARD + SALT_BYTES))
    salts, rest = drawn[: count * SALT_BYTES], drawn[count * SALT_BYTES :]
    left = count
    while left > 1:
        for byte in rest:
            # A byte from the largest multiple of the bound on would favour the first cards.
            if byte < _FAIR[left]:
                chosen = byte % left
                left -= 1
                order[left], order[chosen] = order[chosen], order[left]
                if left == 1:
                    break
        else:
            rest = take(count * _BYTES_A_CARD)
    return order, salts.hex()


def _below(bound: int, take: Bytes) -> int:
    """A number below the bound, each as likely as any other."""
    while True:
        (byte,) = take(1)
        if byte < _FAIR[bound]:
            return byte % bound


class CardSource(Protocol):
    """Gives the arguments of a shuffle and the depth of a cut."""

    def shuffle(self, cards: Sequence[int]) -> dict[str, Any]:
        """The arguments of the shuffle command for these cards."""

    def cut(self, cards: int) -> int:
        """Where a deck of so many cards is cut."""


class Random:
    """The operating system's randomness, or a seed that repeats itself."""

    def __init__(self, seed: str | None = None) -> None:
        self._take: Bytes = os.urandom if seed is None else _seeded(seed)

    def shuffle(self, cards: Sequence[int]) -> dict[str, Any]:
        """A fair shuffle."""
        order, salts = shuffled(cards, self._take)
        return {"order": order, "salts": salts}

    def cut(self, cards: int) -> int:
        """Anywhere with ten cards on both sides."""
        return 10 + _below(cards - 19, self._take)


def _seeded(seed: str) -> Bytes:
    count = 0

    def take(many: int) -> bytes:
        nonlocal count
        count += 1
        return shake_256(f"{seed}:{count}".encode()).digest(many)

    return take


class Scripted:
    """Decks written by hand: the first cards of each, the rest following in the deck's own order."""

    def __init__(self, deck: Deck, decks: Iterable[str]) -> None:
        self._deck = deck
        self._decks = iter([deck.parse(text) for text in decks])
        self._count = 0

    def shuffle(self, cards: Sequence[int]) -> dict[str, Any]:
        """The next deck written, or the deck as it was made when none is left."""
        self._count += 1
        first = [card for card in next(self._decks, ()) if card in cards]
        order = [*first, *(card for card in sorted(cards) if card not in first)]
        return {"order": order, "salts": shake_256(str(self._count).encode()).hexdigest(SALT_BYTES * len(order))}

    def cut(self, cards: int) -> int:
        """In the middle."""
        return cards // 2


class Physical:
    """A shoe of real cards: nobody knows their order before they are dealt, and they are entered then."""

    def shuffle(self, cards: Sequence[int]) -> dict[str, Any]:  # noqa: ARG002 - real cards shuffle themselves
        """Nothing is known."""
        return {"physical": True}

    def cut(self, cards: int) -> int:
        """In the middle; the dealer cuts where the dealer cuts."""
        return cards // 2
