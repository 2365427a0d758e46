"""HTML tables for notebooks. All text is escaped, since a name or a title may hold anything."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


def html_table(rows: Iterable[Sequence[object]], head: Sequence[str] = (), about: str = "") -> str:
    """Format a table with a caption; the first cell of each row is a header."""
    said = f"<p><b>{escape(about)}</b></p>" if about else ""
    top = f"<tr>{''.join(f'<th>{escape(each)}</th>' for each in head)}</tr>" if head else ""
    return f"{said}<table>{top}{''.join(map(_row, rows))}</table>"


def _row(row: Sequence[object]) -> str:
    first, *others = (escape(str(each)) for each in row)
    return f"<tr><th>{first}</th>{''.join(f'<td>{each}</td>' for each in others)}</tr>"
