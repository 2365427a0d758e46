"""Counts of real cards, as somebody has given them: of the stub, of a whole deck, or of a device (ruling S38)."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.model.command import Command, RefusedError
from croupier.table.procedures.deck import counted_by_device
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import cards_out, dealer_miscounted


def count(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Take a count that was asked for: the rest of the deck in a round, or a deck that owes one."""
    state, number = draft.state, draft.args["number"]
    if state.pending is not None and state.pending[0] == "count":
        out = cards_out(state)
        draft.emit("counted", of="stub", cards=number)
        dealer_miscounted(draft, could=True, whole=number + out == state.fixed.deck_size)
        return
    owing = next((each for each, deck in enumerate(state.decks) if deck.owes), None)
    if owing is None or state.pending is not None:
        why, accepted = "no count is asked for", "'stub' with its count, when the stub is put away"
        raise RefusedError(why, accepted, "stub.count", ruled=("reports",))
    if state.decks[owing].owes == "by device":
        counted_by_device(draft, owing, number)
    else:
        _counted_by_hand(draft, owing, number)


@keeps("stub.count", "stub.removed")
def _counted_by_hand(draft: Draft, deck: int, number: int) -> None:
    """Record the count of a whole deck that a void round left open (ruling S29); a wrong one sends it away."""
    draft.emit("counted", of="deck", deck=deck, cards=number)
    if number != draft.state.fixed.deck_size:
        draft.irregular("stub.removed", "the cards are not the right number, and the deck leaves the table")
        draft.emit("removed", deck=deck, reason="counted wrong")
