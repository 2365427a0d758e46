"""Boards that count alike, once each: a pattern is the ranks of a board, and which of them are in its flush suit.

How a pair of hole cards fares on a board depends on the pattern alone, and on the pair's types: 42,783 patterns instead
of 134,459 boards. For each there is a board that has it, and how many boards do.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, product
from math import comb, perm
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import Deck, Ints, deck_of, pair_place, standing
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import RANKS, SUITS, group_numbers

BOARD, FLUSH = 5, 3
PAIRS_OF_RANKS = RANKS * (RANKS + 1) // 2
# A pattern without a flush suit has the number of its ranks. One with has a number by the ranks in that suit, to which
# that of the other ranks is added.
PLAIN = comb(RANKS + BOARD - 1, BOARD)
SUITED = (comb(RANKS, 3) * PAIRS_OF_RANKS, comb(RANKS, 4) * RANKS, comb(RANKS, 5))
PATTERNS = PLAIN + sum(SUITED)


class Numbers(NamedTuple):
    """The numbers of patterns: by five ranks in rising order, place by place, and by the set of ranks in the suit."""

    of_rank: NDArray[np.int32]  # to be added up
    of_suited: NDArray[np.int32]  # -1 for fewer than three ranks, or more than five


@cache
def pattern_numbers() -> Numbers:
    """The tables that number patterns."""
    of_rank = np.array([[comb(rank + place, place + 1) for rank in range(RANKS)] for place in range(BOARD)])
    of_suited = np.full(1 << RANKS, -1, dtype=np.int32)
    number = PLAIN
    for size, others in ((3, PAIRS_OF_RANKS), (4, RANKS), (5, 1)):
        for ranks in combinations(range(RANKS), size):
            of_suited[sum(1 << rank for rank in ranks)] = number
            number += others
    return Numbers(of_rank.astype(np.int32), of_suited)


@compiled
def pattern_of(board: Any, numbers: Any) -> Any:
    """The number of a board's pattern, its cards in rising order of ranks, and its flush suit or -1."""
    first, second, third, fourth = 0, 0, 0, 0
    number = 0
    for place in range(BOARD):
        bit = 1 << (board[place] >> 2)
        suit = board[place] & 3
        first |= bit if suit == 0 else 0
        second |= bit if suit == 1 else 0
        third |= bit if suit == 2 else 0
        fourth |= bit if suit == 3 else 0
        number += numbers.of_rank[place, board[place] >> 2]
    flush = -1
    for suit, ranks in enumerate((first, second, third, fourth)):
        if numbers.of_suited[ranks] >= 0:
            flush, number = suit, numbers.of_suited[ranks]
    if flush >= 0:
        others, place = 0, 0
        for card in board:
            if card & 3 != flush:
                others += (card >> 2) if place == 0 else ((card >> 2) + 1) * (card >> 2) // 2
                place += 1
        number += others
    return number, flush


class Patterns(NamedTuple):
    """The patterns of a deck: their numbers, a board of each, the number of its ranks, and how many boards have it.

    `suited` counts pairs of hole cards by their ranks, over all boards of a pattern: those of one suit that is not the
    flush suit.
    """

    numbers: NDArray[np.int64]
    cards: NDArray[np.uint8]
    groups: NDArray[np.int64]
    boards: NDArray[np.int64]
    suited: NDArray[np.int32]


def _deals_of_suits() -> NDArray[np.uint8]:
    """The ways to give five cards suits, one for each class under renaming; the next new suit is the next number."""
    found = [
        suits
        for suits in product(range(SUITS), repeat=BOARD)
        if all(suit <= max(suits[:place], default=-1) + 1 for place, suit in enumerate(suits))
    ]
    return np.array(found, dtype=np.uint8)


