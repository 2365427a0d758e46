"""The extent of an audit: the whole record, or what has come since a signed checkpoint.

A checkpoint covers rounds of each table. The audit since then begins with the session in which the last of these was
played; earlier sessions are not read again. The log, the house's own streams, wallets and rights are always read whole.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, Table, and_, func, or_, select

from croupier.crypto import merkle, signed_notes
from croupier.crypto.signed_notes import Checkpoint
from croupier.house.records.transparency_log import Log, LogError, perfect, size
from croupier.house.storage import database, schema, sums


class Extent(NamedTuple):
    """The first row that is read of each stream, and the number of sessions before that; nothing for all of them."""

    firsts: Mapping[str, int] = {}
    passed: int = 0
    point: Checkpoint | None = None

    def first(self, stream: str) -> int:
        """The first row of a stream that is read."""
        return self.firsts.get(stream, 1)

    def read(self, table: Table) -> list[ColumnElement[bool]]:
        """The conditions for the rows of a table of the database that are read, which an index finds."""
        if not self.firsts or "stream" not in table.c or not {"seq", "upto", "session"} & set(table.c.keys()):
            return []
        return [
            or_(*(and_(table.c.stream == stream, _since(table, stream, row)) for stream, row in self.firsts.items()))
        ]


def _since(table: Table, stream: str, first: int) -> ColumnElement[bool]:
    if "seq" in table.c:
        return table.c.seq >= first
    if "upto" in table.c:
        return table.c.upto > sums.completed(first - 1)
    known = schema.sessions.c
    return table.c.session.in_(select(known.id).where(known.stream == stream, known.first >= first))


WHOLE = Extent()


def since(connection: Connection, note: str, public: str) -> Extent:
    """The extent of an audit since a checkpoint that the house has signed; a NoteError or LogError if it is none."""
    text, name = signed_notes.opened(note, public)
    point = Checkpoint.read(text)
    log = Log(database.fact(connection, database.HOUSE) or "", point.origin)
    many = size(connection, log)
    if name != point.origin or not 0 < point.size <= many:
        why = f"the checkpoint has {point.size} rounds of {point.origin}, and this record has {many} there"
        raise LogError(why, "a checkpoint of this house's, with a round in it")
    if merkle.root(point.size, perfect(connection, log)) != point.root:
        why = f"the first {point.size} rounds of {point.origin} do not make the root of this checkpoint"
        raise LogError(why, "an audit of the whole record, which says where it was altered")
    leaves, sessions = schema.leaves.c, schema.sessions.c
    covered = select(leaves.stream, func.max(leaves.seq)).where(leaves.origin == log.origin, leaves.number < point.size)
    firsts = dict.fromkeys(connection.scalars(select(schema.tips.c.stream)), 1)
    passed = 0
    for stream, seq in connection.execute(covered.group_by(leaves.stream)):
        of_stream = select(sessions.id, sessions.first).where(sessions.stream == stream, sessions.first <= seq)
        found = connection.execute(of_stream.order_by(sessions.first)).all()
        if len(found) > 1:
            firsts[stream] = found[-1].first
            passed += len(found) - 1
    return Extent(firsts, passed, point)
