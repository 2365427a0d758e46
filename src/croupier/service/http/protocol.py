"""The server's HTTP and WebSocket protocols, with timeouts and limits for slow, silent and lost clients.

A request has a time to arrive in and a length; what is sent has a time to be read in; one address has so many
connections, and all together leave the house what it needs for itself. Closing a connection would wait until all that
was written has been read, which may never be: it is cut off.

A socket has a short way for what comes and goes all the time. A text that came in one frame is handed to whoever
listens, and texts that the socket takes go out together at the end of the loop's turn: none of them waits for a task.
Everything else, and all that is not as it should be, goes the library's way.
"""

from __future__ import annotations

import asyncio
import socket
import sys
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, ClassVar

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from croupier.service.http.frames import end_of, framed, text_of
from croupier.service.http.problems import MEDIA_TYPE, Problem
from croupier.service.http.rate_limits import Gauge, address_key

LINE = "croupier.line"  # among the extensions of a scope: the socket itself
SEND_BUFFER = 256 * 1024  # bytes that the system keeps for a socket that is not read
MOST_HEAD = 32 * 1024  # bytes of a request's line and headers
ARRIVAL = 20.0  # seconds for a request to arrive in, its body too
READING = 30.0  # seconds for what was sent to be read in
PING = 10.0  # seconds between two questions whether a socket is still there, and for the answer
CLOSING = 3.0  # seconds for the other side to close too
OF_ADDRESS = 256  # connections of one address, beside its sockets
RESERVED = 256  # files that are not for connections
_WANTED = 65_536  # files, where the system allows it
_ON_WINDOWS = 8_192  # connections there, where files do not limit them


