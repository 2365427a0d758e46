"""The short way of sockets: what comes in one frame, in parts or in pieces is heard alike, and nothing overtakes."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from support.client.clients import house

from croupier.service.live.channels import Watcher
from croupier.table.views.view import PUBLIC

TEXT, PIECE, MORE, LAST, BINARY, CLOSE, PING, PONG = 0x81, 0x01, 0x00, 0x80, 0x82, 0x88, 0x89, 0x8A
KEY = bytes((7, 77, 177, 250))


def frame(first: int, payload: bytes, key: bytes = KEY) -> bytes:
    """A frame as a client sends it."""
    many = len(payload)
    length = bytes((0x80 | many,)) if many < 126 else bytes((0x80 | 126,)) + struct.pack("!H", many)
    return bytes((first,)) + length + key + bytes(each ^ key[at % 4] for at, each in enumerate(payload))


def asks(number: int, do: str = "ready") -> bytes:
    """A command that is refused to who has no seat."""
    return json.dumps({"request": f"r{number}", "do": do, "seat": 1}).encode()


class Line:
    """A socket of which every byte is a test's own."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port), 10)
        lines = (
            "GET /api/v1/tables/uth-ma/watch HTTP/1.1",
            f"Host: 127.0.0.1:{port}",
            "Upgrade: websocket",
            "Connection: Upgrade",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
        )
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        self._rest = b""
        while b"\r\n\r\n" not in self._rest:
            self._rest += self._socket.recv(1 << 16)
        assert self._rest.startswith(b"HTTP/1.1 101")
        self._rest = self._rest.partition(b"\r\n\r\n")[2]
        assert self.says()["what"] == "view"

    def close(self) -> None:
        """Be gone."""
        self._socket.close()

    def send(self, *parts: bytes) -> None:
        """Send bytes, each part by itself."""
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for part in parts:
            self._socket.sendall(part)
            if len(parts) > 1:
                self.still(0.05)

    def still(self, seconds: float) -> None:
        """Wait until what was sent has been read."""
        self._socket.settimeout(seconds)
        try:
            self._rest += self._socket.recv(1 << 16)
        except TimeoutError:
            pass
        finally:
            self._socket.settimeout(10)

    def hear(self) -> tuple[int, bytes]:
        """The next frame: its first byte, and what it says."""
        self._need(2)
        many, begin = self._rest[1], 2
        if many == 126:
            self._need(4)
            many, begin = struct.unpack("!H", self._rest[2:4])[0], 4
        self._need(begin + many)
        first, said, self._rest = self._rest[0], self._rest[begin : begin + many], self._rest[begin + many :]
        return first, said

    def _need(self, many: int) -> None:
        while len(self._rest) < many:
            came = self._socket.recv(1 << 16)
            assert came, "the house has hung up"
            self._rest += came

    def says(self) -> dict[str, Any]:
        """The next text."""
        first, said = self.hear()
        assert first == TEXT, (first, said)
        message: dict[str, Any] = json.loads(said)
        return message

    def answers(self, *numbers: int) -> None:
        """These commands are answered, in this order, and each with a refusal."""
        for number in numbers:
            message = self.says()
            assert (message["what"], message["request"]) == ("refused", f"r{number}")

    def closes(self, code: int) -> None:
        """It is closed with this code."""
        while True:
            first, said = self.hear()
            if first == CLOSE:
                assert struct.unpack("!H", said[:2])[0] == code
                return


