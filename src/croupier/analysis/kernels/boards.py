"""Compiled loops over boards: five community cards, two cards a player, two the dealer's, all of one standard deck.

A board stands for all that differ from it in the names of suits. For each, every pair of hole cards gets its
strength, one sort puts them in order, and counts for each card tell how many of the dealer's pairs, none of them
sharing a card with the player's, are below, equal and above.
"""

from __future__ import annotations

from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import group_numbers, joined, pair_groups, suited
from croupier.analysis.model.symmetry import suit_permutations
from croupier.hands import five

PAIRS = comb(52, 2)  # of hole cards
PAIRS_LEFT = comb(47, 2)  # at most, beside a board
TRIPLES = comb(52, 3)
STRENGTHS = len(five.LADDER)
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
    """The lookup tables of the loops: live cards, strengths, flops, and pairs under renamed suits."""

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


def _bit_places() -> NDArray[np.uint32]:
    places = np.zeros(64, dtype=np.uint32)
    for place in range(64):
        places[(int(BIT_SPREAD) << place) % (1 << 64) >> 58] = place
    return places


def renamed_pairs() -> NDArray[np.uint16]:
    """The image of each pair under each permutation of suits, which is numbered by `permutation_number`."""
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


class Workspace(NamedTuple):
    """Workspace for the counts of one board.

    `numbers` and `entries` are by pair of cards: its number among all pairs, and its pair of types. The others are
    by pair of types: its number among all pairs of types, its strength, how many pairs of cards it stands for, and how
    many of the dealer's pairs are below it by group, equal to it, and above it by group, in that order in one row.
    """

    numbers: NDArray[np.uint32]
    entries: NDArray[np.uint16]
    places: NDArray[np.uint16]
    strengths: NDArray[np.uint16]
    sizes: NDArray[np.int64]
    counts: NDArray[np.int64]
    heads: NDArray[np.uint32]  # the pairs of types of each strength, while a board is counted
    left: NDArray[np.int64]  # the cards of each type beside the board


