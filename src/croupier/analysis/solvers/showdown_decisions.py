"""The turns after the flop and at the end, by classes of hands, for games of two cards each and a board of five."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels import board_survey as kernels
from croupier.analysis.kernels.boards import PAIRS
from croupier.analysis.kernels.hand_classes import classes_of_pairs
from croupier.analysis.kernels.pattern_passes import Play
from croupier.analysis.model.hand_kinds import CLASSES, STEPS
from croupier.analysis.model.paths import Path
from croupier.analysis.model.solution import Group, Later, Progress, Survey
from croupier.analysis.solvers.showdown_game import (
    WORKERS,
    ShowdownGame,
    ShowdownResult,
    in_blocks,
    part_of,
)


class _Flops(NamedTuple):
    """The turn after the flop: deals by class and best action, what each action loses, and the bold choices."""

    best: NDArray[np.int64]
    lost: NDArray[np.int64]
    bold: NDArray[np.uint32]


def surveyed(game: ShowdownGame, found: ShowdownResult, play: Play, progress: Progress) -> Survey:
    """Look at the later turns of a game that is solved."""
    flops = _after_flop(game, found)
    ended = _at_end(game, play, progress)
    bold = found._replace(first=_bold_first(game, found), second=flops.bold)
    same = np.array_equal(bold.first, found.first) and np.array_equal(bold.second, found.second)
    raised = ended.bold if same else _at_end(game, game.play(bold), progress).bold
    turns = [turn for turn in game.payoffs.tree.turns if turn.seen]
    stage, waiting = next(step for step in game.lots.at_end[0].choices if step[0] == turns[0].stage)
    after = [waiting, *(_last(path) for path in game.lots.after_flop)]
    ends = [_last(path) for path in game.lots.at_end]
    later = [Later(stage, _groups(after, flops.best, flops.lost), to_come=True, dealer=True)]
    if len(turns) > 1:
        later.append(Later(turns[1].stage, _groups(ends, ended.best, ended.lost), to_come=False, dealer=True))
    staked = sum(int(ways) * game.payoffs.at_risk(path) for ways, path in zip(raised, game.lots.all, strict=True))
    return Survey(tuple(later), staked)


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


def _at_end(game: ShowdownGame, play: Play, progress: Progress) -> kernels.Counts:
    """The end of the round, under a play before it."""
    counts = [kernels.counts(len(game.lots.at_end), len(game.lots.all)) for _ in range(WORKERS)]

    def work(part: slice, worker: int) -> None:
        patterns, workspace = part_of(game.patterns, part), game.workspaces[worker]
        kernels.survey(patterns, game.deck, game.pay.worth, workspace, play, counts[worker])

    in_blocks(len(game.patterns.numbers), work, progress)
    return kernels.Counts(*(sum(each, start=np.zeros_like(each[0])) for each in zip(*counts, strict=True)))


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
    asked = found.first == len(game.lots.all)
    classes = np.zeros((len(game.flops), PAIRS), dtype=np.int64)
    classes_of_pairs(game.flops, game.deck.live, asked, classes)
    left = len(game.deck.live) - len(game.flops[0]) - 2
    deals = comb(left, 2) * comb(left - 2, 2)
    actions = 1 + len(found.gains)
    best, lost = (np.zeros((CLASSES, actions), dtype=np.int64) for _ in range(2))
    bold = found.second.copy()
    for number, weight in enumerate(game.weights.tolist()):
        # Beside waiting: nothing for itself, and for each commitment what waiting gains over it.
        behind = np.vstack([np.zeros((1, PAIRS), dtype=np.int64), found.gains[:, number]])
        behind -= behind.min(axis=0)
        here = np.flatnonzero(classes[number] >= 0)
        bold[number, here] = 4 * (actions - 1 - np.argmin(behind[::-1, here], axis=0))  # most at risk, of equal ones
        which = classes[number, here]
        np.add.at(best, (which, found.second[number, here] // 4), weight * deals)
        for action in range(actions):
            np.add.at(lost, (which, action), weight * behind[action, here])
    return _Flops(best, lost, bold)
