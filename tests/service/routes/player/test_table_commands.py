"""Commands to a table over HTTP: once each, by whom they may be given, and what is said of those that are not."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from support.service.houses import Inside, inside

from croupier.house.config.settings import Settings
from croupier.house.engine.requests import NOT_WRITTEN, UNSURE, Failure, PendingCommand


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


def test_a_command_sent_again_is_carried_out_once_and_answered_the_same(house: Inside) -> None:
    guest = house.guest()
    first = guest.sit("uth-ma", 1, 20_000)
    assert guest.sit("uth-ma", 1, 20_000).json() == first.json() == {"request": "sit", "seq": 3}
    assert guest.get("/me/wallet").json()["amount"] == 80_000
    bet = guest.bet("uth-ma")
    again = guest.bet("uth-ma")
    assert (again.status_code, again.json()) == (200, bet.json())


def test_an_id_that_was_used_for_another_command_is_refused(house: Inside) -> None:
    guest = house.guest()
    guest.sit("uth-ma", 1, 20_000)
    for other in (
        guest.sit("uth-ma", 1, 20_001),
        guest.sit("uth-ma", 2, 20_000),
        guest.give("uth-ma", "sit", "sit out"),
    ):
        assert (other.status_code, other.json()["about"]) == (409, "request")
    assert guest.view("uth-ma")["yours"] == [1]


def test_two_persons_may_use_the_same_id(house: Inside) -> None:
    assert house.guest().sit("uth-ma", 1).status_code == 200
    assert house.guest().sit("uth-ma", 2).status_code == 200


def test_a_command_for_one_sequence_is_refused_at_another(house: Inside) -> None:
    guest = house.guest()
    seq = guest.view("uth-ma")["seq"]
    body = {"request": "a", "chips": 5_000, "expects": seq - 1}
    answer = guest.post("/tables/uth-ma/seats/1", body)
    assert (answer.status_code, answer.json()["about"]) == (409, "expects")
    assert guest.post("/tables/uth-ma/seats/1", {**body, "request": "b", "expects": seq}).status_code == 200


def test_another_persons_seat_is_not_spoken_for(house: Inside) -> None:
    one, two = house.guest(), house.guest()
    one.sit("uth-ma", 1)
    for do in ("leave", "sit out", "bet", "ready", "decide", "come back"):
        answer = two.give("uth-ma", do.replace(" ", "-"), do, 1)
        assert answer.status_code == 403
        assert answer.json()["about"] == f"command {do}"
    assert two.post("/tables/uth-ma/seats/1/chips", {"request": "x", "amount": 100}).status_code == 403
    assert two.post("/tables/uth-ma/seats/1/leave-after", {"request": "y"}).status_code == 403
    assert two.sit("uth-ma", 1).status_code == 422  # the rules say that it is taken
    assert one.view("uth-ma")["yours"] == [1]


def test_who_is_not_signed_in_gives_no_command(house: Inside) -> None:
    answer = house.nobody().sit("uth-ma")
    assert answer.status_code == 401
    assert answer.headers["www-authenticate"] == 'Bearer realm="croupier"'


def test_what_the_rules_refuse_cites_its_clauses(house: Inside) -> None:
    guest = house.guest()
    guest.sit("uth-ma")
    answer = guest.give("uth-ma", "x", "bet", wagers={"trips": 500})
    problem = answer.json()
    assert answer.status_code == 422
    assert problem["detail"] == "Trips stands only beside Ante"
    assert (problem["document"], problem["clauses"], problem["accepted"]) == ("UTH", ["6(c)"], "Ante too")


@pytest.mark.parametrize("do", ["open", "close", "receive", "clock", "meter", "timeout", "fault", "jam"])
def test_the_houses_own_commands_come_from_nobody(house: Inside, do: str) -> None:
    assert house.guest().give("uth-ma", "x", do).status_code == 403
    assert house.hired("boss", "manager").give("uth-ma", "x", do).status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"request": "x"},
        {"do": "sit"},
        {"request": "", "do": "sit"},
        {"request": "x" * 65, "do": "sit"},
        {"request": "a b", "do": "sit"},
        {"request": 1, "do": "sit"},
        {"request": "x", "do": "nonsense"},
        {"request": "x", "do": "y" * 100},
        {"request": "x", "do": "sit", "seat": -1},
        {"request": "x", "do": "sit", "seat": "1"},
        {"request": "x", "do": "sit", "seat": 1.5},
        {"request": "x", "do": "sit", "seat": 10**30},
        {"request": "x", "do": "sit", "seat": 1, "args": []},
        {"request": "x", "do": "sit", "seat": 1, "args": {}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 0}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": -5}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": True}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 10**40}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100, "bankroll": 10**6}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100, "next": "zz"}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100}, "supplied": {"bankroll": 10**6}},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100}, "by": "somebody"},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100}, "who": "house"},
        {"request": "x", "do": "sit", "seat": 1, "args": {"chips": 100}, "expects": -1},
        {"request": "x", "do": "sit", "seat": 99, "args": {"chips": 100}},
        {"request": "x", "do": "bet", "seat": 1, "args": {"wagers": {"ante": 10**40}}},
        {"request": "x", "do": "bet", "seat": 1, "args": {"wagers": {"ante": "\u202e$5"}}},
        {"request": "x", "do": "buy", "seat": 1, "args": {"amount": 5, "more": 1}},
        {"request": "x", "do": "leave after", "seat": 1, "args": {"x": 1}},
    ],
)
def test_a_command_that_is_none_is_refused_and_nothing_changes(house: Inside, body: dict[str, Any]) -> None:
    guest = house.guest()
    before = guest.view("uth-ma")
    answer = guest.post("/tables/uth-ma/commands", body)
    assert answer.status_code in {403, 422}
    assert answer.json()["accepted"]
    assert guest.view("uth-ma") == before
    assert guest.get("/me/wallet").json()["amount"] == 100_000


@pytest.mark.parametrize("name", ["none", "a" * 40, "$cage"])
def test_an_unknown_table_is_said_to_be_none(house: Inside, name: str) -> None:
    guest = house.guest()
    expected = 422 if name == "$cage" else 404
    assert guest.sit(name).status_code == expected
    assert guest.get(f"/tables/{name}").status_code == expected


def test_who_may_sit_down_is_for_the_settings_to_say(house: Inside) -> None:
    from dataclasses import replace

    found: Settings = house.hub.settings
    table = replace(found.tables["uth-ma"], sits=frozenset({"players"}))
    house.hub.settings = replace(found, tables={**found.tables, "uth-ma": table})
    for visitor in (house.guest(), house.program()):
        answer = visitor.sit("uth-ma")
        assert (answer.status_code, answer.json()["accepted"]) == (422, "players")


def test_many_at_once_are_each_carried_out_once(house: Inside) -> None:
    guests = [house.guest() for _ in range(6)]
    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(lambda pair: pair[1].sit("uth-ma", 1 + pair[0] % 3), enumerate(guests)))
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 422, 422, 422]
    assert sum(guest.get("/me/wallet").json()["amount"] for guest in guests) == 6 * 100_000 - 3 * 20_000


@pytest.mark.parametrize(("failure", "unsure"), [(NOT_WRITTEN, False), (UNSURE, True)])
def test_a_house_that_cannot_write_says_so_and_when_to_come_again(
    house: Inside,
    monkeypatch: pytest.MonkeyPatch,
    failure: Failure,
    unsure: bool,  # noqa: FBT001 - a case
) -> None:
    guest = house.guest()

    def fails(asked: PendingCommand) -> None:
        asked.on_done(failure)

    monkeypatch.setattr(house.house, "send", fails)
    answer = guest.sit("uth-ma")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert answer.json().get("unsure") is unsure


def test_below_the_least_room_on_the_disk_no_new_round_opens(house: Inside) -> None:
    guest = house.guest()
    guest.sit("uth-ma")
    house.house.tables.has_room = False
    answer = guest.bet("uth-ma")
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert house.nobody().get("/readyz").status_code == 503
    assert guest.give("uth-ma", "bye", "leave").status_code == 200
    house.house.tables.has_room = True
    assert house.nobody().get("/readyz").status_code == 200


def test_a_writer_that_has_died_is_not_ready(house: Inside) -> None:
    house.house.writer.stop()
    answer = house.nobody().get("/readyz")
    assert answer.status_code == 503
    assert "writer" in answer.json()["detail"]
    assert house.nobody().get("/healthz").status_code == 200
