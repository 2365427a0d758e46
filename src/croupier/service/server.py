"""The server of a house: its address and TLS, how it starts, and how it stops."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import signal
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import uvicorn
from fastapi import FastAPI

from croupier.errors import CroupierError
from croupier.house.config.paths import HousePaths
from croupier.house.config.settings import Settings
from croupier.house.engine.requests import Answer, Outcome
from croupier.house.tables import startup as house_startup
from croupier.house.tables.startup import OpenHouse, PremisesError
from croupier.service.app import create
from croupier.service.background.garbage_collection import by_the_clock, tidy
from croupier.service.background.logs import Log
from croupier.service.demo import Demo
from croupier.service.http import protocol
from croupier.service.http.guard import Site
from croupier.service.http.protocol import bound_buffers
from croupier.service.live.hub import LIMITS, Hub, HubOptions, Limits
from croupier.service.live.loop_delivery import Deliveries
from croupier.service.routes.player.websocket import MOST_MESSAGE
from croupier.table.recording.recorder import RecordingError

LOCAL = "127.0.0.1"
PORT = 8642
LOG = "house.log"  # in the house's folder
_NEXT = 50  # ports that are tried after the first
_PATIENCE = 10.0  # seconds for tables to open
_GRACE = 3  # seconds for who is being answered when the house stops


class ServingError(CroupierError, RuntimeError):
    """A house that cannot be reached as asked; the message says why, and what would be accepted."""


@dataclass(frozen=True, slots=True)
class Listening:
    """The address at which a house listens, and how it is reached there."""

    host: str = LOCAL
    port: int = 0  # the first that is free
    names: tuple[str, ...] = ()  # under which it is reached from elsewhere
    certificate: str = ""
    certificate_key: str = ""
    proxy: str = ""  # the address of the proxy that stands before it
    insecure: bool = False
    limits: Limits = LIMITS

    @property
    def is_local(self) -> bool:
        """True if only this machine can reach it."""
        if self.host == "localhost":
            return True
        with contextlib.suppress(ValueError):
            return ip_address(self.host).is_loopback
        return False

    @property
    def secure(self) -> bool:
        """True if connections are encrypted, by this server or by the proxy before it."""
        return bool(self.certificate or self.proxy)

    def check(self) -> None:
        """Check that plain HTTP is used on this machine only."""
        if not (self.is_local or self.secure or self.insecure):
            why = f"plain HTTP at {self.host} could be read and altered on the way"
            raise ServingError(why, "--certificate and --certificate-key, --behind-proxy ADDRESS, or --insecure")
        for file in filter(None, (self.certificate, self.certificate_key)):
            if not Path(file).is_file():
                raise ServingError(f"there is no file {file}", "a certificate and its key, as PEM")
        if bool(self.certificate) != bool(self.certificate_key):
            raise ServingError("a certificate goes with its key", "--certificate and --certificate-key")


def bound(listening: Listening, say: Callable[[str], None]) -> socket.socket:
    """A socket at the port that was asked for, or at the first that is free."""
    ports = [listening.port] if listening.port else range(PORT, PORT + _NEXT)
    for port in ports:
        try:
            made = socket.create_server((listening.host, port), family=_family(listening.host))
        except PermissionError as error:
            raise ServingError(f"port {port} is not for you to use", "a port above 1023") from error
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ServingError(f"{listening.host} is no address of this machine", LOCAL) from error
            if listening.port:
                why = f"port {port} of {listening.host} is taken by another program"
                raise ServingError(why, "another --port, or none for the next that is free") from error
            continue
        bound_buffers(made)
        if port != ports[0]:
            say(f"Port {ports[0]} is taken by another program; {port} is used.")
        return made
    raise ServingError(f"no port from {PORT} to {PORT + _NEXT - 1} is free", "a --port that is")


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def site(listening: Listening, port: int) -> Site:
    """The host names of the house, with the port where it is not the scheme's own."""
    here = {"localhost", "127.0.0.1", "[::1]"} if listening.is_local or listening.insecure else set()
    host = f"[{listening.host}]" if ":" in listening.host else listening.host
    usual = 443 if listening.secure else 80
    named = {each if port == usual else f"{each}:{port}" for each in {host, *here}}
    return Site(frozenset(named | set(listening.names)), secure=listening.secure, proxy=listening.proxy)


