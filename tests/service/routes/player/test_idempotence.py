"""What comes twice, late, out of order, from other hands or over a way that breaks: done once, answered alike."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from random import Random

import httpx
import pytest
from support.service.houses import WAGERS, Inside, Visitor, inside
from support.service.raw_connections import eventually
from support.service.sockets import Served, give, heard, run, serving, told
from websockets.asyncio.client import ClientConnection

from croupier.house.audit.verify import verify
from croupier.house.people import tokens
from croupier.house.storage import database
from croupier.house.storage.database import HOUSE, note

TABLE = "uth-ma"
CHIPS = 1_000
SEATS = (1, 2, 3)


class Buyer:
    """Somebody who buys chips in small amounts, and does not trust the way: everything is said several times."""

    def __init__(self, house: Served, seat: int, many: int, chance: Random) -> None:
        self.house, self.seat, self._chance = house, seat, chance
        self.token = house.program()
        self.shown = {"authorization": f"Bearer {self.token}"}
        self.amounts = {f"buy-{number}": 1 + chance.randrange(9) for number in range(many)}
        self.answers: dict[str, set[int]] = {request: set() for request in self.amounts}
        self.refused: list[str] = []

    def body(self, request: str) -> dict[str, object]:
        return {"request": request, "do": "buy", "seat": self.seat, "args": {"amount": self.amounts[request]}}

    async def buy(self, client: httpx.AsyncClient, stack: AsyncExitStack) -> None:
        """Everything several times, in no order, by several ways, of which some break."""
        sockets = [await stack.enter_async_context(self.house.watch(self.token)) for _ in range(2)]
        readers = [asyncio.create_task(self._read(each)) for each in sockets]
        todo = [request for request in self.amounts for _ in range(self._chance.randrange(1, 4))]
        self._chance.shuffle(todo)
        for at in range(0, len(todo), 10):
            await asyncio.gather(*(self._send(client, sockets, request) for request in todo[at : at + 10]))
            if self._chance.randrange(4) == 0:
                await self._break(todo[at : at + 10])
        for request in self.amounts:  # what was not answered, or was, is asked again
            await self._post(client, request)
        for each in readers:
            each.cancel()

    async def _send(self, client: httpx.AsyncClient, sockets: list[ClientConnection], request: str) -> None:
        if self._chance.randrange(3):
            await self._chance.choice(sockets).send(json.dumps(self.body(request)))
        else:
            await self._post(client, request)

    async def _post(self, client: httpx.AsyncClient, request: str) -> None:
        answer = await client.post(f"/api/v1/tables/{TABLE}/commands", json=self.body(request), headers=self.shown)
        if answer.status_code == httpx.codes.OK:
            self.answers[request].add(answer.json()["seq"])
        else:
            self.refused.append(answer.text)

    async def _break(self, some: list[str]) -> None:
        """Say it over a socket that breaks before anything is answered."""
        async with self.house.watch(self.token) as socket:
            for request in some:
                await socket.send(json.dumps(self.body(request)))
            socket.transport.abort()

    async def _read(self, socket: ClientConnection) -> None:
        while True:
            message = await heard(socket)
            if message["what"] == "done":
                self.answers[message["request"]].add(message["seq"])
            elif message["what"] == "refused":
                self.refused.append(json.dumps(message))


def _hammered(folder: Path, seed: int, many: int) -> int:
    """Three who buy at one table at once; how many messages were sent more than once."""
    chance = Random(seed)  # noqa: S311 - the same every time

    async def test() -> None:
        async with httpx.AsyncClient(base_url=house.address, timeout=30) as client, AsyncExitStack() as stack:
            for buyer in buyers:
                said = {"request": "sit", "chips": CHIPS}
                address = f"/api/v1/tables/{TABLE}/seats/{buyer.seat}"
                assert (await client.post(address, json=said, headers=buyer.shown)).status_code == 200
            await asyncio.gather(*(buyer.buy(client, stack) for buyer in buyers))

    with serving(folder, TABLE) as house:
        engine = house.open.house.engine
        with database.writing(engine) as connection:
            note(connection, HOUSE, "Harbour")  # as its tables have it in their place
        buyers = [Buyer(house, seat, many, chance) for seat in SEATS]
        run(test, seconds=600)
        state = house.open.house.queues[TABLE].live.record.state
        seqs: list[int] = []
        for buyer in buyers:
            assert not buyer.refused, buyer.refused[0]
            assert all(len(answers) == 1 for answers in buyer.answers.values()), "answered in two ways"
            seqs += [seq for answers in buyer.answers.values() for seq in answers]
            bought = sum(buyer.amounts.values())
            assert state.seat(buyer.seat).bankroll == CHIPS + bought, "lost, or done twice"
            wallet = httpx.get(f"{house.address}/api/v1/me/wallet", headers=buyer.shown).json()["amount"]
            assert wallet == 100_000 - CHIPS - bought
        assert len(set(seqs)) == len(seqs)
        with database.at_one_moment(engine) as connection:
            report = verify(connection, house.open.house.keyring, house.open.house.key.public)
        assert not report.findings, report.findings[0]
    return len(seqs)


def test_what_comes_several_times_in_any_order_is_done_once_and_answered_alike(tmp_path: Path, seed: int) -> None:
    assert _hammered(tmp_path, seed, 30) == 90


@pytest.mark.prove
@pytest.mark.parametrize("part", range(4))
def test_thousands_that_come_several_times_are_each_done_once(
    tmp_path: Path, seed: int, part: int, record_property: Callable[[str, object], None]
) -> None:
    done = _hammered(tmp_path, seed + part, 800)
    record_property("showed", f"{done:,} commands, each sent several times over ways that broke")


# ---- replayed by others --------------------------------------------------------------------------------------


def test_what_somebody_has_overheard_opens_nothing_in_other_hands(tmp_path: Path) -> None:
    async def test() -> None:
        owner, thief = house.program(), house.program()
        async with house.watch(owner) as socket, house.watch(thief) as other, house.watch() as nobody:
            said: list[tuple[str, str, dict[str, object]]] = [
                ("s", "sit", {"chips": 5_000}),
                ("b", "bet", {"wagers": WAGERS[TABLE], "ready": True}),
            ]
            for request, do, args in said:
                assert (await told(socket, request, do, 1, **args))["what"] == "done"
            seq = house.open.house.queues[TABLE].live.record.seq
            for request, do, args in (*said, ("l", "leave", {})):
                for each in (other, nobody):
                    answer = await told(each, request, do, 1, **args)
                    assert answer["what"] == "refused", answer
                    assert answer["problem"]["status"] in {401, 403, 422}
            assert house.open.house.queues[TABLE].live.record.seq == seq

    with serving(tmp_path, TABLE) as house:
        run(test)


def test_what_was_said_in_a_session_that_is_over_is_not_done_when_it_is_said_again(tmp_path: Path) -> None:
    async def test() -> None:
        token = house.program()
        body = {"request": "s", "do": "sit", "seat": 1, "args": {"chips": 5_000}}
        async with house.watch(token) as socket:
            assert (await told(socket, "s", "sit", 1, chips=5_000))["what"] == "done"
        with database.writing(house.open.house.engine) as connection:
            found = tokens.who(connection, token, house.open.clock())
            assert found is not None
            tokens.end_all(connection, found.person, house.open.clock())
        house.open.clock.on(1)
        async with httpx.AsyncClient(base_url=house.address) as client:
            shown = {"authorization": f"Bearer {token}"}
            answer = await client.post(f"/api/v1/tables/{TABLE}/commands", json=body, headers=shown)
            assert answer.status_code == 401

    with serving(tmp_path, TABLE) as house:
        run(test)


# ---- leaving after this round --------------------------------------------------------------------------------


@pytest.fixture
def doors_open(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Inside]:
    with inside(tmp_path_factory.mktemp("house"), TABLE) as found:
        yield found


def _leaves_after(guest: Visitor, request: str, **more: object) -> httpx.Response:
    return guest.post(f"/tables/{TABLE}/seats/1/leave-after", {"request": request, **more})


def _fold(guest: Visitor) -> None:
    for number in range(4):
        view = guest.view(TABLE)["view"]
        if view["due"]["do"] == "decide":
            choices = {each["choice"] for each in view["choices"]}
            guest.give(TABLE, f"d-{number}", "decide", choice="fold" if "fold" in choices else "check")


def test_who_asks_again_to_leave_after_a_round_and_has_left_is_told_that_it_is_done(doors_open: Inside) -> None:
    guest = doors_open.guest()
    guest.sit(TABLE)
    guest.bet(TABLE)
    assert _leaves_after(guest, "after").status_code == 200
    assert _leaves_after(guest, "after").status_code == 200
    _fold(guest)
    eventually(lambda: guest.view(TABLE)["yours"] == [], "the round is over, and who wants to leave is still there")
    assert _leaves_after(guest, "after").status_code == 200
    assert _leaves_after(guest, "after", expects=1).status_code == 409  # another body
    assert _leaves_after(guest, "another").status_code == 403


@pytest.mark.parametrize("plays", [True, False])
def test_to_leave_after_a_round_at_a_sequence_that_has_passed_is_refused(
    doors_open: Inside,
    plays: bool,  # noqa: FBT001 - a case
) -> None:
    guest = doors_open.guest()
    guest.sit(TABLE)
    if plays:
        guest.bet(TABLE)
    seq = guest.view(TABLE)["seq"]
    answer = _leaves_after(guest, "after", expects=seq - 1)
    assert (answer.status_code, answer.json()["about"]) == (409, "expects")
    _fold(guest)
    assert guest.view(TABLE)["yours"] == [1]
    seq = guest.view(TABLE)["seq"]
    assert _leaves_after(guest, "now", expects=seq).status_code == 200
    assert guest.view(TABLE)["yours"] == []


def test_an_id_that_was_used_at_the_table_is_not_used_to_leave_after_the_round(doors_open: Inside) -> None:
    guest = doors_open.guest()
    guest.sit(TABLE, request="same")
    guest.bet(TABLE)
    answer = _leaves_after(guest, "same")
    assert (answer.status_code, answer.json()["about"]) == (409, "request")
    _fold(guest)
    assert guest.view(TABLE)["yours"] == [1]


def test_a_socket_that_breaks_while_it_is_answered_disturbs_nobody(tmp_path: Path) -> None:
    async def test() -> None:
        token = house.program()
        async with house.watch() as public:
            await heard(public)
            for number in range(20):
                async with house.watch(token) as socket:
                    await give(socket, f"s{number}", "sit", chips=5)
                    await give(socket, f"l{number}", "leave")
                    socket.transport.abort()
            seqs = [(await heard(public))["seq"] for _ in range(10)]
            assert seqs == list(range(seqs[0], seqs[0] + 10))
            public.transport.abort()  # who leaves without having read the rest would wait for it

    with serving(tmp_path, TABLE) as house:
        run(test)
