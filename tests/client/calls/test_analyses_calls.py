"""A client asks the coach and has tables analysed, at a real house."""

import asyncio
import time
from collections.abc import Iterator

import pytest
from support.client.clients import CHIPS, house
from support.house.people import PASSWORD, hire
from support.service.houses import Open

from croupier.client import AsyncClient, Client, Refused, Table
from croupier.client.calls.analyses import Coached
from croupier.house.storage import database
from croupier.schemas.analyses import Analysed

NAME = "dragon-md"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, str]]:
    with house(tmp_path_factory.mktemp("house"), NAME) as found:
        yield found


def advised(client: Client, seat: int) -> Coached:
    until = time.monotonic() + 120
    while True:
        found = client.coach(NAME, seat)
        if found.is_ready or time.monotonic() > until:
            return found
        assert found.seconds > 0
        time.sleep(0.2)


def asked(table: Table) -> int:
    table.sit(CHIPS)
    table.bet(table.terms.least_wagers())
    return table.message.asked


def test_a_client_asks_the_coach_and_does_what_is_best(opened: tuple[Open, str]) -> None:
    with Client(opened[1]) as client:
        client.come_in("Ada")
        with client.watch(NAME) as table:
            seat = asked(table)
            found = advised(client, seat)
            assert found.best is not None
            assert found.best.cents == max(each.cents for each in found.actions)
            assert found.seq == table.message.seq
            assert set(found.wagers) <= set(table.terms.wagers)
            table.decide(found.best.choice)
            with pytest.raises(Refused) as refused:
                client.coach(NAME, seat)
            assert refused.value.status == 409
            table.leave()


def over(client: Client, first: Analysed) -> Analysed:
    until, found = time.monotonic() + 120, first
    while not found.is_over and time.monotonic() < until:
        time.sleep(0.2)
        found = client.analysis(first.id)
    return found


def test_a_manager_has_a_table_analysed(opened: tuple[Open, str]) -> None:
    with database.writing(opened[0].house.engine) as connection:
        hire(connection, "analyst", "manager", opened[0].clock())
    with Client(opened[1]) as client:
        client.sign_in("analyst", PASSWORD)
        found = over(client, client.analyse(NAME, {"dragon_bet": "no"}, stakes={"ante": 500}))
        assert (found.status, found.percent) == ("done", 100)
        assert found.result is not None
        assert set(found.result["wagers"]) >= {"base", "joint"}
        again = over(client, client.analyse(submission=f'rulebook = "{NAME}"\n'))
        client.give_up(again.id)
        with pytest.raises(Refused) as refused:
            client.analysis(again.id)
        assert refused.value.status == 404
        with pytest.raises(Refused):
            client.analyse("poker")


def test_in_an_event_loop_the_same_is_awaited(opened: tuple[Open, str]) -> None:
    async def test() -> None:
        async with AsyncClient(opened[1]) as client:
            await client.come_in()
            with pytest.raises(Refused) as refused:
                await client.coach(NAME, 1)
            assert refused.value.status == 403
            with pytest.raises(Refused):
                await client.analyse(NAME)

    asyncio.run(test())
