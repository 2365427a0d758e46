"""A game under every combination of some values: what is shown, what is written, what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest

import croupier
from croupier.analysis import AnalysisError
from croupier.analysis.exploration import MOST, Aim, Exploration, combinations_of, explored, varied_submission
from croupier.cli.game.explore import ExploreOptions, explore
from croupier.cli.terminal.errors import InputError
from croupier.games.catalogue import named, read
from croupier.rulebook import Submission

FOLDER = Path(__file__).parents[3] / "examples/games"
THREE = str(FOLDER / "three-card")
PAIR_PLUS = ("odds.pair_plus.flush=3 to 1,4 to 1", "odds.pair_plus.straight=5 to 1,6 to 1")


def found(*vary: str, wager: str = "base") -> Exploration:
    book, game = read(THREE)
    variations = {name: values.split(",") for name, _, values in (each.partition("=") for each in vary)}
    return explored(Submission.of(book, {}), game, variations, wager)


def told(capsys: pytest.CaptureFixture[str], *vary: str, **more: object) -> dict[str, object]:
    explore(THREE, [], ExploreOptions(vary, **more), as_json=True)  # type: ignore[arg-type]
    said: dict[str, object] = json.loads(capsys.readouterr().out)
    return said


# ---- what is counted -----------------------------------------------------------------------------------


def test_a_side_wager_is_counted_once_for_all_its_pay_tables() -> None:
    exploration = found(*PAIR_PLUS, wager="pair_plus")
    assert [each.values for each in exploration.combinations] == [
        ("3 to 1", "5 to 1"),
        ("3 to 1", "6 to 1"),
        ("4 to 1", "5 to 1"),
        ("4 to 1", "6 to 1"),
    ]
    assert exploration.counted == 1


@pytest.mark.parametrize("name", ["odds.ante_bonus.straight", "odds.pair_plus.flush"])
def test_a_combination_is_worth_what_an_analysis_of_its_rulebook_says(name: str) -> None:
    wager = "base" if "ante" in name else "pair_plus"
    for each in found(f"{name}=1 to 1,9 to 1", wager=wager).combinations:
        alone = croupier.analyze(varied_submission(Submission.of(named(THREE), {}), {name: each.values[0]}))
        assert each.account is not None
        assert each.account.outcomes == alone[wager].outcomes


def test_a_base_game_is_counted_again_where_its_play_is_paid_otherwise() -> None:
    exploration = found("odds.ante_bonus.straight=0 to 1,1 to 1,20 to 1", "odds.pair_plus.flush=3 to 1,4 to 1")
    assert exploration.counted == 3
    edges = [each.account.house_edge for each in exploration.combinations if each.account is not None]
    assert edges[0] == edges[1] > edges[2] == edges[3] > edges[4] == edges[5]


def test_an_option_that_is_refused_has_its_reason() -> None:
    exploration = found("odd_cents=refuse,given up")
    assert [each.account is None for each in exploration.combinations].count(True) >= 1
    assert all(each.refused for each in exploration.combinations if each.account is None)


# ---- what is shown -------------------------------------------------------------------------------------


def test_the_aim_is_met_by_those_between_its_bounds(capsys: pytest.CaptureFixture[str]) -> None:
    said = told(capsys, *PAIR_PLUS, wager="pair_plus", aims=("edge=2%..3%",))
    for each in said["combinations"]:  # type: ignore[attr-defined]
        assert each["meets"] == (0.02 <= each["edge"] <= 0.03)
        assert set(each) == {"values", "edge", "hit", "deviation", "risk", "exact", "meets"}
    explore(THREE, [], ExploreOptions(PAIR_PLUS, ("edge=2%..3%",), "pair_plus"), as_json=False)
    shown = capsys.readouterr().out
    assert "Three Card Poker (three-card): Pair Plus" in shown
    assert "1 of 4 combinations meets the aim." in shown
    assert "The base game was counted once." in shown


def test_an_aim_may_be_another_figure() -> None:
    (one, *_) = found("odds.pair_plus.flush=4 to 1", wager="pair_plus").combinations
    assert one.account is not None
    hit = float(one.account.hit_frequency)
    assert one.meets([Aim("hit", hit, hit), Aim("deviation", 0, 100)])
    assert not one.meets([Aim("hit", hit, hit), Aim("risk", 0.9, 1)])


def test_the_table_and_the_chart_are_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    table, chart = tmp_path / "table.csv", tmp_path / "chart.svg"
    asked = ExploreOptions(PAIR_PLUS, ("edge=2%..3%",), "pair_plus", str(table), str(chart))
    explore(THREE, [], asked, as_json=False)
    assert f"Wrote {chart}." in capsys.readouterr().out.replace("\n", "")
    head, *rows = csv.reader(table.read_text(encoding="utf-8").splitlines())
    assert head[:3] == ["odds.pair_plus.flush", "odds.pair_plus.straight", "House edge"]
    assert [row[-2] for row in rows].count("yes") == 1
    drawn = chart.read_text(encoding="utf-8")
    assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "House edge of 4 combinations" in drawn


# ---- what is refused -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("vary", "why"),
    [
        (("odds.pair_plus.flush",), "--vary takes NAME=VALUE,VALUE"),
        (("=1 to 1",), "--vary takes NAME=VALUE,VALUE"),
        (("a=1", "a=2"), "--vary a is given twice"),
        (("odds.pair_plus.flush=",), "is varied by nothing"),
        (("odds.pair_plus.flush=1 to 1,1 to 1",), "is varied by 1 to 1, 1 to 1"),
        (("odds.pair_plus.nothing=1 to 1",), "no row of a pay table is called odds.pair_plus.nothing"),
        (("odds.pair_plus.flush=plenty",), "plenty"),
        (("nothing=1",), "nothing"),
    ],
)
def test_values_that_are_none_are_refused(vary: tuple[str, ...], why: str) -> None:
    with pytest.raises(InputError, match=why):
        explore(THREE, [], ExploreOptions(vary), as_json=False)


@pytest.mark.parametrize("aim", ["edge", "edge=1", "luck=1..2", "edge=a..b", "edge=3%..2%", "edge=nan..1"])
def test_aims_that_are_none_are_refused(aim: str) -> None:
    with pytest.raises(InputError, match="--aim"):
        explore(THREE, [], ExploreOptions(PAIR_PLUS, (aim,)), as_json=False)


def test_a_wager_that_is_none_is_refused() -> None:
    with pytest.raises(AnalysisError, match="'trips' is no wager with an account"):
        found(*PAIR_PLUS, wager="trips")


def test_too_many_combinations_are_refused() -> None:
    with pytest.raises(AnalysisError, match="there are 1,001 combinations"):
        combinations_of({"a": [str(each) for each in range(MOST + 1)]})


def test_one_file_for_two_is_refused(tmp_path: Path) -> None:
    both = str(tmp_path / "both")
    with pytest.raises(InputError, match="--csv and --chart name one file"):
        explore(THREE, [], ExploreOptions(PAIR_PLUS, csv=both, chart=both), as_json=False)
