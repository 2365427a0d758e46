"""The database of a house is opened, made and brought up to date, or refused in a sentence."""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Engine, MetaData, create_engine, func, select, text
from support.house.databases import empty
from support.house.older_house import KEY, KEYRING, NUMBERS, file_of

from croupier.house.audit.verify import verify
from croupier.house.storage import database, schema
from croupier.house.storage.database import HEAD, DatabaseError
from croupier.house.storage.schema import metadata


def test_the_migrations_make_exactly_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    database.prepare(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.prepare(engine)  # which finds nothing to do
    engine.dispose()


@pytest.fixture
def new() -> Iterator[Engine]:
    """An empty PostgreSQL database, whose connections are closed whatever comes of the test."""
    engine = create_engine(empty())
    yield engine
    engine.dispose()


@pytest.mark.parametrize("number", NUMBERS)
def test_a_house_of_an_older_program_is_brought_up_to_date_on_postgresql_too(
    tmp_path: Path, number: int, new: Engine
) -> None:
    """The rows of a stored house, at the version of its tables, in a PostgreSQL; then the migrations run over them."""
    file = tmp_path / "house.sqlite3"
    file.write_bytes(lzma.decompress(file_of(number).read_bytes()))
    old = database.connect(database.in_file(file))
    stands = database.version(old)
    assert stands is not None
    assert stands < HEAD
    with new.begin() as connection:
        config = Config()
        config.set_main_option("script_location", str(Path(database.__file__).parent.parent / "migrations"))
        config.attributes["connection"] = connection
        command.upgrade(config, stands)
    rows = _copied(old, new)
    database.prepare(new)
    assert database.version(new) == HEAD
    with new.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        for table in (schema.journal, schema.postings, schema.rounds, schema.played, schema.wallets):
            assert rows[table.name] == connection.execute(select(func.count()).select_from(table)).scalar_one() > 0
        ended = select(schema.rounds.c.at).where(
            *(schema.rounds.c[name] == schema.played.c[name] for name in ("stream", "session", "round"))
        )
        assert not connection.execute(select(schema.played).where(schema.played.c.at != ended.scalar_subquery())).all()
    with database.at_one_moment(new) as connection:
        assert verify(connection, KEYRING, KEY.public).findings == []
    old.dispose()


def _copied(old: Engine, new: Engine) -> dict[str, int]:
    """Copy the rows of every table from one database to another that has the same tables; how many each has."""
    found, many = MetaData(), {}
    found.reflect(old)
    with old.connect() as source, new.begin() as into:
        into.execute(text("SET session_replication_role = replica"))  # so that no order of the tables is needed
        for table in found.sorted_tables:
            rows = [dict(row) for row in source.execute(select(table)).mappings()]
            many[table.name] = len(rows)
            if rows and table.name != "alembic_version":
                into.execute(table.insert(), rows)
    return many


def test_what_is_committed_is_on_the_disk(tmp_path: Path) -> None:
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # full
    engine.dispose()


def test_a_database_of_a_later_program_is_refused(tmp_path: Path) -> None:
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    database.prepare(engine)
    with database.writing(engine) as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(DatabaseError, match="made by another program, as its version '9999' says"):
        database.prepare(engine)
    engine.dispose()


def test_a_file_that_is_no_database_is_refused_without_a_statement(tmp_path: Path) -> None:
    (tmp_path / "house.sqlite3").write_bytes(b"no database" * 100)
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    with pytest.raises(DatabaseError) as refused:
        database.prepare(engine)
    assert str(refused.value) == "the database: file is not a database"
    engine.dispose()


@pytest.mark.parametrize("address", ["", "house.sqlite3", "mysql://there/house", "postgresql://there/house"])
def test_an_address_of_another_kind_is_refused(address: str) -> None:
    with pytest.raises(DatabaseError, match="accepted: sqlite:///FILE, or postgresql"):
        database.connect(address)


def test_facts_are_replaced(tmp_path: Path) -> None:
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    database.prepare(engine)
    with database.writing(engine) as connection:
        assert database.fact(connection, "house") is None
        database.note(connection, "house", "one")
        database.note(connection, "house", "two")
        assert database.fact(connection, "house") == "two"
    engine.dispose()
