"""A table from its record: its session, its last snapshot, and the journal after that."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select

from croupier.house import journal, schema
from croupier.house.live import Live, resumed
from croupier.house.sharing import meter_name
from croupier.house.vault import Drawer, Keyring, opened, sealed
from croupier.house.working import Also
from croupier.table.decide import ENGINE
from croupier.table.keys import PrivateKey


def session_row(live: Live, keyring: Keyring, now: int) -> Also:
    """Keep what a session was opened with, and its meter where it is the first to feed it."""
    first = live.record.seq + 1
    seed = str(live.table.source.close().get("seed", "")).encode()
    number, seed = sealed(keyring, Drawer(live.name, first, "seed"), seed)
    row = schema.sessions.insert().values(
        id=live.session,
        stream=live.name,
        first=first,
        opened=now,
        engine=ENGINE,
        header=live.header,
        sealed=number,
        seed=seed,
    )
    meter, amount = meter_name(live.state.terms.submission), live.state.fixed.seed
    known = select(schema.meters.c.name).where(schema.meters.c.name == meter)

    def also(connection: Connection) -> None:
        connection.execute(row)
        if meter and connection.execute(known).first() is None:
            connection.execute(schema.meters.insert().values(name=meter, amount=amount, version=0, resets=0))

    return also


def resumed_table(connection: Connection, row: Row[Any], keyring: Keyring, key: PrivateKey) -> Live:
    """The table of a session that is open, where its record ends."""
    seed = opened(keyring, Drawer(row.stream, row.first, "seed"), row.sealed, row.seed).decode()
    table = schema.snapshots
    newest = select(table).where(table.c.session == row.id, table.c.stream == row.stream).order_by(table.c.seq.desc())
    kept = connection.execute(newest.limit(1)).first()
    state = opened(keyring, Drawer(row.stream, kept.seq, "snapshot"), kept.sealed, kept.state) if kept else None
    live = resumed(row.stream, row.id, row.header, seed, key, state, kept.seq if kept else row.first - 1)
    live.follow(journal.following(connection, row.stream, live.seq), keyring)
    return live
