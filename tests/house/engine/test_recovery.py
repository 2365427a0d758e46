"""Restart after anything: a table comes back from its record exactly where it was, in the middle of a deal too."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine, select
from support.default_house import NAMES
from support.house.played_house import KEYRING, Bench, next_command, sits, sound, sqlite, table_of, told_truly
from support.table.evenings import OPTIONS
from support.table.tables import ROUND

from croupier.house.engine import unit_of_work
from croupier.house.engine.requests import UNSURE, Answer
from croupier.house.storage import journal, schema
from croupier.house.storage.vault import VaultError, sealed
from croupier.house.tables.house import House
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.recording.recorder import RecordingError, encoded

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
    live = house.queue(stream).live
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
        house.tables.shared.meters,
        house.tables.shared.tables,
    )


def would_lead_to(house: House, stream: str, command: Command) -> list[bytes] | str:
    """What a command would lead to, of which nothing is written."""
    queue = house.queue(stream)
    before = queue.live.mark()
    steps = queue.live.carry_out(command, house.tables.meter(queue.live))
    queue.live.back_to(before)
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
    monkeypatch.setattr(unit_of_work, "SNAPSHOTS", 7)
    bench.open("main", table_of("main", rulebook, OPTIONS[rulebook], EVERY[way], training=True))
    bench.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    walked(bench, "main", 30, Random(rulebook))  # noqa: S311 - the same every time
    states = sound(bench.engine)
    assert states["main"].dump() == bench.state("main").dump()
    told_truly(bench)
    assert states["main"].round >= 1
    with bench.house.reading() as connection:
        assert len(connection.execute(select(schema.snapshots.c.seq)).all()) >= 4


def altered(engine: Engine, seq: int) -> None:
    """A row of the table says something else, as whoever has the vault's key could make it."""
    table = schema.journal
    where = table.update().where(table.c.stream == "main", table.c.seq == seq)
    with engine.begin() as connection:
        row = journal.at(connection, "main", seq)
        assert row is not None
        number, lines = sealed(
            KEYRING, journal.drawer("main", seq), journal.clear(KEYRING, row).replace(b"p-2", b"p-3")
        )
        connection.execute(where.values(sealed=number, lines=lines))


def test_a_record_that_was_altered_is_not_taken_up_and_its_row_is_named(bench: Bench) -> None:
    bench.open("main")
    bench.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    seq = bench.house.queue("main").live.record.seq
    altered(bench.engine, seq)
    twin = Bench(bench.engine)
    with pytest.raises(RecordingError, match=f"row {seq} of main: .*the hash does not fit"):
        twin.recovered()
    twin.stop()


def test_a_table_whose_record_was_altered_under_it_says_that_nobody_knows(bench: Bench) -> None:
    bench.open("main")
    bench.sent("main", sits(1, "p-1"))
    other = twin_of(bench)
    other.sent("main", sits(2, "p-2"))
    seq = other.house.queue("main").live.record.seq
    altered(bench.engine, seq)
    assert bench.ask("main", sits(3, "p-3"), "a") == UNSURE
    assert f"row {seq} of main" in bench.house.queue("main").lost
    assert bench.ask("main", sits(3, "p-3"), "a") == UNSURE
    assert bench.published[-1].seq == seq - 1
    other.stop()


def test_a_table_comes_back_after_its_key_was_rotated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_of_work, "SNAPSHOTS", 5)
    engine = sqlite(tmp_path)
    bench = Bench(engine)
    bench.guest(*PERSONS)
    bench.open("main")
    bench.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    bench.stop()
    rotated = Bench(engine, keyring=KEYRING.rotated()).recovered()
    rotated.sent("main", sits(3, "p-3"), Command("house", "buy", 1, {"amount": 100}, by="p-1"))
    again = Bench(engine, keyring=rotated.house.keyring)
    assert again.recovered().state("main").dump() == rotated.state("main").dump()
    again.stop()
    late = Bench(engine)
    with pytest.raises(VaultError, match="key 2"):
        late.recovered()
    late.stop()
    rotated.stop()
