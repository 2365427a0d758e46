"""The one writer: in order, one bad work by itself, nothing that was decided on what did not happen; and its death."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Event

import pytest
from sqlalchemy import Connection, select, text
from sqlalchemy.exc import DataError, IntegrityError, OperationalError
from support.house.played_house import KEYRING, PATIENCE, Bench, sits, sound, sqlite, table_of, told_truly

from croupier.house.engine.listeners import Outbox, tell_all
from croupier.house.engine.requests import NOT_WRITTEN, TOO_LITTLE, UNSURE, Answer, Failure
from croupier.house.engine.shared_meters import StaleError
from croupier.house.engine.streams import Chain, Note
from croupier.house.engine.writer import (
    FAILED,
    SHORT,
    STALE,
    UNKNOWN,
    WRITTEN,
    ShortError,
    UnitOfWork,
    Writer,
)
from croupier.house.ledger.transactions import CashedOut, GuestMoney
from croupier.house.storage import schema
from croupier.house.storage.database import DatabaseError, InDoubtError, fact
from croupier.rulebook import Refusal
from croupier.table.model.command import Command

DOWN = OperationalError("INSERT", {}, Exception("disk I/O error"))
TAKEN = IntegrityError("INSERT", {}, Exception("UNIQUE constraint failed"))
BAD = DataError("INSERT", {}, Exception("value too long"))


class Shelf:
    """A store that keeps what it is given, but for what it cannot take."""

    def __init__(self) -> None:
        self.kept: list[str] = []
        self.batches: list[int] = []
        self.faults: dict[str, BaseException] = {}  # by stream
        self.gate = Event()
        self.at_gate = Event()

    def write(self, work: Iterable[UnitOfWork]) -> None:
        some = list(work)
        self.at_gate.set()
        assert self.gate.wait(PATIENCE)
        self.batches.append(len(some))
        for each in some:
            if each.stream in self.faults:
                raise self.faults[each.stream]
        self.kept += [f"{each.stream}{each.epoch}" for each in some]


class Owner:
    """Hands work in, and keeps what it was told, in order."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self.shelf = Shelf()
        self.writer = Writer(self.shelf, self.queue.put)
        self.told: list[tuple[str, str]] = []

    def give(self, stream: str, epoch: int = 0, *, empty: bool = False) -> None:
        """Work that has something to write, or only waits for its turn."""
        name = f"{stream}{epoch}" + ("?" if empty else "")
        then = lambda outcome: self.told.append((name, outcome))  # noqa: E731 - one line of a test
        self.writer.take(UnitOfWork(stream, epoch, wallets={} if empty else {"p": 1}, on_done=then))

    def hear(self, many: int) -> list[tuple[str, str]]:
        """What was told, when so much was."""
        self.shelf.gate.set()
        while len(self.told) < many:
            self.queue.get(timeout=PATIENCE)()
        return self.told


@pytest.fixture
def owner() -> Iterator[Owner]:
    made = Owner()
    made.give("first")  # which is under way while the rest is handed in, so that the rest goes together
    assert made.shelf.at_gate.wait(PATIENCE)
    yield made
    made.shelf.gate.set()
    made.writer.stop()


# ---- order, and one bad work ---------------------------------------------------------------------------------


def test_what_waits_is_written_together_and_told_in_order(owner: Owner) -> None:
    for stream in "bac":
        owner.give(stream)
        owner.give(stream, empty=True)
    told = owner.hear(7)
    assert [each[0] for each in told] == ["first0", "b0", "b0?", "a0", "a0?", "c0", "c0?"]
    assert {each[1] for each in told} == {WRITTEN}
    assert owner.shelf.batches == [1, 3]


@pytest.mark.parametrize(
    ("fault", "outcome"),
    [(TAKEN, STALE), (StaleError("m"), STALE), (ShortError("w"), SHORT), (BAD, FAILED), (ValueError("odd"), FAILED)],
)
def test_one_bad_work_spoils_no_other(owner: Owner, fault: Exception, outcome: str) -> None:
    owner.shelf.faults = {"b": fault}
    for stream in "abcb":
        owner.give(stream)
    try:
        told = owner.hear(5)
    except ValueError:  # what no database raises reaches the owner, when all have been told
        told = owner.told
    assert told[1:] == [("a0", WRITTEN), ("b0", outcome), ("c0", WRITTEN), ("b0", STALE)]
    assert owner.shelf.kept == ["first0", "a0", "c0"]


