"""Demo players: programs of the house's own that play by strategy, so that tables are alive (`serve --demo`).

They are guests like others, which all can see to be programs, and give their commands at the same door. They leave
seats free, bet the least there is, hurry nobody and keep nobody waiting as long as the clock would. Where nobody looks
they play slowly.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine, Iterable, Iterator
from dataclasses import dataclass
from secrets import randbelow, token_hex

from sqlalchemy import Connection, select

from croupier.games.catalogue import SentTerms
from croupier.house.engine.listeners import Stage
from croupier.house.engine.requests import Answer, Committed, Failure
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.people import users
from croupier.house.people.roles import TOKEN, Principal
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.schema import passes
from croupier.schemas.common import CommandMessage
from croupier.service.http.problems import Problem, failed
from croupier.service.live import messages
from croupier.service.live.commands import ask
from croupier.service.live.hub import Hub
from croupier.service.routes.player.tables import outcome_problem
from croupier.service.workers.strategy_process import StrategyPlayers
from croupier.table.model.next_step import due
from croupier.table.model.state import Seat, State
from croupier.table.play.autoplay import by_itself
from croupier.table.views.view import Viewer

log = logging.getLogger("croupier.service")
MOST = 3  # programs at a table
FREE = 2  # seats that are left for people, at least
_MOMENT = 0.001  # seconds that nobody waits for
_SLOWLY = 10  # times slower where nobody looks
_HURRY = 60.0  # seconds after which the others are no longer waited for
_LOOK = 1.0  # seconds from one look around to the next
_FOREVER = 1 << 62


@dataclass(frozen=True, slots=True)
class Pace:
    """The pace of the programs, in milliseconds. A table waits five seconds at least for a player who is asked."""

    least: int = 2000
    most: int = 4500
    ready: int = 1500  # once the others are
    refused: int = 5000  # before something is tried again

    def to_think(self) -> float:
        """Seconds to think about a decision."""
        return (self.least + randbelow(self.most - self.least + 1)) / 1000

    def to_be_ready(self) -> float:
        """Seconds to be ready."""
        return randbelow(self.ready + 1) / 1000


@dataclass(slots=True)
class _Program:
    """One program, with its own place in the order in which they come and go."""

    table_name: str
    place: int
    person: str = ""
    since: float = 0.0  # when the bets of this round were first seen open
    round: int = -1

    @property
    def name(self) -> str:
        return f"Program {self.place + 1}"

    def known(self) -> Principal:
        """The program as the house knows it."""
        scopes = frozenset({"watch", "play"})
        return Principal(
            self.person, self.name, "guest", program=True, kind=TOKEN, scopes=scopes, hash="", expires=_FOREVER
        )

    def seat(self, state: State) -> int:
        """The seat of the program; 0 if it has none."""
        return next((number for number, seat in state.taken() if seat.person == self.person), 0) if self.person else 0


class Demo:
    """The programs of a house."""

    def __init__(self, hub: Hub, pace: Pace = Pace()) -> None:  # noqa: B008 - a constant
        self._hub, self._pace = hub, pace
        self._programs: list[_Program] = []
        self._moves: dict[str, asyncio.Event] = {}
        self._tasks: list[asyncio.Task[None]] = []
        self._stopped = False  # for who is cancelled just as an answer comes, which Python 3.11 then forgets
        self.strategists = StrategyPlayers()

    async def start(self) -> None:
        """Take up the seats of an earlier start, and play."""
        ours = await self._hub.bearers.read(self._left_behind)
        self._hub.house.listeners.add(Stage.PLAYERS, self._heard)
        for table_name in self._hub.house.queues:
            self._come_to(table_name, ours.get(table_name, ()))
        self._go_on(self.strategists.start())

    def _come_to(self, table_name: str, persons: Iterable[str] = ()) -> None:
        """Assign programs to a table, the first of them those persons, who sit there."""
        seated = iter(persons)
        self._moves[table_name] = asyncio.Event()
        programs = [_Program(table_name, place, next(seated, "")) for place in range(MOST)]
        self._programs += programs
        for each in programs:
            self._go_on(self._play(each))

    def _go_on(self, work: Coroutine[None, None, None]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        task.add_done_callback(_tell_fault)
        self._tasks.append(task)

    async def stop(self) -> None:
        """Stop playing; the next start finds the programs in their seats."""
        self._hub.house.listeners.remove(self._heard)
        self.strategists.stop()
        self._stopped = True
        for each in self._tasks:
            each.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _left_behind(self, connection: Connection) -> dict[str, list[str]]:
        """The programs of an earlier start: those that have a seat and never had a token, as all others must."""
        found: dict[str, list[str]] = {}
        for table_name, queue in self._hub.house.queues.items():
            seated = [seat.person for _, seat in queue.live.record.state.taken()]
            seated = [each for each in seated if each in self._hub.names.programs]
            outside = set(connection.execute(select(passes.c.person).where(passes.c.person.in_(seated))).scalars())
            found[table_name] = [each for each in seated if each not in outside]
        return found

    def _heard(self, happened: Committed) -> None:
        moved = self._moves.get(happened.stream)
        if moved is not None:
            moved.set()
            self._moves[happened.stream] = asyncio.Event()
        elif not self._stopped:
            self._come_to(happened.stream)  # a table that was opened meanwhile

    # ---- one of them ---------------------------------------------------------------------------------------

    async def _play(self, program: _Program) -> None:
        while not self._stopped:
            moved = self._moves[program.table_name]
            wants = self._wants(program)
            if not wants:
                await _or_for(moved, _LOOK)
                continue
            await self._think(program, wants)
            if self._wants(program) == wants:
                try:
                    await self._do(program, wants)
                except (Problem, DatabaseError) as problem:  # another was faster, or the house cannot write now
                    log.info("a program was refused", extra={"table": program.table_name, "why": problem.why})
                    await asyncio.sleep(self._pace.refused / 1000)

    async def _think(self, program: _Program, wants: tuple[object, ...]) -> None:
        """Wait as a person would, and longer where nobody watches, except to sit down, which the lobby shows."""
        left = self._pace.to_be_ready() if wants[0] == "ready" else self._pace.to_think()
        while left > _MOMENT:
            slowly = 1 if wants[0] == "sit" or self._is_watched(program.table_name) else _SLOWLY
            step = min(_LOOK, left * slowly)
            await asyncio.sleep(step)
            left -= step / slowly

    def _is_watched(self, table_name: str) -> bool:
        channel = self._hub.channels.get(table_name)
        return bool(channel) or any(not seat.away for seat in self._people(table_name))

    def _people(self, table_name: str) -> Iterator[Seat]:
        """The seats at a table that people have."""
        ours = {each.person for each in self._programs if each.table_name == table_name}
        queue = self._hub.house.queues.get(table_name)
        if queue is not None:
            yield from (seat for _, seat in queue.live.record.state.taken() if seat.person not in ours)

    # ---- what it wants -------------------------------------------------------------------------------------

    def _wants(self, program: _Program) -> tuple[object, ...]:
        """The next action of a program, and the moment that it is for; empty if it is not its turn."""
        queue = self._hub.house.queues.get(program.table_name)
        if queue is None:
            return ()
        state = queue.live.record.state
        number = program.seat(state)
        stays = program.place < min(MOST, len(state.seats) - FREE - sum(1 for _ in self._people(program.table_name)))
        if not number:
            return ("sit",) if stays and self._may_sit(program.table_name, state) else ()
        if state.closed:
            asked = due(state)
            if (asked.do, asked.seat) != ("decide", number):
                return ()
            return ("come back",) if state.seat(number).away else ("decide", state.round, state.step)
        return self._between_rounds(program, state, number, stays=stays)

    def _may_sit(self, table_name: str, state: State) -> bool:
        settings = self._hub.settings
        can_pay = settings.house.guests_money >= sum(state.terms.least_wagers().values())
        return can_pay and (table_name not in settings.tables or "programs" in settings.tables[table_name].sits)

    def _between_rounds(self, program: _Program, state: State, number: int, *, stays: bool) -> tuple[object, ...]:
        seat = state.seat(number)
        if not stays or (not seat.wagers and seat.bankroll < sum(state.terms.least_wagers().values())):
            return ("leave",)
        if seat.away:
            return ("come back",)
        if state.phase != "betting" or seat.ready:
            return ()
        if not seat.wagers:
            return ("bet", state.round)
        return ("ready", state.round, state.root) if self._is_waited_for(program, state) else ()

    def _is_waited_for(self, program: _Program, state: State) -> bool:
        """True if all people are ready, so that a program starts nobody's time to bet; or if it has been too long."""
        now = asyncio.get_running_loop().time()
        if program.round != state.round:
            program.round, program.since = state.round, now
        ready = all(seat.ready or seat.away for seat in self._people(program.table_name))
        return ready or now - program.since > _HURRY

    # ---- what it does --------------------------------------------------------------------------------------

    async def _do(self, program: _Program, wants: tuple[object, ...]) -> None:
        do = str(wants[0])
        record = self._hub.queue(program.table_name).live.record
        state = record.state
        if do == "sit":
            await self._sit(program, state)
            return
        number = program.seat(state)
        args: dict[str, object] = {}
        if do == "bet":
            args = {"wagers": state.terms.least_wagers()}
        elif do == "decide":
            args = await self._decision(program, state, number)
        # Leaving counts for this very state of the table: after bets are closed it would leave cards without a player.
        await self._give(program, do, number, args, record.seq if do == "leave" else None)
        if do == "leave":
            program.person = ""  # the next is somebody new, with money

    async def _sit(self, program: _Program, state: State) -> None:
        """Take one of the last free seats, since people like the first."""
        if not program.person:
            program.person = await self._come_in(program.name)
        free = [number for number, seat in enumerate(state.seats, start=1) if seat is None]
        if free:
            with self._hub.house.reading() as connection:
                chips = self._hub.house.available(connection, program.person)
            await self._give(program, "sit", free[-1 - program.place % len(free)], {"chips": chips})

    async def _come_in(self, name: str) -> str:
        """Create the guest; it has no token, since it uses no connection."""
        person, house, money = users.new_id(), self._hub.house, self._hub.settings.house.guests_money

        def extra_writes(connection: Connection) -> None:
            users.program(connection, name, "guest", house.now(), lambda _: bytes.fromhex(person))

        done: Answer | Failure = await self._hub.asked(
            lambda on_done: house.cage(GuestMoney(money, person), on_done, extra_writes)
        )
        if isinstance(done, Failure):
            raise failed(done)
        return person

    async def _decision(self, program: _Program, state: State, number: int) -> dict[str, object]:
        """The decision by a strategy if one answers that it can pay for; else the cheapest."""
        seen = messages.own_view(state, Viewer("player", program.person))
        terms = SentTerms.of(state.terms.submission, state.fixed.game)
        thought = await self.strategists.think(terms, seen)
        costs = {each["choice"]: each["costs"] for each in seen["choices"]}
        if thought is None or costs.get(thought.choice, _FOREVER) > state.seat(number).bankroll:
            return dict(by_itself(state, number).args)
        return {"choice": thought.choice, **({"discard": list(thought.discard)} if thought.discard else {})}

    async def _give(
        self, program: _Program, do: str, seat: int, args: dict[str, object], expects: int | None = None
    ) -> None:
        said = CommandMessage(token_hex(8), do, seat, args, expects)
        outcome = await ask(self._hub, program.known(), program.table_name, said)
        if not isinstance(outcome, Answer):
            raise outcome_problem(outcome)


def _tell_fault(task: asyncio.Task[None]) -> None:
    """Log the failure of a program, which then stops; the others play on."""
    if not task.cancelled() and task.exception() is not None:
        log.error("a program of the house has stopped", exc_info=task.exception())


async def _or_for(moved: asyncio.Event, seconds: float) -> None:
    """Wait until the event is set, or for so many seconds."""
    try:
        async with asyncio.timeout(seconds):
            await moved.wait()
    except TimeoutError:
        return
