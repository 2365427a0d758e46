"""Messages about a table for each viewer, redacted by `view` and `redact`, built as schemas and encoded.

No other module shows a table. A viewer to whom nothing at a table belongs sees what the public sees, so that one
encoded message serves all of those.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from itertools import accumulate
from typing import Any, NamedTuple, TypeAlias

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
from croupier.schemas.common import TableNotice, TableSummary
from croupier.schemas.floor import DeckAtGlance, Glance, OnDuty, SeatAtGlance
from croupier.schemas.layout import Layout
from croupier.schemas.rounds import OpenMoment
from croupier.schemas.table import (
    AwaitedSeat,
    ClockSeen,
    DealtCards,
    DealtHand,
    OfferedChoice,
    RoundReceipt,
    RoundResult,
    SeatView,
    SocketHappened,
    SocketView,
    TableEvent,
    TableSeen,
    TableView,
)
from croupier.schemas.training import ClauseScore, ExpectedStep, LessonReport, LessonSeen, StepFault, WrongStep
from croupier.service.live.house_edges import house_edge
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import Seat, State
from croupier.table.model.steps import Due
from croupier.table.receipts.receipt import receipt
from croupier.table.views.view import (
    PUBLIC,
    SeatViews,
    SharedView,
    Viewer,
    came_to,
    choices,
    dealt,
    redact,
    redact_all,
    view,
)
from croupier.training.lesson import DEALER as LEARNER
from croupier.training.lesson import Lesson

_encoder = msgspec.json.Encoder()
encode = _encoder.encode
MOST_NAMES = 100_000  # that are kept at hand
DEALER = "a dealer"
Notices: TypeAlias = Sequence[TableNotice]
raw: Any = msgspec.Raw  # JSON in the place of the value that it encodes: it is sent as it is


class TableContext(NamedTuple):
    """The clock and the notices of a table, which stand beside its view and are alike for all viewers."""

    clock: ClockSeen
    notices: list[TableNotice]


class Names:
    """The names of persons for showing, and which of them are programs or guests."""

    def __init__(self) -> None:
        self.by_person: dict[str, str] = {}
        self.programs: set[str] = set()
        self.guests: set[str] = set()

    def hear(self, person: str, name: str, *, program: bool, guest: bool = False) -> None:
        """Record a person's name; the name that was recorded longest ago is forgotten first."""
        self.by_person.pop(person, None)
        self.by_person[person] = name
        if program:
            self.programs.add(person)
        (self.guests.add if guest else self.guests.discard)(person)
        if len(self.by_person) > MOST_NAMES:
            gone = next(iter(self.by_person))
            del self.by_person[gone]
            self.programs.discard(gone)
            self.guests.discard(gone)


def belongs_to(state: State, events: Iterable[Event] = ()) -> set[str]:
    """The persons to whom something here belongs: a seat, a hand of the round before, what an event is about."""
    theirs = {seat.person for seat in state.seats if seat is not None}
    if state.last is not None:
        theirs.update([hand.person for hand in state.last.hands])
    for _, data in events:
        if "person" in data:
            theirs.add(str(data["person"]))
    return theirs


def seen_as(viewer: Viewer, theirs: Container[str]) -> Viewer:
    """The viewer, or the public, which sees the same as a player to whom nothing belongs."""
    return PUBLIC if viewer.role == "player" and viewer.person not in theirs else viewer


def notices(owed: Iterable[DueNotice], until: int) -> Notices:
    """The notices at a table that will be played by another submission, until then at least: all may know them."""
    return [TableNotice(each.change, each.clause, each.ref, until) for each in owed]


def table_seen(table_name: str, seq: int, state: State, viewer: Viewer, names: Names, shown: TableContext) -> TableSeen:
    """A table at a sequence, as a viewer sees it, with its clock and notices."""
    return TableSeen(*_looks(table_name, seq, state, viewer, names, shown))


def opening(table_name: str, seq: int, state: State, viewer: Viewer, names: Names, shown: TableContext) -> str:
    """The first message of a socket."""
    return text(SocketView(*_looks(table_name, seq, state, viewer, names, shown)))


