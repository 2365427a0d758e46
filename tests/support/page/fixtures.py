"""A browser for the tests of the page that follow each other, and a house for each that asks for one: for pytest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from croupier.table.model.state import State

if TYPE_CHECKING:  # most tests need neither, and are not to wait for them
    from playwright.sync_api import Browser

    from support.page.browser import Person
    from support.service.houses import Open

BROWSER = "browser"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Where no browser is wanted, the tests that need one are left out by name."""
    looks = [each for each in items if BROWSER in getattr(each, "fixturenames", ())]
    if not looks:
        return
    from support.page import browser as browser_support

    if browser_support.wanted() == browser_support.NONE:
        for item in looks:
            item.add_marker(pytest.mark.skip(reason="BROWSER=none"))


class _Kept:
    """The browser of this process: launched when a test asks for it, closed before one that does without.

    Its loop counts as running until then, and other tests run loops of their own.
    """

    def __init__(self) -> None:
        self._stack = ExitStack()
        self._found: Browser | None = None

    def get(self) -> Browser:
        from playwright.sync_api import sync_playwright

        from support.page import browser as browser_support

        if self._found is None or not self._found.is_connected():
            self.close()
            playwright = self._stack.enter_context(sync_playwright())
            self._found = self._stack.enter_context(browser_support.launched(playwright))
        return self._found

    def close(self) -> None:
        self._found = None
        self._stack.close()


_KEPT = _Kept()


@pytest.fixture
def browser() -> Browser:
    """A browser, in which everybody has a clean context."""
    return _KEPT.get()


@pytest.hookimpl(trylast=True)  # after the contexts of the test
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> None:
    """Close the browser unless the next test uses it."""
    if BROWSER not in getattr(nextitem, "fixturenames", ()):
        _KEPT.close()


def pytest_sessionfinish() -> None:
    """Close the browser, whichever test was the last."""
    _KEPT.close()


class House:
    """A house on a real server, and everybody who comes to it."""

    def __init__(self, opened: Open, address: str, browser: Browser, stack: ExitStack) -> None:
        self.opened, self.address = opened, address
        self._browser, self._stack = browser, stack
        self.people: list[Person] = []

    def comes(self, address: str = "", **how: Any) -> Person:  # noqa: ANN401 - of the browser's own
        """Somebody comes, with a clean browser."""
        from support.page import browser as browser_support

        self.people.append(
            self._stack.enter_context(browser_support.person(self._browser, address or self.address, **how))
        )
        return self.people[-1]

    def played(self, table: str) -> Person:
        """Somebody who has played a round, and sits there."""
        guest = self.comes().sits(table)
        guest.bets()
        guest.plays_on()
        guest.find(".result").wait_for()
        return guest

    def state(self, table: str) -> State:
        """A table as it is on record."""
        return self.opened.house.queues[table].live.record.state


Enter = Callable[..., House]


@pytest.fixture
def enter(browser: Browser, tmp_path: Path) -> Iterator[Enter]:
    """Open a house with some tables; when the test is over, nobody has found a complaint in the console."""
    from support.client.clients import house

    houses: list[House] = []
    with ExitStack() as stack:

        def entered(*names: str, **more: Any) -> House:  # noqa: ANN401 - of `house`
            opened, address = stack.enter_context(house(tmp_path, *names, **more))
            houses.append(House(opened, address, browser, stack))
            return houses[-1]

        yield entered
        assert [said for each in houses for person in each.people for said in person.said] == []
