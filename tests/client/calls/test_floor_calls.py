"""Those who work in a house, by clients of a real one: the floor's orders, a dealer's duty, fills and corrections."""

import asyncio
from collections.abc import Iterator

import pytest
from support.client.clients import CHIPS, house
from support.house.people import PASSWORD, hire
from support.service.houses import Open

from croupier.client import AsyncClient, Client, Refused
from croupier.house.people import users
from croupier.house.storage import database
from croupier.schemas.roles import Role

NAME, OTHER = "dragon-md", "lir-nj"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, str]]:
    with house(tmp_path_factory.mktemp("house"), NAME, OTHER) as found:
        yield found


def works(opened: Open, login: str, role: Role, *tables: str) -> None:
    with database.writing(opened.house.engine) as connection:
        person = hire(connection, login, role, opened.clock())
        for table in tables:
            users.assign(connection, person, table, opened.clock())


def test_a_floor_sees_moves_refuses_and_closes(opened: tuple[Open, str]) -> None:
    made, address = opened
    works(made, "floor", "floor", NAME, OTHER)
    with Client(address) as guest, Client(address) as floor:
        person = guest.come_in("Ada").person
        floor.sign_in("floor", PASSWORD)
        with guest.watch(NAME) as table:
            table.sit(CHIPS, 1)
            seen = next(each for each in floor.floor().tables if each.table == NAME)
            assert [(each.seat, each.name, each.person) for each in seen.seats] == [(1, "Ada", person)]
            assert floor.move(NAME, 1, person, 3, "A draught.").when == "now"
            assert [(each.table, each.seat) for each in guest.places().places] == [(NAME, 3)]
            with pytest.raises(Refused, match="does not sit at seat 1"):
                floor.move(NAME, 1, person, 3, "A draught.")
            assert floor.refuse(NAME, person, "Shouting.").when == "now"
        assert [each.reason for each in floor.refused(NAME).refused] == ["Shouting."]
        with guest.watch(NAME) as table, pytest.raises(Refused, match=r"refused you at this table: Shouting\."):
            table.sit(CHIPS, 1)
        floor.let_in(NAME, person)
        assert floor.close_after(OTHER).when == "now"
        assert OTHER in [each.table for each in floor.floor().closed]
        assert floor.open_table(OTHER).table == OTHER
        with pytest.raises(Refused, match="is not to be closed"):
            floor.keep_open(OTHER)
        assert floor.close_table(OTHER).when == "now"
        assert floor.dealer(NAME).name == ""


def test_chips_are_filled_credited_and_corrected_by_the_other_client(opened: tuple[Open, str]) -> None:
    made, address = opened
    works(made, "boss", "manager")

    async def works_there() -> None:
        async with AsyncClient(address) as manager, AsyncClient(address) as guest:
            person = (await guest.come_in()).person
            await manager.sign_in("boss", PASSWORD)
            assert (await manager.fill(NAME, 50_000)).seq
            assert (await manager.credit(NAME, 20_000)).seq
            with pytest.raises(Refused, match="the tray of dragon-md holds"):
                await manager.credit(NAME, 50_000)
            await manager.correct(f"wallet/{person}", 100, "A chip was found.", up=True)
            assert await guest.wallet() == 100_100
            with pytest.raises(Refused, match="may not sign on to deal"):
                await manager.sign_on(NAME)
            with pytest.raises(Refused, match="is not signed on here"):
                await manager.relieve(NAME)

    asyncio.run(works_there())
