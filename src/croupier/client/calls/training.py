"""Requests of a learner in dealing: lessons begun, dealt step by step, and reported."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part
from croupier.schemas.training import LessonReport, LessonSeen, OwnLesson


def begin_lesson(
    rulebook: str, options: Mapping[str, Any] | None = None, *, seats: int = 2, trouble: int = 0
) -> Call[LessonSeen]:
    """Begin a lesson in place of an earlier one; something goes wrong in `trouble` of a hundred rounds."""
    return Call("POST", "/training", LessonSeen, _drill(rulebook, options, seats, trouble))


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


def lesson_step(do: str, at: int) -> Call[LessonSeen]:
    """Take a step of the deal, or call what went wrong; a step that is not right is told in `wrong`."""
    return Call("POST", "/training/steps", LessonSeen, {"do": do, "at": at})


def lesson_round(at: int) -> Call[LessonSeen]:
    """The next round of the lesson."""
    return Call("POST", "/training/rounds", LessonSeen, {"at": at})


def end_lesson() -> Call[LessonReport]:
    """End the lesson; how it went is told this once."""
    return Call("DELETE", "/training", LessonReport)
