"""Queries of a house that has grown: each uses an index, and none goes through what grows with the rounds."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from grown_house import grow
from sqlalchemy import Connection, Engine, text
from support.house.databases import database as database_of
from support.house.grown_queries import BOUNDED, GROWING, LONGER, plans, scans, work

from croupier.house.storage import database, schema
from croupier.house.storage.schema import metadata

FEW, MANY = 2040, 12_040  # as many rows of each table, and of the cage, behind the last that is summed up
ALL = BOUNDED | LONGER


def grown(folder: Path, rounds: int) -> Engine:
    engine = database.connect(database.in_file(folder / f"{rounds}.sqlite3"))
    database.prepare(engine)
    grow(engine, rounds)
    return engine


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Engine, Engine]]:
    folder = tmp_path_factory.mktemp("grown")
    small, large = grown(folder, FEW), grown(folder, MANY)
    yield small, large
    small.dispose()
    large.dispose()


@pytest.mark.parametrize("name", ALL)
def test_no_query_scans_a_table_that_grows(houses: tuple[Engine, Engine], name: str) -> None:
    found: list[tuple[str, list[str]]] = []
    small, _ = houses
    with plans(small, found), database.at_one_moment(small) as connection:
        ALL[name](connection)
    assert found
    for statement, plan in found:
        assert scans(statement, plan) == [], (statement, plan)


@pytest.mark.parametrize("name", BOUNDED)
def test_a_query_of_six_times_the_rounds_is_hardly_more_work(houses: tuple[Engine, Engine], name: str) -> None:
    works = []
    for each in houses:
        with database.at_one_moment(each) as connection:
            works.append(work(connection, BOUNDED[name]))
    small, large = works
    assert large <= 1.3 * small + 2000, works


@pytest.fixture(scope="module")
def in_postgresql() -> Iterator[Engine]:
    """A small house in PostgreSQL, which scans a table only where no index serves, however small the table is."""
    with database_of("postgresql") as made:
        grow(made, 1200)
        with made.connect() as connection:
            connection.execute(text("ANALYZE"))
        yield made


@pytest.mark.parametrize("name", ALL)
def test_no_query_scans_a_table_that_grows_in_postgresql(in_postgresql: Engine, name: str) -> None:
    found: list[tuple[str, list[str]]] = []
    with database.at_one_moment(in_postgresql) as connection:
        connection.execute(text("SET LOCAL enable_seqscan = off"))
        with plans(in_postgresql, found):
            ALL[name](connection)
    assert found
    for statement, plan in found:
        assert [each for each in plan if any(f"Seq Scan on {table}" in each for table in GROWING)] == [], statement


def test_a_scan_is_seen(houses: tuple[Engine, Engine]) -> None:
    def count(connection: Connection) -> object:
        return connection.execute(text("SELECT count(*) FROM played WHERE staked > 7")).scalar()

    found: list[tuple[str, list[str]]] = []
    with plans(houses[0], found), database.at_one_moment(houses[0]) as connection:
        count(connection)
    assert [scans(*each) for each in found] == [["SCAN played"]]
    works = []
    for each in houses:
        with database.at_one_moment(each) as connection:
            works.append(work(connection, count))
    assert works[1] > 3 * works[0]


def test_the_tables_that_grow_are_the_houses_own() -> None:
    assert metadata.tables.keys() >= GROWING
    small = {"tips", "meters", "ended", "shares", "assignments", "duties"}
    small |= {"refused", "intents", "facts", "lessons", "lesson_steps", "drills"}
    assert GROWING | small == schema.metadata.tables.keys()
