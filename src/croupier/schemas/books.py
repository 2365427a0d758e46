"""Messages about the books: figures, the ledger, significant events, and the state of the record."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct

from croupier.schemas.rounds import At, Person, TableInterventions
from croupier.schemas.table import Cents


class TableFigures(Struct, frozen=True):
    """The figures of a table for a time; void rounds do not count."""

    table: str
    rounds: int
    drop: Annotated[int, Meta(description="chips that were bought at the table, in cents")]
    handle: Annotated[int, Meta(description="what was staked, in cents")]
    win: Annotated[int, Meta(description="what the table has kept of it, in cents")]
    hold: Annotated[float | None, Meta(description="win by drop; null where nothing was dropped")]
    to_meters: Annotated[int, Meta(description="what went into meters less what they paid, in cents; not in the win")]
    tray: Annotated[int, Meta(description="what the tray holds now, in cents")]
    exposure: Annotated[
        int | None,
        Meta(description="the most that what stands on the layout now could win, in cents; null of a closed table"),
    ]


class Interventions(TableInterventions, frozen=True):
    """The counts of what one person has done at a table."""

    person: Annotated[Person, Meta(description="empty: the table or its device by itself")]
    name: str


class HouseFigures(Struct, frozen=True):
    """The figures of tables for a time, and what was done against players there, by table and person."""

    since: At
    before: At
    tables: list[TableFigures]
    interventions: list[Interventions]
    counted_from: Annotated[At, Meta(description="from when interventions are counted; in a long time later")]


class AccountBalance(Struct, frozen=True):
    """An account of the ledger."""

    account: str
    holds: Cents


class Ledger(Struct, frozen=True):
    """A page of accounts by name; `after` is where the next page begins, if there is one."""

    accounts: list[AccountBalance]
    after: str


class SignificantEvent(Struct, frozen=True):
    """A significant event."""

    seq: int
    at: At
    by: Person
    name: Annotated[str, Meta(description="of who has done it, as it is now; nothing of the house itself")]
    what: str
    says: dict[str, Any]


class SignificantEvents(Struct, frozen=True):
    """A page of significant events, the latest first; `after` is where the next page begins, and 0 behind the last."""

    events: list[SignificantEvent]
    after: int


class StreamEnd(Struct, frozen=True):
    """The end of a stream of the record, and whether its last row is the one that was put there last."""

    stream: str
    seq: int
    at: At
    stands: bool


class LogEnd(Struct, frozen=True):
    """The house's log, and whether its last checkpoint is signed for the rounds that are in it."""

    origin: str
    rounds: int
    waiting: Annotated[int, Meta(description="rounds that the next checkpoint takes up")]
    checkpoint: str
    at: At
    stands: bool


class RecordStatus(Struct, frozen=True):
    """The state of the record, at a look: `croupier house verify` goes through all of it."""

    streams: list[StreamEnd]
    log: LogEnd | None
