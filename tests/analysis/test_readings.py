"""What each choice is worth: only options that act in ordinary play, each against the first reading."""

from __future__ import annotations

from functools import cache

import pytest
from support.three_card import GAME
from support.three_card import submission as three_card

import croupier
from croupier.analysis import Question, analyse
from croupier.analysis.readings import WatchedTerms, compare
from croupier.analysis.results.comparison import Readings, Table


def options(table: Table) -> set[str]:
    return {row[0] for row in table.rows}


def row(readings: Readings, option: str, value: str, wager: str) -> dict[str, str]:
    """The row of an option's value and a wager, by column."""
    for table in readings.tables:
        for each in table.rows:
            if option in each[0] and each[1].startswith(value) and each[2] == wager:
                return dict(zip(table.columns, each, strict=True))
    raise KeyError(option, value, wager)


@cache
def of_dragon() -> Readings:
    return compare(croupier.submission("dragon-md"))


def test_only_what_acts_in_ordinary_play_is_compared() -> None:
    offered, ruled = of_dragon().tables
    assert options(offered) == {"Ante Bonus pay table", "Three Card Bonus"}
    assert options(ruled) == {"The Gold Dragon with one other Dragon, in the Dragon Bet (D5)"}


def test_each_value_is_what_an_analysis_with_it_says() -> None:
    readings = of_dragon()
    for value in "AB":
        answer = analyse(Question(croupier.submission("dragon-md", ante_bonus=value)))
        assert row(readings, "Ante Bonus", value, "Base game")["EV"] == str(answer["base"].ev)
    gold = analyse(Question(croupier.submission("dragon-md", gold_pair="gold")))
    assert row(readings, "D5", "gold", "Dragon Bet")["EV"] == str(gold["dragon_bet"].ev)
    assert row(readings, "D5", "pair", "Dragon Bet")["Against the first"] == "+0.000000"


def test_a_game_without_open_rulings_has_none_to_turn() -> None:
    assert [table.rows for table in compare(three_card(), game=GAME).tables] == [(), ()]


@pytest.mark.prove
def test_tens_that_pay_are_a_reading_no_house_can_offer() -> None:
    readings = compare(croupier.submission("colorado-ma-1"))
    assert float(row(readings, "C1", "push", "Base game")["House edge"].split("%")[0]) > 0
    assert float(row(readings, "C1", "pay", "Base game")["House edge"].split("%")[0]) < 0
    assert {each.split("(")[-1] for each in options(readings.tables[1])} == {"C1)", "C7)", "C8)"}


def test_an_option_is_remembered_whichever_way_it_is_asked_for() -> None:
    by_name, among_all = (WatchedTerms(croupier.submission("uth-ma")) for _ in range(2))
    assert by_name["folded_hands_count"] == among_all.options["folded_hands_count"] == "yes"
    assert "folded_hands_count" in by_name.asked & among_all.asked


@pytest.mark.prove
def test_cover_all_below_a_full_house_is_compared_for_every_number_of_hands() -> None:
    readings = compare(croupier.submission("uth-ma"))
    for hands in range(2, 8):
        wager = f"Cover All, {hands} hands"
        edges = [float(row(readings, "U1", value, wager)["House edge"].split("%")[0]) for value in ("lose", "push")]
        assert edges[0] > 0 > edges[1]
        assert "folded hands" in row(readings, "U4", "no", wager)["House edge"]
