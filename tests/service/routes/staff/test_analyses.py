"""Analyses for managers: handed in, asked for until they are done, one a person, given up when nobody asks."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import pytest
from support.service import errands
from support.service.houses import Inside, Visitor, inside
from support.service.raw_connections import eventually

import croupier
from croupier.analysis.readings import compare
from croupier.analysis.results.figures import summary
from croupier.service.workers import analysis_queue
from croupier.service.workers.analysis_queue import Analyses
from croupier.service.workers.worker import Worker

ASKED = {"rulebook": "lir-nj", "options": {"three_card_bonus": "no"}}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


@pytest.fixture(scope="module")
def manager(house: Inside) -> Visitor:
    return house.hired("manager-who-asks", "manager")


def over(manager: Visitor, number: str) -> dict[str, Any]:
    """An analysis that is over."""
    until = time.monotonic() + 180
    while True:
        found: dict[str, Any] = manager.get(f"/analyses/{number}").json()
        if found["status"] not in {"waiting", "working"} or time.monotonic() > until:
            return found
        time.sleep(0.1)


def test_an_analysis_is_handed_in_asked_for_and_found(manager: Visitor) -> None:
    options = dict(croupier.submission("dragon-md").options())
    answer = manager.post("/analyses", {"rulebook": "dragon-md", "options": options, "stakes": {"ante": 1000}})
    assert answer.status_code == 202, answer.text
    assert answer.json()["status"] in {"waiting", "working"}
    assert answer.json()["result"] is None
    found = over(manager, answer.json()["id"])
    assert (found["status"], found["percent"], found["detail"]) == ("done", 100, "")
    expected = croupier.analyze("dragon-md")
    assert found["result"]["rulebook"] == "dragon-md"
    assert found["result"]["wagers"]["base"]["ev"] == str(expected["base"].ev)
    assert "joint" in found["result"]["wagers"]


def test_readings_and_a_sheet_come_with_it_where_they_are_asked_for(house: Inside, manager: Visitor) -> None:
    body = {"rulebook": "dragon-md", "options": {"dragon_bet": "no"}, "readings": True, "sheet": True}
    number = manager.post("/analyses", body).json()["id"]
    found = over(manager, number)
    assert found["status"] == "done", found
    submission = croupier.submission("dragon-md", dragon_bet="no")
    assert found["result"]["readings"] == compare(submission).to_json()
    expected = croupier.analyze(submission)
    assert [each["edge"] for each in found["result"]["summary"]] == [
        line.edge for line in summary(expected.wagers, expected.terms)
    ]
    sheet = manager.get(f"/analyses/{number}/sheet")
    assert (sheet.status_code, sheet.headers["content-disposition"]) == (200, 'attachment; filename="sheet.html"')
    assert sheet.text.startswith("<!DOCTYPE html>")
    assert expected.fingerprint in sheet.text
    other = house.hired("manager-without-sheet", "manager")
    assert other.get(f"/analyses/{number}/sheet").status_code == 404


def test_there_is_no_sheet_where_none_was_asked_for(manager: Visitor) -> None:
    number = manager.post("/analyses", {"rulebook": "dragon-md"}).json()["id"]
    assert over(manager, number)["status"] == "done"
    answer = manager.get(f"/analyses/{number}/sheet")
    assert (answer.status_code, answer.json()["detail"]) == (404, "this analysis has no sheet")


def test_a_submission_is_handed_in_as_a_file_has_it(manager: Visitor) -> None:
    answer = manager.post("/analyses", {"submission": 'rulebook = "dragon-md"\ndragon_bet = "no"\n'})
    assert answer.status_code == 202, answer.text
    found = over(manager, answer.json()["id"])
    assert found["status"] == "done", found
    assert "dragon_bet" not in found["result"]["wagers"]


@pytest.mark.parametrize(
    ("body", "about"),
    [
        ({}, "rulebook"),
        ({"rulebook": "poker"}, "rulebook"),
        ({"rulebook": "uth-ma", "submission": 'rulebook = "uth-ma"'}, "rulebook"),
        ({"submission": 'rulebook = "uth-ma"', "options": {"trips": "B"}}, "rulebook"),
        ({"rulebook": "uth-ma", "options": {"trips": "Z"}}, "trips"),
        ({"rulebook": "uth-ma", "options": {"odds.blind.flush": "2 to 1"}}, "odds.blind.flush"),
        ({"rulebook": "uth-ma", "hands": 99}, "body"),
        ({"rulebook": "uth-ma", "stakes": {"ante": -1}}, "body"),
        ({"rulebook": "uth-ma", "cards": 3}, "body"),
        ({"submission": "rulebook = "}, "submission"),
        ({"submission": "[[["}, "submission"),
        ({"submission": 'trips = "B"'}, "submission"),
        ({"submission": 'rulebook = "uth-ma"\nx = ' + "\n".join(["[" * 900] * 30)}, "submission"),
        ({"submission": 'rulebook = "uth-ma"\n' + ".".join("a" * 15_000) + " = 1"}, "submission"),
    ],
)
def test_what_cannot_be_analysed_is_refused_at_once(manager: Visitor, body: dict[str, Any], about: str) -> None:
    answer = manager.post("/analyses", body)
    assert answer.status_code == 422, answer.text
    assert answer.json()["accepted"]
    assert not about or answer.json()["about"] == about


def test_what_turns_out_to_be_no_question_is_refused_when_it_is_asked_for(manager: Visitor) -> None:
    answer = manager.post("/analyses", {"rulebook": "dragon-md", "stakes": {"nothing": 100}})
    found = over(manager, answer.json()["id"])
    assert found["status"] == "refused"
    assert found["detail"]
    assert "accepted" not in found["detail"]
    assert found["accepted"]


def test_analyses_are_for_managers_and_each_ones_own(house: Inside, manager: Visitor) -> None:
    for visitor in (house.guest(), house.hired("auditor-who-asks", "auditor")):
        assert visitor.post("/analyses", ASKED).status_code == 403
    assert house.nobody().post("/analyses", ASKED).status_code == 401
    assert house.token("manager", "floor").post("/analyses", ASKED).status_code == 403
    number = manager.post("/analyses", {"rulebook": "dragon-md"}).json()["id"]
    other = house.hired("another-manager", "manager")
    assert other.get(f"/analyses/{number}").status_code == 404
    assert other.ask("DELETE", f"/analyses/{number}").status_code == 404
    assert over(manager, number)["status"] == "done"
    assert manager.get(f"/analyses/{'0' * 32}").status_code == 404


# ---- while it takes its time ---------------------------------------------------------------------------------


@pytest.fixture
def slow(house: Inside, monkeypatch: pytest.MonkeyPatch) -> Iterator[Analyses]:
    """An analyst who thinks for long."""
    analyses = Analyses()
    analyses.worker = Worker("slow analyst", errands.thinks_long, 2, 60, breaks=True)
    monkeypatch.setattr(house.hub, "analyses", analyses)
    yield analyses
    portal = house.client.portal
    assert portal is not None
    portal.call(analyses.stop)


def test_one_analysis_a_person_is_under_way_and_so_many_in_all(house: Inside, manager: Visitor, slow: Analyses) -> None:
    first = manager.post("/analyses", ASKED).json()["id"]
    answer = manager.post("/analyses", ASKED)
    assert (answer.status_code, first in answer.json()["accepted"]) == (409, True)
    others = [house.hired(f"manager-{number}-who-asks", "manager") for number in range(2)]
    assert [each.post("/analyses", ASKED).status_code for each in others] == [202, 503]
    assert len(slow.worker) == 2
    assert manager.ask("DELETE", f"/analyses/{first}").status_code == 204
    assert manager.get(f"/analyses/{first}").status_code == 404
    assert manager.post("/analyses", ASKED).status_code == 202


def test_how_far_it_is_is_told(manager: Visitor, slow: Analyses) -> None:
    number = manager.post("/analyses", ASKED).json()["id"]
    eventually(lambda: manager.get(f"/analyses/{number}").json()["percent"] > 0, "nothing is told", 60)
    found = manager.get(f"/analyses/{number}").json()
    assert (found["status"], found["seconds"] > 5) == ("working", True)
    process = slow.worker.process
    manager.ask("DELETE", f"/analyses/{number}")
    eventually(lambda: slow.worker.process is not process, "it is not broken off", 30)


def test_what_nobody_asks_for_is_given_up(manager: Visitor, slow: Analyses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis_queue, "FORSAKEN", 0.5)
    number = manager.post("/analyses", ASKED).json()["id"]
    for _ in range(5):
        time.sleep(0.2)
        assert manager.get(f"/analyses/{number}").status_code == 200
    eventually(lambda: not len(slow.worker), "it is still waited for")
    assert manager.get(f"/analyses/{number}").status_code == 404
