"""Copies of a house's database, on SQLite and on PostgreSQL, each for one test to spoil."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, create_engine, text

from croupier.house.storage import database
from support.house.played_house import postgresql, sqlite

Another = Callable[[], str]  # the address of one more copy


def address(engine: Engine) -> str:
    """Where a database is."""
    return engine.url.render_as_string(hide_password=False)


@contextmanager
def on_sqlite(folder: Path, prepare: Callable[[Engine], None]) -> Iterator[Another]:
    """In files of a folder."""
    template = sqlite(folder, "template.sqlite3")
    prepare(template)
    template.dispose()  # which leaves everything in the one file
    numbers = count()

    def another() -> str:
        path = folder / f"house-{next(numbers)}.sqlite3"
        shutil.copy(folder / "template.sqlite3", path)
        return database.in_file(path)

    yield another


@contextmanager
def on_postgresql(_: Path, prepare: Callable[[Engine], None]) -> Iterator[Another]:
    """In databases of a server."""
    numbers = count()
    with postgresql() as template:
        prepare(template)
        template.dispose()  # nobody may be there while it is copied
        admin = create_engine(template.url.set(database="postgres"), isolation_level="AUTOCOMMIT")

        def another() -> str:
            name = f"{template.url.database}_{next(numbers)}"
            with admin.connect() as connection:
                connection.execute(text(f"CREATE DATABASE {name} TEMPLATE {template.url.database}"))
            return template.url.set(database=name).render_as_string(hide_password=False)

        try:
            yield another
        finally:
            admin.dispose()


_WHERE = {"sqlite": on_sqlite, "postgresql": on_postgresql}
KINDS = tuple(_WHERE)


def copies(kind: str, folder: Path, prepare: Callable[[Engine], None]) -> AbstractContextManager[Another]:
    """As many copies as are asked for of a house that was prepared once."""
    return _WHERE[kind](folder, prepare)
