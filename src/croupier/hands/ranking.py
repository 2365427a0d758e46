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