def test_what_no_database_raises_is_raised_to_the_owner_when_all_have_been_told(owner: Owner) -> None:
    owner.shelf.faults = {"b": ValueError("odd")}
    for stream in "bac":
        owner.give(stream)
    with pytest.raises(ValueError, match="odd"):
        owner.hear(5)
    assert [each[1] for each in owner.told] == [WRITTEN, FAILED, WRITTEN, WRITTEN]
    assert owner.writer.alive


def test_after_a_conflict_a_streams_later_work_is_dropped_until_it_is_decided_again(owner: Owner) -> None:
    owner.shelf.faults = {"b": TAKEN}
    owner.give("b")
    owner.give("b")
    told = owner.hear(3)
    owner.shelf.faults = {}
    owner.give("b")
    owner.give("a")
    owner.give("b", epoch=1)
    told = owner.hear(6)
    assert told[1:] == [("b0", STALE), ("b0", STALE), ("b0", STALE), ("a0", WRITTEN), ("b1", WRITTEN)]
    assert owner.shelf.kept == ["first0", "a0", "b1"]


@pytest.mark.parametrize(("fault", "outcome"), [(DOWN, FAILED), (InDoubtError("lost"), UNKNOWN)])
def test_when_the_database_fails_nobody_waits_for_each_to_fail(owner: Owner, fault: Exception, outcome: str) -> None:
    owner.shelf.faults = {"b": fault}
    for stream in "abc":
        owner.give(stream)
    assert owner.hear(4)[1:] == [("a0", outcome), ("b0", outcome), ("c0", outcome)]
    assert owner.shelf.batches == [1, 3]


def test_when_the_database_fails_while_they_are_tried_one_by_one_the_rest_is_not_tried(owner: Owner) -> None:
    owner.shelf.faults = {"a": TAKEN, "c": DOWN}
    for stream in "abcd":
        owner.give(stream)
    assert [each[1] for each in owner.hear(5)] == [WRITTEN, STALE, WRITTEN, FAILED, FAILED]


