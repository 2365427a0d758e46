"""Reading what a user names: ordinary files and standard input, as UTF-8, and no more of it than anybody means."""

from __future__ import annotations

import io
import os
import re
import stat
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from croupier.cli.terminal.errors import InputError, reason

_MOST = 4 << 20  # bytes of a submission, a strategy or a round written by hand
_MOST_OF_A_LINE = 4 << 20  # bytes of a line of a recording
_PARTS = 100  # of a dotted name; reading one takes time by the square of it
_DIGITS = 300  # of a number; nobody means a longer one, and Python does not read every one
_LONG = re.compile(rf"\d[\d_]{{{_DIGITS},}}")
_LONG_IN_TOML = re.compile(rf"(?<!\w)0[xob][\da-fA-F_]{{{_DIGITS},}}")
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


def kind(mode: int) -> str | None:
    """What a place is that is no ordinary file, in a word; None for a file or a folder."""
    return _KINDS.get(stat.S_IFMT(mode))


def edit_lines() -> None:
    """Let what is typed at a terminal be edited and called up again, where the machine knows how."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - `input` goes by it once it is there


def read_text(file: str) -> str:
    """The text of a file that a user named, TOML or a round written by hand; `-` is standard input."""
    text = _read(file, _MOST)
    _check_numbers(file, text, _LONG_IN_TOML)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > _PARTS and not line.startswith("#"):
            raise InputError(f"{_name(file)}, line {number}: no name has more than {_PARTS} parts")
    return text


def read_recording(file: str, begin: int = 0, end: int | None = None) -> Iterator[bytes]:
    """The lines of a recording that a user named, as they are, from one byte of the file to another.

    `-` is standard input, which is read from its beginning to its end. A line that is too long comes in pieces.
    """
    try:
        with _opened(file) as opened:
            if begin:
                opened.seek(begin)
            at = begin
            while (end is None or at < end) and (line := opened.readline(_MOST_OF_A_LINE)):
                at += len(line)
                yield line
    except OSError as error:
        raise InputError(f"cannot read {_name(file)}: {reason(error)}") from error


def size(file: str) -> int:
    """How long a file is that a user named; of standard input nobody knows."""
    if file == "-":
        return 0
    try:
        return Path(file).stat().st_size
    except OSError as error:
        raise InputError(f"cannot read {file}: {reason(error)}") from error


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def read_bytes(file: str) -> bytes:
    """The bytes of a small file that a user named: a key, a receipt; `-` is standard input."""
    return _bytes(file, _MOST)


def _bytes(file: str, most: int) -> bytes:
    name = _name(file)
    try:
        with _opened(file) as opened:
            content = opened.read(most + 1)
    except OSError as error:
        raise InputError(f"cannot read {name}: {reason(error)}") from error
    if len(content) > most:
        raise InputError(f"cannot read {name}: it is too long; the most is {most >> 20:,} MiB")
    return content


def _read(file: str, most: int) -> str:
    content, name = _bytes(file, most), _name(file)
    try:
        text = io.StringIO(content.decode("utf-8"), newline=None).read()
    except UnicodeDecodeError as error:
        raise InputError(f"{name} is no UTF-8 text") from error
    _check_numbers(file, text, _LONG)
    return text


def _check_numbers(file: str, text: str, long: re.Pattern[str]) -> None:
    if found := long.search(text):
        line = text.count("\n", 0, found.start()) + 1
        raise InputError(f"{_name(file)}, line {line}: nobody means a number of more than {_DIGITS} digits")


def _opened(file: str) -> BinaryIO:
    """A file opened without waiting for whoever writes into a pipe; what never ends is not opened."""
    if file == "-":
        return _standard_input()
    opened = os.fdopen(os.open(file, os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOCTTY), "rb")
    what = kind(os.fstat(opened.fileno()).st_mode)
    if what is not None:
        opened.close()
        raise InputError(f"cannot read {file}: it is {what}", "a file, or - with what it gives as input")
    return opened


def _standard_input() -> BinaryIO:
    given = os.fstat(0)
    endless = stat.S_ISCHR(given.st_mode) and not os.isatty(0) and given.st_rdev != Path(os.devnull).stat().st_rdev
    if endless:
        raise InputError("cannot read standard input: it is a device", "a file, a pipe or a terminal")
    return io.BufferedReader(io.FileIO(sys.stdin.fileno(), closefd=False))
