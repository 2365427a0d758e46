"""A compiled loop for games that are counted hand by hand: decisions from tables, hands of five or a dealer's hand.

A seat's round is a cell: the end that its choices lead to, the class of its own cards by all that the game reads of
them beside the hand made, and the kind of the hand made, or how it compares with the dealer's.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled


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


# Arrays are handed over one by one, since a call costs what it hands over; a tuple of arrays is opened once a block.


@compiled
def _number(cards: Any, n: int, start: int, size: int, choose: Any) -> Any:
    """The number of a set of cards: each counts by how many of the others are lower."""
    number = np.int64(0)
    for i in range(size):
        card, place = cards[n, start + i], 1
        for j in range(size):
            place += cards[n, start + j] < card
        number += choose[card, place]
    return number


@compiled
def _renamed_number(cards: Any, n: int, size: int, renamed: Any, naming: Any, choose: Any) -> Any:
    """The number of the first cards on the table as they are renamed."""
    number = np.int64(0)
    for i in range(size):
        card, place = renamed[naming, cards[n, i]], 1
        for j in range(size):
            place += renamed[naming, cards[n, j]] < card
        number += choose[card, place]
    return number


@compiled
def ends_of(cards: Any, columns: Any, own: int, hands: Any, turns: Any, found: Any) -> None:
    """The number of each hand, its class, its renaming and the end that its choices lead to, by round and column."""
    choose, of, renaming, renamed = hands.choose, hands.of, hands.renaming, hands.renamed
    turn_of, seen_at, taken, starts, follow = turns.turn, turns.seen, turns.taken, turns.starts, turns.follow
    deck = len(choose) - 1
    for n in range(len(cards)):
        for each in range(len(columns)):
            number = _number(cards, n, columns[each], own, choose)
            which, naming, node = np.int64(of[number]), np.int64(renaming[number]), np.int64(0)
            while node >= 0:
                turn = turn_of[node]
                seen, place = seen_at[turn], np.int64(0)
                if seen:
                    place = _renamed_number(cards, n, seen, renamed, naming, choose)
                node = follow[node, taken[starts[turn] + which * choose[deck, seen] + place]]
            found[0, n, each], found[1, n, each], found[2, n, each] = number, which, naming
            found[3, n, each] = -1 - node


@compiled
def _kept(cards: Any, n: int, start: int, own: int, kept: Any, renamed: Any, naming: Any, five: Any) -> Any:
    """Take the cards that are kept, in any order: they are told by their place among the renamed ones."""
    size = 0
    for i in range(own):
        card, place = renamed[naming, cards[n, start + i]], 0
        for j in range(own):
            place += renamed[naming, cards[n, start + j]] < card
        if kept >> place & 1:
            five[size] = cards[n, start + i]
            size += 1
    return size


@compiled
def own_cells(cards: Any, columns: Any, own: int, renamed: Any, found: Any, ends: Any, tables: Any, cells: Any) -> None:
    """The cell of each round for the seats whose cards begin at these columns, five cards with the table's."""
    kept, aside, base, kind_of, kinds = ends.kept, ends.aside, ends.base, tables.kind_of, np.int64(tables.kinds)
    triple_groups, pair_groups, groups = tables.triple_groups, tables.pair_groups, tables.groups
    five_apart, suited = tables.five_apart, tables.suited
    five, whole = np.zeros(max(5, own), dtype=np.int64), (1 << own) - 1
    for n in range(len(cards)):
        for each in range(len(columns)):
            end = found[3, n, each]
            cell = np.int64(aside[end, found[1, n, each]])
            if kept[end]:
                size = own
                if kept[end] != whole:
                    size = _kept(cards, n, columns[each], own, kept[end], renamed, found[2, n, each], five)
                else:
                    for i in range(own):
                        five[i] = cards[n, columns[each] + i]
                for i in range(5 - size):
                    five[size + i] = cards[n, i]
                a, b, c, d, e = five[0], five[1], five[2], five[3], five[4]
                if (a ^ b | a ^ c | a ^ d | a ^ e) & 3:
                    three = triple_groups[a >> 2, b >> 2, c >> 2]
                    strength = five_apart[groups[three, pair_groups[d >> 2, e >> 2]]]
                else:
                    strength = suited[1 << (a >> 2) | 1 << (b >> 2) | 1 << (c >> 2) | 1 << (d >> 2) | 1 << (e >> 2)]
                cell = cell * kinds + np.int64(kind_of[strength])
            cells[n, each] = base[end] + cell


@compiled
def duel_cells(cards: Any, found: Any, choose: Any, ends: Any, ranked: Any, cells: Any) -> None:
    """The cell of each round for the seats whose cards begin at these columns, against the dealer's hand."""
    kept, aside, base = ends.kept, ends.aside, ends.base
    strengths, kinds_of, kinds, size = ranked.strengths, ranked.kinds_of, np.int64(ranked.kinds), ranked.size
    for n in range(len(cards)):
        dealer = _number(cards, n, 0, size, choose)
        for each in range(cells.shape[1]):
            end = found[3, n, each]
            cell = np.int64(aside[end, found[1, n, each]])
            if kept[end]:
                mine = found[0, n, each]
                side = 1 + np.int64(strengths[dealer] > strengths[mine]) - np.int64(strengths[dealer] < strengths[mine])
                told = np.int64(kinds_of[mine]) * 3 + side
                cell = (cell * kinds * 3 + told) * kinds + np.int64(kinds_of[dealer])
            cells[n, each] = base[end] + cell
