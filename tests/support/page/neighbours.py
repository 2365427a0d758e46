"""Neighbours at a table: a client at every other seat, who bets on everything and plays each hand to its end."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from croupier.client import Client, ClientError, Decision
from croupier.games.terms import Terms
from croupier.money import Cents

CHIPS = 90_000
# As long as names of guests are, with one that is not cut off anywhere; one of them is a program's.
CALLED = ("Ben", "Bartholomew of Cork", "Guest 3239", "Ana", "Maximiliane Wolf")
PROGRAM = "Ana"


def everything(terms: Terms) -> dict[str, Cents]:
    """The least bet with every wager that is placed before the deal."""
    return {name: terms.bounds[name][0] for name, wager in terms.wagers.items() if wager.placed == "before the deal"}


def _takes(decision: Decision) -> None:
    """Stay in as dearly as that is; put away the first card where one goes."""
    staying = [each for each in decision.choices if each.name != "fold"] or list(decision.choices)
    chosen = max(staying, key=lambda each: each.cost)
    decision.take(chosen, decision.cards[0] if chosen.discards else None)


def _plays(address: str, table: str, seat: int, called: str, rounds: int) -> None:
    with suppress(ClientError), Client(address) as client:
        client.come_in_as_program(called) if called == PROGRAM else client.come_in(called)
        for played in client.table(table).rounds(rounds, chips=CHIPS, seat=seat):
            played.bet(everything(played.terms))
            for decision in played:
                _takes(decision)


@contextmanager
def neighbours(address: str, table: str, seats: list[int], rounds: int) -> Iterator[None]:
    """Take these seats for so many rounds; whoever has played one bets on the next at once."""
    threads = [
        threading.Thread(target=_plays, args=(address, table, seat, CALLED[at % len(CALLED)], rounds), daemon=True)
        for at, seat in enumerate(seats)
    ]
    for each in threads:
        each.start()
    yield
