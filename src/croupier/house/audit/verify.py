"""`verify`: the audit of everything that a house has on record, against its signatures and its own journal.

The journal is read from its first row to its last, or from a signed checkpoint on (`extent.py`): chains, marks and
signatures are checked, commands decided again, and everything that stands beside it (postings, wallets, meters,
snapshots, the log, what recall looks for) is worked out anew and compared row by row. It shows what was altered by
somebody who has neither the vault's key nor the house's signing key; whoever has both, and the database, can write
another past, which published checkpoints then contradict.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import chain, groupby
from operator import itemgetter
from typing import Any

from sqlalchemy import BigInteger, Column, Connection, LargeBinary, Select, Table, func, or_, select

from croupier.house.audit import verify_log, verify_rights
from croupier.house.audit.derived_rows import DerivedRows, differences, named, read, shown
from croupier.house.audit.extent import WHOLE, Extent
from croupier.house.audit.findings import Report
from croupier.house.audit.processes import Processes
from croupier.house.audit.verify_tables import Tables, posted
from croupier.house.ledger import balances, transactions
from croupier.house.ledger.accounts import WALLET, LedgerError, meter
from croupier.house.ledger.invariants import Books, lawful
from croupier.house.ledger.postings import Posting
from croupier.house.records import transparency_log
from croupier.house.storage import journal, schema, sums
from croupier.house.storage.journal import CAGE, REGISTER, SIGNIFICANT, Entry
from croupier.house.storage.vault import Keyring
from croupier.table.model.state import Meter
from croupier.table.recording.recorder import chained, parted

# The tables that are checked; nothing about the course of play follows from the others.
CHECKED = (
    schema.journal,
    schema.tips,
    schema.sessions,
    schema.snapshots,
    schema.rounds,
    schema.played,
    schema.cited,
    schema.postings,
    schema.account_sums,
    schema.figure_sums,
    schema.wallets,
    schema.meters,
    schema.ended,
    schema.leaves,
    schema.tiles,
    schema.checkpoints,
)
# Compared with the register of rights, as far as they give rights.
REGISTERED = (
    schema.persons,
    schema.logins,
    schema.assignments,
    schema.duties,
    schema.refused,
    schema.passes,
    schema.intents,
)
UNCHECKED = {
    "facts": "what the house knows of itself; statements, lost keys and the log are checked by their signatures",
    "shares": "links that people make and take back: one that was put in shows a round as its player saw it",
    "lessons": "what learners practise, with nobody's money: one that was altered is dealt in another way",
    "lesson_steps": "as lessons",
    "drills": "as lessons; whoever was set one sees it before it is begun",
    "names, and the reasons of refusals and orders": "names are erased; reasons are among the significant events",
    "passwords and passes of guests and players": "there are too many; one that was put in plays as that person, "
    "and all that is played is on record",
    "how long a cookie of the staff lasts": "use extends it, by at most a day after it was given",
    "settings": "they are in house.toml, not in the database; what a session was opened with is in its first line",
}
_NOTHING_BEFORE = bytes(32)
_AT_ONCE = 1000
_SHARED = frozenset({"wallet", "meter"})  # accounts that are moved in more than one stream


def verify(
    connection: Connection,
    keyring: Keyring,
    public: str,
    extent: Extent = WHOLE,
    progress: Callable[[int, int], None] | None = None,
    cores: int = 1,
) -> Report:
    """Audit the record of a house; `public` is the house's key, and `progress` is told of rows that are read.

    With several cores, other processes audit sessions that are over (`processes.py`).
    """
    report = Report()
    for table in (*CHECKED, *REGISTERED):
        _typed(connection, table, extent, report)
    if report.findings:
        report.unchecked.append("anything else: what cannot be read cannot be compared")
        return report
    streams = _streams(connection, extent)
    tables = Tables(connection, keyring, public, report, extent, _Ticks(connection, extent, progress))
    with Processes(tables, [each for each in streams if not each.startswith("$")], cores) as processes:
        for stream in streams:
            if stream in {CAGE, SIGNIFICANT, REGISTER}:
                _chain(tables, stream)
            elif stream.startswith("$"):
                report.find(stream, 0, f"the house has no such stream; it has {CAGE}, {SIGNIFICANT} and {REGISTER}")
            else:
                processes.stream(stream)
            _tip(connection, stream, report)
    _ledger(connection, tables)
    _sums(connection, extent, report)
    _wallets(connection, report)
    verify_rights.check(connection, keyring, report)
    _meters(connection, tables)
    _log(connection, tables)
    for stream, seq, total in balances.unbalanced(connection, *extent.read(schema.postings)):
        report.find("postings", seq, f"the transaction of {stream} does not sum to zero, but to {total} cents")
    _passed(extent, report)
    return report


def _passed(extent: Extent, report: Report) -> None:
    """Report the sessions before the checkpoint, which were not read again."""
    if extent.point is not None:
        many = f"{extent.passed:,} session{'s' * (extent.passed != 1)}"
        says = f"{many} before the checkpoint of {extent.point.size:,} rounds, but for their place in the log"
        report.unchecked.append(says)


class _Ticks:
    """The progress of an audit, told every so many rows."""

    def __init__(self, connection: Connection, extent: Extent, progress: Callable[[int, int], None] | None) -> None:
        ends = connection.execute(select(schema.tips.c.stream, schema.tips.c.seq))
        self._of = sum(max(0, seq - extent.first(stream) + 1) for stream, seq in ends) if progress else 0
        self._done, self._progress = 0, progress

    def __call__(self, rows: int) -> None:
        before, self._done = self._done, self._done + rows
        if self._progress is not None and before // _AT_ONCE != self._done // _AT_ONCE:
            self._progress(self._done, max(self._of, self._done))


def _streams(connection: Connection, extent: Extent) -> list[str]:
    """The streams that any table of the database names; since a checkpoint, any that has no row for each round."""
    named_in = [table for table in CHECKED if "stream" in table.c]
    named_in = [schema.tips, schema.sessions] if extent.firsts else named_in
    return sorted({each for table in named_in for each in connection.scalars(select(table.c.stream).distinct())})


def _typed(connection: Connection, table: Table, extent: Extent, report: Report) -> None:
    """Report values that are not of their column's type, which SQLite stores all the same; such rows are not read."""
    if connection.dialect.name != "sqlite":
        return
    found = _untyped(table).where(*extent.read(table))
    for row in read(connection, found.limit(_AT_ONCE)):
        report.find(table.name, 0, f"{named(table, row)} has a value of another kind than its column")


