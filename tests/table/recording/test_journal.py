"""State, hash and line advance together or not at all: whatever interrupts, fails or fills up in between."""

from __future__ import annotations

import errno
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import pytest
from support.table.recordings import audited, begun, replay, same_salts

import croupier
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.output_files import Stream
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.recording.audit import Reading
from croupier.table.recording.journal import Journal, uninterrupted
from croupier.table.recording.recorder import Recorder, RecordingError, chained, line_of, parted

SECTION = ("runner.py", "journal.py", "recorder.py", "output_files.py")  # where state, hash and line advance


def tick(table: Table) -> Command:
    return Command("house", "clock", args={"now": table.state.now + 1})


def listening(table: Table) -> list[int]:
    heard: list[int] = []
    table.listeners.append(lambda _before, _command, decision: heard.append(decision.state.now))
    return heard


def on_paper(name: Path) -> tuple[Table, Path]:
    table = Table(croupier.submission("uth-ma"), Random("journal"))
    table.journal = Journal(Recorder(table.state, same_salts()), Stream(str(name)))
    return table, name


def agree(table: Table, file: Path) -> None:
    """What stands in the file leads to the state, and the next line will hang on the last."""
    assert table.journal
    reading = Reading()
    for line in file.read_bytes().splitlines(keepends=True):
        reading.line(line)
    assert reading.state.dump() == table.state.dump()
    assert reading.head == table.journal.recorder.at.head


# ---- interrupts ----------------------------------------------------------------------------------------


class Interrupting:
    """Sends an interrupt when so many operations of the section are done."""

    def __init__(self, after: int) -> None:
        self.left = after

    def __enter__(self) -> None:
        sys.settrace(self._call)

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _call(self, frame: FrameType, _event: str, _arg: object) -> Callable[..., Any] | None:
        if not frame.f_code.co_filename.endswith(SECTION):
            return None
        frame.f_trace_opcodes = True
        return self._step

    def _step(self, _frame: FrameType, event: str, _arg: object) -> Callable[..., Any]:
        self.left -= event == "opcode"
        if self.left == 0:
            self.left = -1
            signal.raise_signal(signal.SIGINT)
        return self._step


@pytest.mark.walk  # it is traced, so that nobody counts what it reaches
def test_an_interrupt_wherever_it_comes_leaves_state_hash_and_line_together(tmp_path: Path) -> None:
    before = signal.getsignal(signal.SIGINT)
    table, file = on_paper(tmp_path / "evening.jsonl")
    heard = listening(table)
    done = undone = after = 0
    was = sys.gettrace()
    while after == done + undone:
        now, size = table.state.now, file.stat().st_size
        after += 1
        try:
            with Interrupting(after):
                table.send(tick(table))
                after += 1  # it was not interrupted any more
        except KeyboardInterrupt:
            carried_out = table.state.now == now + 1
            assert (file.stat().st_size > size) == carried_out
            assert (now + 1 in heard) == carried_out
            done, undone = done + carried_out, undone + (not carried_out)
            if after % 50 == 0:
                agree(table, file)
    sys.settrace(was)
    assert signal.getsignal(signal.SIGINT) is before
    assert undone > 10, "some came before anything was written"
    assert done > 300, "some were held back until all was done"
    agree(table, file)
    assert table.journal
    table.journal.close()
    audited(file.read_bytes().splitlines(keepends=True))


@pytest.mark.walk
def test_an_interrupt_does_not_spoil_the_close(tmp_path: Path) -> None:
    for after in range(1, 200, 3):
        table, file = on_paper(tmp_path / str(after))
        table.send(tick(table))
        assert table.journal
        try:
            with Interrupting(after):
                table.journal.close()
        except KeyboardInterrupt:
            if not file.read_bytes().splitlines()[-1].startswith(b'{"closed"'):
                table.journal.close()
        audited(file.read_bytes().splitlines(keepends=True))


def test_an_interrupt_is_held_back_and_comes_afterwards() -> None:
    done = []

    def section() -> None:
        with uninterrupted():
            signal.raise_signal(signal.SIGINT)
            done.append(1)

    with pytest.raises(KeyboardInterrupt):
        section()
    assert done == [1]


def test_where_nothing_can_be_held_back_nothing_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another thread is never interrupted; a handler that is not Python's cannot be put back."""
    before = signal.getsignal(signal.SIGINT)
    seen = []

    def look() -> None:
        with uninterrupted():
            seen.append(signal.getsignal(signal.SIGINT))

    other = Thread(target=look)
    other.start()
    other.join()
    monkeypatch.setattr(signal, "getsignal", lambda _: None)
    with uninterrupted():
        monkeypatch.undo()
        seen.append(signal.getsignal(signal.SIGINT))
    assert seen == [before, before]


def test_a_table_works_in_another_thread() -> None:
    table, pages = begun()
    other = Thread(target=table.send, args=(tick(table),))
    other.start()
    other.join()
    assert table.state.now == 1
    assert list(replay(pages.lines))[-1].decision.state.now == 1