def _looks(
    table_name: str, seq: int, state: State, viewer: Viewer, names: Names, shown: TableContext
) -> tuple[str, str, int, ClockSeen, list[TableNotice], list[int], list[int], list[str], TableView]:
    """The fields of a table as a viewer sees it, in the order of the schema."""
    taken, mine = state.taken(), viewer.person if viewer.role == "player" else ""
    yours = [number for number, seat in taken if mine and seat.person == mine]
    own = _programs(taken, names), yours, _open_to(state, due(state), yours)
    return table_name, state.fixed.place.session, seq, *shown, *own, view(state, viewer, names.by_person)


def _programs(taken: Iterable[tuple[int, Seat]], names: Names) -> list[int]:
    """The seats at which programs play."""
    return [number for number, seat in taken if seat.person in names.programs] if names.programs else []


def _open_to(
    state: State, step: Due, yours: Container[int], offered: Iterable[OfferedChoice] | None = None
) -> list[str]:
    """The choices that are open to the cards of a person who is asked and has seen them; of others nothing is said."""
    if step.do != "decide" or step.seat not in yours or not state.looked:
        return []
    cards, game = state.hand(state.seat(step.seat)).cards, state.fixed.game
    names = [each["choice"] for each in (choices(state, step.seat) if offered is None else offered)]
    return [name for name in names if game.may(name, cards, state.terms)]


def table_context(now: int, waits: Deadline | None, posted: Notices = ()) -> TableContext:
    """House time, the deadline of the seat that is waited for, so that a client can show it, and the notices."""
    waited = AwaitedSeat(waits.what, waits.seat, waits.since, waits.at) if waits is not None else None
    return TableContext(ClockSeen(now, waited), list(posted))


class SeatsTold:
    """The seats of one table as they were last told, encoded: one that shows the same is not encoded again."""

    def __init__(self) -> None:
        self.views = SeatViews()
        self._encoded: dict[tuple[int, str], tuple[SeatView, bytes]] = {}

    def encoded(self, at: int, seat: SeatView, way: str = "public") -> bytes:
        """A seat by its place among those that are taken, encoded; `way` says who sees it so."""
        key = at, way
        kept = self._encoded.get(key)
        if kept is None or kept[0] is not seat:
            kept = self._encoded[key] = seat, encode(seat)
        return kept[1]


class Broadcast:
    """A committed command as it is told to each viewer: what all may know alike is redacted, seen and encoded once.

    A message is a `SocketHappened`, put together from encoded parts, since building the struct for each viewer takes a
    tenth longer; a test holds every field of it to the schema.
    """

    def __init__(
        self, happened: Committed, names: Names, shown: TableContext | None = None, kept: SeatsTold | None = None
    ) -> None:
        self._happened, self._kept = happened, SeatsTold() if kept is None else kept
        state, events = happened.decision.state, happened.decision.events
        self._sight = SharedView(state, names.by_person, self._kept.views)
        self._told, self._owners = redact_all(state, events)
        context = shown or table_context(happened.at, None)  # a replay has the clock of its own moment
        about = {
            "what": "happened",
            "table": happened.stream,
            "session": happened.session,
            "seq": happened.seq,
            "at": happened.at,
            "clock": context.clock,
            "notices": context.notices,
            "programs": _programs(self._sight.taken, names),
        }
        shared: dict[str, Any] = {**self._sight.public}
        self._seats = [self._kept.encoded(at, seat) for at, seat in enumerate(shared.pop("seats"))]
        self._about, self._view, self._events = encode(about)[:-1], encode(shared)[:-1], encode(_events(self._told))

    def to(self, viewer: Viewer) -> str:
        """The message for a viewer: the events, and the table after them."""
        assert viewer.role != "auditor"  # noqa: S101 - who audits sees what the floor sees
        sight, seats = self._sight, [*self._seats]
        own = sight.seats_of(viewer)
        for at, seat in own.items():
            seats[at] = self._kept.encoded(at, seat, viewer.role)
        yours = [sight.taken[at][0] for at in own] if viewer.role == "player" else []
        choices = _open_to(self._happened.decision.state, sight.due, yours, sight.public["choices"]) if yours else []
        events = self._events_for(viewer) if self._owners else self._events
        message = b'%b,"events":%b,%b,"view":%b,"seats":[%b]}}'
        whose = encode({"yours": yours, "open": choices})[1:-1]
        return (message % (self._about, events, whose, self._view, b",".join(seats))).decode()

    def _events_for(self, viewer: Viewer) -> bytes:
        """Events, encoded as for all, unless something of them is the viewer's own."""
        own = [at for at, owner in self._owners.items() if owner == viewer.person]
        if not own or viewer.role != "player":
            return self._events
        state, events = self._happened.decision.state, self._happened.decision.events
        told = list(self._told)
        for at in own:
            told[at] = redact(state, events[at], viewer)
        return encode(_events(told))


