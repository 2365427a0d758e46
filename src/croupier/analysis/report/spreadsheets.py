"""An analysis as tables for spreadsheets, each a CSV file or a sheet of one workbook: every figure in full detail.

Fractions are written as decimals, since a spreadsheet takes 3/2 for a day of March; the EV stands beside that exactly,
in two columns.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from croupier import csv_text
from croupier.analysis.report import xlsx
from croupier.analysis.report.options import ReportOptions
from croupier.analysis.report.sessions import RISKS, SHARES, course
from croupier.analysis.report.strategy import Chart, chart
from croupier.analysis.report.xlsx import Table
from croupier.analysis.results.account import LEVELS, Account
from croupier.analysis.results.findings import Findings
from croupier.version import __version__

OUTCOMES = ("outcome", "net", "ways", "probability", "one_in", "return")
SUMMARY = (
    "wager",
    "title",
    "unit",
    "house_edge",
    "ev",
    "ev_numerator",
    "ev_denominator",
    "average_wager",
    "element_of_risk",
    "return_to_player",
    "standard_deviation",
    *(f"volatility_index_{level * 100:.0f}" for level in LEVELS),
    "skewness",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
    "hit_one_in",
    "cycle",
)


def spreadsheets(analysis: Findings, wanted: ReportOptions | None = None) -> dict[str, str]:
    """The CSV files by name."""
    tables = _tables(analysis, wanted or ReportOptions())
    return {f"{name}.csv": "".join(csv_text.lines(table.header, table.rows)) for name, table in tables.items()}


def workbook(analysis: Findings, wanted: ReportOptions | None = None) -> bytes:
    """All tables as one workbook."""
    return xlsx.workbook(list(_tables(analysis, wanted or ReportOptions()).values()))


def _tables(analysis: Findings, wanted: ReportOptions) -> dict[str, Table]:
    wagers = analysis.wagers.values()
    tables = {"about": _about(analysis, wanted)}
    tables["summary"] = _table("Summary", SUMMARY, [_summary(each) for each in wagers])
    tables["tables"] = _table(
        "Pay tables",
        ("wager", "row", "pays", "ways", "least_net", "most_net", "probability", "one_in", "return"),
        [row for account in wagers for row in _pay_table(account)],
    )
    tables |= {account.name: _outcomes(account, account.title) for account in wagers}
    actions = [row for each in wagers for row in _actions(each)]
    tables["actions"] = _table("Actions", ("wager", "action", "frequency", "one_in"), actions)
    tables["paths"] = _table(
        "Paths",
        ("wager", "path", "staked", "ways", "wins", "pushes", "loses", "probability", "one_in", "return"),
        [row for each in wagers for row in _paths(each)],
    )
    found = chart(analysis)
    if found is not None:
        tables["strategy"] = _strategy(found)
        tables["decisions"] = _decisions(found)
    tables["sessions"] = _sessions(analysis, wanted)
    tables["ruin"] = _ruin(analysis, wanted)
    if wanted.cost is not None:
        tables["played_by"] = _outcomes(wanted.cost.account, "Base game by the strategy")
    for number, table in enumerate(wanted.readings.tables if wanted.readings else (), start=1):
        tables[f"readings-{number}"] = Table(f"Readings {number}", table.columns, table.rows)
    return tables


def _table(title: str, keys: Sequence[str], rows: Sequence[Sequence[object]]) -> Table:
    """A table whose columns are named in words: `house_edge` is "House edge"."""
    return Table(title, [_word(key) for key in keys], rows)


def _word(key: str) -> str:
    first, *more = key.split("_")
    return " ".join(("EV" if first == "ev" else first.capitalize(), *more))


def _about(analysis: Findings, wanted: ReportOptions) -> Table:
    said = {
        "rulebook": analysis.terms.rulebook.id,
        "version": __version__,
        "date": wanted.date,
        "fingerprint": analysis.fingerprint,
    }
    said |= {f"option {name}": value or "" for name, value in analysis.options.items() if value is not None}
    bold = analysis.bold_average_wager
    rows: list[Sequence[object]] = list(said.items())
    if bold is not None:
        base = analysis["base"]
        rows += [
            ("average wager, less at risk on equal terms", _decimal(base.average_wager)),
            ("element of risk, less at risk on equal terms", _decimal(base.element_of_risk)),
            ("average wager, more at risk on equal terms", _decimal(bold)),
            ("element of risk, more at risk on equal terms", _decimal(-base.ev / bold)),
        ]
    if wanted.cost is not None:
        rows += [
            ("strategy", wanted.cost.strategy.name),
            ("EV of the strategy", _decimal(wanted.cost.ev)),
            ("what the strategy costs", _decimal(wanted.cost.cost)),
        ]
    rows += [("warning", each) for each in analysis.warnings]
    rows += [("note", each) for each in analysis.notes]
    return _table("About", ("what", "value"), rows)


def _summary(account: Account) -> Sequence[object]:
    return (
        account.name,
        account.title,
        account.unit,
        _decimal(account.house_edge),
        _decimal(account.ev),
        account.ev.numerator,
        account.ev.denominator,
        _decimal(account.average_wager),
        _decimal(account.element_of_risk),
        _decimal(account.return_to_player),
        account.standard_deviation,
        *(account.volatility_index(level) for level in LEVELS),
        account.skewness,
        _decimal(account.hit_frequency),
        _decimal(account.push_frequency),
        _decimal(account.loss_frequency),
        _one_in(account.hit_frequency),
        account.cycle,
    )


def _outcomes(account: Account, title: str) -> Table:
    rows = []
    for row in account.rows:
        chance = Fraction(row.ways, account.cycle)
        chances = _decimal(chance), _one_in(chance)
        rows.append((row.outcome, _decimal(row.net), row.ways, *chances, _decimal(row.net * chance)))
    return _table(title, OUTCOMES, rows)


def _pay_table(account: Account) -> Iterator[Sequence[object]]:
    for row in account.table:
        chance, nets = Fraction(row.ways, account.cycle), (_decimal(row.least), _decimal(row.most))
        chances = _decimal(chance), _one_in(chance)
        yield account.name, row.title, row.pays, row.ways, *nets, *chances, _decimal(row.returns)


def _actions(account: Account) -> Iterator[Sequence[object]]:
    for action, often in (account.actions or {}).items():
        yield account.name, action, _decimal(often), _one_in(often)


def _paths(account: Account) -> Iterator[Sequence[object]]:
    for each in account.paths:
        counts = (each.ways, each.wins, each.pushes, each.loses)
        chance = Fraction(each.ways, account.cycle)
        chances = _decimal(chance), _one_in(chance)
        yield account.name, each.path, _decimal(each.staked), *counts, *chances, _decimal(each.returns)


def _strategy(found: Chart) -> Table:
    labels = list(dict.fromkeys(label for play in found.plays for label in play.values))
    rows = [
        (
            play.hand,
            play.spot.hands,
            *(_decimal(play.values[label]) if label in play.values else "" for label in labels),
            play.best,
            play.next if play.next != play.best else "",
            _decimal(play.cost),
        )
        for play in found.plays
    ]
    header = ("Hand", "Hands", *labels, "Best", "Second best", "Cost of second best")
    return Table("Strategy", header, rows)


def _decisions(found: Chart) -> Table:
    """Every class of hands at every later decision, a line for each action."""
    rows = [
        (
            decision.stage,
            each.title,
            _decimal(each.share),
            each.play,
            action,
            _decimal(each.best[action]),
            _decimal(each.cost[action]),
        )
        for decision in found.later
        for each in decision.every
        for action in each.cost
    ]
    return _table("Decisions", ("stage", "class", "share", "play", "action", "best_in_share", "cost_of_always"), rows)


def _sessions(analysis: Findings, wanted: ReportOptions) -> Table:
    shares = [f"percentile_{float(share) * 100:.0f}" for share in SHARES]
    rows: list[Sequence[object]] = []
    for account in analysis.wagers.values():
        found = course(account, wanted.rounds)
        if isinstance(found, str):
            rows.append((account.name, wanted.rounds, *[""] * (len(shares) + 4), found))
            continue
        session = found.session
        percentiles = [_decimal(session.percentile(share)) for share in SHARES]
        chances = session.ahead, session.even, session.behind
        rows.append((account.name, wanted.rounds, *chances, *percentiles, session.error, ""))
    return _table("Sessions", ("wager", "rounds", "ahead", "even", "behind", *shares, "error", "why_not"), rows)


def _ruin(analysis: Findings, wanted: ReportOptions) -> Table:
    rows = []
    for account in analysis.wagers.values():
        ruin = account.ruin(wanted.rounds_at_table)
        bankrolls = [ruin.bankroll(risk) for risk in RISKS]
        how = "counted" if ruin.exact else "Brownian motion"
        rows.append((account.name, account.unit, wanted.hours, wanted.pace, ruin.rounds, *bankrolls, how))
    header = [f"bankroll_for_risk_{risk * 100:.0f}" for risk in RISKS]
    return _table("Bankrolls", ("wager", "unit", "hours", "pace", "rounds", *header, "method"), rows)


def _one_in(chance: Fraction) -> int | float | str:
    """Once in so many; empty for what never comes."""
    return _decimal(1 / chance) if chance else ""


def _decimal(value: Fraction) -> int | float:
    return value.numerator if value.denominator == 1 else float(value)
