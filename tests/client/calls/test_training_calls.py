"""A client learns to deal, at a real house."""

import asyncio
from pathlib import Path

import pytest
from support.client.clients import house

from croupier.client import AsyncClient, Client, Refused


def test_a_client_deals_a_lesson_and_is_told_how_it_went(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address):
        with Client(address) as client:
            client.come_in()
            seen = client.begin_lesson("dragon-md", {"dealing": "hand"}, seats=3)
            seen = client.lesson_step("settle", seen.at)
            assert seen.wrong is not None
            assert seen.due is not None
            assert seen.wrong.clauses == seen.due.clauses
            while not seen.over:
                assert seen.due is not None
                seen = client.lesson_step(seen.due.do, seen.at)
            seen = client.lesson_round(seen.at)
            found = client.lesson().lesson
            assert found is not None
            assert found.at == seen.at
            with pytest.raises(Refused) as refused:
                client.lesson_step("deal", seen.at + 1)
            assert refused.value.status == 409
            assert client.lesson().set is None
            with pytest.raises(Refused) as refused:
                client.set_drill("zoe", "dragon-md", {"dealing": "hand"}, trouble=50)
            assert (refused.value.status, refused.value.accepted) == (403, "a floor; a manager")
            report = client.end_lesson()
            assert (report.rounds, [each.what for each in report.faults]) == (1, ["settle, when no more bets was due"])

        async def test() -> None:
            async with AsyncClient(address) as client:
                await client.come_in()
                assert (await client.begin_lesson("dragon-md")).due is not None
                assert (await client.end_lesson()).rounds == 0

        asyncio.run(test())
