"""Troubles of a lesson: each kind of thing that goes wrong, as a fault, with the call that a dealer should make."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple, TypeAlias, TypeVar

from croupier.games.game import Community
from croupier.table.model.state import State

Chance: TypeAlias = Callable[[], float]  # from 0 to below 1
COUNT, DEALERS, OTHERS = "wrong count", "dealer exposed", "card exposed"
WORDS = {OTHERS: "a card was exposed in dealing"}  # calls that no document names; the floor rules on them (S12)
_SEATS, _DEALER, _COMMUNITY = "irregular.player_count", "irregular.dealer_count", "irregular.community_count"
_EXPOSED = "irregular.dealer_exposed"
T = TypeVar("T")


class Trouble(NamedTuple):
    """A fault that happens unseen.

    A trouble with a `call` must be noticed by the dealer; the others are found by the table's own procedures.
    """

    says: str
    rule: str  # the rule about it; empty if the floor decides
    fault: Mapping[str, Any]  # the arguments of the `fault` command
    call: str = ""
    once_dealt: bool = False  # it happens after the first cards are dealt


NOTHING = Trouble("", "", {})


def picked(chance: Chance, among: Sequence[T]) -> T:
    """Draw one of several."""
    return among[int(chance() * len(among))]


def drawn(state: State, chance: Chance) -> Trouble:
    """Draw a trouble for a round that is about to be dealt: first a kind, then one of that kind."""
    kinds = {name: list(made(state)) for name, made in KINDS.items()}
    return picked(chance, picked(chance, [each for each in kinds.values() if each]))


# ---- hands that slip ---------------------------------------------------------------------------------------


def _slip(at: str | int, how: str) -> dict[str, Any]:
    return {"what": "slip", "at": str(at), "how": how}


def _players(state: State) -> list[int]:
    return [number for number, _ in state.taken()]


def _too_many(state: State) -> Iterator[Trouble]:
    for seat in _players(state):
        yield Trouble(f"seat {seat} was dealt a card too many", _SEATS, _slip(seat, "double"), COUNT)


def _too_few(state: State) -> Iterator[Trouble]:
    for seat in _players(state):
        yield Trouble(f"seat {seat} was dealt a card too few", _SEATS, _slip(seat, "skip"), COUNT)


def _astray(state: State) -> Iterator[Trouble]:
    for seat, other in pairwise(_players(state)):
        yield Trouble(f"a card of seat {seat} went to seat {other}", _SEATS, _slip(seat, f"to {other}"), COUNT)


def _dealers_count(state: State) -> Iterator[Trouble]:
    if state.fixed.deal.dealer:
        yield Trouble("the dealer was dealt a card too many", _DEALER, _slip("dealer", "double"), COUNT)
        yield Trouble("the dealer was dealt a card too few", _DEALER, _slip("dealer", "skip"), COUNT)


def _community_count(state: State) -> Iterator[Trouble]:
    """A wrong count must be called if the cards come face down with the first ones; later ones everybody can count."""
    later = any(isinstance(step, Community) for step in state.fixed.script)
    if state.fixed.deal.community or later:
        call = COUNT if state.fixed.deal.community else ""
        says = "a community card too many was dealt"
        yield Trouble(says, _COMMUNITY if call else "", _slip("community", "double"), call)


# ---- cards that are seen -----------------------------------------------------------------------------------


def _dealers_card(state: State) -> Iterator[Trouble]:
    if state.fixed.deal.dealer:
        yield Trouble("a card of the dealer's was exposed in dealing", _EXPOSED, _slip("dealer", "exposed"), DEALERS)
        fault = {"what": "exposed", "index": 0}
        yield Trouble("a card of the dealer's was seen too early", _EXPOSED, fault, DEALERS, once_dealt=True)


def _players_card(state: State) -> Iterator[Trouble]:
    for seat in _players(state):
        yield Trouble(f"a card of seat {seat} was exposed in dealing", "", _slip(seat, "exposed"), OTHERS)


# ---- decks and devices -------------------------------------------------------------------------------------


def _face_up(state: State) -> Iterator[Trouble]:
    for place, position in enumerate(state.stock()[:6], start=1):
        fault = {"what": "face up", "position": position}
        yield Trouble(f"card {place} of the deck lay face up", "irregular.face_up", fault)


def _foul_deck(state: State) -> Iterator[Trouble]:
    """A deck with a card missing or too many, which is found when the stub is counted."""
    yield Trouble("a card of the deck was gone", "stub.removed", {"what": "lost", "position": state.stock()[-1]})
    yield Trouble("the deck had a card too many", "stub.removed", {"what": "surplus"})


def _jam(state: State) -> Iterator[Trouble]:
    if state.way_of_dealing.device:
        yield Trouble("the dealing shoe failed in the deal", "irregular.shoe_jam", {"what": "jam", "after": 3})


def _miscount(state: State) -> Iterator[Trouble]:
    if state.terms.binds("deal.bonus_chips"):
        fault = {"what": "miscount", "by": 1}
        yield Trouble("the wagering devices counted a wager too many", "deal.bonus_chips", fault)


KINDS: Mapping[str, Callable[[State], Iterator[Trouble]]] = {
    "too many": _too_many,
    "too few": _too_few,
    "astray": _astray,
    "the dealer's count": _dealers_count,
    "the community's count": _community_count,
    "the dealer's card": _dealers_card,
    "a player's card": _players_card,
    "face up": _face_up,
    "foul deck": _foul_deck,
    "jam": _jam,
    "miscount": _miscount,
}
