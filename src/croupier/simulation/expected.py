"""Exact expectations of a seat's wagers from the solver's count, and the chances of what its tally should hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Progress, silent
from croupier.analysis.results.accounts import by_facts
from croupier.analysis.solvers.solver import is_showdown
from croupier.games.lines import limit_name
from croupier.games.side_tables import side_tables
from croupier.money import Cents
from croupier.simulation.deals import Deals, Key

# An end of a seat's round as its lines tell it: the shared wagers made, the path, and what each wager nets.
Label: TypeAlias = tuple[int, Path, tuple[tuple[str, Cents], ...]]


@dataclass(frozen=True)
class SeatMeans:
    """The exact means of a seat's wagers, in the player's cents a round; None where no count tells one."""

    wagers: Mapping[str, Fraction | None]

    @property
    def net(self) -> Fraction | None:
        """The mean of the seat."""
        means = [each for each in self.wagers.values() if each is not None]
        return sum(means, Fraction(0)) if len(means) == len(self.wagers) else None


class ExactMeans:
    """The expectations of every seat of a table."""

    def __init__(self, deals: Deals, progress: Progress = silent) -> None:
        self.deals = deals
        self._progress = progress
        self._sides: dict[str, Mapping[Any, int] | None] = {}
        self._means: dict[tuple[int, str], SeatMeans] = {}

    def seat(self, number: int) -> SeatMeans:
        """The exact means of a seat; of seats that play alike they are worked out once."""
        place = self.deals.places[number]
        key = id(self.deals.plays[number]), place.staked(self.deals.terms)
        if key not in self._means:
            self._means[key] = SeatMeans(self._of(number))
        return self._means[key]

    def mean(self) -> Fraction | None:
        """The mean of all seats together."""
        nets = [self.seat(number).net for number in range(len(self.deals.places))]
        known = [net for net in nets if net is not None]
        return sum(known, Fraction(0)) if len(known) == len(nets) else None

    def wager(self, name: str) -> Fraction | None:
        """The mean of a wager over all seats."""
        means = [self.seat(number).wagers.get(name, Fraction(0)) for number in range(len(self.deals.places))]
        known = [mean for mean in means if mean is not None]
        return sum(known, Fraction(0)) if len(known) == len(means) else None

    # ---- a seat ----------------------------------------------------------------------------------------

    def told(self, number: int) -> list[str]:
        """The wagers of a seat that the deals counted tell, those of the base game first."""
        base, place = self.deals.base, self.deals.places[number]
        if self.deals.plays[number].solution is None:
            return []
        sides = [name for name in place.stakes if base.terms.wagers[name].side]
        whole = not is_showdown(base)
        counted = [
            name
            for name in sides
            if name not in {*base.terms.on_all_hands, *side_tables(base.terms, of_others=True), "progressive"}
            and (whole or base.game.looks_at(name, base.terms) in {base.tree.community, None})
        ]
        return [*(name for name in place.stakes if name not in sides), *counted]

    def labels(self, number: int) -> dict[Label, Fraction]:
        """The chance of every end of a seat's round, as far as the deals counted tell it."""
        solution = self.deals.plays[number].solution
        found: dict[Label, Fraction] = {}
        if solution is None:
            return {}
        place = self.deals.places[number]
        for which in range(len(place.made)):
            chance = place.chance(which)
            for (path, facts), ways in solution.tally.items():
                label = self.label(number, Key(which, path, facts))
                found[label] = found.get(label, Fraction(0)) + chance * Fraction(ways, solution.cycle)
        return found

    def label(self, number: int, key: Key) -> Label:
        """An end of a seat's round as its lines tell it, those wagers alone that the deals counted tell."""
        told = set(self.told(number))
        stakes = key.path.stakes(self.deals.places[number].made[key.made].opening, self.deals.terms)
        during = {name for name, _ in key.path.placed}
        kept = {name: stake for name, stake in stakes.items() if name in told | during}
        lines = self.deals.game.settle(key.facts, kept, self.deals.terms)
        return key.made, key.path, tuple(sorted((line.wager, line.amount) for line in lines))

    def _of(self, number: int) -> dict[str, Fraction | None]:
        deals, place = self.deals, self.deals.places[number]
        during = {name for name, wager in deals.terms.wagers.items() if wager.placed != "before the deal"}
        found: dict[str, Fraction | None] = {}
        told = self.told(number)
        means = self._counted(number, told)
        for name in deals.wagers:
            if name in place.stakes or name in during:
                found[name] = means.get(name, Fraction(0)) if told else None
        for name in place.stakes:
            if name not in told and deals.terms.wagers[name].side:
                found[name] = self._side(number, name)
        return found | self._limits(number, told, means)

    def _counted(self, number: int, told: Sequence[str]) -> dict[str, Fraction]:
        """The means of the wagers that the deals counted tell, and of limits where they tell every wager."""
        solution, place = self.deals.plays[number].solution, self.deals.places[number]
        means: dict[str, Fraction] = {}
        if solution is None:
            return means
        for which, payoffs in enumerate(place.made):
            only = self._only(payoffs, told)
            chance = place.chance(which) / solution.cycle
            for (path, facts), ways in solution.tally.items():
                for line in only.lines(path, facts):
                    if line.amount:
                        means[line.wager] = means.get(line.wager, Fraction(0)) + line.amount * ways * chance
        return means

    def _only(self, payoffs: Payoffs, told: Sequence[str]) -> Payoffs:
        """The payoffs of these wagers alone, with limits if they are all that is staked."""
        opening = {name: stake for name, stake in payoffs.opening.items() if name in told}
        return Payoffs(payoffs.game, payoffs.terms, opening, limits=opening == payoffs.opening, tree=payoffs.tree)

    def _side(self, number: int, name: str) -> Fraction | None:
        """The mean of a wager from a count of its own."""
        tally = self._tally(number, name)
        if tally is None:
            return None
        place = self.deals.places[number]
        made = sum((place.chance(which) for which, each in enumerate(place.made) if name in each.opening), Fraction(0))
        return (
            made
            * Fraction(sum(self._net(name, number, facts) * ways for facts, ways in tally.items()), 1)
            / sum(tally.values())
        )

    def _net(self, name: str, number: int, facts: Any) -> Cents:  # noqa: ANN401 - facts are the game's own
        stake = {name: self.deals.places[number].stakes[name]}
        return sum(line.amount for line in self.deals.game.settle(facts, stake, self.deals.terms))

    def _tally(self, number: int, name: str) -> Mapping[Any, int] | None:
        """The facts that a side wager looks at, counted for itself; None for a meter that moves, or where none is."""
        if name == "progressive":
            return None
        if name not in self._sides:
            self._sides[name] = self._count(number, name)
        return self._sides[name]

    def _count(self, number: int, name: str) -> Mapping[Any, int] | None:
        deals = self.deals
        cards = deals.game.looks_at(name, deals.terms)
        try:
            if name in deals.terms.on_all_hands:
                from croupier.analysis.solvers.highest_hand import highest

                return highest(deals.game, deals.terms, name, len(deals.places) + 1, self._progress)
        except AnalysisError:
            return None
        if name in side_tables(deals.terms, of_others=True):
            return None
        if cards is not None and is_showdown(deals.base):
            from croupier.analysis.solvers.made_hand import made

            return made(deals.base, cards).tally
        solution = deals.plays[number].solution
        return None if solution is None else by_facts(solution)

    def _limits(self, number: int, told: Sequence[str], means: Mapping[str, Fraction]) -> dict[str, Fraction | None]:
        """The means of payout limits: from the count, or nothing where no win can reach one."""
        deals, place = self.deals, self.deals.places[number]
        names = [limit_name(limit) for limit in deals.terms.limits]
        if not names:
            return {}
        if told and set(told) == set(place.stakes):
            return {name: Fraction(means.get(name, 0)) for name in names}
        most = self._most(number, told)
        reached = most is None or (deals.terms.least_limit is not None and most > deals.terms.least_limit)
        return dict.fromkeys(names, None if reached else Fraction(0))

    def _most(self, number: int, told: Sequence[str]) -> Cents | None:
        """The most that all wagers of a seat could win together, each by itself; None where one is not counted."""
        solution, place = self.deals.plays[number].solution, self.deals.places[number]
        if solution is None:
            return None
        only = self._only(place.made[-1], told)
        wins = [sum(max(line.amount, 0) for line in only.lines(*ended)) for ended in solution.tally]
        most = max(wins, default=0)
        for name in place.stakes:
            if name not in told:
                tally = self._tally(number, name)
                if tally is None:
                    return None
                most += max(self._net(name, number, facts) for facts in tally)
        return most
