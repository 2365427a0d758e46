"""The findings of an analysis: an account of each wager, the value of each choice, notes and warnings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from croupier.analysis.model.question import Question
from croupier.analysis.model.solution import Progress, Spot, Survey, silent
from croupier.analysis.results.account import Account
from croupier.analysis.results.figures import edge_against
from croupier.games.terms import Terms
from croupier.rulebook import UnknownError

if TYPE_CHECKING:
    from croupier.analysis.sessions.distribution import Session


@dataclass(frozen=True)
class Findings:
    """All that was found about a rulebook under a submission."""

    terms: Terms
    wagers: Mapping[str, Account]  # by name, the base game first
    spots: Sequence[Spot] = field(repr=False)
    unit: int  # cents that stood for one in `spots`
    fingerprint: str  # of the rulebook, the options and the program
    notes: tuple[str, ...] = ()  # sentences that belong to the figures
    facts: Mapping[str, str] = field(default_factory=dict)  # what belongs to no wager's table, in words
    asked: Question | None = field(default=None, repr=False, compare=False)  # what it answers
    look: Callable[[Progress], Survey] | None = field(default=None, repr=False, compare=False)  # closer, on demand

    covary: Callable[[Account, Account], Fraction | None] | None = field(default=None, repr=False, compare=False)

    # The covariance of two players' results, counted when asked for.
    seats: Callable[[Mapping[str, tuple[Account, Fraction]], Progress], Fraction | None] | None = field(
        default=None, repr=False, compare=False
    )

    def __getitem__(self, wager: str) -> Account:
        if wager not in self.wagers:
            raise UnknownError(f"no wager {wager!r} was analysed; there are {', '.join(self.wagers)}")
        return self.wagers[wager]

    def __iter__(self) -> Iterator[str]:
        """The names of the wagers, the base game first."""
        return iter(self.wagers)

    def __len__(self) -> int:
        return len(self.wagers)

    def survey(self, progress: Progress | None = None) -> Survey | None:
        """A closer look at the base game, taken once: its later decisions, and what is staked by another habit."""
        if self.look is None:
            return None
        found: Survey | None = self.__dict__.get("_looked")
        if found is None:
            found = self.__dict__["_looked"] = self.look(progress or silent)
        return found

    def covariance(self, one: str, other: str) -> Fraction | None:
        """The covariance of two wagers of one hand, in units of each; None where no count of deals tells both."""
        return self.covary(self[one], self[other]) if self.covary is not None else None

    def covariance_of_seats(
        self, stakes: Mapping[str, Fraction] | None = None, progress: Progress | None = None
    ) -> Fraction | None:
        """The covariance of what two players of one round net, with stakes by account; None where nobody counts it.

        Without stakes it is that of the base game, in its units.
        """
        if self.seats is None:
            return None
        stakes = stakes or {"base": Fraction(1)}
        return self.seats({name: (self[name], stake) for name, stake in stakes.items()}, progress or silent)

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
        """The warnings for an operator before the table opens: wagers that favour the player."""
        return tuple(
            f"{each.title} favours the player, by {edge_against(each, self.terms)}."
            for each in self.wagers.values()
            if each.house_edge < 0
        )

    def session(self, rounds: int, wager: str = "base") -> Session:
        """The net result of so many rounds of a wager, as a distribution."""
        return self[wager].session(rounds)

    @property
    def options(self) -> dict[str, str | None]:
        """Every option with the value used, and the odds that were raised."""
        raised = {f"odds.{table}.{hand}": str(pays) for (table, hand), pays in self.terms.submission.odds.items()}
        return {name: _said(self.terms, name) for name in self.terms.submission} | raised


def _said(terms: Terms, option: str) -> str | None:
    value = terms[option]
    if value is None:
        return None
    money = terms.rulebook.options[option].kind == "money"
    return terms.money(value) if money and isinstance(value, int) else str(value)
