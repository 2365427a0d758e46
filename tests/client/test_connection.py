"""A client whose way to the house breaks: it comes back by itself, misses nothing, and does nothing twice."""

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

import pytest
from support.client.clients import CHIPS, Way, cheaply, house, way
from support.service.houses import free_port

from croupier.client import AsyncClient, Client, Message, Table, Unreachable, Unsure
from croupier.client.calls.call import pauses
from croupier.table.views.view import HIDDEN

NAME = "dragon-md"
DONE = '"what":"done"'
BACK = "The connection is back."


@contextmanager
def breakable(tmp_path: Path, name: str = NAME, patience: float = 20) -> Iterator[tuple[Way, Client, list[str]]]:
    """A house, a way to it that can be cut, and a client that comes by it and is told of it."""
    front, told = free_port(), list[str]()
    with (
        house(tmp_path, name, also=(front,)) as (_, address),
        way(front, int(address.rpartition(":")[2])) as made,
        Client(f"http://127.0.0.1:{front}", patience=patience, notice=told.append) as client,
    ):
        client.come_in("Ada")
        yield made, client, told


def wait(until: Callable[[], bool]) -> None:
    end = time.monotonic() + 10
    while not until():
        assert time.monotonic() < end
        time.sleep(0.01)


def heard(table: Table) -> list[Message]:
    found = []
    while (message := table.next(0)) is not None:
        found.append(message)
    return found


def play_one(table: Table) -> None:
    table.bet(table.terms.least_wagers())
    while table.message.asked:
        table.decide(*cheaply(table.message, table.terms))


def test_a_socket_that_breaks_in_the_middle_of_a_decision_comes_back_to_it(tmp_path: Path) -> None:
    with breakable(tmp_path, "uth-ma") as (made, client, told), client.watch("uth-ma") as table:
        table.sit(CHIPS)
        table.bet(table.terms.least_wagers())
        before = table.message
        assert before.asked == 1
        made.cut()
        wait(lambda: BACK in told)
        assert told[0].startswith(f"The connection to {client.address.origin} is lost (")
        assert table.message == before
        while table.message.asked:
            table.decide(*cheaply(table.message, table.terms))
        assert [each.holds for each in table.checked] == [True]
        first, *more = heard(table)
        assert not first.is_whole
        assert all(each.is_whole for each in more), "nothing is missing, though the socket broke"


def test_a_decision_that_is_given_while_the_way_is_barred_arrives_when_it_is_open(tmp_path: Path) -> None:
    with breakable(tmp_path) as (made, client, told), client.watch(NAME) as table:
        table.sit(CHIPS)
        table.bet(table.terms.least_wagers())
        made.barred = True
        made.cut()
        wait(lambda: bool(told))

        async def opens() -> None:
            await asyncio.sleep(0.3)
            made.barred = False

        async def both() -> None:
            await asyncio.gather(opens(), asyncio.to_thread(table.decide, *cheaply(table.message, table.terms)))

        asyncio.run(both())
        assert [each.holds for each in table.checked] == [True]


def test_what_happened_meanwhile_is_heard_in_order_or_the_table_is_shown_as_it_stands(tmp_path: Path) -> None:
    with (
        breakable(tmp_path) as (made, client, told),
        Client(f"http://127.0.0.1:{made.to}") as other,
        client.watch(NAME) as table,
    ):
        other.come_in("Ben")
        with other.watch(NAME) as busy:
            busy.sit(CHIPS)
            for rounds in (1, 12):  # of the second the house has no longer all at hand
                wait(lambda: table.message.seq == busy.message.seq)
                heard(table)
                told.clear()
                made.barred = True
                made.cut()
                for _ in range(rounds):
                    play_one(busy)
                made.barred = False
                wait(lambda: table.message.seq == busy.message.seq)
                assert told[-1] == BACK
                messages = heard(table)
                if rounds == 1:
                    assert all(each.is_whole for each in messages)
                else:
                    assert [(each.is_whole, each.events) for each in messages] == [(False, ())]


@pytest.mark.parametrize(
    ("do", "kind"),
    [
        ("sit", "sat"),
        ("bet", "placed"),
        ("ready", "ready"),
        ("buy", "bought"),
        ("decide", "decided"),
        ("sit out", "away"),
        ("come back", "away"),
        ("leave", "left"),
    ],
)
def test_a_command_whose_answer_is_lost_is_sent_again_and_carried_out_once(do: str, kind: str, tmp_path: Path) -> None:
    with breakable(tmp_path) as (made, client, told), client.watch(NAME) as table:
        steps: dict[str, Callable[[], object]] = {
            "sit": lambda: table.sit(CHIPS),
            "bet": lambda: table.bet(table.terms.least_wagers(), ready=False),
            "ready": table.ready,
            "buy": lambda: table.buy(700),
            "decide": lambda: table.decide(*cheaply(table.message, table.terms)),
            "sit out": table.sit_out,
            "come back": table.come_back,
            "leave": table.leave,
        }
        for name, step in steps.items():
            heard(table)
            made.losing = DONE if name == do else ""
            step()
            if name == do:
                break
        assert made.lost == 1, "an answer was lost"
        assert BACK in told
        kinds = [event.kind for message in heard(table) for event in message.events]
        assert kinds.count(kind) == 1


