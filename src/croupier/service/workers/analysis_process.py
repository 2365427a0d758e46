"""The worker process of analyses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from croupier.games.catalogue import SentTerms
from croupier.service.workers.worker import Answers, Progress, RefusalParts

if TYPE_CHECKING:
    from croupier.analysis import Analysis


class AnalysisQuestion(NamedTuple):
    """A question to the worker: a submission, and what is to be analysed of it."""

    terms: SentTerms
    hands: int | None
    stakes: Mapping[str, int]
    meter: int | None
    readings: bool = False
    sheet: bool = False


class AnalysisAnswer(NamedTuple):
    """The result of an analysis as JSON, and its sheet if one was asked for."""

    result: bytes
    sheet: bytes


def answers() -> Answers:
    """Make the function that answers in the process; a result is encoded there, since it may be long."""
    from croupier.analysis import AnalysisError, analyse
    from croupier.analysis import Question as Asked
    from croupier.analysis.readings import compare
    from croupier.analysis.report.options import ReportOptions
    from croupier.analysis.report.sheet import sheet

    def answer(question: AnalysisQuestion, progress: Progress) -> AnalysisAnswer | RefusalParts:
        submission, game = question.terms.submission(), question.terms.game()
        asked = Asked(submission, question.hands, question.stakes, question.meter, game)
        try:
            found = analyse(asked, lambda _: progress)
            readings = compare(submission, question.hands, lambda _: progress, game) if question.readings else None
        except AnalysisError as error:
            return RefusalParts.by(error)
        told = {**found.to_json(), "summary": _summary(found)}
        if readings is not None:
            told["readings"] = readings.to_json()
        page = sheet(found, asked, ReportOptions(readings=readings)).encode() if question.sheet else b""
        return AnalysisAnswer(msgspec.json.encode(told, enc_hook=str), page)

    return answer


def _summary(analysis: Analysis) -> list[dict[str, Any]]:
    """The summary of every wager in words, as the sheet has it."""
    from croupier.analysis.results.figures import summary

    favoured = {account.title for account in analysis.wagers.values() if account.house_edge < 0}
    lines = summary(analysis.wagers, analysis.terms)
    return [{**line._asdict(), "favours_player": line.title in favoured} for line in lines]
