"""Common code of the benchmarks: processor time, which other programs do not disturb, and figures with their marks.

A mark decides whether a benchmark passes; an aim, if there is one, is where we want to be. Time is processor time of
all threads or, for a program that is run, of that program; wall-clock time is printed too where people wait.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple


class Used(NamedTuple):
    """Time and memory that a program used."""

    code: int
    seconds: float  # processor time
    waited: float  # wall-clock time
    memory: int  # maximum in kibibytes, as the system counts it; at least ours when the program was started


def used_by(words: Sequence[str]) -> Used:
    """Run a program without its output, and measure it."""
    begin = perf_counter()
    # Our own command, without any input from outside.
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Used(process.returncode, used.ru_utime + used.ru_stime, perf_counter() - begin, used.ru_maxrss)


class Judge:
    """Prints each figure with its mark, and collects those that miss it; the benchmark then goes on."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def at_least(self, what: str, figure: float, mark: float, aim: float | None = None, more: str = "") -> None:
        """Judge a figure that must not be lower than its mark."""
        reached = "" if aim is None else f", aim {aim:g} {'reached' if figure >= aim else 'not reached'}"
        self._say(what, figure, f"mark at least {mark:g}{reached}", more, kept=figure >= mark)

    def at_most(self, what: str, figure: float, mark: float, more: str = "", aim: float | None = None) -> None:
        """Judge a figure that must not be higher than its mark."""
        reached = "" if aim is None else f", aim {aim:g} {'reached' if figure <= aim else 'not reached'}"
        self._say(what, figure, f"mark at most {mark:.3g}{reached}", more, kept=figure <= mark)

    def report(self, what: str, figure: float, more: str = "") -> None:
        """Print a figure that has no mark."""
        print(f"{what:46} {figure:8.3f}  reported{more and f'  ({more})'}", flush=True)

    def failed(self, what: str, why: str) -> None:
        """Count a figure that could not be measured as missed."""
        self.missed.append(what)
        print(f"{what:46} {why}: MISSED", flush=True)

    def _say(self, what: str, figure: float, mark: str, more: str, *, kept: bool) -> None:
        if not kept:
            self.missed.append(what)
        print(f"{what:46} {figure:8.3f}  {mark}: {'kept' if kept else 'MISSED'}{more and f'  ({more})'}", flush=True)

    def code(self) -> int:
        """Print the result in a last line, and return the exit code."""
        print(f"missed: {'; '.join(self.missed)}" if self.missed else "all marks kept")
        return 1 if self.missed else 0
