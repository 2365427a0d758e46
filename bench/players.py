"""Players for a load: two at each table, who stay in cheaply, and how long each command took until both heard of it.

A table has one command on its way at a time. It is given when its turn has come, or as soon as the last is through.
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
CHIPS = 10**9  # no luck empties it
ROUND = 8  # commands of two players who stay in cheaply
_EARLY = 0.002  # seconds by which a timer of the loop may come too early


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
    """What was measured: seconds until who gave a command had its answer, and until the other seat had heard of it."""

    def __init__(self) -> None:
        self.answered: list[float] = []
        self.pushed: list[float] = []

    def forget(self) -> None:
        """Begin anew."""
        self.answered.clear()
        self.pushed.clear()


def quantile(times: Iterable[float], share: float) -> float:
    """The time within which that share was done, in milliseconds."""
    ordered = sorted(times)
    return 1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else float("nan")


def guests(port: int, many: int) -> list[dict[str, str]]:
    """New guests of a house: what each shows at its door."""
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
    """One of the two at a table."""

    def __init__(self, table: Table, seat: int) -> None:
        self.table, self.seat = table, seat
        self.socket: Socket | None = None

    async def come(self, port: int, shown: dict[str, str]) -> None:
        """Watch the table, and sit down."""
        self.socket = await connect(port, f"{API}/tables/{self.table.name}/watch", self.hear, shown)
        self.say("sit", chips=CHIPS)

    def say(self, do: str, **args: object) -> None:
        """Give a command."""
        self.table.number += 1
        body = {"request": f"{self.seat}-{self.table.number}", "do": do, "seat": self.seat, "args": args}
        assert self.socket is not None  # noqa: S101 - it was opened first
        self.socket.send(json.dumps(body).encode())

    def hear(self, text: bytes) -> None:
        """Something came over the socket."""
        self.table.hear(self, _heard(text))


class Table:
    """A table with its two players, and how far its command is."""

    def __init__(self, name: str, load: Load) -> None:
        self.name, self.load = name, load
        self.players = [Player(self, 1), Player(self, 2)]
        self.number = 0
        self.seen: dict[int, _Heard] = {}  # by seat, the last view
        self._speaks: Player | None = None
        self._since = 0.0
        self._waits = 0  # for so many more: the answer, and word of it to each
        self._base = 0  # the sequence that the table had when its command was given
        self._told: set[int] = set()
        self._turn = 0.0

    def hear(self, player: Player, heard: _Heard) -> None:
        """Somebody at the table has heard something."""
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
        """The first command is given then."""
        self._turn = turn
        asyncio.get_running_loop().call_at(turn, self._go_on)

    def _go_on(self) -> None:
        """Give the next command, if it is time for one and somebody can."""
        loop = asyncio.get_running_loop()
        if self._waits or not self.load.running or len(self.seen) < len(self.players):
            return
        if loop.time() < self._turn - _EARLY:
            return  # the timer comes
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
    """Tables that are played at, each by two players who may have come to different processes of one house."""

    def __init__(self, ports: tuple[int, ...], tables: Iterable[str], wagers: dict[str, int]) -> None:
        self.ports, self.wagers = ports, wagers
        self.tables = [Table(name, self) for name in tables]
        self.times = Times()
        self.running = False
        self.interval = 0.0  # seconds from one command of a table to the next; none, if as fast as it goes

    async def come(self) -> None:
        """Everybody sits down."""
        ports = [self.ports[at % len(self.ports)] for at in range(2)]
        shown = [await asyncio.to_thread(guests, port, len(self.tables)) for port in ports]
        for at, table in enumerate(self.tables):
            for player, port, some in zip(table.players, ports, shown, strict=True):
                await player.come(port, some[at])
        await asyncio.sleep(1)

    async def run(self, seconds: float, rate: float = 0.0) -> None:
        """Play for so long, at so many commands a second, or as fast as it goes.

        Each table begins at a moment of its own within the time of a round: nowhere do two hundred tables settle in the
        same quarter of a second.
        """
        self.running, self.interval = True, len(self.tables) / rate if rate else 0.0
        chance, now = Random(1), asyncio.get_running_loop().time()  # noqa: S311 - when each begins
        for table in self.tables:
            table.begin(now + chance.random() * ROUND * self.interval)
        await asyncio.sleep(seconds)

    async def rest(self) -> None:
        """Give no more commands, and wait until all are answered."""
        self.running = False
        await asyncio.sleep(0.5)
