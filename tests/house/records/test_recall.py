"""Rounds are found by what is known of them, and shown again as their viewers saw them: no more, and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from support.house.databases import database as database_of
from support.house.evening_house import evening, evening_in
from support.house.running_house import KEYRING, Running, sqlite

from croupier.house.engine.replay import OpenSecrets, Replay, session, sessions
from croupier.house.ledger.balances import balances
from croupier.house.people import users
from croupier.house.records.recall import (
    MOST,
    FoundRound,
    NoRoundError,
    RecallError,
    RoundQuery,
    at_end,
    replay,
    search,
)
from croupier.house.records.statements import AtCage, InRound, part, statement
from croupier.house.records.transparency_log import HEAD_BYTES
from croupier.house.storage import database
from croupier.table.model.command import Command
from croupier.table.views.view import AUDITOR, PUBLIC, Viewer, redact, view

ANN, BOB = Viewer("player", "p-ann"), Viewer("player", "p-bob")
FLOOR = Viewer("floor")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    made = evening(tmp_path_factory.mktemp("evening"))
    yield made
    made.dispose()


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with database.at_one_moment(engine) as connection:
        yield connection


def numbers(conn: Connection, wanted: RoundQuery, viewer: Viewer = AUDITOR) -> list[tuple[str, int]]:
    return [(each.stream, each.round) for each in search(conn, wanted, viewer).found]


# ---- looking ---------------------------------------------------------------------------------------------------


def test_an_auditor_finds_every_round_the_latest_first(conn: Connection) -> None:
    found = search(conn, RoundQuery(), AUDITOR)
    assert [(each.stream, each.round) for each in found.found] == [
        ("pro", 2),
        ("uth", 3),
        ("uth", 2),
        ("pro", 1),
        ("uth", 1),
    ]
    assert found.cursor == ""
    assert [hand.person for hand in found.found[-1].hands] == ["p-ann", "p-bob"]


def test_pages_follow_each_other_without_a_gap_or_a_repeat(conn: Connection) -> None:
    seen: list[FoundRound] = []
    cursor = ""
    while True:
        page = search(conn, RoundQuery(), AUDITOR, cursor, most=2)
        seen += page.found
        cursor = page.cursor
        if not cursor:
            break
    assert seen == list(search(conn, RoundQuery(), AUDITOR).found)


def test_in_postgresql_rounds_are_found_and_shown_alike(conn: Connection) -> None:
    with database_of("postgresql") as grown:
        evening_in(grown)
        with database.at_one_moment(grown) as other:
            for wanted in (
                RoundQuery(),
                RoundQuery(person="p-ann"),
                RoundQuery(irregularity="any"),
                RoundQuery(amount=1000, void=False),
            ):
                for viewer in (AUDITOR, BOB) if not wanted.person else (AUDITOR,):
                    first = search(conn, wanted, viewer, most=2)
                    assert search(other, wanted, viewer, most=2) == first
                    if first.cursor:
                        assert search(other, wanted, viewer, first.cursor) == search(conn, wanted, viewer, first.cursor)
            assert statement(other, "p-ann", 0, 2**62) == statement(conn, "p-ann", 0, 2**62)
            assert told(other, "pro-1", 1, BOB) == told(conn, "pro-1", 1, BOB)


def test_rounds_are_found_by_table_round_and_void(conn: Connection) -> None:
    assert numbers(conn, RoundQuery(stream="pro")) == [("pro", 2), ("pro", 1)]
    assert numbers(conn, RoundQuery(stream="uth", round=2)) == [("uth", 2)]
    assert numbers(conn, RoundQuery(void=True)) == [("uth", 3)]
    assert numbers(conn, RoundQuery(session="no such session")) == []


def test_rounds_are_found_by_time(conn: Connection) -> None:
    times = {(each.stream, each.round): each.at for each in search(conn, RoundQuery(), AUDITOR).found}
    moment = times["uth", 2]
    assert numbers(conn, RoundQuery(since=moment)) == [("pro", 2), ("uth", 3), ("uth", 2)]
    assert numbers(conn, RoundQuery(before=moment)) == [("pro", 1), ("uth", 1)]


def test_rounds_are_found_by_person_and_amount(conn: Connection) -> None:
    assert numbers(conn, RoundQuery(person="p-bob")) == [("pro", 2), ("uth", 3), ("uth", 2), ("pro", 1), ("uth", 1)]
    assert numbers(conn, RoundQuery(person="p-ann")) == [("uth", 3), ("uth", 2), ("uth", 1)]
    most = max(
        max(hand.staked, abs(hand.net)) for each in search(conn, RoundQuery(), AUDITOR).found for hand in each.hands
    )
    assert numbers(conn, RoundQuery(amount=most))
    assert numbers(conn, RoundQuery(amount=most + 1)) == []


def test_rounds_are_found_by_clause_and_irregularity(conn: Connection) -> None:
    assert numbers(conn, RoundQuery(irregularity="any")) == [("uth", 3)]
    named = {what for (what,) in conn.exec_driver_sql("SELECT what FROM cited WHERE kind = 'irregular'")}
    for each in named:
        assert numbers(conn, RoundQuery(irregularity=each)) == [("uth", 3)]
    (clause,) = conn.exec_driver_sql("SELECT what FROM cited WHERE kind = 'clause' AND stream = 'pro' LIMIT 1").one()
    assert ("pro", 1) in numbers(conn, RoundQuery(clause=clause)) or ("pro", 2) in numbers(
        conn, RoundQuery(clause=clause)
    )
    assert numbers(conn, RoundQuery(clause="uth-ma 99(z)")) == []
    whole = clause.partition("(")[0]
    assert whole != clause
    assert set(numbers(conn, RoundQuery(clause=clause))) <= set(numbers(conn, RoundQuery(clause=whole)))
    assert numbers(conn, RoundQuery(clause=clause[:-1])) == []


def test_a_player_finds_the_own_rounds_and_the_own_hands_in_them(conn: Connection) -> None:
    found = search(conn, RoundQuery(), ANN).found
    assert [(each.stream, each.round) for each in found] == [("uth", 3), ("uth", 2), ("uth", 1)]
    assert {hand.person for each in found for hand in each.hands} == {"p-ann"}


def test_a_player_does_not_find_rounds_by_what_others_staked(conn: Connection) -> None:
    """That somebody else staked so much is not told by finding a round."""
    mine = [hand for each in search(conn, RoundQuery(), ANN).found for hand in each.hands]
    most = max(max(hand.staked, abs(hand.net)) for hand in mine)
    assert numbers(conn, RoundQuery(amount=most + 1), ANN) == []


def test_a_player_looks_nobody_else_up(conn: Connection) -> None:
    with pytest.raises(RecallError, match="another's rounds are not yours to look up; accepted: your own"):
        search(conn, RoundQuery(person="p-bob"), ANN)


@pytest.mark.parametrize("viewer", [PUBLIC, FLOOR, Viewer("dealer")])
def test_nobody_else_looks_rounds_up(conn: Connection, viewer: Viewer) -> None:
    with pytest.raises(RecallError, match="looks no rounds up; accepted: an auditor, or a player for the own"):
        search(conn, RoundQuery(), viewer)


@pytest.mark.parametrize("cursor", ["x", "bnVsbA==", "WzEsMiwzLDRd", "é", "WzFd", "e30=", "A" * 9000])
def test_a_cursor_that_is_none_is_refused(conn: Connection, cursor: str) -> None:
    with pytest.raises(RecallError, match="that is no place in what was found; accepted: the cursor"):
        search(conn, RoundQuery(), AUDITOR, cursor)


@pytest.mark.parametrize(
    "wanted", [RoundQuery(round=2**70), RoundQuery(since=-1), RoundQuery(amount=2**63), RoundQuery(before=-(2**80))]
)
def test_numbers_that_no_database_holds_are_refused(conn: Connection, wanted: RoundQuery) -> None:
    with pytest.raises(RecallError, match="no round is found by such a number"):
        search(conn, wanted, AUDITOR)


@pytest.mark.parametrize("most", [0, -1, MOST + 1])
def test_a_page_has_its_size(conn: Connection, most: int) -> None:
    with pytest.raises(RecallError, match=f"accepted: 1 to {MOST}"):
        search(conn, RoundQuery(), AUDITOR, most=most)


@pytest.mark.parametrize("text", ["'; DROP TABLE rounds; --", "%", "\u202e", "x" * 10_000])
def test_hostile_words_find_nothing(conn: Connection, text: str) -> None:
    for wanted in (
        RoundQuery(stream=text),
        RoundQuery(session=text),
        RoundQuery(person=text),
        RoundQuery(clause=text),
        RoundQuery(irregularity=text),
    ):
        assert numbers(conn, wanted) == []


# ---- showing again ---------------------------------------------------------------------------------------------


def closed(conn: Connection) -> str:
    return next(each.id for each in sessions(conn, "uth") if each.closed)


def told(conn: Connection, name: str, number: int, viewer: Viewer) -> str:
    return json.dumps([list(each) for each in replay(conn, KEYRING, name, number, viewer)], default=str)


@pytest.mark.parametrize("viewer", [AUDITOR, PUBLIC, FLOOR, ANN, BOB])
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_replay_is_what_the_viewer_was_told_then(conn: Connection, viewer: Viewer, number: int) -> None:
    """From the session's first command on, and by `view` and `redact` alone."""
    name = closed(conn)
    about = session(conn, name)
    assert about is not None
    shown = list(replay(conn, KEYRING, name, number, viewer))
    expected = [
        (
            entry.seq,
            [
                known
                for event in step.decision.events
                if (known := redact(step.decision.state, event, viewer)) is not None
            ],
            view(step.decision.state, viewer),
        )
        for entry, _, step in Replay(conn, KEYRING, about).steps()
        if (step.before.last.number if step.before.last else 0) + 1 == number
        and not (step.before.last and step.before.last.number == 3)
    ]
    assert [(each.seq, list(each.events), each.view) for each in shown] == expected
    assert shown[-1].events[-1].kind in {"over", "prepared", "unloaded", "collected", "moved_on"}


