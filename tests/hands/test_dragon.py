"""Dragon hands: every one of the 23,426, beside a slow and obvious second reading."""

from collections import Counter
from itertools import combinations

import pytest

from croupier.cards import DRAGON
from croupier.hands import dragon
from croupier.hands.dragon import Category

ORDER = ["RA", "MO", "PA", "TI", "PH", "D"]
EVERY_HAND = tuple(combinations(range(53), 3))


def strength(text: str) -> int:
    return dragon.strength(DRAGON.parse(text))


def obvious(cards: tuple[int, ...]) -> tuple[int, ...]:
    """The best that a hand can be called, over everything that Gold may stand for; it compares as the hands do."""
    choices: list[list[int]] = [[]]
    for face in DRAGON.text(cards).split():
        values = range(6) if face == "GD" else [ORDER.index("D" if face.endswith("D") else face)]
        choices = [[*so_far, value] for so_far in choices for value in values]
    return max(map(plain, choices))


def plain(values: list[int]) -> tuple[int, ...]:
    times = Counter(values)
    by_number = sorted(times, key=lambda value: (times[value], value), reverse=True)
    return (max(times.values()), *by_number)


@pytest.mark.clause("dragon-md", "6.B", "6.B(1)", "6.B(2)", "6.B(2)(a)", "6.B(3)", "6.B(3)(a)", "6.B(3)(b)", "6.B(4)")
@pytest.mark.clause("dragon-md", "3.(b)", "3.(c)", "6.A", "6.A(1)", "1.B(7)")
class TestEveryDragonHand:
    def test_the_order_and_its_ties_are_the_obvious_ones(self) -> None:
        found = {(obvious(cards), dragon.strength(cards)) for cards in EVERY_HAND}
        readings, strengths = zip(*sorted(found), strict=True)
        assert len(EVERY_HAND) == 23_426
        assert len(set(readings)) == len(found) == len(dragon.LADDER) == 56
        assert strengths == tuple(range(56))

    def test_the_category_is_the_obvious_one(self) -> None:
        names = {3: Category.TRIPS, 2: Category.PAIR, 1: Category.HIGH_CARD}
        for cards in EVERY_HAND:
            assert dragon.category(dragon.strength(cards)) is names[obvious(cards)[0]]

    def test_gold_always_makes_at_least_a_pair(self) -> None:
        assert all(dragon.category(dragon.strength(cards)) >= Category.PAIR for cards in EVERY_HAND if 0 in cards)


@pytest.mark.clause("dragon-md", "6.A(1)")
@pytest.mark.parametrize(
    ("gold", "same_as"),
    [
        ("GD PH PH", "PH PH PH"),
        ("GD PH RA", "PH PH RA"),
        ("GD RD RA", "RD BD RA"),
        ("GD RD BD", "RD RD RD"),  # Gold outranks no other Dragon (ruling D3)
    ],
)
def test_6_a_1_gold_stands_for_what_serves_best(gold: str, same_as: str) -> None:
    assert strength(gold) == strength(same_as)


@pytest.mark.parametrize(
    ("cards", "said"), [("GD PH PH", "three Phoenix"), ("PA PA RA", "pair of Pandas"), ("TI PA RA", "Tiger high")]
)
def test_hands_are_announced(cards: str, said: str) -> None:
    assert dragon.words(strength(cards)) == said


@pytest.mark.clause("dragon-md", "6.B(2)(a)", "6.B(3)(a)", "6.B(3)(b)")
@pytest.mark.parametrize(
    ("cards", "other", "said"),
    [
        ("PA PA TI", "PA PA RA", "pair of Pandas, Tiger kicker"),
        ("PA PA RA", "PA PA TI", "pair of Pandas, Rabbit kicker"),
        ("TI PA RA", "TI MO RA", "Tiger high, Panda kicker"),
        ("TI PA MO", "TI PA RA", "Tiger high, Panda and Monkey kickers"),
        ("PA PA TI", "MO MO TI", "pair of Pandas"),
    ],
)
def test_a_hand_that_another_card_decides_is_announced_with_it(cards: str, other: str, said: str) -> None:
    assert dragon.words(strength(cards), strength(other)) == said


def test_of_any_two_different_hands_the_words_tell_which_is_which() -> None:
    for one in range(len(dragon.LADDER)):
        for other in range(one):
            assert dragon.words(one, other) != dragon.words(other, one)
