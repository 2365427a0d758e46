"""A submission: an operator's choice of options for one rulebook, and the terms of play that follow from it.

An option that is not chosen has its first value. A submission exists only if the rulebook allows all of it; otherwise
every objection is raised at once, each with its clause. Nothing here opens a file.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from croupier.errors import CroupierError
from croupier.html_table import html_table
from croupier.money import dollars
from croupier.rulebook.loader import load
from croupier.rulebook.model import Limit, PayRow, PayTable, Rulebook, Wager, When
from croupier.rulebook.pay import As, Pay
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.refusal import Refusal

Value: TypeAlias = str | int | Progressive | None
OFF = "off"  # the value of a progressive that the submission does not set up


class SubmissionError(CroupierError, ValueError):
    """A submission that its rulebook does not allow; the error lists every objection."""

    def __init__(self, rulebook: Rulebook, refusals: list[Refusal]) -> None:
        self.rulebook = rulebook
        self.refusals = tuple(refusals)
        super().__init__("\n".join(map(str, refusals)))


@dataclass(frozen=True, slots=True)
class Submission:
    """A rulebook with the chosen options; made by `of` or `parse`, which validate them."""

    rulebook: Rulebook
    chosen: Mapping[str, Value] = field(default_factory=dict)
    odds: Mapping[tuple[str, str], Pay] = field(default_factory=dict)  # higher payouts, by table and hand

    def __repr__(self) -> str:
        chosen = ", ".join(f"{name}={value!r}" for name, value in self.options().items())
        return f"<Submission {self.rulebook.id}{f': {chosen}' if chosen else ''}>"

    def _repr_html_(self) -> str:
        rows = [
            (name, str(self[name]), "chosen" if name in self.chosen else "") for name in self if self[name] is not None
        ]
        raised = [(f"odds.{table}.{hand}", str(pays), "chosen") for (table, hand), pays in self.odds.items()]
        return html_table([*rows, *raised], about=f"{self.rulebook.title} ({self.rulebook.id})")

    @classmethod
    def of(cls, rulebook: Rulebook, options: Mapping[str, object]) -> Submission:
        """Validate options and make a submission of them, or raise a SubmissionError with every objection."""
        from croupier.rulebook.submission_check import check

        submission, refusals = check(rulebook, options)
        if refusals:
            raise SubmissionError(rulebook, refusals)
        return submission

    @classmethod
    def parse(cls, text: str) -> Submission:
        """Parse a submission from TOML text; its `rulebook` key names the document."""
        options = tomllib.loads(text)
        name = options.pop("rulebook", None)
        if not isinstance(name, str):
            message = 'a submission starts with the rulebook it is for: rulebook = "uth-ma"'
            raise ValueError(message)  # noqa: TRY004 - the text is at fault, not a caller's type
        return cls.of(load(name), options)

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
            return self["maximum"]
        return about.default

    def options(self) -> dict[str, object]:
        """The choices as a submission writes them: `of` makes an equal submission from them."""
        written: dict[str, object] = {name: self._written(name, value) for name, value in self.chosen.items()}
        for (table, hand), pays in self.odds.items():
            odds = written.setdefault("odds", {})
            assert isinstance(odds, dict)  # noqa: S101 - made on the line above
            odds.setdefault(table, {})[hand] = str(pays)
        return written

    def _written(self, name: str, value: Value) -> object:
        option = self.rulebook.options[name]
        if isinstance(value, Progressive):
            return value.options(with_stake=option.stake is None)
        return dollars(value) if option.kind == "money" and isinstance(value, int) else value

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
        """The wagers offered at the table."""
        return tuple(wager for name, wager in self.rulebook.wagers.items() if self.offers(name))

    def tables(self) -> Iterator[PayTable]:
        """The pay tables in force; of a table whose column the round picks, every column."""
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
            yield (
                replace(row, pays=meant.pays)
                if raised is None
                else replace(row, pays=raised, ruling=row.ruling or "S5")
            )

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
