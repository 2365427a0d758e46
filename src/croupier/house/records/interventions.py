"""Interventions of the staff against players in a period, by table and person: rulings, void rounds, decks, refusals.

They are counted from the significant events, of which one look reads a bounded number, the latest.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Collection
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from sqlalchemy import Connection, select

from croupier.house.records.figures import seq_before
from croupier.house.storage.journal import SIGNIFICANT
from croupier.house.storage.schema import journal
from croupier.table.recording.recorder import RecordingError, parted

LOOKED_AT = 10_000  # rows that one look goes through
# The counts of a person at a table, by the significant event that each is of.
COUNTED = {
    "ruling": "rulings",
    "void round": "void",
    "deck withdrawn": "withdrawn",
    "cut again": "recuts",
    "refuse player": "refused",
}


class ActedAt(NamedTuple):
    """The counts of one person at one table; nobody's id is empty: there the table acted by itself."""

    table: str
    person: str
    rulings: int = 0
    void: int = 0
    withdrawn: int = 0
    recuts: int = 0
    refused: int = 0


class Counts(NamedTuple):
    """The interventions of a period, and the time from which they were counted, which is later in a very long one."""

    since: int
    found: tuple[ActedAt, ...]

    def by_table(self) -> tuple[ActedAt, ...]:
        """The interventions at each table, whoever's they were."""
        of_tables = groupby(self.found, attrgetter("table"))
        sums = ((table, zip(*(each[2:] for each in acts), strict=True)) for table, acts in of_tables)
        return tuple(ActedAt(table, "", *map(sum, columns)) for table, columns in sums)


def interventions(conn: Connection, tables: Collection[str], since: int, before: int) -> Counts:
    """The interventions at some tables in a period, in house time."""
    first, last = seq_before(conn, SIGNIFICANT, since), seq_before(conn, SIGNIFICANT, before)
    rows = journal.c
    asked = select(rows.seq, rows.at, rows.by, rows.lines).where(rows.stream == SIGNIFICANT, rows.seq <= last)
    begins = max(first, last - LOOKED_AT)
    looked = conn.execute(asked.where(rows.seq > begins).order_by(rows.seq)).all()
    counted = Counter[tuple[str, str, str]]()
    for row in looked:
        parts = parted(row.lines)
        if parts is None:
            raise RecordingError(f"row {row.seq} of {SIGNIFICANT}: it was altered")
        says = json.loads(parts[0])
        if says.get("what") in COUNTED and says.get("table") in tables:
            counted[says["table"], row.by, COUNTED[says["what"]]] += 1
    whose = sorted({(table, person) for table, person, _ in counted})
    found = (ActedAt(*each, *(counted[*each, name] for name in COUNTED.values())) for each in whose)
    return Counts(since if begins == first else looked[0].at, tuple(found))
