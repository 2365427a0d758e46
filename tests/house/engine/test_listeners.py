"""Listeners hear of committed commands in the order of their stages, by the kinds of events that they ask for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.house.played_house import Bench, sits, sqlite

from croupier.house.engine.listeners import Listeners, Stage
from croupier.house.engine.requests import Committed


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    opened = Bench(sqlite(tmp_path))
    opened.guest("p-1", "p-2")
    opened.open("main")
    opened.sent("main", sits(1, "p-1"))  # the first to sit down has the cards prepared
    yield opened
    opened.stop()


def test_the_stage_says_who_hears_first_and_not_the_order_in_which_they_were_added(bench: Bench) -> None:
    heard: list[Stage] = []
    for stage in reversed(Stage):
        bench.house.listeners.add(stage, lambda _, stage=stage: heard.append(stage))  # type: ignore[misc]
    bench.sent("main", sits(2, "p-2"))
    assert heard == sorted(Stage)


def test_of_one_stage_who_was_added_first_hears_first(bench: Bench) -> None:
    heard: list[int] = []
    for number in range(3):
        bench.house.listeners.add(Stage.CLOCKS, lambda _, number=number: heard.append(number))  # type: ignore[misc]
    bench.sent("main", sits(2, "p-2"))
    assert heard == [0, 1, 2]


def test_a_listener_hears_of_the_kinds_of_events_that_it_asks_for_alone(bench: Bench) -> None:
    sat: list[Committed] = []
    over: list[Committed] = []
    bench.house.listeners.add(Stage.PRESENCE, sat.append, ("sat", "left"))
    bench.house.listeners.add(Stage.AFTER_ROUND, over.append, ("over",))
    bench.sent("main", sits(2, "p-2"))
    assert [each.kinds for each in sat] == [frozenset({"sat"})]
    assert not over


def test_who_was_removed_hears_no_more_and_who_never_listened_can_be_removed(bench: Bench) -> None:
    heard: list[Committed] = []
    bench.house.listeners.add(Stage.RECORDS, heard.append)
    bench.house.listeners.remove(heard.append)
    Listeners().remove(heard.append)
    bench.sent("main", sits(2, "p-2"))
    assert not heard
