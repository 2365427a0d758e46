"""Wagers that go by the hand a player makes with the first community cards, whatever the player decides.

Every strength is counted once over all such hands, with one hand that has it for the game to read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.strength_tables import RANKS, SUITS, best_apart, group_numbers, groups, suited
from croupier.analysis.model.payoffs import Payoffs
from croupier.cards import STANDARD
from croupier.games.game import Board, Hand

HOLE_CARDS = 2
FLUSH = 5


class Made(NamedTuple):
    """Facts of hands with how often they come, out of a cycle."""

    tally: Counter[Any]
    cycle: int


def made(payoffs: Payoffs, community: int) -> Made:
    """The facts that a wager on the player's cards and so many community cards looks at, over all hands."""
    ways, hands = strengths_of(community + HOLE_CARDS)
    tally: Counter[Any] = Counter()
    for strength, count in ways.items():
        tally[read_made(payoffs, hands[strength])] += count
    return Made(tally, comb(len(STANDARD), community + HOLE_CARDS))


def read_made(payoffs: Payoffs, cards: Sequence[int]) -> Any:  # noqa: ANN401 - the game's own
    """The facts of a hand; cards that do not count are any others."""
    others = [card for card in range(len(STANDARD)) if card not in cards]
    community = (*cards[HOLE_CARDS:], *others)[: payoffs.tree.community]
    dealer = tuple(card for card in others if card not in community)[: payoffs.tree.dealer]
    hand = Hand(tuple(cards[:HOLE_CARDS]))
    return payoffs.read(hand, Board(community, dealer, (hand,), payoffs.meter))


@cache
def strengths_of(size: int) -> tuple[dict[int, int], dict[int, list[int]]]:
    """The number of hands of five to seven cards of each strength, and one of them.

    Without a flush it depends on the ranks; five cards of one suit or more decide it, since no full house and nothing
    better has workspace beside them.
    """
    ranks = groups(size)
    ways: Counter[int] = Counter()
    hands: dict[int, list[int]] = {}
    apart = best_apart(size)[group_numbers(ranks)]
    for row, strength, count in zip(ranks.tolist(), apart.tolist(), _no_flush(ranks).tolist(), strict=True):
        if count:
            ways[strength] += count
            if strength not in hands:
                # Side by side cards of one rank have different suits, and no suit has five cards.
                hands[strength] = [rank * SUITS + place % SUITS for place, rank in enumerate(row)]
    for in_suit in range(FLUSH, size + 1):
        others = range(1, size - in_suit + 1)
        for flush in combinations(range(RANKS), in_suit):
            strength = int(suited()[sum(1 << rank for rank in flush)])
            ways[strength] += SUITS * comb((SUITS - 1) * RANKS, len(others))
            hands.setdefault(strength, [*(rank * SUITS for rank in flush), *others])
    return ways, hands


def _no_flush(ranks: NDArray[np.int64]) -> NDArray[np.int64]:
    """The number of ways in which cards of these ranks, a row each, have suits of which none comes five times."""
    copies = (ranks[:, :, None] == np.arange(RANKS)).sum(axis=1)
    in_all = np.array([comb(SUITS, copy) for copy in range(SUITS + 1)] + [0] * (ranks.shape[1] - SUITS))
    beside = np.array([comb(SUITS - 1, copy) for copy in range(SUITS)] + [0] * (ranks.shape[1] - SUITS + 1))
    # The number of ways by how many cards are of one suit: a product over ranks, each of which gives a card or none.
    of_suit = np.zeros((len(ranks), ranks.shape[1] + 1), dtype=np.int64)
    of_suit[:, 0] = 1
    for rank in range(RANKS):
        with_one = beside[copies[:, rank] - 1] * (copies[:, rank] > 0)
        more = of_suit * beside[copies[:, rank]][:, None]
        more[:, 1:] += of_suit[:, :-1] * with_one[:, None]
        of_suit = more
    every: NDArray[np.int64] = in_all[copies].prod(axis=1)
    flushes: NDArray[np.int64] = SUITS * of_suit[:, FLUSH:].sum(axis=1)
    return every - flushes
