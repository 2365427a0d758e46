"""Showing things on a terminal or in a pipe. Rich is imported here, and here only when something is shown.

Whatever is shown goes through `plain`: a text may hold a name, a file's name or a line of a recording.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Container, Iterable, Sequence
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.cli.terminal.streams import takes_everything
from croupier.cli.terminal.text import json_text, plain
from croupier.documents.word_diff import Piece

# No line ends within odds, within a wager's number or between it and what stands on it: `flush 50 to 1`, `Bet 1`.
_BOUND = re.compile(r"(?<=[A-Za-z]) (?=\$?\d)|(?<=\d) (?=to \d)|(?<=\d to) (?=\d)")
_BLANK = "\ue000"  # what stands for a blank that no line may end at; it is as wide, and what is shown is put back
_LEAST = 16  # letters, below which a column that wraps cannot be read
_GAP = 2  # letters between columns
_MARKS = {"same": ("", "", ""), "gone": ("[-", "-]", "red"), "new": ("{+", "+}", "green")}

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


@cache
def console() -> Console:
    """The terminal; in a pipe lines are as wide as a page and nothing is coloured."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 110
    return Console(width=width, highlight=False, markup=False, emoji=False)


def width() -> int:
    """How many letters a line has."""
    return console().width


def as_json(value: object) -> None:
    """Print a value as JSON."""
    sys.stdout.write(json_text(value, ascii_only=not takes_everything()) + "\n")


def line(text: str = "", style: str | None = None) -> None:
    """Print a line, or a paragraph that wraps at words and keeps its indent."""
    text = plain(text)
    indent = len(text) - len(text.lstrip(" "))
    console().print(text if len(text) <= width() else _paragraph(_bound(text.lstrip(" ")), indent), style=style)


def _paragraph(bound: str, indent: int) -> str:
    """A text as lines that end only where they may, each with its indent."""
    wrapped = wrap(bound, max(width() - indent, 1), break_long_words=False, break_on_hyphens=False)
    return _unbound("\n".join(f"{'':{indent}}{each}" for each in wrapped))


def _bound(text: str) -> str:
    """A text whose blanks are such that lines end only where they may."""
    return _BOUND.sub(_BLANK, text)


def _unbound(text: str) -> str:
    return text.replace(_BLANK, " ")


def unbroken(text: str, style: str | None = None) -> None:
    """Print a line that is to be copied as it stands: a terminal may wrap it, and no break comes into it."""
    console().print(plain(text), style=style, soft_wrap=True)


def lines(texts: Iterable[str]) -> None:
    """Print several lines."""
    for text in texts:
        line(text)


def drawn(row: Text) -> None:
    """Print what was drawn, of texts that are plain already."""
    console().print(row)


def pieces(found: Iterable[Piece]) -> None:
    """Print a text with what went and what came: in colour at a terminal, and in brackets everywhere."""
    from rich.text import Text

    row = Text()
    for how, text in found:
        opens, closes, style = _MARKS[how]
        row.append(f"{opens}{plain(text)}{closes}", style=style)
    console().print(row)


def written(text: str) -> None:
    """Print a line as it is written in a file, where a tab may stand between words."""
    sys.stdout.write(plain(text, keep="\t") + "\n")


def flush() -> None:
    """See that what was shown has arrived."""
    sys.stdout.flush()


def heading(text: str) -> None:
    """Print a heading with room above it."""
    console().print()
    line(text, "bold")


def labelled(label: str, text: str, width: int = 12, *, sentence: bool = False) -> None:
    """Print a paragraph beside its label, or after it as a sentence is read."""
    if sentence:
        line(f"{label}: {text}")
    else:
        rows([(label, text)], widths=(width,))


def rows(
    entries: Iterable[Sequence[str]],
    header: Sequence[str] = (),
    widths: Sequence[int] = (),
    wrapped: Container[int] = (),
) -> None:
    """Print columns; the last one wraps, and others that are named. A width given holds its column at least so wide.

    Where columns do not fit, each entry is printed as what it is about and, under it, the rest by its titles.
    """
    entries = [[plain(cell) for cell in entry] for entry in entries]
    header = [plain(title) for title in header]
    count = max([len(header), *(len(entry) for entry in entries)])
    fixed = [place < count - 1 and place not in wrapped for place in range(count)]
    needed = _needed([header, *entries], fixed)
    if header and sum(needed) + _GAP * (count - 1) > width():
        _one_by_one(entries, header)
        return
    table = _table(header)
    room = width() - _GAP * (count - 1) - sum(needed)
    for place in range(count):
        least = widths[place] if place < len(widths) and widths[place] - needed[place] <= room else None
        table.add_column(header[place] if header else "", min_width=least, no_wrap=fixed[place], overflow="fold")
    for entry in entries:
        table.add_row(*map(_bound, entry))
    with console().capture() as page:
        console().print(table)
    # Columns are padded to their width, which nobody needs at the end of a line.
    console().file.write("".join(f"{_unbound(line).rstrip()}\n" for line in page.get().splitlines()))


def _needed(rows: Sequence[Sequence[str]], fixed: Sequence[bool]) -> list[int]:
    """How wide each column must be: as its widest cell or, where it wraps, as its longest word or a few words."""
    cells = [[row[place] for row in rows if place < len(row)] for place in range(len(fixed))]
    widest = [max(map(len, column), default=0) for column in cells]
    words = [max((len(word) for cell in column for word in cell.split()), default=0) for column in cells]
    return [
        whole if is_fixed else min(whole, max(word, _LEAST))
        for whole, word, is_fixed in zip(widest, words, fixed, strict=True)
    ]


def _one_by_one(entries: Iterable[Sequence[str]], header: Sequence[str]) -> None:
    """Print entries that are too wide for columns: `Royal flush`, and under it `7 hands: 70 to 1; 6 hands: 80 to 1`."""
    for first, *rest in entries:
        line(first)
        told = [f"{title}: {cell}" for title, cell in zip(header[1:], rest, strict=False) if cell]
        whole = (each if len(each) + _GAP > width() else each.replace(" ", _BLANK) for each in told)
        console().print(_paragraph("; ".join(whole), _GAP))


def _table(header: Sequence[str]) -> Table:
    from rich.table import Table

    return Table(box=None, show_header=bool(header), header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
