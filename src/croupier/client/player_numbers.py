"""A player's numbers for the last cuts: drawn at random, and mixed with a text if the player chose one."""

from __future__ import annotations

import os
from hashlib import sha256

from croupier.table.fairness.shuffle import digest

_BYTES = 32


class Numbers:
    """The number that is promised, and the one after it. Each is revealed for one shuffle, and none comes twice.

    A text is mixed with fresh randomness, so that nobody who knows or guesses it knows a number. Only in practice,
    where the cards come from a seed that somebody knows, do the numbers follow from the text alone.
    """

    def __init__(self, text: str | None = None, *, practice: bool = False) -> None:
        self._text, self._practice = text or "", practice
        self._count = 0
        self.begin("")

    def begin(self, session: str) -> None:
        """Draw the numbers of another session, where none is promised yet."""
        self._session = session
        self.number, self._following = self._drawn(), self._drawn()

    def _drawn(self) -> str:
        self._count += 1
        if self._practice:
            return sha256(f"croupier number 1\0{self._text}\0{self._count}".encode()).hexdigest()
        mixed = f"croupier number 2\0{self._session}\0{self._text}\0{self._count}\0".encode() + os.urandom(_BYTES)
        return sha256(mixed).hexdigest()

    def promise(self) -> dict[str, str]:
        """The promise of the number, which is its hash."""
        return {"next": digest(self.number)}

    def give(self) -> dict[str, str]:
        """The number, revealed, and the promise of the one after it."""
        return {"number": self.number, "next": digest(self._following)}

    def heard(self, number: str) -> None:
        """A number is on record; if it is the one that was to be given, it is not given again."""
        if number == self.number:
            self.spend()

    def spend(self) -> None:
        """Give the present number never again: the one after it is next."""
        self.number, self._following = self._following, self._drawn()
