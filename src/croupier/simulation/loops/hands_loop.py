"""A compiled loop for games that are counted hand by hand: decisions from tables, hands of five or a dealer's hand.

A seat's round is a cell: the end that its choices lead to, the class of its own cards by all that the game reads of
them beside the hand made, and the kind of the hand made, or how it compares with the dealer's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled

MOST = 8  # cards of a player


class Hands(NamedTuple):
    """The classes of hands as arrays, and the binomials by which sets of cards are numbered."""

    of: NDArray[np.int32]
    renaming: NDArray[np.uint8]
    renamed: NDArray[np.uint8]
    choose: NDArray[np.int64]


class Turns(NamedTuple):
    """The turns as arrays: cards seen at each, its actions by class and cards seen, and what an action leads to.

    A node is a turn after a path. `follow` is by node and action: the next node, or -1 less an end's number.
    """

    seen: NDArray[np.int64]
    turn: NDArray[np.int64]
    taken: NDArray[np.int8]  # the tables of all turns, one after the other
    starts: NDArray[np.int64]
    follow: NDArray[np.int64]


class Ends(NamedTuple):
    """The ends of a round: the cards kept, as bits; the class of the own cards; where the cells of an end begin."""

    kept: NDArray[np.int64]  # 0 where no hand is made
    aside: NDArray[np.int32]  # by end and class of hand
    base: NDArray[np.int64]


class FiveCards(NamedTuple):
    """Tables that read five cards of the standard deck."""

    triple_groups: NDArray[np.int16]
    pair_groups: NDArray[np.int16]
    groups: NDArray[np.int16]
    five_apart: NDArray[np.int16]
    suited: NDArray[np.int16]
    kind_of: NDArray[np.int32]
    kinds: int


class Ranked(NamedTuple):
    """Strengths and kinds of hands by their number, for a hand against the dealer's."""

    strengths: NDArray[np.int64]
    kinds_of: NDArray[np.int32]
    kinds: int
    size: int  # cards of a hand


@compiled
def _ordered(cards: Any, n: int, start: int, size: int, renamed: Any, found: Any, origin: Any) -> None:
    """Cards as they are renamed, in rising order, with the place that each came from."""
    for i in range(size):
        card, j = np.int64(renamed[cards[n, start + i]]), i
        while j > 0 and found[j - 1] > card:
            found[j], origin[j] = found[j - 1], origin[j - 1]
            j -= 1
        found[j], origin[j] = card, i


@compiled
def _number(found: Any, size: int, choose: Any) -> Any:
    number = 0
    for i in range(size):
        number += choose[found[i], i + 1]
    return number


@compiled
def _strength(five: Any, tables: Any) -> Any:
    """The strength of five cards."""
    suit = five[0] & 3
    if five[1] & 3 == suit and five[2] & 3 == suit and five[3] & 3 == suit and five[4] & 3 == suit:
        ranks = 0
        for i in range(5):
            ranks |= 1 << (five[i] >> 2)
        return tables.suited[ranks]
    three = tables.triple_groups[five[0] >> 2, five[1] >> 2, five[2] >> 2]
    return tables.five_apart[tables.groups[three, tables.pair_groups[five[3] >> 2, five[4] >> 2]]]


@compiled
def _end(cards: Any, n: int, start: int, own: int, hands: Any, same: Any, turns: Any, work: Any) -> Any:
    """The end that a seat's choices lead to, and the class of its hand; `work` has its cards in order."""
    found, origin, sets = work[0], work[1], work[2]
    _ordered(cards, n, start, own, same, found, origin)
    number = _number(found, own, hands.choose)
    which = np.int64(hands.of[number])
    renamed = hands.renamed[hands.renaming[number]]
    node = 0
    while node >= 0:
        turn = turns.turn[node]
        seen = turns.seen[turn]
        place = 0
        if seen:
            _ordered(cards, n, 0, seen, renamed, sets, work[3])
            place = _number(sets, seen, hands.choose)
        action = turns.taken[turns.starts[turn] + which * hands.choose[len(same), seen] + place]
        node = turns.follow[node, action]
    _ordered(cards, n, start, own, renamed, found, origin)
    return -1 - node, which


@compiled
def own_cells(cards: Any, columns: Any, own: int, hands: Any, turns: Any, ends: Any, tables: Any, cells: Any) -> None:
    """The cell of each round for the seats whose cards begin at these columns, five cards with the table's."""
    same = np.arange(len(hands.choose) - 1).astype(np.uint8)
    work = np.zeros((4, MOST), dtype=np.int64)
    five = np.zeros(5, dtype=np.int64)
    for n in range(len(cards)):
        for each in range(len(columns)):
            start = columns[each]
            end, which = _end(cards, n, start, own, hands, same, turns, work)
            cell = np.int64(ends.aside[end, which])
            if ends.kept[end]:
                size = 0
                for i in range(own):
                    if ends.kept[end] >> i & 1:
                        five[size] = cards[n, start + work[1, i]]
                        size += 1
                for i in range(5 - size):
                    five[size + i] = cards[n, i]
                cell = cell * tables.kinds + np.int64(tables.kind_of[_strength(five, tables)])
            cells[n, each] = ends.base[end] + cell


@compiled
def duel_cells(cards: Any, columns: Any, own: int, hands: Any, turns: Any, ends: Any, ranked: Any, cells: Any) -> None:
    """The cell of each round for the seats whose cards begin at these columns, against the dealer's hand."""
    same = np.arange(len(hands.choose) - 1).astype(np.uint8)
    work = np.zeros((4, MOST), dtype=np.int64)
    for n in range(len(cards)):
        _ordered(cards, n, 0, ranked.size, same, work[2], work[3])
        dealer = _number(work[2], ranked.size, hands.choose)
        for each in range(len(columns)):
            start = columns[each]
            end, which = _end(cards, n, start, own, hands, same, turns, work)
            cell = np.int64(ends.aside[end, which])
            if ends.kept[end]:
                _ordered(cards, n, start, own, same, work[0], work[1])
                mine = _number(work[0], own, hands.choose)
                side = 1 + np.int64(ranked.strengths[dealer] > ranked.strengths[mine])
                side -= np.int64(ranked.strengths[dealer] < ranked.strengths[mine])
                kinds = np.int64(ranked.kinds_of[mine]) * 3 + side
                cell = (cell * ranked.kinds * 3 + kinds) * ranked.kinds + np.int64(ranked.kinds_of[dealer])
            cells[n, each] = ends.base[end] + cell
