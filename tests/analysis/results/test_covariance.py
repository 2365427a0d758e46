"""Wagers of one hand together, against the stakes taken together, and against deals read one by one."""

from __future__ import annotations

from fractions import Fraction

import pytest
from support.three_card import GAME, submission

import croupier
from croupier.analysis import Question, analyse
from croupier.analysis.answer import Analysis
from croupier.analysis.results.number_text import lasting, one_in
from croupier.games.game import Game
from croupier.rulebook import Submission

pytestmark = pytest.mark.usefixtures("shared_solutions")

DOLLARS = 6000  # cents, on which every odds pay whole cents


def analysed(terms: Submission, game: Game | None = None, stakes: dict[str, int] | None = None) -> Analysis:
    return analyse(Question(terms, stakes=stakes or {}, game=game))


@pytest.mark.parametrize(
    ("rulebook", "first", "side"),
    [("lir-nj", "bet_1", "bonus"), ("dragon-md", "ante", "three_card_bonus"), ("three-card", "ante", "pair_plus")],
)
def test_the_variance_of_stakes_together_is_that_of_their_parts_with_their_covariance(
    rulebook: str, first: str, side: str
) -> None:
    terms, game = (submission(), GAME) if rulebook == "three-card" else (croupier.submission(rulebook), None)
    apart = analysed(terms, game)
    both = apart.covariance("base", side)
    assert both is not None
    assert both > 0, "a good hand wins both"
    assert both == apart.covariance(side, "base")
    assert apart.covariance("base", "base") == apart["base"].variance
    low, high = apart.terms.bounds[side]
    stake = low if low == high else DOLLARS
    joint = analysed(terms, game, {first: DOLLARS, side: stake})["joint"]
    base, more = apart["base"], apart[side]
    one, two = Fraction(DOLLARS, 100), Fraction(stake, 100)
    assert joint.ev == base.ev * one + more.ev * two, "no decision is changed by the side wager"
    assert joint.variance == base.variance * one**2 + more.variance * two**2 + 2 * both * one * two


def test_a_wager_that_the_deals_counted_do_not_tell_has_no_covariance() -> None:
    found = analyse(Question(croupier.submission("uth-ma"), hands=4))
    assert found.covariance("base", "trips") is not None
    assert all(found.covariance("base", name) is None for name in found.wagers if name in {"cover_all", "progressive"})


@pytest.mark.parametrize(
    ("share", "said"),
    [
        (Fraction(1), "1 in 1"),
        (Fraction(3, 7), "1 in 2.33"),
        (Fraction(1, 649740), "1 in 649,740"),
        (Fraction(2, 1301), "1 in 650"),
        (Fraction(0), "never"),
    ],
)
def test_a_probability_is_once_in_so_many(share: Fraction, said: str) -> None:
    assert one_in(share) == said


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (0.2, "about 1 second"),
        (40, "about 40 seconds"),
        (300, "about 5 minutes"),
        (7000, "about 2 hours"),
        (300_000, "about 3 days"),
    ],
)
def test_a_time_is_said_in_words(seconds: float, said: str) -> None:
    assert lasting(seconds) == said
