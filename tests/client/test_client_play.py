"""Clients at the tables of a real house, in every game: what they hear, what they may know, and their receipts."""

import asyncio
import threading
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest
from support.client.clients import CHIPS, cheaply, house
from support.default_house import NAMES
from support.service.houses import settings

from croupier.client import AsyncClient, AsyncTable, Client, Message, Refused, Table, Unreachable
from croupier.table.receipts.verify import BROKEN
from croupier.table.views.view import HIDDEN

# Both bet at once on cards that were shuffled without a number. Who comes second has told one for a shuffle that is
# over, which is never given again: that player has none in the cards of two rounds, and one in those of the third.
ROUNDS = 3


def bets_now(message: Message, played: int) -> bool:
    seat = message.seat(message.yours[0]) if message.yours else None
    fresh = seat is not None and not seat["wagers"] and message.view["round"] == played
    return fresh and message.view["phase"] == "betting" and len(message.view["seats"]) == 2


def play(table: Table, heard: list[Message]) -> None:
    terms = table.terms
    table.sit(CHIPS)
    for message in table:
        heard.append(message)
        if len(table.checked) == ROUNDS:
            return
        now = table.message
        if now.asked:
            table.decide(*cheaply(now, terms))
        elif bets_now(now, len(table.checked)):
            table.bet(terms.least_wagers())


async def play_along(table: AsyncTable, heard: list[Message]) -> None:
    terms = await table.terms()
    await table.sit(CHIPS)
    async for message in table:
        heard.append(message)
        if len(table.checked) == ROUNDS:
            return
        now = table.message
        if now.asked:
            await table.decide(*cheaply(now, terms))
        elif bets_now(now, len(table.checked)):
            await table.bet(terms.least_wagers())


@pytest.mark.parametrize("name", NAMES)
def test_two_clients_play_some_rounds_at_one_table_until_every_receipt_holds(name: str, tmp_path: Path) -> None:
    with ExitStack() as stack:
        _, address = stack.enter_context(house(tmp_path, name))
        clients = [stack.enter_context(Client(address)) for _ in range(2)]
        for client, called in zip(clients, ("Ada", "Ben"), strict=True):
            client.come_in(called)
        tables = [stack.enter_context(client.watch(name)) for client in clients]
        heard: list[list[Message]] = [[], []]
        threads = [threading.Thread(target=play, args=each) for each in zip(tables, heard, strict=True)]
        for each in threads:
            each.start()
        for each in threads:
            each.join(60)
        assert not any(each.is_alive() for each in threads)
        for table in tables:
            assert [each.round for each in table.checked] == [1, 2, 3]
            assert table.checked[-1].holds, table.checked[-1]
            assert all(each.state != BROKEN for each in table.checked), table.checked
            said = {each.says for found in table.checked for each in found.findings if each.holds}
            assert "your number went into the last cut" in said
            assert "it is the root that was shown to you before you were ready" in said
            assert "its secret was committed to as you were shown before you gave your number" in said
        everything_in_order(heard)
        for table in tables:
            table.leave()
        assert sum(client.wallet() for client in clients) > 0


def everything_in_order(heard: list[list[Message]]) -> None:
    for messages in heard:
        assert not messages[0].is_whole, "a view first"
        assert all(each.is_whole for each in messages[1:]), "then all that happens, nothing missing"
        assert [each.seq for each in messages[1:]] == list(range(messages[1].seq, messages[-1].seq + 1))
        for message in messages:
            others = [each for each in message.view["seats"] if each["seat"] not in message.yours]
            assert all(each["bankroll"] is None for each in others)
    dealt = [each for each in heard[0] if each.view["phase"] == "round"]
    assert any(HIDDEN in seat["cards"] for each in dealt for seat in each.view["seats"])


@pytest.mark.parametrize("name", NAMES)
def test_two_clients_of_one_event_loop_do_the_same(name: str, tmp_path: Path) -> None:
    async def evening(address: str) -> None:
        async with AsyncClient(address) as ada, AsyncClient(address) as ben:
            await ada.come_in("Ada")
            await ben.come_in_as_program("Ben")
            assert [each.table for each in await ada.tables()] == [name]
            async with await ada.watch(name) as first, await ben.watch(name) as second:
                heard: list[list[Message]] = [[], []]
                async with asyncio.timeout(60):
                    await asyncio.gather(play_along(first, heard[0]), play_along(second, heard[1]))
                for table in (first, second):
                    assert [each.round for each in table.checked] == [1, 2, 3]
                    assert table.checked[-1].holds, table.checked[-1]
                    assert all(each.state != BROKEN for each in table.checked), table.checked
                everything_in_order(heard)
                assert first.message.programs == second.message.yours, "all can see that it is a program"
                await first.leave()
                await second.sit_out()
                await second.come_back()
                await second.buy(1000)
            assert (await ada.me()).role == "guest"
            assert await ada.wallet() > 0

    with house(tmp_path, name) as (_, address):
        asyncio.run(evening(address))


# ---- people ------------------------------------------------------------------------------------------------


