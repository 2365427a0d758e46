"""The export of a session's recording, as `croupier audit` reads it: its header, the players' names, and its lines.

A chain begins at its header, so a round is given with all before it. Of a session that is open nothing is given from
the first command on that tells of cards still to be dealt; the recording then ends there, as audit says.
"""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, func, select

from croupier.errors import CroupierError
from croupier.house.engine.replay import OpenSecrets, Replay, Session
from croupier.house.engine.round_index import ended
from croupier.house.ledger.accounts import WALLET
from croupier.house.people import users
from croupier.house.storage import schema
from croupier.house.storage.vault import Keyring
from croupier.table.recording.recorder import Name, NameAside, encoded


class ExportError(CroupierError, ValueError):
    """A recording that cannot be exported; the message says why, and what would be accepted."""


def recording(connection: Connection, keyring: Keyring, about: Session, upto: int | None = None) -> Iterator[bytes]:
    """The lines of a session's recording, to its end or to that of a round."""
    if upto is not None and not _is_over(connection, about, upto):
        raise ExportError(f"session {about.id} has no round {upto} that is over", "the number of one that is")
    return _lines(connection, keyring, about, upto)


def _is_over(connection: Connection, about: Session, number: int) -> bool:
    table = schema.rounds.c
    found = select(table.seq).where(table.stream == about.stream, table.session == about.id, table.round == number)
    return connection.execute(found).first() is not None


def _lines(connection: Connection, keyring: Keyring, about: Session, upto: int | None) -> Iterator[bytes]:
    to_come = OpenSecrets.of(connection, keyring, about)
    yield about.header
    yield from _names(connection, about)
    for done in Replay(connection, keyring, about).steps():
        if to_come.tells(done):
            return
        yield from done.lines
        last = ended(done.step.before, done.step.decision.state)
        if last is not None and last.number == upto:
            return


def _names(connection: Connection, about: Session) -> Iterator[bytes]:
    """The names of those who brought money to the table; a closed account has no name any more."""
    table, sessions = schema.postings.c, schema.sessions.c
    later = select(func.min(sessions.first)).where(sessions.stream == about.stream, sessions.first > about.first)
    end = connection.scalar(later)
    during = [table.stream == about.stream, table.seq >= about.first, *([table.seq < end] if end is not None else [])]
    moved = select(table.account).distinct().where(*during, func.substr(table.account, 1, len(WALLET)) == WALLET)
    ids = sorted(each.removeprefix(WALLET) for each in connection.scalars(moved))
    known = users.named(connection, ids)
    for person in ids:
        if person in known and known[person].name:
            yield encoded(NameAside(Name(person, known[person].name))) + b"\n"
