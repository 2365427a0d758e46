"""A compiled pass over boards for two seats at once: the sum of the products of what two hands net.

Beside a board and the dealer's pair, two hands may be any two pairs that share no card. The sum of the products of
their values is the square of the sum over all pairs, less the squares of the sums over pairs that hold a given card,
and the squares of the values once more. Values are whole numbers, kept as floating-point ones that hold them exactly.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.analysis.kernels.board_passes import best_at_end, flop_cells
from croupier.analysis.kernels.boards import PAIRS_LEFT, count_board
from croupier.analysis.kernels.compiler import compiled, compiled_for_sums

FLOPS = 10  # in a board
WIDTH = 48  # cards beside a board, and one more, so that rows are whole vectors
MOST = 9e7  # of the sum of all pairs' values: its square is exact


@compiled_for_sums
def _squares(sums: Any, one: Any, other: Any) -> float:
    """The squares of the sums by card, less the values with either of two cards."""
    total = 0.0
    for card in range(WIDTH):
        left = sums[card] - one[card] - other[card]
        total += left * left
    return total


@compiled_for_sums
def _add_up(values: Any, sums: Any, squares: Any) -> None:
    """The sums of values and of their squares by card; the last place is for all pairs."""
    sums[:] = 0.0
    squares[:] = 0.0
    for card in range(WIDTH):
        total, square = 0.0, 0.0
        for other in range(WIDTH):
            total += values[card, other]
            square += values[card, other] * values[card, other]
        sums[card], squares[card] = total, square
        sums[WIDTH] += total / 2  # every pair stands in two rows
        squares[WIDTH] += square / 2


@compiled
def _put(values: Any, sums: Any, squares: Any, i: int, j: int, value: float) -> None:
    """Give a pair of cards its value; the last place of the sums is for all pairs."""
    old = values[i, j]
    if old == value:
        return
    values[i, j] = values[j, i] = value
    more, square = value - old, value * value - old * old
    sums[i] += more
    sums[j] += more
    squares[i] += square
    squares[j] += square
    squares[WIDTH] += square
    sums[WIDTH] += more


@compiled
def _beside_dealers(values: Any, sums: Any, squares: Any, i: int, j: int) -> Any:
    """The products of all two pairs that share no card with each other, nor with the dealer's."""
    mine = values[i, j]
    every = sums[WIDTH] - sums[i] - sums[j] + mine
    by_card = _squares(sums, values[i], values[j])
    by_card -= (sums[i] - mine) * (sums[i] - mine) + (sums[j] - mine) * (sums[j] - mine)
    return np.int64(every * every - by_card + squares[WIDTH] - squares[i] - squares[j] + mine * mine)


@compiled
def products(
    cards: Any,
    groups: Any,
    deck: Any,
    worth: Any,
    workspace: Any,
    first: Any,
    second: Any,
    last: Any,
    pays: Any,
    found: Any,
) -> bool:
    """The products of what two hands net, by board, over all flops and hands; False if a sum could be inexact.

    `pays` has the value by path, kind and a row as `Workspace.counts` has it; the strategy is as `tally` takes it.
    """
    numbers, renamings = np.zeros(FLOPS, dtype=np.uint32), np.zeros(FLOPS, dtype=np.uint32)
    paths = len(worth.pays)
    path_of = np.zeros(PAIRS_LEFT, dtype=np.int64)
    low, high = np.zeros(PAIRS_LEFT, dtype=np.int64), np.zeros(PAIRS_LEFT, dtype=np.int64)
    begins = np.zeros(PAIRS_LEFT, dtype=np.int64)
    members = np.zeros(PAIRS_LEFT, dtype=np.int64)
    side = np.zeros(PAIRS_LEFT, dtype=np.int64)
    middle = pays.shape[2] // 2
    most = np.zeros(pays.shape[:2])
    for path in range(paths):
        for kind in range(pays.shape[1]):
            most[path, kind] = np.abs(pays[path, kind]).max()
    for b in range(len(cards)):
        pairs, entries = count_board(cards[b], groups[b], deck, worth.group_of, workspace)
        flop_cells(cards[b], deck, numbers, renamings)
        order = np.argsort(workspace.strengths[:entries])
        i, j = 0, 1
        for k in range(pairs):
            low[k], high[k] = i, j
            i += 1
            if i == j:
                i, j = 0, j + 1
        _members(pairs, entries, workspace.entries, begins, members)
        for f in range(FLOPS):
            at_flop, renamed = second[numbers[f]], deck.renamed[renamings[f]]
            for k in range(pairs):
                number, entry = workspace.numbers[k], workspace.entries[k]
                path_of[k] = first[number]
                if first[number] == paths:
                    choice = at_flop[renamed[number]] // 4
                    path_of[k] = worth.before_flop + choice - 1
                    if choice == 0 and len(last):
                        path_of[k] = last[b, number]
                    elif choice == 0:
                        kind = worth.kind_of[workspace.strengths[entry]]
                        path_of[k] = best_at_end(worth, kind, workspace.counts[entry])[0]
            values = np.zeros((WIDTH, WIDTH))
            sums, squares = np.zeros(WIDTH + 1), np.zeros(WIDTH + 1)
            side[:entries] = 0
            group = -1
            at = 0
            while at < entries:
                rung = workspace.strengths[order[at]]
                end = at
                while end < entries and workspace.strengths[order[end]] == rung:
                    side[order[end]] = middle
                    end += 1
                if worth.group_of[rung] != group:
                    group = worth.group_of[rung]
                    whole = 0.0
                    for k in range(pairs):
                        entry = workspace.entries[k]
                        column = middle if side[entry] == middle else side[entry] + group
                        kind = worth.kind_of[workspace.strengths[entry]]
                        value = pays[path_of[k], kind, column]
                        values[low[k], high[k]] = values[high[k], low[k]] = value
                        whole += most[path_of[k], kind]
                    if whole > MOST:
                        return False
                    _add_up(values, sums, squares)
                kind = worth.kind_of[rung]
                for place in range(at, end):
                    for m in range(begins[order[place]], begins[order[place] + 1]):
                        k = members[m]
                        _put(values, sums, squares, low[k], high[k], pays[path_of[k], kind, middle])
                for place in range(at, end):
                    for m in range(begins[order[place]], begins[order[place] + 1]):
                        found[b] += _beside_dealers(values, sums, squares, low[members[m]], high[members[m]])
                for place in range(at, end):
                    side[order[place]] = middle + 1
                    for m in range(begins[order[place]], begins[order[place] + 1]):
                        k = members[m]
                        _put(values, sums, squares, low[k], high[k], pays[path_of[k], kind, middle + 1 + group])
                at = end
    return True


@compiled
def _members(pairs: int, entries: int, entry_of: Any, begins: Any, members: Any) -> None:
    """The pairs of cards of each pair of types, in one row; where each begins."""
    begins[: entries + 1] = 0
    for k in range(pairs):
        begins[entry_of[k] + 1] += 1
    for entry in range(entries):
        begins[entry + 1] += begins[entry]
    placed = begins[:entries].copy()
    for k in range(pairs):
        members[placed[entry_of[k]]] = k
        placed[entry_of[k]] += 1
