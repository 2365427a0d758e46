"""Narration: events as sentences, for a log, a replay, a playthrough. A sentence tells the event's fields, no more."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.table.model.events import Event
from croupier.table.model.state import NEVER

_PLACES = {
    "dealer": "the dealer",
    "dealer waiting": "the dealer, left in the shuffler",
    "deck": "the deck",
    "community": "the community area",
    "community left": "the community area",
    "shoe": "the shoe",
    "stub": "the stub",
    "rack": "the rack",
    "automated shoe": "the automated shoe",
    "table": "the table",
}


_HASHES = {"root", "commitment", "session", "published"}


class Hearer(NamedTuple):
    """The audience of a narration: its own seat, called "you", and how it writes cards; a log has neither."""

    seat: int = 0
    cards: Callable[[Iterable[int]], str] | None = None
    filed: bool = False  # a paper, in which everybody is spoken of in the third person
    hashes: bool = True  # without them a commitment goes unsaid: sixty-four characters are long to listen to


def tell(event: Event, terms: Terms, names: Mapping[int, str] = {}, to: Hearer = Hearer()) -> str:  # noqa: B008 - it never changes
    """An event as a sentence; fields that the viewer may not know are left out. Names are those of seats."""
    if not to.hashes:
        event = event._replace(data={key: value for key, value in event.data.items() if key not in _HASHES})
    data = event.data
    kind = event.kind
    own = to.seat != 0 and data.get("seat") == to.seat
    if kind == "settled":
        line, seat = Line(*data["line"]), data["seat"]
        sentence = line.sentence_of(seat, terms) if to.filed else line.sentence(terms)
        return sentence if own else f"Seat {seat}: {sentence}"
    kind = _kind(event, terms)
    told = _YOU.get(kind) if own else None
    if told or kind in _TOLD:
        return (told or _TOLD[kind]).format_map(_Words({**data, "name": names.get(data.get("seat", 0))}, terms, to))
    return f"{kind.replace('_', ' ').capitalize()}{_rest(data)}."


def _kind(event: Event, terms: Terms) -> str:
    """The template for an event; some kinds of events have several."""
    data = event.data
    told = {
        "away": ("sits out" if data.get("keeps") else "away") if data.get("away") else "back",
        "cut": "cut to bottom" if terms.binds("cut.to_bottom") else "cut",
        "decided": "decided discard" if data.get("discard") else "decided",
        "fault": "fault jams" if data.get("after") == NEVER else f"fault {data.get('what')}",
        "placed": "placed with" if "with" in data else "placed",
        "bought": "bought" if "amount" in data else "bought by another",
        "shuffled": _shuffled(data),
        "number": _number(data),
        "promised": "promised" if data.get("counts") else "promise left out",
        "opened": "opened" + " committed" * ("commitment" in data),
        "ended": "ended" if data.get("published") else "ended unpublished",
        "over": "over void" if data.get("void") else "over",
        "stub": _stub(data),
        "loaded": ("loaded by device" if data.get("by") == "device" else "loaded")
        + " committed" * bool(data.get("root")),
        "device": "device later" if "from" in data else "device",
        "uses": "uses later" if "from" in data else "uses",
        "corrected": "corrected" + " settled" * ("round" in data) + " shown" * ("shown" in data),
    }
    if event.kind == "prepared" and data.get("status") == "used":
        return "unloaded"
    if event.kind == "decided" and data.get("choice") == "void":
        return "decided void"
    return told.get(event.kind, event.kind)


def _shuffled(data: Mapping[str, Any]) -> str:
    how = "shuffled before" if data.get("how") == "before" else "shuffled"
    return f"{how} committed" if "commitment" in data else how


def _number(data: Mapping[str, Any]) -> str:
    if data.get("counts"):
        return "number"
    return "number left out" if data.get("number") else "number promised"


def _stub(data: Mapping[str, Any]) -> str:
    if data.get("counted") is not None:
        return "stub counted"
    return "stub" if "cards" in data else "stub unseen"


class _Words(dict[str, Any]):
    """An event's fields in words; an unknown field is empty."""

    def __init__(self, data: Mapping[str, Any], terms: Terms, to: Hearer) -> None:
        two = terms["decks"] == "two" and "deck" in data
        named = {"which": f"Deck {data['deck'] + 1}", "stack": f"Deck {data['deck'] + 1}"} if two else {}
        why = str(data.get("reason", "")).removesuffix(".")
        whose, worth = data.get("of"), data.get("amount")
        given = {"which": "The deck", "stack": "The stack", "why": why, "whose": whose, "worth": worth}
        super().__init__({**given, **named, **data})
        self.written = to.cards or terms.rulebook.deck.text
        self.own = str(to.seat)
        self.money = terms.money
        self.titles = {name: wager.title for name, wager in terms.rulebook.wagers.items()}

    def __getitem__(self, key: str) -> str:
        value = self.get(key)
        if value is None:
            return ""
        return str(_IN_WORDS[key](self, value)) if key in _IN_WORDS else str(value)

    def cards(self, value: Any) -> str:  # noqa: ANN401 - cards, or their number
        """Cards by their faces, or their number."""
        many = isinstance(value, list | tuple)
        return self.written(value) if many else f"{value} card{'s' * (value != 1)}"


