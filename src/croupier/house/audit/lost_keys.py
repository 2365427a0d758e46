"""Keys of the vault that were lost, and what was lost with them: sealed sessions, and marks that cannot be checked."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.house.engine.replay import sessions
from croupier.house.storage import database, schema

_FACT = "lost with a key"
_MARK_BYTES = 4


class Lost(NamedTuple):
    """The lost sessions by their ids, and the first bytes of marks that were made with lost keys."""

    sessions: frozenset[str] = frozenset()
    marks: frozenset[bytes] = frozenset()

    def has_marked(self, mark: bytes) -> bool:
        """True if a mark was made with a lost key."""
        return mark[:_MARK_BYTES] in self.marks


def lost(connection: Connection) -> Lost:
    """Read the losses that are on record."""
    held = json.loads(database.fact(connection, _FACT) or '{"sessions": [], "marks": []}')
    return Lost(frozenset(held["sessions"]), frozenset(bytes.fromhex(each) for each in held["marks"]))


def marks(connection: Connection) -> frozenset[bytes]:
    """The first bytes of the marks of all rows: as many as there are keys that made them."""
    found = select(func.substr(schema.journal.c.mark, 1, _MARK_BYTES)).distinct()
    return frozenset(bytes(each) for each in connection.scalars(found))


def lose(connection: Connection) -> None:
    """Put on record that all keys so far are lost, with everything that was sealed with them."""
    held = {
        "sessions": sorted(each.id for each in sessions(connection)),
        "marks": sorted(each.hex() for each in marks(connection)),
    }
    database.note(connection, _FACT, json.dumps(held))
