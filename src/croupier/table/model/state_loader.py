"""Deserialisation of a state: the counterpart of `State.dump`, so that a recording can be resumed in the middle."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.errors import CroupierError
from croupier.games.lines import Line
from croupier.table.model.state import (
    DeckOn,
    Fixed,
    LastRound,
    Promise,
    Seat,
    Seen,
    Shuffle,
    ShuffleEnd,
    State,
    Tally,
)


class LoadingError(CroupierError, ValueError):
    """A text that is no serialised state."""


def load(fixed: Fixed, text: str | bytes) -> State:
    """Parse a dumped state for a table with these constants; it goes on exactly as the one that was dumped.

    Names and shapes are checked, values are not: reach the state of an untrusted text by replaying its commands.
    """
    state = State.before_all(fixed)
    try:
        held = json.loads(text)
        if list(held) != list(state.held()):
            raise LoadingError("that is no state of a table: it has other fields")
        for name, value in held.items():
            setattr(state, name, _READ.get(name, _frozen)(value))
        state.terms = fixed.terms.used(state.dealing, state.shuffling)
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
        raise error if isinstance(error, LoadingError) else LoadingError("that is no state of a table") from error
    return state


def _frozen(value: Any) -> Any:  # noqa: ANN401 - any JSON value
    """Turn every list into a tuple; an object stays a mapping, in its order."""
    if isinstance(value, list):
        return tuple([_frozen(each) for each in value])
    return {name: _frozen(each) for name, each in value.items()} if isinstance(value, dict) else value


def _deck(value: list[Any] | tuple[Any, ...]) -> DeckOn:
    deck = DeckOn(*_frozen(value))
    return deck._replace(shuffle=Shuffle(*deck.shuffle))


def _line(value: list[Any]) -> Line:
    return Line(*_frozen(value))


def _lines(value: list[Any]) -> tuple[Line, ...]:
    return tuple([_line(each) for each in value])


def _seat(value: Mapping[str, Any] | None) -> Seat | None:
    if value is None:
        return None
    return Seat(**{**{name: _frozen(each) for name, each in value.items()}, "lines": _lines(value["lines"])})


def _seen(value: list[Any]) -> Seen:
    seen = Seen(*_frozen(value))
    return seen._replace(lines=_lines(list(seen.lines)))


def _last(value: list[Any] | None) -> LastRound | None:
    if value is None:
        return None
    last = LastRound(*_frozen(value))
    deck = _deck(list(last.deck)) if last.deck is not None else None
    hands = tuple([_seen(list(each)) for each in last.hands])
    tally = Tally(*last.tally)
    return last._replace(deck=deck, up=frozenset(last.up), hands=hands, ends=_ends(last.ends), tally=tally)


def _ends(value: Iterable[Any]) -> tuple[ShuffleEnd, ...]:
    return tuple([ShuffleEnd(*each) for each in value])


_READ: dict[str, Callable[[Any], Any]] = {
    "promises": lambda promises: {person: Promise(*each) for person, each in promises.items()},
    "decks": lambda decks: tuple([_deck(each) for each in decks]),
    "seats": lambda seats: tuple([_seat(each) for each in seats]),
    "up": frozenset,
    "exposed": frozenset,
    "upside_down": frozenset,
    "last": _last,
    "ends": _ends,
    "tally": lambda tally: Tally(*tally),
}
