"""The answer: for each wager every outcome with its ways, and whatever follows from them. Exact until printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property

from croupier.analysis.solution import Spot
from croupier.games.terms import Terms


@dataclass(frozen=True, slots=True)
class Row:
    """An outcome in words, its net result in units, and in how many ways it comes."""

    outcome: str
    net: Fraction
    ways: int


@dataclass(frozen=True)
class Account:
    """The whole account of one wager, or of the base wagers together, for one unit of it."""

    name: str
    title: str
    unit: str  # the wager of which 1 is one, or dollars
    cycle: int
    rows: tuple[Row, ...]
    average_wager: Fraction
    actions: Mapping[str, Fraction] | None = None

    @cached_property
    def outcomes(self) -> Mapping[Fraction, int]:
        """The distribution of the net result, lowest first; its ways add up to the cycle."""
        ways: Counter[Fraction] = Counter()
        for row in self.rows:
            ways[row.net] += row.ways
        return dict(sorted(ways.items()))

    @cached_property
    def ev(self) -> Fraction:
        """What one unit wins on average."""
        return sum((net * ways for net, ways in self.outcomes.items()), Fraction(0)) / self.cycle

    @property
    def house_edge(self) -> Fraction:
        """What the house keeps of one unit."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """What the house keeps of all money put up."""
        return -self.ev / self.average_wager

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net result."""
        squares = sum((net * net * ways for net, ways in self.outcomes.items()), Fraction(0))
        return squares / self.cycle - self.ev**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the net result."""
        return math.sqrt(self.variance)

    @property
    def hit_frequency(self) -> Fraction:
        """How often the player is up."""
        return self._share(1)

    @property
    def push_frequency(self) -> Fraction:
        """How often nothing is won or lost."""
        return self._share(0)

    @property
    def loss_frequency(self) -> Fraction:
        """How often the player is down."""
        return self._share(-1)

    def _share(self, sign: int) -> Fraction:
        ways = sum(ways for net, ways in self.outcomes.items() if (net > 0) - (net < 0) == sign)
        return Fraction(ways, self.cycle)

    def to_json(self) -> dict[str, object]:
        """As `--json` prints it."""
        said: dict[str, object] = {
            "unit": self.unit,
            "ev": str(self.ev),
            "average_wager": str(self.average_wager),
            "element_of_risk": float(self.element_of_risk),
            "standard_deviation": self.standard_deviation,
            "house_edge": float(self.house_edge),
            "hit_frequency": str(self.hit_frequency),
            "push_frequency": str(self.push_frequency),
            "loss_frequency": str(self.loss_frequency),
            "cycle": self.cycle,
            "outcomes": [{"net": str(net), "ways": ways} for net, ways in self.outcomes.items()],
        }
        if self.actions is not None:
            said["actions"] = {name: str(often) for name, often in self.actions.items()}
        return said


@dataclass(frozen=True)
class Analysis:
    """A rulebook under a submission, analysed."""

    terms: Terms
    wagers: Mapping[str, Account]
    spots: Sequence[Spot] = field(repr=False)
    unit: int  # cents that stood for one in `spots`
    fingerprint: str  # of the rulebook, the options and the program
    notes: tuple[str, ...] = ()
    facts: Mapping[str, str] = field(default_factory=dict)  # what belongs to no wager's table, in words

    def __getitem__(self, wager: str) -> Account:
        return self.wagers[wager]

    @property
    def options(self) -> dict[str, str | None]:
        """Every option with the value used, and the odds that were raised."""
        raised = {f"odds.{table}.{hand}": str(pays) for (table, hand), pays in self.terms.submission.odds.items()}
        return {name: _said(self.terms, name) for name in self.terms.submission} | raised

    def to_json(self) -> dict[str, object]:
        """As `--json` prints it."""
        return {
            "rulebook": self.terms.rulebook.id,
            "options": self.options,
            "wagers": {name: account.to_json() for name, account in self.wagers.items()},
            "notes": list(self.notes),
            "fingerprint": self.fingerprint,
            **self.facts,
        }

    def _repr_html_(self) -> str:
        """A table for a notebook."""
        head = "<tr><th>Wager</th><th>House edge</th><th>Element of risk</th><th>Standard deviation</th></tr>"
        rows = [
            f"<tr><td>{each.title}</td><td>{float(each.house_edge):.4%}</td><td>{float(each.element_of_risk):.4%}</td>"
            f"<td>{each.standard_deviation:.4f}</td></tr>"
            for each in self.wagers.values()
        ]
        return f"<table>{head}{''.join(rows)}</table>"


def _said(terms: Terms, option: str) -> str | None:
    from croupier.money import dollars

    value = terms[option]
    if value is None:
        return None
    money = terms.rulebook.options[option].kind == "money"
    return dollars(value) if money and isinstance(value, int) else str(value)
