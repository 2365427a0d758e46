"""Benchmark of the time and memory of an audit (`make bench`); the exit code is 1 if a figure misses its mark.

20,000 rounds of Ultimate Texas Hold 'Em at six seats are dealt and recorded, and the program audits the recording on
all cores. The processor time of all its processes is compared with the time in which the same commands are only carried
out. `--before SRC` also audits as many rounds by an earlier version of this program, whose `src` folder is SRC.
"""

from __future__ import annotations

import os
import sys
import tempfile
from argparse import ArgumentParser
from pathlib import Path
from subprocess import DEVNULL, Popen
from threading import Thread
from time import perf_counter, process_time, sleep
from typing import NamedTuple

from judging import Judge

import croupier
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.runner import Table

ROUNDS = 20_000
SEATS = 6
MOST_MEMORY = 100  # megabytes, of all processes together
MOST_TIMES = 2.0  # times the time of the commands alone
LEAST_FASTER, AIM = 2, 3  # times faster than the earlier version
BANKROLL = 10**12
CROUPIER = "from croupier.cli import main; main()"
# Program that records the rounds in the earlier version's way, by a listener.
RECORD = """
import sys
sys.path.insert(0, sys.argv[3])
import recording
from croupier.table.recording.recorder import Recorder
from croupier.table.play.runner import Table
table = recording.opened()
with open(sys.argv[1], "w") as file:
    recorder = Recorder(table.state)
    file.write(recorder.header())
    table.listeners.append(lambda _, command, decision: file.write(recorder.line(command, decision)))
    recording.dealt(table, int(sys.argv[2]))
    file.write(recorder.close())
"""


class Used(NamedTuple):
    """Time and memory that a program used."""

    seconds: float  # processor time
    waited: float  # wall-clock time
    memory: int  # maximum in megabytes of all its processes, sampled ten times a second


def opened() -> Table:
    """A table without cards yet."""
    return Table(croupier.submission("uth-ma"), Random("bench"))


def dealt(table: Table, rounds: int) -> None:
    """Deal so many rounds at six seats; every player stays in."""
    table.open()
    for seat in range(1, SEATS + 1):
        _sent(table, Command("player", "sit", seat, {}, {"bankroll": BANKROLL}))
    while table.state.round < rounds:
        table.feed()
        for seat in range(1, SEATS + 1):
            args = {"wagers": {"ante": 500, "blind": 500}, "ready": True}
            _sent(table, Command("player", "bet", seat, args))
        while table.state.phase == "round":
            step = due(table.state)
            last = len(table.state.community) == 5  # noqa: PLR2004 - all are out
            _sent(table, Command("player", "decide", step.seat, {"choice": "play 1x" if last else "check"}))


def _sent(table: Table, command: Command) -> None:
    outcome = table.send(command)
    if isinstance(outcome, Refusal):
        sys.exit(f"the table refuses {command}: {outcome}")


def recorded(file: Path) -> None:
    """Record the rounds."""
    from croupier.cli.terminal.output_files import Stream
    from croupier.table.recording.journal import Journal
    from croupier.table.recording.recorder import Recorder

    table = opened()
    with Stream(str(file)) as stream:
        table.journal = Journal(Recorder(table.state), stream)
        dealt(table, ROUNDS)
        table.journal.close()


def used_by(words: list[str], source: str | None = None) -> Used:
    """Run a program of this source or another without its output, and measure it."""
    env = os.environ | ({"PYTHONPATH": source} if source else {})
    begin, peak = perf_counter(), [0]
    process = Popen([sys.executable, "-c", *words], stdout=DEVNULL, env=env)  # noqa: S603 - our own command

    def watch() -> None:
        while process.returncode is None:
            peak[0] = max(peak[0], _memory(process.pid))
            sleep(0.1)

    watcher = Thread(target=watch)
    watcher.start()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    watcher.join()
    if process.returncode:
        sys.exit(f"it ended with {process.returncode}")
    return Used(used.ru_utime + used.ru_stime, perf_counter() - begin, peak[0] >> 10)


def _memory(process: int) -> int:
    """Memory of a process and its child processes, in kibibytes."""
    total = 0
    try:
        status = Path(f"/proc/{process}/status").read_text()
        children = Path(f"/proc/{process}/task/{process}/children").read_text().split()
        total = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    except (OSError, StopIteration):  # it has ended
        return total
    return total + sum(_memory(int(child)) for child in children)


def main() -> int:
    """Deal, record, audit, and judge."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--before", metavar="SRC", help="the sources of an earlier version")
    before = parser.parse_args().before
    judge = Judge()
    with tempfile.TemporaryDirectory() as folder:
        file, earlier = Path(folder) / "now.jsonl", Path(folder) / "before.jsonl"
        begin = process_time()
        dealt(opened(), ROUNDS)
        alone = process_time() - begin
        recorded(file)
        now = used_by([CROUPIER, "audit", str(file)])
        judge.at_most("audit: megabytes", now.memory, MOST_MEMORY)
        more = f"{now.seconds:.1f} s of the processor, {now.waited:.1f} s by the clock"
        judge.at_most("audit: times the commands alone", now.seconds / alone, MOST_TIMES, more)
        if before:
            used_by([RECORD, str(earlier), str(ROUNDS), str(Path(__file__).parent)], before)
            then = used_by([CROUPIER, "audit", str(earlier)], before)
            more = f"{then.seconds:.1f} s of the processor, {then.waited:.1f} s by the clock, {then.memory} MB before"
            judge.at_least("audit: times faster by the clock", then.waited / now.waited, LEAST_FASTER, AIM, more)
            judge.at_least("audit: times faster by the processor", then.seconds / now.seconds, 1)
    return judge.code()


if __name__ == "__main__":
    sys.exit(main())
