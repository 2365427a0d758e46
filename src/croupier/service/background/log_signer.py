"""The signer of the transparency log: it signs a checkpoint at an interval, and at closing."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeVar

from sqlalchemy import Connection

from croupier.house.config.clocks import SECOND
from croupier.house.config.settings import Settings
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import Log
from croupier.house.storage.database import HOUSE, fact
from croupier.house.tables.house import House

LOOK = 1.0  # seconds from one look at the clock to the next
T = TypeVar("T")


class Store(Protocol):
    """The part of the hub that the signer uses: the settings, and writes that are awaited."""

    settings: Settings

    async def do(self, act: Callable[[Connection], T]) -> T:
        """Write something that is no table's, and await it."""


class LogSigner:
    """The transparency log of an open house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.house = ""  # its permanent name
        self.log: Log | None = None

    def begin(self, connection: Connection) -> None:
        """Find the permanent name of the house, and its log."""
        self.house = fact(connection, HOUSE) or ""
        self.log = transparency_log.current(connection, self.house)

    async def keep(self, hub: Store) -> None:
        """Sign at the interval that is set, for as long as the house is open."""
        signed = self._house.now()
        while True:
            await asyncio.sleep(LOOK)
            if self._house.now() - signed >= hub.settings.house.checkpoint_seconds * SECOND:
                signed = self._house.now()
                await self.sign(hub)

    async def sign(self, hub: Store) -> None:
        """Take up the rounds that are over, and sign."""
        log, now = self.log, self._house.now()
        if log is not None:
            await hub.do(lambda connection: transparency_log.checkpoint(connection, log, self._house.key, now))

    def proof(self, connection: Connection, table_name: str, session: str, number: int) -> dict[str, Any]:
        """The proof of inclusion that a receipt carries, once a checkpoint covers its round."""
        return (self.log and transparency_log.proof(connection, self.log, table_name, session, number)) or {}
