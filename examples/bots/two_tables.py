"""A bot that plays at two tables at once, in one event loop.

python examples/bots/two_tables.py http://127.0.0.1:8642 uth-ma lir-nj 20
"""

import asyncio
import sys

from croupier.client import AsyncClient


async def play(client: AsyncClient, table: str, rounds: int, chips: int) -> int:
    """Play so many rounds at a table with these chips; the net result."""
    net = 0
    async for played in client.table(table).rounds(rounds, chips=chips):
        await played.bet()
        async for decision in played:
            choice = min(decision.choices, key=lambda each: (each.name == "fold", each.cost))
            await decision.take(choice, decision.cards[0] if choice.discards else None)
        net += (await played.result()).net
    return net


async def main(house: str, first: str, second: str, rounds: str) -> None:
    """Play at both tables, and print what each came to."""
    async with AsyncClient(house) as client:
        await client.come_in_as_program("Two tables")
        half = await client.wallet() // 2
        nets = await asyncio.gather(*(play(client, table, int(rounds), half) for table in (first, second)))
        for table, net in zip((first, second), nets, strict=True):
            print(f"{table}: {net:+} cents")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
