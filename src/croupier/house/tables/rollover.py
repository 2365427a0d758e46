"""Session rollover between rounds: a session is closed, another is opened, and its players have their seats again.

A session is a table under one submission, engine and key, for 24 hours at most. What ends with it goes back to the
wallets and comes from there again, so that the ledger tells of it. That a table is to open again is written with its
close, so that the next start goes on from there if the house stops in between.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, and_, delete, select

from croupier.house.config.clocks import SECOND
from croupier.house.config.settings import TableSettings
from croupier.house.engine.replay import Replay, other_code, session
from croupier.house.engine.requests import follow_up_id
from croupier.house.engine.unit_of_work import ExtraWrites
from croupier.house.storage import schema
from croupier.house.storage.vault import Keyring
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.state import REAL, State
from croupier.table.procedures.session import MOST_SECONDS

DAY = MOST_SECONDS * SECOND
TURN = "turn"  # the kind of intent; its reason is the id of the session that ended


class Seated(NamedTuple):
    """A player who had a seat when a session ended, and the chips there."""

    seat: int
    person: str
    chips: int
    sits_out: bool  # until coming back, by choice


class Open(NamedTuple):
    """A session that is open: since when, and by which engine it is decided; 0 if by other code of its game."""

    since: int
    engine: int


class Unfinished(NamedTuple):
    """A session that has ended, and its players."""

    session: str
    seated: tuple[Seated, ...]


def is_as(state: State, about: TableSettings) -> bool:
    """True if a table is played as its settings say, in all that is fixed for a session."""
    fixed = state.fixed
    return (
        state.terms.submission == about.submission
        and fixed.game == about.game
        and fixed.automation == about.automation
        and fixed.publishes == about.publishes
        and (fixed.source == REAL) == (about.cards == REAL)
    )


def voids(state: State) -> Iterator[Command]:
    """The commands by which a round is void that another engine has begun: this one could go on otherwise (S1)."""
    why = "the house was upgraded in the middle of the round, which is decided by another engine now"
    if state.reported is not None:
        yield Command("floor", "reject", args={"reason": why})
    if state.pending is None or state.reported is not None:
        yield Command("floor", "call", args={"what": why})
    yield Command("floor", "rule", args={"choice": "void", "reason": f"{why}: all wagers go back (ruling S1)"})


# ---- who sits there again --------------------------------------------------------------------------------------


def seated(before: State, events: Iterable[Event]) -> tuple[Seated, ...]:
    """The players who had a seat, by the events that closed a session."""
    left = [event.data for event in events if event.kind == "left"]
    return tuple(
        Seated(data["seat"], data["person"], data["bankroll"], before.seat(data["seat"]).keeps) for data in left
    )


def sits_again(each: Seated) -> Command:
    """The command by which a player has the seat again; the chips are supplied when it is decided."""
    return Command("player", "sit", each.seat, by=each.person)


def sits_out_again(each: Seated) -> Command:
    """The command by which a player sits out as before."""
    return Command("player", "sit out", each.seat, by=each.person)


def request(ended: str, command: Command) -> str:
    """The id of such a command: it is given once, whichever process finishes the rollover."""
    return follow_up_id(f"{ended} {command.seat} {command.do}")


def note_id(session: str) -> str:
    """The id of the note that a session has begun."""
    return f"new {session}"


# ---- what is on record -----------------------------------------------------------------------------------------


def open_sessions(connection: Connection) -> dict[str, Open]:
    """The open sessions, by table."""
    table = schema.sessions.c
    columns = (table.stream, table.opened, table.engine, table.header)
    found = connection.execute(select(*columns).where(table.closed == 0))
    return {row.stream: Open(int(row.opened), 0 if other_code(row.header) else int(row.engine)) for row in found}


def opens_again(table_name: str, ended: str, now: int) -> ExtraWrites:
    """The write, with the close of a session, that the table is to open again."""

    def write(connection: Connection) -> None:
        connection.execute(delete(schema.intents).where(_of(table_name)))
        row = {"stream": table_name, "what": TURN, "seat": 0, "person": "", "by": "", "reason": ended, "at": now}
        connection.execute(schema.intents.insert().values(row))

    return write


def _of(stream: str) -> ColumnElement[bool]:
    return and_(schema.intents.c.stream == stream, schema.intents.c.what == TURN)


def forget(connection: Connection, stream: str, ended: str) -> None:
    """Forget a rollover that is done: the table is open again, and its players have their seats."""
    connection.execute(delete(schema.intents).where(_of(stream), schema.intents.c.reason == ended))


def begun(connection: Connection) -> dict[str, str]:
    """The tables that are to open again, each with the session that has ended."""
    table = schema.intents.c
    found = connection.execute(select(table.stream, table.reason).where(table.what == TURN))
    return {row.stream: row.reason for row in found}


def unfinished(connection: Connection, keyring: Keyring) -> dict[str, Unfinished]:
    """The tables that are to open again, each with the session that has ended and its players, from the record."""
    return {
        stream: Unfinished(ended, _seated_at(connection, keyring, ended)) for stream, ended in begun(connection).items()
    }


def _seated_at(connection: Connection, keyring: Keyring, ended: str) -> tuple[Seated, ...]:
    about = session(connection, ended)
    if about is None:
        return ()
    rows = schema.journal.c
    of_session = select(rows.seq).where(rows.stream == about.stream, rows.session == ended)
    last = connection.execute(of_session.order_by(rows.seq.desc()).limit(1)).scalar_one()
    replay = Replay(connection, keyring, about, last)
    return tuple(each for done in replay.steps() for each in seated(done.step.before, done.step.decision.events))
