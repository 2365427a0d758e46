"""Disk space: with too little no new round opens, and the rounds in play are played to their end."""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from pathlib import Path

from croupier.house.config.paths import PlacesError, enough_room
from croupier.house.engine.requests import PendingCommand
from croupier.house.tables.house import House
from croupier.table.model.command import Command

SECONDS = 15.0  # from one look at the disk to the next


class DiskWatch:
    """The watch over a house's disk space."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def watch(self, folder: Path, readers: Executor) -> None:
        """Look again and again, in another thread: a disk may be slow to answer."""
        while True:
            await self.look(folder, readers)
            await asyncio.sleep(SECONDS)

    async def look(self, folder: Path, readers: Executor) -> None:
        """Look once."""
        loop = asyncio.get_running_loop()
        self.found(has_room=await loop.run_in_executor(readers, _has_room, folder))

    def found(self, *, has_room: bool) -> None:
        """Record whether there is disk space. When it runs out, all are no longer ready, so that no round opens."""
        newly_full = self._house.tables.has_room and not has_room
        self._house.tables.has_room = has_room
        if newly_full:
            for table_name, queue in list(self._house.queues.items()):
                state = queue.live.state
                for number, seat in state.taken() if not state.closed else ():
                    if seat.ready:
                        self._house.send(
                            PendingCommand(table_name, Command("house", "sit out", number), lambda _: None)
                        )


def _has_room(folder: Path) -> bool:
    try:
        return enough_room(folder)
    except PlacesError:  # unknown counts as full: a round that cannot be written is worse than none
        return False
