"""Programs of the house's own at its tables: where they sit, how they play, whom they wait for, and when they go."""

import asyncio
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from support.client.clients import CHIPS, house
from support.default_house import NAMES
from support.service.houses import Open, settings

import croupier
from croupier.client import Client, Message, Table
from croupier.games.catalogue import SentTerms
from croupier.house.config.settings import Settings
from croupier.house.tables.rollover import DAY
from croupier.service.demo import FREE, MOST, Demo, Pace
from croupier.service.workers.strategy_process import StrategyDecision, StrategyPlayers, StrategyQuestion, answer
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table as OwnTable
from croupier.table.receipts.verify import BROKEN
from croupier.table.views.view import Viewer, view

NAME = "dragon-md"
FAST = Pace(0, 5, 5, 50)


def wait(until: Callable[[], bool], seconds: float = 20) -> None:
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end
        time.sleep(0.01)


def on_loop(opened: Open, act: Callable[[], object]) -> None:
    """Do this on the house's own thread, and wait for it."""
    done: list[BaseException | None] = []

    async def acting() -> None:
        try:
            came = act()
            if asyncio.iscoroutine(came):
                await came
        except BaseException as error:  # noqa: BLE001 - it is raised below
            done.append(error)
        else:
            done.append(None)

    tasks: list[object] = []
    opened.hub.deliveries(lambda: tasks.append(asyncio.ensure_future(acting())))
    wait(lambda: bool(done))
    if done[0] is not None:
        raise done[0]


@contextmanager
def demo(opened: Open, pace: Pace = FAST) -> Iterator[Demo]:
    """Programs at the tables of a house; they think of nothing, since nothing is loaded for them."""
    made = Demo(opened.hub, pace)
    made.strategists.start = _nothing  # type: ignore[method-assign]
    on_loop(opened, made.start)
    try:
        yield made
    finally:
        on_loop(opened, made.stop)


async def _nothing() -> None:
    return


def state_of(opened: Open, name: str = NAME) -> State:
    return opened.house.queues[name].live.record.state


def test_they_take_seats_leave_some_free_can_be_seen_to_be_programs_and_play(tmp_path: Path) -> None:
    with house(tmp_path) as (opened, address), demo(opened), Client(address) as visitor, ExitStack() as stack:
        tables = {name: stack.enter_context(visitor.watch(name)) for name in NAMES}
        for name, table in tables.items():
            wait(lambda name=name: state_of(opened, name).round >= 2)  # type: ignore[misc]
            listed = next(each for each in visitor.tables() if each.table == name)
            assert len(listed.taken) == MOST
            assert listed.seats - len(listed.taken) >= FREE
            wait(lambda table=table: len(table.message.programs) == MOST)  # type: ignore[misc]
            seats = table.view["seats"]
            assert {each["name"] for each in seats} == {"Program 1", "Program 2", "Program 3"}
            least = state_of(opened, name).terms.least_wagers()
            wagered = [
                event.data["wagers"]
                for message in read(table)
                for event in message.events
                if event.kind == "placed" and event.data["wagers"]
            ]
            assert wagered
            assert all(each == least for each in wagered), "they bet the least there is"


def read(table: Table) -> Iterator[Message]:
    while (message := table.next(0)) is not None:
        yield message


def test_they_make_room_for_people_and_come_back_when_these_go(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), demo(opened), ExitStack() as stack:
        wait(lambda: len(state_of(opened).taken()) == MOST)
        tables = []
        for people in range(1, 5):
            client = stack.enter_context(Client(address))
            client.come_in()
            tables.append(stack.enter_context(client.watch(NAME)))
            tables[-1].sit(CHIPS)
            tables[-1].sit_out()
            expected = people + min(MOST, 6 - FREE - people)
            wait(lambda expected=expected: len(state_of(opened).taken()) == expected)  # type: ignore[misc]
        for table in tables:
            table.leave()
        wait(lambda: len(state_of(opened).taken()) == MOST)


def test_nobody_is_hurried_by_them_and_nobody_waits_for_them(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), demo(opened), Client(address) as client:
        client.come_in()
        with client.watch(NAME) as table:
            table.sit(CHIPS)
            own = table.message.yours[0]
            for played in range(3):
                wait(lambda: table.view["phase"] == "betting")
                if played:  # in the first round some were ready before anybody had come
                    wait(lambda: sum(bool(seat.wagers) for _, seat in state_of(opened).taken()) == MOST)
                    time.sleep(0.3)
                    ready = [number for number, seat in state_of(opened).taken() if seat.ready]
                    assert not ready, "they bet, and wait with being ready"
                table.bet(table.terms.least_wagers())
                wait(lambda: table.message.asked == own)
                table.decide("play")
                wait(lambda played=played: len(table.checked) > played)  # type: ignore[misc]
            assert all(each.state != BROKEN for each in table.checked), table.checked
            assert table.checked[-1].holds, "who came when theirs were known has a number in it by the third round"


def test_after_a_restart_they_play_on_in_their_seats_and_in_nobody_elses(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), Client(address) as outside:
        outside.come_in_as_program("Other")
        with outside.watch(NAME) as table:
            table.sit(CHIPS, 1)
            with demo(opened):
                wait(lambda: len(state_of(opened).taken()) == 1 + MOST)
            seated = {seat.person for _, seat in state_of(opened).taken()}
            with demo(opened) as again:
                table.bet(table.terms.least_wagers())
                wait(lambda: bool(table.message.asked))
                time.sleep(0.2)
                assert table.message.asked == 1, "nobody decides for a program from outside"
                table.decide("fold")
                wait(lambda: state_of(opened).round >= 1 and not state_of(opened).closed)
                assert {seat.person for _, seat in state_of(opened).taken()} == seated, "nobody new has come"
                assert {each.person for each in again._programs} < seated  # noqa: SLF001 - whom it plays for


