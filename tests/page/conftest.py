"""A browser for all tests of the page in this process, and a house for each that asks for one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright
from support import browsing
from support.browsing import Person
from support.clients import house
from support.houses import Open

Come = Callable[..., Person]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    if browsing.wanted() == browsing.NONE:
        left_out = pytest.mark.skip(reason="BROWSER=none")
        for item in items:
            if "browser" in getattr(item, "fixturenames", ()):
                item.add_marker(left_out)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright, browsing.launched(playwright) as found:
        yield found


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[tuple[Open, str]]:
    with house(tmp_path) as found:
        yield found


@pytest.fixture
def come(browser: Browser, opened: tuple[Open, str]) -> Iterator[Come]:
    """Somebody comes to the house; none of them has heard a complaint in the console when the test is over."""
    people: list[Person] = []
    with ExitStack() as stack:

        def comes(**how: Any) -> Person:  # noqa: ANN401 - of the browser's own
            people.append(stack.enter_context(browsing.person(browser, opened[1], **how)))
            return people[-1]

        yield comes
        assert [said for each in people for said in each.said] == []
