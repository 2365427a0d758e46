"""The one writer: whatever waits is committed in one transaction, and only then told to who asked.

It runs in a thread of its own. What could not be written leaves nothing behind: if somebody else had been first
(`STALE`), that stream's later rows are not written either, since they were decided on what did not happen, until its
owner has caught up and decided again; if the database failed, nobody knows, and the owner has to look.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Any, Final, Protocol

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from croupier.house import schema
from croupier.house.journal import Entry
from croupier.table.state import Meter

MOST = 500  # entries in one transaction
WRITTEN: Final = "written"
STALE: Final = "stale"
FAILED: Final = "failed"


class StaleError(Exception):
    """Somebody else was first."""


@dataclass(slots=True)
class Work:
    """What goes into the database together, or not at all."""

    stream: str  # nothing, if nothing else is decided on it
    epoch: int  # of the stream's owner: work of an epoch in which something was stale is not written
    entries: list[Entry] = field(default_factory=list)
    postings: list[dict[str, Any]] = field(default_factory=list)
    wallets: Mapping[str, int] = field(default_factory=dict)  # by person, what changes
    meter: tuple[str, Meter, Meter] | None = None  # its name, as it was, as it is
    also: Callable[[Connection], None] | None = None
    then: Callable[[str], None] = lambda _: None  # told what became of it, on the owner's thread


class Store(Protocol):
    """Where it is written."""

    def write(self, work: Iterable[Work]) -> None:
        """All of it in one transaction; a StaleError if a row of it stands there already, or a meter has changed."""


def put(connection: Connection, work: Iterable[Work]) -> None:
    """Write some work within a transaction."""
    ordered = sorted(work, key=lambda each: each.stream)  # in one order everywhere, so that nobody waits in a circle
    entries = [entry._asdict() for each in ordered for entry in each.entries]
    if entries:
        connection.execute(schema.journal.insert(), entries)
    postings = [posting for each in ordered for posting in each.postings]
    if postings:
        connection.execute(schema.postings.insert(), postings)
    _change_wallets(connection, ordered)
    for meter in sorted(each.meter for each in ordered if each.meter is not None):
        _change_meter(connection, *meter)
    for each in ordered:
        if each.also is not None:
            each.also(connection)


def _change_wallets(connection: Connection, work: Iterable[Work]) -> None:
    changes: dict[str, int] = {}
    for each in work:
        for person, change in each.wallets.items():
            changes[person] = changes.get(person, 0) + change
    table = schema.wallets
    for person in sorted(changes):
        new = table.c.amount + changes[person]
        if connection.execute(table.update().where(table.c.person == person).values(amount=new)).rowcount == 0:
            connection.execute(table.insert().values(person=person, amount=changes[person]))


def _change_meter(connection: Connection, name: str, before: Meter, after: Meter) -> None:
    table = schema.meters
    same = (table.c.name == name) & (table.c.version == before.version)
    if connection.execute(table.update().where(same).values(**after._asdict())).rowcount == 0:
        raise StaleError(f"meter {name}")


class Writer:
    """Takes work from one owner and gives it back when it is written, in the order in which it came."""

    def __init__(self, store: Store, deliver: Callable[[Callable[[], None]], None]) -> None:
        self._store, self._deliver = store, deliver
        self._waiting: SimpleQueue[Work | None] = SimpleQueue()
        self._broken: dict[str, int] = {}  # the last epoch of a stream in which something was stale
        self.failure: BaseException | None = None  # what the writer died of
        self._thread = threading.Thread(target=self._run, name="croupier writer", daemon=True)
        self._thread.start()

    @property
    def alive(self) -> bool:
        """Whether anything that is handed in will be written."""
        return self._thread.is_alive()

    def take(self, work: Work) -> None:
        """Write this as soon as can be."""
        self._waiting.put(work)

    def stop(self) -> None:
        """Write what waits, and end."""
        self._waiting.put(None)
        self._thread.join()

    def _run(self) -> None:
        try:
            while self._batch():
                pass
        except BaseException as error:  # noqa: BLE001 - whatever it is: the owner has to know that nothing is written
            self.failure = error
            self._deliver(lambda: None)

    def _batch(self) -> bool:
        work: list[Work] = []
        each = self._waiting.get()
        while each is not None:
            work.append(each)
            if len(work) == MOST or self._waiting.empty():
                break
            each = self._waiting.get()
        self._finish(self._written(work))
        return each is not None

    def _finish(self, outcomes: list[tuple[Work, str]]) -> None:
        if outcomes:
            self._deliver(lambda: _tell(outcomes))

    def _written(self, work: list[Work]) -> list[tuple[Work, str]]:
        """All at once, which is nearly always possible; if not, one by one, so that one does not spoil the others."""
        fresh = [each for each in work if each.epoch > self._broken.get(each.stream, -1)]
        try:
            if fresh:
                self._store.write(fresh)
        except (IntegrityError, StaleError):
            outcomes = {id(each): self._alone(each) for each in fresh}
        except SQLAlchemyError:
            outcomes = {id(each): self._break(each, FAILED) for each in fresh}
        else:
            outcomes = dict.fromkeys(map(id, fresh), WRITTEN)
        return [(each, outcomes.get(id(each), STALE)) for each in work]

    def _alone(self, each: Work) -> str:
        if each.epoch <= self._broken.get(each.stream, -1):
            return STALE
        try:
            self._store.write([each])
        except (IntegrityError, StaleError):
            return self._break(each, STALE)
        except SQLAlchemyError:
            return self._break(each, FAILED)
        return WRITTEN

    def _break(self, each: Work, outcome: str) -> str:
        """What was decided on this is not written."""
        if each.stream:
            self._broken[each.stream] = max(each.epoch, self._broken.get(each.stream, -1))
        return outcome


def _tell(outcomes: list[tuple[Work, str]]) -> None:
    for work, outcome in outcomes:
        work.then(outcome)
