"""What the benchmarks share: time that a busy neighbour does not touch, and figures judged by their marks.

A mark decides whether a benchmark passes; an aim, where there is one, is where we want to be. Time is the processor's,
of all threads and, for a program that is run, of that program; the clock's is printed beside it where people wait.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from time import perf_counter
from typing import NamedTuple


class Used(NamedTuple):
    """What a program took."""

    code: int
    seconds: float  # of the processor
    waited: float  # by the clock
    memory: int  # kibibytes at most, as the system counts it: ours, if that was more when the program was started


def used_by(words: Sequence[str]) -> Used:
    """Run a program whose output nobody wants."""
    begin = perf_counter()
    # Our own command, and nothing of it comes from outside.
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)  # noqa: S603
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return Used(process.returncode, used.ru_utime + used.ru_stime, perf_counter() - begin, used.ru_maxrss)


class Judge:
    """Prints each figure with its mark, and remembers what was missed; one that misses keeps no other from its turn."""

    def __init__(self) -> None:
        self.missed: list[str] = []

    def at_least(self, what: str, figure: float, mark: float, aim: float | None = None, more: str = "") -> None:
        """A figure that must not be lower than its mark."""
        reached = "" if aim is None else f", aim {aim:g} {'reached' if figure >= aim else 'not reached'}"
        self._say(what, figure, f"mark at least {mark:g}{reached}", more, kept=figure >= mark)

    def at_most(self, what: str, figure: float, mark: float, more: str = "", aim: float | None = None) -> None:
        """A figure that must not be higher than its mark."""
        reached = "" if aim is None else f", aim {aim:g} {'reached' if figure <= aim else 'not reached'}"
        self._say(what, figure, f"mark at most {mark:.3g}{reached}", more, kept=figure <= mark)

    def report(self, what: str, figure: float, more: str = "") -> None:
        """A figure that has no mark."""
        print(f"{what:46} {figure:8.3f}  reported{more and f'  ({more})'}", flush=True)

    def failed(self, what: str, why: str) -> None:
        """A figure that could not be taken."""
        self.missed.append(what)
        print(f"{what:46} {why}: MISSED", flush=True)

    def _say(self, what: str, figure: float, mark: str, more: str, *, kept: bool) -> None:
        if not kept:
            self.missed.append(what)
        print(f"{what:46} {figure:8.3f}  {mark}: {'kept' if kept else 'MISSED'}{more and f'  ({more})'}", flush=True)

    def code(self) -> int:
        """The exit code, said in a last line."""
        print(f"missed: {'; '.join(self.missed)}" if self.missed else "all marks kept")
        return 1 if self.missed else 0
