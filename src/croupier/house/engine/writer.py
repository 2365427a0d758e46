"""The one writer: the units of work that wait are committed in one transaction, and only then is their outcome told.

It runs in a thread of its own. A unit that is not written leaves nothing behind: if another process was first
(`STALE`), or a wallet does not hold what is taken (`SHORT`), that stream's later rows are not written either,
since they were decided on what did not happen, until its owner has caught up and decided again. If the database failed
(`FAILED`), nothing was written; if it failed while committing (`UNKNOWN`), nobody knows, and the owner has to look.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, partial
from itertools import chain, repeat
from operator import attrgetter, itemgetter
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy import Connection, Engine, Table, and_, select
from sqlalchemy.exc import IntegrityError, InterfaceError, OperationalError, SQLAlchemyError

from croupier.house.engine.listeners import Tell, raising, tell_all
from croupier.house.engine.requests import NOT_WRITTEN, UNSURE, Committed
from croupier.house.engine.round_index import Row
from croupier.house.engine.shared_meters import StaleError
from croupier.house.storage import database, schema, sums
from croupier.house.storage.database import DatabaseError, InDoubtError
from croupier.house.storage.journal import Entry
from croupier.table.model.state import Meter

_stream = attrgetter("stream")
MOST = 500  # entries in one transaction
# A transaction costs as much as some dozen rows. Where many come at once, the next one waits for others to come along:
# so long for each that was in the last, and no longer than nobody notices.
_EACH, _LONGEST, _FEW = 0.0005, 0.02, 3
_MOST_ROWS = 64  # of one statement; of fewer, as many as the next lower power of two, so that statements are few
POSTING = ("stream", "seq", "line", "account", "amount", "what")
_TIP = ("stream", "seq", "head")
_INSTEAD = "ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, head = excluded.head"
T = TypeVar("T")
WRITTEN: Final = "written"
STALE: Final = "stale"
SHORT: Final = "short"
FAILED: Final = "failed"
UNKNOWN: Final = "unknown"


class ShortError(Exception):
    """A unit that cannot be written as the record stands now, such as more money than a wallet holds."""


def _no_op(_: str) -> None:
    """No-op callback of a unit whose outcome is awaited by nobody, or was told already."""


@dataclass(slots=True)
class UnitOfWork:
    """A unit of work: all of it is written in one transaction, or nothing."""

    stream: str  # nothing, if nothing else is decided on it
    epoch: int  # of the stream's owner: work of an epoch in which something was stale is not written
    entries: list[Entry] = field(default_factory=list)
    postings: list[tuple[str, int, int, str, int, str]] = field(default_factory=list)  # in the order of POSTING
    wallets: Mapping[str, int] = field(default_factory=dict)  # by person, what changes
    meter: tuple[str, Meter, Meter] | None = None  # its name, as it was, as it is
    rows: list[Row] = field(default_factory=list)  # of the recall index
    committed: list[Committed] = field(default_factory=list)  # is told once it is written
    extra_writes: Callable[[Connection], None] | None = None
    on_done: Callable[[str], None] = _no_op  # told the outcome, on the owner's thread

    @property
    def writes(self) -> bool:
        """False of an answer that only waits for its turn: there is nothing to be written."""
        return bool(self.entries or self.postings or self.wallets or self.meter or self.rows or self.extra_writes)


class Store(Protocol):
    """A store of units of work."""

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """Write all of it in one transaction; a StaleError if a row of it exists already, or a meter has changed."""


class DatabaseStore:
    """The database as the store of the writer."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._notifies = not database.is_sqlite(engine)

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """Write all of it in one transaction, and notify the other processes."""
        some = list(work)
        with database.writing(self._engine) as connection:
            put(connection, some)
            if self._notifies:
                from croupier.house.engine.peers import notify

                notify(connection, {each.stream: each.entries[-1].seq for each in some if each.entries})


def put(connection: Connection, work: Iterable[UnitOfWork]) -> None:
    """Write some work within a transaction."""
    some = list(work)
    entries, postings, rows = [], [], []
    tips: dict[str, tuple[str, int, bytes]] = {}  # the present end of each stream
    changes_wallets = changes_meters = False
    for each in sorted(some, key=_stream):  # in one order everywhere, so that no two processes deadlock
        entries += each.entries
        postings += each.postings
        rows += each.rows
        changes_wallets = changes_wallets or bool(each.wallets)
        changes_meters = changes_meters or each.meter is not None
        if each.entries:
            last = each.entries[-1]
            tips[last.stream] = last.stream, last.seq, last.head
    if entries:
        _insert(connection, schema.journal, Entry._fields, entries)
        _insert(connection, schema.tips, _TIP, list(tips.values()), _INSTEAD)
    if postings:
        _insert(connection, schema.postings, POSTING, postings)
    if changes_wallets:
        _change_wallets(connection, some)
    if changes_meters:
        _change_meters(connection, some)
    if rows:
        _put_rows(connection, rows)
    _sum_up(connection, entries)
    for each in some:
        if each.extra_writes is not None:
            each.extra_writes(connection)


