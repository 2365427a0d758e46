"""The coach at the house: the own seat's choices, exactly, from what that seat sees; and nobody waits for it."""

from __future__ import annotations

import hashlib
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.service import errands
from support.service.houses import Inside, Visitor, inside
from support.service.raw_connections import connect, eventually, head, meanwhile
from support.service.sockets import serving
from support.table.tables import opened, sent

import croupier
from croupier.analysis.coach.coach import Coach, CoachError, _AtOnce
from croupier.analysis.solvers import plain
from croupier.games.catalogue import SentTerms
from croupier.games.terms import Terms
from croupier.schemas.analyses import Valued
from croupier.service.routes.player import coach as coach_route
from croupier.service.workers import coach_process
from croupier.service.workers.coach_queue import Coaching
from croupier.service.workers.worker import Worker
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.views.view import Viewer, view

TABLE = "dragon-md"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


@pytest.fixture(scope="module")
def two(house: Inside) -> tuple[Visitor, Visitor]:
    """Two who play, of whom the first is asked."""
    both = house.guest("Ash"), house.guest("Bo")
    for seat, each in enumerate(both, start=1):
        assert each.sit(TABLE, seat).status_code == 200
    for seat, each in enumerate(both, start=1):
        assert each.bet(TABLE, seat=seat).status_code == 200
    assert both[0].view(TABLE)["view"]["due"] == {"who": "player", "do": "decide", "seat": 1}
    return both


def state_of(house: Inside) -> State:
    return house.house.queues[TABLE].live.record.state


def advised(visitor: Visitor, seat: int = 1) -> httpx.Response:
    """What the coach says, once it is ready."""
    until = time.monotonic() + 120
    while True:
        answer = visitor.get(f"/tables/{TABLE}/seats/{seat}/coach")
        if answer.status_code not in {202, 503} or time.monotonic() > until:
            return answer
        time.sleep(0.1)


# ---- what is said --------------------------------------------------------------------------------------------


def test_the_coach_says_what_each_choice_is_worth_exactly_and_from_the_own_view(
    house: Inside, two: tuple[Visitor, Visitor]
) -> None:
    state = state_of(house)
    answer = advised(two[0])
    assert answer.status_code == 200, answer.text
    said = answer.json()
    seen = view(state, Viewer("player", state.seat(1).person))
    expected = Coach(Terms(croupier.submission(TABLE))).advise(seen)
    assert (said["table"], said["seat"], said["stage"]) == (TABLE, 1, expected.stage)
    assert said["seq"] == house.house.queues[TABLE].live.record.seq
    found = {each["choice"]: Fraction(each["worth"]) for each in said["actions"]}
    assert found == {action.choice: value for action, value in expected.values.items()}
    assert [each["choice"] for each in said["actions"] if each["best"]] == [expected.best.choice]
    assert {each["choice"]: Fraction(each["cost"]) for each in said["actions"]} == {
        action.choice: expected.cost(action) for action in expected.values
    }
    assert said["wagers"] == dict(expected.stakes)
    for each in said["actions"]:
        dollars = Fraction(each["dollars"].replace("$", "").replace(",", ""))
        assert abs(dollars - Fraction(each["worth"]) / 100) <= Fraction(1, 20_000)


def test_where_choices_are_worth_the_same_the_best_has_the_rulings_that_decide() -> None:
    table = opened("lir-nj", "4c Kh 5d 7s 6h Jc", names=("first",), by_hand=())
    wagers = dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500)
    sent(table, Command("player", "bet", 1, {"wagers": wagers, "ready": True}))
    sent(table, Command("player", "decide", 1, {"choice": "ride"}))
    terms = SentTerms.of(table.state.terms.submission, table.state.fixed.game)
    seen = view(table.state, Viewer("player", table.state.seat(1).person))
    question = coach_process.CoachQuestion(terms, seen)
    said = coach_process.answers(None)(question, lambda *_: None)
    found = {each["choice"]: Valued(**coach_route.in_dollars(each, "$")) for each in said["actions"]}
    assert found["ride"].worth == found["withdraw"].worth
    assert (found["ride"].best, found["ride"].rulings) == (False, ())
    assert (found["withdraw"].best, set(found["withdraw"].rulings)) == (True, {"L12", "T1"})


