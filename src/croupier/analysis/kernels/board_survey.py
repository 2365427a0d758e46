"""A compiled pass over boards that looks at the end of the round: which classes of hands get so far, and how they fare.

The same pass counts every deal under another habit, that raises where a raise is worth as much as none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import flop_cells, path_value
from croupier.analysis.kernels.boards import KINDS_OF_PAIR, PAIRS, PAIRS_LEFT, count_board
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.features import BITS
from croupier.analysis.kernels.hand_classes import class_of, codes_beside
from croupier.analysis.model.hand_kinds import CLASSES

FLOPS = 10  # in a board
NO, YES = False, True
_BITS = np.array(BITS, dtype=np.int64)


class Plays(NamedTuple):
    """Two ways to play before and after the flop, as `tally` takes them: the best, and the bold one of equal worth.

    `second` has both, eight bits each, the best first.
    """

    first: NDArray[np.uint8]
    bold_first: NDArray[np.uint8]
    second: NDArray[np.uint32]


class Counts(NamedTuple):
    """The counts: deals by class and best path at the end, the loss of each of these paths, and the bold paths."""

    best: NDArray[np.int64]
    lost: NDArray[np.int64]
    bold: NDArray[np.int64]


def counts(at_end: int, paths: int) -> Counts:
    """Counts that are all nothing yet."""
    return Counts(
        np.zeros((CLASSES, at_end), dtype=np.int64),
        np.zeros((CLASSES, at_end), dtype=np.int64),
        np.zeros(paths, dtype=np.int64),
    )


def pair_bits() -> NDArray[np.int64]:
    """Every pair of cards as a word."""
    found = np.zeros(PAIRS, dtype=np.int64)
    for high in range(1, 52):
        for low in range(high):
            found[low + high * (high - 1) // 2] = BITS[low] | BITS[high]
    return found


@compiled
def survey(
    cards: Any, weights: Any, groups: Any, deck: Any, worth: Any, room: Any, plays: Any, pairs_in: Any, found: Any
) -> None:
    """Add up over boards who waits for the end, by class, and where the bold play ends."""
    numbers = np.zeros(FLOPS, dtype=np.uint32)
    renamings = np.zeros(FLOPS, dtype=np.uint32)
    paths = len(worth.pays)
    early = worth.before_flop + worth.after_flop
    waits = np.zeros(KINDS_OF_PAIR, dtype=np.int64)
    bold = np.zeros((KINDS_OF_PAIR, paths + 1), dtype=np.int64)  # by path; those who wait for the end come last
    one_of = np.zeros(KINDS_OF_PAIR, dtype=np.int64)
    flops = np.zeros((PAIRS_LEFT, 2), dtype=np.uint32)  # by choice after the flop, four bits each, waiting first
    codes = np.zeros(52, dtype=np.int64)
    values = np.zeros(paths - early, dtype=np.int64)
    for b in range(len(cards)):
        pairs, entries = count_board(cards[b], groups[b], deck, worth.group_of, room)
        flop_cells(cards[b], deck, numbers, renamings)
        waits[:entries] = 0
        bold[:entries] = 0
        asked = np.uint32(0)
        for k in range(pairs):
            number, entry = room.numbers[k], room.entries[k]
            one_of[entry] = number
            if plays.bold_first[number] != paths:
                bold[entry, plays.bold_first[number]] += FLOPS
            if plays.first[number] == paths or plays.bold_first[number] == paths:
                room.numbers[asked], room.entries[asked] = number, entry
                asked += np.uint32(1)
        flops[:asked] = 0
        for f in range(FLOPS):
            at_flop = plays.second[numbers[f]]
            renamed = deck.renamed[renamings[f]]
            for k in range(asked):
                both = at_flop[renamed[room.numbers[k]]]
                flops[k, 0] += np.uint32(1) << (both & np.uint32(255))
                flops[k, 1] += np.uint32(1) << (both >> np.uint32(8))
        for k in range(asked):
            number, entry = room.numbers[k], room.entries[k]
            if plays.first[number] == paths:
                waits[entry] += flops[k, 0] & np.uint32(15)
            if plays.bold_first[number] == paths:
                bold[entry, paths] += flops[k, 1] & np.uint32(15)
                for path in range(worth.after_flop):
                    times = flops[k, 1] >> np.uint32(4 * (path + 1)) & np.uint32(15)
                    bold[entry, worth.before_flop + path] += times
        seen = 0
        for card in cards[b]:
            seen |= _BITS[card]
        codes_beside(seen, codes)
        for entry in range(entries):
            row = room.counts[entry]
            kind = worth.kind_of[room.strengths[entry]]
            deals = row.sum() * weights[b]
            best, last = 0, 0  # of equal paths the first, and the last
            for path in range(paths - early):
                values[path] = path_value(worth.pays[early + path, kind], row)
                if values[path] > values[best]:
                    best = path
                if values[path] >= values[last]:
                    last = path
            for path in range(paths):
                found.bold[path] += bold[entry, path] * deals
            found.bold[early + last] += bold[entry, paths] * deals
            if waits[entry]:
                which = class_of(pairs_in[one_of[entry]], seen, NO, YES, codes)
                found.best[which, best] += waits[entry] * deals
                for path in range(paths - early):
                    found.lost[which, path] += waits[entry] * weights[b] * (values[best] - values[path])
