"""The table on screen in the order of dealing: from the dealer's left, clockwise, as each side of the table sees it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter
from support.service.houses import settings
from support.service.staff import hired

import croupier
from croupier.games.game import Community
from croupier.table.model.state import State

# The angles of all seats around the table's middle, clockwise from its top, in the order of their numbers.
AROUND = """() => {
    const middle = (it) => {
        const box = it.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const [x, y] = middle(document.querySelector(".cloth"));
    const seats = [...document.querySelectorAll("[data-at], .own")];
    const number = (it) => Number(it.dataset.at || it.dataset.seat);
    return seats.sort((a, b) => number(a) - number(b)).map((it) => {
        const [left, top] = middle(it);
        return (Math.atan2(left - x, y - top) + 2 * Math.PI) % (2 * Math.PI);
    });
}"""


def _across(viewer: Person, selector: str) -> list[float]:
    """The places of elements from left to right, in the order of the document, which is that of dealing."""
    found = viewer.page.evaluate(
        "selector => [...document.querySelectorAll(selector)].map((it) => it.getBoundingClientRect().left)", selector
    )
    return list(found)


def _begins_at_dealers_left(state: State) -> bool:
    """Community cards that are dealt one by one begin at the dealer's left (S17), a stack at the right (S16)."""
    return any(isinstance(step, Community) for step in state.fixed.script)


@pytest.mark.parametrize("name", NAMES)
def test_players_see_the_dealers_left_at_their_right(enter: Enter, name: str) -> None:
    house = enter(name)
    guest = house.comes().sits(name)
    guest.page.set_viewport_size({"width": 360, "height": 740})
    seats = _across(guest, ".seats .seat")
    assert seats == sorted(seats, reverse=True)
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    around = guest.page.evaluate(AROUND)
    assert len(around) == len(seats) + 1
    assert around == sorted(around)
    slots = _across(guest, "[data-hand=community] > *")
    assert slots == sorted(slots, reverse=_begins_at_dealers_left(house.state(name)))
    numbers = guest.find(".seats .seat .number").all_inner_texts()
    assert numbers == sorted(numbers)  # text and focus keep the order of dealing


@pytest.mark.parametrize("name", ["uth-ma", "colorado-ma-2"])
def test_a_dealer_sees_the_table_from_the_own_side(enter: Enter, name: str) -> None:
    house = enter(name)
    dealer = hired(house.opened, house.comes(), "dealer", name).goes(f"/deal/{name}")
    dealer.find(".felt.dealers-side").wait_for()
    seats = _across(dealer, ".seats .seat")
    assert len(seats) > 1
    assert seats == sorted(seats)
    slots = _across(dealer, "[data-hand=community] > *")
    assert slots == sorted(slots, reverse=not _begins_at_dealers_left(house.state(name)))
    below = "document.querySelector('.dealer').offsetTop > document.querySelector('.seats').offsetTop"
    assert dealer.page.evaluate(below)


def test_two_seats_of_ones_own_lie_in_the_order_of_dealing_and_within_the_felt(enter: Enter) -> None:
    name, options = "dragon-md", {"two_positions": "yes"}
    run = settings()
    table = replace(run.tables[name], submission=croupier.submission(name, **options))
    house = enter(name, run=replace(run, tables={**run.tables, name: table}), options=options)
    guest = house.comes().sits(name)
    guest.find("button.seat.free").first.click()
    guest.find(".own").nth(1).wait_for()
    for width, height in ((1280, 800), (1366, 640), (768, 1024)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert _across(guest, ".own") == sorted(_across(guest, ".own"), reverse=True), width
    for width, height in ((1280, 800), (360, 740)):
        guest.page.set_viewport_size({"width": width, "height": height})
        assert guest.page.evaluate(OUTSIDE) == []
        assert guest.find(".own.active").count() == 1


# The parts of one's own seats that are not wholly on the felt.
OUTSIDE = """() => {
    const felt = document.querySelector(".felt").getBoundingClientRect();
    return [...document.querySelectorAll(".own :is(.card, .slot, .place, .title, .bank)")]
        .filter((it) => it.getClientRects().length)
        .map((it) => [it.className, it.getBoundingClientRect()])
        .filter(([, box]) => box.left < felt.left - 1 || box.right > felt.right + 1 || box.bottom > felt.bottom + 1)
        .map(([name]) => name);
}"""
