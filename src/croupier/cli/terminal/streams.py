"""Standard streams, made safe: they may be closed, full, without a reader, or in an encoding that lacks our characters.

Failures of standard output have exceptions of their own, since they are not bad input.
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
# ASCII stand-ins for the characters of our drawings, for terminals that lack them; a drawing keeps its shape.
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
    """Standard output cannot be written to; the text says why."""


class ReaderGoneError(Exception):
    """The reader of standard output has closed the pipe."""


@contextmanager
def _telling() -> Iterator[None]:
    try:
        yield
    except BrokenPipeError as error:
        raise ReaderGoneError from error
    except OSError as error:
        raise OutputError(f"cannot write to standard output: {reason(error)}") from error


class _Output(io.TextIOWrapper):
    """Standard output whose failures are OutputError and ReaderGoneError."""

    def write(self, text: str, /) -> int:
        with _telling():
            return super().write(text)

    def flush(self) -> None:
        with _telling():
            super().flush()


class _Input(io.TextIOWrapper):
    """Standard input; if it is closed, reading it is an InputError."""

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
    """Replace the standard streams by ones that fail with a message, while the context lasts; flush at its end."""
    codecs.register_error(_STAND_INS, _stand_in)
    # Where colorama is installed, Numba colours its errors with it, and it would use our streams when they are gone.
    os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
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
    """Open a closed standard stream on the null device, or the next file opened would get its file descriptor.

    The direction is reversed (standard input for writing), so that using the stream still fails.
    """
    for place, ways in enumerate((os.O_WRONLY, os.O_RDONLY, os.O_WRONLY)):
        try:
            os.fstat(place)
        except OSError:
            os.open(os.devnull, ways)


def _nowhere() -> TextIO:
    return open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123 - a stream for as long as the program runs


def _input(stream: TextIO | None) -> TextIO:
    """Wrap standard input; bytes that are not text become surrogates, which `plain` escapes."""
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
    """Detach the wrappers from the buffers of the original streams; output that cannot be written is dropped."""
    if isinstance(sys.stdin, _Input):
        sys.stdin.detach()
    if isinstance(sys.stdout, _Output):
        drop(sys.stdout)
        sys.stdout.detach()


def drop(stream: TextIO) -> None:
    """Flush a stream, or discard what it still holds, so that it does not fail again when the program ends."""
    try:
        stream.flush()
    except (OSError, OutputError, ReaderGoneError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        stream.flush()


def takes_everything() -> bool:
    """True if the encoding of standard output has every character (UTF-8, UTF-16)."""
    return codecs.lookup(sys.stdout.encoding or "ascii").name.startswith("utf")


def say(*lines: str) -> None:
    """Print messages to standard error, escaped and shortened; a closed standard error is ignored."""
    try:
        sys.stderr.write("".join(f"{message(line)}\n" for line in lines))
        sys.stderr.flush()
    except OSError:
        drop(sys.stderr)
