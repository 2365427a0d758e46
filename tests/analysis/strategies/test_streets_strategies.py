"""Strategies of games with bets on several streets, counted by rules compiled over boards of four."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.analysis.brute_force import payoffs_of

from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.solvers import plain
from croupier.analysis.strategies import Player, Strategy, cost, read
from croupier.analysis.strategies.evaluation import play
from croupier.games.catalogue import read as read_game
from croupier.rulebook import Submission

LIVE = range(40, 52)  # queens to aces
FOLDER = Path(__file__).parents[3] / "examples/games/texas-holdem-bonus"
RULES = """
name = "By pairs and draws"
source = "for this test"
rulebook = "texas-holdem-bonus"
[stages]
"before the flop" = ["bet when {first}", "{last} otherwise"]
"after the flop" = ["bet when hidden pair or better", "bet when four to a flush", "check otherwise"]
"after the turn" = [
  "check when fewer than 8 dealer outs and on the board pair or better",
  "bet when hidden pair or better",
  "check otherwise",
]
"""


def strategy(first: str, last: str = "fold") -> tuple[Strategy, Payoffs]:
    book, game = read_game(str(FOLDER))
    return read(RULES.format(first=first, last=last), book, game), payoffs_of(Submission.of(book, {}), game)


@pytest.mark.parametrize("first", ["high card ace", "suited"])
def test_every_deal_is_counted_as_the_plain_counter_counts_it(first: str) -> None:
    rules, payoffs = strategy(first)
    found = play(rules, payoffs, LIVE)
    again = plain.solve(payoffs, LIVE, policy=Player(rules, payoffs))
    assert (found.cycle, found.tally, found.actions) == (again.cycle, again.tally, again.actions)


@pytest.mark.prove
def test_a_simple_strategy_of_texas_holdem_bonus_costs_little() -> None:
    """Betting before the flop with all hands but the worst, as is published, and later with a pair or better."""
    rules, payoffs = strategy("high card eight or better", "fold")
    found = cost(rules, payoffs.terms.submission, game=payoffs.game)
    assert 0 < float(found.cost) < 0.2
