"""Results of the house over an hour, a shift, a day and a month, from the histogram of single rounds.

Rounds that are alike are convolved (`analysis.sessions`), and what comes out is moved to the exact mean where one is
known. Rounds with a memory are not alike: there, whole shifts are.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from statistics import NormalDist

from croupier.analysis.sessions.distribution import Session, SessionError, after
from croupier.analysis.sessions.ruin import ruin
from croupier.money import Cents
from croupier.simulation.shifts import Remembered, Shift

MONTH = 30  # days
RISKS = (0.01, 0.001)
PERCENTILES = (1, 5, 10, 25, 50, 75, 90, 95, 99)
FEWEST_BEYOND = 10  # shifts that a tray may not last in, for it to be told from shifts
_TILT = 1 << 40  # weights that are tilted are whole numbers of so small parts


@dataclass(frozen=True, slots=True)
class Clock:
    """The table's time: rounds an hour, hours of a shift, and hours that the table is open a day."""

    pace: int = 40
    hours: int = 8
    open: int = 16

    @property
    def rounds(self) -> dict[str, int]:
        """The rounds of each period."""
        day = self.pace * self.open
        return {"hour": self.pace, "shift": self.pace * self.hours, "day": day, "month": day * MONTH}

    @property
    def shift(self) -> Shift:
        """The rounds of a shift, and of an hour of it."""
        return Shift(self.pace * self.hours, self.pace)


@dataclass(frozen=True, slots=True)
class Moments:
    """The mean and the spread of the house's net of one round or one shift, in cents."""

    count: int
    mean: Fraction
    variance: float
    fourth: float  # central moment

    @classmethod
    def of(cls, histogram: Mapping[Cents, int]) -> Moments:
        """The moments of a histogram of the house's nets."""
        count = sum(histogram.values())
        mean = Fraction(sum(net * ways for net, ways in histogram.items()), count)
        middle = float(mean)
        squares = math.fsum((net - middle) ** 2 * ways for net, ways in histogram.items())
        fourths = math.fsum((net - middle) ** 4 * ways for net, ways in histogram.items())
        return cls(count, mean, squares / max(count - 1, 1), fourths / count)

    @property
    def deviation(self) -> float:
        """The standard deviation."""
        return math.sqrt(self.variance)

    @property
    def standard_error(self) -> float:
        """The standard error of the mean."""
        return math.sqrt(self.variance / self.count)

    @property
    def error_of_deviation(self) -> float:
        """The standard error of the standard deviation."""
        if not self.variance:
            return 0.0
        return math.sqrt(max(self.fourth - self.variance**2, 0.0) / self.count) / (2 * self.deviation)


@dataclass(frozen=True)
class Period:
    """The house's result over a period, in cents."""

    rounds: int
    mean: float
    deviation: float
    percentiles: Mapping[int, float]
    error: float  # standard error of the outermost percentiles
    behind: float  # the chance that the house has lost

    def to_json(self) -> dict[str, object]:
        """The figures in the currency's major unit."""
        return {
            "rounds": self.rounds,
            "mean": self.mean / 100,
            "standard_deviation": self.deviation / 100,
            "percentiles": {str(share): value / 100 for share, value in self.percentiles.items()},
            "error": self.error / 100,
            "house_behind": self.behind,
        }


def session(house: Mapping[Cents, int], rounds: int) -> Session:
    """The house's net after so many rounds, in cents, as it was dealt."""
    return after({Fraction(net): ways for net, ways in house.items()}, rounds)


