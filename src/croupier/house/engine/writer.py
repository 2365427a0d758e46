"""The one writer: whatever waits is committed in one transaction, and only then told to who asked.

It runs in a thread of its own. What could not be written leaves nothing behind: if somebody else had been first
(`STALE`), or a wallet does not hold what is taken from it (`SHORT`), that stream's later rows are not written either,
since they were decided on what did not happen, until its owner has caught up and decided again. If the database failed
(`FAILED`), nothing was written; if it failed while committing (`UNKNOWN`), nobody knows, and the owner has to look.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

from sqlalchemy import Connection, Table, and_, select
from sqlalchemy.exc import IntegrityError, OperationalError, SQLAlchemyError

from croupier.house.engine.listeners import Tell, raising, tell_all
from croupier.house.engine.round_index import Row
from croupier.house.storage import schema
from croupier.house.storage.bulk_insert import insert
from croupier.house.storage.database import InDoubtError
from croupier.house.storage.journal import Entry
from croupier.table.model.state import Meter

MOST = 500  # entries in one transaction
# A transaction costs as much as some dozen rows. Where many come at once, the next one waits for others to come along:
# so long for each that was in the last, and no longer than nobody notices.
_EACH, _LONGEST, _FEW = 0.0005, 0.02, 3
POSTING = ("stream", "seq", "line", "account", "amount", "what")
_TIP = ("stream", "seq", "head")
_INSTEAD = "ON CONFLICT (stream) DO UPDATE SET seq = excluded.seq, head = excluded.head"
WRITTEN: Final = "written"
STALE: Final = "stale"
SHORT: Final = "short"
FAILED: Final = "failed"
UNKNOWN: Final = "unknown"


class StaleError(Exception):
    """Somebody else was first."""


class ShortError(Exception):
    """A wallet does not hold what is taken from it."""


def _told(_: str) -> None:
    """Nobody is told, or has been told already."""


@dataclass(slots=True)
class UnitOfWork:
    """What goes into the database together, or not at all."""

    stream: str  # nothing, if nothing else is decided on it
    epoch: int  # of the stream's owner: work of an epoch in which something was stale is not written
    entries: list[Entry] = field(default_factory=list)
    postings: list[tuple[str, int, int, str, int, str]] = field(default_factory=list)  # in the order of POSTING
    wallets: Mapping[str, int] = field(default_factory=dict)  # by person, what changes
    meter: tuple[str, Meter, Meter] | None = None  # its name, as it was, as it is
    rows: list[Row] = field(default_factory=list)  # what others look for
    also: Callable[[Connection], None] | None = None
    then: Callable[[str], None] = _told  # told what became of it, on the owner's thread

    @property
    def writes(self) -> bool:
        """Whether there is anything to be written; an answer that waits for its turn is not."""
        return bool(self.entries or self.postings or self.wallets or self.meter or self.rows or self.also)


class Store(Protocol):
    """Where it is written."""

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """All of it in one transaction; a StaleError if a row of it stands there already, or a meter has changed."""


def put(connection: Connection, work: Iterable[UnitOfWork]) -> None:
    """Write some work within a transaction."""
    some = list(work)
    ordered = sorted(some, key=lambda each: each.stream)  # in one order everywhere, so that nobody waits in a circle
    entries = [entry for each in ordered for entry in each.entries]
    if entries:
        insert(connection, schema.journal, Entry._fields, entries)
        _tip(connection, entries)
    postings = [posting for each in ordered for posting in each.postings]
    if postings:
        insert(connection, schema.postings, POSTING, postings)
    _change_wallets(connection, some)
    _change_meters(connection, some)
    _put_rows(connection, [row for each in ordered for row in each.rows])
    for each in some:
        if each.also is not None:
            each.also(connection)


def _tip(connection: Connection, entries: Iterable[Entry]) -> None:
    """Where each stream ends now."""
    last = {each.stream: (each.stream, each.seq, each.head) for each in entries}
    insert(connection, schema.tips, _TIP, list(last.values()), _INSTEAD)


def _put_rows(connection: Connection, rows: Iterable[Row]) -> None:
    by_table: dict[Table, list[tuple[Any, ...]]] = {}
    for table, values in rows:
        by_table.setdefault(table, []).append(tuple(map(values.__getitem__, table.columns.keys())))
    for table in sorted(by_table, key=lambda each: each.name):
        insert(connection, table, tuple(table.columns.keys()), by_table[table])


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
    """What was decided on a meter is taken only if that stands as it was sent, be it left as it was (ruling S22)."""
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
    """Takes work from one owner and gives it back when it is written, in the order in which it came."""

    def __init__(self, store: Store, deliver: Callable[[Callable[[], None]], None]) -> None:
        self._store, self._deliver = store, deliver
        self._waiting: SimpleQueue[UnitOfWork | None] = SimpleQueue()
        self._broken: dict[str, int] = {}  # the last epoch of a stream in which something was not written
        self._faults: list[Exception] = []  # what work has raised that no database does: for the owner to hear
        self._at_work: list[UnitOfWork] = []
        self._gathers = 0.0  # seconds for which the next batch gathers
        self._stopping = threading.Event()
        self._ended = False
        self.failure: BaseException | None = None  # what the writer died of
        self._thread = threading.Thread(target=self._run, name="croupier writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether anything that is handed in will be written."""
        return not self._ended and self._thread.is_alive()

    def take(self, work: UnitOfWork) -> None:
        """Write this as soon as can be; whoever comes too late is told so."""
        self._waiting.put(work)
        if self._ended:
            self._turn_away()

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
        """Nobody writes what still waits."""
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
                tells.append(partial(work.then, outcome))
                work.then = _told  # who waits for work holds it: they let go of each other, and need no collector
            tells += map(raising, faults)
            self._deliver(partial(tell_all, tells))

    def _written(self, work: list[UnitOfWork]) -> list[tuple[UnitOfWork, str]]:
        """All at once, which is nearly always possible; if not, one by one, so that one does not spoil the others."""
        fresh = [each for each in work if each.writes and self._is_fresh(each)]
        try:
            if fresh:
                self._store.write(fresh)
        except (OperationalError, InDoubtError) as error:
            down = _outcome(error)
            outcomes = {id(each): self._break(each, down) for each in fresh}
        except Exception:  # noqa: BLE001 - whose it is, is found one by one
            outcomes = self._one_by_one(fresh)
        else:
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
        if not self._is_fresh(each):
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

    def _is_fresh(self, each: UnitOfWork) -> bool:
        return each.epoch > self._broken.get(each.stream, -1)

    def _break(self, each: UnitOfWork, outcome: str) -> str:
        """What was decided on this is not written."""
        if each.stream:
            self._broken[each.stream] = max(each.epoch, self._broken.get(each.stream, -1))
        return outcome


def _outcome(error: Exception) -> str:
    if isinstance(error, (IntegrityError, StaleError)):
        return STALE
    if isinstance(error, ShortError):
        return SHORT
    return UNKNOWN if isinstance(error, InDoubtError) else FAILED
