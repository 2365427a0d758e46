"""The three streams as a program is given them: closed, full, without a reader, or for fewer characters than we write.

What goes wrong on standard output is told apart from every other failure, since it is nobody's input that is bad.
"""

from __future__ import annotations

import codecs
import io
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

from croupier.cli.terminal.errors import InputError, reason
from croupier.cli.terminal.text import escaped, message

_STAND_INS = "croupier.stand-ins"
# What our pages draw with, for terminals that have none of it; a drawing keeps its shape.
_FOR: dict[str, str] = {
    **dict.fromkeys("╭╮╰╯", "+"),
    "─": "-",
    "│": "|",
    "░": "#",
    "♣": "c",
    "♦": "d",
    "♥": "h",
    "♠": "s",
    "→": "->",
    "…": "...",
    "✓": "+",
    "☞": ">",
    "○": "o",
    "·": ".",
}


class OutputError(Exception):
    """Standard output takes nothing; the text says why."""


class ReaderGoneError(Exception):
    """Who read the output has seen enough."""


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        raise OutputError(f"cannot write to standard output: {reason(error)}") from error


class _Output(io.TextIOWrapper):
    """Standard output, whose failures have names of their own."""

    def write(self, text: str, /) -> int:
        with _telling():
            return super().write(text)

    def flush(self) -> None:
        with _telling():
            super().flush()


class _Input(io.TextIOWrapper):
    """Standard input; one that is closed is bad input."""

    def readline(self, size: int = -1, /) -> str:  # type: ignore[override] # typeshed names the argument
        try:
            return super().readline(size)
        except OSError as error:
            raise InputError(f"cannot read standard input: {reason(error)}") from error


def _stand_in(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    missing = error.object[error.start : error.end]
    return "".join(_FOR.get(each) or escaped(each) for each in missing), error.end


@contextmanager
def guarded() -> Iterator[None]:
    """Streams that fail with a sentence, as long as it lasts; what was written is on its way when it ends."""
    codecs.register_error(_STAND_INS, _stand_in)
    _fill()
    before: tuple[Any, Any, Any] = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stderr = _input(sys.stdin), sys.stderr or _nowhere()
    try:
        sys.stdout = _output(sys.stdout)
        yield
        sys.stdout.flush()
    finally:
        _let_go()
        sys.stdin, sys.stdout = before[0], before[1] or _nowhere()


def _fill() -> None:
    """Open what is closed, for reading only or for writing only: or else the next file would be opened in its place."""
    for place, ways in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, ways)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - a stream for as long as the program runs


def _input(stream: TextIO | None) -> TextIO:
    """Standard input; bytes that are no text come in as what `plain` writes out."""
    if stream is None:
        return _Input(io.BufferedReader(io.FileIO(0, closefd=False)), encoding="utf-8")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    return _Input(stream.buffer, encoding=stream.encoding, errors="surrogateescape")


def _output(stream: TextIO | None) -> TextIO:
    if stream is None:
        raise OutputError("cannot write to standard output: it is closed")
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    lines = stream.line_buffering
    return _Output(stream.buffer, encoding=stream.encoding, errors=_STAND_INS, line_buffering=lines)


def _let_go() -> None:
    """Give the buffers back to the streams they are of; what cannot be written any more is dropped."""
    if isinstance(sys.stdin, _Input):
        sys.stdin.detach()
    if isinstance(sys.stdout, _Output):
        drop(sys.stdout)
        sys.stdout.detach()


def drop(stream: TextIO) -> None:
    """See that what a stream still holds does not fail once more when the program ends."""
    try:
        stream.flush()
    except (OSError, OutputError, ReaderGoneError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        stream.flush()


def takes_everything() -> bool:
    """Whether standard output takes every character there is."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")


def say(*lines: str) -> None:
    """Say something on standard error, each line fit to be read; where nobody can hear it, nothing is lost."""
    try:
        sys.stderr.write("".join(f"{message(line)}\n" for line in lines))
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)
