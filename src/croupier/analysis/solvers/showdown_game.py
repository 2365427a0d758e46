"""A showdown of two cards each and a board of five as arrays: its paths, payoffs, boards, and pairs alike in suits."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_passes import Worth
from croupier.analysis.kernels.boards import PAIRS, Boards, Deck, ground, room
from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.paths import Path, ends
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Progress, Spot
from croupier.cards import STANDARD
from croupier.hands import five

BLOCKS = 64
WORKERS = os.cpu_count() or 1


class Lots(NamedTuple):
    """The paths to their ends, by the turn at which they commit, each lot by the money at risk."""

    before_flop: list[Path]
    after_flop: list[Path]
    at_end: list[Path]

    @property
    def all(self) -> list[Path]:
        """Every path, as the kernels number them."""
        return [*self.before_flop, *self.after_flop, *self.at_end]


def lots_of(payoffs: Payoffs) -> Lots:
    """The paths of a game of this shape."""
    by_turn: list[list[Path]] = [[], [], []]
    for path in sorted(ends(payoffs.tree.turns), key=payoffs.at_risk):
        by_turn[len(path.choices) - 1].append(path)
    return Lots(*by_turn)


class Pay(NamedTuple):
    """The pay of the paths, for the kernels, and the facts behind each entry."""

    worth: Worth
    facts: dict[tuple[int, int, int], Any]


def pay_of(payoffs: Payoffs, lots: Lots) -> Pay:
    """Tabulate the settlement of all paths over the kinds of hands."""
    kinds = Kinds(payoffs, range(len(five.LADDER)))
    table = kinds.pays(lots.all)
    groups = kinds.groups(table)
    width = 2 * len(groups) + 1
    pays = np.zeros((len(lots.all), kinds.count, width), dtype=np.int64)
    facts: dict[tuple[int, int, int], Any] = {}
    for place, path in enumerate(lots.all):
        for own in range(kinds.count):
            for column in range(width):
                side = -1 if column < len(groups) else 0 if column == len(groups) else 1
                dealers = [own] if side == 0 else groups[column % (len(groups) + 1)]
                known = [each for each in dealers if table[place, own, side + 1, each] is not None]
                if known:
                    pays[place, own, column] = table[place, own, side + 1, known[0]]
                    facts[place, own, column] = kinds.facts(path, side, own, known[0])
    kind_of = np.array([kinds.of[each] for each in range(len(five.LADDER))], dtype=np.uint32)
    group_of = np.array([[own in group for group in groups].index(True) for own in range(kinds.count)], dtype=np.uint32)
    worth = Worth(pays, kind_of, group_of[kind_of], len(lots.before_flop), len(lots.after_flop))
    return Pay(worth, facts)


class ShowdownResult(NamedTuple):
    """The strategy: by pair before the flop, by flop and pair after it, and what the first turn's actions are worth.

    `gains` is what it rests on: what waiting gains by path, flop and pair.
    """

    first: NDArray[np.uint8]
    second: NDArray[np.uint32]
    spots: list[Spot]
    gains: NDArray[np.int64] = np.zeros((0, 0, 0), dtype=np.int64)


class ShowdownGame:
    """A game of this shape, ready to be solved: its paths, what they pay, and its boards."""

    def __init__(self, payoffs: Payoffs, live: Sequence[int] | None = None) -> None:
        self.payoffs = payoffs
        self.lots = lots_of(payoffs)
        self.pay = pay_of(payoffs, self.lots)
        self.boards, self.flops, self.deck = ground(tuple(range(len(STANDARD)) if live is None else live))
        self.rooms = [room(self.pay.worth.pays.shape[2] // 2) for _ in range(WORKERS)]


def in_blocks(boards: Boards, work: Callable[[Boards, int], None], progress: Progress) -> None:
    """Work on all boards, a block at a time, on as many cores as there are; each worker has a number."""
    done: list[int] = []
    stopped = Event()

    def share(worker: int) -> None:
        for block in range(worker, BLOCKS, WORKERS):
            if stopped.is_set():
                return
            part = slice(block, None, BLOCKS)
            work(Boards(boards.cards[part], boards.weights[part], boards.groups[part]), worker)
            done.append(block)
            progress(len(done), BLOCKS)

    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            list(pool.map(share, range(WORKERS)))
        finally:
            stopped.set()  # an interrupt does not wait for the blocks that are left


def renamings_of(deck: Deck) -> list[int]:
    """The numbers of the 24 ways to rename suits."""
    return [index for index in range(len(deck.renamed)) if deck.renamed[index].any()]


def pair_classes(flop: list[int], renamings: list[int], deck: Deck) -> NDArray[np.uint16]:
    """For every pair the one that stands for its class, which is of pairs that a flop does not tell apart."""
    kept = [deck.renamed[index] for index in renamings if _renames_to_itself(flop, index)]
    key: NDArray[np.uint16] = np.min(kept, axis=0)
    return key


def class_sums(gains: NDArray[np.int64], key: NDArray[np.uint16]) -> NDArray[np.int64]:
    """The gains of waiting beside one flop, by path, added up at the pair that stands for its class."""
    sums = np.zeros((len(gains), PAIRS), dtype=np.int64)
    for path in range(len(gains)):
        np.add.at(sums[path], key, gains[path])
    return sums


def _renames_to_itself(flop: list[int], index: int) -> bool:
    first = [index & 3, index >> 2 & 3, index >> 4 & 3]
    to = [*first, 6 - sum(first)]
    return {card & ~3 | to[card & 3] for card in flop} == set(flop)
