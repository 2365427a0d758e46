"""`croupier analyze`: what every wager of a table is worth, exactly."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from pathlib import Path

from croupier.analysis import Analysis, AnalysisError, Question, analyse
from croupier.analysis.analysing import check_hands
from croupier.analysis.readings import Readings, compare
from croupier.analysis.report import figures
from croupier.analysis.report.figures import bound, percent, summary, units
from croupier.analysis.report.sessions import course
from croupier.analysis.result import Account
from croupier.cli import show
from croupier.cli.choices import chosen
from croupier.cli.errors import InputError, bad_input
from croupier.cli.watching import watched
from croupier.cli.writing import check_file, check_folder, write
from croupier.money import Cents, MoneyError, cents
from croupier.rulebook import Submission

LONG = 20  # letters; a column of a comparison with more may wrap


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked beside the options, as it was typed."""

    hands: int | None
    stakes: tuple[str, ...]
    meter: str | None
    rounds: int
    html: str | None
    csv: str | None
    every: bool
    strategy: str | None = None


def analyze(name: str | None, sets: list[str], file: str | None, asked: Asked, *, as_json: bool) -> None:
    """Analyse a table, and print and write what was asked for."""
    submission = chosen(name, sets, file)
    question = _question(submission, asked)
    if asked.strategy is not None:
        _check_alone(asked)
        from croupier.cli.strategy import show_cost

        show_cost(submission, asked.strategy, as_json=as_json)
        return
    page = check_file(asked.html) if asked.html is not None else None
    folder = check_folder(asked.csv) if asked.csv is not None else None
    compares_only = asked.every and page is None and folder is None
    if compares_only and (question.stakes or question.meter is not None):
        raise InputError("--all takes every wager by itself; accepted: --all without --stake and --meter")
    with watched() as say, bad_input(AnalysisError):
        analysis = None if compares_only else analyse(question, say)
        readings = compare(submission, asked.hands, say) if asked.every else None
        texts: dict[Path, str] = {}
        if page is not None and analysis is not None:
            from croupier.analysis.report.sheet import sheet

            say("the sheet")(1, 2)
            texts[page] = sheet(analysis, question, asked.rounds, readings)
        if folder is not None and analysis is not None:
            from croupier.analysis.report.spreadsheets import spreadsheets

            texts |= {folder / each: text for each, text in spreadsheets(analysis, readings).items()}
        write(texts)
    if as_json:
        found = readings or analysis
        show.as_json(found.to_json() if found else {})
        return
    if readings is not None:
        _show_readings(readings)
    elif analysis is not None:
        _show(analysis, asked.rounds)
    for path in (page, folder):
        if path is not None:
            show.line(f"Wrote {path}.", "dim")


# ---- what is asked -------------------------------------------------------------------------------------


def _question(submission: Submission, asked: Asked) -> Question:
    if asked.rounds < 1:
        raise InputError(f"--rounds {asked.rounds}: a session has 1 round or more")
    with bad_input(AnalysisError):
        if asked.hands is not None:
            check_hands(asked.hands)
    meter = None if asked.meter is None else _money("--meter", asked.meter)
    return Question(submission, asked.hands, dict(map(_stake, asked.stakes)), meter)


def _check_alone(asked: Asked) -> None:
    """Refuse what a strategy is not worked out with."""
    if asked.hands or asked.stakes or asked.meter or asked.html or asked.csv or asked.every:
        raise InputError("--strategy is about the base game alone; accepted with it: --set, --submission and --json")


def _stake(typed: str) -> tuple[str, Cents]:
    name, equals, amount = typed.partition("=")
    if not equals or not name.strip():
        raise InputError(f"--stake takes WAGER=AMOUNT, such as --stake ante=10; {typed!r} was given")
    return name.strip(), _money(f"--stake {name.strip()}", amount)


def _money(what: str, typed: str) -> Cents:
    try:
        return cents(typed)
    except MoneyError as error:
        raise InputError(f"{what}: {error}") from error


# ---- what is shown -------------------------------------------------------------------------------------


def _show(analysis: Analysis, rounds: int) -> None:
    book = analysis.terms.rulebook
    show.line(f"{book.title} ({book.id})", "bold")
    lines = summary(analysis)
    show.line()
    show.rows(
        ((line.title, line.edge, line.ev, line.exact) for line in lines), ["wager", "house edge", "EV", "exactly"]
    )
    show.line()
    show.rows(
        ((line.title, line.average, line.risk, line.deviation, line.hit, line.push, line.loss) for line in lines),
        ["wager", "average wager", "element of risk", "deviation", "wins", "pushes", "loses"],
    )
    for account in analysis.wagers.values():
        if account.actions is not None:
            show.heading(f"{account.title}: how often each action is taken")
            show.rows((action, percent(often)) for action, often in account.actions.items())
            _show_session(account, units(account, analysis.terms), rounds)
    if analysis.facts:
        show.heading("Progressive")
        show.rows((name.replace("_", " "), value) for name, value in analysis.facts.items())
    for title, account in ((each.title, each) for each in analysis.wagers.values()):
        if account.house_edge < 0:
            show.line(f"Warning: {title} favours the player, by {percent(-account.house_edge)}.", "bold red")
    if analysis.notes:
        show.line()
    for note in analysis.notes:
        show.line(note)
    show.line()
    show.line(f"fingerprint {analysis.fingerprint}", "dim")


def _show_session(account: Account, unit: str, rounds: int) -> None:
    found = course(account, rounds)
    show.heading(f"{account.title}: after {figures.rounds(rounds)}, in {unit}")
    if isinstance(found, str):
        show.line(f"no session was worked out: {found}")
        return
    session = found.session
    chances = f"{percent(session.ahead, 2)}, even {percent(session.even, 2)}, behind {percent(session.behind, 2)}"
    show.rows(
        [
            ("ahead", chances),
            ("percentiles", ", ".join(f"{share} {result}" for share, result in found.percentiles)),
            *((f"{level} of the house's wins", f"from {low} to {high}") for level, low, high in found.intervals),
            ("error", f"no probability is off by more than {bound(session.error)}"),
        ]
    )


def _show_readings(readings: Readings) -> None:
    """Print each table by what its first column names, which then heads the second."""
    show.line(readings.title, "bold")
    for table in readings.tables:
        show.heading(table.title)
        for name, group in groupby(table.rows, key=itemgetter(0)):
            rows = [row[1:] for row in group]
            header = [name, *table.columns[2:]]
            lengths = [max(map(len, column)) for column in zip(table.columns[1:], *rows, strict=True)]
            long = {place for place, length in enumerate(lengths) if length > LONG}
            show.line()
            show.rows(rows, header, wrapped={0, *long})
