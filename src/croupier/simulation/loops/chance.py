"""Cards at random, by the number of a round: Philox words keyed by the seed, and unbiased draws, several from a word.

A round has words of its own (`words`): those of Philox 4x64 with the round in its counter, so that any round can be
dealt without those before it. Each place at the table (community, dealer, seats in order) is dealt from words of its
own, so that its cards are the same whatever seats follow. Draws are Lemire's: a word times the number of cards left is
a card above the word's size, and what is below serves for the next card; a word is drawn anew in the rare cases that
would make a card likelier.
"""

from __future__ import annotations

import hashlib
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.compiler import compiled

Cards = NDArray[np.uint8]

LANES = 4  # words of one turn of Philox
MOST_OF_A_WORD = 1 << 46  # the ways in which the cards of one word can fall: 2^-18 of the words are drawn anew
SHARES = 1 << 32  # the words that decide if a wager is made, apart from those of the cards

_M0, _M1 = np.uint64(0xD2E7470EE14C6C93), np.uint64(0xCA5A826395121157)
_W0, _W1 = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xBB67AE8584CAA73B)
_LOW = np.uint64(0xFFFFFFFF)
_HALF = np.uint64(32)
_ONE = np.uint64(1)
_ZERO = np.uint64(0)


def key_of(seed: str | int) -> NDArray[np.uint64]:
    """The key of a seed: the first half of its hash."""
    return np.frombuffer(hashlib.sha256(str(seed).encode()).digest()[:16], dtype="<u8").astype(np.uint64)


@compiled
def _high(a: Any, b: Any) -> Any:
    """The upper word of a product of two words."""
    a0, a1, b0, b1 = a & _LOW, a >> _HALF, b & _LOW, b >> _HALF
    middle = a1 * b0 + (a0 * b0 >> _HALF)
    return a1 * b1 + (middle >> _HALF) + (a0 * b1 + (middle & _LOW) >> _HALF)


@compiled
def turned(turn: Any, number: Any, stream: Any, key: Any, found: Any) -> None:
    """Four words: Philox 4x64, ten rounds, on the counter (turn, number, stream, 0)."""
    c0, c1, c2, c3 = turn, number, stream, _ZERO
    k0, k1 = key[0], key[1]
    for _ in range(10):
        h0, l0 = _high(_M0, c0), _M0 * c0
        h1, l1 = _high(_M1, c2), _M1 * c2
        c0, c1, c2, c3 = h1 ^ c1 ^ k0, l1, h0 ^ c3 ^ k1, l0
        k0 += _W0
        k1 += _W1
    found[0], found[1], found[2], found[3] = c0, c1, c2, c3


def words(key: NDArray[np.uint64], number: int, count: int, stream: int = 0) -> NDArray[np.uint64]:
    """The first words of a round: those of NumPy's `Philox(key=key, counter=[0, number, stream, 0])`."""
    found = np.zeros((-(-count // LANES), LANES), dtype=np.uint64)
    for turn, row in enumerate(found, start=1):
        turned(np.uint64(turn), np.uint64(number), np.uint64(stream), key, row)
    return found.reshape(-1)[:count]


class DealSizes(NamedTuple):
    """The places of a table in the order in which they are dealt: community cards, the dealer's, each seat's."""

    deck: int
    community: int
    dealer: int
    own: int
    seats: int

    @property
    def cards(self) -> int:
        """The number of cards of a round."""
        return self.community + self.dealer + self.own * self.seats

    def seat(self, number: int) -> slice:
        """The place of a seat's cards, the first seat being 0."""
        start = self.community + self.dealer + self.own * number
        return slice(start, start + self.own)

    def of_words(self) -> NDArray[np.int64]:
        """The number of cards that come from each word; no word serves two seats."""
        sizes, place = [], 0
        for group in (self.community + self.dealer, *[self.own] * self.seats):
            size, ways = 0, 1
            for _ in range(group):
                if ways * (self.deck - place) > MOST_OF_A_WORD:
                    sizes.append(size)
                    size, ways = 0, 1
                size, ways, place = size + 1, ways * (self.deck - place), place + 1
            sizes += [size] * bool(size)
        return np.array(sizes, dtype=np.int64)


@compiled
def _drawn(word: Any, left: Any, size: int, picks: Any) -> Any:
    """The places of so many cards among those left, from one word; False if the word must be drawn anew."""
    ways = _ONE
    for place in range(size):
        bound = np.uint64(left - place)
        picks[place] = np.int64(_high(word, bound))
        word = word * bound
        ways = ways * bound
    return word >= ways or word >= (_ZERO - ways) % ways


@compiled
def _deal(key: Any, first: Any, sizes: Any, cards: Any, deck: Any) -> None:
    left = len(deck)
    found = np.zeros(LANES, dtype=np.uint64)
    again = np.zeros(LANES, dtype=np.uint64)
    picks = np.zeros(left, dtype=np.int64)
    swapped = np.zeros(left, dtype=np.int64)
    for n in range(len(cards)):
        number = np.uint64(first + n)
        place = 0
        for each in range(len(sizes)):
            if each % LANES == 0:
                turned(np.uint64(each // LANES + 1), number, _ZERO, key, found)
            word, stream = found[each % LANES], _ZERO
            while not _drawn(word, left - place, sizes[each], picks):
                stream += _ONE
                turned(np.uint64(each // LANES + 1), number, stream, key, again)
                word = again[each % LANES]
            for pick in range(sizes[each]):
                other = place + picks[pick]
                swapped[place] = other
                card = deck[other]
                deck[other] = deck[place]
                deck[place] = card
                cards[n, place] = card
                place += 1
        while place > 0:  # the deck in its order again
            place -= 1
            other = swapped[place]
            card = deck[other]
            deck[other] = deck[place]
            deck[place] = card


def deal(key: NDArray[np.uint64], first: int, count: int, layout: DealSizes) -> Cards:
    """The cards of so many rounds from one on, a row each in the order of the places."""
    cards = np.zeros((count, layout.cards), dtype=np.uint8)
    _deal(key, first, layout.of_words(), cards, np.arange(layout.deck, dtype=np.uint8))
    return cards


@compiled
def _shares(key: Any, first: Any, below: Any, seat: Any, made: Any) -> None:
    found = np.zeros(LANES, dtype=np.uint64)
    for n in range(len(made)):
        for wager in range(len(below)):
            if wager % LANES == 0:
                turned(np.uint64(wager // LANES + 1), np.uint64(first + n), np.uint64(seat), key, found)
            if found[wager % LANES] >> _HALF < below[wager]:
                made[n] |= 1 << wager


def made_of(key: NDArray[np.uint64], first: int, count: int, seat: int, shares: tuple[int, ...]) -> NDArray[np.int64]:
    """The wagers that a seat makes in each round, as bits; a share is so many of 2^32 rounds."""
    made = np.zeros(count, dtype=np.int64)
    if shares:
        _shares(key, first, np.array(shares, dtype=np.uint64), SHARES + seat, made)
    return made
