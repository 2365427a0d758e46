"""Real cards: a scanner tells the house what is dealt, and nobody at the table is told before it lies face up."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.service.houses import Inside, Visitor, inside, settings

from croupier.client.calls import floor
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import REAL

TABLE = "uth-ma"
BY_HAND = {"no more bets", "deal", "burn", "community", "reveal", "settle", "stub", "collect folds"}
FIRST = ["2h", "7d", "9s", "Jc"]  # two to the player, two to the dealer


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    run = settings()
    about = replace(run.tables[TABLE], cards=REAL, automation=ALL_STEPS - BY_HAND, supervised=True)
    with inside(tmp_path, TABLE, run=replace(run, tables={**run.tables, TABLE: about})) as found:
        yield found


class Evening:
    """A table of real cards at which somebody has bet, a dealer who has signed on, and a scanner in the shoe."""

    def __init__(self, house: Inside) -> None:
        self.guest, self.dealer = house.guest("Zoë"), house.hired("dealer", "dealer", TABLE)
        self.scanner = house.token("dealer", "scan", TABLE)
        self.asked = 0
        assert self.dealer.post(f"/tables/{TABLE}/dealer").status_code == 200
        self.guest.sit(TABLE)
        self.guest.bet(TABLE)
        self.does(self.dealer, "no more bets")

    def gives(self, who: Visitor, do: str, **args: object) -> Any:  # noqa: ANN401 - an answer
        self.asked += 1
        return who.give(TABLE, f"{do.replace(' ', '-')}-{self.asked}", do, 0, **args)

    def does(self, who: Visitor, do: str, **args: object) -> None:
        answer = self.gives(who, do, **args)
        assert answer.status_code == 200, answer.text

    def view(self, who: Visitor) -> dict[str, Any]:
        seen: dict[str, Any] = who.view(TABLE)["view"]
        return seen


def test_a_round_of_real_cards_is_scanned_as_it_is_dealt_and_shown_as_it_is_turned_up(house: Inside) -> None:
    evening = Evening(house)
    with evening.dealer.watch(TABLE) as console:
        console.receive_text()
        evening.does(evening.scanner, "deal", cards=FIRST)
        told = console.receive_text()
    assert not any(f'"{card}"' in told for card in FIRST)
    assert '"card"' not in json.dumps([each for each in json.loads(told)["events"] if each["kind"] == "dealt"])
    assert evening.view(evening.dealer)["dealer"] == ["??", "??"]
    assert evening.view(evening.scanner)["seats"][0]["cards"] == ["??", "??"]
    assert evening.view(evening.guest)["seats"][0]["cards"] == FIRST[:2]
    evening.guest.give(TABLE, "d1", "decide", 1, choice="play 4x")
    evening.does(evening.scanner, "burn", cards=["3c"])
    evening.does(evening.dealer, "community", cards="4c 5c 6c")  # they lie face up: who sees them types them
    assert evening.view(house.nobody())["community"] == ["4c", "5c", "6c"]
    evening.does(evening.scanner, "burn", cards=["8c"])
    evening.does(evening.dealer, "community", cards=["Kc", "Ks"])
    evening.does(evening.dealer, "stub")
    evening.does(evening.dealer, "reveal")
    assert evening.view(house.nobody())["dealer"] == FIRST[2:]
    evening.does(evening.dealer, "settle")
    assert evening.guest.get(f"/tables/{TABLE}/last").json()["dealer"] == FIRST[2:]


def test_nobody_at_the_table_says_which_cards_lie_face_down(house: Inside) -> None:
    evening = Evening(house)
    for cards in (FIRST, " ".join(FIRST)):
        answer = evening.gives(evening.dealer, "deal", cards=cards)
        assert answer.status_code == 403
        assert "lie face down" in answer.json()["detail"]
    token = house.token("dealer", "deal", TABLE)
    assert evening.gives(token, "deal", cards=FIRST).status_code == 403
    elsewhere = house.token("dealer", "scan")
    assert evening.gives(elsewhere, "deal", cards=FIRST).status_code == 403
    assert evening.view(house.nobody())["due"]["do"] == "deal"


def test_a_scan_that_cannot_be_is_refused_and_one_that_comes_twice_is_taken_once(house: Inside) -> None:
    evening = Evening(house)
    for wrong in (["2h", "2h", "9s", "Jc"], ["2h", "xx"], [], FIRST * 20):
        assert evening.gives(evening.scanner, "deal", cards=wrong).status_code == 422
    assert evening.gives(evening.scanner, "burn", cards=["2h"]).status_code == 422  # that is not what comes now
    evening.does(evening.scanner, "deal", cards=FIRST[:1])
    rest = floor.scan(TABLE, "deal", FIRST[1:], "scan-2")
    answers = [evening.scanner.post(f"/tables/{TABLE}/commands", dict(rest.body or {})) for _ in range(2)]
    assert [each.status_code for each in answers] == [200, 200]
    assert answers[0].json() == answers[1].json()
    assert rest.answer(200, answers[0].content).request == "scan-2"
    assert len(evening.view(evening.dealer)["dealer"]) == 2


def test_a_scanner_does_nothing_else(house: Inside) -> None:
    evening = Evening(house)
    for do, args in (
        ("deal", {}),
        ("deal", {"cards": 4}),
        ("no more bets", {}),
        ("call", {"what": "x"}),
        ("reveal", {}),
    ):
        assert evening.gives(evening.scanner, do, **args).status_code == 403
    for path in ("/floor", "/rounds", "/figures", "/me/wallet"):
        assert evening.scanner.get(path).status_code == 403
