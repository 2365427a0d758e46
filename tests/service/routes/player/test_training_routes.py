"""Lessons in dealing over HTTP: one's own, unseen faults, steps by hand, a report by clause; no table of the house."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select, update
from support.default_house import NAMES
from support.house.running_house import sqlite
from support.service.houses import Inside, Visitor, inside

import croupier
from croupier.games import uth
from croupier.house.records import lessons as on_record
from croupier.house.records.lessons import Step
from croupier.house.storage import database, schema
from croupier.schemas.roles import Role
from croupier.schemas.training import Drill
from croupier.service.http.rate_limits import Limit
from croupier.service.live import lessons
from croupier.service.live.lessons import Lessons
from croupier.table.views.view import AUDITOR, view
from croupier.training import troubles
from croupier.training.lesson import DEALER

DRILL = {"rulebook": "uth-ma", "seats": 2, "trouble": 100}
STAFF: tuple[tuple[str, Role], ...] = (("floor", "floor"), ("zoe", "dealer"), ("max", "dealer"))
BY_HAND = ("no more bets", "deal")


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


def goes_wrong(monkeypatch: pytest.MonkeyPatch, kind: str) -> None:
    """What goes wrong is of this kind, and the first of it."""
    monkeypatch.setattr("croupier.training.lesson.drawn", lambda state, _: next(iter(troubles.KINDS[kind](state))))


def begun(learner: Visitor, **more: object) -> dict[str, Any]:
    answer = learner.post("/training", {**DRILL, **more})
    assert answer.status_code == HTTPStatus.CREATED, answer.text
    found: dict[str, Any] = answer.json()
    return found


def own(learner: Visitor) -> Any:  # noqa: ANN401 - a lesson, or nothing
    """The lesson that a learner has."""
    answer = learner.get("/training")
    assert answer.status_code == HTTPStatus.OK
    return answer.json()["lesson"]


def step(learner: Visitor, seen: dict[str, Any], do: str) -> dict[str, Any]:
    answer = learner.post("/training/steps", {"do": do, "at": seen["at"]})
    assert answer.status_code == HTTPStatus.OK, answer.text
    found: dict[str, Any] = answer.json()
    return found


def dealt_out(learner: Visitor, seen: dict[str, Any]) -> dict[str, Any]:
    while not seen["over"]:
        seen = step(learner, seen, seen["due"]["do"])
        assert seen["wrong"] is None
    return seen


# ---- a lesson ------------------------------------------------------------------------------------------------


def test_a_fault_that_is_found_and_one_that_is_missed_are_in_the_report_by_clause(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    goes_wrong(monkeypatch, "too many")
    learner = house.hired("dealer", "dealer")
    seen = begun(learner)
    for do in (*BY_HAND, "call wrong count"):
        seen = step(learner, seen, do)
    assert "irregular" in {each["kind"] for each in seen["events"]}
    seen = dealt_out(learner, seen)
    seen = learner.post("/training/rounds", {"at": seen["at"]}).json()
    house.clock.on(2.5)
    assert step(learner, seen, "settle")["wrong"] == {
        "why": "'settle' is not what comes now",
        "accepted": "'no more bets' by the dealer",
        "clauses": ["9(b)(2)"],
    }
    dealt_out(learner, own(learner))
    report = learner.ask("DELETE", "/training").json()
    assert (report["rulebook"], report["rounds"]) == ("uth-ma", 2)
    count = next(each for each in report["clauses"] if each["clause"] == "15(d)")
    assert (count["done"], count["wrong"], count["missed"]) == (1, 0, 1)
    bets = next(each for each in report["clauses"] if each["clause"] == "9(b)(2)")
    assert (bets["done"], bets["wrong"], bets["missed"], bets["milliseconds"]) == (2, 1, 0, 2500)
    assert [(each["result"], each["what"]) for each in report["faults"]] == [
        ("wrong", "settle, when no more bets was due"),
        ("missed", "seat 1 was dealt a card too many"),
    ]
    assert own(learner) is None


@pytest.mark.parametrize("name", NAMES)
def test_every_rulebook_is_dealt_in_every_way_that_its_document_has(house: Inside, name: str) -> None:
    learner = house.hired("dealer", "dealer")
    book = croupier.submission(name).rulebook
    for dealing in book.options["dealing"].values or {}:
        options = {"dealing": dealing, **({"cover_all": "no"} if "cover_all" in book.options else {})}
        answer = learner.post("/training", {"rulebook": name, "options": options, "trouble": 50})
        assert answer.status_code == HTTPStatus.CREATED, answer.text
        seen = answer.json()
        assert seen["layout"]["rulebook"] == name
        assert dealt_out(learner, seen)["due"] is None


def test_what_goes_wrong_and_what_lies_face_down_is_told_to_nobody(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("too few", "foul deck", "face up", "the dealer's count"):
        goes_wrong(monkeypatch, kind)
        learner = house.guest()
        seen = begun(learner)
        (mine,) = learner.get("/me/passes").json()["passes"]
        found = house.hub.lessons.of(mine["id"])
        assert found is not None
        taught = found.lesson
        while not seen["over"]:
            secret = view(taught.state, AUDITOR)
            open_to_all = view(taught.state, DEALER)
            assert seen["view"] == json.loads(json.dumps(open_to_all))
            told = json.dumps({**seen, "layout": None})
            assert '"fault"' not in told
            assert not seen["report"]["faults"]
            hidden = [card for card in secret["dealer"] if card not in open_to_all["dealer"]]
            assert not any(f'"{card}"' in told for card in hidden)
            seen = step(learner, seen, seen["due"]["do"])


# ---- wrong moments, and others' ------------------------------------------------------------------------------


def test_a_lesson_is_the_passs_own(house: Inside) -> None:
    one, other = house.guest(), house.guest()
    seen = begun(one)
    for answer in (
        other.post("/training/steps", {"do": "deal", "at": seen["at"]}),
        other.post("/training/rounds", {"at": seen["at"]}),
        other.ask("DELETE", "/training"),
    ):
        assert answer.status_code == HTTPStatus.NOT_FOUND
        assert "you have no lesson" in answer.json()["detail"]
    assert own(other) is None
    begun(other, rulebook="lir-nj")
    assert own(one)["report"]["rulebook"] == "uth-ma"
    assert house.nobody().post("/training", DRILL).status_code == HTTPStatus.UNAUTHORIZED


def test_a_step_counts_once_and_only_for_the_lesson_as_it_was_seen(house: Inside) -> None:
    learner = house.guest()
    seen = begun(learner, trouble=0)
    body = {"do": "no more bets", "at": seen["at"]}
    assert learner.post("/training/steps", body).json()["wrong"] is None
    again = learner.post("/training/steps", body)
    assert again.status_code == HTTPStatus.CONFLICT
    assert "the lesson is at" in again.json()["detail"]
    assert own(learner)["report"]["faults"] == []
    now = own(learner)
    early = learner.post("/training/rounds", {"at": now["at"]})
    assert (early.status_code, early.json()["detail"]) == (HTTPStatus.CONFLICT, "the round is not over")
    over = dealt_out(learner, now)
    late = learner.post("/training/steps", {"do": "deal", "at": over["at"]})
    assert (late.status_code, late.json()["detail"]) == (HTTPStatus.CONFLICT, "the round is over")


@pytest.mark.parametrize(
    ("drill", "about"),
    [
        ({"rulebook": "none"}, "rulebook"),
        ({"rulebook": "uth-ma", "options": {"dealing": "by mouth"}}, "dealing"),
        ({"rulebook": "uth-ma", "options": {"dealing": {}}}, "dealing"),
        ({"rulebook": "uth-ma", "options": {"songs": "yes"}}, "songs"),
        ({"rulebook": "uth-ma", "seats": 7}, "seats"),
        ({"rulebook": "uth-ma", "seats": 0}, ""),
        ({"rulebook": "uth-ma", "trouble": 101}, ""),
        ({"rulebook": "uth-ma", "faults": "many"}, ""),
        ({}, ""),
    ],
)
def test_a_drill_that_cannot_be_is_refused(house: Inside, drill: dict[str, object], about: str) -> None:
    answer = house.guest().post("/training", drill)
    assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY, answer.text
    assert answer.json()["accepted"]
    assert not about or answer.json()["about"] == about


def test_a_step_that_there_is_not_is_refused_and_not_marked(house: Inside) -> None:
    learner = house.guest()
    seen = begun(learner)
    for do in ("dance", "call", "fault", "decide", "call anything at all"):
        answer = learner.post("/training/steps", {"do": do, "at": seen["at"]})
        assert answer.status_code == HTTPStatus.UNPROCESSABLE_ENTITY
        assert "no more bets, deal" in answer.json()["accepted"]
    assert own(learner)["report"]["faults"] == []


# ---- a drill that a supervisor sets --------------------------------------------------------------------------


def test_a_drill_that_was_set_is_shown_to_that_person_until_a_lesson_is_begun(house: Inside) -> None:
    floor, dealer, other = (house.hired(name, role) for name, role in STAFF)
    assert dealer.get("/training").json()["set"] is None
    drill = {**DRILL, "rulebook": "lir-nj", "options": {"dealing": "hand"}}
    for set_first in ({"rulebook": "dragon-md"}, drill):
        assert floor.ask("PUT", "/training/drills/ZOE", set_first).status_code == HTTPStatus.NO_CONTENT
    found = dealer.get("/training").json()["set"]
    assert found == {"drill": drill, "by": floor.get("/me").json()["name"], "at": house.clock()}
    assert other.get("/training").json()["set"] is None
    begun(dealer, **drill)
    assert dealer.get("/training").json()["set"] is None


def test_no_drill_is_set_for_who_does_not_work_here_and_none_that_cannot_be(house: Inside) -> None:
    floor = house.hired("floor", "floor")
    house.hired("zoe", "player")
    for login in ("zoe", "nobody", "x"):
        answer = floor.ask("PUT", f"/training/drills/{login}", DRILL)
        assert (answer.status_code, answer.json()["about"]) == (HTTPStatus.NOT_FOUND, "login")
        assert answer.json()["accepted"] == "the login of somebody with a role"
    wrong = floor.ask("PUT", "/training/drills/floor", {"rulebook": "uth-ma", "seats": 7})
    assert (wrong.status_code, wrong.json()["about"]) == (HTTPStatus.UNPROCESSABLE_ENTITY, "seats")
    assert floor.get("/training").json()["set"] is None


# ---- on record ------------------------------------------------------------------------------------------------


def test_lessons_and_drills_survive_a_restart(tmp_path: Path) -> None:
    """A lesson is dealt again as it was: the same cards, faults, marks and times, in the second round as well."""
    engine = sqlite(tmp_path)
    drill = {**DRILL, "rulebook": "lir-nj", "options": {"dealing": "hand"}, "trouble": 70}
    with inside(engine, "uth-ma") as house:
        floor, dealer, other = (house.hired(name, role) for name, role in STAFF)
        floor.ask("PUT", "/training/drills/zoe", drill)
        learner, secret = other, other.cookie
        seen = dealt_out(learner, begun(learner, **drill))
        seen = learner.post("/training/rounds", {"at": seen["at"]}).json()
        house.clock.on(7)
        step(learner, step(learner, seen, "no more bets"), "settle")
        before, drilled = learner.get("/training").json(), dealer.get("/training").json()
        assert drilled["set"]["by"] == floor.get("/me").json()["name"]
    with inside(engine, "uth-ma", clock=house.clock) as after:
        learner, dealer = Visitor(after.client, secret), Visitor(after.client, dealer.cookie)
        found = learner.get("/training").json()
        assert before["lesson"]["report"]["faults"], "a step was wrong"
        assert {**found["lesson"], "events": []} == {**before["lesson"], "events": []}
        assert dealer.get("/training").json() == drilled
        assert dealt_out(learner, found["lesson"])["report"] != before["lesson"]["report"]
        assert learner.ask("DELETE", "/training").status_code == HTTPStatus.OK
    with inside(engine, "uth-ma", clock=house.clock) as last:
        assert Visitor(last.client, secret).get("/training").json()["lesson"] is None
        with database.reading(engine) as connection:
            assert connection.execute(select(func.count()).select_from(schema.lesson_steps)).scalar_one() > 2
    engine.dispose()


def test_a_lesson_that_stood_for_long_or_was_begun_by_another_engine_is_over(tmp_path: Path) -> None:
    engine = sqlite(tmp_path)
    with inside(engine, "uth-ma") as house:
        secrets = [(guest, begun(guest))[0].cookie for guest in (house.guest(), house.guest(), house.guest())]
        with database.writing(engine) as connection:
            (mine,) = Visitor(house.client, secrets[0]).get("/me/passes").json()["passes"]
            connection.execute(update(schema.lessons).where(schema.lessons.c.learner == mine["id"]).values(engine=1))
    with inside(engine, "uth-ma", clock=house.clock) as after:
        lessons_of = [Visitor(after.client, each).get("/training").json()["lesson"] for each in secrets[:2]]
        assert (lessons_of[0], lessons_of[1] is not None) == (None, True)
        house.clock.on(lessons.IDLE / 1000 + 1)
        assert [Visitor(after.client, each).get("/training").json()["lesson"] for each in secrets] == [None] * 3
    engine.dispose()


def test_of_two_processes_the_one_that_is_behind_takes_no_step(house: Inside) -> None:
    learner = house.guest()
    seen = begun(learner, trouble=0)
    (mine,) = learner.get("/me/passes").json()["passes"]
    taught = house.hub.lessons.of(mine["id"])
    assert taught is not None
    with database.writing(house.house.engine) as connection:
        on_record.take_step(connection, taught.seed, 0, Step("no more bets", house.clock()))
    answer = learner.post("/training/steps", {"do": "no more bets", "at": seen["at"]})
    assert (answer.status_code, answer.json()["about"]) == (HTTPStatus.CONFLICT, "at")
    assert own(learner)["at"] == seen["at"] + 1, "it is read again, with the step of the other"


# ---- beside the house ----------------------------------------------------------------------------------------


def test_a_lesson_is_no_table_and_is_in_no_journal_and_no_ledger(house: Inside) -> None:
    learner = house.hired("dealer", "dealer")
    manager = house.hired("boss", "manager")
    looked = ("/tables", "/figures", "/ledger", "/sessions", "/significant", "/chain", "/rounds")
    before = [manager.get(path).json() for path in looked]
    dealt_out(learner, begun(learner))
    assert [manager.get(path).json() for path in looked] == before


def test_lessons_are_bounded_and_end_when_nobody_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "MOST", 3)
    clock = [0]
    kept = Lessons(lambda: clock[0], lambda _: lambda: 0.9)
    terms = (croupier.submission("uth-ma"), uth.GAME)
    for name in "abc":
        kept.begin(name, name * 64, Drill("uth-ma"), terms, 0)
    assert kept.of("a") is not None
    kept.begin("d", "d" * 64, Drill("uth-ma"), terms, clock[0])
    assert [name for name in "abcd" if kept.of(name) is not None] == ["a", "c", "d"]
    clock[0] = lessons.IDLE
    assert kept.of("d") is not None
    clock[0] += 1
    assert [name for name in "abcd" if kept.of(name) is not None] == ["d"]
    first = kept.of("d")
    assert kept.begin("d", "d" * 64, Drill("uth-ma"), terms, clock[0]) is not first


def test_a_lesson_that_has_gone_on_for_long_is_ended(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lessons, "MOST_MARKS", 2)
    learner = house.guest()
    seen = begun(learner, trouble=0)
    for do in BY_HAND:
        seen = step(learner, seen, do)
    answer = learner.post("/training/steps", {"do": "burn", "at": seen["at"]})
    assert (answer.status_code, answer.json()["accepted"]) == (HTTPStatus.CONFLICT, "its end, and another")


def test_whoever_asks_too_often_waits(house: Inside) -> None:
    house.hub.commands.limit = Limit("commands", 2, 30)
    learner = house.guest()
    assert [learner.get("/training").status_code for _ in range(3)] == [200, 200, 429]
