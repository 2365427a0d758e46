"""The socket of a table: first the table as it stands, then all that happens, redacted for its viewer; and commands.

Messages are JSON. The server's have a `what`: view, happened, done, refused. A command is what it is over HTTP.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus

from fastapi import WebSocket, WebSocketDisconnect
from starlette.websockets import WebSocketState

from croupier.house.engine.requests import Answer, Failure, Outcome
from croupier.house.storage.database import DatabaseError
from croupier.schemas.common import CommandMessage
from croupier.schemas.table import SocketDone, SocketRefused
from croupier.service.http.bodies import check_depth, read
from croupier.service.http.guard import CAME, Credentials, refuse, too_many
from croupier.service.http.problems import Problem, failed, malformed
from croupier.service.http.protocol import LINE, Sockets
from croupier.service.http.rate_limits import address_key
from croupier.service.live import messages
from croupier.service.live.channels import FLOODED, GONE, Watcher
from croupier.service.live.commands import give
from croupier.service.live.hub import Hub
from croupier.service.routes.player.tables import looked_at, outcome_problem

MOST_MESSAGE = 16 * 1024  # bytes of a command
MOST_OVER = 20  # messages beyond the limit after which a socket is closed
MAKES_UP = 10  # messages within the limit that make up for one beyond it: who sends a tenth too much is not closed
TOO_BIG = 1009


async def watch(websocket: WebSocket, name: str) -> None:
    """Watch a table, from a sequence on if that is given, and send commands to it."""
    hub: Hub = websocket.app.state.hub
    came: Credentials = websocket.scope[CAME]
    try:
        watcher, after = await _let_in(hub, came, websocket, name)
    except Problem as problem:
        await refuse(websocket.scope, websocket.send, problem)
        return
    try:
        await _watched(_At(hub, name, watcher, _sender(came, watcher)), websocket, after)
    finally:
        _let_out(hub, came, watcher)


async def _let_in(hub: Hub, credentials: Credentials, websocket: WebSocket, name: str) -> tuple[Watcher, int | None]:
    try:
        known = await hub.known(credentials)
    except DatabaseError as error:
        raise _unsure(error) from error
    if credentials.secret and known is None:
        raise Problem(HTTPStatus.UNAUTHORIZED, "the session is over", "signing in again, or no cookie and no token")
    after = _after(websocket)
    _, _, viewer = looked_at(hub, known, name)
    if not hub.sockets_of_address.enter(address_key(credentials.address)):
        raise _too_many(hub.sockets_of_address.most, "one address")
    if known is not None and not hub.sockets_of_person.enter(known.person):
        hub.sockets_of_address.leave(address_key(credentials.address))
        raise _too_many(hub.sockets_of_person.most, "one person")
    line = _line(websocket)
    write = line.write if line is not None else None
    return Watcher(viewer, known, lambda: _cut_off(hub, line), write), after


def _line(websocket: WebSocket) -> Sockets | None:
    """The connection itself, where the server is ours."""
    found: Sockets | None = websocket.scope.get("extensions", {}).get(LINE)
    return found


def _cut_off(hub: Hub, line: Sockets | None) -> None:
    """Cut off a client that does not read, without a message, since none would arrive."""
    hub.metrics.dropped.inc()
    if line is not None:
        line.abort()


def _let_out(hub: Hub, credentials: Credentials, watcher: Watcher) -> None:
    hub.sockets_of_address.leave(address_key(credentials.address))
    if watcher.known is not None:
        hub.sockets_of_person.leave(watcher.known.person)


def _unsure(error: DatabaseError) -> Problem:
    return failed(Failure(str(error)))


def _after(websocket: WebSocket) -> int | None:
    text = websocket.query_params.get("after")
    if text is None:
        return None
    if not (text.isascii() and text.isdecimal() and len(text) <= len(str(2**62))):
        raise malformed(f"{text[:40]!r} is no sequence", "after: a whole number", "after")
    return int(text)


def _too_many(most: int, whose: str) -> Problem:
    return Problem(
        HTTPStatus.TOO_MANY_REQUESTS, f"{whose} has too many sockets open", f"{most} at once", about="sockets"
    )


@dataclass(slots=True)
class _At:
    """A watched table: its watcher, the sender that messages are counted for, and how many were too many."""

    hub: Hub
    table: str
    watcher: Watcher
    sender: str
    over: int = 0  # in parts of which `MAKES_UP` are one message


def _sender(credentials: Credentials, watcher: Watcher) -> str:
    return watcher.person or address_key(credentials.address)


async def _watched(at: _At, websocket: WebSocket, after: int | None) -> None:
    hub, name, watcher = at.hub, at.table, at.watcher
    try:
        await websocket.accept()
    except OSError:
        return  # the client has gone meanwhile
    channel = hub.channel(name)
    queue = hub.house.queues.get(name)
    if queue is None:
        await websocket.close(GONE, "the table is closed")
        return
    channel.join(watcher, name, queue.live.record.seq, queue.live.record.state, after)
    if watcher.person:
        hub.presence.joined(name, watcher.person)
    line = _line(websocket)
    if line is not None:
        line.listen(partial(_came, at))
    sending = asyncio.create_task(_send(websocket, watcher))
    try:
        await _receive(at, websocket)
    finally:
        channel.leave(watcher)
        if watcher.person:
            hub.presence.left(name, watcher.person)
        sending.cancel()


async def _send(websocket: WebSocket, watcher: Watcher) -> None:
    """Send the messages that wait, until the socket closes."""
    send, waiting = websocket.send, watcher.waiting
    try:
        while True:
            await watcher.something()
            while waiting:
                await send({"type": "websocket.send", "text": waiting.popleft()})
            if watcher.closed is not None:
                await websocket.close(*watcher.closed)
                return
    except (WebSocketDisconnect, RuntimeError, OSError):
        return


async def _receive(at: _At, websocket: WebSocket) -> None:
    while websocket.client_state is WebSocketState.CONNECTED:
        message = await websocket.receive()
        if message["type"] == "websocket.disconnect":
            return
        _came(at, message.get("text"))


def _came(at: _At, text: str | None) -> None:
    """Handle a message from the client, if it is one."""
    if text is None or len(text) > MOST_MESSAGE or (not text.isascii() and len(text.encode()) > MOST_MESSAGE):
        at.watcher.close(TOO_BIG, f"a message is text of up to {MOST_MESSAGE} bytes")
    elif at.watcher.closed is None:
        at.over = max(0, at.over - 1) if _heard(at, text) else at.over + MAKES_UP
        if at.over > MOST_OVER * MAKES_UP:
            at.watcher.close(FLOODED, "too many messages were sent, and too many of them after that was said")


def _heard(at: _At, text: str) -> bool:
    """Carry out a message, or refuse it; False if it was one too many.

    Malformed messages count, too: they cost the house as much.
    """
    hub, watcher, request = at.hub, at.watcher, ""
    left = hub.commands.take(at.sender, hub.house.now())
    try:
        check_depth(text.encode())
        said = read(text, CommandMessage)
        request = said.request
        if left.wait:
            raise too_many(left)
        # A callback and no await: a task for each command costs some 30 µs, a sixth of what it takes in the house.
        give(hub, watcher.known, at.table, said, partial(_answer, watcher, request))
    except Problem as problem:
        _refuse(watcher, request, problem)
    return not left.wait


def _answer(watcher: Watcher, request: str, outcome: Outcome) -> None:
    if isinstance(outcome, Answer):
        watcher.tell(messages.text(SocketDone(request, outcome.seq)))
    else:
        _refuse(watcher, request, outcome_problem(outcome))


def _refuse(watcher: Watcher, request: str, problem: Problem) -> None:
    watcher.tell(messages.text(SocketRefused(request, problem.body())))
