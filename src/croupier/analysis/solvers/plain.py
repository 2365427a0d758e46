"""The plain counter: any game, card by card, every deal read by the game's own hand.

It is slow and short. Whatever is faster must give the same answer wherever this can reach.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice
from math import comb
from time import perf_counter
from typing import Any

import numpy as np

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Spot, silent
from croupier.analysis.model.stages import deals_of, draws_of, goals_of, sets_of, sizes_of
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.fits import hands_told_apart
from croupier.analysis.solvers.induction import Cells
from croupier.analysis.solvers.starts import first_info, live_cards, starts_of
from croupier.games.game import Board, Hand

SAMPLE = 1000  # deals that are read to learn how long one takes


def counter_of(
    payoffs: Payoffs,
    live: Sequence[int] | None = None,
    progress: Progress = silent,  # noqa: ARG001 - one shape
) -> tuple[Plain, list[tuple[InfoState, int]]]:
    """The counter of a whole game, and the hands from which it is played."""
    return Plain(payoffs), starts_of(payoffs, live)


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    played = induction.induce(payoffs, *counter_of(payoffs, live), policy, progress)
    return induction.solution_of(payoffs, played, len(live_cards(payoffs, live)))


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, Plain(payoffs), info)


def seconds(payoffs: Payoffs) -> float:
    """The seconds that a whole game takes on this machine, roughly, by a sample of its deals."""
    return hands_told_apart(payoffs) * seconds_to_look(payoffs, first_info(payoffs))


def seconds_to_look(payoffs: Payoffs, info: InfoState) -> float:
    """The seconds that one information state takes here, roughly, by a sample of the deals that can come to it."""
    tree, deck = payoffs.tree, payoffs.terms.rulebook.deck
    away = 0 if tree.replaces else max(tree.discards - len(info.away), 0)
    unseen, hand = info.unseen(deck), Hand(info.own[: len(info.own) - away])
    more = tree.community - len(info.community)
    to_come = more + tree.dealer - len(info.dealer)
    found: dict[Any, int] = {}
    begin = perf_counter()
    for cards in islice(combinations(unseen, to_come), SAMPLE):
        board = Board(info.community + cards[:more], info.dealer + cards[more:], (hand,), payoffs.meter)
        facts = payoffs.read(hand, board)
        found[facts] = found.get(facts, 0) + 1
    each = (perf_counter() - begin) / max(sum(found.values()), 1)
    if tree.replaces:
        left = len(unseen) - more
        draws = (comb(len(info.own), drawn) * draws_of(tree, left, drawn, len(info.dealer)) for drawn in tree.drawn)
        return each * comb(len(unseen), more) * sum(draws)
    return each * deals_of(tree, len(unseen), len(info.community), len(info.dealer)) * comb(len(info.own), away)


class Plain:
    """The counter that reads every deal."""

    def __init__(self, payoffs: Payoffs) -> None:
        self._payoffs = payoffs

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The deals that can come, by what the game reads of them."""
        payoffs, tree, seen = self._payoffs, self._payoffs.tree, len(info.community)
        unseen, goals = info.unseen(payoffs.terms.rulebook.deck), goals_of(tree, seen)
        hidden = tree.dealer - len(info.dealer)
        drawn = (len(info.away) + len(info.own) - len(kept)) * tree.replaces
        places: dict[Any, int] = {}
        examples: list[tuple[Cards, Cards]] = []
        hands: list[Cards] = []
        rows: list[dict[int, int]] = []
        for before in sets_of(unseen, seen, goals, info.community):
            row: dict[int, int] = {}
            rest = tuple(card for card in unseen if card not in before)
            for more in combinations(rest, tree.community - len(before)):
                left = [card for card in rest if card not in more]
                for own, others in self._deals(left, kept, drawn, hidden):
                    hand = Hand(own)
                    board = Board(before + more, info.dealer + others, (hand,), payoffs.meter)
                    place = places.setdefault(payoffs.read(hand, board), len(places))
                    if place == len(examples):
                        examples.append((board.community, board.dealer))
                        hands.append(own)
                    row[place] = row.get(place, 0) + 1
            rows.append(row)
        if not places:
            raise AnalysisError("there are fewer cards unseen than are still to come", "a deck with enough cards")
        counts = np.zeros((len(rows), len(places)), dtype=np.int64)
        for number, row in enumerate(rows):
            counts[number, list(row)] = list(row.values())
        return Cells(counts.reshape(*sizes_of(len(unseen), seen, goals), len(places)), examples, hands)

    def _deals(self, left: list[int], kept: Cards, drawn: int, hidden: int) -> Iterator[tuple[Cards, Cards]]:
        """The player's cards and the dealer's hidden ones, in every way."""
        for more in combinations(left, drawn):
            rest = [card for card in left if card not in more] if more else left
            for others in combinations(rest, hidden):
                yield kept + more, others