def period(house: Mapping[Cents, int], times: int, rounds: int, exact: Fraction | None) -> Period:
    """The house's result after so many times what a histogram counts, moved to the exact mean of one."""
    moments = Moments.of(house)
    mean = moments.mean if exact is None else exact
    moved = times * float(mean - moments.mean)
    spread = math.sqrt(times) * moments.deviation
    outer = NormalDist().inv_cdf(PERCENTILES[-1] / 100)
    error = math.hypot(
        0.0 if exact is not None else times * moments.standard_error,
        outer * math.sqrt(times) * moments.error_of_deviation,
    )
    try:
        found = session(house, times)
    except SessionError:  # nets too far apart to be convolved: by the normal distribution
        law = NormalDist(times * float(mean), max(spread, 1e-9))
        shares = {share: law.inv_cdf(share / 100) for share in PERCENTILES}
        return Period(rounds, times * float(mean), spread, shares, error, law.cdf(0))
    shares = {share: float(found.percentile(Fraction(share, 100))) + moved for share in PERCENTILES}
    behind = found.at_most(Fraction(math.ceil(-moved) - 1))
    return Period(rounds, times * float(mean), spread, shares, error, behind)


def tray(house: Mapping[Cents, int], rounds: int, exact: Fraction | None) -> dict[str, Cents]:
    """The tray that lasts so many rounds, by the risk that it runs out: whole hundreds of cents."""
    found = ruin({Fraction(net, 100): ways for net, ways in _tilted(house, exact).items()}, rounds)
    return {f"{risk:g}": 100 * found.bankroll(risk) for risk in RISKS}


def periods_of_shifts(found: Remembered, clock: Clock) -> dict[str, Period]:
    """The house's result over each period where shifts have a memory: longer ones are sums of independent shifts.

    Where a day is no whole number of shifts, it is a sum of hours.
    """
    rounds = clock.rounds
    whole = clock.open % clock.hours == 0
    day, times = (found.shifts, clock.open // clock.hours) if whole else (found.hours, clock.open)
    return {
        "hour": period(found.hours, 1, rounds["hour"], None),
        "shift": period(found.shifts, 1, rounds["shift"], None),
        "day": period(day, times, rounds["day"], None),
        "month": period(day, times * MONTH, rounds["month"], None),
    }


def tray_of_shifts(lows: Mapping[Cents, int]) -> dict[str, Cents | None]:
    """The tray that lasts a shift, by the lowest that the house stood at in each; None where shifts are too few."""
    count = sum(lows.values())
    found: dict[str, Cents | None] = {}
    for risk in RISKS:
        left, least = int(risk * count), 0
        for low, shifts in sorted(lows.items()):  # the lowest first
            left -= shifts
            if left < 0:
                least = -low
                break
        # It runs out where the house's loss reaches it, so it is a unit more than the loss that it bears.
        found[f"{risk:g}"] = (least // 100 + 1) * 100 if risk * count >= FEWEST_BEYOND else None
    return found


def _tilted(house: Mapping[Cents, int], exact: Fraction | None) -> Mapping[Cents, int]:
    """A histogram whose weights are tilted a little, so that its mean is the exact one; its nets stay as they are."""
    moments = Moments.of(house)
    if exact is None or not moments.variance:
        return house
    slope = float(exact - moments.mean) / (moments.variance * (moments.count - 1) / moments.count)
    weights = {net: 1 + slope * (net - float(moments.mean)) for net in house}
    if min(weights.values()) <= 0:
        return house
    return {net: round(ways * weights[net] * _TILT) for net, ways in house.items()}


def period_curve(
    house: Mapping[Cents, int], rounds: int, exact: Fraction | None, points: int
) -> tuple[list[float], list[float]]:
    """Results of the house after so many rounds, evenly spaced, with the chance of each or less."""
    moments = Moments.of(house)
    mean = moments.mean if exact is None else exact
    moved = rounds * float(mean - moments.mean)
    try:
        nets, chances = session(house, rounds).points(points)
    except SessionError:
        law = NormalDist(rounds * float(mean), max(math.sqrt(rounds) * moments.deviation, 1e-9))
        amounts = [law.inv_cdf((place + 0.5) / points) for place in range(points)]
        return amounts, [law.cdf(amount) for amount in amounts]
    return [net + moved for net in nets.tolist()], chances.tolist()
