"""A session turns over between rounds: who sat there sits there again with the same chips, and nobody's socket ends."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select
from support.house.grown_queries import scanned
from support.house.streams import says
from support.service.houses import Clock, Inside, Visitor, inside
from support.service.houses import engine as database_of

import croupier
from croupier.crypto.keys import PrivateKey
from croupier.house.audit.verify import verify
from croupier.house.config.settings import Settings
from croupier.house.engine.requests import NOT_WRITTEN, Outcome
from croupier.house.storage import database, schema
from croupier.house.storage.journal import SIGNIFICANT
from croupier.house.storage.vault import Keyring
from croupier.house.tables.rollover import DAY, begun
from croupier.table.fairness.shuffle import digest

TABLE = "lir-nj"
MINUTE = 60


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with opened(tmp_path) as found:
        yield found


def opened(where: Path, *names: str, **more: Any) -> Any:  # noqa: ANN401 - of `inside`
    """A house that has a name of its own, as every one that is opened by its program."""
    engine = database_of(where)
    with database.writing(engine) as connection:
        database.note(connection, database.HOUSE, "Harbour")
    return inside(engine, *(names or (TABLE,)), **more)


def ring(house: Inside, seconds: float = 0) -> None:
    """So much later: what is due is done, and on record."""
    house.clock.on(seconds)
    house.on_loop(house.hub.turning.ring)
    settle(house)


def settle(house: Inside) -> None:
    """Whatever is under way is done, and its notes are on record."""

    def still() -> bool:
        waiting = any(queue.waiting for queue in house.house.queues.values())
        return waiting or bool(house.hub.turning._turns)  # noqa: SLF001 - what is under way

    until(lambda: not house.on_loop(still))
    portal = house.client.portal
    assert portal is not None
    portal.call(house.hub.do, lambda _: None)


def until(so: Callable[[], object]) -> None:
    end = time.monotonic() + 10
    while not so():
        assert time.monotonic() < end
        time.sleep(0.005)


def sessions(house: Inside, table: str = TABLE) -> list[tuple[str, int]]:
    """The sessions of a table in their order, and when each was closed."""
    columns = schema.sessions.c
    with house.house.reading() as connection:
        found = select(columns.id, columns.closed).where(columns.stream == table).order_by(columns.first)
        return [(each.id, each.closed) for each in connection.execute(found)]


def seats(house: Inside, table: str = TABLE) -> dict[int, dict[str, Any]]:
    return {seat["seat"]: seat for seat in house.nobody().view(table)["view"]["seats"]}


def run_by(house: Inside, *tables: str, minutes: int = 30, **options: object) -> Settings:
    """The settings with other options for some tables, which are taken up."""
    now = house.hub.settings
    changed = {
        name: replace(now.tables[name], submission=croupier.submission(name, **options)) for name in tables or (TABLE,)
    }
    taken = replace(now, house=replace(now.house, notice_minutes=minutes), tables={**now.tables, **changed})
    house.hub.settings = taken
    house.on_loop(house.hub.turning.look)
    return taken


def play(guest: Visitor, request: str, table: str = TABLE, seat: int = 1) -> None:
    """A round to its end."""
    assert guest.bet(table, request, seat).status_code == 200
    play_out(guest, table, seat)


def look(guest: Visitor, table: str) -> dict[str, Any]:
    """A table; between two sessions whoever asks is asked to come again."""
    while "view" not in (seen := guest.view(table)):
        assert seen["status"] == 503
        time.sleep(0.005)
    return seen


def play_out(guest: Visitor, table: str = TABLE, seat: int = 1) -> None:
    """A round that is in play, to its end."""
    while (seen := look(guest, table))["view"]["due"]["do"] == "decide":
        choice = next(each["choice"] for each in seen["view"]["choices"] if not each["discards"])
        assert guest.give(table, f"d{seen['seq']}", "decide", seat, choice=choice).status_code == 200


def whole(house: Inside) -> None:
    """All that is on record stands."""
    with database.at_one_moment(house.house.engine) as connection:
        report = verify(connection, Keyring({1: bytes(32)}), PrivateKey(bytes(32)).public)
    assert report.findings == []
    assert report.unchecked == []


# ---- after a day -------------------------------------------------------------------------------------------


def test_after_a_day_a_table_goes_on_under_a_new_session_and_everybody_keeps_seat_chips_and_socket(
    house: Inside,
) -> None:
    one, two = house.guest(), house.guest()
    one.sit(TABLE, 1, 30_000)
    two.sit(TABLE, 2, 20_000)
    with one.watch(TABLE) as socket, two.watch(TABLE):
        two.give(TABLE, "out", "sit out", 2)
        play(one, "one")
        before = one.view(TABLE)["view"]["seats"][0]["bankroll"]
        ((first, closed),) = sessions(house)
        assert closed == 0
        ring(house, DAY / 1000 - 1)
        assert [name for name, _ in sessions(house)] == [first]
        ring(house, 1)
        (_, ended), (second, still) = sessions(house)
        assert (ended > 0, still, second != first) == (True, 0, True)
        assert [(number, each["away"]) for number, each in seats(house).items()] == [(1, False), (2, True)]
        assert one.view(TABLE)["view"]["seats"][0]["bankroll"] == before
        assert two.view(TABLE)["view"]["seats"][1]["bankroll"] == 20_000
        play(one, "two")
        heard = [socket.receive_json()]
        while heard[-1]["seq"] < one.view(TABLE)["seq"]:
            heard.append(socket.receive_json())
    kinds = [event["kind"] for message in heard if message["what"] == "happened" for event in message["events"]]
    assert kinds.index("ended") < kinds.index("opened") < kinds.index("sat", kinds.index("ended"))
    assert [each for each in kinds if each == "over"] == ["over", "over"]
    seqs = [message["seq"] for message in heard if message["what"] == "happened"]
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    whole(house)


def test_the_seed_of_a_session_that_turned_over_is_published_where_the_house_said_so(house: Inside) -> None:
    guest, committed = house.guest(), house.house.queues[TABLE].live.state.sealed
    with guest.watch(TABLE) as socket:
        ring(house, DAY / 1000)
        told: list[dict[str, Any]] = []
        while not told or told[-1]["kind"] != "opened":
            message = socket.receive_json()
            told += message.get("events", [])
    (ended,) = [each for each in told if each["kind"] == "ended"]
    assert digest(ended["data"]["published"]) == committed


def test_a_round_is_played_to_its_end_before_its_session_turns_over(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        ring(house, DAY / 1000 + 5)
        assert len(sessions(house)) == 1
        assert guest.view(TABLE)["view"]["phase"] == "round"
        play_out(guest)
        settle(house)
        assert len(sessions(house)) == 2
        assert list(seats(house)) == [1]
    whole(house)


def test_the_receipt_of_the_last_round_of_a_session_is_still_to_be_had(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        play(guest, "one")
        receipt, came_to = guest.get(f"/tables/{TABLE}/receipt").json(), guest.get(f"/tables/{TABLE}/last").json()
        ring(house, DAY / 1000)
        assert guest.get(f"/tables/{TABLE}/receipt").json() == receipt
        assert guest.get(f"/tables/{TABLE}/last").json() == came_to
        play(guest, "two")
        after = guest.get(f"/tables/{TABLE}/receipt").json()
    assert (after["round"], after["session"] != receipt["session"]) == (1, True)


def test_that_a_session_followed_upon_another_is_noted(house: Inside) -> None:
    ring(house, DAY / 1000)
    (first, _), (second, _) = sessions(house)

    settle(house)
    with house.house.reading() as connection:
        noted = [said for _, said in says(connection, SIGNIFICANT)]
    assert noted == [{"what": "new session", "table": TABLE, "session": second, "after": first}]


def test_who_takes_chips_out_of_the_wallet_meanwhile_sits_with_what_is_left(house: Inside) -> None:
    """Between the two sessions the chips are in the wallet, and the person's own."""
    guest = house.guest()
    guest.sit(TABLE, 1, 30_000)
    held = house.house.available
    house.house.available = lambda connection, person: min(held(connection, person), 4_000)
    ring(house, DAY / 1000)
    assert guest.view(TABLE)["view"]["seats"][0]["bankroll"] == 4_000