def test_what_was_said_of_a_turn_is_remembered(
    house: Inside, two: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = advised(two[0]).json()
    monkeypatch.setattr(house.hub.coaching, "ask", lambda *_: pytest.fail("it is asked again"))
    assert advised(two[0]).json() == first


def test_the_coach_is_shown_what_the_player_sees_and_no_more(
    house: Inside, two: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[Any] = []
    coaching = house.hub.coaching
    ask = coaching.ask

    def noted(turn: Any, submission: Any, seen: Any, within: float) -> Any:  # noqa: ANN401 - as it is asked
        assert within == house.hub.settings.tables[TABLE].decide_seconds > 0
        shown.append(seen)
        return ask(turn, submission, seen, within)

    coaching._advice.clear()  # noqa: SLF001 - so that it is asked again
    monkeypatch.setattr(coaching, "ask", noted)
    assert advised(two[0]).status_code == 200
    state = state_of(house)
    assert shown
    assert all(each == view(state, Viewer("player", state.seat(1).person)) for each in shown)


def test_a_question_that_would_outlast_the_clock_is_refused_at_once(
    house: Inside,
    two: tuple[Visitor, Visitor],  # noqa: ARG001 - who are asked
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    coach = Coach(state_of(house).terms)
    seen = view(state_of(house), Viewer("player", state_of(house).seat(1).person))
    plainly = _AtOnce(plain)
    monkeypatch.setattr(plainly, "look", lambda *_: pytest.fail("it is not looked at"))
    monkeypatch.setattr(coach, "_looker", plainly)
    with pytest.raises(CoachError, match=r"would take about .*, and there are 0 seconds") as refused:
        coach.advise(seen, within=0.0001)
    assert refused.value.accepted == "a turn with fewer cards to come"


# ---- to whom -------------------------------------------------------------------------------------------------


def test_the_coach_is_asked_by_the_player_of_the_seat_who_has_to_decide(
    house: Inside, two: tuple[Visitor, Visitor]
) -> None:
    path = f"/tables/{TABLE}/seats/{{}}/coach"
    asked, waits = two
    assert waits.get(path.format(1)).status_code == 403
    assert house.guest().get(path.format(1)).status_code == 403
    assert house.nobody().get(path.format(1)).status_code == 401
    assert house.hired("floor-of-coach", "floor", TABLE).get(path.format(1)).status_code == 403
    assert house.hired("auditor-of-coach", "auditor").get(path.format(1)).status_code == 403
    answer = waits.get(path.format(2))
    assert (answer.status_code, answer.json()["accepted"]) == (409, "the same when seat 2 is asked")
    assert asked.get("/tables/none/seats/1/coach").status_code == 404
    assert asked.get(path.format(1) + "?cards=AhKh").status_code == 400


def test_where_house_toml_does_not_allow_the_coach_nobody_asks_it(
    house: Inside, two: tuple[Visitor, Visitor], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = house.hub.settings
    without = replace(found.tables[TABLE], coach=False)
    monkeypatch.setattr(house.hub, "settings", replace(found, tables={**found.tables, TABLE: without}))
    answer = two[0].get(f"/tables/{TABLE}/seats/1/coach")
    assert (answer.status_code, answer.json()["about"]) == (403, "coach")
    monkeypatch.setattr(house.hub, "settings", replace(found, tables={}))
    assert two[0].get(f"/tables/{TABLE}/seats/1/coach").json()["accepted"] == "playing without one"


# ---- while it takes its time ---------------------------------------------------------------------------------


@pytest.fixture
def slow(house: Inside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Coaching]:
    """A coach who thinks for long."""
    coaching = Coaching(None)
    coaching._worker = Worker("slow coach", errands.thinks_long, 2, 60)  # noqa: SLF001 - in place of its own
    monkeypatch.setattr(house.hub, "coaching", coaching)
    monkeypatch.setattr(coach_route, "PATIENCE", 0.2)
    yield coaching
    portal = house.client.portal
    assert portal is not None
    portal.call(coaching.stop)


def test_who_asks_too_early_is_told_how_long_it_takes_and_waits_for_nothing(
    two: tuple[Visitor, Visitor], slow: Coaching
) -> None:
    answer = two[0].get(f"/tables/{TABLE}/seats/1/coach")
    assert (answer.status_code, answer.json()["status"]) == (202, "getting ready")
    assert answer.headers["retry-after"] == str(answer.json()["seconds"])
    eventually(lambda: slow.worker.ready, "the process does not begin", 60)
    eventually(lambda: two[0].get(f"/tables/{TABLE}/seats/1/coach").json()["seconds"] > 20, "it is not said for long")
    assert len(slow.worker) <= 1


def test_a_coach_that_dies_is_asked_again_and_the_table_goes_on(
    house: Inside, two: tuple[Visitor, Visitor], slow: Coaching
) -> None:
    path = f"/tables/{TABLE}/seats/1/coach"
    two[0].get(path)
    eventually(lambda: slow.worker.ready, "the process does not begin", 60)
    process = slow.worker.process
    assert process is not None
    os.kill(process.pid or 0, signal.SIGKILL)
    assert two[0].get(path).status_code in {202, 503}
    eventually(lambda: slow.worker.ready and slow.worker.process is not process, "none follows it", 60)
    assert house.nobody().view(TABLE)["view"]["phase"] == "round"


def test_who_goes_away_is_waited_for_no_more_and_nobody_waits_for_the_coach(tmp_path: Path) -> None:
    with serving(tmp_path, "uth-ma") as house:
        coaching = Coaching(None)
        coaching._worker = Worker("slow coach", errands.thinks_long, 2, 60)  # noqa: SLF001 - in place of its own
        house.open.hub.coaching = coaching
        token = house.program()
        shown = {"authorization": f"Bearer {token}"}
        with httpx.Client(base_url=f"{house.address}/api/v1/tables/uth-ma", headers=shown) as client:
            client.post("/seats/1", json={"request": "s", "chips": 20_000})
            bet = {"wagers": {"ante": 500, "blind": 500}, "ready": True}
            client.post("/commands", json={"request": "b", "do": "bet", "seat": 1, "args": bet})
            path = "/api/v1/tables/uth-ma/seats/1/coach"
            with meanwhile(house):
                with connect(house) as asks:
                    asks.sendall(head(house, f"GET {path} HTTP/1.1", f"Authorization: Bearer {token}"))
                    eventually(lambda: len(coaching.worker), "nothing is asked of the coach")
                    began = time.monotonic()
                    decide = {"request": "d", "do": "decide", "seat": 1, "args": {"choice": "check"}}
                    assert client.post("/commands", json=decide).status_code == 200
                    assert time.monotonic() - began < 5
                eventually(lambda: not len(coaching.worker) or coaching.worker.ready, "it is still waited for")


# ---- what is kept on disk ------------------------------------------------------------------------------------


class Preparing:
    """A coach whose preparations are counted."""

    def __init__(self, worked_out: object = None) -> None:
        self.worked_out, self.times, self.taken = worked_out, 0, None

    def warm(self, _: object) -> None:
        self.times += self.taken is None

    def prepared(self) -> object:
        return self.worked_out

    def take_up(self, kept: object) -> None:
        if kept != [1, "a"]:
            raise ValueError("something else")
        self.taken = kept  # type: ignore[assignment]


def ready(coach: Preparing, file: Path | None) -> Preparing:
    coach_process._ready(coach, file, lambda *_: None)  # type: ignore[arg-type] # noqa: SLF001
    return coach


def test_what_was_prepared_is_found_on_disk_and_not_prepared_again(tmp_path: Path) -> None:
    file = tmp_path / "prepared" / "x.json"
    assert ready(Preparing([1, "a"]), file).times == 1
    assert file.stat().st_mode & 0o077 == 0
    assert list(file.parent.iterdir()) == [file]
    assert ready(Preparing([1, "a"]), file).times == 0
    assert ready(Preparing(), tmp_path / "y.json").times == 1
    assert not (tmp_path / "y.json").exists()
    assert ready(Preparing([1, "a"]), None).times == 1


@pytest.mark.parametrize("spoiled", [b"", b"x" * 64, b"0" * 64 + b"[1]", b"\xff" * 200])
def test_a_file_that_is_not_as_it_was_written_is_prepared_again(tmp_path: Path, spoiled: bytes) -> None:
    file = tmp_path / "x.json"
    for content in (spoiled, hashlib.sha256(b"[2]").hexdigest().encode() + b"[2]", b"x" * 5_000_000):
        file.write_bytes(content)
        assert ready(Preparing([1, "a"]), file).times == 1
        assert ready(Preparing([1, "a"]), file).times == 0


def test_where_nothing_can_be_kept_it_is_prepared_each_time(tmp_path: Path) -> None:
    (tmp_path / "prepared").write_text("a file, and no folder")
    file = tmp_path / "prepared" / "x.json"
    assert ready(Preparing([1, "a"]), file).times == ready(Preparing([1, "a"]), file).times == 1
