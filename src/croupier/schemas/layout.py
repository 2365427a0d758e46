"""Messages about a table's layout: all that a client needs to draw it."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta, Struct

from croupier.schemas.table import Cents


class WagerSpot(Struct, frozen=True):
    """A wager's place on the layout; the stakes are in cents."""

    name: str
    title: str
    clauses: list[str]
    placed: str
    required: bool
    side: bool
    equal_to: Annotated[str | None, Meta(description="the wager that this one equals")]
    of: Annotated[str | None, Meta(description="the wager that this one is so many times of")]
    times: list[float]
    needs: list[str]
    least: Cents
    most: Cents
    on_all_hands: bool
    withdrawable: bool


class DeckFaces(Struct, frozen=True):
    """The faces of a deck, each once, with their names in words."""

    name: str
    faces: dict[str, str]
    order: Annotated[list[str], Meta(description="the face of each card by its number")]


class CardPlaces(Struct, frozen=True):
    """The number of cards at each place when all are dealt."""

    each: int
    dealer: int
    community: int
    community_from: Annotated[
        Literal["left", "right"], Meta(description="the dealer's side at which the first community card lies")
    ]


class TablePace(Struct, frozen=True):
    """The times that a table waits, and those that clients may take to show an event; in milliseconds."""

    bet: int
    decide: int
    away: int
    card: int
    step: int


class CallableIrregularity(Struct, frozen=True):
    """An irregularity that can be called, and the clauses that say what it leads to; without any, the floor says."""

    what: str
    means: str
    clauses: list[str]


class ReportForm(Struct, frozen=True):
    """A report of real cards: the arguments it needs and may have, its places, and the clauses on what it leads to."""

    what: str
    means: str
    needs: list[str]
    may: list[str]
    places: Annotated[list[str], Meta(description="that `of` may name; none where the report is of no place")]
    clauses: list[str]


class RulingChoice(Struct, frozen=True):
    """A choice of the floor in a ruling, and what it leads to."""

    choice: str
    means: str
    ruling: Annotated[str, Meta(description="by which it does")]
    unsupervised: Annotated[bool, Meta(description="whether the house rules so where nobody supervises")]


class PendingRuling(Struct, frozen=True):
    """The grounds of a ruling: the readings of what is left open, the one taken first, and the reason."""

    ruling: str
    clauses: list[str]
    question: str
    readings: list[str]
    reason: str
    choices: list[RulingChoice]


class Layout(Struct, frozen=True):
    """The layout of a table."""

    table: str
    rulebook: str
    title: str
    jurisdiction: str
    short: str
    currency: Annotated[str, Meta(description="the currency of all amounts, as in ISO 4217")]
    seats: int
    two_places: bool
    dealt_by: str
    coach: Annotated[bool, Meta(description="whether players may ask the coach here")]
    wagers: list[WagerSpot]
    least: Annotated[dict[str, Cents], Meta(description="the least that a round is played for")]
    deck: DeckFaces
    cards: CardPlaces
    pace: TablePace
    waits: Annotated[dict[str, PendingRuling], Meta(description="by what may wait for a ruling")]
    calls: list[CallableIrregularity]
    reports: Annotated[list[ReportForm], Meta(description="of what people see at a table of real cards")]
