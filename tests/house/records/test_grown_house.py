"""A house of 200,000 rounds: each of its queries answers at once, by an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter

import pytest
from grown_house import HOUSE, KEY, ROUNDS, grow
from sqlalchemy import Engine, select
from support.house.grown_queries import BOUNDED, KEYRING, LONGER, plans, scans

from croupier.house.audit.extent import since
from croupier.house.audit.verify import verify
from croupier.house.storage import database, schema

pytestmark = pytest.mark.prove
AT_ONCE = 0.2  # seconds
SECONDS = 15.0
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


@pytest.mark.parametrize("name", BOUNDED | LONGER)
def test_no_plan_scans_a_table_that_grows(house: Engine, name: str) -> None:
    found: list[tuple[str, list[str]]] = []
    with plans(house, found), database.at_one_moment(house) as connection:
        (BOUNDED | LONGER)[name](connection)
    assert [scans(*each) for each in found] == [[] for _ in found]


def test_an_audit_since_a_checkpoint_takes_seconds(house: Engine, record_property: Record) -> None:
    """The last sessions of a house that was folded do not stand an audit; how long it takes does not depend on that."""
    with database.writing(house) as connection:
        database.note(connection, database.HOUSE, HOUSE)
    with database.at_one_moment(house) as connection:
        (note,) = connection.scalars(select(schema.checkpoints.c.note))
        began = perf_counter()
        report = verify(connection, KEYRING, KEY.public, since(connection, note, KEY.public))
        took = perf_counter() - began
    assert report.counted["rows"]
    record_property("showed", f"an audit since the last checkpoint: {took:.1f} s at {ROUNDS:,} rounds")
    assert took < SECONDS
