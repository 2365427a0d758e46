"""The counter that solves a game, how long it takes, why others do not fit, and wagers that favour the player."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from croupier.extras import MissingError, needs
from croupier.games.catalogue import Title
from croupier.rulebook.submission import Submission

if TYPE_CHECKING:
    from croupier.analysis.analyst import Analyst

SOON = 60.0  # seconds within which a game is solved while it is checked


@dataclass
class Solvability:
    """The way in which a game is counted: the counter chosen, about how long it takes, and why others are not."""

    counter: str | None = None
    seconds: float | None = None  # None where it is soon done
    others: dict[str, str] = field(default_factory=dict)
    edges: dict[str, float] = field(default_factory=dict)  # by wager, in its units
    warnings: tuple[str, ...] = ()
    refused: str = ""  # the word of the script that the analysis does not understand

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "counter": self.counter,
            "seconds": self.seconds,
            "others": self.others,
            "house_edges": self.edges,
            "warnings": list(self.warnings),
            "refused": self.refused or None,
        }

    def sentences(self) -> list[str]:
        """The findings in sentences."""
        from croupier.analysis.results.number_text import lasting, percent

        if self.refused:
            return [f"It is dealt, and cannot be analysed or coached: {self.refused}."]
        if self.counter is None:
            said = ["No counter fits this game, so it cannot be analysed or coached:"]
        else:
            took = "in seconds" if self.seconds is None else f"in {lasting(self.seconds)}"
            said = [f"The counter {self.counter!r} solves it {took}. Why not another:"]
        said += [f"  {name}: {why}." for name, why in self.others.items()]
        said += [f"House edge of {name}: {percent(edge)}." for name, edge in self.edges.items()]
        return said + [f"Warning: {warning}" for warning in self.warnings]


def solvability(title: Title) -> Solvability:
    """The counter of a game, which is solved if that is soon done; a game that is only dealt has none."""
    from croupier.analysis.analyst import Analyst
    from croupier.analysis.errors import AnalysisError
    from croupier.analysis.model.question import Question
    from croupier.analysis.solvers.fits import Fit
    from croupier.analysis.solvers.solver import fits_of

    try:
        analyst = Analyst(Question(Submission.of(title.book, {}), game=title.game))
        fits = fits_of(analyst.payoffs)
    except AnalysisError as error:
        return Solvability(refused=error.why)
    sizes = {name: fit.operations for name, fit in fits.items() if isinstance(fit, Fit)}
    chosen = min(sizes, key=sizes.__getitem__) if sizes else None
    others = {
        name: "it fits, and has more work with it" if isinstance(fit, Fit) else fit
        for name, fit in fits.items()
        if name != chosen
    }
    if chosen is None:
        return Solvability(others=others)
    try:
        return _solved(analyst, Solvability(chosen, analyst.seconds(), others))
    except AnalysisError as error:  # such as a wager that nothing counts: the base game may be counted all the same
        return Solvability(chosen, None, others, warnings=(str(error),))


def _solved(analyst: Analyst, found: Solvability) -> Solvability:
    """The edges of a game that is soon solved, where what that needs is installed."""
    try:
        needs("analysis", "an edge")
    except MissingError as error:
        found.warnings = (str(error),)
        return found
    if found.seconds is None or found.seconds <= SOON:
        analysis = analyst.answer()
        found.edges = {each.title: float(each.house_edge) for each in analysis.wagers.values()}
        found.warnings = analysis.warnings
    return found
