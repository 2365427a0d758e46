"""The duel counter: a hand against all hands of the dealer's, with nothing on the table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.outcome_kinds import numbered
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Spot, silent
from croupier.analysis.model.symmetry import hands_of
from croupier.analysis.solvers import induction
from croupier.analysis.solvers.induction import Cells
from croupier.analysis.solvers.starts import live_cards, starts_of


class Dealers(NamedTuple):
    """All hands that the dealer may have: their cards, as bits too, their strengths and kinds."""

    cards: NDArray[np.int64]
    bits: NDArray[np.uint64]
    strengths: NDArray[np.int64]
    kinds: NDArray[np.int64]
    kinds_in_all: int


def counter_of(
    payoffs: Payoffs,
    live: Sequence[int] | None = None,
    progress: Progress = silent,  # noqa: ARG001 - one shape
) -> tuple[Duel, list[tuple[InfoState, int]]]:
    """The counter of a whole game, and the hands from which it is played."""
    return Duel(payoffs), starts_of(payoffs, live)


def solve(
    payoffs: Payoffs, live: Sequence[int] | None = None, policy: Policy | None = None, progress: Progress = silent
) -> Solution:
    """A whole game, dealt from all of its deck or from the cards that are live."""
    played = induction.induce(payoffs, *counter_of(payoffs, live), policy, progress)
    return induction.solution_of(payoffs, played, len(live_cards(payoffs, live)))


def look(payoffs: Payoffs, info: InfoState) -> Spot:
    """One information state: what each action is worth, the unseen cards being equally likely."""
    return induction.look(payoffs, Duel(payoffs), info)


class Duel:
    """The counter that holds a hand against every hand of the dealer's."""

    def __init__(self, payoffs: Payoffs) -> None:
        game, deck = payoffs.game, payoffs.terms.rulebook.deck
        assert game.ranking is not None  # noqa: S101 - it is not chosen without it
        self._deck = deck
        self._ranking = game.ranking
        self._dealers = _dealers(game.ranking, game.compare, len(deck), payoffs.tree.dealer)

    def cells(self, info: InfoState, kept: Cards) -> Cells:
        """The dealer's hands that can be, by kind and by being below, equal or above."""
        dealers, shown = self._dealers, _bits(info.dealer)
        can_be = shown | _bits(info.unseen(self._deck))
        free = np.flatnonzero((dealers.bits & shown == shown) & (dealers.bits & ~can_be == 0))
        side = np.sign(dealers.strengths[free] - self._ranking(kept)) + 1
        _, first, counts = np.unique(
            side * dealers.kinds_in_all + dealers.kinds[free], return_index=True, return_counts=True
        )
        return Cells(counts, [((), tuple(dealers.cards[free[place]].tolist())) for place in first])


@lru_cache(maxsize=4)
def _dealers(ranking: Callable[[Sequence[int]], int], compare: Any, deck: int, size: int) -> Dealers:  # noqa: ANN401
    """All hands that the dealer may have of a deck; whoever looks at many hands has them ranked once."""
    hands = hands_of(range(deck), size)
    strengths = [ranking(hand) for hand in hands.tolist()]
    kinds = numbered(compare, tuple(sorted(set(strengths))))
    of = np.array([kinds.of[strength] for strength in strengths])
    bits = np.bitwise_or.reduce(np.uint64(1) << hands.astype(np.uint64), axis=1)
    return Dealers(hands, bits, np.array(strengths), of, len(kinds.lowest))


def _bits(cards: Cards) -> np.uint64:
    return np.uint64(sum(1 << card for card in cards))
