"""Compiled passes over patterns of boards, and between patterns and flops: what waiting gains, every deal counted.

The first pass has what each pair of types gains by waiting, by pattern; `sum_over_boards` adds it up over the turn and
the river by flop and pair of cards. The choices by flop and pair go back to patterns by `count_over_boards`, and the
last pass counts all deals. Both go between go by inclusion and exclusion: a sum over all boards of a flop, less those
that hold the one card or the other, and those that hold both once more.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import best_at_end, path_value
from croupier.analysis.kernels.board_patterns import BOARD, PAIRS_OF_RANKS, PATTERNS, PLAIN, pattern_of
from croupier.analysis.kernels.boards import KINDS_OF_PAIR, TYPES, count_types, pair_place
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import RANKS

CARDS = 52
NO_SUIT = 4  # where the places of a flush suit are numbered
FLOPS = 10  # in a board


def _place_of_ranks(one: int, other: int) -> int:
    return min(one, other) + max(one, other) * (max(one, other) + 1) // 2


class Table(NamedTuple):
    """A number for each pattern and pair of types; those without a flush suit have pairs of ranks only."""

    plain: NDArray[Any]
    suited: NDArray[Any]


def table(paths: int, of: type) -> Table:
    """A table for each of so many paths, all nothing yet."""
    plain: NDArray[Any] = np.zeros((paths, PLAIN, PAIRS_OF_RANKS), dtype=of)
    return Table(plain, np.zeros((paths, PATTERNS - PLAIN, KINDS_OF_PAIR), dtype=of))


@compiled
def _row(table: Any, path: int, pattern: int) -> Any:
    return table.plain[path, pattern] if pattern < PLAIN else table.suited[path, pattern - PLAIN]


# By the place of a pair of types: the types, the place of their ranks, and the suits that they can be of.
_PLACES = [(low, high) for high in range(TYPES) for low in range(high + 1)]
_LOW, _HIGH = (np.array(each, dtype=np.uint8) for each in zip(*_PLACES, strict=True))
_OF_RANKS = np.array([_place_of_ranks(low % RANKS, high % RANKS) for low, high in _PLACES], dtype=np.uint32)
_TOLD, _NEVER, _ALWAYS = range(3)  # suited: as counted by ranks; never, of two suits; always, both of the flush suit
_SUITED = np.array(
    [_TOLD if high < RANKS else _ALWAYS if low >= RANKS else _NEVER for low, high in _PLACES], dtype=np.uint8
)


@compiled
def rows_of(table: Any, pattern: int) -> Any:
    """The rows of a pattern, by path."""
    return table.plain[:, pattern] if pattern < PLAIN else table.suited[:, pattern - PLAIN]


@compiled
def _suited_pairs(patterns: Any, b: int, place: int, every: int) -> Any:
    """The pairs of a pair of types that are of one suit, over all boards of a pattern."""
    how = _SUITED[place]
    if how == _TOLD:
        return np.int64(patterns.suited[b, place])
    return every if how == _ALWAYS else 0


@compiled
def gather(patterns: Any, deck: Any, worth: Any, workspace: Any, totals: Any, gains: Any) -> None:
    """The gain of waiting for the end over each commitment after the flop, by pattern and pair of types.

    `totals` are by path that commits before the flop, the end being last; then by suited or not, and ranks.
    """
    before = np.uint32(worth.before_flop)
    for b in range(np.uint32(len(patterns.numbers))):
        entries = count_types(patterns.cards[b], patterns.groups[b], deck, worth.group_of, workspace)
        rows = rows_of(gains, patterns.numbers[b])
        for entry in range(entries):
            row = workspace.counts[entry]
            kind = worth.kind_of[workspace.strengths[entry]]
            best = best_at_end(worth, kind, row)[1]
            place = np.uint32(workspace.places[entry])
            for path in range(np.uint32(worth.after_flop)):
                rows[path, place] = best - path_value(worth.pays[before + path, kind], row)
            every = workspace.sizes[entry] * patterns.boards[b]
            suited, ranks = _suited_pairs(patterns, b, place, every), _OF_RANKS[place]
            for path in range(before + np.uint32(1)):
                value = path_value(worth.pays[path, kind], row) if path < before else best
                totals[path, 1, ranks] += value * suited
                totals[path, 0, ranks] += value * (every - suited)


# ---- between flops and patterns ------------------------------------------------------------------------


class _Turns(NamedTuple):
    """The boards of a flop: pattern and flush suit by turn and river."""

    left: NDArray[np.int64]
    pattern: NDArray[np.int64]
    suit: NDArray[np.int64]


@compiled
def _boards_of(flop: Any, live: Any, numbers: Any) -> Any:
    """All boards of a flop."""
    left = np.zeros(len(live) - len(flop), dtype=np.int64)
    n = 0
    for card in live:
        if card != flop[0] and card != flop[1] and card != flop[2]:
            left[n] = card
            n += 1
    pattern, suit = np.full((CARDS, CARDS), -1, dtype=np.int64), np.zeros((CARDS, CARDS), dtype=np.int64)
    board = np.zeros(BOARD, dtype=np.int64)
    for j in range(1, n):
        for i in range(j):
            board[:3] = flop
            board[3], board[4] = left[i], left[j]
            put_in_order(board)
            number, flush = pattern_of(board, numbers)
            turn, river = left[i], left[j]
            pattern[turn, river] = pattern[river, turn] = number
            suit[turn, river] = suit[river, turn] = flush if flush >= 0 else NO_SUIT
    return _Turns(left, pattern, suit)


@compiled
def put_in_order(cards: Any) -> None:
    """Sort a few cards in place; Numba's own sort takes most of a second to compile."""
    for i in range(1, len(cards)):
        card, j = cards[i], i
        while j > 0 and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


