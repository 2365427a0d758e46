"""The basis of deadlines on record: the clocks of each table, the last start of the house, and the rows of a round.

Every process makes its deadlines of these alone, so that all processes of a house have the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec
from sqlalchemy import Connection, select

from croupier.house.config.clocks import (
    NOTHING,
    Basis,
    Clocks,
    JournalMoment,
    Milliseconds,
    Session,
    TableDeadlines,
    follow,
)
from croupier.house.engine import peers
from croupier.house.engine.replay import Replay, session
from croupier.house.engine.requests import Committed, happened
from croupier.house.storage import database, schema
from croupier.house.storage.vault import Keyring
from croupier.house.tables.command_queue import CommandQueue

_FACT = "deadlines"


def read(connection: Connection) -> Basis:
    """The basis on record."""
    found = database.fact(connection, _FACT)
    return msgspec.json.decode(found, type=Basis) if found is not None else Basis()


def change(connection: Connection, clocks: Mapping[str, Clocks], started: Milliseconds = 0) -> Basis:
    """Put the clocks of some tables on record, or a later start, and tell the other processes."""
    before = read(connection)
    return _put(connection, before, Basis(max(started, before.started), {**before.clocks, **clocks}))


def begin(connection: Connection, clocks: Mapping[str, Clocks], now: Milliseconds) -> Basis:
    """Put a process's clocks on record, and a start of the house, unless another process kept it open."""
    before = read(connection)
    started = before.started if peers.others_listen(connection) else now  # earlier than before if time was set back
    return _put(connection, before, Basis(started, {**before.clocks, **clocks}))


def _put(connection: Connection, before: Basis, basis: Basis) -> Basis:
    if basis != before:
        database.note(connection, _FACT, msgspec.json.encode(basis).decode())
        peers.say(connection, peers.PeerMessage(peers.CLOCKS, "", ""))
    return basis


# ---- rows ------------------------------------------------------------------------------------------------------


def standing(rows: Iterable[Committed], clocks: Clocks, times: Session) -> TableDeadlines:
    """The deadlines after some rows of a table, the first of which ends a round or opens the session."""
    found = NOTHING
    for row in rows:
        reached = JournalMoment(row.seq, row.at, row.decision.events, "over" in row.kinds)
        found = follow(found, row.decision.state, reached, clocks, times)
    return found


def rows_of_round(connection: Connection, keyring: Keyring, queue: CommandQueue) -> list[Committed]:
    """The rows of a table since its last round ended, that row included, up to its record."""
    live, resumed = queue.live, queue.resumed
    about, rounds = session(connection, live.session), schema.rounds.c
    if about is None:
        return []
    if resumed and (resumed[0].seq == about.first or "over" in resumed[0].kinds):
        return resumed
    last = select(rounds.seq).where(rounds.stream == live.name, rounds.session == live.session)
    ended = connection.execute(last.order_by(rounds.round.desc()).limit(1)).scalar()
    replay = Replay(connection, keyring, about, ended or about.first)
    return [happened(live.name, live.session, each.entry.at, each.step) for each in replay.steps(live.record.seq)]
