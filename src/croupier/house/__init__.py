"""The house: live tables with a durable life. Journal, ledger, people, permissions, clocks, recovery; no HTTP.

Of a house in Python only what it may raise is named here: a house is run by `croupier serve`, and programs are guests
and staff of it by `croupier.client`. What a name needs is imported when the name is first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.house.accounts import LedgerError
    from croupier.house.backup import BackupError
    from croupier.house.checkpoints import LogError
    from croupier.house.database import DatabaseError
    from croupier.house.exporting import ExportError
    from croupier.house.known import PeopleError
    from croupier.house.places import PlacesError
    from croupier.house.premises import PremisesError
    from croupier.house.recalling import RecallError
    from croupier.house.settings import SettingsError
    from croupier.house.sharing import HouseError
    from croupier.house.vault import VaultError

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
    "BackupError": "backup",
    "DatabaseError": "database",
    "ExportError": "exporting",
    "HouseError": "sharing",
    "LedgerError": "accounts",
    "LogError": "checkpoints",
    "PeopleError": "known",
    "PlacesError": "places",
    "PremisesError": "premises",
    "RecallError": "recalling",
    "SettingsError": "settings",
    "VaultError": "vault",
}


def __getattr__(name: str) -> object:
    if name not in _ROOMS:
        raise AttributeError(f"module 'croupier.house' has no attribute {name!r}")
    return getattr(import_module(f"croupier.house.{_ROOMS[name]}"), name)
