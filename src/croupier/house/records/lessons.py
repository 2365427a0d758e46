"""The record of lessons in dealing and of drills: who began which, by what seed, and every step in its order.

A lesson has nobody's money, and is in no journal. From its seed and its steps it is dealt again as it was, by the same
engine, so that it goes on after a restart.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, insert, select, update

from croupier.house.storage.database import insert_new
from croupier.house.storage.schema import drills, lesson_steps, lessons
from croupier.table.decide import ENGINE

NEXT = ""  # the step by which the next round begins


class Step(NamedTuple):
    """A step of a lesson, and when it was taken."""

    said: str
    at: int


class Lesson(NamedTuple):
    """A lesson on record: its seed, when it was begun, its drill as JSON, and its steps."""

    seed: str
    begun: int
    drill: str
    steps: tuple[Step, ...]

    @property
    def last(self) -> int:
        """The time at which its learner did something last."""
        return max((self.begun, *(each.at for each in self.steps)))


class KeptDrill(NamedTuple):
    """A drill that was set for a person, as JSON: by whom, and when."""

    drill: str
    by: str
    at: int


def begin(connection: Connection, learner: str, person: str, seed: str, drill: str, now: int) -> None:
    """Put a lesson on record, in place of the learner's earlier one and of the drill that the person was set."""
    end(connection, learner, now)
    row = {"seed": seed, "learner": learner, "person": person, "begun": now, "drill": drill, "engine": ENGINE}
    connection.execute(insert(lessons).values(row))
    connection.execute(delete(drills).where(drills.c.person == person))


def take_step(connection: Connection, seed: str, number: int, step: Step) -> bool:
    """Put a step on record; False if the lesson has one of that number already."""
    return insert_new(connection, lesson_steps, {"lesson": seed, "number": number, **step._asdict()})


def end(connection: Connection, learner: str, now: int) -> None:
    """End the lesson of a learner; it stays on record."""
    connection.execute(
        update(lessons).where(lessons.c.learner == learner, lessons.c.ended == 0).values(ended=max(now, 1))
    )


def of_learner(connection: Connection, learner: str) -> Lesson | None:
    """The lesson that a learner can go on with; None if it has ended, or was begun under another engine."""
    goes_on = (lessons.c.learner == learner, lessons.c.ended == 0, lessons.c.engine == ENGINE)
    row = connection.execute(select(lessons).where(*goes_on).order_by(lessons.c.begun.desc())).first()
    if row is None:
        return None
    taken = select(lesson_steps.c.said, lesson_steps.c.at).where(lesson_steps.c.lesson == row.seed)
    steps = tuple(Step(*each) for each in connection.execute(taken.order_by(lesson_steps.c.number)))
    return Lesson(row.seed, row.begun, row.drill, steps)


def set_drill(connection: Connection, person: str, drill: KeptDrill) -> None:
    """Set a drill for a person, in place of one set before."""
    connection.execute(delete(drills).where(drills.c.person == person))
    connection.execute(insert(drills).values(person=person, **drill._asdict()))


def drill_for(connection: Connection, person: str) -> KeptDrill | None:
    """The drill that is set for a person, until a lesson is begun."""
    row = connection.execute(select(drills.c.drill, drills.c.by, drills.c.at).where(drills.c.person == person)).first()
    return KeptDrill(*row) if row is not None else None
