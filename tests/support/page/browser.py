"""A real browser at a house for tests: people with pages of their own, who see, click and type as anybody does."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, Playwright
from playwright.sync_api import Error as BrowserError

NONE = "none"
# The first has no windows at all, and shows a page for a fifth of the work.
INSTALLED = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PATIENCE = 60_000  # milliseconds for anything to come about
MISSING = (
    "there is no browser to look at the page with; accepted: `make browser`, which fetches one,"
    " BROWSER=PATH for one that is installed, or BROWSER=none, which leaves these tests out"
)
_AXE = Path(__file__).parents[2] / "page" / "axe.min.js"


def wanted() -> str:
    """The browser that was asked for, or one that is installed; none named means one that Playwright has fetched."""
    return os.environ.get("BROWSER", "") or next(filter(None, map(shutil.which, INSTALLED)), "")


@contextmanager
def launched(playwright: Playwright) -> Iterator[Browser]:
    """A browser without a window."""
    path = wanted()
    # Chromium keeps root from its sandbox; what is looked at here is the house's own.
    args = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    try:
        found = playwright.chromium.launch(executable_path=path or None, args=args)
    except BrowserError as error:
        pytest.fail(f"{MISSING} ({str(error).splitlines()[0]})", pytrace=False)
    try:
        yield found
    finally:
        found.close()


class Person:
    """Somebody with a browser of their own."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.address = address
        self.context = context
        self.said: list[str] = []  # what came up in the console, which should stay empty
        self.page = self._opened()

    def _opened(self) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("console", lambda message: self.said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error: self.said.append(f"error: {error}"))
        return page

    def goes(self, path: str) -> Person:
        """Open an address of the house."""
        self.page.goto(self.address + path)
        return self

    def find(self, selector: str) -> Locator:
        """What is there to be seen."""
        return self.page.locator(selector)

    def sees(self, text: str, within: str = "body") -> None:
        """Wait until a text is to be seen."""
        self.find(within).get_by_text(text).first.wait_for()

    # ---- at a table ----

    def sits(self, table: str) -> Person:
        """Take a seat in one click, from the lobby."""
        self.goes("/")
        self.find(f"[data-play={table}]").click()
        self.find(".betting .first:enabled").wait_for()
        return self

    def bets(self) -> None:
        """Bet what lies on the layout."""
        self.find(".betting .first:enabled").click()

    def chooses(self, choice: str = "") -> None:
        """Answer when asked: so, or as the first choice that is open; the first card goes where one does."""
        self.find(f'.choice[data-choice="{choice}"]:enabled' if choice else ".choice:enabled").first.click()
        # What a click leads to is drawn before anything else happens; the cards may be on their way still.
        if self.find(".bar").get_by_text("which card goes?").count():
            self.find(".pick").first.click()
        elif self.find(".bar form").count():
            self._completes()

    def _completes(self) -> None:
        """Say with a choice the fewest cards, and the amount that stands there."""
        while not self.find(".bar form .first:enabled").count():
            self.page.wait_for_timeout(50)
            if (away := self.find('.pick[aria-pressed="false"]')).count():
                away.first.click()
        self.find(".bar form .first").click()

    def plays_on(self, done: str = ".betting .first:enabled") -> None:
        """Answer whatever is asked until the round is over; a form of cards and amounts is loaded when it is needed."""
        while True:
            self.find(f".choice:enabled, .bar form, {done}").first.wait_for()
            if self.find(done).count():
                return
            if self.find(".bar form").count():
                self._completes()
            else:
                self.chooses()
            self.page.wait_for_timeout(50)

    def violations(self) -> list[str]:
        """What axe finds wrong with the page as it stands."""
        # Evaluated, not added as a script: the house's policy lets no other script in, as it should.
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(_AXE.read_text())
        # Of what is as it should be, axe describes one element for each rule and not all of them.
        found: dict[str, Any] = self.page.evaluate(
            "axe.run({runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],"
            " resultTypes: ['violations']})"
        )
        return [
            f"{each['id']}: {each['help']}: {node['html'][:200]} {node['failureSummary'][:300]}"
            for each in found["violations"]
            for node in each["nodes"]
        ]


def play_together(*people: Person, before: Callable[[], None] = lambda: None) -> None:
    """Everybody answers what is asked, in whatever order, until all are told what the round came to."""
    while not all(each.find(".result").count() for each in people):
        for each in people:
            if each.find(".choice:enabled").count():
                before()
                each.chooses()
        people[0].page.wait_for_timeout(100)


@contextmanager
def person(browser: Browser, address: str, **how: Any) -> Iterator[Person]:  # noqa: ANN401 - of the browser's own
    """Somebody comes with a clean browser; nothing moves, so that nothing is waited for."""
    context = browser.new_context(**{"reduced_motion": "reduce", "viewport": {"width": 1280, "height": 900}, **how})
    try:
        yield Person(context, address)
    finally:
        context.close()
