"""Minimal WebSocket client for the load test, so that the clients use little of the machine that is measured.

Frames are sent with a mask of zeros, which leaves them unchanged: there is no proxy in between that needs a mask.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import cast

_TEXT, _CLOSE, _PING = 0x81, 0x88, 0x89
_SHORT, _LONG = 126, 127  # length codes: the length follows in two bytes, or in eight
_MOST_SHORT = 1 << 16
_KEY = "Y3JvdXBpZXIgYmVuY2gxMg=="  # any 16 bytes


class Socket(asyncio.Protocol):
    """WebSocket that passes each message to a callback."""

    def __init__(self, heard: Callable[[bytes], None], opened: asyncio.Future[None], request: bytes) -> None:
        self._heard, self._opened, self._request = heard, opened, request
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.closed = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request for a WebSocket."""
        self._transport = cast("asyncio.Transport", transport)
        self._transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Parse frames; the last one may be incomplete."""
        buffer = self._buffer + data if self._buffer else data
        if not self._opened.done():
            buffer = self._begun(buffer)
        at = 0
        while (found := _frame(buffer, at)) is not None:
            first, begin, end = found
            if first == _TEXT:
                self._heard(buffer[begin:end])
            elif first == _PING:
                self._write(b"\x8a", buffer[begin:end])
            elif first == _CLOSE:
                self.close()
            at = end
        self._buffer = buffer[at:]

    def _begun(self, buffer: bytes) -> bytes:
        head, there, rest = buffer.partition(b"\r\n\r\n")
        if not there:
            return buffer
        if not head.startswith(b"HTTP/1.1 101"):
            self._opened.set_exception(ConnectionError(buffer.decode(errors="replace")))
        else:
            self._opened.set_result(None)
        return rest

    def connection_lost(self, exc: Exception | None) -> None:
        """Mark the socket as closed."""
        self.closed = True
        if not self._opened.done():
            self._opened.set_exception(exc or ConnectionError("it was closed before it was opened"))

    def send(self, text: bytes) -> None:
        """Send a message."""
        self._write(b"\x81", text)

    def _write(self, first: bytes, payload: bytes) -> None:
        many = len(payload)
        length = bytes((0x80 | many,)) if many < _SHORT else bytes((0x80 | _SHORT,)) + many.to_bytes(2, "big")
        assert self._transport is not None  # noqa: S101 - nothing is sent before
        self._transport.write(first + length + bytes(4) + payload)

    def close(self) -> None:
        """Close the connection."""
        if self._transport is not None:
            self._transport.close()


def _frame(buffer: bytes, at: int) -> tuple[int, int, int] | None:
    """First byte of a frame, and the begin and end of its payload; None if it is incomplete."""
    left = len(buffer) - at
    if left < 2:  # noqa: PLR2004 - the least that a frame has
        return None
    many, begin = buffer[at + 1], at + 2
    if many >= _SHORT:
        wide = 2 if many == _SHORT else 8
        if left < 2 + wide:
            return None
        many, begin = int.from_bytes(buffer[begin : begin + wide], "big"), begin + wide
    return (buffer[at], begin, begin + many) if begin + many <= len(buffer) else None


async def connect(port: int, path: str, heard: Callable[[bytes], None], headers: Mapping[str, str] = {}) -> Socket:
    """Open a socket."""
    lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade"]
    lines += [f"Sec-WebSocket-Key: {_KEY}", "Sec-WebSocket-Version: 13"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    request = "\r\n".join([*lines, "", ""]).encode()
    loop = asyncio.get_running_loop()
    opened: asyncio.Future[None] = loop.create_future()
    _, made = await loop.create_connection(lambda: Socket(heard, opened, request), "127.0.0.1", port)
    await opened
    return made
