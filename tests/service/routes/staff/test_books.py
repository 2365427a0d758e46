"""The books over HTTP: figures, the ledger, significant events, where the record stands, and exports; and for whom."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from support.service.houses import WAGERS, Inside, Visitor, inside, settings
from support.table.recordings import audited

from croupier.house.ledger import balances
from croupier.house.records import interventions as records
from croupier.house.records import transparency_log
from croupier.house.storage import database
from croupier.house.storage.database import HOUSE
from croupier.table.recording.audit import Reading
from croupier.table.recording.audit_result import AuditResult

UTH, LIR = "uth-ma", "lir-nj"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), UTH, LIR) as found:
        with database.writing(found.house.engine) as connection:
            database.note(connection, HOUSE, "Harbour")
            transparency_log.begin(connection, "Harbour", "harbour/log")
        with found.house.reading() as connection:
            found.hub.log_signer.begin(connection)
        yield found


class Evening:
    """One guest has played three rounds and one at another table, and sits there still; a dealer's table was filled."""

    def __init__(self, house: Inside) -> None:
        self.house = house
        self.auditor, self.manager = house.hired("auditor", "auditor"), house.hired("boss", "manager")
        self.floor = house.hired("floor", "floor", UTH)
        self.guest = house.guest("=1+1")
        self.guest.sit(UTH, 1, 20_000)
        self.guest.post(f"/tables/{UTH}/seats/1/chips", {"request": "more", "amount": 5_000})
        for number in range(3):
            self.guest.play(UTH, f"r{number}")
        house.clock.on(10)
        self.later = house.clock()
        self.guest.sit(LIR, 2, 20_000)
        self.guest.play(LIR, "l", 2)
        self.floor.post(f"/tables/{UTH}/fills", {"request": "f", "amount": 500_000})


@pytest.fixture(scope="module")
def evening(house: Inside) -> Evening:
    return Evening(house)


# ---- figures -----------------------------------------------------------------------------------------------


def _figures(visitor: Visitor, query: str = "") -> dict[str, dict[str, object]]:
    answer = visitor.get(f"/figures{query}")
    assert answer.status_code == 200, answer.text
    return {each["table"]: each for each in answer.json()["tables"]}


def test_drop_handle_win_and_hold_are_what_was_played(evening: Evening) -> None:
    found = _figures(evening.manager)
    hands = [hand for each in evening.guest.get(f"/rounds?table={UTH}").json()["rounds"] for hand in each["hands"]]
    figures = found[UTH]
    assert (figures["rounds"], figures["drop"]) == (3, 25_000)
    assert figures["handle"] == sum(hand["staked"] for hand in hands)
    win = -sum(hand["net"] for hand in hands)
    assert (figures["win"], figures["hold"]) == (win, round(win / 25_000, 4))
    assert figures["tray"] == 500_000 + win
    assert (found[LIR]["rounds"], found[LIR]["drop"]) == (1, 20_000)
    assert (found["dragon-md"]["exposure"], found["dragon-md"]["hold"]) == (None, None)


def test_figures_are_of_a_time_and_of_the_gaming_day_where_none_is_said(evening: Evening) -> None:
    after = _figures(evening.manager, f"?since={evening.later}")
    assert (after[UTH]["rounds"], after[UTH]["drop"], after[LIR]["rounds"]) == (0, 0, 1)
    until = _figures(evening.manager, f"?before={evening.later}")
    assert (until[UTH]["rounds"], until[LIR]["rounds"]) == (3, 0)
    began = datetime.fromtimestamp(evening.manager.get("/figures").json()["since"] / 1000, UTC)
    assert (began.hour, began.minute, began.second) == (6, 0, 0)
    assert 0 <= evening.house.clock() / 1000 - began.timestamp() < 24 * 3600


def test_chips_that_are_brought_again_after_a_move_are_no_drop(tmp_path: Path) -> None:
    with inside(tmp_path, UTH, LIR) as house:
        guest, manager = house.guest(), house.hired("boss", "manager")
        person = guest.get("/me").json()["person"]
        assert guest.sit(UTH, 1, 20_000, request="again-1").status_code == 200
        for seat, to, number in ((1, UTH, 5), (5, LIR, 2)):
            body = {"person": person, "table": to, "seat": number, "reason": "A draught."}
            assert manager.post(f"/tables/{UTH}/seats/{seat}/move", body).status_code == 200
        found = _figures(manager)
        assert (found[UTH]["drop"], found[LIR]["drop"]) == (20_000, 0)
        spoofed = guest.post(f"/tables/{UTH}/seats/1", {"request": "again 1", "chips": 100})
        assert spoofed.status_code == 422  # no id that a person sends has a blank


