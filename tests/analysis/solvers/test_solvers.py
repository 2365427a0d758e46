"""The fast solvers give what the plain one gives, and the plain one what brute force gives."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, permutations
from math import comb
from typing import Any

import numpy as np
import pytest
from support.analysis.brute_force import VERSIONS, payoffs_of, ready, told
from support.three_card import GAME, submission

from croupier.analysis.kernels.boards import boards_of, count_board, workspace
from croupier.analysis.kernels.strength_tables import group_numbers
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Solution, Spot, silent
from croupier.analysis.model.symmetry import class_keys, classes
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.solver import solve, solver_of
from croupier.cards import DRAGON, STANDARD
from croupier.games.game import Board, Hand
from croupier.hands import dragon, five

HIGH_CARDS = range(36, 52)  # jacks to aces
TWELVE = range(40, 52)  # queens to aces


def nets(payoffs: Payoffs, solution: Solution) -> Counter[int]:
    """The distribution of a solution's net results."""
    ways: Counter[int] = Counter()
    for ended, count in solution.tally.items():
        ways[payoffs.net(*ended)] += count
    return ways


def same(payoffs: Payoffs, live: range) -> None:
    fast, slow = solver_of(payoffs).solve(payoffs, live), plain.solve(payoffs, live)
    assert fast.cycle == slow.cycle == sum(fast.tally.values()) == sum(slow.tally.values())
    assert fast.actions == slow.actions
    assert nets(payoffs, fast) == nets(payoffs, slow)
    # Plain spots are of every path; the first turn's are those that a fast solver keeps.
    first = [spot for spot in slow.spots if not spot.info.community and spot.info.turn == fast.spots[0].info.turn]
    assert by_class(payoffs, live, fast.spots) == by_class(payoffs, live, first)


def by_class(payoffs: Payoffs, live: range, spots: Sequence[Spot]) -> dict[int, object]:
    """The spots by the class of the hand, their values in order: which of alike cards is put away makes none."""
    keys = class_keys(payoffs.terms.rulebook.deck, live, np.array([spot.info.own for spot in spots]))
    return {
        key: (spot.hands, sorted((action.choice, value) for action, value in spot.values.items()), spot.taken.choice)
        for key, spot in zip(keys.tolist(), spots, strict=True)
    }


@pytest.mark.parametrize(("rulebook", "options"), VERSIONS[1:], ids=str)
def test_every_game_is_solved_as_the_plain_solver_solves_it(rulebook: str, options: dict[str, object]) -> None:
    same(ready(rulebook, **options), range(0, 53, 3) if rulebook == "dragon-md" else HIGH_CARDS)


def test_a_game_that_the_package_does_not_know_is_solved_alike() -> None:
    same(payoffs_of(submission(), GAME), range(28, 52))


@pytest.mark.parametrize(("rulebook", "options"), VERSIONS[1:], ids=str)
def test_who_raises_on_equal_terms_is_solved_again_only_where_choices_tie(
    rulebook: str, options: dict[str, object]
) -> None:
    payoffs = ready(rulebook, **options)
    live = range(0, 53, 3) if rulebook == "dragon-md" else HIGH_CARDS
    solver = solver_of(payoffs)
    for each in (solver, plain):
        solution, bold = each.solve(payoffs, live), each.solve(Bold(payoffs), live)
        assert solution.tied == bold.tied
        if not solution.tied:
            assert (solution.actions, solution.tally) == (bold.actions, bold.tally)
        if solution.survey:
            assert solution.survey(silent).staked == bold.staked(payoffs)


def test_let_it_ride_has_ties_and_dragon_poker_none() -> None:
    assert [solve(ready(rulebook)).tied for rulebook in ("lir-nj", "dragon-md", "colorado-ma-1")] == [
        True,
        False,
        False,
    ]


@pytest.mark.prove
def test_two_cards_each_against_the_dealer_are_solved_as_the_plain_solver_solves_them() -> None:
    same(ready("uth-ma"), TWELVE)


@pytest.mark.prove
@pytest.mark.parametrize(("rulebook", "live"), [("dragon-md", range(53)), ("lir-nj", range(52))])
def test_whole_games_are_solved_as_the_plain_solver_solves_them(rulebook: str, live: range) -> None:
    same(ready(rulebook), live)


# ---- brute force, written apart ------------------------------------------------------------------------


def test_every_hand_of_dragon_poker_by_brute_force() -> None:
    """Every three faces against every three faces, counted with their copies."""
    payoffs = ready("dragon-md")
    solution = solve(payoffs)
    terms, opening = payoffs.terms, payoffs.opening
    unit = opening["ante"]
    copies = Counter(DRAGON.faces)
    hands = list({tuple(sorted(each)) for each in combinations(DRAGON.faces, 3)})
    total = 0
    for own in hands:
        left = copies - Counter(own)
        mine = dragon.strength(DRAGON.parse(" ".join(own)))
        played = folded = 0
        for other in hands:
            ways = ways_of(other, left)
            theirs = dragon.strength(DRAGON.parse(" ".join(other)))
            bonus = next(
                line.amount
                for line in payoffs.game.settle(
                    payoffs.game.read(Hand(DRAGON.parse(" ".join(own))), Board(), terms)._replace(beats=1),
                    {"ante_bonus": unit},
                    terms,
                )
            )
            played += ways * (2 * unit + bonus if mine > theirs else -3 * unit if mine < theirs else 0)
            folded += ways * -2 * unit
        total += ways_of(own, copies) * max(played, folded)
    assert solution.value(payoffs) == Fraction(total, comb(53, 3) * comb(50, 3))


