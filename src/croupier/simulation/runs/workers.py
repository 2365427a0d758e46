"""Workers on a run: threads of this process, which share the tables, or any other executor's.

Whoever shares no memory makes the table's rules and seats from data, and takes the tables of decisions from among those
kept. Who has none there says so, and they are sent once.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from importlib import import_module
from threading import Event, Lock
from typing import Any, NamedTuple, TypeAlias

from croupier.analysis.analyst import program_hash
from croupier.analysis.strategies import Strategy
from croupier.analysis.strategies.strategy_file import of_data
from croupier.games.catalogue import PACKAGE, SentTerms
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.errors import SimulationError
from croupier.simulation.seats import Seat
from croupier.simulation.shifts import Shift
from croupier.simulation.tables import kept_tables

MOST_MADE = 4  # runs whose tables a worker has at once


@dataclass(frozen=True, slots=True)
class Block:
    """A block of rounds of a run, by the first of them and how many there are."""

    number: int
    first: int
    count: int


@dataclass(frozen=True)
class Task:
    """A run as it is sent to a worker elsewhere, who refuses another program's."""

    terms: SentTerms
    seats: bytes
    seed: str | int
    shift: Shift
    fingerprint: str
    program: str
    keys: tuple[str, ...]  # of the tables that a worker needs
    tables: Mapping[str, bytes] = field(default_factory=dict)


class Wanted(NamedTuple):
    """The answer of a worker who lacks tables."""

    keys: tuple[str, ...]


@dataclass(frozen=True)
class Workers:
    """A run's workers: about how many there are, and two ways to hand a block out."""

    count: int
    submit: Callable[[Block], Future[Any]]
    submit_with_tables: Callable[[Block], Future[Any]]


@contextmanager
def workers_of(deals: Deals, fingerprint: str, executor: Executor | None) -> Iterator[Workers]:
    """The workers of an executor; threads, as many as there are cores, if none is given."""
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        with _threads(deals, executor) as threads:
            yield threads
        return
    task = Task(
        SentTerms.of(deals.terms.submission, deals.game),
        _packed([place.seat for place in deals.places]),
        deals.seed,
        deals.shift,
        fingerprint,
        program_hash(),
        tuple(deals.kept),
    )
    client = _client_of(executor)
    if client is not None:
        yield _clustered(executor, client, task, deals)
        return

    def with_tables(block: Block) -> Future[Any]:
        return executor.submit(work, replace(task, tables=_tables(deals)), block)

    count = getattr(executor, "_max_workers", None) or os.cpu_count() or 1
    yield Workers(count, lambda block: executor.submit(work, task, block), with_tables)


@contextmanager
def _threads(deals: Deals, given: ThreadPoolExecutor | None) -> Iterator[Workers]:
    stopped = Event()
    threads = given or ThreadPoolExecutor(os.cpu_count() or 1)

    def submit(block: Block) -> Future[Sums]:
        return threads.submit(deals.sums, block.first, block.count, stopped)

    try:
        yield Workers(threads._max_workers, submit, submit)  # noqa: SLF001 - an executor says it nowhere else
    finally:
        stopped.set()
        if given is None:
            threads.shutdown(cancel_futures=True)


def _tables(deals: Deals) -> dict[str, bytes]:
    """The tables of a run, as they are sent."""
    return {key: kept_tables.packed(made) for key, made in deals.kept.items()}


# ---- a cluster -----------------------------------------------------------------------------------------

Client: TypeAlias = Any  # of Dask, which may not be installed


def _client_of(executor: Executor) -> Client | None:
    """The client of an executor of Dask's; None for any other."""
    return getattr(executor, "_client", None) if type(executor).__module__.startswith("distributed") else None


def _clustered(executor: Executor, client: Client, task: Task, deals: Deals) -> Workers:
    """The workers of a cluster; tables are sent to each of them once, those who come later among them."""
    had: set[str] = set()

    def with_tables(block: Block) -> Future[Any]:
        new = [worker for worker in client.nthreads() if worker not in had]
        if new:
            client.run(take_all, _tables(deals), workers=new, on_error="return")
            had.update(new)
        return executor.submit(work, task, block)

    count = sum(client.nthreads().values()) or 1
    return Workers(count, lambda block: executor.submit(work, task, block), with_tables)


# ---- in the worker's process ---------------------------------------------------------------------------

_MADE: dict[str, Deals] = {}  # the tables of the runs worked on last, by fingerprint
_MAKING = Lock()


def work(task: Task, block: Block) -> dict[str, Any] | Wanted:
    """The sums over a block, in a worker that shares no memory with whoever asks; or the tables that it lacks."""
    if task.program != program_hash():
        raise SimulationError("a worker runs another state of the program", "the same version everywhere")
    take_all(task.tables)
    with _MAKING:
        deals = _MADE.get(task.fingerprint)
        if deals is None:
            lacks = tuple(key for key in task.keys if not kept_tables.has(key))
            if lacks:
                return Wanted(lacks)
            deals = _MADE[task.fingerprint] = _deals(task)
            while len(_MADE) > MOST_MADE:
                del _MADE[next(iter(_MADE))]
    return deals.sums(block.first, block.count).to_data()


def take_all(tables: Mapping[str, bytes]) -> None:
    """Take in the tables that were sent."""
    for key, content in tables.items():
        kept_tables.take(key, content)


def _deals(task: Task) -> Deals:
    submission, game = task.terms.submission(), task.terms.game()
    own = None if PACKAGE.has(submission.rulebook) else submission.rulebook
    seats = []
    for seat in pickle.loads(task.seats):  # noqa: S301 - from whoever runs this worker
        by = seat.strategy
        if isinstance(by, _SentStrategy):
            beside = own if own is not None and by.said["rulebook"] == [own.id] else None
            seat = replace(seat, strategy=of_data(by.said, beside, game if beside else None))  # noqa: PLW2901
        seats.append(seat)
    return Deals(submission, seats, task.seed, game, shift=task.shift)


# ---- seats as they are sent ----------------------------------------------------------------------------


class _SentStrategy(NamedTuple):
    said: dict[str, object]


def _packed(seats: list[Seat]) -> bytes:
    """Seats as bytes: strategies as the data of their files, functions by cloudpickle where Dask brought it."""
    sent = [
        replace(seat, strategy=_SentStrategy(seat.strategy.to_data()))  # type: ignore[arg-type] # on its way alone
        if isinstance(seat.strategy, Strategy)
        else seat
        for seat in seats
    ]
    try:
        return _dumps()(sent)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        why = "a seat's function cannot be sent to workers that share no memory"
        raise SimulationError(why, "threads, or a function of a module") from error


def _dumps() -> Callable[[object], bytes]:
    try:
        found: Callable[[object], bytes] = import_module("cloudpickle").dumps
    except ModuleNotFoundError:
        return pickle.dumps
    return found
