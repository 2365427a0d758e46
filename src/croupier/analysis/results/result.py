"""The answer: for each wager every outcome with its ways, and whatever follows from them. Exact until printed."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from html import escape
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from croupier.analysis.model.solution import Progress, Spot, Survey, silent
from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.html_table import html_table
from croupier.rulebook import UnknownError

if TYPE_CHECKING:
    from croupier.analysis.analyst import Question
    from croupier.analysis.report.strategy import Chart
    from croupier.analysis.sessions.distribution import Session
    from croupier.analysis.sessions.ruin import Ruin


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
        from croupier.analysis.sessions.distribution import after

        return after(self.outcomes, rounds)

    def ruin(self, rounds: int) -> Ruin:
        """How likely a bankroll is to be used up within so many rounds, and how large it must be."""
        from croupier.analysis.sessions.ruin import ruin

        return ruin(self.outcomes, rounds)

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
    def return_to_player(self) -> Fraction:
        """What comes back of all money put up."""
        return 1 - self.element_of_risk

    @cached_property
    def skewness(self) -> float:
        """How far the net result leans towards rare wins: the third central moment over the deviation cubed."""
        third = sum(((net - self.ev) ** 3 * ways for net, ways in self.outcomes.items()), Fraction(0)) / self.cycle
        return float(third) / self.standard_deviation**3 if self.variance else 0.0

    def volatility_index(self, level: float = 0.9) -> float:
        """So many standard deviations as hold this share of a normal distribution about its mean: 1.645 for 90%."""
        return NormalDist().inv_cdf((1 + level) / 2) * self.standard_deviation

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
        """As `--json` prints it, but for sessions."""
        from croupier.analysis.report.as_json import of_account

        return of_account(self)


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
    look: Callable[[Progress], Survey] | None = field(default=None, repr=False, compare=False)  # closer, on demand

    def __repr__(self) -> str:
        return f"<Analysis of {self.terms.submission!r}: {', '.join(self.wagers)}>"

    def __getitem__(self, wager: str) -> Account:
        if wager not in self.wagers:
            raise UnknownError(f"no wager {wager!r} was analysed; there are {', '.join(self.wagers)}")
        return self.wagers[wager]

    def survey(self, progress: Progress | None = None) -> Survey | None:
        """A closer look at the base game, taken once: its later decisions, and what is staked by another habit."""
        if self.look is None:
            return None
        found: Survey | None = self.__dict__.get("_looked")
        if found is None:
            found = self.__dict__["_looked"] = self.look(progress or silent)
        return found

    @property
    def bold_average_wager(self) -> Fraction | None:
        """The average wager of the base game where the greater risk is taken on equal terms; None if it is the same.

        Ruling T1 takes the lesser, and some published figures the greater; the EV is the same.
        """
        survey = self.survey()
        if survey is None or survey.staked is None:
            return None
        average = Fraction(survey.staked, self["base"].cycle * self.unit)
        return None if average == self["base"].average_wager else average

    @property
    def warnings(self) -> tuple[str, ...]:
        """What an operator should know before the table opens: wagers that favour the player."""
        from croupier.analysis.results.figures import edge_against

        return tuple(
            f"{each.title} favours the player, by {edge_against(each, self.terms)}."
            for each in self.wagers.values()
            if each.house_edge < 0
        )

    def session(self, rounds: int, wager: str = "base") -> Session:
        """What so many rounds of a wager come to."""
        return self[wager].session(rounds)

    def strategy(self) -> Chart | None:
        """The best play: the first turn hand by hand, later ones by classes; None where a game asks nothing."""
        from croupier.analysis.report.strategy import chart

        return chart(self, self.asked.game if self.asked else None)

    def plot(self, wager: str = "base") -> Picture:
        """The distribution of one round of a wager, drawn."""
        return self[wager].plot()

    def to_html(self, rounds: int = 1000, hours: int = 4, pace: int = 40, date: str = "") -> str:
        """The PAR sheet, one page: sessions have so many rounds, and the risk of ruin is that of hours at a pace.

        `date` is printed as it is given.
        """
        from croupier.analysis.analyst import Question
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.sheet import sheet

        return sheet(self, self.asked or Question(self.terms.submission), ReportOptions(rounds, hours, pace, date))

    def to_csv(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> dict[str, str]:
        """Every table as CSV text, by the name of its file."""
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.spreadsheets import spreadsheets

        return spreadsheets(self, ReportOptions(rounds, hours, pace))

    def to_xlsx(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> bytes:
        """Every table as a sheet of one workbook."""
        from croupier.analysis.report.options import ReportOptions
        from croupier.analysis.report.spreadsheets import workbook

        return workbook(self, ReportOptions(rounds, hours, pace))

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
                    "return_to_player": float(each.return_to_player),
                    "volatility_index_90": each.volatility_index(0.9),
                    "volatility_index_95": each.volatility_index(0.95),
                    "skewness": each.skewness,
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

    def to_json(self, rounds: int = 1000, hours: int = 4, pace: int = 40) -> dict[str, object]:
        """As `--json` prints it: sessions have so many rounds, and the risk of ruin is that of hours at a pace."""
        from croupier.analysis.report.as_json import of_analysis
        from croupier.analysis.report.options import ReportOptions

        return of_analysis(self, ReportOptions(rounds, hours, pace))

    def _repr_html_(self) -> str:
        """A table for a notebook."""
        head = ("Wager", "House edge", "Element of risk", "Standard deviation")
        rows = [
            (
                each.title,
                f"{float(each.house_edge):.4%}",
                f"{float(each.element_of_risk):.4%}",
                f"{each.standard_deviation:.4f}",
            )
            for each in self.wagers.values()
        ]
        return html_table(rows, head)


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
    raise NoFramesError("a frame needs pandas or polars, and neither is installed", "to_csv() without them")
