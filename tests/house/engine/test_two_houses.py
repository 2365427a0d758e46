"""Two houses on one record: the journal's key decides who was first, and whoever was not decides again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from sqlalchemy import Engine, event, func, select
from support.house.played_house import (
    LIVELY,
    Bench,
    next_command,
    postgresql,
    sits,
    sound,
    sqlite,
    table_of,
    told_truly,
)

from croupier.house.engine.peers import newest
from croupier.house.engine.requests import Answer, Outcome
from croupier.house.engine.shared_meters import HouseError
from croupier.house.storage import database, schema
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.recording.recorder import encoded

KINDS = ("sqlite", "postgresql")


class Pair(NamedTuple):
    """Two houses, each with its own writer and its own thread to be told on, on one database."""

    one: Bench
    two: Bench

    def pump(self, until: Callable[[], object]) -> None:
        """Let both hear what comes, in turns."""
        while not until():
            self.one.step(0.01)
            self.two.step(0.01)

    def settle(self) -> None:
        """Nothing waits at either, and each has caught up with the other."""
        for bench in (self.one, self.two, self.one):
            bench.settle()
            bench.house.heard(None)

    def same(self) -> None:
        """Both stand where the record stands, and both have told everybody all of it, in the same words."""
        self.settle()
        states = sound(self.one.engine)
        for bench in self:
            for stream, queue in bench.house.queues.items():
                assert queue.live.record.state.dump() == queue.live.state.dump() == states[stream].dump()
            told_truly(bench)
        told = [
            {
                (each.stream, each.seq): encoded([each.at, each.command, each.decision.events])
                for each in bench.published
            }
            for bench in self
        ]
        both = told[0].keys() & told[1].keys()
        assert all(told[0][each] == told[1][each] for each in both)
        for bench in self:
            for stream in bench.house.queues:
                seen = [each.seq for each in bench.published if each.stream == stream]
                assert seen == list(range(seen[0], seen[0] + len(seen))) if seen else True


@pytest.fixture(params=KINDS)
def engine(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Engine]:
    if request.param == "sqlite":
        engine = sqlite(tmp_path)
        yield engine
        engine.dispose()
    else:
        with postgresql() as made:
            yield made


@pytest.fixture
def pair(engine: Engine) -> Iterator[Pair]:
    one = Bench(engine)
    one.guest("p-1", "p-2", "p-3", money=10_000_000)
    one.open("main")
    one.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    other = database.connect(engine.url.render_as_string(hide_password=False))
    two = Bench(other).recovered()
    yield Pair(one, two)
    one.stop()
    two.stop()
    other.dispose()


def buys(bench: Bench, many: int, name: str, seat: int = 1) -> list[list[Outcome]]:
    """So many purchases of chips, all at once."""
    person = f"p-{seat}"
    asks = [Command("house", "buy", seat, {"amount": 100 + number}, by=person) for number in range(many)]
    return [bench.begin("main", each, f"{name}{number}") for number, each in enumerate(asks)]


def rows(engine: Engine, stream: str = "main") -> int:
    with database.reading(engine) as connection:
        found = select(func.count()).select_from(schema.journal).where(schema.journal.c.stream == stream)
        return int(connection.execute(found).scalar_one())


# ---- one table -----------------------------------------------------------------------------------------------


def test_everyone_at_one_table_no_command_is_lost_and_none_is_carried_out_twice(pair: Pair) -> None:
    before = rows(pair.one.engine)
    told: list[list[Outcome]] = []
    for turn in range(4):
        told += buys(pair.one, 8, f"one {turn} ") + buys(pair.two, 8, f"two {turn} ", seat=2)
        pair.pump(told[-1].copy)
    pair.pump(lambda: all(told))
    assert all(isinstance(each[0], Answer) for each in told)
    assert len({each[0] for each in told}) == 64
    assert rows(pair.one.engine) == before + 64
    pair.same()
    assert {len(bench.published) for bench in pair} >= {64}


def test_of_two_who_were_both_told_the_seat_is_free_one_has_it(pair: Pair) -> None:
    pair.two.store.gate.clear()
    late = pair.two.begin("main", sits(3, "p-3"))
    assert isinstance(pair.one.ask("main", sits(3, "p-4", 0)), Refusal | Answer)
    first = pair.one.ask("main", sits(4, "p-3"))
    pair.two.store.gate.set()
    pair.pump(lambda: late)
    assert isinstance(first, Answer)
    assert isinstance(late[0], Refusal), "a person sits once at this table"
    pair.same()


def test_one_id_sent_to_both_is_carried_out_once_and_answered_the_same(pair: Pair) -> None:
    before = rows(pair.one.engine)
    told = buys(pair.one, 3, "same") + buys(pair.two, 3, "same")
    pair.pump(lambda: all(told))
    assert [each[0] for each in told[:3]] == [each[0] for each in told[3:]]
    assert rows(pair.one.engine) == before + 3
    pair.same()


def test_a_house_that_is_behind_decides_on_what_is_on_record(pair: Pair) -> None:
    chance = Random(1)  # noqa: S311 - the same every time
    for number in range(40):
        bench = (pair.one, pair.two)[chance.randrange(2)]
        bench.ask("main", next_command(bench.state("main"), chance), f"r{number}")
    pair.same()
    assert sound(pair.one.engine)["main"].round >= 1


def test_who_was_overtaken_too_often_is_told_that_nothing_was_written(
    pair: Pair, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.house.tables.table_set.MOST_TRIES", 0)
    pair.two.store.gate.clear()
    late = buys(pair.two, 2, "two", seat=2)
    first = buys(pair.one, 1, "one")
    pair.pump(lambda: all(first))
    pair.two.store.gate.set()
    pair.pump(lambda: all(late))
    # The first was overtaken; who only stood behind it goes on.
    assert [type(each[0]).__name__ for each in late] == ["Failure", "Answer"]
    pair.same()


# ---- wallets and meters --------------------------------------------------------------------------------------


def test_two_tables_that_draw_on_one_wallet_at_once_leave_it_above_zero(pair: Pair) -> None:
    pair.one.open("other", table_of("other", "lir-nj"))
    pair.settle()
    with database.reading(pair.one.engine) as connection:
        held = pair.one.house.available(connection, "p-3")
    for bench in pair:
        bench.store.gate.clear()
    told = [pair.one.begin("main", sits(3, "p-3", held), "a"), pair.two.begin("other", sits(1, "p-3", held), "a")]
    for bench in pair:
        bench.store.gate.set()
    pair.pump(lambda: all(told))
    assert Counter(type(each[0]) for each in told) == {Answer: 1, Refusal: 1}
    pair.same()


@pytest.mark.parametrize("seed", [1, 2])
def test_tables_that_share_a_meter_pay_no_jackpot_twice(engine: Engine, seed: int) -> None:
    """Each house plays its own table; every command is decided on the meter as it then stands (ruling S22)."""
    one = Bench(engine)
    one.guest("p-1", "p-2")
    other = database.connect(engine.url.render_as_string(hide_password=False))
    for number, stream in enumerate(("left", "right"), start=1):
        one.open(stream, table_of(stream, "uth-ma", LIVELY, session=f"{stream} {seed}"))
        one.sent(stream, sits(1, f"p-{number}", 10_000_000))
    pair, chance = Pair(one, Bench(other).recovered()), Random(seed)  # noqa: S311 - which can be repeated
    playing: dict[str, list[Outcome]] = {"left": [], "right": []}
    asked = Counter[str]()
    while sum(asked.values()) < 90:
        for stream, bench in zip(playing, pair, strict=True):
            if asked[stream] == 0 or playing[stream]:
                asked[stream] += 1
                command = next_command(bench.state(stream), chance)
                playing[stream] = bench.begin(stream, command, f"r{asked[stream]}")
        pair.pump(lambda: playing["left"] or playing["right"])
    pair.pump(lambda: all(playing.values()))
    pair.same()
    states = sound(engine)
    assert all(state.round >= 3 for state in states.values())
    assert max(state.meter_version for state in states.values()) >= 8
    pair.one.stop()
    pair.two.stop()
    other.dispose()


# ---- opening and closing -------------------------------------------------------------------------------------


def test_of_two_who_open_one_table_at_once_one_does_and_both_have_it(pair: Pair) -> None:
    told: list[list[Outcome]] = [[], []]
    for bench in pair:
        bench.store.gate.clear()
    for number, bench in enumerate(pair):
        table = table_of("new", session=f"new {number}")
        bench.house.open_table("new", table.state, table.source, told[number].append)
    waiting = [bench.begin("new", sits(1, "p-3"), "a") for bench in pair]
    for bench in pair:
        bench.store.gate.set()
    pair.pump(lambda: all(told) and all(waiting))
    assert sorted(type(each[0]).__name__ for each in told) == ["Answer", "Refusal"]
    assert waiting[0] == waiting[1], "a command to a table that somebody else has opened is carried out there"
    pair.same()
    assert pair.one.house.queue("new").live.session == pair.two.house.queue("new").live.session
    with pytest.raises(HouseError, match="is open already"):
        pair.two.open("new", table_of("new", session="new 3"))


def test_of_two_versions_of_a_game_that_are_opened_at_once_one_is_dealt(pair: Pair) -> None:
    told: list[list[Outcome]] = [[], []]
    for bench in pair:
        bench.store.gate.clear()
    for number, (bench, version) in enumerate(zip(pair, ("required", "permissible"), strict=True)):
        name = f"colorado-{number}"
        table = table_of(name, "colorado-ma-1", {"version": version})
        bench.house.open_table(name, table.state, table.source, told[number].append)
    for bench in pair:
        bench.store.gate.set()
    pair.pump(lambda: all(told))
    assert sorted(type(each[0]).__name__ for each in told) == ["Answer", "Refusal"]
    refused = next(each[0] for each in told if isinstance(each[0], Refusal))
    assert "6(f)" in str(refused)
    pair.same()


def test_a_table_opened_elsewhere_is_taken_up_and_one_closed_elsewhere_is_gone(pair: Pair) -> None:
    pair.one.open("new", table_of("new", "lir-nj"))
    pair.two.house.heard({"new": None})
    pair.two.sent("new", sits(1, "p-3"))
    pair.two.sent("new", Command("player", "leave", 1, by="p-3"))
    # The first house has not caught up: it closes the table as it stands on record.
    assert isinstance(pair.one.close("new"), Answer)
    assert "new" not in pair.one.house.queues
    outcome = pair.two.ask("new", sits(1, "p-3"))
    assert isinstance(outcome, Refusal)
    assert "new" not in pair.two.house.queues
    assert isinstance(pair.two.open("new", table_of("new", "lir-nj", session="new 2")), Answer)
    pair.one.house.heard({"new": None})
    pair.one.sent("new", sits(1, "p-3"))
    pair.same()


def test_a_table_closed_and_opened_elsewhere_is_taken_up_anew(pair: Pair) -> None:
    pair.one.open("new", table_of("new", "lir-nj"))
    pair.two.house.heard({"new": None})
    assert isinstance(pair.one.close("new"), Answer)
    assert isinstance(pair.one.open("new", table_of("new", "lir-nj", session="new 2")), Answer)
    pair.one.sent("new", sits(1, "p-3"))
    pair.two.house.heard({"new": None})
    assert pair.two.house.queue("new").live.session == "new 2"
    pair.two.sent("new", Command("player", "leave", 1, by="p-3"))
    assert isinstance(pair.two.close("new"), Answer)
    pair.same()


def test_a_house_that_is_behind_with_one_table_opens_another(pair: Pair) -> None:
    pair.one.open("new", table_of("new", "lir-nj"))
    pair.two.house.heard({"new": None})
    assert isinstance(pair.one.close("new"), Answer)
    assert isinstance(pair.one.open("new", table_of("new", "lir-nj", session="new 2")), Answer)
    assert isinstance(pair.two.open("third", table_of("third", "dragon-md")), Answer)
    pair.same()


def test_what_was_asked_of_a_table_that_is_closed_meanwhile_is_refused(pair: Pair) -> None:
    pair.one.open("new", table_of("new", "lir-nj"))
    pair.two.house.heard({"new": None})
    pair.two.store.gate.clear()
    late = [pair.two.begin("new", sits(1, "p-3"), "a"), pair.two.begin("new", sits(1, "p-3"), "a")]
    closed: list[Outcome] = []
    pair.two.house.close_table("new", closed.append)
    assert isinstance(pair.one.close("new"), Answer)
    pair.two.store.gate.set()
    pair.pump(lambda: all(late) and closed)
    assert all(isinstance(each, Refusal) for each in (*late[0], *late[1], *closed))
    pair.same()


# ---- news ----------------------------------------------------------------------------------------------------


def test_however_many_tables_another_house_has_gone_on_at_one_question_finds_all_of_it(pair: Pair) -> None:
    names = [f"t-{number}" for number in range(8)]
    for name in names:
        pair.one.open(name, table_of(name, "lir-nj"))
    pair.two.house.heard(None)
    for name in names[1:]:
        pair.one.sent(name, sits(1, "p-3"), Command("house", "buy", 1, {"amount": 100}, by="p-3"))
    asked: list[str] = []
    event.listen(pair.two.engine, "before_cursor_execute", lambda *given: asked.append(given[2]))
    pair.two.house.heard({name: pair.one.house.queue(name).live.record.seq for name in names})
    assert [each for each in asked if "journal" in each] == asked[-1:]
    pair.same()


def test_what_comes_while_the_owner_has_no_time_is_heard_together() -> None:
    assert newest([{"a": 3, "b": 1}, {"a": 5}, {"b": 1, "c": 2}]) == {"a": 5, "b": 1, "c": 2}
    assert newest([{"a": 5}, {"a": 3}]) == {"a": 5}
    assert newest([{"a": 3}, None, {"a": 5}]) is None


def test_a_house_hears_what_another_has_written_and_tells_its_own_people() -> None:
    with postgresql() as engine:
        one = Bench(engine)
        other = database.connect(engine.url.render_as_string(hide_password=False))
        two = Bench(other)
        two.listen()
        one.guest("p-1", "p-2")
        one.open("main")
        one.sent("main", sits(1, "p-1"))
        pair = Pair(one, two)
        pair.pump(lambda: "main" in two.house.queues and two.state("main").dump() == one.state("main").dump())
        told = two.begin("main", sits(2, "p-2"))
        pair.pump(lambda: told)
        one.listen()  # late: it looks at everything once
        pair.pump(lambda: one.published[-1:] and one.published[-1].seq == two.published[-1].seq)
        with engine.begin() as connection:
            connection.exec_driver_sql("NOTIFY croupier, 'what is no word of ours'")
            connection.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query = 'LISTEN croupier'"
            )
        one.sent("main", Command("house", "buy", 1, {"amount": 100}, by="p-1"))
        pair.pump(lambda: two.published[-1].seq == one.published[-1].seq)
        pair.same()
        one.stop()
        two.stop()
        other.dispose()


def test_nobody_is_refused_by_what_is_not_the_record_any_more(pair: Pair) -> None:
    """The second house has heard of nothing: a seat that was left, a moment that is shown to who asks from there."""
    pair.one.sent("main", Command("player", "leave", 2, by="p-2"))
    assert isinstance(pair.two.ask("main", sits(2, "p-3")), Answer)
    seq = pair.two.house.queue("main").live.record.seq
    assert pair.one.house.queue("main").live.record.seq < seq
    buys_then = Command("house", "buy", 1, {"amount": 100}, by="p-1")
    assert isinstance(pair.one.ask("main", buys_then, "then", expects=seq), Answer)
    assert isinstance(pair.two.ask("main", buys_then, "now", expects=seq), Refusal), "it has gone on since"
    pair.same()
