"""Baseline clients for the benchmarks of a house: sockets at a bare echo server, and listeners of a bare broadcast."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from time import perf_counter

from sockets import Socket, connect

_SETTLED = 0.3  # seconds until messages in flight have arrived


class Echoes:
    """Sockets that send each message again when its echo arrives."""

    def __init__(self, message: bytes) -> None:
        self._message = message
        self._sockets: list[Socket] = []
        self._running = False
        self.came = 0

    async def come(self, port: int, many: int) -> None:
        """Open the sockets."""
        for _ in range(many):
            self._sockets.append(await connect(port, "/", self._heard(len(self._sockets))))

    def _heard(self, number: int) -> Callable[[bytes], None]:
        def heard(text: bytes) -> None:
            self.came += 1
            if self._running:
                self._sockets[number].send(text)

        return heard

    async def run(self, seconds: float) -> None:
        """Send and receive as fast as possible, for so many seconds."""
        self._running = True
        for socket in self._sockets:
            socket.send(self._message)
        await asyncio.sleep(seconds)
        self._running = False
        await asyncio.sleep(_SETTLED)


class Crowd:
    """Sockets that only listen, with the time until each received the last message."""

    def __init__(self) -> None:
        self._sockets: list[Socket] = []
        self._since, self._left = 0.0, 0
        self._all: asyncio.Event = asyncio.Event()
        self.times: list[float] = []
        self.last = b""

    async def come(self, port: int, path: str, many: int) -> None:
        """Open the sockets."""
        for _ in range(many):
            self._sockets.append(await connect(port, path, self._heard))

    def _heard(self, text: bytes) -> None:
        self.last = text
        if self._left:
            self.times.append(perf_counter() - self._since)
            self._left -= 1
            if not self._left:
                self._all.set()

    async def hears(self, say: Callable[[], None]) -> None:
        """Send a message, and wait until all have received it."""
        self._all.clear()
        self._left, self._since = len(self._sockets), perf_counter()
        say()
        await self._all.wait()
