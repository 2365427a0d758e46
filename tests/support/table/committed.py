"""Tables whose cards are committed to, and players who have a part in the shuffles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from hashlib import sha256

import croupier
from croupier.table.fairness.card_sources import Random
from croupier.table.fairness.shuffle import digest
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from support.table.tables import STAYS, WAGERS, choose, sent

PLACE = Place("house", "table", "session")
ANN, BOB = "p-ann", "p-bob"


def number(person: str, count: int) -> str:
    """A person's number for a shuffle."""
    return sha256(f"{person} {count}".encode()).hexdigest()


def gives(person: str, count: int) -> dict[str, str]:
    """A number and the hash of the next."""
    return {"number": number(person, count), "next": digest(number(person, count + 1))}


def reveals(seat: int, person: str, count: int = 1) -> Command:
    """A person reveals the number that was promised, and promises the next."""
    return Command("player", "give number", seat, gives(person, count), by=person)


def sits(seat: int, person: str) -> Command:
    """A person takes a seat and promises a first number."""
    return Command("player", "sit", seat, {"next": digest(number(person, 1))}, {"bankroll": 100_000}, person)


def table_of(
    *persons: str,
    rulebook: str = "uth-ma",
    by_hand: Iterable[str] = (),
    publishes: str = "at once",
    options: Mapping[str, object] = {},
    seed: str = "seed",
) -> Table:
    """A committed table with persons who have promised a number each."""
    submission = croupier.submission(rulebook, **options)
    table = Table(submission, Random(seed), ALL_STEPS - set(by_hand), place=PLACE, publishes=publishes)
    table.open()
    for seat, person in enumerate(persons, start=1):
        sent(table, sits(seat, person))
    table.feed()
    return table


def bets(seat: int, person: str, *, rulebook: str = "uth-ma", **args: object) -> Command:
    """All wagers of a seat."""
    return Command("player", "bet", seat, {"wagers": WAGERS[rulebook], **args}, by=person)


def ready(seat: int, person: str, **args: object) -> Command:
    """A player is ready."""
    return Command("player", "ready", seat, args, by=person)


def kinds(events: Iterable[Event]) -> list[str]:
    return [event.kind for event in events]


SAYS = STAYS | {"colorado-ma-1": "fold", "colorado-ma-2": "fold"}  # where who stays in chooses a discard


def plays_out(table: Table, rulebook: str = "uth-ma") -> None:
    """The round to its end."""
    while due(table.state).do == "decide":
        sent(table, choose(due(table.state).seat, SAYS[rulebook]))
