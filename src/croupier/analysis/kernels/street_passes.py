"""Compiled passes from street to street, for questions after any of them: values back, and lines of play forward.

A line is a way to have come to a street. Values by pattern of a board and pair of types are summed over the river by
boards of four cards and pairs, and over the turn by flop and pair. Forward, the lines that pairs play on each board of
four are counted by pattern and pair of types, and then all deals.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import path_value
from croupier.analysis.kernels.board_patterns import BOARD, PAIRS_OF_RANKS, PATTERNS, PLAIN, pattern_of
from croupier.analysis.kernels.boards import (
    KINDS_OF_PAIR,
    PAIRS,
    TYPES,
    Ints,
    count_types,
    pair_place,
    standing,
    triple_number,
)
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.pattern_passes import put_in_order
from croupier.analysis.kernels.strength_tables import RANKS

CARDS = 52
FOUR = 4
FOURS = CARDS * (CARDS - 1) * (CARDS - 2) * (CARDS - 3) // 24

# The place of a pair of types, in either order; and that of their ranks.
_PLACES = np.array([[pair_place(min(a, b), max(a, b)) for b in range(TYPES)] for a in range(TYPES)], dtype=np.uint16)
_OF_RANKS = np.zeros(KINDS_OF_PAIR, dtype=np.uint8)
for _low in range(TYPES):
    for _high in range(_low, TYPES):
        _OF_RANKS[_PLACES[_low, _high]] = _PLACES[_low % RANKS, _high % RANKS]


class Lined(NamedTuple):
    """Numbers by pattern, pair of types and line; patterns without a flush suit have pairs of ranks only."""

    plain: NDArray[Any]
    suited: NDArray[Any]


def lined(*by: int, of: type, patterns: int = PATTERNS) -> Lined:
    """Such numbers by line, and by more if asked; all nothing yet. No room is made for no patterns."""
    plain, suited = (PLAIN, patterns - PLAIN) if patterns else (0, 0)
    numbers: NDArray[Any] = np.zeros((plain, PAIRS_OF_RANKS, *by), dtype=of)
    return Lined(numbers, np.zeros((suited, KINDS_OF_PAIR, *by), dtype=of))


class Fours(NamedTuple):
    """Boards of four cards up to suits, how many each stands for, and which one it is by the number of its cards."""

    cards: NDArray[np.uint8]
    weights: Ints
    numbers: NDArray[np.int32]


@cache
def fours_of(live: tuple[int, ...]) -> Fours:
    """All boards of four of a deck in which the suits are alike."""
    cards, weights = standing(np.array(sorted(live)), FOUR)
    numbers = np.full(FOURS, -1, dtype=np.int32)
    for place, four in enumerate(np.sort(cards.astype(np.int64), axis=1)):
        numbers[four_number(four)] = place
    return Fours(cards, weights, numbers)


@compiled
def four_number(four: Any) -> Any:
    """The number of four cards in rising order."""
    a, b, c, d = four[0], four[1], four[2], four[3]
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6 + d * (d - 1) * (d - 2) * (d - 3) // 24


@compiled
def _stand_for(cards: Any, size: int) -> Any:
    """Turn cards into those that stand for them, in rising order; the number of the renaming of suits."""
    masks, places = np.zeros(4, dtype=np.int64), np.zeros(4, dtype=np.int64)
    for i in range(size):
        masks[cards[i] & 3] |= 1 << (cards[i] >> 2)
    for suit in range(4):
        for other in range(4):
            if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                places[suit] += 1
    for i in range(size):
        cards[i] = (cards[i] & ~3) | places[cards[i] & 3]
    put_in_order(cards)
    return places[0] | places[1] << 2 | places[2] << 4


@compiled
def _is_among(card: int, cards: Any) -> bool:
    among = False
    for each in cards:
        among |= each == card
    return among


@compiled
def _beside(board: Any, flush: int, live: Any, left: Any, types: Any) -> Any:
    """The live cards beside a board, with their types; how many there are."""
    n = 0
    for card in live:
        if not _is_among(card, board):
            left[n] = card
            types[n] = (card >> 2) + (RANKS if card & 3 == flush else 0)
            n += 1
    return n


# ---- values, from the river back -----------------------------------------------------------------------


@compiled
def best_option(worth: Any, options: Any, kind: int, row: Any) -> Any:
    """The best path of a line at the end and its worth; of equal ones the first. An option of -1 ends the list."""
    taken = options[0]
    best = path_value(worth.pays[taken, kind], row)
    for place in range(1, len(options)):
        if options[place] < 0:
            break
        value = path_value(worth.pays[options[place], kind], row)
        if value > best:
            best, taken = value, options[place]
    return taken, best


@compiled
def gather_lines(patterns: Any, deck: Any, worth: Any, workspace: Any, options: Any, values: Any) -> None:
    """The value of each line on the river, by pattern and pair of types."""
    for b in range(len(patterns.numbers)):
        entries = count_types(patterns.cards[b], patterns.groups[b], deck, worth.group_of, workspace)
        number = patterns.numbers[b]
        rows = values.plain[number] if number < PLAIN else values.suited[number - PLAIN]
        for entry in range(entries):
            kind, place = worth.kind_of[workspace.strengths[entry]], workspace.places[entry]
            for line in range(len(options)):
                rows[place, line] = best_option(worth, options[line], kind, workspace.counts[entry])[1]


@compiled
def sum_over_rivers(fours: Any, live: Any, numbers: Any, values: Any, totals: Any) -> None:
    """The sum over the river of each line's value, by board of four and pair of cards."""
    board = np.zeros(BOARD, dtype=np.int64)
    left, types = np.zeros(CARDS, dtype=np.int64), np.zeros(CARDS, dtype=np.int64)
    for b in range(len(fours)):
        for river in live:
            if _is_among(river, fours[b]):
                continue
            board[:FOUR] = fours[b]
            board[FOUR] = river
            put_in_order(board)
            number, flush = pattern_of(board, numbers)
            rows = values.plain[number] if number < PLAIN else values.suited[number - PLAIN]
            n = _beside(board, flush, live, left, types)
            for j in range(1, n):
                base = left[j] * (left[j] - 1) // 2
                for i in range(j):
                    row, total = rows[_PLACES[types[i], types[j]]], totals[b, base + left[i]]
                    for line in range(len(total)):
                        total[line] += row[line]


