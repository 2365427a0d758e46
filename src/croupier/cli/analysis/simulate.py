"""`croupier simulate`: rounds of a whole table, and what an hour, a shift, a day and a month of them look like."""

from __future__ import annotations

import re
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from croupier.analysis.errors import AnalysisError, StrategyError
from croupier.analysis.model.solution import Progress, Say
from croupier.analysis.results.number_text import lasting
from croupier.cli.analysis.strategy import named
from croupier.cli.rulebook.options import chosen
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.cli.terminal.output_files import check_file, check_folder, write
from croupier.cli.terminal.progress import announce, watched
from croupier.rulebook import Submission

if TYPE_CHECKING:
    from croupier.simulation import Seat, Simulation
    from croupier.simulation.figures import Figure

MOST_WORKERS = 256
MOST = 10_000  # hours, and rounds an hour
APART = 10.0  # seconds between lines of progress where there is no terminal
_ROUNDS = re.compile(r"(\d[\d,_]*)(?:\.(\d+))?(?:e(\d{1,2}))?", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class SimulateOptions:
    """Options of `croupier simulate`, as they were typed; the options of the game are a submission."""

    rounds: str
    seats: int | None = None
    words: tuple[str, ...] = ()
    seed: str | None = None
    pace: int = 40
    hours: int = 8
    open: int = 16
    out: str | None = None
    resume: str | None = None
    workers: int | None = None
    scheduler: str | None = None
    html: str | None = None
    csv: str | None = None


def simulate(name: str | None, sets: list[str], file: str | None, asked: SimulateOptions, *, as_json: bool) -> None:
    """Simulate a table; print the result and write the files that were asked for."""
    from croupier.simulation import SimulationError

    submission = chosen(name, sets, file)
    rounds = _rounds(asked.rounds)
    _check(asked)
    html = check_file(asked.html) if asked.html is not None else None
    csv = check_folder(asked.csv) if asked.csv is not None else None
    with watched() as say, bad_input(SimulationError, AnalysisError, StrategyError, RecursionError):
        found = _dealt(submission, rounds, asked, say)
        texts: dict[Path, str | bytes] = {}
        if html is not None:
            texts[html] = found.to_html()
        if csv is not None:
            texts |= {csv / each: text for each, text in found.to_csv().items()}
        data = found.to_json()
    write(texts)
    if found.rounds < rounds:
        announce(f"Interrupted: {found.rounds:,} of {rounds:,} rounds are finished.")
    if as_json:
        show.as_json(data)
        return
    _show(found)
    for path in texts:
        show.line(f"Wrote {path}.", "dim")


def _dealt(submission: Submission, rounds: int, asked: SimulateOptions, say: Say) -> Simulation:
    """The rounds, dealt."""
    from croupier.simulation import Clock, fill
    from croupier.simulation import simulate as deal

    seats = fill([_seat(submission, words) for words in asked.words], asked.seats)
    kept = asked.out or asked.resume
    with _executor(asked) as executor:
        return deal(
            submission,
            seats,
            rounds,
            asked.seed,
            clock=Clock(asked.pace, asked.hours, asked.open),
            executor=executor,
            folder=None if kept is None else Path(kept),
            resume=asked.resume is not None,
            say=_rates(say),
        )


def _executor(asked: SimulateOptions) -> AbstractContextManager[Executor | None]:
    """The workers that were asked for: threads, or those of a scheduler."""
    if asked.scheduler is not None:
        from croupier.simulation.runs.cluster import connected

        return connected(asked.scheduler)
    return nullcontext(None if asked.workers is None else ThreadPoolExecutor(asked.workers))


# ---- reading the options -------------------------------------------------------------------------------


def _rounds(typed: str) -> int:
    """A number of rounds, which may be written as 1e8 or 100,000,000."""
    found = _ROUNDS.fullmatch(typed.strip())
    if found is None:
        raise InputError(f"--rounds {typed}: that is no number of rounds", "such as 100,000 or 1e8")
    whole, part, power = re.sub(r"[,_]", "", found[1]), found[2] or "", int(found[3] or 0)
    if len(whole) + power > 16 or len(part.rstrip("0")) > power:  # noqa: PLR2004 - more digits than any run has rounds
        raise InputError(f"--rounds {typed}: that is no number of rounds", "a whole number, from 1 to 10^15")
    return int(whole + part[:power].ljust(power, "0"))


def _check(asked: SimulateOptions) -> None:
    for option, given, most in (
        ("--hours", asked.hours, MOST),
        ("--pace", asked.pace, MOST),
        ("--open", asked.open, 24),
        ("--workers", asked.workers or 1, MOST_WORKERS),
    ):
        if not 1 <= given <= most:
            raise InputError(f"{option} {given}", f"from 1 to {most:,}")
    if asked.workers == 0:
        raise InputError("--workers 0", f"from 1 to {MOST_WORKERS}")
    if asked.workers is not None and asked.scheduler is not None:
        raise InputError("--workers are threads here and --scheduler has workers elsewhere", "one of the two")
    if asked.out is not None and asked.resume is not None:
        raise InputError("--out begins a folder and --resume goes on with one", "one of the two")
    if (asked.out is not None or asked.resume is not None) and asked.seed is None:
        raise InputError("a folder keeps rounds that can be dealt again", "--seed with it")


def _seat(submission: Submission, words: str) -> Seat:
    from croupier.simulation import Seat, SimulationError
    from croupier.simulation.seats import BEST, CHEAP

    with bad_input(SimulationError):
        seat = Seat.parse(words)
    if isinstance(seat.strategy, str) and seat.strategy not in {BEST, CHEAP}:
        return replace(seat, strategy=named(submission, seat.strategy, "strategy", (BEST, CHEAP)))
    return seat


# ---- progress ------------------------------------------------------------------------------------------


def _rates(say: Say) -> Say:
    """Progress that tells the rate and the time left from time to time, at a terminal and off it."""

    def begin(what: str) -> Progress:
        tick = say(what)
        start = said = monotonic()
        first: list[int] = []

        def rated(done: int, of: int) -> None:
            nonlocal said
            tick(done, of)
            first.append(done) if not first else None
            now = monotonic()
            if what == "rounds" and now - said >= APART and first[0] < done < of:
                said = now
                rate = (done - first[0]) / (now - start)
                left = lasting((of - done) / rate)
                announce(f"{done:,} of {of:,} rounds, {rate:,.0f} a second, {left} left")

        return rated

    return begin


# ---- printing ------------------------------------------------------------------------------------------


def _show(found: Simulation) -> None:
    book = found.deals.terms.rulebook
    show.line(f"{book.title} ({book.id})", "bold")
    rate = found.took.to_json()["rounds_a_second"]
    show.line(f"{found.rounds:,} rounds by seed {found.deals.seed}, {rate:,.0f} a second", "dim")
    show.heading("The house's win a round")
    rows = [("table", "", *_row(found, found.table))]
    rows += [(f"seat {seat}", strategy, *_row(found, each)) for seat, strategy, each in _seats(found)]
    rows += [(name, "", *_row(found, figure)) for name, (figure, _) in found.wagers.items()]
    show.rows(rows, ["", "strategy", "mean", "error", "deviation", "exactly", "errors away"])
    fit = found.fit
    if fit is not None:
        seat, held = fit
        show.line(
            f"Held against the solver's count, {held.cells} kinds of rounds: chi-square {held.chi_square:.1f},"
            f" p {held.p:.3g} (seat {seat}, the farthest off)."
        )
    show.heading("The house's win over time")
    show.rows(
        [
            (
                f"{name}, {each.rounds:,} rounds",
                _money(found, each.mean),
                _money(found, each.deviation),
                *(_money(found, each.percentiles[share]) for share in (1, 50, 99)),
                f"{each.behind:.2%}",
            )
            for name, each in found.periods.items()
        ],
        ["", "mean", "deviation", "1 in 100 below", "median", "1 in 100 above", "house behind"],
    )
    trays = ", ".join(f"{float(risk):.1%} {_tray(found, amount)}" for risk, amount in found.tray.items())
    show.line(f"A tray lasts a shift, but for a risk of: {trays}.")
    _show_memory(found)
    show.unbroken(f"fingerprint {found.fingerprint}", "dim")


def _tray(found: Simulation, amount: int | None) -> str:
    return "too few shifts to tell" if amount is None else _money(found, amount)


def _show_memory(found: Simulation) -> None:
    """Show the visits of guests, and the meter."""
    visits, meter = found.visits, found.meter
    if visits is not None:
        hold = (
            ""
            if visits.hold is None
            else f" for {_money(found, visits.drop)}, of which the table holds {visits.hold:.2%}"
        )
        rebates = f"; rebates of {_money(found, visits.rebates)}" if visits.rebates else ""
        show.heading("Guests")
        show.line(
            f"{visits.visits:,} visits of {visits.rounds / visits.visits:,.1f} rounds{hold}: {visits.ruined:,} guests"
            f" could not go on, {visits.left_ahead:,} left ahead{rebates}."
        )
    if meter is not None:
        data = meter.to_json()
        show.heading("The meter")
        show.line(
            f"Its shares were won {meter.hits:,} times for {_money(found, meter.paid)}, of which the house put up"
            f" {_money(found, meter.from_house)}. At the end of a shift it stands at"
            f" {_money(found, 100 * float(str(data['mean'])))} on average."
        )


def _seats(found: Simulation) -> list[tuple[int, str, Figure]]:
    from croupier.simulation.simulation import strategy_of

    return [
        (seat, strategy_of(place), figure)
        for seat, (place, figure) in enumerate(zip(found.deals.places, found.seats, strict=True), start=1)
    ]


def _row(found: Simulation, figure: Figure) -> tuple[str, ...]:
    exact = "" if figure.exact_mean is None else _money(found, float(figure.exact_mean), 4)
    return (
        _money(found, float(figure.mean), 4),
        _money(found, figure.standard_error, 4),
        _money(found, figure.standard_deviation),
        exact,
        "" if figure.z is None else f"{figure.z:+.2f}",
    )


def _money(found: Simulation, cents: float, digits: int = 2) -> str:
    sign = found.deals.terms.rulebook.currency.sign
    return f"{'-' if cents < 0 else ''}{sign}{abs(cents) / 100:,.{digits}f}"
