"""What nobody has noticed nobody is told: a table that lacks a card looks like a whole one until it is counted."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import pytest
from support.table.walks import CASES, Case, expected, meanwhile, nonsense

from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.state import SCRIPTED, UNKNOWN, State
from croupier.table.views.view import PUBLIC, Viewer, redact, view

pytestmark = pytest.mark.walk

COMMANDS = 120
WALKS = 4
DEPTH = 10  # of a cut, so that the last card of a shuffle is never dealt
CARDS_GO = {"dealt", "burned", "community", "found_face_up"}


def viewers(state: State) -> list[Viewer]:
    """Everybody but the auditor."""
    return [PUBLIC, Viewer("dealer"), Viewer("floor"), *(Viewer("player", seat.person) for _, seat in state.taken())]


def told(state: State, events: Iterable[Event], viewer: Viewer) -> list[tuple[str, dict[str, Any]]]:
    """What a viewer hears."""
    heard = [redact(state, event, viewer) for event in events]
    return [(event.kind, dict(event.data)) for event in heard if event is not None]


class Twins:
    """Two tables that are given the same commands; a card is lost from the deck in play at one of them."""

    def __init__(self, case: Case, seed: int) -> None:
        self.random = Random(f"{case} {seed}")  # noqa: S311 - a walk that can be repeated
        self.whole = case.open(SCRIPTED)
        self.card = UNKNOWN  # which is lost
        while self.whole.phase != "betting":
            outcome = step(self.whole, self._prepared(expected(self.whole, self.random)))
            self.whole = outcome.state if isinstance(outcome, Decision) else self.whole
        last = len(self.whole.order) - 1
        self.card = self.whole.order[last]
        lost = step(self.whole, Command("fault", "fault", args={"what": "lost", "position": last}))
        assert isinstance(lost, Decision)
        self.short = lost.state
        self.counted = False
        self.unseen = 0  # stubs that went to the rack with the card missing

    def _prepared(self, command: Command) -> Command:
        """A command that leaves the card where it is never dealt."""
        supplied = dict(command.supplied)
        if command.do == "shuffle" and supplied.pop("physical", False):
            cards = range(self.whole.fixed.deck_size)
            supplied = {"order": self.random.sample(cards, len(cards))}
        if command.do in {"shuffle", "receive"} and "order" in supplied:
            supplied["order"] = sorted(supplied["order"], key=lambda card: bool(card == self.card))
        if command.do == "cut":
            return command._replace(args={}, supplied={"depth": DEPTH})
        return command._replace(supplied=supplied)

    def _proposed(self) -> Command:
        """The next command; nobody loses another card, and what is absurd is not a shuffle."""
        kind = self.random.randrange(20)
        if kind < 15:
            return expected(self.whole, self.random)
        command = (meanwhile if kind < 18 else nonsense)(self.whole, self.random)
        # Each cut brings the card nearer to the top, and it is not to be dealt.
        again = command.do == "recut" and any(deck.recuts for deck in self.whole.decks)
        strange = command.do in {"shuffle", "receive", "fault"} or again
        return expected(self.whole, self.random) if strange else command

    def _without(self, command: Command, outcome: Decision | Refusal) -> Command:
        """The command as it is given where the card is missing: a shuffle cannot have it."""
        if command.do != "shuffle" or isinstance(outcome, Refusal):
            return command
        shuffled = next(event for event in outcome.events if event.kind == "shuffled")
        if len(self.short.decks[shuffled.data["deck"]].cards) == self.whole.fixed.deck_size:
            return command
        return command._replace(supplied={"order": list(command.supplied["order"])[:-1]})

    def go_on(self) -> None:
        """One command at both tables; they look alike unless it counts the cards."""
        command = self._prepared(self._proposed())
        whole = step(self.whole, command)
        short = step(self.short, self._without(command, whole))
        if isinstance(whole, Refusal) or isinstance(short, Refusal):
            assert whole == short, f"{command} tells that a card is missing"
            return
        kinds = {event.kind for event in whole.events}
        self.counted = "counted_by_device" in kinds or any(
            event.kind == "stub" and event.data["counted"] is not None for event in whole.events
        )
        if self.counted:
            return
        assert not any(event.kind in CARDS_GO and event.data["card"] == self.card for event in whole.events)
        self.unseen += "stub" in kinds
        for viewer in viewers(whole.state):
            assert told(short.state, short.events, viewer) == told(whole.state, whole.events, viewer)
            assert view(short.state, viewer) == view(whole.state, viewer)
        self.whole, self.short = whole.state, short.state


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_lost_card_is_told_to_nobody_before_the_cards_are_counted(case: Case, seed: int) -> None:
    unseen = 0
    for each in range(seed, seed + WALKS):
        twins = Twins(case, each)
        for _ in range(COMMANDS):
            twins.go_on()
            if twins.counted:
                break
        unseen += twins.unseen
    assert unseen, "no round came as far as the stub"
