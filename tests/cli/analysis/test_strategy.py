"""`croupier analyze --strategy`: what it prints, and what it says to bad input."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from croupier.analysis.strategies import NAMES, load
from croupier.cli import main

pytestmark = pytest.mark.usefixtures("shared_solutions")

MINE = """
name = "Pairs only"
source = "a friend"
rulebook = "dragon-md"
[stages]
"your cards" = ["play when pair or better", "fold otherwise"]
"""

Said = Callable[..., str]


@pytest.fixture(name="said")
def what_is_said(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Said:
    def said(*words: str, code: int = 0) -> str:
        monkeypatch.setattr(sys, "argv", ["croupier", "analyze", *words])
        with pytest.raises(SystemExit) as left:
            main()
        done = capsys.readouterr()
        assert left.value.code == code
        return done.err if code else done.out

    return said


def test_a_strategy_that_ships_is_shown_beside_the_best_play(said: Said) -> None:
    page = said("dragon-md", "--strategy", "dragon", "--set", "ante_bonus=B")
    assert "Phoenix, Panda and Rabbit: the best play by exact analysis\n" in page
    assert re.search(r"this strategy +2\.9250% of Ante +-0\.029250 +\S+\nthe best play +2\.9250% of Ante", page)
    assert re.search(r"what it costs +0\.0000% of Ante +0\.000000 +0\n", page)
    assert page.endswith("\nYour cards\nplay when Phoenix, Panda, Rabbit or better\nfold otherwise\n")


def test_a_file_of_ones_own_is_worked_out_too(said: Said, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE)
    found = json.loads(said("dragon-md", "--strategy", str(mine), "--json"))
    assert found["strategy"] == "Pairs only"
    assert found["rules"] == ["play when pair or better", "fold otherwise"]
    assert found["best_ev"] == "-581289/18365984"
    assert float(found["base"]["house_edge"]) > 0.1


FAULTS = [
    (
        ["dragon-md", "--strategy", "nope"],
        "--strategy nope: cannot read nope: No such file or directory; accepted: dragon",
    ),
    (["lir-nj", "--strategy", "dragon"], "Phoenix, Panda and Rabbit is not for lir-nj; accepted: dragon-md"),
    (
        ["dragon-md", "--strategy", "dragon", "--all"],
        "--strategy is about the base game alone; accepted with it: --set",
    ),
    (
        ["colorado-ma-1", "--strategy", "colorado-permissible"],
        "is not for version = required; accepted: version = permissible",
    ),
]


@pytest.mark.parametrize(("words", "message"), FAULTS)
def test_bad_input_ends_with_one_message_and_code_2(said: Said, words: list[str], message: str) -> None:
    error = said(*words, code=2)
    assert message in error
    assert error.count("\n") == 1


def test_a_faulty_file_ends_with_one_message_and_code_2(said: Said, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text(MINE.replace("pair or better", "lucky"))
    error = said("dragon-md", "--strategy", str(mine), code=2)
    assert error.startswith(
        "croupier: your cards, rule 1 (play when lucky): no condition is called 'lucky'; accepted: "
    )
    assert error.count("\n") == 1


def test_the_rules_of_every_stage_are_under_its_name() -> None:
    assert load("lir-basic").lines[0] == "bet 1: ride when pair of tens or better"


def test_a_strategy_reads_cards_in_words_and_as_they_are_written(said: Said, tmp_path: Path) -> None:
    file = tmp_path / "written.toml"
    found = []
    for cards in ("PH PA RA", "Phoenix, Panda, Rabbit", "phoenix,panda, rabbit"):
        file.write_text(MINE.replace("pair or better", f"{cards} or better"))
        found.append(json.loads(said("dragon-md", "--strategy", str(file), "--json"))["ev"])
    assert len(set(found)) == 1
    file.write_text(MINE.replace("pair or better", "Phoenix, Zebra, Rabbit or better"))
    assert "no condition is called 'Phoenix, Zebra, Rabbit or better'" in said(
        "dragon-md", "--strategy", str(file), code=2
    )


def test_a_strategy_goes_with_a_page_tables_and_a_workbook(said: Said, tmp_path: Path) -> None:
    page, tables, book = tmp_path / "sheet.html", tmp_path / "tables", tmp_path / "all.xlsx"
    words = ("--html", str(page), "--csv", str(tables), "--xlsx", str(book), "--json")
    found = json.loads(said("dragon-md", "--strategy", "dragon", *words))
    assert found["played_by"]["cost"] == "0"
    assert found["wagers"]["dragon_bet"]["cycle"] == 23426
    text = page.read_text(encoding="utf-8")
    assert '<h2 id="played-by">Played by a strategy</h2>' in text
    assert "play when Phoenix, Panda, Rabbit or better" in text
    assert "--strategy dragon --html" in text
    assert (tables / "played_by.csv").read_text() == (tables / "base.csv").read_text()  # it is the best play
    assert book.read_bytes().startswith(b"PK")


def test_strategies_are_listed(said: Said) -> None:
    listed = said("--strategies")
    assert all(f"\n{name}: " in listed for name in NAMES)
    one = said("lir-nj", "--strategies")
    assert "\nlir-basic: Basic strategy\n" in one
    assert "uth-simple" not in one
    found = json.loads(said("colorado-ma-1", "--strategies", "--json"))
    assert found["colorado-required"]["name"] == load("colorado-required").name
    assert found["colorado-required"]["options"] == ["version = required"]
    assert found["colorado-required"]["rules"][-1] == "fold otherwise"
