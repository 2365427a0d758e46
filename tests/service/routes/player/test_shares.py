"""A shared round: a link shows its public view to whoever has it, and nothing once it was taken back."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.service.houses import Inside, Visitor, inside

from croupier.house.records import shares
from croupier.service.background.logs import Log
from croupier.table.receipts.verify import verify

UTH, SESSION = "uth-ma", "uth-ma-1"
ROUND = f"/rounds/{SESSION}/1"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), UTH) as found:
        yield found


@pytest.fixture(scope="module")
def ash(house: Inside) -> Visitor:
    guest = house.guest("Ash")
    guest.sit(UTH)
    guest.play(UTH, "one")
    guest.play(UTH, "two")
    return guest


def _share(visitor: Visitor, address: str = ROUND) -> dict[str, str]:
    answer = visitor.post(f"{address}/shares")
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


def test_a_link_shows_the_public_view_to_whoever_has_it(house: Inside, ash: Visitor) -> None:
    link = _share(ash)["path"]
    for visitor in (house.nobody(), house.guest(), ash):
        seen = visitor.get(link).json()
        assert (seen["table"], seen["round"], seen["yours"]) == (UTH, 1, [])
        again = visitor.get(f"{link}/replay").json()
        assert again == ash.get(f"{ROUND}/replay?as=public").json()
        assert all(seat["bankroll"] is None for each in again["moments"] for seat in each["view"]["seats"])
        assert not any(each["yours"] for each in again["moments"])
        receipt = visitor.get(f"{link}/receipt").json()
        assert not [each for each in verify(receipt) if each.holds is False]


def test_a_link_shows_no_card_that_the_public_did_not_see(house: Inside, ash: Visitor) -> None:
    link = _share(ash)["path"]
    for each in house.nobody().get(f"{link}/replay").json()["moments"]:
        for event in each["events"]:
            if event["kind"] == "dealt" and event["data"]["to"] == "1":
                assert "card" not in event["data"]
    person = ash.get("/me").json()["person"]
    assert person not in house.nobody().get(link).text


def test_a_link_shows_the_cards_of_its_maker_if_that_is_wished(house: Inside, ash: Visitor) -> None:
    public = house.nobody().get(_share(ash)["path"]).json()["came"]["seats"]
    before = {each["seat"]: each["cards"] for each in public}
    made = ash.post(f"{ROUND}/shares?own_cards=true").json()
    seen = house.nobody().get(made["path"]).json()
    mine = {each["seat"]: each["cards"] for each in ash.get(ROUND).json()["came"]["seats"]}
    own = ash.get(ROUND).json()["yours"]
    assert seen["yours"] == own != []
    for each in seen["came"]["seats"]:
        assert each["cards"] == (mine if each["seat"] in own else before)[each["seat"]]
        assert "??" not in each["cards"] or each["seat"] not in own
    replay = house.nobody().get(f"{made['path']}/replay").json()
    assert replay == ash.get(f"{ROUND}/replay?as=public").json()  # money and what was hidden stay as they were
    listed = {each["id"]: each["own_cards"] for each in ash.get("/me/shares").json()["shares"]}
    assert listed[made["id"]] is True
    assert set(listed.values()) == {True, False}


def test_a_link_that_was_taken_back_shows_nothing_and_says_no_more_than_one_that_never_was(
    house: Inside, ash: Visitor
) -> None:
    made = _share(ash)
    assert made["id"] in [each["id"] for each in ash.get("/me/shares").json()["shares"]]
    assert ash.ask("DELETE", f"/shares/{made['id']}").status_code == 204
    assert made["id"] not in [each["id"] for each in ash.get("/me/shares").json()["shares"]]
    for path in ("", "/replay", "/receipt"):
        gone = house.nobody().get(made["path"] + path)
        never = house.nobody().get(f"/shared/{'x' * 32}{path}")
        assert (gone.status_code, gone.json()) == (404, never.json())
    twice = ash.ask("DELETE", f"/shares/{made['id']}")
    assert (twice.status_code, twice.json()["accepted"]) == (422, "the id of one that is listed")


def test_only_who_has_made_a_link_takes_it_back_or_a_manager(house: Inside, ash: Visitor) -> None:
    made = _share(ash)
    other, auditor, manager = house.guest(), house.hired("auditor", "auditor"), house.hired("boss", "manager")
    for visitor in (other, auditor):
        answer = visitor.ask("DELETE", f"/shares/{made['id']}")
        assert (answer.status_code, answer.json()["about"]) == (403, "revoke share")
    assert house.nobody().ask("DELETE", f"/shares/{made['id']}").status_code == 401
    assert house.nobody().get(made["path"]).status_code == 200
    assert manager.ask("DELETE", f"/shares/{made['id']}").status_code == 204
    assert house.nobody().get(made["path"]).status_code == 404


def test_nobody_shares_anothers_round(house: Inside, ash: Visitor) -> None:
    assert ash.get(ROUND).status_code == 200
    for visitor in (house.guest(), house.hired("auditor-3", "auditor"), house.hired("boss-3", "manager")):
        answer = visitor.post(f"{ROUND}/shares")
        assert (answer.status_code, answer.json()["about"]) == (403, "share")
    assert house.nobody().post(f"{ROUND}/shares").status_code == 401


@pytest.mark.parametrize("address", [f"/rounds/{SESSION}/77", "/rounds/nowhere/1"])
def test_a_round_that_is_not_there_is_not_shared(ash: Visitor, address: str) -> None:
    assert ash.post(f"{address}/shares").status_code == 404


@pytest.mark.parametrize("link", ["x", "x" * 31, "x" * 33, "%00" * 32, "é" * 32])
def test_what_cannot_be_a_link_is_refused(house: Inside, link: str) -> None:
    assert house.nobody().get(f"/shared/{link}").status_code == 422


def test_the_secret_of_a_link_is_kept_nowhere_and_told_once(house: Inside, ash: Visitor) -> None:
    made = _share(ash)
    secret = made["path"].rpartition("/")[2]
    with house.house.reading() as connection:
        rows = connection.exec_driver_sql("SELECT * FROM shares").all()
    assert secret not in str(rows)
    assert secret not in ash.get("/me/shares").text


def test_the_log_of_the_house_does_not_have_it_either(tmp_path: Path) -> None:
    log = Log(tmp_path / "house.log")
    with inside(tmp_path, UTH, log=log) as house:
        guest = house.guest()
        guest.sit(UTH)
        guest.play(UTH, "one")
        link = _share(guest)["path"]
        for path in ("", "/replay", "/receipt"):
            assert house.nobody().get(link + path).status_code == 200
    log.close()
    noted = (tmp_path / "house.log").read_text()
    assert link.rpartition("/")[2] not in noted
    assert [json.loads(line)["path"] for line in noted.splitlines() if "/shared/" in line] == ["/api/v1/shared/..."] * 3


def test_there_is_an_end_to_what_one_person_shares(tmp_path: Path) -> None:
    with inside(tmp_path, UTH) as house:
        guest = house.guest()
        guest.sit(UTH)
        guest.play(UTH, "one")
        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(lambda _: guest.post(f"{ROUND}/shares").status_code, range(shares.MOST + 5)))
        assert sorted(answers) == [201] * shares.MOST + [422] * 5
        first = guest.get("/me/shares").json()["shares"][0]["id"]
        assert guest.ask("DELETE", f"/shares/{first}").status_code == 204
        assert guest.post(f"{ROUND}/shares").status_code == 201
