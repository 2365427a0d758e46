"""Houses in processes of their own, to be killed: run as a program, it starts one for each line that it reads.

It says `begun PID` of each, and `ended PID` when it is dead; a house says `ack REQUEST STREAM SEQ` of what it has
acknowledged, and writes what it has published to a file. Nothing is buffered: what was said before a kill was said.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from itertools import count
from pathlib import Path
from random import Random
from threading import Event

import msgspec
from sqlalchemy import event

from croupier.house.engine.listeners import Stage
from croupier.house.engine.live_table import digest
from croupier.house.engine.requests import Answer, Committed, Outcome, PendingCommand
from croupier.house.engine.writer import WRITTEN, Store, UnitOfWork
from croupier.house.storage import database
from croupier.table.model.command import Command
from croupier.table.recording.recorder import encoded
from support.games.examples import title
from support.house.played_house import Bench, next_command

POINTS = (
    "before the transaction",
    "before the commit",
    "after the commit",
    "before publishing",
    "after publishing",
    "after acknowledging",
)


class Job(msgspec.Struct):
    """What a house in a process of its own does until it is killed."""

    database: str
    published: str  # a file
    name: str  # before every request
    seed: int
    streams: list[str]
    point: str = ""  # where it kills itself
    acks: int = 30  # acknowledgements before that
    early: bool = False  # acknowledge before anything is committed, as no house should
    commands: int = 0  # after which it ends by itself; never, if none
    listens: bool = False  # to other processes
    seat: int = 0  # act for this seat alone; for all, if none
    folders: list[str] = []  # games of folders at its tables, which are read first


def fingerprint(events: object) -> str:
    """By which what was published is known again."""
    return sha256(encoded(events)).hexdigest()[:16]


class Loaded:
    """A house under load: at each table somebody acts as soon as the last was answered, and somebody buys chips."""

    def __init__(self, job: Job) -> None:
        self.job = job
        for name in job.folders:
            title(name)
        engine = database.connect(job.database)
        self.bench = Bench(engine)
        self.bench.store._store = self._store(self.bench.store._store)  # noqa: SLF001 - the points of death are there
        event.listen(engine, "commit", lambda _: self.at("before the commit"))
        self.house = self.bench.house
        self.bench.recovered()
        if job.listens:
            self.bench.listen()
        self.house.listeners.add(Stage.RECORDS, self._publish)
        self.published = os.open(job.published, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self.chance, self.numbers = Random(job.seed), count(1)  # noqa: S311 - which can be repeated
        self.acks = 0
        self.todo: list[tuple[str, bool]] = [(stream, buys) for stream in job.streams for buys in (False, True)]

    def _store(self, real: Store) -> Store:
        return Early(real, self) if self.job.early else Real(real, self)

    def at(self, point: str) -> None:
        """Die here, if this is the place and the time."""
        if point == self.job.point and self.acks >= self.job.acks:
            os.kill(os.getpid(), signal.SIGKILL)

    def run(self) -> None:
        """Until killed, or done."""
        while not self.job.commands or self.acks < self.job.commands:
            todo, self.todo = self.todo, []
            for stream, buys in todo:
                self._ask(stream, buys=buys)
            self.bench.step(0.05)
        self.bench.settle()
        if self.job.listens:
            self._listen_to_the_end()
        self.bench.stop()

    def _listen_to_the_end(self) -> None:
        """Until whoever has started it says that nobody writes any more."""
        os.write(1, b"done\n")
        while not Path(self.job.published + ".end").exists():
            self.bench.step(0.05)
        self.house.heard(None)

    def _ask(self, stream: str, *, buys: bool) -> None:
        state = self.bench.state(stream)
        command = next_command(state, self.chance)
        if buys:
            seat = self.job.seat or 2
            command = Command("house", "buy", seat, {"amount": 1 + next(self.numbers)}, by=state.seat(seat).person)
        elif self.job.seat and command.seat not in {0, self.job.seat}:
            self.todo.append((stream, buys))  # it is for somebody else
            return
        request = f"{self.job.name}-{next(self.numbers)}"
        then = partial(self._answered, stream, buys, request)
        self.house.send(PendingCommand(stream, command, then, request, digest(encoded(command))))

    def _answered(self, stream: str, buys: bool, request: str, outcome: Outcome) -> None:  # noqa: FBT001 - bound before
        if isinstance(outcome, Answer):
            os.write(1, f"ack {request} {outcome.stream} {outcome.seq}\n".encode())
            self.acks += 1
            self.at("after acknowledging")
        self.todo.append((stream, buys))

    def _publish(self, told: Committed) -> None:
        self.at("before publishing")
        line = f"{told.stream} {told.seq} {fingerprint(told.decision.events)}\n"
        os.write(self.published, line.encode())
        self.at("after publishing")


class Real:
    """The store, with the places before and behind it."""

    def __init__(self, real: Store, loaded: Loaded) -> None:
        self._real, self._loaded = real, loaded

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """All in one transaction."""
        self._loaded.at("before the transaction")
        self._real.write(work)
        self._loaded.at("after the commit")


class Early:
    """What no house does: it acknowledges, and then commits."""

    def __init__(self, real: Store, loaded: Loaded) -> None:
        self._real, self._loaded = real, loaded

    def write(self, work: Iterable[UnitOfWork]) -> None:
        """First tell them, and then write it."""
        some, told = list(work), Event()

        def tell() -> None:
            for each in some:
                each.on_done(WRITTEN)
            told.set()

        self._loaded.bench.put(tell)
        told.wait()
        self._loaded.at("before the transaction")
        self._real.write(some)


def main() -> None:
    """Start a house for each line, one after the other, or several at once."""
    os.write(1, b"ready\n")
    for line in sys.stdin:
        jobs = msgspec.json.decode(line, type=list[Job])
        running = [_started(job) for job in jobs]
        for pid in running:
            os.waitpid(pid, 0)
            os.write(1, f"ended {pid}\n".encode())


def _started(job: Job) -> int:
    pid = os.fork()
    if pid:
        os.write(1, f"begun {pid}\n".encode())
        return pid
    code = 1
    try:
        Loaded(job).run()
        code = 0
    finally:
        os._exit(code)


def as_line(jobs: Iterable[Job]) -> str:
    """What the program reads."""
    return json.dumps(msgspec.to_builtins(list(jobs))) + "\n"


if __name__ == "__main__":
    main()
