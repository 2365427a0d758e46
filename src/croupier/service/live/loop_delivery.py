"""The way from the writer's thread to the event loop's, which need not run yet when the house is opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock


class Deliveries:
    """What is to be done on the loop's thread, in order; it waits until there is a loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []
        self._lock = Lock()

    def __call__(self, act: Callable[[], None]) -> None:
        """Do this on the loop's thread; any thread may ask."""
        with self._lock:
            if self._loop is None:
                self._waiting.append(act)
            else:
                self._loop.call_soon_threadsafe(act)

    def begin(self) -> None:
        """The running loop is the one; what waits is done by it."""
        with self._lock:
            self._loop = asyncio.get_running_loop()
            for act in self._waiting:
                self._loop.call_soon(act)
            self._waiting.clear()

    def now(self) -> None:
        """Do what waits here and now, before there is a loop."""
        while True:
            with self._lock:
                waiting, self._waiting = self._waiting, []
            if not waiting:
                return
            for act in waiting:
                act()
