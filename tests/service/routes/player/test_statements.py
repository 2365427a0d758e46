"""Statements over HTTP: for their person, and for auditors and managers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from support.service.houses import Inside, Visitor, inside

from croupier.service.routes.player import statements

UTH = "uth-ma"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), UTH) as found:
        yield found


@pytest.fixture(scope="module")
def ash(house: Inside) -> Visitor:
    guest = house.guest("Ash")
    guest.sit(UTH)
    for number in range(3):
        house.clock.on(10)
        guest.play(UTH, f"r{number}")
    return guest


def test_opening_and_all_lines_make_closing_which_is_what_there_is(ash: Visitor) -> None:
    made = ash.get("/me/statement").json()
    assert [each["what"] for each in made["cage"]] == ["guest money"]
    assert [each["round"] for each in made["rounds"]] == [1, 2, 3]
    lines = sum(each["amount"] for each in made["cage"]) + sum(each["net"] for each in made["rounds"])
    assert made["opening"] + lines == made["closing"]
    bankroll = ash.view(UTH)["view"]["seats"][0]["bankroll"]
    assert made["closing"] == ash.get("/me/wallet").json()["amount"] + bankroll
    assert made["after"] == 0


def test_a_statement_of_a_time_follows_the_one_before(ash: Visitor) -> None:
    whole = ash.get("/me/statement").json()
    moment = whole["rounds"][1]["at"]
    first = ash.get(f"/me/statement?before={moment}").json()
    second = ash.get(f"/me/statement?since={moment}").json()
    assert first["closing"] == second["opening"]
    assert first["rounds"] + second["rounds"] == whole["rounds"]


def test_a_long_statement_comes_in_parts_that_follow_each_other(ash: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = ash.get("/me/statement").json()
    monkeypatch.setattr(statements, "MOST_LINES", 2)
    parts = [ash.get("/me/statement").json()]
    while parts[-1]["after"]:
        parts.append(ash.get(f"/me/statement?since={parts[-1]['after']}").json())
    assert len(parts) == 2
    assert [each["opening"] for each in parts[1:]] == [each["closing"] for each in parts[:-1]]
    assert [line for each in parts for line in each["rounds"]] == whole["rounds"]
    assert parts[-1]["closing"] == whole["closing"]
    monkeypatch.setattr(statements, "MOST_LINES", 1)
    assert len(ash.get("/me/statement").json()["rounds"]) + 1 == 1


@pytest.mark.parametrize("role", ["auditor", "manager"])
def test_auditors_and_managers_see_anybodys(house: Inside, ash: Visitor, role: str) -> None:
    visitor = house.hired(f"{role}-1", role)  # type: ignore[arg-type]
    person = ash.get("/me").json()["person"]
    assert visitor.get(f"/people/{person}/statement").json() == ash.get("/me/statement").json()
    assert visitor.get(f"/people/{person}/wallet").json() == ash.get("/me/wallet").json()
    for path in ("statement", "wallet"):
        unknown = visitor.get(f"/people/nobody-at-all/{path}")
        assert (unknown.status_code, unknown.json()["about"]) == (404, "person")


def test_nobody_else_does(house: Inside, ash: Visitor) -> None:
    person = ash.get("/me").json()["person"]
    for visitor in (house.guest(), house.hired("floor-1", "floor", UTH), house.hired("dealer-1", "dealer", UTH)):
        for path, action in (("statement", "recall"), ("wallet", "wallet")):
            answer = visitor.get(f"/people/{person}/{path}")
            assert (answer.status_code, answer.json()["about"]) == (403, action)
    assert house.nobody().get(f"/people/{person}/statement").status_code == 401
    assert house.nobody().get("/me/statement").status_code == 401
    assert ash.get(f"/people/{person}/statement").status_code == 200
