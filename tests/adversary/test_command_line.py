"""The command line in an unkind world: every failure is a sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from nasty_runs import HOSTILE, REFUSED, Ended, Run, carried_out, every_run, faults, needs_a_shell, on_values, prepare

from croupier.cli import main
from croupier.cli.terminal import streams
from croupier.cli.terminal.text import json_text, message, plain

EVERY = 120  # one run of so many is enough for every day; `prove` has them all


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("nasty")
    prepare(place)
    return place


def all_wrong(runs: list[Run], folder: Path) -> dict[str, list[str]]:
    """What was wrong with each run. Those in shells of their own go two at a time, the others in turn."""

    def wrong(run: Run) -> tuple[str, list[str]]:
        return run.name, faults(run, carried_out(run, folder))

    forked = [wrong(run) for run in runs if not needs_a_shell(run)]
    with ThreadPoolExecutor(2) as workers:
        in_shells = list(workers.map(wrong, filter(needs_a_shell, runs)))
    return {name: found for name, found in [*forked, *in_shells] if found}


def test_there_are_runs_by_the_hundred_each_of_its_own_name() -> None:
    names = [run.name for run in every_run()]
    assert len(names) == len(set(names)) > 1000


def test_some_nasty_runs_end_in_a_sentence(folder: Path) -> None:
    quick = [run for run in every_run() if run.words[:1] != ("analyze",)]
    assert all_wrong(quick[::EVERY], folder) == {}


def test_values_that_nobody_means_are_refused_in_a_sentence(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.chdir(folder)
    runs = [run for run in on_values() if run.words[:1] not in {("analyze",), ("play",)}]
    wrong = {}
    for run in runs:
        monkeypatch.setattr(sys, "argv", ["croupier", *map(os.fsdecode, run.words)])
        with pytest.raises(SystemExit) as left:
            main()
        said = capsysbinary.readouterr()
        assert isinstance(left.value.code, int)
        if found := faults(run, Ended(left.value.code, said.out, said.err)):
            wrong[run.name] = found
    assert len(runs) > 100
    assert wrong == {}


@pytest.mark.prove
def test_every_nasty_run_ends_in_a_sentence(folder: Path) -> None:
    assert all_wrong(every_run(), folder) == {}
    left = [each.name for each in folder.iterdir() if each.name.startswith(".")]
    assert left == [], "nothing that was begun is left lying"
    assert {each.name for each in folder.glob("*-full")} <= {"keynew-full"}, "of what had no room nothing is left"
    assert (folder / "precious").read_text() == "precious"


def test_a_verdict_sees_what_is_wrong() -> None:
    run = Run("", (), REFUSED)
    assert faults(run, Ended(2, b"", b"croupier: no.\n")) == []
    assert faults(run, Ended(1, b"", b"Traceback (most recent call last):\n")) == ["a traceback", "exit code 1"]
    assert faults(run, Ended(2, b"", b"no.\n")) == ["not one sentence"]
    assert faults(run, Ended(2, b"\x1b[2J", b"croupier: no.\n")) == [r"raw '\x1b' on out"]


# ---- streams -------------------------------------------------------------------------------------------

STREAMS = [
    ("rules uth-ma >/dev/full", 2, "croupier: cannot write to standard output: No space left on device\n"),
    ("rules uth-ma >&-", 2, "croupier: cannot write to standard output: it is closed\n"),
    ("rules nothing 2>&-", 2, ""),
    ("rules nothing 2>/dev/full", 2, ""),
    ("submission check - <&-", 2, "croupier: cannot read standard input: it is closed\n"),
    ("play uth-ma --plain <&-", 2, "croupier: cannot read standard input: it is closed\n"),
    ("round - </dev/zero", 2, "croupier: cannot read standard input: it is a device; accepted: "),
    ("round pipe", 2, "croupier: cannot read pipe: it is a pipe; accepted: a file, or - with what it gives as input\n"),
    ("rules uth-ma | head -1", 0, ""),
    ("rules uth-ma | true", 0, ""),
    ("--help | true", 0, ""),
    ("audit cut.jsonl | true", 1, "croupier: line "),
]


@pytest.mark.parametrize(("line", "code", "said"), STREAMS, ids=[line for line, *_ in STREAMS])
def test_a_stream_that_fails_is_told_in_a_sentence(folder: Path, line: str, code: int, said: str) -> None:
    (folder / "cut.jsonl").write_text("".join((folder / "good.jsonl").read_text().splitlines(keepends=True)[:5]))
    words, streams = re.split(r" (?=[<>|2])", line, maxsplit=1) if re.search(r" [<>|2]", line) else (line, "")
    done = carried_out(Run(line, tuple(words.split()), streams=streams), folder)
    assert done.code == code
    assert done.err.decode().startswith(said)
    assert done.err.count(b"\n") == said.startswith("croupier")


def test_a_terminal_that_knows_few_characters_sees_drawings_all_the_same(folder: Path) -> None:
    words = ("play", "uth-ma", "--auto", "--rounds", "1", "--seed", "1")
    for encoding in ("ascii", "cp1252"):
        done = carried_out(Run("", words, env={"PYTHONIOENCODING": encoding}), folder)
        assert b"| ## | | ## |" in done.out
        assert b"\\u" not in done.out
        assert done.code == 0


# ---- files ---------------------------------------------------------------------------------------------


def test_a_full_disk_ends_an_evening_and_leaves_whole_lines(folder: Path) -> None:
    words = ("play", "uth-ma", "--auto", "--seed", "1", "--record", "room.jsonl")
    done = carried_out(Run("", words, before="ulimit -f 90;"), folder)
    assert done.code == 2
    assert done.err.decode() == "croupier: cannot write room.jsonl: File too large; what was recorded before stands\n"
    stands = (folder / "room.jsonl").read_bytes()
    assert 80 << 10 < len(stands) <= 90 << 10
    assert stands.endswith(b"}\n")
    audited = carried_out(Run("", ("audit", "room.jsonl")), folder)
    lines = stands.count(b"\n")
    assert audited.err.decode().startswith(f"croupier: line {lines + 1}: the recording was cut off here; ")


def test_a_recording_is_readable_by_its_owner_alone(folder: Path) -> None:
    assert stat.S_IMODE((folder / "good.jsonl").stat().st_mode) == 0o600


@pytest.mark.parametrize(("before", "streams"), [("ulimit -f 1;", ""), ("", ">/dev/full")])
def test_a_submission_that_could_not_be_begun_leaves_nothing(folder: Path, before: str, streams: str) -> None:
    there = sorted(folder.iterdir())
    words = ("submission", "new", "uth-ma", "begun.toml")
    assert carried_out(Run("", words, streams=streams, before=before), folder).code == 2
    assert sorted(folder.iterdir()) == there


def test_a_submission_stays_when_nobody_reads_that_it_was_written(folder: Path) -> None:
    assert carried_out(Run("", ("submission", "new", "uth-ma", "unread.toml"), streams="| true"), folder).code == 0
    assert (folder / "unread.toml").exists()


@pytest.mark.prove
def test_without_a_home_it_works_and_says_once_that_it_is_slower(folder: Path) -> None:
    env = {"HOME": os.devnull, "XDG_CACHE_HOME": "", "NUMBA_CACHE_DIR": ""}
    done = carried_out(Run("", ("analyze", "dragon-md", "--strategy", "dragon", "--json"), env=env), folder)
    assert done.code == 0
    slower = "the compiled loops cannot be kept (Not a directory); every run compiles them anew and is slower for it"
    assert done.err.decode() == f"croupier: {slower}\n"


# ---- interrupts ----------------------------------------------------------------------------------------

# The command, which interrupts itself when it comes to import something for so many times: no clock decides.
INTERRUPTED = """
import os, signal, sys
from croupier.cli import main
left = int(sys.argv.pop(1))
def hear(event, arguments):
    global left
    left -= event == "import"
    if not left:
        left -= 1
        os.kill(os.getpid(), signal.SIGINT)
