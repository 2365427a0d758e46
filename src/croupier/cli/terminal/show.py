"""Printing of lines, tables and JSON to a terminal or a pipe. Rich is imported only here, and only when it is needed.

Every text goes through `plain`, which escapes control characters: it may hold a name, a file's name or a line of a
recording.
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

# Blanks at which no line may break: within odds (`flush 50 to 1`), and between a word and its number (`Bet 1`).
_BOUND = re.compile(r"(?<=[A-Za-z]) (?=\$?\d)|(?<=\d) (?=to \d)|(?<=\d to) (?=\d)")
_BLANK = "\ue000"  # stands for such a blank while lines are wrapped; it is replaced before printing
_LEAST = 16  # letters; a narrower column that wraps is unreadable
_GAP = 2  # letters between columns
_LABELS = 4  # labels may take so much of a line: one part in four
_MARKS = {"same": ("", "", ""), "gone": ("[-", "-]", "red"), "new": ("{+", "+}", "green")}

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text


@cache
def console() -> Console:
    """The Rich console; in a pipe lines are 110 letters wide and nothing is coloured."""
    from rich.console import Console

    width = None if sys.stdout.isatty() else 110
    return Console(width=width, highlight=False, markup=False, emoji=False)


def width() -> int:
    """Width of a line, in letters."""
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
    """Wrap a text into indented lines, never at a blank that is bound."""
    wrapped = wrap(bound, max(width() - indent, 1), break_long_words=False, break_on_hyphens=False)
    return _unbound("\n".join(f"{'':{indent}}{each}" for each in wrapped))


def _bound(text: str) -> str:
    """Replace the blanks at which no line may break."""
    return _BOUND.sub(_BLANK, text)


def _unbound(text: str) -> str:
    return text.replace(_BLANK, " ")


def unbroken(text: str, style: str | None = None) -> None:
    """Print a line without inserting line breaks, so that it can be copied; a terminal may still wrap it."""
    console().print(plain(text), style=style, soft_wrap=True)


def lines(texts: Iterable[str]) -> None:
    """Print several lines."""
    for text in texts:
        line(text)


def drawn(row: Text) -> None:
    """Print a styled text whose parts are escaped already."""
    console().print(row)


def pieces(found: Iterable[Piece]) -> None:
    """Print a word diff, deletions and insertions in brackets, and in colour at a terminal."""
    from rich.text import Text

    row = Text()
    for how, text in found:
        opens, closes, style = _MARKS[how]
        row.append(f"{opens}{plain(text)}{closes}", style=style)
    console().print(row)


def written(text: str) -> None:
    """Print a line of a file, with its tabs kept."""
    sys.stdout.write(plain(text, keep="\t") + "\n")


def flush() -> None:
    """Flush standard output."""
    sys.stdout.flush()


def heading(text: str) -> None:
    """Print a heading, with a blank line above it."""
    console().print()
    line(text, "bold")


def labelled(label: str, text: str, width: int = 12, *, sentence: bool = False) -> None:
    """Print a paragraph beside its label, or after the label as a sentence."""
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
    """Print a table. The last column wraps, and those in `wrapped`; `widths` are minimum widths of columns.

    If the columns do not fit, each entry is printed as its first cell and, below it, the other cells by their titles.
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
        wanted = widths[place] if place < len(widths) else 0
        # Labels keep their width beside a word that is too long for any column, such as the name of a test.
        stays = wanted - needed[place] <= room or (not header and wanted <= width() // _LABELS)
        least = wanted if wanted and stays else None
        table.add_column(header[place] if header else "", min_width=least, no_wrap=fixed[place], overflow="fold")
    for entry in entries:
        table.add_row(*map(_bound, entry))
    with console().capture() as page:
        console().print(table)
    # Rich pads the last column to its width; the blanks at the end of a line are removed.
    console().file.write("".join(f"{_unbound(line).rstrip()}\n" for line in page.get().splitlines()))


def _needed(rows: Sequence[Sequence[str]], fixed: Sequence[bool]) -> list[int]:
    """Minimum width of each column: its widest cell or, if it wraps, its longest word, and at least a few words."""
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
