"""Long recordings are checked in parts, on all cores: each part begins with a snapshot and ends with a later one.

A part takes its first state on trust; the part before it sees that the state is the one that is reached there. So the
first fault of the first part that has one is the recording's.
"""

from __future__ import annotations

import gc
import os
import pickle
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from subprocess import PIPE, Popen
from typing import NamedTuple

from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.input_files import read_recording, size
from croupier.crypto.keys import PrivateKey
from croupier.table.recording.audit import AuditResult, Played, Reading, Receipt, check
from croupier.table.recording.recorder import RecordingError, round_of_snapshot
from croupier.table.recording.seals import Seals, clear

LONG = 16 << 20  # bytes of a recording that is worth a second process
MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """What a recording is checked against, beside itself."""

    key: str | None = None
    private: bytes | None = None  # the house's own key, as its file has it
    receipts: tuple[Receipt, ...] = ()

    def seals(self) -> Seals:
        """What opens sealed lines."""
        return Seals(PrivateKey.read(self.private) if self.private else None)


class Place(NamedTuple):
    """Where a snapshot stands."""

    begin: int  # of its line, in bytes
    end: int
    line: int
    round: int


class Part(NamedTuple):
    """A stretch of a recording: from its header, or from a snapshot, to the end of its last line, or of a snapshot."""

    begin: int = 0
    end: int | None = None
    line: int = 1


def snapshots(file: str, seals: Seals) -> list[Place]:
    """Where the snapshots of a recording stand; on the way the keys of sealed lines are found."""
    places, at = [], 0
    for number, line in enumerate(read_recording(file), start=1):
        seals.look(line, first=number == 1)
        ended = round_of_snapshot(line)
        if ended is not None:
            places.append(Place(at, at + len(line), number, ended))
        at += len(line)
    return places


# ---- audit ---------------------------------------------------------------------------------------------


def audited(file: str, asked: AuditOptions) -> tuple[Reading, AuditResult]:
    """What is found in a recording that is whole; a RecordingError says where it is not."""
    seals = asked.seals()
    length = size(file)
    parts = _parts(snapshots(file, seals), length) if length >= LONG else [Part()]
    with _helpers(file, asked, parts[1:], seals) as helpers:
        reading, found = _checked(file, asked, parts[0], seals)
        for helper in helpers:
            found = found.joined(_told(helper))
    check(reading.header, found, asked.receipts)
    return reading, found


def _parts(places: Sequence[Place], length: int) -> list[Part]:
    """Parts of about the same length, as many as there are cores, as far as there are snapshots to part it by."""
    many = min(len(os.sched_getaffinity(0)), MOST_PARTS)
    marks = [length * each // many for each in range(1, many)]
    cuts = sorted({min(places, key=lambda place: abs(place.begin - mark)) for mark in marks} if places else set())
    begins = [(0, 1), *((cut.begin, cut.line) for cut in cuts)]
    ends = [*(cut.end for cut in cuts), None]
    return [Part(begin, end, line) for (begin, line), end in zip(begins, ends, strict=True)]


def _checked(file: str, asked: AuditOptions, part: Part, seals: Seals) -> tuple[Reading, AuditResult]:
    reading, found = Reading(key=asked.key), AuditResult()
    with _without_collecting():
        found.read(reading, begun(file, part, seals, reading), asked.receipts)
    if part.end is None:
        reading.finish()
    return reading, found


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Nothing that is made in reading a recording goes in circles; looking for circles takes a sixth of the time."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def begun(file: str, part: Part, seals: Seals, reading: Reading) -> Iterator[bytes]:
    """The lines of a part that are to be read; the header has been, and the snapshot at its beginning."""
    if part.begin:
        header = next(read_recording(file))
        seals.look(header, first=True)
        reading.line(header)
    lines = clear(read_recording(file, part.begin, part.end), seals, part.line)
    if part.begin:
        reading.take_up(next(lines), part.line)
    return lines


# ---- helpers -------------------------------------------------------------------------------------------

# A program of its own, so that nothing of whoever started us is run again.
_HELPER = "import sys; sys.path[:] = {path!r}; from croupier.cli.records.segments import help_out; help_out()"


@contextmanager
def _helpers(file: str, asked: AuditOptions, parts: Sequence[Part], seals: Seals) -> Iterator[list[Popen[bytes]]]:
    """A process for each part. An interrupt is for us, so they are a group of their own, and are ended by us."""
    words = [sys.executable, "-c", _HELPER.format(path=sys.path)]
    with ExitStack() as stack:
        processes = []
        for part in parts:
            process = Popen(words, stdin=PIPE, stdout=PIPE, process_group=0)  # noqa: S603 - our own command
            processes.append(stack.enter_context(process))
            stack.callback(process.kill)
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            with suppress(BrokenPipeError), process.stdin as asks:  # one that is gone already will be missed
                pickle.dump((file, asked, part, seals.keys), asks)
        yield processes


def help_out() -> None:
    """What a helper does: it is told a part on standard input, and says on standard output what it has found."""
    try:
        file, asked, part, keys = pickle.load(sys.stdin.buffer)  # noqa: S301 - from whoever started us
    except EOFError:  # who was interrupted before saying what to do
        return
    seals = asked.seals()
    seals.keys |= keys
    try:
        found: AuditResult | Exception = _checked(file, asked, part, seals)[1]
    except (RecordingError, InputError) as error:
        found = error
    with suppress(BrokenPipeError):  # nobody waits for it any more
        pickle.dump(found, sys.stdout.buffer)


def _told(helper: Popen[bytes]) -> AuditResult:
    assert helper.stdout is not None  # noqa: S101 - it is a pipe
    try:
        found = pickle.load(helper.stdout)  # noqa: S301 - from our own helper
    except EOFError as error:
        raise InputError("a process that checked a part of the recording ended early; try again") from error
    if isinstance(found, Exception):
        raise found
    assert isinstance(found, AuditResult)  # noqa: S101 - nothing else is sent
    return found


# ---- replay --------------------------------------------------------------------------------------------


def replayed(file: str, number: int | None, asked: AuditOptions) -> Iterator[Played]:
    """The commands of a recording, each checked; of one round, those of the rounds around it are not shown.

    A round is looked for from the last snapshot before it, so nothing is said of what stands before and behind.
    """
    seals, part = asked.seals(), Part()
    if number is not None and file != "-":
        before = [place for place in snapshots(file, seals) if place.round < number]
        part = Part(before[-1].begin, None, before[-1].line) if before else part
    reading = Reading(key=asked.key)
    for line in begun(file, part, seals, reading):
        played = reading.line(line)
        if played is not None:
            if number is not None and played.before.round > number:
                return
            yield played
    reading.finish()
