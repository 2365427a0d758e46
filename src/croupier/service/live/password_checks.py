"""Checks of passwords in threads of their own, in turn by address, so that many guesses keep no owner waiting.

A check takes a fifth of a second. Of one address one runs at a time; whoever waits is taken in turn, an address at a
time, and known devices have a place of their own. `LoginThrottle` counts how often a password may be tried.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from croupier.service.live.lanes import Lane

WAITING = 512  # checks that wait; the next is asked to come again
OF_ADDRESS = 2  # of these, an address's
_BUSY = "too many passwords are being checked"
T = TypeVar("T")


class PasswordChecks:
    """The threads that check and make passwords: one for each processor, and one for known devices."""

    def __init__(self, places: int = os.cpu_count() or 1) -> None:
        self._lane = Lane(_BUSY, places, WAITING, OF_ADDRESS)
        self._known = Lane(_BUSY, 1, WAITING, OF_ADDRESS)
        self._threads = ThreadPoolExecutor(places + 1, thread_name_prefix="password")

    async def run(self, work: Callable[[], T], address: str, *, known: bool = False) -> T:
        """Do this when the turn of an address has come, or of a known device; a Problem if too many wait."""
        async with (self._known if known else self._lane).place(address):
            return await asyncio.wrap_future(self._threads.submit(work))

    def close(self) -> None:
        """End the threads: checks that wait are cancelled, and those that run are waited for."""
        self._threads.shutdown(cancel_futures=True)
