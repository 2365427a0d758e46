"""CSV that a spreadsheet opens as it is meant.

A text that a spreadsheet would run as a formula, because of how it begins, gets an apostrophe in front.
"""

from __future__ import annotations

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from types import SimpleNamespace

_RUNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")  # the last four are the first four, wide
_NUMBER = re.compile(r"[+-]?\$?[\d.,]+(e[+-]?\d+)?%?( ?/ ?\d+)?", re.ASCII)


def lines(header: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    """The lines of a file, one after the other, however many there are."""
    written: list[str] = []
    writer = csv.writer(SimpleNamespace(write=written.append), lineterminator="\n")
    for row in chain((header,), rows):
        writer.writerow(map(_cell, row))
        yield written.pop()


def _cell(value: object) -> object:
    """A cell as it is written; what does not print is a blank, since a lone carriage return would end the row."""
    if not isinstance(value, str):
        return value
    text = "".join(each if each.isprintable() else " " for each in value)
    runs = text.lstrip().startswith(_RUNS) and not _NUMBER.fullmatch(text)
    return f"'{text}" if runs else text
