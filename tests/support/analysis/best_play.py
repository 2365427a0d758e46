"""The best play of a game as a policy that is asked turn by turn, for tests that deal rounds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from croupier.analysis.kernels.board_passes import best_at_end
from croupier.analysis.kernels.boards import count_board, triple_number, workspace
from croupier.analysis.kernels.strength_tables import group_numbers
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, prefer, silent
from croupier.analysis.model.symmetry import SUITS, suit_permutations
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult
from croupier.analysis.solvers.solver import is_showdown, solve
from croupier.games.game import Board, Hand

FLOP, BOARD = 3, 5


class BestPlay(NamedTuple):
    """All deals counted under the best play, and that play to be asked."""

    solution: Solution
    policy: Policy


def best_play(payoffs: Payoffs, progress: Progress = silent) -> BestPlay:
    """Solve a game, and keep what to do."""
    if is_showdown(payoffs):
        game = Showdown(payoffs)
        found = game.strategy(progress)
        return BestPlay(game.counted(game.tallied(game.play(found)), found.spots), _ByBoard(game, found))
    solution = solve(payoffs, progress=progress)
    return BestPlay(solution, _ByClass(payoffs, solution))


class _ByClass:
    """A solution's own answers at the first turn; at later ones, each class of hands is looked at when it comes up."""

    def __init__(self, payoffs: Payoffs, solution: Solution) -> None:
        self._payoffs = payoffs
        deck = payoffs.terms.rulebook.deck
        self._copies = {face: [card for card, each in enumerate(deck.faces) if each == face] for face in deck.faces}
        self._renamings: list[list[int]] = suit_permutations().tolist()
        self._known: dict[tuple[Path, Cards, Cards], Action] = {}
        for spot in solution.spots:
            if spot.info.turn == payoffs.tree.turns[0]:
                names = self._names(spot.info)
                discard = tuple(names[card] for card in spot.taken.discard)
                self._known[Path(), *_renamed(names, spot.info)] = spot.taken._replace(discard=discard)

    def __call__(self, info: InfoState) -> Action:
        names = self._names(info)
        own, community = _renamed(names, info)
        found = self._known.get((info.path, own, community))
        if found is None:
            found = self._known[info.path, own, community] = self._look(replace(info, own=own, community=community))
        return found._replace(discard=tuple(card for card in info.own if names[card] in found.discard))

    def _look(self, info: InfoState) -> Action:
        payoffs, tree, turn, path = self._payoffs, self._payoffs.tree, info.turn, info.path
        own, community, choices = info.own, info.community, turn.choices
        unseen = info.unseen(payoffs.terms.rulebook.deck)
        if tree.dealer or turn != tree.turns[-1] or any(choice.ending or choice.discards for choice in choices):
            return plain.look(payoffs, info).taken
        # Whatever is chosen, the hand to come is the same, and is read once.
        hand, facts = Hand(own), Counter[Any]()
        for more in combinations(unseen, tree.community - len(community)):
            facts[payoffs.read(hand, Board(community + more, (), (hand,), payoffs.meter))] += 1
        after = {choice: path.then(turn, choice) for choice in choices}
        open_to = {Action(each.name): then for each, then in after.items() if payoffs.allows(each, own, then)}
        totals = {
            action: sum(payoffs.net(then, each) * ways for each, ways in facts.items())
            for action, then in open_to.items()
        }
        return prefer(totals, {action: payoffs.at_risk(then) for action, then in open_to.items()})

    def _names(self, info: InfoState) -> dict[int, int]:
        """The cards by the names that they have in their class."""
        deck = self._payoffs.terms.rulebook.deck
        if len(self._copies) < len(deck):
            left = {face: iter(copies) for face, copies in self._copies.items()}
            return {card: next(left[deck.faces[card]]) for card in sorted(info.own + info.community)}
        each = min(self._renamings, key=lambda names: _renamed(names, info))
        return dict(enumerate(each))


def _renamed(names: Mapping[int, int] | Sequence[int], info: InfoState) -> tuple[Cards, Cards]:
    """The own and the community cards by other names, in rising order."""
    return tuple(sorted([names[card] for card in info.own])), tuple(sorted([names[card] for card in info.community]))


class _ByBoard:
    """By pair before the flop, by flop and pair after it; at the end all of the dealer's pairs are counted."""

    def __init__(self, game: Showdown, found: ShowdownResult) -> None:
        self._game = game
        self._found = found
        self._workspace = workspace(game.pay.worth.pays.shape[2] // 2)

    def __call__(self, info: InfoState) -> Action:
        low, high = sorted(info.own)
        pair = low + high * (high - 1) // 2
        asked = {0: self._before_flop, FLOP: self._after_flop, BOARD: self._at_end}
        goal = asked[len(info.community)](pair, info.community)
        return Action(dict(goal.choices)[info.turn.stage])

    def _before_flop(self, pair: int, community: Cards) -> Path:  # noqa: ARG002 - there is none yet
        lots = self._game.lots
        return [*lots.all, lots.at_end[0]][int(self._found.first[pair])]  # who waits is on the way to the end

    def _after_flop(self, pair: int, community: Cards) -> Path:
        deck, lots = self._game.deck, self._game.lots
        ranks = [sum(1 << (card >> 2) for card in community if card & 3 == suit) for suit in range(SUITS)]
        in_order = sorted(range(SUITS), key=lambda suit: -ranks[suit])  # as suits are in the flop that stands for this
        to = [in_order.index(suit) for suit in range(SUITS)]
        flop = deck.flop_numbers[triple_number(*sorted([card & ~3 | to[card & 3] for card in community]))]
        place = self._found.second[flop, deck.renamed[to[0] | to[1] << 2 | to[2] << 4, pair]]
        return [lots.at_end[0], *lots.after_flop][int(place) // 4]

    def _at_end(self, pair: int, community: Cards) -> Path:
        game, workspace = self._game, self._workspace
        board = np.array(community)
        group = group_numbers(np.sort(board >> 2)[None])[0]
        pairs, _ = count_board(board, group, game.deck, game.pay.worth.group_of, workspace)
        entry = workspace.entries[np.flatnonzero(workspace.numbers[:pairs] == pair)[0]]
        kind = game.pay.worth.kind_of[workspace.strengths[entry]]
        return game.lots.all[int(best_at_end(game.pay.worth, kind, workspace.counts[entry])[0])]
