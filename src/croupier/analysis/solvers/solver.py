"""The choice of a solver: the cheapest that fits a game, with the reasons why others do not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from types import ModuleType

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Policy, Progress, Solution, Spot, Survey, silent
from croupier.analysis.solvers.fits import FITS, Fit, of_showdown


def fits_of(payoffs: Payoffs) -> dict[str, Fit | str]:
    """Every solver with the size of its work on this game, or with the reason why it does not fit."""
    return {name: fits(payoffs) for name, fits in FITS.items()}


def solver_of(payoffs: Payoffs) -> ModuleType:
    """The module that solves this game with the least work."""
    found = fits_of(payoffs)
    sizes = {name: fit.operations for name, fit in found.items() if isinstance(fit, Fit)}
    if not sizes:
        why = "; ".join(f"{name}: {reason}" for name, reason in found.items())
        raise AnalysisError(f"no solver fits this game ({why})", "a game that one of them fits")
    return _module(min(sizes, key=sizes.__getitem__))


def seconds_of(payoffs: Payoffs) -> float | None:
    """The seconds, roughly, of a game that is left to the plain solver; None for others, which are soon done."""
    solver = solver_of(payoffs)
    return solver.seconds(payoffs) if hasattr(solver, "seconds") else None


def is_showdown(payoffs: Payoffs) -> bool:
    """True if a game is counted over boards of five and pairs of hole cards."""
    return isinstance(of_showdown(payoffs), Fit)


def _module(name: str) -> ModuleType:
    return import_module(f"croupier.analysis.solvers.{name}")


def solve(payoffs: Payoffs, policy: Policy | None = None, progress: Progress = silent) -> Solution:
    """Every deal under the best play, or under a strategy."""
    solution: Solution = solver_of(payoffs).solve(payoffs, policy=policy, progress=progress)
    return solution


class SolvedOnce:
    """A solver that remembers: many terms leave every payoff of the base game as it is."""

    def __init__(self, solver: Callable[..., Solution] = solve) -> None:
        self._solver = solver
        self._solved: dict[object, Solution] = {}
        self.times = 0  # that a game was counted

    def __call__(self, payoffs: Payoffs, progress: Progress = silent) -> Solution:
        """Solve what was not solved before."""
        key = _key_of(payoffs)
        if key not in self._solved:
            self._solved[key] = replace(self._solver(payoffs, progress=progress), survey=None)
            self.times += 1
        return self._solved[key]


def _key_of(payoffs: Payoffs) -> object:
    """All that a solution depends on: what boards are worth, or else the options and the tables that pay the play."""
    if is_showdown(payoffs):
        from croupier.analysis.solvers.showdown import signature

        return signature(payoffs)
    terms = payoffs.terms
    placed = {choice.wager for turn in payoffs.tree.turns for choice in turn.choices if choice.wager}
    played = placed | payoffs.opening.keys()
    tables = tuple(table for table in terms.submission.tables() if played & {*table.wagers})
    chosen = tuple(sorted((name, str(terms.submission[name])) for name in terms.submission))
    stakes = tuple(payoffs.opening.items()), payoffs.meter
    return id(payoffs.game), terms.rulebook.id, stakes, payoffs.tree, tables, terms.limits, chosen


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
    solver = solver_of(payoffs)
    spots: Sequence[Spot] = solver.first_spots(payoffs, progress) if hasattr(solver, "first_spots") else ()
    if not spots:
        return solve(payoffs, progress=progress).value(payoffs)
    hands = sum(spot.hands for spot in spots)
    return sum((max(spot.values.values()) * spot.hands for spot in spots), Fraction(0)) / hands
