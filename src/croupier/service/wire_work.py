"""What travels of long work: the coach's advice, and analyses, field by field."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from croupier.money import MOST_CENTS
from croupier.service.seen import Card, Cents
from croupier.service.wire import Body

Exactly = Annotated[str, Meta(description="cents as a fraction, such as -41/3")]
Seconds = Annotated[int, Meta(description="about how long it takes still")]
Stake = Annotated[int, Meta(ge=1, le=MOST_CENTS, description="cents")]


class Valued(Struct, frozen=True):
    """An action that is open, and what it is worth on average, played on as well as can be."""

    choice: str
    discard: list[Card]
    worth: Exactly
    dollars: Annotated[str, Meta(description="the same, to the hundredth of a cent")]
    best: bool


class Advised(Struct, frozen=True):
    """What the coach says to a seat that is asked, at a sequence; no more than that seat can know is looked at."""

    table: str
    seq: int
    seat: int
    stage: str
    actions: list[Valued]
    wagers: Annotated[dict[str, Cents], Meta(description="the wagers that it speaks of; others no choice changes")]


class Awaited(Struct, frozen=True):
    """It is not ready yet: ask again in so many seconds."""

    status: Literal["getting ready"]
    seconds: Seconds


class Analysing(Body, frozen=True):
    """What is to be analysed: a rulebook with options, or a submission as a file has it."""

    rulebook: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = field(default_factory=dict)
    submission: Annotated[str, Meta(max_length=32_000, description="TOML, as `croupier submission new` writes it")] = ""
    hands: Annotated[int, Meta(ge=2, le=7, description="at the table, the dealer's included")] | None = None
    stakes: Annotated[dict[str, Stake], Meta(description="what is staked together, by wager")] = field(
        default_factory=dict
    )
    meter: Annotated[int, Meta(ge=0, le=MOST_CENTS, description="where the progressive's meter stands")] | None = None


class Analysed(Struct, frozen=True):
    """An analysis: how far it is, and what it found once it is done."""

    id: str
    status: Literal["waiting", "working", "done", "refused", "failed"]
    percent: Annotated[int, Meta(description="of the piece of work that it is at")]
    seconds: Annotated[int | None, Meta(description="about how long that takes still, if anybody can tell")]
    detail: Annotated[str, Meta(description="why it was refused, or failed")]
    accepted: str
    result: Annotated[dict[str, Any] | None, Meta(description="as `croupier analyze --json` prints it")]
