"""Strengths put into kinds by what the game can tell of them, and what every path pays for each.

A game's `compare` turns two strengths into facts. Strengths of which it says the same are one kind, so that the
settlement is asked once for each kind of the player's hand, each of the dealer's, and below, equal or above.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs

Compare = Any


class Numbered(NamedTuple):
    """The kind of each strength, and the lowest and the highest strength of each kind."""

    of: dict[int, int]
    lowest: list[int]
    highest: list[int]


@lru_cache(maxsize=8)
def numbered(compare: Compare, strengths: tuple[int, ...]) -> Numbered:
    """The kinds of these strengths, numbered once for all who ask about hands of one game."""
    numbers: dict[Any, int] = {}
    of = {strength: numbers.setdefault(compare("played", strength, strength), len(numbers)) for strength in strengths}
    alike = [[each for each, kind in of.items() if kind == number] for number in range(len(numbers))]
    return Numbered(of, [min(each) for each in alike], [max(each) for each in alike])


class Kinds:
    """The kinds of a ladder of strengths, the lowest and the highest strength of each."""

    def __init__(self, payoffs: Payoffs, strengths: Iterable[int]) -> None:
        compare = payoffs.game.compare
        assert compare is not None  # noqa: S101 - the solvers that need it are not chosen without it
        self._compare = compare
        self._payoffs = payoffs
        self.of, self.lowest, self.highest = numbered(compare, tuple(strengths))
        self.count = len(self.lowest)

    def facts(self, path: Path, side: int, own: int, dealer: int) -> Any | None:  # noqa: ANN401 - the game's own
        """The facts of a path where the dealer's kind is below, equal or above (-1, 0, 1); None if it cannot be."""
        if side < 0:
            pair = self.highest[own], self.lowest[dealer]
        elif side > 0:
            pair = self.lowest[own], self.highest[dealer]
        else:
            pair = self.lowest[own], self.lowest[dealer]
        if (pair[1] > pair[0]) - (pair[1] < pair[0]) != side:
            return None
        return self._compare(path.ending, *pair)

    def pays(self, paths: list[Path]) -> NDArray[np.object_]:
        """The pay of each path, by the player's kind, below or equal or above, and the dealer's kind."""
        table = np.full((len(paths), self.count, 3, self.count), None, dtype=object)
        for (place, own, side, dealer), _ in np.ndenumerate(table):
            facts = self.facts(paths[place], side - 1, own, dealer)
            if facts is not None:
                table[place, own, side, dealer] = self._payoffs.net(paths[place], facts)
        return table

    def outcomes(self, paths: list[Path], pays: NDArray[np.object_]) -> NDArray[np.object_]:
        """The pays, with the reason of each wager that is settled by a table: its account has a row for each reason."""
        by_table = self._payoffs.terms.side_tables.keys() & self._payoffs.opening.keys()
        if not by_table:
            return pays
        table = np.full(pays.shape, None, dtype=object)
        for (place, own, side, dealer), net in np.ndenumerate(pays):
            facts = self.facts(paths[place], side - 1, own, dealer)
            if facts is not None:
                lines = self._payoffs.lines(paths[place], facts)
                table[place, own, side, dealer] = net, *(line.because for line in lines if line.wager in by_table)
        return table

    def groups(self, pays: NDArray[np.object_]) -> list[list[int]]:
        """The dealer's kinds that no path pays differently, together."""
        found: list[tuple[dict[tuple[int, ...], Any], list[int]]] = []
        for dealer in range(self.count):
            known = {at: value for at, value in np.ndenumerate(pays[..., dealer]) if value is not None}
            for said, group in found:
                if all(said.get(at, value) == value for at, value in known.items()):
                    said.update(known)
                    group.append(dealer)
                    break
            else:
                found.append((known, [dealer]))
        return [group for _, group in found]
