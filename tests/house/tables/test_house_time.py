"""A start with a clock in the future: it is told and asked about, and there is a way back that keeps the order."""

from __future__ import annotations

from pathlib import Path
from queue import SimpleQueue

import pytest

from croupier.house.config.paths import HousePaths
from croupier.house.engine.requests import Answer, Failure
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.records.figures import seq_before
from croupier.house.storage import database, journal
from croupier.house.tables import startup
from croupier.house.tables.startup import ASK, BACK, KEEP, PremisesError

NOW = 1_900_000_000_000
YEAR = 365 * 24 * 3_600_000


def started(places: HousePaths, wall: int, ahead: str = ASK) -> tuple[int, int]:
    """A start, a row, and a stop: house time then, and the row's own time."""
    delivered: SimpleQueue[object] = SimpleQueue()
    opened = startup.enter(places, deliver=delivered.put, monotonic=lambda: 0, wall=wall, ahead=ahead)
    now = opened.house.now()
    told: list[Answer | Failure] = []
    opened.house.cage(GuestMoney(100, "p-ann"), told.append)
    opened.close()
    engine = database.connect(database.in_file(places.database))
    with database.reading(engine) as connection:
        last = journal.last(connection, journal.CAGE)
    engine.dispose()
    assert last is not None
    return now, last.at


@pytest.fixture
def places(tmp_path: Path) -> HousePaths:
    return HousePaths.of(tmp_path / "house", tmp_path / "keys")


def test_a_clock_in_the_future_is_asked_about_at_the_next_start_and_set_back_once(places: HousePaths) -> None:
    assert started(places, NOW) == (NOW, NOW)
    assert started(places, NOW + YEAR) == (NOW + YEAR, NOW + YEAR)
    with pytest.raises(PremisesError, match=r"house time is ahead: .*--house-time back"):
        started(places, NOW + 1000)
    assert started(places, NOW + 2000, KEEP) == (NOW + YEAR, NOW + YEAR)
    assert started(places, NOW + 3000, BACK) == (NOW + 3000, NOW + 3000)
    assert started(places, NOW + 4000) == (NOW + 4000, NOW + 4000)  # nothing is asked any more
    engine = database.connect(database.in_file(places.database))
    with database.reading(engine) as connection:
        assert [journal.at(connection, journal.CAGE, seq).at - NOW for seq in range(1, 6)] == [  # type: ignore[union-attr] # they are there
            0,
            YEAR,
            YEAR,
            3000,
            4000,
        ]
        moments = {moment: seq_before(connection, journal.CAGE, NOW + moment) for moment in (1, 3001, 4001, 2 * YEAR)}
        assert moments == {1: 1, 3001: 4, 4001: 5, 2 * YEAR: 5}
        event = journal.last(connection, journal.SIGNIFICANT)
    engine.dispose()
    assert event is not None
    assert b"house time set back" in event.lines


def test_less_than_an_hour_ahead_is_no_question(places: HousePaths) -> None:
    started(places, NOW)
    assert started(places, NOW - 3_600_000) == (NOW, NOW)
