"""A house of an older engine number is taken up: its rounds in play are void, and its past is what it was."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select, update
from support.house.evening_house import PROGRESSIVE
from support.house.older_house import KEY, KEYRING, NUMBERS, stored
from support.house.streams import says
from support.service.houses import Clock, Inside, inside, settings
from support.table.recordings import audited
from test_rollover import settle

import croupier
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import verify
from croupier.house.config.settings import Settings
from croupier.house.engine.live_table import Snapshot
from croupier.house.engine.replay import sessions
from croupier.house.ledger import balances
from croupier.house.records import export
from croupier.house.storage import database, schema
from croupier.house.storage.journal import SIGNIFICANT
from croupier.house.storage.vault import SealContext, sealed
from croupier.rulebook import Submission
from croupier.table.decide import ENGINE
from croupier.table.recording.recorder import RecordingError, encoded

SUBMISSIONS = {
    "uth": croupier.submission("uth-ma"),
    "pro": croupier.submission("uth-ma", progressive=PROGRESSIVE),
    "lir": croupier.submission("lir-nj"),
}


def run(submissions: dict[str, Submission]) -> Settings:
    plain = settings()
    like = plain.tables["uth-ma"]
    return replace(
        plain, tables={name: replace(like, name=name, submission=each) for name, each in submissions.items()}
    )


@pytest.fixture(params=NUMBERS)
def number(request: pytest.FixtureRequest) -> int:
    """The engine number of the house that is taken up."""
    return int(request.param)


@pytest.fixture
def engine(tmp_path: Path, number: int) -> Iterator[Engine]:
    made = stored(tmp_path, number)
    yield made
    made.dispose()


def opened(engine: Engine) -> Any:  # noqa: ANN401 - of `inside`
    with database.reading(engine) as connection:
        last = max(each.opened for each in sessions(connection))
    return inside(engine, run=run({name: SUBMISSIONS[name] for name in ("uth", "pro")}), clock=Clock(last + 3_600_000))


def checked(engine: Engine) -> Report:
    with database.at_one_moment(engine) as connection:
        return verify(connection, KEYRING, KEY.public)


SEATED = {"uth/1": "p-ann", "uth/2": "p-bob", "pro/1": "p-cid", "pro/2": "p-ann"}


def held(engine: Engine) -> dict[str, int]:
    """What everybody has, by the ledger: in the wallet, at a seat and before it."""
    with database.reading(engine) as connection:
        found = balances.balances(connection)
    whose = {f"wallet/{person}": person for person in SEATED.values()}
    whose |= {f"{kind}/{place}": person for place, person in SEATED.items() for kind in ("seat", "layout")}
    persons = dict.fromkeys(SEATED.values(), 0)
    for account, amount in found.items():
        if account in whose:
            persons[whose[account]] += amount
    return persons


def noted(house: Inside) -> list[dict[str, Any]]:
    settle(house)
    with house.house.reading() as connection:
        return [said for _, said in says(connection, SIGNIFICANT)]


def test_a_house_of_every_number_before_is_stored(engine: Engine, number: int) -> None:
    assert tuple(range(1, ENGINE)) == NUMBERS, (
        "store the house of the number before: tests/support/house/older_house.py"
    )
    with database.reading(engine) as connection:
        assert {each.engine for each in sessions(connection)} == {number}
        assert connection.execute(select(schema.snapshots.c.seq)).all()


def test_its_past_is_checked_by_chain_and_ledger_and_what_was_not_decided_again_is_said(
    engine: Engine, number: int
) -> None:
    report = checked(engine)
    assert report.findings == []
    assert len(report.unchecked) == 3
    assert all(f"engine {number} has decided it" in each for each in report.unchecked)


def test_a_round_in_play_is_void_with_notice_and_everybody_sits_again_with_the_same_chips(
    engine: Engine, number: int
) -> None:
    had = held(engine)
    with opened(engine) as house:
        found = noted(house)
        (void,) = [each for each in found if each["what"] == "ruling"]
        assert void["table"] == "uth"
        assert "the house was upgraded in the middle of the round" in void["says"]
        assert "ruling S1" in void["says"]
        assert [each["table"] for each in found if each["what"] == "void round"] == ["uth"]
        assert sorted(each["table"] for each in found if each["what"] == "new session") == ["pro", "uth"]
        seats = {
            f"{stream}/{number}": (seat.person, seat.keeps, dict(seat.wagers))
            for stream, queue in house.house.queues.items()
            for number, seat in queue.live.record.state.taken()
        }
        assert seats == {place: (person, place == "uth/2", {}) for place, person in SEATED.items()}
        assert held(engine) == had, "the round that is void has cost nobody anything"
        guest = house.guest()
        assert guest.sit("uth", 3).status_code == 200
        assert guest.give("uth", "bet", "bet", 3, wagers={"ante": 500, "blind": 500}).status_code == 200
    with database.reading(engine) as connection:
        known = [(each.stream, bool(each.closed), each.engine) for each in sessions(connection)]
    assert known == [
        ("lir", True, number),
        ("pro", True, number),
        ("pro", False, ENGINE),
        ("uth", True, number),
        ("uth", False, ENGINE),
    ]
    report = checked(engine)
    assert report.findings == []
    assert len(report.unchecked) == 3, "what this engine has decided was decided again"


def test_it_is_taken_up_once(engine: Engine) -> None:
    with opened(engine) as house:
        first = noted(house)
    with opened(engine) as house:
        assert noted(house) == first


def test_what_an_older_engine_has_kept_in_another_form_is_not_read(engine: Engine) -> None:
    """A table comes back by its events alone."""
    table = schema.snapshots
    with database.writing(engine) as connection:
        for row in connection.execute(select(table)).all():
            other = encoded(Snapshot('{"of": "another form"}', "00" * 32, "00" * 32))
            number, state = sealed(KEYRING, SealContext(row.stream, row.seq, "snapshot"), other)
            there = (table.c.stream == row.stream, table.c.seq == row.seq)
            connection.execute(update(table).where(*there).values(sealed=number, state=state))
    had = held(engine)
    with opened(engine) as house:
        assert len([each for each in noted(house) if each["what"] == "new session"]) == 2
        assert held(engine) == had


def test_a_row_of_it_that_was_altered_is_found(engine: Engine) -> None:
    table = schema.postings
    with database.writing(engine) as connection:
        row = connection.execute(select(table).where(table.c.stream == "lir", table.c.amount > 0)).first()
        assert row is not None
        there = (table.c.stream == row.stream, table.c.seq == row.seq, table.c.line == row.line)
        connection.execute(update(table).where(*there).values(amount=row.amount + 1))
    assert "postings" in {each.where for each in checked(engine).findings}


def test_its_recordings_are_for_a_program_of_its_number(engine: Engine, number: int) -> None:
    with database.reading(engine) as connection:
        (about,) = sessions(connection, "lir")
        lines = list(export.recording(connection, KEYRING, about))
    with pytest.raises(RecordingError, match=f"engine {number} has decided it"):
        audited(lines)
