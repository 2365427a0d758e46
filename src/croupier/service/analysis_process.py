"""An analysis in its process."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from croupier.service.worker import Answers, Progress


class Question(NamedTuple):
    """What is to be analysed."""

    rulebook: str
    options: Mapping[str, Any]
    hands: int | None
    stakes: Mapping[str, int]
    meter: int | None


class Turned(NamedTuple):
    """Why it cannot be."""

    why: str


def answers() -> Answers:
    """What answers: an analysis as text, since it may be long."""
    from croupier.analysis import AnalysisError, analyse
    from croupier.analysis import Question as Asked
    from croupier.rulebook import Submission, load

    def answer(question: Question, progress: Progress) -> bytes | Turned:
        submission = Submission.of(load(question.rulebook), question.options)
        asked = Asked(submission, question.hands, question.stakes, question.meter)
        try:
            found = analyse(asked, lambda _: progress)
        except AnalysisError as error:
            return Turned(str(error))
        return msgspec.json.encode(found.to_json(), enc_hook=str)

    return answer
