"""A table at which a person deals: what a device does is done by the device, and what hands do waits for them."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.default_house import NAMES
from support.house.running_house import Running, sqlite

from croupier.table.model.command import Command
from croupier.table.model.next_step import due

OPENING = frozenset({"inspect", "spread", "show", "wash", "stack", "load", "deal", "settle", "reveal", "stub"})


@pytest.mark.parametrize("name", NAMES)
def test_no_table_that_a_person_deals_at_waits_for_a_device_that_nobody_can_speak_for(
    name: str, tmp_path: Path
) -> None:
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("one", name, by_hand=OPENING)
    run.sit("one", 1, "p-ann")
    for _ in range(60):
        step = due(run.state("one"))
        assert step.who != "device", step
        if run.state("one").last is not None:
            break
        if run.state("one").phase == "betting" and not run.state("one").seat(1).wagers:
            run.bet("one", 1)
        elif step.do == "decide":
            open_to = run.state("one").fixed.script[run.state("one").step].choices
            choice = next(each.name for each in open_to if not each.discards)
            run.sent("one", Command("player", "decide", step.seat, {"choice": choice}, by="p-ann"))
        else:
            run.sent("one", Command(step.who, step.do))
    assert run.state("one").last is not None
    run.stop()
    run.engine.dispose()


def test_a_device_that_has_failed_is_waited_for_by_nobody_but_its_floor(tmp_path: Path) -> None:
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("one", "uth-ma", by_hand=frozenset({"deal"}))
    run.sit("one", 1, "p-ann")
    run.bet("one", 1)
    run.sent("one", Command("device", "jam", args={"device": "shuffler"}))
    assert run.state("one").devices["shuffler"] != "working"
    assert due(run.state("one")).who != "device"
    run.stop()
    run.engine.dispose()
