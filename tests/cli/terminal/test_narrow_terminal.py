"""What is shown on a terminal that is too narrow for it: nothing is cut off or broken that belongs together."""

import re

import pytest
from support.cli.terminals import terminal


def shown(*words: str, columns: int) -> list[str]:
    with terminal(*words, columns=columns, silent=True) as there:
        assert there.ended() == 0, there.text
        return [line.rstrip() for line in there.text.splitlines()]


@pytest.mark.parametrize("columns", [60, 80, 120])
def test_no_line_of_a_sign_ends_within_its_odds(columns: int) -> None:
    lines = shown("sign", "uth-ma", columns=columns)
    assert max(map(len, lines)) <= columns
    assert len(re.findall(r"\d+ to \d", "\n".join(lines))) == 1 + 6 + 7 + 4 * 6


def test_columns_that_do_not_fit_are_told_one_by_one() -> None:
    lines = shown("sign", "uth-ma", columns=60)
    at = lines.index("Cover All")
    assert lines[at + 1 : at + 4] == [
        "Royal flush",
        "  7 hands: 70 to 1; 6 hands: 80 to 1; 5 hands: 100 to 1;",
        "  4 hands: 125 to 1; 3 hands: 150 to 1; 2 hands: 200 to 1",
    ]


@pytest.mark.parametrize("columns", [60, 80, 110])
def test_a_clause_has_its_labels_in_one_column_beside_the_longest_name_of_a_test(columns: int) -> None:
    lines = shown("rules", "uth-ma", "5(c)", columns=columns)
    at = lines.index(next(line for line in lines if line.startswith("tests ")))
    end = lines.index("", at)
    assert max(map(len, lines)) <= columns
    assert {line[:14] for line in lines[at:end]} == {f"{'tests':14}", f"{'':14}"}
    assert all(line[14] != " " for line in lines[at:end])


def test_an_analysis_has_all_its_figures_on_a_narrow_terminal() -> None:
    def figures(columns: int) -> set[str]:
        lines = shown("analyze", "dragon-md", "--rounds", "10", columns=columns)
        assert max(map(len, lines[:-1])) <= columns  # the fingerprint, at the end, is to be copied
        return set(re.findall(r"[-+]?\d[\d,.]*%?", " ".join(lines)))

    assert figures(60) == figures(120)
