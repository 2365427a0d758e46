"""A manager and an auditor by clients of a real house: people, figures, the books, and a recording that audit reads."""

import asyncio
import csv
import io
from collections.abc import Iterator

import pytest
from support.client.clients import CHIPS, cheaply, house
from support.house.people import PASSWORD, hire
from support.service.houses import Open
from support.table.recordings import audited

from croupier.client import AsyncClient, Client, Refused
from croupier.house.storage import database

NAME = "dragon-md"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, str]]:
    with house(tmp_path_factory.mktemp("house"), NAME) as (made, address):
        with database.writing(made.house.engine) as connection:
            hire(connection, "boss", "manager", made.clock())
            hire(connection, "auditor", "auditor", made.clock())
        with Client(address) as client:
            client.come_in("Ada")
            with client.watch(NAME) as table:
                table.sit(CHIPS)
                table.bet(table.terms.least_wagers())
                table.decide(*cheaply(table.message, table.terms))
                table.leave()
        yield made, address


def test_a_manager_hires_assigns_changes_signs_out_and_closes(opened: tuple[Open, str]) -> None:
    _, address = opened
    with Client(address) as manager, Client(address) as floor:
        manager.sign_in("boss", PASSWORD)
        made = manager.hire("Zoë", "zoe", "dealer")
        assert manager.change_role(made.person, "floor").role == "floor"
        manager.assign(made.person, NAME)
        assert manager.person(made.person).tables == [NAME]
        floor.sign_in("zoe", made.password)
        with pytest.raises(Refused, match="by a one-time password"):
            floor.floor()
        floor.change_password("zoe", made.password, "a river of red queens")
        assert floor.rename("Zoë B.").name == "Zoë B."
        assert [each.table for each in floor.floor().tables] == [NAME]
        assert [each.kind for each in manager.passes(made.person).passes] == ["cookie"]
        manager.end_passes(made.person)
        with pytest.raises(Refused) as refused:
            floor.me()
        assert refused.value.status == 401
        manager.unassign(made.person, NAME)
        assert manager.rename_person(made.person, "Cy").name == "Cy"
        manager.close_account(made.person)
        assert made.person not in [each.person for each in manager.people().people]
        program = manager.make_program("Counter", "auditor")
        token = manager.make_token(program.person, ["metrics"], 1, "prometheus")
        assert token.person == program.person
        notes = manager.significant(what="hire").events
        assert [each.says["person"] for each in notes] == [made.person]


def test_an_auditor_reads_the_books_and_takes_a_recording_home(opened: tuple[Open, str]) -> None:
    made, address = opened

    async def looks() -> None:
        async with AsyncClient(address) as auditor, AsyncClient(address) as manager:
            await auditor.sign_in("auditor", PASSWORD)
            await manager.sign_in("boss", PASSWORD)
            (figures,) = [each for each in (await auditor.figures()).tables if each.table == NAME]
            assert (figures.rounds, figures.drop) == (1, CHIPS)
            accounts = (await auditor.ledger()).accounts
            assert sum(each.holds for each in accounts) == 0
            rows = list(csv.DictReader(io.StringIO((await auditor.ledger_csv()).decode())))
            assert sum(int(row["cents"]) for row in rows) == 0
            assert all(each.stands for each in (await auditor.chain()).streams)
            (session,) = (await auditor.sessions(NAME)).sessions
            part = await auditor.export(session.session, "A dispute.", upto=1)
            assert part.count(b"\n") > 5
            await manager.close_table(NAME)
            whole = await auditor.export(session.session, "The day is over.")
            assert whole.startswith(part)
            _, found = audited(whole.splitlines(keepends=True), key=made.house.key.public)
            assert found.rounds == 1
            with pytest.raises(Refused, match="without a reason"):
                await auditor.export(session.session, " ")
            with pytest.raises(Refused, match="may not see the people of the house"):
                await auditor.people()

    asyncio.run(looks())
