"""Lanes: work that waits is taken in turn by person or address, so that nobody waits for all that another asks for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from croupier.service.http.problems import busy

WAITING = 64  # that wait; the next is asked to come again
OF_ONE = 16  # of these, those of one key


class Lane:
    """Places for work: so many at once, one at a time for each key, and whoever waits in turn by key.

    A Problem with the reason `busy` is raised where too many wait already.
    """

    def __init__(self, busy: str, places: int, waiting: int = WAITING, of_one: int = OF_ONE) -> None:
        self._busy, self._free, self._most, self._of_one = busy, places, waiting, of_one
        self._running: set[str] = set()
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    @asynccontextmanager
    async def place(self, key: str) -> AsyncIterator[None]:
        """Wait for a place; a Problem if too many wait."""
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        own = self._waiting.setdefault(key, deque())
        if len(own) >= self._of_one or sum(map(len, self._waiting.values())) >= self._most:
            raise busy(self._busy)
        own.append(turn)
        self._next()
        try:
            await turn
        except asyncio.CancelledError:
            self._leave(key, turn)
            raise
        try:
            yield
        finally:
            self._end(key)

    def _leave(self, key: str, turn: asyncio.Future[None]) -> None:
        if key in self._waiting and turn in self._waiting[key]:
            self._waiting[key].remove(turn)
        elif not turn.cancelled():  # the turn had come at that moment
            self._end(key)

    def _end(self, key: str) -> None:
        self._running.discard(key)
        self._free += 1
        self._next()

    def _next(self) -> None:
        for key in list(self._waiting):
            if not self._waiting[key]:
                del self._waiting[key]
            elif self._free and key not in self._running:
                self._free -= 1
                self._running.add(key)
                self._waiting[key].popleft().set_result(None)
                self._waiting.move_to_end(key)
