"""Card sources: committed secrets, a seed, a script, or a physical shoe. Randomness enters the table here alone."""

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
fresh: Bytes = os.urandom  # the salts of a recording come from here, too


class CardSource(Protocol):
    """The interface of a card source: the values that it adds to the opening, shuffles, cuts and close of a session."""

    kind: str

    def open(self, place: Place) -> dict[str, Any] | None:
        """The commitments that the session is opened with; None for a source without commitments."""

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:
        """The arguments for the shuffle of that number, of these cards."""

    def cut(self, cards: int) -> dict[str, Any]:
        """The depth of the cut for a deck of that many cards, if the source determines it."""

    def close(self) -> dict[str, Any]:
        """The arguments that the session is closed with."""


class Random:
    """A source for one session, from the system's randomness or a repeatable seed; `close` reveals its seed."""

    def __init__(self, seed: str | None = None) -> None:
        self.kind = COMMITTED if seed is None else SEEDED
        drawn = os.urandom(SEED_BYTES) if seed is None else sha256(b"croupier practice 1\0" + seed.encode()).digest()
        self._seed = drawn.hex()
        self._following: tuple[tuple[Place, int], str] = (Place(), 0), ""  # the secret that was committed to last

    @classmethod
    def again(cls, seed: str) -> Random:
        """The source of a resumed session, from the seed that it was opened with, which `close` reveals."""
        source = cls()
        source._seed = seed
        return source

    def open(self, place: Place) -> dict[str, Any]:
        """Commitments to the seed and to the first secret."""
        return {"session": digest(self._seed), "commitment": digest(secret_of(self._seed, place, 1))}

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - the secret decides
        """The secret of this shuffle, and the commitment to the next."""
        secret = self._following[1] if self._following[0] == (place, number) else secret_of(self._seed, place, number)
        following = secret_of(self._seed, place, number + 1)
        self._following = (place, number + 1), following
        return {"secret": secret, "commitment": digest(following)}

    def cut(self, cards: int) -> dict[str, Any]:  # noqa: ARG002 - the secret decides
        """No argument: the cut follows from the secret."""
        return {}

    def close(self) -> dict[str, Any]:
        """The seed."""
        return {"seed": self._seed}


class _Open:
    """Base class of sources without commitments."""

    kind: str

    def open(self, place: Place) -> None:
        """No commitments."""

    def close(self) -> dict[str, Any]:
        """No arguments."""
        return {}

    def cut(self, cards: int) -> dict[str, Any]:
        """A cut in the middle."""
        return {"depth": cards // 2}


class Scripted(_Open):
    """A source of decks written by hand: the first cards of each, the rest following in the deck's own order."""

    kind = SCRIPTED

    def __init__(self, deck: Deck, decks: Iterable[str]) -> None:
        self._decks = iter([deck.parse(text) for text in decks])

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        """The next deck written, or the deck in its own order when none is left."""
        first = [card for card in next(self._decks, ()) if card in cards]
        return {"order": [*first, *(card for card in sorted(cards) if card not in first)]}


class Physical(_Open):
    """A shoe of real cards, whose order is unknown: each card is entered when it is dealt."""

    kind = REAL

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        """The mark that the order is unknown."""
        return {"physical": True}
