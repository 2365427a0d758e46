"""A house for tests, open to requests: a temporary database, keys that repeat, a clock that is moved by hand."""

from __future__ import annotations

import socket
import threading
import time
import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import httpx
import uvicorn
from fastapi import FastAPI
from sqlalchemy import Engine

import croupier
from croupier.crypto.keys import PrivateKey
from croupier.games.terms import Terms
from croupier.house.config.default_settings import default_text
from croupier.house.config.settings import FileError, Settings, read
from croupier.house.engine.replay import sessions
from croupier.house.engine.requests import Answer, Outcome
from croupier.house.people import users
from croupier.house.storage import database, journal
from croupier.house.storage.vault import Keyring
from croupier.house.tables import startup
from croupier.house.tables.house import House
from croupier.schemas.roles import Role
from croupier.service.app import create
from croupier.service.http.guard import Site
from croupier.service.http.protocol import bound_buffers
from croupier.service.http.rate_limits import Limit
from croupier.service.live.hub import Hub, HubOptions, Limits
from croupier.service.live.loop_delivery import Deliveries
from croupier.service.server import configured
from croupier.table.fairness.card_sources import Random
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from support.default_house import NAMES
from support.house import databases
from support.house import people as people_support
from support.house.people import ARGON, NOW
from support.house.streams import says

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # it would rather be run by another library, which is not one of ours
    from starlette.testclient import TestClient, WebSocketDenialResponse, WebSocketTestSession

__all__ = ["TestClient", "WebSocketDenialResponse", "WebSocketTestSession"]  # for those who would be warned too

T = TypeVar("T")
NOT_DEALT = ALL_STEPS - {"deal"}  # steps that run by themselves where a person deals
HOST = "testserver"
ORIGIN = f"http://{HOST}"
MANY = Limits(Limit("requests", 10**6, 60), Limit("commands", 10**6, 30), 10**6, 10**6)


# The least that each game is played with.
WAGERS = {
    name: {wager: 500 for wager, about in Terms(croupier.submission(name)).wagers.items() if about.required}
    for name in NAMES
}


class Clock:
    """House time: it runs when it is told to."""

    def __init__(self, now: int = NOW) -> None:
        self.time = now

    def __call__(self) -> int:
        return self.time

    def on(self, seconds: float) -> None:
        """So much later."""
        self.time += int(seconds * 1000)


class OnTheWall(Clock):
    """House time that runs by itself."""

    def __init__(self) -> None:
        super().__init__()
        self._began = time.monotonic()

    def __call__(self) -> int:
        return self.time + int((time.monotonic() - self._began) * 1000)


def settings(**house: object) -> Settings:
    """How a house is run at first, with a table for each rulebook; but for what is said of the house."""
    found = _default()
    return replace(found, house=replace(found.house, **{"guests_per_hour": 1000, **house}))  # type: ignore[arg-type]


@cache
def _default() -> Settings:
    return read(default_text(), _no_files)


def _no_files(name: str) -> str:
    raise FileError(f"there is no {name}")


def engine(tmp_path: Path) -> Engine:
    """A new house's database."""
    return databases.in_file(tmp_path / "house.sqlite3")


def house(
    where: Path | Engine, deliver: Callable[[Callable[[], None]], None], clock: Callable[[], int] | None = None
) -> House:
    """A house with nothing in it, in a folder or in a database."""
    alone = isinstance(where, Path)
    made = engine(where) if isinstance(where, Path) else where
    keyring, key = Keyring({1: bytes(32)}), PrivateKey(bytes(32))
    return House(made, keyring, key, now=clock or Clock(), deliver=deliver, exclusive=alone)


def opened(
    made: House, deliveries: Deliveries, *names: str, by_hand: frozenset[str] = frozenset(), **options: object
) -> None:
    """Open a table for each of some rulebooks, whose cards follow from a seed, before the loop runs.

    Steps that are done by hand wait for whoever does them. A table of a game from a folder is called as that is.
    """
    for rulebook in names or NAMES:
        name = Path(rulebook).name
        told: list[Outcome] = []
        with made.reading() as connection:
            number = len(sessions(connection, name)) + 1
        place, source = Place("Harbour", name, f"{name}-{number}"), Random(f"house {name}")
        table = Table(croupier.submission(rulebook, **options), source, ALL_STEPS - by_hand, place=place)
        made.open_table(name, table.state, table.source, told.append)
        until = time.monotonic() + 10
        while not told and time.monotonic() < until:
            deliveries.now()
            time.sleep(0.001)
        assert isinstance(told[0], Answer), told


