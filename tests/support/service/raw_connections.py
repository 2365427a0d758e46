"""Connections by hand, byte by byte, of those who keep to no protocol; and somebody else, who must not notice."""

from __future__ import annotations

import json
import os
import socket
import struct
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import httpx

from support.service.sockets import Served

TEXT, BINARY, CONTINUED, CLOSE, PING, PONG = 1, 2, 0, 8, 9, 10
FIN = 0x80
PATIENCE = 10.0  # seconds after which somebody has waited, on a machine that is busy


def connect(house: Served, receives: int = 0) -> socket.socket:
    """A connection; `receives` bounds what the system keeps for who does not read."""
    made = socket.socket()
    if receives:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receives)
    made.settimeout(10)
    made.connect(("127.0.0.1", house.port))
    return made


def head(house: Served, line: str, *headers: str) -> bytes:
    """A request's line and headers."""
    return "\r\n".join((line, f"Host: 127.0.0.1:{house.port}", *headers, "", "")).encode()


def upgrade(house: Served, token: str = "", table: str = "uth-ma", receives: int = 0) -> socket.socket:
    """A socket at a table, opened by hand."""
    made = connect(house, receives)
    shown = [f"Authorization: Bearer {token}"] if token else []
    made.sendall(
        head(
            house,
            f"GET /api/v1/tables/{table}/watch HTTP/1.1",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            *shown,
        )
    )
    answer = b""
    while b"\r\n\r\n" not in answer:
        answer += made.recv(1)
    assert answer.startswith(b"HTTP/1.1 101"), answer
    return made


def frame(data: bytes, kind: int = TEXT | FIN, *, masked: bool = True, claims: int | None = None) -> bytes:
    """A frame as a client sends it, or as none does."""
    size = len(data) if claims is None else claims
    bit = 0x80 if masked else 0
    if size < 126:
        begins = struct.pack("!BB", kind, bit | size)
    elif size < 2**16:
        begins = struct.pack("!BBH", kind, bit | 126, size)
    else:
        begins = struct.pack("!BBQ", kind, bit | 127, size)
    if not masked:
        return begins + data
    key = os.urandom(4)
    return begins + key + bytes(byte ^ key[at % 4] for at, byte in enumerate(data))


def said(value: object) -> bytes:
    """A message."""
    return frame(json.dumps(value).encode())


def until_closed(made: socket.socket, seconds: float = 10) -> bytes:
    """All that arrives until the other side closes."""
    made.settimeout(seconds)
    found = b""
    with suppress(ConnectionError):
        while some := made.recv(65536):
            found += some
    return found


def problem(answer: bytes) -> dict[str, Any]:
    """What an answer says that is a problem."""
    about, _, body = answer.partition(b"\r\n\r\n")
    assert b"application/problem+json" in about, answer
    found: dict[str, Any] = json.loads(body)
    return found


def eventually(found: Any, what: str, seconds: float = 10) -> None:  # noqa: ANN401 - a condition
    """Wait until something is so."""
    until = time.monotonic() + seconds
    while not found():
        assert time.monotonic() < until, what
        time.sleep(0.02)


@dataclass
class Bystander:
    """Somebody who plays meanwhile, and how long that took at most."""

    house: Served
    token: str
    seat: int
    done: int = 0
    longest: float = 0.0
    wrong: list[str] = field(default_factory=list)

    def act(self, client: httpx.Client) -> None:
        """One command, and a look."""
        began = time.monotonic()
        do = "come back" if self.done % 2 else "sit out"
        body = {"request": f"by-{self.done}", "do": do, "seat": self.seat}
        answer = client.post("/api/v1/tables/uth-ma/commands", json=body)
        if answer.status_code != httpx.codes.OK:
            self.wrong.append(answer.text)
        self.done += 1
        self.longest = max(self.longest, time.monotonic() - began)


@contextmanager
def meanwhile(house: Served, seat: int = 6) -> Iterator[Bystander]:
    """Somebody plays at the table meanwhile; nothing is refused, and nothing takes long."""
    someone = Bystander(house, house.program(), seat)
    ends = threading.Event()
    with httpx.Client(base_url=house.address, headers={"authorization": f"Bearer {someone.token}"}) as client:
        client.post(f"/api/v1/tables/uth-ma/seats/{seat}", json={"request": "sit", "chips": 5_000})

        def acts() -> None:
            while not ends.is_set():
                someone.act(client)

        acting = threading.Thread(target=acts)
        acting.start()
        try:
            yield someone
        finally:
            ends.set()
            acting.join(20)
        someone.act(client)
        client.post(f"/api/v1/tables/uth-ma/seats/{seat}/leave", json={"request": "leave"})
    assert not acting.is_alive()
    assert not someone.wrong, someone.wrong[0]
    assert someone.longest < PATIENCE
