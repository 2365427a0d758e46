"""Streams of the house's own: the cage's transactions and significant events, chained like a table's recording.

A row says one thing, as JSON, with a salt and a hash over all before it; so nothing can be taken out or altered unseen.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection

from croupier.house import journal
from croupier.house.asking import NOT_WRITTEN, UNSURE, Answer, Failure
from croupier.house.database import DatabaseError
from croupier.house.journal import Entry
from croupier.house.postings import Posting
from croupier.house.working import Also, post
from croupier.house.writer import WRITTEN, Work
from croupier.table.recording import RecordingError, chained, line_of, parted
from croupier.table.sources import Bytes, fresh

SALT_BYTES = 16
MOST_TRIES = 50
_NOTHING_BEFORE = bytes(32)


@dataclass(slots=True)
class Note:
    """Something to be put on record."""

    says: bytes  # as JSON
    by: str
    then: Callable[[Answer | Failure], None]
    legs: tuple[Posting, ...] = ()
    also: Also | None = None
    tries: int = 0


class Chain:
    """One such stream, as one process has it."""

    def __init__(
        self,
        stream: str,
        now: Callable[[], int],
        take: Callable[[Work], None],
        reading: Callable[[], AbstractContextManager[Connection]],
        salts: Bytes = fresh,
    ) -> None:
        self._stream, self._now, self._take, self._reading, self._salts = stream, now, take, reading, salts
        self._waiting: deque[tuple[Note, Entry]] = deque()
        self._epoch = 0
        with reading() as connection:
            entry = journal.last(connection, stream)
        self._seq, self._head = (entry.seq, entry.head) if entry else (0, _NOTHING_BEFORE)

    def put(self, note: Note) -> None:
        """Write it behind all others."""
        body, salt = note.says, self._salts(SALT_BYTES)
        self._head = chained(self._head, salt, body)
        self._seq += 1
        lines = line_of(body, salt, self._head)
        entry = Entry(self._stream, self._seq, self._now(), "", 0, note.by, "", b"", self._head, 0, lines)
        work = Work(self._stream, self._epoch, [entry], also=note.also)
        post(work, self._stream, self._seq, note.legs)
        epoch = self._epoch
        work.then = lambda outcome: self._written(outcome, epoch)
        self._waiting.append((note, entry))
        self._take(work)

    def _written(self, outcome: str, epoch: int) -> None:
        if epoch != self._epoch:
            return  # it was written anew when the first of them failed
        if outcome == WRITTEN:
            self._finish()
        else:
            self._epoch += 1
            self._again()

    def _finish(self) -> None:
        note, entry = self._waiting.popleft()
        note.then(Answer(self._stream, entry.seq))

    def _again(self) -> None:
        """Somebody else was first, or the database failed: look what is on record, and write what is not."""
        try:
            entries = self._on_record()
        except DatabaseError:
            self._give_up([note for note, _ in self._waiting], UNSURE)
            return
        while self._waiting and entries.get(self._waiting[0][1].seq) == self._waiting[0][1].head:
            self._finish()
        self._seq = max(entries)
        self._head = entries[self._seq]
        again = [note for note, _ in self._waiting]
        self._waiting.clear()
        for note in again:
            note.tries += 1
            if note.tries > MOST_TRIES:
                note.then(NOT_WRITTEN)
            else:
                self.put(note)

    def _on_record(self) -> dict[int, bytes]:
        """The heads from before the first that waits to the last."""
        before = self._waiting[0][1].seq - 1
        with self._reading() as connection:
            entry = journal.at(connection, self._stream, before)
            after = list(journal.following(connection, self._stream, before))
        return {before: entry.head if entry else _NOTHING_BEFORE} | {each.seq: each.head for each in after}

    def _give_up(self, notes: list[Note], failure: Failure) -> None:
        self._waiting.clear()
        for note in notes:
            note.then(failure)


def says(connection: Connection, stream: str) -> Iterator[tuple[Entry, dict[str, Any]]]:
    """What a stream says, row by row, its chain checked; a RecordingError says which row breaks."""
    head = _NOTHING_BEFORE
    for seq, entry in enumerate(journal.following(connection, stream, 0), start=1):
        parts = parted(entry.lines)
        if entry.seq != seq or parts is None or parts[2] != entry.head or parts[2] != chained(head, parts[1], parts[0]):
            raise RecordingError(f"row {seq} of {stream}: it was altered, or one before it left out")
        head = entry.head
        yield entry, json.loads(parts[0])
