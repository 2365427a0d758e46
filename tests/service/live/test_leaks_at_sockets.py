"""Every byte that leaves a real server, over sockets and over HTTP, held against what its viewer may know."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Container, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from support.default_house import NAMES
from support.house.played_house import next_command
from support.service.houses import settings
from support.service.leaks import RICH, Books, LeakError, Moment
from support.service.sockets import PATIENCE, Served, run, serving
from websockets.asyncio.client import ClientConnection

from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import Committed
from croupier.house.people import tokens, users
from croupier.house.storage import database
from croupier.schemas.roles import Role
from croupier.service.live import channels, messages
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.views.view import PUBLIC, Viewer

PLAYERS = 4  # of whom two sit at a time
_STATIC = ("/sign", "/rule", "/commands", "/submission", "/layout")  # which say the same whatever happens
_WORK: dict[Role, tuple[str, Viewer]] = {
    "dealer": ("deal", Viewer("dealer")),
    "floor": ("floor", Viewer("floor")),
    "auditor": ("audit", Viewer("floor")),
    "manager": ("manage floor", Viewer("floor")),
}


@dataclass
class Eye:
    """A viewer at a socket: all that arrives there is looked through."""

    viewer: Viewer
    token: str
    socket: ClientConnection
    evening: Evening
    said: str = ""
    answers: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)
    looked: int = 0

    async def watch(self) -> None:
        """Look at every message."""
        async for text in self.socket:
            message = json.loads(text)
            books = self.evening.books
            about = message["what"] in {"view", "happened"}
            self.look(str(text), books.at(message["seq"] if about else books.latest), said=self.said)
            books.look_for_secrets(self.viewer, text)
            if not about:
                await self.answers.put(message)

    def look(self, text: str, moment: Moment, said: str = "") -> None:
        """Hold it against what this viewer may know, and against everybody's tokens."""
        self.looked += 1
        self.evening.books.look(self.viewer, text, moment, said)
        told = [each for each in self.evening.tokens if each in text]
        if told:
            raise LeakError(f"{self.viewer} is sent a token: {text[:3000]}")

    async def give(self, command: Command) -> dict[str, Any]:
        """Give a command, and hear what became of it."""
        request = f"r-{next(self.evening.requests)}"
        self.said = json.dumps({"request": request, "do": command.do, "seat": command.seat, "args": dict(command.args)})
        await self.socket.send(self.said)
        async with asyncio.timeout(PATIENCE):  # `wait_for` forgets that it was cancelled if the answer comes just then
            return await self.answers.get()


