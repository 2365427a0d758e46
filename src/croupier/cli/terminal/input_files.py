"""Reader for input files: ordinary files and standard input, as UTF-8, up to a maximum size."""

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

_MOST = 4 << 20  # bytes, the maximum for a submission, a strategy or a round written by hand
_MOST_OF_A_LINE = 4 << 20  # bytes, the maximum for a line of a recording
_PARTS = 100  # the maximum in a dotted name: the TOML reader takes quadratic time
_DIGITS = 300  # the maximum in a number: a longer one is a mistake, and Python refuses very long ones
_LONG = re.compile(rf"\d[\d_]{{{_DIGITS},}}")
_LONG_IN_TOML = re.compile(rf"(?<!\w)0[xob][\da-fA-F_]{{{_DIGITS},}}")
_KINDS = {stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket", stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}


def kind(mode: int) -> str | None:
    """Name of a special file's type (pipe, socket, device); None for an ordinary file or a folder."""
    return _KINDS.get(stat.S_IFMT(mode))


def edit_lines() -> None:
    """Enable line editing and history at a terminal, if the machine has readline."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401 - `input` uses it once it is imported


def read_text(file: str) -> str:
    """Read a text file that a user named, TOML or a round written by hand; `-` is standard input."""
    text = _read(file, _MOST)
    _check_numbers(file, text, _LONG_IN_TOML)
    for number, line in enumerate(text.splitlines(), start=1):
        if line.count(".") > _PARTS and not line.startswith("#"):
            raise InputError(f"{_name(file)}, line {number}: no name has more than {_PARTS} parts")
    return text


def read_recording(file: str, begin: int = 0, end: int | None = None) -> Iterator[bytes]:
    """Yield the lines of a recording that a user named, unchanged, from one byte offset of the file to another.

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
    """Size in bytes of a file that a user named; 0 for standard input, whose size is unknown."""
    if file == "-":
        return 0
    try:
        return Path(file).stat().st_size
    except OSError as error:
        raise InputError(f"cannot read {file}: {reason(error)}") from error


def _name(file: str) -> str:
    return "standard input" if file == "-" else file


def read_bytes(file: str) -> bytes:
    """Read the bytes of a small file that a user named (a key, a receipt); `-` is standard input."""
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
        raise InputError(f"{_name(file)}, line {line}: no number has more than {_DIGITS} digits")


def _opened(file: str) -> BinaryIO:
    """Open a file without blocking; pipes, sockets and devices, which may never end, are refused."""
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
