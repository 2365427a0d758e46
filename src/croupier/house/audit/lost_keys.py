"""What was lost with a key of the vault: sessions that nobody can read any more, and marks that nobody can check."""

from __future__ import annotations

import json
from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.house.engine.replay import sessions
from croupier.house.storage import database, schema

_FACT = "lost with a key"
_MARK_BYTES = 4


class Lost(NamedTuple):
    """By their ids, and by the bytes that marks of the lost keys begin with."""

    sessions: frozenset[str] = frozenset()
    marks: frozenset[bytes] = frozenset()

    def has_marked(self, mark: bytes) -> bool:
        """Whether a lost key has made a mark."""
        return mark[:_MARK_BYTES] in self.marks


def lost(connection: Connection) -> Lost:
    """What is on record as lost."""
    held = json.loads(database.fact(connection, _FACT) or '{"sessions": [], "marks": []}')
    return Lost(frozenset(held["sessions"]), frozenset(bytes.fromhex(each) for each in held["marks"]))


def marks(connection: Connection) -> frozenset[bytes]:
    """What the marks of all rows begin with: as many as keys have made them."""
    found = select(func.substr(schema.journal.c.mark, 1, _MARK_BYTES)).distinct()
    return frozenset(bytes(each) for each in connection.scalars(found))


def lose(connection: Connection) -> None:
    """All that is on record so far was sealed with keys that are lost."""
    held = {
        "sessions": sorted(each.id for each in sessions(connection)),
        "marks": sorted(each.hex() for each in marks(connection)),
    }
    database.note(connection, _FACT, json.dumps(held))
