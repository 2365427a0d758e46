"""Printed output of `croupier analyze`: figures, pay tables, best play, sessions, comparisons."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from operator import itemgetter

from croupier.analysis import Analysis
from croupier.analysis.report.decisions import Decision
from croupier.analysis.report.options import ReportOptions
from croupier.analysis.report.sessions import BANKROLLS, course, endurance
from croupier.analysis.report.strategy import Chart
from croupier.analysis.results.account import Account
from croupier.analysis.results.comparison import Readings
from croupier.analysis.results.figures import summary, units
from croupier.analysis.results.number_text import between, bound, one_in, percent, rounds
from croupier.cli.terminal import show

NARROW = 100  # letters; a narrower terminal gets comparisons without the exact EV, which the JSON has
_LEFT_OUT = ("EV",)


def show_analysis(analysis: Analysis, wanted: ReportOptions) -> None:
    """Print all results of an analysis."""
    from croupier import __version__

    book = analysis.terms.rulebook
    show.line(f"{book.title} ({book.id})", "bold")
    show.line(f"Croupier {__version__}, {wanted.date}", "dim")
    _show_summary(analysis)
    for account in analysis.wagers.values():
        _show_table(account, units(account, analysis.terms))
    _show_habits(analysis)
    chart = analysis.strategy()
    if chart is not None:
        _show_chart(chart, analysis)
    for account in analysis.wagers.values():
        _show_session(account, units(account, analysis.terms), wanted)
    _show_ruin(analysis, wanted)
    if analysis.facts:
        show.heading("Progressive")
        show.rows((name.replace("_", " "), value) for name, value in analysis.facts.items())
    show.line()
    for warning in analysis.warnings:
        show.line(f"Warning: {warning}", "bold red")
    for note in analysis.notes:
        show.line(note)
    show.unbroken(f"fingerprint {analysis.fingerprint}", "dim")


def _show_summary(analysis: Analysis) -> None:
    lines = summary(analysis.wagers, analysis.terms)
    show.line()
    show.rows(
        ((line.title, line.edge, line.ev, line.exact) for line in lines), ["wager", "house edge", "EV", "exactly"]
    )
    show.line()
    show.rows(
        ((line.title, line.average, line.risk, line.deviation) for line in lines),
        ["wager", "average wager", "element of risk", "deviation"],
    )
    show.line()
    show.rows(
        ((line.title, line.returns, line.volatility, line.skewness) for line in lines),
        ["wager", "return to player", "volatility index, 90% / 95%", "skewness"],
    )
    show.line()
    show.rows(((line.title, line.hit, line.push, line.loss) for line in lines), ["wager", "wins", "pushes", "loses"])


def _show_table(account: Account, unit: str) -> None:
    """Print the rows of the pay table, with all other hands in one row."""
    show.heading(f"{account.title}: row by row, in {unit}")
    rows = [
        (
            row.title,
            row.pays,
            between(row.least, row.most),
            f"{row.ways:,}",
            percent(Fraction(row.ways, account.cycle), 6),
            one_in(Fraction(row.ways, account.cycle)),
            f"{float(row.returns):+.6f}",
        )
        for row in account.table
    ]
    rows.append(("Sum", "", "", f"{account.cycle:,}", percent(1, 6), "", f"{float(account.ev):+.6f}"))
    show.rows(rows, ["hand", "pays", "net", "ways", "probability", "once", "return"], wrapped={0})
    if account.actions is not None:
        show.heading(f"{account.title}: how often each action is taken")
        show.rows((action, percent(often), one_in(often)) for action, often in account.actions.items())


def _show_habits(analysis: Analysis) -> None:
    bold = analysis.bold_average_wager
    if bold is None:
        return
    base = analysis["base"]
    show.heading("Base game: where two choices are worth the same")
    show.rows(
        [
            (called, f"{float(average):.6f}", percent(-base.ev / average, 6))
            for called, average in (
                ("less at risk (ruling T1, as above)", base.average_wager),
                ("more at risk (as some published figures have it)", bold),
            )
        ],
        ["on equal terms", "average wager", "element of risk"],
    )


# ---- strategy ------------------------------------------------------------------------------------------


def _show_chart(chart: Chart, analysis: Analysis) -> None:
    unit = units(analysis["base"], analysis.terms)
    show.heading(f"{_capital(chart.stage)}: the best play, by hand")
    if chart.rule:
        show.line(f"{_capital(chart.rule)}.")
    for action, (hands, share) in chart.taken.items():
        show.line(f"{action}: {hands:,} hands, {percent(share, 2)}")
        if chart.grid:
            show.line("  " + ", ".join(play.hand for row in chart.grid for play in row if play.best == action))
    if chart.parts and not chart.rule:
        show.line()
        show.rows(
            ((part.kind, part.action, f"{part.hands:,}", part.which) for part in chart.parts),
            ["kind", "best action", "hands", "which"],
            wrapped={1},
        )
    for decision in chart.later:
        _show_decision(decision, unit)
    if chart.unsorted:
        show.line("Later decisions depend on the cards that are face up by then, and are not classified here.")


def _show_decision(decision: Decision, unit: str) -> None:
    show.heading(f"{_capital(decision.stage)}: the best play, by class, in {unit}")
    rows = [
        (
            each.title,
            percent(each.share, 2),
            each.play,
            *(percent(each.best.get(action, Fraction(0)), 1) for action in decision.actions),
            *(f"{float(each.cost[action]):.4f}" if action in each.cost else "" for action in decision.actions),
        )
        for each in decision.classes
    ]
    header = ["class", "share", "play"]
    header += [f"{action} best" for action in decision.actions] + [f"{action} costs" for action in decision.actions]
    show.rows(rows, header, wrapped={0})
    price = f"costs {float(decision.price):.6f} a round" if decision.price else "loses nothing"
    show.line(f"In {percent(decision.share, 2)} of rounds. Playing each class as a whole {price}.")


def _capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


# ---- sessions ------------------------------------------------------------------------------------------


def _show_session(account: Account, unit: str, wanted: ReportOptions) -> None:
    found = course(account, wanted.rounds)
    show.heading(f"{account.title}: after {rounds(wanted.rounds)}, in {unit}")
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


def _show_ruin(analysis: Analysis, wanted: ReportOptions) -> None:
    hours = f"{wanted.hours} hour{'s' * (wanted.hours != 1)}"
    show.heading(f"The bankroll for {hours} at {wanted.pace} rounds an hour, by the risk of ruin")
    found = [(account.title, endurance(account, wanted.rounds_at_table)) for account in analysis.wagers.values()]
    risks = [risk for risk, _ in found[0][1].bankrolls]
    show.rows(
        ((title, *(bankroll for _, bankroll in each.bankrolls), each.how) for title, each in found),
        ["wager", *risks, "how"],
    )
    show.heading("The risk of ruin with so many average wagers in the same time")
    show.rows(
        ((title, *(f"{risk} ({bankroll})" for bankroll, risk in each.risks)) for title, each in found),
        ["wager", *map(str, BANKROLLS)],
    )


# ---- a comparison --------------------------------------------------------------------------------------


def show_readings(readings: Readings) -> None:
    """Print each comparison: a heading for each option, below it each value with a line for each wager."""
    show.line(readings.title, "bold")
    for table in readings.tables:
        show.heading(table.title)
        left_out = _LEFT_OUT if show.width() < NARROW else ()
        kept = [place for place, column in enumerate(table.columns) if place > 1 and column not in left_out]
        header = [table.columns[place] for place in kept]
        for option, of_option in groupby(table.rows, key=itemgetter(0)):
            show.line()
            show.line(option, "bold")
            rows = [(row[1], [row[place] for place in kept]) for row in of_option]
            _show_option(rows, header)


def _show_option(rows: list[tuple[str, list[str]]], header: list[str]) -> None:
    """Print the values of an option; if there is a reason instead of figures, it gets a line of its own."""
    counted = [row for _, row in rows if any(row[2:])]
    widths = [max(map(len, column)) for column in zip(header, *counted, strict=True)]
    if counted:
        show.rows([[f"    {header[0]}", *header[1:]]], widths=[4 + widths[0], *widths[1:]])
    for value, group in groupby(rows, key=itemgetter(0)):
        of_value = [row for _, row in group]
        show.line(f"  {value}")
        figures_of = [[f"    {row[0]}", *row[1:]] for row in of_value if any(row[2:])]
        if figures_of:
            show.rows(figures_of, widths=[4 + widths[0], *widths[1:]])
        for row in of_value:
            if not any(row[2:]):
                show.line(f"    {row[0]}: {row[1]}")
