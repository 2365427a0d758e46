"""Messages about lessons in dealing."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from croupier.schemas.common import Body
from croupier.schemas.layout import Layout
from croupier.schemas.table import StepInstruction, TableEvent, TableView

Milliseconds = Annotated[int, Meta(description="that it took, together")]


class Drill(Struct, frozen=True):
    """A drill: a rulebook, with options such as the way of dealing, and how often something goes wrong."""

    rulebook: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=1, le=7, description="at which players play by themselves")] = 2
    trouble: Annotated[int, Meta(ge=0, le=100, description="in so many of a hundred rounds something goes wrong")] = 0


class DrillRequest(Drill, frozen=True, forbid_unknown_fields=True):
    """A drill to be begun, or set for a person."""


class LessonStep(Body, frozen=True):
    """A step of the learner's, for the lesson as it was seen."""

    do: Annotated[str, Meta(max_length=40, description="one of `steps`")]
    at: Annotated[int, Meta(ge=0, description="how far the lesson was then")]


class NextRoundRequest(Body, frozen=True):
    """The next round, for the lesson as it was seen."""

    at: Annotated[int, Meta(ge=0, description="how far the lesson was then")]


class ExpectedStep(Struct, frozen=True):
    """The step that is due, by which clauses, and what hands and eyes do besides."""

    do: str
    clauses: list[str]
    by_hand: list[StepInstruction]


class WrongStep(Struct, frozen=True):
    """The step that was taken last and was wrong: the reason, and what would have been right."""

    why: str
    accepted: str
    clauses: list[str]


class ClauseScore(Struct, frozen=True):
    """The score of a clause: times that it was kept, kept wrongly or missed; other steps have no clause."""

    clause: str
    asks: Annotated[str, Meta(description="the first words of the clause")]
    done: int
    wrong: int
    missed: int
    milliseconds: Milliseconds


class StepFault(Struct, frozen=True):
    """A fault: a step that was done wrongly, or missed."""

    result: str
    what: str
    clauses: list[str]
    times: Annotated[int, Meta(description="how often in a row")]


class LessonReport(Struct, frozen=True):
    """The report of a lesson: scores by clause, and faults."""

    rulebook: str
    rounds: int
    clauses: list[ClauseScore]
    faults: list[StepFault]
    open: Annotated[str, Meta(description="the step that is due in a round that was left open; empty between rounds")]


class LessonSeen(Struct, frozen=True):
    """A lesson as its learner sees it, who is to notice what goes wrong."""

    at: Annotated[int, Meta(description="how far it is")]
    layout: Layout
    over: Annotated[bool, Meta(description="whether the round is over, and the next may begin")]
    steps: list[str]
    due: Annotated[ExpectedStep | None, Meta(description="nothing is, when the round is over")]
    wrong: WrongStep | None
    view: TableView
    events: list[TableEvent]
    report: LessonReport


class SetDrill(Struct, frozen=True):
    """A drill that a supervisor has set, and when."""

    drill: Drill
    by: Annotated[str, Meta(description="the name of the supervisor")]
    at: Annotated[int, Meta(description="in milliseconds")]


class OwnLesson(Struct, frozen=True):
    """One's own lesson and the drill that one was set, if there are any."""

    lesson: LessonSeen | None
    set: SetDrill | None
