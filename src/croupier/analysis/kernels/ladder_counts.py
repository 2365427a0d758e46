"""Compiled loops up the ladder of strengths: the dealer's hands below a player's, counted for all players' hands.

The dealer's hands are added in the order of strength to counts by subset of their cards. What a player's hand leaves of
them is inclusion and exclusion over its cards. Subsets that differ in the names of suits are one: a set is its four
suits as bit sets of ranks, in falling order, and hands are added by their classes.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, pairwise, product
from math import comb, factorial, prod
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import RANKS, SUITS

MOST_CARDS = 6
ORDERS = factorial(SUITS)
_BITS = 11  # of the place of a suit among those with as many cards
_PLACE = (1 << _BITS) - 1


class Numbers(NamedTuple):
    """The numbers of sets up to suits: by the codes of the suits, and where the sets of each distribution begin."""

    codes: NDArray[np.int64]  # of a suit: the cards in it, then its place among those with as many
    begins: NDArray[np.int64]  # by the cards in each suit
    choose: NDArray[np.int64]  # suits with so many cards
    size: int


@cache
def numbers() -> Numbers:
    """The numbers of all sets of up to six cards."""
    codes, found = np.zeros(1 << RANKS, dtype=np.int64), [0] * (RANKS + 1)
    for mask in range(1 << RANKS):
        cards = mask.bit_count()
        codes[mask] = cards << _BITS | found[cards] if cards <= MOST_CARDS else 0
        found[cards] += 1
    begins, size = np.full((MOST_CARDS + 1,) * SUITS, -1, dtype=np.int64), 0
    for spread in product(range(MOST_CARDS + 1), repeat=SUITS):
        if sum(spread) <= MOST_CARDS and all(more >= less for more, less in pairwise(spread)):
            begins[spread] = size
            size += prod(comb(RANKS, each) for each in spread)
    return Numbers(codes, begins, np.array([comb(RANKS, each) for each in range(MOST_CARDS + 1)]), size)


@compiled
def _number(a: int, b: int, c: int, d: int, table: Any) -> Any:
    """The number of a set by the codes of its suits, and how many orders of suits leave it as it is."""
    if a < b:
        a, b = b, a
    if c < d:
        c, d = d, c
    if a < c:
        a, c = c, a
    if b < d:
        b, d = d, b
    if b < c:
        b, c = c, b
    begin = table.begins[a >> _BITS, b >> _BITS, c >> _BITS, d >> _BITS]
    place = a & _PLACE
    place = place * table.choose[b >> _BITS] + (b & _PLACE)
    place = place * table.choose[c >> _BITS] + (c & _PLACE)
    place = place * table.choose[d >> _BITS] + (d & _PLACE)
    alike, run = 1, 1
    run = run + 1 if a == b else 1
    alike *= run
    run = run + 1 if b == c else 1
    alike *= run
    run = run + 1 if c == d else 1
    alike *= run
    return begin + place, alike


@compiled
def _subsets(cards: Any, suits: Any) -> None:
    """The suits of every subset of some cards, as bit sets of ranks."""
    for subset in range(1, 1 << len(cards)):
        lowest = 0
        while not subset >> lowest & 1:
            lowest += 1
        for suit in range(4):
            suits[subset, suit] = suits[subset & (subset - 1), suit]
        suits[subset, cards[lowest] & 3] |= 1 << (cards[lowest] >> 2)


@compiled
def number_hands(hands: Any, table: Any, found: Any) -> None:
    """The number of each hand, a row of cards each."""
    suits = np.zeros(4, dtype=np.int64)
    for place in range(len(hands)):
        suits[:] = 0
        for card in hands[place]:
            suits[card & 3] |= 1 << (card >> 2)
        codes = table.codes
        found[place], _ = _number(codes[suits[0]], codes[suits[1]], codes[suits[2]], codes[suits[3]], table)


@compiled
def best_of(hands: Any, size: int, strengths: Any, table: Any, found: Any) -> None:
    """The best of each hand's sets of so many cards, whose strengths are given by number."""
    suits = np.zeros((1 << hands.shape[1], 4), dtype=np.int64)
    of_size = np.zeros(len(suits), dtype=np.int64)
    for subset in range(1, len(suits)):
        of_size[subset] = of_size[subset & (subset - 1)] + 1
    for place in range(len(hands)):
        _subsets(hands[place], suits)
        best = -1
        for subset in range(len(suits)):
            if of_size[subset] == size:
                row, codes = suits[subset], table.codes
                number, _ = _number(codes[row[0]], codes[row[1]], codes[row[2]], codes[row[3]], table)
                best = max(best, strengths[number])
        found[place] = best


