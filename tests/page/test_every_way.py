"""The page in every way that people use it: every rulebook at 360 pixels, at 200 per cent, with motion, for long."""

from __future__ import annotations

from typing import Any

import pytest
from support.browsing import Person
from support.staff import hired
from support.visiting import Enter

from croupier.house.known import Role
from croupier.rulebook import NAMES

pytestmark = pytest.mark.prove
ROUNDS = 300
MOST_GROWTH = 1.5  # of the memory after the first rounds


def _fits(person: Person) -> bool:
    wide: bool = person.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    return wide


@pytest.mark.parametrize("name", NAMES)
def test_a_round_of_every_rulebook_fits_360_pixels(enter: Enter, name: str) -> None:
    guest = enter(name).comes(viewport={"width": 360, "height": 780}, has_touch=True).sits(name)
    assert _fits(guest)
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    assert _fits(guest)
    guest.plays_on()
    assert _fits(guest)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_of_every_rulebook_is_played_at_200_per_cent(enter: Enter, name: str) -> None:
    guest = enter(name).comes(viewport={"width": 640, "height": 450}, device_scale_factor=2).sits(name)
    guest.bets()
    guest.plays_on()
    assert _fits(guest)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_of_every_rulebook_is_shown_with_motion_and_skipped_by_a_key(enter: Enter, name: str) -> None:
    guest = enter(name).comes(reduced_motion="no-preference").sits(name)
    guest.bets()
    guest.page.keyboard.press("Space")
    guest.plays_on()
    guest.find(".result").wait_for()


def test_memory_does_not_grow_over_many_rounds(enter: Enter) -> None:
    guest = enter("dragon-md").comes().sits("dragon-md")
    cdp = guest.context.new_cdp_session(guest.page)

    def used() -> int:
        cdp.send("HeapProfiler.collectGarbage")
        size: int = cdp.send("Runtime.getHeapUsage")["usedSize"]
        return size

    first = 0
    for number in range(ROUNDS):
        guest.bets()
        guest.chooses("fold")
        guest.find(".betting .first:enabled").wait_for()
        if number == ROUNDS // 10:
            first = used()
    assert used() < first * MOST_GROWTH


@pytest.mark.parametrize("path", ["/floor", "/surveillance", "/training", "/deal/uth-ma", "/rules/uth-ma"])
@pytest.mark.parametrize(
    "how",
    [
        {"viewport": {"width": 360, "height": 780}, "has_touch": True},
        {"viewport": {"width": 640, "height": 450}, "device_scale_factor": 2, "color_scheme": "dark"},
    ],
    ids=["360 pixels", "200 per cent and dark"],
)
def test_every_console_fits_and_has_nothing_that_axe_finds_wrong(enter: Enter, how: dict[str, Any], path: str) -> None:
    house = enter("uth-ma")
    role: Role = "auditor" if path == "/surveillance" else "floor"
    worker = hired(house.opened, house.comes(**how), role, *(("uth-ma",) if role == "floor" else ())).goes(path)
    worker.find(".glance, [aria-label='The record'], [aria-label=Drill], .due-step, .clause").first.wait_for()
    worker.page.wait_for_timeout(300)
    assert _fits(worker)
    assert worker.violations() == []


def test_a_lesson_is_dealt_by_keys_alone(enter: Enter) -> None:
    house = enter("dragon-md")
    learner = house.comes().goes("/training?rulebook=dragon-md&trouble=0&seats=1")
    learner.find("[aria-label=Drill] .first").focus()
    learner.page.keyboard.press("Enter")
    learner.find("[data-step]").first.wait_for()
    while not learner.find(".next").count():
        at = learner.find("[data-due]").get_attribute("data-due")
        step = (learner.find("[data-due] strong").text_content() or "").lower()
        learner.find(f"[data-step='{step}']").focus()
        learner.page.keyboard.press("Enter")
        learner.page.wait_for_function(
            "at => document.querySelector('.next') || document.querySelector('[data-due]').dataset.due !== at", arg=at
        )
    learner.page.keyboard.press("Tab")
    assert learner.page.evaluate("() => document.activeElement.closest('.desk, .head, .side, .felt, main') !== null")
