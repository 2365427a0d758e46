"""A house on a real server, and those who are at its sockets."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect

from croupier.service.http.guard import Site
from support.service.houses import Open, free_port, hub, served

PATIENCE = 60  # seconds for anything to come about: a busy machine is no fault


@dataclass
class Served:
    """A house on a real server."""

    open: Open
    port: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def program(self) -> str:
        """A new program's token."""
        answer = httpx.post(
            f"{self.address}/api/v1/programs", json={}, headers={"origin": self.address}, timeout=PATIENCE
        )
        return str(answer.json()["token"])

    def cookie(self) -> str:
        answer = httpx.post(
            f"{self.address}/api/v1/guests", json={}, headers={"origin": self.address}, timeout=PATIENCE
        )
        return str(answer.cookies["croupier"])

    @asynccontextmanager
    async def watch(
        self, token: str = "", *, table: str = "uth-ma", after: int | None = None, **headers: str
    ) -> AsyncIterator[ClientConnection]:
        """A socket at a table."""
        query = "" if after is None else f"?after={after}"
        shown = {"authorization": f"Bearer {token}"} if token else {}
        address = f"ws://127.0.0.1:{self.port}/api/v1/tables/{table}/watch{query}"
        headers = {**shown, **headers}
        async with connect(address, additional_headers=headers, compression=None, open_timeout=PATIENCE) as socket:
            yield socket

    def watch_by_cookie(self, cookie: str) -> AbstractAsyncContextManager[ClientConnection]:
        """The same for a browser."""
        return self.watch(cookie=f"croupier={cookie}", origin=self.address)

    async def on_loop(self, act: Callable[[], None]) -> None:
        """Do something on the server's loop, and wait until it is done."""
        done = asyncio.Event()
        loop = asyncio.get_running_loop()

        def acting() -> None:
            act()
            loop.call_soon_threadsafe(done.set)

        self.open.hub.deliveries(acting)
        await asyncio.wait_for(done.wait(), PATIENCE)


@contextmanager
def serving(where: Path, *names: str, **more: Any) -> Iterator[Served]:  # noqa: ANN401 - of `hub`
    """A house with tables of some rulebooks on a real server."""
    port = free_port()
    site = Site(frozenset({f"127.0.0.1:{port}"}), secure=False)
    found = hub(where, *names, site=site, **more)
    with served(found.app, port):
        yield Served(found, port)


def run(test: Callable[[], Awaitable[None]], seconds: float = 2 * PATIENCE) -> None:
    """A test that runs on a loop of its own."""
    asyncio.run(asyncio.wait_for(test(), seconds))


async def heard(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
    return message


async def until(socket: ClientConnection, what: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message = await heard(socket)
        if message["what"] == what:
            return message


async def give(socket: ClientConnection, request: str, do: str, seat: int = 1, **args: object) -> None:
    await socket.send(json.dumps({"request": request, "do": do, "seat": seat, "args": args}))


async def told(socket: ClientConnection, request: str, do: str, seat: int = 1, **args: object) -> dict[str, Any]:
    """What is answered to a command."""
    await give(socket, request, do, seat, **args)
    while True:
        message = await heard(socket)
        if message["what"] in {"done", "refused"}:
            return message