def test_who_has_no_money_left_goes_and_somebody_new_comes(tmp_path: Path) -> None:
    with (
        house(tmp_path, NAME, run=settings(guests_money=1500)) as (opened, address),
        demo(opened),
        Client(address) as visitor,
        visitor.watch(NAME),
    ):
        wait(lambda: len(state_of(opened).taken()) == MOST)
        first = {seat.person for _, seat in state_of(opened).taken()}
        wait(lambda: not first & {seat.person for _, seat in state_of(opened).taken()}, 40)


def without_programs() -> Settings:
    run = settings()
    return replace(run, tables={**run.tables, NAME: replace(run.tables[NAME], sits=frozenset({"guests", "players"}))})


@pytest.mark.parametrize(
    "run",
    [without_programs(), settings(guests_money=500)],
    ids=["where no programs sit", "where guests have too little"],
)
def test_they_stay_away_from_tables_that_are_not_for_them(run: Settings, tmp_path: Path) -> None:
    with house(tmp_path, NAME, run=run) as (opened, _), demo(opened):
        time.sleep(0.5)
        assert state_of(opened).taken() == []


def test_they_come_to_a_table_that_is_opened_later(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, _), demo(opened):
        wait(lambda: len(state_of(opened).taken()) == MOST)
        on_loop(opened, lambda: opened.hub.turning.open("uth-ma"))
        wait(lambda: "uth-ma" in opened.house.queues and len(state_of(opened, "uth-ma").taken()) == MOST)
        wait(lambda: state_of(opened, "uth-ma").round > 0)


def test_they_play_on_when_a_session_turns_over(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, _), demo(opened):
        wait(lambda: state_of(opened).round > 0)
        before, session = _persons(state_of(opened)), opened.house.queues[NAME].live.session
        opened.clock.on(DAY / 1000)
        on_loop(opened, opened.hub.turning.ring)
        wait(lambda: NAME in opened.house.queues and opened.house.queues[NAME].live.session != session)
        wait(lambda: state_of(opened).round > 0)
        assert _persons(state_of(opened)) == before


def _persons(state: State) -> set[str]:
    return {seat.person for _, seat in state.taken()}


def test_where_nobody_looks_they_play_slowly(tmp_path: Path) -> None:
    with house(tmp_path, NAME) as (opened, address), demo(opened, Pace(100, 100, 100, 50)), Client(address) as visitor:
        wait(lambda: len(state_of(opened).taken()) == MOST)
        time.sleep(0.6)
        assert not any(seat.ready for _, seat in state_of(opened).taken())
        with visitor.watch(NAME):
            wait(lambda: state_of(opened).round >= 2)


# ---- what they think ---------------------------------------------------------------------------------------


def asked(rulebook: str, seed: str) -> OwnTable:
    table = OwnTable(croupier.submission(rulebook), Random(seed))
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}, by="p"))
    table.feed()
    wagers = table.state.terms.least_wagers()
    table.send(Command("player", "bet", 1, {"wagers": wagers, "ready": True}, by="p"))
    return table


def question(table: OwnTable) -> StrategyQuestion:
    submission = table.state.terms.submission
    return StrategyQuestion(SentTerms.of(submission, table.state.fixed.game), view(table.state, Viewer("player", "p")))


@pytest.mark.parametrize("rulebook", NAMES)
def test_a_strategy_that_ships_answers_at_every_turn_of_every_game(rulebook: str) -> None:
    for seed in range(5):
        table = asked(rulebook, str(seed))
        while due(table.state).do == "decide":
            thought = answer(question(table), {})
            assert thought is not None
            discard = {"discard": thought.discard[0]} if thought.discard else {}
            before = table.state
            table.send(Command("player", "decide", 1, {"choice": thought.choice, **discard}, by="p"))
            assert table.state is not before


def is_ready(strategists: StrategyPlayers) -> bool:
    return strategists.ready


def test_who_thinks_is_a_process_that_is_asked_once_it_is_ready() -> None:
    async def thinking() -> list[StrategyDecision | None]:
        strategists = StrategyPlayers()
        table = asked(NAME, "1")
        seen = view(table.state, Viewer("player", "p"))
        terms = SentTerms.of(table.state.terms.submission, table.state.fixed.game)
        thoughts = [await strategists.think(terms, seen)]
        await strategists.start()
        assert is_ready(strategists)
        until = time.monotonic() + 60
        while thoughts[-1] is None:  # the first may be compiled
            assert time.monotonic() < until
            thoughts.append(await strategists.think(terms, seen))
        process = strategists._process  # noqa: SLF001 - it is ended under their hands
        assert process is not None
        process.kill()
        process.join()
        thoughts.append(await strategists.think(terms, seen))
        assert not is_ready(strategists)
        strategists.stop()
        return thoughts

    first, *_, good, last = asyncio.run(thinking())
    assert (first, last) == (None, None), "before it is ready, and after it has failed, there is no answer"
    assert good == answer(question(asked(NAME, "1")), {})
