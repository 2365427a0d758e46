"""Compiled loops over boards: five community cards, two cards a player, two the dealer's, all of one standard deck.

A board stands for all that differ from it in the names of suits. For each, every pair of hole cards gets its
strength, one sort puts them in order, and counts for each card tell how many of the dealer's pairs, none of them
sharing a card with the player's, are below, equal and above.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.compiling import compiled
from croupier.analysis.symmetry import suit_permutations
from croupier.analysis.tables import group_numbers, joined, pair_groups, suited

PAIRS = 1326  # of hole cards
PAIRS_LEFT = 1081  # at most, beside a board
TRIPLES = 22_100
STRENGTHS = 7462
# A word in which every six bits in a row are another number, as de Bruijn's sequences have it.
BIT_SPREAD = np.uint64(0x03F79D71B4CB0A89)

Ints = NDArray[np.int64]


class Boards(NamedTuple):
    """Boards up to suits: their cards, how many each stands for, and the number of their ranks."""

    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]
    groups: NDArray[np.int64]


@compiled
def _count_standing(live: Any, size: int, cards: Any, weights: Any) -> int:
    """All sets of so many live cards whose suits are in falling order, and how many each stands for."""
    found = 0
    place = np.arange(size)
    n = len(live)
    suits = np.zeros(4, dtype=np.int64)
    while True:
        suits[:] = 0
        for i in range(size):
            card = live[place[i]]
            suits[card & 3] |= 1 << (card >> 2)
        if suits[0] >= suits[1] and suits[1] >= suits[2] and suits[2] >= suits[3]:
            if len(cards):
                for i in range(size):
                    cards[found, i] = live[place[i]]
                alike = 1  # orders of the suits that change nothing
                run = 1
                for i in range(1, 4):
                    run = run + 1 if suits[i] == suits[i - 1] else 1
                    alike *= run
                weights[found] = 24 // alike
            found += 1
        i = size - 1
        while i >= 0 and place[i] == n - size + i:
            i -= 1
        if i < 0:
            return found
        place[i] += 1
        for j in range(i + 1, size):
            place[j] = place[j - 1] + 1


def standing(live: Ints, size: int) -> tuple[NDArray[np.uint8], Ints]:
    """One set of so many live cards for each class, and how many sets are in the class."""
    count = _count_standing(live, size, np.zeros((0, size), dtype=np.uint8), np.zeros(0, dtype=np.int64))
    cards, weights = np.zeros((count, size), dtype=np.uint8), np.zeros(count, dtype=np.int64)
    _count_standing(live, size, cards, weights)
    return cards, weights


def boards_of(live: Ints) -> Boards:
    """All boards of a deck in which the suits are alike."""
    cards, weights = standing(live, 5)
    return Boards(cards, weights, group_numbers(np.sort(cards.astype(np.int64) >> 2, axis=1)))


@compiled
def triple_number(a: int, b: int, c: int) -> int:
    """The number of three cards in rising order."""
    return a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6


class Deck(NamedTuple):
    """What the loops look up: live cards, strengths, flops and what renaming suits does to pairs."""

    live: NDArray[np.int64]
    joined: NDArray[np.int16]
    suited: NDArray[np.int16]
    pair_groups: NDArray[np.int16]
    flop_numbers: NDArray[np.int16]  # by the number of three cards; -1 where another stands for them
    bit_places: NDArray[np.uint32]  # where the only bit of a word is, by the top of its product with BIT_SPREAD
    renamed: NDArray[np.uint16]  # pairs by permutation of suits; which one by the places of the first three suits


def deck_of(live: Ints, flops: NDArray[np.uint8]) -> Deck:
    """The tables for a deck of these cards, in which the suits are alike."""
    numbers = np.full(TRIPLES, -1, dtype=np.int16)
    for number, cards in enumerate(flops.tolist()):
        numbers[triple_number(*sorted(cards))] = number
    return Deck(live, joined(5, 2), suited(), pair_groups(), numbers, _bit_places(), renamed_pairs())


class Ground(NamedTuple):
    """What is the same for every game that is dealt from these cards."""

    boards: Boards
    flops: NDArray[np.uint8]
    deck: Deck


@cache
def ground(live: tuple[int, ...]) -> Ground:
    """Boards, flops and tables for a deck in which the suits are alike; made once."""
    cards = np.array(sorted(live))
    flops, _ = standing(cards, 3)
    return Ground(boards_of(cards), flops, deck_of(cards, flops))


def _bit_places() -> NDArray[np.uint32]:
    places = np.zeros(64, dtype=np.uint32)
    for place in range(64):
        places[(int(BIT_SPREAD) << place) % (1 << 64) >> 58] = place
    return places


def renamed_pairs() -> NDArray[np.uint16]:
    """What becomes of each pair under each permutation of suits, which is numbered by `permutation_number`."""
    low, high = np.triu_indices(52, 1)
    table = np.zeros((64, PAIRS), dtype=np.uint16)
    for each in suit_permutations():
        a, b = np.minimum(each[low], each[high]), np.maximum(each[low], each[high])
        places = each[:4]
        table[places[0] | places[1] << 2 | places[2] << 4, low + high * (high - 1) // 2] = a + b * (b - 1) // 2
    return table


# ---- one board -----------------------------------------------------------------------------------------

# Beside a board, cards of one rank are alike, but for a suit that can still make a flush: a card's type is its rank,
# and 13 more in that suit. What holds of a pair of types holds of all pairs of such cards.
TYPES = 26
KINDS_OF_PAIR = TYPES * (TYPES + 1) // 2
NONE = np.uint32(KINDS_OF_PAIR)


class Room(NamedTuple):
    """Room for the counts of one board.

    `numbers` and `entries` are by pair of cards: its number among all pairs, and its pair of types. The others are
    by pair of types: its strength, how many pairs of cards it stands for, and how many of the dealer's pairs are below
    it by group, equal to it, and above it by group, in that order in one row.
    """

    numbers: NDArray[np.uint32]
    entries: NDArray[np.uint16]
    strengths: NDArray[np.uint16]
    sizes: NDArray[np.int64]
    counts: NDArray[np.int64]
    heads: NDArray[np.uint32]  # the pairs of types of each strength, while a board is counted


def room(groups: int) -> Room:
    """Room for the counts of one board, with so many groups of the dealer's hands."""
    return Room(
        np.zeros(PAIRS_LEFT, dtype=np.uint32),
        np.zeros(PAIRS_LEFT, dtype=np.uint16),
        np.zeros(KINDS_OF_PAIR, dtype=np.uint16),
        np.zeros(KINDS_OF_PAIR, dtype=np.int64),
        np.zeros((KINDS_OF_PAIR, 2 * groups + 1), dtype=np.int64),
        np.full(STRENGTHS, NONE, dtype=np.uint32),
    )