def test_a_guest_signs_up_while_watching_and_plays_on(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in("Ada")
        with client.watch("dragon-md") as table:
            table.sit(CHIPS, 2)
            assert client.sign_up("ada-1", "seven of clubs, folded").role == "player"
            table.bet(table.terms.least_wagers())
            assert table.message.asked == 2
        client.sign_out()
        with pytest.raises(Refused, match="not signed in"):
            client.me()
        assert client.sign_in("ada-1", "seven of clubs, folded").name == "Ada"
        with client.watch("dragon-md") as table:
            assert table.message.yours == (2,), "the seat is kept"


def test_a_session_that_is_over_ends_the_watch(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client, Client(address) as other:
        client.come_in("Ada")
        client.sign_up("ada-1", "seven of clubs, folded")
        with client.watch("dragon-md") as table:
            other.sign_in("ada-1", "seven of clubs, folded")
            cookie = client.cookies()
            client.sign_out()
            client._http.cookies.update(cookie)  # noqa: SLF001 - who keeps a cookie that has ended
            with pytest.raises(Refused, match="the session is over"):
                for _ in table:
                    pass


def test_a_program_comes_back_by_its_token(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address):
        with Client(address) as client:
            token = client.come_in_as_program("Bot")
            with client.watch("dragon-md") as table:
                table.sit(CHIPS)
        with Client(address, token=token) as client, client.watch("dragon-md") as table:
            assert (client.me().program, table.message.yours) == (True, (1,))


def test_who_comes_back_without_the_promised_number_promises_another_and_plays(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address):
        with Client(address) as client:
            token = client.come_in_as_program("Bot")
            with client.watch("dragon-md") as table:
                table.sit(CHIPS)
        with Client(address, token=token) as client, client.watch("dragon-md") as table:
            for _ in range(2):
                table.bet(table.terms.least_wagers())
                table.decide(*cheaply(table.message, table.terms))
            said = [[each.says for each in found.findings] for found in table.checked]
            assert all(found.holds for found in table.checked), said
            assert all("your number went into the last cut" in each for each in said)


def test_who_left_sits_down_again_and_promises_a_number(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in()
        with client.watch("dragon-md") as table:
            table.sit(CHIPS)
            table.bet(table.terms.least_wagers())
            table.decide(*cheaply(table.message, table.terms))
            table.bet({})
            table.leave()
            assert table.message.yours == ()
            table.sit(CHIPS, 4)
            table.bet(table.terms.least_wagers())
            table.decide(*cheaply(table.message, table.terms))
            table.bet(table.terms.least_wagers())
            table.decide(*cheaply(table.message, table.terms))
            assert [found.holds for found in table.checked] == [True] * 3


# ---- what is refused ---------------------------------------------------------------------------------------


def test_what_is_refused_says_why_by_which_clause_and_what_would_be_accepted(tmp_path: Path) -> None:
    with house(tmp_path, "uth-ma") as (_, address), Client(address) as client:
        client.come_in()
        with client.watch("uth-ma") as table:
            with pytest.raises(Refused, match="you have no seat here; accepted: a seat taken first"):
                table.ready()
            with pytest.raises(Refused, match=r"the wallet does not have \$50,000"):
                table.sit(5_000_000)
            table.sit(CHIPS)
            with pytest.raises(Refused) as refused:
                table.bet({"trips": 500})
            assert (refused.value.document, refused.value.clauses) == ("UTH", ("6(c)",))
            assert (refused.value.why, refused.value.accepted) == ("Trips stands only beside Ante", "Ante too")
            with pytest.raises(Refused) as refused:
                table.bet({"ante": 1, "blind": 1})
            assert refused.value.rulings == ("S20",)
            with pytest.raises(Refused, match="nothing that anyone can do"):
                table._carry_out(table._talk.simply("dance", 1))  # noqa: SLF001 - a command that there is not
        with pytest.raises(Refused, match="no table 'nowhere' is open") as refused:
            client.watch("nowhere")
        assert refused.value.about == "table"
        with pytest.raises(Refused, match="may not become a guest"):
            client.come_in()


def test_a_table_that_is_full_and_one_that_takes_no_programs_are_refused(tmp_path: Path) -> None:
    run = settings()
    only_people = replace(run.tables["dragon-md"], sits=frozenset({"guests", "players"}))
    run = replace(run, tables={**run.tables, "dragon-md": only_people})
    with house(tmp_path, "dragon-md", run=run) as (_, address):
        with Client(address) as program:
            program.come_in_as_program()
            with program.watch("dragon-md") as table, pytest.raises(Refused, match="no programs sit down"):
                table.sit(CHIPS)
        with ExitStack() as stack:
            for _ in range(6):
                client = stack.enter_context(Client(address))
                client.come_in()
                stack.enter_context(client.watch("dragon-md")).sit(CHIPS)
            late = stack.enter_context(Client(address))
            late.come_in()
            with late.watch("dragon-md") as table, pytest.raises(Refused, match="no seat is free here"):
                table.sit(CHIPS)


def test_two_who_want_the_first_free_seat_get_two(tmp_path: Path) -> None:
    with ExitStack() as stack:
        _, address = stack.enter_context(house(tmp_path, "dragon-md"))
        tables = []
        for _ in range(4):
            client = stack.enter_context(Client(address))
            client.come_in()
            tables.append(stack.enter_context(client.watch("dragon-md")))
            assert tables[-1].terms["seats"]
        threads = [threading.Thread(target=each.sit, args=(CHIPS,)) for each in tables]
        for each in threads:
            each.start()
        for each in threads:
            each.join(20)
        assert sorted(table.message.yours[0] for table in tables) == [1, 2, 3, 4]


@pytest.mark.parametrize(
    "url", ["", "house", "ftp://x", "http://", "http://[", "http://me@house", "http://house:99999", "http://h?x=1"]
)
def test_what_is_no_address_of_a_house_is_said_to_be_none(url: str) -> None:
    with pytest.raises(Unreachable, match="is no address of a house"):
        Client(url)
