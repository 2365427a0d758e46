"""The theoretical win of a table over time, with an interval, under a stated model.

The wagers of one hand, and the hands of one round, go together as their covariances say. Rounds are taken as
independent and equally long, and sums of many rounds as normal.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple, TypeAlias

from croupier.analysis.results.account import Account
from croupier.money import Cents

WITHIN = 1.96  # standard deviations on either side hold 95 of a hundred


class Stake(NamedTuple):
    """The stake on a wager, and the share of the players who put it up."""

    amount: Cents
    share: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Plan:
    """The play at a table: its pace, its players and their stakes."""

    seats: int
    pace: int  # rounds an hour
    stakes: Mapping[str, Stake]  # by account: the base game's unit, and side wagers
    buy_in: Cents
    stay: Fraction  # hours for which a player stays with one buy-in


class Win(NamedTuple):
    """The house's win in some hours, in cents: on average, and from where to where in 95 cases of a hundred."""

    hours: int
    mean: float
    low: float
    high: float


class Worth(NamedTuple):
    """A table's worth."""

    by_wager: Mapping[str, float]  # cents an hour
    wins: tuple[Win, ...]
    hold: float  # of what players buy in for


Covariances: TypeAlias = Mapping[tuple[str, str], Fraction | float]  # of two accounts in units


def worth(
    accounts: Mapping[str, Account],
    plan: Plan,
    hours: tuple[int, ...],
    covariances: Covariances,
    of_seats: float = 0.0,
) -> Worth:
    """The house's win over so many hours; an account without a stake is not played.

    `of_seats` is the covariance of what two players of one round net, in cents squared.
    """
    played = {name: (accounts[name], stake) for name, stake in plan.stakes.items()}
    rounds = plan.seats * plan.pace  # hands an hour
    by_wager = {name: rounds * _mean(account, stake) for name, (account, stake) in played.items()}
    hourly = sum(by_wager.values())
    alone = sum(_variance(account, stake) for account, stake in played.values())
    shared = sum(_shared(plan.stakes[one], plan.stakes[two], both) for (one, two), both in covariances.items())
    variance = rounds * (alone + 2 * shared + (plan.seats - 1) * of_seats)
    drop = plan.seats * plan.buy_in / float(plan.stay)
    wins = tuple(_win(each, hourly, variance) for each in hours)
    return Worth(by_wager, wins, hourly / drop)


def _mean(account: Account, stake: Stake) -> float:
    return float(account.house_edge * stake.share * stake.amount)


def _variance(account: Account, stake: Stake) -> float:
    """The variance of one hand: some players make the wager, the others win and lose nothing on it."""
    square = stake.share * (account.variance + account.ev**2) - (stake.share * account.ev) ** 2
    return float(square * stake.amount**2)


def _shared(one: Stake, other: Stake, covariance: Fraction | float) -> float:
    """The covariance in cents of two wagers of one hand, each made by its own share of the players."""
    return float(covariance * (one.share * other.share * one.amount * other.amount))


def _win(hours: int, hourly: float, variance: float) -> Win:
    away = WITHIN * math.sqrt(variance * hours)
    return Win(hours, hourly * hours, hourly * hours - away, hourly * hours + away)
