"""Figures as people read them. What is exact becomes a rounded number here, and nowhere before."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from croupier.analysis.results.result import Account, Analysis
from croupier.games.terms import Terms

LEVELS = (0.9, 0.95)  # of the volatility index
DOLLARS = "dollars"  # the unit of stakes taken together


class Line(NamedTuple):
    """One wager in the summary."""

    title: str
    edge: str
    ev: str
    exact: str
    average: str
    risk: str
    deviation: str
    returns: str
    volatility: str  # at 90 and at 95 per cent
    skewness: str
    hit: str
    push: str
    loss: str


def summary(analysis: Analysis) -> list[Line]:
    """Every wager in a line."""
    return [_line(account, analysis.terms) for account in analysis.wagers.values()]


def _line(account: Account, terms: Terms) -> Line:
    return Line(
        account.title,
        edge(account, terms),
        amount(account, account.ev, 6),
        str(account.ev),
        amount(account, account.average_wager),
        percent(account.element_of_risk),
        amount(account, account.standard_deviation),
        percent(account.return_to_player),
        " / ".join(amount(account, account.volatility_index(level), 2) for level in LEVELS),
        f"{account.skewness:.2f}",
        percent(account.hit_frequency, 2),
        percent(account.push_frequency, 2),
        percent(account.loss_frequency, 2),
    )


def edge(account: Account, terms: Terms) -> str:
    """The house edge with its base: `3.5057% of Bet 1`, or dollars a round where the stakes are dollars."""
    if account.unit == DOLLARS:
        return f"{amount(account, account.house_edge)} a round"
    return f"{percent(account.house_edge)} of {unit_title(account, terms)}"


def edge_against(account: Account, terms: Terms) -> str:
    """What a wager that favours the player costs the house: `1.2040% of Trips`, or dollars a round."""
    if account.unit == DOLLARS:
        return f"{amount(account, account.ev)} a round"
    return f"{percent(account.ev)} of {unit_title(account, terms)}"


def unit_title(account: Account, terms: Terms) -> str:
    """What one unit of an account is: a wager by its title, or a dollar."""
    return "$1" if account.unit == DOLLARS else terms.wagers[account.unit].title


def units(account: Account, terms: Terms) -> str:
    """What results are counted in: `units of Ante`, or dollars."""
    return DOLLARS if account.unit == DOLLARS else f"units of {unit_title(account, terms)}"


def amount(account: Account, value: Fraction | float, places: int = 4) -> str:
    """A value in units, or in dollars where the unit is one."""
    sign, dollar = ("-" if value < 0 else ""), ("$" if account.unit == DOLLARS else "")
    return f"{sign}{dollar}{abs(float(value)):,.{places}f}"


def percent(share: Fraction | float, digits: int = 4) -> str:
    """A share in per cent."""
    return f"{float(share):.{digits}%}"


def rounds(number: int) -> str:
    """So many rounds, in words."""
    return f"{number:,} round{'s' * (number != 1)}"


def bound(error: float) -> str:
    """A bound on an error, rounded up to one digit."""
    nearest = f"{error:.0e}"
    digit, exponent = map(int, nearest.split("e"))
    digit += float(nearest) < error
    return f"1e{exponent + 1}" if digit > 9 else f"{digit}e{exponent}"  # noqa: PLR2004 - the last digit


def net(value: Fraction) -> str:
    """A net result: whole if it is whole, else with as many places as it needs, or as a fraction."""
    if value.denominator == 1:
        return f"{value.numerator:,}"
    places = next((places for places in range(1, 7) if (value * 10**places).denominator == 1), None)
    return str(value) if places is None else f"{float(value):,.{places}f}"


def between(low: Fraction, high: Fraction) -> str:
    """A net result, or from where to where it lies."""
    return net(low) if low == high else f"{net(low)} to {net(high)}"
