"""The engine for games that are counted hand by hand, by the compiled loop over tables of decisions."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from croupier.analysis.kernels.strength_tables import best_apart, pair_groups, suited, triple_groups
from croupier.analysis.model.info_state import Cards
from croupier.analysis.model.outcome_kinds import numbered
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.symmetry import hands_of
from croupier.analysis.solvers.fits import of_duel, of_own
from croupier.games.game import Board, Hand
from croupier.hands import five
from croupier.simulation.engines import Cells, Dealt, End, Play, looks_at_others
from croupier.simulation.loops.chance import DealSizes
from croupier.simulation.loops.hands_loop import Ends, FiveCards, Hands, Ranked, Turns, duel_cells, ends_of, own_cells
from croupier.simulation.seats import Place
from croupier.simulation.tables.hand_tables import HandTables, numbers_of
from croupier.simulation.tables.showdown_tables import rank_groups

HAND = 5


class _Ended(NamedTuple):
    """An end of the round: the path, and the places of the cards that are kept, in the order of the renamed cards."""

    path: Path
    kept: tuple[int, ...]


class HandsEngine:
    """The engine: a seat's cell is the end of its path, the class of its cards, and what hand they make."""

    name = "hand by hand"

    def __init__(self, layout: DealSizes, plays: Sequence[Play], base: Payoffs) -> None:
        self._layout = layout
        self._base = base
        self._read = _FiveCards(base) if layout.community else _Dealers(base)
        groups: dict[int, list[int]] = {}
        for seat, play in enumerate(plays):
            groups.setdefault(id(play.tables), []).append(seat)
        made: dict[int, _Loop] = {}
        self._groups: list[tuple[list[int], _Loop]] = []
        for seats in groups.values():
            tables = plays[seats[0]].tables
            assert isinstance(tables, HandTables)  # noqa: S101 - this engine is not chosen without them
            self._groups.append((seats, made.setdefault(id(tables), _Loop(tables, self._read))))

    @staticmethod
    def fits(base: Payoffs, places: Sequence[Place]) -> bool:
        """True if five cards of one's own and on the table make a hand, or a hand is held against the dealer's."""
        tree = base.tree
        shape = of_own(base) if tree.community else of_duel(base)
        plain = not (tree.replaces or tree.shown)  # no loop deals a draw, or knows a card of the dealer's
        return plain and not isinstance(shape, str) and not any(looks_at_others(base, place) for place in places)

    def cells(self, cards: Dealt) -> Cells:
        """The cell of every round and seat."""
        found = np.zeros((len(cards), self._layout.seats), dtype=np.int64)
        for seats, loop in self._groups:
            columns = np.array([self._layout.seat(seat).start for seat in seats])
            part = np.zeros((len(cards), len(seats)), dtype=np.int64)
            hands = np.zeros((4, *part.shape), dtype=np.int64)
            ends_of(cards, columns, self._layout.own, loop.hands, loop.turns, hands)
            self._read.cells(cards, columns, hands, loop, part)
            if len(self._groups) == 1:
                return part
            found[:, seats] = part
        return found

    def ends(self, cards: Dealt) -> list[End]:
        """The end of one round for every seat."""
        (row,) = self.cells(cards[None])
        loops = {seat: loop for seats, loop in self._groups for seat in seats}
        return [
            loops[seat].end(int(cell), tuple(map(int, cards[self._layout.seat(seat)]))) for seat, cell in enumerate(row)
        ]


class _Loop:
    """The tables of a way to play, as arrays."""

    def __init__(self, tables: HandTables, read: _FiveCards | _Dealers) -> None:
        self._tables = tables
        deck = len(tables.payoffs.terms.rulebook.deck)
        choose = np.array([[comb(card, size) for size in range(9)] for card in range(deck + 1)], dtype=np.int64)
        classes = tables.classes
        self.hands = Hands(classes.of, classes.renaming, classes.renamed, choose)
        self.found: list[_Ended] = []
        self.turns = self._turns()
        self.ends = self._ends(read)

    def _turns(self) -> Turns:
        tables = self._tables
        nodes: list[tuple[int, Path, tuple[int, ...]]] = [(0, Path(), tuple(range(tables.payoffs.tree.own)))]
        width = max(map(len, tables.actions))
        follow: list[list[int]] = []
        for number, path, kept in nodes:  # it grows while it is gone through
            turn = tables.turns[number]
            row = [0] * width
            for place, action in enumerate(tables.actions[number]):
                after = path.then(turn, next(each for each in turn.choices if each.name == action.choice))
                left = tuple(each for each in kept if each not in action.discard)
                later = turns_left(after, tables.turns) if after.ending == "played" else ()
                if later:
                    node = tables.turns.index(later[0]), after, left
                    if node not in nodes:
                        nodes.append(node)
                    row[place] = nodes.index(node)
                else:
                    ended = _Ended(after, left)
                    if ended not in self.found:
                        self.found.append(ended)
                    row[place] = -1 - self.found.index(ended)
            follow.append(row)
        sizes = np.cumsum([0, *(table.size for table in tables.taken)])[:-1]
        return Turns(
            np.array([turn.seen for turn in tables.turns], dtype=np.int64),
            np.array([number for number, _, _ in nodes], dtype=np.int64),
            np.concatenate([table.reshape(-1) for table in tables.taken]),
            sizes.astype(np.int64),
            np.array(follow, dtype=np.int64),
        )

    def _ends(self, read: _FiveCards | _Dealers) -> Ends:
        kept, aside, base, start = [], [], [], 0
        for ended in self.found:
            known: dict[Any, int] = {}
            firsts = self._tables.classes.firsts
            aside.append([known.setdefault(read.beside(ended, first), len(known)) for first in firsts])
            makes = ended.path.ending == "played"
            kept.append(sum(1 << place for place in ended.kept) if makes else 0)
            base.append(start)
            start += len(known) * (read.size if makes else 1)
        self.bases = np.array(base, dtype=np.int64)
        return Ends(np.array(kept, dtype=np.int64), np.array(aside, dtype=np.int32), self.bases)

    def end(self, cell: int, own: Cards) -> End:
        """The end of a cell, for the hand that came to it."""
        path, kept = self.found[int(np.searchsorted(self.bases, cell, side="right")) - 1]
        _, renamed = self._tables.classes.look_up(own)
        ordered = sorted(own, key=lambda card: (int(renamed[card]), card))
        away = tuple(card for place, card in enumerate(ordered) if place not in kept)
        return End(path, Hand(tuple(card for card in own if card not in away), path.ending, away))


