"""The floor's work over HTTP: tables opened and closed, dealers on and off, players moved or refused with a reason."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.service.houses import WAGERS, Clock, Inside, Visitor, engine, inside, settings, soon

from croupier.house.people import users
from croupier.house.storage import database

UTH, LIR, HAND = "uth-ma", "lir-nj", "by-hand"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, UTH, LIR) as found:
        yield found


def person_of(visitor: Visitor) -> str:
    return str(visitor.get("/me").json()["person"])


def seats(house: Inside, table: str = UTH) -> list[int]:
    return [each["seat"] for each in house.nobody().view(table)["view"]["seats"]]


def in_play(guest: Visitor, seat: int = 1) -> None:
    """A round that waits for its one player."""
    assert guest.bet(UTH, "bet", seat).status_code == 200
    assert guest.view(UTH)["view"]["phase"] == "round"


# ---- at a glance -------------------------------------------------------------------------------------------


def test_the_floor_sees_its_tables_and_who_sits_there_at_a_glance(house: Inside) -> None:
    guest, floor = house.guest("Zoë"), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 3, 20_000)
    seen = floor.get("/floor").json()
    (table,) = seen["tables"]
    assert (table["table"], table["session"], table["pending"], table["closing"]) == (UTH, "uth-ma-1", None, False)
    assert (table["places"], table["decks"]) == (6, [{"back": "blue", "status": "in play"}])
    (seat,) = table["seats"]
    assert (seat["seat"], seat["name"], seat["bankroll"], seat["person"]) == (3, "Zoë", 20_000, person_of(guest))
    assert seen["closed"] == []  # what is not assigned is not hers
    manager = house.hired("boss", "manager").get("/floor").json()
    assert [each["table"] for each in manager["tables"]] == [LIR, UTH]
    assert {each["table"] for each in manager["closed"]} == {"colorado-ma-1", "colorado-ma-2", "dragon-md"}


def test_what_waits_for_a_ruling_comes_first(tmp_path: Path) -> None:
    run = settings()
    run = replace(run, tables={name: replace(each, supervised=True) for name, each in run.tables.items()})
    with inside(tmp_path, UTH, LIR, run=run) as house:
        guest, floor = house.guest(), house.hired("floor", "floor", UTH, LIR)
        guest.sit(UTH)
        in_play(guest)
        assert [each["table"] for each in floor.get("/floor").json()["tables"]] == [LIR, UTH]
        assert floor.give(UTH, "call", "call", 0, what="a lamp fell").status_code == 200
        waits, goes_on = floor.get("/floor").json()["tables"]
        assert (waits["table"], goes_on["table"], goes_on["pending"]) == (UTH, LIR, None)
        assert "a lamp fell" in waits["pending"]


def test_nobody_but_supervisors_and_auditors_sees_the_floor(house: Inside) -> None:
    for visitor in (house.guest(), house.hired("dealer", "dealer", UTH), house.hired("floor", "floor")):
        assert visitor.get("/floor").status_code == 403
    assert house.nobody().get("/floor").status_code == 401
    assert len(house.hired("auditor", "auditor").get("/floor").json()["tables"]) == 2


# ---- dealers -----------------------------------------------------------------------------------------------


def deal(dealer: Visitor, request: str) -> Any:  # noqa: ANN401 - an answer
    return dealer.give(HAND, request, "deal", 0)


def prepare(dealer: Visitor) -> None:
    """The dealer does by hand what is due before bets are taken."""
    for number in range(10):
        view = dealer.view(HAND)["view"]
        if view["phase"] == "betting":
            return
        answer = dealer.give(HAND, f"prepare-{number}", view["due"]["do"], 0)
        assert answer.status_code == 200, answer.text


def test_a_dealer_signs_on_deals_and_is_relieved_and_all_that_is_on_record(house: Inside) -> None:
    house.open_by_hand(HAND)
    guest, dealer = house.guest(), house.hired("dealer", "dealer", HAND)
    guest.sit(HAND)
    assert house.nobody().get(f"/tables/{HAND}/dealer").json()["name"] == ""
    refused = deal(dealer, "one")
    assert (refused.status_code, refused.json()["about"]) == (422, "sign on")
    on = dealer.post(f"/tables/{HAND}/dealer")
    assert (on.status_code, on.json()["you"], on.json()["name"]) == (200, True, "Dealer")
    assert house.nobody().get(f"/tables/{HAND}/dealer").json() == {**on.json(), "you": False}
    prepare(dealer)
    guest.give(HAND, "bet", "bet", 1, wagers=WAGERS[UTH], ready=True)
    dealt = deal(dealer, "two")
    assert dealt.status_code == 200, (dealt.text, dealer.view(HAND))
    assert dealer.ask("DELETE", f"/tables/{HAND}/dealer").status_code == 204
    assert deal(dealer, "three").json()["about"] == "sign on"
    person = person_of(dealer)
    noted = [(each["what"], each["by"], each["table"]) for each in house.noted() if each["by"] == person]
    assert noted == [("sign on", person, HAND), ("relieve", person, HAND)]


def test_one_dealer_deals_at_a_table_and_at_one_table(house: Inside) -> None:
    for name in (HAND, "by-hand-2"):
        house.open_by_hand(name)
    one, two = house.hired("one", "dealer", HAND, "by-hand-2"), house.hired("two", "dealer", HAND)
    assert one.post(f"/tables/{HAND}/dealer").status_code == 200
    again = one.post(f"/tables/{HAND}/dealer")
    assert (again.status_code, again.json()["detail"]) == (422, "you deal here already")
    other = two.post(f"/tables/{HAND}/dealer")
    assert (other.status_code, other.json()["detail"]) == (422, "another dealer is signed on here")
    elsewhere = one.post("/tables/by-hand-2/dealer")
    assert (elsewhere.status_code, elsewhere.json()["accepted"]) == (422, "the same once you are relieved there")
    assert two.ask("DELETE", f"/tables/{HAND}/dealer").status_code == 403  # another's
    floor = house.hired("floor", "floor", HAND)
    assert floor.get("/floor").json()["tables"][0]["dealer"]["name"] == "One"
    assert floor.ask("DELETE", f"/tables/{HAND}/dealer").status_code == 204
    assert house.noted()[-1]["person"] == person_of(one)
    nobody_on = floor.ask("DELETE", f"/tables/{HAND}/dealer")
    assert (nobody_on.status_code, nobody_on.json()["about"]) == (422, "relieve")
    assert two.post(f"/tables/{HAND}/dealer").status_code == 200


def test_of_two_dealers_who_sign_on_at_once_one_does(house: Inside) -> None:
    house.open_by_hand(HAND)
    dealers = [house.hired(f"dealer-{number}", "dealer", HAND) for number in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answered = list(pool.map(lambda each: each.post(f"/tables/{HAND}/dealer").status_code, dealers))
    assert sorted(answered) == [200, 422, 422, 422, 422, 422]


def test_who_is_assigned_no_longer_deals_no_longer(house: Inside) -> None:
    house.open_by_hand(HAND)
    dealer = house.hired("dealer", "dealer", HAND)
    assert dealer.post(f"/tables/{HAND}/dealer").status_code == 200
    with database.writing(house.house.engine) as connection:
        users.unassign(connection, person_of(dealer), HAND)
    assert house.nobody().get(f"/tables/{HAND}/dealer").json()["name"] == ""


def test_a_scanner_tells_cards_without_signing_on(house: Inside) -> None:
    house.open_by_hand(HAND)
    scanner = house.token("dealer", "scan", HAND)
    answer = scanner.give(HAND, "scan", "deal", 0, cards=["Ah"])
    assert (answer.status_code, answer.json()["about"]) != (422, "sign on")


def test_nobody_signs_on_where_the_house_deals_or_where_they_do_not_work(house: Inside) -> None:
    house.open_by_hand(HAND)
    dealer = house.hired("dealer", "dealer", UTH)
    assert dealer.post(f"/tables/{UTH}/dealer").json()["detail"] == "the house deals here"
    assert dealer.post(f"/tables/{HAND}/dealer").status_code == 403
    for visitor in (house.guest(), house.hired("floor", "floor", HAND), house.hired("boss", "manager")):
        assert visitor.post(f"/tables/{HAND}/dealer").status_code == 403
    assert house.hired("dealer-2", "dealer", "nowhere").post("/tables/nowhere/dealer").status_code == 404


# ---- opening and closing -----------------------------------------------------------------------------------


def test_a_table_is_closed_and_opened_again_under_a_new_session(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1, 20_000)
    closed = floor.post(f"/tables/{UTH}/close")
    assert (closed.status_code, closed.json()["when"]) == (200, "now")
    assert guest.get("/me/wallet").json()["amount"] == 100_000
    assert guest.get(f"/tables/{UTH}").status_code == 404
    assert [each["table"] for each in floor.get("/floor").json()["closed"]] == [UTH]
    again = floor.post(f"/tables/{UTH}/close")
    assert (again.status_code, again.json()["about"]) == (404, "table")
    assert floor.post(f"/tables/{UTH}/open").status_code == 200
    session = guest.view(UTH)["session"]
    assert session.startswith(f"{UTH}-")
    assert session != "uth-ma-1"
    twice = floor.post(f"/tables/{UTH}/open")
    assert (twice.status_code, twice.json()["about"]) == (422, "table")
    assert guest.sit(UTH, 1, request="again").status_code == 200
    person = person_of(floor)
    assert [(each["what"], each["table"]) for each in house.noted() if each["by"] == person] == [
        ("close table", UTH),
        ("open table", UTH),
    ]


def test_a_table_is_not_closed_in_a_round_but_after_it(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH)
    in_play(guest)
    refused = floor.post(f"/tables/{UTH}/close")
    assert refused.status_code == 422
    assert refused.json()["clauses"]
    ordered = floor.post(f"/tables/{UTH}/close-after")
    assert (ordered.status_code, ordered.json()["when"]) == (200, "after the round")
    assert floor.get("/floor").json()["tables"][0]["closing"] is True
    guest.play_out(UTH, "out")
    soon(lambda: guest.get(f"/tables/{UTH}").status_code == 404)
    assert guest.get("/rounds").json()["rounds"][0]["round"] == 1


def test_an_order_to_close_is_taken_back(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH)
    in_play(guest)
    assert floor.ask("DELETE", f"/tables/{UTH}/close-after").status_code == 422
    floor.post(f"/tables/{UTH}/close-after")
    assert floor.ask("DELETE", f"/tables/{UTH}/close-after").status_code == 204
    guest.play_out(UTH, "out")
    assert seats(house) == [1]


def test_an_order_to_close_survives_a_stop(tmp_path: Path) -> None:
    made, clock = engine(tmp_path), Clock()
    with inside(made, UTH, clock=clock) as house:
        guest, floor = house.guest(), house.hired("floor", "floor", UTH)
        guest.sit(UTH)
        in_play(guest)
        floor.post(f"/tables/{UTH}/close-after")
        cookie = guest.cookie
    with inside(made, UTH, clock=clock) as house:
        guest = Visitor(house.client, cookie)
        assert guest.view(UTH)["view"]["phase"] == "round"
        guest.play_out(UTH, "on")
        soon(lambda: guest.get(f"/tables/{UTH}").status_code == 404)
    made.dispose()


def test_between_rounds_close_after_closes_at_once(house: Inside) -> None:
    floor = house.hired("floor", "floor", UTH)
    assert floor.post(f"/tables/{UTH}/close-after").json()["when"] == "now"
    assert house.nobody().get(f"/tables/{UTH}").status_code == 404


def test_a_table_that_the_settings_do_not_have_is_not_opened(house: Inside) -> None:
    answer = house.hired("boss", "manager").post("/tables/nowhere/open")
    assert (answer.status_code, answer.json()["about"]) == (404, "table")


def test_a_dealer_is_relieved_when_the_table_is_closed(house: Inside) -> None:
    house.open_by_hand(HAND)
    dealer, manager = house.hired("dealer", "dealer", HAND, "by-hand-2"), house.hired("boss", "manager")
    dealer.post(f"/tables/{HAND}/dealer")
    assert manager.post(f"/tables/{HAND}/close").status_code == 200
    house.open_by_hand("by-hand-2")
    assert dealer.post("/tables/by-hand-2/dealer").status_code == 200


# ---- players -----------------------------------------------------------------------------------------------


def test_a_player_is_moved_with_the_same_chips_and_the_reason_is_on_record(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH, LIR)
    guest.sit(UTH, 1, 20_000)
    body = {"person": person_of(guest), "table": LIR, "seat": 4, "reason": "The table is broken up."}
    moved = floor.post(f"/tables/{UTH}/seats/1/move", body)
    assert (moved.status_code, moved.json()["when"]) == (200, "now")
    assert (seats(house, UTH), guest.view(LIR)["yours"]) == ([], [4])
    assert guest.view(LIR)["view"]["seats"][0]["bankroll"] == 20_000
    note = house.noted()[-1]
    assert (note["what"], note["reason"], note["to"], note["to_seat"]) == (
        "move player",
        "The table is broken up.",
        LIR,
        4,
    )


def test_a_player_in_a_round_is_moved_after_it_with_what_is_left(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1, 20_000)
    in_play(guest)
    body = {"person": person_of(guest), "seat": 5, "reason": "A draught."}
    assert floor.post(f"/tables/{UTH}/seats/1/move", body).json()["when"] == "after the round"
    assert floor.get("/floor").json()["tables"][0]["seats"][0]["after"] == "move"
    (place,) = guest.get("/me/places").json()["places"]
    assert (place["table"], place["seat"], place["after"], place["to_seat"]) == (UTH, 1, "move", 5)
    assert place["reason"] == "A draught."
    guest.play_out(UTH, "out")
    soon(lambda: guest.view(UTH)["yours"] == [5])
    soon(lambda: [each["after"] for each in guest.get("/me/places").json()["places"]] == [""])
    assert house.guest().get("/me/places").json() == {"places": []}
    net = guest.get("/rounds").json()["rounds"][0]["hands"][0]["net"]
    assert guest.view(UTH)["view"]["seats"][0]["bankroll"] == 20_000 + net


def test_who_is_moved_to_a_seat_that_is_taken_meanwhile_has_the_chips_in_the_wallet(house: Inside) -> None:
    guest, other, floor = house.guest(), house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1, 20_000)
    in_play(guest)
    body = {"person": person_of(guest), "seat": 5, "reason": "A draught."}
    floor.post(f"/tables/{UTH}/seats/1/move", body)
    other.sit(UTH, 5)
    guest.play_out(UTH, "out")
    soon(lambda: guest.view(UTH)["yours"] == [])
    net = guest.get("/rounds").json()["rounds"][0]["hands"][0]["net"]
    assert guest.get("/me/wallet").json()["amount"] == 100_000 + net
    soon(lambda: house.noted()[-1]["what"] == "no seat after a move")


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"person": "somebody-else"}, "person"),
        ({"seat": 2}, "seat"),
        ({"seat": 99}, "seat"),
        ({"reason": "a\nb"}, "reason"),
        ({"seat": 0}, "body"),
        ({"more": 1}, "body"),
    ],
)
def test_what_cannot_be_moved_is_refused_and_nothing_changes(
    house: Inside, change: dict[str, object], about: str
) -> None:
    guest, other, floor = house.guest(), house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1)
    other.sit(UTH, 2)
    body = {"person": person_of(guest), "seat": 5, "reason": "A draught.", **change}
    answer = floor.post(f"/tables/{UTH}/seats/1/move", body)
    assert (answer.status_code, answer.json()["about"]) == (422, about)
    assert seats(house) == [1, 2]


def test_nobody_moves_a_player_to_a_table_where_they_do_not_work(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1)
    body = {"person": person_of(guest), "table": LIR, "seat": 5, "reason": "A draught."}
    assert floor.post(f"/tables/{UTH}/seats/1/move", body).status_code == 403
    assert house.hired("boss", "manager").post(f"/tables/{UTH}/seats/1/move", body).status_code == 200


def test_a_player_who_is_refused_leaves_and_is_told_why_and_may_be_let_in_again(house: Inside) -> None:
    guest, floor = house.guest("Zoë"), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1, 20_000)
    person = person_of(guest)
    answer = floor.post(f"/tables/{UTH}/refused", {"person": person, "reason": "<b>Shouting</b>."})
    assert (answer.status_code, answer.json()["when"]) == (200, "now")
    assert guest.get("/me/wallet").json()["amount"] == 100_000
    again = guest.sit(UTH, 1, request="again")
    assert again.status_code == 422
    assert again.json()["detail"] == "the floor has refused you at this table: <b>Shouting</b>."
    assert guest.sit(LIR, 1).status_code == 200
    (listed,) = floor.get(f"/tables/{UTH}/refused").json()["refused"]
    assert (listed["name"], listed["by"], listed["reason"]) == ("Zoë", person_of(floor), "<b>Shouting</b>.")
    twice = floor.post(f"/tables/{UTH}/refused", {"person": person, "reason": "Again."})
    assert (twice.status_code, twice.json()["about"]) == (422, "person")
    assert floor.ask("DELETE", f"/tables/{UTH}/refused/{person}").status_code == 204
    assert floor.ask("DELETE", f"/tables/{UTH}/refused/{person}").status_code == 422
    assert guest.sit(UTH, 1, request="third").status_code == 200
    assert [each["what"] for each in house.noted()][-2:] == ["refuse player", "let in"]


def test_a_player_who_is_refused_in_a_round_plays_it_to_its_end(house: Inside) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1)
    in_play(guest)
    answer = floor.post(f"/tables/{UTH}/refused", {"person": person_of(guest), "reason": "Shouting."})
    assert answer.json()["when"] == "after the round"
    after = guest.post(f"/tables/{UTH}/seats/1/leave-after", {"request": "l"})
    assert after.status_code == 200  # which changes nothing
    guest.play_out(UTH, "out")
    soon(lambda: seats(house) == [])
    assert guest.sit(UTH, 1, request="again").status_code == 422


def test_nobody_is_sent_off_in_anothers_place(house: Inside) -> None:
    """Who was to go has gone already, and somebody else sits there."""
    guest, other, floor = house.guest(), house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1)
    other.sit(UTH, 2)
    guest.bet(UTH, "b", 1)
    other.bet(UTH, "b", 2)
    third = house.guest()
    third.sit(UTH, 3)  # who plays in the next round
    assert floor.post(f"/tables/{UTH}/refused", {"person": person_of(third), "reason": "Shouting."}).status_code == 200
    assert third.post(f"/tables/{UTH}/seats/3/leave", {"request": "l"}).status_code == 200
    fourth = house.guest()
    assert fourth.sit(UTH, 3).status_code == 200
    for number in range(12):
        view = house.nobody().view(UTH)["view"]
        if view["due"]["do"] != "decide":
            break
        seat = view["due"]["seat"]
        (guest, other)[seat - 1].give(UTH, f"d{number}", "decide", seat, choice=view["choices"][0]["choice"])
    assert seats(house) == [1, 2, 3]
    assert fourth.view(UTH)["yours"] == [3]


def test_staff_are_not_refused_and_nobody_who_is_not_there(house: Inside) -> None:
    floor = house.hired("floor", "floor", UTH)
    for person in (person_of(floor), "nobody-at-all"):
        answer = floor.post(f"/tables/{UTH}/refused", {"person": person, "reason": "Shouting."})
        assert (answer.status_code, answer.json()["about"]) == (422, "person")


@pytest.mark.parametrize("path", ["refused", "seats/1/move"])
def test_without_a_reason_nobody_is_moved_or_refused(house: Inside, path: str) -> None:
    guest, floor = house.guest(), house.hired("floor", "floor", UTH)
    guest.sit(UTH, 1)
    body = {"person": person_of(guest), "reason": " "} | ({"seat": 5} if "move" in path else {})
    answer = floor.post(f"/tables/{UTH}/{path}", body)
    assert (answer.status_code, answer.json()["accepted"]) == (403, "the same with a reason")
    assert seats(house) == [1]
