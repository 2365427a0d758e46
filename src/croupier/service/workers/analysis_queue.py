"""The queue of analyses that wait, run and are done; an analysis that is not asked for any more is dropped."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from secrets import token_hex

from croupier.service.workers.analysis_process import AnalysisAnswer, AnalysisQuestion, answers
from croupier.service.workers.worker import Job, Worker

MOST = 8  # that wait, or are worked on
LONGEST = 3600.0  # seconds for one
FORSAKEN = 120.0  # seconds after which nobody is taken to wait who has not asked
_KEPT = 32  # that are done


@dataclass(slots=True)
class QueuedAnalysis:
    """An analysis with its owner, and the time at which it is dropped if it is not asked for."""

    id: str
    person: str
    job: Job
    forsaken: asyncio.TimerHandle

    @property
    def is_over(self) -> bool:
        """True if the analysis is done, refused or failed."""
        return self.job.future.done()

    @property
    def found(self) -> AnalysisAnswer | None:
        """The result, if there is one."""
        future = self.job.future
        found = future.result() if future.done() and future.exception() is None else None
        return found if isinstance(found, AnalysisAnswer) else None


class Analyses:
    """All analyses that wait, run and are done."""

    def __init__(self) -> None:
        self.worker = Worker("croupier analyst", answers, MOST, LONGEST, breaks=True)
        self._pieces: dict[str, QueuedAnalysis] = {}

    async def stop(self) -> None:
        """Cancel the timers, and stop the worker."""
        for piece in self._pieces.values():
            piece.forsaken.cancel()
        await self.worker.stop()

    def hand_in(self, person: str, question: AnalysisQuestion) -> QueuedAnalysis:
        """Submit an analysis; a FullError if too many wait."""
        number = token_hex(16)
        job = self.worker.put(number, question)
        self._pieces[number] = piece = QueuedAnalysis(number, person, job, self._timer(number))
        over = [each for each in self._pieces.values() if each.is_over]
        for each in over[: max(0, len(over) - _KEPT)]:
            self.drop(each)
        return piece

    def of(self, person: str) -> QueuedAnalysis | None:
        """The analysis that a person has under way; None if there is none."""
        return next((each for each in self._pieces.values() if each.person == person and not each.is_over), None)

    def found(self, number: str, person: str) -> QueuedAnalysis | None:
        """A person's own analysis, by its id; asking for it keeps it."""
        piece = self._pieces.get(number)
        if piece is None or piece.person != person:
            return None
        piece.forsaken.cancel()
        piece.forsaken = self._timer(number)
        return piece

    def drop(self, piece: QueuedAnalysis) -> None:
        """Drop an analysis."""
        piece.forsaken.cancel()
        self._pieces.pop(piece.id, None)
        self.worker.drop(piece.job)

    def _timer(self, number: str) -> asyncio.TimerHandle:
        return asyncio.get_running_loop().call_later(FORSAKEN, self._forsake, number)

    def _forsake(self, number: str) -> None:
        piece = self._pieces.get(number)
        if piece is not None and not piece.is_over:
            self.drop(piece)
