"""CSV output that is safe to open in a spreadsheet (CSV injection).

A text that a spreadsheet would run as a formula, because of its first character, gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import SimpleNamespace

_RUNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")  # the last four are the full-width forms of the first four
_NUMBER = re.compile(r"[+-]?\$?[\d.,]+(e[+-]?\d+)?%?( ?/ ?\d+)?", re.ASCII)


def lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """Yield the lines of a CSV file one by one, so that a file of any length can be written."""
    written: list[str] = []
    writer = csv.writer(SimpleNamespace(write=written.append), lineterminator="\n")
    for row in chain((header,), rows):
        writer.writerow(map(_cell, row))
        yield written.pop()


def _cell(value: object) -> object:
    """Format a cell; unprintable characters become blanks, since a lone carriage return would end the row."""
    if not isinstance(value, str):
        return value
    text = "".join(each if each.isprintable() else " " for each in value)
    runs = text.lstrip().startswith(_RUNS) and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text