@compiled
def sum_over_turns(flops: Any, live: Any, fours: Any, renamed: Any, values: Any, totals: Any) -> None:
    """The sum over the turn of each line's value by line, board of four and pair; by line, flop and pair."""
    four = np.zeros(FOUR, dtype=np.int64)
    for f in range(len(flops)):
        for turn in live:
            if _is_among(turn, flops[f]):
                continue
            four[:3] = flops[f]
            four[3] = turn
            names = renamed[_stand_for(four, FOUR)]
            number = fours.numbers[four_number(four)]
            for j in range(1, len(live)):
                high = live[j]
                if high == turn or _is_among(high, flops[f]):
                    continue
                for i in range(j):
                    low = live[i]
                    if low == turn or _is_among(low, flops[f]):
                        continue
                    pair = low + high * (high - 1) // 2
                    for line in range(len(values)):
                        totals[line, f, pair] += values[line, number, names[pair]]


# ---- lines, from the deal on ---------------------------------------------------------------------------


class Lines(NamedTuple):
    """The line that each pair plays on: after the deal, and for each line before it after the flop and the turn.

    A line that ends at once, whatever comes, is a negative number: -1 for the first of these, and so on.
    """

    first: NDArray[np.int8]  # by pair
    second: NDArray[np.int8]  # by line, flop and pair
    third: NDArray[np.int8]  # by line, board of four and pair


