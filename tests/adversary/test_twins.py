"""Twins: for each viewer a second table whose cards differ where the viewer has not seen them. Nobody can tell which.

The same command at both is refused at both, in the same words to who gives it, or looks alike to the viewer in all that
is told, as long as it shows the viewer no further card. What was published of the cards is the same at both.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

import pytest
from support.table.invariants import Watch
from support.table.walks import CASES, Case, propose

from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.model.state import COMMITTED, DeckOn, State
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import PUBLIC, Viewer, came_to, redact, view

SOME = 90  # commands at each table
COMMANDS = 150  # of each walk, in `make prove-adversary`
MANY = 10  # walks at each table, there


def otherwise(state: State, known: set[int]) -> dict[int, int]:
    """For each card that is not known another: the next of them."""
    hidden = [card for position, card in enumerate(state.order) if position not in known]
    return dict(zip(hidden, [*hidden[1:], *hidden[:1]], strict=True))


def twin(state: State, others: Mapping[int, int]) -> State:
    """The table with those other cards."""

    def turned(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(others.get(card, card) for card in cards)

    def other(deck: DeckOn) -> DeckOn:
        made = deck.shuffle._replace(order=turned(deck.shuffle.order))
        return deck._replace(cards=turned(deck.cards), shuffle=made)

    made = state.copy()
    made.order = turned(state.order)
    made.decks = tuple(other(deck) if deck.status == "in play" else deck for deck in state.decks)
    return made


def same(command: Command, others: Mapping[int, int]) -> Command:
    """The command as it is given at the twin: who puts a card away puts away the one that lies there."""
    card = command.args.get("discard") if type(command.args) is dict else None
    return command._replace(args={**command.args, "discard": others.get(card, card)}) if type(card) is int else command


def gives(viewer: Viewer, command: Command) -> bool:
    """Whether the viewer is who gives a command, and so hears why it is refused."""
    known = type(command.by) is str and type(command.seat) is int
    return viewer == Viewer(command.who, command.person if known and command.who == "player" else "")


def looks(viewer: Viewer, outcome: Decision) -> list[Any]:
    """All that a viewer is told of a command and can ask for after it, but for the commitments, which tell nothing."""
    state = outcome.state
    heard = [redact(state, event, viewer) for event in outcome.events]
    kept = receipt(state, viewer)
    return [
        [(event.kind, dict(event.data)) for event in heard if event is not None],
        view(state, viewer),
        came_to(state, viewer),
        {name: value for name, value in kept.items() if name != "leaves"} if kept else None,
    ]


class Told:
    """A walk at a table, with a twin for each viewer before each command."""

    def __init__(self, case: Case, seed: int) -> None:
        self.random = Random(f"{case} {seed}")  # noqa: S311 - a walk that can be repeated
        self.watch = Watch(case.open(COMMITTED))
        self.refused = self.alike = self.rounds = 0

    def viewers(self) -> list[Viewer]:
        persons = sorted({*self.watch.persons.values(), *self.watch.gone})
        others = [PUBLIC, Viewer("dealer"), Viewer("floor"), Viewer("player"), Viewer("player", "stranger")]
        return [*others, *(Viewer("player", person) for person in persons)]

    def go_on(self) -> None:
        """One command at the table and at all twins."""
        before, command = self.watch.state, propose(self.watch.state, self.random)
        known = {viewer: set(self.watch.round.known(viewer.person)) for viewer in self.viewers()}
        root, played = self.watch.round.root, self.watch.played + self.watch.void
        twins = {}
        for viewer, seen in known.items() if before.order else ():
            others = otherwise(before, seen)
            sent = command if gives(viewer, command) else same(command, others)  # who gives it knows what it says
            twins[viewer] = step(twin(before, others), sent)
        outcome = step(before, command)
        self.watch.send(command, dear=False)
        ended = self.watch.played + self.watch.void > played
        after = self.watch.last if ended else self.watch.round
        for viewer, other in twins.items():
            unsaid = command.do == "act" or not gives(viewer, command)  # the floor acts, and does not say how
            if unsaid and (declares(command, outcome) or declares(command, other)):
                continue
            if isinstance(outcome, Refusal) or isinstance(other, Refusal):
                assert type(other) is type(outcome), f"that it is refused tells {viewer} a card"
                assert other == outcome or not gives(viewer, command), f"a refusal tells {viewer} a card"
                self.refused += 1
            elif after.root == root and after.known(viewer.person) == known[viewer]:
                self._alike(viewer, command, outcome, other)
                self.alike += 1
                self.rounds += ended

    @staticmethod
    def _alike(viewer: Viewer, command: Command, outcome: Decision, other: Decision) -> None:
        assert looks(viewer, other) == looks(viewer, outcome), f"{viewer} can tell which by {str(command)[:200]}"


def declares(command: Command, outcome: Decision | Refusal) -> bool:
    """Whether a player says of the own cards what only some hands can say, or that is said for one who is away.

    Whether it is refused is told to who asked for it; and if it is not, the cards are shown.
    """
    choice = command.args.get("choice") if type(command.args) is dict else None
    if type(choice) is str and choice == "declare":
        return True
    events = outcome.events if isinstance(outcome, Decision) else ()
    return any(event.kind == "decided" and event.data["choice"] == "declare" for event in events)


def walked(case: Case, seed: int, walks: int, commands: int = COMMANDS) -> tuple[int, int, int]:
    """How many commands were refused alike and looked alike, for each viewer, and how many ended a round."""
    refused = alike = rounds = 0
    for each in range(seed, seed + walks):
        told = Told(case, each)
        for _ in range(commands):
            told.go_on()
        refused, alike, rounds = refused + told.refused, alike + told.alike, rounds + told.rounds
    return refused, alike, rounds


@pytest.mark.walk
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nobody_can_tell_a_table_from_one_with_other_hidden_cards(case: Case, seed: int) -> None:
    refused, alike, _ = walked(case, seed, 1, SOME)
    assert refused
    assert alike


@pytest.mark.prove
@pytest.mark.parametrize("case", CASES, ids=str)
def test_nobody_can_ever_tell_a_table_from_one_with_other_hidden_cards(
    case: Case, seed: int, record_property: Callable[[str, object], None]
) -> None:
    refused, alike, rounds = walked(case, seed, MANY)
    assert alike
    record_property(
        "showed", f"{case}: {refused:,} refused alike, {alike:,} looked alike, {rounds:,} to the round's end"
    )
