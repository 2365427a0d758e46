"""Small promises at the doors: HEAD, readiness, metrics beside a proxy, failed sign-ups, shared names."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import pytest
from sqlalchemy import Connection, func, select
from support.service.houses import HOST, Inside, inside

from croupier.house.people import users
from croupier.house.storage.schema import persons, wallets
from croupier.service.background import disk_space
from croupier.service.http.guard import Site

PASSWORD = "seven of clubs, folded"  # noqa: S105 - of nobody


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, "uth-ma") as made:
        yield made


def people(house: Inside) -> int:
    with house.house.reading() as connection:
        return connection.execute(select(func.count()).select_from(persons)).scalar_one()


@pytest.mark.parametrize("path", ["/healthz", "/readyz", "/api/v1/tables", "/", "/api/v1/me"])
def test_head_is_answered_like_get_without_a_body(house: Inside, path: str) -> None:
    got, head = (house.client.request(method, path, headers={"host": HOST}) for method in ("GET", "HEAD"))
    assert head.status_code == got.status_code
    assert head.headers.get("content-type") == got.headers.get("content-type")
    assert head.content == b""


def test_a_failed_sign_up_leaves_nothing(house: Inside) -> None:
    first = house.nobody()
    assert first.post("/accounts", {"login": "zoe", "password": PASSWORD}).status_code == 201
    before = people(house)
    for _ in range(5):
        assert house.nobody().post("/accounts", {"login": "zoe", "password": PASSWORD}).status_code == 422
    assert people(house) == before


def test_of_two_sign_ups_for_one_login_at_one_instant_one_leaves_nothing(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen that the login is free."""
    before = people(house)
    together = Barrier(2)
    check_free = users.check_free

    def meet(connection: Connection, login: str) -> None:
        check_free(connection, login)
        together.wait(30)

    monkeypatch.setattr(users, "check_free", meet)
    asked = {"login": "zoe", "password": PASSWORD}
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda each: each.post("/accounts", asked), (house.nobody(), house.nobody())))
    assert sorted(each.status_code for each in answers) == [201, 422]
    (refused,) = [each.json() for each in answers if each.status_code == 422]
    assert "'zoe' is taken" in refused["detail"]
    assert people(house) == before + 1
    with house.house.reading() as connection:
        assert connection.execute(select(func.count()).select_from(wallets)).scalar() == before + 1


def test_probing_logins_by_signing_up_is_slowed(house: Inside) -> None:
    house.nobody().post("/accounts", {"login": "zoe", "password": PASSWORD})
    guest = house.guest()
    tried = [guest.post("/accounts", {"login": "zoe", "password": PASSWORD}).status_code for _ in range(12)]
    assert tried == [422] * 10 + [429] * 2
    assert guest.post("/accounts", {"login": "a-free-one", "password": PASSWORD}).status_code == 429


def test_a_full_disk_is_known_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inside(tmp_path, "uth-ma", folder=tmp_path) as house:
        assert house.client.get("/readyz", headers={"host": HOST}).status_code == 200
        monkeypatch.setattr(disk_space, "enough_room", lambda _: False)
        assert house.client.get("/readyz", headers={"host": HOST}).status_code == 503
        monkeypatch.setattr(disk_space, "enough_room", lambda _: True)
        assert house.client.get("/readyz", headers={"host": HOST}).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "127.0.0.1:8642"}, 200),
        ({"host": "127.0.0.1:8642", "x-forwarded-for": "203.0.113.9"}, 401),
        ({"host": "cards.example"}, 401),
    ],
)
def test_metrics_are_for_this_machine_behind_a_proxy_too(tmp_path: Path, headers: dict[str, str], status: int) -> None:
    site = Site(frozenset({"127.0.0.1:8642", "cards.example"}), secure=True, proxy="127.0.0.1")
    with inside(tmp_path, "uth-ma", site=site) as house:
        assert house.client.get("/metrics", headers=headers).status_code == status


def test_a_shared_round_names_who_shares_it_and_nobody_else(house: Inside) -> None:
    ann, bob = house.guest("Ann of the harbour"), house.guest("Bob of the river")
    ann.sit("uth-ma", 1)
    bob.sit("uth-ma", 2, request="sit too")
    ann.bet("uth-ma", "bet", 1)
    bob.bet("uth-ma", "bet too", 2)
    step = 0
    while (view := ann.view("uth-ma")["view"])["due"]["do"] == "decide":
        step += 1
        seat = view["due"]["seat"]
        who = (ann, bob)[seat - 1]
        choice = next(each["choice"] for each in who.view("uth-ma")["view"]["choices"] if not each["discards"])
        assert who.give("uth-ma", f"step-{step}", "decide", seat, choice=choice).status_code == 200
    session, number = (ann.get("/rounds").json()["rounds"][0][name] for name in ("session", "round"))
    path = ann.post(f"/rounds/{session}/{number}/shares").json()["path"]
    for each in (path, f"{path}/replay"):
        told = house.client.get(each, headers={"host": HOST}).text
        assert "Ann of the harbour" in told
        assert "Bob of the river" not in told
