"""The PAR sheet in a browser: of the game with the widest tables, on a telephone."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from playwright.sync_api import Browser
from support.analysis import solutions

import croupier
from croupier.analysis import Analysis, Question


@cache
def analysed() -> Analysis:
    """The tables as one wager is raised until it favours the player."""
    return solutions.analysed(Question(croupier.submission("uth-ma", trips="B", odds={"trips": {"flush": "8 to 1"}})))


def test_the_sheet_does_not_scroll_sideways_on_a_telephone(browser: Browser, tmp_path: Path) -> None:
    place = tmp_path / "sheet.html"
    place.write_text(analysed().to_html(), encoding="utf-8")
    page = browser.new_page(viewport={"width": 390, "height": 844})
    try:
        page.goto(place.as_uri())
        assert page.evaluate("document.scrollingElement.scrollWidth") == 390
        assert page.locator("#grid").bounding_box()["width"] <= 390  # type: ignore[index]
        assert page.locator("#decision-1").is_visible()
    finally:
        page.close()


def test_every_decision_of_three_is_on_the_sheet_and_both_average_wagers_are() -> None:
    chart = analysed().strategy()
    assert chart is not None
    assert [each.stage for each in chart.later] == ["after the flop", "at the end"]
    flop = {each.title: each.play for each in chart.later[0].classes}
    assert flop["pocket pair of twos"] == "check"
    assert flop["hidden pair of twos to kings"] == "play 2x"
    assert flop["four to a flush, own card in it ten to king"] == "play 2x"
    end = {each.title: each.play for each in chart.later[1].classes}
    assert end["nothing, 15 to 19 dealer outs"] == "play 1x"
    assert end["nothing, 23 to 41 dealer outs"] == "fold"
    for decision in chart.later:
        assert sum(each.share for each in decision.classes) == 1
        assert 0 < decision.price < 0.002
    base = analysed()["base"]
    assert round(float(base.average_wager), 6) == 4.15221
    assert round(float(analysed().bold_average_wager or 0), 6) == 4.152252  # Wizard of Odds


def test_a_wager_that_favours_the_player_is_warned_of_on_the_sheet() -> None:
    (warning,) = analysed().warnings
    assert warning.startswith("Trips favours the player, by ")
    assert warning.endswith("% of Trips.")
    assert warning in analysed().to_html(10)
