"""A lone guest plays at every table, over HTTP and over a socket."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.default_house import NAMES
from support.service.houses import WAGERS, Inside, inside


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house")) as found:
        yield found


def _choice(view: dict[str, Any]) -> str:
    """The first choice that puts no card away."""
    return str(next(each["choice"] for each in view["choices"] if not each["discards"]))


@pytest.mark.parametrize("table", NAMES)
def test_a_guest_sits_bets_decides_and_sees_the_result_over_http(house: Inside, table: str) -> None:
    guest = house.guest("Zoë")
    assert guest.sit(table, 2).status_code == 200
    seen = guest.view(table)
    assert seen["yours"] == [2]
    assert seen["view"]["seats"][0]["name"] == "Zoë"
    assert seen["view"]["seats"][0]["bankroll"] == 20_000
    before = seen["view"]["round"]
    assert guest.bet(table, seat=2).status_code == 200
    for number in range(9):
        view = guest.view(table)["view"]
        if view["due"]["do"] != "decide":
            break
        assert guest.give(table, f"decide-{number}", "decide", 2, choice=_choice(view)).status_code == 200
    last = guest.get(f"/tables/{table}/last").json()
    assert last["round"] == before + 1
    assert [hand["seat"] for hand in last["seats"]] == [2]
    assert "??" not in last["seats"][0]["cards"]
    won = last["seats"][0]["net"]
    assert guest.view(table)["view"]["seats"][0]["bankroll"] == 20_000 + won
    receipt = guest.get(f"/tables/{table}/receipt").json()
    assert receipt["round"] == before + 1
    assert guest.give(table, "leave", "leave", 2).status_code == 200
    assert guest.get("/me/wallet").json()["amount"] == 100_000 + won


@pytest.mark.parametrize("table", NAMES)
def test_a_guest_plays_a_round_over_a_socket(house: Inside, table: str) -> None:
    guest = house.guest("Ash")
    with guest.watch(table) as socket:
        first = socket.receive_json()
        assert (first["what"], first["yours"]) == ("view", [])
        socket.send_json({"request": "1", "do": "sit", "seat": 1, "args": {"chips": 5_000}})
        kinds, seq, rounds, asked = set(), first["seq"], first["view"]["round"], 1
        while True:
            message = socket.receive_json()
            if message["what"] == "done":
                continue
            assert message["what"] == "happened", message
            assert message["seq"] == seq + 1
            seq, view = message["seq"], message["view"]
            kinds |= {event["kind"] for event in message["events"]}
            if view["round"] > rounds and view["phase"] == "betting":
                break
            if view["phase"] == "betting" and not view["seats"][0]["ready"]:
                wagers = {"wagers": WAGERS[table], "ready": True}
                socket.send_json({"request": "bet", "do": "bet", "seat": 1, "args": wagers})
            elif view["due"]["do"] == "decide":
                asked += 1
                said = {"request": f"{asked}", "do": "decide", "seat": 1, "args": {"choice": _choice(view)}}
                socket.send_json(said)
        assert {"sat", "placed", "dealt", "decided", "settled", "over"} <= kinds
        socket.send_json({"request": "bye", "do": "leave", "seat": 1})
        while socket.receive_json()["what"] != "done":
            pass


def test_two_guests_play_one_round_and_see_their_own_cards_alone(house: Inside) -> None:
    one, two = house.guest(), house.guest()
    assert [one.sit("uth-ma", 3).status_code, two.sit("uth-ma", 4).status_code] == [200, 200]
    assert [one.bet("uth-ma", seat=3).status_code, two.bet("uth-ma", seat=4).status_code] == [200, 200]
    for guest, own, other in ((one, 3, 4), (two, 4, 3)):
        seats = {seat["seat"]: seat for seat in guest.view("uth-ma")["view"]["seats"]}
        assert "??" not in seats[own]["cards"]
        assert seats[other]["cards"] == ["??", "??"]
        assert seats[other]["bankroll"] is None
    public = house.nobody().view("uth-ma")
    assert public["yours"] == []
    assert all(seat["cards"] == ["??", "??"] and seat["bankroll"] is None for seat in public["view"]["seats"])


def test_a_program_plays_and_all_can_see_that_it_is_one(house: Inside) -> None:
    program = house.program()
    assert program.sit("lir-nj", 5).status_code == 200
    assert house.nobody().view("lir-nj")["programs"] == [5]
    assert house.guest().view("lir-nj")["programs"] == [5]
    assert program.give("lir-nj", "bye", "leave", 5).status_code == 200
    assert house.nobody().view("lir-nj")["programs"] == []


def test_the_wallet_pays_for_the_chips_and_no_more(house: Inside) -> None:
    guest = house.guest()
    refused = guest.sit("dragon-md", 1, chips=100_001)
    assert refused.status_code == 422
    assert refused.json()["accepted"] == "up to $1,000"
    assert guest.sit("dragon-md", 1, chips=60_000, request="again").status_code == 200
    assert guest.get("/me/wallet").json()["amount"] == 40_000
    bought = {"request": "more", "amount": 40_001}
    assert guest.post("/tables/dragon-md/seats/1/chips", bought).status_code == 422
    assert (
        guest.post("/tables/dragon-md/seats/1/chips", {**bought, "amount": 40_000, "request": "m"}).status_code == 200
    )
    assert guest.view("dragon-md")["view"]["seats"][0]["bankroll"] == 100_000
    assert guest.get("/me/wallet").json()["amount"] == 0
    assert guest.post("/tables/dragon-md/seats/1/leave", {"request": "bye"}).status_code == 200
    assert guest.get("/me/wallet").json()["amount"] == 100_000


def test_sitting_out_and_coming_back_are_one_request_each(house: Inside) -> None:
    guest = house.guest()
    guest.sit("colorado-ma-1", 2)
    assert guest.post("/tables/colorado-ma-1/seats/2/sit-out", {"request": "out"}).status_code == 200
    assert guest.view("colorado-ma-1")["view"]["seats"][0]["away"] is True
    assert guest.post("/tables/colorado-ma-1/seats/2/come-back", {"request": "in"}).status_code == 200
    assert guest.view("colorado-ma-1")["view"]["seats"][0]["away"] is False


def test_tables_are_listed_page_by_page(house: Inside) -> None:
    nobody = house.nobody()
    listed = nobody.get("/tables").json()
    assert [each["table"] for each in listed["tables"]] == sorted(NAMES)
    assert listed["after"] == ""
    first = nobody.get("/tables?most=2").json()
    rest = nobody.get(f"/tables?after={first['after']}").json()
    assert [each["table"] for each in first["tables"] + rest["tables"]] == sorted(NAMES)
