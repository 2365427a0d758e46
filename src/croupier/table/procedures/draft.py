"""The draft of a decision: one fresh copy of the state, and the events emitted so far, each applied at once."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import repeat
from typing import Any

from croupier.games.game import Step
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.table.model.apply import FOLDS
from croupier.table.model.command import RefusedError
from croupier.table.model.events import Event
from croupier.table.model.state import State
from croupier.table.model.ways_of_dealing import BY_HAND


class Draft:
    """A decision in progress: the state so far and the events that led to it."""

    def __init__(self, state: State, args: Mapping[str, Any]) -> None:
        self.state = state.copy()
        self.terms: Terms = state.terms
        self.args = args
        self._happened: list[tuple[str, Mapping[str, Any]]] = []
        cards = args.get("cards")
        self._entered = list(cards) if isinstance(cards, tuple) else []

    def has_entered(self) -> bool:
        """True if a card is left that, by the command, a physical shoe has dealt."""
        return bool(self._entered)

    def entered_card(self, position: int) -> int:
        """The next card that, by the command, a physical shoe has dealt; of identical copies, one not out yet."""
        if not self._entered:
            raise RefusedError(
                f"card {position + 1} of the shoe is not known", "the cards as they are dealt", "deck.cards"
            )
        faces = self.terms.rulebook.deck.faces
        face = faces[self._entered.pop(0)]
        card = self.copy_of(face)
        if card is None:
            raise RefusedError(f"{face} cannot be the next card", "a card that is not out yet", "deck.cards")
        return card

    def copy_of(self, face: str) -> int | None:
        """A card of that face which is not known to be anywhere; None if all are."""
        known = set(self.state.order)
        copies = [card for card, each in enumerate(self.terms.rulebook.deck.faces) if each == face]
        return next((card for card in copies if card not in known), None)

    def emit(self, kind: str, **data: Any) -> None:  # noqa: ANN401 - an event's fields
        """Emit an event: apply it to the state and keep it."""
        FOLDS[kind](self.state, data)
        self._happened.append((kind, data))

    def done(self) -> tuple[Event, ...]:
        """Finish the draft and return all its events.

        Cards that were entered and not dealt are the giver's mistake. Events are made all at once, which is cheaper
        than one by one.
        """
        if self._entered:
            why = f"more cards were entered than dealt, by {len(self._entered)}"
            raise RefusedError(why, "the cards dealt", "deck.cards")
        return tuple(map(tuple.__new__, repeat(Event), self._happened))

    def move_on(self, step: int, cursor: int) -> None:
        """Move the round to a step and to a seat of it."""
        self.emit("moved_on", step=step, cursor=cursor)

    def reach(self, number: int, lacking: Cents) -> None:
        """Bring the chips that a bet lacks from the person's other positions (ruling S35)."""
        for other, seat in self.state.places_of(self.state.seat(number).person):
            taken = min(lacking, seat.bankroll)
            if other != number and taken > 0:
                self.emit("chips_moved", seat=other, to=number, amount=taken)
                lacking -= taken

    def settle(self, number: int, line: Line) -> None:
        """Settle a wager."""
        self.emit("settled", seat=number, line=line)

    def irregular(self, rule: str, says: str, rulings: tuple[str, ...] = ()) -> None:
        """Call an irregularity, with its clause and the rulings that it rests on."""
        rulings = (*self.unnamed(rule), *rulings)
        named = {"rulings": rulings} if rulings else {}
        self.emit("irregular", what=rule, clauses=self.terms.clauses(rule), says=says, **named)

    def unnamed(self, rule: str) -> tuple[str, ...]:
        """The rulings on an irregularity that the document does not name; none on one that it does."""
        return () if self.terms.binds(rule) else self.terms.ruled("unnamed_irregularity")

    def call_floor(self, what: str, says: str) -> None:
        """Call the floor for a ruling (S12); if it is to rule on something else already, it rules on both at once."""
        waits = self.state.pending
        if waits is not None:
            what = what if waits[0] == "irregularity" else waits[0]
            says = f"{waits[1]}, and {says}"
        self.emit("pending", what=what, says=says)

    def remove_deck(self, back: str, reason: str) -> None:
        """Remove a deck from the table, unless it has left already."""
        for number, deck in enumerate(self.state.decks):
            if deck.back == back:
                self.emit("removed", deck=number, reason=reason)
                return

    def until_mended(self, device: str) -> str:
        """The remedies that a failed device waits for; some documents have no other way to shuffle."""
        by_hand = BY_HAND.name in (self.terms.rulebook.options["shuffling"].values or {})
        return f"the {device} repaired{', or put out of use' * (device == 'shoe' or by_hand)}"

    @property
    def step(self) -> Step:
        """The step of the script that the round has reached."""
        return self.state.fixed.script[self.state.step]
