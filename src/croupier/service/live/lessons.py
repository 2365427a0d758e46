"""Lessons in dealing: tables beside those of the house, with chips that are no money.

One for each token is in memory, and in no journal and no ledger; its seed and its steps are on record
(`house/records/lessons.py`), by which it is dealt again after a restart. A lesson ends when its learner does nothing
for a while.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from croupier.games.game import Game
from croupier.house.records import lessons
from croupier.house.records.lessons import NEXT, Step
from croupier.rulebook import Refusal, Submission
from croupier.schemas.training import Drill
from croupier.table.fairness.card_sources import Random
from croupier.table.model.events import Event
from croupier.table.play.autoplay import by_itself
from croupier.training.lesson import Lesson
from croupier.training.troubles import Chance

MOST = 200  # lessons in memory
IDLE = 30 * 60 * 1000  # milliseconds after which a lesson ends
MOST_MARKS = 2000  # of a lesson
Terms = tuple[Submission, Game]


class RunningLesson:
    """A lesson, when its learner did something last, and how many steps of it are on record."""

    def __init__(self, seed: str, lesson: Lesson, now: int) -> None:
        self.seed, self.lesson, self.last, self.taken = seed, lesson, now, 0
        lesson.begin(now)

    @property
    def at(self) -> int:
        """The number of marks so far, right or wrong."""
        return len(self.lesson.marks)

    @property
    def is_long(self) -> bool:
        """True of a lesson that has gone on for long enough."""
        return len(self.lesson.marks) >= MOST_MARKS

    def take(self, step: Step) -> Refusal | None:
        """Take a step that is on record, or begin the next round; the refusal of a wrong one."""
        self.taken += 1
        if step.said != NEXT:
            return self.lesson.do(step.said, step.at)
        self.lesson.begin(step.at)
        return None

    def told(self) -> list[Event]:
        """The events since this was asked last, as a dealer knows them."""
        found = list(self.lesson.told)
        self.lesson.told.clear()
        return found


class Lessons:
    """The lessons in memory, by the tokens of their learners; by `chance`, a seed decides what goes wrong."""

    def __init__(self, now: Callable[[], int], chance: Callable[[str], Chance]) -> None:
        self._now, self._chance = now, chance
        self._kept: OrderedDict[str, RunningLesson] = OrderedDict()  # the one that was gone on with last is the last

    def begin(self, learner: str, seed: str, drill: Drill, terms: Terms, now: int) -> RunningLesson:
        """Begin a lesson in place of an earlier one; if there are too many, the one that stood longest is forgotten."""
        self._forget()
        self._kept.pop(learner, None)
        if len(self._kept) >= MOST:
            self._kept.popitem(last=False)
        submission, game = terms
        chance, trouble = self._chance(seed), drill.trouble / 100
        lesson = Lesson(submission, Random.again(seed), by_itself, chance, drill.seats, trouble, game=game)
        made = self._kept[learner] = RunningLesson(seed, lesson, now)
        return made

    def again(self, learner: str, found: lessons.Lesson, drill: Drill, terms: Terms) -> RunningLesson | None:
        """A lesson as it stands on record; None if its learner has done nothing for a while."""
        if self._now() - found.last > IDLE:
            return None
        made = self.begin(learner, found.seed, drill, terms, found.begun)
        for each in found.steps:
            made.take(each)
        made.lesson.told.clear()
        made.last = self._now()
        return made

    def of(self, learner: str) -> RunningLesson | None:
        """The lesson of a learner in memory, who is taken to go on with it."""
        self._forget()
        found = self._kept.get(learner)
        if found is not None:
            found.last = self._now()
            self._kept.move_to_end(learner)
        return found

    def end(self, learner: str) -> None:
        """Forget the lesson of a learner."""
        self._kept.pop(learner, None)

    def _forget(self) -> None:
        """Forget lessons that their learners do not go on with."""
        now = self._now()
        while self._kept and now - next(iter(self._kept.values())).last > IDLE:
            self._kept.popitem(last=False)
