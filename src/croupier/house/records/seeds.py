"""Seeds of finished sessions, from which all their shuffles follow, as the house has committed to them.

No seed is published before its session is over, since a deck of it could still be dealt. An auditor has the seed in
the export of a recording.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from sqlalchemy import Connection, select

from croupier.house.config.clocks import SECOND
from croupier.house.storage import schema
from croupier.house.storage.vault import Keyring, SealContext, VaultError, opened
from croupier.table.model.state import PUBLISHES

AT_ONCE, LATER, _ = PUBLISHES
DELAY = 24 * 3600 * SECOND  # from the end of a session to its seed, where that is made known later


class Session(NamedTuple):
    """A session of a table, as the public may know it."""

    session: str
    opened: int
    closed: int  # 0 while it is open
    publishes: str
    published: str  # the seed; nothing while it is not made known, or where nothing was committed to
    since: int  # when it is made known, or was; 0 if never to all


class _Said(msgspec.Struct):
    publishes: str


def sessions(connection: Connection, keyring: Keyring, stream: str, now: int, before: int, most: int) -> list[Session]:
    """The sessions of a table that were opened before a time, the latest first."""
    table = schema.sessions
    found = select(table).where(table.c.stream == stream, table.c.opened < before)
    rows = connection.execute(found.order_by(table.c.opened.desc(), table.c.first.desc()).limit(most))
    made = []
    for row in rows:
        publishes = msgspec.json.decode(row.header, type=_Said).publishes
        at = _published(publishes, row.closed)
        seed = _seed(keyring, SealContext(row.stream, row.first, "seed"), row.sealed, row.seed) if 0 < at <= now else ""
        made.append(Session(row.id, row.opened, row.closed, publishes, seed, at))
    return made


def _published(publishes: str, closed: int) -> int:
    delays = {AT_ONCE: 0, LATER: DELAY}
    return closed + delays[publishes] if closed and publishes in delays else 0


def _seed(keyring: Keyring, drawer: SealContext, sealed: int, seed: bytes) -> str:
    try:
        return opened(keyring, drawer, sealed, seed).decode()
    except VaultError:  # its key was lost before a restore, which is announced
        return ""
