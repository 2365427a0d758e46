"""The choices among a rulebook's options, checked or not, and the terms of play that follow from them.

An option that is not chosen has its first value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from croupier.rulebook.model import Limit, PayRow, PayTable, Rulebook, Wager, When
from croupier.rulebook.pay import As, Pay
from croupier.rulebook.progressive import Progressive

Value: TypeAlias = str | int | Progressive | None
OFF = "off"  # the value of a progressive that the submission does not set up


@dataclass(frozen=True, slots=True)
class Choices:
    """A rulebook with the options chosen."""

    rulebook: Rulebook
    chosen: Mapping[str, Value] = field(default_factory=dict)
    odds: Mapping[tuple[str, str], Pay] = field(default_factory=dict)  # higher payouts, by table and hand

    def __getitem__(self, option: str) -> Value:
        """The value in force for an option; None where it has no meaning or sets nothing."""
        if option in self.chosen:
            return self.chosen[option]
        about = self.rulebook.options[option]
        if not self.has_meaning(option):
            return None
        if about.kind == "progressive":
            return OFF
        if about.values is not None:
            return next(iter(about.values))
        if about.default is None and option.endswith("_maximum"):
            return self.amount("maximum")
        return about.default

    def amount(self, option: str) -> int | None:
        """The amount of money that an option comes to; a multiple of another option is multiplied out."""
        value, of = self[option], self.rulebook.options[option].times
        if of is None:
            return value if isinstance(value, int) else None
        amount = self.amount(of)
        return None if amount is None else amount * int(str(value))

    def __iter__(self) -> Iterator[str]:
        return iter(self.rulebook.options)

    def has_meaning(self, option: str) -> bool:
        """True if the other choices leave this option anything to decide."""
        only_if = self.rulebook.options[option].only_if or {}
        return all(self[other] in values for other, values in only_if.items())

    def holds(self, when: When | None) -> bool:
        """True if a part of the rulebook with this condition is in force."""
        return when is None or self[when[0]] in when[1]

    def offers(self, wager: str) -> bool:
        """True if a wager is offered at the table."""
        offered = self.rulebook.wagers[wager].offered
        return offered is None or self[offered[0]] != offered[1]

    @property
    def wagers(self) -> tuple[Wager, ...]:
        """The wagers on the table."""
        return tuple(wager for name, wager in self.rulebook.wagers.items() if self.offers(name))

    def tables(self) -> Iterator[PayTable]:
        """The pay tables in force, every column of those that the round itself picks from."""
        for table in self.rulebook.tables:
            by_option = table.by in self.rulebook.options
            offered = any(self.offers(wager) for wager in table.wagers)
            if offered and (not by_option or self[str(table.by)] == table.column):
                yield replace(table, rows=tuple(self._rows(table)))

    def table(self, name: str, column: str | None = None) -> PayTable:
        """The pay table of that name in force; `column` where the round picks it (Cover All: hands dealt)."""
        for table in self.tables():
            if table.name == name and column in (None, table.column):
                return table
        raise KeyError(name, column)

    def _rows(self, table: PayTable) -> Iterator[PayRow]:
        rows = {row.hand: row for row in table.rows if self.holds(row.when)}
        for row in rows.values():
            meant = rows[row.pays.hand] if isinstance(row.pays, As) else row
            raised = self.odds.get((table.name, row.hand)) or self.odds.get((table.name, meant.hand))
            if raised is not None:
                ruling = row.ruling or next(iter(self.rulebook.ruled("higher_odds")), None)
                yield replace(row, pays=raised, ruling=ruling)
            else:
                yield row if meant is row else replace(row, pays=meant.pays)

    @property
    def limits(self) -> tuple[Limit, ...]:
        """The payout limits in force, at the amount in force."""
        return tuple(
            replace(limit, amount=self._amount(limit))
            for limit in self.rulebook.limits
            if self.holds(limit.when) and (limit.imposed or self._set_amount(limit) is not None)
        )

    def _set_amount(self, limit: Limit) -> Value:
        return self[limit.option] if limit.option else None

    def _amount(self, limit: Limit) -> int:
        amount = self._set_amount(limit)
        return amount if isinstance(amount, int) else limit.amount
