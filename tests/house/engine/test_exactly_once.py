"""A command is carried out once, whatever its sender has heard of it, and nobody hears of what is not on record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import OperationalError
from support.house.played_house import Bench, sits, sound, sqlite, table_of, told_truly

from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import NOT_WRITTEN, UNSURE, Answer, Outcome, PendingCommand
from croupier.house.engine.writer import UnitOfWork
from croupier.house.storage import database, schema
from croupier.house.storage.database import InDoubtError
from croupier.house.tables import command_queue
from croupier.rulebook import Refusal
from croupier.table.model.command import Command

BET = Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}}, by="p-1")
DOWN = OperationalError("INSERT", {}, Exception("disk I/O error"))


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    opened = Bench(sqlite(tmp_path))
    opened.guest("p-1", "p-2", "p-3")
    opened.open("main")
    opened.sent("main", sits(1, "p-1"))
    yield opened
    opened.stop()


def rows(bench: Bench) -> int:
    with bench.house.reading() as connection:
        found = select(func.count()).select_from(schema.journal).where(schema.journal.c.stream == "main")
        return int(connection.execute(found).scalar_one())


def is_about_the_id(outcome: Outcome) -> bool:
    return isinstance(outcome, Refusal) and outcome.about == "request"


# ---- asked again ---------------------------------------------------------------------------------------------


def test_a_command_asked_again_while_it_waits_is_carried_out_once(bench: Bench) -> None:
    before = rows(bench)
    with bench.held():
        told = [bench.begin("main", BET, "a") for _ in range(3)]
        other = bench.begin("main", BET, "a", b"another body")
        assert told == [[], [], []]
    bench.settle()
    assert told[0] == told[1] == told[2]
    assert isinstance(told[0][0], Answer)
    assert is_about_the_id(other[0])
    assert rows(bench) == before + 1


def test_a_command_asked_again_later_is_answered_the_same(bench: Bench) -> None:
    first = bench.ask("main", BET, "a")
    before = rows(bench)
    assert isinstance(first, Answer)
    assert bench.ask("main", BET, "a") == first
    assert is_about_the_id(bench.ask("main", BET, "a", b"another body"))
    assert rows(bench) == before


def test_a_command_asked_again_after_a_restart_is_answered_the_same(bench: Bench) -> None:
    first = bench.ask("main", BET, "a")
    bench.sent("main", sits(2, "p-2"))
    before = rows(bench)
    again = Bench(bench.engine).recovered()
    assert again.ask("main", BET, "a") == first
    assert is_about_the_id(again.ask("main", BET, "a", b"another body"))
    # What could not be carried out any more was carried out once, and that is the answer.
    assert again.ask("main", sits(1, "p-1"), "b") != first
    assert rows(bench) == before
    assert again.published == []
    again.stop()


def test_a_command_that_could_not_be_given_again_is_answered_from_the_record(bench: Bench) -> None:
    first = bench.ask("main", sits(2, "p-2"), "a")
    again = Bench(bench.engine).recovered()
    assert again.ask("main", sits(2, "p-2"), "a", expects=1) == first
    again.stop()


def test_an_answer_that_is_no_longer_at_hand_is_found_on_record(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(command_queue, "MOST_REMEMBERED", 2)
    first = bench.ask("main", BET, "a")
    for request in "bcd":
        bench.ask("main", BET, request)
    before = rows(bench)
    assert bench.ask("main", BET, "a") == first
    assert is_about_the_id(bench.ask("main", BET, "b", b"another body"))
    assert rows(bench) == before
    sound(bench.engine)


def test_an_id_is_its_senders_and_its_tables_own(bench: Bench) -> None:
    bench.open("other", table_of("other", "lir-nj"))
    answers = {
        bench.ask("main", BET, "a"),
        bench.ask("main", sits(2, "p-2"), "a"),
        bench.ask("other", sits(1, "p-1"), "a"),
    }
    assert len(answers) == 3
    assert all(isinstance(each, Answer) for each in answers)


@pytest.mark.parametrize("request_id", ["x" * 65, "a\0", "a\nb", "ä", "\ud800", "♥"])
def test_what_is_no_id_is_refused_before_anything_is_looked_for(bench: Bench, request_id: str) -> None:
    before = rows(bench)
    assert is_about_the_id(bench.ask("main", BET, request_id))
    assert rows(bench) == before


def test_a_command_for_a_moment_that_has_passed_is_refused(bench: Bench) -> None:
    seq = bench.house.queue("main").live.record.seq
    with bench.held():
        first = bench.begin("main", BET, expects=seq)
        late = bench.begin("main", sits(2, "p-2"), expects=seq)
    bench.settle()
    assert isinstance(first[0], Answer)
    assert isinstance(late[0], Refusal)
    assert late[0].about == "expects"


# ---- what is not on record -----------------------------------------------------------------------------------


def test_a_refusal_waits_for_what_it_was_decided_on(bench: Bench) -> None:
    with bench.held():
        first = bench.begin("main", sits(2, "p-2"))
        late = bench.begin("main", sits(2, "p-3"))
        assert bench.store.reached.wait(60)
        assert not first
        assert not late, "who comes second hears that somebody has the seat before that is on record"
    bench.settle()
    assert isinstance(first[0], Answer)
    assert isinstance(late[0], Refusal)


@pytest.mark.parametrize(("error", "failure"), [(DOWN, NOT_WRITTEN), (InDoubtError("lost"), UNSURE)])
def test_nobody_hears_of_what_could_not_be_written(bench: Bench, error: Exception, failure: Outcome) -> None:
    before, seen = rows(bench), len(bench.published)
    with bench.held(error):
        told = [
            bench.begin("main", sits(2, "p-2"), "a"),
            bench.begin("main", sits(2, "p-2"), "a"),  # asked again: no acknowledgement either
            bench.begin("main", sits(2, "p-3"), "b"),  # refused, on what did not happen
            bench.begin("main", BET, "c"),
        ]
    bench.settle()
    assert told == [[failure]] * 4
    assert rows(bench) == before
    assert len(bench.published) == seen
    assert isinstance(bench.ask("main", sits(2, "p-3"), "b"), Answer)
    sound(bench.engine)
    told_truly(bench)


def test_what_was_committed_before_the_connection_was_lost_is_acknowledged(bench: Bench) -> None:
    real = bench.store._store  # noqa: SLF001

    class LosesIt:
        """Commits, and is never heard of again."""

        def write(self, work: Iterable[UnitOfWork]) -> None:
            real.write(work)
            bench.store._store = real  # noqa: SLF001
            raise InDoubtError("connection lost")

    before = rows(bench)
    with bench.held():
        bench.store._store = LosesIt()  # noqa: SLF001
        told = [bench.begin("main", sits(2, "p-2"), "a"), bench.begin("main", BET, "b")]
        late = bench.begin("main", sits(2, "p-3"), "c")
    bench.settle()
    assert isinstance(told[0][0], Answer), "it is found on record"
    assert isinstance(told[1][0], Answer) or told[1] == [UNSURE]
    assert isinstance(late[0], Refusal) or late == [UNSURE]
    assert rows(bench) == before + sum(isinstance(each[0], Answer) for each in told)
    sound(bench.engine)
    told_truly(bench)


# ---- who hears it asks for the next thing at once ------------------------------------------------------------


@pytest.mark.parametrize("error", [DOWN, InDoubtError("lost")])
def test_who_is_told_of_a_failure_may_ask_again_at_once(bench: Bench, error: Exception) -> None:
    answers: list[Outcome] = []

    def again(outcome: Outcome) -> None:
        answers.append(outcome)
        if not isinstance(outcome, Answer):
            bench.house.send(PendingCommand("main", sits(2, "p-2"), again, "a"))

    with bench.held(error, error):
        bench.house.send(PendingCommand("main", sits(2, "p-2"), again, "a"))
        others = [bench.begin("main", BET, str(number)) for number in range(3)]
    bench.pump(lambda: answers and isinstance(answers[-1], Answer))
    bench.settle()
    assert len(answers) == 3
    assert all(others)
    sound(bench.engine)
    told_truly(bench)


def test_who_is_told_fails_and_everybody_else_is_told_all_the_same(bench: Bench) -> None:
    def fails(outcome: Outcome) -> None:
        raise RuntimeError(f"nobody can be told {outcome}")

    def deaf(told: object) -> None:
        raise RuntimeError(f"a listener that does not hear {told}")

    bench.house.listeners.add(Stage.RECORDS, deaf)
    before = len(bench.published)
    with bench.held():
        bench.house.send(PendingCommand("main", BET, fails, "a"))
        told = [bench.begin("main", sits(2, "p-2")), bench.begin("main", sits(3, "p-3"))]
    with pytest.raises((ExceptionGroup, RuntimeError)):
        bench.settle()
    bench.house.listeners.remove(deaf)
    bench.settle()
    assert [type(each[0]) for each in told] == [Answer, Answer]
    assert len(bench.published) == before + 3
    bench.sent("main", Command("player", "ready", 1, by="p-1"))
    sound(bench.engine)


def test_what_cannot_be_worked_out_leaves_the_table_where_it_stood(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = bench.house.queue("main").live
    before = live.mark()
    with monkeypatch.context() as patched:

        def broken(*_: object) -> None:
            raise ValueError("no ledger has this")

        patched.setattr("croupier.house.engine.unit_of_work.postings", broken)
        with pytest.raises(ValueError, match="no ledger has this"):
            bench.begin("main", BET)
    assert live.mark() == before
    bench.sent("main", BET)
    sound(bench.engine)


# ---- looks at the record ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("exclusive", [True, False])
def test_a_refusal_reads_the_record_in_one_transaction_at_most(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    exclusive: bool,  # noqa: FBT001 - a case
) -> None:
    looks: list[Engine] = []

    def reading(engine: Engine) -> AbstractContextManager[Connection]:
        looks.append(engine)
        return look(engine)

    look = database.reading
    opened = Bench(sqlite(tmp_path), exclusive=exclusive)
    opened.open("main")
    monkeypatch.setattr(database, "reading", reading)
    nobody_there = Command("player", "ready", 1, by="p-1")
    assert isinstance(opened.ask("main", nobody_there), Refusal)
    assert len(looks) == (0 if exclusive else 1), "no other process can have gone on where there is none"
    looks.clear()
    assert isinstance(opened.ask("main", nobody_there, "a"), Refusal)
    assert len(looks) == 1, "the request may have been carried out before"
    looks.clear()
    assert isinstance(opened.ask("main", nobody_there, "a"), Refusal)
    assert not looks, "its answer is at hand"
    monkeypatch.undo()
    opened.stop()
