"""Server processes for the load test, so that their processor time can be measured separately.

Run as a program, this module is one of the servers: a house as `croupier serve` opens it, but without rate limits by
person and address; a bare Starlette echo; a bare Starlette broadcast. It prints `ready` when it can be reached, and
ends when its standard input ends.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

HOST = "127.0.0.1"
_TICKS = os.sysconf("SC_CLK_TCK")
_UTIME = 11  # field of the processor time after the program's name in /proc/PID/stat


class Server:
    """A running server process."""

    def __init__(self, kind: str, *words: str) -> None:
        self.port = free_port()
        begun = [sys.executable, __file__, kind, str(self.port), *words]
        self._process = subprocess.Popen(begun, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # noqa: S603
        assert self._process.stdout is not None  # noqa: S101 - it is a pipe
        if self._process.stdout.readline() != "ready\n":
            sys.exit(f"the {kind} did not start")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None  # noqa: S101 - it is a pipe
        self._process.stdin.close()
        self._process.wait()

    @property
    def used(self) -> float:
        """Processor seconds used so far, of all threads."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(") ")[2].split()
        return sum(map(int, fields[_UTIME : _UTIME + 2])) / _TICKS

    @property
    def memory(self) -> int:
        """Memory in use, in kibibytes."""
        lines = Path(f"/proc/{self._process.pid}/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def free_port() -> int:
    """A port that is free."""
    with socket.create_server((HOST, 0)) as listening:
        port: int = listening.getsockname()[1]
        return port


def furnish(folder: Path, rulebook: str, tables: Iterable[str]) -> None:
    """Write the settings of a house with tables of one rulebook."""
    (folder / "house").mkdir()
    lines = ["[house]", 'guests_money = "$100,000,000"', "guests_per_hour = 100000"]
    for name in tables:
        lines += [f"[tables.{name}]", f'rulebook = "{rulebook}"', "decide_seconds = 3600", "bet_seconds = 3600"]
    (folder / "house" / "house.toml").write_text("\n".join(lines) + "\n")


def house(port: int, folder: str, database: str = "") -> None:
    """Serve the house in a folder."""
    from croupier.cli.house.check import read_settings
    from croupier.house.config.paths import HousePaths
    from croupier.service.http.rate_limits import Limit
    from croupier.service.live.hub import Limits
    from croupier.service.server import Listening, Run, bound, enter, open_tables, serve

    many = 10**9
    limits = Limits(Limit("requests", many, 60), Limit("commands", many, 30), many, many)
    places = HousePaths.of(Path(folder) / "house", Path(folder) / "keys")
    settings = read_settings(str(places.settings))
    listening = Listening(port=port, limits=limits)
    listens = bound(listening, print)
    opened, deliveries = enter(places, database)
    open_tables(opened, settings, deliveries)
    serve(opened, Run(settings, lambda: settings), deliveries, listening, listens, ready)
    opened.engine.dispose()


def bare(port: int, kind: str) -> None:
    """Serve a bare Starlette application in the same way as the house."""
    import uvicorn
    from starlette.applications import Starlette
    from starlette.routing import WebSocketRoute
    from starlette.websockets import WebSocket, WebSocketDisconnect

    there: set[WebSocket] = set()

    async def echo(websocket: WebSocket) -> None:
        await websocket.accept()
        async for text in websocket.iter_text():
            await websocket.send_text(text)

    async def broadcast(websocket: WebSocket) -> None:
        await websocket.accept()
        there.add(websocket)
        try:
            async for text in websocket.iter_text():
                for each in list(there):
                    await each.send_text(text)
        except WebSocketDisconnect:
            pass
        finally:
            there.discard(websocket)

    class Ready(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            ready()

    app = Starlette(routes=[WebSocketRoute("/", {"echo": echo, "broadcast": broadcast}[kind])])
    Ready(uvicorn.Config(app, host=HOST, port=port, log_config=None, access_log=False)).run()


def ready() -> None:
    """Print `ready`, and end this server when its standard input is closed by the process that started it."""
    print("ready", flush=True)

    def wait() -> None:
        sys.stdin.read()
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=wait, daemon=True).start()


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):  # the signal that ends it
        if sys.argv[1] == "house":
            house(int(sys.argv[2]), *sys.argv[3:])
        else:
            bare(int(sys.argv[2]), sys.argv[1])
