"""Sessions of many rounds, against convolution in whole numbers, closed forms, and one way against another."""

import math
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import accumulate

import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from croupier.analysis.sessions import distribution
from croupier.analysis.sessions.distribution import Session

COIN = {Fraction(-1): 1, Fraction(1): 1}
HALVES = {Fraction(-3): 9, Fraction(-1): 5, Fraction(0): 3, Fraction(1): 6, Fraction(5, 2): 4, Fraction(54): 1}
PROGRESSIVE = {Fraction(-1): 2_594_556, Fraction(9): 3_740, Fraction(299): 624, Fraction(9_999): 36}
ODD_CENTS = Fraction(12_345_678, 100)

nets = st.fractions(min_value=-8, max_value=20, max_denominator=4)
ways = st.integers(1, 60)
games = st.dictionaries(nets, ways, min_size=1, max_size=5)
far = st.fractions(min_value=10**8, max_value=10**9, max_denominator=100)


def exactly(outcomes: Mapping[Fraction, int], rounds: int) -> dict[Fraction, Fraction]:
    """The distribution in whole numbers, from the lowest result to the highest."""
    ticks = math.lcm(*(net.denominator for net in outcomes))
    sums = {0: 1}
    for _ in range(rounds):
        longer: defaultdict[int, int] = defaultdict(int)
        for net, each in outcomes.items():
            tick = int(net * ticks)
            for total, count in sums.items():
                longer[total + tick] += count * each
        sums = longer
    cycle = sum(outcomes.values()) ** rounds
    return {Fraction(total, ticks): Fraction(count, cycle) for total, count in sorted(sums.items())}


def wrong_by(stated: float, truth: Fraction) -> float:
    return float(abs(Fraction(stated) - truth))


def assert_within_its_error(played: Session, truth: Mapping[Fraction, Fraction]) -> None:
    for (net, chance), cumulated in zip(truth.items(), accumulate(truth.values()), strict=True):
        assert wrong_by(played.chance(net), chance) <= played.error
        assert wrong_by(played.at_most(net), cumulated) <= played.error
    assert wrong_by(played.ahead, sum((p for net, p in truth.items() if net > 0), Fraction())) <= played.error
    assert wrong_by(played.even, truth.get(Fraction(0), Fraction())) <= played.error
    assert wrong_by(played.behind, sum((p for net, p in truth.items() if net < 0), Fraction())) <= played.error


@given(games, st.integers(1, 10))
@example(HALVES, 1)
@example({Fraction(7, 3): 5}, 4)
@settings(deadline=None)
def test_every_chance_is_within_the_stated_error(outcomes: dict[Fraction, int], rounds: int) -> None:
    played = distribution.after(outcomes, rounds)
    assert_within_its_error(played, exactly(outcomes, rounds))
    assert played.error < 1e-11


@pytest.mark.parametrize("rounds", [1, 2, 25, 60])
@pytest.mark.parametrize("outcomes", [COIN, HALVES], ids=["coin", "halves"])
def test_the_error_bounds_longer_sessions_too(outcomes: dict[Fraction, int], rounds: int) -> None:
    assert_within_its_error(distribution.after(outcomes, rounds), exactly(outcomes, rounds))


@given(games, st.dictionaries(far, st.integers(1, 2), min_size=1, max_size=2), st.integers(1, 5))
@example({Fraction(0): 1, Fraction(-1): 2}, {Fraction(10**8): 1, Fraction(15 * 10**7): 1}, 1)
@settings(deadline=None)
def test_rare_outcomes_far_away_are_counted_within_the_error(
    outcomes: dict[Fraction, int], jackpots: dict[Fraction, int], rounds: int
) -> None:
    assume(len(outcomes) > 1 and sum(outcomes.values()) > sum(jackpots.values()))  # or they would not be rare
    both = outcomes | jackpots
    assert_within_its_error(distribution.after(both, rounds), exactly(both, rounds))


@given(games, st.integers(1, 6), st.fractions(min_value=0, max_value=1).filter(lambda share: 0 < share < 1))
@settings(deadline=None)
def test_a_percentile_is_the_outermost_that_the_error_leaves_open(
    outcomes: dict[Fraction, int], rounds: int, share: Fraction
) -> None:
    played, truth = distribution.after(outcomes, rounds), exactly(outcomes, rounds)
    cumulated = dict(zip(truth, accumulate(truth.values()), strict=True))
    quantile = next(net for net, chance in cumulated.items() if chance >= share)
    stated = played.percentile(share)
    room = 2 * Fraction(played.error)
    if share <= Fraction(1, 2):
        assert stated <= quantile
        assert cumulated[stated] >= share - room
    else:
        assert stated >= quantile
        assert cumulated[stated] - truth[stated] <= share + room


