"""Garbage collection by the clock: young objects often, old ones seldom.

Table state has no reference cycles, so that reference counting frees it; cycles come from requests, sockets and errors
alone. Left to itself the collector counts allocations less deallocations: where tables change all the time it runs
late, goes through all of them at once, and everybody waits.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

OFTEN = 0.2  # seconds from one run over the youngest generation to the next
WIDER, WHOLE = 300, 3000  # of those runs, one over the second generation, and one over all three


@contextmanager
def by_the_clock() -> Iterator[None]:
    """Run the collector on request only, and never over the objects that exist now."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


async def tidy() -> None:
    """Run the collector at intervals, until cancelled."""
    looks = 0
    while True:
        await asyncio.sleep(OFTEN)
        looks += 1
        gc.collect(2 if looks % WHOLE == 0 else 1 if looks % WIDER == 0 else 0)
