"""Two services at one PostgreSQL: who is at one sees what happens at the other, and nobody is sent out by mistake."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import ColumnElement, and_, select
from support.house.databases import database, empty
from support.service.houses import Clock, Inside, Visitor, inside, settings, soon

from croupier.house.config.clocks import Deadline
from croupier.house.config.paths import HousePaths
from croupier.house.engine.peers import PeerListener, others_listen
from croupier.house.storage import database as house_database
from croupier.house.storage import schema
from croupier.house.storage.database import DatabaseError, OpeningLock
from croupier.house.tables import deadline_basis
from croupier.house.tables.rollover import DAY, begun
from croupier.service.background import after_round
from croupier.service.background.after_round import Intent
from croupier.service.background.deadlines import AGAIN
from croupier.service.server import enter, open_tables

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


def test_what_happens_at_one_is_seen_at_the_other_with_its_name(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest("Zoë")
    with two.nobody().watch(TABLE) as socket:
        first = socket.receive_json()
        assert guest.sit(TABLE, 3).status_code == 200
        message = socket.receive_json()
        assert (message["what"], message["seq"]) == ("happened", first["seq"] + 1)
        assert [seat["seat"] for seat in message["view"]["seats"]] == [3]
    soon(lambda: two.nobody().view(TABLE)["view"]["seats"][0]["name"] == "Zoë")
    there = Visitor(two.client, guest.cookie)
    assert there.view(TABLE)["yours"] == [3]
    assert there.bet(TABLE, seat=3).status_code == 200
    soon(lambda: guest.view(TABLE)["view"]["phase"] == "round")


def test_a_command_sent_to_both_is_carried_out_once(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest()
    there = Visitor(two.client, guest.cookie)
    first, second = guest.sit(TABLE, 1, 5_000), there.sit(TABLE, 1, 5_000)
    assert (first.status_code, second.status_code) == (200, 200)
    assert first.json() == second.json()
    assert guest.get("/me/wallet").json()["amount"] == 95_000


@pytest.fixture
def deaf(monkeypatch: pytest.MonkeyPatch) -> None:
    """Word of what another process has written comes to nobody, as if it were on its way for long."""
    monkeypatch.setattr(PeerListener, "_hear", lambda *_: None)


def test_who_speaks_to_one_and_the_other_in_turn_is_understood_by_both(
    deaf: None,  # noqa: ARG001 - first of all
    houses: tuple[Inside, Inside],
) -> None:
    here, there = _both(houses, houses[0].guest())
    said = [
        here.sit(TABLE, 3),
        there.bet(TABLE, seat=3),
        here.give(TABLE, "1", "decide", 3, choice="check"),
        there.give(TABLE, "2", "decide", 3, choice="check"),
        here.give(TABLE, "3", "decide", 3, choice="fold"),
        there.give(TABLE, "4", "leave", 3),
        here.sit(TABLE, 2, request="5"),
    ]
    assert [each.status_code for each in said] == [200] * len(said)


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


def _ring(one: Inside, seconds: float) -> None:
    one.clock.on(seconds)
    one.on_loop(one.hub.presence.ring)


def _away(house: Inside) -> bool:
    (seat,) = house.nobody().view(TABLE)["view"]["seats"]
    return bool(seat["away"])


def test_who_watches_at_one_is_not_sent_out_by_the_other_nor_is_the_seat_given_away(
    houses: tuple[Inside, Inside],
) -> None:
    one, two = houses
    guest, there = _both(houses, one.guest())
    with there.watch(TABLE) as socket:
        socket.receive_json()
        assert guest.sit(TABLE, 1).status_code == 200  # where no socket of theirs is
        soon(lambda: there.view(TABLE)["yours"] == [1])
        _ring(one, 19)
        soon(lambda: not one.hub.presence.asked)  # it has asked, and was told
        _ring(one, 60)
        soon(lambda: not one.hub.presence.asked)  # once more: whoever has said it may be gone
        assert not _away(one)
    soon(lambda: len(two.hub.presence) == 1)
    _ring(two, 19)
    _ring(two, 2)
    soon(lambda: _away(two))  # nobody has said anything
    soon(lambda: _away(one))
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        soon(lambda: not _away(two))  # who has sent them out is told that they are back


def test_who_watched_at_a_process_that_is_gone_is_sent_out_by_another(
    monkeypatch: pytest.MonkeyPatch, houses: tuple[Inside, Inside]
) -> None:
    one, two = houses
    guest, there = _both(houses, one.guest())
    with there.watch(TABLE) as socket:
        socket.receive_json()
        assert guest.sit(TABLE, 1).status_code == 200
        soon(lambda: there.view(TABLE)["yours"] == [1])
        _ring(one, 19)
        soon(lambda: not one.hub.presence.asked)
        monkeypatch.setattr(two.hub.presence, "_watches", lambda _stream, _person: False)
        _ring(one, 60)
        _ring(one, 2)
        soon(lambda: _away(one))


def test_a_seat_is_given_to_others_when_no_process_has_a_socket(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest = one.guest()
    guest.sit(TABLE, 1)
    for seconds in (19, 2, 15 * 60, 2):
        _ring(one, seconds)
    soon(lambda: guest.get("/me/wallet").json()["amount"] == 100_000)
    soon(lambda: not two.nobody().view(TABLE)["view"]["seats"])


def test_who_watches_at_one_is_brought_back_when_the_other_was_not_told_in_time(
    monkeypatch: pytest.MonkeyPatch, houses: tuple[Inside, Inside]
) -> None:
    one, two = houses
    guest, there = _both(houses, one.guest())
    monkeypatch.setattr(two.hub.presence, "_asks", lambda _: None)  # its answers are lost
    with there.watch(TABLE) as socket:
        socket.receive_json()
        assert guest.sit(TABLE, 1).status_code == 200
        soon(lambda: there.view(TABLE)["yours"] == [1])
        _ring(one, 19)
        _ring(one, 2)
        kinds: list[bool] = []
        while len(kinds) < 2:
            message = socket.receive_json()
            kinds += [event["data"]["away"] for event in message.get("events", []) if event["kind"] == "away"]
        assert kinds == [True, False]


def test_who_has_left_a_socket_at_one_a_moment_ago_is_not_sent_out_by_the_other(houses: tuple[Inside, Inside]) -> None:
    one, two = houses
    guest, there = _both(houses, one.guest())
    assert guest.sit(TABLE, 1).status_code == 200
    soon(lambda: there.view(TABLE)["yours"] == [1])
    with there.watch(TABLE) as socket:
        socket.receive_json()
        one.clock.on(18)
    soon(lambda: len(two.hub.presence) == 1)  # the 20 seconds begin there, when those of the other are nearly over
    _ring(one, 0)
    soon(lambda: not one.hub.presence.asked)
    _ring(one, 2)
    assert not _away(one)
    _ring(two, 16)
    _ring(two, 2)
    soon(lambda: _away(one))


# ---- deadlines ---------------------------------------------------------------------------------------------


def _deadline(house: Inside) -> Deadline | None:
    return house.on_loop(lambda: house.hub.deadlines.waits(TABLE))


def test_a_process_that_starts_later_or_has_other_settings_has_the_same_deadline_for_a_seat() -> None:
    now, slow = Clock(), settings()
    table = replace(slow.tables[TABLE], decide_seconds=240)
    with database("postgresql") as engine, inside(engine, TABLE, clock=now) as one:
        guest = one.guest()
        guest.sit(TABLE, 1)
        now.on(100)
        guest.bet(TABLE)
        first = _deadline(one)
        assert first is not None
        with one.house.reading() as connection:
            soon(lambda: others_listen(connection))
        now.on(30)
        with inside(engine, clock=now) as two:
            assert _deadline(two) == first, "the house was not down, and nobody has time anew"
            assert two.nobody().view(TABLE)["clock"]["waits"] == one.nobody().view(TABLE)["clock"]["waits"]
        with inside(engine, run=replace(slow, tables={**slow.tables, TABLE: table}), clock=now) as two:
            longer = first._replace(at=first.since + 240_000)
            assert _deadline(two) == longer
            soon(lambda: _deadline(one) == longer)


def test_who_stood_still_allows_time_in_every_process_and_none_sends_before_it_has_looked(
    houses: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = houses
    guest = one.guest()
    guest.sit(TABLE, 1)
    one.clock.on(100)
    guest.bet(TABLE)
    soon(lambda: _deadline(two) is not None and _deadline(two) == _deadline(one))
    seq = guest.view(TABLE)["seq"]
    monkeypatch.setattr(two.hub, "_said", lambda _: None)  # what it is told is lost
    one.clock.on(3600)
    one.on_loop(one.hub.deadlines.stood_still)
    with one.house.reading() as connection:
        soon(lambda: deadline_basis.read(connection).started == one.clock.time)
    two.on_loop(two.hub.deadlines.ring)
    assert _deadline(two) == _deadline(one)
    assert guest.view(TABLE)["seq"] == seq
    one.clock.on(61)
    two.on_loop(two.hub.deadlines.ring)
    soon(lambda: guest.view(TABLE)["seq"] > seq)


# ---- those who work there ----------------------------------------------------------------------------------


def _both(houses: tuple[Inside, Inside], visitor: Visitor) -> tuple[Visitor, Visitor]:
    return visitor, Visitor(houses[1].client, visitor.cookie)


def test_what_is_ordered_at_one_is_done_when_a_round_ends_at_the_other(houses: tuple[Inside, Inside]) -> None:
    guest, there = _both(houses, houses[0].guest())
    floor, elsewhere = _both(houses, houses[0].hired("floor", "floor", TABLE))
    guest.sit(TABLE, 1)
    guest.bet(TABLE)
    assert floor.post(f"/tables/{TABLE}/close-after").json()["when"] == "after the round"
    soon(lambda: bool(elsewhere.get("/floor").json()["tables"]))
    assert elsewhere.get("/floor").json()["tables"][0]["closing"] is True
    there.play_out(TABLE, "out")
    soon(lambda: guest.get(f"/tables/{TABLE}").status_code == 404)
    soon(lambda: there.get(f"/tables/{TABLE}").status_code == 404)


@pytest.mark.parametrize("at_once", [True, False])
def test_what_is_ordered_at_a_process_that_is_gone_is_done_by_another(
    monkeypatch: pytest.MonkeyPatch, houses: tuple[Inside, Inside], *, at_once: bool
) -> None:
    one, two = houses
    guest, there = _both(houses, one.guest())
    guest.sit(TABLE, 1)
    guest.bet(TABLE)
    assert guest.post(f"/tables/{TABLE}/seats/1/leave-after", {"request": "l"}).status_code == 200
    monkeypatch.setattr(one.hub.intents, "_waiting", {})  # it knows nothing of it any more
    soon(lambda: there.view(TABLE)["view"]["phase"] == "round")
    _looks(two)
    there.play_out(TABLE, "out")
    if not at_once:  # a round is played when it is found out
        assert guest.bet(TABLE, "again").status_code == 200
        soon(lambda: there.view(TABLE)["view"]["phase"] == "round")
    assert there.view(TABLE)["yours"] == [1]
    _looks(two)
    if not at_once:
        there.play_out(TABLE, "out-again")
    soon(lambda: guest.view(TABLE)["yours"] == [])
    soon(lambda: not _known(two))
    _looks(two)


def _known(house: Inside) -> frozenset[Intent]:
    with house.house.reading() as connection:
        return after_round.all_orders(connection)


def _looks(house: Inside) -> None:
    house.on_loop(lambda: house.hub.intents.look(_known(house)))


def test_what_is_ordered_at_one_is_taken_back_at_the_other(houses: tuple[Inside, Inside]) -> None:
    guest = houses[0].guest()
    floor, elsewhere = _both(houses, houses[0].hired("floor", "floor", TABLE))
    guest.sit(TABLE, 1)
    guest.bet(TABLE)
    floor.post(f"/tables/{TABLE}/close-after")
    assert elsewhere.ask("DELETE", f"/tables/{TABLE}/close-after").status_code == 204
    guest.play_out(TABLE, "out")
    assert guest.view(TABLE)["yours"] == [1]


def test_chips_that_are_sent_for_at_both_come_once(houses: tuple[Inside, Inside]) -> None:
    here, there = _both(houses, houses[0].hired("floor", "floor", TABLE))
    body = {"request": "f", "amount": 100}
    first, second = here.post(f"/tables/{TABLE}/fills", body), there.post(f"/tables/{TABLE}/fills", body)
    assert (first.status_code, first.json()) == (200, second.json())
    (fill,) = [each for each in houses[0].noted() if each["what"] == "fill"]
    assert fill["amount"] == 100


def test_who_is_refused_at_one_does_not_sit_down_at_the_other(houses: tuple[Inside, Inside]) -> None:
    guest, there = _both(houses, houses[0].guest())
    floor = houses[0].hired("floor", "floor", TABLE)
    person = guest.get("/me").json()["person"]
    assert floor.post(f"/tables/{TABLE}/refused", {"person": person, "reason": "Shouting."}).status_code == 200
    assert there.sit(TABLE, 1).status_code == 422


# ---- sessions ------------------------------------------------------------------------------------------


def _sessions(house: Inside) -> list[str]:
    columns = schema.sessions.c
    with house.house.reading() as connection:
        return list(connection.scalars(select(columns.id).where(columns.stream == TABLE).order_by(columns.first)))


@pytest.mark.parametrize("who", ["one", "both"])
def test_a_session_turns_over_once_whoever_sees_to_it_and_nobody_loses_the_seat(
    houses: tuple[Inside, Inside], who: str
) -> None:
    one, two = houses
    guest, other = one.guest(), two.guest()
    assert guest.sit(TABLE, 1, 30_000).status_code == 200
    assert other.sit(TABLE, 2, 20_000).status_code == 200
    with guest.watch(TABLE), other.watch(TABLE) as socket:
        one.clock.on(DAY / 1000)
        for house in houses if who == "both" else (one,):
            house.on_loop(house.hub.turning.ring)
        soon(lambda: len(_sessions(one)) == 2)
        for house in houses:
            soon(lambda house=house: len(_at(house)) == 2)  # type: ignore[misc]
        message = socket.receive_json()
        while message["seq"] < two.nobody().view(TABLE)["seq"]:
            message = socket.receive_json()
        assert [seat["bankroll"] for seat in message["view"]["seats"]] == [None, 20_000]
        assert other.bet(TABLE, seat=2).status_code == 200
        soon(lambda: not _begun(one))
    assert len(_sessions(one)) == 2
    with one.house.reading() as connection:
        sat = list(connection.scalars(select(schema.postings.c.amount).where(_came())))
    assert sorted(sat) == [-30_000, -30_000, -20_000, -20_000], "each came twice: once by hand, once again"


def _sits_again(houses: tuple[Inside, Inside], *rung: Inside) -> None:
    """Somebody sits there again after all those have rung who turn the session over.

    The clock goes on meanwhile: what the other process got the better of is tried again, some seconds later.
    """
    guest = houses[0].guest()
    assert guest.sit(TABLE, 1, 30_000).status_code == 200
    with guest.watch(TABLE):
        houses[0].clock.on(DAY / 1000)
        until = time.monotonic() + 30
        while not all(len(_sessions(house)) == 2 and len(_at(house)) == 1 for house in houses):
            assert time.monotonic() < until
            for house in rung:
                house.on_loop(house.hub.turning.ring)
            houses[0].clock.on(AGAIN / 1000)
            time.sleep(0.5)


def _at(house: Inside) -> list[object]:
    return list(house.nobody().view(TABLE).get("view", {}).get("seats", ()))


def test_who_sat_at_a_session_sits_again_when_another_process_has_opened_the_next(
    houses: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = houses
    monkeypatch.setattr(one.hub.turning, "_open", lambda _: None)
    monkeypatch.setattr(two.hub.turning, "_seat", lambda _stream, _turn: None)
    _sits_again(houses, one)


def test_who_was_too_late_to_close_a_session_opens_the_next_all_the_same(
    houses: tuple[Inside, Inside], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = houses
    monkeypatch.setattr(one.hub.turning, "_go_on", lambda _: None)
    _sits_again(houses, one, two)


def _came() -> ColumnElement[bool]:
    return and_(schema.postings.c.what == "sat", schema.postings.c.account.like("wallet/%"))


def _begun(house: Inside) -> dict[str, str]:
    with house.house.reading() as connection:
        return begun(connection)


# ---- opening -----------------------------------------------------------------------------------------------


def _opens(paths: HousePaths, address: str) -> tuple[str, dict[str, str]]:
    """Open a house as a process of its own would: what it goes by, and its tables with their sessions."""
    opened, deliveries = enter(paths, address)
    open_tables(opened, settings(), deliveries)
    opened.turn.end()
    sessions = {name: queue.live.session for name, queue in opened.house.queues.items()}
    opened.close()
    return opened.goes_by, sessions


def test_of_two_that_open_a_new_house_at_once_one_makes_it_and_both_have_it_open(tmp_path: Path) -> None:
    address = empty().render_as_string(hide_password=False)
    places = [HousePaths.of(tmp_path / name, tmp_path / "keys") for name in ("one", "two")]
    with ThreadPoolExecutor(2) as threads:
        one, two = threads.map(lambda each: _opens(each, address), places)
    assert one == two
    assert len(one[1]) == 5


def test_who_does_not_come_to_its_turn_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_database, "_TURN_SECONDS", 1)
    engine = house_database.connect(empty().render_as_string(hide_password=False))
    turn = OpeningLock(engine)
    with pytest.raises(DatabaseError, match="another process has been opening this house for more than 1 s"):
        OpeningLock(engine)
    turn.end()
    turn.end()  # which is no harm
    OpeningLock(engine).end()
    engine.dispose()
