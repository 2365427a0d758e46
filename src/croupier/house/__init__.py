"""The house: live tables with a durable life. Journal, ledger, people, permissions, clocks, recovery; no HTTP.

Of a house in Python only what it may raise is named here: a house is run by `croupier serve`, and programs are guests
and staff of it by `croupier.client`. What a name needs is imported when the name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.house.backup.backup import BackupError
    from croupier.house.config.paths import PlacesError
    from croupier.house.config.settings import SettingsError
    from croupier.house.engine.shared_meters import HouseError
    from croupier.house.ledger.accounts import LedgerError
    from croupier.house.people.roles import PeopleError
    from croupier.house.records.export import ExportError
    from croupier.house.records.recall import RecallError
    from croupier.house.records.transparency_log import LogError
    from croupier.house.storage.database import DatabaseError
    from croupier.house.storage.vault import VaultError
    from croupier.house.tables.startup import PremisesError

__all__ = [
    "BackupError",
    "DatabaseError",
    "ExportError",
    "HouseError",
    "LedgerError",
    "LogError",
    "PeopleError",
    "PlacesError",
    "PremisesError",
    "RecallError",
    "SettingsError",
    "VaultError",
]
_ROOMS = {
    "BackupError": "backup.backup",
    "DatabaseError": "storage.database",
    "ExportError": "records.export",
    "HouseError": "engine.shared_meters",
    "LedgerError": "ledger.accounts",
    "LogError": "records.transparency_log",
    "PeopleError": "people.roles",
    "PlacesError": "config.paths",
    "PremisesError": "tables.startup",
    "RecallError": "records.recall",
    "SettingsError": "config.settings",
    "VaultError": "storage.vault",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'croupier.house' has no attribute {name!r}")
    return getattr(import_module(f"croupier.house.{_ROOMS[name]}"), name)
