"""What managers and auditors look up is found alike in SQLite and in PostgreSQL: figures, notes, people, the record."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select
from support.house.databases import database as database_of
from support.house.evening_house import LOG, evening, evening_in
from support.house.running_house import HOUSE, KEY, KEYRING, Running, sqlite

from croupier.house.engine.replay import latest, rulebook_of, session
from croupier.house.engine.requests import follow_up_id
from croupier.house.ledger.balances import balances, recounted
from croupier.house.people import directory, duties, exclusions, users
from croupier.house.people.exclusions import Exclusion
from croupier.house.people.roles import ROLES, PeopleError
from croupier.house.records import recall, shares, significant_event_search, transparency_log
from croupier.house.records.figures import Figures, figures
from croupier.house.records.significant_event_search import EventQuery
from croupier.house.records.status import ends, log_stands
from croupier.house.records.transparency_log import Log
from croupier.house.storage import database, schema, sums
from croupier.table.model.command import Command
from croupier.table.views.view import AUDITOR

ALWAYS = (0, 2**62)


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    if request.param == "sqlite":
        made = evening(tmp_path_factory.mktemp("evening"))
        yield made
        made.dispose()
    else:
        with database_of("postgresql") as grown:
            yield evening_in(grown)


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    with engine.connect() as connection:
        yield connection
        connection.rollback()


# ---- figures ---------------------------------------------------------------------------------------------------


def test_figures_are_what_the_rounds_and_the_ledger_say(conn: Connection) -> None:
    pro, uth = figures(conn, {"uth", "pro"}, *ALWAYS)
    held = balances(conn)
    for each in (pro, uth):
        counted = recall.search(conn, recall.RoundQuery(stream=each.table, void=False), AUDITOR).found
        hands = [hand for found in counted for hand in found.hands]
        assert each.rounds == len(counted)
        assert (each.handle, each.win) == (sum(hand.staked for hand in hands), -sum(hand.net for hand in hands))
        assert each.tray == held[f"tray/{each.table}"]
    assert uth.rounds == 2  # and one that was void
    meters = {name: amount for name, amount in held.items() if name.startswith("meter/")}
    assert pro.to_meters + uth.to_meters == sum(meters.values()) - 1_000_000  # which it began with
    assert uth.drop == 20_000 * 3  # two sat down, and one of them again under another session
    assert uth.hold == round(uth.win / uth.drop, 4)


def test_figures_of_two_times_make_those_of_both(conn: Connection) -> None:
    (whole,) = figures(conn, {"uth"}, *ALWAYS)
    times = [at for (at,) in conn.exec_driver_sql("SELECT at FROM journal WHERE stream = 'uth' ORDER BY at")]
    for moment in sorted(set(times)):
        (first,), (second,) = figures(conn, {"uth"}, 0, moment), figures(conn, {"uth"}, moment, 2**62)
        for name in ("rounds", "drop", "handle", "win", "to_meters"):
            assert getattr(first, name) + getattr(second, name) == getattr(whole, name), (name, moment)


@pytest.mark.parametrize("apart", [(7, 9), pytest.param((3, 4), marks=pytest.mark.prove)], ids=["few", "many"])
def test_sums_change_no_figure_and_no_balance(
    conn: Connection, apart: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many rows are summed up together, and wherever a period begins and ends."""
    moments = [0, *(at for (at,) in conn.exec_driver_sql("SELECT DISTINCT at FROM journal ORDER BY at")), 2**62]
    spans = [(since, before) for since in moments[:: apart[0]] for before in moments[:: apart[1]] if since <= before]
    accounts = [balances(conn), balances(conn, "wallet/"), balances(conn, "seat/uth/", "seat/uth/1", 2)]
    assert accounts[0] == recounted(conn)
    expected = [figures(conn, {"uth", "pro"}, *each) for each in spans]
    ends = conn.execute(select(schema.tips.c.stream, schema.tips.c.seq)).all()
    for every in (1, 2, 5, 9, 26):
        monkeypatch.setattr(sums, "EVERY", every)
        with conn.begin_nested() as savepoint:
            for stream, seq in ends:
                sums.sum_up(conn, stream, 0, sums.completed(seq))
            found = [balances(conn), balances(conn, "wallet/"), balances(conn, "seat/uth/", "seat/uth/1", 2)]
            assert found == accounts
            assert [figures(conn, {"uth", "pro"}, *each) for each in spans] == expected
            savepoint.rollback()


