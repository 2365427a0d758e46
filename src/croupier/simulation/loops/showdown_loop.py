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
from croupier.analysis.kernels.compiler import compiled
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


@compiled
def _strength(a: Any, b: Any, row: Any, flush: int, mask: int, boards: Any) -> Any:
    """The strength of a pair beside a board."""
    strength = row[boards.pair_groups[a >> 2, b >> 2]]
    if flush >= 0:
        bits = mask
        if a & 3 == flush:
            bits |= 1 << (a >> 2)
        if b & 3 == flush:
            bits |= 1 << (b >> 2)
        strength = max(strength, boards.suited[bits])
    return strength


@compiled
def _read(cards: Any, n: int, boards: Any) -> Any:
    """The board of a round: the number of its ranks, its flush suit or -1, and its ranks in that suit as bits."""
    counts: Any = 0
    for i in range(5):
        counts += 1 << 4 * np.int64(cards[n, i] & 3)
    three = boards.triple_groups[cards[n, 0] >> 2, cards[n, 1] >> 2, cards[n, 2] >> 2]
    group = np.int64(boards.groups[three, boards.pair_groups[cards[n, 3] >> 2, cards[n, 4] >> 2]])
    many = (counts + 0x5555) & 0x8888  # a suit of three cards or more
    if not many:
        return group, -1, 0
    flush = 0 if many & 0x8 else 1 if many & 0x80 else 2 if many & 0x800 else 3
    mask: Any = 0
    for i in range(5):
        mask |= np.int64(cards[n, i] & 3 == flush) << np.int64(cards[n, i] >> 2)
    return group, flush, mask


@compiled
def _pattern(cards: Any, n: int, flush: int, mask: int, boards: Any) -> Any:
    """The number of the pattern of a board with a flush suit."""
    one: Any = -1
    other: Any = -1
    for i in range(5):
        if cards[n, i] & 3 != flush:
            one, other = np.int64(cards[n, i] >> 2), one
    others = 0 if one < 0 else one if other < 0 else pair_place(min(one, other), max(one, other))
    return boards.of_suited[mask] + others


@compiled
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


@compiled
def showdown_cells(
    cards: Any, columns: Any, boards: Any, pays: Any, play: Any, rules: Any, answers: Any, aside: Any, cells: Any
) -> None:
    """The cell of each round for the seats whose cards begin at these columns."""
    width = 2 * pays.groups + 1
    for n in range(len(cards)):
        group, flush, mask = _read(cards, n, boards)
        pattern = -1
        row = boards.joined[group]
        flop = _flop(cards, n)
        dealer = _strength(np.int64(cards[n, 5]), np.int64(cards[n, 6]), row, flush, mask, boards)
        column_of = np.int64(pays.group_of[dealer])
        for each in range(len(columns)):
            one, other = np.int64(cards[n, columns[each]]), np.int64(cards[n, columns[each] + 1])
            a, b = min(one, other), max(one, other)
            pair = a + b * (b - 1) // 2
            path = np.int64(play.first[pair])
            if path == play.waiting:
                chosen = np.int64(play.second[boards.flops[flop], boards.renamed[boards.renamings[flop], pair]])
                if chosen:
                    path = play.before_flop + chosen - 1
                elif len(answers):
                    seen = 0
                    for i in range(5):
                        seen |= _BITS[cards[n, i]]
                    path = answers[first_of(rules, 0, _BITS[a] | _BITS[b], seen, _NOTHING, _NO_CODES)]
                elif flush < 0:
                    path = np.int64(play.plain[group, pair_place(a >> 2, b >> 2)])
                else:
                    if pattern < 0:
                        pattern = _pattern(cards, n, flush, mask, boards)
                    mine = (a >> 2) + (RANKS if a & 3 == flush else 0)
                    his = (b >> 2) + (RANKS if b & 3 == flush else 0)
                    path = np.int64(play.suited[pattern - PLAIN, pair_place(min(mine, his), max(mine, his))])
            own = _strength(a, b, row, flush, mask, boards)
            column = column_of if dealer < own else pays.groups + (1 + column_of) * (dealer > own)
            cell = (path * pays.kinds + np.int64(pays.kind_of[own])) * width + column
            if len(aside.on_flop):
                cell = cell * aside.flop_classes + aside.on_flop[_on_flop(cards, n, a, b, boards)]
            cells[n, each] = cell


@compiled
def highest_hands(cards: Any, columns: Any, folded: Any, boards: Any, aside: Any, found: Any) -> None:
    """The class of the highest hand of a round, with folded hands and without them."""
    for n in range(len(cards)):
        group, flush, mask = _read(cards, n, boards)
        row = boards.joined[group]
        every = _strength(np.int64(cards[n, 5]), np.int64(cards[n, 6]), row, flush, mask, boards)
        left = every
        for each in range(len(columns)):
            a, b = np.int64(cards[n, columns[each]]), np.int64(cards[n, columns[each] + 1])
            own = _strength(a, b, row, flush, mask, boards)
            every = max(every, own)
            if not folded[n, each]:
                left = max(left, own)
        found[n] = aside.highest[every] * aside.highest_classes + aside.highest[left]
