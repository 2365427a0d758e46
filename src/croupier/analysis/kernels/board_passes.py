"""Compiled passes over boards: every deal under a strategy that goes by whole boards.

Each board stands for all that differ from it in the names of suits. Which of its cards came first is told apart only
where a player decides after the flop: a board has ten flops, and each is looked up by the flop that stands for it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import KINDS_OF_PAIR, PAIRS_LEFT, count_board, triple_number
from croupier.analysis.kernels.compiler import compiled


@compiled
def flop_cells(board: Any, deck: Any, numbers: Any, renamings: Any) -> None:
    """For each three cards of a board: the flop that stands for them, and the renaming of suits that leads to it."""
    masks = np.zeros(4, dtype=np.int64)
    places = np.zeros(4, dtype=np.int64)
    three = np.zeros(3, dtype=np.int64)
    found = 0
    for a in range(3):
        for b in range(a + 1, 4):
            for c in range(b + 1, 5):
                masks[:] = 0
                for card in (board[a], board[b], board[c]):
                    masks[card & 3] |= 1 << (card >> 2)
                for suit in range(4):
                    places[suit] = 0
                    for other in range(4):
                        if masks[other] > masks[suit] or (masks[other] == masks[suit] and other < suit):
                            places[suit] += 1
                for i, card in enumerate((board[a], board[b], board[c])):
                    three[i] = (card & ~3) | places[card & 3]
                three.sort()
                numbers[found] = deck.flop_numbers[triple_number(three[0], three[1], three[2])]
                renamings[found] = places[0] | places[1] << 2 | places[2] << 4
                found += 1


class Worth(NamedTuple):
    """The pay table of paths: by path, the player's kind of hand, and a row as `Workspace.counts` has it.

    Paths that commit before the flop come first, then those after it, then those at the end; each lot in the order
    of the money at risk, least first.
    """

    pays: NDArray[np.int64]
    kind_of: NDArray[np.uint32]
    group_of: NDArray[np.uint32]
    before_flop: int
    after_flop: int


@compiled
def path_value(pays: Any, row: Any) -> Any:
    """The value of a path with a pair, over all of the dealer's pairs."""
    total = 0
    for column in range(np.uint32(len(row))):
        total += pays[column] * row[column]
    return total


@compiled
def best_at_end(worth: Any, kind: int, row: Any) -> Any:
    """The best path of those at the end and its worth; of equal ones the first, which risks least (ruling T1)."""
    first = np.uint32(worth.before_flop + worth.after_flop)
    best, taken = path_value(worth.pays[first, kind], row), np.uint32(first)
    for path in range(first + np.uint32(1), np.uint32(len(worth.pays))):
        value = path_value(worth.pays[path, kind], row)
        if value > best:
            best, taken = value, np.uint32(path)
    return taken, best


@compiled
def tally(
    cards: Any,
    weights: Any,
    groups: Any,
    deck: Any,
    worth: Any,
    workspace: Any,
    first: Any,
    second: Any,
    last: Any,
    ways: Any,
) -> None:
    """Count all deals under a strategy: by path, kind, and a row as `Workspace.counts` has it.

    `first` has the path that each pair commits to before the flop, the number of paths standing for waiting;
    `second` by flop has four times the place of the choice after it, waiting being the first; `last` by board has
    the path that each pair ends with, and is empty for the best.
    """
    numbers = np.zeros(10, dtype=np.uint32)
    renamings = np.zeros(10, dtype=np.uint32)
    paths = np.uint32(len(worth.pays))
    early = np.uint32(worth.before_flop)
    taken = np.zeros((KINDS_OF_PAIR, paths + 1), dtype=np.int64)
    flops = np.zeros(PAIRS_LEFT, dtype=np.uint32)  # by choice after the flop, four bits each, waiting first
    for b in range(len(cards)):
        pairs, entries = count_board(cards[b], groups[b], deck, worth.group_of, workspace)
        taken[:entries] = 0
        flop_cells(cards[b], deck, numbers, renamings)
        waiting = np.uint32(0)
        for k in range(pairs):
            if first[workspace.numbers[k]] == paths:
                workspace.numbers[waiting], workspace.entries[waiting] = workspace.numbers[k], workspace.entries[k]
                waiting += np.uint32(1)
            else:
                taken[workspace.entries[k], first[workspace.numbers[k]]] += 10
        flops[:waiting] = 0
        for f in range(np.uint32(10)):
            at_flop = second[numbers[f]]
            renamed = deck.renamed[renamings[f]]
            for k in range(waiting):
                flops[k] += np.uint32(1) << at_flop[renamed[workspace.numbers[k]]]
        for k in range(waiting):
            end = last[b, workspace.numbers[k]] if len(last) else paths
            taken[workspace.entries[k], end] += flops[k] & np.uint32(15)
            for path in range(np.uint32(worth.after_flop)):
                times = flops[k] >> (np.uint32(4) * (path + np.uint32(1))) & np.uint32(15)
                taken[workspace.entries[k], early + path] += times
        for entry in range(entries):
            row = workspace.counts[entry]
            kind = worth.kind_of[workspace.strengths[entry]]
            best, _ = best_at_end(worth, kind, row)
            taken[entry, best] += taken[entry, paths]
            for path in range(paths):
                times = taken[entry, path] * weights[b]
                if times:
                    counted = ways[path, kind]
                    for column in range(np.uint32(len(row))):
                        counted[column] += times * row[column]
