"""A house for tests, with its doors open: a temporary database, keys that repeat, a clock that is moved by hand."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from sqlalchemy import Engine

import croupier
from croupier.house import database
from croupier.house.asking import Answer, Outcome
from croupier.house.running import House
from croupier.house.vault import Keyring
from croupier.rulebook import NAMES
from croupier.service.app import create
from croupier.service.delivering import Deliveries
from croupier.service.doors import Doors
from croupier.service.hall import Hall, Limits
from croupier.service.limits import Limit
from croupier.table.keys import PrivateKey
from croupier.table.runner import Table
from croupier.table.sources import Random
from croupier.table.state import Place
from support.people import ARGON, NOW

HOST = "testserver"
ORIGIN = f"http://{HOST}"
EVERYBODY = frozenset({"guests", "players", "programs"})
MANY = Limits(Limit("requests", 10**6, 60), Limit("commands", 10**6, 30), 10**6, 10**6)


class Clock:
    """House time: it runs when it is told to."""

    def __init__(self, now: int = NOW) -> None:
        self.time = now

    def __call__(self) -> int:
        return self.time

    def on(self, seconds: float) -> None:
        """So much later."""
        self.time += int(seconds * 1000)


@dataclass(frozen=True)
class OfTable:
    """How one table is run."""

    sits: frozenset[str] = EVERYBODY


@dataclass(frozen=True)
class OfHouse:
    """How the house is run."""

    name: str = "Harbour"
    guests_money: int = 100_000
    guests_per_hour: int = 1000


@dataclass(frozen=True)
class Run:
    """Settings."""

    house: OfHouse = field(default_factory=OfHouse)
    tables: Mapping[str, OfTable] = field(default_factory=dict)


def engine(tmp_path: Path) -> Engine:
    """A new house's database."""
    made = database.connect(database.in_file(tmp_path / "house.sqlite3"))
    database.prepare(made)
    return made


def house(
    tmp_path: Path, deliver: Callable[[Callable[[], None]], None], clock: Callable[[], int] | None = None
) -> House:
    """A house with nothing in it."""
    return House(
        engine(tmp_path), Keyring({1: bytes(32)}), PrivateKey(bytes(32)), now=clock or Clock(), deliver=deliver
    )


def opened(made: House, deliveries: Deliveries, *names: str, **options: object) -> None:
    """Open a table for each of some rulebooks, whose cards follow from a seed, before the loop runs."""
    for name in names or NAMES:
        told: list[Outcome] = []
        table = Table(
            croupier.submission(name, **options), Random(f"house {name}"), place=Place("Harbour", name, f"{name}-1")
        )
        made.open_table(name, table, told.append)
        until = time.monotonic() + 10
        while not told and time.monotonic() < until:
            deliveries.now()
            time.sleep(0.001)
        assert isinstance(told[0], Answer), told


@dataclass
class Open:
    """A house whose doors are open."""

    hall: Hall
    app: FastAPI
    clock: Clock
    house: House


def hall(
    tmp_path: Path,
    *names: str,
    limits: Limits = MANY,
    settings: Run | None = None,
    doors: Doors | None = None,
    clock: Clock | None = None,
) -> Open:
    """A hall with tables of some rulebooks, or of all; what it is reached by is plain HTTP under a name of its own."""
    deliveries, clock = Deliveries(), clock or Clock()
    made = house(tmp_path, deliveries, clock)
    opened(made, deliveries, *names)
    found = Hall(
        made,
        settings or Run(),
        doors or Doors(frozenset({HOST}), secure=False),
        deliveries,
        limits=limits,
        argon=ARGON,
    )
    return Open(found, create(found), clock, made)


def free_port() -> int:
    """A port that is free."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        port: int = listening.getsockname()[1]
        return port


@contextmanager
def served(app: FastAPI, port: int) -> Iterator[str]:
    """The application on a real server, in a thread of its own; its address."""
    config = uvicorn.Config(
        app, "127.0.0.1", port, log_level="critical", ws="websockets-sansio", ws_per_message_deflate=False
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
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
