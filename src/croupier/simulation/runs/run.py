"""A run: its blocks handed out to workers, and their sums added up.

A block is worked on as a whole, anywhere, and gives plain data; added up in their order, blocks give the same sums
whoever worked on them.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Executor, Future, wait
from concurrent.futures import BrokenExecutor as BrokenError
from typing import Any

from croupier.analysis.model.solution import Progress, silent
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.errors import SimulationError
from croupier.simulation.runs.folder import Folder
from croupier.simulation.runs.workers import Block, Wanted, Workers, workers_of

BLOCK = 1 << 20  # rounds
BLOCK_OF_A_WALK = 1 << 12
AHEAD = 2  # blocks for each worker that are handed out at once
KEPT = "finished blocks are kept where a folder was named"


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
        with workers_of(deals, fingerprint, executor) as workers:
            for block, sums in _completed(workers, asked):
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


def _completed(workers: Workers, asked: list[Block]) -> Iterator[tuple[Block, Sums]]:
    """The blocks as they are finished, no more of them handed out than workers will soon have."""
    left = iter(asked)
    running: dict[Future[Any], Block] = {}
    try:
        while True:
            for block in left:
                running[workers.submit(block)] = block
                if len(running) >= AHEAD * workers.count:
                    break
            if not running:
                return
            finished, _ = wait(running, return_when=FIRST_COMPLETED)
            for future in finished:
                block, sums = running.pop(future), _result(future)
                if isinstance(sums, Wanted):
                    running[workers.submit_with_tables(block)] = block
                else:
                    yield block, sums if isinstance(sums, Sums) else Sums.of_data(sums)
    finally:
        for future in running:
            future.cancel()


def _result(future: Future[Any]) -> Any:  # noqa: ANN401 - sums as such or as data, or what a worker wants
    """The result of a block; a SimulationError says that the worker is gone."""
    try:
        return future.result()
    except (BrokenError, CancelledError, OSError) as error:
        raise SimulationError(f"a worker is gone, and its block with it ({type(error).__name__})", KEPT) from error
    except Exception as error:
        # Dask has errors of its own for blocks whose workers died again and again.
        if not type(error).__module__.startswith("distributed"):
            raise
        raise SimulationError(f"a worker is gone, and its block with it ({type(error).__name__})", KEPT) from error
