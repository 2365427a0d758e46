"""The covariance of two seats: counted by inclusion and exclusion, and as rounds that are dealt have it."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

import croupier
from croupier.simulation import seat_covariance as module
from croupier.simulation.deals import Deals, Sums
from croupier.simulation.seat_covariance import covariance_of_seats, covariance_of_wagers
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


def test_wagers_of_one_hand_are_dealt_as_they_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = croupier.analyze("dragon-md").covariance("base", "dragon_bet")
    assert exact is not None
    monkeypatch.setattr(module, "ROUNDS", 60_000)
    seat = Seat(stakes={"ante": "$10", "dragon_bet": "$5"})
    dealt = covariance_of_wagers(croupier.submission("dragon-md"), seat, 2, ("base", "dragon_bet"))
    assert dealt.error
    assert abs(dealt.value - float(exact)) < 4 * dealt.error
    assert dealt.value > 5 * dealt.error


def test_a_wager_on_all_hands_goes_by_all_players_of_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    dealt: list[int] = []
    sums = Deals.sums

    def counted(deals: Deals, first: int, count: int) -> Sums:
        dealt.append(deals.layout.seats)
        return sums(deals, first, count)

    monkeypatch.setattr(module, "ROUNDS", 9_000)
    monkeypatch.setattr(Deals, "sums", counted)
    submission, seat = croupier.submission("uth-ma"), Seat(stakes={"ante": "$5", "cover_all": "$5"})
    assert covariance_of_seats(submission, seat, seats=5).value > 0
    assert covariance_of_wagers(submission, seat, 5, ("base", "cover_all")).error
    assert set(dealt) == {5}


@pytest.mark.prove
def test_ultimate_texas_hold_em_is_dealt_as_it_is_counted_exactly() -> None:
    dealt = covariance_of_seats(croupier.submission("uth-ma"), Seat(stakes={"ante": "$10"}))
    exact = croupier.analyze("uth-ma").covariance_of_seats()
    assert exact is not None
    assert dealt.error
    assert abs(dealt.value - float(exact * Fraction(1000) ** 2)) < 4 * dealt.error