def ways_of(hand: tuple[str, ...], copies: Counter[str]) -> int:
    ways = 1
    for face, times in Counter(hand).items():
        ways *= comb(copies[face], times)
    return ways


BOARDS = {
    "one suit": "2s 5s 9s Js Ks",
    "four of a suit": "2s 5s 9s Js Kh",
    "three of a suit, in a row": "9s Ts Js 4h 4d",
    "a pair": "7c 7d Qh 3s 9c",
    "trips": "7c 7d 7h 3s 9c",
    "two pairs": "7c 7d 3h 3s 9c",
    "four of a kind": "7c 7d 7h 7s 2c",
    "full house": "7c 7d 7h 2s 2c",
    "rainbow straight": "5c 6d 7h 8s 9c",
    "royal flush": "Ts Js Qs Ks As",
}


@pytest.mark.parametrize("named", BOARDS)
def test_the_counts_of_a_board_are_those_of_brute_force(named: str) -> None:
    board = STANDARD.parse(BOARDS[named])
    cards = [card for card in range(52) if card not in board]
    pairs = list(combinations(cards, 2))
    strengths = {pair: five.strength(pair + board) for pair in pairs}
    game = Showdown(ready("uth-ma"))
    worth = game.pay.worth
    space = workspace(worth.pays.shape[2] // 2)
    ranks = np.sort(np.array([[card >> 2 for card in board]]), axis=1)
    count, _ = count_board(np.array(board), group_numbers(ranks)[0], game.deck, worth.group_of, space)
    assert count == len(pairs) == 1081
    counted = {int(space.numbers[k]): space.counts[space.entries[k]].tolist() for k in range(count)}
    for own in pairs[:: 47 if named != "one suit" else 5]:
        expected = [0, 0, 0, 0, 0]
        for other in pairs:
            if set(own) & set(other):
                continue
            paired = int(five.category(strengths[other]) >= five.Category.PAIR)
            groups = {int(worth.group_of[0]): 0, int(worth.group_of[-1]): 1}
            column = next(column for column, is_paired in groups.items() if is_paired == paired)
            if strengths[other] < strengths[own]:
                expected[column] += 1
            elif strengths[other] == strengths[own]:
                expected[2] += 1
            else:
                expected[3 + column] += 1
        assert counted[own[0] + own[1] * (own[1] - 1) // 2] == expected


def test_boards_up_to_suits_stand_for_all_boards() -> None:
    boards = boards_of(np.arange(52))
    assert len(boards.cards) == 134_459
    assert boards.weights.sum() == comb(52, 5)
    one_suit = [tuple(cards) for cards in boards.cards.tolist() if len({card & 3 for card in cards}) == 1]
    assert len(one_suit) == comb(13, 5)


@pytest.mark.parametrize("size", [2, 3])
def test_classes_of_hands_are_orbits_of_the_suits(size: int) -> None:
    found = classes(STANDARD, range(52), size)
    assert sum(each.hands for each in found) == comb(52, size)
    orbits = {
        frozenset(tuple(sorted((card & ~3) | to[card & 3] for card in hand)) for to in permutations(range(4)))
        for hand in combinations(range(52), size)
    }
    assert sorted(len(orbit) for orbit in orbits) == sorted(each.hands for each in found)


@pytest.mark.prove
@pytest.mark.parametrize(("own", "flop"), [("As Ks", "2s 7s 9s"), ("8c 8d", "8h 3s Kd"), ("7h 6h", "5h 4h 2c")])
def test_what_it_gains_to_wait_past_a_flop_is_what_the_plain_solver_says(
    own: str, flop: str, gathered: tuple[Showdown, Any]
) -> None:
    """A flop and a pair are looked up in what was added up over boards, and worked out card by card."""
    game, gains = gathered
    payoffs = game.payoffs
    mine, seen = STANDARD.parse(own), STANDARD.parse(flop)
    orbit = {
        (
            tuple(sorted(card & ~3 | to[card & 3] for card in mine)),
            tuple(sorted(card & ~3 | to[card & 3] for card in seen)),
        )
        for to in permutations(range(4))
    }
    place = {tuple(sorted(cards)): number for number, cards in enumerate(game.flops.tolist())}
    found = {
        int(gains[0][place[cards], low + high * (high - 1) // 2]) for (low, high), cards in orbit if cards in place
    }
    assert len(found) == 1  # pairs that a flop does not tell apart are worth the same
    turn = payoffs.tree.turns[0]
    path = Path().then(turn, turn.choices[0])
    spot = plain.look(payoffs, told(payoffs, mine, seen, path=path))
    values = {action.choice: value for action, value in spot.values.items()}
    wait, commit = values["check"], values["play 2x"]
    assert Fraction(found.pop(), comb(47, 2) * comb(45, 2)) == wait - commit


@pytest.fixture(scope="module")
def gathered() -> tuple[Showdown, Any]:
    game = Showdown(ready("uth-ma"))
    return game, game.gathered()[1]
