"""The journal: writes a table's recording as it is made. State, hash chain and line advance together or not at all.

Output happens here, through a `JournalStorage`.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from croupier.rulebook import Refusal
from croupier.table.decide import Decision
from croupier.table.model.command import Command

if TYPE_CHECKING:
    from croupier.table.recording.recorder import Recorder, RecordingPosition


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Defer an interrupt (SIGINT) until this is done; only the main thread is ever interrupted."""
    if threading.current_thread() is not threading.main_thread() or signal.getsignal(signal.SIGINT) is None:
        yield
        return
    came: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if came:
            signal.raise_signal(signal.SIGINT)


class JournalStorage(Protocol):
    """The interface of the storage that a recording is appended to."""

    length: int  # of all lines written, in bytes

    def write(self, lines: bytes) -> None:
        """Append lines atomically: all of them, or none and an error."""

    def cut(self, length: int) -> None:
        """Truncate to that length: take back the lines written since."""


class Savepoint(NamedTuple):
    """A savepoint of a journal."""

    at: RecordingPosition
    length: int


class Journal:
    """The writer of a table's recording; a clock gives each command its time of day, in milliseconds."""

    def __init__(self, recorder: Recorder, paper: JournalStorage, clock: Callable[[], int] | None = None) -> None:
        self.recorder, self._paper, self._clock = recorder, paper, clock
        paper.write(recorder.header())

    def record(self, command: Command, decision: Decision) -> Savepoint:
        """Write a command and its events; return the savepoint before it, for a rollback."""
        mark = Savepoint(self.recorder.at, self._paper.length)
        try:
            self._paper.write(self.recorder.line(command, decision, self._clock() if self._clock else 0))
        except BaseException:
            self.recorder.at = mark.at
            raise
        return mark

    def take_back(self, mark: Savepoint) -> None:
        """Roll back to a savepoint."""
        self.recorder.at = mark.at
        self._paper.cut(mark.length)

    def refused(self, command: Command, refusal: Refusal) -> None:
        """Note a refused command."""
        self.recorder.refused(command, refusal)

    def name(self, person: str, name: str) -> None:
        """Note a person's name."""
        self.recorder.name(person, name)

    def close(self) -> None:
        """Write the last lines."""
        at = self.recorder.at
        with uninterrupted():
            try:
                self._paper.write(self.recorder.close())
            except BaseException:
                self.recorder.at = at
                raise
