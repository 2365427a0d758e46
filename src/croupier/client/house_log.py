"""The house's log as a client keeps it: its key, its last checkpoint, and rounds that a checkpoint must cover yet.

The key of the first visit and the last checkpoint are in the evidence, so that the next visit asks for the proof that
the log went on from there. A round that has just ended is in no checkpoint: its receipt is asked for again when the
house has signed the next one. The rounds that wait are known as long as the program runs.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from croupier.client.calls import call, rounds
from croupier.client.calls.call import Call
from croupier.client.evidence import Evidence
from croupier.crypto.signed_notes import Checkpoint, NoteError, text_of
from croupier.table.receipts.log_proof import Later, goes_on, logged
from croupier.table.receipts.receipt import public_facts
from croupier.table.receipts.verify import Finding, ReceiptError, read

Look: TypeAlias = Generator[Call[Any], Any, list[Finding]]
_KEY, _CHECKPOINT = "house key", "checkpoint"
_MOST_WAITING = 100  # rounds; the oldest are forgotten
_PATIENCE = 2  # checkpoints that are signed after a round has ended, of which the last has to cover it
_PAUSE = 10_000  # milliseconds between two looks
_LONGEST = 3_600_000  # milliseconds that a round waits without any checkpoint before it is told


@dataclass(slots=True)
class _Waiting:
    """A round that no checkpoint covers yet: what its receipt said, since when, and the checkpoints signed since."""

    about: object
    since: int
    signed: int = 0


class HouseLog:
    """The log of one house, as one user of this machine knows it."""

    def __init__(self, evidence: Evidence) -> None:
        self._evidence = evidence
        self._waiting: dict[tuple[str, int], _Waiting] = {}
        self._looked: int | None = None
        self._other_key: list[Finding] = []  # told again until the key is the first one

    def wait_for(self, receipt: object) -> None:
        """Remember a round whose receipt has no place in the log yet."""
        about = _told(receipt)
        if about is not None and isinstance(receipt, dict) and "checkpoint" not in receipt:
            self._waiting.setdefault((receipt["session"], receipt["round"]), _Waiting(about, self._looked or 0))
            if len(self._waiting) > _MOST_WAITING:
                del self._waiting[next(iter(self._waiting))]

    def look(self, at: int) -> Look:
        """Look at the log at a moment, in milliseconds: findings on its key, its growth, and the rounds that waited."""
        if self._looked is not None and 0 <= at - self._looked < _PAUSE:
            return self._other_key
        self._looked = at
        seen = yield call.log()
        first, self._other_key = self._evidence.first(_KEY, seen.key), []
        if first != seen.key:
            says = f"whether the house signs with its key: at your first visit it was {first}, and now it is {seen.key}"
            self._other_key = [Finding(None, says)]
            return self._other_key
        found = yield from self._go_on(seen.checkpoint, seen.key)
        return [*found, *self._overdue(at)]

    def _overdue(self, at: int) -> list[Finding]:
        """Tell of rounds that have waited too long, since the house signs nothing; each once."""
        late = [name for name, waiting in self._waiting.items() if not waiting.signed and at - waiting.since > _LONGEST]
        for name in late:
            del self._waiting[name]
        rounds_late = ", ".join(f"{number}" for _, number in late)
        says = f"whether the house's log has rounds that ended over an hour ago, since it signs nothing: {rounds_late}"
        return [Finding(None, says)] if late else []

    def _go_on(self, note: str, key: str) -> Look:
        """Hold a checkpoint against the one that was kept, and keep it in its place."""
        kept = self._evidence.latest(_CHECKPOINT)
        if not note:
            return [Finding(holds=False, says="the house has a log, as it had before")] if kept else []
        if note == kept:
            return []
        try:
            found = yield from self._since(kept, note, key)
        except (ReceiptError, NoteError) as error:
            return [Finding(holds=False, says=f"its log is one of the house's: {error}")]
        if any(each.holds is False for each in found):
            return found
        return [*found, *(yield from self._covered(key))]

    def _since(self, kept: str | None, note: str, key: str) -> Look:
        before, now = (Checkpoint.read(text_of(each)) if each else None for each in (kept, note))
        told: dict[str, Any] = {"checkpoint": note}
        if kept and before and now and before.size and (before.origin != now.origin or before.size < now.size):
            told = yield call.log_since(before.size, before.origin)
        later = Later.read(told)
        found = goes_on(kept or later.checkpoint, later, key)
        point = Checkpoint.read(text_of(later.checkpoint))
        grown = before is not None and before.size and before.origin == point.origin and before.size < point.size
        if not (grown and later.consistency is None) and not any(each.holds is False for each in found):
            self._evidence.replace(_CHECKPOINT, later.checkpoint)  # without a proof the one that was kept stays
        return found if kept else []

    def _covered(self, key: str) -> Look:
        """Ask again for the receipts of rounds that waited for a checkpoint."""
        found = []
        for (session, number), waiting in list(self._waiting.items()):
            waiting.signed += 1
            again = yield rounds.receipt(session, number)
            if isinstance(again, dict) and "checkpoint" in again:
                del self._waiting[session, number]
                found += self._again(again, waiting, number, key)
            elif waiting.signed >= _PATIENCE:
                del self._waiting[session, number]
                says = f"whether round {number} is in the house's log: a checkpoint was signed since, and it is in none"
                found.append(Finding(None, says))
        return found

    def _again(self, receipt: Mapping[str, Any], waiting: _Waiting, number: int, key: str) -> list[Finding]:
        says = (
            f"the receipt of round {number} is the one that you were given as it ended, now with its place in the log"
        )
        return [Finding(_told(receipt) == waiting.about, says), *self._in_log(receipt, number, key)]

    def place(self, receipt: object) -> list[Finding]:
        """The findings on the place in the log that the receipt of a round has as it is given; none if it has none."""
        if not isinstance(receipt, dict) or "checkpoint" not in receipt or type(receipt.get("round")) is not int:
            return []
        return self._in_log(receipt, receipt["round"], str(self._evidence.latest(_KEY) or ""))

    def _in_log(self, receipt: Mapping[str, Any], number: int, key: str) -> list[Finding]:
        """Check the place of a receipt in the log, and that there is no other log of its length than the one kept."""
        kept = str(self._evidence.latest(_CHECKPOINT))
        beside = Later(kept) if _size(kept) == _size(str(receipt["checkpoint"])) else None
        try:
            return logged(receipt, key, beside)
        except ReceiptError as error:
            return [Finding(holds=False, says=f"round {number} is in the house's log, but {error}")]


def _told(receipt: object) -> object:
    """The facts of a receipt that stay as they are when it gets its place in the log; None if it is none."""
    try:
        return public_facts(read(receipt)), receipt.get("head") if isinstance(receipt, dict) else ""
    except ReceiptError:
        return None


def _size(note: str) -> int:
    try:
        return Checkpoint.read(text_of(note)).size
    except NoteError:
        return -1
