"""The turns after the flop and at the end, by classes of hands, for games of two cards each and a board of five."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels import board_survey as kernels
from croupier.analysis.kernels.boards import PAIRS, Boards, standing
from croupier.analysis.kernels.hand_classes import classes_of_pairs
from croupier.analysis.model.hand_kinds import CLASSES, STEPS
from croupier.analysis.model.paths import Path
from croupier.analysis.model.solution import Group, Later, Progress, Survey
from croupier.analysis.solvers.showdown_game import (
    WORKERS,
    ShowdownGame,
    ShowdownResult,
    class_sums,
    in_blocks,
    pair_classes,
    renamings_of,
)


class _Flops(NamedTuple):
    """The turn after the flop: deals by class and best action, what each action loses, and the bold choices."""

    best: NDArray[np.int64]
    lost: NDArray[np.int64]
    bold: NDArray[np.uint32]


def surveyed(game: ShowdownGame, found: ShowdownResult, progress: Progress) -> Survey:
    """Look at the later turns of a game that is solved."""
    flops = _after_flop(game, found)
    plays = kernels.Plays(found.first, _bold_first(game, found), found.second | flops.bold << np.uint32(8))
    counts = [kernels.counts(len(game.lots.at_end), len(game.lots.all)) for _ in range(WORKERS)]
    bits = kernels.pair_bits()

    def work(block: Boards, worker: int) -> None:
        kernels.survey(*block, game.deck, game.pay.worth, game.rooms[worker], plays, bits, counts[worker])

    in_blocks(game.boards, work, progress)
    ended = kernels.Counts(*(sum(each, start=np.zeros_like(each[0])) for each in zip(*counts, strict=True)))
    turns = game.payoffs.tree.turns
    waiting = game.lots.at_end[0].choices[1][1]
    after = [waiting, *(_last(path) for path in game.lots.after_flop)]
    ends = [_last(path) for path in game.lots.at_end]
    later = (
        Later(turns[1].stage, _groups(after, flops.best, flops.lost), to_come=True, dealer=True),
        Later(turns[2].stage, _groups(ends, ended.best, ended.lost), to_come=False, dealer=True),
    )
    staked = sum(int(ways) * game.payoffs.at_risk(path) for ways, path in zip(ended.bold, game.lots.all, strict=True))
    return Survey(later, staked)


def _last(path: Path) -> str:
    return path.choices[-1][1]


def _groups(names: Sequence[str], best: NDArray[np.int64], lost: NDArray[np.int64]) -> tuple[Group, ...]:
    return tuple(
        Group(
            which // STEPS,
            which % STEPS,
            {name: int(ways) for name, ways in zip(names, best[which], strict=True) if ways},
            {name: int(total) for name, total in zip(names, lost[which], strict=True)},
        )
        for which in np.flatnonzero(best.any(axis=1)).tolist()
    )


def _bold_first(game: ShowdownGame, found: ShowdownResult) -> NDArray[np.uint8]:
    """The choices before the flop of who commits wherever that is worth as much as waiting."""
    bold = found.first.copy()
    lot = game.lots.before_flop
    by_name = {path.choices[0][1]: place for place, path in enumerate(lot)}
    for spot in found.spots:
        equal = [by_name[action.choice] for action in spot.values if not spot.cost(action) and action.choice in by_name]
        if equal:
            low, high = spot.info.own
            alike = {low + high * (high - 1) // 2 for low, high in _alike(low, high)}
            bold[list(alike)] = max(equal)  # a lot is in the order of the money at risk
    return bold


def _alike(low: int, high: int) -> list[tuple[int, int]]:
    """All pairs of cards of the same ranks that are suited, or not, as this one is."""
    suited = low & 3 == high & 3
    pairs = [(low & ~3 | a, high & ~3 | b) for a in range(4) for b in range(4) if (a == b) == suited]
    return [(min(pair), max(pair)) for pair in pairs if pair[0] != pair[1]]


def _after_flop(game: ShowdownGame, found: ShowdownResult) -> _Flops:
    deck, waiting = game.deck, len(game.lots.all)
    asked = found.first == waiting
    classes = np.zeros((len(game.flops), PAIRS), dtype=np.int64)
    classes_of_pairs(game.flops, deck.live, asked, classes)
    _, weights = standing(deck.live, game.flops.shape[1])
    left = len(deck.live) - len(game.flops[0]) - 2
    deals = comb(left, 2) * comb(left - 2, 2)
    actions = 1 + len(found.gains)
    counted = _Flops(
        np.zeros((CLASSES, actions), dtype=np.int64),
        np.zeros((CLASSES, actions), dtype=np.int64),
        np.zeros_like(found.second),
    )
    renamings = renamings_of(deck)
    for number, flop in enumerate(game.flops.tolist()):
        key = pair_classes(flop, renamings, deck)
        sums = class_sums(found.gains[:, number], key)
        # Beside waiting: nothing for itself, and for each commitment what waiting gains over it.
        behind = np.vstack([np.zeros((1, PAIRS), dtype=np.int64), sums])
        behind -= behind.min(axis=0)
        bold = len(behind) - 1 - np.argmin(behind[::-1], axis=0)  # the last of equal ones, which has most at risk
        counted.bold[number] = 4 * bold[key]
        ways = np.bincount(key, minlength=PAIRS) * int(weights[number]) * deals
        here = np.flatnonzero((classes[number] >= 0) & (key == np.arange(PAIRS)))
        which = classes[number, here]
        np.add.at(counted.best, (which, found.second[number, here] // 4), ways[here])
        for action in range(actions):
            np.add.at(counted.lost, (which, action), behind[action, here])
    return counted
