"""Five-card hands: every one of the 2,598,960, and the best five of six and seven."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from phevaluator.evaluator import evaluate_5cards, evaluate_6cards, evaluate_7cards

from croupier.cards import STANDARD
from croupier.hands import five
from croupier.hands.five import Category
from croupier.hands.ranking import HandClass

some_cards = st.integers(5, 7).flatmap(lambda n: st.lists(st.integers(0, 51), min_size=n, max_size=n, unique=True))


@cache
def all_strengths() -> list[int]:
    return [five.strength(cards) for cards in combinations(range(52), 5)]


def strength(text: str) -> int:
    return five.strength(STANDARD.parse(text))


def ways() -> Iterator[tuple[Category, int]]:
    """How many five-card hands each category has, by counting."""
    straights = 10
    yield Category.ROYAL_FLUSH, 4
    yield Category.STRAIGHT_FLUSH, (straights - 1) * 4
    yield Category.FOUR_OF_A_KIND, 13 * 48
    yield Category.FULL_HOUSE, 13 * comb(4, 3) * 12 * comb(4, 2)
    yield Category.FLUSH, (comb(13, 5) - straights) * 4
    yield Category.STRAIGHT, straights * (4**5 - 4)
    yield Category.THREE_OF_A_KIND, 13 * comb(4, 3) * comb(12, 2) * 4**2
    yield Category.TWO_PAIRS, comb(13, 2) * comb(4, 2) ** 2 * 44
    yield Category.PAIR, 13 * comb(4, 2) * comb(12, 3) * 4**3
    yield Category.HIGH_CARD, (comb(13, 5) - straights) * (4**5 - 4)


NINE = range(1, 10)
five_card_clauses = [
    pytest.mark.clause("colorado-ma-1", *(f"3(b)({n})" for n in NINE)),
    pytest.mark.clause("colorado-ma-2", *(f"3(b)({n})" for n in NINE)),
    pytest.mark.clause("uth-ma", *(f"5(b)({n})" for n in NINE)),
    pytest.mark.clause("lir-nj", *(f"18.3(b){n}" for n in NINE)),
]


class TestEveryFiveCardHand:
    pytestmark = five_card_clauses

    def test_each_category_has_as_many_hands_as_counting_says(self) -> None:
        assert Counter(map(five.category, all_strengths())) == dict(ways())

    def test_there_are_7462_classes_and_every_one_occurs(self) -> None:
        assert len(five.LADDER) == 7462
        assert set(all_strengths()) == set(range(7462))

    def test_the_order_is_that_of_phevaluator(self) -> None:
        """Its ranks run from 1 for the best to 7,462: a constant sum is the same order, ties included."""
        sums = {
            strength + evaluate_5cards(*cards)
            for cards, strength in zip(combinations(range(52), 5), all_strengths(), strict=True)
        }
        assert sums == {7462}


@given(some_cards)
def test_six_and_seven_cards_rank_as_phevaluator_ranks_them(cards: list[int]) -> None:
    evaluate = {5: evaluate_5cards, 6: evaluate_6cards, 7: evaluate_7cards}[len(cards)]
    assert five.strength(cards) == 7462 - evaluate(*cards)


@pytest.mark.clause("uth-ma", "1")
@given(some_cards)
def test_the_best_five_cards_make_the_whole_hand(cards: list[int]) -> None:
    best = max(combinations(cards, 5), key=five.strength)
    assert five.strength(best) == five.strength(cards)


@given(st.lists(st.integers(0, 51), min_size=7, max_size=7, unique=True), st.booleans())
def test_the_best_five_that_have_both_of_two_cards_are_the_best_of_all_such(cards: list[int], suited: bool) -> None:  # noqa: FBT001 - a choice of the test
    if suited:
        cards = list(dict.fromkeys([card // 4 * 4 for card in cards]))
    held, others = cards[:2], cards[2:]
    assume(len(others) >= 3)
    best = max(five.strength([*held, *three]) for three in combinations(others, 3))
    assert five.strength_with(held, others, five.strength((*held, *others))) == best


def test_the_ranks_of_a_strength_are_those_of_every_hand_that_has_it() -> None:
    for cards, strength in zip(combinations(range(52), 5), all_strengths(), strict=True):
        assert five.ranks(strength) == tuple(card >> 2 for card in reversed(cards))


@pytest.mark.prove
def test_every_seven_card_hand_ranks_as_phevaluator_ranks_it() -> None:
    for cards in combinations(range(52), 7):
        assert five.strength(cards) == 7462 - evaluate_7cards(*cards)


@pytest.mark.clause("colorado-ma-1", "3(a)")
@pytest.mark.clause("colorado-ma-2", "3(a)")
@pytest.mark.clause("uth-ma", "5(a)")
@pytest.mark.clause("lir-nj", "18.3(a)")
@pytest.mark.parametrize("suits", ["hhhhh", "hcdsh"])
def test_an_ace_completes_a_straight_below_a_two_and_wraps_nowhere(suits: str) -> None:
    def top(ranks: str) -> HandClass[Category]:
        return five.LADDER[strength(" ".join(map("".join, zip(ranks, suits, strict=True))))]

    straights = {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}
    assert top("A2345").ranks == (3,)
    assert top("AKQJT").ranks == (five.ACE,)
    assert top("A2345") < top("23456") < top("AKQJT")
    for wrapped in ("KA234", "QKA23", "JQKA2"):
        assert top(wrapped).category not in straights


@pytest.mark.clause("uth-ma", "5(c)")
@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("AhAd2c3d5h", "KhKdAcQdJh"),  # the pair before its kickers
        ("2h2d2cAdAh", "KhKdQcQdAs"),
        ("3h3d3c2d2h", "2c2s2dAdAh"),  # the three before the two of a full house (ruling U12)
        ("AhKh3h2h4h", "AdQdJdTd9d"),
        ("2c3d4h5s6c", "Ac2d3h4s5c"),
    ],
)
def test_5_c_the_category_decides_first_and_its_own_ranks_before_odd_cards(higher: str, lower: str) -> None:
    assert strength(higher) > strength(lower)


@pytest.mark.clause("uth-ma", "5(c)")
def test_5_c_what_is_still_equal_is_a_push() -> None:
    assert strength("AhKd9c5s2h") == strength("AcKs9d5h2d")


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("AhKhQhJhTh", "royal flush"),
        ("KhQhJhTh9h", "straight flush, king high"),
        ("6h6d6c6sAh", "four of a kind, sixes"),
        ("AhAdAcKsKh", "full house, aces over kings"),
        ("Ah9h7h5h2h", "flush, ace high"),
        ("Ac2d3h4s5c", "straight, five high"),
        ("7h7d7cKs2h", "three of a kind, sevens"),
        ("JhJd4c4s2h", "two pairs, jacks and fours"),
        ("ThTd9c4s2h", "pair of tens"),
        ("QhTd9c4s2h", "queen high"),
    ],
)
def test_hands_are_announced_in_the_dealers_words(cards: str, said: str) -> None:
    assert five.words(strength(cards)) == said


@pytest.mark.parametrize(
    ("cards", "other", "said"),
    [
        ("KhKdQc4s2h", "KcKs9c4d2d", "pair of kings, queen kicker"),
        ("KcKs9c4d2d", "KhKdQc4s2h", "pair of kings, nine kicker"),
        ("KhKdQcTs2h", "KcKsQd9d8d", "pair of kings, queen and ten kickers"),
        ("KhKdQcTs3h", "KcKsQdTd2d", "pair of kings, queen, ten and three kickers"),
        ("KhQdTc4s2h", "KcQs9c4d2d", "king high, queen and ten kickers"),
        ("KhQhTh4h2h", "KcJc9c4c2c", "flush, king high, queen kicker"),
        ("JhJd4c4s3h", "JcJs4h4d2h", "two pairs, jacks and fours, three kicker"),
        ("7h7d7cKs2h", "7h7d7cQs2h", "three of a kind, sevens, king kicker"),
        ("6h6d6c6sAh", "6h6d6c6sKh", "four of a kind, sixes, ace kicker"),
        ("KhKdQc4s2h", "QhQdAc4s2h", "pair of kings"),  # the pair decides
        ("KhKdQc4s2h", "KcKsQd4d2d", "pair of kings"),  # nothing decides
        ("JhJd4c4s3h", "JcJs3s3d2h", "two pairs, jacks and fours"),  # the second pair decides
        ("AhAdAcKsKh", "AhAdAcQsQh", "full house, aces over kings"),
        ("KhKdQc4s2h", "Ac2d3h4s5c", "pair of kings"),
    ],
)
def test_a_hand_that_a_kicker_decides_is_announced_with_it(cards: str, other: str, said: str) -> None:
    assert five.words(strength(cards), strength(other)) == said


def test_of_any_two_different_hands_the_words_tell_which_is_which() -> None:
    """Neighbours in order are the hardest to tell apart."""
    for lower in range(len(five.LADDER) - 1):
        assert five.words(lower, lower + 1) != five.words(lower + 1, lower)
