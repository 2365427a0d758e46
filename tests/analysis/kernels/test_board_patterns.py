"""Boards that count alike: every board has a pattern, and what is counted by patterns is what is counted by boards."""

from collections import Counter
from functools import cache
from itertools import combinations
from math import comb

import numpy as np
import pytest
from support.analysis.brute_force import ready

from croupier.analysis.kernels.board_passes import best_at_end
from croupier.analysis.kernels.board_patterns import Patterns, pattern_numbers, pattern_of, patterns_of
from croupier.analysis.kernels.boards import PAIRS, Boards, count_board, pair_place, workspace
from croupier.analysis.solvers.made_hand import strengths_of
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult
from croupier.hands import five

SHORT = tuple(range(32, 52))  # tens to aces
LIVE = tuple(range(28, 52))  # nines to aces


@cache
def patterns() -> Patterns:
    return patterns_of(np.arange(52))


def test_patterns_stand_for_all_boards() -> None:
    assert len(patterns().numbers) == 42_783
    assert patterns().boards.sum() == comb(52, 5)


def test_the_board_of_a_pattern_has_it() -> None:
    numbers = pattern_numbers()
    found = [pattern_of(cards.astype(np.int64), numbers)[0] for cards in patterns().cards[::37]]
    assert found == patterns().numbers[::37].tolist()


def test_boards_and_suited_pairs_of_a_short_deck_are_those_found_one_by_one() -> None:
    numbers, counted = pattern_numbers(), Counter[int]()
    suited = Counter[tuple[int, int]]()
    for board in combinations(SHORT, 5):
        number, flush = pattern_of(np.array(board), numbers)
        counted[number] += 1
        for low, high in combinations([card for card in SHORT if card not in board], 2):
            if low & 3 == high & 3 != flush:
                suited[number, pair_place(low >> 2, high >> 2)] += 1
    found = patterns_of(np.array(SHORT))
    assert dict(zip(found.numbers.tolist(), found.boards.tolist(), strict=True)) == counted
    of = {(int(found.numbers[b]), int(place)): int(found.suited[b, place]) for b, place in np.argwhere(found.suited)}
    assert of == suited


@pytest.mark.parametrize("seed", [1, 2])
def test_any_play_before_the_end_comes_to_the_same_by_patterns_and_by_boards(seed: int) -> None:
    """Choices at random, but alike for hands and flops that only suits tell apart."""
    game = Showdown(ready("uth-ma"), LIVE)
    best, random = game.strategy(), np.random.default_rng(seed)
    worth = np.where(best.second, best.second, 4 * random.integers(0, 2, size=len(game.flops))[:, None])
    first = np.where(random.integers(0, 2, size=169)[_classes()] > 0, best.first, len(game.lots.all))
    found = ShowdownResult(first.astype(np.uint8), worth.astype(np.uint32), [])
    ways = game.tallied(game.play(found))
    assert np.array_equal(ways, game.tallied_by_boards(found, lambda block: _best(game, block)))
    assert (game.tallied(game.play(best)) * game.pay.worth.pays).sum() > (ways * game.pay.worth.pays).sum()


def _classes() -> np.ndarray:
    """A number for every pair of cards: its ranks, and whether it is suited."""
    found = np.zeros(PAIRS, dtype=np.int64)
    for low, high in combinations(range(52), 2):
        ranks = (high >> 2, low >> 2) if low & 3 == high & 3 else (low >> 2, high >> 2)
        found[low + high * (high - 1) // 2] = 13 * ranks[0] + ranks[1]
    return found


def _best(game: Showdown, block: Boards) -> np.ndarray:
    """The best path at the end, looked up board by board."""
    worth, space = game.pay.worth, workspace(game.pay.worth.pays.shape[2] // 2)
    found = np.zeros((len(block.cards), PAIRS), dtype=np.uint32)
    for b in range(len(block.cards)):
        pairs, _ = count_board(block.cards[b], block.groups[b], game.deck, worth.group_of, space)
        for k in range(pairs):
            entry = space.entries[k]
            kind = worth.kind_of[space.strengths[entry]]
            found[b, space.numbers[k]] = best_at_end(worth, kind, space.counts[entry])[0]
    return found


@pytest.mark.parametrize(("size", "royal"), [(5, 4), (6, 188), (7, 4_324)])
def test_strengths_of_more_than_five_cards_are_known_numbers(size: int, royal: int) -> None:
    ways, hands = strengths_of(size)
    assert sum(ways.values()) == comb(52, size)
    assert ways[len(five.LADDER) - 1] == royal
    assert all(five.strength(cards) == strength for strength, cards in hands.items())
    assert all(len(set(cards)) == size for cards in hands.values())
    if size == 5:
        assert len(ways) == len(five.LADDER) == 7462
    by_category = Counter[five.Category]()
    for strength, count in ways.items():
        by_category[five.category(strength)] += count
    flushes = {5: 5_108, 6: 205_792, 7: 4_047_644}
    assert by_category[five.Category.FLUSH] == flushes[size]
