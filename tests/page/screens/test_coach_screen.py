"""The coach beside the table, practice, two places, and the manager's work, in a real browser."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from http import HTTPStatus
from typing import Any

import pytest
from playwright.sync_api import Response, Route
from support.analysis.practised import again
from support.page.browser import Person
from support.page.fixtures import Enter, House
from support.service.houses import settings
from support.service.staff import hired

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.games.terms import Terms
from croupier.house.config.settings import Settings
from croupier.house.people import users
from croupier.house.storage import database
from croupier.rulebook import NAMES
from croupier.table.views.view import Viewer, view

TABLE = "dragon-md"
NARROW: dict[str, Any] = {"viewport": {"width": 360, "height": 780}, "color_scheme": "dark"}


def run_with(**changes: Any) -> Settings:  # noqa: ANN401 - of a table's settings
    """A house with the one table run another way."""
    found = settings()
    return replace(found, tables={**found.tables, TABLE: replace(found.tables[TABLE], **changes)})


def shown(person: Person, within: str = "") -> dict[str, str]:
    """What the page says each action is worth, to the hundredth of a cent."""
    rows = person.find(f"{within} .worths tbody tr").all()
    return {row.locator("th").inner_text().removesuffix(" yours"): row.locator("td").first.inner_text() for row in rows}


def rounded(values: dict[str, Fraction]) -> dict[str, str]:
    """The same by the library."""
    fine = {name: round(abs(value) * 100) for name, value in values.items()}
    signs = {name: "\N{MINUS SIGN}" if value < 0 else "" for name, value in values.items()}
    return {name: f"{signs[name]}${each // 10_000:,}.{each % 10_000:04}" for name, each in fine.items()}


def expected(house: House, table: str) -> dict[str, Fraction]:
    """What each choice of the seat that is asked is worth, by the library."""
    state = house.state(table)
    seat = next(number for number, _ in state.taken())
    advice = Coach(state.terms).advise(view(state, Viewer("player", state.seat(seat).person)))
    return {action.choice.capitalize(): value for action, value in advice.values.items()}


def test_the_coach_says_what_each_choice_is_worth_and_counts_what_the_one_taken_cost(enter: Enter) -> None:
    house = enter(TABLE)
    guest = house.comes().sits(TABLE)
    guest.find("#tab-coach").click()
    guest.sees("When you are asked to decide")
    assert guest.violations() == []
    guest.bets()
    guest.find("[data-coach]").wait_for()
    worths = expected(house, TABLE)
    guest.page.keyboard.press("w")
    guest.find(".worths").wait_for()
    assert shown(guest) == rounded(worths)
    assert guest.find(".choice .worth").count() == len(worths)
    assert guest.violations() == []
    worst = min(worths, key=worths.__getitem__)
    cost = f"${float((max(worths.values()) - worths[worst]) / 100):.4f}"
    guest.chooses(worst.lower())
    guest.sees(f"was better by {cost} on average.", ".side")
    guest.sees(f"0 of 1 decisions right, {cost} given away on average.", ".side")


def test_a_coach_that_speaks_afterwards_tells_nothing_before_and_one_that_is_not_allowed_says_so(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    guest.find("#tab-coach").click()
    guest.find(".side select").select_option("after")
    guest.bets()
    guest.sees("The coach speaks when you have chosen.", ".side")
    assert guest.find(".worths").count() + guest.find(".choice .worth").count() == 0
    guest.chooses("play")
    guest.sees("of 1 decisions right", ".side")


def _tied(route: Route) -> None:
    """The coach's answer as it is where the first two choices are worth the same, and the second has less at risk."""
    said = route.fetch().json()
    one, other = said["actions"][:2]
    same = {name: one[name] for name in ("worth", "dollars")} | {"cost": "0", "cost_dollars": "$0.0000"}
    ruled = {"best": True, "rulings": ["L12", "T1"]}
    route.fulfill(json={**said, "actions": [one | same | {"best": False, "rulings": []}, other | same | ruled]})


def test_of_choices_that_are_worth_the_same_the_coach_names_the_ruling_that_decides(enter: Enter) -> None:
    guest = enter(TABLE).comes().sits(TABLE)
    guest.page.route("**/coach", _tied)
    guest.find("#tab-coach").click()
    guest.bets()
    guest.find("[data-coach]").click()
    guest.sees("best, with less at risk (ruling L12, T1)", ".worths tr.best")
    guest.sees("worth the same", ".worths tr:not(.best)")
    guest.find("#says").get_by_text("with less at risk (ruling L12, T1).").wait_for(state="attached")
    assert guest.violations() == []
    best = guest.find(".worths tr.best th").inner_text()
    guest.chooses(best.lower())
    guest.sees(f"{best} was right, with less at risk (ruling L12, T1).", ".side")


def test_where_the_coach_is_not_allowed_the_table_says_so(enter: Enter) -> None:
    guest = enter(TABLE, run=run_with(coach=False)).comes().sits(TABLE)
    guest.find("#tab-coach").click()
    guest.sees("The house does not let players ask the coach at this table.", ".side")
    guest.sees("Practise the decisions", ".side")


