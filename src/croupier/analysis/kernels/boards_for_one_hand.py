"""Compiled loops over what one player cannot see: the rest of the board, and the dealer's two cards.

`boards` takes all pairs of hole cards at once, over boards up to suits. A player has one pair, and may know of cards
that are dead, so that suits are no longer alike: here every board is gone through as it is.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import best_at_end, path_value
from croupier.analysis.kernels.boards import TRIPLES, flush_suit, triple_number
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import RANKS, joined, pair_groups, suited
from croupier.analysis.model.info_state import InfoState
from croupier.cards import STANDARD

FLOPS = TRIPLES

Cards = NDArray[np.uint32]


class Seen(NamedTuple):
    """An information state as arrays, and the lookup tables of the loops."""

    own: Cards
    unseen: Cards  # in rising order
    community: Cards
    dealer: Cards  # those of the dealer's cards that are known
    of_rank: NDArray[np.int64]  # how many there are of each rank among the unseen and the community cards
    of_suit: NDArray[np.uint32]  # the ranks of each suit among them, as bits
    joined: NDArray[np.int16]
    suited: NDArray[np.int16]
    pair_groups: NDArray[np.uint32]
    choose: NDArray[np.uint32]


def seen_by(info: InfoState) -> Seen:
    """An information state as arrays."""
    unseen = info.unseen(STANDARD)
    around = np.array([*unseen, *info.community], dtype=np.uint32)
    bits = np.uint32(1) << (around >> 2)
    return Seen(
        _sorted(info.own),
        _sorted(unseen),
        _sorted(info.community),
        _sorted(info.dealer),
        of_rank=np.bincount(around >> 2, minlength=RANKS),
        of_suit=np.array([bits[around & 3 == suit].sum() for suit in range(4)], dtype=np.uint32),
        joined=joined(5, 2),
        suited=suited(),
        pair_groups=pair_groups().astype(np.uint32),
        choose=np.array([[comb(n, k) for k in range(6)] for n in range(RANKS + 5)], dtype=np.uint32),
    )


def _sorted(cards: Iterable[int]) -> Cards:
    return np.array(sorted(cards), dtype=np.uint32)


@compiled
def _fill_pools(board: Any, flush: int, mask: Any, seen: Any, pools: Any) -> None:
    """The number of cards of each type, as `boards` has it, that may be the dealer's first card, and the second."""
    left = pools[0]
    free = seen.of_suit[flush] & ~mask if flush >= 0 else np.uint32(0)
    for rank in range(np.uint32(RANKS)):
        suited = free >> rank & np.uint32(1)
        left[rank] = seen.of_rank[rank] - suited
        left[rank + np.uint32(RANKS)] = suited
    for card in board:
        left[card >> np.uint32(2)] -= 1
    pools[1] = left
    for place in range(len(seen.dealer)):
        card = seen.dealer[place]
        pools[place] = 0
        pools[place, (card >> np.uint32(2)) + np.uint32(RANKS if card & np.uint32(3) == flush else 0)] = 1


