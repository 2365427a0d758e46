"""What is said of a table's layout, field by field, for the description alone: it is made in `layouts`."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.schemas.table import Cents


class Spot(Struct):
    """A wager's place on the layout; the stakes are in cents."""

    name: str
    title: str
    clauses: list[str]
    placed: str
    required: bool
    side: bool
    equal_to: Annotated[str | None, Meta(description="the wager that this one equals")]
    of: Annotated[str | None, Meta(description="the wager that this one is so many times of")]
    times: list[int]
    needs: list[str]
    least: Cents
    most: Cents
    on_all_hands: bool
    withdrawable: bool


class DeckSeen(Struct):
    """The faces of a deck, each once, with their names in words."""

    name: str
    faces: dict[str, str]
    order: Annotated[list[str], Meta(description="the face of each card by its number")]


class Places(Struct):
    """How many cards lie where when all are dealt."""

    each: int
    dealer: int
    community: int


class Pace(Struct):
    """How long a table waits, and how long clients may take to show what happened; in milliseconds."""

    bet: int
    decide: int
    away: int
    card: int
    step: int


class CallSeen(Struct):
    """An irregularity that can be called, and the clauses that say what it leads to; without any, the floor says."""

    what: str
    means: str
    clauses: list[str]


class Leads(Struct):
    """What the floor may rule, and what it leads to."""

    choice: str
    means: str
    ruling: Annotated[str, Meta(description="by which it does")]
    unsupervised: Annotated[bool, Meta(description="whether the house rules so where nobody supervises")]


class Waits(Struct):
    """What the floor goes by in a ruling: the readings of what is left open, the one taken first, and why."""

    ruling: str
    clauses: list[str]
    question: str
    readings: list[str]
    reason: str
    choices: list[Leads]


class Layout(Struct):
    """What a client needs to draw a table."""

    table: str
    rulebook: str
    title: str
    jurisdiction: str
    short: str
    seats: int
    two_places: bool
    dealt_by: str
    coach: Annotated[bool, Meta(description="whether players may ask the coach here")]
    wagers: list[Spot]
    least: Annotated[dict[str, Cents], Meta(description="the least that a round is played for")]
    deck: DeckSeen
    cards: Places
    pace: Pace
    waits: Annotated[dict[str, Waits], Meta(description="by what may wait for a ruling")]
    calls: list[CallSeen]
