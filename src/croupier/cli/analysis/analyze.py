"""`croupier analyze`: exact analysis of every wager of a table."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from croupier.analysis import Analysis, AnalysisError, Question, analyse
from croupier.analysis.analyst import Analyst, check_hands
from croupier.analysis.errors import StrategyError
from croupier.analysis.model.solution import Say
from croupier.analysis.report.options import HOURS, PACE, ROUNDS, ReportOptions
from croupier.analysis.results.number_text import lasting
from croupier.cli.analysis.seats import SeatsTogether, check_seats, seats_together, show_seats
from croupier.cli.rulebook.options import chosen
from croupier.cli.terminal import show
from croupier.cli.terminal.clock import today
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import check_file, check_folder, same_place, write
from croupier.cli.terminal.progress import announce, watched
from croupier.money import Cents, Currency, MoneyError
from croupier.rulebook import Submission

LONG = 10.0  # seconds from which on the time is said first
MOST = 10_000  # hours, and rounds an hour


@dataclass(frozen=True, slots=True)
class AnalyzeOptions:
    """Options of `croupier analyze`, as they were typed; the options of the game are a submission."""

    hands: int | None = None
    stakes: tuple[str, ...] = ()
    meter: str | None = None
    rounds: int = ROUNDS
    hours: int = HOURS
    pace: int = PACE
    html: str | None = None
    csv: str | None = None
    xlsx: str | None = None
    every: bool = False
    strategy: str | None = None
    against: str | None = None
    seats: int | None = None

    @property
    def writes(self) -> bool:
        """True if any output file is asked for."""
        return any(each is not None for each in (self.html, self.csv, self.xlsx))


def analyze(name: str | None, sets: list[str], file: str | None, asked: AnalyzeOptions, *, as_json: bool) -> None:
    """Analyse a table; print the result and write the files that were asked for."""
    submission = chosen(name, sets, file)
    question = _question(submission, asked)
    _check_seats(submission, asked)
    if asked.against is not None:
        if asked.writes or asked.every:
            raise InputError("--against compares results", "--against without --html, --csv, --xlsx and --all")
        _check_lasting(asked, "--against")
        from croupier.cli.analysis.supplied_results import show_against

        show_against(question, asked.against, asked.strategy, as_json=as_json)
        return
    if asked.strategy is not None and not asked.writes:
        _check_alone(asked)
        _check_lasting(asked, "--strategy, without files,")
        from croupier.cli.analysis.strategy import show_cost

        show_cost(submission, asked.strategy, as_json=as_json)
        return
    files = _Files.of(asked, name, file, asked.strategy)
    compares_only = asked.every and not asked.writes
    if compares_only and (question.stakes or question.meter is not None):
        raise InputError("--all takes every wager by itself", "--all without --stake and --meter")
    if compares_only:
        _check_lasting(asked, "--all, without files,")
    if not compares_only:
        _tell_time(question)
    with watched() as say, bad_input(AnalysisError, StrategyError, RecursionError):
        analysis = None if compares_only else analyse(question, say)
        wanted = _wanted(submission, asked, analysis, say)
        if analysis is not None:
            analysis.survey(say("every decision"))
            files.write(analysis, question, wanted, say)
        together = None if analysis is None or asked.seats is None else seats_together(analysis, asked.seats, say)
    _answer(analysis, wanted, together, as_json=as_json)
    if not as_json:
        files.tell()


def _tell_time(question: Question) -> None:
    """Say first how long it takes, if that is long."""
    with bad_input(AnalysisError):
        seconds = Analyst(question).seconds()
    if seconds is not None and seconds > LONG:
        said = "No fast way of counting fits this game, so every deal is looked at"
        announce(f"{said}: {lasting(seconds)}; Ctrl-C stops it.")


def _wanted(submission: Submission, asked: AnalyzeOptions, analysis: Analysis | None, say: Say) -> ReportOptions:
    """Options of the report: the date, other readings of the rulebook, and a strategy's cost."""
    readings = None
    if asked.every:
        from croupier.analysis.readings import compare

        readings = compare(submission, asked.hands, say)
    found = None
    if asked.strategy is not None and analysis is not None:
        from croupier.analysis.strategies import cost
        from croupier.cli.analysis.strategy import named

        found = cost(named(submission, asked.strategy, "--strategy"), submission, analysis["base"].ev, say=say)
    return ReportOptions(asked.rounds, asked.hours, asked.pace, today(), readings, found, asked.strategy or "")


def _answer(analysis: Analysis | None, wanted: ReportOptions, together: SeatsTogether | None, *, as_json: bool) -> None:
    """Print the result: a strategy's cost, a comparison, or the analysis itself."""
    if as_json:
        from croupier.analysis.report.as_json import of_analysis

        if analysis is not None:
            seats = {} if together is None else {"seats": together.to_json()}
            show.as_json(of_analysis(analysis, wanted) | seats)
        elif wanted.readings is not None:
            show.as_json(wanted.readings.to_json())
        return
    from croupier.cli.analysis.strategy import show_found
    from croupier.cli.analysis.summary import show_analysis, show_readings

    if wanted.cost is not None and analysis is not None:
        show_found(wanted.cost, analysis.terms)
    elif wanted.readings is not None:
        show_readings(wanted.readings)
    elif analysis is not None:
        show_analysis(analysis, wanted)
        if together is not None:
            show_seats(together, analysis.terms)


