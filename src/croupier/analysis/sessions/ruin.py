"""The risk of ruin within some rounds, and the bankroll for a risk.

A player is ruined when the loss reaches the bankroll, at the end or at any time before. The greatest loss at any time
of n rounds has the same distribution as W(n), where W(0) = 0 and W(k) = max(0, W(k-1) + the loss of a round): rounds
are alike, so that they may be read backwards. That is worked out step by step in doubles. All terms are positive, so
that every rounding adds at most its unit to a relative error, which is what `error` adds up, together with the
chances cut off at the top. Where that would take too long, the formula for Brownian motion with the same mean and
deviation is used, and `exact` says so.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import NormalDist
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.sessions.distribution import SessionError, check_rounds

Floats: TypeAlias = NDArray[np.float64]

_UNIT = 2.0**-53
_WORK = 400_000_000  # products, about a second of work
_DEVIATIONS = 12  # above the mean loss, the chances are cut off


@dataclass(frozen=True)
class Ruin:
    """The risk of ruin over some rounds, in units."""

    rounds: int
    mean: Fraction  # of one round, in units
    deviation: float  # of one round, in units
    error: float  # of a risk that is exact
    step: Fraction = Fraction(1)  # losses are so many steps
    _reached: Floats | None = field(default=None, repr=False, compare=False)  # by the loss in steps, how likely it is

    @property
    def exact(self) -> bool:
        """True if rounds are counted; if not, they are taken for Brownian motion."""
        return self._reached is not None

    def risk(self, bankroll: Fraction | int) -> float:
        """The probability that so much is used up within the rounds."""
        if bankroll <= 0:
            raise SessionError(f"a bankroll of {bankroll} is none", "more than nothing")
        if self._reached is None:
            return self._as_motion(float(bankroll))
        place = math.ceil(Fraction(bankroll) / self.step)
        return float(self._reached[place]) if place < len(self._reached) else 0.0

    def bankroll(self, risk: float) -> int:
        """The least bankroll that can be bet, which is of whole units, and is used up with no more than this risk."""
        if not 0 < risk < 1:
            raise SessionError(f"{risk} is no risk; it lies between 0 and 1, like 0.05")
        most = 1
        while self.risk(most) > risk:
            most *= 2
        return bisect_left(range(most + 1), -risk, lo=1, key=lambda units: -self.risk(units))

    def _as_motion(self, bankroll: float) -> float:
        drift, spread = float(self.mean) * self.rounds, self.deviation * math.sqrt(self.rounds)
        if not spread:
            return float(drift <= -bankroll)
        chance = NormalDist().cdf
        reflected = chance((drift - bankroll) / spread)
        exponent = -2 * float(self.mean) * bankroll / self.deviation**2
        back = reflected * math.exp(exponent) if reflected and exponent < _LARGEST else 0.0
        return min(1.0, chance((-bankroll - drift) / spread) + back)


_LARGEST = 700.0  # an exponent that a double still has room for


def ruin(outcomes: Mapping[Fraction, int], rounds: int) -> Ruin:
    """The risk of ruin over so many rounds, each with these nets, in units, in so many ways of the cycle."""
    check_rounds(rounds)
    if rounds < 1:
        raise SessionError(f"{rounds} rounds ruin nobody; play 1 or more")
    cycle = sum(outcomes.values())
    mean = Fraction(sum(net * ways for net, ways in outcomes.items()), cycle)
    deviation = math.sqrt(sum(net * net * ways for net, ways in outcomes.items()) / Fraction(cycle) - mean**2)
    worst = max(-min(net for net, ways in outcomes.items() if ways), Fraction(0))
    likely = max(-mean, Fraction(0)) * rounds + Fraction(_DEVIATIONS * deviation * math.sqrt(rounds)) + worst
    top = min(rounds * worst, likely)
    # A win that covers any loss leaves none, however it is graded.
    counted = [abs(net) for net, ways in outcomes.items() if ways and net and net < top]
    parts = math.lcm(*(net.denominator for net in counted), 1)
    step = Fraction(math.gcd(*(int(net * parts) for net in counted)) or 1, parts)
    size = math.ceil(top / step) + 1
    if size * len(outcomes) * rounds > _WORK:
        return Ruin(rounds, mean, deviation, 0.0, step)
    chances: defaultdict[int, float] = defaultdict(float)
    for net, ways in outcomes.items():
        chances[int(-net // step)] += ways / cycle
    law, cut = _greatest_loss(chances, rounds, size)
    reached = np.cumsum(law[::-1])[::-1]
    error = (rounds * (len(chances) + 3) + size) * _UNIT + cut
    return Ruin(rounds, mean, deviation, error, step, reached)


def _greatest_loss(chances: Mapping[int, float], rounds: int, size: int) -> tuple[Floats, float]:
    """The distribution of the greatest loss, in steps up to a size, and the chances that were cut off above it."""
    law = np.zeros(size)
    law[0] = 1.0
    cut = 0.0
    for _ in range(rounds):
        after = np.zeros(size)
        for loss, chance in chances.items():
            if loss >= 0:
                after[loss:] += chance * law[: max(size - loss, 0)]
                over = chance * float(law[max(size - loss, 0) :].sum())
                after[-1] += over
                cut += over
            else:
                win = min(-loss, size)
                after[: size - win] += chance * law[win:]
                after[0] += chance * float(law[:win].sum())
        law = after
    return law, cut