@dataclass
class Open:
    """A house that answers requests."""

    hub: Hub
    app: FastAPI
    clock: Clock
    house: House


def hub(
    where: Path | Engine,
    *names: str,
    limits: Limits = MANY,
    run: Settings | None = None,
    site: Site | None = None,
    clock: Clock | None = None,
    by_hand: frozenset[str] = frozenset(),
    options: Mapping[str, object] | None = None,
    **more: Any,  # noqa: ANN401 - of HubOptions
) -> Open:
    """A hall with tables of some rulebooks, or of all; where the house was open before, with those that were open.

    What it is reached by is plain HTTP under a name of its own.
    """
    deliveries, clock = Deliveries(), clock or Clock()
    made = house(where, deliveries, clock)
    made.recover()
    if not made.queues:
        opened(made, deliveries, *names, by_hand=by_hand, **dict(options or {}))
    plain = Site(frozenset({HOST}), secure=False)
    fittings = HubOptions(limits=limits, argon=ARGON, **more)
    found = Hub(made, run or settings(), site or plain, deliveries, fittings)
    return Open(found, create(found), clock, made)


class Visitor:
    """Somebody at the door of a house that runs in this process: with a cookie, with a token, or as nobody."""

    def __init__(self, client: TestClient, cookie: str = "", token: str = "", origin: str = ORIGIN) -> None:
        self._client, self.cookie, self.token = client, cookie, token
        self.origin = origin

    @property
    def headers(self) -> dict[str, str]:
        """What is shown at the door."""
        shown = {"origin": self.origin} if self.origin and not self.token else {}
        shown |= {"cookie": f"croupier={self.cookie}"} if self.cookie else {}
        return shown | ({"authorization": f"Bearer {self.token}"} if self.token else {})

    def ask(self, method: str, path: str, json: object = None, **headers: str) -> httpx.Response:
        """A request, and what is answered; a cookie that is given is kept."""
        self._client.cookies.clear()
        path = path if path.startswith(("/healthz", "/readyz", "/metrics", "/api")) else f"/api/v1{path}"
        answer: httpx.Response = self._client.request(method, path, json=json, headers={**self.headers, **headers})
        given = answer.cookies.get("croupier")
        if given is not None:
            self.cookie = given
        self._client.cookies.clear()
        return answer

    def get(self, path: str, **headers: str) -> httpx.Response:
        return self.ask("GET", path, **headers)

    def post(self, path: str, json: object = None, **headers: str) -> httpx.Response:
        return self.ask("POST", path, {} if json is None else json, **headers)

    def watch(self, table: str, after: int | None = None) -> WebSocketTestSession:
        """A socket at a table."""
        self._client.cookies.clear()
        query = f"?after={after}" if after is not None else ""
        return self._client.websocket_connect(f"/api/v1/tables/{table}/watch{query}", headers=self.headers)

    # ---- what most tests need ----

    def sit(self, table: str, seat: int = 1, chips: int = 20_000, request: str = "sit") -> httpx.Response:
        return self.post(f"/tables/{table}/seats/{seat}", {"request": request, "chips": chips})

    def give(self, table: str, request: str, do: str, seat: int = 1, **args: object) -> httpx.Response:
        return self.post(f"/tables/{table}/commands", {"request": request, "do": do, "seat": seat, "args": args})

    def bet(self, table: str, request: str = "bet", seat: int = 1) -> httpx.Response:
        return self.give(table, request, "bet", seat, wagers=WAGERS[table], ready=True)

    def play(self, table: str, name: str, seat: int = 1) -> None:
        """A round alone at a table, from the bet to its end; the commands are called by the name."""
        answer = self.bet(table, f"{name}-bet", seat)
        assert answer.status_code == 200, answer.text
        self.play_out(table, name, seat)

    def play_out(self, table: str, name: str, seat: int = 1) -> None:
        """The rest of a round that is played alone; the table may be closed behind it."""
        for number in range(12):
            view = self.view(table).get("view")
            if view is None or view["due"]["do"] != "decide":
                return
            choice = next(each["choice"] for each in view["choices"] if not each["discards"])
            answer = self.give(table, f"{name}-{number}", "decide", seat, choice=choice)
            assert answer.status_code == 200, answer.text

    def view(self, table: str) -> dict[str, Any]:
        seen: dict[str, Any] = self.get(f"/tables/{table}").json()
        return seen


