"""The table on screen in the order of dealing: from the dealer's left, clockwise, as each side of the table sees it."""

from __future__ import annotations

import pytest
from support.page.browser import Person
from support.page.fixtures import Enter
from support.service.staff import hired

from croupier.games.game import Community
from croupier.rulebook import NAMES
from croupier.table.model.state import State


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
    for width, height in ((360, 740), (1280, 800)):
        guest.page.set_viewport_size({"width": width, "height": height})
        seats = _across(guest, ".seats .seat")
        assert seats == sorted(seats, reverse=True)
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
