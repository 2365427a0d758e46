"""Recovery of live tables from the record: a session, its last snapshot, and the journal after that."""

from __future__ import annotations

from sqlalchemy import Connection, select

from croupier.crypto.keys import PrivateKey
from croupier.house.engine.live_table import LiveTable, resumed
from croupier.house.engine.shared_meters import StaleError
from croupier.house.engine.unit_of_work import ExtraWrites, does
from croupier.house.storage import schema
from croupier.house.storage.database import note
from croupier.house.storage.vault import Keyring, SealContext, opened, sealed
from croupier.money import Cents
from croupier.table.decide import ENGINE
from croupier.table.model.state import Meter


def session_row(live: LiveTable, keyring: Keyring, now: int, known: frozenset[str]) -> ExtraWrites:
    """The write of a new session; a StaleError if a session is open that is not among the known ones."""
    first = live.record.seq + 1
    seed = str(live.source.close().get("seed", "")).encode()
    number, seed = sealed(keyring, SealContext(live.name, first, "seed"), seed)
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

    def write(connection: Connection) -> None:
        note(connection, "opened last", live.session)  # of two who open at once one waits here for the other
        if open_sessions(connection).keys() - known:
            raise StaleError(f"a table was opened before {live.name}")
        connection.execute(row)

    return write


def open_sessions(connection: Connection) -> dict[str, str]:
    """The tables that are open, by the id of their session."""
    table = schema.sessions.c
    found = select(table.id, table.stream).where(table.closed == 0).order_by(table.stream)
    return {each.id: each.stream for each in connection.execute(found)}


def meter_begins(name: str, amount: Cents) -> ExtraWrites:
    """The write of a new meter."""
    return does(schema.meters.insert().values(name=name, amount=amount, version=0, resets=0))


def meter_on_record(connection: Connection, name: str) -> Meter | None:
    """The meter of that name on record, if there is one."""
    meters = schema.meters.c
    row = connection.execute(select(meters.amount, meters.version, meters.resets).where(meters.name == name)).first()
    return Meter(*row) if row is not None else None


def resumed_table(connection: Connection, session: str, keyring: Keyring, key: PrivateKey) -> LiveTable:
    """The table of a session that is open, where it was kept last; it goes on from there by the journal.

    What another engine has kept may have another form: then it is folded from the session's first row.
    """
    row = connection.execute(select(schema.sessions).where(schema.sessions.c.id == session)).one()
    seed = opened(keyring, SealContext(row.stream, row.first, "seed"), row.sealed, row.seed).decode()
    table = schema.snapshots
    newest = select(table).where(table.c.session == row.id, table.c.stream == row.stream).order_by(table.c.seq.desc())
    kept = connection.execute(newest.limit(1)).first() if row.engine == ENGINE else None
    state = opened(keyring, SealContext(row.stream, kept.seq, "snapshot"), kept.sealed, kept.state) if kept else None
    return resumed(row.stream, row.header, seed, key, state, kept.seq if kept else row.first - 1)
