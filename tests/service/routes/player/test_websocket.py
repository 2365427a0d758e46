"""Sockets on a real server: what is sent to whom, from where on, and who is dropped."""

from __future__ import annotations

import asyncio
import json
import socket
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest
from support.service.houses import MANY, WAGERS, Clock, free_port, hub, served
from support.service.sockets import Served, give, heard, run, serving, told, until
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.house.people import tokens
from croupier.house.storage import database
from croupier.service.http.guard import Site
from croupier.service.live import channels
from croupier.service.live.hub import Limits
from croupier.service.routes.player.websocket import MOST_MESSAGE


@pytest.fixture
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("house"), "uth-ma") as found:
        yield found


# ---- watching ----------------------------------------------------------------------------------------------


def test_a_view_comes_first_and_then_every_command_in_its_order(house: Served) -> None:
    async def test() -> None:
        async with house.watch() as public, house.watch(house.program()) as player:
            first = await heard(public)
            assert (first["what"], first["seq"], first["table"]) == ("view", 2, "uth-ma")
            assert await told(player, "1", "sit", chips=10_000) == {"what": "done", "request": "1", "seq": 3}
            assert await told(player, "2", "bet", wagers=WAGERS["uth-ma"], ready=True)
            seqs, kinds = [], []
            while "moved_on" not in kinds:
                message = await until(public, "happened")
                seqs.append(message["seq"])
                kinds += [event["kind"] for event in message["events"]]
            assert seqs == [3, 4, 5]
            assert kinds[0] == "sat"

    run(test)


def test_each_viewer_is_sent_the_own_cards_and_money_and_nobody_elses(house: Served) -> None:
    async def test() -> None:
        async with house.watch() as public, house.watch(house.program()) as one, house.watch(house.program()) as two:
            await told(one, "s", "sit", 1, chips=10_000)
            await told(two, "s", "sit", 2, chips=7_000)
            await told(one, "b", "bet", 1, wagers=WAGERS["uth-ma"], ready=True)
            await give(two, "b", "bet", 2, wagers=WAGERS["uth-ma"], ready=True)
            texts = []
            for socket in (public, one, two):
                while True:
                    text = str(await asyncio.wait_for(socket.recv(), 10))
                    message = json.loads(text)
                    if message["what"] == "happened" and message["view"]["phase"] == "round":
                        texts.append((message, text))
                        break
            state = house.open.house.queues["uth-ma"].live.record.state
            faces = state.terms.rulebook.deck.faces
            hands = [{faces[state.order[each]] for each in state.seat(number).cards} for number in (1, 2)]
            for (message, text), own in zip(texts, (None, 0, 1), strict=True):
                for number, hand in enumerate(hands):
                    for card in hand:
                        assert (f'"{card}"' in text) is (own == number), (card, own)
                money = [seat["bankroll"] for seat in message["view"]["seats"]]
                assert money == {None: [None, None], 0: [9_000, None], 1: [None, 6_000]}[own]
                assert message["yours"] == ([] if own is None else [own + 1])

    run(test)


