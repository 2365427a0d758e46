"""Write a picture of every screen of the page, wide and at 360 pixels, the main ones dark too.

python tools/pictures.py FOLDER

The house is one for tests, whose cards follow from seeds and from the browsers' own numbers.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, sync_playwright
from support import browsing
from support.browsing import Person
from support.clients import house
from support.staff import STAFF, hired

from croupier.rulebook import NAMES

WIDE: dict[str, Any] = {"viewport": {"width": 1280, "height": 900}}
NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "has_touch": True}
DARK: dict[str, Any] = {"color_scheme": "dark"}
WAYS = {"wide": WIDE, "narrow": NARROW, "wide-dark": {**WIDE, **DARK}, "narrow-dark": {**NARROW, **DARK}}
Take = Callable[[Person, str], None]


def main(folder: Path) -> None:
    """Go to every screen in every way, and take a picture of it."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, browsing.launched(playwright) as browser:
        for way, how in WAYS.items():
            with _house() as (opened, address):
                _players(browser, address, how, _taker(folder, way))
                _staff(browser, opened, address, how, _taker(folder, way))
    print(f"Pictures are in {folder}.")


@contextmanager
def _house() -> Iterator[Any]:
    with tempfile.TemporaryDirectory() as place, house(Path(place)) as found:
        yield found


def _taker(folder: Path, way: str) -> Take:
    def take(person: Person, name: str) -> None:
        person.page.wait_for_timeout(400)
        person.page.screenshot(path=folder / f"{name}-{way}.png")

    return take


def _players(browser: Browser, address: str, how: dict[str, Any], take: Take) -> None:
    with ExitStack() as stack:
        one = stack.enter_context(browsing.person(browser, address, **how))
        other = stack.enter_context(browsing.person(browser, address, **how))
        one.goes("/")
        one.find(".entry").first.wait_for()
        take(one, "lobby")
        for name in NAMES:
            _at_a_table(one, name, take)
        other.sits(NAMES[-1])
        other.bets()
        one.bets()
        one.find(".choice, .bar .lead").first.wait_for()
        take(one, "two-players")
        for screen, path in (("account", "/account"), ("rules", "/rules"), ("history", "/history")):
            one.goes(path)
            take(one, screen)
        one.goes(f"/rules/{NAMES[-1]}")
        one.find(".clause").first.wait_for()
        take(one, "rulebook")
        one.goes(f"/practice/{NAMES[-1]}")
        one.find(".drill .choice").first.wait_for()
        take(one, "practice")
        one.page.keyboard.press("1")
        one.find(".worths").wait_for()
        take(one, "practice-answered")
        one.goes("/practice")
        one.find(".entry").first.wait_for()
        take(one, "practice-shelf")
        one.goes("/history")
        one.find("td a").first.click()
        one.find(".scrub").wait_for()
        take(one, "replay")


def _at_a_table(guest: Person, name: str, take: Take) -> None:
    guest.sits(name)
    take(guest, f"{name}-betting")
    guest.bets()
    guest.find(".choice:enabled").first.wait_for()
    take(guest, f"{name}-deciding")
    guest.page.keyboard.press("w")
    guest.find(".worths").first.wait_for(state="attached")
    take(guest, f"{name}-coach")
    guest.find("#tab-round").click()
    guest.plays_on()
    guest.find(".result").wait_for(state="attached")
    take(guest, f"{name}-over")
    for tab in ("sign", "fair"):
        guest.find(f"#tab-{tab}").click()
        take(guest, f"{name}-{tab}")
    guest.page.keyboard.press("x")
    take(guest, f"{name}-text")
    guest.page.keyboard.press("x")


def _staff(browser: Browser, opened: Any, address: str, how: dict[str, Any], take: Take) -> None:  # noqa: ANN401 - a house
    for role, path in STAFF.items():
        with browsing.person(browser, address, **how) as person:
            hired(opened, person, role, *(NAMES if role in {"dealer", "floor"} else ()))
            person.goes(path)
            take(person, role)
            if role == "floor":
                person.find(".glance summary").first.click()
                take(person, "floor-orders")
            elif role == "auditor":
                _hidden(person, take)
            elif role == "dealer":
                _lesson(person, take)


def _hidden(auditor: Person, take: Take) -> None:
    """A round with everything that was dealt in it."""
    auditor.find(".recall td a").first.click()
    auditor.find(".eyes").select_option("*")
    take(auditor, "replay-why")
    auditor.find(".side form input").fill("A player says that the dealer looked at a card.")
    auditor.find(".side form button").click()
    auditor.page.wait_for_function("() => !document.querySelector('.replay .card.back')")
    take(auditor, "replay-hidden")


def _lesson(learner: Person, take: Take) -> None:
    """A drill, a lesson with a step that was wrong, and the report."""
    learner.goes(f"/training?rulebook={NAMES[-1]}&seats=3&trouble=100")
    learner.find("[aria-label=Drill] .first").wait_for()
    take(learner, "drill")
    learner.find("[aria-label=Drill] .first").click()
    for step in ("no more bets", "deal", "settle"):
        learner.find(f"[data-step='{step}']").click()
        learner.page.wait_for_timeout(200)
    take(learner, "lesson")
    learner.find(".table-head button").click()
    learner.find("[aria-label='By clause']").wait_for()
    take(learner, "lesson-report")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"))
