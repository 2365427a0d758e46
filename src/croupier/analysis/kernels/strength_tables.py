"""Strengths of five-card hands as arrays, for compiled loops. Every number comes from `hands.five`, asked once.

Without a flush a strength depends on ranks alone, and a hand is two groups of cards: a board and hole cards, or
three cards and two. A group of ranks has a number of its own, whatever the order of its cards.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement
from math import comb

import numpy as np
from numpy.typing import NDArray

from croupier.hands import five

RANKS = 13
SUITS = 4

Strengths = NDArray[np.int16]


def groups(size: int) -> NDArray[np.int64]:
    """All groups of so many ranks, a row each, in rising order."""
    return np.array(list(combinations_with_replacement(range(RANKS), size)), dtype=np.int64)


def group_numbers(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of each group, a row of ranks in rising order: its place when the last rank counts first."""
    choose = np.array([[comb(n, k) for k in range(9)] for n in range(RANKS + 8)])
    numbers: NDArray[np.int64] = np.sum([choose[column + n, n + 1] for n, column in enumerate(ranks.T)], axis=0)
    return numbers


def _five_apart() -> Strengths:
    """The strength of five cards that are no flush, by the number of their ranks; -1 for five alike."""
    every = groups(5)
    strengths = np.full(len(every), -1, dtype=np.int16)
    for ranks, number in zip(every.tolist(), group_numbers(every).tolist(), strict=True):
        if ranks[0] != ranks[-1]:
            # Cards alike in rank lie side by side, so that suits dealt in turn repeat no card and make no flush.
            strengths[number] = five.strength([rank * SUITS + place % SUITS for place, rank in enumerate(ranks)])
    return strengths


@cache
def best_apart(size: int) -> Strengths:
    """The best five of so many cards, no flush among them, by the number of their ranks."""
    five_apart = _five_apart()
    every = groups(size)
    best = np.full(len(every), -1, dtype=np.int16)
    for places in combinations(range(size), 5):
        np.maximum(best, five_apart[group_numbers(every[:, places])], out=best)
    table = np.empty_like(best)
    table[group_numbers(every)] = best
    return table


@cache
def joined(first: int, second: int) -> Strengths:
    """The best five of two groups of so many cards, no flush among them; rows and columns by their numbers.

    Where more than four cards would be alike the entry means nothing, and is never looked up.
    """
    left, right = groups(first), groups(second)
    both = np.concatenate([np.repeat(left, len(right), axis=0), np.tile(right, (len(left), 1))], axis=1)
    both.sort(axis=1)
    table = np.empty((len(left), len(right)), dtype=np.int16)
    rows, columns = np.repeat(group_numbers(left), len(right)), np.tile(group_numbers(right), len(left))
    table[rows, columns] = best_apart(first + second)[group_numbers(both)]
    return table


@cache
def suited() -> Strengths:
    """The strength of five to seven cards of one suit, by the set of their ranks as bits; -1 for fewer."""
    table = np.full(1 << RANKS, -1, dtype=np.int16)
    for ranks in combinations(range(RANKS), 5):
        table[sum(1 << rank for rank in ranks)] = five.strength([rank * SUITS for rank in ranks])
    for size in (6, 7):
        for more in combinations(range(RANKS), size):
            mask = sum(1 << rank for rank in more)
            table[mask] = max(int(table[mask ^ 1 << rank]) for rank in more)
    return table


@cache
def pair_groups() -> NDArray[np.int16]:
    """The number of the group that two ranks make, in either order."""
    table = np.zeros((RANKS, RANKS), dtype=np.int16)
    for low, high in combinations_with_replacement(range(RANKS), 2):
        table[low, high] = table[high, low] = low + comb(high + 1, 2)
    return table


@cache
def triple_groups() -> NDArray[np.int16]:
    """The number of the group that three ranks make, in any order."""
    table = np.zeros((RANKS, RANKS, RANKS), dtype=np.int16)
    for index in np.ndindex(RANKS, RANKS, RANKS):
        low, middle, high = sorted(index)
        table[index] = low + comb(middle + 1, 2) + comb(high + 2, 3)
    return table
