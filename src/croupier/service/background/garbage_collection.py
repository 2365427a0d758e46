"""The collector of cycles in a house: often at what has come since, seldom at what stands.

Tables are made of values that lead back to nobody, and go when nobody needs them; what leads in circles is a little of
requests, sockets and errors. Left to itself the collector counts what comes less what goes: where tables change all
the time it comes late, looks at all of them at once, and everybody waits.
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Iterator
from contextlib import contextmanager

OFTEN = 0.2  # seconds from one look at what is new to the next
WIDER, WHOLE = 300, 3000  # of those looks, at what has stood for a while too, and at all but what stood at the start


@contextmanager
def by_the_clock() -> Iterator[None]:
    """Let the collector come when it is told to alone, and never look at what stands now."""
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
        gc.unfreeze()


async def tidy() -> None:
    """Tell it to, until that is cancelled."""
    looks = 0
    while True:
        await asyncio.sleep(OFTEN)
        looks += 1
        gc.collect(2 if looks % WHOLE == 0 else 1 if looks % WIDER == 0 else 0)
