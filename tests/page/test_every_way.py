"""The page in every way that people use it: every rulebook at 360 pixels, at 200 per cent, with motion, for long."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter
from support.service.houses import settings
from support.service.staff import hired

from croupier.schemas.roles import Role

pytestmark = pytest.mark.prove
ROUNDS = 300
MONEY = 10 * ROUNDS + 200  # dollars: a round costs who folds ten, and 200 are brought to the table at first
SETTLED = 100  # rounds, after which what is kept of them, such as the log, has reached its bound
MOST_GROWTH = 1.02  # of what the page holds after those
# What a page makes. The browser's own, compiled code and what its tools note of every request, does grow.
MADE = {"object", "closure", "string", "concatenated string", "sliced string", "array", "regexp", "symbol", "bigint"}


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


def held(page: Page) -> int:
    """How many things the page holds, once what nobody needs is gone."""
    cdp, parts = page.context.new_cdp_session(page), list[str]()
    cdp.on("HeapProfiler.addHeapSnapshotChunk", lambda event: parts.append(event["chunk"]))
    cdp.send("HeapProfiler.collectGarbage")
    cdp.send("HeapProfiler.takeHeapSnapshot", {"reportProgress": False})
    cdp.detach()
    snapshot = json.loads("".join(parts))
    meta = snapshot["snapshot"]["meta"]
    kinds = snapshot["nodes"][:: len(meta["node_fields"])]  # the kind is a node's first field
    return sum(meta["node_types"][0][kind] in MADE for kind in kinds)


def test_memory_does_not_grow_over_many_rounds(enter: Enter, record_property: Callable[[str, object], None]) -> None:
    guest = enter("dragon-md", run=settings(guests_money=100 * MONEY)).comes().sits("dragon-md")
    guest.find(".place-menu").get_by_text("Buy chips").click()
    guest.find("dialog input").fill(str(MONEY - 200))
    guest.find("dialog .first").click()
    guest.find("dialog").wait_for(state="hidden")
    first = 0
    for number in range(ROUNDS):
        guest.bets()
        guest.chooses("fold")
        guest.find(".betting .first:enabled").wait_for()
        if number + 1 == SETTLED:
            first = held(guest.page)
    last = held(guest.page)
    record_property("showed", f"{first:,} things held after {SETTLED} rounds, {last:,} after {ROUNDS}")
    assert last < first * MOST_GROWTH


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
