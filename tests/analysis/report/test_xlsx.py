"""The workbook: another library reads every cell of every table back, and finds it laid out for people."""

import io

import openpyxl
import pytest
from openpyxl.worksheet.worksheet import Worksheet

import croupier
from croupier.analysis.report.xlsx import CONTENTS, Table, workbook


def opened(content: bytes) -> dict[str, Worksheet]:
    book = openpyxl.load_workbook(io.BytesIO(content))
    return {each.title: each for each in book.worksheets}


def cells(sheet: Worksheet) -> list[list[object]]:
    return [list(row) for row in sheet.iter_rows(values_only=True)]


def test_texts_stay_texts_and_numbers_numbers() -> None:
    rows = [("=1+1", -1.5, 2**53), ("<&>\x00\"'", 3, 2**60), ("", 0.1, "+cmd"), ("https://x", 1, "@x")]
    made = workbook([Table("a/b", ("x", "y", "z"), rows)])
    sheets = opened(made)
    assert list(sheets) == [CONTENTS, "a b"]
    assert cells(sheets["a b"]) == [
        ["x", "y", "z"],
        ["=1+1", -1.5, 2**53],
        ["<&> \"'", 3, str(2**60)],
        [None, 0.1, "+cmd"],
        ["https://x", 1, "@x"],
    ]
    assert sheets["a b"]["A2"].data_type == "s"
    assert sheets["a b"]["A5"].hyperlink is None
    assert made == workbook([Table("a/b", ("x", "y", "z"), rows)])


def test_contents_link_to_every_sheet() -> None:
    sheets = opened(workbook([Table("One", ("x",), [(1,)]), Table("Two", ("x",), [])]))
    assert cells(sheets[CONTENTS]) == [["Sheet", "Rows"], ["One", 1], ["Two", 0]]
    links = [sheets[CONTENTS].cell(row, 1).hyperlink for row in (2, 3)]
    assert [link and link.location for link in links] == ["'One'!A1", "'Two'!A1"]


@pytest.mark.parametrize("names", [("a/b", "A:B"), ("contents",)])
def test_two_sheets_of_one_name_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="two sheets would have the same name"):
        workbook([Table(name, (), []) for name in names])


def test_an_analysis_has_every_table_in_its_workbook() -> None:
    found = croupier.analyze("dragon-md")
    sheets = opened(found.to_xlsx())
    assert len(sheets) == len(found.to_csv()) + 1
    rows = [row for row in cells(sheets["Pay tables"]) if row[0] == "dragon_bet"]
    assert rows[0][:6] == ["dragon_bet", "Three red dragons", "1,000 to 1", 1, 1000, 1000]
    assert ["version", croupier.__version__] in cells(sheets["About"])
    summary = sheets["Summary"]
    assert summary.freeze_panes == "A2"
    assert [summary["D1"].value, summary["D2"].number_format] == ["House edge", "0.0000%"]
    assert summary["A1"].font.bold
    assert [each.title for each in sheets.values()][4:7] == ["Base game", "Three Card Bonus", "Dragon Bet"]
    heads = [cell.value for cell in sheets["Sessions"][1]]
    assert heads[2:5] == ["Ahead", "Even", "Behind"]


def test_on_paper_a_page_has_ten_columns_at_most_and_heads_of_its_own() -> None:
    few, many = Table("Few", ("x", "y"), [(1, "a")] * 100), Table("Many", ("x",) * 11, [(1,) * 11])
    sheets = opened(workbook([few, many]))
    assert [sheets[name].page_setup.fitToWidth for name in ("Few", "Many")] == [None, 2]  # 1 is left out
    for sheet in sheets.values():
        assert (sheet.page_setup.orientation, sheet.page_setup.fitToHeight) == ("landscape", 0)
        assert (sheet.print_title_rows, sheet.print_title_cols) == ("$1:$1", "$A:$A")
        foot = sheet.oddFooter
        assert foot is not None
        assert foot.right is not None
        assert foot.right.text == "page &P of &N"


def test_heads_of_numbers_stand_above_them() -> None:
    sheet = opened(workbook([Table("One", ("number", "text"), [(1, "a"), (2.5, "b")])]))["One"]
    assert [sheet[each].alignment.horizontal for each in ("A1", "B1")] == ["right", None]
