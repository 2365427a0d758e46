"""Messages about the floor's work: tables at a glance, dealers, players who are moved or refused, money."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.schemas.common import Body, Chips, Request, Text
from croupier.schemas.rounds import At, Person
from croupier.schemas.table import Cents, DueStep

Where = Annotated[str, Meta(max_length=40, description="the name of a table")]
SeatNumber = Annotated[int, Meta(ge=1, le=100, description="the number of a seat, from the dealer's left")]


# ---- at a glance -------------------------------------------------------------------------------------------


class TableDealer(Struct, frozen=True):
    """The dealer of a table; the house itself, or nobody yet, has no name."""

    table: str
    name: str
    since: Annotated[int, Meta(description="house time, in milliseconds; 0 if nobody is signed on")]
    you: bool


class OnDuty(Struct, frozen=True):
    """A dealer who is signed on."""

    person: Person
    name: str
    since: At


class SeatAtGlance(Struct, frozen=True):
    """A seat that is taken, as the floor knows it."""

    seat: int
    person: Person
    name: str
    program: bool
    away: bool
    bankroll: Cents
    staked: Cents
    after: Annotated[str, Meta(description="what happens when the round is over: leave, refuse, move or nothing")]


class DeckAtGlance(Struct, frozen=True):
    """A deck at a table, and how far it is on its way into play."""

    back: str
    status: str


class Glance(Struct, frozen=True):
    """A table at a glance, as the floor sees it."""

    table: str
    session: str
    seq: int
    rulebook: str
    title: str
    phase: str
    round: int
    due: DueStep
    pending: Annotated[list[str] | None, Meta(description="what waits for a ruling")]
    devices: dict[str, str]
    decks: list[DeckAtGlance]
    dealt_by: str
    dealer: OnDuty | None
    closing: Annotated[bool, Meta(description="whether it is closed when the round is over")]
    seats: list[SeatAtGlance]
    places: Annotated[int, Meta(description="how many seats the table has, taken or not")]


class ClosedTable(Struct, frozen=True):
    """A table of the house's settings that is not open, and why, if its rulebook or its game cannot be read."""

    table: str
    rulebook: str
    why: str = ""


class FloorTables(Struct, frozen=True):
    """The tables that one supervises: those first that wait for a ruling; and those that are closed."""

    tables: list[Glance]
    closed: list[ClosedTable]


# ---- orders ------------------------------------------------------------------------------------------------


class OwnSeat(Struct, frozen=True):
    """A seat of one's own, what happens there when the round is over, and why."""

    table: str
    seat: int
    after: Annotated[str, Meta(description="leave, refuse, move, close or nothing")]
    reason: Annotated[str, Meta(description="what the floor has said")]
    to: Annotated[str, Meta(description="the table that one is moved to")]
    to_seat: int


class OwnSeats(Struct, frozen=True):
    """All seats of one's own."""

    places: list[OwnSeat]


class ExclusionRequest(Body, frozen=True):
    """A person to be refused at a table; the person is told the reason."""

    person: Text
    reason: Text


class MoveRequest(Body, frozen=True):
    """A person to be moved from a seat to another, of the same table or another."""

    person: Text
    seat: SeatNumber
    reason: Text
    table: Where = ""


class OrderConfirmation(Struct, frozen=True):
    """An order of the floor that is done, or will be when the round is over, and its sequence on record."""

    table: str
    seq: int
    when: Annotated[str, Meta(description="`now`, or `after the round`")]


class RefusedPerson(Struct, frozen=True):
    """A person who is refused at a table."""

    person: Person
    name: str
    by: Person
    reason: str
    at: At


class RefusedPeople(Struct, frozen=True):
    """All persons who are refused at a table, the latest first."""

    refused: list[RefusedPerson]


# ---- money -------------------------------------------------------------------------------------------------


class ChipTransfer(Body, frozen=True):
    """Chips that are brought to a table, or taken from it."""

    request: Request
    amount: Chips


class CorrectionRequest(Body, frozen=True):
    """A wallet or a tray is put right, up or down, with the reason."""

    request: Request
    account: Annotated[str, Meta(max_length=200, description="`wallet/PERSON` or `tray/TABLE`")]
    amount: Chips
    up: bool
    reason: Text
    incident: Annotated[
        int, Meta(ge=0, le=2**62, description="the row of the significant event at a table that it follows from, or 0")
    ] = 0
