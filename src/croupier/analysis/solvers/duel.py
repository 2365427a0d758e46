"""A hand against the dealer's with nothing on the table: every class of the player's hands against all others."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.outcome_kinds import Kinds
from croupier.analysis.model.paths import Path, Shape, Turn, shape_of
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, Spot, Tally, prefer, silent, ties
from croupier.analysis.model.symmetry import HandClass, classes, hands_of
from croupier.games.game import Board, Choice, Hand

Cards = tuple[int, ...]


def fits(payoffs: Payoffs, shape: Shape) -> bool:
    """True if a game has this shape: own cards and the dealer's, and one turn."""
    game = payoffs.game
    return (
        shape.community == 0
        and shape.dealer > 0
        and len(shape.turns) == 1
        and shape.discards == 0
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
    shape = shape_of(payoffs.game.script(payoffs.terms))
    dealers = dealers_of(payoffs, cards)
    tally, spots = Tally(), []
    starts = classes(deck, cards, shape.own)
    for done, start in enumerate(starts):
        progress(done, len(starts))
        spots.append(_turn(payoffs, shape.turns[0], start, dealers, policy, tally))
    cycle = comb(len(cards), shape.own) * comb(len(cards) - shape.own, shape.dealer)
    return Solution(cycle, tally.ends, tally.actions, spots, tied=tally.tied)


def look(
    payoffs: Payoffs, own: Cards, unseen: Sequence[int], dealer: Cards = (), dealers: Dealers | None = None
) -> Spot:
    """One hand: what each action is worth, the unseen cards being equally likely.

    `dealer` has those cards of the dealer's that are known; `dealers` may have hands that cannot be.
    """
    shape = shape_of(payoffs.game.script(payoffs.terms))
    known = dealers or dealers_of(payoffs, (*unseen, *dealer))
    return _turn(payoffs, shape.turns[0], HandClass(own, 1), _that_can_be(known, unseen, dealer), None, Tally())


def _that_can_be(dealers: Dealers, unseen: Sequence[int], dealer: Cards) -> Dealers:
    """The hands that the dealer may have if some of its cards are known and the rest are unseen."""
    shown = _bits(np.array([dealer], dtype=np.int64))[0]
    can_be = shown | _bits(np.array([unseen], dtype=np.int64))[0]
    places = np.flatnonzero((dealers.bits & shown == shown) & (dealers.bits & ~can_be == 0))
    cards, bits, strengths, kinds, in_all = dealers
    return Dealers(cards[places], bits[places], strengths[places], kinds[places], in_all)


def dealers_of(payoffs: Payoffs, cards: Sequence[int]) -> Dealers:
    """All hands that the dealer may have of these cards."""
    size = shape_of(payoffs.game.script(payoffs.terms)).dealer
    ranking = payoffs.game.ranking
    assert ranking is not None  # noqa: S101 - this solver is not chosen without it
    hands = hands_of(cards, size)
    strengths = [ranking(hand) for hand in hands.tolist()]
    kinds = Kinds(payoffs, sorted(set(strengths)))
    of = np.array([kinds.of[strength] for strength in strengths])
    return Dealers(hands, _bits(hands), np.array(strengths), of, kinds.count)


def _bits(hands: NDArray[np.int64]) -> NDArray[np.uint64]:
    bits: NDArray[np.uint64] = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return bits


def _turn(
    payoffs: Payoffs, turn: Turn, start: HandClass, dealers: Dealers, policy: Policy | None, tally: Tally
) -> Spot:
    """The one turn of a class of hands, counted into the tally under the action taken."""
    cells = _cells(payoffs, start.cards, dealers)
    ways = sum(count for _, count in cells)
    totals, risks, ends = {}, {}, {}
    for choice in turn.ask.choices:
        if payoffs.allows(choice, start.cards, Path().then(turn, choice)):
            action = Action(choice.name)
            ends[action] = _ends(payoffs, turn, choice, start.cards, cells)
            totals[action] = sum(payoffs.net(path, facts) * count for path, facts, count in ends[action])
            risks[action] = payoffs.at_risk(Path().then(turn, choice))
    taken = policy(turn, start.cards, (), Path()) if policy else prefer(totals, risks)
    tally.tied |= ties(totals, risks)
    for path, facts, count in ends[taken]:
        tally.ends[path, facts] += count * start.hands
    tally.actions[turn.ask.stage, taken.choice] += ways * start.hands
    values = {action: Fraction(total, ways) for action, total in totals.items()}
    return Spot(turn.ask.stage, start.cards, (), start.hands, values, taken)


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
    payoffs: Payoffs, turn: Turn, choice: Choice, own: Cards, cells: list[tuple[Cards, int]]
) -> list[tuple[Path, Any, int]]:
    """The ends of a choice, by the dealer's hand: the path, the facts and how often."""
    path = Path().then(turn, choice)
    hand = Hand(own, path.ending)
    return [(path, payoffs.read(hand, Board((), dealer, (hand,), payoffs.meter)), count) for dealer, count in cells]