def test_a_command_whose_answer_is_lost_in_an_event_loop_is_carried_out_once(tmp_path: Path) -> None:
    async def evening(made: Way, address: str) -> None:
        told: list[str] = []
        async with AsyncClient(address, notice=told.append, patience=20) as client:
            await client.come_in("Ada")
            async with await client.watch(NAME) as table:
                terms = await table.terms()
                await table.sit(CHIPS)
                made.losing = DONE
                await table.bet(terms.least_wagers())
                assert (made.lost, told[-1]) == (1, BACK)
                made.cut()
                made.losing = DONE
                await table.decide(*cheaply(table.message, terms))
                assert made.lost == 2
                assert [each.holds for each in table.checked] == [True]
                made.close()
            async with AsyncClient(address) as late:
                with pytest.raises(Unreachable, match="does not answer"):
                    await late.come_in()

    front = free_port()
    with house(tmp_path, NAME, also=(front,)) as (_, address), way(front, int(address.rpartition(":")[2])) as made:
        asyncio.run(evening(made, f"http://127.0.0.1:{front}"))


def test_a_house_that_is_lost_for_good_is_told_after_a_while(tmp_path: Path) -> None:
    with breakable(tmp_path, patience=0.6) as (made, client, told), client.watch(NAME) as table:
        table.sit(CHIPS)
        made.close()
        with pytest.raises(Unsure, match="whether it was carried out, a look at the table shows"):
            table.buy(100)
        with pytest.raises(Unreachable, match="cannot be reached"):
            list(table)
        with pytest.raises(Unreachable, match="cannot be reached"):
            table.buy(100)
        with pytest.raises(Unreachable, match="does not answer"):
            client.wallet()
        with pytest.raises(Unreachable, match="does not answer"):
            client.come_in()
        assert len(told) == 1, "it is told once"


def test_a_guest_who_is_not_answered_is_not_sent_in_twice(tmp_path: Path) -> None:
    with breakable(tmp_path) as (made, client, _), Client(client.address.origin) as other:
        other.tables()
        made.losing = "201 Created"
        with pytest.raises(Unsure, match="whether it was done is not known"):
            other.come_in()
        assert made.lost == 1


def test_a_table_that_closes_ends_the_watch(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            opened.hub.deliveries(lambda: opened.house.close_table(NAME, lambda _: None))
            with pytest.raises(Exception, match="the table is closed; accepted: another table"):
                list(table)


def test_who_stops_watching_reads_what_is_there_and_then_nothing(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (_, address), Client(address) as client:
        table = client.watch(NAME)
        table.close()
        assert [each.is_whole for each in table] == [False]
        assert table.next(0) is None


def test_a_house_that_is_killed_in_a_decision_and_started_again_is_found_where_it_was(tmp_path: Path) -> None:
    port, told = free_port(), list[str]()
    with Client(f"http://127.0.0.1:{port}", notice=told.append) as client:
        with started(tmp_path, port):
            client.come_in("Ada")
            table = client.watch("uth-ma")
            table.sit(CHIPS)
            table.bet(table.terms.least_wagers())
            cards = table.view["seats"][0]["cards"]
        assert table.message.asked == 1
        with started(tmp_path, port):
            while table.message.asked:
                table.decide(*cheaply(table.message, table.terms))
            assert [(each.round, each.holds) for each in table.checked] == [(1, True)]
            assert BACK in told
            shown = [message.view["seats"][0]["cards"] for message in heard(table) if message.view["phase"] == "round"]
            assert cards in shown
            assert HIDDEN not in cards
    assert table.is_closed, "it goes with its client"


@contextmanager
def started(tmp_path: Path, port: int) -> Iterator[None]:
    """A house in a process of its own, which is killed in the end."""
    words = ["serve", "--house", str(tmp_path / "house"), "--keys", str(tmp_path / "keys"), "--port", str(port)]
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", "from croupier.cli import main; main()", *words, "--no-open"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        while process.stdout.readline().strip() != f"http://127.0.0.1:{port}/".encode():
            assert process.poll() is None
        try:
            yield
        finally:
            process.kill()


def test_pauses_grow_to_a_bound_and_are_never_in_step() -> None:
    first, second = list(islice(pauses(), 12)), list(islice(pauses(), 12))
    assert first != second
    assert all(0.05 <= each <= 7.5 for each in first)
    assert max(first[:2]) < min(first[8:])
