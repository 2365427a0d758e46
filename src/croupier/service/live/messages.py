"""All that is said of a table to anybody is made and encoded here, by `view` and `redact` for exactly that viewer.

There is no other way out. A viewer to whom nothing at a table belongs sees what the public sees, so that one encoded
message serves all of those.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Any, TypeAlias

import msgspec
from sqlalchemy import Connection

from croupier.house.config.clocks import Deadline
from croupier.house.engine.replay import Session
from croupier.house.engine.requests import Committed
from croupier.house.people import users
from croupier.house.records import export
from croupier.house.storage.vault import Keyring
from croupier.rulebook import Refusal
from croupier.rulebook.notices import DueNotice
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import PUBLIC, SharedView, Viewer, came_to, choices, dealt, redact, redact_all, view
from croupier.training.lesson import DEALER as LEARNER
from croupier.training.lesson import Lesson

TableContext: TypeAlias = dict[str, Any]  # what stands beside a view, alike for all
_encoder = msgspec.json.Encoder()
encode = _encoder.encode
MOST_NAMES = 100_000  # that are kept at hand
DEALER = "a dealer"
Notices: TypeAlias = Sequence[Mapping[str, Any]]


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


def notices(owed: Iterable[DueNotice], until: int) -> Notices:
    """What hangs at a table that will be played by another submission, until then at least: all may know it."""
    return [{"says": each.change, "clause": each.clause, "under": each.ref, "until": until} for each in owed]


def looks(stream: str, seq: int, state: State, viewer: Viewer, names: Names, shown: TableContext) -> dict[str, Any]:
    """A table at a sequence, as a viewer sees it, and what is shown beside it."""
    return {
        "table": stream,
        "session": state.fixed.place.session,
        "seq": seq,
        **shown,
        "yours": _yours(state, viewer),
        "programs": _programs(state, names),
        "open": _open_to(state, viewer),
        "view": view(state, viewer, names.by_person),
    }


def _yours(state: State, viewer: Viewer) -> list[int]:
    mine = viewer.person if viewer.role == "player" else ""
    return [number for number, seat in state.taken() if seat.person == mine] if mine else []


def _programs(state: State, names: Names) -> list[int]:
    return [number for number, seat in state.taken() if seat.person in names.programs] if names.programs else []


def _open_to(state: State, viewer: Viewer) -> list[str]:
    """The choices that are open to the cards of a person who is asked and has seen them; of others nothing is said."""
    step = due(state)
    if viewer.role != "player" or step.do != "decide" or not state.looked:
        return []
    seat = state.seat(step.seat)
    if seat.person != viewer.person:
        return []
    cards, game = state.hand(seat).cards, state.fixed.game
    names = [str(each["choice"]) for each in choices(state, step.seat)]
    return [name for name in names if game.may(name, cards, state.terms)]


def opening(stream: str, seq: int, state: State, viewer: Viewer, names: Names, shown: TableContext) -> str:
    """The first message of a socket."""
    return text({"what": "view", **looks(stream, seq, state, viewer, names, shown)})


def table_context(now: int, waits: Deadline | None, posted: Notices = ()) -> TableContext:
    """House time, until when somebody is waited for, so that a client can show how much is left, and the notices."""
    waited = None
    if waits is not None:
        waited = {"what": waits.what, "seat": waits.seat, "since": waits.since, "until": waits.at}
    return {"clock": {"now": now, "waits": waited}, "notices": posted}


class Broadcast:
    """What happened, as it is told to each viewer: what all may know alike is redacted, seen and encoded once."""

    def __init__(self, happened: Committed, names: Names, shown: TableContext | None = None) -> None:
        self._happened = happened
        state, events = happened.decision.state, happened.decision.events
        self._sight = SharedView(state, names.by_person)
        self._told, self._owners = redact_all(state, events)
        about = {
            "what": "happened",
            "table": happened.stream,
            "session": happened.session,
            "seq": happened.seq,
            "at": happened.at,
            **(shown or table_context(happened.at, None)),  # of what is told later, that of its own moment
            "programs": _programs(state, names),
        }
        self._about, self._view = encode(about)[:-1], encode(self._sight.shared)[:-1]
        self._public = _encoded(self._told)

    def to(self, viewer: Viewer) -> str:
        """The message for a viewer: the events, and the table after them."""
        assert viewer.role != "auditor"  # noqa: S101 - who audits sees what the floor sees
        state = self._happened.decision.state
        own = encode({"yours": _yours(state, viewer), "open": _open_to(state, viewer)})[1:-1]
        events, seats = self._events_for(viewer), encode(self._sight.seats(viewer))
        message = b'%b,"events":%b,%b,"view":%b,"seats":%b}}'
        return (message % (self._about, events, own, self._view, seats)).decode()

    def _events_for(self, viewer: Viewer) -> bytes:
        """Encoded as for all, unless something of them is the viewer's own."""
        own = [at for at, owner in self._owners.items() if owner == viewer.person]
        if not own or viewer.role != "player":
            return self._public
        state, events = self._happened.decision.state, self._happened.decision.events
        told = list(self._told)
        for at in own:
            told[at] = redact(state, events[at], viewer)
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
    for person in users.named(connection, set(persons)).values():
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


