"""The workbook: read back by its own parts, it has every cell of every table."""

import io
import zipfile
from xml.etree import ElementTree as ET

import pytest

import croupier
from croupier.analysis.report.xlsx import Table, workbook

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"


def read_back(content: bytes) -> dict[str, list[list[object]]]:
    """The cells of every sheet, blanks left out."""
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        assert file.testzip() is None
        names = [each.attrib["name"] for each in ET.fromstring(file.read("xl/workbook.xml")).iter(f"{MAIN}sheet")]  # noqa: S314 - our own
        types = file.read("[Content_Types].xml").decode()
        found: dict[str, list[list[object]]] = {}
        for number, name in enumerate(names, 1):
            assert f"/xl/worksheets/sheet{number}.xml" in types
            sheet = ET.fromstring(file.read(f"xl/worksheets/sheet{number}.xml"))  # noqa: S314 - our own
            found[name] = [[_value(cell) for cell in row] for row in sheet.iter(f"{MAIN}row")]
    return found


def _value(cell: ET.Element) -> object:
    if cell.attrib.get("t") == "inlineStr":
        return cell.findtext(f"{MAIN}is/{MAIN}t")
    return float(cell.findtext(f"{MAIN}v") or "")


def test_texts_stay_texts_and_numbers_numbers() -> None:
    rows = [("=1+1", -1.5, 2**53), ("<&>\x00\"'", 3, 2**60), ("", 0.1, "+cmd")]
    found = read_back(workbook({"a/b": Table(("x", "y", "z"), rows)}))
    assert found == {
        "a b": [
            ["x", "y", "z"],
            ["=1+1", -1.5, 2.0**53],
            ["<&> \"'", 3.0, str(2**60)],
            [0.1, "+cmd"],
        ]
    }
    assert workbook({"x": Table(("x",), rows)}) == workbook({"x": Table(("x",), rows)})


def test_a_workbook_has_a_default_style_by_its_name() -> None:
    with zipfile.ZipFile(io.BytesIO(workbook({"x": Table(("x",), [])}))) as file:
        styles = ET.fromstring(file.read("xl/styles.xml"))  # noqa: S314 - our own
    normal = styles.find(f"{MAIN}cellStyles/{MAIN}cellStyle[@name='Normal'][@builtinId='0']")
    assert normal is not None
    assert len(styles.findall(f"{MAIN}cellStyleXfs/{MAIN}xf")) > int(normal.attrib["xfId"])
    assert [each.attrib["patternType"] for each in styles.iter(f"{MAIN}patternFill")] == ["none", "gray125"]


def test_columns_go_on_after_z() -> None:
    content = workbook({"wide": Table([str(place) for place in range(60)], [])})
    with zipfile.ZipFile(io.BytesIO(content)) as file:
        text = file.read("xl/worksheets/sheet1.xml").decode()
    assert all(f'r="{each}1"' in text for each in ("A", "Z", "AA", "AZ", "BA", "BH"))


def test_two_sheets_of_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two sheets would have the same name"):
        workbook({"a/b": Table((), []), "A:B": Table((), [])})


def test_an_analysis_has_every_table_in_its_workbook() -> None:
    found = croupier.analyze("dragon-md")
    sheets = read_back(found.to_xlsx())
    assert set(sheets) == {name.removesuffix(".csv") for name in found.to_csv()}
    rows = [row for row in sheets["tables"] if row[0] == "dragon_bet"]
    assert rows[0] == ["dragon_bet", "Three red dragons", "1,000 to 1", 1.0, 1000.0, 1000.0, *rows[0][6:]]
    assert ["version", croupier.__version__] in sheets["about"]
