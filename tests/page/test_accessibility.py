"""Everybody can use the page: no screen in its main state has anything that axe finds wrong, wide or narrow."""

from __future__ import annotations

from typing import Any

import pytest
from support.page.fixtures import Enter

WAYS: dict[str, dict[str, Any]] = {
    "wide": {},
    "narrow and dark": {"viewport": {"width": 360, "height": 780}, "color_scheme": "dark"},
}


@pytest.mark.parametrize("way", WAYS)
def test_a_players_screens_have_nothing_that_axe_finds_wrong(enter: Enter, way: str) -> None:
    guest = enter().comes(**WAYS[way])
    guest.goes("/")
    guest.find(".entry .facts strong, .entry .facts").first.wait_for()
    assert guest.violations() == []
    guest.goes("/tables/dragon-md")
    guest.find("[data-sit]").wait_for()
    assert guest.violations() == []
    guest.find("[data-sit]").click()
    guest.find(".betting .first").wait_for()
    assert guest.violations() == []
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert guest.violations() == []
    guest.plays_on()
    guest.find(".result").wait_for()
    assert guest.violations() == []
    for tab in ("sign", "rules", "fair"):
        guest.find(f"#tab-{tab}").click()
        guest.page.wait_for_timeout(200)
        assert guest.violations() == []
    guest.page.keyboard.press("x")
    guest.find(".astext").wait_for()
    assert guest.violations() == []
    guest.find("[aria-label='How it looks']").click()
    assert guest.violations() == []
    guest.goes("/account")
    guest.find(".rows").wait_for()
    assert guest.violations() == []