def test_a_close_that_cannot_be_written_is_tried_again(house: Inside, monkeypatch: pytest.MonkeyPatch) -> None:
    guest = house.guest()
    guest.sit(TABLE)

    def fails(_: str, then: Callable[[Outcome], None], __: object) -> None:
        then(NOT_WRITTEN)

    with monkeypatch.context() as patched:
        patched.setattr(house.house, "close_table", fails)
        ring(house, DAY / 1000)
        assert len(sessions(house)) == 1
    ring(house, 2)
    assert len(sessions(house)) == 2
    assert list(seats(house)) == [1]


# ---- another submission ------------------------------------------------------------------------------------


def test_what_players_are_owed_a_notice_of_hangs_for_its_time_before_the_table_changes(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE, 1, 30_000)
    with guest.watch(TABLE) as socket:
        assert socket.receive_json()["notices"] == []
        run_by(house, three_card_bonus="no")
        (notice,) = guest.view(TABLE)["notices"]
        assert "is withdrawn" in notice["says"]
        assert (notice["clause"], notice["until"]) == ("18.6B(a)", house.clock() + 30 * MINUTE * 1000)
        for path in (f"/tables/{TABLE}/sign", "/tables"):
            told = guest.get(path).json()
            assert (told["tables"][0] if path == "/tables" else told)["notices"] == [notice]
        play(guest, "one")
        assert socket.receive_json()["notices"] == [notice]
        ring(house, 30 * MINUTE - 1)
        assert len(sessions(house)) == 1
        assert guest.get(f"/tables/{TABLE}/submission").json()["options"] == {}
        ring(house, 1)
        assert len(sessions(house)) == 2
        assert guest.get(f"/tables/{TABLE}/submission").json()["options"] == {"three_card_bonus": "no"}
        assert guest.view(TABLE)["notices"] == []
        play(guest, "two")
    whole(house)