@dataclass(frozen=True, slots=True)
class _Files:
    """Output files of an analysis."""

    html: Path | None
    csv: Path | None
    xlsx: Path | None

    @classmethod
    def of(cls, asked: AnalyzeOptions, *sources: str | None) -> _Files:
        """Check the output files: each is refused at once if it cannot be written, or is one of the sources."""
        if asked.html is not None and asked.xlsx is not None and same_place(asked.html, asked.xlsx):
            raise InputError("--html and --xlsx name one file", "a file for each")
        return cls(
            check_file(asked.html, *sources) if asked.html is not None else None,
            check_folder(asked.csv) if asked.csv is not None else None,
            check_file(asked.xlsx, *sources) if asked.xlsx is not None else None,
        )

    def write(self, analysis: Analysis, question: Question, wanted: ReportOptions, say: Say) -> None:
        """Render all files, then write them together."""
        texts: dict[Path, str | bytes] = {}
        if self.html is not None:
            from croupier.analysis.report.sheet import sheet

            say("the sheet")(1, 2)
            texts[self.html] = sheet(analysis, question, wanted)
        if self.csv is not None:
            from croupier.analysis.report.spreadsheets import spreadsheets

            texts |= {self.csv / each: text for each, text in spreadsheets(analysis, wanted).items()}
        if self.xlsx is not None:
            from croupier.analysis.report.spreadsheets import workbook

            texts[self.xlsx] = workbook(analysis, wanted)
        write(texts)

    def tell(self) -> None:
        """Print the names of the files written."""
        for path in (self.html, self.csv, self.xlsx):
            if path is not None:
                show.line(f"Wrote {path}.", "dim")


# ---- reading the options -------------------------------------------------------------------------------


def _question(submission: Submission, asked: AnalyzeOptions) -> Question:
    if asked.rounds < 1:
        raise InputError(f"--rounds {asked.rounds}: a session has 1 round or more")
    for option, given in (("--hours", asked.hours), ("--pace", asked.pace)):
        if not 1 <= given <= MOST:
            raise InputError(f"{option} {given}: accepted: from 1 to {MOST:,}")
    with bad_input(AnalysisError):
        if asked.hands is not None:
            check_hands(asked.hands)
    currency = submission.rulebook.currency
    meter = None if asked.meter is None else _money("--meter", asked.meter, currency)
    return Question(submission, asked.hands, _stakes(asked.stakes, currency), meter)


def _check_seats(submission: Submission, asked: AnalyzeOptions) -> None:
    """Refuse seats that the table has not, and options that seats of the base game go with none of."""
    if asked.seats is None:
        return
    check_seats(submission, asked.seats)
    beside = {"--strategy": asked.strategy, "--stake": asked.stakes, "--all": asked.every, "--against": asked.against}
    given = [option for option, value in beside.items() if value]
    if given:
        accepted = f"--seats without {', '.join(given)}; `croupier worth` takes players' stakes and strategies"
        raise InputError("--seats is about the base game under the best play", accepted)


def _check_alone(asked: AnalyzeOptions) -> None:
    """Refuse options that cannot be combined with a strategy."""
    if asked.hands or asked.stakes or asked.meter or asked.every:
        accepted = "--set, --submission and --json, or a whole analysis with --html, --csv or --xlsx"
        raise InputError(f"--strategy is about the base game alone; accepted with it: {accepted}")


def _check_lasting(asked: AnalyzeOptions, with_it: str) -> None:
    """Refuse the options of a session's length if no session is printed."""
    lasting = {"--rounds": asked.rounds != ROUNDS, "--hours": asked.hours != HOURS, "--pace": asked.pace != PACE}
    if any(lasting.values()):
        given = ", ".join(option for option, changed in lasting.items() if changed)
        raise InputError(f"{with_it} tells of no session", f"without {given}")


def _stakes(typed: tuple[str, ...], currency: Currency) -> dict[str, Cents]:
    stakes: dict[str, Cents] = {}
    for wager, amount in (_stake(each, currency) for each in typed):
        if wager in stakes:
            raise InputError(f"--stake {wager}: it has a stake already", "one for each wager")
        stakes[wager] = amount
    return stakes


def _stake(typed: str, currency: Currency) -> tuple[str, Cents]:
    name, equals, amount = typed.partition("=")
    if not equals or not name.strip():
        raise InputError(f"--stake takes WAGER=AMOUNT, such as --stake ante=10; {typed!r} was given")
    return name.strip().casefold(), _money(f"--stake {name.strip()}", amount, currency)


def _money(what: str, typed: str, currency: Currency) -> Cents:
    try:
        return currency.cents(typed)
    except MoneyError as error:
        raise InputError(f"{what}: {error.why}", error.accepted) from error