@compiled
def add_hands(hands: Any, weights: Any, groups: Any, table: Any, sums: Any) -> None:
    """Add hands of the dealer's, each with its weight and group, to the sums by group and subset of cards.

    A sum is that of one subset times the orders of suits, so that it is whole for each that it stands for.
    """
    suits = np.zeros((1 << hands.shape[1], 4), dtype=np.int64)
    codes = table.codes
    for place in range(len(hands)):
        _subsets(hands[place], suits)
        counts = sums[groups[place]]
        for subset in range(len(suits)):
            row = suits[subset]
            number, alike = _number(codes[row[0]], codes[row[1]], codes[row[2]], codes[row[3]], table)
            counts[number] += weights[place] * alike


@compiled
def _left(suits: Any, signs: Any, seen: Any, table: Any, sums: Any) -> Any:
    """The hands added that hold the card seen and none of the cards whose subsets these are."""
    codes, total = table.codes, 0
    for subset in range(len(suits)):
        row = suits[subset]
        a, b = codes[row[0] | seen[0]], codes[row[1] | seen[1]]
        c, d = codes[row[2] | seen[2]], codes[row[3] | seen[3]]
        if (a >> _BITS) + (b >> _BITS) + (c >> _BITS) + (d >> _BITS) <= MOST_CARDS:
            total += signs[subset] * sums[_number(a, b, c, d, table)[0]]
    return total // ORDERS


@compiled
def read_hands(hands: Any, live: Any, shown: int, table: Any, sums: Any, found: Any) -> None:
    """The dealer's hands that were added, beside each hand: by hand, the dealer's cards seen (none or one), and group.

    Hands are rows of cards; the dealer's card is any live one that the hand has not, in rising order.
    """
    suits, seen = np.zeros((1 << hands.shape[1], 4), dtype=np.int64), np.zeros(4, dtype=np.int64)
    signs = np.ones(len(suits), dtype=np.int64)
    for subset in range(1, len(signs)):
        signs[subset] = -signs[subset & (subset - 1)]
    for place in range(len(hands)):
        _subsets(hands[place], suits)
        every, at = suits[len(suits) - 1], 0
        for card in live:
            if every[card & 3] >> (card >> 2) & 1 or (at and not shown):
                continue
            seen[:] = 0
            if shown:
                seen[card & 3] = 1 << (card >> 2)
            for group in range(len(sums)):
                found[place, at, group] = _left(suits, signs, seen, table, sums[group])
            at += 1


@compiled
def hold_hands(hands: Any, table: Any, sums: Any, found: Any) -> None:
    """The hands added that hold some cards of a hand and none of its others: by hand, subset of it, and group."""
    suits = np.zeros((1 << hands.shape[1], 4), dtype=np.int64)
    numbered = np.zeros(len(suits), dtype=np.int64)
    codes = table.codes
    for place in range(len(hands)):
        _subsets(hands[place], suits)
        for subset in range(len(suits)):
            row = suits[subset]
            numbered[subset] = _number(codes[row[0]], codes[row[1]], codes[row[2]], codes[row[3]], table)[0]
        for group in range(len(sums)):
            for subset in range(len(suits)):
                found[place, subset, group] = sums[group, numbered[subset]] // ORDERS
            for card in range(hands.shape[1]):
                for subset in range(len(suits)):
                    if not subset >> card & 1:
                        found[place, subset, group] -= found[place, subset | 1 << card, group]


@compiled
def draw_hands(
    cards: Any, mine: Any, size: int, choose: Any, strengths: Any, kinds: Any, counts: Any, hands: Any
) -> None:
    """All hands of so many of these cards, by the subset of one's own cards in them, and kind; and one of each kind.

    `mine` has the bit of each card that is one's own, and zero for others; `strengths` are by place of a hand.
    """
    chosen = np.arange(size)
    going = True
    while going:
        place, subset = 0, 0
        for i in range(size - 1):
            place += choose[cards[chosen[i]], i + 1]
            subset |= mine[chosen[i]]
        for at in range(chosen[size - 2] + 1 if size > 1 else 0, len(cards)):
            kind = kinds[strengths[place + choose[cards[at], size]]]
            if hands[kind, 0] < 0:
                for i in range(size - 1):
                    hands[kind, i] = cards[chosen[i]]
                hands[kind, size - 1] = cards[at]
            counts[subset | mine[at], kind] += 1
        going = _next(chosen[: size - 1], len(cards))


# ---- one hand ------------------------------------------------------------------------------------------


