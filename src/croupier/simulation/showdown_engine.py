"""The engine for two cards each and five on the table, by the compiled loop over boards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.outcome_kinds import numbered
from croupier.analysis.model.payoffs import Payoffs, side_stake
from croupier.analysis.solvers.made_hand import read_made, strengths_of
from croupier.games.game import Hand
from croupier.games.side_tables import side_tables
from croupier.hands import five
from croupier.simulation.engines import FLOP, Cells, Dealt, End, Play
from croupier.simulation.loops.chance import DealSizes
from croupier.simulation.loops.showdown_loop import Aside, highest_hands, showdown_cells
from croupier.simulation.seats import Place
from croupier.simulation.tables.showdown_tables import ShowdownTables, boards

_NOTHING = np.zeros(0, dtype=np.int32)


class ShowdownEngine:
    """The engine: a seat's cell is its path and how the hands compare, then what wagers beside the game look at."""

    name = "showdown"

    def __init__(self, layout: DealSizes, places: Sequence[Place], plays: Sequence[Play], base: Payoffs) -> None:
        self._layout = layout
        self._base = base
        self._tables = [play.tables for play in plays if isinstance(play.tables, ShowdownTables)]
        self._columns = np.array([layout.seat(seat).start for seat in range(layout.seats)])
        self._flop = [bool(_on_flop(base, place)) for place in places]
        self._all = [any(name in base.terms.on_all_hands for name in place.stakes) for place in places]
        groups: dict[tuple[int, bool], list[int]] = {}
        for seat, tables in enumerate(self._tables):
            groups.setdefault((id(tables), self._flop[seat]), []).append(seat)
        self._groups = list(groups.values())
        pays = self._tables[0].pays
        sizes = [self._aside.flop_classes if flop else 1 for flop in self._flop]
        self._of_path = np.array([pays.kinds * (2 * pays.groups + 1) * size for size in sizes])
        self._paths = self._tables[0].lots.all
        self._folds = np.array([path.ending == "folded" for path in self._paths])

    @staticmethod
    def fits(base: Payoffs, places: Sequence[Place]) -> bool:
        """True if the strengths of hands, whole or on the flop, tell what every wager that is made is paid."""
        sides = {name for place in places for name in place.stakes if base.terms.wagers[name].side}
        known = {FLOP, base.tree.community, None}  # None: by the ending and both hands, which the paths and kinds tell
        told = (name in base.terms.on_all_hands or base.game.looks_at(name, base.terms) in known for name in sides)
        return all(told) and sides.isdisjoint(side_tables(base.terms, of_others=True))

    @cached_property
    def _aside(self) -> Aside:
        """The classes that wagers beside the game tell apart."""
        sides = sorted({name for name, wager in self._base.terms.wagers.items() if wager.side})
        looks = [name for name in sides if self._base.game.looks_at(name, self._base.terms) == FLOP]
        on_flop, classes = self._classes(looks) if any(self._flop) else (_NOTHING, 1)
        kinds = numbered(self._base.game.compare, tuple(range(len(five.LADDER))))
        highest = np.array([kinds.of[each] for each in range(len(five.LADDER))], dtype=np.int32)
        return Aside(on_flop, classes, highest, len(kinds.lowest))

    def _classes(self, wagers: Sequence[str]) -> tuple[NDArray[np.int32], int]:
        """The class of each strength on the flop by what these wagers are paid, and how many classes there are."""
        known: dict[object, int] = {}
        found = np.zeros(len(five.LADDER), dtype=np.int32)
        stakes = {name: side_stake(self._base.terms, name) for name in wagers}
        for strength, cards in strengths_of(self._layout.own + FLOP)[1].items():
            facts = read_made(self._base, cards)
            lines = [
                (line.wager, line.result, line.amount, line.pays)
                for name in wagers
                for line in self._base.game.settle(facts, {name: stakes[name]}, self._base.terms)
            ]
            found[strength] = known.setdefault(tuple(lines), len(known))
        return found, len(known)

    def cells(self, cards: Dealt) -> Cells:
        """The cell of every round and seat."""
        found = self._compared(cards)
        if any(self._all):
            folded = self._folds[found // self._of_path]
            highest = np.zeros(len(cards), dtype=np.int64)
            highest_hands(cards, self._columns, folded, boards(), self._aside, highest)
            for seat in np.flatnonzero(self._all):
                found[:, seat] += self._of_path[seat] * len(self._paths) * highest
        return found

    def _compared(self, cards: Dealt) -> Cells:
        found = np.zeros((len(cards), self._layout.seats), dtype=np.int64)
        for seats in self._groups:
            tables = self._tables[seats[0]]
            part = np.zeros((len(cards), len(seats)), dtype=np.int64)
            aside = self._aside if self._flop[seats[0]] else self._aside._replace(on_flop=_NOTHING)
            told, columns = tables.told, self._columns[seats]
            showdown_cells(cards, columns, boards(), tables.pays, told.play, told.rules, told.answers, aside, part)
            if len(self._groups) == 1:
                return part
            found[:, seats] = part
        return found

    def ends(self, cards: Dealt) -> list[End]:
        """The end of one round for every seat."""
        (found,) = self._compared(cards[None]) // self._of_path
        paths = [self._paths[place] for place in found]
        hands = [tuple(map(int, cards[self._layout.seat(seat)])) for seat in range(self._layout.seats)]
        return [End(path, Hand(hand, path.ending)) for path, hand in zip(paths, hands, strict=True)]


def _on_flop(base: Payoffs, place: Place) -> list[str]:
    sides = [name for name in place.stakes if base.terms.wagers[name].side]
    return [name for name in sides if base.game.looks_at(name, base.terms) == FLOP]
