"""The worker process of the coach: prepared tables are cached on disk, and others are prepared once."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from secrets import randbelow, token_hex
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.games.catalogue import SentTerms
from croupier.service.workers.worker import Answers, Progress, RefusalParts

if TYPE_CHECKING:
    from croupier.analysis.coach.coach import Advice, Coach
    from croupier.games.game import Game
    from croupier.rulebook import Submission

MOST = 16  # coaches, each for other terms
ROUNDS_EACH = 6  # that are dealt for every exercise that is drawn from their decisions
_MOST_BYTES = 4_000_000  # of what is kept for one


class CoachQuestion(NamedTuple):
    """A question to the coach: the terms, and the view of the seat that is asked, or a number of exercises.

    With neither, the coach only gets ready for these terms.
    """

    terms: SentTerms
    seen: Mapping[str, Any] | None = None
    exercises: int = 0
    within: float | None = None  # seconds; a question that would take longer is refused


def answers(folder: Path | None) -> Answers:
    """Make the function that answers in the process: a coach for each table's terms, cached in memory and on disk."""
    from croupier.analysis.coach.coach import Coach, CoachError
    from croupier.games.terms import Terms

    coaches: OrderedDict[str, Coach] = OrderedDict()

    def coach_for(question: CoachQuestion, progress: Progress) -> Coach:
        submission, game = question.terms.submission(), question.terms.game()
        key = _key(submission, game)
        if key not in coaches:
            file = folder / f"{key}.json" if folder is not None else None
            coaches[key] = _ready(Coach(Terms(submission), game), file, progress)
            if len(coaches) > MOST:
                coaches.popitem(last=False)
        coaches.move_to_end(key)
        return coaches[key]

    def answer(
        question: CoachQuestion, progress: Progress
    ) -> list[dict[str, Any]] | dict[str, Any] | RefusalParts | None:
        coach = coach_for(question, progress)
        if question.exercises:
            return _exercises(coach, question.exercises)
        if question.seen is None:
            return None
        try:
            return _said(coach, coach.advise(question.seen, progress, question.within))
        except CoachError as error:
            return RefusalParts.by(error)

    return answer


def _said(coach: Coach, advice: Advice) -> dict[str, Any]:
    from croupier.analysis.coach.sentences import action_said

    faces = coach.terms.rulebook.deck.faces
    return {
        "stage": advice.stage,
        "actions": [
            {
                "name": action_said(coach.terms, action),
                "choice": action.choice,
                "discard": [faces[card] for card in action.discard],
                "worth": str(value),
                "cost": str(advice.cost(action)),
                "best": action == advice.best,
                "rulings": advice.rulings if action == advice.best else (),
            }
            for action, value in advice.values.items()
        ],
        "wagers": dict(advice.stakes),
    }


def _exercises(coach: Coach, most: int) -> list[dict[str, Any]]:
    """Decisions at which players lose money, each as its player sees it, with the worth of every action."""
    from croupier.training.exercises import decisions_met, drawn

    among = list(decisions_met(coach, ROUNDS_EACH * most, token_hex()))
    return [_exercise(coach, each.seen, each.advice) for each in drawn(among, most, randbelow)]


def _exercise(coach: Coach, seen: Mapping[str, Any], advice: Advice) -> dict[str, Any]:
    from croupier.analysis.coach.sentences import spot_said

    seat = next(each for each in seen["seats"] if each["seat"] == seen["due"]["seat"])
    offers = {
        each["choice"]: {"puts_up": each["costs"], "gives_up": each["gives_up"], "back": each["back"]}
        for each in seen["choices"]
    }
    said = _said(coach, advice)
    return {
        **{name: seen[name] for name in ("dealer", "community")},
        **{name: seat[name] for name in ("cards", "discard", "decisions")},
        **said,
        "wagers": seat["wagers"],
        "actions": [{**each, **offers[each["choice"]]} for each in said["actions"]],
        "says": spot_said(coach.terms, seen, advice.stage),
    }


# ---- what is kept --------------------------------------------------------------------------------------------


def _key(submission: Submission, game: Game) -> str:
    """The key of the cache: the terms, the game's own code, if it has any, and the version of the program."""
    from croupier.analysis.analyst import program_hash

    parts = [submission.rulebook.hash, submission.options(), program_hash(), game.code_hash]
    said = msgspec.json.encode(parts, order="sorted")
    return hashlib.sha256(said).hexdigest()[:32]


def _ready(coach: Coach, file: Path | None, progress: Progress) -> Coach:
    """Prepare a coach, from the cache where that has it."""
    taken_up = file is not None and _taken_up(coach, file)
    coach.warm(progress)
    kept = None if taken_up else coach.prepared()
    if kept is not None and file is not None:
        _keep(file, msgspec.json.encode(kept))
    return coach


def _taken_up(coach: Coach, file: Path) -> bool:
    """True if the prepared tables were loaded from the cache; a damaged file counts as none."""
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
    """Write the prepared tables to the cache; without room on the disk they are prepared again next time."""
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
