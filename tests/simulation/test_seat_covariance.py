"""The covariance of two seats: counted by inclusion and exclusion, and as rounds that are dealt have it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import croupier
from croupier.simulation import seat_covariance as module
from croupier.simulation.seat_covariance import covariance_of_seats
from croupier.simulation.seats import Seat


@pytest.mark.parametrize("size", [2, 3])
def test_pairs_of_hands_that_share_no_card_are_those_found_one_by_one(size: int) -> None:
    hands = np.array(list(combinations(range(8), size)))
    nets = np.random.default_rng(3).integers(-5, 9, len(hands)).astype(float)
    one_by_one = sum(
        nets[one] * nets[other]
        for one in range(len(hands))
        for other in range(len(hands))
        if not set(hands[one]) & set(hands[other])
    )
    assert module.pairs_apart(nets, hands, 8) == pytest.approx(one_by_one)


def test_it_is_counted_and_dealt_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    submission, seat = croupier.submission("dragon-md"), Seat("dragon", {"ante": "$10", "dragon_bet": "$5@60%"})
    counted = covariance_of_seats(submission, seat)
    assert counted.error is None
    monkeypatch.setattr(module, "MOST_COUNTED", 0)
    monkeypatch.setattr(module, "ROUNDS", 60_000)
    dealt = covariance_of_seats(submission, seat)
    assert dealt.error
    assert abs(dealt.value - counted.value) < 4 * dealt.error
    assert counted.value > 10 * dealt.error  # seats go together, and the test could see it


@pytest.mark.prove
def test_ultimate_texas_hold_em_is_dealt_as_it_is_counted_exactly() -> None:
    dealt = covariance_of_seats(croupier.submission("uth-ma"), Seat(stakes={"ante": "$10"}))
    exact = croupier.analyze("uth-ma").covariance_of_seats()
    assert exact is not None
    assert dealt.error
    assert abs(dealt.value - float(exact * Fraction(1000) ** 2)) < 4 * dealt.error
