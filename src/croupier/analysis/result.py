"""The answer: for each wager every outcome with its ways, and whatever follows from them. Exact until printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Any

from croupier.analysis.solution import Spot
from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.rulebook import UnknownError

if TYPE_CHECKING:
    from croupier.analysis.analysing import Question
    from croupier.analysis.report.strategy import Chart
    from croupier.analysis.session import Session


class NoFramesError(CroupierError, ImportError):
    """No library for frames is there."""


class Picture(str):
    """A drawing as SVG text, which a notebook shows."""

    __slots__ = ()

    def _repr_html_(self) -> str:
        return str(self)


@dataclass(frozen=True, slots=True)
class Row:
    """An outcome in words, its net result in units, and in how many ways it comes."""

    outcome: str
    net: Fraction
    ways: int


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
        """In how many ways the player is down."""
        return self.ways - self.wins - self.pushes


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
        """What so many rounds come to: the whole distribution, with a bound on its error."""
        from croupier.analysis.session import after

        return after(self.outcomes, rounds)

    def plot(self) -> Picture:
        """The distribution of one round, drawn."""
        from croupier.analysis.report.plots import distribution

        return Picture(distribution(self))

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
    asked: Question | None = field(default=None, repr=False, compare=False)  # what it answers

    def __repr__(self) -> str:
        return f"<Analysis of {self.terms.submission!r}: {', '.join(self.wagers)}>"

    def __getitem__(self, wager: str) -> Account:
        if wager not in self.wagers:
            raise UnknownError(f"no wager {wager!r} was analysed; there are {', '.join(self.wagers)}")
        return self.wagers[wager]

    def session(self, rounds: int, wager: str = "base") -> Session:
        """What so many rounds of a wager come to."""
        return self[wager].session(rounds)

    def strategy(self) -> Chart | None:
        """The best play at the first turn, hand by hand; None where a game asks nothing."""
        from croupier.analysis.report.strategy import chart

        return chart(self, self.asked.game if self.asked else None)

    def plot(self, wager: str = "base") -> Picture:
        """The distribution of one round of a wager, drawn."""
        return self[wager].plot()

    def to_html(self, rounds: int = 1000) -> str:
        """The PAR sheet, one page; `rounds` is how many a session has."""
        from croupier.analysis.analysing import Question
        from croupier.analysis.report.sheet import sheet

        return sheet(self, self.asked or Question(self.terms.submission), rounds)

    def to_csv(self) -> dict[str, str]:
        """Every table as CSV text, by the name of its file."""
        from croupier.analysis.report.spreadsheets import spreadsheets

        return spreadsheets(self, game=self.asked.game if self.asked else None)

    def to_frame(self, wager: str | None = None) -> Any:  # noqa: ANN401 - a frame of whichever library is there
        """All wagers, or all outcomes of one, as a frame of pandas or polars, whichever is there."""
        rows: list[dict[str, object]]
        if wager is None:
            rows = [
                {
                    "wager": name,
                    "title": each.title,
                    "unit": each.unit,
                    "house_edge": float(each.house_edge),
                    "element_of_risk": float(each.element_of_risk),
                    "standard_deviation": each.standard_deviation,
                    "average_wager": float(each.average_wager),
                }
                for name, each in self.wagers.items()
            ]
        else:
            account = self[wager]
            chances = [(row.outcome, float(row.net), Fraction(row.ways, account.cycle)) for row in account.rows]
            rows = [{"outcome": what, "net": net, "chance": float(chance)} for what, net, chance in chances]
        return _frame(rows)

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


def _frame(rows: list[dict[str, object]]) -> Any:  # noqa: ANN401 - a frame of whichever library is there
    from importlib import import_module

    for library in ("pandas", "polars"):
        try:
            return import_module(library).DataFrame(rows)
        except ImportError:
            continue
    raise NoFramesError("a frame needs pandas or polars, and neither is installed; accepted: to_csv() without them")
