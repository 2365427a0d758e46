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
from itertools import islice
from subprocess import PIPE, Popen
from typing import NamedTuple

from croupier.cli.records.keys import read_key
from croupier.cli.terminal.errors import InputError, NotWholeError, bad_input
from croupier.cli.terminal.input_files import read_recording, size
from croupier.crypto.keys import PrivateKey
from croupier.games import catalogue
from croupier.games.catalogue import coded
from croupier.rulebook import UnknownError
from croupier.rulebook.loader import RulebookError
from croupier.table.receipts.receipt import facts_of
from croupier.table.recording.audit import Played, Reading
from croupier.table.recording.audit_result import AuditResult, Receipt, check
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
    code: str = ""  # of a game that was named beside the recording
    decides: bool | None = None  # None: again what this engine, and this code of the game, have decided

    def reading(self) -> Reading:
        """A reading of a recording."""
        return Reading(coded(self.code) if self.code else None, self.key, decides=self.decides)

    def seals(self) -> Seals:
        """The seals, with the key that opens sealed lines."""
        return Seals(PrivateKey.read(self.private) if self.private else None)


def asked_of(key: str | None, game: str | None, receipts: tuple[Receipt, ...] = ()) -> AuditOptions:
    """The options that a user gave: a key as text or in a file, and the folder of a game."""
    public, private = read_key(key) if key else (None, None)
    return AuditOptions(public, private, receipts, _code_in(game) if game else "")


def _code_in(folder: str) -> str:
    """The code of the game in a folder; empty for one of the package's."""
    with bad_input(RulebookError, UnknownError):
        return catalogue.read(folder).book.beside.code


def as_they_stand(reading: Reading) -> str:
    """The reason why a recording's events are taken as they stand, without a decision; empty if all are decided."""
    if reading.decides:
        return ""
    if reading.other_code:
        return "the code of its game is another here than the one that decided it"
    return f"engine {reading.header.engine} decided"


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


class Undamaged(NamedTuple):
    """The part of a recording before the line where it is not whole."""

    fault: RecordingError
    reading: Reading
    found: AuditResult

    @property
    def rounds(self) -> int:
        """The rounds that are over in it, and signed if the recording is."""
        return self.reading.undamaged_rounds

    def banner(self, file: str) -> str:
        """The warning that stands above what is shown of it."""
        rounds = "round 1" if self.rounds == 1 else f"rounds 1 to {self.rounds}"
        return f"{file} is NOT WHOLE: {self.fault.why}. Below is what stands before that line: {rounds}."

    def check_round(self, number: int) -> None:
        """Refuse a round that is not in it."""
        if not 1 <= number <= self.rounds:
            why = f"round {number} is not in the undamaged part: {self.fault.why}"
            raise NotWholeError(why, f"a round from 1 to {self.rounds}")


def audited_or_undamaged(file: str, asked: AuditOptions) -> tuple[Reading, AuditResult, Undamaged | None]:
    """Audit a recording, or else its lines before the fault; without a round before the fault it is refused."""
    try:
        return *audited(file, asked), None
    except RecordingError as error:
        part = undamaged(file, asked, error)
        if part is None:
            raise NotWholeError(error.why, error.accepted) from error
        return part.reading, part.found, part


def undamaged(file: str, asked: AuditOptions, fault: RecordingError) -> Undamaged | None:
    """Audit the lines before a fault; None if no round is over there, or the lines cannot be read again."""
    if file == "-" or fault.line <= 1:
        return None
    reading, found = asked.reading(), AuditResult()
    found.read(reading, islice(begun(file, Part(), asked.seals(), reading), fault.line - 1))
    return Undamaged(fault, reading, found) if reading.undamaged_rounds else None


def _is_decided(file: str, asked: AuditOptions) -> bool:
    """True for a recording of the present engine, whose snapshots can be resumed from."""
    reading = asked.reading()
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
    reading, found = asked.reading(), AuditResult()
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


def replayed(file: str, number: int | None, asked: AuditOptions, end: int = sys.maxsize) -> Iterator[Played]:
    """Replay the commands of a recording, each checked, or those up to the end of one round, before line `end`.

    The replay of a round begins at the last snapshot before it, so the rest of the recording is not checked.
    """
    seals, part = asked.seals(), Part()
    if number is not None and file != "-":
        before = [place for place in snapshots(file, seals) if place.round < number and place.line < end]
        part = Part(before[-1].begin, None, before[-1].line) if before else part
    reading = asked.reading()
    lines = begun(file, part, seals, reading)
    for line in islice(lines, end - 1 - reading.number):
        played = reading.line(line)
        if played is not None:
            if number is not None and played.before.round > number:
                return
            yield played
    if end == sys.maxsize:
        reading.finish()