@pytest.fixture(scope="module")
def port(tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    folder: Path = tmp_path_factory.mktemp("house")
    with house(folder, "uth-ma") as (_, address):
        yield int(address.rpartition(":")[2])


@pytest.fixture
def line(port: int) -> Iterator[Line]:
    made = Line(port)
    yield made
    made.close()


def test_several_commands_that_come_at_once_are_answered_in_their_order(line: Line) -> None:
    line.send(b"".join(frame(TEXT, asks(number)) for number in range(20)))
    line.answers(*range(20))


def test_a_long_command_is_heard_as_a_short_one_is(line: Line) -> None:
    long = json.dumps({"request": "r2", "do": "ready", "seat": 1, "args": {"x": "y" * 5000}}).encode()
    line.send(frame(TEXT, asks(1)) + frame(TEXT, long) + frame(TEXT, asks(3)))
    line.answers(1, 2, 3)


@pytest.mark.parametrize("cut", [1, 2, 4, 6, 20])
def test_a_frame_that_comes_in_parts_is_heard_and_so_is_all_that_follows(line: Line, cut: int) -> None:
    both = frame(TEXT, asks(1)) + frame(TEXT, asks(2))
    line.send(both[:cut], both[cut : cut + 40], both[cut + 40 :])
    line.answers(1, 2)
    line.send(frame(TEXT, asks(3)) + frame(TEXT, asks(4)))
    line.answers(3, 4)


def test_a_command_in_pieces_is_one_command_and_a_ping_between_them_is_answered(line: Line) -> None:
    said = asks(2)
    pieces = frame(PIECE, said[:5]) + frame(PING, b"there?") + frame(MORE, said[5:9]) + frame(LAST, said[9:])
    line.send(frame(TEXT, asks(1)) + pieces + frame(TEXT, asks(3)))
    found = [line.hear() for _ in range(4)]
    assert [first for first, _ in found].count(PONG) == 1
    assert (PONG, b"there?") in found
    texts = [json.loads(said)["request"] for first, said in found if first == TEXT]
    assert texts == ["r1", "r2", "r3"]


def test_a_text_of_any_letters_is_heard_in_its_turn(line: Line) -> None:
    other = json.dumps({"request": "r2", "do": "Zoë 🂡", "seat": 1}, ensure_ascii=False).encode()
    line.send(frame(TEXT, asks(1)) + frame(TEXT, other) + frame(TEXT, asks(3)))
    line.answers(1, 2, 3)


@pytest.mark.parametrize(
    ("sent", "code"),
    [
        (frame(TEXT, b"\xff\xfe"), 1007),  # no letters
        (bytes((TEXT, 2)) + b"{}", 1002),  # not masked
        (frame(0xC1, asks(1)), 1002),  # compressed, which nobody has agreed to
        (frame(0x83, b"x"), 1002),  # of no kind
        (frame(LAST, b"x"), 1002),  # the end of nothing
        (frame(PIECE, b"x") + frame(TEXT, asks(1)), 1002),  # another before the first has ended
        (frame(BINARY, asks(1)), 1009),
        (frame(CLOSE, struct.pack("!H", 1000)), 1000),
    ],
)
def test_what_is_not_as_it_should_be_closes_the_socket_and_no_other(
    line: Line, port: int, sent: bytes, code: int
) -> None:
    with closing(Line(port)) as other:
        line.send(frame(TEXT, asks(7)) + sent)
        line.answers(7)
        line.closes(code)
        other.send(frame(TEXT, asks(8)))
        other.answers(8)


def test_what_is_told_at_once_never_overtakes_what_waits() -> None:
    async def test() -> None:
        wire: list[str] = []
        takes = True

        def write(text: str) -> bool:
            if takes:
                wire.append(text)
            return takes

        watcher = Watcher(PUBLIC, None, lambda: None, write)
        watcher.tell("1")  # nobody sends yet: it waits
        assert list(watcher.waiting) == ["1"]
        watcher.waiting.clear()
        task = asyncio.create_task(watcher.something())
        await asyncio.sleep(0)
        watcher.tell("2")
        assert wire == ["2"]
        takes = False
        watcher.tell("3")
        takes = True
        watcher.tell("4")  # the socket takes it, and one waits before it
        assert wire == ["2"]
        await task
        watcher.tell("5")  # which is on its way now
        assert list(watcher.waiting) == ["3", "4", "5"]

    asyncio.run(test())
