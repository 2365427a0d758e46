"""Trace a command through a real house: every function of the package that runs, in order, by thread and by depth.

Three sockets watch one table; two players sit down, and one of them sends a command.

    python tools/trace_bet.py              count the calls, functions and files of a bet
    python tools/trace_bet.py full         list them, too
    python tools/trace_bet.py refusal      a bet that is refused, and the same with `full`
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import threading
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from support.service.houses import WAGERS  # noqa: E402 - found only there
from support.service.sockets import give, serving, told, until  # noqa: E402 - found only there

SOURCE = f"{ROOT / 'src' / 'croupier'}/"
TABLE = "uth-ma"
BET, REFUSED = WAGERS[TABLE], {"trips": 500}  # a bet, and one that may not stand alone
SETTLES = 0.7  # seconds after which nothing of what went before runs any more
_PERIODIC = {"Hub._watch_over", "Hub._take_up", "LogSigner.keep", "DiskWatch.watch", "tidy"}  # tasks that run anyway
_READERS = ("people", "records")  # threads that work for those tasks


class Call(NamedTuple):
    """A call of a function: how many functions of the package are below it on the stack."""

    thread: str
    file: str
    function: str
    depth: int


@dataclass
class Walk:
    """The calls of one command."""

    calls: list[Call] = field(default_factory=list)
    on: bool = False

    def profile(self, frame: FrameType, event: str, _: object) -> None:
        """Take note of a call: a profile function of `threading`."""
        if not self.on or event != "call" or not frame.f_code.co_filename.startswith(SOURCE):
            return
        depth, root, below = 0, frame, frame.f_back
        while below is not None:
            if below.f_code.co_filename.startswith(SOURCE):
                depth, root = depth + 1, below
            below = below.f_back
        thread = threading.current_thread().name
        if root.f_code.co_qualname not in _PERIODIC and not thread.startswith(_READERS):
            file = frame.f_code.co_filename.removeprefix(SOURCE)
            self.calls.append(Call(thread, file, frame.f_code.co_qualname, depth))

    @property
    def files(self) -> Counter[str]:
        """The files, with the number of calls in each."""
        return Counter(call.file for call in self.calls)

    def levels(self, above: str, below: str) -> int:
        """The number of levels from the first call of one function down to the first of another."""
        depths = [next(call.depth for call in self.calls if call.function == name) for name in (above, below)]
        return depths[1] - depths[0]


def walk_of(wagers: dict[str, int]) -> Walk:
    """The walk of a bet with these wagers."""
    walk = Walk()
    threading.setprofile(walk.profile)
    try:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_bet(Path(folder), walk, wagers))
    finally:
        threading.setprofile(None)
    return walk


async def _bet(folder: Path, walk: Walk, wagers: dict[str, int]) -> None:
    with serving(folder, TABLE) as house:
        async with house.watch() as public, house.watch(house.program()) as one, house.watch(house.program()) as two:
            await told(one, "1", "sit", 1, chips=10_000)
            await told(two, "2", "sit", 2, chips=10_000)
            await asyncio.sleep(SETTLES)
            walk.on = True
            await give(one, "3", "bet", 1, wagers=wagers)
            await until(one, "refused" if wagers == REFUSED else "done")
            if wagers != REFUSED:
                await until(public, "happened")
            await asyncio.sleep(SETTLES / 10)
            walk.on = False


def main(wanted: list[str]) -> None:
    """Trace, and tell."""
    walk = walk_of(REFUSED if "refusal" in wanted else dict(BET))
    functions = {(call.file, call.function) for call in walk.calls}
    print(f"{len(walk.calls)} calls of {len(functions)} functions in {len(walk.files)} files")
    print(f"{walk.levels('TableSet.send', 'step')} levels from send to step")
    for file, calls in walk.files.most_common():
        print(f"{calls:5} {file}")
    if "full" in wanted:
        for call in walk.calls:
            print(f"{call.thread[:16]:16} {'  ' * call.depth}{call.file}:{call.function}")


if __name__ == "__main__":
    main(sys.argv[1:])