def begun():
    sys.addaudithook(hear)
    main()
begun()
"""


def interrupted(imports: int) -> tuple[int, str]:
    """How the command ends that is interrupted at such an import."""
    words = [sys.executable, "-c", INTERRUPTED, str(imports), "rules", "uth-ma"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, done.stderr


@pytest.mark.parametrize("imports", [2, 60, 200])
def test_an_interrupt_ends_it_at_once_and_quietly(imports: int) -> None:
    assert interrupted(imports) == (130, "")


@pytest.mark.prove
def test_an_interrupt_ends_it_quietly_wherever_it_comes() -> None:
    ends = {imports: interrupted(imports) for imports in range(2, 400, 7)}
    assert {imports: end for imports, end in ends.items() if end not in {(130, ""), (0, "")}} == {}
    assert (130, "") in ends.values()


# The command, which interrupts itself at one of the lines of our code that lead to a command and away from it: it is
# counted from the first line of `main`, or backwards from the last.
AT_A_LINE = """
import os, signal, sys
import croupier.cli
from croupier.cli import main
at, OURS = int(sys.argv.pop(1)), ("cli/__init__.py", "cli/runner.py")
lines = 0
def heard(frame, event, argument):
    global lines
    if frame.f_code.co_filename.endswith(OURS):
        lines += event == "line"
        if event == "line" and lines == at:
            os.kill(os.getpid(), signal.SIGINT)
        return heard
