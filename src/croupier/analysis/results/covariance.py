"""The covariance of two wagers of one hand, and of two hands of one round, over all deals under the play found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cache
from math import gcd, lcm
from typing import Any, TypeAlias

from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs, side_stake, unit
from croupier.analysis.model.solution import Progress, Solution, silent
from croupier.analysis.results.account import Account

Net: TypeAlias = Callable[[Path, Any], Fraction]


def covariance(payoffs: Payoffs, solution: Solution, one: Account, other: Account) -> Fraction | None:
    """The covariance of two accounts, each in its units; None if the deals counted do not tell both results.

    A deal is counted by the facts that the base game is paid by. They tell a side wager too if it comes out as often as
    its own account says, for every result.
    """
    if not all(_tell(payoffs, solution, each) for each in (one, other)):
        return None
    first, second = (_net_of(payoffs, each) for each in (one, other))
    product = sum(
        (first(path, facts) * second(path, facts) * count for (path, facts), count in solution.tally.items()),
        Fraction(0),
    )
    return product / solution.cycle - one.ev * other.ev


def covariance_of_seats(
    payoffs: Payoffs, solution: Solution, stakes: Mapping[str, tuple[Account, Fraction]], progress: Progress = silent
) -> Fraction | None:
    """The covariance of what two players of one round net, each with these stakes on these accounts.

    None if nobody counts it for this game, or if the deals counted do not tell a wager's result.
    """
    accounts = [account for account, _ in stakes.values()]
    if solution.product is None or not all(_tell(payoffs, solution, each) for each in accounts):
        return None
    nets = [(_net_of(payoffs, account), stake) for account, stake in stakes.values()]
    worth = {ended: sum((net(*ended) * stake for net, stake in nets), Fraction(0)) for ended in solution.tally}
    # In the largest unit that all results are whole numbers of.
    under = lcm(*(each.denominator for each in worth.values()))
    one = Fraction(gcd(*(int(each * under) for each in worth.values())), under)

    @cache
    def whole(path: Path, facts: Any) -> int:  # noqa: ANN401 - every game has facts of its own
        return int(sum((net(path, facts) * stake for net, stake in nets), Fraction(0)) / one)

    product = solution.product(whole, progress)
    mean = sum((account.ev * stake for account, stake in stakes.values()), Fraction(0))
    return None if product is None else product * one**2 - mean**2


def _tell(payoffs: Payoffs, solution: Solution, account: Account) -> bool:
    """True if the facts of the deals counted tell an account's results: each comes out as often as in its own count."""
    if account.name in {*payoffs.terms.on_all_hands, "joint"}:
        return False
    net, ways = _net_of(payoffs, account), Counter[Fraction]()
    for (path, facts), count in solution.tally.items():
        ways[net(path, facts)] += count
    return all(
        Fraction(ways[each], solution.cycle) == Fraction(n, account.cycle) for each, n in account.outcomes.items()
    )


def _net_of(payoffs: Payoffs, account: Account) -> Net:
    """The net result of an account in its units, by path and facts."""
    if account.name == "base":
        return lambda path, facts: Fraction(payoffs.net(path, facts), unit(payoffs.terms))
    stake = side_stake(payoffs.terms, account.name)

    @cache
    def settled(facts: Any) -> Fraction:  # noqa: ANN401 - every game has facts of its own
        lines = payoffs.game.settle(facts, {account.name: stake}, payoffs.terms)
        return Fraction(sum(line.amount for line in lines), stake)

    return lambda _path, facts: settled(facts)
