"""A program that stands still for a while, or a clock that is set: nobody is late for what nobody could hear."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.service.houses import WAGERS, OnTheWall, settings
from support.service.sockets import Served, heard, run, serving, told

from croupier.house.config.paths import HousePaths
from croupier.house.tables.startup import KEEP, PremisesError
from croupier.service.background import timers
from croupier.service.background.timers import Alarms
from croupier.service.server import enter, open_tables

TABLE = "uth-ma"
SECOND = 1000
_HURRIED = 1  # seconds to decide in


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Served]:
    run_by = settings()
    table = replace(
        run_by.tables[TABLE], decide_seconds=_HURRIED, away_seconds=_HURRIED, card_milliseconds=0, step_milliseconds=0
    )
    run_by = replace(run_by, tables={**run_by.tables, TABLE: table})
    with serving(tmp_path, TABLE, run=run_by, clock=OnTheWall()) as found:
        yield found


async def _asked(house: Served, token: str, number: int) -> int:
    """Somebody bets, and is asked; the sequence at which that is."""
    house.open.clock.on(100)  # the minute after the start is over
    async with house.watch(token) as socket:
        await heard(socket)
        if not house.open.house.queues[TABLE].live.record.state.taken():
            await told(socket, f"s{number}", "sit", chips=50_000)
        await told(socket, f"b{number}", "bet", wagers=WAGERS[TABLE], ready=True)
    return house.open.house.queues[TABLE].live.record.seq


def test_who_is_asked_while_the_program_stands_still_has_a_minute_after_it(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timers, "OVERSLEPT", SECOND // 2)

    async def test() -> None:
        token = house.program()
        async with house.watch(token) as socket:
            await heard(socket)
            seq = await _asked(house, token, 1)
            house.open.hub.deliveries(lambda: time.sleep(3 * _HURRIED))
            await asyncio.sleep(3 * _HURRIED + 1)
            assert house.open.house.queues[TABLE].live.record.seq == seq
            state = house.open.house.queues[TABLE].live.record.state
            assert (state.phase, state.seat(1).away) == ("round", False)
            assert (await told(socket, "d", "decide", choice="check"))["what"] == "done"

    run(test)


def test_where_it_does_not_stand_still_time_runs_out(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token):
            seq = await _asked(house, token, 1)
            await asyncio.sleep(_HURRIED + 2)
            assert house.open.house.queues[TABLE].live.record.seq > seq

    run(test)


def test_alarms_ring_late_and_say_so_if_the_loop_was_kept_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timers, "OVERSLEPT", SECOND)

    def now() -> int:
        return int(time.monotonic() * SECOND)

    async def test() -> None:
        rung: list[str] = []
        found = Alarms[str](now, rung.append, lambda: rung.append("slept"))
        found.set("a", now() + 100)
        time.sleep(0.3)  # noqa: ASYNC251 - the loop is kept from everything
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert rung == ["a"]
        found.set("b", now() + 100)
        time.sleep(1.5)  # noqa: ASYNC251
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert rung == ["a", "slept", "b"]

    asyncio.run(test())


# ---- the clock on the wall -----------------------------------------------------------------------------------


@pytest.mark.parametrize("days", [-400, -1, 1, 400])
def test_a_clock_on_the_wall_that_is_set_while_the_house_runs_changes_nothing(
    tmp_path: Path, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, _ = enter(HousePaths(tmp_path / "house", tmp_path / "keys"), "")
    try:
        before = opened.house.now()
        real = time.time_ns
        monkeypatch.setattr(time, "time_ns", lambda: real() + days * 86_400 * 10**9)
        monkeypatch.setattr(time, "time", lambda: real() / 10**9 + days * 86_400)
        assert 0 <= opened.house.now() - before < 10 * SECOND
    finally:
        opened.close()


@pytest.mark.parametrize("days", [-400, -1])
def test_a_house_that_starts_by_a_clock_that_was_set_back_goes_on_from_its_record(
    tmp_path: Path, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    places = HousePaths(tmp_path / "house", tmp_path / "keys")
    opened, deliveries = enter(places, "")
    open_tables(opened, settings(), deliveries)
    last = opened.house.now()
    opened.close()
    real = time.time_ns
    monkeypatch.setattr(time, "time_ns", lambda: real() + days * 86_400 * 10**9)
    with pytest.raises(PremisesError, match="house time is ahead"):
        enter(places, "")
    again, _ = enter(places, "", KEEP)
    try:
        assert 0 <= again.house.now() - last + 10 * SECOND < 60 * SECOND
        assert set(again.house.queues) == set(settings().tables)
    finally:
        again.close()