def _sum_up(connection: Connection, entries: Iterable[Entry]) -> None:
    for entry in entries:
        if entry.seq % sums.EVERY == 0:
            sums.sum_up(connection, entry.stream, entry.seq - sums.EVERY, entry.seq)


def _insert(
    connection: Connection, table: Table, columns: tuple[str, ...], rows: Sequence[tuple[Any, ...]], instead: str = ""
) -> None:
    """Insert rows into a table, with values in the order of the columns; `instead` is the clause for a conflict.

    Many rows go in with one statement of the driver's own. Between two statements a thread waits for its turn in the
    interpreter, and the thread that decides commands leaves it few.
    """
    at, style = 0, connection.dialect.paramstyle
    while at < len(rows):
        many = min(_MOST_ROWS, 1 << (len(rows) - at).bit_length() - 1)
        values = tuple(chain.from_iterable(rows[at : at + many]))
        connection.exec_driver_sql(_statement(table.name, columns, many, style, instead), values)
        at += many


@cache
def _statement(table: str, columns: tuple[str, ...], rows: int, style: str, instead: str) -> str:
    listed = ", ".join(f'"{name}"' for name in columns)
    marks = ", ".join(["?" if style == "qmark" else "%s"] * len(columns))
    return f'INSERT INTO "{table}" ({listed}) VALUES {", ".join([f"({marks})"] * rows)} {instead}'  # noqa: S608 - ours


def _put_rows(connection: Connection, rows: Iterable[Row]) -> None:
    by_table: dict[Table, list[tuple[Any, ...]]] = {}
    for table, values in rows:
        by_table.setdefault(table, []).append(_in_order(table)[1](values))
    for table in sorted(by_table, key=lambda each: each.name):
        _insert(connection, table, _in_order(table)[0], by_table[table])


@cache
def _in_order(table: Table) -> tuple[tuple[str, ...], Callable[[Mapping[str, Any]], tuple[Any, ...]]]:
    """The columns of a table, and the values of a row in their order."""
    names = tuple(table.columns.keys())
    return names, itemgetter(*names)


def _change_wallets(connection: Connection, work: Iterable[UnitOfWork]) -> None:
    changes: dict[str, int] = {}
    for each in work:
        for person, change in each.wallets.items():
            changes[person] = changes.get(person, 0) + change
    table = schema.wallets
    for person, change in sorted(changes.items()):
        new = table.c.amount + change
        held = table.update().where(table.c.person == person, new >= 0).values(amount=new)
        if connection.execute(held).rowcount == 0:
            known = connection.execute(select(table.c.person).where(table.c.person == person)).first()
            if known is not None or change < 0:
                raise ShortError(f"the wallet of {person} does not hold so much")
            connection.execute(table.insert().values(person=person, amount=change))


def _change_meters(connection: Connection, work: Iterable[UnitOfWork]) -> None:
    """Change meters; a StaleError if one does not stand as it was sent, even if it is left unchanged (ruling S22)."""
    sent: dict[str, tuple[Meter, Meter]] = {}
    for each in work:
        if each.meter is not None:
            name, before, after = each.meter
            first, left = sent.get(name, (before, before))
            if left != before:
                raise StaleError(f"meter {name}")
            sent[name] = first, after
    for name, (before, after) in sorted(sent.items()):
        _change_meter(connection, name, before, after)


def _change_meter(connection: Connection, name: str, before: Meter, after: Meter) -> None:
    meters = schema.meters
    same = and_(meters.c.name == name, *(meters.c[field] == value for field, value in before._asdict().items()))
    if before == after:
        found = connection.execute(select(meters.c.name).where(same).with_for_update(read=True)).first() is not None
    else:
        found = connection.execute(meters.update().where(same).values(**after._asdict())).rowcount > 0
    if not found:
        raise StaleError(f"meter {name}")


