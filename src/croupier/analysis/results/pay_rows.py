"""The row of a pay table that a settlement goes by: the game's own settlement is asked, and its look-ups are watched.

So a table of results can follow the pay table row by row, whatever words or odds two of its rows share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from croupier.analysis.results.account import Paid
from croupier.games.game import Game
from croupier.games.lines import a_hand
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.model import PayRow, PayTable
from croupier.rulebook.progressive import Progressive

ALL_OTHER = "All other"
_WHICH_PAYS = ", which pays "  # said of a progressive's row that is worth less than its stake


class _Watched(Terms):
    """Terms that remember which rows of which tables were found; all else is that of the terms given."""

    def __init__(self, terms: Terms) -> None:
        self.__dict__.update(terms.__dict__)
        self.found: list[tuple[str, str | None, PayRow]] = []

    def row(self, table: str, hands: tuple[str, ...], column: str | None = None) -> PayRow | None:
        found = super().row(table, hands, column)
        if found is not None:
            self.found.append((table, column, found))
        return found


class PayRows:
    """The rows that the settlement of some wagers goes by: those of the longest pay table that these wagers have."""

    def __init__(self, game: Game, terms: Terms, wagers: Iterable[str]) -> None:
        named = set(wagers)
        self._game = game
        self._terms = _Watched(terms)
        self._tables = [table for table in terms.submission.tables() if named & set(table.wagers)]
        self._table: PayTable | None = max(self._tables, key=lambda table: len(table.rows), default=None)
        self._rows = self._table.rows if self._table else ()
        progressive = terms.options.get("progressive")
        self._progressive = progressive if named == {"progressive"} and isinstance(progressive, Progressive) else None

    def of(self, facts: Any, stakes: Mapping[str, Cents]) -> str:  # noqa: ANN401 - every game has facts of its own
        """The row that a settlement went by, as the table calls the hand; empty where the table lists none for it."""
        self._terms.found.clear()
        lines = list(self._game.settle(facts, stakes, self._terms))
        if self._progressive is not None:
            because = lines[0].because.partition(_WHICH_PAYS)[0]
            return next((hand for hand, _ in self._progressive.rows if because == f"your hand is {a_hand(hand)}"), "")
        for table, column, row in self._terms.found:
            if self._table is not None and table == self._table.name:
                if column is not None:  # the round picked it, and picks the same for every hand that is counted
                    self._rows = self._terms.column(table, column)
                return row.hand
        return ""

    def counted(self, ways: Mapping[tuple[str, Cents], int], one: Cents, cycle: int) -> tuple[Paid, ...]:
        """Ways by row and net as the table of a report: row by row, and all other hands in one row at its end."""
        named = [(hand, title, pays) for hand, title, pays in self._named() if hand]
        return tuple(
            _paid(title, pays, {net: count for (each, net), count in ways.items() if each == hand}, one, cycle)
            for hand, title, pays in [*named, ("", ALL_OTHER, "")]
        )

    def _named(self) -> Sequence[tuple[str, str, str]]:
        if self._progressive is not None:
            return [(hand, hand.replace("_", " ").capitalize(), str(pays)) for hand, pays in self._progressive.rows]
        return [(row.hand, row.name, str(row.pays)) for row in self._rows]


def _paid(title: str, pays: str, nets: Mapping[Cents, int], one: Cents, cycle: int) -> Paid:
    counted = Counter({net: count for net, count in nets.items() if count})
    return Paid(
        title,
        pays,
        counted.total(),
        Fraction(min(counted, default=0), one),
        Fraction(max(counted, default=0), one),
        Fraction(sum(net * count for net, count in counted.items()), one * cycle),
    )