class Evening:
    """A table at a real server with everybody at its sockets."""

    def __init__(self, house: Served, table: str, seed: int) -> None:
        self.house, self.table = house, table
        self.chance = Random(f"{table} {seed}")  # noqa: S311 - which can be repeated
        self.books = Books(self.state.terms.rulebook.deck)
        self.tokens: set[str] = set()
        self.requests = count()
        self.players: dict[str, Eye] = {}
        self.eyes: list[Eye] = []

    @property
    def state(self) -> State:
        return self.house.open.house.queues[self.table].live.record.state

    def _hear(self, happened: Committed) -> None:
        self.books.hear(happened)

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Everybody looks, and two sit down."""

        def listen() -> None:
            self.books.begin(self.house.open.house.queues[self.table].live.record.seq, self.state)
            self.house.open.house.listeners.add(Stage.RECORDS, self._hear)  # before anything is sent

        await self.house.on_loop(listen)
        async with AsyncExitStack() as stack:
            for viewer, token in self._viewers():
                socket = await stack.enter_async_context(self.house.watch(token, table=self.table))
                eye = Eye(viewer, token, socket, self)
                self.eyes.append(eye)
                self.tokens.add(token or "no token")
                if viewer.role == "player":
                    self.players[viewer.person] = eye
            async with asyncio.TaskGroup() as group:  # if one fails, nobody goes on
                watching = [group.create_task(each.watch()) for each in self.eyes]
                yield
                for task in watching:
                    task.cancel()

    def _viewers(self) -> Iterator[tuple[Viewer, str]]:
        engine, now = self.house.open.house.engine, self.house.open.clock()
        yield PUBLIC, ""
        for _ in range(PLAYERS):
            token = self.house.program()
            with database.reading(engine) as connection:
                found = tokens.who(connection, token, now)
            assert found is not None
            yield Viewer("player", found.person), token
        for role, (scope, viewer) in _WORK.items():
            with database.writing(engine) as connection:
                person = users.program(connection, "Robot", role, now)
                if role in {"dealer", "floor"}:
                    users.assign(connection, person, self.table, now)
                issued = users.program_token(connection, person, scope, now, 10**9, label="x")
            yield viewer, issued.secret

    async def play(self, rounds: int) -> None:
        """So many rounds; now and then one leaves and another comes, and everybody asks for everything."""
        asked = 0
        while self.books.rounds < rounds:
            state = self.state
            if len(state.taken()) < 2 or (state.phase == "betting" and self.chance.randrange(60) == 0):
                await self._somebody_else(state)
            await self._act()
            if self.books.rounds // 10 > asked:
                asked = self.books.rounds // 10
                await self._ask_for_everything()

    async def _act(self) -> None:
        command = next_command(self.state, self.chance)
        await self.players[command.by].give(command)

    async def _somebody_else(self, state: State) -> None:
        if len(state.taken()) > 1:
            seat, gone = state.taken()[0]
            await self.players[gone.person].give(Command("player", "leave", seat))
        here = {seat.person for _, seat in self.state.taken()}
        person = self.chance.choice([each for each in self.players if each not in here])
        free = [number for number, seat in enumerate(self.state.seats, start=1) if seat is None]
        sit = Command("player", "sit", self.chance.choice(free), {"chips": self.chance.choice(RICH)})
        answer = await self.players[person].give(sit)
        assert answer["what"] == "done", answer

    # ---- over HTTP -------------------------------------------------------------------------------------

    async def _ask_for_everything(self) -> None:
        async with httpx.AsyncClient(base_url=self.house.address, timeout=PATIENCE) as client:
            described = (await client.get("/api/v1/openapi.json")).json()["paths"]
            last = max(self.books.rounds_known)
            there = _There(name=self.table, session=self.state.fixed.place.session, number=str(last))
            paths = [path.format_map(there) for path, each in described.items() if "get" in each]
            for eye in self.eyes:
                headers = {"authorization": f"Bearer {eye.token}"} if eye.token else {}
                for path in paths:
                    if eye.viewer.role in {"public", "player"} or path.endswith(("/last", "/receipt", self.table)):
                        answer = await client.get(path, headers=headers)
                        self._look(eye, path, answer, last)

    def _look(self, eye: Eye, path: str, answer: httpx.Response, last: int) -> None:
        if answer.status_code != httpx.codes.OK or not answer.headers["content-type"].startswith("application/json"):
            eye.look(answer.text if answer.text.startswith("{") else "{}", self.books.at(self.books.latest))
            return
        told = answer.json()
        if path.endswith(f"/{self.table}"):
            eye.look(answer.text, self.books.at(told["seq"]))
        elif path.endswith(("/last", f"/{self.table}/receipt")):
            eye.look(answer.text, self.books.rounds_known[told["round"]])
        elif "/rounds/" in path:
            told.pop("layout", None)  # which has every face of the deck, whatever was dealt
            eye.look(json.dumps(told), self.books.rounds_known[last])
        elif not any(each in path for each in _STATIC):
            eye.look(answer.text, self.books.every_card())


class _There(dict[str, str]):
    def __missing__(self, key: str) -> str:
        return "1"


def _first(group: BaseExceptionGroup[BaseException]) -> BaseException:
    """Of all that went wrong a leak, if it is there."""
    found = group.subgroup(LeakError) or group
    each = found.exceptions[0]
    return _first(each) if isinstance(each, BaseExceptionGroup) else each


def at_sockets(folder: Path, table: str, seed: int, rounds: int) -> int:
    """Rounds at a table of a real server; how many messages and answers were looked through."""

    looked = 0

    async def test() -> None:
        nonlocal looked
        evening = Evening(house, table, seed)
        try:
            async with evening.open():
                await evening.play(rounds)
        except BaseExceptionGroup as group:
            raise _first(group) from group
        looked = sum(each.looked for each in evening.eyes)

    with serving(folder, table, run=settings(guests_money=10**11)) as house:
        run(test, seconds=1800)
    return looked


@pytest.mark.parametrize("table", NAMES)
def test_nobody_at_a_socket_is_sent_what_is_anothers(tmp_path: Path, table: str, seed: int) -> None:
    assert at_sockets(tmp_path, table, seed, 12) > 500


@pytest.mark.prove
@pytest.mark.parametrize("table", NAMES)
def test_for_long_nobody_at_a_socket_is_sent_what_is_anothers(
    tmp_path: Path, table: str, seed: int, record_property: Callable[[str, object], None]
) -> None:
    rounds = 10_000 // len(NAMES)
    looked = at_sockets(tmp_path, table, seed, rounds)
    record_property("showed", f"{table}: {rounds:,} rounds, {looked:,} messages and answers")


def test_a_message_to_the_wrong_viewer_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def as_another(viewer: Viewer, theirs: Container[str]) -> Viewer:
        """Who only looks on sees what the first of the players sees."""
        assert isinstance(theirs, set)
        return Viewer("player", min(theirs)) if theirs and viewer.person not in theirs else viewer

    monkeypatch.setattr(messages, "seen_as", as_another)
    with pytest.raises(LeakError):
        at_sockets(tmp_path, "uth-ma", 0, 3)


def test_one_message_for_all_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    publishes = channels.Channel.publish

    def publish(channel: channels.Channel, happened: Committed) -> None:
        """What the floor is told goes to everybody, beside what players need to play on."""
        publishes(channel, happened)
        told = messages.Broadcast(happened, messages.Names()).to(Viewer("floor"))
        for watcher in channel:
            watcher.tell(told)

    monkeypatch.setattr(channels.Channel, "publish", publish)
    with pytest.raises(LeakError):
        at_sockets(tmp_path, "uth-ma", 0, 3)
