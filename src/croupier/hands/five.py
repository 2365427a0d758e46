"""Five-card hands of the standard deck: the best five of five, six or seven cards.

A hand's strength is its place among the 7,462 classes, 0 for 7-5-4-3-2 to 7,461 for a royal flush. Category, the
pair's rank and words are all derived from the strength.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from croupier.cards import rank_name
from croupier.citations import keeps
from croupier.hands.ranking import HandClass, Ladder, with_kickers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ACE = 12


@keeps("rank.hands")
class Category(IntEnum):
    """The categories, lowest first. A hand has its highest only (ruling S4)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9

    __hash__ = int.__hash__  # an enum's own hash goes by the name and is slow, and classes are looked up often


NAMES = frozenset(category.name.lower() for category in Category)  # as pay tables write them


@cache
def rows_for(category: Category) -> tuple[str, ...]:
    """The rows of a pay table that a hand fits: its name, then `less_than_a_straight` and the like, nearest first."""
    above = [each.name.lower() for each in Category if each > category]
    plain = {
        Category.TWO_PAIRS.name.lower(),
        Category.THREE_OF_A_KIND.name.lower(),
        Category.FOUR_OF_A_KIND.name.lower(),
    }
    return (category.name.lower(), *(f"less_than_{'' if each in plain else 'a_'}{each}" for each in above))


ROWS = frozenset(row for category in Category for row in rows_for(category))


@cache
@keeps("rank.ace_low")
def _straight_top(mask: int) -> int | None:
    """The top of the highest straight in a set of ranks: the ace ends it high or begins it low, never between."""
    ranks = mask << 1 | mask >> ACE  # an ace stands below the two as well
    starts = ranks & ranks >> 1 & ranks >> 2 & ranks >> 3 & ranks >> 4  # where five in a row begin
    return starts.bit_length() + 2 if starts else None


@keeps("hand.four_of_a_kind", "hand.full_house", "hand.straight", "hand.three_of_a_kind", "hand.two_pairs", "hand.pair")
@keeps("rank.cards", "rank.compare")
def _unsuited_class(counts: list[int]) -> HandClass[Category]:
    """The best class of a hand given the number of cards of each rank, suits apart."""
    falling = [rank for rank in range(ACE, -1, -1) if counts[rank]]
    alike = sorted(falling, key=counts.__getitem__, reverse=True)
    top = _straight_top(sum([1 << rank for rank in falling]))
    match [counts[rank] for rank in alike]:
        case [4, *_]:
            return HandClass(Category.FOUR_OF_A_KIND, _with_kickers(alike[:1], falling, 1))
        case [3, 2 | 3, *_]:
            return HandClass(Category.FULL_HOUSE, tuple(alike[:2]))
        case _ if top is not None:
            return HandClass(Category.STRAIGHT, (top,))
        case [3, *_]:
            return HandClass(Category.THREE_OF_A_KIND, _with_kickers(alike[:1], falling, 2))
        case [2, 2, *_]:
            return HandClass(Category.TWO_PAIRS, _with_kickers(alike[:2], falling, 1))
        case [2, *_]:
            return HandClass(Category.PAIR, _with_kickers(alike[:1], falling, 3))
        case _:
            return HandClass(Category.HIGH_CARD, tuple(falling[:5]))


def _with_kickers(alike: list[int], falling: list[int], kickers: int) -> tuple[int, ...]:
    return (*alike, *[rank for rank in falling if rank not in alike][:kickers])


@keeps("hand.royal_flush", "hand.straight_flush", "hand.flush")
def _suited_class(mask: int) -> HandClass[Category]:
    """The best class of five or more cards of one suit, given the set of their ranks."""
    top = _straight_top(mask)
    if top is None:
        return HandClass(Category.FLUSH, tuple(rank for rank in range(ACE, -1, -1) if mask >> rank & 1)[:5])
    return HandClass(Category.ROYAL_FLUSH if top == ACE else Category.STRAIGHT_FLUSH, (top,))


def _classes() -> Iterator[HandClass[Category]]:
    for ranks in combinations_with_replacement(range(ACE + 1), 5):
        if ranks[0] != ranks[-1]:  # there are four of each rank
            yield _unsuited_class([ranks.count(rank) for rank in range(ACE + 1)])
        if len(set(ranks)) == len(ranks):
            yield _suited_class(sum(1 << rank for rank in ranks))


LADDER = Ladder(_classes())
_CATEGORIES = tuple(each.category for each in LADDER.classes)
_LOWEST = tuple(map(_CATEGORIES.index, Category))


class _Suited(dict[int, int]):
    """A cache of the strength of five or more cards of one suit, by the bit set of their ranks."""

    def __missing__(self, mask: int) -> int:
        self[mask] = strength = LADDER.strength(_suited_class(mask))
        return strength


