"""Lessons in dealing: begun, dealt step by step, and reported; asked for and read."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.client.calling import Call


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


class OwnLesson(msgspec.Struct, frozen=True):
    """One's own lesson, if there is one."""

    lesson: Lesson | None


def begin_lesson(
    rulebook: str, options: Mapping[str, Any] | None = None, *, seats: int = 2, trouble: int = 0
) -> Call[Lesson]:
    """Begin a lesson in place of an earlier one; something goes wrong in `trouble` of a hundred rounds."""
    body = {"rulebook": rulebook, "options": dict(options or {}), "seats": seats, "trouble": trouble}
    return Call("POST", "/training", Lesson, body)


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
