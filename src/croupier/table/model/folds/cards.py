"""Effects of events on the cards of a round: dealt, burned, turned up, found, collected and put away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.table.model.folds import Folds
from croupier.table.model.folds.decks import change_deck
from croupier.table.model.folds.seats import put
from croupier.table.model.state import State


def _entered(state: State, data: Mapping[str, Any]) -> None:
    """Make a card known that a physical shoe has dealt."""
    position = data["position"]
    state.order = (*state.order[:position], data["card"], *state.order[position + 1 :])


def take(state: State, position: int) -> None:
    """Take a card from the stock: the next of the deck, or one drawn by mistake before."""
    if position in state.drawn:
        state.drawn = tuple([each for each in state.drawn if each != position])
    else:
        state.next = position + 1


def lay(state: State, to: str, position: int) -> None:
    """Lay a card at a place."""
    if to in {"dealer", "dealer waiting"}:
        state.dealer = (*state.dealer, position)
    elif to == "community":
        state.community = (*state.community, position)
    elif to == "community left":
        state.community = (position, *state.community)
    else:
        number = int(to)
        seat = state.seat(number)
        put(state, number, replace(seat, cards=(*seat.cards, position)))


def lift(state: State, place: str, positions: tuple[int, ...]) -> None:
    """Take cards away from a hand."""
    if place == "dealer":
        state.dealer = tuple([each for each in state.dealer if each not in positions])
    elif place == "community":
        state.community = tuple([each for each in state.community if each not in positions])
    else:
        seat = state.seat(int(place))
        cards, discard = [tuple([each for each in of if each not in positions]) for of in (seat.cards, seat.discard)]
        put(state, int(place), replace(seat, cards=cards, discard=discard))


def _dealt(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    take(state, position)
    lay(state, data["to"], position)
    if "turn" in data:  # a card of the first deal, which may be interrupted at any card
        state.dealt = data["turn"]


def _examined(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.looked = True


def _burned(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    if data["of"] == "community":
        state.community = tuple([each for each in state.community if each != position])
        state.burned_community += 1
    else:
        take(state, position)
    to_rack(state, (position,), 1)


def to_rack(state: State, positions: tuple[int, ...], counted: int | None) -> None:
    """Put cards into the rack; its count is unknown once some went in uncounted."""
    state.rack += positions
    so_far = state.rack_count
    state.rack_count = None if so_far is None or counted is None else so_far + counted


def _community(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    take(state, position)
    state.community = (*state.community, position)
    state.up |= {position}


def _turned(state: State, data: Mapping[str, Any]) -> None:
    state.up |= set(data["positions"])


def _kept_out(state: State, data: Mapping[str, Any]) -> None:
    state.kept_out = data["seat"]


def _collected(state: State, data: Mapping[str, Any]) -> None:
    of, positions = data["of"], tuple(data["positions"])
    if of == "dealer":
        state.dealer = ()
    elif of == "community":
        state.community = ()
    else:
        seat = state.seat(int(of))
        put(state, int(of), replace(seat, collected=True))
    to_rack(state, positions, len(positions))


def _stub(state: State, data: Mapping[str, Any]) -> None:
    positions = tuple(data["positions"])
    to_rack(state, positions, data["counted"])
    state.next, state.drawn, state.stub_away, state.stub = len(state.order), (), True, positions
    if data["counted"] is not None:
        change_deck(state, state.playing, since_count=0)


def _found_face_up(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    if "from" in data:  # it was scanned and laid before it was seen to lie face up
        lift(state, data["from"], (position,))
        state.dealt = max(state.dealt - 1, 0)
        if "turn" in data:  # it was the last card of the first deal, which goes on
            state.step, state.cursor, state.dealt, state.looked = 0, 0, data["turn"], False
    else:
        take(state, position)
    state.found += 1
    to_rack(state, (position,), 1)
    state.up |= {position}
    state.upside_down -= {position}


def _exposed(state: State, data: Mapping[str, Any]) -> None:
    if "position" in data:  # of a real card it may not be known which of them was seen
        state.up |= {data["position"]}
        state.exposed |= {data["position"]}
    state.dealer_seen = state.dealer_seen or data["of"] == "dealer"


def _put_right(state: State, data: Mapping[str, Any]) -> None:
    """Put a surplus card back as the next, unseen; a missing card is dealt by an event of its own."""
    positions = tuple(data["positions"])
    state.dealer = tuple([each for each in state.dealer if each not in positions])
    state.drawn = (*positions, *state.drawn)
    state.pending = None


FOLDS: Folds = {
    "entered": _entered,
    "dealt": _dealt,
    "examined": _examined,
    "burned": _burned,
    "community": _community,
    "turned": _turned,
    "kept_out": _kept_out,
    "collected": _collected,
    "stub": _stub,
    "found_face_up": _found_face_up,
    "exposed": _exposed,
    "put_right": _put_right,
}
