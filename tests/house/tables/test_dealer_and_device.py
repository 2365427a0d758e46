"""A dealer deals what a device shuffles: no person speaks for the device, so it shuffles by itself."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.house.running_house import Running, sqlite


@pytest.mark.parametrize(("shuffling", "phase"), [("device", "betting"), ("manual", "preparing")])
def test_a_device_shuffles_for_a_dealer_and_a_dealer_by_hand(tmp_path: Path, shuffling: str, phase: str) -> None:
    run = Running(sqlite(tmp_path))
    options = {
        "shuffling": shuffling,
        **({"dealing": "manual_shoe", "cover_all": "no"} if shuffling == "manual" else {}),
    }
    run.open("table", options=options, by_hand=frozenset({"deal"}))
    run.guest("ann")
    run.sit("table", 1, "ann")
    assert run.state("table").phase == phase
    run.stop()