def test_a_player_sees_no_card_that_was_not_shown_to_them(conn: Connection) -> None:
    name = closed(conn)
    for number in (1, 2, 3):
        seats = [each.view["seats"] for each in replay(conn, KEYRING, name, number, ANN)]
        others = [seat for some in seats for seat in some if seat["seat"] == 2]
        assert all(each["bankroll"] is None for each in others)
        events = [event for each in replay(conn, KEYRING, name, number, ANN) for event in each.events]
        dealt = [event for event in events if event.kind == "dealt" and "card" in event.data]
        assert {event.data["to"] for event in dealt} <= {"1"}
        assert "secret" not in told(conn, name, number, ANN)
        assert "secret" not in told(conn, name, number, PUBLIC)


def test_a_player_is_not_shown_anothers_round(conn: Connection) -> None:
    (about,) = sessions(conn, "pro")
    with pytest.raises(RecallError, match="another's round is not yours to see; accepted: one that you played"):
        replay(conn, KEYRING, about.id, 1, ANN)
    assert told(conn, about.id, 1, BOB)


@pytest.mark.parametrize(("name", "number"), [("no such session", 1), ("", 0)])
def test_a_round_that_is_not_over_or_not_there_is_refused(conn: Connection, name: str, number: int) -> None:
    with pytest.raises(RecallError, match=r"has no round \d that is over; accepted: one that recall finds"):
        replay(conn, KEYRING, name, number, AUDITOR)


