"""Three-card hands of the standard deck: Let It Ride's three card bonus and Colorado's instant winners.

The order is that of the pay tables: a straight is rarer than a flush in three cards, and pays more. The
mini-royal (ace, king and queen of one suit) is the highest straight flush; a pay table may list it apart.
"""

from __future__ import annotations

from enum import Enum, IntEnum
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from croupier.cards import rank, suit
from croupier.citations import keeps
from croupier.hands.ranking import HandClass, Ladder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

ACE, KING = 12, 11
THREE = 1  # the rank of a three, which tops the straight from ace to three


class Category(IntEnum):
    """The categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5

    __hash__ = int.__hash__  # an enum's own hash goes by the name and is slow, and classes are looked up often


NAMES = frozenset(category.name.lower() for category in Category)  # as pay tables write them


@keeps("three.straight")
def _straight_top(ranks: tuple[int, ...]) -> int | None:
    """The top of a straight of three ranks, the highest first: ace-two-three is the lowest, king-ace-two is none."""
    high, middle, low = ranks
    if high - 1 == middle == low + 1:
        return high
    return THREE if ranks == (ACE, THREE, 0) else None


@keeps("three.straight_flush", "three.three_of_a_kind", "three.flush", "three.pair")
def _class(ranks: tuple[int, ...], *, suited: bool) -> HandClass[Category]:
    """The class of three ranks, the highest first."""
    high, middle, low = ranks
    if high == low:
        return HandClass(Category.THREE_OF_A_KIND, (high,))
    if middle in (high, low):
        return HandClass(Category.PAIR, (middle, low if middle == high else high))
    top = _straight_top(ranks)
    if top is None:
        return HandClass(Category.FLUSH if suited else Category.HIGH_CARD, ranks)
    return HandClass(Category.STRAIGHT_FLUSH if suited else Category.STRAIGHT, (top,))


def _classes() -> Iterator[HandClass[Category]]:
    for ranks in combinations_with_replacement(range(ACE, -1, -1), 3):
        yield _class(ranks, suited=False)
        if len(set(ranks)) == 3:  # noqa: PLR2004 - cards of one suit differ in rank
            yield _class(ranks, suited=True)


LADDER = Ladder(_classes())


def strength(cards: Sequence[int]) -> int:
    """The strength of three cards, 0 for 5-3-2 to the mini-royal."""
    ranks = tuple(sorted(map(rank, cards), reverse=True))
    return LADDER.strength(_class(ranks, suited=len(set(map(suit, cards))) == 1))


def category(strength: int) -> Category:
    """The category of a strength."""
    return LADDER[strength].category


@keeps("three.mini_royal")
def is_mini_royal(strength: int) -> bool:
    """True if a strength is ace, king and queen of one suit."""
    return LADDER[strength] == (Category.STRAIGHT_FLUSH, (ACE,))


class Instant(Enum):
    """The instant winners: hands that a player may declare before the community cards are shown."""

    THREE_OF_A_KIND = "three of a kind"
    STRAIGHT_FLUSH = "three card straight flush"
    ACE_LOW_STRAIGHT_FLUSH = "three card straight flush, ace low"  # an instant winner or not: ruling C7


@keeps("instant.straight_flush", "instant.three_of_a_kind")
def instant(cards: Sequence[int]) -> Instant | None:
    """The instant winner that three cards make, or None."""
    category, ranks = LADDER[strength(cards)]
    if category is Category.THREE_OF_A_KIND:
        return Instant.THREE_OF_A_KIND
    if category is Category.STRAIGHT_FLUSH:
        return Instant.ACE_LOW_STRAIGHT_FLUSH if ranks == (THREE,) else Instant.STRAIGHT_FLUSH
    return None


def wraps_around(cards: Sequence[int]) -> bool:
    """True of king, ace and two of one suit, which are a flush and no straight flush."""
    return LADDER[strength(cards)] == HandClass(Category.FLUSH, (ACE, KING, 0))
