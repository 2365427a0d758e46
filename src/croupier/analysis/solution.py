"""What a solver answers: every deal counted under the play it found, and what each choice was worth."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from croupier.analysis.paths import Path, Turn
from croupier.analysis.payoffs import Payoffs


class Action(NamedTuple):
    """A choice, and the cards that it puts away."""

    choice: str
    discard: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """A turn with what the player knows: what each action is worth in cents, played on as well as can be.

    `hands` is how many hands there are like this one.
    """

    stage: str
    own: tuple[int, ...]
    community: tuple[int, ...]
    hands: int
    values: Mapping[Action, Fraction]
    taken: Action

    @property
    def best(self) -> Action:
        """The action taken by optimal play; where a strategy was given, the taken one may be another."""
        return max(self.values, key=self.values.__getitem__)

    def cost(self, action: Action) -> Fraction:
        """What an action costs beside the best one."""
        return max(self.values.values()) - self.values[action]


# A strategy answers for a turn, the player's cards, the community cards seen and what was chosen before.
Policy: TypeAlias = Callable[[Turn, tuple[int, ...], tuple[int, ...], Path], Action]
Progress: TypeAlias = Callable[[int, int], None]  # so much is done, of so much


def silent(done: int, of: int) -> None:
    """Progress that nobody watches."""


@dataclass(frozen=True)
class Solution:
    """All deals of a game under one way to play it."""

    cycle: int  # deals, all equally likely
    tally: Mapping[tuple[Path, Any], int]  # how many of them end with this path and these facts
    actions: Mapping[tuple[str, str], int]  # how many of them pass each choice, by stage
    spots: Sequence[Spot] = field(default=(), repr=False)

    def value(self, payoffs: Payoffs) -> Fraction:
        """What a round is worth in cents."""
        return Fraction(sum(payoffs.net(*ended) * ways for ended, ways in self.tally.items()), self.cycle)


def prefer(totals: Mapping[Action, int | Fraction], risks: Mapping[Action, int]) -> Action:
    """The action of the highest value; where two are equal, the one with less money at risk (ruling T1)."""
    return min(totals, key=lambda action: (-totals[action], risks[action]))


class Tally:
    """Counts that grow: ends of paths, and choices made."""

    def __init__(self) -> None:
        self.ends: Counter[tuple[Path, Any]] = Counter()
        self.actions: Counter[tuple[str, str]] = Counter()

    def add(self, other: Tally, times: int = 1) -> None:
        """Count another tally in, so many times."""
        for ended, ways in other.ends.items():
            self.ends[ended] += ways * times
        for action, ways in other.actions.items():
            self.actions[action] += ways * times
