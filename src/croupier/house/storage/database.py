"""The database of a house: SQLite in its folder by default, or PostgreSQL; connections, transactions and migrations.

SQLite is written ahead and synchronised fully: what is committed is on the disk. Whoever writes takes the lock at the
beginning, so that nothing is decided on what another is about to change.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Engine,
    Table,
    and_,
    collate,
    create_engine,
    event,
    inspect,
    select,
    text,
    true,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from croupier.errors import CroupierError
from croupier.house.storage.schema import facts

HOUSE = "house"  # the fact that is what the house goes by in shuffles, receipts and its log, whatever its name is
HEAD = "0009"  # of the migrations
KINDS = ("sqlite", "postgresql+psycopg")
_BUSY_SECONDS = 10
# Each of some hundred tables writes to pages of its own: all of those at hand, in kibibytes of each connection, and
# so many pages of 4 kB ahead before they go into the file, since most are written again by then.
_SQLITE_ROOM = ("cache_size=-8000", "wal_autocheckpoint=4000")
_TURN_SECONDS = 60
_TURN = int.from_bytes(b"croupier")  # the lock that is had while a house is opened


class DatabaseError(CroupierError, RuntimeError):
    """A database that cannot be opened, or fails; the message says why."""


class InDoubtError(DatabaseError):
    """A database that failed during a commit: it is not known whether the transaction was committed."""


def connect(url: str) -> Engine:
    """Connect to the database at an address, `sqlite:///FILE` or `postgresql+psycopg://...`; nothing is written yet."""
    try:
        made = make_url(url)
    except ArgumentError:
        raise DatabaseError("that is no address of a database", _accepted()) from None
    if made.drivername not in KINDS:
        raise DatabaseError(f"a house cannot be kept in {made.drivername!r}", _accepted())
    if made.drivername != "sqlite":
        return create_engine(made, pool_size=4, pool_pre_ping=True)
    engine = create_engine(made, connect_args={"timeout": _BUSY_SECONDS, "check_same_thread": False})
    event.listen(engine, "connect", _sqlite_connected)
    event.listen(engine, "begin", _sqlite_begun)
    return engine


def in_file(path: Path) -> str:
    """The address of a database in a file."""
    return f"sqlite:///{path}"


def _accepted() -> str:
    return "sqlite:///FILE, or postgresql+psycopg://USER@HOST/NAME"


def _sqlite_connected(connection: Any, _: object) -> None:  # noqa: ANN401 - a driver's own
    connection.isolation_level = None  # the driver would begin transactions by itself, and late
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", *_SQLITE_ROOM):
        connection.execute(f"PRAGMA {pragma}")


def _sqlite_begun(connection: Connection) -> None:
    reads = connection.get_execution_options().get("reads", False)
    connection.exec_driver_sql("BEGIN" if reads else "BEGIN IMMEDIATE")


def is_sqlite(engine: Engine) -> bool:
    """True for SQLite, which one process has for itself."""
    return engine.dialect.name == "sqlite"


@contextmanager
def reading(engine: Engine) -> Iterator[Connection]:
    """A connection for reading, which blocks no writer."""
    try:
        with engine.connect().execution_options(reads=True) as connection:
            yield connection
    except SQLAlchemyError as error:
        raise DatabaseError(_said(error)) from error


@contextmanager
def at_one_moment(engine: Engine) -> Iterator[Connection]:
    """A read transaction: the database as it stood at its beginning, whatever is written meanwhile."""
    if is_sqlite(engine):
        with reading(engine) as connection:
            yield connection
        return
    with reading(engine.execution_options(isolation_level="REPEATABLE READ")) as connection:
        yield connection


@contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """A write transaction, which is committed or rolled back as a whole; an InDoubtError if a commit fails."""
    committing = False
    try:
        with engine.begin() as connection:
            yield connection
            committing = True
    except SQLAlchemyError as error:
        if committing:
            raise InDoubtError(_said(error)) from error
        raise


class OpeningLock:
    """A lock for opening a house, so that several processes do so one after the other; SQLite needs none.

    It is released with the process, too, however that ends.
    """

    def __init__(self, engine: Engine) -> None:
        self._held: Connection | None = None
        if is_sqlite(engine):
            return
        try:
            self._held = engine.connect().execution_options(isolation_level="AUTOCOMMIT")
            self._held.detach()  # closed at the end of the turn, so that its settings reach no other user of the pool
            self._held.exec_driver_sql(f"SET statement_timeout = '{_TURN_SECONDS}s'")
        except SQLAlchemyError as error:
            raise DatabaseError(_said(error)) from error
        try:
            self._held.exec_driver_sql(f"SELECT pg_advisory_lock({_TURN})")
        except SQLAlchemyError as error:
            self.end()
            why = f"another process has been opening this house for more than {_TURN_SECONDS} s"
            raise DatabaseError(why, "another try once it is open, or that process ended") from error

    def end(self) -> None:
        """Release the lock."""
        if self._held is not None:
            self._held.close()
            self._held = None


def prepare(engine: Engine) -> None:
    """Create the tables of a new house, or migrate those of an older program."""
    try:
        with engine.connect() as connection:
            stands = _revision(connection)
        if stands != HEAD:
            _migrate(engine, stands)
    except SQLAlchemyError as error:
        raise DatabaseError(_said(error)) from error


def version(engine: Engine) -> str | None:
    """The version of the tables that a database has; None if it has none."""
    with reading(engine) as connection:
        return _revision(connection)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _migrate(engine: Engine, stands: str | None) -> None:
    """Run Alembic, which is slow to import and seldom needed."""
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent.parent / "migrations"))
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        try:
            command.upgrade(config, "head")
        except CommandError as error:
            why = f"the database was made by another program, as its version {stands!r} says"
            raise DatabaseError(why, f"version {HEAD} or earlier") from error


def _said(error: SQLAlchemyError) -> str:
    """The message of a driver, in one line and without the statement, which may have a secret in it."""
    cause = getattr(error, "orig", None) or error
    return f"the database: {str(cause).partition(chr(10))[0]}"


def insert_new(connection: Connection, table: Table, row: Mapping[str, Any]) -> bool:
    """Insert a row unless its key exists; of two at once one returns False, and neither transaction breaks."""
    dialect: Any = postgresql if connection.dialect.name == "postgresql" else sqlite
    inserting = dialect.insert(table).values(row).on_conflict_do_nothing().returning(*table.primary_key)
    return connection.execute(inserting).first() is not None


def begins(connection: Connection, column: ColumnElement[str], prefix: str) -> ColumnElement[bool]:
    """The condition that a text begins with another one, as the database finds it by an index."""
    if not prefix:
        return true()
    if connection.dialect.name == "postgresql":
        return column.startswith(prefix, autoescape=True)
    return and_(column >= prefix, column < prefix[:-1] + chr(ord(prefix[-1]) + 1))


def by_letters(connection: Connection, column: ColumnElement[str]) -> ColumnElement[str]:
    """A text in the order of its letters' numbers, which is Python's, whatever language the database sorts by."""
    return collate(column, "C") if connection.dialect.name == "postgresql" else column


# ---- what the house knows of itself ------------------------------------------------------------------------


def fact(connection: Connection, name: str) -> str | None:
    """The value of a fact; None if it is not on record."""
    return connection.execute(select(facts.c.value).where(facts.c.name == name)).scalar()


def note(connection: Connection, name: str, value: str) -> None:
    """Put a fact on record, in place of its former value."""
    if connection.execute(facts.update().where(facts.c.name == name).values(value=value)).rowcount == 0:
        connection.execute(facts.insert().values(name=name, value=value))
