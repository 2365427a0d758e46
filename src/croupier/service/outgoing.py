"""All that is said of a table to anybody is made and encoded here, by `view` and `redact` for exactly that viewer.

There is no other way out. A viewer to whom nothing at a table belongs sees what the public sees, so that one encoded
message serves all of those.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

import msgspec

from croupier.house.asking import Happened
from croupier.table.events import Event
from croupier.table.receipts import receipt
from croupier.table.state import State
from croupier.table.views import PUBLIC, Sight, Viewer, came_to, dealt, is_alike, redact, view

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
MOST_NAMES = 100_000  # that are kept at hand


class Names:
    """What persons are called, and which of them are programs; for showing."""

    def __init__(self) -> None:
        self.by_person: dict[str, str] = {}
        self.programs: set[str] = set()

    def hear(self, person: str, name: str, *, program: bool) -> None:
        """A person is called so from now on; who was heard of longest ago is forgotten first."""
        self.by_person.pop(person, None)
        self.by_person[person] = name
        if program:
            self.programs.add(person)
        if len(self.by_person) > MOST_NAMES:
            gone = next(iter(self.by_person))
            del self.by_person[gone]
            self.programs.discard(gone)


def belongs_to(state: State, events: Iterable[Event] = ()) -> set[str]:
    """The persons to whom something here belongs: a seat, a hand of the round before, what an event is about."""
    theirs = {seat.person for seat in state.seats if seat is not None}
    if state.last is not None:
        theirs.update([hand.person for hand in state.last.hands])
    theirs.update([str(data["person"]) for _, data in events if "person" in data])
    return theirs


def seen_as(viewer: Viewer, theirs: Container[str]) -> Viewer:
    """The viewer, or the public, which sees the same as a player to whom nothing belongs."""
    return PUBLIC if viewer.role == "player" and viewer.person not in theirs else viewer


def looks(stream: str, seq: int, state: State, viewer: Viewer, names: Names) -> dict[str, Any]:
    """A table at a sequence, as a viewer sees it."""
    return {"table": stream, "seq": seq, **_seen(state, viewer, names, view(state, viewer, names.by_person))}


def _seen(state: State, viewer: Viewer, names: Names, looks_so: dict[str, Any]) -> dict[str, Any]:
    taken = state.taken()
    mine = viewer.person if viewer.role == "player" else ""
    return {
        "yours": [number for number, seat in taken if mine and seat.person == mine],
        "programs": [number for number, seat in taken if seat.person in names.programs],
        "view": looks_so,
    }


def opening(stream: str, seq: int, state: State, viewer: Viewer, names: Names) -> str:
    """The first message of a socket."""
    return text({"what": "view", **looks(stream, seq, state, viewer, names)})


class Telling:
    """What happened, as it is told to each viewer: what all may know alike is redacted once, and seen once."""

    def __init__(self, happened: Happened, names: Names) -> None:
        self._happened, self._names = happened, names
        state, events = happened.decision.state, happened.decision.events
        self._sight = Sight(state, names.by_person)
        self._alike = [_told(redact(state, event, PUBLIC)) if is_alike(event) else None for event in events]

    def to(self, viewer: Viewer) -> str:
        """The message for a viewer: the events, and the table after them."""
        happened, state = self._happened, self._happened.decision.state
        events = [
            _told(redact(state, event, viewer)) if alike is None else alike
            for event, alike in zip(happened.decision.events, self._alike, strict=True)
        ]
        return text(
            {
                "what": "happened",
                "table": happened.stream,
                "seq": happened.seq,
                "at": happened.at,
                "events": [each for each in events if each is not _UNSEEN],
                **_seen(state, viewer, self._names, self._sight.to(viewer)),
            }
        )


_UNSEEN: dict[str, Any] = {}


def _told(event: Event | None) -> dict[str, Any]:
    """An event that was redacted."""
    return _UNSEEN if event is None else {"kind": event[0], "data": event[1]}


def own_view(state: State, viewer: Viewer) -> dict[str, Any]:
    """A table as a player of the house's own sees it, who knows no more than others do."""
    return view(state, viewer)


def last_round(state: State, viewer: Viewer, names: Names) -> dict[str, Any] | None:
    """What the round before came to."""
    return came_to(state, viewer, names.by_person)


def receipt_of(state: State, viewer: Viewer, head: str, logged: Mapping[str, Any]) -> dict[str, Any] | None:
    """The receipt of the round before, with the recording's head at its end, and its place in the house's log."""
    found = receipt(state, viewer)
    return None if found is None else {**found, "head": head, **logged}


def hidden(state: State) -> dict[str, Any]:
    """Every card that is dealt: for an auditor who has said why, which is on record."""
    return dealt(state)


def summary(stream: str, state: State) -> dict[str, Any]:
    """A table in a list: what all may know at a glance."""
    book = state.terms.rulebook
    return {
        "table": stream,
        "rulebook": book.id,
        "title": book.title,
        "jurisdiction": book.jurisdiction,
        "phase": state.phase,
        "round": state.round,
        "seats": len(state.seats),
        "taken": [number for number, _ in state.taken()],
        "dealt_by": "the house" if "deal" in state.fixed.automation else "a dealer",
        "session": state.fixed.place.session,
    }


def text(value: Mapping[str, Any]) -> str:
    """A message of a socket."""
    return encode(value).decode()
