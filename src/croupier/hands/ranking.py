"""The ladder: an ordered list of hand classes, which all ranking systems share.

A class is the finest distinction of a rulebook: a category and the ranks that decide within it. A hand's strength
is the place of its class in the list, so that comparing hands is comparing ints.
"""

from __future__ import annotations

from enum import IntEnum
from typing import TYPE_CHECKING, Generic, NamedTuple, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable

CategoryT = TypeVar("CategoryT", bound=IntEnum)


class HandClass(NamedTuple, Generic[CategoryT]):
    """A category and the ranks that decide within it, the most significant first."""

    category: CategoryT
    ranks: tuple[int, ...]


class Ladder(Generic[CategoryT]):
    """All classes of a ranking system, in order, and the strength of each."""

    def __init__(self, classes: Iterable[HandClass[CategoryT]]) -> None:
        """Put the classes in order, lowest first."""
        self.classes = tuple(sorted(set(classes)))
        self._strengths = {each: strength for strength, each in enumerate(self.classes)}

    def __len__(self) -> int:
        """The number of classes."""
        return len(self.classes)

    def strength(self, of: HandClass[CategoryT]) -> int:
        """The place of a class, 0 for the lowest."""
        return self._strengths[of]

    def __getitem__(self, strength: int) -> HandClass[CategoryT]:
        """The class at a place."""
        return self.classes[strength]

    def kickers(self, strength: int, other: int, named: int) -> tuple[int, ...]:
        """The ranks of a hand down to the one that decides against another hand, after the first `named` of its words.

        Empty if the category or the ranks that the words name tell the two hands apart, or nothing does.
        """
        own, others = self.classes[strength], self.classes[other]
        if own == others or (own.category, own.ranks[:named]) != (others.category, others.ranks[:named]):
            return ()
        decides = next(at for at, rank in enumerate(own.ranks) if rank != others.ranks[at])
        return own.ranks[named : decides + 1]


def with_kickers(words: str, names: list[str]) -> str:
    """A hand in words with the kickers that decide: `pair of kings, queen kicker`, `ace high, ten and six kickers`."""
    if not names:
        return words
    *others, last = names
    return f"{words}, {', '.join(others)} and {last} kickers" if others else f"{words}, {last} kicker"
