"""Documentation pages for tests: the commands, files and examples that they show, run as a reader would."""

from __future__ import annotations

import doctest
import re
import shlex
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from support.cli.shell import CROUPIER, run

ROOT = Path(__file__).parents[2]
PORT = "8642"  # which the pages name
_FENCE = re.compile(r"^```(\w*)(?: title=\"([^\"]+)\")?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_ENDS = "^C"  # as a terminal shows it: the house of the page is stopped here


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, the file that it is (if it is one), and its lines."""

    language: str
    title: str
    text: str


def blocks(page: str) -> list[Block]:
    """The fenced blocks of a page."""
    return [Block(*found.groups(default="")) for found in _FENCE.finditer(page)]


def shown(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each command of a console block, with the lines of output that are shown under it."""
    lines: list[str] = []
    command = ""
    for line in text.splitlines():
        if line.startswith("$ ") or line == _ENDS:
            if command:
                yield command, lines
            command, lines = line.removeprefix("$ "), []
        else:
            lines.append(line)
    if command:
        yield command, lines


def examples_fail(page: str) -> int:
    """The number of Python examples (`>>>`) of a page that do not give what they show."""
    text = re.sub(r"^```.*$", "", page, flags=re.MULTILINE)
    runner = doctest.DocTestRunner()
    runner.run(doctest.DocTestParser().get_doctest(text, {}, "page", None, 0))
    return runner.summarize(verbose=False).failed


def play_through(page: str) -> int:
    """Do all that a page shows, in the working folder; return the number of commands and programs that were run."""
    done = 0
    free = _free_port()
    with ExitStack() as houses:
        for block in blocks(page.replace(PORT, free)):
            if block.title:
                Path(block.title).write_text(block.text, encoding="utf-8")
            if block.language == "python":
                _program(block.text)
                done += 1
            for command, lines in shown(block.text) if block.language == "console" else ():
                if command == _ENDS:
                    houses.close()
                    continue
                words = shlex.split(command)[1:]
                if words[0] == "serve":
                    _are_in(lines, houses.enter_context(_house(words)), command)
                else:
                    _check(words, lines, command)
                done += 1
    return done


def _check(words: list[str], lines: list[str], command: str) -> None:
    refused = bool(lines) and lines[0].startswith("croupier: ")
    answer = run(*words, typed="quit\n", remembers=True)
    assert (answer.returncode != 0) == refused, (command, answer.stderr)
    assert refused or not answer.stderr, (command, answer.stderr)
    _are_in(lines, answer.stderr if refused else answer.stdout, command)


def _are_in(lines: list[str], output: str, command: str) -> None:
    """Compare the lines that are shown with the output: each is there, in this order, whatever blanks are in it."""
    told = iter([" ".join(line.split()) for line in output.splitlines()])
    for line in filter(None, lines):
        assert " ".join(line.split()) in told, f"{command}: {line!r} is not in\n{output}"


def _program(text: str) -> None:
    done = subprocess.run(  # noqa: S603 - the page's own program
        [sys.executable, "-c", text], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, ""), done.stderr


@contextmanager
def _house(words: list[str]) -> Iterator[str]:
    """A house that runs; yields what it has said up to its address."""
    said = ""
    with subprocess.Popen([*CROUPIER, *words], stdout=subprocess.PIPE, text=True) as process:  # noqa: S603 - the page's
        try:
            for line in process.stdout or ():
                said += line
                if line.startswith("http"):
                    break
            yield said
        finally:
            process.send_signal(signal.SIGINT)
            assert process.wait(timeout=60) == 0


def _free_port() -> str:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return str(found.getsockname()[1])
