"""Wagers that go by the hand a player makes with the first community cards, whatever the player decides.

Every strength is counted once over all such hands, with one hand that has it for the game to read.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from math import comb
from typing import Any, NamedTuple

import numpy as np

from croupier.analysis.kernels.board_passes import count_strengths
from croupier.analysis.kernels.boards import Boards, ground, room, standing
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import silent
from croupier.analysis.solvers.showdown_game import WORKERS, in_blocks
from croupier.cards import STANDARD
from croupier.games.game import Board, Hand
from croupier.hands import five

HOLE_CARDS = 2


class Made(NamedTuple):
    """Facts of hands with how often they come, out of a cycle."""

    tally: Counter[Any]
    cycle: int


def made(payoffs: Payoffs, community: int) -> Made:
    """The facts that a wager on the player's cards and so many community cards looks at, over all hands."""
    ways, hands = _five_cards() if community + HOLE_CARDS == 5 else _seven_cards()  # noqa: PLR2004 - cards
    tally: Counter[Any] = Counter()
    for strength, count in ways.items():
        tally[_read(payoffs, hands[strength])] += count
    return Made(tally, comb(len(STANDARD), community + HOLE_CARDS))


def _read(payoffs: Payoffs, cards: Sequence[int]) -> Any:  # noqa: ANN401 - the game's own
    """The facts of a hand; cards that do not count are any others."""
    others = [card for card in range(len(STANDARD)) if card not in cards]
    community = (*cards[HOLE_CARDS:], *others)[: payoffs.tree.community]
    dealer = tuple(card for card in others if card not in community)[: payoffs.tree.dealer]
    hand = Hand(tuple(cards[:HOLE_CARDS]))
    return payoffs.read(hand, Board(community, dealer, (hand,), payoffs.meter))


@cache
def _five_cards() -> tuple[dict[int, int], dict[int, list[int]]]:
    cards, weights = standing(np.arange(len(STANDARD)), 5)
    ways: Counter[int] = Counter()
    hands: dict[int, list[int]] = {}
    for each, weight in zip(cards.tolist(), weights.tolist(), strict=True):
        strength = five.strength(each)
        ways[strength] += weight
        hands.setdefault(strength, each)
    return ways, hands


@cache
def _seven_cards() -> tuple[dict[int, int], dict[int, list[int]]]:
    """Seven cards as a board and a pair: each seven are counted once for every pair of them."""
    boards, _, deck = ground(tuple(range(len(STANDARD))))
    rungs = len(five.LADDER)
    alike = np.zeros(rungs, dtype=np.uint32)
    counts, found = np.zeros((WORKERS, rungs), dtype=np.int64), np.zeros((WORKERS, rungs, 7), dtype=np.int64)

    def work(block: Boards, worker: int) -> None:
        count_strengths(*block, deck, alike, room(1), counts[worker], found[worker])

    in_blocks(boards, work, silent)
    times = comb(7, HOLE_CARDS)
    ways = {strength: int(count) // times for strength, count in enumerate(counts.sum(axis=0)) if count}
    finders = counts.argmax(axis=0)
    return ways, {strength: found[finders[strength], strength].tolist() for strength in ways}
