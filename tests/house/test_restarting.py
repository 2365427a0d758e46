"""Restart after anything: a table comes back from its record exactly where it was, in the middle of a deal too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select
from support.evenings import OPTIONS
from support.journals import Bench, next_command, sits, sound, sqlite, table_of, told_truly
from support.tables import ROUND

from croupier.house import schema, working
from croupier.house.asking import Answer
from croupier.house.running import House
from croupier.rulebook import NAMES, Refusal
from croupier.table.commands import Command
from croupier.table.recording import encoded

PERSONS = ("p-1", "p-2", "p-3")
EVERY = {"running by itself": frozenset[str](), "by hand": ROUND | {"wash", "stack", "inspect", "load"}}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    opened = Bench(sqlite(tmp_path))
    opened.guest(*PERSONS)
    yield opened
    opened.stop()


def stands(house: House, stream: str) -> tuple[object, ...]:
    """Everything from which a table goes on."""
    live = house.desk(stream).live
    at = live.recorder.at
    return (
        live.seq,
        live.state.dump(),
        live.record.state.dump(),
        live.record.seq,
        (at.head, at.told, at.round),
        live.header,
        live.session,
        live.by_hand,
        house.shared.meters,
        house.shared.tables,
    )


def would_lead_to(house: House, stream: str, command: Command) -> list[bytes] | str:
    """What a command would lead to, of which nothing is written."""
    desk = house.desk(stream)
    before = desk.live.mark()
    steps = desk.live.carry_out(command, house._supply(desk))  # noqa: SLF001 - the meter goes along as it does in `send`
    desk.live.back_to(before)
    if isinstance(steps, Refusal):
        return str(steps)
    return [encoded([each.seq, each.command, each.decision.events]) for each in steps]


def twin_of(bench: Bench) -> Bench:
    """Another house on the same record, started now."""
    return Bench(bench.engine).recovered()


def walked(bench: Bench, stream: str, commands: int, chance: Random) -> None:
    """Play on; before each command another house is started from the record, and must lead to the same."""
    for number in range(commands):
        twin = twin_of(bench)
        assert stands(twin.house, stream) == stands(bench.house, stream)
        state = bench.state(stream)
        free = [seat for seat in range(1, len(state.seats) + 1) if state.seats[seat - 1] is None]
        sits_down = number in {3, 17} and free
        command = sits(free[0], PERSONS[number % 3]) if sits_down else next_command(state, chance)
        expected = would_lead_to(twin.house, stream, command)
        before = len(bench.published)
        outcome = bench.ask(stream, command)
        if isinstance(outcome, Answer):
            told = bench.published[before:]
            assert [encoded([each.seq, each.command, each.decision.events]) for each in told] == expected
        else:
            assert str(outcome) == expected
        twin.stop()


@pytest.mark.parametrize("way", EVERY)
@pytest.mark.parametrize("rulebook", NAMES)
def test_after_every_command_a_table_comes_back_exactly_where_it_was(
    bench: Bench, rulebook: str, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(working, "SNAPSHOTS", 7)
    bench.open("main", table_of("main", rulebook, OPTIONS[rulebook], EVERY[way], training=True))
    bench.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    walked(bench, "main", 30, Random(rulebook))  # noqa: S311 - the same every time
    states = sound(bench.engine)
    assert states["main"].dump() == bench.state("main").dump()
    told_truly(bench)
    assert states["main"].round >= 1
    with bench.house.reading() as connection:
        assert len(connection.execute(select(schema.snapshots.c.seq)).all()) >= 4
