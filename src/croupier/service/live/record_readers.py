"""Readers of the record in threads of their own: fair to every person, bounded in time, and ended with their asker.

Of one person a query runs at a time; whoever waits is taken in turn, a person at a time. Long work, such as an export,
has a thread of its own. A query ends when its time is up, its asker has disconnected or the house stops: by the
driver's own means while a statement runs, and otherwise before the next statement.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from http import HTTPStatus
from time import monotonic
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, event
from sqlalchemy.exc import SQLAlchemyError

from croupier.house.storage import database
from croupier.house.storage.database import DatabaseError
from croupier.service.http.askers import Asker, asker
from croupier.service.http.problems import Problem
from croupier.service.live.lanes import Lane

THREADS = 2
_BUSY = "too many look something up"
SECONDS = 10.0  # that a query may take
LONG_SECONDS = 600.0  # that an export may take
_AT_ONCE = 0.05  # seconds within which most queries have answered
_BEHIND = 20  # milliseconds behind the end of its time at which PostgreSQL stops a statement
_OPERATIONS = 10_000  # of SQLite, from one look at the time to the next
T = TypeVar("T")


class StoppedError(Exception):
    """A query that was stopped: its time was up, its asker has gone, or the house closes."""


class Query:
    """A query that runs in a thread, and can be stopped from another."""

    def __init__(self, seconds: float) -> None:
        self._until, self._stopped = monotonic() + seconds, False
        self._cancel: Callable[[], None] | None = None

    @property
    def is_over(self) -> bool:
        """True if the query is to end."""
        return self._stopped or monotonic() > self._until

    def stop(self) -> None:
        """End the query, whatever it does."""
        self._stopped = True
        if self._cancel is not None:
            with suppress(Exception):  # the query has ended meanwhile
                self._cancel()

    @contextmanager
    def bounds(self, connection: Connection) -> Iterator[None]:
        """Bound what a connection does; a StoppedError once the query is over."""

        def check(*_: object) -> None:
            if self.is_over:
                raise StoppedError

        event.listen(connection, "before_cursor_execute", check)
        try:
            with self._driver(connection):
                yield
        except SQLAlchemyError as error:
            if self.is_over:
                raise StoppedError from error
            raise
        finally:
            event.remove(connection, "before_cursor_execute", check)

    @contextmanager
    def _driver(self, connection: Connection) -> Iterator[None]:
        driver: Any = connection.connection.driver_connection
        if connection.dialect.name == "postgresql":
            left = max(0, int((self._until - monotonic()) * 1000)) + _BEHIND
            connection.exec_driver_sql(f"SET LOCAL statement_timeout = {left}")
            self._cancel = driver.cancel
            try:
                yield
            finally:
                self._cancel = None
            return
        driver.set_progress_handler(lambda: int(self.is_over), _OPERATIONS)
        try:
            yield
        finally:
            driver.set_progress_handler(None, 0)


class Records:
    """The readers of a house's record."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lane, self._long_lane = Lane(_BUSY, THREADS), Lane(_BUSY, 1)
        self._threads = ThreadPoolExecutor(THREADS + 1, thread_name_prefix="records")
        self._queries: set[Query] = set()

    async def read(self, look: Callable[[Connection], T], *, long: bool = False) -> T:
        """Look something up in one snapshot of the database; a Problem if too many wait, or it takes too long."""
        by, seconds = asker(), LONG_SECONDS if long else SECONDS
        async with (self._long_lane if long else self._lane).place(by.key):
            query = Query(seconds)
            self._queries.add(query)
            try:
                return await self._answer(query, look, by)
            except StoppedError:
                raise _too_long(seconds) from None
            finally:
                self._queries.discard(query)

    async def _answer(self, query: Query, look: Callable[[Connection], T], by: Asker) -> T:
        """The answer of a query, which is stopped if its asker goes; its place is free when its thread is."""
        found = asyncio.ensure_future(asyncio.wrap_future(self._threads.submit(self._look, query, look)))
        try:
            await asyncio.wait({found}, timeout=_AT_ONCE)
            if not found.done():
                gone = asyncio.ensure_future(by.gone())
                try:
                    both: set[asyncio.Future[Any]] = {found, gone}
                    await asyncio.wait(both, return_when=asyncio.FIRST_COMPLETED)
                finally:
                    gone.cancel()
        finally:
            while not found.done():  # a statement that begins at this moment is stopped by the next try
                query.stop()
                await asyncio.wait({found}, timeout=_AT_ONCE)
        return found.result()

    def _look(self, query: Query, look: Callable[[Connection], T]) -> T:
        try:
            with database.at_one_moment(self._engine) as connection, query.bounds(connection):
                return look(connection)
        except DatabaseError as error:
            if query.is_over:
                raise StoppedError from error
            raise

    def close(self) -> None:
        """Stop all queries, and end the threads."""
        for query in list(self._queries):
            query.stop()
        self._threads.shutdown(cancel_futures=True)


def _too_long(seconds: float) -> Problem:
    return Problem(
        HTTPStatus.SERVICE_UNAVAILABLE,
        f"to find that takes longer than {seconds:.0f} s",
        "a shorter period, or fewer tables or accounts",
        headers={"retry-after": "60"},
    )
