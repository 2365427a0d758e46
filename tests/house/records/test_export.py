"""A session leaves the house as a recording that audit reads; nothing leaves it that is still to be dealt."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from support.house.evening_house import evening
from support.house.running_house import KEY, KEYRING, Running, sqlite
from support.table.recordings import audited

from croupier.house.engine.replay import sessions
from croupier.house.people import users
from croupier.house.records.export import ExportError, recording
from croupier.house.storage import database
from croupier.table.fairness.card_sources import Physical
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.recording.audit import Reading
from croupier.table.recording.audit_result import AuditResult
from croupier.table.recording.recorder import RecordingError


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = evening(tmp_path_factory.mktemp("evening"))
    with database.writing(made) as connection:
        users.guest(connection, 1, "Ann", person="p-ann")
    yield made
    made.dispose()


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with database.at_one_moment(engine) as connection:
        yield connection


def test_a_session_that_is_closed_is_found_whole(conn: Connection) -> None:
    about = next(each for each in sessions(conn) if each.closed)
    reading, found = audited(list(recording(conn, KEYRING, about)), key=KEY.public)
    assert (found.rounds, found.events["irregular"]) == (3, 1)
    assert reading.names == {"p-ann": "Ann"}
    assert found.seed


def test_a_session_that_is_open_ends_before_what_is_still_to_be_dealt(conn: Connection) -> None:
    for about in (each for each in sessions(conn) if not each.closed):
        lines = list(recording(conn, KEYRING, about))
        with pytest.raises(RecordingError, match="the recording was cut off here; what stands before is whole"):
            audited(lines, key=KEY.public)
        reading, found = Reading(key=KEY.public), AuditResult()
        found.read(reading, lines)
        assert not reading.state.closed
        assert not any(deck.shuffle.order for deck in reading.state.decks if deck.status != "used")


def test_a_round_is_given_with_all_before_it(conn: Connection) -> None:
    about = next(each for each in sessions(conn) if each.closed)
    whole = list(recording(conn, KEYRING, about))
    for number in (1, 2, 3):
        part = list(recording(conn, KEYRING, about, number))
        assert part == whole[: len(part)]
        reading, found = Reading(key=KEY.public), AuditResult()
        found.read(reading, part)
        assert found.rounds == number
        assert reading.state.last is not None
        assert reading.state.last.number == number


@pytest.mark.parametrize("number", [0, 4, -1])
def test_a_round_that_is_not_over_is_refused(conn: Connection, number: int) -> None:
    about = next(each for each in sessions(conn) if each.closed)
    with pytest.raises(ExportError, match=f"has no round {number} that is over; accepted: the number of one that is"):
        recording(conn, KEYRING, about, number)


def test_real_cards_of_a_round_in_play_do_not_leave_the_house(tmp_path: Path) -> None:
    """No shuffle says what they are; they are known as they are dealt."""
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("real", source=Physical(), by_hand=frozenset({"deal"}))
    run.sit("real", 1, "p-ann")
    while (step := due(run.state("real"))).do in {"shuffle", "cut"}:
        run.sent("real", Command("dealer" if step.do == "cut" else step.who, step.do))
    before = run.house.queues["real"].live.record.seq
    run.bet("real", 1)
    assert run.state("real").closed
    run.stop()
    with database.at_one_moment(run.engine) as conn:
        (about,) = sessions(conn)
        lines = list(recording(conn, KEYRING, about))
    reading, found = Reading(key=KEY.public), AuditResult()
    found.read(reading, lines)
    assert found.commands == before
    run.engine.dispose()
