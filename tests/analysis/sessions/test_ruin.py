"""The risk of ruin: counted as a person would, and approximated only where it says so."""

from fractions import Fraction
from itertools import product

import pytest

import croupier
from croupier.analysis.sessions import ruin as module
from croupier.analysis.sessions.ruin import ruin

COIN = {Fraction(1): 1, Fraction(-1): 1}
UNEVEN = {Fraction(5): 1, Fraction(1, 2): 2, Fraction(0): 1, Fraction(-1): 3, Fraction(-3, 2): 1}


def by_hand(outcomes: dict[Fraction, int], rounds: int, bankroll: Fraction) -> Fraction:
    """Every way in which the rounds can fall, one after the other."""
    cycle = sum(outcomes.values())
    ruined = Fraction(0)
    for nets in product(outcomes, repeat=rounds):
        chance, stands, lowest = Fraction(1), Fraction(0), Fraction(0)
        for net in nets:
            chance *= Fraction(outcomes[net], cycle)
            stands += net
            lowest = min(lowest, stands)
        ruined += chance * (lowest <= -bankroll)
    return ruined


@pytest.mark.parametrize("outcomes", [COIN, UNEVEN])
@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_the_risk_is_what_counting_every_way_gives(outcomes: dict[Fraction, int], rounds: int) -> None:
    found = ruin(outcomes, rounds)
    assert found.exact
    for bankroll in (Fraction(1, 4), Fraction(1), Fraction(3, 2), Fraction(2), Fraction(4), Fraction(20)):
        assert found.risk(bankroll) == pytest.approx(float(by_hand(outcomes, rounds, bankroll)), abs=1e-12)


def test_a_bankroll_is_the_least_that_keeps_the_risk() -> None:
    found = ruin(UNEVEN, 40)
    for risk in (0.5, 0.1, 0.05, 0.01):
        bankroll = found.bankroll(risk)
        assert found.risk(bankroll) <= risk
        assert isinstance(bankroll, int), "half a unit cannot be bet"
        assert bankroll == 1 or found.risk(bankroll - 1) > risk


def test_a_jackpot_does_not_refine_the_steps() -> None:
    jackpot = {Fraction(1_234_567, 700): 1, Fraction(1): 99, Fraction(-1): 100}
    assert ruin(jackpot, 50).step == 1
    two = {Fraction(1_234_567, 700): 1, Fraction(1_234_568, 700): 1, Fraction(1): 98, Fraction(-1): 100}
    assert ruin(two, 50).risk(5) == pytest.approx(ruin({Fraction(1764): 2, **dict(list(two.items())[2:])}, 50).risk(5))


def test_who_cannot_lose_is_never_ruined() -> None:
    assert ruin({Fraction(0): 1, Fraction(1): 1}, 10).risk(1) == 0


def test_what_would_take_too_long_is_an_approximation_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    account = croupier.analyze("dragon-md")["base"]
    counted = account.ruin(1000)
    monkeypatch.setattr(module, "_WORK", 0)
    motion = account.ruin(1000)
    assert counted.exact
    assert counted.error < 1e-10
    assert not motion.exact
    assert motion.risk(150) == pytest.approx(counted.risk(150), abs=0.02)
    assert motion.risk(10**9) == 0
    assert ruin({Fraction(-1): 1}, 10).risk(10) == ruin({Fraction(-1): 1}, 10).risk(1) == 1
    page = croupier.analyze("dragon-md").to_html(10)
    assert "approximated by Brownian motion" in page


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="0 rounds ruin nobody"):
        ruin(COIN, 0)
    with pytest.raises(ValueError, match="a bankroll of 0 is none"):
        ruin(COIN, 1).risk(0)
    with pytest.raises(ValueError, match="1 is no risk"):
        ruin(COIN, 1).bankroll(1)


def test_figures_of_variation_are_those_of_the_outcomes() -> None:
    account = croupier.analyze("dragon-md")["dragon_bet"]
    mean = float(account.ev)
    chances = [(float(net), ways / account.cycle) for net, ways in account.outcomes.items()]
    deviation = sum(chance * (net - mean) ** 2 for net, chance in chances) ** 0.5
    third = sum(chance * (net - mean) ** 3 for net, chance in chances)
    assert account.skewness == pytest.approx(third / deviation**3)
    assert account.volatility_index(0.9) == pytest.approx(1.6449 * deviation, rel=1e-4)
    assert account.volatility_index(0.95) == pytest.approx(1.95996 * deviation, rel=1e-4)
    assert account.return_to_player == 1 - account.element_of_risk
