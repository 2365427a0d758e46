"""Exercises: decisions from dealt rounds with the value of each action, drawn by how much players lose there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.analysis.coach.coach import Advice, Coach
from croupier.analysis.coach.knowledge import View
from croupier.rounds import deal

# Share of the largest wager: we assume that half of the players make a mistake that costs this much.
HALF_ERR = Fraction(1, 10)
_BANKROLL = 10_000_000  # cents, more than a player can lose here
_FINE = 2**53  # resolution of a random number


class Exercise(NamedTuple):
    """A decision: the player's view of the table, and the value of each action."""

    seen: View
    advice: Advice

    @property
    def mistake(self) -> Fraction:
        """Cost of the cheapest mistake, in cents; 0 if all actions have the same value."""
        costs = [self.advice.cost(action) for action in self.advice.values]
        return min((cost for cost in costs if cost), default=Fraction(0))

    @property
    def lost(self) -> Fraction:
        """Assumed average loss of players in this decision, in cents: the costlier a mistake, the rarer it is.

        No statistics of mistakes exist. The assumed rate falls with the square of the cost, so that neither decisions
        that hardly matter nor those that everybody knows come up often.
        """
        half = HALF_ERR * max(self.advice.stakes.values())
        return self.mistake / (1 + (self.mistake / half) ** 2)


def decisions_met(coach: Coach, rounds: int, seed: str) -> Iterator[Exercise]:
    """Every decision of some rounds, dealt to one player with the minimum wagers and played by the best play."""
    faces = coach.terms.rulebook.deck.faces
    found: list[Exercise] = []

    def asked(seen: View) -> str | tuple[str, str]:
        found.append(Exercise(seen, coach.advise(seen)))
        best = found[-1].advice.best
        return (best.choice, faces[best.discard[0]]) if best.discard else best.choice

    for _ in deal(coach.terms.submission, [asked], rounds, seed, {}, _BANKROLL):
        yield from found
        found.clear()


def drawn(among: Sequence[Exercise], most: int, below: Callable[[int], int]) -> list[Exercise]:
    """Draw some of these exercises without repetition, weighted by the loss; `below(n)` draws from 0 to n - 1."""
    left = [(each, each.lost) for each in among if each.lost]
    taken: list[Exercise] = []
    while left and len(taken) < most:
        place, point = 0, sum(lost for _, lost in left) * Fraction(below(_FINE), _FINE)
        while point >= left[place][1]:
            point -= left[place][1]
            place += 1
        taken.append(left.pop(place)[0])
    return taken
