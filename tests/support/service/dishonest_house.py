"""A dishonest house for tests: a real server that tells one lie, in what it says on sockets or answers over HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.house.engine.requests import PendingCommand
from croupier.service.http.guard import Site
from croupier.table.model.command import Command, Role
from support.service.houses import Open, free_port, hub, served

Body = dict[str, Any]
Scope = dict[str, Any]


def same(message: Body) -> Body:
    """The truth."""
    return message


@dataclass
class Lies:
    """What the house says in place of the truth; by itself it lies nowhere."""

    says: Callable[[Body], Body | None] = same  # each message of a socket; None: it hangs up
    hears: Callable[[Body], Body | None] = same  # each command; None: it is taken, and the house hangs up
    answers: Callable[[str, Body], Body | int] = lambda _, body: body  # over HTTP, by the path; a number is a status
    makes: Callable[[str], Body | None] = lambda _: None  # an answer that is made up, whatever the house has there
    forgets: bool = False  # what a client has heard: who comes back is shown the table as it stands
    taken: list[Body] = field(default_factory=list)  # the commands that were taken and not carried out
    orders: Callable[[Role, str, Body], None] = lambda *_: None  # what its own people do, with arguments


class _Liar:
    """The service with lies between it and whoever asks."""

    def __init__(self, app: Any, lies: Lies) -> None:  # noqa: ANN401 - ASGI has no types
        self._app, self._lies = app, lies

    async def __call__(self, scope: Scope, receive: Any, send: Any) -> None:  # noqa: ANN401 - as above
        if scope["type"] == "websocket":
            await self._socket(scope, receive, send)
        elif scope["type"] == "http":
            await self._http(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    async def _socket(self, scope: Scope, receive: Any, send: Any) -> None:  # noqa: ANN401 - as above
        gone = False
        scope = {**scope, "extensions": {}}  # what is said goes through here, and not by a shorter way
        if self._lies.forgets:
            scope["query_string"] = b""

        async def heard() -> Any:  # noqa: ANN401 - as above
            nonlocal gone
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("text"):
                command = json.loads(message["text"])
                told = self._lies.hears(command)
                if told is None:
                    self._lies.taken.append(command)
                    gone = True
                    await send({"type": "websocket.close", "code": 1001})
                    return {"type": "websocket.disconnect", "code": 1001}
                message["text"] = json.dumps(told)
            return message

        async def said(message: Any) -> None:  # noqa: ANN401 - as above
            nonlocal gone
            if gone:
                return
            if message["type"] == "websocket.send" and message.get("text"):
                told = self._lies.says(json.loads(message["text"]))
                if told is None:
                    gone = True
                    message = {"type": "websocket.close", "code": 1001}
                else:
                    message["text"] = json.dumps(told)
            await send(message)

        await self._app(scope, heard, said)

    async def _http(self, scope: Scope, receive: Any, send: Any) -> None:  # noqa: ANN401 - as above
        plain = [each for each in scope["headers"] if each[0] != b"accept-encoding"]
        scope = {**scope, "headers": plain}
        start: Body = {}
        body = b""

        async def said(message: Any) -> None:  # noqa: ANN401 - as above
            nonlocal body
            if message["type"] == "http.response.start":
                start.update(message)
                return
            body += message.get("body", b"")
            if not message.get("more_body"):
                await self._answered(scope["path"], start, body, send)

        await self._app(scope, receive, said)

    async def _answered(self, path: str, start: Body, body: bytes, send: Any) -> None:  # noqa: ANN401 - as above
        headers = dict(start.get("headers", ()))
        made = self._lies.makes(path)
        if made is not None:
            body = json.dumps(made).encode()
            start.update(
                status=200, headers=[(b"content-type", b"application/json"), (b"content-length", b"%d" % len(body))]
            )
        elif b"json" in headers.get(b"content-type", b"") and start["status"] < 300:
            told = self._lies.answers(path, json.loads(body))
            if isinstance(told, int):
                start["status"] = told
                nothing = {"accepted": "", "about": "", "document": "", "clauses": [], "rulings": []}
                body = json.dumps({"title": "", "status": told, "detail": "there is none", **nothing}).encode()
            elif told != json.loads(body):
                body = json.dumps(told).encode()
            start["headers"] = [
                (name, str(len(body)).encode() if name == b"content-length" else value)
                for name, value in start["headers"]
            ]
        await send(start)
        await send({"type": "http.response.body", "body": body})


@contextmanager
def dishonest(tmp_path: Path, *names: str, lies: Lies, **more: Any) -> Iterator[tuple[Open, str]]:  # noqa: ANN401
    """A house on a real server that lies, and its address."""
    port = free_port()
    site = Site(frozenset({f"127.0.0.1:{port}"}), secure=False)
    opened = hub(tmp_path, *names, site=site, **more)

    def orders(who: Role, do: str, args: Body) -> None:
        opened.house.send(PendingCommand(names[0], Command(who, do, args=args), lambda _: None))

    lies.orders = orders
    liar: Any = _Liar(opened.app, lies)
    with served(liar, port) as address:
        yield opened, address
