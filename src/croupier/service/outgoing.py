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
from croupier.table.views import PUBLIC, Viewer, came_to, dealt, redact, view

_encoder = msgspec.json.Encoder()
encode = _encoder.encode


class Names:
    """What persons are called, and which of them are programs; for showing."""

    def __init__(self) -> None:
        self.by_person: dict[str, str] = {}
        self.programs: set[str] = set()

    def hear(self, person: str, name: str, *, program: bool) -> None:
        """A person is called so from now on."""
        self.by_person[person] = name
        if program:
            self.programs.add(person)


def belongs_to(state: State, events: Iterable[Event] = ()) -> set[str]:
    """The persons to whom something here belongs: a seat, a hand of the round before, what an event is about."""
    theirs = {seat.person for seat in state.seats if seat is not None}
    if state.last is not None:
        theirs.update(hand.person for hand in state.last.hands)
    theirs.update(str(event.data["person"]) for event in events if "person" in event.data)
    return theirs


def seen_as(viewer: Viewer, theirs: Container[str]) -> Viewer:
    """The viewer, or the public, which sees the same as a player to whom nothing belongs."""
    return PUBLIC if viewer.role == "player" and viewer.person not in theirs else viewer


def looks(stream: str, seq: int, state: State, viewer: Viewer, names: Names) -> dict[str, Any]:
    """A table at a sequence, as a viewer sees it."""
    return {"table": stream, "seq": seq, **_seen(state, viewer, names)}


def _seen(state: State, viewer: Viewer, names: Names) -> dict[str, Any]:
    taken = state.taken()
    mine = viewer.person if viewer.role == "player" else ""
    return {
        "yours": [number for number, seat in taken if mine and seat.person == mine],
        "programs": [number for number, seat in taken if seat.person in names.programs],
        "view": view(state, viewer, names.by_person),
    }


def opening(stream: str, seq: int, state: State, viewer: Viewer, names: Names) -> str:
    """The first message of a socket."""
    return text({"what": "view", **looks(stream, seq, state, viewer, names)})


def told(happened: Happened, viewer: Viewer, names: Names) -> str:
    """What happened, and the table after it."""
    state = happened.decision.state
    redacted = [redact(state, event, viewer) for event in happened.decision.events]
    return text(
        {
            "what": "happened",
            "table": happened.stream,
            "seq": happened.seq,
            "at": happened.at,
            "events": [{"kind": each.kind, "data": each.data} for each in redacted if each is not None],
            **_seen(state, viewer, names),
        }
    )


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