def _events(told: Iterable[Event | None]) -> list[TableEvent]:
    """Events that were redacted, without those that are the auditor's alone."""
    return [TableEvent(*each) for each in told if each is not None]


def own_view(state: State, viewer: Viewer) -> TableView:
    """A table as a player of the house's own sees it, who knows no more than others do."""
    return view(state, viewer)


def last_round(state: State, viewer: Viewer, names: Names) -> RoundResult | None:
    """The result of the round before."""
    return came_to(state, viewer, names.by_person)


def receipt_of(state: State, viewer: Viewer, head: str, logged: Mapping[str, Any]) -> RoundReceipt | None:
    """The receipt of the round before, with the recording's head at its end, and its place in the house's log."""
    found = receipt(state, viewer)
    return None if found is None else RoundReceipt(**found, head=head, **logged)


def hidden(state: State) -> DealtCards:
    """Every card that is dealt: for an auditor who has said why, which is on record."""
    return dealt(state)


# ---- rounds that are over ----------------------------------------------------------------------------------


def names_of(connection: Connection, persons: Iterable[str], only: str = "") -> Names:
    """The present names of some persons, or of one of them only; closed accounts have none."""
    names = Names()
    for person in users.named(connection, set(persons)).values():
        names.hear(person.id, person.name if only in {"", person.id} else "", program=person.program)
    return names


def ended_round(connection: Connection, state: State, viewer: Viewer, only: str = "") -> tuple[list[int], RoundResult]:
    """The viewer's seats in a round that is over, and its result, by the state at its end; `only` has a name."""
    assert state.last is not None  # noqa: S101 - a round is over
    hands = state.last.hands
    names = names_of(connection, {hand.person for hand in hands}, only)
    mine = viewer.person if viewer.role == "player" else ""
    result = came_to(state, viewer, names.by_person)
    assert result is not None  # noqa: S101 - as above
    return [hand.seat for hand in hands if mine and hand.person == mine], result


def replayed(
    connection: Connection, happenings: Iterable[Committed], viewer: Viewer, only: str = ""
) -> list[SocketHappened]:
    """The messages of a round that is over, as a viewer was told them at its socket then; `only` has a name."""
    some = list(happenings)
    names = names_of(connection, {person for each in some for person in belongs_to(each.decision.state)}, only)
    return [raw(Broadcast(each, names).to(viewer).encode()) for each in some]


def replayed_openly(connection: Connection, happenings: Iterable[Committed], viewer: Viewer) -> list[OpenMoment]:
    """A replay for an auditor who has said why, which is on record: as a player was told it, or with every dealt card.

    As a player it is what that player saw; as anybody else, each moment has every card that was dealt by then.
    """
    some = list(happenings)
    told = replayed(connection, some, viewer)
    if viewer.role == "player":
        return [OpenMoment(each, None) for each in told]
    cards = accumulate((dealt(each.decision.state) for each in some), _dealt_so_far)
    return [OpenMoment(each, openly) for each, openly in zip(told, cards, strict=True)]


def _dealt_so_far(before: DealtCards, now: DealtCards) -> DealtCards:
    """The dealt cards of two moments: of each place the moment at which most lay there, since cards are collected."""
    seats = {each["seat"]: each for each in before["seats"]}
    for each in now["seats"]:
        seats[each["seat"]] = _fuller(seats.get(each["seat"], each), each)
    return {
        "round": now["round"],
        "dealer": max(now["dealer"], before["dealer"], key=len),
        "community": max(now["community"], before["community"], key=len),
        "seats": [seats[number] for number in sorted(seats)],
    }


