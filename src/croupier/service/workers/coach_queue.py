"""The coach of the house: it is asked by table and seat, and advises from what that seat sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from croupier.house.config.settings import Settings, TableSettings
from croupier.rulebook import Refusal, Submission
from croupier.service.workers.coach_process import MOST as MOST_READY
from croupier.service.workers.coach_process import CoachQuestion, answers
from croupier.service.workers.worker import Job, LostError, Turned, Worker

FOLDER = "prepared"  # in the house's folder
PATIENCE = 8.0  # seconds that an asker waits before being told how long it takes
MOST = 64  # who wait
LONGEST = 300.0  # seconds for one thing; making a table ready takes some twenty of a processor that may be busy
_REMEMBERED = 256
_AT_FIRST = 20  # seconds that it takes, as far as anybody can tell before it has begun


class Waits(NamedTuple):
    """Advice that is not ready yet, with about so many seconds to wait."""

    seconds: int


class Turn(NamedTuple):
    """A decision to advise on: table, session, sequence and seat."""

    table: str
    session: str
    seq: int
    seat: int


class Coaching:
    """The client of the coach's worker process."""

    def __init__(self, folder: Path | None) -> None:
        """Make a client; `folder` is the house's, where prepared tables are cached, if anywhere."""
        kept = folder / FOLDER if folder is not None else None
        self._worker = Worker("croupier coach", partial(answers, kept), MOST, LONGEST)
        self._preparing: dict[Hashable, Job] = {}
        self._advice: OrderedDict[Turn, dict[str, Any]] = OrderedDict()

    @property
    def worker(self) -> Worker:
        """The worker process."""
        return self._worker

    def start(self, settings: Settings) -> None:
        """Start the worker, once the house is open, and prepare the tables at which the coach is allowed."""
        allowed = {_terms(about.submission): about.submission for about in settings.tables.values() if about.coach}
        if allowed:
            self._worker.start()
        for terms, submission in islice(allowed.items(), MOST_READY):
            question = CoachQuestion(submission.rulebook.id, submission.options())
            self._preparing[terms] = self._worker.put(("ready", terms), question, urgent=False)

    async def stop(self) -> None:
        """Stop the worker."""
        await self._worker.stop()

    def known(self, turn: Turn) -> dict[str, Any] | None:
        """The advice that was given for this turn before; None if there is none."""
        return self._advice.get(turn)

    def ask(self, turn: Turn, submission: Submission, seen: Mapping[str, Any]) -> Job:
        """Ask for advice on a turn; a FullError if too many wait."""
        return self._worker.put(turn, CoachQuestion(submission.rulebook.id, submission.options(), seen))

    def exercise(self, person: str, submission: Submission, most: int) -> Job:
        """Ask for exercises for a person, one batch at a time; a FullError if too many wait."""
        question = CoachQuestion(submission.rulebook.id, submission.options(), exercises=most)
        return self._worker.put(("exercises", person, _terms(submission), most), question)

    async def exercises(self, job: Job) -> list[dict[str, Any]]:
        """The exercises of a job; a LostError if the process is lost."""
        found: list[dict[str, Any]] = await self._worker.wait(job)
        return found

    async def advice(self, turn: Turn, job: Job) -> dict[str, Any] | Refusal:
        """The advice of a job, or its refusal; a LostError if the process is lost."""
        found = await self._worker.wait(job)
        if isinstance(found, Turned):
            return Refusal(found.why, "a turn at which the table has been dealt as it should be", about="coach")
        if not isinstance(found, dict):
            raise LostError("there was no answer")
        self._advice[turn] = found
        if len(self._advice) > _REMEMBERED:
            self._advice.popitem(last=False)
        return found

    def takes(self, submission: Submission, job: Job) -> Waits:
        """About how long it takes until there is advice."""
        preparing = self._preparing.get(_terms(submission))
        running = preparing if preparing is not None and not preparing.future.done() else job
        left = running.seconds_left()
        return Waits(_AT_FIRST if left is None else max(1, left))


def _terms(submission: Submission) -> Hashable:
    return submission.rulebook.hash, repr(sorted(submission.options().items()))


def allowed_at(about: TableSettings | None) -> bool:
    """True if the house allows the coach at a table."""
    return about is not None and about.coach
