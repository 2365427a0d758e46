"""What is said of a table, field by field, for the description alone: what is sent is made in `outgoing`."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from croupier.schemas.common import ProblemBody

Card = Annotated[str, Meta(description="a card as the deck writes it, or ?? if this viewer may not see it")]
Cents = Annotated[int, Meta(description="cents")]


class Due(Struct):
    """What the table waits for."""

    who: str
    do: str
    seat: int | None = None


class SeatSeen(Struct):
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


class Choice(Struct):
    """What the player who is asked may do, and what it costs."""

    choice: str
    costs: Annotated[dict[str, Any] | int, Meta(description="what it costs, in cents")]
    discards: bool | int
    back: Annotated[str, Meta(description="the wager that comes back by it, by its title; none of most")]


class Instruction(Struct):
    """What a person at the table has to do now."""

    says: str
    clauses: list[str]


class View(Struct):
    """A table as a viewer may see it."""

    rulebook: str
    phase: str
    round: int
    due: Due
    source: str
    publishes: Annotated[
        str, Meta(description="when the seed of the session is made known: at once, 24 hours later, or to no player")
    ]
    commitment: str
    root: Annotated[str, Meta(description="of the shuffled cards: keep it, and compare it with the receipt")]
    numbers: list[int]
    meter: Cents
    dealer: list[Card]
    community: list[Card]
    dead: list[Card]
    rack: int | None
    undealt: int
    pending: list[str] | None
    devices: dict[str, str]
    seats: list[SeatSeen]
    choices: list[Choice]
    columns: dict[str, dict[str, str]]
    instructions: list[Instruction]


class Waited(Struct):
    """Whom the table waits for; seat 0 stands for all who bet."""

    what: str
    seat: int
    since: int
    until: Annotated[int, Meta(description="house time, in milliseconds")]


class ClockSeen(Struct):
    """House time, and until when somebody is waited for."""

    now: int
    waits: Waited | None


class Notice(Struct):
    """What players are told before another submission takes the place of the one that a table is played by."""

    says: str
    clause: str
    under: Annotated[str, Meta(description="the regulation by which it is owed")]
    until: Annotated[int, Meta(description="house time at which it may change, between rounds, in milliseconds")]


class TableSeen(Struct):
    """A table at a sequence, as this viewer sees it."""

    table: str
    session: Annotated[str, Meta(description="under which its rounds are found again")]
    seq: int
    clock: ClockSeen
    notices: list[Notice]
    yours: Annotated[list[int], Meta(description="the viewer's own seats")]
    programs: Annotated[list[int], Meta(description="the seats at which programs play")]
    open: Annotated[list[str], Meta(description="the choices open to the viewer's cards, when the viewer is asked")]
    view: View


class Happening(Struct):
    """An event."""

    kind: str
    data: dict[str, Any]


class SocketView(TableSeen, kw_only=True):
    """The first message of a socket."""

    what: Annotated[str, Meta(pattern="^view$")]


class SocketHappened(TableSeen, kw_only=True):
    """A command came on record."""

    what: Annotated[str, Meta(pattern="^happened$")]
    at: int
    events: list[Happening]


class SocketDone(Struct):
    """One's own command came on record."""

    what: Annotated[str, Meta(pattern="^done$")]
    request: str
    seq: int


class SocketRefused(Struct):
    """One's own command was not carried out."""

    what: Annotated[str, Meta(pattern="^refused$")]
    request: str
    problem: ProblemBody


class HandSeen(Struct):
    """A hand of the round before."""

    seat: int
    name: str
    cards: list[Card]
    discard: list[Card]
    decisions: list[str]
    ending: str
    wagers: dict[str, Cents]
    lines: list[dict[str, Any]]
    limits: list[dict[str, Any]]
    net: Cents


class CameTo(Struct):
    """What the last round came to."""

    round: int
    void: bool
    dealer: list[Card]
    community: list[Card]
    seats: list[HandSeen]


class HiddenHand(Struct):
    """A seat's cards."""

    seat: int
    cards: list[Card]
    discard: list[Card]


class Hidden(Struct):
    """Every card that is dealt."""

    round: int
    dealer: list[Card]
    community: list[Card]
    seats: list[HiddenHand]


class Receipt(Struct):
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
    head: str
    checkpoint: str = ""
    inclusion: dict[str, Any] = {}


class LogSeen(Struct):
    """The house's log."""

    origin: str
    key: str
    checkpoint: str


class LogSince(Struct):
    """How the log has gone on since a checkpoint."""

    checkpoint: str
    consistency: list[str] = []
    restore: list[str] = []


class Sign(Struct):
    """The sign that hangs at the table."""

    title: str
    blocks: list[dict[str, Any]]
    limits: list[str]
    phrases: list[str]
    notices: list[Notice]


class Rules(Struct):
    """A rulebook: clauses, wagers, pay tables, options and rulings."""

    id: str
    title: str
    jurisdiction: str
    document: str
    clauses: list[dict[str, Any]]
    wagers: dict[str, Any]
    tables: list[dict[str, Any]]
    limits: list[dict[str, Any]]
    options: dict[str, Any]
    rulings: dict[str, Any]
    terms: list[dict[str, Any]] = field(default_factory=list)
