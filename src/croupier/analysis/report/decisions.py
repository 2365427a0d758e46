"""The decisions after the first, by classes of hands: how each is best played, how mixed it is, and what it costs.

A class is what a person can tell of a hand; hands of one class may be best played in two ways. So each row says in
which share of its hands an action is best, and what taking it with all of them would cost on average.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from croupier.analysis.model.hand_kinds import FLUSH_DRAW, INSIDE, NOTHING, OUTSIDE, PAIR, POCKET_PAIR
from croupier.analysis.model.hand_kinds import kind_in_words as in_words
from croupier.analysis.model.hand_kinds import steps_in_words as steps
from croupier.analysis.model.solution import Group, Later
from croupier.analysis.results.findings import Findings

_FAMILIES = (FLUSH_DRAW, OUTSIDE, INSIDE, NOTHING)  # as they follow the hands that are made


@dataclass(frozen=True, slots=True)
class Class:
    """A class of hands at one decision."""

    kind: str
    which: str  # of the kind; empty for all
    share: Fraction  # of the hands that get so far
    best: Mapping[str, Fraction]  # in which share of the class an action is best
    cost: Mapping[str, Fraction]  # what an action with all of the class costs in units, each time

    @property
    def play(self) -> str:
        """The action that is best for the class as a whole."""
        return min(self.cost, key=self.cost.__getitem__)

    @property
    def title(self) -> str:
        """The class in words."""
        return f"{self.kind}{' ' if self.which.startswith('of ') else ', ' * bool(self.which)}{self.which}"


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision after the first."""

    stage: str
    share: Fraction  # of rounds in which it comes, under the best play
    actions: tuple[str, ...]
    classes: tuple[Class, ...]  # neighbours that are best played alike are together
    every: tuple[Class, ...]  # each by itself
    price: Fraction  # what playing whole classes alike costs here, in units a round

    @property
    def is_exact(self) -> bool:
        """True if every class is played in one way only."""
        return not self.price


def decisions(analysis: Findings) -> tuple[Decision, ...]:
    """The later decisions of an analysis; none where there are none, or where nothing sorts their hands."""
    survey = analysis.survey()
    return tuple(_decision(later, analysis) for later in survey.later) if survey else ()


def _decision(later: Later, analysis: Findings) -> Decision:
    reached = sum(sum(group.best.values()) for group in later.groups)
    ordered = sorted(later.groups, key=_order)
    actions = tuple(dict.fromkeys(name for group in ordered for name in group.lost))
    kinds = [list(each) for _, each in groupby(ordered, key=lambda group: group.kind)]
    runs = [run for kind in kinds for run in _runs(kind)]
    whole = Counter(run[0].kind for run in runs)

    def classed(groups: Sequence[Group], *, all_of_it: bool) -> Class:
        return _class(groups, later, reached, analysis.unit, all_of_it=all_of_it)

    cycle = analysis["base"].cycle
    together = [classed(run, all_of_it=whole[run[0].kind] == 1) for run in runs]
    families = [run[0].kind // 10 for run in runs]
    return Decision(
        later.stage,
        Fraction(reached, cycle),
        actions,
        tuple(_merged(together, families)),
        tuple(classed([group], all_of_it=False) for group in ordered),
        Fraction(sum(min(_lost(run).values()) for run in runs), cycle * analysis.unit),
    )


def _order(group: Group) -> tuple[int, int, int]:
    """Made hands from the highest, pairs, then draws, and at last what is left."""
    if group.kind < POCKET_PAIR:
        return 0, -group.kind, group.step
    family = group.kind // 10 * 10
    place = 1 + _FAMILIES.index(family) if family in _FAMILIES else 0
    return place, group.kind, group.step


def _runs(kind: Sequence[Group]) -> Iterator[list[Group]]:
    """The groups of a kind, neighbours with the same cheapest action together."""
    for _, run in groupby(kind, key=lambda group: min(group.lost, key=group.lost.__getitem__)):
        yield list(run)


def _lost(groups: Iterable[Group]) -> Counter[str]:
    lost: Counter[str] = Counter()
    for group in groups:
        lost.update(group.lost)
    return lost


def _class(groups: Sequence[Group], later: Later, reached: int, unit: int, *, all_of_it: bool) -> Class:
    best: Counter[str] = Counter()
    for group in groups:
        best.update(group.best)
    deals = best.total()
    kind = groups[0].kind
    pairs = kind in {POCKET_PAIR, PAIR}
    low, high = groups[0].step, groups[-1].step
    which = steps(kind, low, high, to_come=later.to_come, dealer=later.dealer) if pairs or not all_of_it else ""
    return Class(
        in_words(kind, dealer=later.dealer),
        which,
        Fraction(deals, reached),
        {name: Fraction(best[name], deals) for name in groups[0].lost},
        {name: Fraction(total, deals * unit) for name, total in _lost(groups).items()},
    )


def _merged(classes: Sequence[Class], families: Sequence[int]) -> Iterator[Class]:
    """Whole kinds that follow each other and are all best played in one way are one class."""
    pure = [not each.which and max(each.best.values()) == 1 for each in classes]
    keyed = zip(classes, families, pure, strict=True)
    for (_, _, together), run in groupby(keyed, key=lambda each: (each[1], each[0].play, each[2])):
        found = [each for each, _, _ in run]
        if not together or len(found) == 1:
            yield from found
        else:
            share = sum((each.share for each in found), Fraction(0))
            cost = {
                name: sum((each.cost[name] * each.share for each in found), Fraction(0)) / share
                for name in found[0].cost
            }
            yield Class(f"{found[0].kind} to {found[-1].kind}", "", share, found[0].best, cost)
