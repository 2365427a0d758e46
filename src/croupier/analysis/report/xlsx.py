"""A workbook that spreadsheets open: a sheet of contents, and a sheet for each table, with formats for its numbers.

A text is written as a text and never as a formula or a link, whatever it begins with. A whole number that a spreadsheet
would round is written as a text too.
"""

from __future__ import annotations

import io
import re
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from xlsxwriter.format import Format
    from xlsxwriter.worksheet import Worksheet

CONTENTS = "Contents"
_LONGEST_NAME = 31  # of a sheet
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
_WHOLE = 2**53  # above it a double skips whole numbers
_WIDEST, _NARROWEST = 60, 8  # of a column, in letters
_COLUMNS_A_PAGE = 10  # of paper
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
        head = {"bold": True, "text_wrap": True, "valign": "bottom", "bottom": 1}
        heads = book.add_format(head), book.add_format({**head, "align": "right"})
        first = book.add_worksheet(CONTENTS)
        _fill(
            first,
            Table(
                CONTENTS,
                ("Sheet", "Rows"),
                [(name, len(table.rows)) for name, table in zip(names, tables, strict=True)],
            ),
            heads,
            formats,
        )
        for row, name in enumerate(names, 1):
            first.write_url(row, 0, f"internal:'{name}'!A1", string=name)
        for name, table in zip(names, tables, strict=True):
            _fill(book.add_worksheet(name), table, heads, formats)
    return written.getvalue()


def _fill(sheet: Worksheet, table: Table, heads: tuple[Format, Format], formats: Mapping[str, Format]) -> None:
    """Write a table; the heads, of texts and of numbers, stand where their cells stand."""
    sheet.freeze_panes(1, 0)
    _lay_out_for_paper(sheet, len(table.header))
    for column, title in enumerate(table.header):
        cells = [row[column] for row in table.rows if column < len(row)]
        numbers = bool(cells) and all(isinstance(each, int | float) for each in cells)
        sheet.write_string(0, column, _clean(title), heads[numbers])
        for number, value in enumerate(cells, 1):
            _write(sheet, number, column, value, formats[_SHARES] if _PERCENT.fullmatch(title) else None, formats)
        longest = max([len(title) * 0.7, *(len(str(each)) for each in cells[:500] if isinstance(each, str | int)), 12])
        sheet.set_column(column, column, min(max(longest + 2, _NARROWEST), _WIDEST))


def _lay_out_for_paper(sheet: Worksheet, columns: int) -> None:
    """Ten columns on a page, turned, with the heads repeated, and the sheet's name and the page at the foot."""
    sheet.set_landscape()
    sheet.fit_to_pages(ceil(columns / _COLUMNS_A_PAGE), 0)
    sheet.repeat_rows(0)
    sheet.repeat_columns(0)
    sheet.set_footer("&L&A&Rpage &P of &N")


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
