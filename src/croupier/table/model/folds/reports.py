"""Effects of events on real cards, as people have reported and corrected them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.table.model.folds import Folds
from croupier.table.model.folds.cards import lay, lift, take
from croupier.table.model.state import NEVER, UNKNOWN, State


def _reported(state: State, data: Mapping[str, Any]) -> None:
    state.pending = ("report", data["says"])
    state.reported = {name: data[name] for name in _ABOUT if name in data}


_ABOUT = ("what", "of", "to", "card", "number", "turn", "back")


def _miscounted(state: State, data: Mapping[str, Any]) -> None:
    """Give a hand the number of cards that people have counted: further cards are the next ones, unscanned.

    Where a card is missing, the table no longer knows where it is.
    """
    place, gone = data["of"], tuple(data["gone"])
    for position in data["added"]:
        if position in state.rack:  # the stub is in the rack already: one card fewer than was taken to be there
            state.rack = tuple([each for each in state.rack if each != position])
        else:
            take(state, position)
        lay(state, place, position)
        if place == "community" and data["shown"]:
            state.up |= {position}
    lift(state, place, gone)
    state.lost = (*state.lost, *gone)
    state.order = tuple([UNKNOWN if each in gone else card for each, card in enumerate(state.order)])


def _relaid(state: State, data: Mapping[str, Any]) -> None:
    """Give every hand the cards that it has if one had a card more or fewer than its turns during the deal.

    A deal that was taken to be complete, and of which a hand then lacks a card, goes on.
    """
    for place, positions in data["hands"].items():
        lift(state, place, state.at(place))
        for position in positions:
            if position in state.stock():  # it was not scanned
                take(state, position)
            lay(state, place, position)
    if state.step:
        state.step, state.cursor, state.looked = 0, 0, False
    state.dealt = data["turn"]


def _strayed(state: State, data: Mapping[str, Any]) -> None:
    """Move a card to the hand that it went to, where it lies as it was dealt; the community cards get it last."""
    place = data["to"]
    lift(state, data["of"], (data["position"],))
    there = state.seat(int(place)).cards if place.isdecimal() else state.dealer if place == "dealer" else ()
    after = tuple([each for each in there if each > data["position"]])
    lift(state, place, after)
    for position in (data["position"], *after):
        lay(state, place, position)


def _drawn(state: State, data: Mapping[str, Any]) -> None:
    state.drawn = (*state.drawn, data["position"])
    state.next = data["position"] + 1


def _corrected(state: State, data: Mapping[str, Any]) -> None:
    """Correct a misread card; the place that was taken to have it is unknown. A settled round stays as it was."""
    if "position" not in data:
        return
    order, state.doubted = list(state.order), NEVER
    if "doubted" in data:
        order[data["doubted"]] = UNKNOWN
        state.doubted = data["doubted"] if state.place_of(data["doubted"]) else NEVER
    order[data["position"]] = data["card"]
    state.order, state.pending, state.reported = tuple(order), None, None


FOLDS: Folds = {
    "reported": _reported,
    "miscounted": _miscounted,
    "relaid": _relaid,
    "strayed": _strayed,
    "drawn": _drawn,
    "corrected": _corrected,
}
