"""Messages about a table: its view, events, results, receipts and signs.

A view and a round's result are mappings (`TypedDict`), since the library hands them out as mappings and the socket
encodes them as they are; the type checker holds the code that builds them to these declarations.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, NotRequired, TypedDict

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.schemas.common import ProblemBody, TableNotice

Card = Annotated[str, Meta(description="a card as the deck writes it, or ?? if this viewer may not see it")]
Cents = Annotated[int, Meta(description="cents")]


# ---- a view ------------------------------------------------------------------------------------------------


class DueStep(TypedDict):
    """The step that the table waits for."""

    who: str
    do: str
    seat: NotRequired[int]


class SeatView(TypedDict):
    """A seat that is taken."""

    seat: int
    name: str
    bankroll: Annotated[int | None, Meta(description="cents; of others it is not told")]
    wagers: dict[str, Cents]
    decisions: list[str]
    cards: list[Card]
    discard: list[Card]
    collected: bool
    ending: str
    away: bool
    ready: bool
    lines: Annotated[list[str], Meta(description="what each wager came to, as sentences with their clauses")]


class OfferedChoice(TypedDict):
    """A choice of the player who is asked, and its cost."""

    choice: str
    costs: Annotated[int, Meta(description="what it costs, in cents; the least, where the player says how much")]
    discards: Annotated[int, Meta(description="the cards that are put away with it, or the most of them")]
    back: Annotated[str, Meta(description="the wager that comes back by it, by its title; none of most")]
    gives_up: Annotated[int, Meta(description="the stakes that are lost by it at once, in cents")]
    most: NotRequired[Annotated[int, Meta(description="the most that the player may say, in cents")]]
    unit: NotRequired[Annotated[int, Meta(description="cents of which an amount that the player says is a multiple")]]
    fewest: NotRequired[Annotated[int, Meta(description="the fewest cards that may be put away with it")]]


class StepInstruction(TypedDict):
    """An instruction to a person at the table."""

    says: str
    clauses: list[str]


class DeckSeen(TypedDict):
    """The shuffle of the deck that is dealt from."""

    shuffle: Annotated[int, Meta(description="its number among those of the session")]
    commitment: Annotated[str, Meta(description="to the house's secret for it")]
    cuts: Annotated[list[int], Meta(description="the cards that each cut took off the top: keep them with the root")]


class TableView(TypedDict):
    """A table as a viewer may see it. Money is in cents."""

    rulebook: str
    phase: str
    round: int
    due: DueStep
    source: str
    publishes: Annotated[
        str, Meta(description="when the seed of the session is made known: at once, 24 hours later, or to no player")
    ]
    commitment: Annotated[str, Meta(description="to the house's secret for the next shuffle: keep the first you see")]
    shuffle: Annotated[int, Meta(description="the number of that shuffle among those of the session")]
    root: Annotated[str, Meta(description="of the shuffled cards: keep it, and compare it with the receipt")]
    deck: DeckSeen | None
    promises: Annotated[dict[str, str], Meta(description="SHA-256 of the number that is promised next, by seat")]
    numbers: Annotated[list[int], Meta(description="the seats whose numbers are revealed for this round")]
    owing: Annotated[list[int], Meta(description="the seats whose numbers the round waits for: 'give number'")]
    meter: Cents
    dealer: list[Card]
    community: list[Card]
    dead: list[Card]
    rack: int | None
    undealt: int
    pending: list[str] | None
    devices: dict[str, str]
    seats: list[SeatView]
    choices: list[OfferedChoice]
    columns: dict[str, dict[str, str]]
    instructions: list[StepInstruction]


# ---- messages of a socket ----------------------------------------------------------------------------------


class AwaitedSeat(Struct, frozen=True):
    """The seat that the table waits for; seat 0 stands for all who bet."""

    what: str
    seat: int
    since: int
    until: Annotated[int, Meta(description="house time, in milliseconds")]


class ClockSeen(Struct, frozen=True):
    """House time, and the deadline of the seat that is waited for."""

    now: int
    waits: AwaitedSeat | None


class TableSeen(Struct, frozen=True):
    """A table at a sequence, as this viewer sees it."""

    table: str
    session: Annotated[str, Meta(description="under which its rounds are found again")]
    seq: int
    clock: ClockSeen
    notices: list[TableNotice]
    programs: Annotated[list[int], Meta(description="the seats at which programs play")]
    yours: Annotated[list[int], Meta(description="the viewer's own seats")]
    open: Annotated[list[str], Meta(description="the choices open to the viewer's cards, when the viewer is asked")]
    view: TableView


class TableEvent(Struct, frozen=True):
    """An event."""

    kind: str
    data: Mapping[str, Any]


class SocketView(TableSeen, frozen=True, tag_field="what", tag="view"):
    """The first message of a socket."""


class SocketHappened(TableSeen, frozen=True, tag_field="what", tag="happened"):
    """A command came on record."""

    at: int
    events: list[TableEvent]


class SocketDone(Struct, frozen=True, tag_field="what", tag="done"):
    """One's own command came on record."""

    request: str
    seq: int


