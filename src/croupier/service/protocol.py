"""The server's own protocol for sockets, with a short way for what comes and goes all the time.

A text that came in one frame is handed to whoever listens, and a text that the socket takes at once is put into one
frame: nothing waits for a task's turn in between. Everything else, and all that is not as it should be, goes the
library's way. A socket that is not read can be cut off: closing one would wait until all that was written has been
read, which is what does not happen.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from uvicorn._types import ASGISendEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

try:
    from websockets.speedups import apply_mask
except ImportError:  # where the library was installed without
    from websockets.utils import apply_mask

LINE = "croupier.line"  # among the extensions of a scope: the protocol itself
SEND_BUFFER = 256 * 1024  # bytes that the system keeps for a socket that is not read
_TEXT = 0x81  # the first byte of a frame that is all of a text
_MASKED = 0x80  # in the second byte; the rest of it is a length, or says that one follows in two bytes, or in eight
_TWO, _EIGHT = 126, 127
_HEAD = 2  # bytes that every frame begins with
_KEY = 4  # bytes of a mask


class Protocol(WebSocketsSansIOProtocol):
    """A socket that the application can listen to, write to and cut off."""

    def __init__(self, *args: Any, **more: Any) -> None:  # noqa: ANN401 - the server's own
        super().__init__(*args, **more)
        self._heard: Callable[[str], None] | None = None
        self._early = False  # whether anything came before somebody listened
        self._going: list[bytes] = []  # frames that go out together, as soon as the loop has its turn

    def handle_connect(self, event: Request) -> None:
        """Let the application know of the socket itself, before it begins."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[LINE] = self

    def abort(self) -> None:
        """Cut the socket off."""
        self._going.clear()
        self.transport.abort()

    # ---- what goes -----------------------------------------------------------------------------------------

    def write(self, text: str) -> bool:
        """Send a text, together with all that is sent in this turn of the loop; whether the socket takes it now."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        if not self._going:
            self.loop.call_soon(self._go)
        payload = text.encode()
        many = len(payload)
        if many < _TWO:
            head = bytes((_TEXT, many))
        elif many < 1 << 16:
            head = bytes((_TEXT, _TWO, many >> 8, many & 255))
        else:
            head = bytes((_TEXT, _EIGHT)) + many.to_bytes(8, "big")
        self._going += (head, payload)
        return True

    def _go(self) -> None:
        if self._going and not self.transport.is_closing():
            self.transport.write(b"".join(self._going))
        self._going.clear()

    async def send(self, message: ASGISendEvent) -> None:
        """Send what the application says the usual way, behind what it has said the short way."""
        self._go()
        await super().send(message)

    # ---- what comes ----------------------------------------------------------------------------------------

    def listen(self, heard: Callable[[str], None]) -> None:
        """Hand over each text as it comes; who began to speak before that is heard the library's way."""
        if not self._early:
            self._heard = heard

    def data_received(self, data: bytes) -> None:
        """Frames came: each is handed over by itself, until one comes in parts."""
        at = 0
        while self._heard is not None and at < len(data) and not self.transport.is_closing():
            end = _end(data, at)
            if end is None:
                self._heard = None  # from here on the library keeps what has come so far
                break
            frame, at = data[at:end], end
            text = _text(frame) if self._may_be_heard(frame) else None
            if text is not None:
                self._heard(text)
            else:
                super().data_received(frame)
        if self._heard is None:
            self._early = self.handshake_initiated
            super().data_received(data[at:])

    def _may_be_heard(self, frame: bytes) -> bool:
        """Whether a frame can be a message of its own, and none waits before it."""
        fits = len(frame) <= self.config.ws_max_size
        return fits and not self.close_sent and self.conn.current_size is None and self.queue.empty()


def _end(data: bytes, at: int) -> int | None:
    """Where the frame ends that begins there; None if not all of it has come."""
    begin = at + _HEAD
    if len(data) < begin:
        return None
    many = data[at + 1] & ~_MASKED
    wide = 0 if many < _TWO else 2 if many == _TWO else 8
    if wide:
        if len(data) < begin + wide:
            return None
        many = int.from_bytes(data[begin : begin + wide], "big")
    end = begin + wide + (_KEY if data[at + 1] & _MASKED else 0) + many
    return end if end <= len(data) else None


def _text(frame: bytes) -> str | None:
    """What a frame says, if it is all of a text in plain letters, as most are; None of any other."""
    if frame[0] != _TEXT or not frame[1] & _MASKED:
        return None
    many = frame[1] & ~_MASKED
    begin = _HEAD + (0 if many < _TWO else 2 if many == _TWO else 8)
    said = apply_mask(frame[begin + _KEY :], frame[begin : begin + _KEY])
    return said.decode("ascii") if said.isascii() else None


def bound_buffers(listening: socket.socket) -> None:
    """What is accepted here keeps no more than that for who does not read."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
