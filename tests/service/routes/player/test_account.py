"""Coming in, signing up, in and out over HTTP; and what is somebody's own."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sqlalchemy import func, select
from support.house.people import PASSWORD, hire
from support.service.houses import Inside, Visitor, inside

from croupier.house.people import users
from croupier.house.people.login_throttle import OF_PAIR
from croupier.house.people.tokens import DAY
from croupier.house.storage import database, schema
from croupier.service.live.lanes import Lane

NEW = "a river of red queens"
pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


def _signed_up(house: Inside, login: str = "zoe") -> Visitor:
    guest = house.guest("Zoë" if login == "zoe" else login.title())
    assert guest.post("/accounts", {"login": login, "password": PASSWORD}).status_code == 201
    return guest


def _sign_in(house: Inside, login: str = "zoe", password: str = PASSWORD) -> Visitor:
    visitor = house.nobody()
    answer = visitor.post("/session", {"login": login, "password": password})
    assert answer.status_code == 200, answer.text
    return visitor


# ---- guests ------------------------------------------------------------------------------------------------


def test_a_guest_is_one_request_a_cookie_and_play_money(house: Inside) -> None:
    visitor = house.nobody()
    answer = visitor.post("/guests", {"name": " Zoë  B "})
    assert answer.status_code == 201
    assert answer.json()["name"] == "Zoë B"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"croupier={visitor.cookie}; Path=/; Max-Age=")
    assert cookie.endswith("; HttpOnly; SameSite=Lax")
    assert visitor.get("/me/wallet").json() == {"person": answer.json()["person"], "amount": 100_000}


def test_guests_and_programs_who_give_no_name_can_be_told_apart(house: Inside) -> None:
    called = [house.guest().get("/me").json()["name"] for _ in range(8)]
    assert len(set(called)) > 1  # two of them may have the same, eight have not
    assert all(re.fullmatch(r"Guest [1-9]\d{3}", name) for name in called)
    assert re.fullmatch(r"Program [1-9]\d{3}", house.program().get("/me").json()["name"])


def test_a_name_that_is_none_makes_no_guest(house: Inside) -> None:
    for name in ("\u202eevil", "x" * 30, "   \u200b", "\x1b[2J"):
        answer = house.nobody().post("/guests", {"name": name})
        assert (answer.status_code, answer.json()["about"]) == (422, "name")
    assert house.guest("Ash").get("/me").json()["name"] == "Ash"  # and the house writes on


def test_who_has_a_cookie_does_not_become_a_guest_again(house: Inside) -> None:
    guest = house.guest()
    assert guest.post("/guests").status_code == 403


def test_a_name_can_be_changed_and_is_shown_at_the_seat(house: Inside) -> None:
    guest = house.guest("Ash")
    guest.sit("uth-ma")
    assert guest.ask("PATCH", "/me", {"name": "Ashe"}).json()["name"] == "Ashe"
    assert guest.get("/me").json()["name"] == "Ashe"
    assert house.nobody().view("uth-ma")["view"]["seats"][0]["name"] == "Ashe"


# ---- accounts ----------------------------------------------------------------------------------------------


def test_signing_up_keeps_wallet_seat_and_person_under_a_new_session(house: Inside) -> None:
    guest = house.guest("Zoë")
    guest.sit("uth-ma", 3, 30_000)
    before, old = guest.get("/me").json(), guest.cookie
    assert guest.post("/accounts", {"login": "zoe", "password": PASSWORD}).status_code == 201
    after = guest.get("/me").json()
    assert (after["person"], after["role"]) == (before["person"], "player")
    assert guest.cookie != old
    assert guest.view("uth-ma")["yours"] == [3]
    assert guest.get("/me/wallet").json()["amount"] == 70_000
    assert Visitor(house.client, old).get("/me").status_code == 401


def test_who_is_nobody_can_sign_up_at_once(house: Inside) -> None:
    visitor = house.nobody()
    assert visitor.post("/accounts", {"login": "ash", "password": PASSWORD}).json()["role"] == "player"
    assert visitor.get("/me/wallet").json()["amount"] == 100_000


@pytest.mark.parametrize(
    ("login", "password", "about"),
    [("zoe", PASSWORD, "login"), ("z", PASSWORD, "login"), ("zöe", PASSWORD, "login"), ("ash", "short", "password"),
     ("manager", PASSWORD, "login"), ("ash", "passwordpassword", "password")],
)  # fmt: skip
def test_what_cannot_be_an_account_is_said_and_the_guest_stays_one(
    house: Inside, login: str, password: str, about: str
) -> None:
    _signed_up(house)
    guest = house.guest()
    answer = guest.post("/accounts", {"login": login, "password": password})
    assert (answer.status_code, answer.json()["about"]) == (422, about)
    assert guest.get("/me").json()["role"] == "guest"


def test_signing_in_gives_a_new_cookie_and_ends_the_old(house: Inside) -> None:
    first = _signed_up(house)
    old = first.cookie
    assert first.post("/session", {"login": "ZOE", "password": PASSWORD}).status_code == 200
    assert first.cookie != old
    assert Visitor(house.client, old).get("/me").status_code == 401
    assert first.get("/me").json()["name"] == "Zoë"


def test_an_unknown_login_and_a_wrong_password_are_answered_alike(house: Inside) -> None:
    _signed_up(house)
    answers = [
        house.nobody().post("/session", {"login": login, "password": password})
        for login, password in (("zoe", "wrong password"), ("nobody", PASSWORD), ("\ud7ff", PASSWORD))
    ]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1


def test_signing_in_slows_down_under_guessing_but_not_for_the_owners_own_device(house: Inside) -> None:
    owner = _signed_up(house)
    for _ in range(3):
        assert house.nobody().post("/session", {"login": "zoe", "password": "a guess at it"}).status_code == 401
    answer = house.nobody().post("/session", {"login": "zoe", "password": PASSWORD})
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "3600")
    assert owner.post("/session", {"login": "zoe", "password": PASSWORD}).status_code == 200
    house.clock.on(3600)
    _sign_in(house)


def test_signing_out_ends_the_cookie_and_takes_it_away(house: Inside) -> None:
    guest = house.guest()
    secret = guest.cookie
    answer = guest.ask("DELETE", "/session")
    assert answer.status_code == 204
    assert answer.headers["set-cookie"].startswith("croupier=; Path=/; Max-Age=0")
    assert Visitor(house.client, secret).get("/me").status_code == 401
    assert house.nobody().ask("DELETE", "/session").status_code == 401


def test_a_cookie_that_has_expired_opens_nothing(house: Inside) -> None:
    guest = house.guest()
    house.clock.on(31 * DAY // 1000)
    assert guest.get("/me").status_code == 401
    assert guest.sit("uth-ma").status_code == 401
    assert guest.view("uth-ma")["yours"] == []


def test_a_cookie_that_is_used_is_given_more_time(house: Inside) -> None:
    guest = house.guest()
    before = guest.get("/me").json()["expires"]
    house.clock.on(10 * DAY // 1000)
    assert f"Max-Age={30 * DAY // 1000}" in guest.get("/me").headers["set-cookie"]
    assert guest.get("/me").json()["expires"] == before + 10 * DAY


def test_a_changed_password_signs_everybody_else_out(house: Inside) -> None:
    here = _signed_up(house)
    there = _sign_in(house)
    change = {"login": "zoe", "password": PASSWORD, "new": NEW}
    assert here.ask("PUT", "/session/password", {**change, "password": "not that one"}).status_code == 401
    assert here.ask("PUT", "/session/password", {**change, "new": "short"}).status_code == 422
    assert there.get("/me").status_code == 200
    assert here.ask("PUT", "/session/password", change).status_code == 204
    assert here.get("/me").status_code == 200
    assert there.get("/me").status_code == 401
    assert house.nobody().post("/session", {"login": "zoe", "password": PASSWORD}).status_code == 401
    _sign_in(house, password=NEW)


def test_a_name_that_looks_like_a_players_is_refused_and_leaves_nobody_behind(house: Inside) -> None:
    namesake = house.guest("Zoë")
    _signed_up(house)
    people = select(func.count()).select_from(schema.persons)
    with database.reading(house.house.engine) as connection:
        before = connection.execute(people).scalar_one()
    for answer in (
        house.nobody().post("/guests", {"name": "Z0E"}),
        house.nobody().post("/programs", {"name": "zoe"}),
        namesake.post("/accounts", {"login": "another", "password": PASSWORD}),
        house.guest().ask("PATCH", "/me", {"name": "Ζoe"}),  # noqa: RUF001 - a Greek letter
    ):
        assert answer.status_code == 422, answer.text
        assert answer.json()["about"] == "name"
        assert "looks like another's" in answer.json()["detail"]
    with database.reading(house.house.engine) as connection:
        assert connection.execute(people).scalar_one() == before + 1


def test_nobody_changes_anothers_password(house: Inside) -> None:
    _signed_up(house)
    other = _signed_up(house, "ash")
    change = {"login": "zoe", "password": PASSWORD, "new": NEW}
    assert other.ask("PUT", "/session/password", change).status_code == 422
    _sign_in(house)


def test_by_a_one_time_password_nothing_is_done_before_another_is_chosen(house: Inside) -> None:
    from support.house.people import ARGON

    with database.writing(house.house.engine) as connection:
        users.hire(connection, "Floor", "floor", "floor", ARGON.hash("the one-time one"), house.clock())
    visitor = _sign_in(house, "floor", "the one-time one")
    assert visitor.get("/me").json()["must_change"] is True
    assert sorted(visitor.get("/me").json()["may"]) == ["change password", "sign in", "sign out"]
    assert visitor.get("/tables").status_code == 403
    assert visitor.get("/me/wallet").status_code == 403
    change = {"login": "floor", "password": "the one-time one", "new": NEW}
    assert visitor.ask("PUT", "/session/password", change).status_code == 204
    me = visitor.get("/me").json()
    assert me["must_change"] is False
    assert {"close after", "relieve", "set drill"} <= set(me["may"])
    assert "set drill" in me["anywhere"]
    assert "close after" not in me["anywhere"]
    assert {"buy", "people"}.isdisjoint(me["may"])
    assert visitor.get("/tables").status_code == 200


# ---- passes ------------------------------------------------------------------------------------------------


def test_one_sees_where_one_is_signed_in_and_signs_out_there(house: Inside) -> None:
    here = _signed_up(house)
    there = _sign_in(house)
    shown = here.get("/me/passes").json()["passes"]
    assert sorted(each["this"] for each in shown) == [False, True]
    assert here.cookie not in here.get("/me/passes").text
    other = next(each["id"] for each in shown if not each["this"])
    assert house.guest().ask("DELETE", f"/me/passes/{other}").status_code == 422
    assert there.get("/me").status_code == 200
    assert here.ask("DELETE", f"/me/passes/{other}").status_code == 204
    assert there.get("/me").status_code == 401
    assert here.ask("DELETE", "/me/passes/nonsense").status_code == 422


def test_what_another_process_revokes_is_noticed_within_a_second(house: Inside) -> None:
    guest = house.guest()
    person = guest.get("/me").json()["person"]
    from croupier.house.people.tokens import end_all

    with database.writing(house.house.engine) as connection:
        end_all(connection, person, house.clock())
    house.clock.on(1)
    assert guest.get("/me").status_code == 401


def test_sign_ins_are_significant(house: Inside) -> None:
    from support.house.streams import says

    from croupier.house.storage.journal import SIGNIFICANT

    player = _signed_up(house)
    player.post("/session", {"login": "zoe", "password": PASSWORD})
    with database.reading(house.house.engine) as connection:
        noted = [(entry.by, said["what"]) for entry, said in says(connection, SIGNIFICANT)]
    assert noted == [(player.get("/me").json()["person"], "sign in")]


def test_too_many_passwords_at_once_are_asked_to_come_again_and_no_try_is_counted(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    _signed_up(house)
    with monkeypatch.context() as patched:
        patched.setattr(house.hub.passwords, "_lane", Lane("too many wait", 1, waiting=0))
        for _ in range(2 * OF_PAIR):
            answer = house.nobody().post("/session", {"login": "zoe", "password": PASSWORD})
            assert (answer.status_code, answer.headers["retry-after"]) == (503, "2")
    assert house.nobody().post("/session", {"login": "zoe", "password": PASSWORD}).status_code == 200


def test_staff_do_not_play_where_they_work(house: Inside) -> None:
    with database.writing(house.house.engine) as connection:
        hire(connection, "dealer", "dealer", house.clock())
    dealer = _sign_in(house, "dealer")
    answer = dealer.sit("uth-ma")
    assert answer.status_code == 403
    assert "do not play here" in answer.json()["detail"]
