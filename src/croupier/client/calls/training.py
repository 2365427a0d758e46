"""Lessons in dealing: begun, dealt step by step, and reported; asked for and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part


class Expected(msgspec.Struct, frozen=True):
    """The step that is due, and by which clauses."""

    do: str
    clauses: tuple[str, ...]


class Turned(msgspec.Struct, frozen=True):
    """Why a step was wrong, and what would have been right."""

    why: str
    accepted: str
    clauses: tuple[str, ...]


class Scored(msgspec.Struct, frozen=True):
    """How often what a clause asks for was done, done wrongly or missed, and how long that took."""

    clause: str
    done: int
    wrong: int
    missed: int
    milliseconds: int


class Marked(msgspec.Struct, frozen=True):
    """Something that was done wrongly, or missed."""

    result: str
    what: str
    clauses: tuple[str, ...]


class Report(msgspec.Struct, frozen=True):
    """How a lesson went."""

    rulebook: str
    rounds: int
    clauses: tuple[Scored, ...]
    faults: tuple[Marked, ...]


class Lesson(msgspec.Struct, frozen=True):
    """A lesson as its learner sees it; steps are given for what it is `at`."""

    at: int
    over: bool
    steps: tuple[str, ...]
    due: Expected | None
    wrong: Turned | None
    view: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    report: Report


class Drill(msgspec.Struct, frozen=True):
    """What is practised: a rulebook with options, players, and in how many of 100 rounds something goes wrong."""

    rulebook: str
    options: dict[str, Any]
    seats: int
    trouble: int


class SetDrill(msgspec.Struct, frozen=True):
    """A drill that one was set, by whom and when."""

    drill: Drill
    by: str
    at: int


class OwnLesson(msgspec.Struct, frozen=True):
    """One's own lesson and the drill that one was set, if there are any."""

    lesson: Lesson | None
    set: SetDrill | None


def begin_lesson(
    rulebook: str, options: Mapping[str, Any] | None = None, *, seats: int = 2, trouble: int = 0
) -> Call[Lesson]:
    """Begin a lesson in place of an earlier one; something goes wrong in `trouble` of a hundred rounds."""
    return Call("POST", "/training", Lesson, _drill(rulebook, options, seats, trouble))


def set_drill(
    login: str, rulebook: str, options: Mapping[str, Any] | None = None, *, seats: int = 2, trouble: int = 0
) -> Call[None]:
    """Set somebody who works here a drill, which is shown to them until they begin a lesson."""
    return Call("PUT", f"/training/drills/{part(login)}", type(None), _drill(rulebook, options, seats, trouble))


def _drill(rulebook: str, options: Mapping[str, Any] | None, seats: int, trouble: int) -> dict[str, Any]:
    return {"rulebook": rulebook, "options": dict(options or {}), "seats": seats, "trouble": trouble}


def lesson() -> Call[OwnLesson]:
    """One's own lesson as it stands, if there is one."""
    return Call("GET", "/training", OwnLesson)


def lesson_step(do: str, at: int) -> Call[Lesson]:
    """Take a step of the deal, or call what went wrong; a step that is not right is told in `wrong`."""
    return Call("POST", "/training/steps", Lesson, {"do": do, "at": at})


def lesson_round(at: int) -> Call[Lesson]:
    """The next round of the lesson."""
    return Call("POST", "/training/rounds", Lesson, {"at": at})


def end_lesson() -> Call[Report]:
    """End the lesson; how it went is told this once."""
    return Call("DELETE", "/training", Report)
