"""A press meant for "Bet" never decides: pressed twice, at any interval, by mouse, touch and key."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter, House

INTERVALS = (50, 100, 150, 300, 500, 800, 1_200, 2_000)  # milliseconds
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True}
WINDOWS = ((360, 740), (768, 1024), (1280, 800), (1366, 640), (1920, 1080))
MOVING: dict[str, Any] = {"reduced_motion": "no-preference"}
BET = ".betting .first:enabled"
Press = Callable[[Person, float, float], None]


def _click(guest: Person, x: float, y: float) -> None:
    guest.page.mouse.click(x, y)


def _tap(guest: Person, x: float, y: float) -> None:
    guest.page.touchscreen.tap(x, y)


def _enter(guest: Person, x: float, y: float) -> None:  # noqa: ARG001 - one shape for all
    guest.page.keyboard.press("Enter")


def _space(guest: Person, x: float, y: float) -> None:  # noqa: ARG001 - one shape for all
    guest.page.keyboard.press(" ")


WAYS: dict[str, tuple[Press, dict[str, Any]]] = {
    "mouse": (_click, {}),
    "mouse, moving": (_click, MOVING),
    "touch": (_tap, PHONE),
    "enter": (_enter, {}),
    "space": (_space, {}),
}


def _middle(guest: Person, selector: str) -> tuple[float, float]:
    box = guest.find(selector).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def _decisions(house: House, name: str) -> list[tuple[str, ...]]:
    return [seat.decisions for _, seat in house.state(name).taken()]


def _twice(house: House, name: str, guest: Person, way: str, interval: int) -> None:
    """Press "Bet", and the same place again: the bet lies once, and the first choice is open still."""
    press = WAYS[way][0]
    guest.find(BET).wait_for()
    if way == "space":
        guest.find(BET).focus()
    x, y = _middle(guest, BET)
    before = house.state(name).round
    press(guest, x, y)
    guest.page.wait_for_timeout(interval)
    press(guest, x, y)
    guest.find(".choice:enabled").first.wait_for()
    assert _decisions(house, name) == [()], interval
    assert house.state(name).round == before + 1, interval
    guest.plays_on()


@pytest.mark.parametrize("way", WAYS)
def test_two_presses_on_bet_never_decide(enter: Enter, way: str) -> None:
    house = enter("uth-ma")
    guest = house.comes(**WAYS[way][1]).sits("uth-ma")
    for interval in INTERVALS:
        _twice(house, "uth-ma", guest, way, interval)


@pytest.mark.prove
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [each for each in NAMES if each != "uth-ma"])
def test_so_it_is_in_every_game(enter: Enter, name: str, way: str) -> None:
    house = enter(name)
    guest = house.comes(**WAYS[way][1]).sits(name)
    for interval in INTERVALS:
        _twice(house, name, guest, way, interval)


def test_a_number_that_is_pressed_twice_decides_once_and_puts_no_card_away(enter: Enter) -> None:
    house = enter("lir-nj")
    guest = house.comes().sits("lir-nj")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.page.keyboard.press("1")
    guest.page.keyboard.press("1")
    guest.find(".choice:enabled").first.wait_for()
    assert [len(each) for each in _decisions(house, "lir-nj")] == [1]


def test_a_choice_that_is_pressed_twice_is_made_once(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.bets()
    for made, interval in enumerate((100, 300), 1):
        guest.find('.choice[data-choice="check"]:enabled').wait_for()
        x, y = _middle(guest, '.choice[data-choice="check"]')
        _click(guest, x, y)
        guest.page.wait_for_timeout(interval)
        _click(guest, x, y)
        guest.find(".choice:enabled").first.wait_for()  # the next decision, where the same choice may stand again
        assert _decisions(house, "uth-ma") == [("check",) * made], interval


# A press on the bar as soon as it is there: on "Double", on another chip and on "Clear".
AT_ONCE = """() => new MutationObserver((_, seen) => {
    const tools = [...document.querySelectorAll(".betting .tools button")];
    if (!tools.length) return;
    seen.disconnect();
    for (const it of [tools.at(-1), document.querySelectorAll(".pickchip")[3], tools[1]]) it.click();
}).observe(document.body, { childList: true, subtree: true })"""


def test_a_press_that_was_meant_for_a_choice_changes_no_bet(enter: Enter) -> None:
    guest = enter("dragon-md").comes().sits("dragon-md")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.page.evaluate(AT_ONCE)
    guest.chooses("fold")
    guest.find(BET).wait_for()
    assert guest.find(".betting .first .cost").inner_text() == "$10"
    assert guest.find(".pickchip").nth(1).get_attribute("aria-checked") == "true"
    guest.find(".tools").get_by_text("Double").click()  # and when the bar stands they are what they say
    assert guest.find(".betting .first .cost").inner_text() == "$20"


def test_a_choice_that_has_the_focus_is_made_once_though_its_key_is_held_down(enter: Enter) -> None:
    house = enter("uth-ma")
    guest = house.comes().sits("uth-ma")
    guest.bets()
    guest.find('.choice[data-choice="check"]:enabled').focus()
    guest.page.keyboard.down("Enter")
    for _ in range(40):
        guest.page.keyboard.down("Enter")
        guest.page.wait_for_timeout(50)
    guest.page.keyboard.up("Enter")
    guest.find(".choice:enabled").first.wait_for()
    assert _decisions(house, "uth-ma") == [("check",)]


def test_a_key_that_is_held_down_acts_once(enter: Enter) -> None:
    house = enter("lir-nj")
    guest = house.comes().sits("lir-nj")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    guest.page.keyboard.down("1")
    for _ in range(20):
        guest.page.keyboard.down("1")  # a key that is down already repeats
        guest.page.wait_for_timeout(50)
    guest.page.keyboard.up("1")
    guest.find(".choice:enabled").first.wait_for()
    assert [len(each) for each in _decisions(house, "lir-nj")] == [1]


@pytest.mark.parametrize("name", NAMES)
def test_no_choice_stands_where_bet_was_at_any_width(enter: Enter, name: str) -> None:
    guest = enter(name).comes().sits(name)
    places = {}
    for width, height in WINDOWS:
        guest.page.set_viewport_size({"width": width, "height": height})
        places[width] = guest.find(BET).bounding_box()
    guest.page.set_viewport_size({"width": 1280, "height": 800})
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    for width, height in WINDOWS:
        guest.page.set_viewport_size({"width": width, "height": height})
        bet = places[width]
        assert bet is not None
        for each in guest.find(".choice").all():
            box = each.bounding_box()
            assert box is not None
            apart = (
                box["x"] + box["width"] <= bet["x"]
                or bet["x"] + bet["width"] <= box["x"]
                or box["y"] + box["height"] <= bet["y"]
                or bet["y"] + bet["height"] <= box["y"]
            )
            assert apart, (width, box, bet)


def test_the_group_of_choices_has_the_focus_and_no_choice_has_it(enter: Enter) -> None:
    guest = enter("uth-ma").comes().sits("uth-ma")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert guest.page.evaluate("document.activeElement.getAttribute('aria-label')") == "Your decision"


def test_a_fold_says_what_it_gives_up_and_a_check_that_it_is_free(enter: Enter) -> None:
    house = enter("dragon-md", "uth-ma")
    guest = house.comes().sits("dragon-md")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert guest.find('.choice[data-choice="fold"] .cost').inner_text().startswith("gives up $")
    other = house.comes().sits("uth-ma")
    other.bets()
    other.find(".choice:enabled").first.wait_for()
    assert other.find('.choice[data-choice="check"] .cost').inner_text() == "free"
