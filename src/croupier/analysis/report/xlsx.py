"""A workbook that spreadsheets open: a sheet of contents, and a sheet for each table, with formats for its numbers.

A text is written as a text and never as a formula or a link, whatever it begins with. A whole number that a spreadsheet
would round is written as a text too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

CONTENTS = "Contents"
_LONGEST_NAME = 31  # of a sheet
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
_WHOLE = 2**53  # above it a double skips whole numbers
_WIDEST, _NARROWEST = 60, 8  # of a column, in letters
_MADE = datetime(1980, 1, 1, tzinfo=UTC)  # so that the same tables are the same bytes
_SHARES = "0.0000%"
_COUNTS = "#,##0"
_OTHERS = "0.000000"
_PERCENT = re.compile(
    r"house edge|element of risk|return to player|.*frequency|probability|share|ahead|even|behind", re.IGNORECASE
)


class Table(NamedTuple):
    """A table of texts and numbers with its title."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[object]]


def workbook(tables: Sequence[Table]) -> bytes:
    """The file, a sheet for each table; names that a spreadsheet does not take are cut."""
    from xlsxwriter import Workbook

    names = [_NOT_IN_NAMES.sub(" ", table.title)[:_LONGEST_NAME] for table in tables]
    if len({name.lower() for name in (CONTENTS, *names)}) <= len(names):
        raise ValueError(f"two sheets would have the same name: {', '.join((CONTENTS, *names))}")
    written = io.BytesIO()
    as_texts = {"strings_to_formulas": False, "strings_to_urls": False, "strings_to_numbers": False}
    with Workbook(written, {"in_memory": True, **as_texts}) as book:
        book.set_properties({"created": _MADE.replace(tzinfo=None)})
        formats = {each: book.add_format({"num_format": each}) for each in (_SHARES, _COUNTS, _OTHERS)}
        bold = book.add_format({"bold": True, "text_wrap": True, "valign": "top", "bottom": 1})
        first = book.add_worksheet(CONTENTS)
        _fill(
            first,
            Table(
                CONTENTS,
                ("Sheet", "Rows"),
                [(name, len(table.rows)) for name, table in zip(names, tables, strict=True)],
            ),
            bold,
            formats,
        )
        for row, name in enumerate(names, 1):
            first.write_url(row, 0, f"internal:'{name}'!A1", string=name)
        for name, table in zip(names, tables, strict=True):
            _fill(book.add_worksheet(name), table, bold, formats)
    return written.getvalue()


def _fill(sheet: Worksheet, table: Table, bold: Format, formats: Mapping[str, Format]) -> None:
    sheet.freeze_panes(1, 0)
    for column, title in enumerate(table.header):
        sheet.write_string(0, column, _clean(title), bold)
        cells = [row[column] for row in table.rows if column < len(row)]
        for number, value in enumerate(cells, 1):
            _write(sheet, number, column, value, formats[_SHARES] if _PERCENT.fullmatch(title) else None, formats)
        longest = max([len(title) * 0.7, *(len(str(each)) for each in cells[:500] if isinstance(each, str | int)), 12])
        sheet.set_column(column, column, min(max(longest + 2, _NARROWEST), _WIDEST))


def _write(
    sheet: Worksheet, row: int, column: int, value: object, share: Format | None, formats: Mapping[str, Format]
) -> None:
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= _WHOLE):
        usual = formats[_COUNTS if isinstance(value, int) else _OTHERS]
        sheet.write_number(row, column, value, share or usual)
    elif text := _clean(str(value)):
        sheet.write_string(row, column, text)


def _clean(text: str) -> str:
    return "".join(each if each.isprintable() else " " for each in text)
