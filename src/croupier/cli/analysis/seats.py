"""`croupier analyze --seats`: the deviation of a whole table's round, whose hands share board and dealer."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from croupier.analysis import Analysis
from croupier.analysis.model.payoffs import unit
from croupier.analysis.model.solution import Say
from croupier.analysis.results.account import Account
from croupier.analysis.results.figures import amount, units
from croupier.cli.terminal import show
from croupier.cli.terminal.errors import InputError, bad_input
from croupier.games.terms import Terms
from croupier.rulebook import Submission


@dataclass(frozen=True, slots=True)
class SeatsTogether:
    """A round of so many seats that play alike: the covariance of two of them, in the base game's units squared."""

    seats: int
    account: Account
    covariance: Fraction | float
    error: float | None  # its standard error; None if it is counted

    @property
    def deviation(self) -> float:
        """The standard deviation of what all seats net in one round."""
        return math.sqrt(self.seats * (self.account.variance + (self.seats - 1) * self.covariance))

    @property
    def independent(self) -> float:
        """The deviation if the seats had nothing in common."""
        return math.sqrt(self.seats * self.account.variance)

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "seats": self.seats,
            "covariance": float(self.covariance),
            "exact": str(self.covariance) if isinstance(self.covariance, Fraction) else None,
            "error": self.error,
            "correlation": float(self.covariance / self.account.variance),
            "deviation": self.deviation,
            "deviation_if_independent": self.independent,
        }


def check_seats(submission: Submission, seats: int) -> None:
    """Refuse a number of seats that the table has not."""
    most = int(str(submission["seats"]))
    if not 1 <= seats <= most:
        raise InputError(f"--seats {seats}: this table takes from 1 to {most} players")


def seats_together(analysis: Analysis, seats: int, say: Say) -> SeatsTogether:
    """So many seats of the base game, each under the best play."""
    base = analysis["base"]
    if seats == 1:
        return SeatsTogether(seats, base, Fraction(0), None)
    exact = analysis.covariance_of_seats(progress=say("two seats of one round"))
    if exact is not None:
        return SeatsTogether(seats, base, exact, None)
    from croupier.simulation import Seat, SimulationError
    from croupier.simulation.seat_covariance import covariance_of_seats

    terms = analysis.terms
    stake = _stake(terms, base.unit)
    with bad_input(SimulationError):
        found = covariance_of_seats(terms.submission, Seat("best", {base.unit: terms.money(stake)}), say)
    error = None if found.error is None else found.error / stake**2
    return SeatsTogether(seats, base, found.value / stake**2, error)


def _stake(terms: Terms, wager: str) -> int:
    """A stake on which all odds pay whole cents, if the table takes one; else the least."""
    (low, high), one = terms.bounds[wager], unit(terms)
    stake = -(-low // one) * one
    return stake if stake <= high else low


def show_seats(found: SeatsTogether, terms: Terms) -> None:
    """Print the deviation of a round of the table, beside that of seats which have nothing in common."""
    account = found.account
    show.heading(f"Base game: {found.seats} seats of one round together, in {units(account, terms)}")
    more = found.deviation / found.independent - 1
    rows = [
        ("deviation of the table's round", amount(account, found.deviation)),
        ("if the seats had nothing in common", amount(account, found.independent)),
        ("covariance of two seats", amount(account, found.covariance, 6)),
        ("more than independent seats", f"{more:.1%}"),
    ]
    if found.error is not None:
        rows.append(("standard error of the covariance, from rounds that were dealt", f"{found.error:.6f}"))
    show.rows(rows)
