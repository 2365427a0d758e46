"""A compiled loop for two cards each and five on the table: the path of each seat, and how its hand compares.

A seat's round is a cell: the path, the kind of the player's hand, and the dealer's as the solver's columns have it.
The decision at the end is looked up by pattern and pair of types, or asked of a strategy's rules.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import best_at_end
from croupier.analysis.kernels.board_patterns import PLAIN
from croupier.analysis.kernels.boards import count_types, pair_place
from croupier.analysis.kernels.compiler import compiled, compiled_within
from croupier.analysis.kernels.features import BITS, NOTHING, first_of
from croupier.analysis.kernels.pattern_passes import rows_of
from croupier.analysis.kernels.strength_tables import RANKS

_BITS = np.array(BITS, dtype=np.int64)
_NO_CODES = np.zeros(0, dtype=np.int64)
_NOTHING: Any = NOTHING


class Boards(NamedTuple):
    """Tables that read a board: strengths, patterns, and the flop that stands for each, with the renaming of suits."""

    joined: NDArray[np.int16]
    suited: NDArray[np.int16]
    pair_groups: NDArray[np.int16]
    triple_groups: NDArray[np.int16]
    groups: NDArray[np.int16]  # of five ranks, by the numbers of three and of two
    of_suited: NDArray[np.int32]
    flops: NDArray[np.int16]
    renamings: NDArray[np.uint8]
    renamed: NDArray[np.uint16]
    five_apart: NDArray[np.int16]


class Pays(NamedTuple):
    """The kinds of strengths as the solver has them, and the numbers by which cells are made."""

    kind_of: NDArray[np.uint32]
    group_of: NDArray[np.uint32]
    kinds: int
    groups: int


class Play(NamedTuple):
    """A way to play: by pair, by flop and pair (0 waits), and at the end by pattern and pair of types."""

    first: NDArray[np.uint8]
    second: NDArray[np.uint8]
    plain: NDArray[np.uint8]
    suited: NDArray[np.uint8]
    before_flop: int
    waiting: int


class Aside(NamedTuple):
    """The classes that wagers beside the game tell apart: of the hand on the flop, and of the highest hand."""

    on_flop: NDArray[np.int32]  # by strength; of length 0 where no wager looks at it
    flop_classes: int
    highest: NDArray[np.int32]
    highest_classes: int


@compiled
def play_ends(patterns: Any, deck: Any, worth: Any, workspace: Any, table: Any) -> None:
    """The best path at the end, by pattern and pair of types."""
    for b in range(np.uint32(len(patterns.numbers))):
        entries = count_types(patterns.cards[b], patterns.groups[b], deck, worth.group_of, workspace)
        rows = rows_of(table, patterns.numbers[b])
        for entry in range(entries):
            kind = worth.kind_of[workspace.strengths[entry]]
            rows[0, np.uint32(workspace.places[entry])] = best_at_end(worth, kind, workspace.counts[entry])[0]


# What is read of a board is part of the loops, and is handed the arrays that it needs alone.


@compiled_within
def _strength(a: Any, b: Any, group: Any, flush: int, mask: int, joined: Any, pair_groups: Any, suited: Any) -> Any:
    """The strength of a pair beside a board."""
    strength = joined[group, pair_groups[a >> 2, b >> 2]]
    if flush >= 0:
        bits = mask
        if a & 3 == flush:
            bits |= 1 << (a >> 2)
        if b & 3 == flush:
            bits |= 1 << (b >> 2)
        strength = max(strength, suited[bits])
    return strength


@compiled_within
def _group(cards: Any, n: int, triple_groups: Any, pair_groups: Any, groups: Any) -> Any:
    """The number of the ranks of a board."""
    three = triple_groups[cards[n, 0] >> 2, cards[n, 1] >> 2, cards[n, 2] >> 2]
    return np.int64(groups[three, pair_groups[cards[n, 3] >> 2, cards[n, 4] >> 2]])


@compiled_within
def _flush(cards: Any, n: int) -> Any:
    """The flush suit of a board; -1 if it has none."""
    counts: Any = 0
    for i in range(5):
        counts += 1 << 4 * np.int64(cards[n, i] & 3)
    many = (counts + 0x5555) & 0x8888  # a suit of three cards or more
    suit = -1
    if many:
        suit = 0 if many & 0x8 else 1 if many & 0x80 else 2 if many & 0x800 else 3
    return suit


@compiled_within
def _in_suit(cards: Any, n: int, flush: int) -> Any:
    """The ranks of a board in a suit, as bits."""
    mask: Any = 0
    for i in range(5):
        mask |= np.int64(cards[n, i] & 3 == flush) << np.int64(cards[n, i] >> 2)
    return mask


@compiled
def _pattern(cards: Any, n: int, flush: int) -> Any:
    """The place of a board with a flush suit among those whose ranks in that suit are the same."""
    one: Any = -1
    other: Any = -1
    for i in range(5):
        if cards[n, i] & 3 != flush:
            one, other = np.int64(cards[n, i] >> 2), one
    return 0 if one < 0 else one if other < 0 else pair_place(min(one, other), max(one, other))


@compiled_within
def _flop(cards: Any, n: int) -> Any:
    """The number of the first three cards."""
    a, b, c = np.int64(cards[n, 0]), np.int64(cards[n, 1]), np.int64(cards[n, 2])
    low, high = min(a, b), max(a, b)
    top, rest = max(high, c), min(high, c)
    middle, bottom = max(low, rest), min(low, rest)
    return bottom + middle * (middle - 1) // 2 + top * (top - 1) * (top - 2) // 6


@compiled
def _on_flop(cards: Any, n: int, a: Any, b: Any, boards: Any) -> Any:
    """The strength of a pair with the flop alone."""
    suit = a & 3
    if b & 3 == suit and cards[n, 0] & 3 == suit and cards[n, 1] & 3 == suit and cards[n, 2] & 3 == suit:
        ranks = 1 << (a >> 2) | 1 << (b >> 2)
        for i in range(3):
            ranks |= 1 << np.int64(cards[n, i] >> 2)
        return boards.suited[ranks]
    three = boards.triple_groups[cards[n, 0] >> 2, cards[n, 1] >> 2, cards[n, 2] >> 2]
    return boards.five_apart[boards.groups[three, boards.pair_groups[a >> 2, b >> 2]]]


@compiled_within
def _answer(cards: Any, n: int, a: Any, b: Any, rules: Any) -> Any:
    """The rule that answers at the end."""
    seen = 0
    for i in range(5):
        seen |= _BITS[cards[n, i]]
    return first_of(rules, 0, _BITS[a] | _BITS[b], seen, _NOTHING, _NO_CODES)


@compiled
def showdown_cells(
    cards: Any, columns: Any, boards: Any, pays: Any, play: Any, rules: Any, answers: Any, aside: Any, cells: Any
) -> None:
    """The cell of each round for the seats whose cards begin at these columns."""
    joined, suited, pair_groups, groups = boards.joined, boards.suited, boards.pair_groups, boards.groups
    triple_groups, of_suited, flops = boards.triple_groups, boards.of_suited, boards.flops
    renamings, renamed = boards.renamings, boards.renamed
    kind_of, group_of, kinds, wide = pays.kind_of, pays.group_of, np.int64(pays.kinds), np.int64(pays.groups)
    first, second, at_end, in_suit = play.first, play.second, play.plain, play.suited
    waiting, before_flop = np.int64(play.waiting), np.int64(play.before_flop)
    told, classes, asked = len(aside.on_flop), np.int64(aside.flop_classes), len(answers)
    for n in range(len(cards)):
        group, flush = _group(cards, n, triple_groups, pair_groups, groups), _flush(cards, n)
        mask, pattern = np.int64(0), np.int64(-1)
        if flush >= 0:
            mask = _in_suit(cards, n, flush)
        flop = _flop(cards, n)
        flop_of, naming = np.int64(flops[flop]), np.int64(renamings[flop])
        one, other = np.int64(cards[n, 5]), np.int64(cards[n, 6])
        dealer = _strength(one, other, group, flush, mask, joined, pair_groups, suited)
        column_of = np.int64(group_of[dealer])
        for each in range(len(columns)):
            one, other = np.int64(cards[n, columns[each]]), np.int64(cards[n, columns[each] + 1])
            a, b = min(one, other), max(one, other)
            pair = a + b * (b - 1) // 2
            path = np.int64(first[pair])
            if path == waiting:
                chosen = np.int64(second[flop_of, renamed[naming, pair]])
                if chosen:
                    path = before_flop + chosen - 1
                elif asked:
                    path = np.int64(answers[_answer(cards, n, a, b, rules)])
                elif flush < 0:
                    path = np.int64(at_end[group, pair_place(a >> 2, b >> 2)])
                else:
                    if pattern < 0:
                        pattern = np.int64(of_suited[mask] + _pattern(cards, n, flush))
                    mine = (a >> 2) + (RANKS if a & 3 == flush else 0)
                    his = (b >> 2) + (RANKS if b & 3 == flush else 0)
                    path = np.int64(in_suit[pattern - PLAIN, pair_place(min(mine, his), max(mine, his))])
            own = _strength(a, b, group, flush, mask, joined, pair_groups, suited)
            column = column_of if dealer < own else wide + (1 + column_of) * (dealer > own)
            cell = (path * kinds + np.int64(kind_of[own])) * (2 * wide + 1) + column
            if told:
                cell = cell * classes + aside.on_flop[_on_flop(cards, n, a, b, boards)]
            cells[n, each] = cell


@compiled
def highest_hands(cards: Any, columns: Any, folded: Any, boards: Any, aside: Any, found: Any) -> None:
    """The class of the highest hand of a round, with folded hands and without them."""
    joined, suited, pair_groups, groups = boards.joined, boards.suited, boards.pair_groups, boards.groups
    triple_groups, highest, classes = boards.triple_groups, aside.highest, np.int64(aside.highest_classes)
    for n in range(len(cards)):
        group, flush = _group(cards, n, triple_groups, pair_groups, groups), _flush(cards, n)
        mask = np.int64(0)
        if flush >= 0:
            mask = _in_suit(cards, n, flush)
        a, b = np.int64(cards[n, 5]), np.int64(cards[n, 6])
        every = _strength(a, b, group, flush, mask, joined, pair_groups, suited)
        left = every
        for each in range(len(columns)):
            a, b = np.int64(cards[n, columns[each]]), np.int64(cards[n, columns[each] + 1])
            own = _strength(a, b, group, flush, mask, joined, pair_groups, suited)
            every = max(every, own)
            if not folded[n, each]:
                left = max(left, own)
        found[n] = highest[every] * classes + highest[left]