def replayed(connection: Connection, happenings: Iterable[Committed], viewer: Viewer) -> list[msgspec.Raw]:
    """What happened in a round that is over, as a viewer was told it at its socket then."""
    some = list(happenings)
    names = names_of(connection, {person for each in some for person in belongs_to(each.decision.state)})
    return [msgspec.Raw(Broadcast(each, names).to(viewer).encode()) for each in some]


def replayed_openly(connection: Connection, happenings: Iterable[Committed], viewer: Viewer) -> list[dict[str, Any]]:
    """The same for an auditor who has said why, which is on record: as a player was told it, or with every dealt card.

    As a player it is what that player saw; as anybody else, each moment has every card that was dealt by then.
    """
    some = list(happenings)
    told = replayed(connection, some, viewer)
    if viewer.role == "player":
        return [{"told": each, "dealt": None} for each in told]
    cards = accumulate((dealt(each.decision.state) for each in some), _dealt_so_far)
    return [{"told": each, "dealt": openly} for each, openly in zip(told, cards, strict=True)]


def _dealt_so_far(before: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """What was dealt stays told when it is collected: of each place the moment at which most lay there."""
    seats = {each["seat"]: each for each in before["seats"]}
    for each in now["seats"]:
        seats[each["seat"]] = _fuller(seats.get(each["seat"], each), each, "cards", "discard")
    return {**_fuller(before, now, "dealer", "community"), "seats": [seats[number] for number in sorted(seats)]}


def _fuller(before: dict[str, Any], now: dict[str, Any], *places: str) -> dict[str, Any]:
    return {**now, **{place: max(now[place], before[place], key=len) for place in places}}


def recording(connection: Connection, keyring: Keyring, about: Session, upto: int | None) -> Iterator[bytes]:
    """A session as a recording: for an auditor or a manager who has said why, which is on record."""
    return export.recording(connection, keyring, about, upto)


# ---- lessons -----------------------------------------------------------------------------------------------


def lesson(taught: Lesson, told: Iterable[Event], wrong: Refusal | None) -> dict[str, Any]:
    """A lesson as its learner sees it, with what has happened: both as a dealer knows them, and no more."""
    over = taught.is_over
    return {
        "over": over,
        "steps": taught.steps(),
        "due": None if over else _expected(taught),
        "wrong": {name: getattr(wrong, name) for name in ("why", "accepted", "clauses")} if wrong is not None else None,
        "view": view(taught.state, LEARNER),
        "events": [{"kind": each.kind, "data": each.data} for each in told],
        "report": report(taught),
    }


def _expected(taught: Lesson) -> dict[str, Any]:
    now = taught.now()
    by_hand = [{"says": each.says, "clauses": each.clauses} for each in now.by_hand]
    return {"do": now.do, "clauses": now.clauses, "by_hand": by_hand}


def report(taught: Lesson) -> dict[str, Any]:
    """How a lesson went, by clause."""
    faults = [each for each in taught.marks if each.result != "done"]
    return {
        "rulebook": taught.state.terms.rulebook.id,
        "rounds": taught.state.round,
        "clauses": [{"clause": clause, **asdict(score)} for clause, score in taught.report().items()],
        "faults": [{name: getattr(each, name) for name in ("result", "what", "clauses")} for each in faults],
    }


# ---- at a glance -------------------------------------------------------------------------------------------


def summary(stream: str, state: State, posted: Notices) -> dict[str, Any]:
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
        "dealt_by": dealt_by(state),
        "meter": state.meter,
        "session": state.fixed.place.session,
        "notices": posted,
    }


def glance(stream: str, seq: int, state: State, names: Names, after: Callable[[int], str]) -> dict[str, Any]:
    """A table as the floor sees it at a glance, with who sits there; `after` says what then happens at a seat."""
    seen = view(state, Viewer("floor"), names.by_person)
    seats = [
        {
            **{name: shown[name] for name in ("seat", "name", "away", "bankroll")},
            "person": seat.person,
            "program": seat.person in names.programs,
            "staked": sum(seat.wagers.values()),
            "after": after(number),
        }
        for shown, (number, seat) in zip(seen["seats"], state.taken(), strict=True)
    ]
    listed = summary(stream, state, ())
    told = {name: listed[name] for name in ("table", "session", "rulebook", "title", "phase", "round", "dealt_by")}
    due = {name: seen[name] for name in ("due", "pending", "devices")}
    decks = [{"back": each.back, "status": each.status} for each in state.decks]
    return {**told, "seq": seq, **due, "decks": decks, "seats": seats, "places": len(state.seats)}


def dealt_by(state: State) -> str:
    """Who deals at a table."""
    return "the house" if "deal" in state.fixed.automation else DEALER


def text(value: Mapping[str, Any]) -> str:
    """A message of a socket."""
    return encode(value).decode()
