"""Waiting for long tasks, until they are done, the client disconnects or the time is up."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextlib import suppress
from typing import Any, TypeVar

from fastapi import Request

from croupier.service.workers.worker import LostError

T = TypeVar("T")


async def unless_gone(request: Request, work: Coroutine[Any, Any, T], patience: float) -> T | None:
    """The result of a task; None if it takes too long, or the client has disconnected."""
    doing, gone = asyncio.ensure_future(work), asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({doing, gone}, timeout=patience, return_when=asyncio.FIRST_COMPLETED)
        return doing.result() if doing.done() else None
    finally:
        for each in (doing, gone):
            each.cancel()
            with suppress(asyncio.CancelledError, LostError):
                await each


async def _gone(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