@compiled
def _suits_left(board: Any, flush: int, live: Any, left: Any) -> None:
    """The suits of each rank that are not on the board, nor the suit of a flush, as bits."""
    for rank in range(RANKS):
        left[rank] = 15 if live[rank] else 0
    for card in board:
        left[card >> 2] &= ~(1 << (card & 3))
    if flush >= 0:
        for rank in range(RANKS):
            left[rank] &= ~(1 << flush)


@compiled
def _is_board(board: Any) -> bool:
    """True if no card comes twice."""
    for i in range(BOARD):
        for j in range(i):
            if board[i] == board[j]:
                return False
    return True


@compiled
def _count_boards(
    ranks: Any,
    groups: Any,
    suits: Any,
    alike: Any,
    live: Any,
    numbers: Any,
    cards: Any,
    of: Any,
    boards: Any,
    pairs: Any,
) -> None:
    """Every board up to suits, counted at its pattern; boards with two of a rank come once for each order of these."""
    board = np.zeros(BOARD, dtype=np.int64)
    left = np.zeros(RANKS, dtype=np.int64)
    for each in range(len(ranks)):
        for way in range(len(suits)):
            for i in range(BOARD):
                board[i] = ranks[each, i] * SUITS + suits[way, i]
            if not _is_board(board):
                continue
            number, flush = pattern_of(board, numbers)
            if boards[number] == 0:
                of[number] = groups[each]
                for i in range(BOARD):
                    cards[number, i] = board[i]
            boards[number] += alike[way]
            _suits_left(board, flush, live, left)
            for high in range(1, RANKS):
                for low in range(high):
                    both = left[high] & left[low]
                    count = (both & 1) + (both >> 1 & 1) + (both >> 2 & 1) + (both >> 3 & 1)
                    pairs[number, pair_place(low, high)] += alike[way] * count


def patterns_of(live: Ints) -> Patterns:
    """All patterns of a deck in which the suits are alike."""
    in_deck = np.zeros(RANKS, dtype=bool)
    in_deck[live >> 2] = True
    every = [
        ranks
        for ranks in combinations_with_replacement(np.flatnonzero(in_deck).tolist(), BOARD)
        if ranks[0] != ranks[4]
    ]
    ranks = np.array(every, dtype=np.int64).reshape(-1, BOARD)
    suits = _deals_of_suits()
    alike = np.array([perm(SUITS, int(way.max()) + 1) for way in suits])
    groups, cards = np.zeros(PATTERNS, dtype=np.int64), np.zeros((PATTERNS, BOARD), dtype=np.uint8)
    boards, pairs = np.zeros(PATTERNS, dtype=np.int64), np.zeros((PATTERNS, PAIRS_OF_RANKS), dtype=np.int32)
    numbers = pattern_numbers()
    _count_boards(ranks, group_numbers(ranks), suits, alike, in_deck, numbers, cards, groups, boards, pairs)
    found = np.flatnonzero(boards)
    orders = _orders(cards[found].astype(np.int64) >> 2)
    counted, in_suit = boards[found] // orders, pairs[found] // orders[:, None].astype(np.int32)
    return Patterns(found, cards[found], groups[found], counted, in_suit)


def _orders(ranks: Ints) -> Ints:
    """The orders of cards alike in rank, a row of ranks in rising order each."""
    found, run = np.ones(len(ranks), dtype=np.int64), np.ones(len(ranks), dtype=np.int64)
    for place in range(1, BOARD):
        run = np.where(ranks[:, place] == ranks[:, place - 1], run + 1, 1)
        found *= run
    return found


class Ground(NamedTuple):
    """The patterns, flops and tables shared by all games that are dealt from these cards.

    `weights` says how many flops each flop stands for.
    """

    patterns: Patterns
    flops: NDArray[np.uint8]
    weights: NDArray[np.int64]
    deck: Deck


@cache
def ground(live: tuple[int, ...]) -> Ground:
    """Patterns, flops and tables for a deck in which the suits are alike; made once."""
    cards = np.array(sorted(live))
    flops, weights = standing(cards, 3)
    return Ground(patterns_of(cards), flops, weights, deck_of(cards, flops))
