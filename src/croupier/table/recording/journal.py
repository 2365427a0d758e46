"""A table's recording as it is made: state, hash and line advance together or not at all. The edge of the table."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple, Protocol

from croupier.rulebook import Refusal
from croupier.table.decide import Decision
from croupier.table.model.command import Command

if TYPE_CHECKING:
    from croupier.table.recording.recorder import At, Recorder


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold an interrupt back until this is done; only the main thread is ever interrupted."""
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


class Paper(Protocol):
    """What a recording is written on."""

    length: int  # of all that stands there, in bytes

    def write(self, lines: bytes) -> None:
        """Write lines behind all others: all of them, or none and an error."""

    def cut(self, length: int) -> None:
        """Take back what was written since it was that long."""


class Mark(NamedTuple):
    """Where a journal stood."""

    at: At
    length: int


class Journal:
    """Writes the recording of a table as it happens."""

    def __init__(self, recorder: Recorder, paper: Paper) -> None:
        self.recorder, self._paper = recorder, paper
        paper.write(recorder.header())

    def record(self, command: Command, decision: Decision) -> Mark:
        """Write what a command led to; where the journal stood before, should it have to be taken back."""
        mark = Mark(self.recorder.at, self._paper.length)
        try:
            self._paper.write(self.recorder.line(command, decision))
        except BaseException:
            self.recorder.at = mark.at
            raise
        return mark

    def take_back(self, mark: Mark) -> None:
        """Be where it was: what was written since did not happen."""
        self.recorder.at = mark.at
        self._paper.cut(mark.length)

    def refused(self, command: Command, refusal: Refusal) -> None:
        """Note a command that was turned down."""
        self.recorder.refused(command, refusal)

    def name(self, person: str, name: str) -> None:
        """Note what a person is called."""
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
