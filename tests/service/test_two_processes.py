"""Two services at one PostgreSQL: who is at one sees what happens at the other, and nobody is sent out by mistake."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

import pytest
from support.databases import database
from support.houses import Clock, Inside, Visitor, inside

TABLE = "uth-ma"


@pytest.fixture
def houses() -> Iterator[tuple[Inside, Inside]]:
    now = Clock()
    with (
        database("postgresql") as engine,
        inside(engine, TABLE, clock=now) as one,
        inside(engine, clock=now) as two,
    ):
        yield one, two


def _soon(true: Callable[[], bool]) -> None:
    until = time.monotonic() + 5
    while not true():
        assert time.monotonic() < until
        time.sleep(0.02)


def test_what_happens_at_one_is_seen_at_the_other_with_its_name(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest("Zoë")
    with two.nobody().watch(TABLE) as socket:
        first = socket.receive_json()
        assert guest.sit(TABLE, 3).status_code == 200
        message = socket.receive_json()
        assert (message["what"], message["seq"]) == ("happened", first["seq"] + 1)
        assert [seat["seat"] for seat in message["view"]["seats"]] == [3]
    _soon(lambda: two.nobody().view(TABLE)["view"]["seats"][0]["name"] == "Zoë")
    there = Visitor(two.client, guest.cookie)
    assert there.view(TABLE)["yours"] == [3]
    assert there.bet(TABLE, seat=3).status_code == 200
    _soon(lambda: guest.view(TABLE)["view"]["phase"] == "round")


def test_a_command_sent_to_both_is_carried_out_once(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest()
    there = Visitor(two.client, guest.cookie)
    first, second = guest.sit(TABLE, 1, 5_000), there.sit(TABLE, 1, 5_000)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert guest.get("/me/wallet").json()["amount"] == 95_000


def test_signing_out_at_one_closes_the_sockets_at_the_other(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest()
    there = Visitor(two.client, guest.cookie)
    with there.watch(TABLE) as socket:
        socket.receive_json()
        assert guest.ask("DELETE", "/session").status_code == 204
        began = time.monotonic()
        assert socket.receive()["code"] == 4401
        assert time.monotonic() - began < 1


def test_who_watches_at_one_is_brought_back_when_the_other_sends_them_out(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest()
    there = Visitor(two.client, guest.cookie)
    with there.watch(TABLE) as socket:
        socket.receive_json()
        assert guest.sit(TABLE, 1).status_code == 200  # where no socket of theirs is
        _soon(lambda: there.view(TABLE)["yours"] == [1])
        one.clock.on(21)
        one.on_loop(one.hall.presence.ring)
        kinds: list[bool] = []
        while len(kinds) < 2:
            message = socket.receive_json()
            kinds += [event["data"]["away"] for event in message.get("events", []) if event["kind"] == "away"]
        assert kinds == [True, False]
