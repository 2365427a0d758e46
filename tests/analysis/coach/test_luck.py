"""Luck: each decision valued by what its player knew, and mean zero whoever plays, unless the cards are not fair."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations
from math import comb, prod
from random import Random

import pytest

import croupier
from croupier.analysis import Question
from croupier.analysis.analyst import Analyst
from croupier.analysis.coach.luck import Dealt, DealtRound, Luck, Valuer, luck_of
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.strategies import cost, load, read
from croupier.games.game import Board, Hand

pytestmark = pytest.mark.usefixtures("shared_solutions")

STAKES = {"ante": 1000, "ante_bonus": 1000}


@pytest.fixture(name="dragon", scope="module")
def the_analyst() -> Analyst:
    return Analyst(Question(croupier.submission("dragon-md")))


def hands_by_faces(analyst: Analyst) -> Iterator[tuple[tuple[int, ...], int]]:
    """A hand of each kind, copies of a card being alike, with the number of hands like it."""
    faces = analyst.terms.rulebook.deck.faces
    copies = {face: [card for card, each in enumerate(faces) if each == face] for face in faces}
    for kinds in {tuple(sorted(each)) for each in combinations([f for f in copies for _ in range(3)], 3)}:
        counts = Counter(kinds)
        if all(len(copies[face]) >= many for face, many in counts.items()):
            cards = tuple(card for face, many in counts.items() for card in copies[face][:many])
            yield cards, prod(comb(len(copies[face]), many) for face, many in counts.items())


def test_the_mistakes_of_a_strategy_add_up_to_its_exact_cost(dragon: Analyst) -> None:
    value = Valuer(dragon)
    submission = dragon.terms.submission
    own = 'name = "Always play"\nsource = "us"\nrulebook = "dragon-md"\n[stages]\n"your cards" = ["play otherwise"]\n'
    for strategy in (load("dragon"), read(own)):
        exact = cost(strategy, submission)
        rule = strategy.stages["your cards"]
        lost, hands = Fraction(0), 0
        for cards, many in hands_by_faces(dragon):
            info = dragon.tree.turns[0]
            answer = rule.answer(InfoState(info, cards), lambda _choice, _own: True)
            assert answer is not None
            choice = rule.rules[answer.rule].choice.name
            found = value(
                Dealt(cards, (), (), (choice,), STAKES | {"play": 1000} if choice == "play" else STAKES, ()),
                DealtRound(()),
            )
            assert found is not None
            lost, hands = lost + found.mistakes * many, hands + many
        assert hands == comb(53, 3)
        assert lost / hands / 1000 == exact.cost
    assert exact.cost > 0


# ---- rounds of cards that are fair, and of cards that are not ------------------------------------------


def rounds(analyst: Analyst, seed: int, count: int, seats: int, *, better_of_two: int = 0) -> Iterator[DealtRound]:
    """Rounds of a game with one question, whose players always stay in; every so often the dealer picks a hand."""
    chance, terms, game = Random(seed), analyst.terms, analyst.game  # noqa: S311 - the same cards each time
    deck = range(len(terms.rulebook.deck))
    turn = analyst.tree.turns[0]
    stay = next(choice for choice in turn.choices if choice.wager)
    for number in range(count):
        cards = chance.sample(deck, 3 * (seats + 2))
        dealt = [tuple(cards[3 * each : 3 * each + 3]) for each in range(seats + 2)]
        dealer, other, *own = dealt
        if better_of_two and number % better_of_two == 0:
            dealer = max(dealer, other, key=game.ranking)
        hands = []
        for each in own:
            stakes = STAKES | {stay.wager or "": STAKES["ante"] * int(stay.times)}
            facts = game.bare(game.read(Hand(each), Board((), dealer), terms))
            lines = tuple(game.settle(facts, stakes, terms))
            hands.append(Dealt(each, (), (), (stay.name,), stakes, lines))
        yield DealtRound(tuple(hands), 0, seats + 1)


def test_results_are_expectation_and_luck_less_mistakes(dragon: Analyst) -> None:
    account = dragon.answer()["base"]
    dealt = list(rounds(dragon, 1, 300, 6))
    found = luck_of(dealt, Valuer(dragon))
    assert (found.rounds, found.hands, found.left_out) == (300, 1800, 0)
    assert found.net == sum(line.amount for each in dealt for hand in each.hands for line in hand.lines)
    assert found.expected == pytest.approx(float(account.ev) * 1000 * 1800)
    assert found.net == pytest.approx(found.expected + found.luck - found.mistakes)
    assert found.mistakes > 0  # who always plays makes some
    assert abs(found.away) < 3
    assert found.to_json()["deviations_away"] == found.away


def test_side_wagers_have_their_own_expectation_and_a_void_hand_has_none(dragon: Analyst) -> None:
    value = Valuer(dragon)
    of = DealtRound((), 0, 2)
    hand = next(rounds(dragon, 2, 1, 1)).hands[0]
    alone = value(hand, of)
    both = value(hand._replace(staked={**hand.staked, "dragon_bet": 700}), of)
    assert alone is not None
    assert both is not None
    assert both.expected - alone.expected == dragon.answer()["dragon_bet"].ev * 700
    assert both.mistakes == alone.mistakes
    void = hand.lines[0]._replace(result="void", amount=0)
    assert value(hand._replace(lines=(void, *hand.lines[1:])), of) is None
    assert value(hand._replace(decisions=("abandoned",)), of) is None
    assert value(hand._replace(decisions=()), of) is None
    assert luck_of([DealtRound((hand, hand), irregular=True)], value) == Luck(0, 0, 2, 0, 0, 0, 0, 0)
    assert luck_of([], value).away == 0


def test_stakes_on_which_a_limit_acts_have_an_expectation_of_their_own() -> None:
    analyst = Analyst(Question(croupier.submission("lir-nj", payout_limit="$50,000")))
    value, ev = Valuer(analyst), analyst.answer()["base"].ev
    ride = tuple(next(each.name for each in turn.choices if not each.withdraws) for turn in analyst.tree.turns)
    hand = Dealt((0, 4, 9), (), (20, 30), ride, dict.fromkeys(analyst.payoffs.opening, 500), ())
    low = value(hand, DealtRound(()))
    high = value(hand._replace(staked=dict.fromkeys(hand.staked, 50_000)), DealtRound(()))
    assert low is not None
    assert high is not None
    assert low.expected == ev * 500
    assert ev * 50_000 * 2 < high.expected < ev * 50_000
    assert low.mistakes > 0


@pytest.mark.prove
def test_a_dealer_who_gets_the_better_of_two_hands_is_found_by_luck(
    dragon: Analyst, record_property: Callable[[str, object], None]
) -> None:
    value = Valuer(dragon)
    needed = next(
        count
        for count in range(2_000, 60_000, 2_000)
        if luck_of(rounds(dragon, 7, count, 6, better_of_two=10), value).away < -4
    )
    fair = luck_of(rounds(dragon, 7, needed, 6), value)
    assert abs(fair.away) < 3
    assert needed < 19_200  # a month: 40 rounds an hour, 16 hours a day, 30 days
    record_property(
        "showed", f"a dealer who picks the better of two hands every tenth round is found in {needed:,} rounds"
    )
