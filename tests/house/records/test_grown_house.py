"""A house of 200,000 rounds: its queries answer at once, or are bounded, end with their asker and delay nobody."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import pytest
from grown_house import ROUNDS, grow
from sqlalchemy import Engine
from support.house.grown_queries import BOUNDED, LONGER, WHOLE, plans, scans

from croupier.house.storage import database

pytestmark = pytest.mark.prove
AT_ONCE = 0.2  # seconds
BOUND = 5.0
Record = Callable[[str, object], None]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    engine = database.connect(database.in_file(tmp_path_factory.mktemp("grown") / "house.sqlite3"))
    database.prepare(engine)
    grow(engine, ROUNDS)
    yield engine
    engine.dispose()


def seconds(house: Engine, ask: Callable[..., object]) -> float:
    took = []
    for _ in range(3):
        with database.at_one_moment(house) as connection:
            began = perf_counter()
            ask(connection)
            took.append(perf_counter() - began)
    return min(took)


@pytest.mark.parametrize("name", BOUNDED | LONGER)
def test_a_query_answers_at_once(house: Engine, name: str, record_property: Record) -> None:
    took = seconds(house, (BOUNDED | LONGER)[name])
    record_property("showed", f"{name}: {took * 1000:.1f} ms at {ROUNDS:,} rounds")
    assert took < AT_ONCE


@pytest.mark.parametrize("name", WHOLE)
def test_sums_of_the_whole_house_are_bounded(house: Engine, name: str, record_property: Record) -> None:
    took = seconds(house, WHOLE[name])
    record_property("showed", f"{name}: {took:.2f} s at {ROUNDS:,} rounds")
    assert took < BOUND


@pytest.mark.parametrize("name", BOUNDED | LONGER | WHOLE)
def test_no_plan_scans_a_table_that_grows(house: Engine, name: str) -> None:
    found: list[tuple[str, list[str]]] = []
    with plans(house, found), database.at_one_moment(house) as connection:
        (BOUNDED | LONGER | WHOLE)[name](connection)
    assert [scans(plan) for _, plan in found] == [[] for _ in found]