@given(games, st.integers(1, 6), st.sampled_from([0.5, 0.9, 0.95, 0.99, Fraction(19, 20)]))
@settings(deadline=None)
def test_the_house_interval_holds_its_level(
    outcomes: dict[Fraction, int], rounds: int, level: float | Fraction
) -> None:
    low, high = distribution.after(outcomes, rounds).house_interval(level)
    held = sum(chance for net, chance in exactly(outcomes, rounds).items() if low <= -net <= high)
    assert held >= Fraction(level)


@given(games, st.integers(1, 5))
@settings(deadline=None)
def test_mean_variance_and_range_are_exact(outcomes: dict[Fraction, int], rounds: int) -> None:
    played, truth = distribution.after(outcomes, rounds), exactly(outcomes, rounds)
    mean = sum(net * chance for net, chance in truth.items())
    assert played.mean == mean
    assert played.variance == sum((net - mean) ** 2 * chance for net, chance in truth.items())
    assert (played.lowest, played.highest) == (min(truth), max(truth))


@given(games, st.integers(1, 10_000))
@settings(deadline=None, max_examples=30)
def test_no_chance_is_lost(outcomes: dict[Fraction, int], rounds: int) -> None:
    played = distribution.after(outcomes, rounds)
    assert played.ahead + played.even + played.behind == pytest.approx(1, abs=1e-15)
    assert played.at_most(played.lowest - 1) == 0
    assert played.at_most(played.highest) == 1
    assert all(0 <= chance <= 1 for chance in (played.ahead, played.even, played.behind))


