"""A player's numbers for the shuffles: drawn, or worked out from a text that the player chose."""

from __future__ import annotations

import os
from hashlib import sha256

from croupier.table.fairness.shuffle import digest

_BYTES = 32


class Numbers:
    """The number that is promised next, and the one after it. Each is given once."""

    def __init__(self, text: str | None = None) -> None:
        self._text = text
        self._count = 0
        self.number, self._following = self._drawn(), self._drawn()

    def _drawn(self) -> str:
        self._count += 1
        if self._text is None:
            return os.urandom(_BYTES).hex()
        return sha256(f"croupier number 1\0{self._text}\0{self._count}".encode()).hexdigest()

    def promise(self) -> dict[str, str]:
        """The promise that goes with sitting down: the hash of the next number."""
        return {"next": digest(self.number)}

    def give(self) -> dict[str, str]:
        """The number that goes with a bet, and the hash of the one after it."""
        return {"number": self.number, "next": digest(self._following)}

    def heard(self, number: str) -> None:
        """A number is on record; if it is the one that was to be given, it is not given again."""
        if number == self.number:
            self.number, self._following = self._following, self._drawn()
