"""The highest of several hands, against deals enumerated one by one, known frequencies and deals at random."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations, pairwise
from math import comb, factorial, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import croupier
from croupier.analysis.kernels import matchings
from croupier.analysis.kernels.boards import Boards, boards_of, count_board, deck_of, standing, workspace
from croupier.analysis.kernels.strength_tables import group_numbers
from croupier.analysis.solvers import highest_hand as counting
from croupier.cards import STANDARD
from croupier.games import dragon, uth
from croupier.games.game import Board, Hand
from croupier.games.terms import Terms
from croupier.hands import five
from croupier.hands.five import Category

Cards = tuple[int, ...]

# All hands of seven cards, lowest category first.
SEVEN_CARDS = (23_294_460, 58_627_800, 31_433_400, 6_461_620, 6_180_020, 4_047_644, 3_473_184, 224_848, 37_260, 4_324)
LOWEST = {category: strength for strength, category in reversed(list(enumerate(map(five.category, range(7462)))))}
THRESHOLDS = [LOWEST[category] for category in list(Category)[1:]]
ODD_ONES = [1, 950, 1800, 2222, 3333, 4140, 4700, 5100, 5858, 6500, 7200, 7300, 7455]


def cards_of(ranks: str) -> Cards:
    return tuple(sorted(STANDARD.parse(" ".join(rank + suit for rank in ranks for suit in "cdhs"))))


def terms_of(**options: str) -> Terms:
    return Terms(croupier.submission("uth-ma", **options))


def sets_of_pairs(pairs: Sequence[Cards], size: int, taken: frozenset[int] = frozenset()) -> Iterator[tuple[int, ...]]:
    """Sets of pairs that share no card, by their places."""
    if size == 0:
        yield ()
        return
    for place, pair in enumerate(pairs):
        if taken.isdisjoint(pair):
            for more in sets_of_pairs(pairs[place + 1 :], size - 1, taken.union(pair)):
                yield (place, *[place + 1 + each for each in more])


@cache
def sets_of(cards: int, hands: int) -> NDArray[np.int64]:
    return np.array(list(sets_of_pairs(list(combinations(range(cards), 2)), hands)))


def beside(board: Cards, cards: Cards, hands: int) -> Counter[int]:
    """How often each strength is the highest beside a board, over every set of hands."""
    rest = [card for card in cards if card not in board]
    strengths = np.array([five.strength(board + pair) for pair in combinations(rest, 2)])
    ways = np.bincount(strengths[sets_of(len(rest), hands)].max(axis=1))
    return Counter({strength: int(ways[strength]) for strength in np.flatnonzero(ways).tolist()})


def below(highest: Counter[int], threshold: int) -> int:
    return sum(ways for strength, ways in highest.items() if strength < threshold)


# ---- sets of pairs -------------------------------------------------------------------------------------


@st.composite
def marked(draw: st.DrawFn) -> tuple[list[int], list[int]]:
    """How many cards each type has, and with which types it is marked."""
    types = draw(st.integers(1, 6))
    left = draw(st.lists(st.integers(0, 3), min_size=types, max_size=types))
    marks = [0] * types
    for high in range(types):
        for low in range(high + 1):
            if draw(st.booleans()):
                marks[high] |= 1 << low
                marks[low] |= 1 << high
    return left, marks


def one_by_one(partners: list[list[int]]) -> list[int]:
    """Sets of pairs by their size: the first card left is in none, or in one with each of its partners."""

    @cache
    def sets(cards: frozenset[int]) -> list[int]:
        if not cards:
            return [1] + [0] * matchings.MOST
        first, rest = min(cards), cards - {min(cards)}
        with_first = [sets(rest - {other}) for other in partners[first] if other in rest]
        return [count + sum(each[size - 1] for each in with_first if size) for size, count in enumerate(sets(rest))]

    return sets(frozenset(range(len(partners))))


def counted(left: list[int], marks: list[int], *, joined: bool) -> list[int]:
    """As the compiled loops count it, the types alike joined or not."""
    cards, bits = np.zeros((2, matchings.TYPES), dtype=np.int64)
    cards[: len(left)], bits[: len(left)] = left, marks
    for each, count in enumerate(left):
        # A type without cards is marked with none, one with one card not with itself.
        if count == 0:
            bits[each] = 0
            bits &= ~(1 << each)
        elif count == 1:
            bits[each] &= ~(1 << each)
    if joined:
        matchings.join_alike(bits, cards)
    words = np.zeros((1, matchings.TYPES), dtype=np.uint32)
    matchings.write_graph(bits, cards, words[0])
    return [int(count) for count in matchings.count_all(words)[0]]


@given(marked())
@settings(deadline=None)
def test_sets_of_marked_pairs_are_those_found_one_by_one(graph: tuple[list[int], list[int]]) -> None:
    left, marks = graph
    types = [each for each, count in enumerate(left) for _ in range(count)]
    partners = [[card for card, other in enumerate(types) if marks[own] >> other & 1] for own in types]
    expected = one_by_one(partners)
    assert counted(left, marks, joined=False) == counted(left, marks, joined=True) == expected


def test_where_all_pairs_are_marked_the_sets_are_all_sets() -> None:
    for types in (1, 2, 12):
        left = [47 // types] * types
        everything = [(1 << types) - 1] * types
        expected = [counting.pairings(sum(left), size) for size in range(matchings.MOST + 1)]
        assert counted(left, everything, joined=False) == counted(left, everything, joined=True) == expected


def test_a_bipartite_graph_has_the_sets_of_rooks_on_a_board() -> None:
    expected = [comb(23, size) * comb(24, size) * factorial(size) for size in range(matchings.MOST + 1)]
    assert counted([23, 24], [0b10, 0b01], joined=False) == expected


def test_no_count_outgrows_its_word() -> None:
    sizes = [(pairs, waiting) for pairs in range(8) for waiting in range(8) if pairs + waiting <= matchings.MOST]
    assert max(counting.pairings(47, pairs) * comb(47 - 2 * pairs, waiting) for pairs, waiting in sizes) < 2**56


# ---- one board -----------------------------------------------------------------------------------------

BOARDS = {
    "apart": "2c 5d 8h Jc Kd",
    "straights": "5c 6d 7h Tc Jd",
    "four to a straight": "5c 6d 7h 8c Kd",
    "a straight": "5c 6d 7h 8c 9d",
    "three of a suit": "2h 7h Jh 4c Ad",
    "three of a suit and straights": "6h 7h 9h Tc Js",
    "four of a suit": "9s Ts Js Qs 2d",
    "one suit": "3d 5d 6d Td Kd",
    "a royal flush": "Ts Js Qs Ks As",
    "a pair": "9c 9d 4h 5s Kc",
    "a pair and three of a suit": "9c 9d 4c 5c Kh",
    "two pairs": "Qc Qd 8h 8s 3c",
    "three of a kind": "7c 7d 7h 2s Jc",
    "a full house": "7c 7d 7h Jc Js",
    "four of a kind": "6c 6d 6h 6s Ac",
}


def one_board(text: str, live: Cards = tuple(range(52))) -> counting.Alike:
    cards = np.array([STANDARD.parse(text)], dtype=np.uint8)
    ranks = np.sort(cards.astype(np.int64) >> 2, axis=1)
    return counting.alike(Boards(cards, np.ones(1, dtype=np.int64), group_numbers(ranks)), live)


@pytest.mark.parametrize("text", BOARDS.values(), ids=BOARDS.keys())
def test_beside_one_board_one_and_two_hands_are_those_found_one_by_one(text: str) -> None:
    board = STANDARD.parse(text)
    one_hand, two_hands = (beside(board, tuple(range(52)), hands) for hands in (1, 2))
    for threshold in THRESHOLDS + ODD_ONES:
        none, one, two, *_ = counting.reaching(threshold, one_board(text))
        assert none == 1
        assert comb(47, 2) - one == below(one_hand, threshold)
        assert counting.pairings(47, 2) - one * comb(45, 2) + two == below(two_hands, threshold)


@pytest.mark.parametrize(
    ("text", "ranks"), [("Tc Jc Qd Ks Kh", "TJQKA"), ("5s 6s 7s 8d 9h", "56789"), ("2h 2d 4h 5h As", "2345A")]
)
def test_beside_one_board_of_a_small_deck_up_to_seven_hands_are_those_found_one_by_one(text: str, ranks: str) -> None:
    live, board = cards_of(ranks), STANDARD.parse(text)
    rest = [card for card in live if card not in board]
    for threshold in THRESHOLDS:
        reach = counting.reaching(threshold, one_board(text, live))
        below = [
            [at for at, card in enumerate(rest) if card != own and five.strength((*board, own, card)) < threshold]
            for own in rest
        ]
        assert one_by_one(below) == [
            sum(
                (-1) ** pairs * reach[pairs] * counting.pairings(15 - 2 * pairs, hands - pairs)
                for pairs in range(hands + 1)
            )
            for hands in range(8)
        ]


# ---- small decks ---------------------------------------------------------------------------------------


def assert_counted(ranks: str, hands: int) -> None:
    cards = cards_of(ranks)
    dealt: Counter[int] = Counter()
    for board in combinations(cards, 5):
        dealt.update(beside(board, cards, hands))
    thresholds = sorted({*THRESHOLDS, *sorted(dealt)[:: len(dealt) // 40 + 1]})
    assert counting.ways(hands, thresholds, cards) == [below(dealt, each) for each in thresholds]
    assert counting.cycle(hands, cards) == dealt.total()
    by_category: Counter[Category] = Counter()
    for strength, ways in dealt.items():
        by_category[five.category(strength)] += ways
    facts = counting.highest(uth.GAME, terms_of(), "cover_all", hands, live=cards)
    assert {each.highest: ways for each, ways in facts.items()} == by_category


@pytest.mark.parametrize(("ranks", "hands"), [("59TK", 2), ("234A", 3)])
def test_a_deck_of_four_ranks_has_the_deals_found_one_by_one(ranks: str, hands: int) -> None:
    assert_counted(ranks, hands)


@pytest.mark.prove
@pytest.mark.parametrize(
    ("ranks", "hands"),
    [("68QA", 4), ("TJQKA", 2), ("A2345", 2), ("24579", 2), ("56789", 2), ("2345A9", 2)],
)
def test_larger_decks_have_the_deals_found_one_by_one(ranks: str, hands: int) -> None:
    assert_counted(ranks, hands)


# ---- the whole deck ------------------------------------------------------------------------------------


@cache
def by_category(hands: int) -> tuple[int, ...]:
    return tuple(high - low for low, high in pairwise([0, *counting.ways(hands, THRESHOLDS), counting.cycle(hands)]))


def test_one_hand_has_the_frequencies_of_seven_cards() -> None:
    everything = comb(52, 5) * comb(47, 2)
    for threshold, below in zip(THRESHOLDS, accumulate(SEVEN_CARDS), strict=False):
        boards, one, *_ = counting._on_all_boards(threshold, tuple(range(52)))  # noqa: SLF001 - remembered there
        assert boards == comb(52, 5)
        assert one == everything - below * comb(7, 5)


@pytest.mark.prove
def test_two_hands_are_those_of_the_solver_for_a_player_and_a_dealer() -> None:
    """The solver's counts for each pair of hole cards: how many of the dealer's are below it, and how many equal."""
    live = np.arange(52)
    deck = deck_of(live, standing(live, 3)[0])
    space = workspace(1)
    ordered = np.zeros(len(Category), dtype=np.int64)
    categories = np.array([five.category(strength) for strength in range(7462)])
    for cards, weight, group in zip(*boards_of(live), strict=True):
        pairs, entries = count_board(cards, group, deck, np.zeros(7462, dtype=np.uint32), space)
        hands = np.bincount(space.entries[:pairs], minlength=entries)
        # Of two equal hands either is the highest, and the deal is met from both.
        counts = hands * (2 * space.counts[:entries, 0] + space.counts[:entries, 1])
        np.add.at(ordered, categories[space.strengths[:entries]], int(weight) * counts)
    assert tuple((ordered // 2).tolist()) == by_category(2)


def test_no_strength_or_every_strength_is_below() -> None:
    assert counting.ways(7, [0, 7462]) == [0, counting.cycle(7)]


def test_every_category_occurs_and_more_hands_are_higher() -> None:
    shares = [[Fraction(ways, counting.cycle(hands)) for ways in by_category(hands)] for hands in counting.HANDS]
    for fewer, more in pairwise(shares):
        assert all(low > high for low, high in zip(accumulate(fewer[:-1]), accumulate(more[:-1]), strict=True))
    assert all(share > 0 for each in shares for share in each)
    assert all(sum(each) == 1 for each in shares)


def test_the_progress_goes_from_nothing_to_all() -> None:
    seen: list[tuple[int, int]] = []
    counting.ways(3, THRESHOLDS[-2:], progress=lambda done, of: seen.append((done, of)))
    assert seen == [(0, 2), (1, 2), (2, 2)]


@pytest.mark.parametrize("hands", [2, 7])
def test_deals_at_random_agree_within_five_standard_errors(hands: int) -> None:
    terms = terms_of()
    deals = 20_000
    random = Random(hands)  # noqa: S311 - no secret
    seen: Counter[Category] = Counter()
    for _ in range(deals):
        board, dealer, *players = _at_random(random, hands)
        dealt = Board(board, dealer, tuple(Hand(cards) for cards in players))
        seen[uth.read(dealt.hands[0], dealt, terms).highest] += 1
    for facts, ways in counting.highest(uth.GAME, terms, "cover_all", hands).items():
        share = ways / counting.cycle(hands)
        assert abs(seen[facts.highest] - deals * share) <= 5 * sqrt(deals * share * (1 - share)) + 1


def _at_random(random: Random, hands: int) -> list[Cards]:
    cards = tuple(random.sample(range(52), 5 + 2 * hands))
    return [cards[:5], *[cards[place : place + 2] for place in range(5, len(cards), 2)]]


# ---- the wager -----------------------------------------------------------------------------------------


def expected_value(hands: int, **options: str) -> Fraction:
    terms = terms_of(**options)
    facts = counting.highest(uth.GAME, terms, "cover_all", hands)
    nets = {each: sum(line.amount for line in uth.settle(each, {"cover_all": 100}, terms)) for each in facts}
    return Fraction(sum(nets[each] * ways for each, ways in facts.items()), 100 * facts.total())


@pytest.mark.parametrize("hands", counting.HANDS)
def test_every_category_has_its_facts_and_the_deals_add_up(hands: int) -> None:
    facts = counting.highest(uth.GAME, terms_of(), "cover_all", hands)
    assert facts.total() == counting.cycle(hands)
    assert [each.highest for each in facts] == list(Category)
    assert {each.hands for each in facts} == {hands}
    assert tuple(facts.values()) == by_category(hands)


@pytest.mark.parametrize("hands", counting.HANDS)
def test_readings_differ_by_the_deals_from_three_of_a_kind_to_a_flush(hands: int) -> None:
    lose, push, even = (expected_value(hands, cover_all_below=each) for each in ("lose", "push", "even_money"))
    between = Fraction(sum(by_category(hands)[Category.THREE_OF_A_KIND : Category.FULL_HOUSE]), counting.cycle(hands))
    assert push - lose == even - push == between


def test_cover_all_has_these_expected_values() -> None:
    """Found by this program; here so that a change shows."""
    values = [f"{float(expected_value(hands)):.6f}" for hands in counting.HANDS]
    assert values == ["-0.099787", "-0.099960", "-0.092028", "-0.086085", "-0.099459", "-0.105633"]


@pytest.mark.parametrize("hands", [2, 7])
def test_where_folded_hands_do_not_count_the_wager_goes_by_others(hands: int) -> None:
    with pytest.raises(ValueError, match="Cover All leaves folded hands out here and goes by what the other players"):
        counting.highest(uth.GAME, terms_of(folded_hands_count="no"), "cover_all", hands)


@pytest.mark.parametrize("hands", [1, 8])
def test_a_number_of_hands_that_cannot_be_counted_is_refused(hands: int) -> None:
    with pytest.raises(ValueError, match="accepted: 2 to 7, the dealer's included"):
        counting.highest(uth.GAME, terms_of(), "cover_all", hands)


def test_a_wager_on_ones_own_hand_or_not_offered_is_refused() -> None:
    with pytest.raises(ValueError, match="trips is no wager here on all hands at the table; accepted: cover_all"):
        counting.highest(uth.GAME, terms_of(), "trips", 2)
    with pytest.raises(ValueError, match="cover_all is no wager here on all hands at the table; accepted: none"):
        counting.highest(uth.GAME, terms_of(cover_all="no"), "cover_all", 2)


def test_a_game_of_other_hands_is_refused() -> None:
    with pytest.raises(ValueError, match="dragon has no hands of two cards each"):
        counting.highest(dragon.GAME, Terms(croupier.submission("dragon-md")), "ante", 2)


def test_live_cards_must_be_whole_ranks_and_enough() -> None:
    with pytest.raises(ValueError, match="accepted: whole ranks"):
        counting.ways(2, [0], range(51))
    with pytest.raises(ValueError, match="8 cards are too few for 2 hands; needed: 9"):
        counting.ways(2, [0], cards_of("2A"))
