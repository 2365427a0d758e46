"""Processes that audit sessions which are over, so that an audit of a long record uses all cores.

Nothing of a session that is over changes any more, so that each process reads it by a connection of its own, while the
house runs. A session is checked by itself: what goes from one to the next is checked here. Where a process has found
anything, the table is audited again as a whole, so that findings are those of one process.
"""

from __future__ import annotations

import signal
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from multiprocessing import active_children, get_context
from multiprocessing.process import BaseProcess
from types import TracebackType
from typing import NamedTuple, Self

from croupier.house.audit.extent import Extent
from croupier.house.audit.findings import Report
from croupier.house.audit.verify_tables import Part, Span, Tables
from croupier.house.engine.replay import firsts
from croupier.house.storage import database
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.vault import Keyring

ROWS = 2000  # of a span, at least: a process takes about a fifth of a second for them
LEAST = 5 * ROWS  # rows for which it is worth it to start processes


class HouseAddress(NamedTuple):
    """A house as another process opens it: the address of the database, its key file, and the key that it signs by."""

    address: str
    keys: str
    public: str
    extent: Extent


class Processes:
    """The processes of one audit; none for one core, or for a short record."""

    def __init__(self, tables: Tables, streams: Iterable[str], cores: int) -> None:
        self._tables = tables
        self._spans = {stream: list(_spans(tables, stream)) for stream in streams} if cores > 1 else {}
        self._pool: ProcessPoolExecutor | None = None
        self._children: list[BaseProcess] = []
        self._parts: dict[str, list[tuple[Span, Future[Part | None]]]] = {}
        if sum(span.last - span.first + 1 for some in self._spans.values() for span in some[:-1]) >= LEAST:
            self._begin(cores)

    def _begin(self, cores: int) -> None:
        tables = self._tables
        address = tables.connection.engine.url.render_as_string(hide_password=False)
        house = HouseAddress(address, tables.keyring.text(), tables.public, tables.extent)
        before = active_children()
        pool = self._pool = ProcessPoolExecutor(cores, get_context("spawn"))
        with _uninterrupted(), suppress(BrokenProcessPool):
            for stream, spans in self._spans.items():
                self._parts[stream] = [(span, pool.submit(audited, house, span)) for span in spans[:-1]]
        self._children = [each for each in active_children() if each not in before]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for child in self._children if error is not None else ():
            child.terminate()
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def stream(self, name: str) -> None:
        """Audit a table: its last session here, those before it by the other processes."""
        parts = self._audited(name) if self._parts.get(name) else None
        if parts is None:
            self._tables.stream(name)
        else:
            for part in parts:
                self._tables.take(part)

    def _audited(self, name: str) -> list[Part] | None:
        """The parts of a table; None if anything was found in one, or a process has failed."""
        found = []
        for span, future in self._parts[name]:
            try:
                part = future.result()
            except (BrokenProcessPool, DatabaseError):
                return None  # the process has died, or had no connection
            if part is None:
                return None
            self._tables.tick(span.last - span.first + 1)
            found.append(part)
        last = self._tables.part(self._spans[name][-1])
        return None if last is None else [*found, last]


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Start processes that no interrupt of the terminal reaches, even while they load: this one ends them."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _spans(tables: Tables, stream: str) -> Iterator[Span]:
    """The spans of a table; the last begins with its last session, which may be going on."""
    first = begins = tables.extent.first(stream)
    known = sorted(set(firsts(tables.connection, stream, begins)))
    for begins in known:
        if begins - first >= ROWS or begins == known[-1]:
            yield Span(stream, first, begins - 1)
            first = begins
    yield Span(stream, first)


def audited(house: HouseAddress, span: Span) -> Part | None:
    """The audit of a span, in another process."""
    engine = database.connect(house.address)
    try:
        with database.at_one_moment(engine) as connection:
            keyring = Keyring.read(house.keys)
            return Tables(connection, keyring, house.public, Report(), house.extent, _no_tick).part(span)
    finally:
        engine.dispose()


def _no_tick(_: int) -> None:
    """No progress: the process that asked tells it."""
