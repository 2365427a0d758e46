"""A compiled loop over the community cards that can still come to a hand: which kinds of five-card hands they make."""

from __future__ import annotations

from typing import Any

import numpy as np

from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.strength_tables import joined, pair_groups, suited, triple_groups


def count_kinds(live: Any, own: Any, keep: Any, seen: int, kind_of: Any, counts: Any, boards: Any) -> None:
    """For each hand dealt, each way to keep of it and each set of cards seen: the kinds that can come, counted.

    `boards` gets one set of community cards for each kind that came.
    """
    groups = pair_groups(), triple_groups()
    _count_kinds(live, own, keep, seen, kind_of, counts, boards, joined(3, 2), suited(), groups)


@compiled
def _strength(hand: Any, joined: Any, suited: Any, groups: Any) -> int:
    """The strength of five cards."""
    suit = hand[0] & 3
    if hand[1] & 3 == suit and hand[2] & 3 == suit and hand[3] & 3 == suit and hand[4] & 3 == suit:
        mask = 0
        for card in hand:
            mask |= 1 << (card >> 2)
        return suited[mask]  # type: ignore[no-any-return]
    pairs, triples = groups
    triple = triples[hand[0] >> 2, hand[1] >> 2, hand[2] >> 2]
    return joined[triple, pairs[hand[3] >> 2, hand[4] >> 2]]  # type: ignore[no-any-return]


@compiled
def _next(places: Any, size: int, of: int) -> bool:
    """Step to the next choice of so many places; False after the last."""
    i = size - 1
    while i >= 0 and places[i] == of - size + i:
        i -= 1
    if i < 0:
        return False
    places[i] += 1
    for j in range(i + 1, size):
        places[j] = places[j - 1] + 1
    return True


@compiled
def _few_to_come(
    hand: Any,
    kept: int,
    more: int,
    left: Any,
    kind_of: Any,
    counts: Any,
    boards: Any,
    joined: Any,
    suited: Any,
    groups: Any,
) -> None:
    """Complete a hand that lacks a card or two in every way."""
    then = np.arange(more)
    while True:
        for i in range(more):
            hand[5 - more + i] = left[then[i]]
        kind = kind_of[_strength(hand, joined, suited, groups)]
        if counts[kind] == 0 and boards[kind, 0] < 0:
            for i in range(5 - kept):
                boards[kind, i] = hand[kept + i]
        counts[kind] += 1
        if not _next(then, more, len(left)):
            return


@compiled
def _three_to_come(
    hand: Any, left: Any, kind_of: Any, counts: Any, boards: Any, joined: Any, suited: Any, groups: Any
) -> None:
    """Complete a hand of two cards in every way."""
    pairs, triples = groups
    pair = pairs[hand[0] >> np.uint32(2), hand[1] >> np.uint32(2)]
    kinds = np.empty(len(joined), dtype=np.uint32)  # by the ranks of the three, no flush among the five
    for triple in range(len(joined)):
        if joined[triple, pair] >= 0:
            kinds[triple] = kind_of[joined[triple, pair]]
    suit = hand[0] & np.uint32(3) if (hand[0] ^ hand[1]) & np.uint32(3) == 0 else np.uint32(4)
    mine = 1 << (hand[0] >> np.uint32(2)) | 1 << (hand[1] >> np.uint32(2))
    n = np.uint32(len(left))
    for i in range(n):
        for j in range(i + np.uint32(1), n):
            row = triples[left[i] >> np.uint32(2), left[j] >> np.uint32(2)]
            both = left[i] & np.uint32(3) == suit and left[j] & np.uint32(3) == suit
            for k in range(j + np.uint32(1), n):
                kind = kinds[row[left[k] >> np.uint32(2)]]
                if both and left[k] & np.uint32(3) == suit:
                    mask = mine | 1 << (left[i] >> np.uint32(2)) | 1 << (left[j] >> np.uint32(2))
                    kind = kind_of[suited[mask | 1 << (left[k] >> np.uint32(2))]]
                if counts[kind] == 0:
                    boards[kind, 0], boards[kind, 1], boards[kind, 2] = left[i], left[j], left[k]
                counts[kind] += 1


@compiled
def _count_kinds(
    live: Any,
    own: Any,
    keep: Any,
    seen: int,
    kind_of: Any,
    counts: Any,
    boards: Any,
    joined: Any,
    suited: Any,
    groups: Any,
) -> None:
    kept_size = keep.shape[2]
    more = 5 - kept_size - seen
    hand = np.zeros(5, dtype=np.uint32)
    rest = np.zeros(52, dtype=np.uint32)
    left = np.zeros(52, dtype=np.uint32)
    for place in range(len(own)):
        n = 0
        for card in live:
            mine = False
            for each in own[place]:
                mine |= each == card
            if not mine:
                rest[n] = card
                n += 1
        for way in range(keep.shape[1]):
            for i in range(kept_size):
                hand[i] = keep[place, way, i]
            first = np.arange(seen)
            cell = 0
            while True:
                for i in range(seen):
                    hand[kept_size + i] = rest[first[i]]
                m = 0
                for i in range(n):
                    shown = False
                    for each in first:
                        shown |= each == i
                    if not shown:
                        left[m] = rest[i]
                        m += 1
                if more == 3:
                    _three_to_come(
                        hand, left[:m], kind_of, counts[place, way, cell], boards[place, way], joined, suited, groups
                    )
                else:
                    _few_to_come(
                        hand,
                        kept_size,
                        more,
                        left[:m],
                        kind_of,
                        counts[place, way, cell],
                        boards[place, way],
                        joined,
                        suited,
                        groups,
                    )
                cell += 1
                if not _next(first, seen, n):
                    break
