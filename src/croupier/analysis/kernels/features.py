"""The features that conditions look at, compiled: numbers of a player's cards and the cards on the table.

A set of cards is a word with a bit for each card, thirteen to a suit, so that every feature is a few steps on bits
whatever the number of cards. A condition asks whether a feature lies between two bounds.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled
from croupier.hands.five import ACE, Category
from croupier.hands.ranking import HandClass

RANKS = 13
SUIT = (1 << RANKS) - 1
CARDS = 52
TEN = 8
NONE = 99  # a spread that no cards have

# The features, and which cards they are of.
MADE, HIDDEN, RANK, SUITED, FLUSH, FLUSH_RANK, ROYAL, STRAIGHT, STRAIGHT_FLUSH, FILLS, OUTS = range(11)
# Those that are not of these cards: a choice that is open, and the rank of the dealer's card that is seen.
ALLOWED, DEALER, MATCHED = range(11, 14)
KNOWN, IN_HAND, ON_BOARD = range(3)

# Given by a game that leaves the ranking to us, allows everything, and shows no card of the dealer's.
NOTHING = (-1, -1, -1)

BITS = tuple(1 << (card & 3) * RANKS + (card >> 2) for card in range(CARDS))
_BITS = np.array(BITS, dtype=np.int64)


class Check(NamedTuple):
    """A feature with its number (four to a flush), of which cards, and the bounds that it must lie between."""

    feature: int
    number: int
    scope: int
    low: int
    high: int


class Rules(NamedTuple):
    """Conditions for the compiled loops: the checks of all in a row, and where each condition's begin."""

    checks: NDArray[np.int64]
    starts: NDArray[np.int64]


def packed(conditions: Iterable[Iterable[Check]]) -> Rules:
    """Conditions as the loops take them; the last check of one is followed by the first of the next."""
    rows = [list(condition) for condition in conditions]
    checks = np.array([check for row in rows for check in row], dtype=np.int64).reshape(-1, len(Check._fields))
    return Rules(checks, np.cumsum([0, *map(len, rows)]))


def bits(cards: Iterable[int]) -> int:
    """A set of cards of the standard deck as a word."""
    return sum(BITS[card] for card in cards)


def code(hand: HandClass[Category]) -> int:
    """A class of five-card hands as `made` gives it: the category, then the ranks, four bits each."""
    return sum(rank << 4 * (4 - place) for place, rank in enumerate(hand.ranks)) + (hand.category << 20)


# ---- tables by the set of ranks of a suit --------------------------------------------------------------

_ALL = np.arange(SUIT + 1)
_ROWS = _ALL << 1 | _ALL >> ACE  # an ace stands below the two as well
_SIZE = np.bitwise_count(_ALL).astype(np.int64)
_TOP = np.array([int(ranks).bit_length() - 1 for ranks in _ALL])


def _straight_tops() -> NDArray[np.int64]:
    """The top of the highest straight, or -1."""
    tops = np.full(len(_ALL), -1)
    for top in range(3, RANKS):
        tops[_ROWS >> top - 3 & 31 == 31] = top
    return tops


def _spreads() -> NDArray[np.int64]:
    """The fewest ranks in a row that hold so many cards; NONE if in more than five."""
    spreads = np.full((len(_ALL), 6), NONE)
    for size in range(5, 0, -1):
        for low in range(RANKS + 2 - size):
            inside = np.bitwise_count(_ROWS >> low & (1 << size) - 1)
            spreads[inside[:, None] >= np.arange(6)] = size
    return spreads


_STRAIGHT_TOP = _straight_tops()
_SPREAD = _spreads()
# What a hand's words tell of it: the category and one rank, or two.
_TOLD = np.array([0xFF000 if each in {2, 6} else 0xF0000 for each in range(10)], dtype=np.int64) | 0xF << 20
_TEN_UP = SUIT >> TEN << TEN
_NO_CODES = np.zeros(0, dtype=np.int64)

_HIGH, _PAIR, _TWO_PAIRS, _THREE, _STRAIGHT, _FLUSH, _FULL_HOUSE, _FOUR, _STRAIGHT_FLUSH, _ROYAL = map(int, Category)


# ---- made hands ----------------------------------------------------------------------------------------


@compiled
def _falling(ranks: int, number: int, place: int) -> Any:
    """The highest so many ranks of a set, four bits each from a place on."""
    found = 0
    while number and ranks:
        top = _TOP[ranks]
        found |= top << 4 * place
        ranks ^= 1 << top
        place -= 1
        number -= 1
    return found


