"""A dishonest house against the page: the padlock stays open, and a commitment that was swapped raises the alarm."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.service.dishonest_house import Body, Lies, dishonest
from support.service.houses import soon
from support.service.lies import (
    ALARM,
    CHOICE_COLUMNS,
    CHOICES,
    LIES,
    LOG_COLUMNS,
    LOG_LIES,
    OTHER,
    TWICE,
    LogLies,
    table,
)

if TYPE_CHECKING:
    from playwright.sync_api import Browser
    from support.page.browser import Person

NAME = "uth-ma"


@pytest.fixture
def lies() -> Lies:
    """What the house of a test says in place of the truth."""
    return Lies()


@contextmanager
def _guest(browser: Browser, folder: Path, lies: Lies) -> Iterator[Person]:
    from support.page import browser as browser_support

    with dishonest(folder, NAME, lies=lies) as (_, address), browser_support.person(browser, address) as guest:
        yield guest


@pytest.fixture
def guest(browser: Browser, tmp_path: Path, lies: Lies) -> Iterator[Person]:
    """Somebody who comes to a dishonest house."""
    with _guest(browser, tmp_path, lies) as guest:
        yield guest


def _plays(guest: Person) -> None:
    guest.bets()
    guest.plays_on()
    guest.find(".lock.holds, .lock.open, .lock.broken").wait_for()


@pytest.mark.parametrize("lie", LIES)
def test_the_table_of_lies_says_what_the_page_finds(browser: Browser, tmp_path: Path, lie: str) -> None:
    lies = LIES[lie]()
    with _guest(browser, tmp_path, lies) as guest:
        guest.sits(NAME)
        guest.bets()
        if lie == TWICE:
            soon(lambda: lies.forgets)
            guest.bets()
        if table()[lie][1] == ALARM:
            guest.sees("the house contradicts itself")
            return
        guest.plays_on()
        guest.find(f".lock.{table()[lie][1]}").wait_for()
        assert guest.find(".lock").get_attribute("aria-label") != "Fairness: Checked"


@pytest.mark.parametrize("choice", CHOICES)
def test_the_table_of_choices_says_what_the_page_finds(browser: Browser, tmp_path: Path, choice: str) -> None:
    with _guest(browser, tmp_path, CHOICES[choice]()) as guest:
        guest.sits(NAME)
        guest.bets()
        guest.plays_on(done=".lock.holds, .lock.open, .lock.broken")
        guest.find(f".lock.{table(CHOICE_COLUMNS)[choice][1]}").wait_for()


@pytest.mark.parametrize("lie", LOG_LIES)
def test_the_table_of_lies_about_the_log_says_what_the_page_finds_at_the_next_visit(
    browser: Browser, tmp_path: Path, lie: str
) -> None:
    told = LogLies(LOG_LIES[lie])
    with _guest(browser, tmp_path, told.lies) as guest:
        guest.sits(NAME)
        _plays(guest)
        guest.find(".lock.holds").wait_for()
        told.turns()
        guest.page.reload()
        _plays(guest)
        guest.find(f".lock.{table(LOG_COLUMNS)[lie][1]}").wait_for()
        assert guest.find(".lock").get_attribute("aria-label") != "Fairness: Checked"


def test_the_padlock_is_closed_by_a_whole_receipt(guest: Person, lies: Lies) -> None:
    guest.sits(NAME)
    _plays(guest)
    assert guest.find(".lock").get_attribute("aria-label") == "Fairness: Checked"
    lies.answers = lambda path, body: 404 if path.endswith("/receipt") else body
    _plays(guest)
    guest.find(".lock.open").wait_for()
    assert guest.find(".lock").get_attribute("aria-label") == "Fairness: Not fully checked"
    guest.find(".lock").click()
    guest.sees("Its receipt could not be had")


def test_a_commitment_that_was_swapped_is_an_alarm_in_every_window(guest: Person, lies: Lies) -> None:
    guest.sits(NAME)
    kept = json.loads(guest.page.evaluate("localStorage.getItem('croupier kept')"))
    assert any(name.startswith(f"commitment {NAME} ") for name in kept), "it is kept before a number is given"

    def says(message: Body) -> Body:
        if "view" in message:
            message["view"]["commitment"] = OTHER
        return message

    def hears(command: Body) -> Body:
        heard.append(command)
        return command

    heard: list[Body] = []
    lies.says, lies.hears, lies.forgets = says, hears, True
    guest.page.reload()
    guest.sees("the house contradicts itself")
    guest.sees(OTHER)
    guest.bets()
    guest.sees("your number is not given")
    assert not [each for each in heard if "number" in each["args"]], "the number is not given"


def test_another_key_of_the_house_is_told(guest: Person, lies: Lies) -> None:
    guest.sits(NAME)
    _plays(guest)
    guest.find(".lock.holds").wait_for()

    def answers(path: str, body: Body) -> Body:
        if path.endswith("/log"):
            body["key"] = OTHER
        return body

    lies.answers = answers
    guest.page.reload()
    _plays(guest)
    guest.find(".lock.open, .lock.broken").wait_for()
    guest.find(".lock").click()
    guest.sees("at your first visit it was")
