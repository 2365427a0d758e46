"""The feed of cards: the decks, shuffles and cuts that a card source gives a table, with or without a house."""

from __future__ import annotations

from typing import Protocol

from croupier.errors import CroupierError
from croupier.rulebook import Refusal
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import CardSource
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.model.state import State

BACKS = ("blue", "red")


class FeedError(CroupierError, RuntimeError):
    """The table refuses what its card source or its house brings; the message is the refusal."""


class FedTable(Protocol):
    """A table that is fed: it has a state and a card source, and carries out commands."""

    state: State
    source: CardSource

    def send(self, command: Command) -> Decision | Refusal:
        """Carry out a command, or say why not."""


def opening(state: State, source: CardSource) -> list[Command]:
    """The commands that open a session, if it is not open, and bring its decks: one, or two with different backs."""
    commitments = source.open(state.fixed.place)
    decks = BACKS[: 2 if state.terms["decks"] == "two" else 1]
    commands = [Command("house", "receive", args={"back": back}) for back in decks]
    if commitments is not None and not state.sealed:
        commands.insert(0, Command("house", "open", args=commitments))
    return commands


def bring(table: FedTable, command: Command) -> None:
    """Send a command that the table must take; a FeedError if it refuses."""
    outcome = table.send(command)
    if isinstance(outcome, Refusal):
        raise FeedError(f"{command.who}: {command.do}: {outcome}")


def feed(table: FedTable, by_hand: frozenset[str] = frozenset()) -> None:
    """Give a table the shuffles and cuts that it waits for, unless made by hand, until it waits for a person.

    A FeedError says which shuffle or cut of the card source is refused.
    """
    while True:
        state = table.state
        expected = due(state)
        if expected.do in by_hand:
            return
        if expected.do == "shuffle" and _shuffler_works(state, expected.who):
            _shuffle(table, expected.who, expected.deck)
        elif expected.do == "cut":
            depth = table.source.cut(state.fixed.deck_size)  # who cuts has not counted what is there
            bring(table, Command("dealer", "cut", supplied=depth))
        else:
            break
    if "shuffle" not in by_hand and len(state.decks) > 1:
        _shuffle_the_other(table)


def _shuffler_works(state: State, who: str) -> bool:
    return who != "device" or state.devices["shuffler"] == "working"


def _shuffle(table: FedTable, who: str, deck: int) -> None:
    state = table.state
    supplied = table.source.shuffle(state.decks[deck].cards, state.fixed.place, state.shuffles + 1)
    bring(table, Command("dealer" if who == "dealer" else "device", "shuffle", supplied=supplied))


def _shuffle_the_other(table: FedTable) -> None:
    """While one deck plays, the device shuffles the other."""
    state = table.state
    for number, deck in enumerate(state.decks):
        if number != state.playing and deck.status in {"used", "stacked"} and _shuffler_works(table.state, "device"):
            _shuffle(table, "device", number)