def test_a_change_of_which_nobody_is_owed_a_notice_comes_when_the_round_is_over(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE)
    with guest.watch(TABLE):
        guest.bet(TABLE)
        run_by(house, maximum="$1,000")
        assert len(sessions(house)) == 1
        play_out(guest)
        settle(house)
        assert len(sessions(house)) == 2
        assert guest.get(f"/tables/{TABLE}/submission").json()["options"] == {"maximum": "$1,000"}


def test_who_has_a_wager_on_the_table_has_it_back(house: Inside) -> None:
    one, two = house.guest(), house.guest()
    one.sit(TABLE, 1, 30_000)
    two.sit(TABLE, 2, 30_000)
    with one.watch(TABLE), two.watch(TABLE):
        one.bet(TABLE)
        run_by(house, maximum="$1,000")
        settle(house)
        seat = one.view(TABLE)["view"]["seats"][0]
        assert (seat["wagers"], seat["bankroll"], seat["ready"]) == ({}, 30_000, False)
    whole(house)


def test_a_change_that_is_taken_back_in_time_changes_nothing(house: Inside) -> None:
    run_by(house, three_card_bonus="no")
    assert house.nobody().view(TABLE)["notices"]
    run_by(house)
    assert house.nobody().view(TABLE)["notices"] == []
    ring(house, 31 * MINUTE)
    assert len(sessions(house)) == 1


def test_another_change_before_the_first_has_come_is_shown_for_its_own_time(house: Inside) -> None:
    run_by(house, three_card_bonus="no")
    ring(house, 20 * MINUTE)
    run_by(house, three_card_bonus="no", bonus="no")
    assert len(house.nobody().view(TABLE)["notices"]) == 2
    ring(house, 29 * MINUTE)
    assert len(sessions(house)) == 1
    ring(house, 1 * MINUTE)
    assert len(sessions(house)) == 2


def test_after_a_start_a_notice_hangs_for_its_whole_time_again(tmp_path: Path) -> None:
    """While the house was closed nobody could read it."""
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        changed = run_by(house, three_card_bonus="no")
        ring(house, 20 * MINUTE)
    clock.on(3600)
    with opened(tmp_path, clock=clock, run=changed) as house:
        assert house.nobody().view(TABLE)["notices"][0]["until"] == clock() + 30 * MINUTE * 1000
        ring(house, 29 * MINUTE)
        assert len(sessions(house)) == 1
        ring(house, 1 * MINUTE)
        assert len(sessions(house)) == 2


def test_a_table_that_stands_in_the_settings_no_longer_closes_and_its_chips_go_to_the_wallets(house: Inside) -> None:
    guest = house.guest()
    guest.sit(TABLE, 1, 30_000)
    with guest.watch(TABLE) as socket:
        now = house.hub.settings
        house.hub.settings = replace(now, tables={name: each for name, each in now.tables.items() if name != TABLE})
        house.on_loop(house.hub.turning.look)
        while (message := socket.receive())["type"] != "websocket.close":
            assert message["type"] == "websocket.send"
        assert message["code"] == 4404
    assert guest.get(f"/tables/{TABLE}").status_code == 404
    assert guest.get("/me/wallet").json()["amount"] == 100_000
    assert [closed > 0 for _, closed in sessions(house)] == [True]
    whole(house)


def test_the_tables_of_a_game_go_over_to_another_version_together(tmp_path: Path) -> None:
    """A house deals one version: the table that is free first waits for the other."""
    tables = ("colorado-ma-1", "colorado-ma-2")
    with opened(tmp_path, *tables) as house:
        guest = house.guest()
        guest.sit(tables[1])
        with guest.watch(tables[1]) as socket:
            guest.bet(tables[1])
            run_by(house, *tables, version="permissible")
            until(lambda: sessions(house, tables[0])[0][1] > 0)
            assert house.nobody().get(f"/tables/{tables[0]}").status_code == 503
            play_out(guest, tables[1])
            settle(house)
            ring(house, 5)
            for name in tables:
                assert len(sessions(house, name)) == 2
                assert house.nobody().get(f"/tables/{name}/submission").json()["options"] == {"version": "permissible"}
            assert list(seats(house, tables[1])) == [1]
            assert socket.receive_json()["what"] == "view"
        whole(house)


