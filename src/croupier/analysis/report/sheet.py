"""The PAR sheet: one page that needs nothing else, for a screen and for paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from typing import Any

from croupier.analysis.model.question import Question
from croupier.analysis.report import plots, reproduction
from croupier.analysis.report.options import ReportOptions
from croupier.analysis.report.sessions import BANKROLLS, Course, Endurance, course, endurance
from croupier.analysis.report.strategy import Chart, chart
from croupier.analysis.results import number_text
from croupier.analysis.results.account import Account, Paid
from croupier.analysis.results.figures import edge, summary, unit_title, units
from croupier.analysis.results.findings import Findings
from croupier.analysis.results.number_text import bound, net, one_in, percent
from croupier.rulebook import Clause, Ruling, Submission
from croupier.rulebook.model import Option
from croupier.rulebook.sign import sign
from croupier.version import __version__

PLACES = 10  # of a probability or a return in a table
SHADES = ("#cfe3f1", "#f9d5a7", "#cde7c7", "#e3d3ec", "#f6c9c4", "#e3e0cf")  # each with dark text on it


def sheet(analysis: Findings, question: Question, wanted: ReportOptions | None = None) -> str:
    """The page."""
    from jinja2 import Environment, StrictUndefined

    environment = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    text = resources.files(__package__).joinpath("sheet.html.jinja").read_text(encoding="utf-8")
    return environment.from_string(text).render(_contents(analysis, question, wanted or ReportOptions())) + "\n"


def _contents(analysis: Findings, question: Question, wanted: ReportOptions) -> dict[str, Any]:
    found = chart(analysis, question.game)
    submission = analysis.terms.submission
    return {
        "analysis": analysis,
        "book": analysis.terms.rulebook,
        "question": question,
        "summary": summary(analysis.wagers, analysis.terms),
        "options": list(_options(analysis)),
        "sign": sign(submission),
        "clauses": _clauses(submission),
        "rulings": _rulings(submission),
        "wagers": [_wager(account, analysis) for account in analysis.wagers.values()],
        "chart": found,
        "shades": _shades(found),
        "sessions": [_session(account, analysis, wanted) for account in analysis.wagers.values()],
        "bold": analysis.bold_average_wager,
        "kind": "Submission packet" if wanted.packet else "PAR sheet",
        "wanted": wanted,
        "version": __version__,
        "readings": wanted.readings,
        "cost": wanted.cost,
        "times": BANKROLLS,
        "command": reproduction.command(question, wanted),
        "file": reproduction.written(question),
        "file_name": reproduction.FILE,
        "unit": unit_title(analysis["base"], analysis.terms),
        "percent": percent,
        "bound": bound,
        "rounds": number_text.rounds,
        "money": analysis.terms.money,
        "signed": _signed,
    }


def _signed(value: Fraction) -> str:
    return f"{float(value):+.4f}"


# ---- rules and options ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Chosen:
    """An option, the value in force, and whether the submission chose it."""

    option: Option
    value: str
    means: str
    chosen: bool


def _in_force(submission: Submission) -> list[Option]:
    return [each for name, each in submission.rulebook.options.items() if submission[name] is not None]


def _options(analysis: Findings) -> Iterator[_Chosen]:
    submission = analysis.terms.submission
    for option in _in_force(submission):
        value = analysis.options[option.name] or ""
        yield _Chosen(option, value, (option.values or {}).get(value, ""), option.name in submission.chosen)
    for (table, hand), pays in submission.odds.items():
        title = f"{table.replace('_', ' ').capitalize()}, {hand.replace('_', ' ')}"
        yield _Chosen(Option(f"odds.{table}.{hand}", title, ()), str(pays), "", chosen=True)


def _clauses(submission: Submission) -> list[Clause]:
    """The clauses that the options in force rest on, in the order of the document."""
    named = {clause for option in _in_force(submission) for clause in option.clauses}
    return [clause for clause in submission.rulebook.clauses if clause.id in named]


def _rulings(submission: Submission) -> list[Ruling]:
    """The rulings that the options in force rest on, and those on their clauses' pay tables."""
    named = {option.ruling for option in _in_force(submission)}
    named |= {row.ruling for table in submission.tables() for row in table.rows}
    return [ruling for ruling in submission.rulebook.rulings.values() if ruling.id in named]


# ---- wagers --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Wager:
    """A wager's table, ready to be set in type, and its plot."""

    account: Account
    edge: str
    unit: str
    rows: Sequence[tuple[str, ...]]
    paths: list[tuple[str, ...]]
    total: str
    plot: Any


def _wager(account: Account, analysis: Findings) -> _Wager:
    from markupsafe import Markup

    unit = units(account, analysis.terms)
    rows = [
        (row.title, row.pays, f"{row.ways:,}", *_chance(row, account), number_text.between(row.least, row.most))
        for row in account.table
    ]
    paths = [
        (
            each.path,
            net(each.staked),
            percent(Fraction(each.ways, account.cycle)),
            *(percent(Fraction(count, each.ways), 2) for count in (each.wins, each.pushes, each.loses)),
            _placed(each.returns),
        )
        for each in account.paths
    ]
    plot = Markup(account.plot())  # noqa: S704 - drawn here, from numbers
    return _Wager(account, edge(account, analysis.terms), unit, rows, paths, _placed(account.ev), plot)


def _chance(row: Paid, account: Account) -> tuple[str, str, str]:
    share = Fraction(row.ways, account.cycle)
    return _placed(share), one_in(share), _placed(row.returns)


def _placed(value: Fraction) -> str:
    return f"{float(value):.{PLACES}f}"


# ---- strategy and sessions -----------------------------------------------------------------------------


def _shades(found: Chart | None) -> dict[str, str]:
    later = [action for decision in found.later for action in decision.actions] if found else []
    actions = dict.fromkeys([*found.actions, *later]) if found else {}
    return {action: SHADES[place % len(SHADES)] for place, action in enumerate(actions)}


@dataclass(frozen=True, slots=True)
class _Session:
    """A session in figures and plots, or the reason why there is none."""

    title: str
    unit: str
    why_not: str
    endurance: Endurance
    course: Course | None = None
    fan: Any = None
    density: Any = None


def _session(account: Account, analysis: Findings, wanted: ReportOptions) -> _Session:
    from markupsafe import Markup

    unit = units(account, analysis.terms)
    lasting = endurance(account, wanted.rounds_at_table)
    found = course(account, wanted.rounds)
    if isinstance(found, str):
        return _Session(account.title, unit, found, lasting)
    if account.actions is None:  # drawn for whole rounds only
        return _Session(account.title, unit, "", lasting, found)
    fan = Markup(plots.fan(found, unit))  # noqa: S704 - drawn here, from numbers
    density = Markup(plots.density(found, unit))  # noqa: S704 - drawn here, from numbers
    return _Session(account.title, unit, "", lasting, found, fan, density)
