"""The journal: an append-only stream of rows for each table and for the house, each row chained to the one before.

A row of a table holds the lines of the table's recording that a command led to, so that a recording is its header and
its rows. Whatever is not for all is sealed by the vault, and bound to its place there.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, select

from croupier.house.storage import database, schema, vault
from croupier.house.storage.vault import Keyring, SealContext, opened
from croupier.table.recording.recorder import encoded

CAGE = "$cage"  # money outside the tables
SIGNIFICANT = "$significant"  # the stream of significant events
REGISTER = "$register"  # rights that were given and taken
AT_ONCE = 500  # rows that are read at a time
_SET_BACK = "house time set back"  # the fact that says when, and at which rows
_STREAMS = 64  # that are asked for at a time


class Entry(NamedTuple):
    """A row of the journal, its fields as the database has them."""

    stream: str
    seq: int
    at: int
    session: str
    round: int
    by: str
    request: str
    asked: bytes
    head: bytes
    sealed: int
    lines: bytes
    mark: bytes = b""


_MARKED = slice(Entry._fields.index("lines"))  # the fields that the mark of a row covers; its lines are in the head
_ALL = [getattr(schema.journal.c, name) for name in Entry._fields]


def drawer(stream: str, seq: int) -> SealContext:
    """The vault's drawer for the lines of a row."""
    return SealContext(stream, seq, "journal")


def clear(keyring: Keyring, entry: Entry) -> bytes:
    """The lines of a row, opened."""
    if not entry.sealed:
        return entry.lines
    return opened(keyring, drawer(entry.stream, entry.seq), entry.sealed, entry.lines)


def marked(keyring: Keyring, entry: Entry) -> Entry:
    """A row with the vault's mark."""
    return Entry._make((*entry[:-1], vault.marked(keyring, entry.stream, encoded(entry[_MARKED]))))


def is_marked(keyring: Keyring, entry: Entry) -> bool | None:
    """True if a row has the vault's mark; None if another vault has marked it."""
    return vault.is_marked(keyring, entry.stream, encoded(entry[_MARKED]), entry.mark)


def _entry(row: Row[Any]) -> Entry:
    return Entry._make(row)


def following(connection: Connection, stream: str, after: int, upto: int | None = None) -> Iterator[Entry]:
    """The rows of a stream after a sequence, all of them."""
    wanted = select(*_ALL).where(schema.journal.c.stream == stream).order_by(schema.journal.c.seq).limit(AT_ONCE)
    if upto is not None:
        wanted = wanted.where(schema.journal.c.seq <= upto)
    while True:
        some = connection.execute(wanted.where(schema.journal.c.seq > after)).all()
        for row in some:
            yield _entry(row)
        if len(some) < AT_ONCE:
            return
        after = some[-1].seq


def since(connection: Connection, tips: Mapping[str, int]) -> dict[str, list[Entry]]:
    """The rows of several streams, each after a sequence of its own, by one query, since followers ask often."""
    found: dict[str, list[Entry]] = {stream: [] for stream in tips}
    waits = list(tips.items())
    for some in (waits[at : at + _STREAMS] for at in range(0, len(waits), _STREAMS)):
        asked = _since(len(some), connection.dialect.paramstyle)
        for row in connection.exec_driver_sql(asked, tuple(chain.from_iterable(some))):
            entry = _entry(row)
            found[entry.stream].append(entry)
    return found


@cache
def _since(streams: int, style: str) -> str:
    mark = "?" if style == "qmark" else "%s"
    wanted = ", ".join([f"(CAST({mark} AS TEXT), CAST({mark} AS BIGINT))"] * streams)
    columns = ", ".join(f'rows."{name}"' for name in Entry._fields)
    return (
        f"WITH wanted (stream, seq) AS (VALUES {wanted}) SELECT {columns} FROM wanted "  # noqa: S608 - ours
        "JOIN journal AS rows ON rows.stream = wanted.stream AND rows.seq > wanted.seq ORDER BY rows.stream, rows.seq"
    )


def at(connection: Connection, stream: str, seq: int) -> Entry | None:
    """One row; None if it does not exist."""
    found = connection.execute(select(*_ALL).where(schema.journal.c.stream == stream, schema.journal.c.seq == seq))
    row = found.first()
    return _entry(row) if row is not None else None


def last(connection: Connection, stream: str) -> Entry | None:
    """The last row of a stream; None if it has none."""
    newest = select(func.max(schema.journal.c.seq)).where(schema.journal.c.stream == stream).scalar_subquery()
    found = connection.execute(select(*_ALL).where(schema.journal.c.stream == stream, schema.journal.c.seq == newest))
    row = found.first()
    return _entry(row) if row is not None else None


def tip(connection: Connection, stream: str) -> int:
    """The sequence at which a stream ends, as it is on record beside it; 0 for a stream without rows."""
    found = connection.execute(select(schema.tips.c.seq).where(schema.tips.c.stream == stream)).scalar()
    return int(found or 0)


def tables(connection: Connection) -> list[str]:
    """The tables that have ever had a row, by name."""
    streams = schema.tips.c.stream
    return sorted(name for name in connection.scalars(select(streams)) if not name.startswith("$"))


class ClockSetBack(NamedTuple):
    """The last time that house time was set back: to when, and the end of each stream then."""

    to: int = 0
    ends: Mapping[str, int] = {}


def set_back(connection: Connection, to: int) -> None:
    """Set house time back: rows up to the present end of each stream came before that, whatever their times say."""
    tips = connection.execute(select(schema.tips.c.stream, schema.tips.c.seq))
    ends = {each.stream: each.seq for each in tips}
    database.note(connection, _SET_BACK, encoded([to, ends]).decode())


def was_set_back(connection: Connection) -> ClockSetBack:
    """The last time that house time was set back, if it ever was."""
    found = database.fact(connection, _SET_BACK)
    return ClockSetBack(*json.loads(found)) if found is not None else ClockSetBack()


def latest(connection: Connection) -> int:
    """The time of the last row of any stream since house time was last set back; 0 if there is none."""
    rows, ends = schema.journal.c, schema.tips.c
    here = (rows.stream == ends.stream) & (rows.seq == ends.seq)
    found = connection.execute(select(rows.stream, rows.seq, rows.at).join_from(schema.tips, schema.journal, here))
    back = was_set_back(connection)
    return max((at for stream, seq, at in found if seq > back.ends.get(stream, 0)), default=back.to)


def asked_before(connection: Connection, stream: str, by: str, request: str) -> Entry | None:
    """The row that was written for a request id of the sender's own; None if there is none."""
    table = schema.journal.c
    asked = (schema.REQUESTED, table.stream == stream, table.by == by, table.request == request)
    row = connection.execute(select(*_ALL).where(*asked)).first()
    return _entry(row) if row is not None else None