class _Unsuited(dict[int, int]):
    """A cache of the strength of cards without a flush, by the sum of 5 ** rank over them."""

    def __missing__(self, key: int) -> int:
        counts = [key // power % 5 for power in _POWERS]
        self[key] = strength = LADDER.strength(_unsuited_class(counts))
        return strength


_POWERS = tuple(5**rank for rank in range(ACE + 1))
_suited = _Suited()
_unsuited = _Unsuited()
_RANK_KEYS = tuple(_POWERS[card >> 2] for card in range(52))
_RANK_BITS = tuple(1 << (card >> 2) for card in range(52))
# Each suit's counter has four bits and starts at three, so that a fifth card of the suit sets the fourth bit.
_SUIT_COUNTS = tuple(1 << 4 * (card & 3) for card in range(52))
_THREE_OF_EACH = 0x3333
_FIFTH_CARD = 0x8888


@keeps("hand.best_five", "hand.form")
def strength(cards: Sequence[int]) -> int:
    """The strength of the best five of five, six or seven cards."""
    suits = _THREE_OF_EACH
    key = 0
    for card in cards:
        suits += _SUIT_COUNTS[card]
        key += _RANK_KEYS[card]
    flush = suits & _FIFTH_CARD
    if not flush:
        return _unsuited[key]
    suit = flush.bit_length() // 4 - 1
    suited = 0
    for card in cards:
        if card & 3 == suit:
            suited |= _RANK_BITS[card]
    # With seven cards or fewer a flush leaves no room for four of a kind or a full house.
    return _suited[suited]


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The best five of five cards or more; of several that are equal, those that come first."""
    return max(combinations(cards, 5), key=strength)


def strength_with(held: Sequence[int], others: Sequence[int], enough: int) -> int:
    """The strength of the best five cards that contain all the held ones; stops at the first that is `enough`."""
    key, wanted, best = sum([_RANK_KEYS[card] for card in held]), 5 - len(held), 0
    falling = sorted([_RANK_KEYS[card] for card in others], reverse=True)
    for keys in combinations(falling, wanted):
        best = max(best, _unsuited[key + sum(keys)])
        if best >= enough:
            return best
    suits = {card & 3 for card in held}
    suited = [card for card in others if card & 3 in suits]
    if len(suits) > 1 or len(suited) < wanted:
        return best
    return max([best, *[strength((*held, *cards)) for cards in combinations(suited, wanted)]])


def category(strength: int) -> Category:
    """The category of a strength."""
    return _CATEGORIES[strength]


def lowest(category: Category) -> int:
    """The lowest strength of a category."""
    return _LOWEST[category]


# The multiplicity of each rank of a class in its five cards, where some ranks occur more than once.
_TIMES = {
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIRS: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}


@cache
def ranks(strength: int) -> tuple[int, ...]:
    """The ranks of the five cards, the highest first; an ace counts as an ace where it stands low too."""
    category, ranks = LADDER[strength]
    if category in {Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH}:
        low = range(ranks[0] - 4, ranks[0] + 1)
        return tuple(sorted([rank % (ACE + 1) for rank in low], reverse=True))
    alike = zip(ranks, _TIMES.get(category, (1,) * 5), strict=True)
    return tuple(sorted([rank for rank, times in alike for _ in range(times)], reverse=True))


_NAMED = {Category.TWO_PAIRS: 2, Category.FULL_HOUSE: 2}  # ranks that the words name, where it is not one


def words(strength: int, against: int | None = None) -> str:
    """A hand as a dealer announces it: `pair of tens`; against a hand that a kicker decides, with that kicker."""
    if against is None:
        return _words(strength)
    kickers = LADDER.kickers(strength, against, _NAMED.get(_CATEGORIES[strength], 1))
    return with_kickers(_words(strength), [rank_name(rank) for rank in kickers])


@cache
def _words(strength: int) -> str:
    """A hand by its category and the ranks that name it: `pair of tens`, `full house, aces over kings`."""
    category, ranks = LADDER[strength]
    name = category.name.replace("_", " ").lower()
    match category:
        case Category.ROYAL_FLUSH:
            return name
        case Category.HIGH_CARD:
            return f"{rank_name(ranks[0])} high"
        case Category.FULL_HOUSE:
            return f"{name}, {rank_name(ranks[0], plural=True)} over {rank_name(ranks[1], plural=True)}"
        case Category.TWO_PAIRS:
            return f"{name}, {rank_name(ranks[0], plural=True)} and {rank_name(ranks[1], plural=True)}"
        case Category.PAIR:
            return f"{name} of {rank_name(ranks[0], plural=True)}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{name}, {rank_name(ranks[0], plural=True)}"
        case _:
            return f"{name}, {rank_name(ranks[0])} high"
