"""Recall over HTTP: rounds are found and shown again to whom they may be, as they were seen, and to nobody else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.service.houses import Inside, Visitor, inside

from croupier.house.records import transparency_log
from croupier.house.storage import database
from croupier.house.storage.database import HOUSE
from croupier.table.receipts.verify import verify

UTH, LIR = "uth-ma", "lir-nj"
SESSION = "uth-ma-1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), UTH, LIR) as found:
        yield found


class Evening:
    """Ash and Bo have played one round together; Ash three more alone, one of them at another table."""

    def __init__(self, house: Inside) -> None:
        self.house = house
        self.ash, self.bo = house.guest("Ash"), house.guest("Bo")
        self.stranger, self.nobody = house.guest("Cyd"), house.nobody()
        self.auditor, self.manager = house.hired("auditor", "auditor"), house.hired("boss", "manager")
        self.ash.sit(UTH, 1)
        self.bo.sit(UTH, 2)
        self.watched = self._together()
        self.bo.give(UTH, "bye", "leave", 2)
        house.clock.on(3600)
        self.later = house.clock()
        for number in (2, 3):
            self.ash.play(UTH, f"r{number}")
        self.ash.give(UTH, "bye", "leave", 1)
        house.clock.on(1)
        self.ash.sit(LIR, 4)
        self.ash.play(LIR, "l1", 4)

    def _together(self) -> dict[str, list[dict[str, Any]]]:
        """What each was told over the socket by the way."""
        told: dict[str, list[dict[str, Any]]] = {}
        visitors = {"ash": self.ash, "bo": self.bo, "public": self.nobody}
        before = self.nobody.view(UTH)["seq"]
        self.ash.bet(UTH, "b", 1)
        self.bo.bet(UTH, "b", 2)
        for number in range(12):
            view = self.nobody.view(UTH)["view"]
            if view["due"]["do"] != "decide":
                break
            seat = view["due"]["seat"]
            choice = view["choices"][0]["choice"]
            (self.ash, self.bo)[seat - 1].give(UTH, f"d{number}", "decide", seat, choice=choice)
        for name, visitor in visitors.items():
            with visitor.watch(UTH, after=before) as socket:
                seq = visitor.view(UTH)["seq"]
                told[name] = []
                while not told[name] or told[name][-1]["seq"] < seq:
                    told[name].append(socket.receive_json())
        return told


@pytest.fixture(scope="module")
def evening(house: Inside) -> Evening:
    return Evening(house)


def _found(visitor: Visitor, query: str = "") -> list[tuple[str, int]]:
    answer = visitor.get(f"/rounds{query}")
    assert answer.status_code == 200, answer.text
    return [(each["table"], each["round"]) for each in answer.json()["rounds"]]


# ---- finding -----------------------------------------------------------------------------------------------


def test_a_player_finds_the_own_rounds_the_latest_first(evening: Evening) -> None:
    assert _found(evening.ash) == [(LIR, 1), (UTH, 3), (UTH, 2), (UTH, 1)]
    assert _found(evening.bo) == [(UTH, 1)]
    assert _found(evening.stranger) == []
    (mine,) = evening.bo.get("/rounds").json()["rounds"]
    assert [(hand["seat"], hand["name"]) for hand in mine["hands"]] == [(2, "Bo")]
    assert (mine["session"], mine["rulebook"], mine["void"]) == (SESSION, UTH, False)


@pytest.mark.parametrize("who", ["auditor", "manager"])
def test_an_auditor_and_a_manager_find_all_rounds_and_all_hands(evening: Evening, who: str) -> None:
    visitor: Visitor = getattr(evening, who)
    assert _found(visitor) == [(LIR, 1), (UTH, 3), (UTH, 2), (UTH, 1)]
    first = visitor.get(f"/rounds?session={SESSION}&round=1").json()["rounds"][0]
    assert [hand["name"] for hand in first["hands"]] == ["Ash", "Bo"]


def test_rounds_are_found_by_what_is_known_of_them(evening: Evening) -> None:
    person = evening.bo.get("/me").json()["person"]
    assert _found(evening.auditor, f"?person={person}") == [(UTH, 1)]
    assert _found(evening.auditor, f"?table={LIR}") == [(LIR, 1)]
    assert _found(evening.auditor, "?round=1") == [(LIR, 1), (UTH, 1)]
    assert _found(evening.auditor, f"?since={evening.later}") == [(LIR, 1), (UTH, 3), (UTH, 2)]
    assert _found(evening.auditor, f"?before={evening.later}") == [(UTH, 1)]
    assert _found(evening.auditor, "?void=true") == []
    assert len(_found(evening.auditor, "?void=false&amount=1000")) == 4
    assert _found(evening.auditor, "?amount=100000000") == []
    assert _found(evening.auditor, "?irregularity=any") == []
    assert (LIR, 1) not in _found(evening.auditor, "?clause=uth-ma%2010(h)(1)")
    clauses = [
        line["clauses"][0]
        for line in evening.ash.get(f"/rounds/{SESSION}/3").json()["came"]["seats"][0]["lines"]
        if line["clauses"]
    ]
    assert (UTH, 3) in _found(evening.auditor, f"?clause=uth-ma%20{clauses[0]}")


def test_pages_follow_each_other(evening: Evening) -> None:
    pages, after = [], ""
    while True:
        page = evening.ash.get(f"/rounds?most=3&after={after}").json()
        pages.append([(each["table"], each["round"]) for each in page["rounds"]])
        after = page["after"]
        if not after:
            break
    assert pages == [[(LIR, 1), (UTH, 3), (UTH, 2)], [(UTH, 1)]]


@pytest.mark.parametrize(
    ("query", "status", "about"),
    [
        ("?after=x", 422, "round"),
        ("?most=0", 422, "most"),
        ("?most=101", 422, "most"),
        ("?since=-1", 422, "since"),
        (f"?round={2**70}", 422, "round"),
        ("?void=perhaps", 422, "void"),
        ("?tabel=uth-ma", 400, "query"),
        ("?table=uth-ma&table=lir-nj", 400, "query"),
        ("?clause=" + "x" * 201, 422, "clause"),
    ],
)
def test_what_cannot_be_asked_for_is_refused_and_nothing_is_ignored(
    evening: Evening, query: str, status: int, about: str
) -> None:
    answer = evening.ash.get(f"/rounds{query}")
    assert (answer.status_code, answer.json()["about"]) == (status, about), answer.text
    assert answer.json()["accepted"]


@pytest.mark.parametrize("text", ["'; DROP TABLE rounds; --", "%", "\u202e", "\x00"])
def test_hostile_words_find_nothing(evening: Evening, text: str) -> None:
    answer = evening.house.client.get("/api/v1/rounds", params={"clause": text}, headers=evening.auditor.headers)
    assert (answer.status_code, answer.json()["rounds"]) == (200, [])


def test_nobody_looks_anothers_rounds_up(evening: Evening) -> None:
    person = evening.ash.get("/me").json()["person"]
    answer = evening.bo.get(f"/rounds?person={person}")
    assert (answer.status_code, answer.json()["about"]) == (403, "recall")
    assert evening.nobody.get("/rounds").status_code == 401


# ---- one round ---------------------------------------------------------------------------------------------


def test_a_round_is_what_it_came_to_for_its_viewer(evening: Evening) -> None:
    ash = evening.ash.get(f"/rounds/{SESSION}/1").json()
    assert (ash["table"], ash["round"], ash["rulebook"], ash["yours"]) == (UTH, 1, UTH, [1])
    assert "??" not in ash["came"]["seats"][0]["cards"]
    assert evening.bo.get(f"/rounds/{SESSION}/1").json()["yours"] == [2]
    last = evening.ash.get("/rounds/lir-nj-1/1").json()["came"]
    assert last == evening.ash.get(f"/tables/{LIR}/last").json()


@pytest.mark.parametrize("path", ["", "/replay", "/receipt"])
def test_anothers_round_is_shown_to_nobody_else(evening: Evening, path: str) -> None:
    address = f"/rounds/{SESSION}/2{path}"
    assert evening.ash.get(address).status_code == 200
    assert evening.auditor.get(address).status_code == 200
    assert evening.manager.get(address).status_code == 200
    for stranger in (evening.bo, evening.stranger):
        answer = stranger.get(address)
        assert (answer.status_code, answer.json()["about"]) == (403, "recall")
    assert evening.nobody.get(address).status_code == 401


@pytest.mark.parametrize("address", [f"/rounds/{SESSION}/99", "/rounds/nowhere/1"])
@pytest.mark.parametrize("path", ["", "/replay", "/receipt"])
def test_a_round_that_is_not_there_is_said_to_be_none(evening: Evening, address: str, path: str) -> None:
    for visitor in (evening.ash, evening.auditor):
        answer = visitor.get(address + path)
        assert (answer.status_code, answer.json()["accepted"]) == (404, "one that recall finds")


@pytest.mark.parametrize("address", ["/rounds/..%2f/1", f"/rounds/{SESSION}/0", f"/rounds/{SESSION}/{2**63}"])
def test_an_address_of_no_round_is_refused(evening: Evening, address: str) -> None:
    assert evening.ash.get(address).status_code in {404, 422}


# ---- replays -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", ["ash", "bo"])
def test_a_replay_is_what_the_viewer_was_told_at_the_socket(evening: Evening, who: str) -> None:
    """From the end of the round before on; what came at the socket is the end of that."""
    visitor: Visitor = getattr(evening, who)
    again = visitor.get(f"/rounds/{SESSION}/1/replay").json()
    by_seq = {each["seq"]: each for each in evening.watched[who]}
    over = max(each["seq"] for each in again["moments"])
    told = [each for seq, each in by_seq.items() if seq <= over]
    assert len(told) >= 4
    assert again["moments"][-len(told) :] == told
    assert again["after"] == 0


def test_as_the_public_everybody_sees_it_who_may_see_it(evening: Evening) -> None:
    public = {each["seq"]: each for each in evening.watched["public"]}
    for visitor in (evening.ash, evening.auditor):
        again = visitor.get(f"/rounds/{SESSION}/1/replay?as=public").json()
        assert [public[each["seq"]] for each in again["moments"] if each["seq"] in public] == [
            each for each in again["moments"] if each["seq"] in public
        ]


def test_an_auditor_sees_a_round_as_the_floor_saw_it_and_no_hidden_card(evening: Evening) -> None:
    for query in ("", "?as=floor", "?as=dealer"):
        again = evening.auditor.get(f"/rounds/{SESSION}/1/replay{query}").json()
        dealing = next(each for each in again["moments"] if any(one["kind"] == "dealt" for one in each["events"]))
        assert all(seat["bankroll"] is not None for seat in dealing["view"]["seats"])
        assert {card for seat in dealing["view"]["seats"] for card in seat["cards"]} == {"??"}
        assert not any("state" in each["view"] for each in again["moments"])
        assert not any("card" in one["data"] for one in dealing["events"] if one["kind"] == "dealt")


def test_a_player_does_not_see_as_the_floor(evening: Evening) -> None:
    for role in ("floor", "dealer"):
        answer = evening.ash.get(f"/rounds/{SESSION}/1/replay?as={role}")
        assert (answer.status_code, answer.json()["about"]) == (422, "as")
    assert evening.ash.get(f"/rounds/{SESSION}/1/replay?as=auditor").status_code == 422


def test_a_replay_goes_on_after_a_sequence(evening: Evening) -> None:
    whole = evening.ash.get(f"/rounds/{SESSION}/2/replay").json()["moments"]
    part = evening.ash.get(f"/rounds/{SESSION}/2/replay?after={whole[0]['seq']}").json()["moments"]
    assert part == whole[1:]
    behind = evening.ash.get(f"/rounds/{SESSION}/2/replay?after={whole[-1]['seq']}")
    assert (behind.status_code, behind.json()["accepted"]) == (422, "the `after` of the part before, or none")


def test_a_round_in_play_is_shown_to_nobody(house: Inside) -> None:
    guest, auditor = house.guest(), house.hired("auditor-2", "auditor")
    guest.sit(UTH, 5)
    guest.bet(UTH, "in-play", 5)
    number = house.nobody().view(UTH)["view"]["round"]
    assert house.nobody().view(UTH)["view"]["phase"] == "round"
    for visitor in (guest, auditor):
        for path in ("", "/replay", "/receipt"):
            assert visitor.get(f"/rounds/{SESSION}/{number}{path}").status_code == 404
    assert auditor.post(f"/rounds/{SESSION}/{number}/hidden", {"reason": "a look"}).status_code == 404
    guest.play_out(UTH, "on", 5)
    assert guest.get(f"/rounds/{SESSION}/{number}").status_code == 200
    guest.give(UTH, "gone", "leave", 5)


# ---- receipts ----------------------------------------------------------------------------------------------


def test_a_receipt_of_any_own_round_is_had_and_holds(evening: Evening) -> None:
    for number in (1, 2, 3):
        receipt = evening.ash.get(f"/rounds/{SESSION}/{number}/receipt").json()
        assert (receipt["round"], receipt["session"], receipt["table"]) == (number, SESSION, UTH)
        found = verify(receipt)
        assert [each for each in found if each.holds is False] == []
        assert any(each.holds for each in found)
    assert evening.ash.get("/rounds/lir-nj-1/1/receipt").json() == evening.ash.get(f"/tables/{LIR}/receipt").json()


def test_a_receipt_opens_the_cards_that_its_viewer_has_seen(evening: Evening) -> None:
    places = {
        who: {each["place"] for each in visitor.get(f"/rounds/{SESSION}/1/receipt").json()["cards"]}
        for who, visitor in (("ash", evening.ash), ("bo", evening.bo), ("auditor", evening.auditor))
    }
    assert places["auditor"] <= places["ash"] & places["bo"]


def test_a_receipt_has_its_place_in_the_houses_log_once_a_checkpoint_covers_it(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with inside(tmp_path_factory.mktemp("logged"), UTH) as house:
        guest = house.guest()
        guest.sit(UTH)
        guest.play(UTH, "a")
        guest.play(UTH, "b")
        assert "checkpoint" not in guest.get(f"/rounds/{SESSION}/1/receipt").json()
        with database.writing(house.house.engine) as connection:
            database.note(connection, HOUSE, "Harbour")
            log = transparency_log.begin(connection, "Harbour", "harbour/log")
            transparency_log.checkpoint(connection, log, house.house.key, house.clock())
        with house.house.reading() as connection:
            house.hub.log_signer.begin(connection)
        receipt = guest.get(f"/rounds/{SESSION}/1/receipt").json()
        assert receipt["inclusion"]["index"] == 0
        assert not [each for each in verify(receipt) if each.holds is False]


# ---- what was hidden ---------------------------------------------------------------------------------------


def test_an_auditor_who_says_why_sees_every_card_that_was_dealt_and_that_is_on_record(evening: Evening) -> None:
    answer = evening.auditor.post(f"/rounds/{SESSION}/1/hidden", {"reason": "A player complains."})
    assert answer.status_code == 200
    dealt = [seat["cards"] for each in answer.json()["moments"] for seat in each["dealt"]["seats"] if seat["cards"]]
    assert dealt
    assert "??" not in json.dumps(dealt)
    assert "state" not in answer.json()["moments"][0]["told"]["view"]
    assert "secret" not in answer.text
    note = evening.house.noted()[-1]
    assert (note["what"], note["session"], note["round"]) == ("look at hidden cards", SESSION, 1)
    assert (note["reason"], note["by"]) == ("A player complains.", evening.auditor.get("/me").json()["person"])


def test_an_auditor_who_says_why_sees_a_round_as_one_of_its_players_did(evening: Evening) -> None:
    person = evening.bo.get("/me").json()["person"]
    body = {"reason": "A player complains.", "person": person}
    seen = evening.auditor.post(f"/rounds/{SESSION}/1/hidden", body).json()
    assert {each["dealt"] for each in seen["moments"]} == {None}
    assert [each["told"] for each in seen["moments"]] == evening.bo.get(f"/rounds/{SESSION}/1/replay").json()["moments"]
    assert evening.house.noted()[-1]["seen_as"] == person
    wrong = evening.auditor.post(f"/rounds/{SESSION}/2/hidden", body)
    assert (wrong.status_code, wrong.json()["accepted"]) == (422, "the id of a person who did")


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "x" * 501])
def test_without_a_reason_nothing_hidden_is_shown_and_nothing_noted(evening: Evening, reason: str) -> None:
    before = evening.house.noted()
    answer = evening.auditor.post(f"/rounds/{SESSION}/1/hidden", {"reason": reason})
    assert answer.status_code in {403, 422}
    assert "reason" in answer.json()["accepted"] or answer.json()["about"] == "reason"
    assert evening.house.noted() == before


def test_nobody_but_an_auditor_sees_what_was_hidden(evening: Evening) -> None:
    for visitor in (evening.ash, evening.manager):
        answer = visitor.post(f"/rounds/{SESSION}/1/hidden", {"reason": "A look."})
        assert (answer.status_code, answer.json()["about"]) == (403, "look at hidden cards")
    assert evening.nobody.post(f"/rounds/{SESSION}/1/hidden", {"reason": "A look."}).status_code == 401


def test_a_round_says_how_its_table_is_drawn_when_that_is_closed_too(tmp_path_factory: pytest.TempPathFactory) -> None:
    with inside(tmp_path_factory.mktemp("house"), UTH) as house:
        guest, manager = house.guest(), house.hired("boss", "manager")
        guest.sit(UTH)
        guest.play(UTH, "r1")
        drawn = guest.get(f"/tables/{UTH}/layout").json()
        assert guest.get(f"/rounds/{SESSION}/1").json()["layout"] == drawn
        assert manager.post(f"/tables/{UTH}/close").status_code == 200
        assert guest.get(f"/tables/{UTH}/layout").status_code == 404
        assert guest.get(f"/rounds/{SESSION}/1").json()["layout"] == drawn
