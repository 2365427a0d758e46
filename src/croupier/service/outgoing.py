"""All that is said of a table to anybody is made and encoded here, by `view` and `redact` for exactly that viewer.

There is no other way out. A viewer to whom nothing at a table belongs sees what the public sees, so that one encoded
message serves all of those.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection

from croupier.house import exporting, people
from croupier.house.asking import Happened
from croupier.house.replaying import Session
from croupier.house.vault import Keyring
from croupier.table.events import Event
from croupier.table.receipts import receipt
from croupier.table.state import State
from croupier.table.views import PUBLIC, Sight, Viewer, came_to, dealt, redact, redact_all, view

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
    return {
        "table": stream,
        "session": state.fixed.place.session,
        "seq": seq,
        "yours": _yours(state, viewer),
        "programs": _programs(state, names),
        "view": view(state, viewer, names.by_person),
    }


def _yours(state: State, viewer: Viewer) -> list[int]:
    mine = viewer.person if viewer.role == "player" else ""
    return [number for number, seat in state.taken() if seat.person == mine] if mine else []


def _programs(state: State, names: Names) -> list[int]:
    return [number for number, seat in state.taken() if seat.person in names.programs] if names.programs else []


def opening(stream: str, seq: int, state: State, viewer: Viewer, names: Names) -> str:
    """The first message of a socket."""
    return text({"what": "view", **looks(stream, seq, state, viewer, names)})


class Telling:
    """What happened, as it is told to each viewer: what all may know alike is redacted, seen and encoded once."""

    def __init__(self, happened: Happened, names: Names) -> None:
        state, events = happened.decision.state, happened.decision.events
        self._state, self._events = state, events
        self._sight = Sight(state, names.by_person)
        self._told, self._owners = redact_all(state, events)
        about = {
            "what": "happened",
            "table": happened.stream,
            "seq": happened.seq,
            "at": happened.at,
            "programs": _programs(state, names),
        }
        self._about, self._view = encode(about)[:-1], encode(self._sight.shared)[:-1]
        self._public = _encoded(self._told)

    def to(self, viewer: Viewer) -> str:
        """The message for a viewer: the events, and the table after them."""
        assert viewer.role != "auditor"  # noqa: S101 - who audits sees what the floor sees
        events, yours = self._events_for(viewer), encode(_yours(self._state, viewer))
        seats = encode(self._sight.seats(viewer))
        message = b'%b,"events":%b,"yours":%b,"view":%b,"seats":%b}}'
        return (message % (self._about, events, yours, self._view, seats)).decode()

    def _events_for(self, viewer: Viewer) -> bytes:
        """Encoded as for all, unless something of them is the viewer's own."""
        own = [at for at, owner in self._owners.items() if owner == viewer.person]
        if not own or viewer.role != "player":
            return self._public
        told = list(self._told)
        for at in own:
            told[at] = redact(self._state, self._events[at], viewer)
        return _encoded(told)


def _encoded(told: list[Event | None]) -> bytes:
    """Events that were redacted, but for those that nobody may know of."""
    return encode([{"kind": each[0], "data": each[1]} for each in told if each is not None])


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


# ---- what was ----------------------------------------------------------------------------------------------


def names_of(connection: Connection, persons: Iterable[str]) -> Names:
    """What some persons are called now; who has gone, by nothing."""
    names = Names()
    for person in people.named(connection, set(persons)).values():
        names.hear(person.id, person.name, program=person.program)
    return names


def ended_round(connection: Connection, state: State, viewer: Viewer) -> dict[str, Any]:
    """What a round that is over came to, by the state at its end, and which of its hands are the viewer's."""
    hands = state.last.hands if state.last is not None else ()
    names = names_of(connection, {hand.person for hand in hands})
    mine = viewer.person if viewer.role == "player" else ""
    return {
        "yours": [hand.seat for hand in hands if mine and hand.person == mine],
        "came": came_to(state, viewer, names.by_person),
    }


def replayed(connection: Connection, happenings: Iterable[Happened], viewer: Viewer) -> list[msgspec.Raw]:
    """What happened in a round that is over, as a viewer was told it at its socket then."""
    some = list(happenings)
    names = names_of(connection, {person for each in some for person in belongs_to(each.decision.state)})
    return [msgspec.Raw(Telling(each, names).to(viewer).encode()) for each in some]


def replayed_openly(connection: Connection, happenings: Iterable[Happened], viewer: Viewer) -> list[dict[str, Any]]:
    """The same for an auditor who has said why, which is on record: as a player was told it, or with every dealt card.

    As a player it is what that player saw; as anybody else, each moment has every card that was dealt by then.
    """
    some = list(happenings)
    told = replayed(connection, some, viewer)
    cards = [None if viewer.role == "player" else dealt(each.decision.state) for each in some]
    return [{"told": each, "dealt": openly} for each, openly in zip(told, cards, strict=True)]


def recording(connection: Connection, keyring: Keyring, about: Session, upto: int | None) -> Iterator[bytes]:
    """A session as a recording: for an auditor or a manager who has said why, which is on record."""
    return exporting.recording(connection, keyring, about, upto)


# ---- at a glance -------------------------------------------------------------------------------------------


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
