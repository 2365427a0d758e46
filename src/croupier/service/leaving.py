"""Who has asked to leave after this round: it is on record, and done by the house when the round is over."""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from croupier.house.asking import NOT_WRITTEN, Answer, Asked, Happened, moved_on
from croupier.house.running import House
from croupier.house.schema import intents
from croupier.table.commands import Command

LEAVE = "leave"


class Intent(NamedTuple):
    """A person wants to leave a seat."""

    stream: str
    seat: int
    person: str


class Leaving:
    """Those who leave when the round is over."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waiting: dict[Intent, Asked | None] = {}  # and how it was asked for, if it was since the start

    def start(self, known: frozenset[Intent]) -> None:
        """Take up what was asked for before; a table may have gone on since."""
        self._waiting = dict.fromkeys(known)
        for stream in {each.stream for each in known}:
            desk = self._house.desks.get(stream)
            if desk is not None and desk.live.record.state.phase != "round":
                self._see_off(stream)

    def ask(self, intent: Intent, asked: Asked) -> None:
        """Leave when the round is over; at once, if none is played. `asked` is the person's command to leave."""
        desk = self._house.desk(intent.stream)
        if desk.live.state.phase != "round":
            self._house.send(asked)
            return
        if asked.expects is not None and asked.expects != desk.live.seq:
            asked.then(moved_on(asked.expects, desk.live.seq))
            return
        now = self._house.now()

        def write(connection: Connection) -> None:
            _forget(connection, intent)
            row = {"what": LEAVE, "by": intent.person, "reason": "", "at": now, **intent._asdict()}
            connection.execute(intents.insert().values(row))

        def written(outcome: Exception | None) -> None:
            if outcome is not None:
                asked.then(NOT_WRITTEN)
                return
            self._waiting.setdefault(intent, asked)
            if desk.live.record.state.phase != "round":
                self._see_off(intent.stream)
            asked.then(Answer(intent.stream, desk.live.record.seq))

        self._house.do(write, written)

    def hear(self, happened: Happened) -> None:
        """A round may be over."""
        if self._waiting and any(event.kind == "over" for event in happened.decision.events):
            self._see_off(happened.stream)

    def _see_off(self, stream: str) -> None:
        for intent in [each for each in self._waiting if each.stream == stream]:
            asked = self._waiting.pop(intent)
            # Under the id by which it was asked for: who asks again, its answer lost, is told that it is done.
            request, digest = (asked.request, asked.digest) if asked is not None else ("", b"")
            self._house.send(Asked(stream, leaves(intent), lambda _: None, request, digest))
            self._house.do(partial(_forget, intent=intent), lambda _: None)


def leaves(intent: Intent) -> Command:
    """The person's own command: if the seat is another's by now, it is refused."""
    return Command("player", "leave", intent.seat, by=intent.person)


def _forget(connection: Connection, intent: Intent) -> None:
    table = intents.c
    connection.execute(
        delete(intents).where(table.stream == intent.stream, table.what == LEAVE, table.seat == intent.seat)
    )


def known(connection: Connection) -> frozenset[Intent]:
    """Those on record."""
    columns = intents.c
    rows = connection.execute(select(columns.stream, columns.seat, columns.person).where(columns.what == LEAVE))
    return frozenset(Intent(*row) for row in rows)
