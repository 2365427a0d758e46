"""Queries of the record: fair to every person, bounded in time, and ended when their asker goes or the house stops."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from time import perf_counter

import pytest
from sqlalchemy import Connection, Engine, text
from starlette.types import Message
from support.house.played_house import postgresql, sqlite

from croupier.service.http import askers
from croupier.service.http.problems import Problem
from croupier.service.live import record_readers
from croupier.service.live.lanes import OF_ONE
from croupier.service.live.record_readers import THREADS, Records

ENDLESS = {
    "sqlite": "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n",
    "postgresql": "SELECT 1 FROM pg_sleep(600)",
}
SOON = 60.0  # seconds, of queries that would take ten minutes


@pytest.fixture(params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "postgresql":
        with postgresql() as made:
            yield made
        return
    made = sqlite(tmp_path)
    yield made
    made.dispose()


def endless(connection: Connection) -> object:
    return connection.execute(text(ENDLESS[connection.dialect.name])).scalar()


def at_once(connection: Connection) -> object:
    return connection.execute(text("SELECT 1")).scalar()


async def asked(records: Records, person: str, look: Callable[[Connection], object], gone: asyncio.Event) -> object:
    async def receive() -> Message:
        await gone.wait()
        return {"type": "http.disconnect"}

    askers.begin(person, receive)
    return await records.read(look)


def test_a_query_ends_when_its_time_is_up(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    records = Records(engine)
    began = perf_counter()
    with monkeypatch.context() as patched:
        patched.setattr(record_readers, "SECONDS", 0.2)
        with pytest.raises(Problem, match="takes longer than 0 s"):
            asyncio.run(records.read(endless))
    assert perf_counter() - began < SOON
    assert asyncio.run(records.read(at_once)) == 1
    records.close()


def test_a_query_of_many_statements_ends_between_two_of_them(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def many(connection: Connection) -> None:
        while True:
            at_once(connection)

    monkeypatch.setattr(record_readers, "SECONDS", 0.2)
    records = Records(engine)
    with pytest.raises(Problem, match="takes longer"):
        asyncio.run(records.read(many))
    records.close()


def test_a_query_ends_with_its_asker(engine: Engine) -> None:
    async def run() -> float:
        records, gone = Records(engine), asyncio.Event()
        asking = asyncio.create_task(asked(records, "ann", endless, gone))
        await asyncio.sleep(0.3)
        began = perf_counter()
        gone.set()
        with pytest.raises(Problem):
            await asking
        took = perf_counter() - began
        assert await records.read(at_once) == 1
        records.close()
        return took

    assert asyncio.run(run()) < SOON


def test_nobody_waits_for_what_others_ask_again_and_again(engine: Engine) -> None:
    """A person with many long queries has one place; whoever else asks is answered at once."""

    async def run() -> float:
        records, gone = Records(engine), asyncio.Event()
        greedy = [asyncio.create_task(asked(records, "eve", endless, gone)) for _ in range(1 + OF_ONE)]
        await asyncio.sleep(0.2)
        with pytest.raises(Problem, match="too many look something up"):
            await asked(records, "eve", at_once, asyncio.Event())
        began = perf_counter()
        for number in range(10):
            assert await asked(records, f"guest {number}", at_once, asyncio.Event()) == 1
        took = perf_counter() - began
        gone.set()
        assert all(isinstance(each, Problem) for each in await asyncio.gather(*greedy, return_exceptions=True))
        records.close()
        return took

    assert asyncio.run(run()) < SOON


def test_people_who_wait_are_taken_in_turn(engine: Engine) -> None:
    async def run() -> list[str]:
        records, gone, order = Records(engine), asyncio.Event(), []
        busy = [asyncio.create_task(asked(records, f"busy {n}", endless, gone)) for n in range(THREADS)]
        await asyncio.sleep(0.2)

        async def ask(person: str) -> None:
            await asked(records, person, at_once, asyncio.Event())
            order.append(person)

        waiting = [asyncio.create_task(ask(person)) for person in ("ann", "ann", "ann", "bob", "zoe")]
        await asyncio.sleep(0.1)
        waiting[1].cancel()  # who goes while waiting leaves no gap
        gone.set()
        await asyncio.gather(*busy, *waiting, return_exceptions=True)
        records.close()
        return order

    assert sorted(asyncio.run(run())) == ["ann", "ann", "bob", "zoe"]


def test_a_house_that_stops_ends_all_queries(engine: Engine) -> None:
    async def run() -> float:
        records = Records(engine)
        running = [asyncio.create_task(asked(records, f"p{n}", endless, asyncio.Event())) for n in range(THREADS)]
        await asyncio.sleep(0.2)
        began = perf_counter()
        await asyncio.get_running_loop().run_in_executor(None, records.close)
        took = perf_counter() - began
        await asyncio.gather(*running, return_exceptions=True)
        return took

    assert asyncio.run(run()) < SOON
