"""Two seats of one round: what they net goes together, since they share the board and the dealer's hand."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from support.analysis.best_play import _ByBoard
from support.analysis.brute_force import ready

import croupier
from croupier.analysis.kernels.seat_products import products
from croupier.analysis.kernels.strength_tables import group_numbers
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path, turns_left
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult
from croupier.games.game import Board, Choice, Hand

LIVE = tuple(range(36, 52))  # jacks to aces
BOARDS = [(36, 37, 40, 44, 48), (36, 40, 44, 48, 39), (37, 38, 41, 45, 49)]


@pytest.mark.parametrize("board", BOARDS)
def test_the_products_beside_a_board_are_those_found_one_by_one(board: tuple[int, ...]) -> None:
    game = Showdown(ready("uth-ma"), LIVE)
    found = game.strategy()
    unit = game.payoffs.opening["ante"] // 2
    pays = np.zeros(game.pay.worth.pays.shape)
    for (place, own, column), facts in game.pay.facts.items():
        pays[place, own, column] = game.payoffs.net(game.lots.all[place], facts) // unit
    cards = np.array([board], dtype=np.uint8)
    groups = group_numbers(np.sort(cards.astype(np.int64) >> 2, axis=1))
    totals, last = np.zeros(1, dtype=np.int64), np.zeros((0, 0), dtype=np.uint32)
    deal = game.deck, game.pay.worth, game.workspaces[0]
    assert products(cards, groups, *deal, found.first, found.second, last, pays, totals)
    assert int(totals[0]) == _one_by_one(game, found, board, unit)


def _one_by_one(game: Showdown, found: ShowdownResult, board: tuple[int, ...], unit: int) -> int:
    """All flops, dealer's hands and two hands of players that share no card, each settled as the game does."""
    payoffs, policy = game.payoffs, _ByBoard(game, found)
    left = [card for card in LIVE if card not in board]
    total = 0
    for flop in combinations(board, 3):
        rest = tuple(card for card in board if card not in flop)
        ends = {own: _end(payoffs.tree.turns, policy, own, (flop, rest)) for own in combinations(left, 2)}
        for dealer in combinations(left, 2):
            nets = {
                own: payoffs.net(path, payoffs.read(hand, Board(board, dealer, (hand,), 0))) // unit
                for own, path in ends.items()
                if not set(own) & set(dealer)
                for hand in [Hand(own, path.ending)]
            }
            total += sum(nets[one] * nets[two] for one in nets for two in nets if not set(one) & set(two))
    return total


def _end(turns: tuple, policy: _ByBoard, own: tuple[int, ...], stages: tuple[tuple[int, ...], ...]) -> Path:  # type: ignore[type-arg]
    path = Path()
    while asked := turns_left(path, turns):
        turn = asked[0]
        seen = {0: (), 3: stages[0], 5: stages[0] + stages[1]}[turn.seen]
        taken = policy(InfoState(turn, own, seen, path)).choice
        choice: Choice = next(each for each in turn.choices if each.name == taken)
        path = path.then(turn, choice)
    return path


def test_sums_that_could_be_inexact_are_not_given() -> None:
    game = Showdown(ready("uth-ma"), LIVE)
    assert game.product(game.strategy(), lambda _path, _facts: 10**7) is None


def test_hands_that_always_net_one_have_a_product_of_one() -> None:
    game = Showdown(ready("uth-ma"), LIVE)
    assert game.product(game.strategy(), lambda _path, _facts: 1) == 1


def test_a_game_whose_seats_nobody_counts_together_says_none() -> None:
    assert croupier.analyze("dragon-md").covariance_of_seats() is None


@pytest.mark.prove
def test_six_seats_of_ultimate_texas_hold_em_deviate_over_a_third_more() -> None:
    """Six independent seats have six variances; seats of one table have thirty covariances besides."""
    analysis = croupier.analyze("uth-ma")
    between = analysis.covariance_of_seats()
    assert between is not None
    variance = analysis["base"].variance
    assert 0 < between < variance
    ratio = float((6 * variance + 30 * between) / (6 * variance)) ** 0.5
    assert 1.3 < ratio < 1.5
    assert isinstance(between, Fraction)