class Inside:
    """A house that runs in this process, and everybody in it."""

    def __init__(self, found: Open, client: TestClient) -> None:
        self.hub, self.house, self.clock, self.app = found.hub, found.house, found.clock, found.app
        self.client = client

    def nobody(self, origin: str = ORIGIN) -> Visitor:
        return Visitor(self.client, origin=origin)

    def guest(self, name: str = "") -> Visitor:
        """A new guest."""
        visitor = self.nobody()
        assert visitor.post("/guests", {"name": name}).status_code == 201
        return visitor

    def program(self) -> Visitor:
        """A new guest that is a program."""
        answer = self.nobody().post("/programs")
        assert answer.status_code == 201, answer.text
        return Visitor(self.client, token=answer.json()["token"])

    def hired(self, login: str, role: Role, *tables: str) -> Visitor:
        """One of the staff, signed in, and assigned to some tables."""
        with database.writing(self.house.engine) as connection:
            person = people_support.hire(connection, login, role, self.clock())
            for table in tables:
                users.assign(connection, person, table, self.clock())
            issued = people_support.sign_in(connection, login, self.clock())
        return Visitor(self.client, issued.secret)

    def token(self, role: Role, scope: str, *tables: str) -> Visitor:
        """A program with a role and a token for something."""
        now = self.clock()
        with database.writing(self.house.engine) as connection:
            person = users.program(connection, "Robot", role, now)
            for table in tables:
                users.assign(connection, person, table, now)
            issued = users.program_token(connection, person, scope, now, 10**9, label="test")
        return Visitor(self.client, token=issued.secret)

    def open_by_hand(
        self, name: str, rulebook: str = "uth-ma", automation: frozenset[str] = NOT_DEALT, **options: object
    ) -> None:
        """A table at which a person deals, which the settings have from now on."""
        run, submission = self.hub.settings, croupier.submission(rulebook, **options)
        about = replace(run.tables[rulebook], name=name, submission=submission, automation=automation, supervised=True)
        self.hub.settings = replace(run, tables={**run.tables, name: about})
        self.open(name)

    def open(self, name: str) -> None:
        """A table opens as the settings have it."""
        told: list[Outcome] = []
        about = self.hub.settings.tables[name]
        self.on_loop(lambda: startup.open_one(self.house, "Harbour", about, told.append))
        soon(lambda: bool(told))
        assert isinstance(told[0], Answer), told

    def noted(self) -> list[dict[str, Any]]:
        """The significant events so far."""
        with self.house.reading() as connection:
            return [{"by": entry.by, **told} for entry, told in says(connection, journal.SIGNIFICANT)]

    def on_loop(self, act: Callable[[], T]) -> T:
        """Do something on the loop's thread, which owns the house."""

        async def acting() -> T:
            return act()

        portal = self.client.portal
        assert portal is not None
        return portal.call(acting)


@contextmanager
def inside(where: Path | Engine, *names: str, **more: Any) -> Iterator[Inside]:  # noqa: ANN401 - of `hub`
    """A house that runs in this process."""
    found = hub(where, *names, **more)
    with TestClient(found.app, base_url=ORIGIN, client=("127.0.0.1", 50000)) as client:
        yield Inside(found, client)


def soon(is_so: Callable[[], bool], seconds: float = 10) -> None:
    """It is so in a moment: what follows from an answer comes on record after it."""
    until = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < until
        time.sleep(0.01)


def free_port() -> int:
    """A port that is free."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def served(app: FastAPI, port: int) -> Iterator[str]:
    """The application on a real server, in a thread of its own; its address."""
    server = uvicorn.Server(configured(app, log_level="critical"))
    listening = socket.create_server(("127.0.0.1", port))
    bound_buffers(listening)
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    until = time.monotonic() + 10
    while not server.started:
        assert time.monotonic() < until, "the server did not start"
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        server.should_exit = True
        thread.join(10)
        assert not thread.is_alive(), "the server did not stop"