@compiled
def _line_of(lines: Any, flop: int, at_flop: int, b: int, pair: int) -> Any:
    """The line that a pair plays to the river, its number at the flop being another."""
    line = lines.first[pair]
    if line >= 0:
        line = lines.second[line, flop, at_flop]
    return lines.third[line, b, pair] if line >= 0 else line


@compiled
def _count_lines(four: Any, b: int, deck: Any, lines: Any, counts: Any, ended: Any, weight: int) -> None:
    """The lines that come out at a board of four, whichever of its cards is the turn, by pair and line."""
    flop = np.zeros(3, dtype=np.int64)
    for turn in range(FOUR):
        n = 0
        for i in range(FOUR):
            if i != turn:
                flop[n] = four[i]
                n += 1
        names = deck.renamed[_stand_for(flop, 3)]
        number = deck.flop_numbers[triple_number(flop[0], flop[1], flop[2])]
        for j in range(1, len(deck.live)):
            high = deck.live[j]
            if _is_among(high, four):
                continue
            for i in range(j):
                low = deck.live[i]
                if _is_among(low, four):
                    continue
                pair = low + high * (high - 1) // 2
                line = _line_of(lines, number, names[pair], b, pair)
                if line >= 0:
                    counts[pair, line] += weight
                else:
                    ended[-1 - line, pair] += weight


@compiled
def count_lines(
    fours: Any, part: Any, deck: Any, numbers: Any, lines: Any, times: Any, played: Any, ended: Any
) -> None:
    """The times that each line comes to the river, by pattern, pair of types, line, and suited or not where told.

    `played` has the boards of four and turns by line, `ended` those of lines that ended at once, by pair. Without room
    for `times` these are all that is counted.
    """
    board = np.zeros(BOARD, dtype=np.int64)
    left, types = np.zeros(CARDS, dtype=np.int64), np.zeros(CARDS, dtype=np.int64)
    counts = np.zeros((PAIRS, len(played)), dtype=np.int64)
    told = times.plain.shape[3]
    for b in part:
        four = fours.cards[b]
        counts[:] = 0
        _count_lines(four, b, deck, lines, counts, ended, fours.weights[b])
        for pair in range(PAIRS):
            played += counts[pair]
        for river in deck.live:
            if len(times.plain) == 0 or _is_among(river, four):
                continue
            board[:FOUR] = four
            board[FOUR] = river
            put_in_order(board)
            number, flush = pattern_of(board, numbers)
            rows = times.plain[number] if number < PLAIN else times.suited[number - PLAIN]
            n = _beside(board, flush, deck.live, left, types)
            for j in range(1, n):
                base = left[j] * (left[j] - 1) // 2
                for i in range(j):
                    row, count = rows[_PLACES[types[i], types[j]]], counts[base + left[i]]
                    suited = 1 if told == 2 and (left[i] & 3) == (left[j] & 3) else 0
                    for line in range(len(count)):
                        row[line, suited] += count[line]


@compiled
def tally_lines(
    patterns: Any, deck: Any, worth: Any, workspace: Any, options: Any, times: Any, groups: Any, ways: Any
) -> None:
    """Count all deals by group of hole cards, path, kind, and a row as `counts` has it.

    `groups` has the group by suited or not, and place of the ranks.
    """
    for b in range(len(patterns.numbers)):
        entries = count_types(patterns.cards[b], patterns.groups[b], deck, worth.group_of, workspace)
        number = patterns.numbers[b]
        rows = times.plain[number] if number < PLAIN else times.suited[number - PLAIN]
        for entry in range(entries):
            row, place = workspace.counts[entry], workspace.places[entry]
            kind = worth.kind_of[workspace.strengths[entry]]
            for line in range(len(options)):
                path = -1
                for suited in range(rows.shape[2]):
                    taken = rows[place, line, suited]
                    if taken == 0:
                        continue
                    if path < 0:
                        path = best_option(worth, options[line], kind, row)[0]
                    counted = ways[groups[suited, _OF_RANKS[place]], path, kind]
                    for column in range(len(row)):
                        counted[column] += taken * row[column]