class _FiveCards:
    """Hands of five cards, own and community cards together."""

    def __init__(self, base: Payoffs) -> None:
        self._base = base
        kinds = numbered(base.game.compare, tuple(range(len(five.LADDER))))
        self.size = len(kinds.lowest)
        of = np.array([kinds.of[each] for each in range(len(five.LADDER))], dtype=np.int32)
        self._tables = FiveCards(triple_groups(), pair_groups(), rank_groups(), best_apart(5), suited(), of, self.size)

    def beside(self, ended: _Ended, first: Cards) -> Any:  # noqa: ANN401 - facts are the game's own
        """All that the game reads of the first hand of a class beside the hand that it makes."""
        base = self._base
        hand = _hand(ended, first)
        community = tuple(card for card in range(len(base.terms.rulebook.deck)) if card not in first)
        community = community[: base.tree.community]
        facts = base.read(hand, Board(community, (), (hand,), base.meter))
        if hand.ending != "played":
            return facts
        strength = five.strength(hand.cards + community)
        return _apart(facts, base.game.compare("played", strength, strength))  # type: ignore[misc]

    def cells(self, cards: Dealt, columns: Cells, hands: Cells, loop: _Loop, found: Cells) -> None:
        """Fill in the cells of these columns."""
        own_cells(cards, columns, self._base.tree.own, loop.hands.renamed, hands, loop.ends, self._tables, found)


class _Dealers:
    """Hands that are held against the dealer's."""

    def __init__(self, base: Payoffs) -> None:
        self._base = base
        ranking = base.game.ranking
        assert ranking is not None  # noqa: S101 - it is not chosen without it
        hands = hands_of(range(len(base.terms.rulebook.deck)), base.tree.dealer)
        strengths = np.zeros(len(hands), dtype=np.int64)
        strengths[numbers_of(hands)] = [ranking(hand) for hand in hands.tolist()]
        kinds = numbered(base.game.compare, tuple(sorted(set(strengths.tolist()))))
        of = np.array([kinds.of[each] for each in strengths.tolist()], dtype=np.int32)
        count = len(kinds.lowest)
        self.size = count * 3 * count
        self._ranked = Ranked(strengths, of, count, base.tree.dealer)
        self._ranking = ranking

    def beside(self, ended: _Ended, first: Cards) -> Any:  # noqa: ANN401 - facts are the game's own
        """All that the game reads of the first hand of a class beside how it compares."""
        base = self._base
        hand = _hand(ended, first)
        dealer = tuple(card for card in range(len(base.terms.rulebook.deck)) if card not in first)[: base.tree.dealer]
        facts = base.read(hand, Board((), dealer, (hand,), base.meter))
        if hand.ending != "played":
            return facts
        return _apart(facts, base.game.compare("played", self._ranking(first), self._ranking(dealer)))  # type: ignore[misc]

    def cells(self, cards: Dealt, _columns: Cells, hands: Cells, loop: _Loop, found: Cells) -> None:
        """Fill in the cells of these columns."""
        duel_cells(cards, hands, loop.hands.choose, loop.ends, self._ranked, found)


def _hand(ended: _Ended, first: Cards) -> Hand:
    away = tuple(card for place, card in enumerate(first) if place not in ended.kept)
    return Hand(tuple(card for card in first if card not in away), ended.path.ending, away)


def _apart(facts: Any, compared: Any) -> tuple[tuple[int, Any], ...]:  # noqa: ANN401 - facts are the game's own
    """The fields of facts that do not follow from how hands compare."""
    pairs = enumerate(zip(facts, compared, strict=True))
    return tuple((place, read) for place, (read, told) in pairs if read != told)
