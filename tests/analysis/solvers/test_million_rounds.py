"""A million rounds at the table, played as the mathematician says, come out as the mathematician says."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from math import sqrt
from multiprocessing import get_context

import pytest
from support.analysis.best_play import BestPlay, best_play
from support.analysis.brute_force import ready
from support.table.many_rounds import Came, played
from support.table.stacked_decks import whole_stakes

import croupier
from croupier.analysis.analyst import Analyst
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.question import Question

RULEBOOKS = ("uth-ma", "lir-nj", "colorado-ma-1", "colorado-ma-2", "dragon-md")
ROUNDS = 1_000_000
PROCESSES = 2
ERRORS = 4  # standard errors
ENOUGH = 100  # of a result are expected, for its share to be compared

Law = Mapping[int, Fraction]  # how often each net result comes, in cents


# ---- what is expected ----------------------------------------------------------------------------------


def laws(rulebook: str, play: BestPlay) -> dict[str, Law]:
    """How often each wager wins or loses how much: base wagers by the solution, the others by their accounts."""
    question = Question(croupier.submission(rulebook), hands=2)  # the player's and the dealer's
    answer = Analyst(question, solver=lambda _payoffs, **_: play.solution).answer()
    terms = answer.terms
    stakes = whole_stakes(terms, *terms.wagers)
    payoffs = Payoffs(ready(rulebook).game, terms, whole_stakes(terms))
    found: dict[str, Law] = {}
    for name, account in answer.wagers.items():
        stake = stakes[account.unit]
        found[name] = {int(net * stake): Fraction(ways, account.cycle) for net, ways in account.outcomes.items()}
    for name in [name for name, wager in terms.wagers.items() if not wager.side]:
        ways: Counter[int] = Counter()
        for (path, facts), count in play.solution.tally.items():
            ways[sum(line.amount for line in payoffs.lines(path, facts) if line.wager == name)] += count
        found[name] = {net: Fraction(count, play.solution.cycle) for net, count in ways.items()}
    return found


def away(came: Fraction | float, expected: Fraction, variance: Fraction, rounds: int) -> float:
    """How many standard errors a mean is away from what is expected."""
    return float(came - expected) / sqrt(variance / rounds) if variance else float(came != expected) * ERRORS * 2


def errors(
    came: Came, laws: Mapping[str, Law], actions: Mapping[tuple[str, str], Fraction]
) -> Iterator[tuple[str, float]]:
    """Every mean and every share, with how many standard errors it is away."""
    for name, law in laws.items():
        results = {net: count for (wager, net), count in came.results.items() if wager == name}
        assert sum(results.values()) == came.rounds
        assert results.keys() <= law.keys(), name
        mean = sum(net * share for net, share in law.items())
        variance = sum(net * net * share for net, share in law.items()) - mean**2
        total = Fraction(sum(net * count for net, count in results.items()), came.rounds)
        yield name, away(total, Fraction(mean), Fraction(variance), came.rounds)
        for net, share in law.items():
            if share * came.rounds >= ENOUGH:
                seen = Fraction(results.get(net, 0), came.rounds)
                yield f"{name} {net}", away(seen, share, share * (1 - share), came.rounds)
    assert came.actions.keys() <= actions.keys()
    for (stage, choice), share in actions.items():
        seen = Fraction(came.actions[stage, choice], came.rounds)
        yield f"{stage}: {choice}", away(seen, share, share * (1 - share), came.rounds)


# ---- what comes ----------------------------------------------------------------------------------------


def came(rulebook: str, rounds: int) -> Came:
    """So many rounds, in several processes, each with a seed of its own."""
    total = Came()
    shares = [rounds // PROCESSES] * PROCESSES
    with ProcessPoolExecutor(PROCESSES, get_context("spawn")) as pool:
        for part in pool.map(played, [rulebook] * PROCESSES, shares, [f"{rulebook} {n}" for n in range(PROCESSES)]):
            total.add(part)
    return total


@pytest.mark.prove
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_million_rounds_come_out_as_expected(rulebook: str) -> None:
    """Within four standard errors: every wager's mean, the share of each of its results, and that of each choice."""
    total = came(rulebook, ROUNDS // len(RULEBOOKS))
    play = best_play(ready(rulebook))
    actions = {each: Fraction(ways, play.solution.cycle) for each, ways in play.solution.actions.items()}
    found = dict(errors(total, laws(rulebook, play), actions))
    print(rulebook, {name: round(error, 2) for name, error in found.items()})  # noqa: T201 - shown with -s
    assert {name: error for name, error in found.items() if abs(error) > ERRORS} == {}
