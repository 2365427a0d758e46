"""The next card of the deck: a card drawn by mistake comes first, one found face up is set aside."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.model.state import UNKNOWN, State
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.payouts import void_round


@keeps("irregular.face_up", "irregular.drawn_in_error")
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
        if state.found == 1:
            draft.irregular("irregular.face_up", "a card was found face up and is set aside")
        else:
            _many_face_up(draft)
            if state.phase != "round":
                return None


def _top(state: State) -> int:
    position = state.next
    while position in state.lost:
        position += 1
    return position


@keeps("irregular.face_up_many", "irregular.face_up_trips")
def _many_face_up(draft: Draft) -> None:
    """Handle a second card found face up. After the first cards some wagers play on (ruling U21)."""
    if draft.state.dealer_void:
        return
    plays_on = draft.state.first_cards and draft.terms.binds("irregular.face_up_trips")
    void_round(draft, "irregular.face_up_many", "more than one card was found face up", plays_on=plays_on)


@keeps("stub.removed")
def _ran_out(draft: Draft) -> None:
    """Void the round when no card is left to deal: the deck, incomplete even without a count, leaves the table."""
    back = draft.state.decks[draft.state.playing].back
    void_round(draft, "stub.removed", "the deck has run out")
    draft.remove_deck(back, "not whole")
