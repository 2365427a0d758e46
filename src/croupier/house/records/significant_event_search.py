"""Search of significant events, the latest first: by kind, person, table, round and time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from croupier.house.storage.journal import SIGNIFICANT
from croupier.house.storage.schema import journal
from croupier.table.recording.recorder import RecordingError, parted

LOOKED_AT = 5000  # rows that one look goes through
_AT_ONCE = 500


@dataclass(frozen=True, slots=True)
class EventQuery:
    """A query for events; a field that is left out matches anything."""

    what: str = ""
    table: str = ""
    person: str = ""  # the person who did it, or whom it is about
    since: int = 0
    before: int = 2**62
    session: str = ""
    round: int = 0

    def fits(self, noted: Noted) -> bool:
        """True if an event matches the query."""
        says = noted.says
        return (
            self.what in {"", says.get("what")}
            and self.table in {"", says.get("table")}
            and self.person in {"", noted.by, says.get("person")}
            and self.since <= noted.at < self.before
            and self.session in {"", says.get("session")}
            and self.round in {0, says.get("round")}
        )


class Noted(NamedTuple):
    """A significant event."""

    seq: int
    at: int
    by: str
    says: dict[str, Any]


class Page(NamedTuple):
    """A page of events, and the row before which the next page begins; 0 on the last page."""

    found: tuple[Noted, ...]
    before: int


def search(conn: Connection, wanted: EventQuery, before: int, most: int) -> Page:
    """A page of the events that match a query, before a row or from the last; a page reads a bounded number of rows."""
    found: list[Noted] = []
    for looked, each in enumerate(_backwards(conn, before), start=1):
        if each.at < wanted.since:
            return Page(tuple(found), 0)  # time runs with the rows
        if wanted.fits(each):
            found.append(each)
        if len(found) == most or looked == LOOKED_AT:
            return Page(tuple(found), each.seq if each.seq > 1 else 0)
    return Page(tuple(found), 0)


def _backwards(conn: Connection, before: int) -> Iterator[Noted]:
    columns = (journal.c.seq, journal.c.at, journal.c.by, journal.c.lines)
    asked = select(*columns).where(journal.c.stream == SIGNIFICANT).order_by(journal.c.seq.desc()).limit(_AT_ONCE)
    while True:
        rows = conn.execute(asked.where(journal.c.seq < before)).all()
        for row in rows:
            parts = parted(row.lines)
            if parts is None:
                raise RecordingError(f"row {row.seq} of {SIGNIFICANT}: it was altered")
            yield Noted(row.seq, row.at, row.by, json.loads(parts[0]))
        if len(rows) < _AT_ONCE:
            return
        before = rows[-1].seq