def test_pages_of_accounts_make_all_of_them(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = list(balances(conn).items())
    monkeypatch.setattr(sums, "EVERY", 4)
    for stream, seq in conn.execute(select(schema.tips.c.stream, schema.tips.c.seq)).all():
        sums.sum_up(conn, stream, 0, sums.completed(seq))
    found: list[tuple[str, int]] = []
    while page := balances(conn, "", found[-1][0] if found else "", 2):
        found += page.items()
    assert found == whole


def test_a_table_that_nobody_played_at_has_earned_nothing(conn: Connection) -> None:
    assert figures(conn, {"none"}, *ALWAYS) == [Figures("none", 0, 0, 0, 0, 0, 0)]
    assert figures(conn, set(), *ALWAYS) == []
    assert figures(conn, {"none"}, *ALWAYS)[0].hold is None


# ---- notes and the record --------------------------------------------------------------------------------------


def test_notes_are_found_the_latest_first_and_page_by_page(conn: Connection) -> None:
    whole = significant_event_search.search(conn, EventQuery(), 2**62, 1000)
    assert whole.before == 0
    assert [each.seq for each in whole.found] == sorted((each.seq for each in whole.found), reverse=True)
    found: list[significant_event_search.Noted] = []
    before = 2**62
    while before:
        page = significant_event_search.search(conn, EventQuery(), before, 2)
        found += page.found
        before = page.before
    assert tuple(found) == whole.found
    (correction,) = significant_event_search.search(conn, EventQuery(what="correction"), 2**62, 10).found
    assert (correction.by, correction.says["amount"]) == ("p-cage", 500)
    assert significant_event_search.search(
        conn, EventQuery(since=whole.found[0].at + 1), 2**62, 10
    ) == significant_event_search.Page((), 0)
    assert significant_event_search.search(conn, EventQuery(before=0), 2**62, 10).found == ()


def test_one_look_goes_through_so_many_notes_and_says_where_to_go_on(
    conn: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(significant_event_search, "LOOKED_AT", 1)
    first = significant_event_search.search(conn, EventQuery(what="nothing of the kind"), 2**62, 10)
    assert first.found == ()
    assert first.before > 0


def test_the_record_stands_until_its_end_is_altered(conn: Connection) -> None:
    log = Log(HOUSE, f"{LOG}/1")
    assert {each.stream for each in ends(conn, KEYRING)} == {"$cage", "$significant", "uth", "pro"}
    assert all(each.stands for each in ends(conn, KEYRING))
    stands = log_stands(conn, log, KEY.public)
    assert (stands.rounds, stands.waiting, stands.stands) == (4, 1, True)
    assert stands.checkpoint == transparency_log.latest(conn, log)
    conn.exec_driver_sql("UPDATE tips SET seq = seq - 1 WHERE stream = 'pro'")
    assert [each.stream for each in ends(conn, KEYRING) if not each.stands] == ["pro"]
    conn.exec_driver_sql("DELETE FROM leaves WHERE number = 0")
    assert not log_stands(conn, log, KEY.public).stands


def test_sessions_are_listed_the_latest_first_from_one_on(conn: Connection) -> None:
    found = latest(conn, "", 10)
    assert [each.stream for each in found] == ["uth", "pro", "uth"] or len({each.opened for each in found}) < 3
    assert [rulebook_of(each.header) for each in found] == ["uth-ma"] * 3
    assert latest(conn, found[0].id, 10) == found[1:]
    assert latest(conn, "", 1) == found[:1]
    assert {each.stream for each in latest(conn, "", 10, "pro")} == {"pro"}


# ---- people ----------------------------------------------------------------------------------------------------


def test_people_are_listed_with_logins_and_tables(conn: Connection) -> None:
    for number in range(3):
        person = users.hire(conn, f"Ann {number}", f"ann-{number}", "dealer", "x", 1)
        users.assign(conn, person, "uth", 1)
    guest = users.guest(conn, 1).person
    found = directory.listed(conn, ROLES[1:], "", 10)
    assert sorted(each.login for each in found) == ["ann-0", "ann-1", "ann-2"]
    assert {(each.tables, each.must_change) for each in found} == {(("uth",), True)}
    assert directory.listed(conn, ROLES[1:], found[0].id, 10) == found[1:]
    assert [each.login for each in directory.listed(conn, ROLES, "", 1, guest)] == [""]


def test_one_dealer_is_on_duty_at_a_table_and_at_one(conn: Connection) -> None:
    duties.sign_on(conn, "p-ann", "uth", 1)
    for person, stream in (("p-ann", "uth"), ("p-bob", "uth"), ("p-ann", "pro")):
        with pytest.raises(PeopleError):
            duties.sign_on(conn, person, stream, 2)
    with pytest.raises(PeopleError, match="not signed on here"):
        duties.relieve(conn, "uth", "p-bob")
    assert duties.relieve(conn, "uth", "p-ann").since == 1
    duties.sign_on(conn, "p-ann", "pro", 3)
    duties.table_closed(conn, "pro")
    assert duties.all_duties(conn) == {}


def test_who_is_refused_is_so_once_and_until_let_in(conn: Connection) -> None:
    about = Exclusion("uth", "p-ann", "p-floor", "Shouting.", 1)
    exclusions.refuse(conn, about)
    with pytest.raises(PeopleError, match="already"):
        exclusions.refuse(conn, about)
    assert exclusions.refused_at(conn, "uth") == (about,)
    assert exclusions.refusal_of(conn, "pro", "p-ann", {}) is None
    exclusions.let_in(conn, "uth", "p-ann")
    with pytest.raises(PeopleError, match="not refused"):
        exclusions.let_in(conn, "uth", "p-ann")


def test_a_link_shows_its_round_until_it_is_taken_back(conn: Connection) -> None:
    about = session(conn, "pro-1")
    assert about is not None
    secret, made = shares.share(conn, about, 1, "p-bob", 5)
    other, _ = shares.share(conn, about, 2, "p-bob", 6)
    assert shares.shown_by(conn, secret) == made
    assert [each.round for each in shares.shared_by(conn, "p-bob")] == [2, 1]
    shares.take_back(conn, made.hash, 7)
    assert shares.shown_by(conn, secret) is None
    with pytest.raises(PeopleError, match="no link that shows anything"):
        shares.take_back(conn, made.hash, 8)
    shares.take_all_back(conn, "p-bob", 9)
    assert shares.shown_by(conn, other) is None
    assert shares.shown_by(conn, "") is None


def test_chips_that_are_brought_again_are_no_drop(tmp_path: Path) -> None:
    run = Running(sqlite(tmp_path))
    run.guest("p-ann")
    run.open("uth")
    run.sit("uth", 1, "p-ann", 5_000)
    run.sent("uth", Command("player", "leave", 1, by="p-ann"))
    sits = Command("player", "sit", 2, {}, {"bankroll": 5_000}, "p-ann")
    run.sent("uth", sits, request=follow_up_id("uth 4"))
    run.stop()
    with database.at_one_moment(run.engine) as connection:
        assert figures(connection, {"uth"}, *ALWAYS)[0].drop == 5_000
    run.engine.dispose()