@cache
def _untyped(table: Table) -> Select[Any]:
    """The keys of rows that have a value of another kind than its column."""
    return select(*table.primary_key).where(or_(*(func.typeof(each) != _kind(each) for each in table.columns)))


def _kind(column: Column[Any]) -> str:
    if isinstance(column.type, BigInteger):
        return "integer"
    return "blob" if isinstance(column.type, LargeBinary) else "text"


def _tip(connection: Connection, stream: str, report: Report) -> None:
    """Check that a stream ends where it is on record that it ends."""
    last, tips = journal.last(connection, stream), schema.tips
    there = list(read(connection, select(tips).where(tips.c.stream == stream)))
    ends = last.seq if last is not None else 0
    for row in there:
        if row["seq"] > ends:
            says = f"rows {ends + 1} to {row['seq']} are missing, unless it was altered where the stream ends"
            report.find(stream, ends + 1, says)
            return
    expected = [{"stream": stream, "seq": last.seq, "head": last.head}] if last is not None else []
    differences(report, tips, expected, there)


# ---- the house's own streams -----------------------------------------------------------------------------------


def _chain(tables: Tables, stream: str) -> None:
    """Check the rows of a stream that is no table's: the chain, the marks, and the postings."""
    connection, report, head, expected = tables.connection, tables.report, _NOTHING_BEFORE, 1
    beside = DerivedRows(connection, schema.postings, stream, report)
    for entry in journal.following(connection, stream, -(2**63)):
        if entry.seq != expected:
            report.find(stream, entry.seq, f"rows {expected} to {entry.seq - 1} are missing")
        expected = entry.seq + 1
        parts = parted(entry.lines)
        if parts is None or parts[2] != chained(head, parts[1], parts[0]):
            report.find(stream, entry.seq, "the hash does not fit; it was altered, or one before it left out")
        elif entry.head != parts[2]:
            report.find(stream, entry.seq, f"its head is {shown(entry.head)}; its line says {shown(parts[2])}")
        else:
            tables.check_mark(entry)
        head = parts[2] if parts is not None else entry.head
        _postings(tables, entry, parts[0] if parts is not None else b"", beside)
        report.counted["rows"] += 1
        tables.tick(1)
    beside.finish(expected - 1)


def _postings(tables: Tables, entry: Entry, body: bytes, beside: DerivedRows) -> None:
    """The postings of a row: those of the cage's transactions; no other stream posts anything."""
    if entry.stream != CAGE:
        beside.compare(entry.seq, ())
        return
    try:
        said = transactions.read(body)
        lawful(said.postings)
    except LedgerError as error:
        tables.report.find(entry.stream, entry.seq, str(error))
        beside.skip(entry.seq)
        return
    beside.compare(entry.seq, posted(entry, said.postings))
    tables.report.counted["transactions"] += 1
    if isinstance(said, transactions.MeterSeed):
        tables.hear(said.meter, Meter(said.amount))


# ---- money -----------------------------------------------------------------------------------------------------


