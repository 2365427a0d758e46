"""The fit of counts to what was expected: chi-square, its p, pooled cells, and deviations from a mean."""

import json
import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from croupier.analysis.results.fit import FEWEST, chi_square_p, deviations_away, fit


@pytest.mark.parametrize(
    ("chi_square", "degrees", "p"),
    [  # critical values: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.4
        (3.841, 1, 0.05),
        (6.635, 1, 0.01),
        (10.828, 1, 0.001),
        (18.307, 10, 0.05),
        (29.588, 10, 0.001),
        (77.931, 100, 0.95),
        (124.342, 100, 0.05),
        (149.449, 100, 0.001),
    ],
)
def test_p_is_that_of_the_tables(chi_square: float, degrees: int, p: float) -> None:
    assert chi_square_p(chi_square, degrees) == pytest.approx(p, rel=2e-3)


@pytest.mark.parametrize("degrees", [2, 4, 10, 60, 400])
@pytest.mark.parametrize("times", [0.01, 0.5, 0.99, 1.01, 1.5, 3])
def test_p_of_even_degrees_is_the_sum_of_poissons(degrees: int, times: float) -> None:
    half = degrees * times / 2
    terms = [math.exp(k * math.log(half) - half - math.lgamma(k + 1)) for k in range(degrees // 2)]
    assert chi_square_p(2 * half, degrees) == pytest.approx(math.fsum(terms), rel=1e-10)


@pytest.mark.parametrize("chi_square", [1e-6, 0.3, 1.0, 7.7, 60.0])
def test_p_of_one_degree_is_that_of_the_normal_distribution(chi_square: float) -> None:
    assert chi_square_p(chi_square, 1) == pytest.approx(math.erfc(math.sqrt(chi_square / 2)), rel=1e-11)


def test_p_of_many_degrees_is_nearly_normal() -> None:
    assert chi_square_p(200_000, 200_000) == pytest.approx(0.5, abs=1e-3)
    normal, skewed = 0.00135, 0.000037  # the tail beyond three deviations, and what the skewness adds
    assert chi_square_p(200_000 + 3 * math.sqrt(400_000), 200_000) == pytest.approx(normal + skewed, rel=2e-3)
    assert chi_square_p(0, 5) == 1
    assert chi_square_p(5, 0) == 1
    assert 0 <= chi_square_p(1e9, 3) < 1e-300


def test_chi_square_by_hand() -> None:
    found = fit({"a": 40, "b": 60}, {"a": Fraction(1, 2), "b": Fraction(1, 2)})
    assert (found.chi_square, found.cells) == (4, 2)
    assert found.p == pytest.approx(0.0455, abs=1e-4)
    assert [(cell.kinds, cell.observed, cell.expected, cell.z) for cell in found.worst] == [
        (("a",), 40, 50, -2),
        (("b",), 60, 50, 2),
    ]


def test_shares_ways_and_counts_say_alike() -> None:
    seen = Counter({"a": 70, "b": 25, "c": 5})
    ways = {"a": 6, "b": 3, "c": 1}
    shares = {kind: Fraction(count, 10) for kind, count in ways.items()}
    counts = {kind: 10 * count for kind, count in ways.items()}
    assert fit(seen, ways) == fit(seen, shares) == fit(seen, counts)


def test_rare_kinds_share_a_cell_of_at_least_ten_expected() -> None:
    expected = {0: 9000, 1: 980, 2: 12, 3: 7, 4: 1}
    found = fit({0: 9000, 1: 980, 2: 12, 3: 7, 4: 1}, expected)
    assert found.cells == 3
    assert {cell.kinds for cell in found.worst} == {(4, 3, 2), (1,), (0,)}  # eight are too few, so the next joins
    assert all(cell.expected >= FEWEST for cell in found.worst)
    assert fit({0: 90, 1: 8, 2: 2}, {0: 90, 1: 8, 2: 2}).cells == 2
    assert (fit({0: 5}, {0: 4, 1: 1}).cells, fit({0: 5}, {0: 4, 1: 1}).p) == (1, 1.0)


def test_a_kind_that_never_comes_is_named() -> None:
    found = fit({"a": 500, "b": 499, "joker": 1}, {"a": 1, "b": 1, "joker": 0})
    assert (found.chi_square, found.p, found.worst[0].kinds) == (math.inf, 0.0, ("joker",))
    said = json.loads(json.dumps(found.to_json(), allow_nan=False))
    assert (said["chi_square"], said["worst"][0]["of"], said["worst"][0]["z"]) == (None, ["joker"], None)
    assert fit({"a": 500, "b": 500, "joker": 0}, {"a": 1, "b": 1}).p == 1.0


def test_nothing_observed_fits_anything() -> None:
    assert (fit({}, {"a": 1}).p, fit({}, {"a": 1}).cells) == (1.0, 0)


def test_p_of_fair_samples_is_spread_evenly_and_a_loaded_die_is_found() -> None:
    dice = random.Random(5)  # noqa: S311 - a sample that is the same each time
    fair = [fit(Counter(dice.choices(range(6), k=300)), dict.fromkeys(range(6), 1)).p for _ in range(400)]
    tenths = Counter(int(p * 10) for p in fair)
    assert fit(tenths, dict.fromkeys(range(10), 1)).p > 0.001
    loaded = Counter(dice.choices(range(6), weights=[10, 10, 10, 10, 10, 11], k=60_000))
    found = fit(loaded, dict.fromkeys(range(6), 1))
    assert found.p < 1e-6
    assert found.worst[0].kinds == (5,)
    assert found.worst[0].z > 5


def test_deviations_are_counted_in_the_root_of_the_variance() -> None:
    assert deviations_away(Fraction(-6), Fraction(4)) == -3
    assert deviations_away(0, 0) == 0
    assert deviations_away(-1, 0) == -math.inf
