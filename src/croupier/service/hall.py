"""The hall: a house with everybody who comes in. What the routes and the sockets share, and how they ask the house.

It belongs to the event loop's thread, which owns the house's tables. The database is read for people in a few threads
of their own, and passwords are checked in others.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlalchemy import Connection

from croupier.house import people
from croupier.house.asking import UNSURE, Asked, Failure, Happened, Outcome
from croupier.house.database import DatabaseError
from croupier.house.desk import Desk
from croupier.house.guessing import Guessing
from croupier.house.known import Known
from croupier.house.passwords import Argon, Bounded
from croupier.house.running import House
from croupier.service.bearers import Bearers
from croupier.service.channels import ENDED, GONE, Channel, Watcher
from croupier.service.delivering import Deliveries
from croupier.service.doors import Came, Doors
from croupier.service.limits import Counter, Gauge, Limit
from croupier.service.outgoing import Names
from croupier.service.problems import busy, failed, unknown_table
from croupier.table.recording import encoded

READERS = 4  # threads that look people up
PASSWORDS_WAITING = 32  # that wait to be checked; who comes then is asked to come again
PATIENCE = 30.0  # seconds that anybody waits for the house
_WARDEN_SECONDS = 0.4  # from one look at who is still let in to the next
_REQUESTS = Limit("requests", 1200, 60)  # of an address
_COMMANDS = Limit("commands", 120, 30)  # of a person
T = TypeVar("T")


class TableSettings(Protocol):
    """What the service asks of a table's settings."""

    @property
    def sits(self) -> frozenset[str]:
        """Who may sit down: guests, players, programs."""


class HouseSettings(Protocol):
    """What the service asks of the house's."""

    @property
    def name(self) -> str:
        """What the house is called."""

    @property
    def guests_money(self) -> int:
        """The play money that a guest begins with."""

    @property
    def guests_per_hour(self) -> int:
        """How many new guests are let in from one address."""


class Settings(Protocol):
    """How the house is run."""

    @property
    def house(self) -> HouseSettings:
        """As a whole."""

    @property
    def tables(self) -> Mapping[str, TableSettings]:
        """And its tables by name."""


@dataclass(frozen=True, slots=True)
class Limits:
    """How much is taken of one address or person."""

    requests: Limit = _REQUESTS
    commands: Limit = _COMMANDS
    sockets_of_person: int = 20
    sockets_of_address: int = 200


class Hall:
    """A house with its doors open."""

    def __init__(
        self,
        house: House,
        settings: Settings,
        doors: Doors,
        deliveries: Deliveries,
        *,
        limits: Limits = Limits(),  # noqa: B008 - a constant
        argon: Argon | None = None,
    ) -> None:
        self.house, self.settings, self.doors, self.limits = house, settings, doors, limits
        self.deliveries = deliveries
        self.argon = argon or Argon()
        self.guessing = Guessing()
        self.names = Names()
        self.channels: dict[str, Channel] = {}
        self.requests = Counter(limits.requests)
        self.commands = Counter(limits.commands)
        self.guests = Counter(Limit("guests", settings.house.guests_per_hour, 3600))
        self.sockets_of_person = Gauge(limits.sockets_of_person)
        self.sockets_of_address = Gauge(limits.sockets_of_address)
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="people")
        self._passwords = Bounded(os.cpu_count() or 1, PASSWORDS_WAITING)
        self.bearers = Bearers(house.reading, self._readers, house.now)
        self._warden: asyncio.Task[None] | None = None

    # ---- opening and closing -----------------------------------------------------------------------------

    async def start(self) -> None:
        """Learn the names of who sits here, and listen to the tables."""
        self.deliveries.begin()
        seated = {seat.person for desk in self.house.desks.values() for _, seat in desk.live.record.state.taken()}
        for person in (await self.bearers.read(lambda connection: people.named(connection, seated))).values():
            self.names.hear(person.id, person.name, program=person.program)
        self.house.listeners.append(self._heard)
        self._warden = asyncio.create_task(self._watch_over())

    async def stop(self) -> None:
        """Close all sockets, write what waits, and let go of the threads."""
        if self._warden is not None:
            self._warden.cancel()
        for channel in self.channels.values():
            channel.close(1001, "the house closes its doors")
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(None, self.house.stop)
        self.house.listeners.remove(self._heard)
        await loop.run_in_executor(None, self._passwords.close)
        await loop.run_in_executor(None, self._readers.shutdown)

    # ---- asking the house ----------------------------------------------------------------------------------

    async def asked(self, ask: Callable[[Callable[[T], None]], None]) -> T:
        """What the house answers; a Problem if it does not."""
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        def then(answer: T) -> None:
            if not future.done():
                future.set_result(answer)

        ask(then)
        try:
            return await asyncio.wait_for(future, PATIENCE)
        except TimeoutError:
            raise failed(UNSURE) from None

    async def do(self, act: Callable[[Connection], T]) -> T:
        """Write something that is no table's."""
        came: T | Exception = await self.asked(lambda then: self.house.do(act, then))
        if isinstance(came, DatabaseError):
            raise failed(Failure(str(came)))
        if isinstance(came, Exception):
            raise came
        return came

    async def send(self, asked: Callable[[Callable[[Outcome], None]], Asked]) -> Outcome:
        """Give a command to a table."""
        return await self.asked(lambda then: self.house.send(asked(then)))

    async def slowly(self, work: Callable[[], T]) -> T:
        """Check or make a password, off the loop; a Problem if too many wait for that."""
        future = self._passwords.submit(work)
        if future is None:
            raise busy("too many passwords are being checked")
        return await asyncio.wrap_future(future)

    def desk(self, stream: str) -> Desk:
        """A table that is open; a Problem if it is not."""
        desk = self.house.desks.get(stream)
        if desk is None:
            raise unknown_table(stream, ", ".join(self.house.desks))
        return desk

    # ---- who comes in --------------------------------------------------------------------------------------

    async def known(self, came: Came) -> Known | None:
        """Who has come in, if that can be told."""
        return await self.bearers.known(came.secret, came.kind)

    def ended(self, hashes: tuple[str, ...]) -> None:
        """Some passes have ended: what was opened by them is closed."""
        if hashes:
            gone = set(hashes)
            self.bearers.forget(gone)
            for channel in self.channels.values():
                channel.close(
                    ENDED, "the session is over", lambda each: each.known is not None and each.known.hash in gone
                )

    async def _watch_over(self) -> None:
        """Close the sockets of who is let in no longer, or as something else; what other processes do is found here."""
        while True:
            await asyncio.sleep(_WARDEN_SECONDS)
            bearers = {each.known.hash: each.known for each in self._watchers() if each.known is not None}
            if bearers:
                try:
                    self.ended(tuple(await self.bearers.changed(bearers.values())))
                except DatabaseError:
                    continue  # nobody knows who is let in: the next look will tell

    def _watchers(self) -> list[Watcher]:
        return [each for channel in self.channels.values() for each in channel]

    def significant(self, what: str, by: str, **more: str) -> None:
        """Put on record what somebody will want to know of."""
        self.house.significant(encoded({"what": what, **more}), by)

    # ---- watching ------------------------------------------------------------------------------------------

    def channel(self, stream: str) -> Channel:
        """Those who watch a table."""
        found = self.channels.get(stream)
        if found is None:
            found = self.channels[stream] = Channel(self.names)
        return found

    def _heard(self, happened: Happened) -> None:
        channel = self.channel(happened.stream)
        channel.publish(happened)
        if happened.decision.state.phase == "over":
            channel.close(GONE, "the table is closed")
