"""Sets of pairs that share no card, counted in compiled loops, where some pairs of cards are marked.

Whether a pair is marked goes by the types of its two cards alone, so that the marked pairs are a graph of a few types
with so many cards each, and what is counted are its matchings. Many boards make the same graph once cards that pair
alike are one type, and a graph fits into a row of words, by which boards are brought together.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import Ints
from croupier.analysis.kernels.compiler import compiled

TYPES = 26
MOST = 7  # pairs in a set: a count that goes up to it has three bits, and with 47 cards no number of sets exceeds 2**56

_DIGIT = 3  # bits
_GROUPS = 20  # as many digits as a key has, but for the first
_SLOTS = 1 << 14
_EMPTY = -1
_SPREAD = 0x1E3779B97F4A7C15

Words = NDArray[np.uint32]  # a graph, or a row of them for each


@compiled
def join_alike(marks: Ints, left: Ints) -> None:
    """Make one type of any two whose cards are marked with the same others; which others, the marks say as bits."""
    for high in range(TYPES):
        for low in range(high):
            if left[high] == 0 or left[low] == 0:
                continue
            together = marks[high] >> low & 1
            both = 1 << high | 1 << low
            if (
                marks[high] & ~both == marks[low] & ~both
                and (left[high] == 1 or marks[high] >> high & 1 == together)
                and (left[low] == 1 or marks[low] >> low & 1 == together)
            ):
                left[high] += left[low]
                left[low] = marks[low] = 0
                for each in range(TYPES):
                    marks[each] &= ~(1 << low)
                marks[high] = marks[high] & ~(1 << high) | together << high


@compiled
def write_graph(marks: Ints, left: Ints, words: Words) -> None:
    """Write a graph as words, a type each, in order: its marks in the low bits, how many cards it has in the high ones.

    Types that are marked with none are left out.
    """
    place = np.zeros(TYPES, dtype=np.int64)
    found = 0
    for each in range(TYPES):
        if left[each] and marks[each]:
            place[each] = found
            found += 1
    words[:] = 0
    for each in range(TYPES):
        if left[each] and marks[each]:
            word = left[each] << TYPES
            for other in range(TYPES):
                if marks[each] >> other & 1:
                    word |= 1 << place[other]
            words[place[each]] = word


# ---- card by card --------------------------------------------------------------------------------------

# The cards of a graph come one by one. Each is in no pair, or waits for a partner that comes later, or is the partner
# of one that waits. Waiting cards with the same partners to come are one group. A state is how many wait in each
# group, written as the digits of a key after the number of all that wait; it has a count for each number of pairs.


class States(NamedTuple):
    """States by key, in a table with open addresses; the counts of a state run over the number of pairs made."""

    size: Ints
    used: Ints
    keys: Ints
    counts: Ints


@compiled
def _no_states() -> States:
    return States(
        np.zeros(1, dtype=np.int64),
        np.zeros(_SLOTS, dtype=np.int64),
        np.full(_SLOTS, _EMPTY, dtype=np.int64),
        np.zeros((_SLOTS, MOST + 1), dtype=np.int64),
    )


@compiled
def _clear(states: States) -> None:
    for place in range(states.size[0]):
        states.keys[states.used[place]] = _EMPTY
    states.size[0] = 0


@compiled
def _slot(states: States, key: int) -> int:
    """The place of a state, which is added if it is new."""
    slot = (key * _SPREAD) >> 40 & (_SLOTS - 1)
    while states.keys[slot] != key:
        if states.keys[slot] == _EMPTY:
            if 2 * states.size[0] == _SLOTS:
                raise OverflowError("the table of states is full")
            states.keys[slot] = key
            states.counts[slot] = 0
            states.used[states.size[0]] = slot
            states.size[0] += 1
            break
        slot = (slot + 1) & (_SLOTS - 1)
    return slot


@compiled
def _waiting(key: int, group: int) -> int:
    """The number that wait in a group."""
    return key >> _DIGIT * (group + 1) & MOST


@compiled
def _one_of(group: int) -> int:
    """The part of a key that a waiting card adds."""
    return 1 | 1 << _DIGIT * (group + 1)


@compiled
def _add(states: States, key: int, counts: Ints, times: int, more: int) -> None:
    """Count a state in, so many times and with so many pairs more; what waits must still fit into the set."""
    row = states.counts[_slot(states, key)]
    for pairs in range(MOST + 1 - (key & MOST) - more):
        row[pairs + more] += counts[pairs] * times


@compiled
def _card_comes(card: int, own: int, groups: Ints, states: States, after: States) -> None:
    """A card of a type comes; `own` is the group that it would wait in, -1 if none is left to wait for."""
    for place in range(states.size[0]):
        slot = states.used[place]
        key, counts = states.keys[slot], states.counts[slot]
        _add(after, key, counts, 1, 0)
        if own >= 0 and key & MOST < MOST:
            _add(after, key + _one_of(own), counts, 1, 0)
        group = 0
        while groups[group]:
            waiting = _waiting(key, group)
            if waiting and groups[group] >> card & 1:
                _add(after, key - _one_of(group), counts, waiting, 1)
            group += 1
    _clear(states)


@compiled
def _group_of(marks: int, groups: Ints) -> int:
    """The group that waits for these types, the first free one if there is none so far, -1 if there are no types."""
    if not marks:
        return -1
    group = 0
    while groups[group] and groups[group] != marks:
        group += 1
    if group + 1 == _GROUPS:  # the last one stays free
        raise OverflowError("there are more groups than a key has digits")
    groups[group] = marks
    return group


@compiled
def _regroup(groups: Ints, to_come: int, states: States, after: States) -> Ints:
    """The groups when a type has come, and their states; those where a card waits in vain are dropped."""
    fewer = np.zeros(_GROUPS, dtype=np.int64)
    become = np.zeros(_GROUPS, dtype=np.int64)
    size = 0
    while groups[size]:
        become[size] = _group_of(groups[size] & to_come, fewer)
        size += 1
    for place in range(states.size[0]):
        slot = states.used[place]
        key, changed = states.keys[slot], 0
        for group in range(size):
            waiting = _waiting(key, group)
            if waiting and become[group] < 0:
                break
            changed += waiting * _one_of(become[group])
        else:
            _add(after, changed, states.counts[slot], 1, 0)
    _clear(states)
    return fewer


@compiled
def _count_core(marks: Ints, left: Ints, to_come: int, states: States, after: States) -> Ints:
    """The sets of marked pairs of the types to come, by the number of pairs."""
    groups = np.zeros(_GROUPS, dtype=np.int64)
    nothing = np.zeros(MOST + 1, dtype=np.int64)
    nothing[0] = 1
    _clear(states)
    _clear(after)
    _add(states, 0, nothing, 1, 0)
    for each in range(TYPES):
        if to_come >> each & 1:
            own = _group_of(marks[each] & to_come, groups)
            for _ in range(left[each]):
                _card_comes(each, own, groups, states, after)
                states, after = after, states
            to_come ^= 1 << each
            groups = _regroup(groups, to_come, states, after)
            states, after = after, states
    return np.copy(states.counts[_slot(states, 0)])


# ---- a whole graph -------------------------------------------------------------------------------------


@compiled
def _peel(marks: Ints, left: Ints, peeled: Ints) -> tuple[int, int]:
    """Take off types marked with none or with all that remain, over and over; what remains, and how many went."""
    remain = went = 0
    for each in range(TYPES):
        if left[each]:
            remain |= 1 << each
    each = 0
    while each < TYPES:
        own = 1 << each
        others = marks[each] & remain
        with_all = others | own == remain and (left[each] == 1 or others & own)
        if remain & own and (with_all or not others):
            remain ^= own
            peeled[went] = each
            went += 1
            each = 0
        else:
            each += 1
    return remain, went


@compiled
def _count(words: Words, states: States, after: States) -> Ints:
    """The sets of marked pairs of a graph, by the number of pairs."""
    marks, left = np.zeros(TYPES, dtype=np.int64), np.zeros(TYPES, dtype=np.int64)
    for each in range(TYPES):
        marks[each] = words[each] & ((1 << TYPES) - 1)
        left[each] = words[each] >> TYPES
    peeled = np.zeros(TYPES, dtype=np.int64)
    remain, went = _peel(marks, left, peeled)
    counts: Ints = _count_core(marks, left, remain, states, after)
    cards = 0
    for each in range(TYPES):
        if remain >> each & 1:
            cards += left[each]
    for last in range(went - 1, -1, -1):
        each = peeled[last]
        with_all = marks[each] & remain or marks[each] >> each & 1
        for _ in range(left[each]):
            if with_all:  # the card pairs with any that is in no pair yet
                for pairs in range(min(MOST, (cards + 1) // 2), 0, -1):
                    counts[pairs] += counts[pairs - 1] * (cards - 2 * (pairs - 1))
            cards += 1
        remain |= 1 << each
    return counts


@compiled
def count_all(graphs: Words) -> Ints:
    """For each graph, a row of words: how many sets of marked pairs there are, by the number of pairs up to `MOST`."""
    states, after = _no_states(), _no_states()
    counts = np.zeros((len(graphs), MOST + 1), dtype=np.int64)
    for each in range(len(graphs)):
        counts[each] = _count(graphs[each], states, after)
    return counts