@compiled
def made(cards: int) -> Any:
    """The best hand of one to seven cards, as `code` has it; what fewer than five cards lack counts for nothing."""
    c, d, h, s = cards & SUIT, cards >> 13 & SUIT, cards >> 26 & SUIT, cards >> 39 & SUIT
    for suit in (c, d, h, s):
        if _SIZE[suit] >= 5:
            # With seven cards or fewer a flush leaves no room for four of a kind or a full house.
            top = _STRAIGHT_TOP[suit]
            if top < 0:
                return _FLUSH << 20 | _falling(suit, 5, 4)
            return (_ROYAL if top == ACE else _STRAIGHT_FLUSH) << 20 | top << 16
    ranks = c | d | h | s
    four = c & d & h & s
    if four:
        return _FOUR << 20 | _TOP[four] << 16 | _falling(ranks & ~four, 1, 3)
    three = c & d & (h | s) | h & s & (c | d)
    two = c & d | h & s | (c | d) & (h | s)
    if three and two & (two - 1):
        top = 1 << _TOP[three]
        return _FULL_HOUSE << 20 | _TOP[three] << 16 | _falling(two & ~top, 1, 3)
    if _STRAIGHT_TOP[ranks] >= 0:
        return _STRAIGHT << 20 | _STRAIGHT_TOP[ranks] << 16
    if three:
        return _THREE << 20 | _TOP[three] << 16 | _falling(ranks & ~three, 2, 3)
    if two & (two - 1):
        pairs = _falling(two, 2, 4)
        kept = 1 << (pairs >> 16) | 1 << (pairs >> 12 & 15)
        return _TWO_PAIRS << 20 | pairs | _falling(ranks & ~kept, 1, 2)
    if two:
        return _PAIR << 20 | _TOP[two] << 16 | _falling(ranks & ~two, 3, 3)
    return _HIGH << 20 | _falling(ranks, 5, 4)


@compiled
def told_of(code: int) -> Any:
    """The features that the words for a hand tell of it."""
    return code & _TOLD[code >> 20]


@compiled
def hidden_of(own: int, seen: int) -> Any:
    """The hand made, if its words are better than those of the hand on the table; else -1."""
    code = made(own | seen)
    return code if seen == 0 or told_of(code) > told_of(made(seen)) else -1


# ---- ranks, suits and draws ----------------------------------------------------------------------------


@compiled
def rank_of(cards: int, number: int) -> Any:
    """The rank of the highest card, or of the second and so on; 0 stands for the lowest; -1 if there are fewer."""
    if number == 0:
        for rank in range(RANKS):
            for suit in range(4):
                if cards >> 13 * suit + rank & 1:
                    return rank
    for rank in range(RANKS - 1, -1, -1):
        for suit in range(4):
            number -= cards >> 13 * suit + rank & 1
        if number <= 0:
            return rank
    return -1


@compiled
def _by_suit(feature: int, cards: int, number: int) -> Any:
    """A feature that the best suit has: how many cards of a flush or of a royal flush, or the least spread."""
    best = NONE if feature == STRAIGHT_FLUSH else 0
    for suit in range(4):
        ranks = cards >> 13 * suit & SUIT
        if feature == STRAIGHT_FLUSH:
            best = min(best, _SPREAD[ranks, number])
        else:
            best = max(best, _SIZE[ranks & _TEN_UP if feature == ROYAL else ranks])
    return best


@compiled
def flush_rank_of(own: int, seen: int, number: int) -> Any:
    """The rank of the player's highest card in a suit of which so many cards are known; -1 for none."""
    best = -1
    for suit in range(4):
        if _SIZE[(own | seen) >> 13 * suit & SUIT] >= number:
            best = max(best, _TOP[own >> 13 * suit & SUIT])
    return best


@compiled
def _ranks(cards: int) -> Any:
    return (cards | cards >> 13 | cards >> 26 | cards >> 39) & SUIT


@compiled
def fills_of(cards: int) -> Any:
    """The number of ranks that would fill a straight; none where there is one."""
    ranks = _ranks(cards)
    if _STRAIGHT_TOP[ranks] >= 0:
        return 0
    fills = 0
    for rank in range(RANKS):
        fills += _STRAIGHT_TOP[ranks | 1 << rank] >= 0
    return fills


@compiled
def outs_of(mine: int, own: int, seen: int, codes: Any) -> Any:
    """The number of unseen cards that, each by itself with those on the table, beat the hand that the player makes."""
    outs = 0
    for place in range(CARDS):
        card = 1 << place
        if not (own | seen) & card:
            outs += (codes[place] if len(codes) else made(seen | card)) > mine
    return outs


@compiled
def _given(feature: int, number: int, own: int, given: Any) -> Any:
    """A feature that the game says itself: which choices it allows, and the rank of the dealer's card, -1 for none."""
    if feature == ALLOWED:
        return given[1] >> number & 1
    if feature == DEALER:
        return given[2]
    return _ranks(own) >> given[2] & 1 if given[2] >= 0 else 0


