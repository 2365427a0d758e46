"""The figures of an account as people read them. Exact values are rounded here, and nowhere before."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

from croupier.analysis.results.account import LEVELS, Account
from croupier.analysis.results.number_text import one_in, percent
from croupier.games.terms import Terms
from croupier.money import CURRENCIES

# The units of stakes taken together.
MONEY = {each.name: each for each in CURRENCIES.values()}


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


def summary(wagers: Mapping[str, Account], terms: Terms) -> list[Line]:
    """Every wager in a line."""
    return [_line(account, terms) for account in wagers.values()]


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
        _often(account.hit_frequency),
        _often(account.push_frequency),
        _often(account.loss_frequency),
    )


def _often(share: Fraction) -> str:
    return f"{percent(share, 2)} ({one_in(share)})"


def edge(account: Account, terms: Terms) -> str:
    """The house edge with its base: `3.5057% of Bet 1`, or money a round where the stakes are money."""
    if account.unit in MONEY:
        return f"{amount(account, account.house_edge)} a round"
    return f"{percent(account.house_edge)} of {unit_title(account, terms)}"


def edge_against(account: Account, terms: Terms) -> str:
    """The cost to the house of a wager that favours the player: `1.2040% of Trips`, or money a round."""
    if account.unit in MONEY:
        return f"{amount(account, account.ev)} a round"
    return f"{percent(account.ev)} of {unit_title(account, terms)}"


def unit_title(account: Account, terms: Terms) -> str:
    """The unit of an account: a wager by its title, or one dollar or euro."""
    return f"{MONEY[account.unit].sign}1" if account.unit in MONEY else terms.wagers[account.unit].title


def units(account: Account, terms: Terms) -> str:
    """The unit of results in words: `units of Ante`, or `dollars`, `euro`."""
    return account.unit if account.unit in MONEY else f"units of {unit_title(account, terms)}"


def amount(account: Account, value: Fraction | float, places: int = 4) -> str:
    """A value in units, or in money where the unit is one of it."""
    minus, sign = ("-" if value < 0 else ""), (MONEY[account.unit].sign if account.unit in MONEY else "")
    return f"{minus}{sign}{abs(float(value)):,.{places}f}"
