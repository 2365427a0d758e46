"""What travels of lessons, field by field."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from croupier.schemas.common import Body
from croupier.schemas.layout import Layout
from croupier.schemas.table import Happening, Instruction, View

Milliseconds = Annotated[int, Meta(description="that it took, together")]


class Drill(Body, frozen=True):
    """What is practised: a rulebook, with options such as the way of dealing, and how often something goes wrong."""

    rulebook: Annotated[str, Meta(max_length=40)]
    options: dict[str, Any] = field(default_factory=dict)
    seats: Annotated[int, Meta(ge=1, le=7, description="at which players play by themselves")] = 2
    trouble: Annotated[int, Meta(ge=0, le=100, description="in so many of a hundred rounds something goes wrong")] = 0


class Step(Body, frozen=True):
    """A step of the learner's, for the lesson as it was seen."""

    do: Annotated[str, Meta(max_length=40, description="one of `steps`")]
    at: Annotated[int, Meta(ge=0, description="how far the lesson was then")]


class Onward(Body, frozen=True):
    """The next round, for the lesson as it was seen."""

    at: Annotated[int, Meta(ge=0, description="how far the lesson was then")]


class Expected(Struct, frozen=True):
    """The step that is due, by which clauses, and what hands and eyes do besides."""

    do: str
    clauses: list[str]
    by_hand: list[Instruction]


class Turned(Struct, frozen=True):
    """Why the step that was taken last was wrong, and what would have been right."""

    why: str
    accepted: str
    clauses: list[str]


class Scored(Struct, frozen=True):
    """How often what a clause asks for was done, done wrongly or missed; what none asks for has no clause."""

    clause: str
    done: int
    wrong: int
    missed: int
    milliseconds: Milliseconds


class Marked(Struct, frozen=True):
    """Something that was done wrongly, or missed."""

    result: str
    what: str
    clauses: list[str]


class ReportSeen(Struct, frozen=True):
    """How a lesson went, by clause, and what was not right."""

    rulebook: str
    rounds: int
    clauses: list[Scored]
    faults: list[Marked]


class LessonSeen(Struct):
    """A lesson as its learner sees it: what goes wrong is to be noticed, and told to nobody."""

    at: Annotated[int, Meta(description="how far it is")]
    over: Annotated[bool, Meta(description="whether the round is over, and the next may begin")]
    steps: list[str]
    due: Annotated[Expected | None, Meta(description="nothing is, when the round is over")]
    wrong: Turned | None
    layout: Layout
    view: View
    events: list[Happening]
    report: ReportSeen


class SetDrill(Struct):
    """A drill that one was set, by whom and when."""

    drill: Drill
    by: Annotated[str, Meta(description="the name of the supervisor")]
    at: Annotated[int, Meta(description="in milliseconds")]


class OwnLesson(Struct):
    """One's own lesson and the drill that one was set, if there are any."""

    lesson: LessonSeen | None
    set: SetDrill | None
