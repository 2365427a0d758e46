"""Where cards come from: secrets that are committed to, a seed, a script, or a physical shoe. The edge of the table."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import Any, Protocol

from croupier.cards import Deck
from croupier.table.fairness.shuffle import digest, secret_of
from croupier.table.model.state import COMMITTED, REAL, SCRIPTED, SEEDED, Place

SEED_BYTES = 32
Bytes = Callable[[int], bytes]
fresh: Bytes = os.urandom  # the salts of a recording come from here


class CardSource(Protocol):
    """Gives what the house and the card source add to the opening, the shuffles, the cuts and the close of a table."""

    kind: str

    def open(self, place: Place) -> dict[str, Any] | None:
        """What the session is opened with; None where nothing is committed to."""

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:
        """What makes the shuffle of that number, of these cards."""

    def cut(self, cards: int) -> dict[str, Any]:
        """Where a deck of so many cards is cut, if that is for the source to say."""

    def close(self) -> dict[str, Any]:
        """What the session is closed with."""


class Random:
    """The operating system's randomness, or a seed that repeats itself; for one session, whose end tells the seed."""

    def __init__(self, seed: str | None = None) -> None:
        self.kind = COMMITTED if seed is None else SEEDED
        drawn = os.urandom(SEED_BYTES) if seed is None else sha256(b"croupier practice 1\0" + seed.encode()).digest()
        self._seed = drawn.hex()
        self._following: tuple[tuple[Place, int], str] = (Place(), 0), ""  # the secret that was committed to last

    @classmethod
    def again(cls, seed: str) -> Random:
        """The source of a session that goes on: from the seed that it was opened with, which `close` tells."""
        source = cls()
        source._seed = seed
        return source

    def open(self, place: Place) -> dict[str, Any]:
        """Commitments to the seed and to the first secret."""
        return {"session": digest(self._seed), "commitment": digest(secret_of(self._seed, place, 1))}

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - the secret
        """The secret of this shuffle, and the commitment to the next."""
        secret = self._following[1] if self._following[0] == (place, number) else secret_of(self._seed, place, number)
        following = secret_of(self._seed, place, number + 1)
        self._following = (place, number + 1), following
        return {"secret": secret, "commitment": digest(following)}

    def cut(self, cards: int) -> dict[str, Any]:  # noqa: ARG002 - the secret decides
        """Nothing: it follows from the secret."""
        return {}

    def close(self) -> dict[str, Any]:
        """The seed."""
        return {"seed": self._seed}


class _Open:
    """A source that commits to nothing."""

    kind: str

    def open(self, place: Place) -> None:
        """Nothing."""

    def close(self) -> dict[str, Any]:
        """Nothing."""
        return {}

    def cut(self, cards: int) -> dict[str, Any]:
        """In the middle."""
        return {"depth": cards // 2}


class Scripted(_Open):
    """Decks written by hand: the first cards of each, the rest following in the deck's own order."""

    kind = SCRIPTED

    def __init__(self, deck: Deck, decks: Iterable[str]) -> None:
        self._decks = iter([deck.parse(text) for text in decks])

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        """The next deck written, or the deck as it was made when none is left."""
        first = [card for card in next(self._decks, ()) if card in cards]
        return {"order": [*first, *(card for card in sorted(cards) if card not in first)]}


class Physical(_Open):
    """A shoe of real cards: nobody knows their order before they are dealt, and they are entered then."""

    kind = REAL

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        """Nothing is known."""
        return {"physical": True}