class Writer:
    """The writer thread: it takes units of work from one owner and tells their outcomes in the order they came in."""

    def __init__(self, store: Store, deliver: Callable[[Callable[[], None]], None]) -> None:
        self._store, self._deliver = store, deliver
        self._waiting: SimpleQueue[UnitOfWork | None] = SimpleQueue()
        self._broken: dict[str, int] = {}  # the last epoch of a stream in which something was not written
        self._faults: list[Exception] = []  # errors of work that are no database's, for the owner to hear
        self._at_work: list[UnitOfWork] = []
        self._gathers = 0.0  # seconds for which the next batch gathers
        self._stopping = threading.Event()
        self._ended = False
        self.failure: BaseException | None = None  # the exception that ended the writer
        self._thread = threading.Thread(target=self._run, name="croupier writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """True while units that are handed in will be written."""
        return not self._ended and self._thread.is_alive()

    def take(self, work: UnitOfWork) -> None:
        """Write this as soon as can be; after the end, its outcome is FAILED."""
        self._waiting.put(work)
        if self._ended:
            self._turn_away()

    def do(self, act: Callable[[Connection], T], on_done: Callable[[T | Exception], None]) -> None:
        """Write something that is no stream's, with whatever waits; the result, or the error, goes to `on_done`."""
        came: list[T | Exception] = []

        def extra_writes(connection: Connection) -> None:
            came.clear()
            with connection.begin_nested() as savepoint:
                try:
                    came.append(act(connection))
                except (OperationalError, InterfaceError):
                    raise
                except Exception as error:  # noqa: BLE001 - it is told to the sender, and spoils no other unit
                    came.append(error)
                    savepoint.rollback()

        def done(outcome: str) -> None:
            failure = UNSURE if outcome == UNKNOWN else NOT_WRITTEN
            on_done(came[0] if outcome == WRITTEN else DatabaseError(failure.why))

        self.take(UnitOfWork("", 0, extra_writes=extra_writes, on_done=done))

    def stop(self) -> None:
        """Write what waits, and end."""
        self._stopping.set()
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._batch():
                pass
        except BaseException as error:  # noqa: BLE001 - whatever it is: the owner has to know that nothing is written
            self.failure = error
        self._ended = True
        self._finish([(each, UNKNOWN) for each in self._at_work])
        self._turn_away()

    def _turn_away(self) -> None:
        """Tell those that still wait that they are not written."""
        late: list[UnitOfWork] = []
        try:
            while True:
                each = self._waiting.get_nowait()
                late += [each] if each is not None else []
        except Empty:
            self._finish([(each, FAILED) for each in late])

    def _batch(self) -> bool:
        work = self._at_work
        each = self._waiting.get()
        if self._gathers:
            self._stopping.wait(self._gathers)
        while each is not None:
            work.append(each)
            if len(work) == MOST or self._waiting.empty():
                break
            each = self._waiting.get()
        self._gathers = min(_LONGEST, len(work) * _EACH) if len(work) > _FEW else 0.0
        self._finish(self._written(work))
        self._at_work = []
        return each is not None

    def _finish(self, outcomes: list[tuple[UnitOfWork, str]]) -> None:
        if outcomes:
            faults, self._faults = self._faults, []
            tells: list[Tell] = []
            for work, outcome in outcomes:
                tells.append(partial(work.on_done, outcome))
                work.on_done = _no_op  # breaks the reference cycle of unit and callback
            tells += map(raising, faults)
            self._deliver(partial(tell_all, tells))

    def _written(self, work: list[UnitOfWork]) -> list[tuple[UnitOfWork, str]]:
        """Write all at once, which is nearly always possible; if not, one by one, so that none spoils the others."""
        fresh = [each for each in work if each.epoch > self._broken.get(each.stream, -1) and each.writes]
        try:
            if fresh:
                self._store.write(fresh)
        except (OperationalError, InDoubtError) as error:
            down = _outcome(error)
            outcomes = {id(each): self._break(each, down) for each in fresh}
        except Exception:  # noqa: BLE001 - whose it is, is found one by one
            outcomes = self._one_by_one(fresh)
        else:
            if len(fresh) == len(work):
                return list(zip(work, repeat(WRITTEN)))
            outcomes = dict.fromkeys(map(id, fresh), WRITTEN)
        return [(each, outcomes.get(id(each)) or (STALE if each.writes else WRITTEN)) for each in work]

    def _one_by_one(self, work: list[UnitOfWork]) -> dict[int, str]:
        outcomes: dict[int, str] = {}
        for number, each in enumerate(work):
            try:
                outcomes[id(each)] = self._alone(each)
            except (OperationalError, InDoubtError) as error:
                outcomes[id(each)] = self._break(each, _outcome(error))
                return outcomes | {id(rest): self._break(rest, FAILED) for rest in work[number + 1 :]}
        return outcomes

    def _alone(self, each: UnitOfWork) -> str:
        if each.epoch <= self._broken.get(each.stream, -1):
            return STALE
        try:
            self._store.write([each])
        except (OperationalError, InDoubtError):
            raise  # the database is at fault, and not this
        except Exception as error:  # noqa: BLE001 - what no database raises is told to the owner
            if not isinstance(error, (SQLAlchemyError, StaleError, ShortError)):
                self._faults.append(error)
            return self._break(each, _outcome(error))
        return WRITTEN

    def _break(self, each: UnitOfWork, outcome: str) -> str:
        """Later units of this stream that were decided on this one are not written."""
        if each.stream:
            self._broken[each.stream] = max(each.epoch, self._broken.get(each.stream, -1))
        return outcome


def _outcome(error: Exception) -> str:
    if isinstance(error, (IntegrityError, StaleError)):
        return STALE
    if isinstance(error, ShortError):
        return SHORT
    return UNKNOWN if isinstance(error, InDoubtError) else FAILED
