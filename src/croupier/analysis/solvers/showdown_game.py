"""A showdown of two cards each and a board of five as arrays: its paths, payoffs, boards, and pairs alike in suits."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels import pattern_passes
from croupier.analysis.kernels.board_passes import Worth
from croupier.analysis.kernels.board_patterns import PAIRS_OF_RANKS, Patterns, ground, pattern_numbers
from croupier.analysis.kernels.boards import Boards, boards_of, pair_place, workspace
from croupier.analysis.model.hole_cards import check_told_by_strengths
from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.paths import Path, ends
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Progress, Spot
from croupier.analysis.model.tree import Tree
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
    """The paths of a game of this shape. Where the flop alone has a question, to fold is to wait for a lost end."""
    by_turn: list[list[Path]] = [[], [], []]
    for path in sorted(ends(payoffs.tree.turns), key=payoffs.at_risk):
        at = len(path.choices) - 1 if asks_first(payoffs.tree) else 1 if path.ending == "played" else 2
        by_turn[at].append(path)
    return Lots(*by_turn)


def asks_first(tree: Tree) -> bool:
    """True if the first question comes before the flop."""
    return tree.turns[0].seen == 0


class Pay(NamedTuple):
    """The pay of the paths, for the kernels, and the facts behind each entry."""

    worth: Worth
    facts: dict[tuple[int, int, int], Any]


def pay_of(payoffs: Payoffs, lots: Lots) -> Pay:
    """Tabulate the settlement of all paths over the kinds of hands."""
    kinds = Kinds(payoffs, range(len(five.LADDER)))
    table = kinds.pays(lots.all)
    groups = kinds.groups(kinds.outcomes(lots.all, table))
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
        check_told_by_strengths(payoffs, self.lots.all)
        self.pay = pay_of(payoffs, self.lots)
        self.patterns, self.flops, self.weights, self.deck = ground(
            tuple(range(len(STANDARD)) if live is None else live)
        )
        self.workspaces = [workspace(self.pay.worth.pays.shape[2] // 2) for _ in range(WORKERS)]

    @cached_property
    def boards(self) -> Boards:
        """All boards up to suits, for strategies that go by more than how boards count."""
        return boards_of(self.deck.live)

    def by_ranks(self, first: NDArray[np.uint8]) -> NDArray[np.uint8]:
        """A choice before the flop by suited or not, and ranks."""
        found = np.zeros((2, PAIRS_OF_RANKS), dtype=np.uint8)
        for high in self.deck.live.tolist():
            for low in self.deck.live.tolist():
                if low < high:
                    place = int(low & 3 == high & 3), pair_place(low >> 2, high >> 2)
                    found[place] = first[low + high * (high - 1) // 2]
        return found

    def play(self, found: ShowdownResult) -> pattern_passes.Play:
        """A strategy before the end by patterns and pairs of types, which play the end best."""
        times = pattern_passes.table(self.pay.worth.after_flop, np.int32)
        choices = np.where(found.first == len(self.lots.all), found.second // 4, 0)
        for path in range(self.pay.worth.after_flop):
            pattern_passes.count_over_boards(
                self.flops.astype(np.int64), self.weights, self.deck.live, pattern_numbers(), choices, path, times
            )
        return pattern_passes.Play(self.by_ranks(found.first), times)


def in_blocks(count: int, work: Callable[[slice, int], None], progress: Progress) -> None:
    """Work on so many things, a block at a time, on as many cores as there are; each worker has a number."""
    done: list[int] = []
    stopped = Event()

    def share(worker: int) -> None:
        for block in range(worker, BLOCKS, WORKERS):
            if stopped.is_set():
                return
            work(slice(count * block // BLOCKS, count * (block + 1) // BLOCKS), worker)
            done.append(block)
            progress(len(done), BLOCKS)

    with ThreadPoolExecutor(WORKERS) as pool:
        try:
            list(pool.map(share, range(WORKERS)))
        finally:
            stopped.set()  # an interrupt does not wait for the blocks that are left


def part_of(patterns: Patterns, part: slice) -> Patterns:
    """Some of the patterns."""
    return Patterns._make(each[part] for each in patterns)
