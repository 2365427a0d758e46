"""Four-card hands: every hand of four cards is counted, and the best four of more is the best of all fours."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest

from croupier.cards import STANDARD
from croupier.hands import four
from croupier.hands.four import Category

# The number of hands of four cards in each category: combinations of ranks and suits, counted on paper.
COUNTS = {
    Category.FOUR_OF_A_KIND: 13,
    Category.STRAIGHT_FLUSH: 11 * 4,
    Category.THREE_OF_A_KIND: 13 * 4 * 48,
    Category.FLUSH: 4 * 715 - 11 * 4,
    Category.STRAIGHT: 11 * 4**4 - 11 * 4,
    Category.TWO_PAIRS: 78 * 6 * 6,
    Category.PAIR: 13 * 6 * 66 * 16,
    Category.HIGH_CARD: (715 - 11) * (4**4 - 4),
}


def test_every_hand_of_four_cards_is_in_its_category() -> None:
    counted = Counter(four.category(four.strength(cards)) for cards in combinations(range(52), 4))
    assert counted == COUNTS


@pytest.mark.parametrize(
    ("higher", "lower"),
    [
        ("2c 2d 2h 2s", "Ac Kc Qc Jc"),
        ("4c 3c 2c Ac", "Ac Ad Ah Ks"),
        ("2c 2d 2h 3s", "Ac Kc Qc 9c"),
        ("7c 5c 3c 2c", "Ac Kd Qh Js"),
        ("4c 3d 2h As", "Ac Ad Kh Ks"),
        ("5c 4d 3h 2s", "4c 3d 2h As"),
        ("2c 2d 3h 3s", "Ac Ad Kh Qs"),
        ("2c 2d 4h 3s", "Ac Kd Qh 9s"),
    ],
)
def test_hands_rank_as_rare_as_they_are(higher: str, lower: str) -> None:
    assert four.strength(STANDARD.parse(higher)) > four.strength(STANDARD.parse(lower))


@pytest.mark.parametrize("dealt", [5, 6])
def test_the_best_four_of_more_cards_is_the_best_of_all_fours(dealt: int) -> None:
    random = Random(dealt)  # noqa: S311 - hands that can be repeated
    for _ in range(300):
        cards = random.sample(range(52), dealt)
        strength = four.strength(cards)
        assert (
            strength == max(four.strength(each) for each in combinations(cards, 4)) == four.strength(four.best(cards))
        )


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Tc Td Kh 2s", "pair of tens"),
        ("Tc Td 2h 2s", "two pairs, tens and twos"),
        ("Ac 2d 3h 4s", "straight, four high"),
        ("Ac Ad Ah 4s", "three of a kind, aces"),
        ("Kc 9d 3h 4s", "king high"),
        ("Kc 9c 3c 4c", "flush, king high"),
    ],
)
def test_a_hand_is_announced(cards: str, said: str) -> None:
    assert four.words(four.strength(STANDARD.parse(cards))) == said


def test_a_kicker_is_announced_where_it_decides() -> None:
    own, other = (four.strength(STANDARD.parse(cards)) for cards in ("Tc Td Kh 2s", "Th Ts Qh 2d"))
    assert four.words(own, other) == "pair of tens, king kicker"
