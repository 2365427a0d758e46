"""Compiled passes over boards: what it is worth to commit or to wait, every deal under a strategy, every strength.

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
    """The pay table of paths: by path, the player's kind of hand, and a row as `Room.counts` has it.

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
def gather(cards: Any, weights: Any, groups: Any, deck: Any, worth: Any, room: Any, committed: Any, gains: Any) -> None:
    """Add up over boards: what paths that commit early are worth by pair, and what waiting gains by flop and pair."""
    numbers = np.zeros(10, dtype=np.uint32)
    renamings = np.zeros(10, dtype=np.uint32)
    early = np.uint32(worth.before_flop + worth.after_flop)
    values = np.zeros((early, KINDS_OF_PAIR), dtype=np.int64)
    best = np.zeros(KINDS_OF_PAIR, dtype=np.int64)
    gained = np.zeros(PAIRS_LEFT, dtype=np.int64)
    for b in range(len(cards)):
        pairs, entries = count_board(cards[b], groups[b], deck, worth.group_of, room)
        for entry in range(entries):
            row = room.counts[entry]
            kind = worth.kind_of[room.strengths[entry]]
            best[entry] = best_at_end(worth, kind, row)[1] * weights[b]
            for path in range(early):
                values[path, entry] = path_value(worth.pays[path, kind], row) * weights[b]
        flop_cells(cards[b], deck, numbers, renamings)
        for path in range(early):
            worths = values[path]
            total = committed[path]
            for k in range(pairs):
                total[room.numbers[k]] += worths[room.entries[k]]
            if path < worth.before_flop:
                continue
            for k in range(pairs):
                gained[k] = best[room.entries[k]] - worths[room.entries[k]]
            for f in range(np.uint32(10)):
                cell = gains[path - np.uint32(worth.before_flop), numbers[f]]
                renamed = deck.renamed[renamings[f]]
                for k in range(pairs):
                    cell[renamed[room.numbers[k]]] += gained[k]


@compiled
def tally(
    cards: Any,
    weights: Any,
    groups: Any,
    deck: Any,
    worth: Any,
    room: Any,
    first: Any,
    second: Any,
    last: Any,
    ways: Any,
) -> None:
    """Count all deals under a strategy: by path, kind, and a row as `Room.counts` has it.

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
        pairs, entries = count_board(cards[b], groups[b], deck, worth.group_of, room)
        taken[:entries] = 0
        flop_cells(cards[b], deck, numbers, renamings)
        waiting = np.uint32(0)
        for k in range(pairs):
            if first[room.numbers[k]] == paths:
                room.numbers[waiting], room.entries[waiting] = room.numbers[k], room.entries[k]
                waiting += np.uint32(1)
            else:
                taken[room.entries[k], first[room.numbers[k]]] += 10
        flops[:waiting] = 0
        for f in range(np.uint32(10)):
            at_flop = second[numbers[f]]
            renamed = deck.renamed[renamings[f]]
            for k in range(waiting):
                flops[k] += np.uint32(1) << at_flop[renamed[room.numbers[k]]]
        for k in range(waiting):
            end = last[b, room.numbers[k]] if len(last) else paths
            taken[room.entries[k], end] += flops[k] & np.uint32(15)
            for path in range(np.uint32(worth.after_flop)):
                times = flops[k] >> (np.uint32(4) * (path + np.uint32(1))) & np.uint32(15)
                taken[room.entries[k], early + path] += times
        for entry in range(entries):
            row = room.counts[entry]
            kind = worth.kind_of[room.strengths[entry]]
            best, _ = best_at_end(worth, kind, row)
            taken[entry, best] += taken[entry, paths]
            for path in range(paths):
                times = taken[entry, path] * weights[b]
                if times:
                    counted = ways[path, kind]
                    for column in range(np.uint32(len(row))):
                        counted[column] += times * row[column]


@compiled
def count_strengths(
    cards: Any, weights: Any, groups: Any, deck: Any, alike: Any, room: Any, counts: Any, found: Any
) -> None:
    """Count the strengths of all pairs with all boards, and keep a pair and a board of each."""
    for b in range(len(cards)):
        _, entries = count_board(cards[b], groups[b], deck, alike, room)
        for entry in range(entries):
            strength = room.strengths[entry]
            if counts[strength] == 0:
                k = 0
                while room.entries[k] != entry:
                    k += 1
                high = 1
                while high * (high + 1) // 2 <= room.numbers[k]:
                    high += 1
                found[strength, 0] = room.numbers[k] - high * (high - 1) // 2
                found[strength, 1] = high
                for i in range(5):
                    found[strength, 2 + i] = cards[b, i]
            counts[strength] += weights[b] * room.sizes[entry]
