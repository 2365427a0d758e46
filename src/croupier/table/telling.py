"""Events in words: for a log, a replay, a playthrough. What is told is what the event says, no more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.cards import Deck
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import dollars
from croupier.table.events import Event

_PLACES = {"dealer": "the dealer", "community": "the community area", "community left": "the community area"}


def tell(event: Event, terms: Terms) -> str:
    """An event as a sentence; fields that the viewer may not know are simply not told."""
    data = event.data
    kind = event.kind
    if kind == "settled":
        return f"Seat {data['seat']}: {Line(*data['line']).sentence(terms)}"
    if kind in _TOLD:
        return _TOLD[kind].format_map(_Words(data, terms.rulebook.deck))
    return f"{kind.replace('_', ' ').capitalize()}{_rest(data)}."


class _Words(dict[str, Any]):
    """Fields in words; a field that is not known is an empty one."""

    def __init__(self, data: Mapping[str, Any], deck: Deck) -> None:
        super().__init__(data)
        self._deck = deck

    def __getitem__(self, key: str) -> str:
        value = self.get(key)
        if value is None:
            return ""
        if key == "card":
            return f": {self._deck.faces[value]}"
        if key in {"cards", "discard"} and isinstance(value, list | tuple):
            return self._deck.text(value)
        if key in {"to", "of"}:
            return _PLACES.get(str(value), f"seat {value}" if str(value).isdecimal() else str(value))
        if key in {"amount", "bankroll", "change"}:
            return dollars(int(value))
        if key == "wagers":
            return ", ".join(f"{name} {dollars(stake)}" for name, stake in value.items()) or "nothing"
        if key == "clauses":
            return ", ".join(value)
        return str(value)


def _rest(data: Mapping[str, Any]) -> str:
    said = ", ".join(f"{key} {value}" for key, value in data.items() if value not in (None, ""))
    return f" ({said})" if said else ""


_TOLD = {
    "received": "A deck with {back} backs comes to the table.",
    "prepared": "The deck is {status}.",
    "shuffled": "The deck is shuffled {how}.",
    "counted_by_device": "The shuffler counts {cards} cards.",
    "cut": "The dealer cuts {depth} cards off the top.",
    "recut": "The floor orders another cut. {reason}",
    "loaded": "The stack goes into the {into}. Commitment {root}.",
    "removed": "The deck leaves the table: {reason}.",
    "unloaded": "The deck goes back to be shuffled.",
    "idle": "The cards are spread; the table is idle.",
    "clock": "It is {now} seconds past the opening.",
    "sat": "{player} sits down at seat {seat}.",
    "left": "Seat {seat} is left.",
    "placed": "Seat {seat} wagers {wagers}.",
    "ready": "Seat {seat} is ready.",
    "closed": "The dealer: '{words}'.",
    "meter": "The progressive stands at {amount}.",
    "bonus_chips": "Bonus chips: {chips} collected, {accepted} accepted by the devices.",
    "dealt": "A card to {to}{card}.",
    "entered": "The shoe has dealt{card}.",
    "examined": "The players look at their cards.",
    "burned": "A card of the {of} is burned.",
    "community": "Community card{card}.",
    "turned": "Turned up, {of}: {cards}.",
    "announced": "The dealer announces {of}: {words}.",
    "decided": "Seat {seat}: {choice}.",
    "kept_out": "The hand of seat {seat} stays out as the highest.",
    "collected": "Collected from {of}: {cards} cards.",
    "stub": "The stub of {cards} goes to the rack.",
    "found_face_up": "A card is found face up{card}.",
    "exposed": "Exposed, {of}{card}.",
    "put_right": "A card of {of} {how}.",
    "irregular": "Irregularity ({clauses}): {says}.",
    "pending": "The floor is called: {says}.",
    "ruled": "The floor rules: {choice}. {reason}",
    "dealer_void": "The dealer's hand is void; what can plays on.",
    "jammed": "The {device} has failed.",
    "device": "The {device} is {is}.",
    "uses": "From now on: dealing {dealing}, shuffling {shuffling}.",
    "over": "Round {round} is over.",
}
