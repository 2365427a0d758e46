"""The people of the house over HTTP: hired, given roles and tables, signed out, and closed; by managers alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.websockets import WebSocketDisconnect
from support.house.people import PASSWORD
from support.service.houses import Inside, Visitor, WebSocketDenialResponse, WebSocketTestSession, inside

UTH, HAND = "uth-ma", "by-hand"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, UTH) as found:
        yield found


@pytest.fixture
def manager(house: Inside) -> Visitor:
    return house.hired("boss", "manager")


def _id(visitor: Visitor) -> str:
    return str(visitor.get("/me").json()["person"])


def _closed(socket: WebSocketTestSession) -> int:
    """By which code a socket is closed that was open until now."""
    try:
        while True:
            socket.receive_json()
    except WebSocketDisconnect as closed:
        return closed.code


def _hire(manager: Visitor, login: str = "zoe", role: str = "dealer") -> dict[str, str]:
    answer = manager.post("/people", {"name": "Zoë", "login": login, "role": role})
    assert answer.status_code == 201, answer.text
    made: dict[str, str] = answer.json()
    return made


# ---- hiring ------------------------------------------------------------------------------------------------


def test_somebody_is_hired_signs_in_once_chooses_a_password_and_works(house: Inside, manager: Visitor) -> None:
    house.open_by_hand(HAND)
    made = _hire(manager)
    person = made["person"]
    assert manager.ask("PUT", f"/people/{person}/tables/{HAND}").status_code == 204
    dealer = house.nobody()
    signing = {"login": made["login"], "password": made["password"]}
    assert dealer.post("/session", signing).json()["must_change"] is True
    assert dealer.post(f"/tables/{HAND}/dealer").status_code == 403
    changed = dealer.ask("PUT", "/session/password", {**signing, "new": "a river of red queens"})
    assert changed.status_code == 204
    assert dealer.post(f"/tables/{HAND}/dealer").status_code == 200
    (listed,) = manager.get("/people?role=dealer").json()["people"]
    assert (listed["login"], listed["name"], listed["tables"], listed["must_change"]) == ("zoe", "Zoë", [HAND], False)
    assert [each["what"] for each in house.noted() if each.get("person") == person] == ["hire", "assign"]
    assert made["password"] not in str(house.noted())


def test_a_one_time_password_is_good_for_a_day(house: Inside, manager: Visitor) -> None:
    made = _hire(manager)
    house.clock.on(24 * 3600)
    late = house.nobody().post("/session", {"login": "zoe", "password": made["password"]})
    assert late.status_code == 401


@pytest.mark.parametrize(
    ("change", "about"),
    [
        ({"login": "boss"}, "login"),
        ({"login": "x"}, "login"),
        ({"role": "guest"}, "role"),
        ({"role": "owner"}, "role"),
        ({"name": "\u202e"}, "name"),
        ({"more": 1}, "body"),
    ],
)
def test_who_cannot_be_hired_is_not(manager: Visitor, change: dict[str, object], about: str) -> None:
    before = manager.get("/people").json()
    answer = manager.post("/people", {"name": "Zoë", "login": "zoe", "role": "dealer", **change})
    assert (answer.status_code, answer.json()["about"]) == (422, about)
    assert manager.get("/people").json() == before


def test_a_program_is_made_with_a_role_and_a_token_for_no_more(house: Inside, manager: Visitor) -> None:
    house.open_by_hand(HAND)
    made = manager.post("/people/programs", {"name": "Shoe 2", "role": "dealer"}).json()
    path = f"/people/{made['person']}/tokens"
    token = manager.post(path, {"scopes": ["scan"], "days": 30, "label": "shoe 2"})
    assert (token.status_code, token.json()["scopes"]) == (201, ["scan"])
    scanner = Visitor(house.client, token=token.json()["token"])
    assert scanner.get("/me").json()["program"] is True
    assert scanner.post(f"/tables/{HAND}/dealer").status_code == 403
    for scopes, days, status in ((["manage"], 30, 422), (["scan"], 367, 422), ([], 1, 422), (["scan"], 0, 422)):
        assert manager.post(path, {"scopes": scopes, "days": days}).status_code == status
    person = manager.post(f"/people/{_id(manager)}/tokens", {"scopes": ["manage"], "days": 1})
    assert (person.status_code, person.json()["about"]) == (422, "person")  # people sign in
    (listed,) = manager.get(f"/people/{made['person']}/passes").json()["passes"]
    assert (listed["label"], listed["scope"]) == ("shoe 2", "scan")
    assert token.json()["token"] not in manager.get(f"/people/{made['person']}/passes").text
    assert manager.ask("DELETE", f"/people/{made['person']}/passes/{listed['id']}").status_code == 204
    assert scanner.get("/me").status_code == 401


# ---- who there is ------------------------------------------------------------------------------------------


def test_people_are_listed_page_by_page_and_guests_by_themselves(house: Inside, manager: Visitor) -> None:
    guests = {_id(house.guest(f"Guest {number}")) for number in range(3)}
    for number in range(3):
        _hire(manager, f"floor-{number}", "floor")
    staff = manager.get("/people").json()["people"]
    assert sorted(each["role"] for each in staff) == ["floor", "floor", "floor", "manager"]
    assert {each["person"] for each in manager.get("/people?role=guest").json()["people"]} == guests
    seen, after = [], ""
    while True:
        page = manager.get(f"/people?most=3&after={after}").json()
        seen += page["people"]
        after = page["after"]
        if not after:
            break
    assert seen == staff
    assert manager.get(f"/people/{staff[0]['person']}").json() == staff[0]
    assert manager.get("/people/nobody-at-all").status_code == 404
    assert manager.get("/people?role=owner").status_code == 422


# ---- roles and tables --------------------------------------------------------------------------------------


def test_another_role_ends_what_was_open_for_the_old_one(house: Inside, manager: Visitor) -> None:
    floor = house.hired("floor", "floor", UTH)
    person = _id(floor)
    with floor.watch(UTH) as socket:
        socket.receive_json()
        changed = manager.ask("PUT", f"/people/{person}/role", {"role": "dealer"})
        assert (changed.status_code, changed.json()["role"], changed.json()["tables"]) == (200, "dealer", [])
        assert _closed(socket) == 4401
    assert floor.get("/me").status_code == 401
    assert house.noted()[-1]["what"] == "change role"
    same = manager.ask("PUT", f"/people/{person}/role", {"role": "dealer"})
    assert (same.status_code, same.json()["about"]) == (422, "role")


def test_who_has_a_seat_gets_no_other_role_and_keeps_the_account(house: Inside, manager: Visitor) -> None:
    guest = house.guest()
    guest.post("/accounts", {"login": "player", "password": PASSWORD})
    guest.sit(UTH)
    person = _id(guest)
    for method, path, body in (
        ("PUT", f"/people/{person}/role", {"role": "floor"}),
        ("DELETE", f"/people/{person}", None),
    ):
        answer = manager.ask(method, path, body)
        assert (answer.status_code, answer.json()["about"]) == (422, "seat")
    assert guest.ask("DELETE", "/me").json()["about"] == "seat"
    guest.give(UTH, "bye", "leave")
    assert manager.ask("PUT", f"/people/{person}/role", {"role": "floor"}).status_code == 200


def test_nobody_changes_the_own_role_and_the_last_manager_stays(house: Inside, manager: Visitor) -> None:
    own = manager.ask("PUT", f"/people/{_id(manager)}/role", {"role": "floor"})
    assert (own.status_code, own.json()["about"]) == (403, "change role")
    last = manager.ask("DELETE", "/me")
    assert (last.status_code, last.json()["accepted"]) == (422, "the same when there is another")
    other = house.hired("boss-2", "manager")
    assert manager.ask("DELETE", "/me").status_code == 204
    assert manager.get("/me").status_code == 401
    assert other.get("/people").status_code == 200


def test_who_is_assigned_sees_and_who_is_no_longer_does_not(house: Inside, manager: Visitor) -> None:
    floor = house.hired("floor", "floor")
    person = _id(floor)
    assert floor.post(f"/tables/{UTH}/close-after").status_code == 403
    assert manager.ask("PUT", f"/people/{person}/tables/{UTH}").status_code == 204
    assert manager.ask("PUT", f"/people/{person}/tables/{UTH}").status_code == 204  # which changes nothing
    house.clock.on(1)
    assert [each["table"] for each in floor.get("/floor").json()["tables"]] == [UTH]
    with floor.watch(UTH) as socket:
        socket.receive_json()
        assert manager.ask("DELETE", f"/people/{person}/tables/{UTH}").status_code == 204
        assert _closed(socket) == 4401
    again = manager.ask("DELETE", f"/people/{person}/tables/{UTH}")
    assert (again.status_code, again.json()["about"]) == (422, "table")
    assert manager.ask("PUT", f"/people/{person}/tables/nowhere").status_code == 404
    guest = house.guest()
    assert manager.ask("PUT", f"/people/{_id(guest)}/tables/{UTH}").json()["about"] == "person"


# ---- passes and accounts -----------------------------------------------------------------------------------


def test_a_manager_signs_somebody_out_everywhere_within_a_second(house: Inside, manager: Visitor) -> None:
    floor = house.hired("floor", "floor", UTH)
    person = _id(floor)
    with floor.watch(UTH) as socket:
        socket.receive_json()
        assert manager.ask("DELETE", f"/people/{person}/passes").status_code == 204
        assert _closed(socket) == 4401
    assert floor.get("/me").status_code == 401
    with pytest.raises(WebSocketDenialResponse), floor.watch(UTH):
        pass
    assert manager.get(f"/people/{person}/passes").json() == {"passes": []}
    assert (house.noted()[-1]["what"], house.noted()[-1]["person"]) == ("end passes", person)


def test_an_account_that_is_closed_leaves_no_name_and_no_money_and_no_link(house: Inside, manager: Visitor) -> None:
    guest, other = house.guest("Zoë"), house.guest("Bo")
    guest.sit(UTH, 1)
    other.sit(UTH, 2)
    other.give(UTH, "out", "sit out", 2)
    guest.play(UTH, "a")
    link = guest.post("/rounds/uth-ma-1/1/shares").json()["path"]
    guest.give(UTH, "bye", "leave", 1)
    person = _id(guest)
    assert guest.ask("DELETE", "/me").status_code == 204
    assert guest.get("/me").status_code == 401
    assert house.nobody().get(link).status_code == 404
    assert manager.get(f"/people/{person}").status_code == 404
    assert manager.get(f"/people/{person}/wallet").json()["amount"] == 0
    (found,) = manager.get(f"/rounds?person={person}").json()["rounds"]
    assert [hand["name"] for hand in found["hands"]] == [""]
    assert "Zoë" not in manager.get("/rounds/uth-ma-1/1/replay").text
    statement = manager.get(f"/people/{person}/statement").json()
    assert (statement["closing"], statement["cage"][-1]["what"]) == (0, "cash out")


def test_a_manager_renames_somebody_which_all_see(house: Inside, manager: Visitor) -> None:
    guest = house.guest("Zoë")
    guest.sit(UTH)
    answer = manager.ask("PATCH", f"/people/{_id(guest)}", {"name": "Cy"})
    assert (answer.status_code, answer.json()["name"]) == (200, "Cy")
    assert house.nobody().view(UTH)["view"]["seats"][0]["name"] == "Cy"
    assert guest.get("/me").json()["name"] == "Cy"


def test_nobody_but_a_manager_does_any_of_it_and_passwords_are_reset_by_nobody(house: Inside) -> None:
    guest = house.guest()
    person = _id(guest)
    for visitor in (house.guest(), house.hired("floor", "floor", UTH), house.hired("auditor", "auditor")):
        for method, path, body in (
            ("GET", "/people", None),
            ("GET", f"/people/{person}", None),
            ("POST", "/people", {"name": "x", "login": "xyz", "role": "dealer"}),
            ("POST", "/people/programs", {"name": "x", "role": "dealer"}),
            ("PUT", f"/people/{person}/role", {"role": "dealer"}),
            ("PUT", f"/people/{person}/tables/{UTH}", None),
            ("DELETE", f"/people/{person}/passes", None),
            ("DELETE", f"/people/{person}", None),
            ("PATCH", f"/people/{person}", {"name": "x"}),
        ):
            assert visitor.ask(method, path, body).status_code == 403, (method, path)
    assert guest.get("/me").status_code == 200
    described = house.nobody().get("/api/v1/openapi.json").json()["paths"]
    assert not [path for path in described if "reset" in path]
