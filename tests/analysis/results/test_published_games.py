"""Example games against what is published of them."""

from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from support.analysis.brute_force import told

from croupier.analysis import Analysis, Question, analyse
from croupier.analysis.coach.showdown_coach import ShowdownCoach
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.showdown import Showdown
from croupier.cards import STANDARD
from croupier.games.catalogue import read
from croupier.games.terms import Terms
from croupier.hands import four
from croupier.rulebook import Submission

FOLDER = Path(__file__).parents[3] / "examples/games"


def asked(name: str) -> tuple[Question, Payoffs]:
    book, game = read(str(FOLDER / name))
    submission = Submission.of(book, {})
    terms = Terms(submission)
    return Question(submission, game=game), Payoffs(game, terms, base_stakes(terms))


@pytest.fixture(scope="module")
def casino_holdem() -> Analysis:
    return analyse(asked("casino-holdem")[0])


def test_casino_holdem_is_what_is_published(casino_holdem: Analysis) -> None:
    """Wizard of Odds: 2.16 per cent of the ante, 0.82 of all action, 82 of a hundred hands called; the bonus 6.26."""
    base = casino_holdem["base"]
    assert base.cycle == 27_813_810_024_000
    assert base.house_edge == Fraction(1363917077, 63213204600)
    assert round(100 * float(base.house_edge), 2) == 2.16
    assert round(100 * float(base.element_of_risk), 2) == 0.82
    assert base.actions is not None
    assert round(100 * float(base.actions["after the flop: call"])) == 82
    assert round(100 * float(casino_holdem["aa_bonus"].house_edge), 2) == 6.26


def test_every_flop_of_casino_holdem_has_its_choice(casino_holdem: Analysis) -> None:
    survey, actions = casino_holdem.survey(), casino_holdem["base"].actions
    assert survey is not None
    assert actions is not None
    (later,) = survey.later
    for action in ("call", "fold"):
        deals = sum(group.best.get(action, 0) for group in later.groups)
        assert Fraction(deals, casino_holdem["base"].cycle) == actions[f"after the flop: {action}"]


def test_the_coach_of_casino_holdem_says_what_each_flop_was_counted_to_be_worth() -> None:
    """By inclusion and exclusion over all boards, and board by board for one hand."""
    _, payoffs = asked("casino-holdem")
    game, coach = Showdown(payoffs), ShowdownCoach(payoffs)
    found = game.strategy()
    for number in range(0, len(game.flops), 97):
        flop = tuple(game.flops[number].tolist())
        low, high = sorted(set(range(number % 11, 52, 7)) - set(flop))[:2]
        spot = coach.look(payoffs, told(payoffs, (low, high), flop))
        values = {action.choice: value for action, value in spot.values.items()}
        pair = low + high * (high - 1) // 2
        gain = Fraction(int(found.gains[0, number, pair]), comb(47, 2) * comb(45, 2))
        assert values["fold"] - values["call"] == gain
        assert values["fold"] == -payoffs.opening["ante"]
        assert spot.taken.choice == ("call" if found.second[number, pair] else "fold")


@pytest.mark.prove
def test_four_card_poker_is_what_is_published() -> None:
    """Wizard of Odds: 2.79 per cent of the ante; the mean of all hands is taken over 167 thousand thousand million."""
    found = analyse(asked("four-card-poker")[0])
    base = found["base"]
    assert base.cycle == comb(52, 5) * 47 * comb(46, 5)
    assert round(100 * float(base.house_edge), 2) == 2.79
    assert found["aces_up"].cycle == comb(52, 5)
    assert sum(spot.hands for spot in found.spots) == comb(52, 5) * 47


@pytest.mark.prove
def test_crazy_4_poker_is_what_is_published() -> None:
    """Wizard of Odds, by Stanley Ko: an element of risk of 1.09 per cent; fold below K Q 8 4, treble with aces."""
    found = analyse(asked("crazy-4-poker")[0])
    base = found["base"]
    assert base.cycle == comb(52, 5) * comb(47, 5)
    assert round(100 * float(base.element_of_risk), 2) == 1.09
    for spot in found.spots:
        category, ranks = four.LADDER[four.strength(spot.info.own)]
        aces = category > four.Category.PAIR or (category is four.Category.PAIR and ranks[0] == four.ACE)
        assert (spot.taken.choice == "play 3x") == aces
        if category is four.Category.HIGH_CARD and ranks[:2] != (11, 10):  # those of K Q go by the fifth card too
            assert (spot.taken.choice == "fold") == (ranks < (11, 10))
    assert sum(spot.hands for spot in found.spots) == comb(52, 5)


@pytest.mark.prove
def test_the_plain_counter_says_the_same_of_a_flop_of_casino_holdem() -> None:
    _, payoffs = asked("casino-holdem")
    info = told(payoffs, STANDARD.parse("2c 7d"), STANDARD.parse("8h Ts Qd"))
    assert plain.look(payoffs, info).values == ShowdownCoach(payoffs).look(payoffs, info).values
