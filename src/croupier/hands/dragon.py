"""Dragon Poker's hands: three cards of six characters, the Gold Dragon wild to the best effect.

Gold does not outrank another Dragon (ruling D3), and since it may copy any card beside it, it always makes at
least a pair (ruling D2). The colours of the Dragons, which some wagers look at, are not a matter of rank and are
not here.
"""

from __future__ import annotations

from enum import IntEnum
from functools import cache
from itertools import combinations_with_replacement
from typing import TYPE_CHECKING

from croupier.cards import DRAGON, DRAGON_FACES
from croupier.citations import keeps
from croupier.hands.ranking import HandClass, Ladder, with_kickers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


@keeps("rank.hands")
class Category(IntEnum):
    """The categories, lowest first."""

    HIGH_CARD = 0
    PAIR = 1
    TRIPS = 2

    __hash__ = int.__hash__  # an enum's own hash goes by the name and is slow, and classes are looked up often


class Character(IntEnum):
    """The characters, lowest first."""

    RABBIT = 0
    MONKEY = 1
    PANDA = 2
    TIGER = 3
    PHOENIX = 4
    DRAGON = 5

    __hash__ = int.__hash__  # an enum's own hash goes by the name and is slow, and classes are looked up often


@keeps("rank.characters")
def _character(face: str) -> Character:
    """The character on a card; a Dragon of any colour is a Dragon."""
    return Character[DRAGON_FACES[face][0].split()[-1].upper()]


CHARACTERS = tuple(_character(face) for face in DRAGON.faces)
GOLD = DRAGON.faces.index("GD")


@keeps(
    "dragon.trips", "dragon.pair", "dragon.pair_kicker", "dragon.high_card", "dragon.high_second", "dragon.high_third"
)
def _class(characters: tuple[int, ...]) -> HandClass[Category]:
    """The class of three characters, the highest first: the pair decides before the third card, high cards in turn."""
    high, middle, low = characters
    if high == low:
        return HandClass(Category.TRIPS, (high,))
    if middle in (high, low):
        return HandClass(Category.PAIR, (middle, low if middle == high else high))
    return HandClass(Category.HIGH_CARD, characters)


def _classes() -> Iterator[HandClass[Category]]:
    return map(_class, combinations_with_replacement(sorted(Character, reverse=True), 3))


LADDER = Ladder(_classes())


@keeps("rank.gold_wild", "dragon.tie")
def strength(cards: Sequence[int]) -> int:
    """The strength of three cards; equal strengths tie.

    Gold does best as the higher of the two cards beside it: trips with a pair, or else the higher pair.
    """
    characters = sorted((CHARACTERS[card] for card in cards if card != GOLD), reverse=True)
    if len(characters) < len(cards):
        characters.insert(0, characters[0])
    return LADDER.strength(_class(tuple(characters)))


def category(strength: int) -> Category:
    """The category of a strength."""
    return LADDER[strength].category


def words(strength: int, against: int | None = None) -> str:
    """A hand as a dealer announces it: `Tiger high`; against a hand that a third card decides, with that card."""
    if against is None:
        return _words(strength)
    kickers = LADDER.kickers(strength, against, 1)
    return with_kickers(_words(strength), [Character(rank).name.capitalize() for rank in kickers])


@cache
def _words(strength: int) -> str:
    """A hand by its category and its first character: `pair of Pandas`, `three Dragons`, `Tiger high`."""
    category, ranks = LADDER[strength]
    first = Character(ranks[0]).name.capitalize()
    if category is Category.HIGH_CARD:
        return f"{first} high"
    several = first if first == "Phoenix" else first + "s"
    return f"three {several}" if category is Category.TRIPS else f"pair of {several}"
