"""Mishaps at random: where people report them of real cards, a table pays what a digital one pays that suffers them."""

from __future__ import annotations

import pytest
from support.table.random_twins import at_random, differs

ROUNDS = 400
EACH = 25


@pytest.mark.parametrize("first", range(0, ROUNDS, EACH))
def test_whatever_goes_wrong_real_cards_pay_what_digital_cards_pay(first: int) -> None:
    for seed in range(first, first + EACH):
        round_ = at_random(seed)
        assert not differs(round_), round_


@pytest.mark.prove
def test_whatever_goes_wrong_in_thousands_of_rounds_real_cards_pay_what_digital_cards_pay() -> None:
    for seed in range(ROUNDS, 10_000):
        round_ = at_random(seed)
        assert not differs(round_), round_
