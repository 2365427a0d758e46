"""Showing things on a terminal or in a pipe. Rich is imported here, and here only when something is shown.

Whatever is shown goes through `plain`: a text may hold a name, a file's name or a line of a recording.
"""

from __future__ import annotations

import sys
from collections.abc import Container, Iterable, Sequence
from functools import cache
from textwrap import wrap
from typing import TYPE_CHECKING

from croupier.cli.streams import takes_everything
from croupier.cli.text import json_text, plain
from croupier.rulebook.wording import Piece

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
    indent = text[: len(text) - len(text.lstrip(" "))]
    if indent and len(text) > width():
        wrapped = wrap(text.lstrip(" "), width() - len(indent), break_long_words=False, break_on_hyphens=False)
        text = "\n".join(f"{indent}{each}" for each in wrapped)
    console().print(text, style=style)


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
    """Print columns; the last one wraps, and others that are named. A width given holds its column at least so wide."""
    table = _table(header)
    entries = list(entries)
    count = max([len(header), *(len(entry) for entry in entries)])
    for place in range(count):
        title = plain(header[place]) if header else ""
        least = widths[place] if place < len(widths) else None
        fixed = place < count - 1 and place not in wrapped
        table.add_column(title, min_width=least, no_wrap=fixed, overflow="fold")
    for entry in entries:
        table.add_row(*map(plain, entry))
    with console().capture() as page:
        console().print(table)
    # Columns are padded to their width, which nobody needs at the end of a line.
    console().file.write("".join(f"{line.rstrip()}\n" for line in page.get().splitlines()))


def _table(header: Sequence[str]) -> Table:
    from rich.table import Table

    return Table(box=None, show_header=bool(header), header_style="bold", padding=(0, 2, 0, 0), pad_edge=False)