def test_more_than_fits_goes_in_several_transactions(owner: Owner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.engine.writer.MOST", 3)
    for number in range(8):
        owner.give(str(number))
    owner.hear(9)
    assert owner.shelf.batches == [1, 3, 3, 2]


# ---- its end -------------------------------------------------------------------------------------------------


def test_who_comes_after_the_writers_end_is_told_so(owner: Owner) -> None:
    owner.shelf.gate.set()
    owner.writer.stop()
    assert not owner.writer.alive
    owner.give("a")
    assert owner.hear(2) == [("first0", WRITTEN), ("a0", FAILED)]


def test_a_writer_that_dies_tells_all_who_wait(owner: Owner) -> None:
    owner.shelf.faults = {"b": SystemExit(1)}
    for stream in "abc":
        owner.give(stream)
    told = owner.hear(4)
    owner.give("d")
    assert owner.hear(5)[1:] == [("a0", UNKNOWN), ("b0", UNKNOWN), ("c0", UNKNOWN), ("d0", FAILED)]
    assert not owner.writer.alive
    assert isinstance(owner.writer.failure, SystemExit)
    assert told


# ---- in a house ----------------------------------------------------------------------------------------------


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    opened = Bench(sqlite(tmp_path))
    opened.guest("p-1", "p-2", "p-3", money=1_000)
    opened.open("main")
    yield opened
    opened.stop()


def test_a_house_whose_writer_has_died_answers_that_it_cannot(bench: Bench) -> None:
    with bench.held(SystemExit(1)):
        told = [bench.begin("main", sits(1, "p-1", 500), "a"), bench.begin("main", sits(1, "p-2", 500), "b")]
        noted: list[Answer | Failure] = []
        bench.house.significant(b'{"what":"it is late"}', "p-1", noted.append)
        came: list[object] = []
        bench.house.do(lambda _: 7, came.append)
    bench.pump(lambda: all(told) and noted and came)
    assert all(isinstance(each[0], Failure) for each in told)
    assert isinstance(noted[0], Failure)
    assert isinstance(came[0], DatabaseError)
    assert not bench.house.writer.alive
    assert bench.ask("main", sits(1, "p-1", 500), "a") == NOT_WRITTEN
    assert bench.house.queue("main").live.record.state.seats[0] is None
    again = Bench(bench.engine).recovered()
    assert isinstance(again.ask("main", sits(1, "p-1", 500), "a"), Answer)
    again.stop()
    sound(bench.engine)


def test_a_wallet_that_is_drawn_on_at_two_tables_at_once_never_goes_below_zero(bench: Bench) -> None:
    bench.open("other", table_of("other", "lir-nj"))
    with bench.held():
        told = [
            bench.begin("main", sits(1, "p-1", 700), "a"),
            bench.begin("other", sits(1, "p-1", 700), "a"),
            bench.begin("other", sits(2, "p-2", 700), "b"),
        ]
    bench.settle()
    assert [type(each[0]) for each in told] == [Answer, Refusal, Answer]
    assert "wallet" in str(told[1][0])
    assert bench.ask("other", sits(1, "p-1", 700), "a") == told[1][0]
    with bench.house.reading() as connection:
        assert bench.house.available(connection, "p-1") == 300
    sound(bench.engine)
    told_truly(bench)


def test_what_waits_to_be_taken_from_a_wallet_is_not_available_and_what_waits_to_come_neither(bench: Bench) -> None:
    bench.sent("main", sits(1, "p-1", 700))
    bench.open("other", table_of("other", "lir-nj"))

    def available() -> int:
        with bench.house.reading() as connection:
            return bench.house.available(connection, "p-1")

    with bench.held():
        bench.begin("main", Command("player", "leave", 1, by="p-1"))
        assert available() == 300
        bench.begin("other", sits(1, "p-1", 200))
        assert available() == 100
    bench.settle()
    assert available() == 800


def test_what_was_taken_from_a_wallet_is_taken_once_while_its_outcome_is_on_the_way(bench: Bench) -> None:
    """The writer has committed it, and the thread that owns the tables has not heard so yet."""
    bench.settle()
    bench.begin("main", sits(1, "p-1", 700))
    until, found = time.monotonic() + 30, 1_000
    while found == 1_000 and time.monotonic() < until:
        with bench.house.reading() as connection:
            wallets = schema.wallets.c
            found = connection.execute(select(wallets.amount).where(wallets.person == "p-1")).scalar_one()
    with bench.house.reading() as connection:
        assert (found, bench.house.available(connection, "p-1")) == (300, 300)
    bench.settle()
    with bench.house.reading() as connection:
        assert bench.house.available(connection, "p-1") == 300


def test_a_cash_out_of_more_than_there_is_spoils_no_other_transaction_of_the_cage(bench: Bench) -> None:
    told: list[list[Answer | Failure]] = [[], [], []]
    with bench.held():
        bench.house.cage(GuestMoney(5, "p-2"), told[0].append)
        bench.house.cage(CashedOut(2_000, "p-1", "p-9"), told[1].append)
        bench.house.cage(GuestMoney(7, "p-3"), told[2].append)
    bench.pump(lambda: all(told))
    assert isinstance(told[0][0], Answer)
    assert told[1] == [TOO_LITTLE]
    assert isinstance(told[2][0], Answer)
    assert len(bench.store.batches) < 20, "nothing is tried again that cannot be"
    sound(bench.engine)


def test_what_somebody_writes_beside_a_transaction_and_fails_at_spoils_no_other(bench: Bench) -> None:
    def twice(connection: Connection) -> None:
        for _ in range(2):
            connection.execute(schema.facts.insert().values(name="only once", value="x"))

    told: list[list[Answer | Failure]] = [[], []]
    with bench.held():
        bench.house.cage(GuestMoney(5, "p-2"), told[0].append, twice)
        bench.house.cage(GuestMoney(7, "p-3"), told[1].append)
        seat = bench.begin("main", sits(1, "p-1", 500))
    bench.pump(lambda: all(told) and seat)
    assert told[0] == [NOT_WRITTEN]
    assert isinstance(told[1][0], Answer)
    assert isinstance(seat[0], Answer)
    sound(bench.engine)


def test_what_is_written_beside_the_tables_fails_by_itself(bench: Bench) -> None:
    came: list[list[object]] = [[], []]

    def odd(connection: Connection) -> int:
        connection.execute(schema.facts.insert().values(name="half", value="x"))
        raise LookupError("not there")

    with bench.held():
        bench.house.do(lambda connection: connection.execute(text("SELECT 41 + 1")).scalar(), came[0].append)
        bench.house.do(odd, came[1].append)
        seat = bench.begin("main", sits(1, "p-1", 500))
    bench.pump(lambda: all(came) and seat)
    assert came[0] == [42]
    assert isinstance(came[1][0], LookupError)
    assert isinstance(seat[0], Answer)
    with bench.house.reading() as connection:
        assert fact(connection, "half") is None


# ---- streams of the house's own ------------------------------------------------------------------------------


def test_what_is_put_on_record_by_who_was_told_of_a_failure_breaks_no_chain(bench: Bench) -> None:
    told: list[Answer | Failure] = []

    def again(outcome: Answer | Failure) -> None:
        told.append(outcome)
        if len(told) < 6:
            bench.house.significant(b'{"what":"again"}', "p-1", again)

    with bench.held(InDoubtError("lost"), TAKEN, TAKEN):
        for _ in range(3):
            bench.house.significant(b'{"what":"first"}', "p-1", again)
    bench.pump(lambda: len(told) >= 6)
    bench.settle()
    sound(bench.engine)


def test_a_chain_that_cannot_be_read_is_read_again_before_anything_is_put_behind_it(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[list[Answer | Failure]] = [[], [], []]
    bench.house.significant(b'{"what":"first"}', "p-1", told[0].append)
    bench.pump(lambda: told[0])
    with monkeypatch.context() as patched:

        def unreadable(*_: object) -> None:
            raise DatabaseError("the database: gone")

        with bench.held(InDoubtError("lost")):
            bench.house.significant(b'{"what":"second"}', "p-1", told[1].append)
            patched.setattr("croupier.house.storage.journal.at", unreadable)
        bench.pump(lambda: told[1])
        assert told[1] == [UNSURE]
    bench.house.significant(b'{"what":"third"}', "p-1", told[2].append)
    bench.pump(lambda: told[2])
    assert told[2] == [Answer("$significant", 2)]
    sound(bench.engine)


def test_a_chain_whose_record_cannot_be_read_at_all_puts_nothing_on_it() -> None:
    def reading() -> object:
        raise DatabaseError("the database: gone")

    told: list[Answer | Failure] = []
    taken: list[UnitOfWork] = []
    chain = Chain("$significant", lambda: 0, taken.append, reading, Outbox(), KEYRING)  # type: ignore[arg-type]
    chain.put(Note(b"{}", "p-1", told.append))
    assert told == [NOT_WRITTEN]
    assert not taken


# ---- telling -------------------------------------------------------------------------------------------------


def test_all_are_told_and_then_all_faults_are_raised() -> None:
    told: list[int] = []

    def fails() -> None:
        raise ValueError("odd")

    tell_all([lambda: told.append(1)])
    with pytest.raises(ValueError, match="odd"):
        tell_all([fails, lambda: told.append(2)])
    with pytest.raises(ExceptionGroup) as both:
        tell_all([fails, lambda: told.append(3), fails])
    assert len(both.value.exceptions) == 2
    assert told == [1, 2, 3]


def test_nobody_is_told_before_the_house_stands_and_who_is_told_may_act() -> None:
    out, told = Outbox(), list[str]()

    def acts() -> None:
        with out:
            out.put(lambda: told.append("later"))
        told.append("acted")

    with out:
        with out:
            out.put(acts)
        assert told == []
        out.put(lambda: told.append("second"))
    assert told == ["acted", "second", "later"]
