"""A hand against the dealer's with nothing on the table: every class of the player's hands against all others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, Spot, Tally, prefer, silent, ties
from croupier.analysis.model.symmetry import classes, hands_of
from croupier.analysis.model.tree import Decide
from croupier.games.game import Board, Choice, Hand


def fits(payoffs: Payoffs) -> bool:
    """True if a game has this shape: own cards and the dealer's, and one turn."""
    game, tree = payoffs.game, payoffs.tree
    return (
        tree.community == 0
        and tree.dealer > 0
        and len(tree.turns) == 1
        and tree.discards == 0
        and game.ranking is not None
        and game.compare is not None
    )


class Dealers(NamedTuple):
    """All hands that the dealer may have: their cards, as bits too, their strengths and kinds."""

    cards: NDArray[np.int64]
    bits: NDArray[np.uint64]
    strengths: NDArray[np.int64]
    kinds: NDArray[np.int64]
    kinds_in_all: int


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    deck = payoffs.terms.rulebook.deck
    cards = tuple(range(len(deck)) if live is None else live)
    dead = tuple(card for card in range(len(deck)) if card not in cards)
    tree, dealers = payoffs.tree, dealers_of(payoffs, cards)
    tally, spots = Tally(), []
    starts = classes(deck, cards, tree.own)
    for done, start in enumerate(starts):
        progress(done, len(starts))
        info = InfoState(tree.turns[0], start.cards, dead=dead, stakes=payoffs.opening, meter=payoffs.meter)
        spots.append(_turn(payoffs, info, start.hands, dealers, policy, tally))
    cycle = comb(len(cards), tree.own) * comb(len(cards) - tree.own, tree.dealer)
    return Solution(cycle, tally.ends, tally.actions, spots, tied=tally.tied)


def look(payoffs: Payoffs, info: InfoState, dealers: Dealers | None = None) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely.

    `dealers` may have hands that cannot be.
    """
    unseen = info.unseen(payoffs.terms.rulebook.deck)
    known = dealers or dealers_of(payoffs, (*unseen, *info.dealer))
    return _turn(payoffs, info, 1, _that_can_be(known, unseen, info.dealer), None, Tally())


def _that_can_be(dealers: Dealers, unseen: Sequence[int], dealer: Cards) -> Dealers:
    """The hands that the dealer may have if some of its cards are known and the rest are unseen."""
    shown = _bits(np.array([dealer], dtype=np.int64))[0]
    can_be = shown | _bits(np.array([unseen], dtype=np.int64))[0]
    places = np.flatnonzero((dealers.bits & shown == shown) & (dealers.bits & ~can_be == 0))
    cards, bits, strengths, kinds, in_all = dealers
    return Dealers(cards[places], bits[places], strengths[places], kinds[places], in_all)


def dealers_of(payoffs: Payoffs, cards: Sequence[int]) -> Dealers:
    """All hands that the dealer may have of these cards."""
    ranking = payoffs.game.ranking
    assert ranking is not None  # noqa: S101 - this solver is not chosen without it
    hands = hands_of(cards, payoffs.tree.dealer)
    strengths = [ranking(hand) for hand in hands.tolist()]
    kinds = Kinds(payoffs, sorted(set(strengths)))
    of = np.array([kinds.of[strength] for strength in strengths])
    return Dealers(hands, _bits(hands), np.array(strengths), of, kinds.count)


def _bits(hands: NDArray[np.int64]) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return bits


def _turn(payoffs: Payoffs, info: InfoState, hands: int, dealers: Dealers, policy: Policy | None, tally: Tally) -> Spot:
    """The one turn of a class of so many hands, counted into the tally under the action taken."""
    turn, own = info.turn, info.own
    cells = _cells(payoffs, own, dealers)
    ways = sum(count for _, count in cells)
    totals, risks, ends = {}, {}, {}
    for choice in turn.choices:
        if payoffs.allows(choice, own, Path().then(turn, choice)):
            action = Action(choice.name)
            ends[action] = _ends(payoffs, turn, choice, own, cells)
            totals[action] = sum(payoffs.net(path, facts) * count for path, facts, count in ends[action])
            risks[action] = payoffs.at_risk(Path().then(turn, choice))
    taken = policy(info) if policy else prefer(totals, risks)
    tally.tied |= ties(totals, risks)
    for path, facts, count in ends[taken]:
        tally.ends[path, facts] += count * hands
    tally.actions[turn.stage, taken.choice] += ways * hands
    values = {action: Fraction(total, ways) for action, total in totals.items()}
    return Spot(info, hands, values, taken)


def _cells(payoffs: Payoffs, own: Cards, dealers: Dealers) -> list[tuple[Cards, int]]:
    """The dealer's hands that can be, by kind and by being below, equal or above: one of each, and how many."""
    ranking = payoffs.game.ranking
    assert ranking is not None  # noqa: S101 - this solver is not chosen without it
    free = np.flatnonzero(dealers.bits & _bits(np.array([own]))[0] == 0)
    side = np.sign(dealers.strengths[free] - ranking(own)) + 1
    _, first, counts = np.unique(
        side * dealers.kinds_in_all + dealers.kinds[free], return_index=True, return_counts=True
    )
    return [
        (tuple(dealers.cards[free[place]].tolist()), int(count)) for place, count in zip(first, counts, strict=True)
    ]


def _ends(
    payoffs: Payoffs, turn: Decide, choice: Choice, own: Cards, cells: list[tuple[Cards, int]]
) -> list[tuple[Path, Any, int]]:
    """The ends of a choice, by the dealer's hand: the path, the facts and how often."""
    path = Path().then(turn, choice)
    hand = Hand(own, path.ending)
    return [(path, payoffs.read(hand, Board((), dealer, (hand,), payoffs.meter)), count) for dealer, count in cells]
