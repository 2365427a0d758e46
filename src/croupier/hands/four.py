"""Four-card hands of the standard deck: the best four of four, five or six cards.

In four cards a straight flush is rarer than three of a kind, and a flush rarer than a straight.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from croupier.cards import rank, rank_name, suit
from croupier.hands.ranking import HandClass, Ladder, with_kickers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ACE = 12
_SIZE = 4
_LOW = (ACE, 2, 1, 0)  # ace, four, three and two: the lowest straight


class Category(IntEnum):
    """The categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIRS = 2
    STRAIGHT = 3
    FLUSH = 4
    THREE_OF_A_KIND = 5
    STRAIGHT_FLUSH = 6
    FOUR_OF_A_KIND = 7

    __hash__ = int.__hash__  # an enum's own hash goes by the name and is slow, and classes are looked up often


NAMES = frozenset(category.name.lower() for category in Category)  # as pay tables write them


def _class(ranks: tuple[int, ...], *, suited: bool) -> HandClass[Category]:
    """The class of four ranks, the highest first."""
    alike = sorted(set(ranks), key=lambda each: (ranks.count(each), each), reverse=True)
    match [ranks.count(each) for each in alike]:
        case [4]:
            return HandClass(Category.FOUR_OF_A_KIND, tuple(alike))
        case [3, 1]:
            return HandClass(Category.THREE_OF_A_KIND, tuple(alike))
        case [2, 2]:
            return HandClass(Category.TWO_PAIRS, tuple(alike))
        case [2, 1, 1]:
            return HandClass(Category.PAIR, tuple(alike))
        case _:
            return _of_four_ranks(ranks, suited=suited)


def _of_four_ranks(ranks: tuple[int, ...], *, suited: bool) -> HandClass[Category]:
    top = ranks[1] if ranks == _LOW else ranks[0] if ranks[0] - ranks[-1] == _SIZE - 1 else None
    if top is None:
        return HandClass(Category.FLUSH if suited else Category.HIGH_CARD, ranks)
    return HandClass(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))


def _classes() -> Iterator[HandClass[Category]]:
    for ranks in combinations_with_replacement(range(ACE, -1, -1), _SIZE):
        yield _class(ranks, suited=False)
        if len(set(ranks)) == _SIZE:  # cards of one suit differ in rank
            yield _class(ranks, suited=True)


LADDER = Ladder(_classes())


@cache
def _strength(ranks: tuple[int, ...], *, suited: bool) -> int:
    return LADDER.strength(_class(ranks, suited=suited))


def _of_four(cards: Sequence[int]) -> int:
    return _strength(tuple(sorted(map(rank, cards), reverse=True)), suited=len(set(map(suit, cards))) == 1)


def strength(cards: Sequence[int]) -> int:
    """The strength of the best four of four cards or more."""
    return max(map(_of_four, combinations(cards, _SIZE)))


def best(cards: Sequence[int]) -> tuple[int, ...]:
    """The best four of four cards or more; of several that are equal, those that come first."""
    return max(combinations(cards, _SIZE), key=_of_four)


def category(strength: int) -> Category:
    """The category of a strength."""
    return LADDER[strength].category


def words(strength: int, against: int | None = None) -> str:
    """A hand as a dealer announces it: `pair of tens`; against a hand that a kicker decides, with that kicker."""
    category, ranks = LADDER[strength]
    name, several = category.name.replace("_", " ").lower(), [rank_name(each, plural=True) for each in ranks]
    match category:
        case Category.HIGH_CARD:
            said = f"{rank_name(ranks[0])} high"
        case Category.PAIR:
            said = f"{name} of {several[0]}"
        case Category.TWO_PAIRS:
            said = f"{name}, {several[0]} and {several[1]}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            said = f"{name}, {several[0]}"
        case _:
            said = f"{name}, {rank_name(ranks[0])} high"
    named = 2 if category is Category.TWO_PAIRS else 1
    kickers = () if against is None else LADDER.kickers(strength, against, named)
    return with_kickers(said, [rank_name(each) for each in kickers])
