"""The reproduction of an analysis: the command line, and the submission that it reads where one is needed."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping

from croupier.analysis.model.question import Question
from croupier.analysis.report.options import ReportOptions
from croupier.rulebook.submission_text import written as as_file

FILE = "submission.toml"


def command(question: Question, wanted: ReportOptions) -> str:
    """The command line that answers a question again."""
    submission = question.submission
    words = ["croupier", "analyze", submission.rulebook.id]
    words += ["--submission", FILE] if written(question) else list(_sets(submission.options()))
    if question.hands is not None:
        words += ["--hands", str(question.hands)]
    for name, stake in question.stakes.items():
        words += ["--stake", f"{name}={submission.rulebook.money(stake)}"]
    if question.meter is not None:
        words += ["--meter", submission.rulebook.money(question.meter)]
    words += ["--rounds", str(wanted.rounds), "--hours", str(wanted.hours), "--pace", str(wanted.pace)]
    if wanted.cost is not None:
        words += ["--strategy", wanted.strategy]
    return shlex.join([*words, "--html", "sheet.html"])


def _sets(options: Mapping[str, object], above: str = "") -> Iterator[str]:
    for name, value in options.items():
        if isinstance(value, Mapping):
            yield from _sets(value, f"{above}{name}.")
        else:
            yield from ("--set", f"{above}{name}={value}")


def written(question: Question) -> str:
    """The submission as a file, where its options are more than a command line takes; else empty."""
    options = question.submission.options()
    if not any(isinstance(value, Mapping) and name != "odds" for name, value in options.items()):
        return ""
    return as_file(question.submission)