def _place(words: _Words, value: object) -> str:
    if str(value) == words.own:
        return "your hand"
    return _PLACES.get(str(value), f"seat {value}" if str(value).isdecimal() else str(value))


def _amount(words: _Words, value: int) -> str:
    return words.money(int(value))


def _wagers(words: _Words, value: Mapping[str, int]) -> str:
    return (
        ", ".join(f"{words.titles.get(name, name)} {words.money(stake)}" for name, stake in value.items()) or "nothing"
    )


_IN_WORDS: dict[str, Callable[[_Words, Any], str]] = {
    **dict.fromkeys(("card", "shown"), lambda words, card: f": {words.written([card])}"),
    **dict.fromkeys(("cards", "discard", "counted", "after"), _Words.cards),
    **dict.fromkeys(("to", "of", "at", "into"), _place),
    "whose": lambda words, place: "the dealer's hand" if place == "dealer" else _place(words, place),
    **dict.fromkeys(("amount", "bankroll", "change"), _amount),
    "worth": lambda words, amount: f" worth {words.money(amount)}",
    "wagers": _wagers,
    "numbers": lambda _, numbers: (
        f"{len(numbers)} players' numbers" if len(numbers) > 1 else f"{len(numbers) or 'no'} player's number"
    ),
    "wager": lambda words, name: words.titles.get(name, name),
    "pays": lambda _, rows: ", ".join(f"{hand} {pays}" for hand, pays in rows),
    "clauses": lambda _, clauses: ", ".join(clauses),
    "name": lambda _, name: f" ({name})",
    "rulings": lambda words, rulings: (
        f"{'; ' * bool(words.get('clauses', True))}ruling {', '.join(rulings)}" if rulings else ""
    ),
}


def _rest(data: Mapping[str, Any]) -> str:
    said = ", ".join(f"{key} {value}" for key, value in data.items() if value not in (None, ""))
    return f" ({said})" if said else ""