def _ledger(connection: Connection, tables: Tables) -> None:
    """Check that the transactions of each table keep to the invariants of the ledger.

    All that happens to the money at a seat stands in the stream of its table, so each table has books of its own. They
    are closed with the first transaction that breaks them, since those after it rest on that one. The books of a table
    whose sessions were lost with a key begin behind them: the cage has emptied its seats then.
    """
    ledger = schema.postings
    leg = (ledger.c.account, ledger.c.amount, ledger.c.what)
    rows = connection.execute(
        select(ledger.c.stream, ledger.c.seq, *leg)
        .where(ledger.c.stream != CAGE, *tables.extent.read(ledger))
        .order_by(ledger.c.stream, ledger.c.seq, ledger.c.line),
        execution_options={"yield_per": _AT_ONCE},
    )
    lost = _last_lost(connection, tables)
    in_order = chain.from_iterable(rows.partitions())
    for stream, of_stream in groupby(in_order, itemgetter(0)):
        books = Books(_SHARED)
        for seq, legs in groupby(of_stream, itemgetter(1)):
            if seq <= lost.get(stream, 0):
                continue
            try:
                books.take([Posting._make(row[2:]) for row in legs])
            except LedgerError as error:
                tables.report.find("postings", seq, f"the transaction of {stream}: {error}")
                break


def _last_lost(connection: Connection, tables: Tables) -> dict[str, int]:
    """The last row of each table's lost sessions."""
    rows = schema.journal.c
    ends = select(rows.stream, func.max(rows.seq)).where(rows.session.in_(tables.lost.sessions)).group_by(rows.stream)
    return {str(stream): int(seq) for stream, seq in connection.execute(ends)}


def _sums(connection: Connection, extent: Extent, report: Report) -> None:
    """Check the sums over every thousand rows of each stream against the postings and rounds that they sum up."""
    ends = connection.execute(select(schema.journal.c.stream, func.max(schema.journal.c.seq)).group_by("stream")).all()
    for table, of in sums.SUMS.items():
        names = [each.name for each in table.columns]
        spans = ((stream, sums.completed(extent.first(stream) - 1), sums.completed(seq)) for stream, seq in ends)
        made = (row for each in spans if each[1] < each[2] for row in connection.execute(of(*each)))
        expected = (dict(zip(names, row, strict=True)) for row in made)
        differences(report, table, expected, read(connection, select(table).where(*extent.read(table))))


def _wallets(connection: Connection, report: Report) -> None:
    """Check that each wallet holds what the ledger says."""
    held = balances.recounted(connection, WALLET)
    expected = [{"person": name.removeprefix(WALLET), "amount": amount} for name, amount in held.items()]
    differences(report, schema.wallets, expected, read(connection, select(schema.wallets)))


def _meters(connection: Connection, tables: Tables) -> None:
    """Check that each meter stands as its last change has left it, and holds what the ledger says."""
    there = list(read(connection, select(schema.meters)))
    if not tables.broken and not tables.lost.sessions and not tables.extent.passed:
        expected = [{"name": name, **standing._asdict()} for name, standing in tables.meters.items()]
        differences(tables.report, schema.meters, expected, there)
    for row in there:
        held = balances.recounted(connection, meter(row["name"])).get(meter(row["name"]), 0)
        if held != row["amount"]:
            says = f"{row['name']} stands at {row['amount']} cents; the ledger says {held}"
            tables.report.find("meters", 0, says)


# ---- the log ---------------------------------------------------------------------------------------------------


def _log(connection: Connection, tables: Tables) -> None:
    """Check that every finished round is in the log or waits for it, as it ended, and that the log is as signed."""
    report, house = tables.report, tables.house
    log = transparency_log.current(connection, house)
    taken = _rounds(connection, tables, schema.leaves, log.origin if log is not None else "")
    waits = _rounds(connection, tables, schema.ended, "")
    for each in tables.rounds.keys() - taken - waits:
        stream, session, number = each
        says = f"round {number} of session {session} is over, and is neither in the log nor waits for it"
        report.find(stream, tables.rounds[each].seq, says)
    for stream, session, number in taken & waits:
        report.find("ended", 0, f"round {number} of session {session} of {stream} is in the log, and waits for it")
    for says in verify_log.faults(connection, house, tables.public):
        report.find("log", 0, says)
    report.counted["checkpoints"] = connection.execute(
        select(func.count()).select_from(schema.checkpoints)
    ).scalar_one()


def _rounds(connection: Connection, tables: Tables, table: Table, origin: str) -> set[tuple[str, str, int]]:
    """The finished rounds in a table of the database, as they ended; of the log, those under the house's origin."""
    found = set()
    for row in read(connection, select(table).where(*tables.extent.read(table))):
        name = (row["stream"], row["session"], row["round"])
        if row.get("origin", "") == origin:
            found.add(name)
        right = tables.rounds.get(name)
        older = right is not None and row["head"] == right.head[: transparency_log.HEAD_BYTES]  # without facts
        if right is not None and not (older and row["seq"] == right.seq) and (row["seq"], row["head"]) != right:
            says = f"{named(table, row)} is not as round {row['round']} of {row['stream']} ended"
            tables.report.find(table.name, row["seq"], says)
        elif right is None and row["stream"] not in tables.broken and row["session"] not in tables.lost.sessions:
            tables.report.find(table.name, row["seq"], f"{named(table, row)}: no such round is over")
    return found
