"""Cards at random, by the number of a round: NumPy's words, fair draws, cards that no seat after them changes."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from croupier.analysis.results.fit import fit
from croupier.simulation.loops.chance import DealSizes, deal, key_of, made_of, words

KEY = key_of("a seed")
TABLE = DealSizes(52, 5, 2, 2, 6)


@pytest.mark.parametrize("number", [0, 1, 2**32, 2**62 + 5])
@pytest.mark.parametrize("stream", [0, 1, 2**32 + 3])
def test_words_are_numpys_philox(number: int, stream: int) -> None:
    numpys = np.random.Philox(key=KEY, counter=[0, number, stream, 0]).random_raw(23)
    assert words(KEY, number, 23, stream).tolist() == numpys.tolist()


@pytest.mark.parametrize("seats", range(1, 7))
def test_a_rounds_cards_are_the_same_whatever_seats_follow_and_whatever_rounds_came_before(seats: int) -> None:
    whole = deal(KEY, 0, 600, TABLE)
    layout = TABLE._replace(seats=seats)
    assert (deal(KEY, 0, 600, layout) == whole[:, : layout.cards]).all()
    assert (deal(KEY, 599, 1, layout) == whole[599, : layout.cards]).all()


def test_a_round_is_dealt_as_its_words_say() -> None:
    for number, row in enumerate(deal(KEY, 0, 50, TABLE).tolist()):
        deck = list(range(52))
        dealt: list[int] = []
        for word, size in zip(words(KEY, number, 9).tolist(), TABLE.of_words().tolist(), strict=False):
            for _ in range(size):
                left = 52 - len(dealt)
                place = len(dealt) + (word * left >> 64)
                word = word * left % 2**64  # noqa: PLW2901 - what is below serves for the next card
                deck[len(dealt)], deck[place] = deck[place], deck[len(dealt)]
                dealt.append(deck[len(dealt)])
        assert row == dealt


def likelier(cards: np.ndarray, place: int, share: float) -> np.ndarray:
    """Cards of which one is made likelier at a place, by so much of its chance."""
    changed = cards.copy()
    changed[: int(len(cards) * share / 52), place] = 7
    return changed


def by_place(cards: np.ndarray) -> list[float]:
    expected = {card: Fraction(1, 52) for card in range(52)}
    return [fit(Counter(column.tolist()), expected).p for column in cards.T]


def test_every_card_is_as_likely_at_every_place() -> None:
    cards = deal(KEY, 0, 100_000, TABLE)
    assert min(by_place(cards)) > 1e-4
    assert min(by_place(likelier(cards, 8, 0.2))) < 1e-6


@pytest.mark.prove
def test_a_card_one_in_a_thousand_likelier_at_a_place_is_found() -> None:
    layout = DealSizes(52, 2, 0, 3, 1)
    fair: list[Counter[int]] = [Counter() for _ in range(layout.cards)]
    for first in range(0, 2_000_000_000, 10_000_000):
        for place, column in enumerate(deal(KEY, first, 10_000_000, layout).T):
            fair[place].update(dict(enumerate(np.bincount(column, minlength=52).tolist())))
    expected = {card: Fraction(1, 52) for card in range(52)}
    assert min(fit(counts, expected).p for counts in fair) > 1e-4
    more = sum(fair[0].values()) // 52 // 1000
    unfair = Counter({card: count - more // 51 for card, count in fair[0].items()})
    unfair[7] += more + more // 51
    assert fit(unfair, expected).p < 1e-6


def test_wagers_are_made_in_their_share_of_rounds() -> None:
    made = made_of(KEY, 0, 100_000, 2, (int(0.6 * 2**32), 2**30))
    assert abs((made & 1).mean() - 0.6) < 4 * np.sqrt(0.24 / 100_000)
    assert abs((made >> 1).mean() - 0.25) < 4 * np.sqrt(0.1875 / 100_000)
    assert (made_of(KEY, 0, 10, 1, ()) == 0).all()
