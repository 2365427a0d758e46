"""With too little room on the disk no new round opens, by whatever command it would, and running ones are finished."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest
from support.service.houses import Inside, Visitor, inside

from croupier.house.engine.requests import Outcome, PendingCommand
from croupier.house.tables.table_set import NO_ROOM
from croupier.rulebook import Refusal
from croupier.service.background import disk_space
from croupier.table.model.command import Command

TABLE = "uth-ma"


class Usage(NamedTuple):
    total: int
    used: int
    free: int


class Disk:
    """A disk with as much free space as the test says."""

    def __init__(self) -> None:
        self.free = 10**12

    def __call__(self, _: object) -> Usage:
        return Usage(10**13, 0, self.free)


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    found = Disk()
    monkeypatch.setattr(shutil, "disk_usage", found)
    monkeypatch.setattr(disk_space, "SECONDS", 0.01)
    return found


@pytest.fixture
def house(tmp_path: Path, disk: Disk) -> Iterator[Inside]:
    assert disk.free
    with inside(tmp_path, TABLE, folder=tmp_path) as found:
        yield found


def _until(so: Callable[[], object]) -> None:
    until = time.monotonic() + 10
    while not so():
        assert time.monotonic() < until
        time.sleep(0.005)


def _fills_up(house: Inside, disk: Disk) -> None:
    disk.free = 199_999_999
    _until(lambda: not house.house.tables.has_room)
    _until(lambda: house.on_loop(lambda: not any(queue.waiting for queue in house.house.queues.values())))


def _phase(house: Inside) -> str:
    phase: str = house.nobody().view(TABLE)["view"]["phase"]
    return phase


def _two(house: Inside) -> tuple[Visitor, Visitor]:
    one, two = house.guest(), house.guest()
    assert one.sit(TABLE, 1).status_code == two.sit(TABLE, 2).status_code == 200
    return one, two


def test_a_round_that_is_played_is_played_to_its_end_and_no_other_begins(house: Inside, disk: Disk) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        assert guest.bet(TABLE).status_code == 200
        _fills_up(house, disk)
        while _phase(house) == "round":
            seen = guest.view(TABLE)
            choice = seen["view"]["choices"][-1]["choice"]
            assert guest.give(TABLE, f"d{seen['seq']}", "decide", choice=choice).status_code == 200
        assert guest.get(f"/tables/{TABLE}/last").json()["round"] == 1
        answer = guest.bet(TABLE, "again")
        assert answer.status_code == 503
        assert NO_ROOM.why in answer.json()["detail"]
        disk.free = 200_000_000
        _until(lambda: house.house.tables.has_room)
        assert guest.bet(TABLE, "again").status_code == 200
        assert _phase(house) == "round"


def test_who_leaves_last_opens_no_round_for_those_who_were_ready(house: Inside, disk: Disk) -> None:
    """One is ready when the disk fills up, and the other, for whom the table waits, goes."""
    one, two = _two(house)
    with one.watch(TABLE), two.watch(TABLE):
        assert one.bet(TABLE, seat=1).status_code == 200
        _fills_up(house, disk)
        assert two.give(TABLE, "bye", "leave", 2).status_code == 200
        view = one.view(TABLE)["view"]
        assert view["phase"] == "betting"
        (seat,) = view["seats"]
        assert (seat["wagers"], seat["ready"], seat["bankroll"]) == ({}, False, 20_000)


def test_no_command_opens_a_round_by_itself(house: Inside) -> None:
    """Whatever was ready at the very moment: the house does not carry out what would open a round."""
    one, two = _two(house)
    with one.watch(TABLE), two.watch(TABLE):
        one.bet(TABLE, seat=1)
        told: list[Outcome] = []

        def send(command: Command) -> None:
            house.house.tables.has_room = False  # until the next look at the disk
            house.house.send(PendingCommand(TABLE, command, told.append))

        for command in (Command("dealer", "no more bets"), Command("house", "sit out", 2)):
            told.clear()
            house.on_loop(partial(send, command))
            _until(lambda: told)
            assert told == [NO_ROOM]
        assert isinstance(told[0], Refusal)
        assert _phase(house) == "betting"


def test_a_disk_that_is_gone_has_no_room(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(_: object) -> Usage:
        raise FileNotFoundError(2, "No such file or directory")

    monkeypatch.setattr(shutil, "disk_usage", gone)
    _until(lambda: not house.house.tables.has_room)
    assert house.nobody().get("/readyz").status_code == 503
