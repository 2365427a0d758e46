"""Games from folders on the page: what a player says with a choice, and each of them at 360 pixels, with axe."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from support.games.examples import FOLDER, every_example
from support.page.fixtures import Enter, House

from croupier.house.config.settings import read
from croupier.rulebook.files import ON_DISK

Deals = Callable[[str], House]

PICKED = ["true", "false", "true", "false", "false"]
DRAW, WORDS = "five-card-draw", "every-word"


@pytest.fixture
def dealt(enter: Enter) -> Deals:
    """A house that deals an example, named in its settings by the folder."""

    def opened(name: str) -> House:
        run = read(f"[tables.{name}]\nrulebook = '{FOLDER / name}'\n", _no_files, ON_DISK)
        return enter(str(FOLDER / name), run=run)

    return opened


def _no_files(name: str) -> str:
    raise AssertionError(name)


def test_several_cards_are_picked_and_put_away_at_once(dealt: Deals) -> None:
    house = dealt(DRAW)
    guest = house.comes().sits(DRAW)
    guest.bets()
    guest.find(".choice[data-choice=draw]:enabled").click()
    guest.sees("which cards go, from 0 to 5?", ".bar")
    cards = guest.find(".own .pick")
    cards.nth(0).click()
    guest.page.keyboard.press("3")
    cards.nth(1).click()
    cards.nth(1).click()  # it stays after all
    assert [cards.nth(at).get_attribute("aria-pressed") for at in range(5)] == [
        "true",
        "false",
        "true",
        "false",
        "false",
    ]
    assert guest.violations() == []
    guest.find(".bar button.first:enabled").click()
    guest.find(".result").wait_for()
    last = house.state(DRAW).last
    assert last is not None
    (hand,) = last.hands
    assert (len(hand.cards), len(hand.discard)) == (5, 2)


def test_an_amount_between_bounds_is_typed(dealt: Deals) -> None:
    house = dealt(WORDS)
    guest = house.comes().sits(WORDS)
    guest.bets()
    guest.find(".choice[data-choice=bet]:enabled").click()
    guest.find(".choice[data-choice=exchange]").wait_for()
    assert "$5 to $12.50" in guest.find(".choice[data-choice=bet]").inner_text()
    guest.find(".choice[data-choice=bet]:enabled").click()
    amount = guest.find(".bar input[name=amount]")
    assert amount.input_value() == "5"
    assert guest.violations() == []
    amount.fill("7.50")
    guest.find(".bar button.first:enabled").click()
    guest.plays_on()
    last = house.state(WORDS).last
    assert last is not None
    assert last.hands[0].staked["raise"] == 750


@every_example
@pytest.mark.parametrize("width", [360, pytest.param(1280, marks=pytest.mark.prove)])
def test_a_round_of_every_example_fits_the_page(dealt: Deals, name: str, width: int) -> None:
    guest = dealt(name).comes(viewport={"width": width, "height": 780}, has_touch=width < 500).sits(name)
    assert guest.violations() == []
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert guest.violations() == []
    guest.plays_on()
    assert guest.violations() == []
    assert guest.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