class ReadTimeout:
    """Cuts a connection off that is not read for too long."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def begin(self, transport: asyncio.Transport) -> None:
        """Start the timeout: the client does not read."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(READING, transport.abort)

    def end(self) -> None:
        """Cancel the timeout: the client reads again, or the connection is closed."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class Sockets(WebSocketsSansIOProtocol):
    """A WebSocket that the application can listen to, write to and cut off; it is cut off if the client is gone."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - the server's own
        super().__init__(*args, **more)
        self.close_timeout = CLOSING
        self._stalls = ReadTimeout()
        self._heard: Callable[[str], None] | None = None
        self._early = False  # whether anything came before somebody listened
        self._going: list[bytes] = []  # frames that go out together

    def handle_connect(self, event: Request) -> None:
        """Hand the application the socket itself, before it begins."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[LINE] = self

    def abort(self) -> None:
        """Cut the connection off."""
        self._going.clear()
        self.transport.abort()

    # ---- the short way ---------------------------------------------------------------------------------

    def write(self, text: str) -> bool:
        """Send a text at the end of the loop's turn; False if the socket does not take it now."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        if not self._going:
            self.loop.call_soon(self._go)
        self._going.append(framed(text))
        return True

    def _go(self) -> None:
        if self._going and not self.transport.is_closing():
            self.transport.write(b"".join(self._going))
        self._going.clear()

    async def send(self, message: ASGISendEvent) -> None:
        """Send by the library, after the texts that are still to be written directly."""
        self._go()
        await super().send(message)
        if self.close_sent:
            self.handshake_complete = True  # a socket that was refused: the library would log an error for each

    def listen(self, heard: Callable[[str], None]) -> None:
        """Register a listener for each text; texts that came before are handled by the library."""
        if not self._early:
            self._heard = heard

    def data_received(self, data: bytes) -> None:
        """Hand over each text frame by itself, until one comes in parts."""
        at = 0
        while self._heard is not None and at < len(data) and not self.transport.is_closing():
            end = end_of(data, at)
            if end is None:
                self._heard = None  # from here on the library keeps what has come so far
                break
            frame, at = data[at:end], end
            text = text_of(frame) if self._may_be_heard(frame) else None
            if text is not None:
                self._heard(text)
            else:
                self._by_the_library(frame)
        if self._heard is None:
            self._early = self.handshake_initiated
            self._by_the_library(data[at:])

    def _by_the_library(self, data: bytes) -> None:
        """Let the library handle data, which may answer or close; texts that wait are written first."""
        self._go()
        super().data_received(data)

    def _may_be_heard(self, frame: bytes) -> bool:
        """True if a frame can be handed over directly: none waits before it."""
        fits = len(frame) <= self.config.ws_max_size
        return fits and not self.close_sent and self.conn.current_size is None and self.queue.empty()

    # ---- who is there ----------------------------------------------------------------------------------

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read, so that answers do not pile up."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Cut off a client that has not answered a ping."""
        self.transport.abort()

    def pause_writing(self) -> None:
        """Start the timeout of a client that does not read."""
        super().pause_writing()
        self._stalls.begin(self.transport)

    def resume_writing(self) -> None:
        """Cancel the timeout of a client that reads again."""
        super().resume_writing()
        self._stalls.end()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection."""
        self._stalls.end()
        super().connection_lost(exc)
        self.handshake_complete = True  # there is nobody left to answer, which is no error


class Http(HttpToolsProtocol):
    """An HTTP connection: requests must arrive whole, and in time."""

    of_address: ClassVar[Gauge]
    most: ClassVar[int]  # of all connections
    proxy: ClassVar[str]  # the address whose connections are many people's

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - the server's own
        super().__init__(*args, **more)
        self._stalls = ReadTimeout()
        self._arrives: asyncio.TimerHandle | None = None
        self._in_head, self._head = True, 0  # whether a request's line and headers are coming, and their bytes so far
        self._counted: str | None = None  # as whom it is counted

    # ---- coming and going ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the server has it
        """Count a new connection, or refuse it."""
        super().connection_made(transport)
        address = self.client[0] if self.client else ""
        key = address_key(address)
        if len(self.connections) > self.most:
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, "the house has all the connections that it can have", "later")
        elif address != self.proxy and not self.of_address.enter(key):
            most = f"{self.of_address.most} at once"
            self._refuse(HTTPStatus.TOO_MANY_REQUESTS, "one address has too many connections open", most)
        else:
            self._counted = None if address == self.proxy else key
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Clean up after the connection."""
        self._leave()
        self._stalls.end()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self) -> None:
        """Upgrade to a WebSocket, which is counted as a socket instead."""
        self._leave()
        super().handle_websocket_upgrade()

    def _leave(self) -> None:
        self._arrived()
        if self._counted is not None:
            self.of_address.leave(self._counted)
            self._counted = None

    # ---- arriving --------------------------------------------------------------------------------------

    def data_received(self, data: bytes) -> None:
        """Take bytes of a request, within its limits of time and length."""
        if self.transport.is_closing():
            return  # the request was refused
        self._wait()
        self._head += len(data)
        super().data_received(data)
        if self._in_head and self._head > MOST_HEAD:
            self._too_long()

    def on_message_begin(self) -> None:
        """Note the beginning of a request."""
        super().on_message_begin()
        self._in_head = True

    def on_headers_complete(self) -> None:
        """Check the request line and the headers."""
        self._in_head, self._head = False, 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > MOST_HEAD:
            self._too_long()
            raise ValueError("the head is too long")  # the server's parser goes no further
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Finish a request that has arrived whole."""
        self._arrived()
        self._in_head, self._head = True, 0
        super().on_message_complete()

    def _wait(self) -> None:
        if self._arrives is None:
            self._arrives = self.loop.call_later(ARRIVAL, self._late)

    def _arrived(self) -> None:
        if self._arrives is not None:
            self._arrives.cancel()
            self._arrives = None

    def _late(self) -> None:
        self._arrives = None
        if not self._in_head or self.transport.is_closing():
            self.transport.abort()  # the application waits for the body
        else:
            why = f"a request has {ARRIVAL:.0f} seconds to arrive in"
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, why, "all of it at once")

    # ---- refusing --------------------------------------------------------------------------------------

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no request."""
        if not self.transport.is_closing():
            self._refuse(HTTPStatus.BAD_REQUEST, msg.rstrip("."), "HTTP/1.1")

    def _too_long(self) -> None:
        why = f"a request's line and headers have more than {MOST_HEAD} bytes"
        self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, why, f"up to {MOST_HEAD} bytes")

    def _refuse(self, status: HTTPStatus, why: str, accepted: str) -> None:
        body = Problem(status, why, accepted).encoded()
        lines = (
            f"HTTP/1.1 {status} {status.phrase}",
            f"content-type: {MEDIA_TYPE}",
            f"content-length: {len(body)}",
            "connection: close",
        )
        self.transport.write("\r\n".join((*lines, "", "")).encode() + body)
        self.transport.close()

    # ---- being read ------------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Start the timeout of a client that does not read."""
        super().pause_writing()
        self._stalls.begin(self.transport)

    def resume_writing(self) -> None:
        """Cancel the timeout of a client that reads again."""
        super().resume_writing()
        self._stalls.end()


def http(proxy: str = "") -> type[Http]:
    """The protocol class of one server, which counts its own connections."""
    return type("Http", (Http,), {"of_address": Gauge(OF_ADDRESS), "most": room_for(), "proxy": proxy})


def room_for() -> int:
    """The number of connections that are allowed: the system's limit on open files, less what the house needs."""
    if sys.platform == "win32":
        return _ON_WINDOWS
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = _WANTED if hard == resource.RLIM_INFINITY else min(hard, _WANTED)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
    return max(RESERVED, most - RESERVED)


def bound_buffers(listening: socket.socket) -> None:
    """Bound the buffers of the connections that a socket accepts, so that slow readers cost little memory."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
