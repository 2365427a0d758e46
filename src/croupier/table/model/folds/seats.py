"""Effects of events on seats: persons, chips, wagers, decisions and settled lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.games.lines import Line
from croupier.table.model.folds import Folds
from croupier.table.model.folds.decks import change_deck
from croupier.table.model.state import Promise, Seat, State


def put(state: State, number: int, seat: Seat | None) -> None:
    """Put a seat in its place, or vacate the place."""
    seats = list(state.seats)
    seats[number - 1] = seat
    state.seats = tuple(seats)


def _sat(state: State, data: Mapping[str, Any]) -> None:
    put(state, data["seat"], Seat(data["person"], data["bankroll"]))


def _left(state: State, data: Mapping[str, Any]) -> None:
    """Vacate a seat. The person's next number is dropped; one already on record for the next shuffle stays in it."""
    person = state.seat(data["seat"]).person
    put(state, data["seat"], None)
    given = state.promises.get(person)
    if given is not None and not any(seat.person == person for _, seat in state.taken()):
        others = {each: promise for each, promise in state.promises.items() if each != person}
        state.promises = others | ({person: given._replace(hash="")} if given.number else {})


def _promised(state: State, data: Mapping[str, Any]) -> None:
    if data["counts"]:
        state.promises = {**state.promises, state.seat(data["seat"]).person: Promise(data["next"])}


def _revealed(state: State, data: Mapping[str, Any]) -> None:
    person = state.seat(data["seat"]).person
    _settle_promise(state, person, data["next"])
    state.numbers = {**state.numbers, person: data["number"]}


def _withheld(state: State, data: Mapping[str, Any]) -> None:
    """Note a broken promise: the person's numbers count no more in the session."""
    person, made = state.seat(data["seat"]).person, state.decks[state.playing].shuffle
    _settle_promise(state, person, "")
    state.broken = (*state.broken, person)
    state.tally = state.tally._replace(withheld=state.tally.withheld + 1)
    change_deck(state, state.playing, shuffle=made._replace(withheld=made.withheld + 1))


def _settle_promise(state: State, person: str, following: str) -> None:
    """Wait for a person's number no more; the promise of the next one takes its place."""
    state.owing = tuple([each for each in state.owing if each != person])
    others = {each: promise for each, promise in state.promises.items() if each != person}
    state.promises = others | ({person: Promise(following)} if following else {})


def _number(state: State, data: Mapping[str, Any]) -> None:
    """Record a number that goes into the next shuffle, and the hash of the one after it: before ruling S37."""
    person = state.seat(data["seat"]).person
    known = any(each.number for each in state.promises.values())
    number = data["number"] if data["counts"] else ""
    state.promises = {**state.promises, person: Promise(data["next"], known or bool(number), number)}


def _away(state: State, data: Mapping[str, Any]) -> None:
    put(state, data["seat"], replace(state.seat(data["seat"]), away=data["away"], keeps=data.get("keeps", False)))


def _placed(state: State, data: Mapping[str, Any]) -> None:
    seat, wagers = state.seat(data["seat"]), dict(data["wagers"])
    bankroll = seat.bankroll + sum(seat.wagers.values()) - sum(wagers.values())
    was_ready, away, keeps = seat.was_ready, seat.away, seat.keeps
    fresh = Seat(seat.person, bankroll, wagers, wagers, was_ready=was_ready, away=away, keeps=keeps)
    put(state, data["seat"], fresh)


def _bought(state: State, data: Mapping[str, Any]) -> None:
    seat = state.seat(data["seat"])
    put(state, data["seat"], replace(seat, bankroll=seat.bankroll + data["amount"]))


def _chips_moved(state: State, data: Mapping[str, Any]) -> None:
    """Move chips from one position of a person to another (ruling S35)."""
    for number, amount in ((data["seat"], -data["amount"]), (data["to"], data["amount"])):
        seat = state.seat(number)
        put(state, number, replace(seat, bankroll=seat.bankroll + amount))


def _ready(state: State, data: Mapping[str, Any]) -> None:
    put(state, data["seat"], replace(state.seat(data["seat"]), ready=True, was_ready=False))


def _decided(state: State, data: Mapping[str, Any]) -> None:
    number, wager, amount = data["seat"], data["wager"], data["amount"]
    seat = state.seat(number)
    discard = tuple(data["positions"])
    changed: dict[str, Any] = {"decisions": (*seat.decisions, data["choice"]), "ending": data["ending"]}
    if data["ending"] != seat.ending:
        changed["ended_at"] = state.step
    # An end of the hand or a discard decides every base wager; a check leaves them to the next decision.
    if "absent" in data or seat.acted_for:
        changed["acted_for"] = "absent" in data and (data["ending"] != "played" or bool(discard))
    if wager:
        changed["wagers"] = {**seat.wagers, wager: amount}
        changed["staked"] = {**seat.staked, wager: amount}
        changed["bankroll"] = seat.bankroll - amount
    if discard:
        changed["discard"] = (*seat.discard, *discard)
        changed["cards"] = tuple([each for each in seat.cards if each not in discard])
    put(state, number, replace(seat, **changed))


def as_line(line: Line | Sequence[Any]) -> Line:
    """A settlement line as the table has it, also if it was read from a recording."""
    if isinstance(line, Line):
        return line
    read = Line(*line)
    return read._replace(clauses=tuple(read.clauses), rulings=tuple(read.rulings))


def _settled(state: State, data: Mapping[str, Any]) -> None:
    number, line = data["seat"], as_line(data["line"])
    seat = state.seat(number)
    wagers = dict(seat.wagers)
    wagers.pop(line.wager, None)
    put(state, number, replace(seat, bankroll=seat.bankroll + line.back, wagers=wagers, lines=(*seat.lines, line)))
    state.tray -= line.amount


FOLDS: Folds = {
    "promised": _promised,
    "revealed": _revealed,
    "withheld": _withheld,
    "number": _number,
    "sat": _sat,
    "left": _left,
    "away": _away,
    "placed": _placed,
    "bought": _bought,
    "chips_moved": _chips_moved,
    "ready": _ready,
    "decided": _decided,
    "settled": _settled,
}
