"""Receipt files: receipts one a line or over several, in a file of any length, and the seeds of sessions."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.input_files import read_recording

_DIGITS = 64
_HEX = frozenset("0123456789abcdef")
_MOST_BYTES = 1 << 20  # of one receipt
_NO_JSON = object()


def is_digest(value: object) -> bool:
    """True for 64 hexadecimal digits."""
    return isinstance(value, str) and len(value) == _DIGITS and _HEX.issuperset(value)


def read_receipts(file: str) -> Iterator[tuple[int, dict[str, Any]]]:
    """The receipts and seeds of a file, each with the number of its first line."""
    found, begun, begun_at = False, b"", 0
    for number, line in enumerate(read_recording(file), 1):
        if not begun and not line.strip():
            continue
        begun_at = begun_at or number
        begun += line
        if len(begun) > _MOST_BYTES:
            raise InputError(f"{file}, line {begun_at}: that is no receipt, or one of more than {_MOST_BYTES:,} bytes")
        each = _value(begun)
        if each is _NO_JSON and (line.startswith(b"{") and line.rstrip().endswith(b"}") and len(line) > 2):  # noqa: PLR2004
            raise InputError(f"{file}, line {number}: that is no JSON")
        if each is _NO_JSON:
            continue  # a receipt may go on over several lines
        yield begun_at, _checked(file, begun_at, each)
        found, begun, begun_at = True, b"", 0
    if begun:
        raise InputError(f"{file}, line {begun_at}: that is no JSON")
    if not found:
        raise InputError(f"{file}: there is no receipt in it")


def _value(text: bytes) -> object:
    """The value of a JSON text; `_NO_JSON` if it is none, or not whole yet."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return _NO_JSON


def _checked(file: str, number: int, each: object) -> dict[str, Any]:
    if not isinstance(each, dict):
        raise InputError(f"{file}, line {number}: that is no receipt")
    if "seed" in each and not is_digest(each["seed"]):
        raise InputError(f"{file}, line {number}: a seed is {_DIGITS} hexadecimal digits")
    return each
