"""Figures of a simulation: means beside what is known exactly, visits of guests, the run of a meter."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from typing import NamedTuple

from croupier.money import Cents
from croupier.simulation.periods import PERCENTILES

CENTS = 100


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean of the house's win a round, in cents: its error, its spread, the exact mean, and how far it is away."""

    mean: Fraction
    standard_error: float
    standard_deviation: float
    exact_mean: Fraction | None

    @property
    def z(self) -> float | None:
        """The distance from the exact mean in standard errors; None where that is unknown, or nothing varies."""
        if self.exact_mean is None or not self.standard_error:
            return None
        return float(self.mean - self.exact_mean) / self.standard_error

    def to_json(self) -> dict[str, object]:
        """The figures in the currency's major unit."""
        return {
            "mean": float(self.mean) / CENTS,
            "standard_error": self.standard_error / CENTS,
            "standard_deviation": self.standard_deviation / CENTS,
            "exact_mean": None if self.exact_mean is None else float(self.exact_mean) / CENTS,
            "z": self.z,
        }


class WagerFigure(NamedTuple):
    """A wager over all seats: the house's mean a round, and all that was staked on it."""

    figure: Figure
    handle: Cents


class Visits(NamedTuple):
    """The visits of all guests together; amounts in cents."""

    visits: int
    rounds: int
    ruined: int  # guests who could not be sure to pay for another round
    left_ahead: int
    drop: Cents  # bought in for
    taken: Cents  # away, at the end of a visit
    rebates: Cents

    @property
    def hold(self) -> float | None:
        """The share of the drop that guests leave behind, rebates apart; None where nobody buys in."""
        return (self.drop - self.taken) / self.drop if self.drop else None

    def to_json(self) -> dict[str, object]:
        """The figures in the currency's major unit, over all rounds; `rounds` are those of a visit."""
        return {
            "count": self.visits,
            "drop": self.drop / CENTS,
            "hold": self.hold,
            "rounds": self.rounds / self.visits,
            "ruined": self.ruined,
            "left_ahead": self.left_ahead,
            "rebates": self.rebates / CENTS,
        }


class MeterRun(NamedTuple):
    """The meter of a progressive over all shifts, each of which begins at the seed; amounts in cents."""

    hits: int  # shares of it that were won
    paid: Cents
    from_house: Cents  # of what was paid: what the meter did not come down by
    ends: Mapping[Cents, int]  # shifts by the meter at their end

    def to_json(self) -> dict[str, object]:
        """The figures in the currency's major unit; mean and percentiles are those at the end of a shift."""
        shifts = sum(self.ends.values())
        mean = sum(amount * count for amount, count in self.ends.items()) / shifts
        return {
            "hits": self.hits,
            "paid": self.paid / CENTS,
            "from_house": self.from_house / CENTS,
            "mean": mean / CENTS,
            "percentiles": {str(share): self._percentile(share, shifts) / CENTS for share in PERCENTILES},
        }

    def _percentile(self, share: int, shifts: int) -> Cents:
        """The least amount that so many per cent of the shifts end with, or with less."""
        amounts = sorted(self.ends)
        upto = list(accumulate(self.ends[amount] for amount in amounts))
        return amounts[bisect_left(upto, -(-share * shifts // 100))]


@dataclass(frozen=True)
class Took:
    """The time that a run took, its tables made before."""

    seconds: float
    rounds: int

    def to_json(self) -> dict[str, float]:
        """The time, and the rate."""
        return {"seconds": self.seconds, "rounds_a_second": self.rounds / self.seconds if self.seconds else 0.0}
