"""How fast games are solved, beside phevaluator: `make bench` runs it; the exit code is 1 if a figure misses its mark.

The yardstick is 10 million calls of `evaluate_7cards` in a plain loop. Against it stand whole analyses from the shell,
start of the program included, once the kernels are compiled and cached. The yardstick is taken before and after, since
whatever else the machine does falls on all of them. Then the coach is asked at every turn of a few rounds.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random as Shuffle
from statistics import median
from time import perf_counter

from phevaluator import evaluate_7cards

import croupier
from croupier.analysis.coach import Coach
from croupier.games.terms import Terms
from croupier.table.commands import Command
from croupier.table.due import due
from croupier.table.runner import Table
from croupier.table.sources import Random
from croupier.table.views import Viewer, view

HANDS = 10_000_000
SLICE = 1_000_000  # the loop is timed on so many random hands and taken ten times, before and after
CROUPIER = str(Path(sys.executable).with_name("croupier"))
# The most that an analysis may take, as a part of the yardstick.
MARKS = {
    "uth-ma": 1.5,
    "lir-nj": 1 / 3,
    "colorado-ma-1": 1 / 3,
    "colorado-ma-2": 1 / 3,
    "dragon-md": 1 / 3,
}
STAKE = 1000  # cents on each base wager
ROUNDS = 60
MOST_WAIT = 50  # milliseconds for a coach's answer
MOST_MEMORY = 1.5 * 1024 * 1024  # in kibibytes, as the system counts it


def yardstick(hands: list[list[int]]) -> float:
    """Seconds for ten million hands of seven cards."""
    begin = perf_counter()
    for hand in hands:
        evaluate_7cards(*hand)
    return (perf_counter() - begin) * HANDS / len(hands)


def analysis(rulebook: str) -> tuple[float, int]:
    """Seconds and the most memory that a whole analysis takes from the shell."""
    begin = perf_counter()
    # Our own command, and nothing of it comes from outside.
    process = subprocess.Popen([CROUPIER, "analyze", rulebook, "--json"], stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    seconds = perf_counter() - begin
    if os.waitstatus_to_exitcode(status):
        sys.exit(f"croupier analyze {rulebook} failed")
    return seconds, used.ru_maxrss


def answers(rulebook: str) -> dict[str, list[float]]:
    """The seconds of each of the coach's answers, by stage, after warm-up; the advice is taken."""
    submission = croupier.submission(rulebook)
    coach, table = Coach(Terms(submission)), Table(submission, Random())
    coach.warm()
    table.open()
    table.send(Command("player", "sit", 1, {"player": "first"}, {"bankroll": 10**9}))
    stakes = {name: STAKE for name, wager in coach.terms.wagers.items() if wager.required}
    took: dict[str, list[float]] = {}
    for _ in range(ROUNDS):
        table.feed()
        table.send(Command("player", "bet", 1, {"wagers": stakes, "ready": True}))
        while due(table.state).do == "decide":
            begin = perf_counter()
            advice = coach.advise(view(table.state, Viewer("player", 1)))
            took.setdefault(advice.stage, []).append(perf_counter() - begin)
            discard = {"discard": advice.best.discard[0]} if advice.best.discard else {}
            table.send(Command("player", "decide", 1, {"choice": advice.best.choice, **discard}))
    return took


def main() -> int:
    """Print each ratio, and say whether it keeps its mark."""
    print("compiling what is not compiled yet")
    for rulebook in MARKS:
        analysis(rulebook)
    missed = 0
    shuffled = Shuffle(7)  # noqa: S311 - hands to be timed, nothing secret
    hands = [shuffled.sample(range(52), 7) for _ in range(SLICE)]
    for rulebook, mark in MARKS.items():
        before = yardstick(hands)
        seconds, memory = analysis(rulebook)
        ratio = 2 * seconds / (before + yardstick(hands))
        kept = ratio <= mark and memory <= MOST_MEMORY
        missed += not kept
        word = "kept" if kept else "MISSED"
        print(
            f"{rulebook:14} {seconds:6.2f} s, {ratio:.3f} of the yardstick (at most {mark:.3f}), "
            f"{memory / 1024:.0f} MB: {word}"
        )
    for rulebook in MARKS:
        for stage, times in answers(rulebook).items():
            typical, worst = 1000 * median(times), 1000 * max(times)
            missed += typical > MOST_WAIT
            word = "kept" if typical <= MOST_WAIT else "MISSED"
            print(f"coach, {rulebook}, {stage}: {typical:.1f} ms, at worst {worst:.1f} (at most {MOST_WAIT}): {word}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