def test_a_player_has_two_places_where_that_is_allowed(enter: Enter) -> None:
    two = {"two_positions": "yes"}
    house = enter(TABLE, run=run_with(submission=croupier.submission(TABLE, **two)), options=two)
    guest = house.comes().sits(TABLE)
    guest.find("button.seat.free").first.click()
    guest.find(".own").nth(1).wait_for()
    for _ in range(2):
        guest.find(".betting .first:enabled").get_by_text("at seat").wait_for()
        guest.bets()
        guest.page.wait_for_timeout(300)
    for _ in range(2):
        guest.find(".choice:enabled").first.wait_for()
        guest.chooses("play")
        guest.page.wait_for_timeout(300)
    guest.find(".result").nth(1).wait_for()
    guest.find(".lock.holds").wait_for()
    assert guest.violations() == []
    last = house.state(TABLE).last
    assert last is not None
    assert [hand.decisions for hand in last.hands] == [("play",), ("play",)]
    guest.find(".place-menu").get_by_text("Leave").click()
    guest.find("[data-sit]").wait_for()


@pytest.mark.parametrize("how", [{}, NARROW], ids=["wide", "narrow and dark"])
def test_decisions_are_practised_by_keys_with_the_librarys_values_and_progress_stays_in_the_browser(
    enter: Enter, how: dict[str, Any]
) -> None:
    house = enter(TABLE)
    guest = house.comes(**how)
    served: list[dict[str, Any]] = []

    def noted(answer: Response) -> None:
        if "exercises" in answer.url and answer.status == HTTPStatus.OK:
            served.append(answer.json())

    guest.page.on("response", noted)
    guest.goes(f"/practice/{TABLE}")
    guest.find(".drill .choice").first.wait_for()
    guest.sees("gives up $", ".drill .choice:last-child")
    assert guest.violations() == []
    guest.page.keyboard.press("2")
    guest.find(".worths").wait_for()
    guest.sees("of 1 decisions right")
    assert guest.violations() == []
    first = served[0]["exercises"][0]
    coach = Coach(Terms(croupier.submission(TABLE)))
    worths = {name.capitalize(): value for (name, *_), value in again(first, coach).items()}
    assert shown(guest) == rounded(worths)
    guest.page.keyboard.press("Enter")
    guest.find(".drill .choice").first.wait_for()
    guest.goes("/practice").sees("of 1 decisions right")
    other = house.comes().goes("/practice")
    other.find(".entry").first.wait_for()
    assert other.find(".facts").all_inner_texts() == ["Nothing practised yet"] * len(NAMES)


def test_a_submission_objects_while_one_types_and_is_worth_what_the_library_says(enter: Enter) -> None:
    house = enter(TABLE)
    manager = hired(house.opened, house.comes(), "manager").goes("/manage")
    manager.find(".beside-each select").first.select_option(TABLE)
    manager.find("[name=dragon_bet]").wait_for()
    manager.find("[name=minimum]").fill("much")
    manager.sees("Minimum cannot be 'much' (Dragon 7.F(1)", ".field")
    assert manager.find("text=Work it out").is_disabled()
    manager.find("[name=minimum]").fill("$10")
    manager.sees("It stands.")
    assert manager.violations() == []
    manager.find("text=Work it out").click()
    manager.find("text=PAR sheet").wait_for()
    edge = float(croupier.analyze(TABLE)["base"].house_edge)
    manager.sees(f"{edge:.4%} of Ante", ".come-to")
    with manager.page.expect_download() as sheet:
        manager.find("text=PAR sheet").click()
    assert sheet.value.suggested_filename == "sheet.html"
    assert manager.violations() == []


def test_more_accounts_than_a_page_has_are_shown_page_by_page(enter: Enter) -> None:
    house = enter(TABLE)
    manager = hired(house.opened, house.comes(), "manager")
    with database.writing(house.opened.house.engine) as connection:
        for number in range(450):
            users.program(connection, f"Robot {number}", "player", house.opened.clock())
    manager.goes("/manage/people").sees("200 accounts, and more")
    manager.find("text=More accounts").click()
    manager.sees("400 accounts, and more")
    manager.find("text=More accounts").click()
    manager.sees("451 accounts")
    manager.find("form [name=name]").fill("Zoë")
    manager.find("form [name=login]").fill("zoe")
    manager.find("form button").first.click()
    manager.sees("452 accounts")
    assert manager.find("text=More accounts").count() == 0


def test_a_token_to_watch_and_play_is_made_from_the_page(enter: Enter) -> None:
    house = enter(TABLE)
    manager = hired(house.opened, house.comes(), "manager")
    with database.writing(house.opened.house.engine) as connection:
        users.program(connection, "Robot", "player", house.opened.clock())
    manager.goes("/manage/people")
    entry = manager.find(".somebody").filter(has_text="Robot")
    entry.locator("summary").click()
    entry.locator("[name=scopes]").select_option("watch play")
    entry.locator("[name=days]").fill("7")
    entry.locator("[name=label]").fill("my bot")
    entry.get_by_text("Make a token").click()
    manager.sees("a token until")
    entry.get_by_text("my bot").wait_for()


def test_a_manager_hires_assigns_and_lets_a_program_in(enter: Enter) -> None:
    house = enter(TABLE)
    manager = hired(house.opened, house.comes(), "manager").goes("/manage/people")
    manager.find("form [name=name]").fill("<b>Zoë</b>")
    manager.find("form [name=login]").fill("zoe")
    manager.find("form [name=role]").select_option("dealer")
    manager.find("form button").first.click()
    manager.sees("the password by which zoe signs in within a day")
    entry = manager.find(".somebody").filter(has_text="<b>Zoë</b>")
    entry.locator("summary").click()
    entry.locator("input[type=checkbox]").click()  # it stays as it is until the house has it
    entry.locator("summary").get_by_text(f"works at {TABLE}").wait_for()
    assert manager.violations() == []
    guest = house.comes().goes("/manage")
    guest.sees("Managers of the house work here.")