# ---- interrupted -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("stops", ["_go_on", "_seat"])
def test_a_turn_that_was_interrupted_is_finished_after_the_next_start_and_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, stops: str
) -> None:
    """The house ends when the session is closed, or when the next is open and nobody sits there yet."""
    clock = Clock()
    with opened(tmp_path, clock=clock) as house:
        one, two = house.guest(), house.guest()
        one.sit(TABLE, 3, 30_000)
        two.sit(TABLE, 1, 20_000)
        two.give(TABLE, "out", "sit out", 1)
        monkeypatch.setattr(house.hub.turning, stops, lambda *_: None)
        house.clock.on(DAY / 1000)
        house.on_loop(house.hub.turning.ring)
        until(lambda: sessions(house)[0][1] > 0)
        if stops == "_seat":
            until(lambda: len(sessions(house)) == 2)
        cookies = one.cookie, two.cookie
    for _ in range(2):
        with opened(tmp_path, clock=clock) as house:
            settle(house)
            assert [(number, each["away"]) for number, each in seats(house).items()] == [(1, True), (3, False)]
            seen = [Visitor(house.client, cookie).view(TABLE) for cookie in cookies]
            seats_of = [(each["yours"], each["view"]["seats"]) for each in seen]
            own = [[seat["bankroll"] for seat in all_seats if seat["seat"] in yours] for yours, all_seats in seats_of]
            assert own == [[30_000], [20_000]]
            assert len(sessions(house)) == 2
            with house.house.reading() as connection:
                assert begun(connection) == {}
            whole(house)


# ---- what is made known afterwards -------------------------------------------------------------------------


def listed(house: Inside, query: str = "") -> list[dict[str, Any]]:
    answer = house.nobody().get(f"/tables/{TABLE}/sessions{query}")
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()["sessions"]
    return found


@pytest.mark.parametrize(("publishes", "hours"), [("at once", 0), ("later", 24), ("to the auditor alone", None)])
def test_the_seed_of_a_session_is_made_known_when_the_house_has_said(
    tmp_path: Path, publishes: str, hours: int | None
) -> None:
    with opened(tmp_path) as house:
        now = house.hub.settings
        house.hub.settings = replace(now, tables={**now.tables, TABLE: replace(now.tables[TABLE], publishes=publishes)})
        house.on_loop(house.hub.turning.look)  # from the next session on
        settle(house)
        committed = house.house.queues[TABLE].live.state.sealed
        guest = house.guest()
        guest.sit(TABLE)
        with guest.watch(TABLE):
            play(guest, "one")
            assert [each["published"] for each in listed(house)[:1]] == [""], "cards of it can still be dealt"
            ring(house, DAY / 1000)
            (_, about, *_) = listed(house)
            assert about["publishes"] == publishes
            if hours is None:
                assert about["since"] == 0
                ring(house, 30 * DAY / 1000)
                assert [each["published"] for each in listed(house) if each["publishes"] == publishes] == ["", "", ""]
                return
            assert about["since"] == about["closed"] + hours * 3_600_000
            if hours:
                assert about["published"] == ""
                house.clock.on(hours * 3600 - 1)
                assert listed(house)[1]["published"] == ""
                house.clock.on(1)
            assert digest(listed(house)[1]["published"]) == committed


def test_sessions_are_told_a_page_at_a_time_and_of_no_table_none(house: Inside) -> None:
    for _ in range(2):
        ring(house, DAY / 1000)
    every = listed(house)
    assert [each["session"] for each in every] == [name for name, _ in reversed(sessions(house))]
    first = house.nobody().get(f"/tables/{TABLE}/sessions?most=2").json()
    assert first["sessions"] == every[:2]
    second = house.nobody().get(f"/tables/{TABLE}/sessions?most=2&before={first['before']}").json()
    assert (second["sessions"], second["before"]) == (every[2:], 0)
    assert house.nobody().get("/tables/nowhere/sessions").status_code == 404


def test_a_turn_a_stop_and_a_start_go_through_no_table_that_grows(tmp_path: Path) -> None:
    with scanned() as scans:
        with opened(tmp_path) as house:
            house.guest().sit(TABLE)
            ring(house, DAY / 1000)
            assert len(sessions(house)) == 2
        engine = database_of(tmp_path)
        with inside(engine, TABLE) as house:
            assert [closed == 0 for _, closed in sessions(house)][-1]
        engine.dispose()
    assert scans == {}