def test_a_watcher_goes_on_from_a_sequence_if_it_is_recent(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as player:
            await heard(player)
            await told(player, "s", "sit", chips=10_000)
            for number in range(6):
                await told(player, f"o{number}", "sit out")
                await told(player, f"i{number}", "come back")
            now = house.open.house.queues["uth-ma"].live.record.seq
        async with house.watch(token, after=now - 4) as again:
            seqs = [(await heard(again))["seq"] for _ in range(4)]
            assert seqs == [now - 3, now - 2, now - 1, now]
        async with house.watch(token, after=now) as current:
            await give(current, "x", "sit out")
            assert (await heard(current))["seq"] == now + 1
        for stale in (1, now + 50):
            async with house.watch(token, after=stale) as fresh:
                message = await heard(fresh)
                assert (message["what"], message["yours"]) == ("view", [1])

    run(test)


def test_what_was_missed_is_redacted_for_who_comes_back(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as player:
            start = (await heard(player))["seq"]
            await told(player, "s", "sit", chips=10_000)
            await told(player, "b", "bet", wagers=WAGERS["uth-ma"], ready=True)
        for shown, sees in ((token, True), ("", False), (house.program(), False)):
            async with house.watch(shown, after=start) as again:
                dealt: list[dict[str, Any]] = []
                while not dealt:
                    dealt = [each["data"] for each in (await heard(again))["events"] if each["kind"] == "dealt"]
                own = [each for each in dealt if each["to"] == "1"]
                assert all(("card" in each) is sees for each in own)
                assert not any("card" in each for each in dealt if each["to"] != "1")

    run(test)


@pytest.mark.parametrize("after", ["x", "-1", "1.5", "9" * 40, "٣"])
def test_what_is_no_sequence_is_refused(house: Served, after: str) -> None:
    async def test() -> None:
        address = f"ws://127.0.0.1:{house.port}/api/v1/tables/uth-ma/watch?after={after}"
        with pytest.raises(InvalidStatus) as refused:
            await connect(address)
        assert refused.value.response.status_code == 400
        assert json.loads(refused.value.response.body or b"")["about"] == "after"

    run(test)


def test_an_unknown_table_has_no_socket(house: Served) -> None:
    async def test() -> None:
        for name in ("none", "$cage", "%2e%2e"):
            with pytest.raises(InvalidStatus) as refused:
                await connect(f"ws://127.0.0.1:{house.port}/api/v1/tables/{name}/watch")
            assert refused.value.response.status_code == 404

    run(test)


def test_a_session_that_is_over_opens_no_socket(house: Served) -> None:
    async def test() -> None:
        with pytest.raises(InvalidStatus) as refused:
            async with house.watch("nonsense"):
                pass
        assert refused.value.response.status_code == 401

    run(test)


# ---- garbage -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "message",
    ["", "x", "{", "[]", "null", "7", '{"do":"bet"}', '{"request":"1","do":"bet","what":1}', "[" * 5000,
     '{"request":"1","do":"nonsense"}', '{"request":"1","do":"sit","seat":1e9}', '{"request":"\\ud800","do":"x"}'],
)  # fmt: skip
def test_a_message_that_is_none_is_refused_and_the_socket_goes_on(house: Served, message: str) -> None:
    async def test() -> None:
        async with house.watch(house.program()) as socket:
            await heard(socket)
            await socket.send(message)
            problem = (await until(socket, "refused"))["problem"]
            assert problem["status"] in {400, 403, 422}
            assert problem["accepted"]
            assert (await told(socket, "good", "sit", chips=5_000))["what"] == "done"

    run(test)


def test_a_message_that_is_too_long_or_no_text_closes_the_socket_of_who_sent_it(house: Served) -> None:
    async def test() -> None:
        for message in ("x" * (MOST_MESSAGE + 1), b"\x00\x01"):
            async with house.watch(house.program()) as socket, house.watch() as other:
                await heard(socket)
                await socket.send(message)
                with pytest.raises(ConnectionClosed) as closed:
                    await heard(socket)
                assert closed.value.rcvd is not None
                assert closed.value.rcvd.code == 1009
                assert (await heard(other))["what"] == "view"

    run(test)


def test_who_is_nobody_is_refused_over_a_socket_too(house: Served) -> None:
    async def test() -> None:
        async with house.watch() as socket:
            answer = await told(socket, "1", "sit", chips=5_000)
            assert (answer["what"], answer["problem"]["status"]) == ("refused", 401)

    run(test)


def test_a_command_sent_twice_over_two_sockets_is_carried_out_once(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as one, house.watch(token) as two:
            first, second = await asyncio.gather(
                told(one, "same", "sit", chips=5_000), told(two, "same", "sit", chips=5_000)
            )
            assert first == second
            other = await told(two, "same", "sit", chips=5_001)
            assert other["problem"]["status"] == 409

    run(test)


# ---- revocation --------------------------------------------------------------------------------------------


async def _closed_within(socket: ClientConnection, seconds: float) -> int:
    async def listening() -> None:
        while True:
            await socket.recv()

    with pytest.raises(ConnectionClosed) as closed:
        await asyncio.wait_for(listening(), seconds)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code


def test_signing_out_closes_the_sockets_of_that_session_alone(house: Served) -> None:
    async def test() -> None:
        cookie, other = house.cookie(), house.cookie()
        shown = {"cookie": f"croupier={cookie}", "origin": house.address}
        async with (
            house.watch(cookie=shown["cookie"], origin=house.address) as socket,
            house.watch(cookie=f"croupier={other}", origin=house.address) as stays,
            house.watch() as public,
        ):
            await heard(socket)
            async with httpx.AsyncClient() as client:
                await client.delete(f"{house.address}/api/v1/session", headers=shown)
            assert await _closed_within(socket, 1) == 4401
            for each in (stays, public):
                assert (await heard(each))["what"] == "view"
                await (await each.ping())

    run(test)


def test_what_another_process_ends_closes_sockets_within_a_second(house: Served) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch(token) as socket:
            await heard(socket)
            with database.writing(house.open.house.engine) as connection:
                found = tokens.who(connection, token, house.open.clock())
                assert found is not None
                tokens.end_all(connection, found.person, house.open.clock())
            assert await _closed_within(socket, 1) == 4401

    run(test)


def test_a_session_that_expires_closes_its_sockets_within_a_second(house: Served) -> None:
    async def test() -> None:
        async with house.watch(house.program()) as socket:
            await heard(socket)
            house.open.clock.on(31 * 24 * 3600)
            assert await _closed_within(socket, 1) == 4401

    run(test)


def test_a_dealer_who_is_assigned_no_longer_is_shown_nothing_more_as_dealer(house: Served) -> None:
    async def test() -> None:
        from croupier.house.people import users

        clock: Clock = house.open.clock
        with database.writing(house.open.house.engine) as connection:
            person = users.program(connection, "Robot", "dealer", clock())
            users.assign(connection, person, "uth-ma", clock())
            issued = users.program_token(connection, person, "deal", clock(), 10**6, label="x")
        async with house.watch(issued.secret) as socket:
            await heard(socket)
            with database.writing(house.open.house.engine) as connection:
                users.unassign(connection, person, "uth-ma")
            assert await _closed_within(socket, 1) == 4401

    run(test)


# ---- slow readers ------------------------------------------------------------------------------------------


def test_who_does_not_read_is_dropped_and_nobody_else_waits(house: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channels, "MOST_WAITING", 20)

    async def test() -> None:
        lines = (
            "GET /api/v1/tables/uth-ma/watch HTTP/1.1",
            f"Host: 127.0.0.1:{house.port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        asleep = socket.socket()
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asleep.connect(("127.0.0.1", house.port))
        asleep.send("\r\n".join([*lines, "", ""]).encode())
        assert b"101" in asleep.recv(12)
        async with house.watch(house.program()) as player:
            await told(player, "s", "sit", chips=5_000)
            channel = house.open.hub.channels["uth-ma"]
            slowest, number = 0.0, 0
            until_then = time.monotonic() + 40
            while len(channel) > 1 and time.monotonic() < until_then:
                began = time.monotonic()
                await told(player, f"x{number}", "come back" if number % 2 else "sit out")
                slowest, number = max(slowest, time.monotonic() - began), number + 1
            assert len(channel) == 1, number
            assert slowest < 2
        asleep.close()

    run(test)


def test_too_many_sockets_of_one_person_are_refused(tmp_path_factory: pytest.TempPathFactory) -> None:
    port = free_port()
    site = Site(frozenset({f"127.0.0.1:{port}"}), secure=False)
    limits = Limits(MANY.requests, MANY.commands, sockets_of_person=2, sockets_of_address=3)
    found = hub(tmp_path_factory.mktemp("house"), "uth-ma", site=site, limits=limits)

    async def test() -> None:
        house = Served(found, port)
        token = house.program()
        async with house.watch(token), house.watch(token):
            with pytest.raises(InvalidStatus) as refused:
                async with house.watch(token):
                    pass
            assert refused.value.response.status_code == 429
            async with house.watch():
                with pytest.raises(InvalidStatus):
                    async with house.watch():
                        pass
        for _ in range(50):
            if not len(found.hub.sockets_of_address):
                break
            await asyncio.sleep(0.05)
        async with house.watch(token):
            pass

    with served(found.app, port):
        run(test)


def test_when_the_house_closes_its_sockets_are_told(tmp_path_factory: pytest.TempPathFactory) -> None:
    port = free_port()
    site = Site(frozenset({f"127.0.0.1:{port}"}), secure=False)
    found = hub(tmp_path_factory.mktemp("house"), "uth-ma", site=site)

    async def test() -> None:
        loop = asyncio.get_running_loop()
        context = served(found.app, port)
        context.__enter__()
        async with Served(found, port).watch() as socket:
            await heard(socket)
            closing = loop.run_in_executor(None, context.__exit__, None, None, None)
            assert await _closed_within(socket, 10) in {1001, 1012}
            await closing
        assert not found.house.writer.alive

    run(test)
