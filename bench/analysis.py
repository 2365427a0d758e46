"""How fast games are solved, beside phevaluator: `make bench` runs it; the exit code is 1 if a figure misses its mark.

The yardstick is 10 million calls of `evaluate_7cards` in a plain loop. Against it stand whole analyses from the shell,
start of the program included, once the kernels are compiled and cached. The yardstick is taken before and after, since
whatever else the machine does falls on all of them.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from time import perf_counter

from phevaluator import evaluate_7cards

HANDS = 10_000_000
SLICE = 1_000_000  # the loop is timed on these and taken ten times, before and after
CROUPIER = str(Path(sys.executable).with_name("croupier"))
# The most that an analysis may take, as a part of the yardstick.
MARKS = {
    "uth-ma": 1.5,
    "lir-nj": 1 / 3,
    "colorado-ma-1": 1 / 3,
    "colorado-ma-2": 1 / 3,
    "dragon-md": 1 / 3,
}
MOST_MEMORY = 1.5 * 1024 * 1024  # in kibibytes, as the system counts it


def yardstick() -> float:
    """Seconds for ten million hands of seven cards."""
    begin = perf_counter()
    for _ in range(SLICE // 4):
        evaluate_7cards(0, 5, 10, 15, 20, 25, 30)
        evaluate_7cards(1, 6, 11, 16, 21, 26, 31)
        evaluate_7cards(51, 50, 49, 48, 47, 46, 45)
        evaluate_7cards(3, 8, 13, 18, 23, 28, 33)
    return (perf_counter() - begin) * HANDS / SLICE


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


def main() -> int:
    """Print each ratio, and say whether it keeps its mark."""
    print("compiling what is not compiled yet")
    for rulebook in MARKS:
        analysis(rulebook)
    missed = 0
    for rulebook, mark in MARKS.items():
        before = yardstick()
        seconds, memory = analysis(rulebook)
        ratio = 2 * seconds / (before + yardstick())
        kept = ratio <= mark and memory <= MOST_MEMORY
        missed += not kept
        word = "kept" if kept else "MISSED"
        print(
            f"{rulebook:14} {seconds:6.2f} s, {ratio:.3f} of the yardstick (at most {mark:.3f}), "
            f"{memory / 1024:.0f} MB: {word}"
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