@compiled
def weigh(board: Any, seen: Any, worth: Any, pools: Any, row: Any) -> Any:
    """Count the dealer's hands that can be, in the order dealt, into a row as `Workspace.counts` has it.

    The board is in rising order. The answer is the kind of the player's hand.
    """
    flush = flush_suit(board)
    mask = np.uint32(0)  # the ranks of the flush suit on the board
    number = np.uint32(0)  # of the ranks of the board
    for place in range(np.uint32(5)):
        rank = board[place] >> np.uint32(2)
        number += seen.choose[rank + place, place + np.uint32(1)]
        if board[place] & np.uint32(3) == flush:
            mask |= np.uint32(1) << rank
    _fill_pools(board, flush, mask, seen, pools)
    strengths = seen.joined[number]
    mine = mask
    for card in seen.own:
        if card & np.uint32(3) == flush:
            mine |= np.uint32(1) << (card >> np.uint32(2))
    ranks = seen.pair_groups[seen.own[0] >> np.uint32(2), seen.own[1] >> np.uint32(2)]
    own = max(strengths[ranks], seen.suited[mine])
    groups = np.uint32(len(row) // 2)
    row[:] = 0
    from_one = 1 if len(seen.dealer) == 0 else 0  # both cards come from the same ones
    first, second = pools[0], pools[1]
    for high in range(np.uint32(2 * RANKS if flush >= 0 else RANKS)):
        if first[high] == 0 and second[high] == 0:
            continue
        bits = mask | (np.uint32(1) << (high - np.uint32(RANKS)) if high >= RANKS else np.uint32(0))
        of_high = seen.pair_groups[high % np.uint32(RANKS)]
        for low in range(high + np.uint32(1)):
            if low == high:
                ways = first[low] * (second[low] - from_one)
            else:
                ways = first[low] * second[high] + first[high] * second[low]
            if ways == 0:
                continue
            both = bits | (np.uint32(1) << (low - np.uint32(RANKS)) if low >= RANKS else np.uint32(0))
            strength = max(strengths[of_high[low % np.uint32(RANKS)]], seen.suited[both])
            if strength == own:
                row[groups] += ways
            elif strength < own:
                row[worth.group_of[np.uint32(strength)]] += ways
            else:
                row[groups + np.uint32(1) + worth.group_of[np.uint32(strength)]] += ways
    return worth.kind_of[np.uint32(own)]


@compiled
def at_the_end(seen: Any, worth: Any, totals: Any) -> None:
    """The value of every path on a board, over all of the dealer's hands."""
    pools = np.zeros((2, 2 * RANKS), dtype=np.int64)
    row = np.zeros(worth.pays.shape[2], dtype=np.int64)
    kind = weigh(seen.community, seen, worth, pools, row)
    for path in range(len(totals)):
        totals[path] = path_value(worth.pays[path, kind], row)


@compiled
def after_the_flop(seen: Any, worth: Any, totals: Any) -> None:
    """The values of the early paths with a flop, and of waiting for the end, over all that can come."""
    pools = np.zeros((2, 2 * RANKS), dtype=np.int64)
    row = np.zeros(worth.pays.shape[2], dtype=np.int64)
    board = np.zeros(5, dtype=np.uint32)
    early = worth.before_flop + worth.after_flop
    for j in range(1, len(seen.unseen)):
        for i in range(j):
            board[:3] = seen.community
            board[3], board[4] = seen.unseen[i], seen.unseen[j]
            board.sort()
            kind = weigh(board, seen, worth, pools, row)
            for path in range(early):
                totals[path] += path_value(worth.pays[path, kind], row)
            totals[early] += best_at_end(worth, kind, row)[1]


@compiled
def before_the_flop(lowest: int, seen: Any, worth: Any, totals: Any) -> None:
    """The values before the flop, by flop, over the boards whose lowest card is the one at this place of the unseen."""
    pools = np.zeros((2, 2 * RANKS), dtype=np.int64)
    row = np.zeros(worth.pays.shape[2], dtype=np.int64)
    board = np.zeros(5, dtype=np.uint32)
    early = worth.before_flop + worth.after_flop
    values = np.zeros(early + 1, dtype=np.int64)
    cards = seen.unseen
    board[0] = cards[lowest]
    for b in range(lowest + 1, len(cards)):
        board[1] = cards[b]
        for c in range(b + 1, len(cards)):
            board[2] = cards[c]
            for d in range(c + 1, len(cards)):
                board[3] = cards[d]
                for e in range(d + 1, len(cards)):
                    board[4] = cards[e]
                    kind = weigh(board, seen, worth, pools, row)
                    for path in range(early):
                        values[path] = path_value(worth.pays[path, kind], row)
                    values[early] = best_at_end(worth, kind, row)[1]
                    _add_to_flops(board, values, totals)


@compiled
def _add_to_flops(board: Any, values: Any, totals: Any) -> None:
    """A board is what comes of ten flops."""
    for i in range(3):
        for j in range(i + 1, 4):
            for k in range(j + 1, 5):
                flop = totals[triple_number(board[i], board[j], board[k])]
                for path in range(len(values)):
                    flop[path] += values[path]


@compiled
def count_boards(known: Any, seen: Any, worth: Any, counts: Any, boards: Any, dealers: Any) -> None:
    """The dealer's hands, in the order dealt, by the community cards known, kind and column, whatever else comes.

    `boards` and `dealers` get an example for each kind and column.
    """
    pools = np.zeros((2, 2 * RANKS), dtype=np.int64)
    row = np.zeros(counts.shape[2], dtype=np.int64)
    board = np.zeros(5, dtype=np.uint32)
    left = np.zeros(len(seen.unseen), dtype=np.uint32)
    size = known.shape[1]
    place = np.zeros(5 - size, dtype=np.int64)
    for each in range(len(known)):
        n = _rest_of(seen.unseen, known[each], left)
        for i in range(len(place)):
            place[i] = i
        more = True
        while more:
            board[:size] = known[each]
            for i in range(len(place)):
                board[size + i] = left[place[i]]
            board.sort()
            kind = weigh(board, seen, worth, pools, row)
            for column in range(len(row)):
                if row[column] and boards[kind, column, 0] == boards[kind, column, 1]:
                    boards[kind, column] = board
                    _find_dealer(board, seen, worth, column, len(row) // 2, dealers[kind, column])
                counts[each, kind, column] += row[column]
            more = _next_set(place, n)


@compiled
def _rest_of(cards: Any, gone: Any, left: Any) -> Any:
    """The cards that are not gone; how many there are."""
    n = 0
    for card in cards:
        free = True
        for each in gone:
            free &= each != card
        if free:
            left[n] = card
            n += 1
    return n


@compiled
def _next_set(place: Any, n: int) -> bool:
    """Go on to the next set of places among so many; False after the last."""
    size = len(place)
    i = size - 1
    while i >= 0 and place[i] == n - size + i:
        i -= 1
    if i < 0:
        return False
    place[i] += 1
    for j in range(i + 1, size):
        place[j] = place[j - 1] + 1
    return True


@compiled
def _find_dealer(board: Any, seen: Any, worth: Any, column: int, groups: int, found: Any) -> None:
    """A hand of the dealer's that stands in a column on a board in rising order."""
    flush = flush_suit(board)
    mask, number = np.uint32(0), np.uint32(0)
    for place in range(np.uint32(5)):
        rank = board[place] >> np.uint32(2)
        number += seen.choose[rank + place, place + np.uint32(1)]
        if board[place] & np.uint32(3) == flush:
            mask |= np.uint32(1) << rank
    own = _strength(seen.own[0], seen.own[1], seen, number, flush, mask)
    for j in range(len(seen.unseen) + len(seen.dealer)):
        high = seen.dealer[j - len(seen.unseen)] if j >= len(seen.unseen) else seen.unseen[j]
        for i in range(j):
            low = seen.dealer[i - len(seen.unseen)] if i >= len(seen.unseen) else seen.unseen[i]
            known = (j >= len(seen.unseen)) + (i >= len(seen.unseen))
            if known != len(seen.dealer) or (board == low).any() or (board == high).any():
                continue
            strength = _strength(low, high, seen, number, flush, mask)
            group = worth.group_of[np.uint32(strength)]
            at = groups if strength == own else group if strength < own else groups + 1 + group
            if at == column:
                found[0], found[1] = low, high
                return


@compiled
def _strength(low: int, high: int, seen: Any, number: int, flush: int, mask: Any) -> Any:
    """The strength of two cards on a board."""
    suited = mask
    for card in (low, high):
        if card & np.uint32(3) == flush:
            suited |= np.uint32(1) << (card >> np.uint32(2))
    ranks = seen.pair_groups[low >> np.uint32(2), high >> np.uint32(2)]
    return max(seen.joined[number, ranks], seen.suited[suited])
