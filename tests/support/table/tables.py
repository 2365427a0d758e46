"""Tables with their cards in the shoe and players seated, and what is sent to them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import croupier
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.rulebook import NAMES, Refusal, Rulebook, load
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import CardSource, Scripted
from croupier.table.model.command import Command, is_whole, whoever_has
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.view import Viewer

# The steps of a round, which wait for the dealer where a test goes through them one by one.
ROUND = frozenset({"no more bets", "deal", "burn", "community", "turn up", "stub", "collect folds", "reveal", "settle"})

# The least that each game asks for, and what a player says who stays in.
WAGERS: dict[str, dict[str, int]] = {name: Terms(croupier.submission(name)).least_wagers() for name in NAMES}
_STAYS = {"uth": "play 4x", "lir": "ride", "colorado": "bet", "dragon": "play"}  # by game
STAYS = {name: _STAYS[load(name).game] for name in NAMES}


def opened(
    rulebook: str,
    deck: str = "",
    options: Mapping[str, object] = {},
    names: Iterable[str] = ("first", "second"),
    by_hand: Iterable[str] = ROUND,
    source: CardSource | None = None,
    persons: Iterable[str] = (),
) -> Table:
    """A table that waits for bets, the first cards of its deck as given and some steps left to be taken by hand.

    Where no persons are given, who plays is whoever has the seat, under the name given.
    """
    submission = croupier.submission(rulebook, **options)
    table = Table(
        submission,
        source or Scripted(submission.rulebook.deck, [deck] * 20),
        ALL_STEPS - frozenset(by_hand),
        training=True,
    )
    table.open()
    ids = tuple(persons)
    for number, person in enumerate(ids or ("" for _ in names), start=1):
        sent(table, Command("player", "sit", number, {}, {"bankroll": 100_000}, person))
    table.names = {} if ids else {whoever_has(number): name for number, name in enumerate(names, start=1)}
    return table


def player_at(seat: int) -> Viewer:
    """The player at a seat whose person has no id."""
    return Viewer("player", whoever_has(seat))


def as_seated(state: State, command: Command) -> Command:
    """A player's command as it is given by the person who has the seat."""
    fits = command.who == "player" and is_whole(command.seat) and 1 <= command.seat <= len(state.seats)
    seat = state.seats[command.seat - 1] if fits and command.do != "sit" else None
    return command if seat is None or " " in seat.person else command._replace(by=seat.person)


def sent(table: Table, *commands: Command) -> list[Event]:
    """What the commands lead to; the table takes all of them, and is given the shuffles and cuts that it waits for."""
    heard: list[Event] = []
    for command in commands:
        outcome = table.send(as_seated(table.state, command))
        assert isinstance(outcome, Decision), f"{command}: {outcome}"
        heard += outcome.events
        table.feed()
    for event in heard:
        cites_what_exists(table.state.terms.rulebook, event.data)
    return heard


def refused(table: Table, command: Command) -> str:
    """Why the table does not take a command."""
    outcome = table.send(command)
    assert isinstance(outcome, Refusal), f"{command} was carried out"
    cites_what_exists(table.state.terms.rulebook, {"clauses": outcome.clauses, "rulings": outcome.rulings})
    return str(outcome)


def cites_what_exists(book: Rulebook, told: Mapping[str, Any]) -> None:
    """Whatever is told cites clauses that the document prints, and rulings that were made on it."""
    line = told["line"] if isinstance(told.get("line"), Line) else None
    clauses = {*told.get("clauses", ()), *(line.clauses if line else ())}
    rulings = {*told.get("rulings", ()), *(line.rulings if line else ())}
    unknown = clauses and clauses - {clause.id for clause in book.clauses}
    assert not unknown, f"clauses that are not printed: {sorted(unknown)}"
    assert rulings <= set(book.rulings), f"rulings that were not made: {sorted(rulings - set(book.rulings))}"


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


def floor(do: str, **args: object) -> Command:
    """Something that the floor does."""
    return Command("floor", do, args=args)


def ready(seat: int, rulebook: str) -> Command:
    """The least wagers of a seat that has finished betting."""
    return Command("player", "bet", seat, {"wagers": WAGERS[rulebook], "ready": True})


def stays(table: Table) -> Command:
    """The player who is asked stays in, and puts the first card away where one is put away."""
    state = table.state
    name = state.terms.rulebook.id
    card = state.order[state.seat(state.cursor).cards[0]]
    return choose(state.cursor, STAYS[name], **({"discard": card} if name.startswith("colorado") else {}))


def played_out(table: Table) -> list[Event]:
    """A round to its end by whoever is due, with the least wagers of the first seat if none is on."""
    heard: list[Event] = []
    if due(table.state).do == "no more bets":
        heard += sent(table, ready(1, table.state.terms.rulebook.id))
    if table.state.phase == "betting":
        heard += sent(table, *dealer("no more bets"))
    while table.state.phase == "round":
        step = due(table.state)
        heard += sent(table, stays(table) if step.do == "decide" else Command(step.who, step.do))
    return heard


def kinds(events: Iterable[Event]) -> list[str]:
    """What happened, in short."""
    return [event.kind for event in events]


def called(events: Iterable[Event]) -> list[str]:
    """The irregularities that were called."""
    return [event.data["what"] for event in events if event.kind == "irregular"]
