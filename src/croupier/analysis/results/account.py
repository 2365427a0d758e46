"""The account of one wager: every outcome with its ways, and the figures that follow. Exact until printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from croupier.analysis.sessions.distribution import Session
    from croupier.analysis.sessions.ruin import Ruin

LEVELS = (0.9, 0.95)  # of the volatility index
EXACT = (
    "ev",
    "house_edge",
    "average_wager",
    "element_of_risk",
    "return_to_player",
    "variance",
    "hit_frequency",
    "push_frequency",
    "loss_frequency",
)


class Picture(str):
    """A drawing as SVG text, which a notebook shows."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Row:
    """An outcome in words, its net result in units, and in how many ways it comes."""

    outcome: str  # as a player would say it
    net: Fraction  # in units, fractions of a unit included
    ways: int  # out of the cycle of its account


@dataclass(frozen=True, slots=True)
class Paid:
    """A row of a report's table: a row of the pay table, its ways, its net results in units, and its part of the EV."""

    title: str
    pays: str
    ways: int
    least: Fraction
    most: Fraction
    returns: Fraction


@dataclass(frozen=True, slots=True)
class Played:
    """One way through the round: how often it is taken, how it ends, and its part of the EV in units."""

    path: str
    ways: int
    wins: int
    pushes: int
    staked: Fraction  # in units, in each such round
    returns: Fraction

    @property
    def loses(self) -> int:
        """The number of ways in which the player is down."""
        return self.ways - self.wins - self.pushes


