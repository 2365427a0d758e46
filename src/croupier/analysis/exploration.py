"""A game under every combination of some values, such as odds of a pay table: the figures of one wager for each.

Odds are put into the rulebook itself, as its designer may; other names are options of a submission. A base game is
counted again only where a combination changes what its play is paid by.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import TypeAlias

from croupier.analysis.analyst import Analyst
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.question import Question
from croupier.analysis.model.solution import Say, quiet
from croupier.analysis.results.account import Account
from croupier.analysis.solvers.solver import SolvedOnce
from croupier.games.game import Game
from croupier.money import MoneyError
from croupier.rulebook import Rulebook, Submission, SubmissionError, loader

ODDS = "odds."
MOST = 1000  # combinations
FIGURES = {
    "edge": "house_edge",
    "hit": "hit_frequency",
    "deviation": "standard_deviation",
    "risk": "element_of_risk",
}

Variations: TypeAlias = Mapping[str, Sequence[str]]  # by name: the values to be tried


@dataclass(frozen=True, slots=True)
class Aim:
    """A figure that a designer wants, and the bounds that it should lie between."""

    figure: str
    low: float
    high: float

    def is_met(self, account: Account) -> bool:
        """True if the figure of an account lies between the bounds."""
        return self.low <= float(getattr(account, FIGURES[self.figure])) <= self.high


@dataclass(frozen=True, slots=True)
class Combination:
    """A value for each name, and the account of the wager under them; or the reason why there is none."""

    values: tuple[str, ...]
    account: Account | None
    refused: str = ""

    def meets(self, aims: Sequence[Aim]) -> bool:
        """True if all aims are met."""
        return self.account is not None and all(aim.is_met(self.account) for aim in aims)


@dataclass(frozen=True, slots=True)
class Exploration:
    """All combinations, in the order of the values given; and how many times the base game was counted."""

    names: tuple[str, ...]
    wager: str
    combinations: tuple[Combination, ...]
    counted: int


def combinations_of(variations: Variations) -> list[tuple[str, ...]]:
    """Every combination; an AnalysisError if there are too many, or none."""
    many = 1
    for name, values in variations.items():
        if not values or len(set(values)) < len(values):
            raise AnalysisError(
                f"{name} is varied by {', '.join(values) or 'nothing'}", "different values, one or more"
            )
        many *= len(values)
    if many > MOST:
        raise AnalysisError(f"there are {many:,} combinations", f"up to {MOST:,}")
    return list(product(*variations.values()))


def explored(
    submission: Submission, game: Game, variations: Variations, wager: str = "base", say: Say = quiet
) -> Exploration:
    """The account of a wager under every combination; an AnalysisError if all are refused."""
    solver, found = SolvedOnce(), []
    progress = say("the combinations")
    every = combinations_of(variations)
    for values in every:
        try:
            varied = varied_submission(submission, dict(zip(variations, values, strict=True)))
            analyst = Analyst(Question(varied, game=game), solver=solver)
            found.append(Combination(values, analyst.account(wager)))
        except (AnalysisError, SubmissionError) as error:
            found.append(Combination(values, None, str(error)))
        progress(len(found), len(every))
    if all(each.account is None for each in found):
        raise AnalysisError(found[0].refused)
    return Exploration(tuple(variations), wager, tuple(found), solver.times)


def varied_submission(submission: Submission, values: Mapping[str, str]) -> Submission:
    """The submission with these values: odds in its rulebook, all else as options."""
    book, options = submission.rulebook, submission.options()
    for name, value in values.items():
        if name.startswith(ODDS):
            book = _with_odds(book, name, value)
        else:
            options[name] = value
    return Submission.of(book, options)


def _with_odds(book: Rulebook, name: str, value: str) -> Rulebook:
    """The rulebook with another payout for a hand, in every column of its table."""
    table, _, hand = name.removeprefix(ODDS).partition(".")
    raw, shared = json.loads(book.data)
    rows = [row for each in raw["table"] if each["name"] == table for row in each["rows"] if row["hand"] == hand]
    if not rows:
        there = sorted({f"{ODDS}{each.name}.{row.hand}" for each in book.tables for row in each.rows})
        raise AnalysisError(f"no row of a pay table is called {name}", ", ".join(there))
    for row in rows:
        row["pays"] = value
    try:
        return replace(loader.restored(raw, shared), beside=book.beside)
    except MoneyError as error:
        raise AnalysisError(f"{name}: {error.why}", error.accepted) from error


def figures(account: Account) -> Iterator[tuple[str, Fraction | float]]:
    """The figures of an account by their names."""
    for name, field in FIGURES.items():
        yield name, getattr(account, field)