@compiled
def flush_suit(board: Any) -> int:
    """The suit that three or more of the board are of, or -1."""
    suits = np.zeros(4, dtype=np.int64)
    for card in board:
        suits[card & 3] += 1
    for suit in range(4):
        if suits[suit] >= 3:
            return suit
    return -1


@compiled
def count_board(board: Any, board_group: int, deck: Any, group_of: Any, room: Any) -> Any:
    """Fill the counts of a board, the dealer's strengths being in groups; how many pairs of cards and of types."""
    flush = flush_suit(board)
    taken = np.uint64(0)
    mask = 0  # the ranks of the flush suit on the board
    for card in board:
        taken |= np.uint64(1) << np.uint64(card)
        if card & 3 == flush:
            mask |= 1 << (card >> 2)
    # The cards left, by type.
    cards = np.empty(52, dtype=np.uint32)
    types = np.empty(52, dtype=np.uint32)
    left = np.zeros(TYPES, dtype=np.int64)
    n = np.uint32(0)
    for card in deck.live:
        if not (taken >> np.uint64(card)) & np.uint64(1):
            cards[n] = card
            types[n] = (card >> 2) + (13 if card & 3 == flush else 0)
            left[types[n]] += 1
            n += np.uint32(1)
    # The pairs of types, by strength.
    groups = np.uint32(room.counts.shape[1] // 2)
    entry_of = np.empty((TYPES, TYPES), dtype=np.uint16)
    low_type = np.empty(KINDS_OF_PAIR, dtype=np.uint32)
    high_type = np.empty(KINDS_OF_PAIR, dtype=np.uint32)
    nexts = np.empty(KINDS_OF_PAIR, dtype=np.uint32)
    words = np.zeros(STRENGTHS // 64 + 1, dtype=np.uint64)  # the strengths that occur, as bits
    totals = np.zeros(groups, dtype=np.int64)
    of_type = np.zeros((groups, TYPES), dtype=np.int64)  # pairs that hold a given card of that type
    strengths = deck.joined[board_group]
    entries = np.uint32(0)
    last = np.uint32(TYPES if flush >= 0 else 13)
    for high in range(last):
        if left[high] == 0:
            continue
        bits = mask | (1 << (high - np.uint32(13)) if high >= 13 else 0)
        ranks = deck.pair_groups[high % np.uint32(13)]
        for low in range(high + np.uint32(1)):
            if left[low] == 0 or (low == high and left[low] == 1):
                continue
            strength = strengths[ranks[low % np.uint32(13)]]
            suited = deck.suited[bits | (1 << (low - np.uint32(13)) if low >= 13 else 0)]
            strength = max(strength, suited)
            low_type[entries], high_type[entries] = low, high
            entry_of[low, high] = entry_of[high, low] = entries
            room.strengths[entries] = strength
            rung = np.uint32(strength)
            words[rung >> np.uint32(6)] |= np.uint64(1) << np.uint64(rung & np.uint32(63))
            nexts[entries], room.heads[rung] = room.heads[rung], entries
            group = group_of[rung]
            if low == high:
                room.sizes[entries] = left[low] * (left[low] - 1) // 2
                of_type[group, low] += left[low] - 1
            else:
                room.sizes[entries] = left[low] * left[high]
                of_type[group, low] += left[high]
                of_type[group, high] += left[low]
            totals[group] += room.sizes[entries]
            entries += np.uint32(1)
    # Up the ladder, rung by rung.
    before = np.zeros((groups, TYPES), dtype=np.int64)
    after = np.zeros(TYPES, dtype=np.int64)
    under = np.zeros(groups, dtype=np.int64)
    for word in range(np.uint32(len(words))):
        bits_left = words[word]
        while bits_left:
            lowest = bits_left & (~bits_left + np.uint64(1))
            bits_left ^= lowest
            rung = (word << np.uint32(6)) + deck.bit_places[(lowest * BIT_SPREAD) >> np.uint64(58)]
            alike = 0
            entry = room.heads[rung]
            while entry != NONE:
                low, high = low_type[entry], high_type[entry]
                alike += room.sizes[entry]
                if low == high:
                    after[low] += left[low] - 1
                else:
                    after[low] += left[high]
                    after[high] += left[low]
                entry = nexts[entry]
            own = np.uint32(group_of[rung])
            entry = room.heads[rung]
            while entry != NONE:
                low, high = low_type[entry], high_type[entry]
                row = room.counts[entry]
                tie = alike - after[low] - after[high] + 1
                row[groups] = tie
                for group in range(groups):
                    below = under[group] - before[group, low] - before[group, high]
                    all_of = totals[group] - of_type[group, low] - of_type[group, high]
                    row[group] = below
                    row[groups + np.uint32(1) + group] = all_of - below
                row[groups + np.uint32(1) + own] += 1 - tie
                entry = nexts[entry]
            entry = room.heads[rung]
            while entry != NONE:
                for each in (low_type[entry], high_type[entry]):
                    before[own, each] += after[each]
                    after[each] = 0
                entry = nexts[entry]
            room.heads[rung] = NONE
            under[own] += alike
    pairs = np.uint32(0)
    for j in range(np.uint32(1), n):
        base = cards[j] * (cards[j] - np.uint32(1)) // np.uint32(2)
        of_high = entry_of[types[j]]
        for i in range(j):
            room.numbers[pairs] = base + cards[i]
            room.entries[pairs] = of_high[types[i]]
            pairs += np.uint32(1)
    return pairs, entries


# ---- flops ---------------------------------------------------------------------------------------------


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
    """What paths pay: by path, the player's kind of hand, and a row as `Room.counts` has it.

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
    """What a path is worth with a pair, over all of the dealer's pairs."""
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
