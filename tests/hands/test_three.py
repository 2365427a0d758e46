"""Three-card hands: every one of the 22,100, beside a slow and obvious second reading."""

from collections import Counter
from itertools import combinations
from math import comb

import pytest

from croupier.cards import STANDARD, rank, suit
from croupier.hands import three
from croupier.hands.three import Category, Instant

EVERY_HAND = tuple(combinations(range(52), 3))
IN_SEQUENCE = [{12, 0, 1}, *({low, low + 1, low + 2} for low in range(11))]  # lowest first, no wrap around

three_card_clauses = [
    pytest.mark.clause("lir-nj", "18.3(c)", *(f"18.3(c){n}" for n in range(2, 7))),
]


def strength(text: str) -> int:
    return three.strength(STANDARD.parse(text))


def obvious(cards: tuple[int, ...]) -> tuple[int, ...]:
    """A hand as a tuple that compares as the hands do: read off the definitions one by one."""
    ranks = sorted(map(rank, cards), reverse=True)
    suited = len({suit(card) for card in cards}) == 1
    alike = Counter(ranks).most_common()
    place = next((place for place, ladder in enumerate(IN_SEQUENCE) if ladder == set(ranks)), None)
    if place is not None and suited:
        return (5, place)
    if len(alike) == 1:
        return (4, ranks[0])
    if place is not None:
        return (3, place)
    if suited:
        return (2, *ranks)
    if len(alike) == 2:
        return (1, alike[0][0], alike[1][0])
    return (0, *ranks)


class TestEveryThreeCardHand:
    pytestmark = three_card_clauses

    def test_each_category_has_as_many_hands_as_counting_says(self) -> None:
        straights = 12
        assert Counter(three.category(three.strength(cards)) for cards in EVERY_HAND) == {
            Category.STRAIGHT_FLUSH: straights * 4,
            Category.THREE_OF_A_KIND: 13 * comb(4, 3),
            Category.STRAIGHT: straights * (4**3 - 4),
            Category.FLUSH: (comb(13, 3) - straights) * 4,
            Category.PAIR: 13 * comb(4, 2) * 48,
            Category.HIGH_CARD: (comb(13, 3) - straights) * (4**3 - 4),
        }

    def test_the_order_is_the_obvious_one(self) -> None:
        found = {(obvious(cards), three.strength(cards)) for cards in EVERY_HAND}
        readings, strengths = zip(*sorted(found), strict=True)
        assert len(set(readings)) == len(found)
        assert strengths == tuple(range(len(three.LADDER)))

    def test_the_category_is_the_obvious_one(self) -> None:
        assert all(three.category(three.strength(cards)) == obvious(cards)[0] for cards in EVERY_HAND)


@pytest.mark.clause("lir-nj", "18.3(c)1")
def test_18_3_c_1_only_ace_king_queen_of_one_suit_is_a_mini_royal() -> None:
    minis = {STANDARD.text(cards) for cards in EVERY_HAND if three.is_mini_royal(three.strength(cards))}
    assert minis == {"Qc Kc Ac", "Qd Kd Ad", "Qh Kh Ah", "Qs Ks As"}


@pytest.mark.clause("lir-nj", "18.3(c)4")
def test_18_3_c_4_an_ace_goes_with_king_and_queen_or_two_and_three_but_not_king_and_two() -> None:
    assert three.category(strength("Ah Kd Qc")) is Category.STRAIGHT
    assert three.category(strength("Ah 2d 3c")) is Category.STRAIGHT
    assert three.category(strength("Kh Ad 2c")) is Category.HIGH_CARD
    assert strength("Ah 2d 3c") < strength("2h 3d 4c") < strength("Ah Kd Qc")


@pytest.mark.clause("colorado-ma-1", "3(c)", "3(c)(1)", "3(c)(2)")
@pytest.mark.clause("colorado-ma-2", "3(c)", "3(c)(1)", "3(c)(2)")
def test_3_c_instant_winners_are_three_alike_or_three_of_a_suit_in_sequence() -> None:
    kinds = {5: {Instant.STRAIGHT_FLUSH, Instant.ACE_LOW_STRAIGHT_FLUSH}, 4: {Instant.THREE_OF_A_KIND}}
    for cards in EVERY_HAND:
        assert three.instant(cards) in kinds.get(obvious(cards)[0], {None})
    found = Counter(map(three.instant, EVERY_HAND))
    assert found[Instant.ACE_LOW_STRAIGHT_FLUSH] == 4
    assert three.instant(STANDARD.parse("Ah 2h 3h")) is Instant.ACE_LOW_STRAIGHT_FLUSH
    assert three.instant(STANDARD.parse("Kh Ah 2h")) is None
