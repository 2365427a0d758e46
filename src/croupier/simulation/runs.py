"""Runs of a simulation: its blocks of rounds, the executors that work on them, and the folder that keeps them.

A block is worked on as a whole, anywhere, and gives plain data; added up in their order, blocks give the same sums
whoever worked on them.
"""

from __future__ import annotations

import hashlib
import json
import os
import pickle
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, Executor, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Event
from typing import Any

from croupier.analysis.analyst import program_hash
from croupier.analysis.model.solution import Progress, silent
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.errors import SimulationError

BLOCK = 1 << 20  # rounds
BLOCK_OF_A_WALK = 1 << 12
AHEAD = 2  # blocks for each worker that are handed out at once
_RUN, _ENDING = "run.json", ".block"


@dataclass(frozen=True, slots=True)
class Block:
    """A block of rounds of a run, by the first of them and how many there are."""

    number: int
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Task:
    """A run as it is sent to a worker elsewhere, which makes the tables anew and refuses another program."""

    deals: bytes
    fingerprint: str
    program: str


_MADE: dict[str, Deals] = {}  # the tables of a worker, by the run's fingerprint


def work(task: Task, block: Block) -> dict[str, Any]:
    """The sums over a block, in a worker that shares no memory with whoever asks."""
    if task.program != program_hash():
        raise SimulationError("the worker runs another state of the program", "the same version everywhere")
    if task.fingerprint not in _MADE:
        submission, seats, seed, game, shift = pickle.loads(task.deals)  # noqa: S301 - from whoever runs this worker
        _MADE[task.fingerprint] = Deals(submission, seats, seed, game, shift=shift)
    return _MADE[task.fingerprint].sums(block.first, block.count).to_data()


def blocks(rounds: int, size: int) -> Iterator[Block]:
    """The blocks of so many rounds, the last of which may be shorter."""
    for number, first in enumerate(range(0, rounds, size)):
        yield Block(number, first, min(size, rounds - first))


def run(
    deals: Deals,
    rounds: int,
    fingerprint: str,
    *,
    executor: Executor | None = None,
    folder: Folder | None = None,
    progress: Progress = silent,
    size: int | None = None,
) -> tuple[Sums, int]:
    """The sums over all rounds, and how many were dealt now; an interrupt gives the blocks that are finished."""
    size = size or (BLOCK_OF_A_WALK if deals.engine.name == "read and settle" else BLOCK)
    size = max(size // deals.step, 1) * deals.step  # whole shifts, where they have a memory
    found: dict[int, Sums] = {}
    asked = []
    for block in blocks(rounds, size):
        kept = folder.read(block) if folder is not None else None
        if kept is None:
            asked.append(block)
        else:
            found[block.number] = kept
    before = done = sum(each.rounds for each in found.values())
    progress(done, rounds)
    try:
        with _submitting(deals, fingerprint, executor) as (submit, workers):
            for block, sums in _completed(submit, asked, workers):
                found[block.number] = sums
                if folder is not None:
                    folder.write(block, sums)
                done += block.count
                progress(done, rounds)
    except KeyboardInterrupt:
        if not found:
            raise
    whole = Sums()
    for number in sorted(found):
        whole.add(found[number])
    return whole, done - before


Submit = Callable[[Block], "Future[Sums | dict[str, Any]]"]


@contextmanager
def _submitting(deals: Deals, fingerprint: str, executor: Executor | None) -> Iterator[tuple[Submit, int]]:
    """A function that hands out a block: threads share the tables, any other worker makes them for itself."""
    if executor is None or isinstance(executor, ThreadPoolExecutor):
        stopped = Event()
        threads = executor or ThreadPoolExecutor(os.cpu_count() or 1)
        try:
            workers = threads._max_workers  # noqa: SLF001 - an executor says it nowhere else
            yield lambda block: threads.submit(deals.sums, block.first, block.count, stopped), workers
        finally:
            stopped.set()
            if executor is None:
                threads.shutdown(cancel_futures=True)
        return
    parts = deals.terms.submission, [place.seat for place in deals.places], deals.seed, deals.own_game, deals.shift
    task = Task(pickle.dumps(parts), fingerprint, program_hash())
    yield lambda block: executor.submit(work, task, block), os.cpu_count() or 1


def _completed(submit: Submit, asked: list[Block], workers: int) -> Iterator[tuple[Block, Sums]]:
    """The blocks as they are finished, no more of them handed out than workers will soon have."""
    left = iter(asked)
    running: dict[Future[Any], Block] = {}
    while True:
        for block in left:
            running[submit(block)] = block
            if len(running) >= AHEAD * workers:
                break
        if not running:
            return
        finished, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in finished:
            sums = future.result()
            yield running.pop(future), sums if isinstance(sums, Sums) else Sums.of_data(sums)


# ---- the folder ----------------------------------------------------------------------------------------


class Folder:
    """The folder of a run: `run.json` says which run it is, and each finished block is a file with its hash."""

    def __init__(self, place: Path, about: Mapping[str, object], *, new: bool) -> None:
        """Begin a folder, or go on with one: a SimulationError says why it cannot be this run's."""
        self._place = place
        written = json.dumps(about, sort_keys=True, indent=2) + "\n"
        run = place / _RUN
        try:
            if new:
                place.mkdir(parents=True, exist_ok=True)
                if any(place.iterdir()):
                    raise SimulationError(f"{place} is not empty", "a new folder, or --resume for a run's own")
                _write(run, written.encode())
            elif json.loads(run.read_text(encoding="utf-8")) != json.loads(written):
                raise SimulationError(f"{place} is another run's", "its own rulebook, options, seats and seed")
        except OSError as error:
            raise SimulationError(f"{run}: {error.strerror}", "a folder of a run, or a new one") from error
        except (ValueError, RecursionError) as error:
            if isinstance(error, SimulationError):
                raise
            raise SimulationError(f"{run} is no account of a run", "a folder that --out began") from error

    def read(self, block: Block) -> Sums | None:
        """The sums over a block, if they are here and as they were written."""
        try:
            kept = self._file(block).read_bytes()
            digest, _, text = kept.partition(b"\n")
            if hashlib.sha256(text).hexdigest().encode() != digest:
                return None
            data = json.loads(text)
            if data["block"] != [block.number, block.first, block.count]:
                return None
            return Sums.of_data(data["sums"])
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def write(self, block: Block, sums: Sums) -> None:
        """Keep the sums over a block, on disk before anything else is begun."""
        text = json.dumps({"block": [block.number, block.first, block.count], "sums": sums.to_data()}).encode()
        try:
            _write(self._file(block), hashlib.sha256(text).hexdigest().encode() + b"\n" + text)
        except OSError as error:
            raise SimulationError(f"{self._file(block)}: {error.strerror}; the blocks before it are kept") from error

    def _file(self, block: Block) -> Path:
        return self._place / f"{block.number:08}{_ENDING}"


def _write(file: Path, content: bytes) -> None:
    """Write a file so that it is there in whole or not at all, whatever happens."""
    part = file.with_suffix(".part")
    with part.open("wb") as out:
        out.write(content)
        out.flush()
        os.fsync(out.fileno())
    part.replace(file)
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
