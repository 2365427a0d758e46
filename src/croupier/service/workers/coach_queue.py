"""The coach of the house: it is asked by table and seat, and advises from what that seat sees."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from croupier.games.catalogue import SentTerms
from croupier.house.config.settings import Settings, TableSettings
from croupier.rulebook import Refusal
from croupier.service.workers.coach_process import MOST as MOST_READY
from croupier.service.workers.coach_process import CoachQuestion, answers
from croupier.service.workers.worker import Job, LostError, RefusalParts, Worker

FOLDER = "prepared"  # in the house's folder
PATIENCE = 8.0  # seconds that an asker waits before being told how long it takes
MOST = 64  # the most questions that wait
LONGEST = 300.0  # seconds for one thing; making a table ready takes some twenty of a processor that may be busy
_REMEMBERED = 256
_AT_FIRST = 20  # seconds that it takes, as far as anybody can tell before it has begun


class NotReady(NamedTuple):
    """Advice that is not ready yet, with about so many seconds to wait."""

    seconds: int


class DecisionPoint(NamedTuple):
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
        self._preparing: dict[str, Job] = {}
        self._advice: OrderedDict[DecisionPoint, dict[str, Any]] = OrderedDict()

    @property
    def worker(self) -> Worker:
        """The worker process."""
        return self._worker

    def start(self, settings: Settings) -> None:
        """Start the worker, once the house is open, and prepare the tables at which the coach is allowed."""
        sent = [SentTerms.of(about.submission, about.game) for about in settings.tables.values() if about.coach]
        allowed = {terms.key: terms for terms in sent}
        if allowed:
            self._worker.start()
        for key, terms in islice(allowed.items(), MOST_READY):
            self._preparing[key] = self._worker.put(("ready", key), CoachQuestion(terms), urgent=False)

    async def stop(self) -> None:
        """Stop the worker."""
        await self._worker.stop()

    def known(self, turn: DecisionPoint) -> dict[str, Any] | None:
        """The advice that was given for this turn before; None if there is none."""
        return self._advice.get(turn)

    def ask(self, turn: DecisionPoint, terms: SentTerms, seen: Mapping[str, Any], within: float = LONGEST) -> Job:
        """Ask for advice on a turn that is worth something for so many seconds; a FullError if too many wait."""
        return self._worker.put(turn, CoachQuestion(terms, seen, within=within))

    def exercise(self, person: str, terms: SentTerms, most: int) -> Job:
        """Ask for exercises for a person, one batch at a time; a FullError if too many wait."""
        question = CoachQuestion(terms, exercises=most)
        return self._worker.put(("exercises", person, terms.key, most), question)

    async def exercises(self, job: Job) -> list[dict[str, Any]]:
        """The exercises of a job; a LostError if the process is lost."""
        found: list[dict[str, Any]] = await self._worker.wait(job)
        return found

    async def advice(self, turn: DecisionPoint, job: Job) -> dict[str, Any] | Refusal:
        """The advice of a job, or its refusal; a LostError if the process is lost."""
        found = await self._worker.wait(job)
        if isinstance(found, RefusalParts):
            return Refusal(found.why, found.accepted, about="coach")
        if not isinstance(found, dict):
            raise LostError("there was no answer")
        self._advice[turn] = found
        if len(self._advice) > _REMEMBERED:
            self._advice.popitem(last=False)
        return found

    def takes(self, terms: SentTerms, job: Job) -> NotReady:
        """The seconds until there is advice, roughly."""
        preparing = self._preparing.get(terms.key)
        running = preparing if preparing is not None and not preparing.future.done() else job
        left = running.seconds_left()
        return NotReady(_AT_FIRST if left is None else max(1, left))


def allowed_at(about: TableSettings | None) -> bool:
    """True if the house allows the coach at a table."""
    return about is not None and about.coach