@compiled
def fill_strengths(size: int, strengths: Any, table: Any, found: Any) -> None:
    """The strength of every set of so many cards of the deck, by its place when the last card counts first."""
    cards = np.arange(size)
    suits = np.zeros(4, dtype=np.int64)
    codes = table.codes
    for place in range(len(found)):
        suits[:] = 0
        for card in cards:
            suits[card & 3] |= 1 << (card >> 2)
        number, _ = _number(codes[suits[0]], codes[suits[1]], codes[suits[2]], codes[suits[3]], table)
        found[place] = strengths[number]
        i = 0
        while i + 1 < size and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1


class Sets(NamedTuple):
    """The sets that a hand is the best of: those of the cards before the last, and those that the last completes."""

    before: NDArray[np.int64]  # places among the cards, a row for each set
    completed: NDArray[np.int64]  # without the last card
    choose: NDArray[np.int64]  # sets of so many of the cards below a card


def sets_of_hand(cards: int, size: int) -> Sets:
    """The sets of so many cards in a hand."""
    places = range(cards - 1)
    before = np.array(list(combinations(places, size)), dtype=np.int64).reshape(-1, size)
    completed = np.array(list(combinations(places, size - 1)), dtype=np.int64).reshape(-1, size - 1)
    choose = [[comb(card, each) for each in range(size + 1)] for card in range(RANKS * SUITS)]
    return Sets(before, completed, np.array(choose))


@compiled
def _place(cards: Any, hand: Any, sets: Any, beyond: int, found: Any, last: Any) -> None:
    """For each set that one more card completes: its place without that card's share, and which share that is.

    The card is below all cards of the hand from `beyond` on, which therefore count for one place more.
    """
    for way in range(len(cards)):
        place, at = 0, 0
        for i in range(cards.shape[1]):
            above = cards[way, i] >= beyond
            at += not above
            place += sets.choose[hand[cards[way, i]], i + 1 + above]
        found[way], last[way] = place, at + 1


@compiled
def _merge(unseen: Any, chosen: Any, seen: Any, hand: Any) -> None:
    """Put the cards chosen and those seen together, in rising order."""
    i, j = 0, 0
    for k in range(len(hand)):
        if j == len(seen) or (i < len(chosen) and unseen[chosen[i]] < seen[j]):
            hand[k] = unseen[chosen[i]]
            i += 1
        else:
            hand[k] = seen[j]
            j += 1


@compiled
def _best_before(hand: Any, sets: Any, strengths: Any) -> Any:
    """The best set of the cards before the last; -1 where they are too few."""
    best = -1
    for way in range(len(sets.before)):
        place = 0
        for i in range(sets.before.shape[1]):
            place += sets.choose[hand[sets.before[way, i]], i + 1]
        best = max(best, strengths[place])
    return best


@compiled
def _next(chosen: Any, of: int) -> bool:
    """Step to the next places for all cards but the last; False after the last of them."""
    i = len(chosen) - 1
    while i >= 0 and chosen[i] == of - len(chosen) - 1 + i:
        i -= 1
    if i < 0:
        return False
    chosen[i] += 1
    for k in range(i + 1, len(chosen)):
        chosen[k] = chosen[k - 1] + 1
    return True


@compiled
def look(
    unseen: Any, seen: Any, more: int, sets: Any, strengths: Any, own: int, kinds: Any, counts: Any, hands: Any
) -> None:
    """The dealer's hands that can be, by their being below, equal or above, and kind; and one hand of each.

    So many unseen cards, one at least, come to those seen, all in rising order; `strengths` are by place of a set.
    """
    have = len(seen) + more - 1
    hand = np.zeros(have, dtype=np.int64)
    chosen = np.arange(more - 1)
    found, last = np.zeros(len(sets.completed), dtype=np.int64), np.zeros(len(sets.completed), dtype=np.int64)
    going = True
    while going:
        _merge(unseen, chosen, seen, hand)
        before, beyond = _best_before(hand, sets, strengths), -1
        for at in range(chosen[more - 2] + 1 if more > 1 else 0, len(unseen)):
            card, higher = unseen[at], have
            while higher > 0 and hand[higher - 1] > card:
                higher -= 1
            if higher != beyond:
                beyond = higher
                _place(sets.completed, hand, sets, beyond, found, last)
            best = before
            for way in range(len(found)):
                best = max(best, strengths[found[way] + sets.choose[card, last[way]]])
            side, kind = (best > own) - (best < own) + 1, kinds[best]
            if counts[side, kind] == 0:
                hands[side, kind, :have] = hand
                hands[side, kind, have] = card
            counts[side, kind] += 1
        going = _next(chosen, len(unseen))
