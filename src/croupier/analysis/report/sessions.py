"""An evening, or a month of them: what many rounds of one account come to, and how they get there."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from croupier.analysis.results.account import Account
from croupier.analysis.results.figures import amount
from croupier.analysis.results.number_text import bound, net, percent
from croupier.analysis.sessions.distribution import Session, after

SHARES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))
LEVELS = (Fraction(95, 100), Fraction(99, 100))
STEPS = 24  # points of the course
RISKS = (0.1, 0.05, 0.01)  # of ruin, for which a bankroll is said
BANKROLLS = (10, 25, 50, 100)  # average wagers, for which the risk of ruin is said


@dataclass(frozen=True)
class Course:
    """A session of one account."""

    account: Account
    session: Session

    @cached_property
    def steps(self) -> tuple[Session, ...]:
        """The sessions that lead up to this one, and this one."""
        rounds = self.session.rounds
        found = []
        for number in sorted({max(1, rounds * step // STEPS) for step in range(1, STEPS)} - {rounds}):
            with suppress(ValueError):  # a point that cannot be worked out is left out of the course
                found.append(after(self.account.outcomes, number))
        return (*found, self.session)

    @property
    def percentiles(self) -> list[tuple[str, str]]:
        """Shares of sessions with the result that they do not exceed."""
        return [(percent(share, 0), net(self.session.percentile(share))) for share in SHARES]

    @property
    def intervals(self) -> list[tuple[str, str, str]]:
        """The intervals of the house's win, by level."""
        found = [(level, self.session.house_interval(level)) for level in LEVELS]
        return [(percent(level, 0), net(low), net(high)) for level, (low, high) in found]


def course(account: Account, rounds: int) -> Course | str:
    """The course of a session, or why it cannot be worked out."""
    try:
        return Course(account, after(account.outcomes, rounds))
    except ValueError as error:
        return str(error)


@dataclass(frozen=True, slots=True)
class Endurance:
    """The bankrolls needed for some hours, and the risk of ruin of some bankrolls."""

    bankrolls: list[tuple[str, str]]  # by the risk that is taken
    risks: list[tuple[str, str]]  # by the bankroll
    how: str  # it was worked out


def endurance(account: Account, rounds: int) -> Endurance:
    """The risk of ruin of an account over so many rounds, in words."""
    ruin = account.ruin(rounds)
    bankrolls = [(percent(risk, 0), amount(account, ruin.bankroll(risk), 0)) for risk in RISKS]
    held = [Fraction(times) * account.average_wager for times in BANKROLLS]
    risks = [(amount(account, each, 0), percent(ruin.risk(each), 2)) for each in held]
    if ruin.exact:
        return Endurance(bankrolls, risks, f"counted round by round, off by no more than {bound(ruin.error)}")
    return Endurance(bankrolls, risks, "approximated by Brownian motion with the same mean and deviation")
