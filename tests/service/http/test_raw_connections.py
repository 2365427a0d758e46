"""Those who keep to no protocol: half a request, garbage, too much, nothing at all. Nobody else waits for them."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from functools import partial
from random import Random

import httpx
import pytest
from support.service import houses as serving_of_houses
from support.service.raw_connections import (
    BINARY,
    CLOSE,
    CONTINUED,
    FIN,
    PING,
    PONG,
    TEXT,
    connect,
    eventually,
    frame,
    head,
    meanwhile,
    problem,
    said,
    until_closed,
    upgrade,
)
from support.service.sockets import Served, serving

from croupier.service.background.presence import AWAY
from croupier.service.http import protocol
from croupier.service.http.protocol import MOST_HEAD, Sockets
from croupier.service.live import channels
from croupier.service.routes.player.websocket import MOST_MESSAGE, MOST_OVER
from croupier.service.server import configured


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


@pytest.fixture(autouse=True)
def _closes_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "CLOSING", 0.3)


def _nobody_is_there(house: Served) -> None:
    """Whatever was opened is closed, and is not counted any more."""
    hub = house.open.hub
    eventually(lambda: not len(hub.sockets_of_address), "sockets are counted that are not there")
    eventually(lambda: not any(map(len, hub.channels.values())), "somebody watches who is not there")
    eventually(lambda: not len(hub.sockets_of_person), "sockets of persons are counted that are not there")


# ---- requests that do not arrive -----------------------------------------------------------------------------

HALF = {
    "nothing": b"",
    "a letter": b"G",
    "half a line": b"GET /api/v1/tab",
    "half the headers": b"GET /api/v1/tables HTTP/1.1\r\nHost: 127.0.0.1",
    "no end of headers": b"GET /api/v1/tables HTTP/1.1\r\nHost: {host}\r\nX-A: b\r\n",
    "half a body": b"POST /api/v1/guests HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "half a chunk": b"POST /api/v1/guests HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n{",
    "half an upgrade": b"GET /api/v1/tables/uth-ma/watch HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n",
}


@pytest.mark.parametrize("what", HALF)
def test_a_request_that_does_not_arrive_is_not_waited_for_by_anybody(
    house: Served, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "ARRIVAL", 0.5)
    with meanwhile(house), ExitStack() as stack:
        begun = time.monotonic()
        some = [stack.enter_context(connect(house)) for _ in range(20)]
        for each in some:
            each.sendall(HALF[what].replace(b"{host}", f"127.0.0.1:{house.port}".encode()))
        for each in some:
            answer = until_closed(each)
            assert not answer or problem(answer)["status"] == 408
        assert 0.4 < time.monotonic() - begun < 8


def test_a_request_that_comes_letter_by_letter_is_not_waited_for_either(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "ARRIVAL", 0.5)
    sent = 0
    with connect(house) as slow, suppress(ConnectionError):
        for letter in head(house, "GET /api/v1/tables HTTP/1.1", "X-Long: " + "x" * 500):
            slow.sendall(bytes([letter]))
            sent += 1
            time.sleep(0.02)
    assert sent < 200


def test_a_second_request_on_a_connection_has_its_time_too(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "ARRIVAL", 0.6)
    with connect(house) as made:
        for _ in range(3):
            made.sendall(head(house, "GET /healthz HTTP/1.1"))
            answer = made.recv(65536)
            assert answer.startswith(b"HTTP/1.1 200")
            time.sleep(0.4)
        made.sendall(b"GET /he")
        assert problem(until_closed(made))["status"] == 408


def test_who_goes_in_the_middle_of_a_body_is_no_fault_of_the_house(
    house: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for what in ("half a body", "half a chunk"):
        with connect(house) as made:
            made.sendall(HALF[what].replace(b"{host}", f"127.0.0.1:{house.port}".encode()))
            time.sleep(0.2)
    with meanwhile(house):
        time.sleep(0.2)
    assert "a fault of the house" not in caplog.text


# ---- what is no request --------------------------------------------------------------------------------------

GARBAGE = {
    "noise": bytes(range(256)) * 4,
    "TLS": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + b"\x00" * 64 + b"\r\n\r\n",
    "another protocol": b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
    "no version": b"GET /\r\n\r\n",
    "a control character": b"GET /api\x00 HTTP/1.1\r\nHost: a\r\n\r\n",
    "two lengths": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    "a length and chunks": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    "a length that is none": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -5\r\n\r\n",
    "a chunk that is none": b"POST /api/v1/guests HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\nY : c\r\n\r\n",
    "CONNECT": b"CONNECT example.org:443 HTTP/1.1\r\nHost: a\r\n\r\n",
}


@pytest.mark.parametrize("what", GARBAGE)
def test_what_is_no_request_is_refused_and_the_connection_closed(house: Served, what: str) -> None:
    with meanwhile(house), connect(house) as made:
        made.sendall(GARBAGE[what])
        with suppress(OSError):
            made.shutdown(socket.SHUT_WR)
        answer = until_closed(made)
        assert answer.startswith((b"HTTP/1.1 400", b"HTTP/1.1 421", b"HTTP/1.1 403")), answer
        assert problem(answer)["accepted"]


def test_noise_does_no_harm(house: Served, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - the same every time
    valid = head(house, "GET /api/v1/tables HTTP/1.1", "Connection: close")
    with meanwhile(house):
        for _ in range(100):
            noise = bytearray(valid)
            for _ in range(chance.randrange(1, 8)):
                noise[chance.randrange(len(noise))] = chance.randrange(256)
            with connect(house) as made:
                made.sendall(bytes(noise))
                with suppress(OSError):
                    made.shutdown(socket.SHUT_WR)
                with suppress(ConnectionError):
                    answer = made.recv(20)
                    assert not answer.startswith(b"HTTP/1.1 5"), bytes(noise)


# ---- too much ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["X-Long", "Cookie", "Authorization"])
def test_headers_that_are_too_long_are_refused(house: Served, name: str) -> None:
    with connect(house) as made:
        made.sendall(head(house, "GET /api/v1/tables HTTP/1.1", f"{name}: {'x' * MOST_HEAD}"))
        assert problem(until_closed(made))["status"] == 431
    with connect(house) as made:
        made.sendall(head(house, f"GET /api/v1/tables?after={'x' * MOST_HEAD} HTTP/1.1"))
        assert problem(until_closed(made))["status"] == 431


def test_headers_without_an_end_are_refused_before_they_fill_the_memory(house: Served) -> None:
    sent = 0
    with meanwhile(house), connect(house) as made:
        made.sendall(head(house, "GET /api/v1/tables HTTP/1.1")[:-2] + b"X-Endless: ")
        with suppress(ConnectionError):
            while sent < 100 * MOST_HEAD:
                made.sendall(b"x" * 4096)
                sent += 4096
    assert sent < 100 * MOST_HEAD


def test_many_small_headers_are_too_long_together(house: Served) -> None:
    with connect(house) as made:
        made.sendall(head(house, "GET /api/v1/tables HTTP/1.1", *(f"X-{n}: {n}" for n in range(5000))))
        assert problem(until_closed(made))["status"] == 431


def test_one_address_has_so_many_connections_and_another_has_its_own(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "OF_ADDRESS", 5)
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as house, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(connect(house))
        time.sleep(0.1)
        with connect(house) as one_more:
            answer = problem(until_closed(one_more))
            assert (answer["status"], answer["accepted"]) == (429, "5 at once")
        other = stack.enter_context(socket.socket())
        other.bind(("127.0.1.1", 0))
        other.settimeout(10)
        other.connect(("127.0.0.1", house.port))
        other.sendall(head(house, "GET /healthz HTTP/1.1", "Connection: close"))
        assert until_closed(other).startswith(b"HTTP/1.1 200")
        stack.close()
        time.sleep(0.1)
        assert httpx.get(f"{house.address}/healthz").status_code == 200


def test_the_connections_of_a_proxy_are_many_peoples(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "OF_ADDRESS", 2)
    monkeypatch.setattr(serving_of_houses, "configured", partial(configured, proxy="127.0.0.1"))
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as house, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(connect(house))
        assert httpx.get(f"{house.address}/healthz").status_code == 200


def test_what_the_house_needs_for_itself_is_not_given_to_connections(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "room_for", lambda: 3)
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as house, ExitStack() as stack:
        for _ in range(3):
            stack.enter_context(connect(house))
        time.sleep(0.1)
        with connect(house) as one_more:
            assert problem(until_closed(one_more))["status"] == 503


def test_answers_that_are_not_read_are_not_kept_for_long(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocol, "READING", 0.5)
    with meanwhile(house), connect(house, receives=4096) as slow:
        slow.settimeout(8)
        with suppress(OSError):
            for _ in range(300):
                slow.sendall(head(house, "GET /api/v1/tables/uth-ma/rules HTTP/1.1"))
        began = time.monotonic()
        with suppress(ConnectionError):
            while time.monotonic() - began < 8:
                slow.sendall(b"\r\n")
                time.sleep(0.05)
        assert time.monotonic() - began < 8


# ---- sockets by hand -----------------------------------------------------------------------------------------

FRAMES = {
    "noise": bytes(range(1, 255)),
    "a frame without a mask": frame(b"{}", masked=False),
    "a continuation of nothing": frame(b"{}", CONTINUED | FIN),
    "a text within a text": frame(b"{", TEXT) + frame(b"}", TEXT | FIN),
    "a kind that there is none of": frame(b"{}", 3 | FIN),
    "bits that are reserved": frame(b"{}", TEXT | FIN | 0x70),
    "text that is none": frame(b"\xff\xfe\xfd"),
    "half a letter": frame("é".encode()[:1]),
    "a ping that is too long": frame(b"x" * 126, PING | FIN),
    "a ping in parts": frame(b"x", PING),
    "a close that says nothing valid": frame(b"\x00\x05bye", CLOSE | FIN),
    "a close of one byte": frame(b"\x03", CLOSE | FIN),
    "too long": frame(b"x" * (MOST_MESSAGE + 1)),
    "a frame that claims to be huge": frame(b"", claims=2**62),
    "too long in parts": frame(b"x" * 9000, TEXT) + frame(b"x" * 9000, CONTINUED | FIN),
    "a frame of bytes": frame(b"{}", BINARY | FIN),
}


@pytest.mark.parametrize("what", FRAMES)
def test_frames_that_break_the_protocol_close_the_socket_of_who_sent_them(
    house: Served, what: str, caplog: pytest.LogCaptureFixture
) -> None:
    with meanwhile(house) as bystander:
        with upgrade(house, house.program()) as made:
            made.sendall(FRAMES[what])
            until_closed(made)
        done = bystander.done
        eventually(lambda: bystander.done > done, "nobody else is answered any more")
    _nobody_is_there(house)
    assert "a fault of the house" not in caplog.text


def test_parts_pings_and_pongs_are_what_they_are_for(house: Served) -> None:
    with upgrade(house, house.program()) as made:
        text = json.dumps({"request": "1", "do": "sit", "seat": 1, "args": {"chips": 5_000}}).encode()
        made.sendall(frame(b"who asked for it", PONG | FIN))
        made.sendall(frame(text[:10], TEXT) + frame(b"hello", PING | FIN) + frame(text[10:], CONTINUED | FIN))
        found = b""
        while b'"done"' not in found:
            found += made.recv(65536)
        assert b"\x8a\x05hello" in found


def test_noise_within_messages_does_no_harm(house: Served, seed: int) -> None:
    chance = Random(seed)  # noqa: S311 - the same every time
    valid = json.dumps({"request": "x", "do": "bet", "seat": 1, "args": {"wagers": {"ante": 500}}}).encode()
    seq = house.open.house.queues["uth-ma"].live.record.seq
    with upgrade(house, house.program()) as made:
        for _ in range(100):
            noise = bytearray(valid)
            for _ in range(chance.randrange(1, 6)):
                noise[chance.randrange(len(noise))] = chance.randrange(32, 127)
            made.sendall(frame(bytes(noise)))
        found = b""
        while found.count(b'"what":"refused"') < 100:
            found += made.recv(65536)
    assert house.open.house.queues["uth-ma"].live.record.seq == seq


# ---- half-open -----------------------------------------------------------------------------------------------


def test_a_socket_at_which_nobody_is_any_more_is_found_and_its_player_is_away(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "PING", 0.3)
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as house:
        made = upgrade(house, house.program())
        made.sendall(said({"request": "1", "do": "sit", "seat": 1, "args": {"chips": 5_000}}))
        hub, queue = house.open.hub, house.open.house.queues["uth-ma"]
        eventually(lambda: any(queue.live.record.state.taken()), "nobody has sat down")
        assert hub.channels["uth-ma"].has(queue.live.record.state.seat(1).person)
        _nobody_is_there(house)  # though the connection was never closed
        house.open.clock.on(AWAY // 1000 + 1)
        hub.deliveries(hub.presence.ring)
        eventually(lambda: queue.live.record.state.seat(1).away, "who is gone is not away")
        made.close()


def test_questions_whose_answers_are_not_read_do_not_fill_the_memory(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[Sockets] = []
    begin = Sockets.connection_made

    def noted(each: Sockets, way: asyncio.Transport) -> None:
        made.append(each)
        begin(each, way)

    monkeypatch.setattr(Sockets, "connection_made", noted)
    with meanwhile(house), upgrade(house, receives=4096) as asleep:
        asleep.settimeout(5)
        some = frame(b"x" * 125, PING | FIN) * 100
        most = 0
        with suppress(OSError):
            for _ in range(400):
                asleep.sendall(some)
                most = max(most, made[0].transport.get_write_buffer_size())
        assert most < 1_000_000


def test_a_socket_that_is_not_read_is_cut_off_before_too_much_waits_for_it(
    house: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(protocol, "READING", 0.5)
    monkeypatch.setattr(channels, "MOST_WAITING", 10**6)

    def tell() -> None:
        for watcher in house.open.hub.channels["uth-ma"]:
            for _ in range(1000):
                watcher.tell("x" * 5000)

    with upgrade(house, receives=4096):
        eventually(lambda: len(house.open.hub.channels["uth-ma"]), "nobody watches")
        house.open.hub.deliveries(tell)
        _nobody_is_there(house)


# ---- too many messages ---------------------------------------------------------------------------------------


def test_who_goes_on_sending_twice_the_limit_is_cut_off(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Every second message is within the limit, and does not make up for the other."""
    from support.service.houses import MANY

    from croupier.service.http.rate_limits import Limit
    from croupier.service.live.hub import Limits

    limits = Limits(MANY.requests, Limit("commands", 20, 1))
    with serving(tmp_path_factory.mktemp("house"), "uth-ma", limits=limits) as house:
        with upgrade(house, house.program()) as made:
            until = time.monotonic() + 20
            with suppress(ConnectionError):
                while time.monotonic() < until:
                    made.sendall(said({"request": "r", "do": "sit out", "seat": 1}))
                    time.sleep(1 / 40)
            found = until_closed(made)
        assert found.count(b'"status":429') < found.count(b'"what":"refused"')
        assert (4429).to_bytes(2, "big") in found
        _nobody_is_there(house)


@pytest.mark.parametrize("known", [True, False])
@pytest.mark.parametrize("what", ["garbage", "commands"])
def test_who_sends_far_too_much_is_told_and_then_cut_off(
    tmp_path_factory: pytest.TempPathFactory,
    known: bool,  # noqa: FBT001 - a case
    what: str,
) -> None:
    from support.service.houses import MANY

    from croupier.service.http.rate_limits import Limit
    from croupier.service.live.hub import Limits

    limits = Limits(MANY.requests, Limit("commands", 50, 30))
    with serving(tmp_path_factory.mktemp("house"), "uth-ma", limits=limits) as house:
        token = house.program() if known else ""
        message = frame(b"garbage") if what == "garbage" else said({"request": "r", "do": "sit out", "seat": 1})
        with upgrade(house, token) as made:
            with suppress(ConnectionError):
                made.sendall(message * 1000)
            found = until_closed(made)
        assert 50 <= found.count(b'"what":"refused"') <= 50 + MOST_OVER + 1
        assert found.count(b'"status":429') == (0 if what == "garbage" else MOST_OVER + 1)
        assert (4429).to_bytes(2, "big") in found
        with meanwhile(house, seat=2):
            pass
        _nobody_is_there(house)