@dataclass(frozen=True)
class Account:
    """The whole account of one wager, or of the base wagers together, for one unit of it."""

    name: str  # of the wager, as options have it; `base` for the base wagers together
    title: str  # as the document names it
    unit: str  # the wager of which 1 is one, or the currency: dollars, euro
    cycle: int  # of all deals: ways add up to it
    rows: tuple[Row, ...]  # best first
    average_wager: Fraction  # in units, over all rounds
    actions: Mapping[str, Fraction] | None = (
        None  # the share of rounds in which each choice is made, by `stage: choice`
    )
    table: tuple[Paid, ...] = field(default=(), compare=False)  # as the pay table has it, all other hands in one row
    paths: tuple[Played, ...] = field(default=(), compare=False)  # where the player decides something

    def __repr__(self) -> str:
        edge = f"{float(self.house_edge):.4%} of one {self.unit}"
        return f"<Account {self.name}: house edge {edge}, {len(self.outcomes)} outcomes in {self.cycle:,} ways>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{escape(row.outcome)}</td><td>{row.net}</td><td>{row.ways:,}</td></tr>" for row in self.rows
        )
        head = "<tr><th>outcome</th><th>net</th><th>ways</th></tr>"
        return f"<p><b>{escape(self.title)}</b>: house edge {float(self.house_edge):.4%}</p><table>{head}{rows}</table>"

    def session(self, rounds: int) -> Session:
        """The net result of so many rounds: the whole distribution, with a bound on its error."""
        from croupier.analysis.sessions.distribution import after

        return after(self.outcomes, rounds)

    def ruin(self, rounds: int) -> Ruin:
        """The risk of ruin within so many rounds, and the bankroll for a risk."""
        from croupier.analysis.sessions.ruin import ruin

        return ruin(self.outcomes, rounds)

    def plot(self) -> Picture:
        """The distribution of one round, drawn."""
        from croupier.analysis.results.svg_plots import distribution

        return Picture(distribution(self.name, self.outcomes, self.cycle))

    @cached_property
    def outcomes(self) -> Mapping[Fraction, int]:
        """The distribution of the net result, lowest first; its ways add up to the cycle."""
        ways: Counter[Fraction] = Counter()
        for row in self.rows:
            ways[row.net] += row.ways
        return dict(sorted(ways.items()))

    @cached_property
    def ev(self) -> Fraction:
        """The expected value of one unit."""
        return sum((net * ways for net, ways in self.outcomes.items()), Fraction(0)) / self.cycle

    @property
    def house_edge(self) -> Fraction:
        """The part of one unit that the house keeps."""
        return -self.ev

    @property
    def element_of_risk(self) -> Fraction:
        """The part of all money put up that the house keeps."""
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
    def return_to_player(self) -> Fraction:
        """The part of all money put up that comes back."""
        return 1 - self.element_of_risk

    @cached_property
    def skewness(self) -> float:
        """The skewness of the net result: the third central moment over the deviation cubed."""
        third = sum(((net - self.ev) ** 3 * ways for net, ways in self.outcomes.items()), Fraction(0)) / self.cycle
        return float(third) / self.standard_deviation**3 if self.variance else 0.0

    def volatility_index(self, level: float = 0.9) -> float:
        """The standard deviations about the mean that hold this share of a normal distribution: 1.645 for 90%."""
        return NormalDist().inv_cdf((1 + level) / 2) * self.standard_deviation

    @property
    def hit_frequency(self) -> Fraction:
        """The probability that the player is up."""
        return self._share(1)

    @property
    def push_frequency(self) -> Fraction:
        """The probability that nothing is won or lost."""
        return self._share(0)

    @property
    def loss_frequency(self) -> Fraction:
        """The probability that the player is down."""
        return self._share(-1)

    def _share(self, sign: int) -> Fraction:
        ways = sum(ways for net, ways in self.outcomes.items() if (net > 0) - (net < 0) == sign)
        return Fraction(ways, self.cycle)

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints, but for sessions."""
        exact = {name: getattr(self, name) for name in EXACT}
        said: dict[str, object] = {
            "title": self.title,
            "unit": self.unit,
            "ev": str(self.ev),
            "average_wager": str(self.average_wager),
            "element_of_risk": float(self.element_of_risk),
            "standard_deviation": self.standard_deviation,
            "house_edge": float(self.house_edge),
            "hit_frequency": str(self.hit_frequency),
            "push_frequency": str(self.push_frequency),
            "loss_frequency": str(self.loss_frequency),
            "one_in": {name: _one_in(*getattr(self, name).as_integer_ratio()) for name in EXACT if "frequency" in name},
            "exact": {name: str(value) for name, value in exact.items()},
            "decimal": {name: float(value) for name, value in exact.items()}
            | {"standard_deviation": self.standard_deviation, "skewness": self.skewness}
            | {f"volatility_index_{level:.0%}".rstrip("%"): self.volatility_index(level) for level in LEVELS},
            "cycle": self.cycle,
            "outcomes": self._outcomes_to_json(),
            "table": self._table_to_json(),
        }
        if self.actions is not None:
            said["actions"] = {name: str(often) for name, often in self.actions.items()}
            said["paths"] = self._paths_to_json()
        return said

    def _table_to_json(self) -> list[dict[str, object]]:
        return [
            {
                "row": row.title,
                "pays": row.pays,
                "ways": row.ways,
                "least": str(row.least),
                "most": str(row.most),
                "probability": row.ways / self.cycle,
                "one_in": _one_in(row.ways, self.cycle),
                **both("return", row.returns),
            }
            for row in self.table
        ]

    def _paths_to_json(self) -> list[dict[str, object]]:
        return [
            {
                "path": each.path,
                "ways": each.ways,
                "wins": each.wins,
                "pushes": each.pushes,
                "loses": each.loses,
                "one_in": _one_in(each.ways, self.cycle),
                "staked": str(each.staked),
                **both("return", each.returns),
            }
            for each in self.paths
        ]

    def _outcomes_to_json(self) -> list[dict[str, object]]:
        names: dict[Fraction, dict[str, int]] = {}
        for row in self.rows:
            names.setdefault(row.net, {})[row.outcome] = row.ways
        return [
            {
                **both("net", net),
                "ways": ways,
                "probability": ways / self.cycle,
                "one_in": _one_in(ways, self.cycle),
                "names": names[net],
            }
            for net, ways in self.outcomes.items()
        ]


def _one_in(ways: int, cycle: int) -> float | None:
    """Once in so many; None for what never comes."""
    return cycle / ways if ways else None


def both(name: str, value: Fraction) -> dict[str, object]:
    """A fraction in its exact form, and as a decimal number beside it."""
    return {name: str(value), f"{name}_decimal": float(value)}
