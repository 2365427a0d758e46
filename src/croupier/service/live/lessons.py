"""Lessons in dealing: tables beside those of the house, with chips that are no money.

They are in memory alone, one for each token, in no journal and no ledger; a lesson ends when its learner does nothing
for a while, and when the house stops. So do the drills that supervisors set.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from croupier.rulebook import Submission
from croupier.schemas.training import SetDrill
from croupier.table.fairness.card_sources import Random
from croupier.table.model.events import Event
from croupier.table.play.autoplay import by_itself
from croupier.training.lesson import Lesson

MOST = 200  # lessons at a time
IDLE = 30 * 60 * 1000  # milliseconds after which a lesson ends
MOST_MARKS = 2000  # of a lesson


class Taught:
    """A lesson, and when its learner did something last."""

    def __init__(self, lesson: Lesson, now: int) -> None:
        self.lesson, self.last = lesson, now

    @property
    def at(self) -> int:
        """The number of steps so far, right or wrong."""
        return len(self.lesson.marks)

    @property
    def is_long(self) -> bool:
        """True of a lesson that has gone on for long enough."""
        return len(self.lesson.marks) >= MOST_MARKS

    def told(self) -> list[Event]:
        """The events since this was asked last, as a dealer knows them."""
        found = list(self.lesson.told)
        self.lesson.told.clear()
        return found


class Lessons:
    """All lessons, by the tokens of their learners; `chance` decides what goes wrong."""

    def __init__(self, now: Callable[[], int], chance: Callable[[], float]) -> None:
        self._now, self._chance = now, chance
        self._kept: OrderedDict[str, Taught] = OrderedDict()  # the one that was gone on with last is the last
        self._set: OrderedDict[str, SetDrill] = OrderedDict()  # drills that were set, by the person for whom

    def begin(self, learner: str, submission: Submission, seats: int, trouble: float) -> Taught:
        """Begin a lesson in place of an earlier one; if there are too many, the one that stood longest ends."""
        self._forget()
        self._kept.pop(learner, None)
        if len(self._kept) >= MOST:
            self._kept.popitem(last=False)
        now = self._now()
        lesson = Lesson(submission, Random(), by_itself, self._chance, seats, trouble)
        lesson.begin(now)
        made = self._kept[learner] = Taught(lesson, now)
        return made

    def of(self, learner: str) -> Taught | None:
        """The lesson of a learner, who is taken to go on with it."""
        self._forget()
        found = self._kept.get(learner)
        if found is not None:
            found.last = self._now()
            self._kept.move_to_end(learner)
        return found

    def end(self, learner: str) -> None:
        """The lesson is over."""
        self._kept.pop(learner, None)

    # ---- drills that a supervisor sets ---------------------------------------------------------------------

    def set_drill(self, person: str, setting: SetDrill) -> None:
        """Set a drill for a person, in place of one set before; if there are too many, the oldest is forgotten."""
        self._set.pop(person, None)
        if len(self._set) >= MOST:
            self._set.popitem(last=False)
        self._set[person] = setting

    def drill_for(self, person: str) -> SetDrill | None:
        """The drill that is set for a person, until a lesson is begun."""
        return self._set.get(person)

    def take_up(self, person: str) -> None:
        """Forget the drill of a person who has begun a lesson."""
        self._set.pop(person, None)

    def _forget(self) -> None:
        """Forget lessons that their learners do not go on with."""
        now = self._now()
        while self._kept and now - next(iter(self._kept.values())).last > IDLE:
            self._kept.popitem(last=False)