def test_a_round_in_play_is_shown_to_nobody(conn: Connection) -> None:
    in_play = next(each.id for each in sessions(conn, "uth") if not each.closed)
    for viewer in (AUDITOR, PUBLIC, ANN):
        with pytest.raises(RecallError, match="has no round 1 that is over"):
            replay(conn, KEYRING, in_play, 1, viewer)


def test_an_auditor_is_not_told_of_cards_that_are_still_to_be_dealt(tmp_path: Path) -> None:
    """Where two decks alternate, the next one is shuffled while a round is played."""
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("two", "lir-nj", options={"decks": "two"})
    run.sit("two", 1, "p-ann")
    for _ in range(3):
        run.play("two")
    run.stop()
    with database.at_one_moment(run.engine) as conn:
        (about,) = sessions(conn)
        assert OpenSecrets.of(conn, KEYRING, about).shuffles
        assert told(conn, about.id, 1, AUDITOR)
        with pytest.raises(RecallError, match="tells an auditor of cards that are still to be dealt"):
            replay(conn, KEYRING, about.id, 3, AUDITOR)
        for viewer in (FLOOR, PUBLIC, ANN):
            assert "secret" not in told(conn, about.id, 3, viewer)
    run.engine.dispose()


def test_persons_are_called_as_they_are_now_and_who_has_gone_by_nothing(tmp_path: Path) -> None:
    run = Running(sqlite(tmp_path))
    run.open("uth")
    for seat, name in enumerate(("Ann", "Bob"), start=1):
        run.guest(f"p-{name.lower()}")
        run.sit("uth", seat, f"p-{name.lower()}")
    run.play("uth")
    with database.writing(run.engine) as connection:
        users.guest(connection, 1, "Ann", person="p-ann")
        users.guest(connection, 1, "Bob", person="p-bob")
        users.close_account(connection, "p-bob", 2)
    run.stop()
    with database.at_one_moment(run.engine) as conn:
        shown = list(replay(conn, KEYRING, sessions(conn)[0].id, 1, PUBLIC))
    assert [seat["name"] for seat in shown[-1].view["seats"]] == ["Ann", ""]
    run.engine.dispose()


# ---- the end of a round ----------------------------------------------------------------------------------------


