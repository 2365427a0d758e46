"""What the house does by its own clock: time runs out, who is not there sits out, who wants to leave is seen off."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.service.houses import Clock, Inside, Visitor, inside, settings

from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import NOT_WRITTEN, Committed, PendingCommand
from croupier.house.storage import database
from croupier.service.background.presence import AWAY
from croupier.service.background.timers import Alarms

TABLE = "uth-ma"


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


def _ring(house: Inside, seconds: float) -> None:
    """So much later: whatever is due is done, and is on record."""
    house.clock.on(seconds)
    house.on_loop(house.hub.deadlines.ring)
    house.on_loop(house.hub.presence.ring)
    _settle(house)


def _settle(house: Inside) -> None:
    until = time.monotonic() + 5
    while house.on_loop(lambda: any(queue.waiting for queue in house.house.queues.values())):
        assert time.monotonic() < until
        time.sleep(0.005)


def _seats(house: Inside) -> dict[int, dict[str, Any]]:
    return {seat["seat"]: seat for seat in house.nobody().view(TABLE)["view"]["seats"]}


def _two(house: Inside) -> tuple[Visitor, Visitor]:
    one, two = house.guest(), house.guest()
    assert one.sit(TABLE, 1).status_code == two.sit(TABLE, 2).status_code == 200
    return one, two


# ---- deadlines ---------------------------------------------------------------------------------------------


def test_who_does_not_bet_in_time_is_not_waited_for(house: Inside) -> None:
    one, two = _two(house)
    with one.watch(TABLE), two.watch(TABLE):
        assert one.bet(TABLE, seat=1).status_code == 200
        _ring(house, 20)
        assert house.nobody().view(TABLE)["view"]["phase"] == "betting"
        _ring(house, 80)
        view = house.nobody().view(TABLE)["view"]
        assert view["phase"] == "round"
        assert [seat["seat"] for seat in view["seats"] if seat["cards"]] == [1]


def test_downtime_counts_for_nobody(tmp_path: Path) -> None:
    """Whoever was asked when the house went down has a minute after it is up again, however short the time to think."""
    hurried = settings()
    table = replace(hurried.tables[TABLE], decide_seconds=5, away_seconds=1)
    run, clock = replace(hurried, tables={**hurried.tables, TABLE: table}), Clock()
    with inside(tmp_path, TABLE, run=run, clock=clock) as before:
        guest = before.guest()
        guest.sit(TABLE)
        with guest.watch(TABLE):
            guest.bet(TABLE)
            asked = guest.view(TABLE)
            assert asked["view"]["due"]["do"] == "decide"
        cookie = guest.cookie
    clock.on(3 * 3600)
    with inside(tmp_path, TABLE, run=run, clock=clock) as house:
        again = Visitor(house.client, cookie)
        _ring(house, 59)
        assert again.view(TABLE)["seq"] == asked["seq"]
        assert again.view(TABLE)["view"]["seats"][0]["away"] is False
        _ring(house, 2)
        assert again.view(TABLE)["seq"] > asked["seq"]


def test_who_does_not_decide_in_time_is_decided_for(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        assert guest.view(TABLE)["view"]["due"]["do"] == "decide"
        _ring(house, 30)
        assert guest.view(TABLE)["view"]["round"] == 1
        for _ in range(5):
            _ring(house, 150)
        view = guest.view(TABLE)["view"]
        assert (view["phase"], view["round"]) == ("betting", 1)
        assert guest.get(f"/tables/{TABLE}/last").json()["seats"][0]["ending"]


def test_a_deadline_is_for_its_sequence_alone(house: Inside) -> None:
    one, two = _two(house)
    with one.watch(TABLE), two.watch(TABLE):
        one.bet(TABLE, seat=1)
        house.clock.on(100)
        two.bet(TABLE, seat=2)  # in the last moment: the deal begins, and with it another deadline
        seq = house.nobody().view(TABLE)["seq"]
        _ring(house, 0)
        assert house.nobody().view(TABLE)["seq"] == seq


def test_a_clock_command_that_could_not_be_written_is_sent_again(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        sends = house.house.send
        failed: list[PendingCommand] = []

        def fails(asked: PendingCommand) -> None:
            if asked.command.do == "timeout" and not failed:
                failed.append(asked)
                asked.on_done(NOT_WRITTEN)
            else:
                sends(asked)

        monkeypatch.setattr(house.house, "send", fails)
        _ring(house, 200)
        seq = guest.view(TABLE)["seq"]
        assert failed
        _ring(house, 3)
        assert guest.view(TABLE)["seq"] > seq


def test_500_tables_that_wait_cost_one_timer(monkeypatch: pytest.MonkeyPatch) -> None:
    import asyncio

    async def test() -> None:
        rung: list[int] = []
        now = [0]
        alarms: Alarms[int] = Alarms(lambda: now[0], rung.append)
        set_by_loop: list[Any] = []
        loop = asyncio.get_running_loop()
        call_later = loop.call_later

        def counted(*args: Any) -> asyncio.TimerHandle:  # noqa: ANN401 - of the loop
            set_by_loop.append(args)
            return call_later(*args)

        monkeypatch.setattr(loop, "call_later", counted)
        for key in range(500):
            alarms.set(key, 60_000 + key)
        assert len(set_by_loop) == 1
        for key in range(500):
            alarms.set(key, 90_000 + key)  # later: nothing is wound
        assert len(set_by_loop) == 1
        alarms.clear(7)
        now[0] = 60_499
        alarms.ring()
        assert rung == []
        now[0] = 90_003
        alarms.ring()
        assert rung == [0, 1, 2, 3]
        alarms.set(9, 90_004)
        alarms.set(9, 90_002)
        alarms.ring()
        assert rung == [0, 1, 2, 3, 9]
        now[0] = 10**9
        alarms.ring()
        assert sorted(rung) == [each for each in range(500) if each != 7]
        alarms.stop()
        assert len(alarms) == 0

    asyncio.run(test())


def test_what_waits_for_a_supervisor_is_ruled_where_nobody_supervises(house: Inside) -> None:
    heard: list[Committed] = []
    house.on_loop(lambda: house.house.listeners.add(Stage.PLAYERS, heard.append))
    floor = house.hired("floor", "floor", TABLE)
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        assert floor.give(TABLE, "call", "call", 0, what="a card fell on the floor").status_code == 200
        _settle(house)
    assert [each.command.do for each in heard][-3:-1] == ["call", "rule"] or "rule" in [
        each.command.do for each in heard
    ]
    assert guest.get(f"/tables/{TABLE}/last").json()["void"] is True


# ---- presence ----------------------------------------------------------------------------------------------


def test_who_has_no_socket_for_20_seconds_sits_out_and_comes_back_to_the_same_seat(house: Inside) -> None:
    guest = house.guest()
    with guest.watch(TABLE):
        guest.sit(TABLE, 4)
        _ring(house, AWAY / 1000 + 5)
        assert _seats(house)[4]["away"] is False
    house.on_loop(lambda: None)
    _ring(house, 19)
    assert _seats(house)[4]["away"] is False
    _ring(house, 2)
    assert _seats(house)[4]["away"] is True
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        _settle(house)
        assert _seats(house)[4]["away"] is False
        assert guest.view(TABLE)["yours"] == [4]


NEW_PLAYER = {"login": "zoe", "password": "seven of clubs, folded"}


def _keeps(house: Inside, **minutes: int) -> None:
    about = replace(house.hub.settings.tables[TABLE], **minutes)  # type: ignore[arg-type]
    house.hub.settings = replace(house.hub.settings, tables={TABLE: about})


def test_a_guest_without_a_connection_leaves_after_two_minutes_and_a_player_does_not(house: Inside) -> None:
    guest, player = house.guest(), house.guest()
    assert player.post("/accounts", NEW_PLAYER).status_code == 201
    with guest.watch(TABLE), player.watch(TABLE):
        guest.sit(TABLE, 4, 5_000)
        player.sit(TABLE, 2)
    house.on_loop(lambda: None)
    _ring(house, 21)
    assert {number: seat["away"] for number, seat in _seats(house).items()} == {2: True, 4: True}
    _ring(house, 98)
    assert 4 in _seats(house), "two minutes are not over"
    _ring(house, 2)
    assert set(_seats(house)) == {2}
    assert guest.get("/me/wallet").json()["amount"] == 100_000


def test_a_guest_who_signs_up_at_the_table_keeps_the_seat_as_players_do(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE, 4)
    assert guest.post("/accounts", NEW_PLAYER).status_code == 201
    _ring(house, 21)
    _ring(house, 600)
    assert 4 in _seats(house)


def test_a_seat_is_kept_for_a_while_and_then_for_others_with_the_chips_in_the_wallet(house: Inside) -> None:
    _keeps(house, keep_guest_minutes=0)
    guest, other = house.guest(), house.guest()
    guest.sit(TABLE, 4, 5_000)
    _ring(house, 21)
    assert _seats(house)[4]["away"] is True
    _ring(house, 14 * 60)
    assert 4 in _seats(house)
    with other.watch(TABLE):
        other.sit(TABLE, 2)
        other.bet(TABLE, seat=2)
        _ring(house, 61)
        assert 4 in _seats(house), "a round is played"
        other.play_out(TABLE, "out", 2)
        _ring(house, 3)
        assert set(_seats(house)) == {2}, "who watches keeps the seat"
    assert guest.get("/me/wallet").json()["amount"] == 100_000
    assert guest.sit(TABLE, 4, request="again").status_code == 200


def test_who_comes_back_keeps_the_seat_and_has_all_the_time_again(house: Inside) -> None:
    _keeps(house, keep_guest_minutes=0)
    guest = house.guest()
    guest.sit(TABLE, 4)
    for _ in range(3):
        _ring(house, 21)
        _ring(house, 14 * 60)
        with guest.watch(TABLE) as socket:
            socket.receive_json()
            _settle(house)
        house.on_loop(lambda: None)
    assert _seats(house)[4]["away"] is False


def test_a_seat_at_a_table_that_is_gone_is_kept_for_nobody(house: Inside) -> None:
    house.guest().sit(TABLE, 4)
    _ring(house, 21)
    queue = house.house.queues[TABLE]
    house.on_loop(lambda: house.house.queues.pop(TABLE))  # without a word of who left
    house.clock.on(16 * 60)
    house.on_loop(house.hub.presence.ring)
    house.house.queues[TABLE] = queue
    assert len(house.hub.presence) == 0  # nobody is waited for there


def test_a_table_may_keep_seats_for_as_long_as_its_session_lasts(house: Inside) -> None:
    _keeps(house, keep_seat_minutes=0, keep_guest_minutes=0)
    guest = house.guest()
    guest.sit(TABLE, 4)
    _ring(house, 21)
    _ring(house, 12 * 3600)
    assert 4 in _seats(house)


def test_who_comes_back_in_time_does_not_sit_out(house: Inside) -> None:
    guest = house.guest()
    with guest.watch(TABLE):
        guest.sit(TABLE)
    _ring(house, 15)
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        _ring(house, 60)
        assert _seats(house)[1]["away"] is False


def test_who_sits_down_without_watching_is_away_after_20_seconds(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    _ring(house, 21)
    assert _seats(house)[1]["away"] is True


def test_who_sat_out_by_choice_is_not_brought_back(house: Inside) -> None:
    guest = house.guest()
    with guest.watch(TABLE):
        guest.sit(TABLE)
        guest.give(TABLE, "out", "sit out")
    _ring(house, 30)
    with guest.watch(TABLE) as socket:
        socket.receive_json()
        _settle(house)
        assert _seats(house)[1]["away"] is True


def test_one_of_two_sockets_is_enough_to_be_there(house: Inside) -> None:
    guest = house.guest()
    with guest.watch(TABLE):
        with guest.watch(TABLE) as other:
            other.receive_json()
            guest.sit(TABLE)
        _ring(house, 60)
        assert _seats(house)[1]["away"] is False


def test_after_a_start_everybody_has_a_minute_to_come_back(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("house")
    with inside(folder, TABLE) as house:
        guest = house.guest()
        guest.sit(TABLE)
        clock, secret = house.clock, guest.cookie
    with inside(folder, clock=clock) as house:
        _ring(house, 50)
        assert _seats(house)[1]["away"] is False
        _ring(house, 11)
        assert _seats(house)[1]["away"] is True
        assert Visitor(house.client, secret).view(TABLE)["yours"] == [1]


# ---- leaving -----------------------------------------------------------------------------------------------


def _leave_after(visitor: Visitor, request: str = "after") -> int:
    return visitor.post(f"/tables/{TABLE}/seats/1/leave-after", {"request": request}).status_code


def _play_out(guest: Visitor) -> None:
    for number in range(5):
        if guest.view(TABLE)["view"]["due"]["do"] != "decide":
            return
        choices = [each["choice"] for each in guest.view(TABLE)["view"]["choices"]]
        guest.give(TABLE, f"d{number}", "decide", choice="check" if "check" in choices else "fold")


def test_who_asks_to_leave_after_this_round_is_gone_when_it_is_over(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        assert _leave_after(guest) == _leave_after(guest, "again") == 200
        assert guest.view(TABLE)["yours"] == [1]
        _play_out(guest)
        _settle(house)
        assert guest.view(TABLE)["yours"] == []
        net = guest.get(f"/tables/{TABLE}/last").json()["seats"][0]["net"]
        assert guest.get("/me/wallet").json()["amount"] == 100_000 + net


def test_between_rounds_who_asks_to_leave_after_goes_at_once(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    assert _leave_after(guest) == 200
    assert guest.view(TABLE)["yours"] == []


def test_that_somebody_wants_to_leave_outlives_a_restart(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.mktemp("house")
    with inside(folder, TABLE) as house:
        guest = house.guest()
        guest.sit(TABLE)
        guest.bet(TABLE)
        assert _leave_after(guest) == 200
        clock, secret = house.clock, guest.cookie
    with inside(folder, clock=clock) as house:
        guest = Visitor(house.client, secret)
        assert guest.view(TABLE)["yours"] == [1]
        _play_out(guest)
        _settle(house)
        assert guest.view(TABLE)["yours"] == []
        with database.reading(house.house.engine) as connection:
            from croupier.service.background.after_round import all_orders

            assert all_orders(connection) == frozenset()


def test_the_clocks_are_those_of_the_settings(house: Inside) -> None:
    found = house.hub.settings
    table = replace(found.tables[TABLE], decide_seconds=5, card_milliseconds=0, step_milliseconds=0)
    house.on_loop(lambda: house.hub.take_up(replace(found, tables={**found.tables, TABLE: table}), ()))
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        house.clock.on(100)  # after the first minute, which everybody has
        guest.bet(TABLE)
        seq = guest.view(TABLE)["seq"]
        _ring(house, 4)
        assert guest.view(TABLE)["seq"] == seq
        _ring(house, 1.1)
        assert guest.view(TABLE)["seq"] > seq
