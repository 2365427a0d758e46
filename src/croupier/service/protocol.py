"""The server's own protocol for sockets, with one thing more: a socket that is not read can be cut off.

Closing one would wait until all that was written has been read, which is what does not happen.
"""

from __future__ import annotations

import socket
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

ABORT = "croupier.abort"  # among the extensions of a scope
SEND_BUFFER = 256 * 1024  # bytes that the system keeps for a socket that is not read


class Protocol(WebSocketsSansIOProtocol):
    """A socket that the application can cut off."""

    def handle_connect(self, event: Request) -> None:
        """Let the application know how, before it begins."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            extensions: dict[str, Any] = self.scope.setdefault("extensions", {})
            extensions[ABORT] = self.transport.abort


def bound_buffers(listening: socket.socket) -> None:
    """What is accepted here keeps no more than that for who does not read."""
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