class SocketRefused(Struct, frozen=True, tag_field="what", tag="refused"):
    """One's own command was not carried out."""

    request: str
    problem: ProblemBody


# ---- rounds that are over ----------------------------------------------------------------------------------


class HandResult(TypedDict):
    """A hand of a round that is over."""

    seat: int
    name: str
    cards: list[Card]
    discard: list[Card]
    words: Annotated[str, Meta(description="the hand as a dealer announces it, once it and the board lie face up")]
    made: Annotated[list[Card], Meta(description="the cards that make the hand, of its own and of the board")]
    decisions: list[str]
    ending: str
    wagers: dict[str, Cents]
    lines: list[dict[str, Any]]
    limits: list[dict[str, Any]]
    net: Cents


class RoundResult(TypedDict):
    """The result of a round."""

    round: int
    void: bool
    dealer: list[Card]
    words: Annotated[str, Meta(description="the dealer's hand as it is announced, once it lies face up")]
    made: Annotated[list[Card], Meta(description="the cards that make the dealer's hand")]
    community: list[Card]
    seats: list[HandResult]


class DealtHand(TypedDict):
    """A seat's cards."""

    seat: int
    cards: list[Card]
    discard: list[Card]


class DealtCards(TypedDict):
    """Every card that is dealt."""

    round: int
    dealer: list[Card]
    community: list[Card]
    seats: list[DealtHand]


class RoundReceipt(Struct, frozen=True):
    """The receipt of a round, which `croupier verify` checks."""

    receipt: int
    house: str
    table: str
    session: str
    rulebook: str
    round: int
    void: bool
    source: str
    publishes: str
    faces: list[str]
    shown: str
    changes: list[str]
    root: str
    leaves: list[str]
    shuffle: dict[str, Any]
    dealt: list[str]
    cards: list[dict[str, Any]]
    holder: str
    seats: list[dict[str, Any]]
    decks: list[dict[str, Any]]
    counts: dict[str, int]
    head: str
    checkpoint: str | UnsetType = UNSET
    inclusion: dict[str, Any] | UnsetType = UNSET


# ---- the log and the sign ----------------------------------------------------------------------------------


class LogSeen(Struct, frozen=True):
    """The house's log."""

    origin: str
    key: str
    checkpoint: str


class LogSince(Struct, frozen=True):
    """The proof that the log continues the one of an earlier checkpoint."""

    checkpoint: str
    restore: list[str] | UnsetType = UNSET
    consistency: list[str] | UnsetType = UNSET


class TableSign(Struct, frozen=True):
    """The sign that hangs at the table."""

    title: str
    blocks: list[dict[str, Any]]
    limits: list[str]
    phrases: list[str]
    clauses: list[str]
    notices: list[TableNotice]