def address(listening: Listening, port: int) -> str:
    """The address that a person opens."""
    host = f"[{listening.host}]" if ":" in listening.host else listening.host
    scheme = "https" if listening.certificate else "http"
    return f"https://{listening.names[0]}/" if listening.proxy and listening.names else f"{scheme}://{host}:{port}/"


def enter(paths: HousePaths, database: str, ahead: str = house_startup.ASK) -> tuple[OpenHouse, Deliveries]:
    """Open the house, with its tables as they were; `ahead` is for house time that is ahead of the clock."""
    deliveries = Deliveries()
    opened = house_startup.enter(
        paths,
        deliver=deliveries,
        monotonic=lambda: time.monotonic_ns() // 10**6,
        wall=time.time_ns() // 10**6,
        address=database,
        ahead=ahead,
    )
    try:
        opened.house.recover()
    except RecordingError as error:
        opened.close()
        accepted = "the record as it was written: `croupier house verify` names what was altered, and a backup has it"
        raise PremisesError(f"a table cannot be taken up: {error}", accepted) from error
    except BaseException:
        opened.close()
        raise
    return opened, deliveries


def open_tables(house: OpenHouse, settings: Settings, deliveries: Deliveries) -> None:
    """Open the tables that are not open yet, before clients connect."""
    told: dict[str, Outcome] = {}
    missing = [name for name in settings.tables if name not in house.house.queues]
    house_startup.open_tables(house.house, house.goes_by, settings, told.__setitem__)
    until = time.monotonic() + _PATIENCE
    while len(told) < len(missing) and time.monotonic() < until:
        deliveries.now()
        time.sleep(0.001)
    for name in missing:
        if not isinstance(told.get(name), Answer):
            raise PremisesError(f"table {name} did not open: {told.get(name, 'the database does not answer')}")


@dataclass(frozen=True, slots=True)
class Run:
    """The ways to run a house: its settings, how they are read again, and whether programs of its own play."""

    settings: Settings
    reads: Callable[[], Settings]
    demo: bool = False


def serve(
    house: OpenHouse,
    run: Run,
    deliveries: Deliveries,
    listening: Listening,
    listens: socket.socket,
    ready: Callable[[], None],
) -> None:
    """Serve until the house is told to stop.

    The settings are read again on SIGUSR1, since SIGHUP is what a terminal sends that is closed.
    """
    house.turn.end()  # its tables are open, and whoever opens the same house beside it finds them
    port = listens.getsockname()[1]
    log = Log(house.places.folder / LOG)
    log.listen()
    fittings = HubOptions(listening.limits, log=log, folder=house.places.folder, reads=run.reads)
    hub = Hub(house.house, run.settings, site(listening, port), deliveries, fittings)
    config = configured(
        create(hub),
        listening.proxy,
        ssl_certfile=listening.certificate or None,
        ssl_keyfile=listening.certificate_key or None,
    )
    try:
        with by_the_clock():
            _Server(config, ready, hub, Demo(hub) if run.demo else None).run([listens])
    finally:
        log.close()


def configured(app: FastAPI, proxy: str = "", **more: Any) -> uvicorn.Config:  # noqa: ANN401 - of the server's own
    """The configuration of the server for an application."""
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        http=protocol.http(proxy),
        ws=protocol.Sockets,
        ws_max_size=MOST_MESSAGE,
        ws_ping_interval=protocol.PING,
        ws_ping_timeout=protocol.PING,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=_GRACE,
        **more,
    )


class _Server(uvicorn.Server):
    """A server that says when it can be reached; coach and demo players start after that, and stop before it closes."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], hub: Hub, demo: Demo | None) -> None:
        super().__init__(config)
        self._ready, self._hub, self._demo = ready, hub, demo
        self._reloads: set[asyncio.Task[None]] = set()
        self._tidying: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening; then start the background tasks, the coach and the demo players."""
        asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, self._reload)
        await super().startup(sockets)
        if self.started:
            self._ready()
            self._tidying = asyncio.create_task(tidy())
            self._hub.coaching.start(self._hub.settings)
            if self._demo is not None:
                await self._demo.start()

    def _reload(self) -> None:
        task = asyncio.get_running_loop().create_task(self._hub.reloading.on_signal())
        self._reloads.add(task)
        task.add_done_callback(self._reloads.discard)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the background tasks and the demo players, and close."""
        if self._tidying is not None:
            self._tidying.cancel()
        if self._demo is not None:
            await self._demo.stop()
        await super().shutdown(sockets)