@compiled
def _value(check: Any, own: int, seen: int, given: Any, codes: Any) -> Any:
    """The feature that a check is about; `given` has the strength by a ranking of the game's own, then what it says."""
    feature, number, scope = check[0], check[1], check[2]
    cards = own if scope == IN_HAND else seen if scope == ON_BOARD else own | seen
    if feature == MADE:
        return given[0] if given[0] >= 0 else made(cards)
    if feature == HIDDEN:
        return given[0] if given[0] >= 0 else hidden_of(own, seen)
    if feature == RANK:
        return rank_of(cards, number)
    if feature == SUITED:
        return (cards & SUIT > 0) + (cards >> 13 & SUIT > 0) + (cards >> 26 & SUIT > 0) + (cards >> 39 > 0)
    if feature == FLUSH_RANK:
        return flush_rank_of(own, seen, number)
    if feature == STRAIGHT:
        return _SPREAD[_ranks(cards), number]
    if feature == FILLS:
        return fills_of(cards)
    if feature == OUTS:
        return outs_of(made(own | seen), own, seen, codes)
    if feature >= ALLOWED:
        return _given(feature, number, own, given)
    return _by_suit(feature, cards, number)


@compiled
def _holds(rules: Any, which: int, own: int, seen: int, given: Any, codes: Any) -> bool:
    for place in range(rules.starts[which], rules.starts[which + 1]):
        check = rules.checks[place]
        if not check[3] <= _value(check, own, seen, given, codes) <= check[4]:
            return False
    return True


@compiled
def first_of(rules: Any, start: int, own: int, seen: int, given: Any, codes: Any) -> Any:
    """The first condition that holds, for compiled loops; `codes` has the hand each card would make, or nothing."""
    for which in range(start, len(rules.starts) - 1):
        if _holds(rules, which, own, seen, given, codes):
            return which
    return -1


def value(feature: int, number: int, own: int, seen: int = 0) -> int:
    """A feature of cards by itself."""
    return int(_value((feature, number, KNOWN), own, seen, NOTHING, _NO_CODES))


def first(rules: Rules, start: int, own: int, seen: int, given: tuple[int, int, int] = NOTHING) -> int:
    """The first condition, from one on, that holds for a player's cards and those seen on the table; or -1."""
    return int(first_of(rules, start, own, seen, given, _NO_CODES))


# ---- two cards and a table -----------------------------------------------------------------------------


# What these features say of a pair beside a whole board follows from the ranks of its cards, and from which of them are
# of a suit that can still make a flush.
_BY_TYPE = np.array([MADE, HIDDEN, RANK, STRAIGHT, FILLS, OUTS, ALLOWED], dtype=np.int64)
_BOARD = 5
_TYPES = 2 * RANKS


@compiled
def choose(tables: Any, live: Any, rules: Any, answers: Any, asked: Any, chosen: Any, used: Any) -> None:
    """The answer of the first condition that holds, by cards on the table and pair, for the pairs that are asked.

    `used` counts how often each condition was the first. Where the conditions cannot tell pairs of one type apart, one
    of each type is asked.
    """
    codes = np.zeros(CARDS, dtype=np.int64)
    counts_outs = False
    by_type = len(tables) > 0 and len(tables[0]) == _BOARD
    for check in rules.checks:
        counts_outs |= check[0] == OUTS
        by_type &= (check[0] == _BY_TYPE).any()
    types = np.zeros(len(live), dtype=np.int64)
    known = np.full((_TYPES, _TYPES), -1, dtype=np.int64)
    for b in range(len(tables)):
        seen = 0
        for card in tables[b]:
            seen |= _BITS[card]
        if counts_outs:
            for place in range(CARDS):
                codes[place] = made(seen | 1 << place)
        if by_type:
            known[:] = -1
            _type(live, seen, types)
        for j in range(1, len(live)):
            high = _BITS[live[j]]
            if seen & high:
                continue
            for i in range(j):
                number = live[i] + live[j] * (live[j] - 1) // 2
                low = _BITS[live[i]]
                if seen & low or not asked[number]:
                    continue
                first = known[types[i], types[j]] if by_type else -1
                if first < 0:
                    first = first_of(rules, 0, low | high, seen, NOTHING, codes)
                    known[types[i], types[j]] = first
                chosen[b, number] = answers[first]
                used[first] += 1


@compiled
def _type(live: Any, seen: int, types: Any) -> None:
    """The type of each card beside a whole board: its rank, and 13 more in the suit that can make a flush."""
    for i in range(len(live)):
        flush = _SIZE[seen >> 13 * (live[i] & 3) & SUIT] >= 3
        types[i] = (live[i] >> 2) + RANKS * flush
