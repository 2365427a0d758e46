"""Readers of the record in threads of their own, so that long queries block nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine

from croupier.house.people.passwords import Bounded
from croupier.house.storage import database
from croupier.service.http.problems import busy

THREADS = 2
WAITING = 64  # queries that wait; the next is asked to come again
T = TypeVar("T")


class Records:
    """The readers of a house's record."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = Bounded(THREADS, WAITING, "records")

    async def read(self, look: Callable[[Connection], T]) -> T:
        """Look something up in one snapshot of the database; a Problem if too many queries wait."""

        def looking() -> T:
            with database.at_one_moment(self._engine) as connection:
                return look(connection)

        future = self._threads.submit(looking)
        if future is None:
            raise busy("too many look something up")
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """End the threads."""
        self._threads.close()
