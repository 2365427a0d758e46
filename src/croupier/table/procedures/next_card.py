"""The next card of the deck: a card drawn by mistake comes first, one found face up is set aside."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.model.state import UNKNOWN, State
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.payouts import void_round

_MANY = 2  # cards found face up: more than one


@keeps("irregular.drawn_in_error")
def draw(draft: Draft) -> int | None:
    """Draw the next card of the deck; None if that ended the round.

    A card drawn by mistake, unseen, is the next card. One found face up is set aside, in a stack too (ruling S14).
    """
    state = draft.state
    while True:
        position = state.drawn[0] if state.drawn else _top(state) if state.lost else state.next
        if position == len(state.order):
            _ran_out(draft)
            return None
        if state.order[position] == UNKNOWN:
            draft.emit("entered", position=position, card=draft.entered_card(position))
        if position not in state.upside_down:
            return position
        draft.emit("found_face_up", position=position, card=state.order[position])
        found_face_up(draft)
        if state.phase != "round":
            return None


@keeps("irregular.face_up")
def found_face_up(draft: Draft) -> None:
    """Call a card that was found face up and set aside; a second one may end the round.

    Where the document says nothing of it, the floor rules on each (S12).
    """
    if not draft.terms.binds("irregular.face_up"):
        draft.call_floor("irregularity", "a card was found face up and is set aside")
    elif draft.state.found == 1:
        by_stack = draft.state.way_of_dealing.stacks and not draft.state.first_cards
        rulings = draft.terms.ruled("dead_card") + draft.terms.ruled("face_up_in_stack") * by_stack
        draft.irregular("irregular.face_up", "a card was found face up and is set aside", rulings)
    else:
        _many_face_up(draft)


def _top(state: State) -> int:
    position = state.next
    while position in state.lost:
        position += 1
    return position


@keeps("irregular.face_up_many", "irregular.face_up_trips")
def _many_face_up(draft: Draft) -> None:
    """Handle a second card found face up; once everybody has the first cards, some wagers play on (ruling U21).

    A dealer's hand that is being put right has not its first cards yet. An earlier exposed card of the dealer's saves
    no wager that this clause voids. Further cards change nothing more for the wagers that play on.
    """
    state = draft.state
    if state.found > _MANY:
        return
    complete = state.first_cards and (state.dealer_void or len(state.dealer) >= state.right("dealer"))
    plays_on = complete and draft.terms.binds("irregular.face_up_trips")
    void_round(draft, "irregular.face_up_many", "more than one card was found face up", plays_on=plays_on)


@keeps("stub.removed")
def _ran_out(draft: Draft) -> None:
    """Void the round when no card is left to deal: the deck, incomplete even without a count, leaves the table."""
    back = draft.state.decks[draft.state.playing].back
    void_round(draft, "stub.removed", "the deck has run out")
    draft.remove_deck(back, "not whole")