def test_exposure_is_the_most_that_what_stands_could_win(tmp_path: Path) -> None:
    with inside(tmp_path, UTH, LIR) as house:
        guest, manager = house.guest(), house.hired("boss", "manager")
        guest.sit(UTH, 1)
        assert _figures(manager)[UTH]["exposure"] == 0
        guest.give(UTH, "b", "bet", 1, wagers={**WAGERS[UTH], "trips": 500})
        # even money on the ante, 500 to 1 on the blind, 50 to 1 on trips
        assert _figures(manager)[UTH]["exposure"] == 500 + 500 * 500 + 50 * 500
        guest.give(UTH, "c", "bet", 1, wagers=dict.fromkeys(WAGERS[UTH], 10_000))
        assert _figures(manager)[UTH]["exposure"] == 5_000_000  # 11(e): no more is paid on one hand
        guest.sit(LIR, 1)
        guest.give(LIR, "d", "bet", 1, wagers={**WAGERS[LIR], "bonus": 100})
        assert _figures(manager)[LIR]["exposure"] == 3 * 1000 * 500 + 2_500_000  # a fixed amount on the bonus


def test_what_the_floor_does_against_players_is_counted_by_table_and_person(tmp_path: Path) -> None:
    run = settings()
    run = replace(run, tables={name: replace(each, supervised=True) for name, each in run.tables.items()})
    with inside(tmp_path, UTH, LIR, run=run) as house:
        guest, boss = house.guest(), house.hired("boss", "manager")
        floor, other = house.hired("floor", "floor", UTH), house.hired("other", "floor", LIR)
        assert boss.get("/figures").json()["interventions"] == []
        guest.sit(UTH)
        for number in range(2):
            guest.bet(UTH, f"bet-{number}")
            assert floor.give(UTH, f"call-{number}", "call", 0, what="a lamp fell").status_code == 200
            ruled = floor.give(UTH, f"rule-{number}", "rule", 0, choice="void", reason="nobody saw the cards")
            assert ruled.status_code == 200, ruled.text
            house.clock.on(10)
        later = house.clock()
        person = guest.get("/me").json()["person"]
        assert floor.post(f"/tables/{UTH}/refused", {"person": person, "reason": "He shouts."}).status_code == 200
        told = boss.get("/figures").json()
        name = {"table": UTH, "person": floor.get("/me").json()["person"], "name": "Floor"}
        counts = {"rulings": 2, "void": 2, "withdrawn": 0, "recuts": 0, "refused": 1}
        mine = [each for each in told["interventions"] if each["person"]]
        assert mine == [{**name, **counts}]
        assert told["counted_from"] == told["since"]
        assert floor.get("/figures").json()["interventions"] == told["interventions"]
        assert other.get("/figures").json()["interventions"] == []
        statement = guest.get("/me/statement").json()
        summed = {name: sum(each[name] for each in told["interventions"]) for name in counts}
        assert statement["interventions"] == [{"table": UTH, **summed}]
        assert (
            house.guest().get("/me/statement").json()["interventions"] == []
        )  # who played nowhere is told of no table
        assert boss.get(f"/figures?before={told['since']}").json()["interventions"] == []
        since = boss.get(f"/figures?since={later}").json()["interventions"]
        assert [(each["rulings"], each["void"], each["refused"]) for each in since if each["person"]] == [(0, 0, 1)]


def test_of_a_long_time_the_latest_interventions_are_counted_and_it_says_from_when(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "LOOKED_AT", 2)
    with inside(tmp_path, UTH) as house:
        boss = house.hired("boss", "manager")
        people = [house.guest().get("/me").json()["person"] for _ in range(3)]
        for person in people:
            house.clock.on(60)
            assert boss.post(f"/tables/{UTH}/refused", {"person": person, "reason": "He shouts."}).status_code == 200
        told = boss.get("/figures").json()
        [found] = told["interventions"]
        assert (found["refused"], told["counted_from"]) == (2, house.clock() - 60_000)


