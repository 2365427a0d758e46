"""Somebody learns to deal at the page: a drill is picked, a fault is found and one missed, and the report says so."""

from __future__ import annotations

import pytest
from support.default_house import NAMES
from support.page.browser import Person
from support.page.fixtures import Enter
from support.service.staff import hired

from croupier.training import troubles

DRILL = "/training?rulebook=uth-ma&seats=2&trouble=100"


def _goes_wrong(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    monkeypatch.setattr("croupier.training.lesson.drawn", lambda state, _: next(iter(troubles.KINDS[kind](state))))


_MOVED = "at => document.querySelector('.next') || document.querySelector('[data-due]').dataset.due !== at"


def _steps(learner: Person, *steps: str) -> None:
    for step in steps:
        at = learner.find("[data-due]").get_attribute("data-due")
        learner.find(f"[data-step='{step}']").click()
        learner.page.wait_for_function(_MOVED, arg=at)


def _deals_on(learner: Person) -> None:
    """Do whatever is due, as the page says when it is asked, until the round is over."""
    while True:
        learner.find(".next, [data-step]").first.wait_for()
        if learner.find(".next").count():
            return
        at = learner.find("[data-due]").get_attribute("data-due")
        step = (learner.find("[data-due] strong").text_content() or "").lower()
        learner.find(f"[data-step='{step}']").click()
        learner.page.wait_for_function(_MOVED, arg=at)


def test_a_fault_is_found_and_one_is_missed_and_the_report_says_so_by_clause(
    enter: Enter, monkeypatch: pytest.MonkeyPatch
) -> None:
    _goes_wrong(monkeypatch, "too many")
    house = enter("uth-ma")
    learner = hired(house.opened, house.comes(), "dealer").goes(DRILL)
    learner.find("[aria-label=Drill] .first").click()
    _steps(learner, "settle")
    learner.sees("'settle' is not what comes now (9(b)(2)).", ".pending")
    _steps(learner, "no more bets", "deal", "call wrong count")
    learner.sees("Irregularity: seat 1 has a wrong number of cards (UTH 15(d)).", ".log")
    _deals_on(learner)
    assert learner.violations() == []
    learner.find(".next").click()
    learner.find("[data-step='no more bets']").wait_for()
    _deals_on(learner)
    learner.find(".table-head button").click()
    row = learner.find("[aria-label='By clause'] tr:has(a:text-is('15(d)')) td")
    row.first.wait_for()
    cited, *counts = row.all_inner_texts()[:4]
    assert cited.startswith("15(d) A player dealt a wrong number of cards")
    assert counts == ["1", "0", "1"]
    learner.sees("seat 1 was dealt a card too many", ".faults")
    learner.sees("settle, when no more bets was due", ".faults")
    assert learner.violations() == []
    assert house.state("uth-ma").round == 0  # no table of the house's was touched


def test_a_guest_takes_up_a_drill_by_its_address_and_finds_the_lesson_again(enter: Enter) -> None:
    house = enter("lir-nj")
    learner = house.comes(viewport={"width": 360, "height": 780}).goes(
        "/training?rulebook=lir-nj&dealing=hand&trouble=0"
    )
    learner.find("[aria-label=Drill] .first").wait_for()
    assert learner.find("[name=dealing]").input_value() == "hand"
    learner.find("[aria-label=Drill] .first").click()
    _steps(learner, "no more bets")
    learner.sees("No more bets.", ".log")
    learner.page.reload()
    learner.find("[data-step=deal]").wait_for()
    assert learner.violations() == []
    assert learner.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_supervisor_sets_a_dealer_a_drill(enter: Enter) -> None:
    house = enter("lir-nj")
    dealer = hired(house.opened, house.comes(), "dealer")
    floor = hired(house.opened, house.comes(), "floor").goes("/training?rulebook=lir-nj")
    floor.find("[name=dealing]").select_option("hand")
    floor.find("[name=trouble]").select_option("100")
    floor.find("[name=login]").fill("nobody-here")
    floor.find("form:has([name=login]) button").click()
    floor.sees("Nobody who works here has the login 'nobody-here'.", ".trouble")
    floor.said.clear()  # the browser itself notes what was refused
    floor.find("[name=login]").fill("dealer-0")
    floor.find("form:has([name=login]) button").click()
    floor.sees("The drill is set for dealer-0.", "[role=status]")
    assert floor.violations() == []
    dealer.goes("/training")
    dealer.sees("has set you this drill", ".done")
    shown = {name: dealer.find(f"[name={name}]").input_value() for name in ("rulebook", "dealing", "seats", "trouble")}
    assert shown == {"rulebook": "lir-nj", "dealing": "hand", "seats": "2", "trouble": "100"}
    assert dealer.find("[name=login]").count() == 0
    dealer.find("[aria-label=Drill] .first").click()
    dealer.find("[data-step]").first.wait_for()


@pytest.mark.prove
@pytest.mark.parametrize("kind", troubles.KINDS)
@pytest.mark.parametrize("name", NAMES)
def test_every_kind_of_trouble_at_every_rulebook_is_dealt_with_at_the_page(
    enter: Enter, monkeypatch: pytest.MonkeyPatch, name: str, kind: str
) -> None:
    """Whatever goes wrong, who does what is due comes to the end of the round; what was to be called is missed."""
    monkeypatch.setattr(
        "croupier.training.lesson.drawn",
        lambda state, _: next(iter(troubles.KINDS[kind](state)), troubles.NOTHING),
    )
    house = enter(name)
    learner = house.comes().goes(f"/training?rulebook={name}&seats=3&trouble=100")
    learner.find("[aria-label=Drill] .first").click()
    _deals_on(learner)
    learner.find(".table-head button").click()
    learner.find("[aria-label='By clause']").wait_for()