@compiled
def _counted(turns: Any, card: int, counts: Any, found: Any, suits: Any) -> Any:
    """The patterns of all boards, or of those that hold a card, by flush suit; how many boards each has."""
    n = 0
    for j in range(len(turns.left)):
        first = turns.left[j]
        if card >= 0 and first != card:
            continue
        for i in range(j if card < 0 else len(turns.left)):
            if i == j:
                continue
            pattern, suit = turns.pattern[first, turns.left[i]], turns.suit[first, turns.left[i]]
            if counts[suit, pattern] == 0:
                found[n], suits[n] = pattern, suit
                n += 1
            counts[suit, pattern] += 1
    return n


@compiled
def _type(card: int, suit: int) -> Any:
    return (card >> 2) + (RANKS if card & 3 == suit else 0)


@compiled
def _place(one: int, other: int) -> Any:
    return pair_place(one, other) if one < other else pair_place(other, one)


@compiled
def _total_by_pair(turns: Any, values: Any, path: int, every: Any, holding: Any, total: Any) -> None:
    """The sum over the boards that do not hold a card of the pair: all, less those with either, and those with both."""
    for j in range(len(turns.left)):
        for i in range(j):
            one, other = turns.left[i], turns.left[j]
            both = turns.suit[one, other]
            row = _row(values, path, turns.pattern[one, other])
            value = row[_place(_type(one, both), _type(other, both))]
            for suit in range(NO_SUIT + 1):
                mine, his = _type(one, suit), _type(other, suit)
                value += every[suit, _place(mine, his)]
                value -= holding[suit, one, his] + holding[suit, other, mine]
            total[one + other * (other - 1) // 2] = value


@compiled
def sum_over_boards(flops: Any, live: Any, numbers: Any, values: Any, totals: Any) -> None:
    """The sum over all boards, by path, flop and pair of cards, of a value that goes by pattern and pair of types."""
    counts = np.zeros((NO_SUIT + 1, PATTERNS), dtype=np.int64)
    found, suits = np.zeros(CARDS * CARDS, dtype=np.int64), np.zeros(CARDS * CARDS, dtype=np.int64)
    for f in range(len(flops)):
        turns = _boards_of(flops[f], live, numbers)
        for path in range(len(totals)):
            every = np.zeros((NO_SUIT + 1, KINDS_OF_PAIR), dtype=np.int64)
            holding = np.zeros((NO_SUIT + 1, CARDS, TYPES), dtype=np.int64)
            for which in range(-1, len(turns.left)):
                card = turns.left[which] if which >= 0 else -1
                for k in range(_counted(turns, card, counts, found, suits)):
                    pattern, suit = found[k], suits[k]
                    row, times = _row(values, path, pattern), counts[suit, pattern]
                    counts[suit, pattern] = 0
                    if card < 0:
                        sums = every[suit]
                        for place in range(len(row)):
                            sums[place] += times * row[place]
                    else:
                        mine, partners = _type(card, suit), holding[suit, card]
                        for other in range(RANKS if pattern < PLAIN else TYPES):
                            partners[other] += times * row[_place(mine, other)]
            _total_by_pair(turns, values, path, every, holding, totals[path, f])


@compiled
def _choose(turns: Any, choices: Any, path: int, weight: int, every: Any, holding: Any, chosen: Any) -> None:
    """Note the pairs that take a path at a flop: by pair, by pair of types, and by card and the other's type."""
    for j in range(len(turns.left)):
        for i in range(j):
            one, other = turns.left[i], turns.left[j]
            if choices[one + other * (other - 1) // 2] == path + 1:
                chosen[one, other] = chosen[other, one] = weight
                for suit in range(NO_SUIT + 1):
                    mine, his = _type(one, suit), _type(other, suit)
                    every[suit, _place(mine, his)] += weight
                    holding[suit, one, his] += weight
                    holding[suit, other, mine] += weight


@compiled
def count_over_boards(flops: Any, weights: Any, live: Any, numbers: Any, choices: Any, path: int, times: Any) -> None:
    """The times, by pattern and pair of types, that a pair of cards takes a path after the flop, over all boards.

    `choices` has the path by flop and pair, counted from one.
    """
    counts = np.zeros((NO_SUIT + 1, PATTERNS), dtype=np.int64)
    found, suits = np.zeros(CARDS * CARDS, dtype=np.int64), np.zeros(CARDS * CARDS, dtype=np.int64)
    for f in range(len(flops)):
        turns = _boards_of(flops[f], live, numbers)
        every = np.zeros((NO_SUIT + 1, KINDS_OF_PAIR), dtype=np.int64)
        holding = np.zeros((NO_SUIT + 1, CARDS, TYPES), dtype=np.int64)
        chosen = np.zeros((CARDS, CARDS), dtype=np.int64)
        _choose(turns, choices[f], path, weights[f], every, holding, chosen)
        for which in range(-1, len(turns.left)):
            card = turns.left[which] if which >= 0 else -1
            for k in range(_counted(turns, card, counts, found, suits)):
                pattern, suit = found[k], suits[k]
                row, boards = _row(times, path, pattern), counts[suit, pattern]
                counts[suit, pattern] = 0
                if card < 0:
                    sums = every[suit]
                    for place in range(len(row)):
                        row[place] += boards * sums[place]
                else:
                    mine, partners = _type(card, suit), holding[suit, card]
                    for other in range(RANKS if pattern < PLAIN else TYPES):
                        row[_place(mine, other)] -= boards * partners[other]
        for j in range(len(turns.left)):
            for i in range(j):
                one, other = turns.left[i], turns.left[j]
                suit = turns.suit[one, other]
                row = _row(times, path, turns.pattern[one, other])
                row[_place(_type(one, suit), _type(other, suit))] += chosen[one, other]


class Play(NamedTuple):
    """A strategy before the end: the path by suited or not and ranks, and how often each path after the flop is taken.

    The number of paths stands for waiting.
    """

    first: NDArray[np.uint8]
    times: Table


# ---- all deals -----------------------------------------------------------------------------------------


@compiled
def taken_by(patterns: Any, b: int, worth: Any, workspace: Any, entry: int, first: Any, rows: Any, taken: Any) -> None:
    """The times that a pair of types takes each path, the wait for the end last, over a pattern's boards and flops."""
    paths, before = np.uint32(len(worth.pays)), np.uint32(worth.before_flop)
    place = np.uint32(workspace.places[entry])
    every = workspace.sizes[entry] * patterns.boards[b]
    suited, ranks = _suited_pairs(patterns, b, place, every), _OF_RANKS[place]
    for path in range(paths + np.uint32(1)):
        taken[path] = 0
    taken[np.uint32(first[1, ranks])] += FLOPS * suited
    taken[np.uint32(first[0, ranks])] += FLOPS * (every - suited)
    for path in range(np.uint32(worth.after_flop)):
        count = rows[path, place]
        taken[before + path] += count
        taken[paths] -= count


@compiled
def tally(patterns: Any, deck: Any, worth: Any, workspace: Any, play: Any, ways: Any) -> None:
    """Count all deals under a strategy that plays the end best: by path, kind, and a row as `counts` has it."""
    paths = np.uint32(len(worth.pays))
    taken = np.zeros(paths + 1, dtype=np.int64)
    for b in range(np.uint32(len(patterns.numbers))):
        entries = count_types(patterns.cards[b], patterns.groups[b], deck, worth.group_of, workspace)
        rows = rows_of(play.times, patterns.numbers[b])
        for entry in range(entries):
            row = workspace.counts[entry]
            kind = worth.kind_of[workspace.strengths[entry]]
            taken_by(patterns, b, worth, workspace, entry, play.first, rows, taken)
            if taken[paths]:
                taken[best_at_end(worth, kind, row)[0]] += taken[paths]
            for path in range(paths):
                if taken[path]:
                    counted = ways[path, kind]
                    for column in range(np.uint32(len(row))):
                        counted[column] += taken[path] * row[column]


@compiled
def example_of(board: Any, flush: int, place: int) -> Any:
    """A pair of cards of a pair of types: two cards that are not on the board."""
    first = _card_of(board, flush, _LOW[place], -1)
    return first, _card_of(board, flush, _HIGH[place], first)


@compiled
def _card_of(board: Any, flush: int, of: int, beside: int) -> Any:
    for suit in range(4):
        card = (of % RANKS) * 4 + suit
        free = card != beside and (suit == flush) == (of >= RANKS)
        for each in board:
            free &= each != card
        if free:
            return card
    return -1