def test_the_end_of_a_round_is_as_the_table_stood_and_its_head_the_one_that_is_published(conn: Connection) -> None:
    heads: dict[int, bytes] = dict(conn.exec_driver_sql("SELECT round, head FROM leaves WHERE stream = 'uth'").all())
    assert heads.keys() == {1, 2, 3}
    for number, head in heads.items():
        for viewer in (ANN, PUBLIC, FLOOR, AUDITOR):
            end = at_end(conn, KEYRING, closed(conn), number, viewer)
            assert end.state.last is not None
            assert (end.state.last.number, end.stream, end.head) == (number, "uth", head[:HEAD_BYTES].hex())


def test_the_end_of_a_round_is_for_whom_the_round_is(conn: Connection) -> None:
    with pytest.raises(RecallError, match="another's round is not yours to see"):
        at_end(conn, KEYRING, "pro-1", 1, ANN)
    for name, number in (("pro-1", 3), ("pro-1", 0), ("none", 1)):
        with pytest.raises(NoRoundError, match="accepted: one that recall finds"):
            at_end(conn, KEYRING, name, number, AUDITOR)


# ---- statements ------------------------------------------------------------------------------------------------


def holds(conn: Connection, person: str) -> int:
    """What a person has by the ledger: the wallet, and the seats where nobody else ever sat."""
    where = {
        "p-ann": ["seat/uth/1", "layout/uth/1"],
        "p-bob": ["seat/uth/2", "layout/uth/2", "seat/pro/2", "layout/pro/2"],
    }
    held = balances(conn)
    return held[f"wallet/{person}"] + sum(held.get(each, 0) for each in where[person])


@pytest.mark.parametrize("person", ["p-ann", "p-bob"])
def test_a_statement_comes_to_what_the_ledger_says(conn: Connection, person: str) -> None:
    made = statement(conn, person, 0, 2**62)
    assert made.opening == 0
    assert made.closing == holds(conn, person)
    assert next(each.what for each in made.cage) == "guest money"
    assert {each.hand.person for each in made.rounds} == {person}


def test_statements_of_two_times_follow_each_other(conn: Connection) -> None:
    whole = statement(conn, "p-ann", 0, 2**62)
    for moment in sorted({each.at for each in whole.cage} | {each.at for each in whole.rounds}):
        first, second = statement(conn, "p-ann", 0, moment), statement(conn, "p-ann", moment, 2**62)
        assert first.closing == second.opening
        assert second.closing == whole.closing
        assert (*first.rounds, *second.rounds) == whole.rounds
        assert (*first.cage, *second.cage) == whole.cage


@pytest.mark.parametrize("most", [1, 2, 3, 100])
def test_the_parts_of_a_statement_follow_each_other_and_are_the_whole(conn: Connection, most: int) -> None:
    whole = statement(conn, "p-ann", 0, 2**62)
    since: int | None = 0
    cage: tuple[AtCage, ...] = ()
    in_rounds: tuple[InRound, ...] = ()
    opening = whole.opening
    while since is not None:
        made, since = part(conn, "p-ann", since, 2**62, most)
        assert made.opening == opening
        times = {each.at for each in made.cage} | {each.at for each in made.rounds}
        assert len(made.cage) + len(made.rounds) <= most or len(times) == 1
        cage += made.cage
        in_rounds += made.rounds
        opening = made.closing
    assert (cage, in_rounds, opening) == (whole.cage, whole.rounds, whole.closing)


def test_a_person_of_whom_nothing_is_known_has_an_empty_statement(conn: Connection) -> None:
    assert statement(conn, "nobody", 0, 2**62)[3:] == (0, (), (), 0)


def test_corrections_and_what_was_cashed_out_stand_in_the_statement(conn: Connection) -> None:
    made = statement(conn, "p-ann", 0, 2**62)
    assert [(each.what, each.amount) for each in made.cage] == [
        ("guest money", 100_000),
        ("cash out", -1000),
        ("correction", 500),
    ]


def test_a_void_round_costs_nothing(conn: Connection) -> None:
    void = [each for each in statement(conn, "p-ann", 0, 2**62).rounds if each.void]
    assert [each.hand.net for each in void] == [0]


def test_a_command_that_is_no_rounds_is_in_no_statement(tmp_path: Path) -> None:
    """Who sits down, buys chips and leaves has what there was."""
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("uth")
    run.sit("uth", 1, "p-ann")
    run.sent("uth", Command("house", "buy", 1, {"amount": 5000}, by="p-ann"))
    run.sent("uth", Command("player", "leave", 1, by="p-ann"))
    run.stop()
    with database.at_one_moment(run.engine) as conn:
        made = statement(conn, "p-ann", 0, 2**62)
    assert (made.closing, made.rounds) == (100_000, ())
    run.engine.dispose()
