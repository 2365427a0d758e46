"""The house: live tables on a durable record, with journal, ledger, people, permissions, clocks and recovery.

It knows nothing of HTTP. Only the errors of a house are exported to programs: `croupier serve` runs a house, and
programs are its guests and staff by `croupier.client`. A module is imported when one of its names is first used.
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
