"""A compiled pass over patterns of boards that looks at the end of the round: which classes of hands get so far.

The same pass counts every deal under another habit, that raises where a raise is worth as much as none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import path_value
from croupier.analysis.kernels.boards import count_types, flush_suit
from croupier.analysis.kernels.compiler import compiled
from croupier.analysis.kernels.features import BITS, code, made
from croupier.analysis.kernels.hand_classes import class_by, codes_beside
from croupier.analysis.kernels.pattern_passes import example_of, rows_of, taken_by
from croupier.analysis.model.hand_kinds import CLASSES
from croupier.hands import five

NO, YES = False, True
_BITS = np.array(BITS, dtype=np.int64)
_ZERO: Any = np.uint32(0)
_CODES = np.array([code(hand) for hand in five.LADDER.classes], dtype=np.int64)  # of every strength


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


@compiled
def _best_of(worth: Any, early: int, kind: int, row: Any, values: Any) -> Any:
    """The best path at the end, of equal ones the first and the last; `values` gets what each is worth."""
    first, last = _ZERO, _ZERO
    for path in range(np.uint32(len(values))):
        values[path] = path_value(worth.pays[early + path, kind], row)
        if values[path] > values[first]:
            first = path
        if values[path] >= values[last]:
            last = path
    return first, last


@compiled
def survey(patterns: Any, deck: Any, worth: Any, workspace: Any, play: Any, found: Any) -> None:
    """Add up over boards who waits for the end under the best play, by class, and where it ends on equal terms."""
    paths, early = np.uint32(len(worth.pays)), np.uint32(worth.before_flop + worth.after_flop)
    taken = np.zeros(paths + 1, dtype=np.int64)
    codes = np.zeros(52, dtype=np.int64)
    values = np.zeros(paths - early, dtype=np.int64)
    for b in range(np.uint32(len(patterns.numbers))):
        board = patterns.cards[b]
        flush = flush_suit(board)
        entries = count_types(board, patterns.groups[b], deck, worth.group_of, workspace)
        rows = rows_of(play.times, patterns.numbers[b])
        seen = 0
        for card in board:
            seen |= _BITS[card]
        codes_beside(seen, codes)
        shown = made(seen)
        for entry in range(entries):
            taken_by(patterns, b, worth, workspace, entry, play.first, rows, taken)
            row = workspace.counts[entry]
            dealers = row.sum()
            for path in range(early):
                found.bold[path] += taken[path] * dealers
            waits = taken[paths]
            if not waits:
                continue
            kind = worth.kind_of[workspace.strengths[entry]]
            first, last = _best_of(worth, early, kind, row, values)
            found.bold[early + last] += waits * dealers
            one, other = example_of(board, flush, workspace.places[entry])
            mine = _CODES[workspace.strengths[entry]]
            which = class_by(mine, shown, _BITS[one] | _BITS[other], seen, NO, YES, codes)
            found.best[which, first] += waits * dealers
            for path in range(paths - early):
                found.lost[which, path] += waits * (values[first] - values[path])
