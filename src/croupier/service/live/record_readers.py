"""Looks at what is on record, in threads of their own: however long they take, they keep nobody from coming in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from sqlalchemy import Connection, Engine

from croupier.house.people.passwords import Bounded
from croupier.house.storage import database
from croupier.service.http.problems import busy

THREADS = 2
WAITING = 64  # looks that wait; who comes then is asked to come again
T = TypeVar("T")


class Records:
    """The record of a house, for those who look something up."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._threads = Bounded(THREADS, WAITING, "records")

    async def read(self, look: Callable[[Connection], T]) -> T:
        """Look something up, all of it as it stood at one moment; a Problem if too many wait for that."""

        def looking() -> T:
            with database.at_one_moment(self._engine) as connection:
                return look(connection)

        future = self._threads.submit(looking)
        if future is None:
            raise busy("too many look something up")
        return await asyncio.wrap_future(future)

    def close(self) -> None:
        """No more looks."""
        self._threads.close()
