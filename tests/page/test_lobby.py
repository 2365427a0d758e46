"""The lobby: one's own seat first, tables told apart in words, and where there is room."""

from __future__ import annotations

import json

from support.default_house import NAMES
from support.page.fixtures import Enter


def test_tables_are_told_apart_by_document_stakes_edge_and_who_sits_there(enter: Enter) -> None:
    house = enter(*NAMES)
    house.comes().sits("colorado-ma-1")
    guest = house.comes().goes("/")
    guest.find(".mini-felt circle.sat").wait_for()
    texts = dict(zip(sorted(NAMES), guest.find(".entry").all_inner_texts(), strict=True))
    assert "the earlier edition" in texts["colorado-ma-1"]
    assert "the later edition" in texts["colorado-ma-2"]
    assert "2.19% of Ante" in texts["uth-ma"]
    assert "Ante $5 to" in texts["uth-ma"]
    assert "Guest" in texts["colorado-ma-1"]
    assert [name for name, text in texts.items() if "a first round" in text] != []
    assert guest.violations() == []


def test_the_first_entry_is_ones_own_seat_with_the_clock_and_chips_count_as_ones_own(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.goes("/")
    guest.sees("Back to the table", ".entry:first-child")
    guest.sees("Your turn", ".entry:first-child")
    left = int(guest.find(".asked-here strong").inner_text().split(", ")[1].removesuffix(" s"))
    assert 0 < left <= 60
    assert guest.find(".wallet").inner_text() == "$1,000"
    guest.sees("with $1,000 of play money, $200 of it at a table")
    assert guest.violations() == []


def test_a_full_table_tells_which_has_room(enter: Enter) -> None:
    house = enter("colorado-ma-1", "colorado-ma-2")
    guest = house.comes()

    def full(route: object) -> None:
        answer = route.fetch()  # type: ignore[attr-defined]
        tables = answer.json()
        tables["tables"][0]["taken"] = list(range(1, tables["tables"][0]["seats"] + 1))
        route.fulfill(response=answer, body=json.dumps(tables))  # type: ignore[attr-defined]

    guest.page.route("**/api/v1/tables", full)
    guest.goes("/")
    guest.sees("every seat is taken", ".entry:first-child")
    guest.find(
        ".entry:first-child a",
    ).get_by_text("colorado-ma-2").click()
    guest.page.wait_for_url("**/tables/colorado-ma-2")