def _fuller(before: DealtHand, now: DealtHand) -> DealtHand:
    return {
        "seat": now["seat"],
        "cards": max(now["cards"], before["cards"], key=len),
        "discard": max(now["discard"], before["discard"], key=len),
    }


def recording(connection: Connection, keyring: Keyring, about: Session, upto: int | None) -> Iterator[bytes]:
    """A session as a recording: for an auditor or a manager who has said why, which is on record."""
    return export.recording(connection, keyring, about, upto)


# ---- lessons -----------------------------------------------------------------------------------------------


def lesson(taught: Lesson, told: Iterable[Event], wrong: Refusal | None, at: int, layout: Layout) -> LessonSeen:
    """A lesson as its learner sees it, with its events: both as a dealer knows them, and no more."""
    over = taught.is_over
    return LessonSeen(
        at=at,
        layout=layout,
        over=over,
        steps=list(taught.steps()),
        due=None if over else _expected(taught),
        wrong=WrongStep(wrong.why, wrong.accepted, list(wrong.clauses)) if wrong is not None else None,
        view=view(taught.state, LEARNER),
        events=_events(told),
        report=report(taught),
    )


def _expected(taught: Lesson) -> ExpectedStep:
    now = taught.now()
    return ExpectedStep(
        now.do, list(now.clauses), [{"says": it.says, "clauses": list(it.clauses)} for it in now.by_hand]
    )


def report(taught: Lesson) -> LessonReport:
    """The report of a lesson, by clause."""
    book = taught.state.terms.rulebook
    return LessonReport(
        rulebook=taught.state.terms.rulebook.id,
        rounds=taught.state.round,
        clauses=[
            ClauseScore(clause, book.clause(clause).brief if clause else "", **asdict(score))
            for clause, score in taught.report().items()
        ],
        faults=[
            StepFault(it.result, it.what, list(it.clauses), it.times) for it in taught.marks if it.result != "done"
        ],
        open="" if taught.is_over else taught.now().do,
    )


# ---- at a glance -------------------------------------------------------------------------------------------


def summary(table_name: str, state: State, names: Names, posted: Notices) -> TableSummary:
    """A table in a list: what all may know at a glance."""
    book = state.terms.rulebook
    return TableSummary(
        table=table_name,
        rulebook=book.id,
        title=book.title,
        jurisdiction=book.jurisdiction,
        document=book.document,
        edge=house_edge(state.terms.submission),
        phase=state.phase,
        round=state.round,
        seats=len(state.seats),
        taken=[number for number, _ in state.taken()],
        players=[names.by_person.get(seat.person, "") for _, seat in state.taken()],
        dealt_by=dealt_by(state),
        meter=state.meter,
        session=state.fixed.place.session,
        notices=list(posted),
    )


class FloorOrders(NamedTuple):
    """The orders at a table beside its state: the dealer on duty, and what follows when the round is over."""

    dealer: OnDuty | None
    closing: bool
    after: Callable[[int], str]  # the order for a seat


def glance(table_name: str, seq: int, state: State, names: Names, orders: FloorOrders) -> Glance:
    """A table as the floor sees it at a glance, with the persons who sit there."""
    seen, book = view(state, Viewer("floor"), names.by_person), state.terms.rulebook
    return Glance(
        table=table_name,
        session=state.fixed.place.session,
        seq=seq,
        rulebook=book.id,
        title=book.title,
        phase=state.phase,
        round=state.round,
        due=seen["due"],
        pending=seen["pending"],
        devices=seen["devices"],
        decks=[DeckAtGlance(each.back, each.status) for each in state.decks],
        dealt_by=dealt_by(state),
        dealer=orders.dealer,
        closing=orders.closing,
        seats=[
            SeatAtGlance(
                seat=number,
                person=seat.person,
                name=names.by_person.get(seat.person, ""),
                program=seat.person in names.programs,
                away=seat.away,
                bankroll=seat.bankroll,
                staked=sum(seat.wagers.values()),
                after=orders.after(number),
            )
            for number, seat in state.taken()
        ],
        places=len(state.seats),
    )


def dealt_by(state: State) -> str:
    """The dealer of a table: the house, or a dealer."""
    return "the house" if "deal" in state.fixed.automation else DEALER


def text(message: msgspec.Struct) -> str:
    """A message of a socket, encoded."""
    return encode(message).decode()
