"""Messages about long work: the coach's advice, exercises, analyses and submissions."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from croupier.money import MOST_CENTS
from croupier.schemas.common import Body
from croupier.schemas.table import Card, Cents

Exactly = Annotated[str, Meta(description="cents as a fraction, such as -41/3")]
Seconds = Annotated[int, Meta(description="about how long it takes still")]
Stake = Annotated[int, Meta(ge=1, le=MOST_CENTS, description="cents")]


class Valued(Struct, frozen=True):
    """An open action with its expected value, played on as well as can be."""

    name: Annotated[str, Meta(description="the action in words")]
    choice: str
    discard: list[Card]
    worth: Exactly
    dollars: Annotated[str, Meta(description="the same, to the hundredth of a cent")]
    cost: Annotated[str, Meta(description="what it gives away beside the best, in cents as a fraction")]
    cost_dollars: Annotated[str, Meta(description="the same, to the hundredth of a cent")]
    best: bool
    rulings: Annotated[
        tuple[str, ...],
        Meta(description="rulings by which it, with less at risk, is the best of several that are worth the same"),
    ] = ()

    @property
    def cents(self) -> Fraction:
        """The expected value, in cents."""
        return Fraction(self.worth)


class Advised(Struct, frozen=True):
    """The coach's advice to a seat that is asked, from what that seat can know alone."""

    table: str
    seq: int
    seat: int
    stage: str
    actions: list[Valued]
    wagers: Annotated[dict[str, Cents], Meta(description="the wagers that it speaks of; others no choice changes")]


class ExerciseAction(Valued, frozen=True, kw_only=True):
    """An action of an exercise."""

    puts_up: Annotated[int, Meta(description="what it costs to take it, in cents")]
    gives_up: Annotated[int, Meta(description="the stakes that are lost by it at once, in cents")]
    back: Annotated[str, Meta(description="the wager that it returns, if any")]


class DecisionExercise(Struct, frozen=True):
    """A decision, as the player sees it who is asked: `??` is a card that is hidden."""

    stage: str
    cards: list[Card]
    discard: Annotated[list[Card], Meta(description="own cards that were put away before")]
    dealer: list[Card]
    community: list[Card]
    decisions: Annotated[list[str], Meta(description="what was chosen before in this round")]
    wagers: dict[str, Cents]
    actions: list[ExerciseAction]
    says: Annotated[str, Meta(description="all of it in sentences")]


class Exercises(Struct, frozen=True):
    """Exercises: decisions of a rulebook, drawn by what players lose there."""

    rulebook: str
    title: str
    faces: Annotated[dict[str, str], Meta(description="the faces of the deck, with their names in words")]
    exercises: list[DecisionExercise]


class Awaited(Struct, frozen=True):
    """The answer is not ready yet: ask again in so many seconds."""

    status: Literal["getting ready"]
    seconds: Seconds


class Analysing(Body, frozen=True):
    """An analysis to be made: of a rulebook with options, or of a submission as a file has it."""

    rulebook: Annotated[str, Meta(max_length=40)] = ""
    options: dict[str, Any] = field(default_factory=dict)
    submission: Annotated[str, Meta(max_length=32_000, description="TOML, as `croupier submission new` writes it")] = ""
    hands: Annotated[int, Meta(ge=2, le=7, description="at the table, the dealer's included")] | None = None
    stakes: Annotated[dict[str, Stake], Meta(description="what is staked together, by wager")] = field(
        default_factory=dict
    )
    meter: Annotated[int, Meta(ge=0, le=MOST_CENTS, description="where the progressive's meter stands")] | None = None
    readings: Annotated[bool, Meta(description="also what each version, pay table and reading is worth")] = False
    sheet: Annotated[bool, Meta(description="also the PAR sheet, to be fetched when it is done")] = False


class Analysed(Struct, frozen=True):
    """An analysis: its progress, and its result once it is done."""

    id: str
    status: Literal["waiting", "working", "done", "refused", "failed"]
    percent: Annotated[int, Meta(description="of the piece of work that it is at")]
    seconds: Annotated[int | None, Meta(description="about how long that takes still, if anybody can tell")]
    detail: Annotated[str, Meta(description="why it was refused, or failed")]
    accepted: str
    result: Annotated[
        dict[str, Any] | None,
        Meta(description="as `croupier analyze --json`, with `summary` and `readings`"),
    ]

    @property
    def is_over(self) -> bool:
        """True once there is nothing to wait for."""
        return self.status not in {"waiting", "working"}
