"""Streams of the house's own: the cage's transactions and significant events, chained like a table's recording.

A row says one thing, as JSON, with a salt and a hash over all before it; so nothing can be taken out or altered unseen.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from typing import Any

from sqlalchemy import Connection

from croupier.house.engine.listeners import Outbox
from croupier.house.engine.recovery import meter_begins
from croupier.house.engine.requests import NOT_WRITTEN, TOO_LITTLE, UNSURE, Answer, Failure
from croupier.house.engine.unit_of_work import ExtraWrites, post
from croupier.house.engine.writer import FAILED, SHORT, UNKNOWN, WRITTEN, UnitOfWork
from croupier.house.ledger.postings import Posting
from croupier.house.ledger.transactions import Correction, MeterSeed, Transaction
from croupier.house.storage import journal
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.journal import CAGE, SIGNIFICANT, Entry
from croupier.house.storage.vault import Keyring
from croupier.money import Cents
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.recording.recorder import RecordingError, chained, encoded, line_of, parted

SALT_BYTES = 16
MOST_TRIES = 50
_NOTHING_BEFORE = bytes(32)


OnDone = Callable[[Answer | Failure], None]


def _no_op(_: object) -> None:
    """No-op callback."""


@dataclass(slots=True)
class Note:
    """A note to be appended to a stream."""

    says: bytes  # as JSON
    by: str
    on_done: OnDone
    legs: tuple[Posting, ...] = ()
    extra_writes: ExtraWrites | None = None
    request: str = ""  # under which it is put on record once
    tries: int = 0


class Chain:
    """A hash-chained stream as one process has it."""

    def __init__(
        self,
        stream: str,
        now: Callable[[], int],
        take: Callable[[UnitOfWork], None],
        reading: Callable[[], AbstractContextManager[Connection]],
        out: Outbox,
        keyring: Keyring,
        salts: Bytes = fresh,
    ) -> None:
        self._stream, self._now, self._take, self._reading, self._salts = stream, now, take, reading, salts
        self._out, self._keyring = out, keyring
        self._waiting: deque[tuple[Note, Entry]] = deque()
        self._epoch = 0
        self._known = False  # whether the record has been read, and its end is where this stands
        self._seq, self._head = 0, _NOTHING_BEFORE

    def put(self, note: Note) -> None:
        """Write it behind all others."""
        with self._out:
            if self._known or self._read():
                self._queue(note)
            else:
                self._tell(note, NOT_WRITTEN)

    def _read(self) -> bool:
        """Stand where the record ends; whether it can be read."""
        try:
            with self._reading() as connection:
                entry = journal.last(connection, self._stream)
        except DatabaseError:
            return False
        self._seq, self._head = (entry.seq, entry.head) if entry else (0, _NOTHING_BEFORE)
        self._known = True
        return True

    def _queue(self, note: Note) -> None:
        body, salt = note.says, self._salts(SALT_BYTES)
        self._head = chained(self._head, salt, body)
        self._seq += 1
        lines = line_of(body, salt, self._head)
        entry = Entry(self._stream, self._seq, self._now(), "", 0, note.by, note.request, b"", self._head, 0, lines)
        entry = journal.marked(self._keyring, entry)
        work = UnitOfWork(self._stream, self._epoch, [entry], extra_writes=note.extra_writes)
        post(work, self._stream, self._seq, note.legs)
        work.on_done = partial(self._written, entry)
        self._waiting.append((note, entry))
        self._take(work)

    def _written(self, entry: Entry, outcome: str) -> None:
        with self._out:
            if not self._waiting or self._waiting[0][1] is not entry:
                return  # an earlier unit failed: this one was written anew, or answered, then
            if outcome == WRITTEN:
                self._finish()
            else:
                self._look_again(outcome)

    def _finish(self) -> None:
        note, entry = self._waiting.popleft()
        self._tell(note, Answer(self._stream, entry.seq))

    def _tell(self, note: Note, outcome: Answer | Failure) -> None:
        self._out.put(partial(note.on_done, outcome))

    def _look_again(self, outcome: str) -> None:
        """Read the record after a failure or a lost race with another process, and write again what is missing."""
        self._epoch += 1
        try:
            entries, earlier = self._on_record(), self._asked_before()
        except DatabaseError:
            self._known = False
            self._give_up(UNSURE)
            return
        while self._waiting and entries.get(self._waiting[0][1].seq) == self._waiting[0][1].head:
            self._finish()
        self._seq = max(entries)
        self._head = entries[self._seq]
        if outcome == UNKNOWN:
            self._give_up(UNSURE)
        else:
            self._once_more(outcome, earlier)

    def _once_more(self, outcome: str, earlier: dict[tuple[str, str], int]) -> None:
        """Write again what can be; it is the first that could not be, or the database that fails for all."""
        again = [note for note, _ in self._waiting]
        self._waiting.clear()
        for number, note in enumerate(again):
            before = earlier.get((note.by, note.request))
            note.tries += outcome == FAILED or number == 0
            if before is not None:
                self._tell(note, Answer(self._stream, before))
            elif outcome == SHORT and number == 0:
                self._tell(note, TOO_LITTLE)
            elif note.tries > MOST_TRIES:
                self._tell(note, NOT_WRITTEN)
            else:
                self._queue(note)

    def _on_record(self) -> dict[int, bytes]:
        """The heads from before the first that waits to the last."""
        before = self._waiting[0][1].seq - 1
        with self._reading() as connection:
            entry = journal.at(connection, self._stream, before)
            after = list(journal.following(connection, self._stream, before))
        return {before: entry.head if entry else _NOTHING_BEFORE} | {each.seq: each.head for each in after}

    def _asked_before(self) -> dict[tuple[str, str], int]:
        """The rows of those waiting notes that are on record already, by sender and request id."""
        asked = {(note.by, note.request) for note, _ in self._waiting if note.request}
        with self._reading() as connection:
            found = {each: journal.asked_before(connection, self._stream, *each) for each in asked}
        return {each: entry.seq for each, entry in found.items() if entry is not None}

    def _give_up(self, failure: Failure) -> None:
        while self._waiting:
            self._tell(self._waiting.popleft()[0], failure)


class Streams:
    """The house's own streams: the cage, where money moves outside the tables, and the significant events."""

    def __init__(
        self,
        keyring: Keyring,
        now: Callable[[], int],
        take: Callable[[UnitOfWork], None],
        reading: Callable[[], AbstractContextManager[Connection]],
        out: Outbox,
    ) -> None:
        self._cage = Chain(CAGE, now, take, reading, out, keyring)
        self._significant = Chain(SIGNIFICANT, now, take, reading, out, keyring)

    def cage(
        self, transaction: Transaction, on_done: OnDone, extra_writes: ExtraWrites | None = None, request: str = ""
    ) -> None:
        """Move money outside the tables; extra writes go into the same transaction.

        Under a request id it moves once; whether it was the same transaction is for the sender to see. A correction is
        answered when its significant event is on record, too.
        """
        by = getattr(transaction, "by", getattr(transaction, "person", ""))

        def done(outcome: Answer | Failure) -> None:
            if isinstance(transaction, Correction) and isinstance(outcome, Answer):
                self.note_correction(transaction, outcome.seq, lambda _: on_done(outcome))
            else:
                on_done(outcome)

        self._cage.put(Note(transaction.text, by, done, transaction.postings, extra_writes, request))

    def note_correction(self, made: Correction, seq: int, on_done: OnDone = _no_op) -> None:
        """Note a correction as a significant event, once, by its row of the cage."""
        about = {"account": made.account, "amount": made.amount if made.up else -made.amount, "reason": made.reason}
        of = made.incident
        after = {"table": of.table, "session": of.session, "round": of.round, "incident": of.row} if of else {}
        says = encoded({"what": made.what, **about, "row": seq, **after})
        self.significant(says, made.by, on_done, f"{CAGE} {seq}")

    def significant(self, says: bytes, by: str, on_done: OnDone = _no_op, request: str = "") -> None:
        """Note a significant event; under a request id, once."""
        self._significant.put(Note(says, by, on_done, request=request))

    def seed(self, meter: str, amount: Cents) -> None:
        """Begin a meter with the house's own money: once, whichever process is the first to feed it."""
        first = MeterSeed(amount, meter)
        begins = meter_begins(meter, amount)
        self._cage.put(Note(first.text, "", _no_op, first.postings, begins, f"seed {meter}"))


def said(entry: Entry) -> dict[str, Any]:
    """The content of one row, its chain unchecked; a RecordingError if it has none."""
    parts = parted(entry.lines)
    if parts is None:
        raise RecordingError(f"row {entry.seq} of {entry.stream}: it was altered")
    found: dict[str, Any] = json.loads(parts[0])
    return found
