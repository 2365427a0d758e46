"""Rounds that programs play one after another: in every game, by the examples, and where a program makes a mistake."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import coached
import pytest
import simplest
import two_tables
import watcher
from support.client.clients import CHIPS, house
from support.default_house import NAMES

from croupier.client import AsyncClient, Client, Refused
from croupier.service.http.rate_limits import Counter, Limit, LimitState


@pytest.mark.parametrize("rounds", [10, pytest.param(100, marks=pytest.mark.prove)])
@pytest.mark.parametrize("name", NAMES)
def test_a_bot_plays_many_rounds(name: str, rounds: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path, name) as (opened, address), Client(address) as client:
        opened.hub.commands = Counter(Limit("commands", 100_000, 1))
        with client.watch(name) as table:  # who watches sees that the bot came, played and went
            simplest.main(address, name, str(rounds))
            told = capsys.readouterr().out.splitlines()
            while table.view["seats"] or table.view["round"] < len(told):  # who watches hears of it after the bot
                assert table.next(timeout=60) is not None
            if len(told) < rounds:
                assert table.view["round"] == len(told), "its chips were too few for another bet"
            assert [line.partition(":")[0] for line in told] == [f"round {each + 1}" for each in range(len(told))]
            assert table.view["seats"] == []


def test_every_choice_that_is_offered_is_taken(tmp_path: Path) -> None:
    with house(tmp_path, "uth-ma") as (_, address), Client(address) as client:
        client.come_in_as_program()
        seen: set[str] = set()
        for played in client.table("uth-ma").rounds(6, chips=CHIPS):
            played.bet()
            for at, decision in enumerate(played):
                seen.update(each.name for each in decision.choices)
                decision.take(decision.choices[(played.number + at) % len(decision.choices)])
            assert played.is_over
            assert played.result().decisions
        assert client.wallet() > 0, "the chips are back"
        assert len(seen) > 3


def test_two_tables_in_one_event_loop(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path, "dragon-md", "lir-nj") as (_, address):
        asyncio.run(two_tables.main(address, "dragon-md", "lir-nj", "4"))
    assert [line.partition(":")[0] for line in capsys.readouterr().out.splitlines()] == ["dragon-md", "lir-nj"]


def test_a_coached_bot_takes_the_best_choice(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with house(tmp_path, "dragon-md") as (_, address):
        coached.main(address, "dragon-md", "2")
    assert capsys.readouterr().out.count("worth") == 2


def test_a_watcher_prints_what_happens(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async def together(address: str) -> None:
        watching = asyncio.create_task(asyncio.to_thread(watcher.main, address, "lir-nj", "1"))
        async with AsyncClient(address) as client:
            await client.come_in_as_program()
            async for played in client.table("lir-nj").rounds(chips=CHIPS):
                await played.bet()
                async for decision in played:
                    await decision.take(decision.choices[0])
                if watching.done() or played.number > 20:
                    break
        await watching

    with house(tmp_path, "lir-nj") as (_, address):
        asyncio.run(together(address))
    assert " over {" in capsys.readouterr().out


# ---- mistakes ----------------------------------------------------------------------------------------------


def no_bet(client: Client) -> None:
    for played in client.table("dragon-md").rounds(2, chips=CHIPS):
        assert list(played) == []


def no_answer(client: Client) -> None:
    for played in client.table("dragon-md").rounds(2, chips=CHIPS):
        played.bet()
        for _ in played:
            pass


def early(client: Client) -> None:
    for played in client.table("dragon-md").rounds(2, chips=CHIPS):
        played.bet()
        for _ in played:
            played.result()


def skipped(client: Client) -> None:
    for played in client.table("dragon-md").rounds(2, chips=CHIPS):
        played.bet()


@pytest.mark.parametrize(
    ("mistake", "says"),
    [
        (no_bet, "round 1 has no bet of yours; accepted: round.bet"),
        (no_answer, "a decision was not answered; accepted: decision.take"),
        (early, "round 1 is not over"),
        (skipped, "a decision was not answered"),
    ],
)
def test_a_mistake_is_refused_with_what_is_accepted_and_the_seat_is_given_up(
    mistake: Callable[[Client], None], says: str, tmp_path: Path
) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in_as_program()
        with pytest.raises(Refused, match=says):
            mistake(client)


def test_a_program_that_comes_back_in_the_middle_of_a_round_plays_it_on(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in_as_program()
        with client.watch("dragon-md") as table:
            table.sit(CHIPS)
            table.bet(table.terms.least_wagers())
            assert table.message.asked
        numbers = []
        for played in client.table("dragon-md").rounds(2):
            played.bet()
            for decision in played:
                simplest.cheapest(decision)
            numbers.append(played.number)
        assert numbers == [1, 2]


def test_chips_that_are_too_few_for_a_bet_end_the_rounds(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (_, address), Client(address) as client:
        client.come_in_as_program()
        least = sum(client.terms("dragon-md").least_wagers().values())
        assert list(client.table("dragon-md").rounds(chips=least - 1)) == []


class Stingy(Counter):
    """A limit that every sixth command is beyond."""

    taken = 0

    def take(self, key: str, now: int) -> LimitState:  # noqa: ARG002 - whoever asks, whenever
        self.taken += 1
        return LimitState(self.limit, 1, int(self.taken % 6 == 0))


def test_a_program_that_is_faster_than_its_limit_is_slowed_down_and_plays_on(tmp_path: Path) -> None:
    with house(tmp_path, "dragon-md") as (opened, address), Client(address) as client:
        opened.hub.commands = Stingy(Limit("commands", 4, 1))
        client.come_in_as_program()
        for played in client.table("dragon-md").rounds(6, chips=CHIPS):
            played.bet()
            for decision in played:
                simplest.cheapest(decision)
        assert played.number == 6
