"""The coach in its process: what was prepared before is found on disk, and what was not is prepared once."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.service.worker import Answers, Progress

if TYPE_CHECKING:
    from croupier.analysis.coach import Advice, Coach
    from croupier.rulebook import Submission

MOST = 16  # coaches, each for other terms
_MOST_BYTES = 4_000_000  # of what is kept for one


class Question(NamedTuple):
    """What is asked: by which terms, and the view of the seat that is asked; with none, all is made ready for it."""

    rulebook: str
    options: Mapping[str, Any]
    seen: Mapping[str, Any] | None = None


class Turned(NamedTuple):
    """Why no advice can be given."""

    why: str


def answers(folder: str) -> Answers:
    """What answers: one coach for each table's terms, which are remembered."""
    from croupier.analysis.coach import Coach, CoachError
    from croupier.games.terms import Terms
    from croupier.rulebook import Submission, load

    coaches: OrderedDict[str, Coach] = OrderedDict()

    def coach_for(question: Question, progress: Progress) -> Coach:
        submission = Submission.of(load(question.rulebook), question.options)
        key = _key(submission)
        if key not in coaches:
            coaches[key] = _ready(Coach(Terms(submission)), Path(folder) / f"{key}.json", progress)
            if len(coaches) > MOST:
                coaches.popitem(last=False)
        coaches.move_to_end(key)
        return coaches[key]

    def answer(question: Question, progress: Progress) -> dict[str, Any] | Turned | None:
        coach = coach_for(question, progress)
        if question.seen is None:
            return None
        try:
            return _said(coach, coach.advise(question.seen, progress))
        except CoachError as error:
            return Turned(str(error))

    return answer


def _said(coach: Coach, advice: Advice) -> dict[str, Any]:
    faces = coach.terms.rulebook.deck.faces
    return {
        "stage": advice.stage,
        "actions": [
            {
                "choice": action.choice,
                "discard": [faces[card] for card in action.discard],
                "worth": str(value),
                "best": action == advice.best,
            }
            for action, value in advice.values.items()
        ],
        "wagers": dict(advice.stakes),
    }


# ---- what is kept --------------------------------------------------------------------------------------------


def _key(submission: Submission) -> str:
    """Of the terms, and of the program that works with them: what another one prepared is not looked at."""
    from croupier.analysis.analysing import program_hash

    said = msgspec.json.encode([submission.rulebook.hash, submission.options(), program_hash()], order="sorted")
    return hashlib.sha256(said).hexdigest()[:32]


def _ready(coach: Coach, file: Path, progress: Progress) -> Coach:
    """A coach that answers at once."""
    taken_up = _taken_up(coach, file)
    coach.warm(progress)
    kept = None if taken_up else coach.prepared()
    if kept is not None:
        _keep(file, msgspec.json.encode(kept))
    return coach


def _taken_up(coach: Coach, file: Path) -> bool:
    """Whether it was prepared before; a file that is not as it was written is none."""
    try:
        if file.stat().st_size > _MOST_BYTES:
            return False
        content = file.read_bytes()
        digest, kept = content[:64], content[64:]
        if hashlib.sha256(kept).hexdigest().encode() != digest:
            return False
        coach.take_up(msgspec.json.decode(kept))
    except (OSError, ValueError):
        return False
    return True


def _keep(file: Path, kept: bytes) -> None:
    """Keep it for the next time; where there is no room, it is prepared again then."""
    with suppress(OSError):
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, part = tempfile.mkstemp(dir=file.parent, suffix=".part")
        try:
            with os.fdopen(handle, "wb") as opened:
                opened.write(hashlib.sha256(kept).hexdigest().encode() + kept)
            Path(part).replace(file)
        except BaseException:
            Path(part).unlink(missing_ok=True)
            raise
