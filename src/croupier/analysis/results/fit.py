"""The fit of counts to what was expected of them: chi-square with its p, the worst cells, and deviations from a mean.

Every comparison of results with an account goes by these functions: simulated rounds, a supplier's, recorded ones.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from croupier.analysis.results.account import Account

Kind = TypeVar("Kind")

FEWEST = 10  # expected in a cell; kinds with fewer share one
WORST = 5  # cells that are named
_EPSILON = 1e-15
_TINY = 1e-300


@dataclass(frozen=True, slots=True)
class Cell(Generic[Kind]):
    """Kinds of result that are counted together: those observed, those expected, and the distance between."""

    kinds: tuple[Kind, ...]
    observed: int
    expected: float
    z: float  # standard deviations; infinite where a kind came that never comes


@dataclass(frozen=True, slots=True)
class Fit(Generic[Kind]):
    """Chi-square of counts: the probability `p` that a fair sample is at least as far off, and the worst cells."""

    chi_square: float  # infinite where a kind came that never comes
    cells: int
    p: float
    worst: tuple[Cell[Kind], ...]  # the farthest off first

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints; null where a number is infinite."""
        return {
            "chi_square": _finite(self.chi_square),
            "cells": self.cells,
            "p": self.p,
            "worst": [
                {
                    "of": [str(kind) for kind in cell.kinds],
                    "observed": cell.observed,
                    "expected": cell.expected,
                    "z": _finite(cell.z),
                }
                for cell in self.worst
            ],
        }


def fit(
    observed: Mapping[Kind, int], expected: Mapping[Kind, Fraction | int], spread: Fraction = Fraction(1)
) -> Fit[Kind]:
    """The fit of counts to shares, ways or counts, whichever: `expected` is scaled to as many as were observed.

    Kinds that are expected fewer than ten times share a cell, with the next rarest if they are still fewer together. A
    kind that never comes has a cell by itself if it was observed. `spread` is the variance of the counts beside that of
    independent ones: less than 1 for cards of one deck, each of which comes once.
    """
    many, whole = sum(observed.values()), sum(expected.values())
    if not many or not whole:
        return Fit(0.0, 0, 1.0, ())
    scale = Fraction(many, whole)
    cells = [_cell(kinds, observed, expected, scale, spread) for kinds in _pooled(expected, many, whole)]
    never = [kind for kind, count in observed.items() if count and not expected.get(kind)]
    cells += [Cell((kind,), observed[kind], 0.0, math.inf) for kind in never]
    squares = math.fsum((cell.observed - cell.expected) ** 2 / cell.expected for cell in cells if cell.expected)
    chi_square = squares / float(spread)
    worst = sorted(cells, key=lambda cell: -abs(cell.z))[:WORST]
    if never:
        return Fit(math.inf, len(cells), 0.0, tuple(worst))
    return Fit(chi_square, len(cells), chi_square_p(chi_square, len(cells) - 1), tuple(worst))


def _pooled(expected: Mapping[Kind, Fraction | int], many: int, whole: Fraction | int) -> list[tuple[Kind, ...]]:
    """The kinds of each cell: those that are rare together."""
    by_rarity = sorted((kind for kind, share in expected.items() if share), key=lambda kind: expected[kind])
    rare, alone = 0, Fraction(0)
    for kind in by_rarity:
        if expected[kind] * many >= FEWEST * whole and (not rare or alone * many >= FEWEST * whole):
            break
        rare, alone = rare + 1, alone + expected[kind]
    first = [tuple(by_rarity[:rare])] if rare else []
    return first + [(kind,) for kind in by_rarity[rare:]]


def _cell(
    kinds: tuple[Kind, ...],
    observed: Mapping[Kind, int],
    expected: Mapping[Kind, Fraction | int],
    scale: Fraction,
    spread: Fraction,
) -> Cell[Kind]:
    seen, ways = sum(observed.get(kind, 0) for kind in kinds), sum(expected[kind] for kind in kinds)
    mean, share = scale * ways, Fraction(ways) / sum(expected.values())
    return Cell(kinds, seen, float(mean), deviations_away(seen - mean, mean * (1 - share) * spread))


@dataclass(frozen=True, slots=True)
class Sample:
    """Results of one wager beside its account, all in units and to the player."""

    rounds: int
    mean: Fraction
    standard_error: float  # of the mean, by the account's deviation
    exact_mean: Fraction
    z: float
    fit: Fit[Fraction]

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "rounds": self.rounds,
            "mean": float(self.mean),
            "standard_error": self.standard_error,
            "exact_mean": str(self.exact_mean),
            "z": _finite(self.z),
            "fit": self.fit.to_json(),
        }


def against(account: Account, counts: Mapping[Fraction, int]) -> Sample:
    """The rounds that ended with each net result, in units, beside an account; there is one round or more."""
    rounds = sum(counts.values())
    mean = sum((net * count for net, count in counts.items()), Fraction(0)) / rounds
    variance = account.variance / rounds
    away = deviations_away(mean - account.ev, variance)
    return Sample(rounds, mean, math.sqrt(variance), account.ev, away, fit(counts, account.outcomes))


def deviations_away(difference: Fraction | float, variance: Fraction | float) -> float:
    """A difference from the mean in standard deviations; none to speak of where nothing can vary."""
    if variance:
        return float(difference) / math.sqrt(variance)
    return math.copysign(math.inf, difference) if difference else 0.0


def _finite(number: float) -> float | None:
    return number if math.isfinite(number) else None


def chi_square_p(chi_square: float, degrees: int) -> float:
    """The probability of at least this chi-square with so many degrees of freedom."""
    return _upper_gamma(degrees / 2, chi_square / 2) if degrees > 0 else 1.0


def _upper_gamma(a: float, x: float) -> float:
    """The regularised upper incomplete gamma function, to 12 digits: a series below its mean, a fraction above."""
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    if x < a + 1:
        return 1.0 - scale * _series(a, x)
    return scale * _continued_fraction(a, x)


def _series(a: float, x: float) -> float:
    """The sum of x^n / (a (a+1) ... (a+n)), as far as it adds anything."""
    term = whole = 1 / a
    while term > whole * _EPSILON:
        a += 1
        term *= x / a
        whole += term
    return whole


def _continued_fraction(a: float, x: float) -> float:
    """1/(x+1-a- 1(1-a)/(x+3-a- 2(2-a)/(x+5-a- ...))), by Lentz's method."""
    b = x + 1 - a
    c, d = 1 / _TINY, 1 / b
    found, number, change = d, 0, 0.0
    while abs(change - 1) > _EPSILON:
        number += 1
        part = number * (a - number)
        b += 2
        d = 1 / (part * d + b or _TINY)
        c = b + part / c or _TINY
        change = c * d
        found *= change
    return found
