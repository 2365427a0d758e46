"""An analysis as CSV files: one for every wager, the summary, the actions and the first decision hand by hand.

Fractions are written as decimals, since a spreadsheet takes 3/2 for a day of March; the EV stands in both forms.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from croupier import csvs
from croupier.analysis.readings import Readings
from croupier.analysis.report.strategy import Chart, chart
from croupier.analysis.result import Account, Analysis
from croupier.games.game import Game

OUTCOMES = ("outcome", "net", "ways", "probability", "return")
SUMMARY = (
    "wager",
    "title",
    "unit",
    "house_edge",
    "ev",
    "ev_exact",
    "average_wager",
    "element_of_risk",
    "standard_deviation",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
    "cycle",
)


def spreadsheets(analysis: Analysis, readings: Readings | None = None, game: Game | None = None) -> dict[str, str]:
    """The files by name."""
    wagers = analysis.wagers.values()
    files = {"summary.csv": _text(SUMMARY, map(_summary, wagers))}
    files |= {f"{account.name}.csv": _text(OUTCOMES, _outcomes(account)) for account in wagers}
    files["actions.csv"] = _text(("wager", "action", "frequency"), _actions(wagers))
    found = chart(analysis, game)
    if found is not None:
        files["strategy.csv"] = _strategy(found)
    for number, table in enumerate(readings.tables if readings else (), start=1):
        files[f"readings-{number}.csv"] = _text(table.columns, table.rows)
    return files


def _summary(account: Account) -> Sequence[object]:
    return (
        account.name,
        account.title,
        account.unit,
        _decimal(account.house_edge),
        _decimal(account.ev),
        f"{account.ev.numerator} / {account.ev.denominator}",
        _decimal(account.average_wager),
        _decimal(account.element_of_risk),
        account.standard_deviation,
        _decimal(account.hit_frequency),
        _decimal(account.push_frequency),
        _decimal(account.loss_frequency),
        account.cycle,
    )


def _outcomes(account: Account) -> Iterator[Sequence[object]]:
    for row in account.rows:
        chance = Fraction(row.ways, account.cycle)
        yield row.outcome, _decimal(row.net), row.ways, _decimal(chance), _decimal(row.net * chance)


def _actions(accounts: Iterable[Account]) -> Iterator[Sequence[object]]:
    for account in accounts:
        for action, often in (account.actions or {}).items():
            yield account.name, action, _decimal(often)


def _strategy(found: Chart) -> str:
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
    return _text(("hand", "hands", *labels, "best", "second_best", "cost_of_second_best"), rows)


def _decimal(value: Fraction) -> str:
    return str(value.numerator) if value.denominator == 1 else repr(float(value))


def _text(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    return "".join(csvs.lines(header, rows))
