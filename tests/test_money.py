"""Cents and odds."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import EUR, MOST_CENTS, MoneyError, Odds, cents, dollars

odds = st.builds(Odds, wins=st.integers(0, 10_000), on=st.integers(1, 100))
amounts = st.integers(0, 10**12)


@pytest.mark.parametrize(
    ("text", "amount"), [("$5", 500), ("5", 500), ("2.50", 250), ("2.5", 250), ("$1,000", 100_000), ("$0.01", 1)]
)
def test_amounts_are_read(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize("text", ["", "five", "-5", "1,00", "0.001", "$", "1e3", "5.", "nan"])
def test_what_is_no_amount_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="is no amount of money; write it like"):
        cents(text)


@pytest.mark.parametrize("text", [5, 5.0, None, b"5"])
def test_a_bare_number_is_no_amount(text: object) -> None:
    with pytest.raises(MoneyError, match="a bare number is no amount of money; write it as text"):
        cents(text)


def test_no_amount_is_greater_than_the_most() -> None:
    assert cents("$10,000,000,000,000") == MOST_CENTS == 10**15
    for text in ("10000000000000.01", "$99,999,999,999,999", "9" * 5000, "$" + "9" * 100_000 + ".99"):
        with pytest.raises(MoneyError, match=r"is too much; the most is \$10,000,000,000,000$"):
            cents(text)
    assert cents("0" * 5000 + "5") == 500


def test_only_figures_that_people_write_here_are_read() -> None:
    for read in (cents, EUR.cents):
        for text in ("\N{ARABIC-INDIC DIGIT FIVE}", "5,\N{ARABIC-INDIC DIGIT FIVE}0"):
            with pytest.raises(MoneyError, match="is no amount of money"):
                read(text)


@given(amounts)
def test_amounts_survive_text(amount: int) -> None:
    assert cents(dollars(amount)) == amount
    assert [EUR.cents(EUR.text(amount, language)) for language in ("en", "fr")] == [amount, amount]


def test_a_loss_is_written_with_its_sign() -> None:
    assert dollars(-350) == "-$3.50"


@given(odds)
def test_odds_survive_text(given_odds: Odds) -> None:
    assert Odds.parse(str(given_odds)) == given_odds


@pytest.mark.parametrize("text", ["3 to 2", "3-2", "3:2", " 3 TO 2 "])
def test_odds_are_read(text: str) -> None:
    assert Odds.parse(text) == Odds(3, 2)


@pytest.mark.parametrize("text", ["", "3", "3 for 2", "3 to 0", "-1 to 1", "1.5 to 1", "evens"])
def test_what_are_no_odds_is_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="are no odds"):
        Odds.parse(text)


@pytest.mark.parametrize("text", ["1000000001 to 1", "1 to 1000000001", "9" * 5000 + " to 1", "1 to " + "9" * 5000])
def test_odds_beyond_all_odds_are_refused(text: str) -> None:
    with pytest.raises(MoneyError, match="odds are no greater than 1,000,000,000 to 1"):
        Odds.parse(text)


def test_odds_that_mean_nothing_cannot_be_made() -> None:
    with pytest.raises(MoneyError, match="mean nothing"):
        Odds(1, 0)


@given(odds, amounts)
def test_winnings_are_exact_or_refused(given_odds: Odds, stake: int) -> None:
    exact = Fraction(stake) * given_odds.ratio
    assert given_odds.pay_whole_cents(stake) == (exact.denominator == 1)
    assert given_odds.winnings_rounded_down(stake) == exact.numerator // exact.denominator
    if given_odds.pay_whole_cents(stake):
        assert given_odds.winnings(stake) == exact
    else:
        with pytest.raises(MoneyError, match="does not pay whole cents"):
            given_odds.winnings(stake)


def test_three_to_two_on_an_odd_cent_is_not_rounded() -> None:
    assert Odds(3, 2).winnings(500) == 750
    assert not Odds(3, 2).pay_whole_cents(501)
