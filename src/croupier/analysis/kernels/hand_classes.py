"""Classes that people sort hands into once cards are on the table: what is made, what is drawn to, and how high.

A class is a kind and a step within it (the rank of the pair, the number of dealer outs). Hands of one class need not
be worth the same, so that a class may be played in two ways; how often in which is counted, never assumed. A hand is
hidden if a player's own card makes it, as in strategies; dealer outs are counted as there.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.features import (
    BITS,
    CARDS,
    RANKS,
    SUIT,
    TEN,
    fills_of,
    flush_rank_of,
    made,
    outs_of,
    rank_of,
    told_of,
)
from croupier.analysis.model.hand_kinds import FLUSH_DRAW, INSIDE, NOTHING, OUTSIDE, PAIR, POCKET_PAIR, STEPS
from croupier.hands.five import Category

_BITS = np.array(BITS, dtype=np.int64)
_PAIR, _STRAIGHT = int(Category.PAIR), int(Category.STRAIGHT)
_TO_A_FLUSH = 4
YES = True
_TENS = sum((SUIT >> TEN << TEN) << RANKS * suit for suit in range(4))


@compiled
def class_of(own: int, seen: int, to_come: bool, dealer: bool, codes: Any) -> Any:  # noqa: FBT001 - compiled
    """The class of a hand as one number; `codes` are those of the table with each card, where dealer outs count."""
    return class_by(made(own | seen), made(seen), own, seen, to_come, dealer, codes)


@compiled
def class_by(code: int, shown: int, own: int, seen: int, to_come: bool, dealer: bool, codes: Any) -> Any:  # noqa: FBT001 - compiled
    """The class of a hand whose best five, and the table's, are known."""
    category, table = code >> 20, shown >> 20
    if category > table or (category >= _PAIR and told_of(code) > told_of(shown)):
        if category > _PAIR:
            return category * STEPS
        pocket = dealer and rank_of(own, 1) == rank_of(own, 0)
        return (POCKET_PAIR if pocket else PAIR) * STEPS + (code >> 16 & 15)
    if not to_come:
        return (NOTHING + table) * STEPS + (outs_of(code, own, seen, codes) if dealer else 0)
    flush = flush_rank_of(own, seen, _TO_A_FLUSH)
    if flush >= 0:
        return (FLUSH_DRAW + table) * STEPS + flush
    fills = fills_of(own | seen) if category < _STRAIGHT else 0
    if fills:
        high = rank_of(own, 1) if dealer else _tens(own | seen)
        return ((OUTSIDE if fills > 1 else INSIDE) + table) * STEPS + high
    return (NOTHING + table) * STEPS + rank_of(own, 1)


@compiled
def _tens(cards: int) -> Any:
    """The number of cards that are tens or better."""
    count = 0
    cards &= _TENS
    while cards:
        cards &= cards - 1
        count += 1
    return count


@compiled
def classes_of_pairs(tables: Any, live: Any, asked: Any, found: Any) -> None:
    """The class of every pair of cards that is asked, by cards on the table to which more come; -1 for all others."""
    codes = np.zeros(0, dtype=np.int64)
    for b in range(len(tables)):
        seen = 0
        for card in tables[b]:
            seen |= _BITS[card]
        found[b, :] = -1
        for j in range(1, len(live)):
            for i in range(j):
                number = live[i] + live[j] * (live[j] - 1) // 2
                own = _BITS[live[i]] | _BITS[live[j]]
                if asked[number] and not seen & own:
                    found[b, number] = class_of(own, seen, YES, YES, codes)


@compiled
def codes_beside(seen: int, codes: Any) -> None:
    """The hand that each card makes with those on the table."""
    for place in range(CARDS):
        codes[place] = made(seen | 1 << place)


@compiled
def classes_of(own: Any, seen: Any, to_come: Any, found: Any) -> None:
    """The class of a hand with each set of cards on the table, where there is no dealer's hand."""
    codes = np.zeros(0, dtype=np.int64)
    for place in range(len(seen)):
        found[place] = class_of(own, seen[place], to_come, False, codes)  # noqa: FBT003 - compiled