def test_a_floor_sees_the_figures_of_the_own_tables(evening: Evening) -> None:
    assert list(_figures(evening.floor)) == [UTH]
    assert set(_figures(evening.auditor)) == {UTH, LIR, "colorado-ma-1", "colorado-ma-2", "dragon-md"}
    for visitor in (evening.guest, evening.house.hired("floor-2", "floor")):
        assert visitor.get("/figures").status_code == 403
    assert evening.house.nobody().get("/figures").status_code == 401


# ---- the ledger --------------------------------------------------------------------------------------------


def test_the_ledger_is_shown_by_account_page_by_page(evening: Evening) -> None:
    with evening.house.house.reading() as connection:
        expected = balances.balances(connection)
    held: dict[str, int] = {}
    after = ""
    while True:
        page = evening.auditor.get(f"/ledger?most=3&after={after}").json()
        held |= {each["account"]: each["holds"] for each in page["accounts"]}
        after = page["after"]
        if not after:
            break
    assert held == expected
    assert sum(held.values()) == 0
    trays = evening.manager.get("/ledger?accounts=tray/").json()["accounts"]
    assert {each["account"] for each in trays} <= {f"tray/{UTH}", f"tray/{LIR}"}


def test_the_ledger_leaves_as_csv_in_which_no_name_is_a_formula(evening: Evening) -> None:
    answer = evening.manager.get("/ledger/csv")
    assert answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.headers["content-disposition"] == 'attachment; filename="ledger.csv"'
    rows = list(csv.DictReader(io.StringIO(answer.text)))
    assert sum(int(row["cents"]) for row in rows) == 0
    assert {row["stream"] for row in rows} >= {"$cage", UTH, LIR}
    assert int(answer.headers["content-length"]) == len(answer.content)
    cage = list(csv.DictReader(io.StringIO(evening.manager.get("/ledger/csv?accounts=cage").text)))
    assert {row["account"] for row in cage} == {"cage"}


@pytest.mark.parametrize("path", ["/ledger", "/ledger/csv", "/significant", "/chain", "/sessions"])
def test_the_books_are_for_auditors_and_managers_alone(evening: Evening, path: str) -> None:
    for visitor in (evening.guest, evening.floor):
        assert visitor.get(path).status_code == 403
    assert evening.house.nobody().get(path).status_code == 401
    assert evening.auditor.get(path).status_code == evening.manager.get(path).status_code == 200


# ---- significant events ------------------------------------------------------------------------------------


def test_significant_events_are_found_by_what_they_are_and_by_whom(evening: Evening) -> None:
    manager, floor = evening.manager, evening.floor
    person = floor.get("/me").json()["person"]
    fills = manager.get("/significant?what=fill").json()["events"]
    assert [(each["what"], each["by"], each["name"], each["says"]["amount"]) for each in fills] == [
        ("fill", person, "Floor", 500_000)
    ]
    assert manager.get(f"/significant?person={person}&table={UTH}").json()["events"] == fills
    assert manager.get("/significant?what=nothing").json() == {"events": [], "after": 0}
    assert manager.get(f"/significant?since={evening.house.clock() + 1}").json()["events"] == []


def test_pages_of_significant_events_follow_each_other(evening: Evening) -> None:
    for number in range(5):
        evening.manager.post(f"/tables/{LIR}/fills", {"request": f"page-{number}", "amount": 100 + number})
    seen: list[int] = []
    after = 0
    while True:
        page = evening.auditor.get(f"/significant?what=fill&most=2&after={after}").json()
        seen += [each["says"]["amount"] for each in page["events"]]
        after = page["after"]
        if not after:
            break
    assert seen == [104, 103, 102, 101, 100, 500_000]


# ---- the record --------------------------------------------------------------------------------------------


def test_where_the_record_stands_is_shown_with_the_log(evening: Evening) -> None:
    house = evening.house
    before = evening.auditor.get("/chain").json()
    assert {each["stream"] for each in before["streams"]} == {"$cage", "$significant", "$register", UTH, LIR}
    assert all(each["stands"] for each in before["streams"])
    assert (before["log"]["rounds"], before["log"]["waiting"], before["log"]["checkpoint"]) == (0, 4, "")
    log = house.hub.log_signer.log
    assert log is not None
    with database.writing(house.house.engine) as connection:
        transparency_log.checkpoint(connection, log, house.house.key, house.clock())
    after = evening.auditor.get("/chain").json()["log"]
    assert (after["rounds"], after["waiting"], after["stands"]) == (4, 0, True)
    assert after["checkpoint"] == evening.auditor.get("/log/checkpoint").text