sys.settrace(heard)
try:
    main()
finally:
    if not at:
        sys.settrace(None)
        print(lines)
"""


def at_a_line(number: int) -> tuple[int, str, str]:
    words = [sys.executable, "-c", AT_A_LINE, str(number), "--version"]
    done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize("share", [0, 1, pytest.param(None, marks=pytest.mark.prove)])
def test_an_interrupt_at_any_line_of_ours_ends_it_quietly(share: int | None) -> None:
    """From the second line of `main`, the first within its `try`, to the last but one: the ends are Python's own."""
    _, said, _ = at_a_line(0)
    many = int(said.split()[-1])
    assert many > 40
    every = range(2, many)
    chosen = every if share is None else every[-4:] if share else every[:4]
    ends = {line: at_a_line(line) for line in chosen}
    assert {line: end for line, end in ends.items() if end[0] not in {0, 130} or end[2]} == {}
    assert 130 in {code for code, _, _ in ends.values()}


# The command, interrupted while an object goes, where Python can raise nothing and only tells of it.
SWALLOWED = """
import os, signal, time
from croupier.cli import main, runner
class Leaving:
    def __del__(self):
        os.kill(os.getpid(), signal.SIGINT)
def carried_out():
    Leaving()
    time.sleep(60)
    return 0
runner._carried_out = carried_out
main()
"""


def test_an_interrupt_that_python_swallows_is_given_again() -> None:
    words = [sys.executable, "-c", SWALLOWED, "rules", "uth-ma"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=30)  # noqa: S603
    assert (done.returncode, done.stderr) == (130, "")


def test_interrupts_are_handled_as_before_when_it_has_ended(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGINT), sys.stdout, sys.stdin, sys.stderr
    monkeypatch.setattr(sys, "argv", ["croupier", "--version"])
    with pytest.raises(SystemExit):
        main()
    assert (signal.getsignal(signal.SIGINT), sys.stdout, sys.stdin, sys.stderr) == before
    assert capsys.readouterr().out == "0.2.0\n"


# ---- texts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shown", [plain, message, lambda text: json_text(text, ascii_only=False)])
def test_nothing_that_steers_a_terminal_is_left_in_a_text(shown: Callable[[str], str]) -> None:
    every = "".join(map(chr, range(sys.maxunicode + 1)))
    for start in range(0, len(every), 500):
        text = shown(every[start : start + 500])
        assert all(each.isprintable() for each in text)


def test_a_text_that_prints_is_shown_as_it_is() -> None:
    text = "Zoë's [bold]pair of 10♥ & 9♠…[/bold] \\o/ 山"
    assert plain(text) == message(text) == text
    assert plain("a\tb\n", keep="\t") == "a\tb\\n"
    assert plain(HOSTILE).startswith("\\x1b]0;owned\\x07\\x1b[2J\\u202eevil\\x9b31m[bold]\\u2066")


def test_a_message_is_cut_where_nobody_reads_on() -> None:
    assert message(f"no {'9' * 5000} here") == f"no {'9' * 100}... here"
    assert len(message("very " * 5000)) < 2100


def test_a_reader_of_json_has_every_text_unchanged() -> None:
    import json

    for ascii_only in (True, False):
        assert json.loads(json_text({HOSTILE: "\x7f♥"}, ascii_only=ascii_only)) == {HOSTILE: "\x7f♥"}
    assert json_text("♥", ascii_only=True).isascii()


def test_output_that_is_no_stream_of_bytes_is_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    page = StringIO()
    monkeypatch.setattr(sys, "stdout", page)
    with streams.guarded():
        sys.stdout.write("x")
    assert page.getvalue() == "x"
