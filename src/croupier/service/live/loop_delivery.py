"""The way from the writer's thread to the event loop's, which need not run yet when the house is opened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from threading import Lock


class Deliveries:
    """Calls to be made on the loop's thread, in order; they wait until there is a loop."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._waiting: list[Callable[[], None]] = []
        self._lock = Lock()

    def __call__(self, act: Callable[[], None]) -> None:
        """Make this call on the loop's thread; any thread may ask."""
        with self._lock:
            if self._loop is None:
                self._waiting.append(act)
            else:
                self._loop.call_soon_threadsafe(act)

    def begin(self) -> None:
        """Take the running loop, which makes the calls that wait."""
        with self._lock:
            self._loop = asyncio.get_running_loop()
            for act in self._waiting:
                self._loop.call_soon(act)
            self._waiting.clear()

    def now(self) -> None:
        """Make the calls that wait here and now, before there is a loop."""
        while True:
            with self._lock:
                waiting, self._waiting = self._waiting, []
            if not waiting:
                return
            for act in waiting:
                act()