_TOLD = {
    "received": "A deck with {back} backs comes to the table.",
    "prepared": "{which} is {status}.",
    "shuffled": "{which} is shuffled {how}.",
    "shuffled before": "{which} has come inspected and shuffled.",
    "shuffled committed": "{which} is shuffled {how}. The next secret is committed to as {commitment}.",
    "shuffled before committed": "{which} has come inspected and shuffled."
    " The next secret is committed to as {commitment}.",
    "opened": "The session opens.",
    "opened committed": "The session opens. Its seed is committed to as {session}, its first secret as {commitment}.",
    "ended": "The session is over. Its seed: {published}.",
    "ended unpublished": "The session is over.",
    "promised": "Seat {seat} promises a number.",
    "promise left out": "Seat {seat} has broken a promise: its numbers count no more in this session.",
    "revealed": "Seat {seat} reveals its number.",
    "withheld": "Seat {seat} has not revealed the number that it promised: its numbers count no more in this session.",
    "permuted": "The last cut is made of {numbers}.",
    "number": "Seat {seat} gives a number for the next shuffle.",
    "number left out": "The number of seat {seat} does not count for the next shuffle.",
    "number promised": "Seat {seat} promises a number.",
    "counted_by_device": "The shuffler counts {cards}.",
    "cut": "The dealer cuts {depth} cards onto the cover card, the rest goes on top, and the cover card to the rack.",
    "cut to bottom": "The dealer puts the cover card under {depth} cards, and they go with it to the bottom.",
    "recut": "The floor orders a new cut. {reason}",
    "loaded": "{stack} goes into {into}.",
    "loaded by device": "{stack} goes from the shuffler straight into {into}.",
    "loaded committed": "{stack} goes into {into}. Root {root}.",
    "loaded by device committed": "{stack} goes from the shuffler straight into {into}. Root {root}.",
    "removed": "{which} leaves the table: {why}.",
    "unloaded": "{which} goes back to be shuffled.",
    "fed": "{which} goes from {of} into the shuffler.",
    "idle": "The cards are spread; the table is idle.",
    "clock": "It is {now} seconds past the opening.",
    "sat": "A player sits down at seat {seat}{name}.",
    "left": "The player leaves seat {seat}.",
    "away": "The player at seat {seat} is away.",
    "sits out": "The player at seat {seat} sits out.",
    "back": "The player at seat {seat} is back.",
    "placed": "Seat {seat} wagers {wagers}.",
    "placed with": "Seat {seat} wagers {wagers}, in {with}.",
    "bought": "Seat {seat} buys chips for {amount}.",
    "bought by another": "Seat {seat} buys chips.",
    "chips_moved": "Chips{worth} move from seat {seat} to {to}.",
    "notice": "Notice to seat {seat} ({clauses}{rulings}): {says}.",
    "column": "{wager} pays, for {hands} hands ({clauses}): {pays}.",
    "ready": "Seat {seat} is ready.",
    "closed": "The dealer: '{words}'.",
    "meter": "The progressive stands at {amount}.",
    "bonus_chips": "Bonus chips: {chips} collected, {accepted} accepted by the devices.",
    "dealt": "A card to {to}{card}.",
    "entered": "The shoe has dealt{card}.",
    "examined": "The players look at their cards.",
    "burned": "A card of {of} is burned{card}.",
    "community": "Community card{card}.",
    "turned": "Turned up, {of}: {cards}.",
    "announced": "The dealer announces {whose}: {words}.",
    "decided": "Seat {seat}: {choice}.",
    "decided void": "The hand of seat {seat} is void.",
    "decided discard": "Seat {seat}: {choice}, discards {discard}.",
    "kept_out": "The hand of seat {seat} stays out as the highest.",
    "collected": "Collected from {of}: {cards}.",
    "stub": "The stub of {cards} goes to the rack.",
    "stub unseen": "The stub goes to the rack.",
    "stub counted": "The stub is counted, {counted}, and goes to the rack.",
    "found_face_up": "A card is found face up{card}.",
    "count_due": "{which} is to be counted {by}.",
    "counted": "Counted, {of}: {cards}.",
    "exposed": "Exposed, {of}{card}.",
    "reported": "A report waits for the floor, {says}.",
    "miscounted": "A wrong number of cards, {of}: {number}.",
    "relaid": "A wrong number of cards, {of}: {number}. The cards after it lie one place further.",
    "strayed": "A card for {of} went to {to}.",
    "drawn": "A card is drawn by mistake, its face unseen.",
    "corrected": "A misread card is corrected, number {number} of {to}{card}. {reason}",
    "corrected shown": "A misread card is corrected, number {number} of {to}{shown}. {reason}",
    "corrected settled": "A card was misread in round {round}, number {number} of {to}{card}; the ledger is corrected."
    " {reason}",
    "corrected settled shown": "A card was misread in round {round}, number {number} of {to}{shown}; the ledger is"
    " corrected. {reason}",
    "put_right": "A card of {of} {how}.",
    "irregular": "Irregularity ({clauses}{rulings}): {says}.",
    "pending": "The floor is called: {says}.",
    "ruled": "The floor rules: {choice}. {reason}",
    "dealer_void": "The dealer's hand is void; the wagers that can do without it play on.",
    "jammed": "The {device} has failed.",
    "device": "The {device} is {is}.",
    "device later": "The {device} is {is} again, and back with {from}.",
    "uses": "From now on: dealing {dealing}, shuffling {shuffling}.",
    "uses later": "From {from} on: dealing {dealing}, shuffling {shuffling}.",
    "over": "Round {round} is over.",
    "over void": "Round {round} is void and over.",
    "fault face up": "Unseen: the card at position {position} lies face up.",
    "fault lost": "Unseen: the card at position {position} is lost.",
    "fault slip": "Unseen: the deal will go wrong at {at}: {how}.",
    "fault slipped": "Unseen: the deal goes wrong at {at}: {how}.",
    "fault drawn": "A card is drawn by mistake, its face unseen.",
    "fault miscount": "Unseen: the wagering devices are off by {by}.",
    "fault surplus": "Unseen: the deck has a card too many.",
    "fault jam": "Unseen: the shoe will fail with {after} out.",
    "fault jams": "Unseen: the shoe fails.",
}
# Templates for events at the hearer's own seat.
_YOU = {
    "sat": "You sit down at seat {seat}.",
    "left": "You leave the table.",
    "away": "You are away.",
    "sits out": "You sit out.",
    "back": "You are back.",
    "placed": "You wager {wagers}.",
    "placed with": "You wager {wagers}, in {with}.",
    "bought": "You buy chips for {amount}.",
    "notice": "Notice to you ({clauses}{rulings}): {says}.",
    "ready": "You are ready.",
    "decided": "You: {choice}.",
    "decided void": "Your hand is void.",
    "decided discard": "You: {choice}, and put away {discard}.",
    "kept_out": "Your hand stays out as the highest.",
}
