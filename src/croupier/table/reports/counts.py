"""Counts of real cards, as somebody has given them: of the stub, of a whole deck, or of a device (ruling S38).

A wrong count of the stub comes with what the dealer has found behind it: a hand with a wrong number of cards, or none.
"""

from __future__ import annotations

from croupier.citations import keeps
from croupier.table.model.command import Command, RefusedError, is_whole
from croupier.table.model.state import State
from croupier.table.procedures import dealing
from croupier.table.procedures.deck import counted_by_device
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import called, cards_out, dealer_miscounted, stub_expected
from croupier.table.reports.sightings import may_be_miscounted, recount

_RULED = ("reports",)


def stub(draft: Draft, command: Command) -> None:
    """Put the stub away; of real cards whose count is wrong the dealer has looked for a misdeal first."""
    count = draft.args.get("count")
    wrong = draft.state.fixed.real and is_whole(count) and count != stub_expected(draft.state)
    if wrong or "misdealt" in draft.args or "number" in draft.args:
        _searched(draft, draft.args.get("misdealt", ""), wrong=wrong)
    dealing.stub(draft, command)


@keeps("stub.wrong")
def _searched(draft: Draft, place: str, *, wrong: bool) -> None:
    """Take what the dealer found behind a wrong count: the hand that has so many cards, or no misdeal."""
    state, number = draft.state, draft.args.get("number")
    if not wrong:
        why, accepted = "no count of real cards is wrong", "'stub' without 'misdealt'"
        raise RefusedError(why, accepted, "stub.wrong", ruled=_RULED, about="misdealt")
    if not place or (place == "nothing") != (number is None):
        whole = draft.args["count"] + cards_out(state)
        why = f"the count makes {whole} cards, and nobody has said whether they were misdealt"
        accepted = "the count with misdealt=nothing, or with the hand that has a wrong number, and 'number'"
        raise RefusedError(why, accepted, "stub.wrong", ruled=_RULED, about="misdealt")
    if place == "nothing":
        return
    _check_hand(state, place)
    found = {"of": place, "number": number}
    may_be_miscounted(draft, found)
    recount(draft, found)


def _check_hand(state: State, place: str) -> None:
    """Check that a misdealt hand lies on the table."""
    dealt = place != "community" or state.fixed.lays_community
    if (place.isdecimal() and int(place) not in dict(state.dealt_in())) or not state.at(place) or not dealt:
        raise RefusedError(
            f"no hand lies at {called(place)}", "a hand that lies there", "stub.wrong", ruled=_RULED, about="misdealt"
        )


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
        raise RefusedError(why, accepted, "stub.count", ruled=_RULED)
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
