"""Decisions of a game with two cards each and five on the table, as the loop takes them, with the solution."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.board_patterns import PLAIN, pattern_numbers, pattern_of
from croupier.analysis.kernels.boards import PAIRS, pair_place, triple_number
from croupier.analysis.kernels.features import Rules, packed
from croupier.analysis.kernels.pattern_passes import table
from croupier.analysis.kernels.strength_tables import RANKS, best_apart, group_numbers, groups, triple_groups
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, silent
from croupier.analysis.model.symmetry import suit_permutations
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult, asks_first, in_blocks, lots_of, part_of
from croupier.analysis.strategies import Player, Strategy
from croupier.analysis.strategies.evaluation import OverBoards
from croupier.games.game import every_choice
from croupier.simulation.loops.showdown_loop import Boards, Pays, Play, play_ends
from croupier.simulation.tables.hand_tables import set_number
from croupier.simulation.tables.kept_tables import kept, key_of, key_of_program

FLOP = 3
NO_RULES = packed([])
NO_ANSWERS = np.zeros(0, dtype=np.int64)
BOARDS = "boards"  # the kind of the tables that read a board


class Told(NamedTuple):
    """A way to play as the loop takes it: tables, and rules for the end where they are asked instead."""

    play: Play
    rules: Rules
    answers: NDArray[np.int64]


class ShowdownDecisions(NamedTuple):
    """The tables themselves, as they are kept."""

    told: Told
    pays: Pays
    solution: Solution


class ShowdownTables:
    """A way to play such a game: the best, by a strategy, or the one choice at each turn that any hand makes.

    `way` tells it as data, by which its tables are kept.
    """

    def __init__(
        self,
        payoffs: Payoffs,
        by: Strategy | Policy | None = None,
        progress: Progress = silent,
        *,
        way: object = None,
    ) -> None:
        self.payoffs = payoffs
        self.turns = payoffs.tree.turns
        self.lots = lots_of(payoffs)
        self.key = None if way is None else key_of(payoffs, "showdown", way)
        self.decisions = kept(self.key, ShowdownDecisions, lambda: self._made(by, progress))
        self.told, self.pays, self.solution = self.decisions

    def _made(self, by: Strategy | Policy | None, progress: Progress) -> ShowdownDecisions:
        """The tables, made anew."""
        game = Showdown(self.payoffs)
        if by is None:
            told, solution = self._best(game, progress)
        elif isinstance(by, Strategy):
            told, solution = self._by_strategy(game, by, progress)
        else:
            told, solution = self._constant(game, by, progress)
        worth = game.pay.worth
        pays = Pays(worth.kind_of, worth.group_of, worth.pays.shape[1], worth.pays.shape[2] // 2)
        return ShowdownDecisions(told, pays, replace(solution, spots=()))

    @staticmethod
    def fits(payoffs: Payoffs, by: Strategy | Policy | None) -> bool:
        """True if the way to play can be told by tables: one that depends on cards is the best play or a strategy."""
        return by is None or isinstance(by, Strategy) or payoffs.game.may is every_choice

    def __call__(self, info: InfoState) -> Action:
        """The action for an information state, from the tables alone."""
        lots, play = self.lots, self.told.play
        low, high = sorted(info.own)
        pair = low + high * (high - 1) // 2
        path = int(play.first[pair])
        if not info.community and path < play.waiting:
            return Action(lots.all[path].choices[-1][1])
        waited = lots.at_end[0].choices[: self.turns.index(info.turn) + 1]
        if not info.community:
            return Action(waited[-1][1])
        flop = set_number(info.community[:FLOP])
        chosen = int(play.second[boards().flops[flop], boards().renamed[boards().renamings[flop], pair]])
        if info.turn is not self.turns[-1] or info.turn.seen == FLOP:
            return Action(lots.after_flop[chosen - 1].choices[-1][1] if chosen else waited[-1][1])
        number, flush = pattern_of(np.array(sorted(info.community, key=lambda card: card >> 2)), pattern_numbers())
        mine, his = sorted((card >> 2) + RANKS * (card & 3 == flush) for card in info.own)
        row = play.plain[number] if flush < 0 else play.suited[number - PLAIN]
        return Action(lots.all[row[pair_place(mine, his)]].choices[-1][1])

    # ---- the ways to play ------------------------------------------------------------------------------

    def _best(self, game: Showdown, progress: Progress) -> tuple[Told, Solution]:
        found = game.strategy(progress)
        ends = table(1, np.uint8)

        def work(part: slice, worker: int) -> None:
            play_ends(part_of(game.patterns, part), game.deck, game.pay.worth, game.workspaces[worker], ends)

        in_blocks(len(game.patterns.numbers), work, progress)
        solution = game.counted(game.tallied(game.play(found), progress), found.spots)
        return Told(self._play(found.first, found.second // 4, ends), NO_RULES, NO_ANSWERS), solution

    def _by_strategy(self, game: Showdown, strategy: Strategy, progress: Progress) -> tuple[Told, Solution]:
        over = OverBoards(Player(strategy, self.payoffs), game)
        solution = over.solution(progress)
        play = self._play(over.first, over.second() // 4, table(1, np.uint8))
        return Told(play, strategy.stages[self.turns[-1].stage].when, over.ends()), solution

    def _constant(self, game: Showdown, policy: Policy, progress: Progress) -> tuple[Told, Solution]:
        names = {turn.stage: policy(InfoState(turn, (0, 1), tuple(range(2, 2 + turn.seen)))) for turn in self.turns}
        path_of = {path.choices: place for place, path in enumerate(self.lots.all)}
        taken: tuple[tuple[str, str], ...] = ()
        for turn in self.turns:
            if taken not in path_of:
                taken = (*taken, (turn.stage, names[turn.stage].choice))
        path = path_of[taken]
        lots, waiting = self.lots, len(path_of)
        early = asks_first(self.payoffs.tree) and path < len(lots.before_flop)
        first = np.full(PAIRS, path if early else waiting, dtype=np.uint8)
        after = path - len(lots.before_flop) + 1
        chosen = after if 0 < after <= len(lots.after_flop) and not early else 0
        second = np.full((len(game.flops), PAIRS), chosen, dtype=np.uint8)
        ends = table(1, np.uint8)
        for each in ends:
            each[:] = path

        def end(block: Any) -> NDArray[np.uint32]:  # noqa: ANN401 - boards
            return np.full((len(block.cards), PAIRS), path, dtype=np.uint32)

        found = ShowdownResult(first, second.astype(np.uint32) * 4, [])
        solution = game.counted(game.tallied_by_boards(found, end, progress))
        return Told(self._play(first, second, ends), NO_RULES, NO_ANSWERS), solution

    def _play(self, first: NDArray[Any], second: NDArray[Any], ends: Any) -> Play:  # noqa: ANN401 - tables
        lots = self.lots
        return Play(
            first.astype(np.uint8),
            second.astype(np.uint8),
            ends.plain[0],
            ends.suited[0],
            len(lots.before_flop),
            len(lots.all),
        )


@cache
def boards() -> Boards:
    """The tables that read a board; made once, and kept."""
    return kept(key_of_program(BOARDS), Boards, _boards)


def _boards() -> Boards:
    from croupier.analysis.kernels.board_patterns import ground

    deck = ground(tuple(range(52))).deck
    triples = np.array(list(combinations(range(52), 3)))
    numbers = np.array([triple_number(*each) for each in triples.tolist()])
    flops = np.full(len(triples), -1, dtype=np.int16)
    renamings = np.zeros(len(triples), dtype=np.uint8)
    for each in suit_permutations():
        image = np.sort(each[triples], axis=1)
        a, b, c = image.T
        found = deck.flop_numbers[a + b * (b - 1) // 2 + c * (c - 1) * (c - 2) // 6]
        here = found >= 0
        flops[numbers[here]] = found[here]
        renamings[numbers[here]] = each[0] | each[1] << 2 | each[2] << 4
    return Boards(
        deck.joined,
        deck.suited,
        deck.pair_groups,
        triple_groups(),
        rank_groups(),
        pattern_numbers().of_suited,
        flops,
        renamings,
        deck.renamed,
        best_apart(5),
    )


@cache
def rank_groups() -> NDArray[np.int16]:
    """The number of five ranks, by the numbers of three of them and of two."""
    three, two = groups(3), groups(2)
    both = np.concatenate([np.repeat(three, len(two), axis=0), np.tile(two, (len(three), 1))], axis=1)
    both.sort(axis=1)
    table = np.empty((len(three), len(two)), dtype=np.int16)
    rows, columns = np.repeat(group_numbers(three), len(two)), np.tile(group_numbers(two), len(three))
    table[rows, columns] = group_numbers(both)
    return table
