"""Checks derived tables (postings, citations, snapshots and the like) row by row against the journal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, Select, Table, select

from croupier.house.audit.findings import Report
from croupier.house.engine.round_index import Row

AT_ONCE = 2000  # sequences whose rows are held at a time


class DerivedRows:
    """The rows of one derived table for one stream, read in step with the stream's own rows.

    They are tuples in the order of the table's columns, which are compared at once; names are for those that differ.
    """

    def __init__(
        self, connection: Connection, table: Table, stream: str, report: Report, first: int = 1, last: int = 0
    ) -> None:
        self._connection, self._table, self._stream, self._report = connection, table, stream, report
        self._names = [each.name for each in table.columns]
        self._seq = self._names.index("seq")
        self._held: dict[int, list[tuple[Any, ...]]] = {}
        self._upto: int | None = first - 1 if first > 1 else None
        self._last = last  # of the rows that are read; 0 for all

    def compare(self, seq: int, expected: Sequence[tuple[Any, ...]]) -> None:
        """Check that the rows which stand there for a sequence are exactly these."""
        there = self._rows(seq)
        if there != list(expected):
            differences(self._report, self._table, map(self._named, expected), map(self._named, there), seq)

    def taken(self, seq: int) -> list[dict[str, Any]]:
        """Take the rows which stand there for a sequence."""
        return [self._named(row) for row in self._rows(seq)]

    def skip(self, seq: int) -> None:
        """Leave the rows of a sequence out, since the right ones cannot be worked out."""
        self._rows(seq)

    def _rows(self, seq: int) -> list[tuple[Any, ...]]:
        if self._upto is None or seq > self._upto:
            self._read(seq)
        return self._held.pop(seq, [])

    def _named(self, row: tuple[Any, ...]) -> dict[str, Any]:
        return dict(zip(self._names, row, strict=True))

    def finish(self, last: int) -> None:
        """Check that no rows are left for sequences which the stream does not have."""
        self._left()
        if self._last:
            return
        table = self._table.c
        behind = select(self._table).where(table.stream == self._stream, table.seq > max(last, self._upto or 0))
        for row in self._connection.execute(behind.order_by(table.seq)):
            self._foreign(tuple(row))

    def _read(self, seq: int) -> None:
        self._left()
        table, after = self._table.c, self._upto if self._upto is not None else -(2**63)
        self._upto = min(seq + AT_ONCE, self._last or seq + AT_ONCE)
        some = select(self._table).where(table.stream == self._stream, table.seq > after, table.seq <= self._upto)
        for row in self._connection.execute(some.order_by(*self._table.primary_key)).all():
            at = row[self._seq]
            if at < seq:
                self._foreign(tuple(row))
            else:
                self._held.setdefault(at, []).append(tuple(row))

    def _left(self) -> None:
        for rows in self._held.values():
            for row in rows:
                self._foreign(row)
        self._held.clear()

    def _foreign(self, row: tuple[Any, ...]) -> None:
        says = f"{named(self._table, self._named(row))} belongs to no row of the journal"
        self._report.find(self._table.name, row[self._seq], says)


def read(connection: Connection, asked: Select[Any]) -> Iterator[dict[str, Any]]:
    """Read the rows that are asked for, by the names of their columns."""
    found = connection.execute(asked)
    names = tuple(found.keys())
    for some in found.partitions(AT_ONCE):
        for row in some:
            yield dict(zip(names, row, strict=True))


def differences(
    report: Report,
    table: Table,
    expected: Iterable[Mapping[str, Any]],
    there: Iterable[Mapping[str, Any]],
    seq: int = 0,
) -> None:
    """Report every row that is missing, too many or altered."""
    right_ones, found = list(expected), list(there)
    if right_ones == found:
        return
    keys = [each.name for each in table.primary_key]
    wanted = {tuple(row[name] for name in keys): row for row in right_ones}
    for row in found:
        right = wanted.pop(tuple(row[name] for name in keys), None)
        if right is None:
            report.find(table.name, seq, f"{named(table, row)} does not follow from the journal")
            continue
        for name, value in right.items():
            if row[name] != value:
                says = f"{named(table, row)} has {name} {shown(row[name])}; the journal says {shown(value)}"
                report.find(table.name, seq, says)
    for row in wanted.values():
        report.find(table.name, seq, f"{named(table, row)} is missing")


def named(table: Table, row: Mapping[str, Any]) -> str:
    """The key of a row, in words."""
    return ", ".join(f"{each.name} {shown(row[each.name])}" for each in table.primary_key)


def shown(value: object) -> str:
    """A value as a sentence shows it; of bytes, the beginning."""
    if isinstance(value, bytes):
        return value[:8].hex() + ("…" if len(value) > 8 else "")  # noqa: PLR2004 - enough to know it again
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:80]}…"  # noqa: PLR2004 - a line of a report


def values_of(rows: Iterable[Row], table: Table) -> list[dict[str, Any]]:
    """The values of those rows that belong to a table."""
    return [values for each, values in rows if each is table]
