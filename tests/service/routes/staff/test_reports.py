"""Reports over HTTP: every irregularity of every document is played to settlement with real cards in a house."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.portions import portion
from support.service.houses import Visitor, soon
from support.service.real_houses import HouseTable, real_house
from support.table.real_cards import Twin
from support.table.real_irregularities import IN_HOUSES, Case, card_of

from croupier.house.audit.verify import verify
from croupier.table.model.command import Command


@pytest.mark.parametrize("case", portion(IN_HOUSES, 3), ids=str)  # each is played without a house, too
def test_an_irregularity_is_reported_confirmed_and_paid_as_at_a_digital_table(case: Case, tmp_path: Path) -> None:
    with real_house(tmp_path, case.rulebook, case.options, case.by_hand) as table:
        table.bets(case.wagers)
        case.real(table)
        table.until()
        twin = Twin(case.rulebook, case.options, wagers=case.wagers, by_hand=case.by_hand)
        case.twin(twin)
        assert table.paid() == twin.paid()
        if case.reported:
            soon(lambda: {"report", "ruling"} <= {each["what"] for each in table.house.noted()})


def test_all_see_a_report_that_waits_and_only_the_floor_confirms_it(tmp_path: Path) -> None:
    with real_house(tmp_path, "uth-ma") as table:
        table.bets()
        table.until("decide")
        hidden = table.state.terms.rulebook.deck.faces[card_of(table, "1")]
        table.given(Command("dealer", "report", args={"what": "misread", "of": "1", "number": 1}))
        for who in (table.house.nobody(), *table.guests, table.dealer, table.floor):
            assert who.view("uth-ma")["view"]["pending"] == [
                "report", "reported by the dealer: the scanner misread card 1 of seat 1"
            ]  # fmt: skip
        for who in (*table.guests, table.dealer, table.scanner):
            assert who.give("uth-ma", "c", "confirm", 0, reason="x").status_code == 403
        assert table.scanner.give("uth-ma", "r", "report", 0, what="surplus").status_code == 403
        told = table.guests[1].view("uth-ma")
        table.given(Command("floor", "correct scan", args={"of": "1", "number": 1, "card": "Ah", "reason": "dirty"}))
        assert hidden not in str(told["view"]["seats"][0]["cards"])
        assert table.guests[0].view("uth-ma")["view"]["seats"][0]["cards"][0] == "Ah"
        assert table.guests[1].view("uth-ma")["view"]["seats"][0]["cards"][0] == "??"
        soon(lambda: "misread card" in [each["what"] for each in table.house.noted()])


def test_a_report_and_the_floors_answer_are_in_the_recall_of_the_round(tmp_path: Path) -> None:
    with real_house(tmp_path, "dragon-md") as table:
        table.bets()
        table.until("decide")
        table.reports("exposed", of="dealer")
        [found] = table.guests[0].get("/rounds").json()["rounds"]
        replay = table.guests[0].get(f"/rounds/{found['session']}/1/replay").json()
        heard = [event["kind"] for moment in replay["moments"] for event in moment["events"]]
        assert heard.index("reported") < heard.index("ruled") < heard.index("exposed") < heard.index("over")


def _misread_after_the_round(table: HouseTable) -> int:
    """The row of the significant event that a card of the round that is over was misread."""
    table.bets()
    table.until()
    table.given(Command("floor", "correct scan", args={"of": "2", "number": 1, "card": "Ah", "reason": "dirty"}))
    soon(lambda: "misread card" in [each["what"] for each in table.house.noted()])
    events = table.house.hired("eye", "auditor").get("/significant?what=misread%20card").json()["events"]
    return int(events[0]["seq"])


def test_a_misread_card_of_a_settled_round_is_in_its_recall_and_found_as_an_irregularity(tmp_path: Path) -> None:
    with real_house(tmp_path, "uth-ma") as table:
        _misread_after_the_round(table)
        guest = table.guests[0]
        [found] = guest.get("/rounds?irregularity=misread").json()["rounds"]
        assert found["round"] == 1
        moments = guest.get(f"/rounds/{found['session']}/1/replay").json()["moments"]
        assert [event["kind"] for event in moments[-1]["events"]] == ["corrected"]
        assert moments[-1]["events"][0]["data"]["shown"] == table.state.terms.rulebook.deck.faces.index(
            "Ah"
        )  # the hand was turned up
        assert "over" in [event["kind"] for event in moments[-2]["events"]]
        table.bets()
        table.until()
        later = guest.get(f"/rounds/{found['session']}/2/replay").json()["moments"]
        assert "corrected" in str([moment["events"] for moment in later])  # between the two rounds, as all were told
        assert len(guest.get("/rounds?irregularity=any").json()["rounds"]) == 1


def test_the_ledger_is_corrected_with_the_incident(tmp_path: Path) -> None:
    with real_house(tmp_path, "uth-ma") as table:
        row = _misread_after_the_round(table)
        person, manager = table.guests[1].get("/me").json()["person"], table.house.hired("boss", "manager")
        body = {"request": "c", "account": f"wallet/{person}", "amount": 5_000, "up": True, "reason": "A misread ace."}
        manager.post("/tables/uth-ma/fills", {"request": "f", "amount": 100})
        [fill] = [each["seq"] for each in _significant(manager) if each["what"] == "fill"]
        for other in (fill, 10**9):
            refused = manager.post("/corrections", body | {"incident": other})
            assert (refused.status_code, refused.json()["about"]) == (422, "incident")
            assert "is no incident at a table" in refused.json()["detail"]
        for _ in range(2):  # once, however often it is sent
            assert manager.post("/corrections", body | {"incident": row}).status_code == 200
        assert manager.post("/corrections", body).status_code == 409, "under this id the correction had an incident"
        soon(lambda: "correction" in [each["what"] for each in table.house.noted()])
        [noted] = [each["says"] for each in _significant(manager, "?table=uth-ma") if each["what"] == "correction"]
        assert (noted["incident"], noted["round"], noted["amount"]) == (row, 1, 5_000)
        of_round = _significant(manager, f"?session={noted['session']}&round=1")
        assert [each["what"] for each in of_round] == ["correction", "misread card"]
        for other in (f"?session={noted['session']}&round=2", "?session=none&round=1"):
            assert _significant(manager, other) == []
        [line] = [each for each in table.guests[1].get("/me/statement").json()["cage"] if each["what"] == "correction"]
        assert line["amount"] == 5_000
        with table.house.house.reading() as connection:
            found = verify(connection, table.house.house.keyring, table.house.house.key.public).findings
        assert {each.where for each in found} <= {"sessions"}, "its first session was opened without a name"


def _significant(manager: Visitor, query: str = "") -> list[dict[str, Any]]:
    return list(manager.get(f"/significant{query}").json()["events"])


def test_without_a_floor_a_report_counts_as_confirmed_with_notice(tmp_path: Path) -> None:
    with real_house(tmp_path, "uth-ma", supervised=False) as table:
        table.bets()
        table.until("decide")
        table.given(Command("dealer", "report", args={"what": "exposed", "of": "dealer"}))
        soon(lambda: table.state.last is not None)
        assert table.paid()[0] is True
        soon(lambda: "void round" in [each["what"] for each in table.house.noted()])
        [says] = [each["says"] for each in table.house.noted() if each["what"] == "ruling"]
        assert "nobody supervises this table: what was reported counts as confirmed (ruling S38)" in says
        table.bets()
        table.until("decide")
        table.given(Command("dealer", "report", args={"what": "misread", "of": "1"}))
        soon(lambda: table.state.phase != "round")
        assert table.paid()[0] is True
