"""In a window of any size one sees what one holds and has wagered, and the bar of what may be done is not over it."""

from __future__ import annotations

from typing import Any

import pytest
from support.default_house import NAMES
from support.page.browser import Person, play_together
from support.page.fixtures import Enter

# Windows as people have them: a laptop with the browser's own bars, a small telephone, 200 per cent.
LAPTOP: dict[str, Any] = {"viewport": {"width": 1280, "height": 720}}
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
ZOOMED: dict[str, Any] = {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2}
# The own place ends above the bar; its cards, or else its wagers, begin below the top of what is seen.
IS_SEEN = """() => {
    const box = (selector) => document.querySelector(selector)?.getBoundingClientRect();
    const [own, bar] = [box(".own"), box(".foot")];
    const top = Math.max(0, box(".felt").top);
    return own.bottom <= bar.top + 1 && own.top >= top - 1 && bar.bottom <= innerHeight + 1;
}"""


@pytest.mark.parametrize("window", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_a_player_beside_another_sees_the_own_cards_in_a_low_window(enter: Enter, window: dict[str, Any]) -> None:
    _beside_another(enter, "uth-ma", window)


@pytest.mark.prove
@pytest.mark.parametrize("window", [LAPTOP, PHONE, ZOOMED], ids=["laptop", "phone", "zoomed"])
@pytest.mark.parametrize("name", NAMES)
def test_so_it_is_at_every_table(enter: Enter, name: str, window: dict[str, Any]) -> None:
    _beside_another(enter, name, window)


def _sees(guest: Person) -> None:
    guest.page.wait_for_function(IS_SEEN)


def _beside_another(enter: Enter, name: str, window: dict[str, Any]) -> None:
    house = enter(name)
    other, guest = house.comes().sits(name), house.comes(**window).sits(name)
    _sees(guest)
    other.bets()
    guest.bets()
    play_together(other, guest, before=lambda: _sees(guest))
    _sees(guest)
    low = "() => document.documentElement.scrollHeight <= innerHeight"
    assert window is not LAPTOP or guest.page.evaluate(low)
