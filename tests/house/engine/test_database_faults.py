"""A fault at every call of the store in turn: nothing is lost, nothing done twice, nothing told that is not so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import count
from random import Random

import pytest
from sqlalchemy import Connection, Engine, func, select
from support.house.database_copies import Another, copies
from support.house.faulty_driver import AFTER, KINDS, SLOW, Plan, faulty
from support.house.played_house import (
    KEY,
    KEYRING,
    LIVELY,
    START,
    Bench,
    next_command,
    sits,
    sound,
    table_of,
    told_truly,
)

from croupier.house.audit.verify import verify
from croupier.house.engine.requests import UNSURE, Answer, Failure, Outcome
from croupier.house.storage import database, schema
from croupier.rulebook import Refusal
from croupier.table.model.command import Command

ASKED = 20  # commands of an evening
BUY = Command("house", "buy", 1, {"amount": 700}, by="p-1")
SIT = Command("player", "sit", 2, by="p-3")


def evening_begins(engine: Engine) -> None:
    """The middle of an evening: two tables that share a meter, three people."""
    bench = Bench(engine)
    bench.guest("p-1", "p-2", "p-3")
    for stream in ("left", "right"):
        bench.open(stream, table_of(stream, "uth-ma", LIVELY))
    bench.sent("left", sits(1, "p-1"))
    bench.sent("right", sits(1, "p-2"))
    bench.stop()


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Another]:
    with copies("sqlite", tmp_path_factory.mktemp("evening"), evening_begins) as another:
        yield another


@pytest.fixture(scope="module")
def on_postgresql(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Another]:
    with copies("postgresql", tmp_path_factory.mktemp("evening"), evening_begins) as another:
        yield another


class Evening:
    """Commands at two tables, each asked again under its id until it is carried out or refused, as a client does."""

    def __init__(self, url: str, seed: int = 0) -> None:
        self.engine, self.plan = faulty(url)
        self.clean = database.connect(url)
        self.bench = Bench(self.engine, now=count(START + 10**7, 7).__next__).recovered()
        self._chance = Random(seed)  # noqa: S311 - an evening that repeats itself
        self.carried_out: list[str] = []
        self.seen: Counter[str] = Counter()

    def play(self) -> None:
        """The whole of it."""
        for number in range(ASKED):
            stream = ("left", "right")[number % 2]
            command = {4: BUY, 7: SIT}.get(number) or next_command(self.bench.state(stream), self._chance)
            self._until_done(stream, command, f"r{number}")
        self._note()

    def _supplies(self, connection: Connection) -> dict[str, int]:
        """Chips from the wallet, looked up when it is decided."""
        return {"bankroll": min(self.bench.house.available(connection, "p-3"), 50_000)}

    def _until_done(self, stream: str, command: Command, request: str) -> None:
        supplies = self._supplies if command.do == "sit" else None
        for _ in range(100):
            outcome = self.bench.ask(stream, command, request, house_args=supplies)
            self.seen[type(outcome).__name__] += 1
            if isinstance(outcome, Answer):
                self.carried_out.append(request)
                return
            there = self._rows(request)
            if isinstance(outcome, Refusal):
                assert there == 0, "what was carried out is refused"
                return
            self.seen["unsure" if outcome.unsure else "not written"] += 1
            assert outcome.unsure or there == 0, "what was written is said not to be"
        raise AssertionError(f"{command} is never carried out")

    def _note(self) -> None:
        told: list[Answer | Failure] = []
        self.bench.house.significant(b'{"what":"the evening is over"}', "p-1", told.append)
        self.bench.pump(lambda: told)

    def _rows(self, request: str) -> int:
        with database.reading(self.clean) as connection:
            table = schema.journal
            found = select(func.count()).select_from(table).where(table.c.request == request)
            return int(connection.execute(found).scalar_one())

    def check(self) -> None:
        """All of it, when the store works again."""
        self.plan.kind = ""
        self.bench.sent("left", Command("house", "buy", 1, {"amount": 100}, by="p-1"))
        self.bench.settle()
        states = sound(self.clean)
        for stream, state in states.items():
            assert state.dump() == self.bench.state(stream).dump()
        told_truly(self.bench)
        assert all(self._rows(request) == 1 for request in self.carried_out)
        with database.reading(self.clean) as connection:
            assert verify(connection, KEYRING, KEY.public).findings == []
            table = schema.journal.c
            rows = connection.execute(select(table.stream, table.seq).where(table.at >= START + 10**7))
            here = {(stream, seq) for stream, seq in rows if not stream.startswith("$")}
        assert here == {(each.stream, each.seq) for each in self.bench.published}, "not all was published"

    def stop(self) -> None:
        self.bench.stop()
        self.engine.dispose()
        self.clean.dispose()


def evening(another: Another, kind: str, first: int, many: int = 1) -> tuple[Plan, Counter[str]]:
    """An evening at a copy of the house, some calls of which fail."""
    came = Evening(another())
    came.plan.fail(kind, first, many)
    try:
        came.play()
        came.check()
    except BaseException as error:
        error.add_note(f"{kind} at call {first}, {many} times: {came.plan.hit}")
        raise
    finally:
        came.plan.kind = ""
        came.stop()
    return came.plan, came.seen


def test_without_a_fault_everything_is_carried_out_at_once(on_sqlite: Another) -> None:
    plan, seen = evening(on_sqlite, SLOW, 0, 0)
    assert plan.calls > 100
    assert not seen["Failure"]
    assert seen["Answer"] >= ASKED - 2


@pytest.mark.parametrize("kind", KINDS)
def test_whichever_call_fails_nothing_is_lost_and_nothing_done_twice(on_sqlite: Another, kind: str) -> None:
    seen: Counter[str] = Counter()
    for first in range(1 + KINDS.index(kind), 100, 19):
        plan, more = evening(on_sqlite, kind, first)
        assert plan.hit, plan.calls
        seen += more
    seen += evening(on_sqlite, kind, 50 + KINDS.index(kind), many=9)[1]
    assert seen["Failure"] or kind in {SLOW, "a conflict"}, seen


@pytest.mark.parametrize("kind", KINDS)
def test_whichever_call_fails_on_postgresql_nothing_is_lost(on_postgresql: Another, kind: str) -> None:
    for first in range(3 + KINDS.index(kind), 60, 40):
        assert evening(on_postgresql, kind, first, many=2)[0].hit


def at_every_call(another: Another, kind: str, many: int) -> str:
    """A fault at each call of an evening in turn; what that showed."""
    first, seen = 1, Counter[str]()
    while True:
        plan, more = evening(another, kind, first, many)
        if not plan.hit:
            break
        seen += more
        first += 1
    assert first > 100
    return f"{kind}, {many} in a row, at each of {first - 1} calls: {seen['Failure']} failures told"


@pytest.mark.prove
@pytest.mark.parametrize("many", [1, 3, 12])
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_every_call_of_the_store_in_turn(
    on_sqlite: Another, kind: str, many: int, record_property: Callable[[str, object], None]
) -> None:
    record_property("showed", at_every_call(on_sqlite, kind, many))


@pytest.mark.prove
@pytest.mark.parametrize("kind", KINDS)
def test_a_fault_at_every_call_of_postgresql_in_turn(
    on_postgresql: Another, kind: str, record_property: Callable[[str, object], None]
) -> None:
    record_property("showed", at_every_call(on_postgresql, kind, 1))


# ---- opening and closing -------------------------------------------------------------------------------------


def opened(bench: Bench, stream: str, session: str) -> Outcome:
    try:
        return bench.open(stream, table_of(stream, "uth-ma", LIVELY, session=session))
    except database.DatabaseError:
        return UNSURE


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Another]:
    """Houses in which nothing has happened."""
    with copies("sqlite", tmp_path_factory.mktemp("empty"), lambda _: None) as another:
        yield another


class Short:
    """The first table of a meter is opened, somebody sits down and leaves, and it is closed."""

    def __init__(self, url: str) -> None:
        self.engine, self.plan = faulty(url)
        self.bench = Bench(self.engine)
        self.bench.guest("p-1")

    def play(self) -> None:
        """Everything is asked for until it is so."""
        bench, sessions = self.bench, count(1)
        while "main" not in bench.house.queues:
            opened(bench, "main", f"session {next(sessions)}")
            bench.settle()
        for command, request in ((sits(1, "p-1"), "a"), (Command("player", "leave", 1, by="p-1"), "b")):
            while not isinstance(bench.ask("main", command, request), Answer):
                pass
        while "main" in bench.house.queues:
            bench.close("main")
            bench.settle()

    def check(self) -> None:
        """Closed by the record, and open for the next."""
        self.plan.kind = ""
        assert sound(self.engine)["main"].phase == "over"
        told_truly(self.bench)
        assert isinstance(opened(self.bench, "main", "the next"), Answer)
        sound(self.engine)


def opened_and_closed(another: Another, kind: str, first: int) -> Plan:
    """At a house of its own, a call of which fails."""
    came = Short(another())
    came.plan.fail(kind, first)
    try:
        came.play()
        came.check()
    except BaseException as error:
        error.add_note(f"{kind} at call {first}: {came.plan.hit}")
        raise
    finally:
        came.plan.kind = ""
        came.bench.stop()
        came.engine.dispose()
    return came.plan


@pytest.mark.parametrize("kind", KINDS)
def test_a_table_that_could_not_be_opened_or_closed_is_open_or_closed_by_the_record(empty: Another, kind: str) -> None:
    for first in range(1 + KINDS.index(kind), 38, 5):
        assert opened_and_closed(empty, kind, first).hit, first


@pytest.mark.prove
@pytest.mark.parametrize("kind", KINDS)
def test_a_table_is_opened_and_closed_whichever_call_fails(
    empty: Another, kind: str, record_property: Callable[[str, object], None]
) -> None:
    first = 1
    while opened_and_closed(empty, kind, first).hit:
        first += 1
    assert first > 35
    record_property("showed", f"{kind} at each of {first - 1} calls")


def test_what_is_done_after_a_commit_is_lost_is_in_doubt_and_found(on_sqlite: Another) -> None:
    """The commit is call by call the only place where nobody knows; what is found on record is acknowledged."""
    found = Counter[str]()
    came = Evening(on_sqlite())
    came.plan.fail(SLOW, 0, 0)
    came.bench.sent("left", BUY)
    calls = came.plan.calls
    for first in range(1, calls + 3):
        came.plan.fail(AFTER, first)
        outcome = came.bench.ask("left", BUY, f"b{first}")
        if came.plan.hit:
            found[f"{type(outcome).__name__} {came.plan.hit[0][:6]}"] += 1
    came.check()
    came.stop()
    assert found["Answer COMMIT"], found
    assert not found["Failure COMMIT"], found
