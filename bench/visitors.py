"""Soak test: guests come to tables, play some rounds and leave, over and over; the house's memory must not grow."""

from __future__ import annotations

import asyncio
from collections import deque
from contextlib import suppress
from random import Random
from statistics import median
from time import monotonic

from judging import Judge
from servers import Server

from croupier.client import AsyncClient, AsyncTable, ClientError, Message

VISITORS = 40  # guests, each with one client for the whole test
ROUNDS = 3  # maximum of a visit
CHIPS = 100_000
MOST_GROWTH = 1.05  # of the memory, from the middle third of the time to the last
LOOK = 5.0  # seconds between two samples of the memory


def _choice(message: Message) -> str:
    open_to = [each for each in message.view["choices"] if each["choice"] != "fold"]
    return str(min(open_to, key=lambda each: each["costs"])["choice"])


async def _visit(client: AsyncClient, name: str, rounds: int) -> None:
    """Sit down at a table, play some rounds, and leave."""
    async with await client.watch(name) as table:
        await table.sit(CHIPS)
        played = table.view["round"]
        async for _ in table:
            now = table.message.view  # the newest view, as in `_act`: by an older one we might leave during a round
            if now["round"] >= played + rounds and now["phase"] != "round":
                break
            await _act(table)
        with suppress(ClientError):  # the guest has no seat any more
            await table.leave()


async def _act(table: AsyncTable) -> None:
    """Bet or decide, if it is this guest's turn."""
    now = table.message
    if now.asked:
        await table.decide(_choice(now))
    elif now.yours and now.view["phase"] == "betting":
        seat = now.seat(now.yours[0])
        if seat is not None and not seat["ready"]:
            await table.bet((await table.terms()).least_wagers())


async def _guest(port: int, tables: deque[str], chance: Random, until: float) -> int:
    visits = 0
    async with AsyncClient(f"http://127.0.0.1:{port}") as client:
        await client.come_in()
        while monotonic() < until:
            name = tables.popleft()
            try:
                await _visit(client, name, chance.randint(1, ROUNDS))
                visits += 1
            finally:
                tables.append(name)
            await asyncio.sleep(chance.random())
    return visits


async def judge_soak(judge: Judge, server: Server, tables: list[str], minutes: float) -> None:
    """Judge the growth of the house's memory from the middle third of the time to the last third."""
    chance, until = Random(7), monotonic() + 60 * minutes  # noqa: S311 - for the guests' behaviour only
    free = deque(2 * tables)  # two seats at each table
    guests = [asyncio.create_task(_guest(server.port, free, chance, until)) for _ in range(VISITORS)]
    seen: list[int] = []
    while monotonic() < until:
        await asyncio.sleep(LOOK)
        seen.append(server.memory)
    visits = sum(await asyncio.gather(*guests))
    third = max(1, len(seen) // 3)
    early, late = median(seen[third : 2 * third]), median(seen[-third:])
    more = f"{visits:,} visits in {minutes:g} minutes, {late / 1024:.0f} MB"
    judge.at_most("soak: times the memory", late / early, MOST_GROWTH, more)
