"""The coach and practice of every rulebook in a real browser: every value that the page shows is the library's."""

from __future__ import annotations

from fractions import Fraction
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Response
from support.analysis.practised import again
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.analysis.coach.sentences import action_said
from croupier.games.terms import Terms
from croupier.schemas.table import TableView
from croupier.table.model.state import State
from croupier.table.views.view import Viewer, view

pytestmark = pytest.mark.prove
ROUNDS, EXERCISES = 4, 10
MINUS = "\N{MINUS SIGN}"


def shown(person: Person) -> list[str]:
    """What the page says the actions are worth, in order."""
    return [row.locator("td").first.inner_text() for row in person.find(".worths").first.locator("tbody tr").all()]


def told(cents: Fraction) -> str:
    """A worth to the hundredth of a cent."""
    whole, part = divmod(round(abs(cents) * 100), 10_000)
    return f"{MINUS if cents < 0 else ''}${whole:,}.{part:04}"


@pytest.mark.parametrize("name", NAMES)
def test_the_coach_at_every_turn_of_some_rounds_says_what_the_library_says(enter: Enter, name: str) -> None:
    house = enter(name)
    guest = house.comes().sits(name)
    coach = Coach(Terms(croupier.submission(name)))
    guest.find("#tab-coach").click()
    guest.find(".side select").select_option("before")
    for _ in range(ROUNDS):
        guest.bets()
        while True:
            guest.find(".choice:enabled, .betting .first:enabled").first.wait_for()
            if not guest.find(".choice:enabled").count():
                break
            guest.find(".choice .worth").first.wait_for()
            advice = coach.advise(_seen(house.state(name)))
            assert shown(guest) == [told(value) for value in advice.values.values()]
            names = [
                each.removesuffix(" yours") for each in guest.find(".worths").first.locator("th").all_inner_texts()
            ]
            assert names == [action_said(coach.terms, action) for action in advice.values]
            guest.chooses()
            guest.page.wait_for_timeout(400)


def _seen(state: State) -> TableView:
    ((number, seat),) = state.taken()
    assert number
    return view(state, Viewer("player", seat.person))


@pytest.mark.parametrize("name", NAMES)
def test_every_exercise_of_every_rulebook_has_the_librarys_values(enter: Enter, name: str) -> None:
    guest = enter(name).comes()
    served: list[dict[str, Any]] = []

    def noted(answer: Response) -> None:
        if "exercises" in answer.url and answer.status == HTTPStatus.OK:
            served.append(answer.json())

    guest.page.on("response", noted)
    guest.goes(f"/practice/{name}")
    coach = Coach(Terms(croupier.submission(name)))
    for _ in range(EXERCISES):
        guest.find(".drill .choice").first.wait_for()
        says = guest.find(".asked-text").inner_text()
        guest.page.keyboard.press("1")
        guest.find(".worths").wait_for()
        every = [each for some in served for each in some["exercises"]]
        asked = next(each for each in every if says.startswith(each["says"]))
        assert shown(guest) == [told(value) for value in again(asked, coach).values()]
        guest.page.keyboard.press("Enter")
        guest.page.wait_for_timeout(100)
