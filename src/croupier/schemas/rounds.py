"""Messages about rounds that are over: search results, replays, shared links, sessions and statements."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.schemas.common import Body, Text
from croupier.schemas.layout import Layout
from croupier.schemas.table import Cents, DealtCards, RoundResult, SocketHappened

At = Annotated[int, Meta(description="house time, in milliseconds")]
Person = Annotated[str, Meta(description="the id of a person, which says nothing")]


class HandPlayed(Struct, frozen=True):
    """A person's stake in a round, and what came of it; a player is told nothing of others here."""

    seat: int
    person: Person
    name: Annotated[str, Meta(description="as it is now; nothing once the account is closed")]
    staked: Cents
    net: Cents


class RoundSummary(Struct, frozen=True):
    """A round that is over."""

    table: str
    session: str
    round: int
    rulebook: str
    at: At
    void: bool
    hands: list[HandPlayed]


class Rounds(Struct, frozen=True):
    """A page of the rounds found, the latest first; `after` is where the next page begins, if there is one."""

    rounds: list[RoundSummary]
    after: str


class RoundSeen(Struct, frozen=True):
    """A round that is over, with its result as this viewer may know it."""

    table: str
    session: str
    round: int
    rulebook: str
    title: str
    at: At
    seq: int
    layout: Annotated[Layout, Meta(description="what a client needs to draw it, whether the table is open or not")]
    yours: list[int]
    came: RoundResult


class ReplaySeen(Struct, frozen=True):
    """The replay of a round, as this viewer was told it; `after` is where to go on, if there is more."""

    table: str
    session: str
    round: int
    rulebook: str
    moments: list[SocketHappened]
    after: Annotated[int, Meta(description="a sequence; 0 if that is all")]


class OpenMoment(Struct, frozen=True):
    """A moment as the floor was told it, and every card that was dealt by then; or as a player was told it, alone."""

    told: SocketHappened
    dealt: DealtCards | None


class ReplayOpenly(Struct, frozen=True):
    """The replay of a round with every card that was dealt, or as one of its players saw it."""

    table: str
    session: str
    round: int
    rulebook: str
    moments: list[OpenMoment]
    after: Annotated[int, Meta(description="a sequence; 0 if that is all")]


class LookBackRequest(Body, frozen=True):
    """The reason of a look at a round's hidden cards; as which player, if not with every card that was dealt."""

    reason: Text
    person: Annotated[str, Meta(max_length=64, description="as this player saw it")] = ""
    after: Annotated[int, Meta(ge=0, description="the sequence at which the part before ended")] = 0


class ExportRequest(Body, frozen=True):
    """The reason of an export of a session as a recording; up to which round, if not all of it."""

    reason: Text
    round: Annotated[int, Meta(ge=1, le=2**62)] | None = None


class SessionSeen(Struct, frozen=True):
    """A session of a table."""

    table: str
    session: str
    rulebook: str
    opened: At
    closed: Annotated[int, Meta(description="house time, in milliseconds; 0 while it is open")]
    rounds: int


class Sessions(Struct, frozen=True):
    """A page of the sessions, the latest first; `after` is where the next page begins, if there is one."""

    sessions: list[SessionSeen]
    after: str


# ---- shares ------------------------------------------------------------------------------------------------


class ShareLink(Struct, frozen=True):
    """A link that shows a round."""

    id: str
    table: str
    session: str
    round: int
    at: At
    own_cards: Annotated[bool, Meta(description="whether it shows the cards of whoever shares it")]


class ShareLinks(Struct, frozen=True):
    """All links of a person that show something."""

    shares: list[ShareLink]


class NewShareLink(Struct, frozen=True):
    """A link that was made: it is told this once."""

    id: str
    path: Annotated[str, Meta(description="the address of the round's public view, at this house")]


# ---- statements --------------------------------------------------------------------------------------------


class CageLine(Struct, frozen=True):
    """Money that came from the cage, or went back there."""

    at: At
    what: str
    amount: Cents


class RoundLine(Struct, frozen=True):
    """A round that was played."""

    at: At
    table: str
    session: str
    round: int
    void: bool
    seat: int
    staked: Cents
    net: Cents


class TableInterventions(Struct, frozen=True):
    """The counts of what was done at a table that goes against players, or may."""

    table: str
    rulings: int
    void: Annotated[int, Meta(description="rounds that were void")]
    withdrawn: Annotated[int, Meta(description="decks that left the table")]
    recuts: Annotated[int, Meta(description="decks that were cut again")]
    refused: Annotated[int, Meta(description="players who were refused at the table")]


class StatementSeen(Struct, frozen=True):
    """A person's statement for a time: opening and all lines make closing.

    A person's money is the wallet and the chips at tables together; a round counts when it is over.
    """

    person: Person
    since: At
    before: At
    opening: Cents
    cage: list[CageLine]
    rounds: list[RoundLine]
    closing: Cents
    after: Annotated[int, Meta(description="the `since` of the next part; 0 if this is the last")]
    interventions: Annotated[
        list[TableInterventions],
        Meta(description="what was done against players meanwhile, at the tables of these rounds"),
    ]
    counted_from: Annotated[At, Meta(description="from when interventions are counted; in a long time later")]


class TableSession(Struct, frozen=True):
    """A session of a table."""

    session: str
    opened: At
    closed: Annotated[int, Meta(description="house time, in milliseconds; 0 while it is open")]
    publishes: str
    published: Annotated[
        str, Meta(description="the seed that its shuffles follow from; empty while it is not made known")
    ]
    since: Annotated[int, Meta(description="house time at which the seed is made known, or was; 0 if never to all")]


class TableSessions(Struct, frozen=True):
    """A page of the sessions of a table, the latest first; `before` is where the next page begins, if there is one."""

    sessions: list[TableSession]
    before: int
