"""The collector of cycles comes by the clock: circles go soon, and nothing else is changed."""

from __future__ import annotations

import asyncio
import gc
import weakref
from contextlib import suppress

import pytest

from croupier.service.background import garbage_collection

WHOLE_LOOK = 2  # of all generations


class _Circle:
    def __init__(self) -> None:
        self.itself = self


def test_what_leads_in_a_circle_goes_soon_and_by_the_clock_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "OFTEN", 0.01)

    async def stays() -> tuple[bool, bool]:
        seen = weakref.ref(_Circle())
        before = seen() is not None
        task = asyncio.create_task(garbage_collection.tidy())
        for _ in range(500):
            await asyncio.sleep(0.01)
            if seen() is None:
                break
        task.cancel()
        return before, seen() is not None

    with garbage_collection.by_the_clock():
        assert not gc.isenabled()
        assert asyncio.run(stays()) == (True, False)
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


def test_what_has_stood_for_a_while_is_looked_at_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage_collection, "OFTEN", 0.0)
    looked: list[int] = []

    def collect(generation: int = 2) -> int:
        looked.append(generation)
        if len(looked) == garbage_collection.WHOLE:
            raise asyncio.CancelledError
        return 0

    monkeypatch.setattr(gc, "collect", collect)
    with suppress(asyncio.CancelledError):
        asyncio.run(garbage_collection.tidy())
    assert looked.count(1) == garbage_collection.WHOLE // garbage_collection.WIDER - 1
    assert looked[-1:] == [WHOLE_LOOK]
