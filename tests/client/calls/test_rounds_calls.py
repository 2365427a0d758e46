"""A client finds its rounds again at a real house: what they came to, replays, receipts, links and statements."""

import asyncio
from collections.abc import Iterator

import pytest
from support.client.clients import CHIPS, cheaply, house
from support.house.people import PASSWORD, hire
from support.service.houses import Open

from croupier.client import AsyncClient, Client, Refused, Table, Unreachable
from croupier.house.storage import database
from croupier.table.receipts.verify import verify

NAME = "dragon-md"


def play_one(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    table.decide(*cheaply(table.message, table.terms))


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Open, str, Client]]:
    """A house where Ada has played three rounds and left."""
    with house(tmp_path_factory.mktemp("house"), NAME) as (opened, address), Client(address) as client:
        client.come_in("Ada")
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            for _ in range(3):
                play_one(table)
            table.leave()
        yield opened, address, client


def test_a_player_finds_every_round_and_what_it_came_to(played: tuple[Open, str, Client]) -> None:
    _, _, client = played
    page = client.rounds()
    assert [each.round for each in page.rounds] == [3, 2, 1]
    for each in page.rounds:
        seen = client.round(each.session, each.round)
        assert seen.came["seats"][0]["net"] == each.hands[0].net
        assert seen.yours == [1]
    first = client.rounds(table=NAME, most=1)
    assert [each.round for each in client.rounds(table=NAME, after=first.after, void=False).rounds] == [2, 1]


def test_every_receipt_is_had_again_and_holds(played: tuple[Open, str, Client]) -> None:
    _, _, client = played
    for each in client.rounds().rounds:
        receipt = client.receipt(each.session, each.round)
        assert receipt["round"] == each.round
        assert not [found for found in verify(receipt) if found.holds is False]


def test_a_round_is_replayed_shared_and_taken_back(played: tuple[Open, str, Client]) -> None:
    _, address, client = played
    mine = client.rounds(number=2).rounds[0]
    again = client.replay(mine.session, 2)
    assert any(event.kind == "settled" for each in again.moments for event in each.events)
    link = client.share(mine.session, 2)
    assert [each.id for each in client.shares().shares] == [link.id]
    with Client(address) as stranger:
        assert stranger.shared(link.path).round == 2
        assert stranger.shared_replay(link.path) == client.replay(mine.session, 2, seen_as="public")
        assert stranger.shared_receipt(link.path)["round"] == 2
        client.take_back(link.id)
        with pytest.raises(Refused, match="shows nothing"):
            stranger.shared(link.path)
        with pytest.raises(Refused, match="may not recall rounds"):
            stranger.rounds()
        with pytest.raises(Unreachable, match="no path of a shared round"):
            stranger.shared("/api/v1/me")


def test_a_statement_comes_to_what_is_in_the_wallet(played: tuple[Open, str, Client]) -> None:
    _, _, client = played
    made = client.statement()
    assert made.closing == client.wallet()
    assert len(made.rounds) == 3


def test_an_auditor_looks_at_what_was_hidden_by_the_other_client(played: tuple[Open, str, Client]) -> None:
    opened, address, client = played
    with database.writing(opened.house.engine) as connection:
        hire(connection, "auditor", "auditor", opened.clock())

    async def looks() -> None:
        async with AsyncClient(address) as auditor:
            await auditor.sign_in("auditor", PASSWORD)
            page = await auditor.rounds(table=NAME)
            assert [each.round for each in page.rounds] == [3, 2, 1]
            assert page.rounds[0].hands[0].name == "Ada"
            about = page.rounds[0].session
            opened_up = await auditor.hidden(about, 3, "A look.")
            assert any(each.dealt is not None and each.dealt["seats"][0]["cards"] for each in opened_up.moments)
            person = page.rounds[0].hands[0].person
            as_ada = await auditor.hidden(about, 3, "A look.", person=person)
            assert [each.told for each in as_ada.moments] == client.replay(about, 3).moments
            assert (await auditor.statement(person)).closing == client.wallet()
            with pytest.raises(Refused, match="without a reason"):
                await auditor.hidden(about, 3, "")

    asyncio.run(looks())


def test_the_methods_say_what_they_do() -> None:
    assert Client.rounds.__doc__
    assert "own" in str(Client.rounds.__doc__)
    assert AsyncClient.share("s", 1).path == "/rounds/s/1/shares"
