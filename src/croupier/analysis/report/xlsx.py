"""A workbook that spreadsheets open: the few parts of Office Open XML that tables of text and numbers need.

A text is written as a text and never as a formula, whatever it begins with. A whole number that a spreadsheet would
round is written as a text too.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.sax.saxutils import escape, quoteattr

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_LONGEST_NAME = 31  # of a sheet
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\']")
_WHOLE = 2**53  # above it a double skips whole numbers
_A_LETTER = 26
_MADE = (1980, 1, 1, 0, 0, 0)  # so that the same tables are the same bytes


class Table(NamedTuple):
    """A table of texts and numbers."""

    header: Sequence[str]
    rows: Sequence[Sequence[object]]


def workbook(tables: Mapping[str, Table]) -> bytes:
    """The file, a sheet for each table; names that a spreadsheet does not take are cut."""
    names = [_NOT_IN_NAMES.sub(" ", name)[:_LONGEST_NAME] for name in tables]
    if len({name.lower() for name in names}) < len(names):
        raise ValueError(f"two sheets would have the same name: {', '.join(names)}")
    parts = {
        "[Content_Types].xml": _types(len(names)),
        "_rels/.rels": _related([("officeDocument", "xl/workbook.xml")]),
        "xl/workbook.xml": _book(names),
        "xl/_rels/workbook.xml.rels": _related(
            [
                *(("worksheet", f"worksheets/sheet{number}.xml") for number in range(1, len(names) + 1)),
                ("styles", "styles.xml"),
            ]
        ),
        "xl/styles.xml": _STYLES,
    }
    parts |= {f"xl/worksheets/sheet{number}.xml": _sheet(table) for number, table in enumerate(tables.values(), 1)}
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as file:
        for name, text in parts.items():
            info = zipfile.ZipInfo(name, _MADE)
            info.compress_type = zipfile.ZIP_DEFLATED
            file.writestr(info, text.encode())
    return written.getvalue()


# A style for cells, and a bold one for headings. Readers ask for a default style by name, and for the two first fills.
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}"><fonts count="2"><font/><font><b/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>'
    '</fills><borders count="1"><border/></borders>'
    '<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf xfId="0"/>'
    '<xf fontId="1" applyFont="1" xfId="0"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)


def _types(sheets: int) -> str:
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml"
    overrides = {"/xl/workbook.xml": "sheet.main", "/xl/styles.xml": "styles"}
    overrides |= {f"/xl/worksheets/sheet{number}.xml": "worksheet" for number in range(1, sheets + 1)}
    parts = "".join(
        f'<Override PartName="{name}" ContentType="{kind}.{what}+xml"/>' for name, what in overrides.items()
    )
    rels = "application/vnd.openxmlformats-package.relationships+xml"
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default Extension="rels" ContentType="{rels}"/>'
        f'<Default Extension="xml" ContentType="application/xml"/>{parts}</Types>'
    )


def _related(targets: Sequence[tuple[str, str]]) -> str:
    each = "".join(
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{each}</Relationships>'


def _book(names: Sequence[str]) -> str:
    sheets = "".join(
        f'<sheet name={quoteattr(name)} sheetId="{number}" r:id="rId{number}"/>' for number, name in enumerate(names, 1)
    )
    return f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}"><sheets>{sheets}</sheets></workbook>'


def _sheet(table: Table) -> str:
    rows = "".join(_rows([table.header, *table.rows]))
    return f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>'


def _rows(rows: Iterable[Sequence[object]]) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        style = ' s="1"' if number == 1 else ""
        cells = "".join(_cell(f"{_column(place)}{number}", value, style) for place, value in enumerate(row))
        yield f'<row r="{number}">{cells}</row>'


def _column(place: int) -> str:
    """The letters of a column: A to Z, then AA."""
    before, last = divmod(place, _A_LETTER)
    return (_column(before - 1) if before else "") + chr(ord("A") + last)


def _cell(at: str, value: object, style: str) -> str:
    if isinstance(value, float) or (isinstance(value, int) and abs(value) <= _WHOLE):
        return f'<c r="{at}"{style}><v>{value!r}</v></c>'
    text = "".join(each if each.isprintable() else " " for each in str(value))
    if not text:
        return ""
    return f'<c r="{at}" t="inlineStr"{style}><is><t xml:space="preserve">{escape(text)}</t></is></c>'
