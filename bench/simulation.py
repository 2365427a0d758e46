"""Benchmark of simulated tables, beside phevaluator (`make bench`); the exit code is 1 if a figure misses its mark.

The yardstick is a call of `evaluate_7cards` in a plain loop, measured before and after each figure: a figure is the
rounds that are dealt, played and added up in the time of one call, all tallies kept. Time is processor time of all
threads. Then the start of the program from the shell with tables that are kept, threads by the clock, and a cluster.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from random import Random as Shuffle
from statistics import median
from time import perf_counter, process_time
from typing import Any

from judging import Judge, used_by
from phevaluator import evaluate_7cards

import croupier
from croupier.simulation import Seat, simulate
from croupier.simulation.deals import Deals
from croupier.simulation.engines import Walk
from croupier.simulation.runs.cluster import connected

CALLS = 1_000_000
TEN_MILLION = 10
ROUNDS, ROUNDS_OF_A_WALK = 1 << 18, 1 << 10
TIMES = 3
CROUPIER = str(Path(sys.executable).with_name("croupier"))
# Minimum rounds a call: of one seat and of six, with the aims where there are any.
MARKS: dict[str, tuple[tuple[float, float | None], tuple[float, float | None]]] = {
    "uth-ma": ((4, 7), (2.5, 4)),
    "lir-nj": ((4, None), (2, None)),
    "dragon-md": ((4, None), (2, None)),
    "colorado-ma-1": ((4, None), (2, None)),
}
OF_A_STRATEGY, OF_A_WALK = 1.0, 0.02
START = 1 / 3  # of ten million calls
OF_A_CLUSTER, OF_TWO_THREADS = 0.85, 1.6
CORES = 2


class Calls:
    """The yardstick: seconds of a call, by the loop measured last and now."""

    def __init__(self) -> None:
        shuffled = Shuffle(7)  # noqa: S311 - hands to be timed, nothing secret
        self._hands = [shuffled.sample(range(52), 7) for _ in range(CALLS // 10)]
        self._last = self._now()

    def _now(self) -> float:
        begin = process_time()
        for _ in range(10):
            for hand in self._hands:
                evaluate_7cards(*hand)
        return (process_time() - begin) / CALLS

    def one(self) -> float:
        """The seconds of a call, around the figure that was measured in between."""
        before, self._last = self._last, self._now()
        return (before + self._last) / 2


def rounds_a_call(deals: Deals, rounds: int, calls: Calls) -> float:
    """The rounds of a table in the time of one call, the middle of several, after a warm-up."""
    deals.sums(0, rounds // 4)
    found = []
    for _ in range(TIMES):
        calls.one()
        begin = process_time()
        deals.sums(rounds, rounds)
        seconds = process_time() - begin
        found.append(calls.one() * rounds / seconds)
    return median(found)


def judge_rounds(judge: Judge, calls: Calls) -> None:
    """Judge every loop, a strategy's, and the walk that plays any game."""
    for name, marks in MARKS.items():
        alone = Deals(croupier.submission(name), [Seat()], "bench")
        for seats, (mark, aim) in zip((1, 6), marks, strict=True):
            table = Deals(croupier.submission(name), [Seat()] * seats, "bench", plays=alone.plays * seats)
            judge.at_least(f"{name}, {seats} seats, rounds a call", rounds_a_call(table, ROUNDS, calls), mark, aim)
    by = Deals(croupier.submission("uth-ma"), [Seat("uth-simple")], "bench")
    judge.at_least("uth-ma by uth-simple, rounds a call", rounds_a_call(by, ROUNDS, calls), OF_A_STRATEGY)
    walked = Deals(croupier.submission("dragon-md"), [Seat()], "bench")
    walked.engine = Walk(walked.layout, walked.places, walked.plays, walked.base)
    judge.at_least("read and settle, rounds a call", rounds_a_call(walked, ROUNDS_OF_A_WALK, calls), OF_A_WALK)


def judge_start(judge: Judge, calls: Calls) -> None:
    """Judge the start from the shell, once tables are kept and loops compiled."""
    for name in MARKS:
        words = [CROUPIER, "simulate", name, "--rounds", "1", "--seed", "1", "--json"]
        used_by(words)
        calls.one()
        used = used_by(words)
        ratio = used.seconds / (calls.one() * TEN_MILLION * CALLS)
        judge.at_most(f"{name}, start, of ten million calls", ratio, START, f"{used.seconds:.2f} s of the processor")


def seconds_of(work: Callable[[int], object]) -> float:
    """Seconds by the clock that some blocks take, after a warm-up."""
    work(1)
    begin = perf_counter()
    work(2)
    return perf_counter() - begin


def judge_workers(judge: Judge) -> None:
    """Judge two threads beside one by the clock, and a cluster of two workers beside two threads."""
    submission, rounds = croupier.submission("uth-ma"), 12 << 20

    def dealt(workers: int) -> float:
        with ThreadPoolExecutor(workers) as threads:
            return seconds_of(lambda seed: simulate(submission, [Seat()], rounds, seed, executor=threads))

    one, two = dealt(1), dealt(CORES)
    quiet = f"on a quiet machine; {os.cpu_count()} cores"
    judge.at_least("two threads, times one", one / two, OF_TWO_THREADS, more=quiet)
    distributed: Any = import_module("distributed")  # its calls have no types
    with (
        distributed.LocalCluster(n_workers=CORES, threads_per_worker=1, dashboard_address=None) as cluster,
        connected(cluster.scheduler_address) as workers,
    ):
        found = seconds_of(lambda seed: simulate(submission, [Seat()], rounds, seed, executor=workers))
    judge.at_least("a cluster of two workers, of two threads", two / found, OF_A_CLUSTER, more=quiet)


def main() -> int:
    """Print each figure, and whether it keeps its mark."""
    judge, calls = Judge(), Calls()
    judge_rounds(judge, calls)
    judge_start(judge, calls)
    judge_workers(judge)
    return judge.code()


if __name__ == "__main__":
    sys.exit(main())