def workspace(groups: int) -> Workspace:
    """Workspace for the counts of one board, with so many groups of the dealer's hands."""
    return Workspace(
        np.zeros(PAIRS_LEFT, dtype=np.uint32),
        np.zeros(PAIRS_LEFT, dtype=np.uint16),
        np.zeros(KINDS_OF_PAIR, dtype=np.uint16),
        np.zeros(KINDS_OF_PAIR, dtype=np.uint16),
        np.zeros(KINDS_OF_PAIR, dtype=np.int64),
        np.zeros((KINDS_OF_PAIR, 2 * groups + 1), dtype=np.int64),
        np.full(STRENGTHS, NONE, dtype=np.uint32),
        np.zeros(TYPES, dtype=np.int64),
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


class Types(NamedTuple):
    """The types of the cards beside a board, the pairs of types, and how many pairs hold a given card of a type."""

    left: NDArray[np.int64]  # cards of each type
    low: NDArray[np.uint32]
    high: NDArray[np.uint32]
    nexts: NDArray[np.uint32]  # of the same strength
    words: NDArray[np.uint64]  # the strengths that occur, as bits
    totals: NDArray[np.int64]
    holding: NDArray[np.int64]


@compiled
def pair_place(low: int, high: int) -> Any:
    """The number of a pair of types, or of ranks, the lower first."""
    return low + high * (high + 1) // 2


@compiled
def count_board(board: Any, board_group: int, deck: Any, group_of: Any, workspace: Any) -> Any:
    """Fill the counts of a board, the dealer's strengths being in groups; how many pairs of cards and of types."""
    cards, kinds = np.empty(52, dtype=np.uint32), np.empty(52, dtype=np.uint32)
    n = _cards_left(board, flush_suit(board), deck.live, cards, kinds)
    entries = count_types(board, board_group, deck, group_of, workspace)
    entry_of = np.empty(KINDS_OF_PAIR, dtype=np.uint16)
    for entry in range(entries):
        entry_of[workspace.places[entry]] = entry
    return _spread(cards, kinds, n, entry_of, workspace), entries


@compiled
def count_types(board: Any, board_group: int, deck: Any, group_of: Any, workspace: Any) -> Any:
    """Fill the counts of a board by pair of types alone; how many there are."""
    groups = workspace.counts.shape[1] // 2
    cards, kinds = np.empty(52, dtype=np.uint32), np.empty(52, dtype=np.uint32)
    flush = flush_suit(board)
    n = _cards_left(board, flush, deck.live, cards, kinds)
    workspace.left[:] = 0
    for card in range(n):
        workspace.left[kinds[card]] += 1
    types = Types(
        workspace.left,
        np.empty(KINDS_OF_PAIR, dtype=np.uint32),
        np.empty(KINDS_OF_PAIR, dtype=np.uint32),
        np.empty(KINDS_OF_PAIR, dtype=np.uint32),
        np.zeros(STRENGTHS // 64 + 1, dtype=np.uint64),
        np.zeros(groups, dtype=np.int64),
        np.zeros((groups, TYPES), dtype=np.int64),
    )
    entries = _pair_up(board, flush, deck.joined[board_group], deck, group_of, workspace, types)
    _climb(deck.bit_places, group_of, workspace, types)
    return entries


@compiled
def _cards_left(board: Any, flush: int, live: Any, cards: Any, kinds: Any) -> Any:
    """The live cards that are not on the board, with their types."""
    taken = np.uint64(0)
    for card in board:
        taken |= np.uint64(1) << np.uint64(card)
    n = np.uint32(0)
    for card in live:
        if not (taken >> np.uint64(card)) & np.uint64(1):
            cards[n] = card
            kinds[n] = (card >> 2) + (13 if card & 3 == flush else 0)
            n += np.uint32(1)
    return n


@compiled
def _pair_up(board: Any, flush: int, strengths: Any, deck: Any, group_of: Any, workspace: Any, types: Any) -> Any:
    """The pairs of types that there are, each hung on the rung of its strength."""
    left = types.left
    mask = 0  # the ranks of the flush suit on the board
    for card in board:
        if card & 3 == flush:
            mask |= 1 << (card >> 2)
    entries = np.uint32(0)
    for high in range(np.uint32(TYPES if flush >= 0 else 13)):
        if left[high] == 0:
            continue
        bits = mask | (1 << (high - np.uint32(13)) if high >= 13 else 0)
        ranks = deck.pair_groups[high % np.uint32(13)]
        for low in range(high + np.uint32(1)):
            if left[low] == 0 or (low == high and left[low] == 1):
                continue
            suited = deck.suited[bits | (1 << (low - np.uint32(13)) if low >= 13 else 0)]
            rung = np.uint32(max(strengths[ranks[low % np.uint32(13)]], suited))
            types.low[entries], types.high[entries] = low, high
            workspace.places[entries] = pair_place(low, high)
            workspace.strengths[entries] = rung
            types.words[rung >> np.uint32(6)] |= np.uint64(1) << np.uint64(rung & np.uint32(63))
            types.nexts[entries], workspace.heads[rung] = workspace.heads[rung], entries
            group = group_of[rung]
            _hold(types.holding[group], left, low, high)
            pairs = left[low] * (left[low] - 1) // 2 if low == high else left[low] * left[high]
            workspace.sizes[entries] = pairs
            types.totals[group] += pairs
            entries += np.uint32(1)
    return entries


@compiled
def _hold(holding: Any, left: Any, low: int, high: int) -> None:
    """Count the pairs of two types by the cards that they hold: for a given card, those that its partners make."""
    if low == high:
        holding[low] += left[low] - 1
    else:
        holding[low] += left[high]
        holding[high] += left[low]


@compiled
def _climb(bit_places: Any, group_of: Any, workspace: Any, types: Any) -> None:
    """Up the ladder, rung by rung: what is below, equal and above for each pair of types."""
    groups = np.uint32(len(types.totals))
    before = np.zeros((groups, TYPES), dtype=np.int64)
    alike = np.zeros(TYPES, dtype=np.int64)
    under = np.zeros(groups, dtype=np.int64)
    for word in range(np.uint32(len(types.words))):
        bits = types.words[word]
        while bits:
            lowest = bits & (~bits + np.uint64(1))
            bits ^= lowest
            rung = (word << np.uint32(6)) + bit_places[(lowest * BIT_SPREAD) >> np.uint64(58)]
            own = np.uint32(group_of[rung])
            equal = 0
            entry = workspace.heads[rung]
            while entry != NONE:
                equal += workspace.sizes[entry]
                _hold(alike, types.left, types.low[entry], types.high[entry])
                entry = types.nexts[entry]
            entry = workspace.heads[rung]
            while entry != NONE:
                low, high = types.low[entry], types.high[entry]
                row = workspace.counts[entry]
                tie = equal - alike[low] - alike[high] + 1
                row[groups] = tie
                for group in range(groups):
                    below = under[group] - before[group, low] - before[group, high]
                    all_of = types.totals[group] - types.holding[group, low] - types.holding[group, high]
                    row[group] = below
                    row[groups + np.uint32(1) + group] = all_of - below
                row[groups + np.uint32(1) + own] += 1 - tie
                entry = types.nexts[entry]
            entry = workspace.heads[rung]
            while entry != NONE:
                for each in (types.low[entry], types.high[entry]):
                    before[own, each] += alike[each]
                    alike[each] = 0
                entry = types.nexts[entry]
            under[own] += equal
            workspace.heads[rung] = NONE


@compiled
def _spread(cards: Any, kinds: Any, n: int, entry_of: Any, workspace: Any) -> Any:
    """Every pair of cards with its number and its pair of types; how many there are."""
    pairs = np.uint32(0)
    for j in range(np.uint32(1), n):
        base = cards[j] * (cards[j] - np.uint32(1)) // np.uint32(2)
        for i in range(j):
            workspace.numbers[pairs] = base + cards[i]
            workspace.entries[pairs] = entry_of[pair_place(min(kinds[i], kinds[j]), max(kinds[i], kinds[j]))]
            pairs += np.uint32(1)
    return pairs
