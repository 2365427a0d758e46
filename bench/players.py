"""Simulated players for the load test: two at each table, who stay in cheaply; and the latencies of their commands.

A table has one command in flight at a time. It is sent when its turn has come, or as soon as the last one is through.
"""

from __future__ import annotations

import asyncio
import http.client
import json
from collections.abc import Iterable
from random import Random
from time import perf_counter

import msgspec
from sockets import Socket, connect

API = "/api/v1"
CHIPS = 10**9  # cents, more than a player can lose
ROUND = 8  # commands of a round with two players who stay in cheaply
_EARLY = 0.002  # seconds by which a timer of the event loop may fire too early


class _Due(msgspec.Struct):
    do: str
    seat: int = 0


class _Choice(msgspec.Struct):
    choice: str
    costs: int


class _Seat(msgspec.Struct):
    seat: int
    ready: bool


class _View(msgspec.Struct):
    phase: str
    due: _Due
    seats: list[_Seat]
    choices: list[_Choice]


class _Heard(msgspec.Struct):
    what: str
    seq: int = 0
    request: str = ""
    view: _View | None = None
    problem: msgspec.Raw = msgspec.Raw(b"")


_heard = msgspec.json.Decoder(_Heard).decode


class Times:
    """Latencies in seconds: until the answer to a command, and until the message to the other seat."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.pushed: list[float] = []

    def forget(self) -> None:
        """Clear the measurements."""
        self.answered.clear()
        self.pushed.clear()


def quantile(times: Iterable[float], share: float) -> float:
    """Quantile of some times, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def guests(port: int, many: int) -> list[dict[str, str]]:
    """Make new guests of a house; return the headers with the credentials of each."""
    connection = http.client.HTTPConnection("127.0.0.1", port)
    shown = []
    for _ in range(many):
        origin = {"Origin": f"http://127.0.0.1:{port}", "Content-Type": "application/json"}
        connection.request("POST", f"{API}/guests", "{}", origin)
        answer = connection.getresponse()
        answer.read()
        cookie = str(answer.getheader("set-cookie")).partition(";")[0]
        shown.append({"Origin": origin["Origin"], "Cookie": cookie})
    return shown


class Player:
    """One of the two players at a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.socket: Socket | None = None

    async def come(self, port: int, shown: dict[str, str]) -> None:
        """Watch the table, and sit down."""
        self.socket = await connect(port, f"{API}/tables/{self.table.name}/watch", self.hear, shown)
        self.say("sit", chips=CHIPS)

    def say(self, do: str, **args: object) -> None:
        """Send a command."""
        self.table.number += 1
        body = {"request": f"{self.seat}-{self.table.number}", "do": do, "seat": self.seat, "args": args}
        assert self.socket is not None  # noqa: S101 - it was opened first
        self.socket.send(json.dumps(body).encode())

    def hear(self, text: bytes) -> None:
        """Handle a message from the socket."""
        self.table.hear(self, _heard(text))


class Table:
    """A table with its two players, and the state of its command in flight."""

    def __init__(self, name: str, load: Load) -> None:
        self.name, self.load = name, load
        self.players = [Player(self, 1), Player(self, 2)]
        self.number = 0
        self.seen: dict[int, _Heard] = {}  # the last view of each seat
        self._speaks: Player | None = None
        self._since = 0.0
        self._waits = 0  # messages still expected: the answer, and the events to each player
        self._base = 0  # sequence number of the table when the command was sent
        self._told: set[int] = set()
        self._turn = 0.0

    def hear(self, player: Player, heard: _Heard) -> None:
        """Handle a message to one of the players."""
        if heard.what == "refused":
            raise SystemExit(f"{self.name} refuses: {bytes(heard.problem).decode()}")
        if heard.what == "done":
            self._answered(player)
        else:
            self.seen[player.seat] = heard
            self._moved(player, heard.seq)
        if not self._waits and self.load.running:
            self._go_on()

    def _answered(self, player: Player) -> None:
        if player is self._speaks:
            self.load.times.answered.append(perf_counter() - self._since)
            self._waits -= 1

    def _moved(self, player: Player, seq: int) -> None:
        if self._waits and seq > self._base and player.seat not in self._told:
            self._told.add(player.seat)
            self._waits -= 1
            if player is not self._speaks:
                self.load.times.pushed.append(perf_counter() - self._since)

    def begin(self, turn: float) -> None:
        """Schedule the first command."""
        self._turn = turn
        asyncio.get_running_loop().call_at(turn, self._go_on)

    def _go_on(self) -> None:
        """Send the next command, if its time has come and a player can act."""
        loop = asyncio.get_running_loop()
        if self._waits or not self.load.running or len(self.seen) < len(self.players):
            return
        if loop.time() < self._turn - _EARLY:
            return  # a timer is set
        newest = max(self.seen.values(), key=lambda each: each.seq)
        if newest.view is None or not self._act(newest.view):
            return
        self._base = newest.seq
        if self.load.interval:
            self._turn = max(self._turn + self.load.interval, loop.time())
            loop.call_at(self._turn, self._go_on)

    def _act(self, view: _View) -> bool:
        if view.phase == "betting":
            late = [each.seat for each in view.seats if not each.ready]
            if not late:
                return False
            self._send(late[0], "bet", wagers=self.load.wagers, ready=True)
        elif view.due.do == "decide":
            cheapest = min((each for each in view.choices if each.choice != "fold"), key=lambda each: each.costs)
            self._send(view.due.seat, "decide", choice=cheapest.choice)
        else:
            return False
        return True

    def _send(self, seat: int, do: str, **args: object) -> None:
        self._speaks, self._waits = self.players[seat - 1], 1 + len(self.players)
        self._told.clear()
        self._since = perf_counter()
        self._speaks.say(do, **args)


class Load:
    """Load of tables with two players each, who may be connected to different processes of one house."""

    def __init__(self, ports: tuple[int, ...], tables: Iterable[str], wagers: dict[str, int]) -> None:
        self.ports, self.wagers = ports, wagers
        self.tables = [Table(name, self) for name in tables]
        self.times = Times()
        self.running = False
        self.interval = 0.0  # seconds from one command of a table to the next; 0: as fast as possible

    async def come(self) -> None:
        """Connect all players and have them sit down."""
        ports = [self.ports[at % len(self.ports)] for at in range(2)]
        shown = [await asyncio.to_thread(guests, port, len(self.tables)) for port in ports]
        for at, table in enumerate(self.tables):
            for player, port, some in zip(table.players, ports, shown, strict=True):
                await player.come(port, some[at])
        await asyncio.sleep(1)

    async def run(self, seconds: float, rate: float = 0.0) -> None:
        """Play for so many seconds, at so many commands a second, or as fast as possible.

        The tables begin at different times within the length of a round: in no real house do two hundred tables settle
        in the same quarter of a second.
        """
        self.running, self.interval = True, len(self.tables) / rate if rate else 0.0
        chance, now = Random(1), asyncio.get_running_loop().time()  # noqa: S311 - when each begins
        for table in self.tables:
            table.begin(now + chance.random() * ROUND * self.interval)
        await asyncio.sleep(seconds)

    async def rest(self) -> None:
        """Send no more commands, and wait until all are answered."""
        self.running = False
        await asyncio.sleep(0.5)
