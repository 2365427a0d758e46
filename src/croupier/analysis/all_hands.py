"""Wagers on all hands at the table, for every number of hands that the table can have."""

from __future__ import annotations

from collections.abc import Iterator

from croupier.analysis.analyst import Analyst, hands_of
from croupier.analysis.errors import AnalysisError
from croupier.analysis.results.comparison import Table
from croupier.analysis.results.figures import edge

COLUMNS = ("Hands, the dealer's included", "House edge", "Standard deviation", "EV exactly")


def by_hands(analyst: Analyst) -> Iterator[Table]:
    """The figures of each wager on all hands, for every number of hands that the table can have."""
    for name in analyst.terms.on_all_hands:
        rows = tuple(_row(analyst, name, hands) for hands in hands_of(analyst.terms.submission))
        yield Table(analyst.terms.wagers[name].title, COLUMNS, rows)


def _row(analyst: Analyst, name: str, hands: int) -> tuple[str, ...]:
    try:
        account = analyst.on_all_hands(name, hands)
    except AnalysisError as error:
        return str(hands), str(error), "", ""
    return str(hands), edge(account, analyst.terms), f"{account.standard_deviation:.4f}", str(account.ev)