@pytest.mark.parametrize("rounds", [100, 10_000, 100_000])
def test_a_coin_follows_the_binomial_formula(rounds: int) -> None:
    played = distribution.after(COIN, rounds)
    even = Fraction(math.comb(rounds, rounds // 2), 2**rounds)
    assert wrong_by(played.even, even) <= played.error
    assert wrong_by(played.ahead, (1 - even) / 2) <= played.error
    assert played.chance(1) == 0
    assert played.error < 1e-9


def test_a_symmetric_game_is_symmetric() -> None:
    played = distribution.after({Fraction(net): abs(net) for net in (-7, -2, -1, 1, 2, 7)}, 1_000_000)
    assert played.ahead == pytest.approx(played.behind, abs=2 * played.error)
    assert played.percentile(0.05) == -played.percentile(0.95)
    low, high = played.house_interval(0.99)
    assert low == -high


def test_a_million_rounds_are_as_the_normal_law_has_them() -> None:
    one, played = exactly(HALVES, 1), distribution.after(HALVES, 1_000_000)
    mean = sum(net * chance for net, chance in one.items())
    third = sum((net - mean) ** 3 * chance for net, chance in one.items())
    deviation, normal = math.sqrt(played.variance), 1.959964
    skew = float(1_000_000 * third) / deviation**3
    # The normal percentile with the first correction of Cornish and Fisher, for skewness.
    expected = normal + skew * (normal**2 - 1) / 6
    assert float(played.percentile(0.975) - played.mean) / deviation == pytest.approx(expected, abs=1e-4)
    assert played.error < 1e-7


def test_a_heavy_tail_is_kept() -> None:
    rounds, misses = 10_000, 1_000_000
    played = distribution.after({Fraction(-1): misses, Fraction(20_000): 1}, rounds)
    no_jackpot = Fraction(misses, misses + 1) ** rounds
    assert wrong_by(played.chance(-rounds), no_jackpot) <= played.error
    assert wrong_by(played.ahead, 1 - no_jackpot) <= played.error
    assert played.percentile(0.5) == -rounds
    assert played.percentile(0.999) == -rounds + 20_001


def test_a_jackpot_is_the_same_convolved_or_counted() -> None:
    # A fraction of a cent refines the lattice a thousandfold, so the jackpot is counted, but changes no such chance.
    rounds = 100_000
    convolved = distribution.after(PROGRESSIVE | {Fraction(99_999): 4}, rounds)
    counted = distribution.after(PROGRESSIVE | {99_999 + Fraction(1, 10_007): 4}, rounds)
    for net in range(-100_000, 300_000, 9_973):
        stated = convolved.at_most(net + Fraction(1, 2)), counted.at_most(net + Fraction(1, 2))
        assert stated[0] == pytest.approx(stated[1], abs=convolved.error + counted.error)


def test_a_progressive_in_odd_cents_lasts_a_million_rounds() -> None:
    played = distribution.after(PROGRESSIVE | {ODD_CENTS - 1: 4}, 1_000_000)
    assert played.error < 1e-7
    low, high = played.house_interval(0.95)
    assert low < -played.mean < high


def test_more_rounds_serve_the_house() -> None:
    game = {Fraction(-1): 51, Fraction(1): 49}
    chances = [distribution.after(game, rounds).ahead for rounds in (101, 1_001, 10_001)]
    assert chances == sorted(chances, reverse=True)


def test_one_round_is_the_round() -> None:
    played = distribution.after(HALVES, 1)
    assert played.percentile(0.01) == -3
    assert played.percentile(0.99) == 54
    assert played.even == pytest.approx(3 / 28, abs=played.error)
    assert played.chance(Fraction(1, 3)) == 0


def test_a_sure_result_is_sure() -> None:
    played = distribution.after({Fraction(1, 2): 3, Fraction(9): 0}, 10)
    assert (played.ahead, played.even, played.behind) == (1, 0, 0)
    assert played.percentile(0.5) == played.highest == 5
    assert played.variance == 0


def test_a_share_that_falls_on_a_step_is_read_outwards() -> None:
    played = distribution.after(COIN, 2)
    assert (played.percentile(0.25), played.percentile(0.75)) == (Fraction(-2), Fraction(2))
    assert played.house_interval(0.5) == (Fraction(-2), Fraction(2))


def test_what_the_error_cannot_tell_apart_ends_at_the_range() -> None:
    played = distribution.after(COIN, 3)
    assert played.percentile(1e-300) == -3
    assert played.house_interval(1 - 2**-53) == (Fraction(-3), Fraction(3))


def test_points_draw_the_curve() -> None:
    played = distribution.after(HALVES, 10_000)
    results, cumulated = played.points(50)
    assert len(results) == len(cumulated) == 50
    assert np.all(np.diff(results) > 0)
    assert np.all(np.diff(cumulated) >= 0)
    assert cumulated[0] < 0.001
    assert cumulated[-1] > 0.999
    assert results[0] < played.mean < results[-1]


def test_few_results_are_few_points() -> None:
    results, cumulated = distribution.after(COIN, 1).points(100)
    assert results.tolist() == [-1, 0, 1]
    assert cumulated.tolist() == pytest.approx([0.5, 0.5, 1])


@pytest.mark.parametrize(
    ("outcomes", "rounds", "why"),
    [
        (COIN, 0, "a session of 0 rounds has no result; play 1 or more"),
        (COIN, -5, "a session of -5 rounds has no result"),
        ({}, 10, "a round without outcomes has no result"),
        ({Fraction(1): 0}, 10, "a round without outcomes has no result"),
        ({Fraction(1, 2): -1}, 10, "a net of 1/2 cannot fall in -1 ways"),
        (COIN, 10**9, "the error could reach"),
        (COIN, 10**20, "outgrow 64 bits"),
        ({Fraction(-(10**9)): 1, Fraction(1, 7): 1, Fraction(10**9): 1}, 1_000, "too far apart, or too finely graded"),
        ({Fraction(2**place): 1 for place in range(50)}, 10, "too far apart, or too finely graded"),
    ],
)
def test_what_cannot_be_told_is_refused(outcomes: dict[Fraction, int], rounds: int, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        distribution.after(outcomes, rounds)


def test_rare_nets_that_add_up_in_too_many_ways_are_refused() -> None:
    jackpots = {10**7 + Fraction(place**4, 10**6): 1 for place in range(1, 25)}
    with pytest.raises(ValueError, match="add up in too many ways"):
        distribution.after({Fraction(-1): 10_000, Fraction(1): 10_000} | jackpots, 1_000)


@pytest.mark.parametrize("share", [0, 1, -0.1, 1.5, 95])
def test_a_share_lies_between_none_and_all(share: float) -> None:
    played = distribution.after(COIN, 10)
    for ask in (played.percentile, played.house_interval):
        with pytest.raises(ValueError, match=f"{share} is no share of sessions"):
            ask(share)


def test_one_point_is_no_curve() -> None:
    with pytest.raises(ValueError, match="1 points draw no curve"):
        distribution.after(COIN, 10).points(1)
