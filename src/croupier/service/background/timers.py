"""Timers by house time: one timer of the loop for all of them, so that a thousand that wait cost nothing.

If the loop gets to it far too late, the program stood still: it could hear no player meanwhile, and no player is late.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from heapq import heappop, heappush
from typing import Generic, TypeVar

_LONGEST = 3_600_000  # milliseconds that a timer is set for; then it is looked at again
SECOND = 1000
OVERSLEPT = 5 * SECOND
K = TypeVar("K", bound=Hashable)


class Alarms(Generic[K]):
    """Alarms, one for each key. An alarm rings once, at its time or as soon after as the loop gets to it.

    `slept` is told if that was far too late, before anything rings, and may set everything anew.
    """

    def __init__(
        self, now: Callable[[], int], ring: Callable[[K], None], slept: Callable[[], None] = lambda: None
    ) -> None:
        self._now, self._ring, self._slept = now, ring, slept
        self._at: dict[K, int] = {}
        self._queued: dict[K, int] = {}  # the earliest time at which a key stands in the heap
        self._heap: list[tuple[int, int, K]] = []
        self._count = 0
        self._timer: tuple[int, asyncio.TimerHandle] | None = None
        self._wakes = 0  # when the timer should

    def set(self, key: K, at: int) -> None:
        """Ring for this key at that time, in place of what was set."""
        self._at[key] = at
        if key not in self._queued or at < self._queued[key]:
            self._push(key, at)
            self._wind()

    def clear(self, key: K) -> None:
        """Clear the alarm of a key."""
        self._at.pop(key, None)

    def __len__(self) -> int:
        return len(self._at)

    def _push(self, key: K, at: int) -> None:
        self._count += 1  # keys need no order of their own
        self._queued[key] = at
        heappush(self._heap, (at, self._count, key))

    def ring(self) -> None:
        """Ring for all whose time has come."""
        now = self._now()
        due: list[K] = []
        while self._heap and self._heap[0][0] <= now:
            at, _, key = heappop(self._heap)
            if self._queued.get(key) != at:
                continue  # the timer was set for an earlier time since, and has rung
            del self._queued[key]
            real = self._at.get(key)
            if real is not None and real > now:
                self._push(key, real)
            elif real is not None:
                del self._at[key]
                due.append(key)
        for key in due:
            self._ring(key)
        self._wind()

    def stop(self) -> None:
        """Ring no more."""
        self._at.clear()
        self._heap.clear()
        self._queued.clear()
        self._wind()

    def _wind(self) -> None:
        """Set the loop's timer for the first alarm."""
        first = self._heap[0][0] if self._heap else None
        if self._timer is not None and self._timer[0] == first:
            return
        if self._timer is not None:
            self._timer[1].cancel()
            self._timer = None
        if first is not None:
            now = self._now()
            wait = min(max(0, first - now), _LONGEST)
            self._wakes = now + wait
            self._timer = first, asyncio.get_running_loop().call_later(wait / SECOND, self._rung)

    def _rung(self) -> None:
        self._timer = None
        if self._now() - self._wakes > OVERSLEPT:
            self._slept()
        self.ring()
