"""Orders for the end of a round: a player leaves, is refused or moved, or the table is closed.

An order is on record until the house has carried it out; where no round is played, that is at once. The process that
was asked sees to it; if it is gone by then, another one does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from croupier.house.engine.requests import (
    NOT_WRITTEN,
    Answer,
    Committed,
    HouseArgs,
    Outcome,
    PendingCommand,
    follow_up_id,
    moved_on,
)
from croupier.house.people import duties
from croupier.house.storage import register
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.register import Key, Rights, Values
from croupier.house.storage.schema import intents
from croupier.house.tables.house import House
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.model.state import Seat
from croupier.table.recording.recorder import encoded

LEAVE, REFUSE, MOVE, CLOSE = "leave", "refuse", "move", "close"
_OF_SEATS = (LEAVE, REFUSE, MOVE)
_ALL = (*_OF_SEATS, CLOSE)
OnDone = Callable[[Outcome], None]


class Intent(NamedTuple):
    """An order: for a seat and its player, or for a table."""

    stream: str  # the table, as the column of the database is called
    what: str
    seat: int  # 0 of a table
    person: str  # the player in the seat
    by: str
    reason: str = ""
    to: str = ""  # the table that the person is moved to
    to_seat: int = 0

    @property
    def place(self) -> tuple[str, int]:
        """The table and seat that it is about; there is one order for each."""
        return self.stream, self.seat

    @property
    def registered(self) -> tuple[Key, Values]:
        """The order as the register of rights has it."""
        key = (register.ORDER, self.stream, self.what, self.seat)
        return key, (self.person, self.by, self.to, self.to_seat)


class _Waiting(NamedTuple):
    """An order, and the command by which a person leaves, if that was sent since the start."""

    intent: Intent
    asked: PendingCommand | None = None


class PendingIntents:
    """The orders that wait for the end of a round."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: dict[tuple[str, int], _Waiting] = {}
        self._others: dict[Intent, bool] = {}  # intents of other processes; True if they are overdue

    def start(self, orders: Iterable[Intent]) -> None:
        """Take up the orders of an earlier start; a table may have gone on since."""
        for each in orders:
            self._waiting[each.place] = _Waiting(each)
        for table_name in {each.stream for each in orders}:
            if not self._in_round(table_name):
                self._see_to(table_name)

    def look(self, on_record: frozenset[Intent]) -> None:
        """Take up orders on record that another process should have carried out since the last look."""
        theirs = on_record - {each.intent for each in self._waiting.values()}
        left = {
            each for each in theirs if each in self._others and (self._others[each] or not self._in_round(each.stream))
        }
        self._others = dict.fromkeys(theirs - left, False)
        self.start(left)

    def _in_round(self, table_name: str) -> bool:
        queue = self._house.queues.get(table_name)
        return queue is not None and queue.live.record.state.phase == "round"

    def ask(self, intent: Intent, on_done: OnDone, asked: PendingCommand | None = None) -> None:
        """Carry out an order when the round is over; at once, if none is played. An order of the floor stands.

        `asked` is the command by which a person leaves, as it was sent.
        """
        queue = self._house.queue(intent.stream)
        if queue.live.state.phase != "round":
            self._carry_out(intent, on_done, asked)
            return
        if asked is not None and asked.expects is not None and asked.expects != queue.live.seq:
            on_done(moved_on(asked.expects, queue.live.seq))
            return
        before = self._waiting.get(intent.place)
        if before is not None and before.intent.person == intent.person and intent.what == LEAVE:
            on_done(Answer(intent.stream, queue.live.record.seq))
            return
        now = self._house.now()

        def write(connection: Connection) -> None:
            _forget(connection, intent)
            connection.execute(intents.insert().values(**intent._asdict(), at=now))
            (kind, *key), to = intent.registered
            register.changed(connection, str(kind), *key, to=to)

        def written(outcome: Exception | None) -> None:
            if outcome is not None:
                on_done(NOT_WRITTEN)
                return
            self._waiting[intent.place] = _Waiting(intent, asked)
            if queue.live.record.state.phase != "round":
                self._see_to(intent.stream)
            on_done(Answer(intent.stream, queue.live.record.seq))

        self._house.do(write, written)

    def take_back(self, intent: Intent, on_done: Callable[[Exception | None], None]) -> None:
        """Cancel an order."""
        self._waiting.pop(intent.place, None)
        self._house.do(partial(_forget, intent=intent), on_done)

    def hear(self, happened: Committed) -> None:
        """Carry out the orders for a table whose round is over."""
        self._others |= {each: True for each in self._others if each.stream == happened.stream}
        self._see_to(happened.stream)

    def _see_to(self, table_name: str) -> None:
        """Carry out the orders for a table that were not cancelled elsewhere: players leave before it is closed."""
        of_it = [each for each in self._waiting.values() if each.intent.stream == table_name]
        if not of_it:
            return
        try:
            with self._house.reading() as connection:
                on_record = rightful_orders(connection, self._house.register.rights(connection))
        except DatabaseError:
            return  # the end of the next round is another chance
        for intent, asked in sorted(of_it, key=lambda each: each.intent.what == CLOSE):
            del self._waiting[intent.place]
            if intent in on_record:
                later = replace(asked, expects=None) if asked is not None else None
                self._carry_out(intent, lambda _: None, later)
                self._house.do(partial(_forget, intent=intent), lambda _: None)

    # ---- doing it ------------------------------------------------------------------------------------------

    def _carry_out(self, intent: Intent, on_done: OnDone, asked: PendingCommand | None = None) -> None:
        if intent.stream not in self._house.queues:
            on_done(Refusal(f"no table {intent.stream!r} is open", "one that is", about="table"))
        elif intent.what == CLOSE:
            closes = partial(duties.table_closed, stream=intent.stream)
            self._house.close_table(intent.stream, on_done, closes)
        elif intent.what == LEAVE:
            # Under the id by which it was asked for: a request that is sent again is answered that it is done.
            command = asked or PendingCommand(intent.stream, leaves(intent.seat, intent.person), on_done)
            self._house.send(replace(command, on_done=on_done))
        else:
            self._send_off(intent, on_done)

    def _send_off(self, intent: Intent, on_done: OnDone) -> None:
        """Have a person leave a seat for the house, unless another player sits there by now."""
        chips: list[int] = []

        def house_args(_: Connection) -> HouseArgs:
            seat = self._seat(intent)
            if seat is None:
                return Refusal("this person does not sit there any more", "a look at the table", about="person")
            chips[:] = [seat.bankroll + sum(seat.wagers.values())]
            return {}

        def gone(outcome: Outcome) -> None:
            if intent.what == MOVE and isinstance(outcome, Answer):
                self._sit_down(intent, chips[0], follow_up_id(f"{intent.stream} {outcome.seq}"), on_done)
            else:
                on_done(outcome)

        command = Command("house", "leave", intent.seat, by=intent.by)
        self._house.send(PendingCommand(intent.stream, command, gone, house_args=house_args))

    def _seat(self, intent: Intent) -> Seat | None:
        seats = self._house.queue(intent.stream).live.state.seats
        seat = seats[intent.seat - 1] if intent.seat <= len(seats) else None
        return seat if seat is not None and seat.person == intent.person else None

    def _sit_down(self, intent: Intent, chips: int, request: str, on_done: OnDone) -> None:
        """Seat a moved player at the other place with the chips from the first; if that is taken, nowhere."""

        def house_args(connection: Connection) -> HouseArgs:
            return {"bankroll": min(chips, self._house.available(connection, intent.person))}

        def sat(outcome: Outcome) -> None:
            if not isinstance(outcome, Answer):
                about = {"table": intent.to, "seat": intent.to_seat, "person": intent.person}
                says = {"what": "no seat after a move", **about, "why": outcome.why}
                self._house.significant(encoded(says), intent.by)
            on_done(outcome)

        command = Command("player", "sit", intent.to_seat, by=intent.person)
        self._house.send(PendingCommand(intent.to, command, sat, request, house_args=house_args))


def leaves(seat: int, person: str) -> Command:
    """The person's own command: if the seat is another's by now, it is refused."""
    return Command("player", "leave", seat, by=person)


def _forget(connection: Connection, intent: Intent) -> None:
    table = intents.c
    kinds = (CLOSE,) if intent.what == CLOSE else _OF_SEATS
    there = (table.stream == intent.stream, table.what.in_(kinds), table.seat == intent.seat)
    for what in connection.execute(delete(intents).where(*there).returning(table.what)).scalars().all():
        register.changed(connection, register.ORDER, intent.stream, what, intent.seat, to=None)


def rightful_orders(connection: Connection, rights: Rights) -> frozenset[Intent]:
    """The orders that somebody gave: those of the table that the register has too."""
    return frozenset(each for each in all_orders(connection) if rights.get(each.registered[0]) == each.registered[1])


def all_orders(connection: Connection) -> frozenset[Intent]:
    """All orders of the table."""
    rows = connection.execute(select(*(intents.c[name] for name in Intent._fields)).where(intents.c.what.in_(_ALL)))
    return frozenset(Intent(*row) for row in rows)
