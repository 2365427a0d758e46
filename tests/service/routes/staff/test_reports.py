"""Reports over HTTP: every irregularity of every document is played to settlement with real cards in a house."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.service.houses import soon
from support.service.real_houses import real_house
from support.table.real_cards import Twin
from support.table.real_irregularities import CASES, Case, card_of
from support.table.tables import ROUND

from croupier.table.model.command import Command


@pytest.mark.parametrize("case", CASES, ids=str)
def test_an_irregularity_is_reported_confirmed_and_paid_as_at_a_digital_table(case: Case, tmp_path: Path) -> None:
    with real_house(tmp_path, case.rulebook, case.options, case.by_hand) as table:
        table.bets(case.wagers)
        case.real(table)
        table.until()
        twin = Twin(case.rulebook, case.options, wagers=case.wagers, by_hand=case.by_hand)
        case.twin(twin)
        assert table.paid() == twin.paid()
        if case.by_hand == ROUND:  # a wrong declaration is no report
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
