"""The solution of a game: every deal counted under the play found, and the value of each choice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, TypeAlias

from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs


class Action(NamedTuple):
    """A choice, and the cards that it puts away."""

    choice: str
    discard: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Spot:
    """An information state: what each action is worth in cents, played on as well as can be.

    `hands` is how many hands there are like this one.
    """

    info: InfoState
    hands: int
    values: Mapping[Action, Fraction]
    taken: Action

    def __repr__(self) -> str:
        return (
            f"<Spot {self.info.turn.stage}: {self.taken.choice} of {len(self.values)} actions, for {self.hands} hands>"
        )

    @property
    def best(self) -> Action:
        """The action taken by optimal play; where a strategy was given, the taken one may be another."""
        return max(self.values, key=self.values.__getitem__)

    def cost(self, action: Action) -> Fraction:
        """The cost of an action beside the best one."""
        return max(self.values.values()) - self.values[action]


@dataclass(frozen=True, slots=True)
class Group:
    """The hands of one class at a later turn, as they come under the best play.

    `best` has the deals in which each action is best, `lost` what each would lose in all of them, in cents.
    """

    kind: int
    step: int
    best: Mapping[str, int]
    lost: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Later:
    """A turn with cards on the table: the classes of hands that get so far."""

    stage: str
    groups: tuple[Group, ...]
    to_come: bool  # whether more cards follow
    dealer: bool  # whether there is a dealer's hand


@dataclass(frozen=True, slots=True)
class Survey:
    """A closer look at a solution: its later turns, and what is staked in all deals by who raises on equal terms."""

    later: tuple[Later, ...]
    staked: int | None  # in cents; None where nobody has looked


Policy: TypeAlias = Callable[[InfoState], Action]  # a way to play
Net: TypeAlias = Callable[[Path, Any], int]  # what an end of a round is worth, by path and facts
Progress: TypeAlias = Callable[[int, int], None]  # so much is done, of so much
Say: TypeAlias = Callable[[str], Progress]  # a piece of work begins; the answer is told how far it is


def silent(done: int, of: int) -> None:
    """Progress without a listener."""


def quiet(what: str) -> Progress:  # noqa: ARG001 - without a listener
    """Work without a listener."""
    return silent


@dataclass(frozen=True)
class Solution:
    """All deals of a game under one way to play it."""

    cycle: int  # deals, all equally likely
    tally: Mapping[tuple[Path, Any], int]  # how many of them end with this path and these facts
    actions: Mapping[tuple[str, str], int]  # how many of them pass each choice, by stage
    # One for each class of hands; where there are very many, for all of one strength that are played alike.
    spots: Sequence[Spot] = field(default=(), repr=False)
    survey: Callable[[Progress], Survey] | None = field(default=None, repr=False, compare=False)  # when asked for
    tied: bool = field(default=True, repr=False, compare=False)  # False: who raises on equal terms plays alike
    # The mean product of what two hands of one round are worth; None where nobody counts it.
    product: Callable[[Net, Progress], Fraction | None] | None = field(default=None, repr=False, compare=False)

    def staked(self, payoffs: Payoffs) -> int:
        """The stakes of all deals together, in cents."""
        return sum(payoffs.at_risk(path) * ways for (path, _), ways in self.tally.items())

    def value(self, payoffs: Payoffs) -> Fraction:
        """The value of a round in cents."""
        return Fraction(sum(payoffs.net(*ended) * ways for ended, ways in self.tally.items()), self.cycle)


def prefer(totals: Mapping[Action, int | Fraction], risks: Mapping[Action, int]) -> Action:
    """The action of the highest value; where two are equal, the one with less money at risk (ruling T1)."""
    return min(totals, key=lambda action: (-totals[action], risks[action]))


def ties(totals: Mapping[Action, int | Fraction], risks: Mapping[Action, int]) -> bool:
    """True if actions with different money at risk share the highest value, so that ruling T1 decides."""
    best = max(totals.values())
    return len({risks[action] for action, total in totals.items() if total == best}) > 1


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
