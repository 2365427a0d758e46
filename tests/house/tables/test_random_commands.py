"""Whatever is asked of a live table, and whatever its clock says: an answer, and a record that is whole."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, count, cycle
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import Engine
from support.house.played_house import LIVELY, START, Bench, next_command, sits, sound, sqlite, table_of, told_truly
from support.table.walks import BY_HAND, CASES, SLOW, Case, propose

import croupier
from croupier.house.engine import unit_of_work
from croupier.house.engine.requests import Answer
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import Random as Shuffles
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import Place
from croupier.table.play.runner import Table

PERSONS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


@pytest.fixture
def engine(tmp_path: Path) -> Iterator[Engine]:
    made = sqlite(tmp_path)
    yield made
    made.dispose()


# ---- commands at random --------------------------------------------------------------------------------------


def opened(bench: Bench, stream: str, case: Case, seed: int) -> None:
    """A table of a walk, in a house."""
    submission = croupier.submission(case.rulebook, **case.options)
    place = Place("house", stream, f"{stream} {seed}")
    table = Table(submission, Shuffles(f"{seed}"), case.automation, place=place, training=True)
    assert isinstance(bench.open(stream, table), Answer)


def walked(engine: Engine, case: Case, seed: int, commands: int) -> Counter[str]:
    """Sense, trouble and nonsense at one table, at times several at once; now and then the house is started again."""
    bench, chance = Bench(engine), Random(f"{case} {seed}")  # noqa: S311 - a walk that can be repeated
    stream, seen = f"walk-{seed}", Counter[str]()
    bench.guest(*PERSONS, money=10**12)
    opened(bench, stream, case, seed)
    for number in range(commands):
        asked = [propose(bench.state(stream), chance) for _ in range(chance.choice([1, 1, 1, 2, 5]))]
        try:
            told = [bench.begin(stream, each) for each in asked]
            bench.pump(partial(all, told))
        except Exception as error:
            raise AssertionError(f"`pytest --seed {seed}` walks it again, at {number}: {asked}") from error
        seen.update(type(each[0]).__name__ for each in told)
        if chance.randrange(25) == 0:
            bench.stop()
            told_truly(bench)
            bench = Bench(engine).recovered()
            seen["restarts"] += 1
    states = sound(engine)
    assert states[stream].dump() == bench.state(stream).dump()
    told_truly(bench)
    bench.stop()
    assert not seen["Failure"]
    return seen


SOME = [case for case in CASES if case.automation in {ALL_STEPS, BY_HAND, SLOW}]


@pytest.mark.walk
@pytest.mark.parametrize("case", SOME[::3], ids=str)
def test_whatever_is_asked_of_a_live_table_is_answered_and_on_record(
    engine: Engine, case: Case, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit_of_work, "SNAPSHOTS", 11)
    seen = walked(engine, case, seed, commands=60)
    assert min(seen["Answer"], seen["Refusal"]) > 5, seen


@pytest.mark.prove
@pytest.mark.parametrize("case", CASES, ids=str)
def test_on_long_walks_whatever_is_asked_is_answered_and_on_record(
    engine: Engine, case: Case, seed: int, record_property: Callable[[str, object], None]
) -> None:
    seen = sum((walked(engine, case, each, commands=600) for each in range(seed, seed + 3)), Counter[str]())
    record_property("showed", f"{case}: {', '.join(f'{what} {many:,}' for what, many in sorted(seen.items()))}")


# ---- clocks that jump ----------------------------------------------------------------------------------------

JUMPS: dict[str, Callable[[], Callable[[], int]]] = {
    "runs back": lambda: count(START, -86_400_000).__next__,
    "leaps": lambda: count(START, 10**12).__next__,
    "stands still": lambda: cycle([START]).__next__,
    "goes to and fro": lambda: chain.from_iterable(cycle([[START, 0, 2**53, START + 1, 1]])).__next__,
}


@pytest.mark.parametrize("way", JUMPS)
def test_a_clock_that_jumps_spoils_nothing(engine: Engine, way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(unit_of_work, "SNAPSHOTS", 9)
    bench, chance = Bench(engine, now=JUMPS[way]()), Random(1)  # noqa: S311 - the same every time
    bench.guest("p-1", "p-2")
    bench.open("main", table_of("main", "uth-ma", LIVELY))
    bench.sent("main", sits(1, "p-1"), sits(2, "p-2"))
    for number in range(25):
        outcome = bench.ask("main", next_command(bench.state("main"), chance), f"r{number}")
        assert isinstance(outcome, Answer | Refusal)
    states = sound(engine)
    told_truly(bench)
    again = Bench(engine, now=JUMPS[way]()).recovered()
    assert again.state("main").dump() == states["main"].dump() == bench.state("main").dump()
    again.stop()
    bench.stop()
