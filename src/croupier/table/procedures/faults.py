"""Fault injection at a table for training or tests: physical mishaps that the procedures find, or do not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from croupier.table.model.command import Command, RefusedError
from croupier.table.model.vocabulary import FAULTS_TAKE, NEEDED, SLIPS
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.irregularities import dealer_exposed, resume, too_early


def fault(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    """Inject a fault, which no one at the table is told of; the procedures find it, or do not."""
    what = draft.args["what"]
    takes = FAULTS_TAKE[what]
    given = {name: value for name, value in draft.args.items() if name != "what"}
    args = {**{name: value for name, value in takes.items() if value is not NEEDED}, **given}
    if set(args) != set(takes):
        raise RefusedError(f"{what!r} has {', '.join(args) or 'nothing'}", ", ".join(takes) or "it alone")
    _FAULTS[what](draft, what, args)


def _not_now(what: str, accepted: str) -> RefusedError:
    return RefusedError(f"{what!r} cannot go wrong now", accepted)


def _in_deck(draft: Draft, what: str, args: Mapping[str, Any]) -> None:
    undealt = draft.state.stock()
    if args["position"] not in undealt:
        accepted = f"one of {len(undealt)} undealt cards"
        raise RefusedError("that card is not in the deck any more", accepted, "deck.cards")
    draft.emit("fault", what=what, position=args["position"])


def _surplus(draft: Draft, what: str, args: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    if not draft.state.order or draft.state.stub_away:
        raise _not_now(what, "a deck in play whose stub is not in the rack")
    draft.emit("fault", what=what)


def _slip(draft: Draft, what: str, args: Mapping[str, Any]) -> None:
    how, at = args["how"], args["at"]
    astray = how.removeprefix("to ") if how.startswith("to ") else "dealer"
    seats = [str(number) for number in range(1, len(draft.state.seats) + 1)]
    places = ["dealer", "community", *seats]
    if at not in places or astray not in places:
        accepted = f"how: {', '.join(SLIPS)}, to and a place; at: {', '.join(places)}"
        raise RefusedError(f"no hand slips {how!r} at {at!r}", accepted)
    if draft.state.phase not in {"betting", "round"}:
        raise _not_now(what, "a slip while a deck is in play")
    draft.emit("fault", what=what, how=how, at=at)


def _drawn(draft: Draft, what: str, args: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state = draft.state
    left = state.stock()[len(state.drawn) :]
    if state.phase != "round" or state.owing or not left:  # before the last cut no place has a card of its own
        raise _not_now(what, "a card drawn during a round, once the players' numbers have come")
    draft.emit("fault", what=what, position=left[0])


def _exposed(draft: Draft, what: str, args: Mapping[str, Any]) -> None:
    state = draft.state
    if state.phase != "round" or args["index"] >= len(state.dealer):
        raise _not_now(what, "a card that the dealer has, during a round")
    position = state.dealer[args["index"]]
    draft.emit("exposed", of="dealer", position=position, card=state.order[position])
    if "call" in state.fixed.automation and too_early(state):
        dealer_exposed(draft)
        resume(draft)


def _miscount(draft: Draft, what: str, args: Mapping[str, Any]) -> None:
    draft.emit("fault", what=what, by=args["by"])


def _jam_to_come(draft: Draft, what: str, args: Mapping[str, Any]) -> None:
    if not draft.state.way_of_dealing.device:
        raise _not_now(what, "a table that deals from an automated shoe")
    draft.emit("fault", what=what, after=args["after"])


_FAULTS: dict[str, Callable[[Draft, str, Mapping[str, Any]], None]] = {
    "face up": _in_deck,
    "lost": _in_deck,
    "surplus": _surplus,
    "slip": _slip,
    "drawn": _drawn,
    "exposed": _exposed,
    "miscount": _miscount,
    "jam": _jam_to_come,
}
