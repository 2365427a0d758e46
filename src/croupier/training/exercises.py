"""Exercises: decisions of rounds that are dealt, with what each action is worth, drawn by what players lose there."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from croupier.analysis.coach.coach import Advice, Coach
from croupier.analysis.coach.knowledge import View
from croupier.rounds import deal

# Of the largest wager: where a mistake costs so much, half of the players are taken to make it.
HALF_ERR = Fraction(1, 10)
_BANKROLL = 10_000_000  # cents, of which nobody runs out here
_FINE = 2**53  # steps of what is drawn


class Exercise(NamedTuple):
    """A decision that somebody is asked for: what that player sees, and what each action is worth."""

    seen: View
    advice: Advice

    @property
    def mistake(self) -> Fraction:
        """What the cheapest mistake costs, in cents; nothing where all actions are worth the same."""
        costs = [self.advice.cost(action) for action in self.advice.values]
        return min((cost for cost in costs if cost), default=Fraction(0))

    @property
    def lost(self) -> Fraction:
        """What players lose there on average, in cents, if they err the more rarely the more it costs.

        How often they err nobody has counted. What is taken here falls with the square of the cost, so that neither
        what hardly matters nor what everybody knows comes up often.
        """
        half = HALF_ERR * max(self.advice.stakes.values())
        return self.mistake / (1 + (self.mistake / half) ** 2)


def met(coach: Coach, rounds: int, seed: str) -> Iterator[Exercise]:
    """Every decision of some rounds that are dealt to one player, for the least wagers and by the best play."""
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
    """Some of these, none twice, each the likelier the more is lost there; `below(n)` draws from 0 to n - 1."""
    left = [(each, each.lost) for each in among if each.lost]
    taken: list[Exercise] = []
    while left and len(taken) < most:
        place, point = 0, sum(lost for _, lost in left) * Fraction(below(_FINE), _FINE)
        while point >= left[place][1]:
            point -= left[place][1]
            place += 1
        taken.append(left.pop(place)[0])
    return taken
