"""Fills, credits and corrections over HTTP: once under an id, by whom they may be, and on record with their reason."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support.service.houses import Inside, Visitor, inside, soon

from croupier.house.ledger import balances

UTH = "uth-ma"
TRAY = f"tray/{UTH}"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, UTH) as found:
        yield found


def held(house: Inside, account: str = TRAY) -> int:
    with house.house.reading() as connection:
        return balances.balances(connection, account).get(account, 0)


def _person(visitor: Visitor) -> str:
    return str(visitor.get("/me").json()["person"])


def test_chips_are_brought_to_a_table_and_taken_from_it_and_that_is_on_record(house: Inside) -> None:
    floor = house.hired("floor", "floor", UTH)
    filled = floor.post(f"/tables/{UTH}/fills", {"request": "f", "amount": 500_000})
    assert (filled.status_code, filled.json()["request"]) == (200, "f")
    assert held(house) == 500_000
    assert floor.post(f"/tables/{UTH}/credits", {"request": "c", "amount": 200_000}).status_code == 200
    assert held(house) == 300_000
    notes = [(each["what"], each["table"], each["amount"], each["by"]) for each in house.noted()]
    assert notes == [("fill", UTH, 500_000, _person(floor)), ("credit", UTH, 200_000, _person(floor))]


def test_sent_again_under_the_same_id_it_is_done_once_and_answered_the_same(house: Inside) -> None:
    floor = house.hired("floor", "floor", UTH)
    body = {"request": "f", "amount": 500_000}
    with ThreadPoolExecutor(8) as pool:
        answered = list(pool.map(lambda _: floor.post(f"/tables/{UTH}/fills", body), range(8)))
    assert {each.status_code for each in answered} == {200}
    assert len({each.json()["seq"] for each in answered}) == 1
    assert held(house) == 500_000
    assert [each["what"] for each in house.noted()] == ["fill"]
    for path, other in (("fills", {**body, "amount": 1}), ("credits", body)):
        refused = floor.post(f"/tables/{UTH}/{path}", other)
        assert (refused.status_code, refused.json()["about"]) == (409, "request")
    assert held(house) == 500_000
    assert house.hired("boss", "manager").post(f"/tables/{UTH}/fills", body).status_code == 200  # an id of their own


def test_no_more_is_taken_from_a_tray_than_is_there(house: Inside) -> None:
    floor = house.hired("floor", "floor", UTH)
    empty = floor.post(f"/tables/{UTH}/credits", {"request": "a", "amount": 1})
    assert (empty.status_code, empty.json()["about"]) == (422, "amount")
    floor.post(f"/tables/{UTH}/fills", {"request": "f", "amount": 100})
    much = floor.post(f"/tables/{UTH}/credits", {"request": "b", "amount": 101})
    assert (much.status_code, much.json()["accepted"]) == (422, "up to $1")
    body = {"request": "c", "amount": 100}
    first = floor.post(f"/tables/{UTH}/credits", body)
    assert floor.post(f"/tables/{UTH}/credits", body).json() == first.json()  # though nothing is left of it


@pytest.mark.parametrize("amount", [0, -5, 10**16, 1.5, "5", None, True])
def test_what_is_no_amount_is_refused(house: Inside, amount: object) -> None:
    floor = house.hired("floor", "floor", UTH)
    answer = floor.post(f"/tables/{UTH}/fills", {"request": "f", "amount": amount})
    assert (answer.status_code, answer.json()["about"]) == (422, "body")
    assert held(house) == 0


def test_only_those_who_supervise_a_table_fill_it(house: Inside) -> None:
    body = {"request": "f", "amount": 100}
    for visitor in (house.guest(), house.hired("dealer", "dealer", UTH), house.hired("floor", "floor")):
        for path in ("fills", "credits"):
            assert visitor.post(f"/tables/{UTH}/{path}", body).status_code == 403
    assert house.nobody().post(f"/tables/{UTH}/fills", body).status_code == 401
    assert house.hired("boss", "manager").post("/tables/nowhere/fills", body).status_code == 404


# ---- corrections -------------------------------------------------------------------------------------------


def _correction(account: str, amount: int = 5_000, *, up: bool = True, request: str = "c") -> dict[str, object]:
    return {"request": request, "account": account, "amount": amount, "up": up, "reason": "A chip was found."}


def test_a_manager_corrects_a_wallet_with_a_reason_and_that_is_significant(house: Inside) -> None:
    guest, manager = house.guest(), house.hired("boss", "manager")
    account = f"wallet/{_person(guest)}"
    assert manager.post("/corrections", _correction(account)).status_code == 200
    assert guest.get("/me/wallet").json()["amount"] == 105_000
    assert manager.post("/corrections", _correction(account)).status_code == 200  # again, and once
    down = manager.post("/corrections", _correction(account, 105_000, up=False, request="d"))
    assert down.status_code == 200
    assert guest.get("/me/wallet").json()["amount"] == 0
    soon(lambda: len(house.noted()) == 2)
    first = house.noted()[0]
    assert (first["what"], first["account"], first["amount"]) == ("correction", account, 5_000)
    assert (first["reason"], first["by"]) == ("A chip was found.", _person(manager))
    lines = guest.get("/me/statement").json()["cage"]
    assert [(each["what"], each["amount"]) for each in lines[1:]] == [("correction", 5_000), ("correction", -105_000)]


def test_a_wallet_does_not_go_below_zero(house: Inside) -> None:
    guest, manager = house.guest(), house.hired("boss", "manager")
    answer = manager.post("/corrections", _correction(f"wallet/{_person(guest)}", 100_001, up=False))
    assert (answer.status_code, answer.json()["about"]) == (422, "amount")
    assert guest.get("/me/wallet").json()["amount"] == 100_000
    assert house.noted() == []


def test_a_tray_is_corrected_and_no_account_that_a_table_says(house: Inside) -> None:
    manager = house.hired("boss", "manager")
    assert manager.post("/corrections", _correction(TRAY)).status_code == 200
    assert held(house) == 5_000
    for number, account in enumerate((f"seat/{UTH}/1", f"layout/{UTH}/1", "cage", "meter/x", "", "wallet/", "x" * 200)):
        answer = manager.post("/corrections", _correction(account, request=f"r{number}"))
        assert (answer.status_code, answer.json()["about"]) == (422, "account")
    for account in ("wallet/nobody-at-all", "tray/nowhere"):
        assert manager.post("/corrections", _correction(account, request="n")).status_code in {404, 422}


@pytest.mark.parametrize("reason", ["", "  ", "a\nb", "x" * 501])
def test_without_a_reason_nothing_is_corrected(house: Inside, reason: str) -> None:
    guest, manager = house.guest(), house.hired("boss", "manager")
    body = {**_correction(f"wallet/{_person(guest)}"), "reason": reason}
    assert manager.post("/corrections", body).status_code in {403, 422}
    assert guest.get("/me/wallet").json()["amount"] == 100_000


def test_nobody_corrects_the_own_wallet_and_nobody_but_a_manager_any(house: Inside) -> None:
    guest, manager = house.guest(), house.hired("boss", "manager")
    own = manager.post("/corrections", _correction(f"wallet/{_person(manager)}"))
    assert (own.status_code, own.json()["about"]) == (403, "correct")
    for visitor in (guest, house.hired("floor", "floor", UTH), house.hired("auditor", "auditor")):
        assert visitor.post("/corrections", _correction(f"wallet/{_person(guest)}")).status_code == 403
