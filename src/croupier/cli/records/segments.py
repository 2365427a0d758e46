"""Parallel audit of long recordings, in segments: each begins with a snapshot and ends with a later one.

A segment trusts its first state; the segment before it checks that play reaches that state. So the first fault of the
first segment that has one is the first fault of the recording.
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
from croupier.table.receipts.receipt import facts_of
from croupier.table.recording.audit import AuditResult, Played, Reading, Receipt, check
from croupier.table.recording.recorder import RecordingError, round_of_snapshot
from croupier.table.recording.seals import Seals, clear

LONG = 16 << 20  # bytes from which a recording is worth a second process
MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class AuditOptions:
    """Keys and receipts that a recording is checked against."""

    key: str | None = None
    private: bytes | None = None  # the house's private key, as in its file
    receipts: tuple[Receipt, ...] = ()

    def seals(self) -> Seals:
        """The seals, with the key that opens sealed lines."""
        return Seals(PrivateKey.read(self.private) if self.private else None)


class Place(NamedTuple):
    """Position of a snapshot in a recording."""

    begin: int  # byte offset of its line
    end: int
    line: int
    round: int


class Part(NamedTuple):
    """Segment of a recording: from the header or a snapshot to the end of the recording or of a later snapshot."""

    begin: int = 0
    end: int | None = None
    line: int = 1


def snapshots(file: str, seals: Seals) -> list[Place]:
    """Positions of the snapshots of a recording; the keys of sealed lines are collected on the way."""
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
    """Audit a recording; a RecordingError says where it is not whole."""
    seals = asked.seals()
    length = size(file)
    parts = _parts(snapshots(file, seals), length) if length >= LONG and _is_decided(file, asked) else [Part()]
    with _helpers(file, asked, parts[1:], seals) as helpers:
        reading, found = _checked(file, asked, parts[0], seals)
        for helper in helpers:
            found = found.joined(_told(helper))
    check(reading.header, found, asked.receipts)
    return reading, found


def _is_decided(file: str, asked: AuditOptions) -> bool:
    """True for a recording of the present engine, whose snapshots can be resumed from."""
    reading = Reading(key=asked.key, decides=None)
    reading.line(next(read_recording(file)))
    return reading.decides


def _parts(places: Sequence[Place], length: int) -> list[Part]:
    """Segments of about equal length, one for each core if there are enough snapshots to cut at."""
    many = min(len(os.sched_getaffinity(0)), MOST_PARTS)
    marks = [length * each // many for each in range(1, many)]
    cuts = sorted({min(places, key=lambda place: abs(place.begin - mark)) for mark in marks} if places else set())
    begins = [(0, 1), *((cut.begin, cut.line) for cut in cuts)]
    ends = [*(cut.end for cut in cuts), None]
    return [Part(begin, end, line) for (begin, line), end in zip(begins, ends, strict=True)]


def _checked(file: str, asked: AuditOptions, part: Part, seals: Seals) -> tuple[Reading, AuditResult]:
    reading, found = Reading(key=asked.key, decides=None), AuditResult()
    with _without_collecting():
        found.read(reading, begun(file, part, seals, reading), asked.receipts, facts_of)
    if part.end is None:
        reading.finish()
    return reading, found


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Disable garbage collection, a sixth of the time: reading a recording makes no reference cycles."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


def begun(file: str, part: Part, seals: Seals, reading: Reading) -> Iterator[bytes]:
    """The lines of a segment after its beginning: the header and the first snapshot are read here."""
    if part.begin:
        header = next(read_recording(file))
        seals.look(header, first=True)
        reading.line(header)
    lines = clear(read_recording(file, part.begin, part.end), seals, part.line)
    if part.begin:
        reading.take_up(next(lines), part.line)
    return lines


# ---- helpers -------------------------------------------------------------------------------------------

# A separate program, so that no code of the program that called us runs again.
_HELPER = "import sys; sys.path[:] = {path!r}; from croupier.cli.records.segments import help_out; help_out()"


@contextmanager
def _helpers(file: str, asked: AuditOptions, parts: Sequence[Part], seals: Seals) -> Iterator[list[Popen[bytes]]]:
    """Start a process for each segment, in a process group of its own: we handle interrupts and kill the helpers."""
    words = [sys.executable, "-c", _HELPER.format(path=sys.path)]
    with ExitStack() as stack:
        processes = []
        for part in parts:
            process = Popen(words, stdin=PIPE, stdout=PIPE, process_group=0)  # noqa: S603 - our own command
            processes.append(stack.enter_context(process))
            stack.callback(process.kill)
            assert process.stdin is not None  # noqa: S101 - it is a pipe
            with suppress(BrokenPipeError), process.stdin as asks:  # a helper that has died is noticed in `_told`
                pickle.dump((file, asked, part, seals.keys), asks)
        yield processes


def help_out() -> None:
    """Run as a helper process: read a segment from standard input, audit it, write the result to standard output."""
    try:
        file, asked, part, keys = pickle.load(sys.stdin.buffer)  # noqa: S301 - from our own parent process
    except EOFError:  # the parent was interrupted before it wrote the segment
        return
    seals = asked.seals()
    seals.keys |= keys
    try:
        found: AuditResult | Exception = _checked(file, asked, part, seals)[1]
    except (RecordingError, InputError) as error:
        found = error
    with suppress(BrokenPipeError):  # the parent has gone
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
    """Replay the commands of a recording, each checked, or those up to the end of one round.

    The replay of a round begins at the last snapshot before it, so the rest of the recording is not checked.
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
