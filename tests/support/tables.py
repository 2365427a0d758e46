"""Tables with their cards in the shoe and players seated, and what is sent to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import croupier
from croupier.rulebook import Refusal
from croupier.table.commands import Command
from croupier.table.decide import Decision
from croupier.table.due import ALL_STEPS
from croupier.table.events import Event
from croupier.table.runner import Table
from croupier.table.sources import Scripted

# The steps of a round, which wait for the dealer where a test goes through them one by one.
ROUND = frozenset({"no more bets", "deal", "burn", "community", "turn up", "stub", "collect folds", "reveal", "settle"})


def opened(
    rulebook: str,
    deck: str = "",
    options: Mapping[str, object] = {},
    names: Iterable[str] = ("first", "second"),
    by_hand: Iterable[str] = ROUND,
) -> Table:
    """A table that waits for bets, the first cards of its deck as given and some steps left to be taken by hand."""
    submission = croupier.submission(rulebook, **options)
    source = Scripted(submission.rulebook.deck, [deck] * 20)
    table = Table(submission, source, ALL_STEPS - frozenset(by_hand), training=True)
    table.open()
    for number, name in enumerate(names, start=1):
        sent(table, Command("player", "sit", number, {"player": name}, {"bankroll": 100_000}))
    return table


def sent(table: Table, *commands: Command) -> list[Event]:
    """What the commands lead to; the table takes all of them, and is given the shuffles and cuts that it waits for."""
    heard: list[Event] = []
    for command in commands:
        outcome = table.send(command)
        assert isinstance(outcome, Decision), f"{command}: {outcome}"
        heard += outcome.events
        table.feed()
    return heard


def refused(table: Table, command: Command) -> str:
    """Why the table does not take a command."""
    outcome = table.send(command)
    assert isinstance(outcome, Refusal), f"{command} was carried out"
    return str(outcome)


def bet(seat: int, wagers: Mapping[str, int]) -> Command:
    """All the wagers of a seat."""
    return Command("player", "bet", seat, {"wagers": dict(wagers)})


def choose(seat: int, choice: str, **args: object) -> Command:
    """A player's decision."""
    return Command("player", "decide", seat, {"choice": choice, **args})


def dealer(*steps: str) -> list[Command]:
    """Steps that the dealer takes, one after another."""
    return [Command("dealer", do) for do in steps]


def fault(what: str, **args: Any) -> Command:  # noqa: ANN401 - a place, a number, a way
    """Something goes wrong physically."""
    return Command("fault", "fault", args={"what": what, **args})
