"""Checks of passwords: in turn by address, a place of its own for a known device, and a bound for who asks for many."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable

import pytest

from croupier.service.http.problems import Problem
from croupier.service.live.password_checks import OF_ADDRESS, PasswordChecks

ATTACKERS = [f"198.51.100.{number}" for number in range(10)]
OWNER = "192.0.2.7"


class Checks:
    """One place for checks, which begin once they may."""

    def __init__(self) -> None:
        self.all, self.go, self.done = PasswordChecks(places=1), threading.Event(), list[str]()
        self._begun, self._loop = asyncio.Event(), asyncio.get_running_loop()

    def of(self, address: str) -> Callable[[], bool]:
        def check() -> bool:
            self.done.append(address)
            self._loop.call_soon_threadsafe(self._begun.set)
            return self.go.wait(10)

        return check

    async def ask(self, address: str, *, known: bool = False) -> bool:
        return await self.all.run(self.of(address), address, known=known)

    async def begun(self, address: str) -> None:
        await self._begun.wait()
        self._begun.clear()
        assert self.done[-1] == address


def test_who_asks_last_waits_for_one_check_of_each_address_before() -> None:
    async def scene() -> list[str]:
        checks = Checks()
        guesses = [asyncio.ensure_future(checks.ask(each)) for _ in range(OF_ADDRESS) for each in ATTACKERS]
        await checks.begun(ATTACKERS[0])
        owner = asyncio.ensure_future(checks.ask(OWNER))
        await asyncio.sleep(0)
        checks.go.set()
        await asyncio.gather(owner, *guesses)
        checks.all.close()
        return checks.done

    order = asyncio.run(scene())
    assert order.index(OWNER) <= len(ATTACKERS) + 1
    assert len(order) == 1 + OF_ADDRESS * len(ATTACKERS)


def test_a_known_device_waits_for_no_guess() -> None:
    async def scene() -> None:
        checks = Checks()
        guesses = [asyncio.ensure_future(checks.ask(each)) for each in ATTACKERS]
        await checks.begun(ATTACKERS[0])
        owner = asyncio.ensure_future(checks.ask(OWNER, known=True))
        await checks.begun(OWNER)
        assert len(checks.done) == 2
        checks.go.set()
        await asyncio.gather(owner, *guesses)
        checks.all.close()

    asyncio.run(scene())


def test_an_address_with_too_many_checks_is_asked_to_come_again_and_others_are_not() -> None:
    async def scene() -> None:
        checks = Checks()
        guesses = [asyncio.ensure_future(checks.ask(ATTACKERS[0])) for _ in range(1 + OF_ADDRESS)]
        await checks.begun(ATTACKERS[0])
        with pytest.raises(Problem, match="too many passwords"):
            await checks.ask(ATTACKERS[0])
        owner = asyncio.ensure_future(checks.ask(OWNER))
        checks.go.set()
        assert all(await asyncio.gather(owner, *guesses))
        checks.all.close()

    asyncio.run(scene())