@pytest.mark.parametrize(
    ("alters", "what"),
    [
        ("UPDATE journal SET at = at + 1 WHERE stream = 'uth-ma'", UTH),
        ("DELETE FROM journal WHERE stream = '$cage' AND seq > 0", "$cage"),
        ("UPDATE leaves SET head = x'00' WHERE number = 0", "log"),
        ("UPDATE checkpoints SET note = replace(note, 'harbour', 'arbour')", "log"),
    ],
)
def test_what_was_altered_at_its_end_stands_no_longer(tmp_path: Path, alters: str, what: str) -> None:
    with inside(tmp_path, UTH) as house:
        with database.writing(house.house.engine) as connection:
            database.note(connection, HOUSE, "Harbour")
            log = transparency_log.begin(connection, "Harbour", "harbour/log")
        with house.house.reading() as connection:
            house.hub.log_signer.begin(connection)
        guest, auditor = house.guest(), house.hired("auditor", "auditor")
        guest.sit(UTH)
        guest.play(UTH, "a")
        with database.writing(house.house.engine) as connection:
            transparency_log.checkpoint(connection, log, house.house.key, house.clock())
            connection.exec_driver_sql(alters)
        seen = auditor.get("/chain").json()
        altered = [each["stream"] for each in seen["streams"] if not each["stands"]]
        assert altered + (["log"] if not seen["log"]["stands"] else []) == [what]


def test_sessions_are_listed_the_latest_first(evening: Evening) -> None:
    listed = evening.manager.get("/sessions").json()
    assert {(each["table"], each["rounds"], each["closed"]) for each in listed["sessions"]} == {
        (UTH, 3, 0),
        (LIR, 1, 0),
    }
    first = evening.manager.get("/sessions?most=1").json()
    rest = evening.manager.get(f"/sessions?after={first['after']}").json()
    assert first["sessions"] + rest["sessions"] == listed["sessions"]
    assert [each["table"] for each in evening.manager.get(f"/sessions?table={LIR}").json()["sessions"]] == [LIR]


# ---- exports -----------------------------------------------------------------------------------------------


def test_a_session_leaves_as_a_recording_that_audit_reads_and_that_is_on_record(evening: Evening) -> None:
    house = evening.house
    answer = evening.auditor.post("/sessions/uth-ma-1/export", {"reason": "A dispute.", "round": 2})
    assert (answer.status_code, answer.headers["content-type"]) == (200, "application/x-ndjson")
    assert answer.headers["content-disposition"] == 'attachment; filename="uth-ma-1.jsonl"'
    reading, found = Reading(key=house.house.key.public), AuditResult()
    found.read(reading, answer.content.splitlines(keepends=True))
    assert found.rounds == 2
    note = house.noted()[-1]
    assert (note["what"], note["session"], note["upto"], note["reason"]) == ("export", "uth-ma-1", 2, "A dispute.")


def test_a_session_that_is_closed_is_exported_whole(tmp_path: Path) -> None:
    with inside(tmp_path, UTH) as house:
        guest, manager = house.guest(), house.hired("boss", "manager")
        guest.sit(UTH)
        guest.play(UTH, "a")
        assert manager.post(f"/tables/{UTH}/close").status_code == 200
        assert manager.post("/sessions/uth-ma-1/export", {"reason": "The day is over."}).status_code == 403
        answer = house.hired("eye", "auditor").post("/sessions/uth-ma-1/export", {"reason": "The day is over."})
        _, found = audited(answer.content.splitlines(keepends=True), key=house.house.key.public)
        assert (found.rounds, bool(found.seed)) == (1, True)


def test_what_is_not_there_is_not_exported_and_nothing_is_noted(evening: Evening) -> None:
    before = len(evening.house.noted())
    for path, body, status in (
        ("nowhere", {"reason": "A dispute."}, 404),
        ("uth-ma-1", {"reason": "A dispute.", "round": 99}, 404),
        ("uth-ma-1", {"reason": " "}, 403),
        ("uth-ma-1", {"reason": "a\nb"}, 422),
        ("uth-ma-1", {"reason": "A dispute.", "round": 0}, 422),
    ):
        assert evening.auditor.post(f"/sessions/{path}/export", body).status_code == status
    for visitor in (evening.guest, evening.floor):
        assert visitor.post("/sessions/uth-ma-1/export", {"reason": "A look."}).status_code == 403
    assert len(evening.house.noted()) == before
