"""The owner of an account comes in while others guess: by a known device, and by a one-time way in from the machine."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.service.houses import HOST, ORIGIN, Inside, inside

from croupier.house.people import tokens
from croupier.house.storage import database

LOGIN, PASSWORD = "zoe", "seven of clubs, folded"


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Inside]:
    with inside(tmp_path, "uth-ma") as made:
        yield made


def post(house: Inside, path: str, password: str, cookie: str = "") -> tuple[int, str]:
    """The status of a sign-up or sign-in, and the cookie by which the device is known."""
    headers = {"host": HOST, "origin": ORIGIN} | ({"cookie": cookie} if cookie else {})
    answer = house.client.post(f"/api/v1{path}", json={"login": LOGIN, "password": password}, headers=headers)
    device = [each for each in answer.headers.get_list("set-cookie") if each.startswith("croupier-device=")]
    house.client.cookies.clear()
    return answer.status_code, device[0].partition(";")[0] if device else ""


def guessed(house: Inside) -> None:
    while post(house, "/session", "a guess at it")[0] != 429:
        pass


def test_a_known_device_comes_in_after_sign_out_from_an_address_that_guesses(house: Inside) -> None:
    status, device = post(house, "/accounts", PASSWORD)
    assert (status, bool(device)) == (201, True)
    guessed(house)
    assert post(house, "/session", PASSWORD)[0] == 429
    assert post(house, "/session", PASSWORD, device)[0] == 200
    assert post(house, "/session", PASSWORD, "croupier-device=" + "0" * 64)[0] == 429
    assert post(house, "/session", PASSWORD, "croupier-device=nothing")[0] == 429


def test_a_device_cookie_opens_nothing(house: Inside) -> None:
    _, device = post(house, "/accounts", PASSWORD)
    secret = device.partition("=")[2]
    for cookie in (device, f"croupier={secret}"):
        assert house.client.get("/api/v1/me", headers={"host": HOST, "cookie": cookie}).status_code == 401


def test_a_one_time_way_in_is_good_once_and_on_record(house: Inside) -> None:
    post(house, "/accounts", PASSWORD)
    guessed(house)
    with database.writing(house.house.engine) as connection:
        code = tokens.let_in(connection, LOGIN, house.clock())
    assert post(house, "/session", code)[0] == 200
    assert post(house, "/session", code)[0] == 429
    assert "let in" in [each["what"] for each in house.noted()]


def test_a_one_time_way_in_ends_with_its_time(house: Inside) -> None:
    post(house, "/accounts", PASSWORD)
    with database.writing(house.house.engine) as connection:
        code = tokens.let_in(connection, LOGIN, house.clock())
    house.clock.on(16 * 60)
    assert post(house, "/session", code)[0] == 401
