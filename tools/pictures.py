"""Screenshots of every screen of the page, in five windows, light and dark, and a film of a round.

python tools/pictures.py FOLDER [PART ...]

The parts are players, staff, seats, ruling and film; by default all of them. The house is one for tests, whose cards
follow from seeds and from the browsers' own numbers. A film is a sheet of frames, 60 milliseconds or more apart, with
the milliseconds since the bet below each.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, Literal

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import Browser, ViewportSize, sync_playwright
from support.client.clients import house
from support.default_house import NAMES
from support.page import browser as browser_support
from support.page.browser import Person
from support.service.houses import settings
from support.service.staff import STAFF, hired

import croupier
from croupier.house.config.settings import Settings
from croupier.table.model.next_step import ALL_STEPS

WINDOWS = ((360, 740), (768, 1024), (1280, 800), (1366, 640), (1920, 1080))
THEMES: tuple[Literal["light", "dark"], ...] = ("light", "dark")
USUAL: ViewportSize = {"width": 1280, "height": 800}
TWO, TWO_PLACES = "dragon-md", {"two_positions": "yes"}
WAITING, BY_HAND = "uth-ma", frozenset({"no more bets", "deal", "burn", "community", "stub", "reveal", "settle"})
Take = Callable[[Person, str], None]


def main(folder: Path, *parts: str) -> None:
    """Take a screenshot of every screen in every window and theme."""
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, browser_support.launched(playwright) as browser:
        for each in parts or PARTS:
            PARTS[each](browser, folder)
    print(f"Pictures are in {folder}.")


@contextmanager
def _house(*names: str, **more: Any) -> Iterator[Any]:  # noqa: ANN401 - of `house`
    with tempfile.TemporaryDirectory() as place, house(Path(place), *names, **more) as found:
        yield found


def _run(table: str, **changes: Any) -> Settings:  # noqa: ANN401 - of a table's settings
    run = settings()
    return replace(run, tables={**run.tables, table: replace(run.tables[table], **changes)})


def _two_places() -> Settings:
    return _run(TWO, submission=croupier.submission(TWO, **TWO_PLACES))


def _supervised() -> Settings:
    return _run(WAITING, automation=ALL_STEPS - BY_HAND, supervised=True)


def _taker(folder: Path) -> Take:
    def take(person: Person, name: str) -> None:
        page = person.page
        for width, height in WINDOWS:
            page.set_viewport_size({"width": width, "height": height})
            for theme in THEMES:
                page.emulate_media(color_scheme=theme)
                page.wait_for_timeout(150)
                page.screenshot(path=folder / f"{name}-{width}x{height}-{theme}.png")
        page.set_viewport_size(USUAL)
        page.emulate_media(color_scheme="light")

    return take


def _of_players(browser: Browser, folder: Path) -> None:
    with _house() as (_, address):
        _players(browser, address, _taker(folder))


def _of_staff(browser: Browser, folder: Path) -> None:
    with _house() as (opened, address), browser_support.person(browser, address) as guest:
        guest.sits(NAMES[-1])  # so that staff have something to look at
        guest.bets()
        guest.plays_on()
        _staff(browser, opened, address, _taker(folder))


def _of_two_seats(browser: Browser, folder: Path) -> None:
    with _house(TWO, run=_two_places(), options=TWO_PLACES) as (_, address):
        _twice(browser, address, _taker(folder))


def _of_ruling(browser: Browser, folder: Path) -> None:
    with _house(WAITING, by_hand=BY_HAND, run=_supervised()) as (opened, address):
        _ruling(browser, opened, address, _taker(folder))


def _players(browser: Browser, address: str, take: Take) -> None:
    with ExitStack() as stack:
        one = stack.enter_context(browser_support.person(browser, address))
        other = stack.enter_context(browser_support.person(browser, address))
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


def _staff(browser: Browser, opened: Any, address: str, take: Take) -> None:  # noqa: ANN401 - a house
    for role, path in STAFF.items():
        with browser_support.person(browser, address) as person:
            hired(opened, person, role, *(NAMES if role in {"dealer", "floor"} else ()))
            person.goes(path)
            person.find(".due-step, .glance, .recall td a, .come-to .sign").first.wait_for()
            take(person, role)
            if role == "floor":
                person.find(".glance summary").first.click()
                person.find(".glance [name=amount]").first.scroll_into_view_if_needed()
                take(person, "floor-orders")
                person.find("[aria-label=Figures]").scroll_into_view_if_needed()
                take(person, "floor-figures")
            elif role == "manager":
                _managed(person, take)
            elif role == "auditor":
                _hidden(person, take)
            elif role == "dealer":
                _lesson(person, take)


def _managed(manager: Person, take: Take) -> None:
    """Screens of a manager: a submission that is refused, one that is analysed, and the people of the house."""
    manager.find(".come-to .first").click()
    manager.find("[aria-label='Every wager by itself']").wait_for()
    take(manager, "manager-worth")
    amount = manager.find(".field input:enabled").first
    amount.evaluate("field => field.closest('details')?.setAttribute('open', '')")
    amount.fill("much")
    manager.find(".objection:not(:empty)").first.scroll_into_view_if_needed()
    take(manager, "manager-objects")
    manager.goes("/manage/people")
    manager.find(".somebody summary:has-text('dealer')").first.click()
    manager.find(".somebody [open] label").first.wait_for()
    take(manager, "people")


def _twice(browser: Browser, address: str, take: Take) -> None:
    """Screens of a player with two seats, betting and deciding."""
    with browser_support.person(browser, address) as guest:
        guest.sits(TWO)
        guest.find("button.seat.free").first.click()
        guest.find(".own").nth(1).wait_for()
        take(guest, "two-places-betting")
        for _ in range(2):
            guest.bets()
            guest.page.wait_for_timeout(500)
        guest.find(".choice:enabled").first.wait_for()
        take(guest, "two-places")


def _ruling(browser: Browser, opened: Any, address: str, take: Take) -> None:  # noqa: ANN401 - a house
    """Screens of a ruling: a dealer has called the floor, who rules."""
    with ExitStack() as stack:
        guest, dealer, floor = (stack.enter_context(browser_support.person(browser, address)) for _ in range(3))
        hired(opened, dealer, "dealer", WAITING).goes(f"/deal/{WAITING}")
        dealer.find(".duty button").click()
        guest.sits(WAITING).bets()
        guest.sees("Your bet is placed.", ".bar")
        while not dealer.find('.mine-now [data-do="deal"]').count():  # the step is refused until all players are ready
            dealer.page.keyboard.press("Enter")
            dealer.page.wait_for_timeout(500)
        take(dealer, "dealer-deals")
        dealer.find("[data-do=words] input").fill("A drink was spilled on the layout.")
        dealer.find("[data-do=words] button").click()
        hired(opened, floor, "floor", WAITING).goes("/floor")
        floor.find(".glance .pending").wait_for()
        take(floor, "floor-waits")
        floor.find(".glance .first").click()
        floor.find(".mine-now .command").wait_for()
        take(floor, "floor-rules")


def _hidden(auditor: Person, take: Take) -> None:
    """Screen of a round with all cards that were dealt."""
    auditor.find(".recall td a").first.click()
    auditor.find(".eyes").select_option("*")
    take(auditor, "replay-why")
    auditor.find(".side form input").fill("A player says that the dealer looked at a card.")
    auditor.find(".side form button").click()
    auditor.page.wait_for_function("() => !document.querySelector('.replay .card.back')")
    take(auditor, "replay-hidden")


def _lesson(learner: Person, take: Take) -> None:
    """Screens of training: a drill, a lesson with a wrong step, and the report."""
    learner.goes(f"/training?rulebook={NAMES[-1]}&seats=3&trouble=100")
    learner.find("[aria-label=Drill] .first").wait_for()
    take(learner, "drill")
    learner.find("[aria-label=Drill] .first").click()
    learner.find("[data-step]").first.wait_for()
    for step in ("no more bets", "deal", "settle"):
        if learner.find(f"[data-step='{step}']").count():  # a trouble may have ended the round
            learner.find(f"[data-step='{step}']").click()
        learner.page.wait_for_timeout(300)
    take(learner, "lesson")
    learner.find(".table-head button").click()
    learner.find("[aria-label='By clause']").wait_for()
    take(learner, "lesson-report")


# ---- the film of a round ----

FRAME = 60  # milliseconds from one frame to the next, at least
SHEET = """({ frames }) => {
    document.body.innerHTML = frames.map(([at, image]) =>
        `<figure><img src="data:image/jpeg;base64,${image}"><figcaption>${at} ms</figcaption></figure>`).join("");
    Object.assign(document.body.style, { display: "grid", gridTemplateColumns: "repeat(6, 320px)", gap: "8px" });
    for (const it of document.querySelectorAll("figure")) it.style.margin = 0;
    for (const it of document.querySelectorAll("img")) it.style.width = "320px";
    return Promise.all([...document.images].map((it) => it.decode()));
}"""


def _of_a_film(browser: Browser, folder: Path) -> None:
    for name in NAMES:
        with _house(name) as (_, address), browser_support.person(browser, address, **MOVING) as guest:
            guest.sits(name)
            frames = _filmed(guest)
            with browser_support.person(browser, "", viewport={"width": 1984, "height": 800}) as viewer:
                viewer.page.set_content("<body></body>")
                viewer.page.evaluate(SHEET, {"frames": frames})
                viewer.page.screenshot(path=folder / f"film-{name}.png", full_page=True)


MOVING: dict[str, Any] = {"reduced_motion": "no-preference", "viewport": USUAL}


def _filmed(guest: Person) -> list[tuple[int, str]]:
    """The frames of a round from the bet to the result, with the milliseconds since the first."""
    session = guest.context.new_cdp_session(guest.page)
    frames: list[tuple[int, str]] = []
    first: list[float] = []

    def seen(frame: dict[str, Any]) -> None:
        session.send("Page.screencastFrameAck", {"sessionId": frame["sessionId"]})
        taken = frame["metadata"]["timestamp"]
        first.append(taken)
        at = round(1000 * (taken - first[0]))
        if not frames or at - frames[-1][0] >= FRAME:
            frames.append((at, frame["data"]))

    session.on("Page.screencastFrame", seen)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 80, "maxWidth": 960, "maxHeight": 600})
    guest.bets()
    guest.plays_on()
    guest.page.wait_for_timeout(400)
    session.send("Page.stopScreencast")
    return frames


PARTS: dict[str, Callable[[Browser, Path], None]] = {
    "players": _of_players,
    "staff": _of_staff,
    "seats": _of_two_seats,
    "ruling": _of_ruling,
    "film": _of_a_film,
}

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "pictures"), *sys.argv[2:])
