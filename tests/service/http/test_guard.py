"""What every request must show at the door, and what every answer has."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from support.service.houses import HOST, MANY, ORIGIN, Inside, inside

from croupier.service.http.bodies import MOST_DEPTH, check_depth
from croupier.service.http.guard import HEADERS, MOST_BODY, Site
from croupier.service.http.problems import MEDIA_TYPE, Problem
from croupier.service.http.rate_limits import Limit
from croupier.service.live.hub import Limits


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


# ---- hosts and origins -------------------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["evil.example", "testserver.evil.example", "testserver:8080", "127.0.0.1", ""])
def test_a_request_under_another_hosts_name_reaches_nothing(house: Inside, host: str) -> None:
    answer = house.nobody().get("/tables", host=host)
    assert answer.status_code == 421
    assert answer.json()["accepted"] == HOST


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "https://testserver", "null", "http://testserver.evil.example"]
)
def test_what_changes_anything_comes_from_a_page_of_the_house(house: Inside, origin: str) -> None:
    assert house.nobody(origin).post("/guests").status_code == 403
    guest = house.guest()
    name = guest.get("/me").json()["name"]
    guest.origin = origin
    assert guest.sit("uth-ma").status_code == 403
    assert guest.ask("PATCH", "/me", {"name": "Mallory"}).status_code == 403
    assert guest.ask("DELETE", "/session").status_code == 403
    guest.origin = ORIGIN
    assert guest.get("/me").json()["name"] == name


def test_a_cookie_without_an_origin_changes_nothing(house: Inside) -> None:
    guest = house.guest()
    guest.origin = ""
    assert guest.sit("uth-ma").status_code == 403
    assert guest.get("/me").status_code == 200


def test_a_page_of_another_site_opens_no_socket(house: Inside) -> None:
    from starlette.testclient import WebSocketDenialResponse

    guest = house.guest()
    for origin in ("http://evil.example", ""):
        guest.origin = origin
        with pytest.raises(WebSocketDenialResponse) as refused, guest.watch("uth-ma"):
            pass
        assert refused.value.status_code == 403
    stranger = house.nobody("http://evil.example")
    with pytest.raises(WebSocketDenialResponse), stranger.watch("uth-ma"):
        pass


def test_programs_send_a_token_and_no_origin(house: Inside) -> None:
    program = house.program()
    assert program.get("/me").json()["program"] is True
    assert program.sit("uth-ma", 6).status_code == 200
    assert (
        program.ask("POST", "/tables/uth-ma/seats/6/leave", {"request": "x"}, origin="http://evil.example").status_code
        == 403
    )


def test_a_cookie_and_a_token_together_are_refused(house: Inside) -> None:
    guest, program = house.guest(), house.program()
    answer = guest.ask("GET", "/me", authorization=f"Bearer {program.token}")
    assert (answer.status_code, answer.json()["about"]) == (400, "authorization")


def test_a_cookie_opens_nothing_as_a_token_and_a_token_nothing_as_a_cookie(house: Inside) -> None:
    guest, program = house.guest(), house.program()
    assert house.nobody().get("/me", authorization=f"Bearer {guest.cookie}").status_code == 401
    assert house.nobody().get("/me", cookie=f"croupier={program.token}").status_code == 401


@pytest.mark.parametrize("sent", ["Basic Zm9v", "Bearer", "Bearer a b", "Bearer " + "x" * 300, "bearer \x7f"])
def test_what_is_no_authorization_is_said_to_be_none(house: Inside, sent: str) -> None:
    answer = house.nobody().get("/me", authorization=sent)
    assert (answer.status_code, answer.json()["accepted"]) == (400, "Authorization: Bearer TOKEN")


def test_a_header_that_may_come_once_is_refused_twice(house: Inside) -> None:
    answer = house.client.get("/api/v1/tables", headers=[("authorization", "Bearer a"), ("authorization", "Bearer b")])
    assert (answer.status_code, answer.json()["detail"]) == (400, "authorization came twice")


# ---- bodies ------------------------------------------------------------------------------------------------


def _post(
    house: Inside, body: bytes, kind: str = "application/json", path: str = "/api/v1/guests"
) -> tuple[int, dict[str, object]]:
    answer = house.client.post(path, content=body, headers={"origin": ORIGIN, "content-type": kind})
    house.client.cookies.clear()
    assert answer.status_code < 400 or answer.headers["content-type"] == MEDIA_TYPE
    return answer.status_code, answer.json()


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"nonsense",
        b'{"name":"x"',
        b'{"name":"\xff"}',
        b'{"name":"a"}x',
        b'{"name":NaN}',
        b'{"name":"\\ud800"}',
        b"\x00",
    ],
)
def test_what_is_no_json_is_refused(house: Inside, body: bytes) -> None:
    assert _post(house, body)[0] == 400


@pytest.mark.parametrize("body", [b"[]", b"7", b"null", b'"x"', b'{"name":7}', b'{"nam":"x"}', b'{"name":null}'])
def test_what_is_another_body_is_refused(house: Inside, body: bytes) -> None:
    status, problem = _post(house, body)
    assert (status, problem["about"]) == (422, "body")


def test_a_body_of_another_kind_is_refused(house: Inside) -> None:
    assert _post(house, b"name=x", "application/x-www-form-urlencoded")[0] == 415
    assert _post(house, b'{"name":"x"}', "text/plain")[0] == 415
    assert _post(house, b'{"name":"x"}', "application/json; charset=utf-8")[0] == 201


def test_a_body_that_is_too_long_is_refused_whether_it_says_so_or_not(house: Inside) -> None:
    assert _post(house, b" " * (MOST_BODY - 2) + b"{}")[0] == 201
    assert _post(house, b" " * MOST_BODY + b"{}")[0] == 413

    def pieces() -> Iterator[bytes]:
        yield from (b" " * 1024 for _ in range(80))

    answer = house.client.post(
        "/api/v1/guests", content=pieces(), headers={"origin": ORIGIN, "content-type": "application/json"}
    )
    assert answer.status_code == 413


def test_json_that_is_nested_too_deep_is_not_read(house: Inside) -> None:
    deep = b'{"name":' + b"[" * 30_000
    status, problem = _post(house, deep)
    assert (status, problem["detail"]) == (400, "this is nested too deep")


def test_brackets_in_strings_are_no_nesting() -> None:
    check_depth(json.dumps({"name": '[[[{{{"' * 20, "args": {"a": ["\\", "]"]}}).encode())
    check_depth(b"[" * MOST_DEPTH + b"]" * MOST_DEPTH)
    with pytest.raises(Problem):
        check_depth(b"[" * (MOST_DEPTH + 1))


# ---- answers -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/api/v1/tables", "/nowhere", "/api", "/api/v1/tables/none", "/api/v1/me"])
def test_every_answer_has_the_headers_of_the_door(house: Inside, path: str) -> None:
    answer = house.client.get(path)
    for name, value in HEADERS.items():
        assert answer.headers[name] == value
    assert answer.headers["ratelimit-policy"] == '"requests";q=1000000;w=60'
    assert "server" not in answer.headers


def test_a_fault_of_the_house_is_told_without_a_word_of_how_it_is_made(
    house: Inside, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.service.live.messages.table_seen", lambda *_: 1 / 0)
    answer = house.nobody().get("/tables/uth-ma")
    assert answer.status_code == 500
    assert answer.headers["content-type"] == MEDIA_TYPE
    assert "division" not in answer.text
    assert "Traceback" not in answer.text
    assert answer.headers["content-security-policy"]


def test_unknown_paths_and_methods_are_problems(house: Inside) -> None:
    nobody = house.nobody()
    for path in ("/api/v2/tables", "/api/v1/nothing", "/api/v1/tables/uth-ma/nothing"):
        answer = nobody.get(path)
        assert (answer.status_code, answer.headers["content-type"]) == (404, MEDIA_TYPE)
    answer = nobody.ask("PUT", "/guests", {})
    assert (answer.status_code, answer.json()["accepted"], answer.headers["allow"]) == (405, "POST", "POST")


# ---- limits ------------------------------------------------------------------------------------------------


def test_an_address_sends_so_many_requests_and_is_told_when_it_may_go_on(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    limits = Limits(Limit("requests", 3, 60), MANY.commands)
    with inside(tmp_path_factory.mktemp("house"), "uth-ma", limits=limits) as house:
        nobody = house.nobody()
        left = [nobody.get("/tables").headers["ratelimit"] for _ in range(3)]
        assert left == ['"requests";r=2;t=20', '"requests";r=1;t=40', '"requests";r=0;t=60']
        answer = nobody.get("/tables")
        assert answer.status_code == 429
        assert answer.headers["retry-after"] == "20"
        assert answer.json()["accepted"] == "3 in 60 seconds; the next in 20 s"
        house.clock.on(20)
        assert nobody.get("/tables").status_code == 200


def test_an_address_makes_so_many_guests_an_hour(tmp_path_factory: pytest.TempPathFactory) -> None:
    from support.service.houses import settings

    with inside(tmp_path_factory.mktemp("house"), "uth-ma", run=settings(guests_per_hour=2)) as house:
        house.guest(), house.guest()
        answer = house.nobody().post("/guests")
        assert (answer.status_code, answer.json()["about"]) == (429, "guests")
        assert house.nobody().post("/programs").status_code == 429
        assert house.nobody().get("/tables").status_code == 200
        house.clock.on(1800)
        house.guest()


def test_a_person_gives_so_many_commands(tmp_path_factory: pytest.TempPathFactory) -> None:
    limits = Limits(MANY.requests, Limit("commands", 2, 10))
    with inside(tmp_path_factory.mktemp("house"), "uth-ma", limits=limits) as house:
        guest, other = house.guest(), house.guest()
        assert guest.sit("uth-ma").status_code == 200
        assert guest.give("uth-ma", "x", "sit out").status_code == 200
        answer = guest.give("uth-ma", "y", "come back")
        assert (answer.status_code, answer.headers["retry-after"]) == (429, "5")
        assert answer.headers["ratelimit-policy"] == '"commands";q=2;w=10'
        assert other.sit("uth-ma", 2).status_code == 200
        with guest.watch("uth-ma") as socket:
            socket.receive_json()
            socket.send_json({"request": "z", "do": "come back", "seat": 1})
            assert socket.receive_json()["problem"]["status"] == 429


# ---- behind a proxy ----------------------------------------------------------------------------------------


def test_only_the_proxys_forwarded_address_is_believed() -> None:
    site = Site(frozenset({HOST}), proxy="10.0.0.9")
    forwarded = {b"x-forwarded-for": "6.6.6.6, 203.0.113.7"}
    assert site.address("10.0.0.9", forwarded) == "203.0.113.7"
    assert site.address("10.0.0.8", forwarded) == "10.0.0.8"
    assert site.address("10.0.0.9", {}) == "10.0.0.9"
    assert Site(frozenset({HOST})).address("10.0.0.9", forwarded) == "10.0.0.9"


def test_behind_https_cookies_are_for_https_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    site = Site(frozenset({HOST}), secure=True, proxy="127.0.0.1")
    with inside(tmp_path_factory.mktemp("house"), "uth-ma", site=site) as house:
        answer = house.client.post("/api/v1/guests", headers={"origin": f"https://{HOST}"})
        name, *about = answer.headers["set-cookie"].split("; ")
        assert name.startswith("__Host-croupier=")
        assert {"Path=/", "HttpOnly", "SameSite=Lax", "Secure"} <= set(about)
        assert not any(each.startswith("Domain") for each in about)
        assert answer.headers["strict-transport-security"] == "max-age=31536000"
        house.client.cookies.clear()
        secret = name.partition("=")[2]
        assert house.client.get("/api/v1/me", headers={"cookie": f"croupier={secret}"}).status_code == 401
        assert house.client.get("/api/v1/me", headers={"cookie": f"__Host-croupier={secret}"}).status_code == 200
        assert house.nobody(ORIGIN).post("/guests").status_code == 403


def test_metrics_are_for_this_machine_and_not_for_who_comes_through_its_proxy(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with inside(tmp_path_factory.mktemp("house"), "uth-ma") as house:
        assert house.nobody().get("/metrics").status_code == 200
        assert house.guest().get("/metrics").status_code == 403
        assert house.token("auditor", "metrics").get("/metrics").status_code == 200
    site = Site(frozenset({HOST}), secure=False, proxy="127.0.0.1")
    with inside(tmp_path_factory.mktemp("house"), "uth-ma", site=site) as house:
        assert house.nobody().get("/metrics").status_code == 401
        assert house.nobody().ask("GET", "/metrics", **{"x-forwarded-for": "127.0.0.1"}).status_code == 401
