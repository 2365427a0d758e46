"""Kill -9 under load: whatever was acknowledged is there once, and nothing that is not on record was published."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Timer
from time import sleep
from typing import Any

import pytest
from sqlalchemy import Engine, func, select, text
from support.games.examples import NAMES, title
from support.house.database_copies import KINDS, address, copies
from support.house.house_process import POINTS, Job, as_line, fingerprint
from support.house.played_house import HOUSE, KEY, KEYRING, LIVELY, Bench, next_command, sits, sound, table_of

from croupier.house.audit.verify import verify
from croupier.house.engine.requests import Answer
from croupier.house.storage import database, journal, schema
from croupier.rulebook import Refusal, Submission
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import Place
from croupier.table.play.runner import Table

STREAMS = ["left", "right", "slow"]
PERSONS = [f"p-{number}" for number in range(1, 7)]
ACKS = 30  # before every kill
LONG = 300  # seconds after which a process that does not die is given up
prove = pytest.mark.prove
SOURCES = Path(__file__).parents[2]


def prepared(engine: Engine) -> None:
    """Three tables with two people each: two share a meter, at the third a dealer deals by hand."""
    bench = Bench(engine)
    bench.guest(*PERSONS, money=10_000_000_000)
    tables = [table_of("left", "uth-ma", LIVELY), table_of("right", "uth-ma", LIVELY)]
    tables.append(table_of("slow", "lir-nj", by_hand=("deal", "settle", "no more bets")))
    for number, (stream, table) in enumerate(zip(STREAMS, tables, strict=True)):
        assert isinstance(bench.open(stream, table), Answer)
        bench.sent(stream, *(sits(seat, PERSONS[2 * number + seat - 1], 100_000_000) for seat in (1, 2)))
    bench.stop()


class Program:
    """The program that starts houses, and what they have said."""

    def __init__(self) -> None:
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SOURCES), *filter(None, sys.path)])}
        command = [sys.executable, str(SOURCES / "support" / "house" / "house_process.py")]
        self._process = subprocess.Popen(  # noqa: S603 - this program, by its own path
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, text=True, bufsize=1
        )
        assert self._said() == ["ready"]

    def _said(self) -> list[str]:
        assert self._process.stdout
        return self._process.stdout.readline().split()

    def run(self, *jobs: Job, kill: Callable[[int], None] | None = None) -> list[list[str]]:
        """Start houses, kill the first when it has acknowledged enough; what was acknowledged until all were dead."""
        assert self._process.stdin
        self._process.stdin.write(as_line(jobs))
        acknowledged: list[list[str]] = []
        ended = done = first = 0
        finish = len(jobs) if kill is None else len(jobs) - 1
        watch = Timer(LONG, self._process.kill)
        watch.start()
        running: list[int] = []
        while ended < len(jobs):
            said = self._said()
            assert said, "the program is gone"
            if said[0] == "begun":
                running.append(int(said[1]))
            elif said[0] == "ended":
                ended += 1
            elif said[0] == "done":
                done += 1
            else:
                acknowledged.append(said[1:])
                by_first = said[1].startswith(f"{jobs[0].name}-")
                first += by_first
                if kill is not None and by_first and first == ACKS:
                    kill(running[0])
                    kill = None
            if kill is None and done >= finish:  # nobody writes any more
                for job in jobs:
                    Path(job.published + ".end").touch()
        watch.cancel()
        return acknowledged

    def stop(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait(LONG)
        assert self._process.stdout
        self._process.stdout.close()


@pytest.fixture(scope="module")
def program() -> Iterator[Program]:
    made = Program()
    yield made
    made.stop()


def nobody_else_writes(engine: Engine) -> None:
    """A server may still carry out what a process has sent before it was killed: wait until it has noticed."""
    engine.dispose()
    others = text("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()")
    while not database.is_sqlite(engine):
        with database.reading(engine) as connection:
            if not connection.execute(others).all():
                return
        sleep(0.01)


def check(engine: Engine, acknowledged: list[list[str]], published: Path) -> None:
    """What must hold of a record after its house was killed."""
    nobody_else_writes(engine)
    happened: dict[tuple[str, int], tuple[Event, ...]] = {}
    states = sound(engine, happened)
    with database.reading(engine) as connection:
        assert verify(connection, KEYRING, KEY.public).findings == []
        table = schema.journal
        many = select(table.c.request, func.count()).where(table.c.request != "").group_by(table.c.request)
        rows = dict(map(tuple, connection.execute(many)))
        for request, stream, seq in acknowledged:
            row = journal.at(connection, stream, int(seq))
            assert row is not None, f"{request} was acknowledged and is not there"
            assert row.request == request, f"{request} was acknowledged and is not there"
            assert rows[request] == 1
    told = [line.split() for line in published.read_text().splitlines()]
    for stream, seq, mark in told:
        events = happened.get((stream, int(seq)))
        assert events is not None, f"{stream} {seq} was published and is not there"
        assert fingerprint(events) == mark
    most = Counter((stream, seq) for stream, seq, _ in told)
    assert max(most.values(), default=1) == 1
    goes_on(engine, {stream: state.dump() for stream, state in states.items()})


def goes_on(engine: Engine, states: dict[str, str]) -> None:
    """The next start continues as if nothing had happened."""
    bench, chance = Bench(engine).recovered(), Random(1)  # noqa: S311 - the same every time
    assert {stream: bench.state(stream).dump() for stream in states} == states
    for stream in states:
        outcome = bench.ask(stream, next_command(bench.state(stream), chance))
        assert isinstance(outcome, Answer | Refusal), outcome
    bench.stop()


@contextmanager
def houses(kind: str, folder: Path) -> Iterator[Callable[[], Engine]]:
    """Houses to be killed, of one kind, as many as are asked for."""
    engines: list[Engine] = []
    with copies(kind, folder, prepared) as another:

        def one_more() -> Engine:
            engines.append(database.connect(another()))
            return engines[-1]

        try:
            yield one_more
        finally:
            for engine in engines:
                engine.dispose()


def job(engine: Engine, folder: Path, name: str, **more: Any) -> Job:  # noqa: ANN401 - fields of a job
    """A house under load."""
    published = str(folder / f"{name}.published")
    return Job(address(engine), published, name, sum(name.encode()), **{"streams": STREAMS, **more})


def killed_at(program: Program, engine: Engine, folder: Path, name: str, point: str, *, early: bool = False) -> None:
    """A house that dies at a chosen point around a commit, and what must hold then."""
    dies = job(engine, folder, name, point=point, early=early, acks=ACKS)
    acknowledged = program.run(dies)
    assert len(acknowledged) >= ACKS
    check(engine, acknowledged, Path(dies.published))


def killed_again(program: Program, engine: Engine, folder: Path, chance: Random, times: int) -> int:
    """A house is killed at random moments, and started again on what is left; how much was acknowledged."""
    total = 0
    for number in range(times):
        dies = job(engine, folder, f"{chance.randrange(10**6)}-{number}")

        def kill(pid: int) -> None:
            sleep(chance.random() * 0.03)
            os.kill(pid, signal.SIGKILL)

        acknowledged = program.run(dies, kill=kill)
        assert len(acknowledged) >= ACKS
        check(engine, acknowledged, Path(dies.published))
        total += len(acknowledged)
    return total


# ---- tests ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("point", POINTS)
def test_a_house_killed_around_a_commit_has_lost_nothing(program: Program, tmp_path: Path, point: str) -> None:
    with houses("sqlite", tmp_path) as another:
        killed_at(program, another(), tmp_path, "a", point)


def test_a_house_killed_under_load_has_lost_nothing(program: Program, tmp_path: Path, seed: int) -> None:
    with houses("sqlite", tmp_path) as another:
        for group in range(3):
            assert killed_again(program, another(), tmp_path, Random(seed + group), 4) >= 4 * ACKS  # noqa: S311


def folder_games(engine: Engine) -> None:
    """A table of each game of a folder, with two people each."""
    bench = Bench(engine)
    bench.guest(*PERSONS[:2], money=10_000_000_000)
    for name in NAMES:
        book, game = title(name)
        table = Table(Submission.of(book, {}), Shuffles(name), ALL_STEPS, game, place=Place(HOUSE, name, f"{name} 1"))
        assert isinstance(bench.open(name, table), Answer)
        bench.sent(name, *(sits(seat, PERSONS[seat - 1], 100_000_000) for seat in (1, 2)))
    bench.stop()


@pytest.mark.parametrize("point", [pytest.param(each, marks=() if each == POINTS[2] else prove) for each in POINTS])
def test_a_killed_house_of_games_from_folders_has_lost_nothing(program: Program, tmp_path: Path, point: str) -> None:
    with copies("sqlite", tmp_path, folder_games) as another:
        engine = database.connect(another())
        dies = job(engine, tmp_path, "a", point=point, acks=10 * len(NAMES), streams=NAMES, folders=NAMES)
        acknowledged = program.run(dies)
        assert {stream for _, stream, _ in acknowledged} == set(NAMES)
        check(engine, acknowledged, Path(dies.published))
        engine.dispose()


def test_a_house_that_acknowledges_before_it_commits_fails_the_same_test(program: Program, tmp_path: Path) -> None:
    with houses("sqlite", tmp_path) as another, pytest.raises(AssertionError, match="and is not there"):
        killed_at(program, another(), tmp_path, "a", "before the transaction", early=True)


# ---- two processes -------------------------------------------------------------------------------------------


def two_at_one_table(
    program: Program, engine: Engine, folder: Path, commands: int, **kills: Callable[[int], None]
) -> int:
    """Two processes act at one table, each for its own seat; how much was acknowledged."""
    jobs = [
        job(engine, folder, name, streams=["left"], commands=commands, listens=True, seat=seat)
        for seat, name in enumerate(("first", "second"), start=1)
    ]
    acknowledged = program.run(*jobs, **kills)
    with database.reading(engine) as connection:
        last = journal.last(connection, "left")
    for each in jobs:
        check(engine, acknowledged, Path(each.published))
    told = [[int(line.split()[1]) for line in Path(each.published).read_text().splitlines()] for each in jobs]
    assert last is not None
    for seen in told[1:] if kills else told:
        assert seen == list(range(seen[0], seen[-1] + 1)), "something was not published, or in another order"
        assert seen[-1] >= last.seq - 1  # what the check has put behind it since
    return len(acknowledged)


def test_two_processes_with_everyone_at_one_table_lose_nothing(program: Program, tmp_path: Path) -> None:
    with houses("postgresql", tmp_path) as another:
        assert two_at_one_table(program, another(), tmp_path, 40) >= 80


def test_killing_one_of_two_processes_is_noticed_by_nobody_but_its_own(program: Program, tmp_path: Path) -> None:
    with houses("postgresql", tmp_path) as another:
        two_at_one_table(program, another(), tmp_path, 40, kill=lambda pid: os.kill(pid, signal.SIGKILL))


@pytest.mark.prove
def test_two_processes_at_one_table_all_evening_lose_nothing(
    program: Program, tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    with houses("postgresql", tmp_path) as another:
        total = two_at_one_table(program, another(), tmp_path, 1_500)
    record_property("showed", f"{total:,} commands by two processes at one table")


# ---- in full -------------------------------------------------------------------------------------------------


@pytest.mark.prove
@pytest.mark.parametrize(("kind", "times"), [("sqlite", 300), ("postgresql", 100)])
def test_however_often_a_house_is_killed_it_has_lost_nothing(
    program: Program, tmp_path: Path, seed: int, kind: str, times: int, record_property: Callable[[str, object], None]
) -> None:
    total = 0
    with houses(kind, tmp_path) as another:
        for group in range(0, times, 10):
            total += killed_again(program, another(), tmp_path, Random(seed + group), 10)  # noqa: S311
    record_property("showed", f"{kind}: {times} kills at random moments, {total:,} commands acknowledged before them")


@pytest.mark.prove
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("point", POINTS)
def test_ten_times_at_every_point_around_a_commit_a_killed_house_has_lost_nothing(
    program: Program, tmp_path: Path, kind: str, point: str, record_property: Callable[[str, object], None]
) -> None:
    with houses(kind, tmp_path) as another:
        for number in range(10):
            killed_at(program, another(), tmp_path, f"{number}", point)
    record_property("showed", f"{kind}, {point}: 10 kills")


@pytest.mark.prove
def test_a_house_that_acknowledges_too_early_is_found_out_by_kills_at_random(
    program: Program, tmp_path: Path, seed: int, record_property: Callable[[str, object], None]
) -> None:
    lost = 0
    with houses("sqlite", tmp_path) as another:
        for number in range(40):
            engine, chance = another(), Random(seed + number)  # noqa: S311
            dies = job(engine, tmp_path, f"early-{number}", early=True)

            def kill(pid: int, chance: Random = chance) -> None:
                sleep(chance.random() * 0.03)
                os.kill(pid, signal.SIGKILL)

            acknowledged = program.run(dies, kill=kill)
            try:
                check(engine, acknowledged, Path(dies.published))
            except AssertionError:
                lost += 1
    assert lost
    record_property("showed", f"{lost} of 40 kills lost something that was acknowledged")
