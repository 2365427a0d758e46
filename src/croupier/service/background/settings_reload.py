"""Reload of house.toml while the house is open; a faulty file is refused whole."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable
from dataclasses import asdict
from typing import Protocol

from croupier.errors import CroupierError, message
from croupier.house.config.settings import FileError, Settings, SettingsError
from croupier.house.config.settings_diff import Differences, differences, taken_up
from croupier.service.http.problems import Problem

log = logging.getLogger("croupier.service")
TAKEN_UP, REFUSED = "settings", "settings refused"  # among the significant events
_MOST = 50  # objections that are put on record


class ReloadError(CroupierError, ValueError):
    """A file that is not taken up; the house goes on by the one before. It is made of its objections."""

    def __init__(self, *objections: str) -> None:
        super().__init__("; ".join(objections))
        self.objections = objections


class ReloadTarget(Protocol):
    """The part of the hub that a reload uses: the settings in force, significant events, and taking settings up."""

    settings: Settings

    async def significant(self, what: str, by: str, under: str = "", **more: object) -> None:
        """Note a significant event and await its commit."""

    def take_up(self, settings: Settings, added: Iterable[str]) -> None:
        """Go on by other settings; tables that are new in them open."""


class SettingsReload:
    """The reload of a hub's settings."""

    def __init__(self, hub: ReloadTarget, reads: Callable[[], Settings] | None) -> None:
        self._hub, self._reads = hub, reads
        self._one_by_one = asyncio.Lock()

    async def reload(self, by: str = "") -> Differences:
        """Take up what has changed, once that is on record; a ReloadError says what is wrong with the file."""
        async with self._one_by_one:
            if self._reads is None:
                raise ReloadError(message("this house has no file that its settings are read from", "one that has"))
            try:
                new = await asyncio.get_running_loop().run_in_executor(None, self._reads)
            except (SettingsError, FileError) as error:
                objections = [str(each) for each in getattr(error, "refusals", (error,))]
                await self._hub.significant(REFUSED, by, says=objections[:_MOST])
                raise ReloadError(*objections) from error
            old = self._hub.settings
            found = differences(old, new)
            await self._hub.significant(TAKEN_UP, by, **asdict(found))
            self._hub.take_up(taken_up(old, new), found.added)
            return found

    async def on_signal(self) -> None:
        """Reload without an answer: the outcome is on record, and in the log."""
        try:
            found = await self.reload()
        except (ReloadError, Problem) as error:
            log.warning("house.toml was not taken up", extra={"why": error.why})
        else:
            log.info("house.toml was taken up", extra={"changed": bool(found)})
