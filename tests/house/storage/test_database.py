"""The database of a house is opened, made and brought up to date, or refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import text

from croupier.house.storage import database
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.schema import metadata


def test_the_migrations_make_exactly_the_tables_that_the_code_knows(tmp_path: Path) -> None:
    engine = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    database.prepare(engine)
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    database.prepare(engine)  # which finds nothing to do
    engine.dispose()


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