# ---- listeners -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("error", [RuntimeError, KeyboardInterrupt])
@pytest.mark.parametrize("first", [True, False])
def test_a_listener_that_fails_leaves_the_table_as_it_was(error: type[BaseException], *, first: bool) -> None:
    table, pages = begun()
    assert table.journal
    heard = listening(table) if first else []
    before, content, head = table.state, pages.content, table.journal.recorder.at

    def fail(_before: State, _command: Command, _decision: Decision) -> None:
        assert table.state.now == 1, "it hears of what is"
        assert pages.content != content, "and of what is on record"
        raise error

    table.listeners.append(fail)
    with pytest.raises(error):
        table.send(tick(table))
    assert table.state is before
    assert (pages.content, table.journal.recorder.at) == (content, head)
    table.listeners.remove(fail)
    table.send(tick(table))
    table.journal.close()
    assert audited(pages.lines)[1].commands == 4
    assert heard == ([1, 1] if first else [])


def test_a_listener_that_fails_leaves_a_table_without_a_journal_as_it_was() -> None:
    table = Table(croupier.submission("uth-ma"), Random("none"))

    def fail(_before: State, _command: Command, _decision: Decision) -> None:
        raise RuntimeError

    table.listeners.append(fail)
    before = table.state
    with pytest.raises(RuntimeError):
        table.open()
    assert table.state is before


def test_what_a_listener_asked_for_before_it_failed_is_taken_back_too() -> None:
    table, pages = begun()
    before, content = table.state, pages.content

    def answer(_before: State, command: Command, _decision: Decision) -> None:
        if command.args["now"] == 1:
            table.send(tick(table))
            raise RuntimeError

    table.listeners.append(answer)
    with pytest.raises(RuntimeError):
        table.send(tick(table))
    assert (table.state, pages.content) == (before, content)


# ---- disks ---------------------------------------------------------------------------------------------


def test_a_disk_that_is_full_leaves_the_table_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    table, file = on_paper(tmp_path / "evening.jsonl")
    heard = listening(table)
    table.send(tick(table))
    assert table.journal
    before, content, at = table.state, file.read_bytes(), table.journal.recorder.at
    write, cut = os.write, os.ftruncate

    def half(handle: int, data: memoryview) -> int:
        if len(data) < 100:
            raise OSError(errno.ENOSPC, "No space left on device")
        return write(handle, data[:90])

    def stuck(_handle: int, _length: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    for broken in (cut, stuck):  # what was written half is taken back now or, if even that fails, before the next line
        monkeypatch.setattr(os, "write", half)
        monkeypatch.setattr(os, "ftruncate", broken)
        with pytest.raises(InputError, match="No space left on device; what was recorded before stands"):
            table.send(tick(table))
        monkeypatch.undo()
        assert (table.state, table.journal.recorder.at) == (before, at)
        assert (file.read_bytes() == content) == (broken is cut)
    monkeypatch.setattr(os, "ftruncate", stuck)
    with pytest.raises(InputError, match="Input/output error"):
        table.send(tick(table))
    monkeypatch.undo()
    table.send(tick(table))
    agree(table, file)
    assert heard == [1, 2], "nobody was told of what is not on record"


def test_a_close_that_could_not_be_written_can_be_written_again(monkeypatch: pytest.MonkeyPatch) -> None:
    table, pages = begun()
    assert table.journal
    content = pages.content

    def full(_lines: bytes) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(pages, "write", full)
    with pytest.raises(OSError, match="No space left"):
        table.journal.close()
    with pytest.raises(OSError, match="No space left"):
        table.send(tick(table))
    assert (table.state.now, pages.content) == (0, content)
    monkeypatch.undo()
    table.journal.close()
    audited(pages.lines)


# ---- the time of day -----------------------------------------------------------------------------------

NOON = 1_900_000_000_000


def with_clock(name: Path) -> list[bytes]:
    """The lines of a session whose clock goes on by a second at each command."""
    table = Table(croupier.submission("uth-ma"), Random("journal"))
    times = iter(range(NOON, NOON + 1_000_000, 1000))
    table.journal = Journal(Recorder(table.state, same_salts()), Stream(str(name)), lambda: next(times))
    table.open()
    table.close()
    table.journal.close()
    return name.read_bytes().splitlines(keepends=True)


def test_each_command_has_the_time_of_day_that_the_clock_told(tmp_path: Path) -> None:
    played = list(replay(with_clock(tmp_path / "evening")))
    assert [each.at for each in played] == list(range(NOON, NOON + 1000 * len(played), 1000))


def test_without_a_clock_a_recording_has_no_times(tmp_path: Path) -> None:
    table, file = on_paper(tmp_path / "evening")
    table.open()
    assert {each.at for each in replay(file.read_bytes().splitlines(keepends=True))} == {0}
    assert b'"at":' not in file.read_bytes()


@pytest.mark.parametrize("altered", ["1900000000001", "-1", "1" + "0" * 40, '"noon"', "null"])
def test_a_time_that_was_altered_or_is_none_is_found(altered: str, tmp_path: Path) -> None:
    lines = with_clock(tmp_path / "evening")
    lines[1] = lines[1].replace(b'"at":%d' % NOON, b'"at":' + altered.encode())
    with pytest.raises(RecordingError, match="line 2: "):
        list(replay(lines))
    body, salt, _ = parted(lines[1]) or (b"", b"", b"")  # and where the forger chains it anew
    before = parted(lines[0])
    assert before
    lines[1] = line_of(body, salt, chained(before[2], salt, body))
    if altered != "1900000000001":  # without a signature that one is as good as the true one
        with pytest.raises(RecordingError, match="line 2: there is no command with its events"):
            list(replay(lines[:2]))
