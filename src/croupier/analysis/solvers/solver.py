"""Which solver a game gets: the fastest that fits its shape, or the plain one."""

from __future__ import annotations

from fractions import Fraction
from types import ModuleType

from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Survey, silent


def solver_of(payoffs: Payoffs) -> ModuleType:
    """The module that solves games of this shape."""
    from croupier.analysis.solvers import duel, plain, showdown, solo

    fast: tuple[ModuleType, ...] = (showdown, duel, solo)
    return next((each for each in fast if each.fits(payoffs)), plain)


def solve(payoffs: Payoffs, policy: Policy | None = None, progress: Progress = silent) -> Solution:
    """Every deal under the best play, or under a strategy."""
    solution: Solution = solver_of(payoffs).solve(payoffs, policy=policy, progress=progress)
    return solution


def survey(payoffs: Payoffs, solution: Solution, progress: Progress = silent) -> Survey:
    """A closer look at a game under its best play."""
    found = solution.survey(progress) if solution.survey else Survey((), None)
    if found.staked is None and not solution.tied:
        found = Survey(found.later, solution.staked(payoffs))
    if found.staked is None:
        found = Survey(found.later, solve(Bold(payoffs), progress=progress).staked(payoffs))
    return found


def best_value(payoffs: Payoffs, progress: Progress = silent) -> Fraction:
    """The value of a round in cents under the best play; no deal is counted that need not be."""
    from croupier.analysis.solvers import showdown

    if solver_of(payoffs) is showdown:
        spots = showdown.Showdown(payoffs).strategy(progress).spots
    else:
        found = solve(payoffs, progress=progress).spots
        spots = [spot for spot in found if spot.info.turn == payoffs.tree.turns[0]]
    hands = sum(spot.hands for spot in spots)
    return sum((max(spot.values.values()) * spot.hands for spot in spots), Fraction(0)) / hands
