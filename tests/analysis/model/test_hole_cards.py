"""Games whose wagers look at more than the strengths of both hands are not counted as if they did not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.games.examples import title

from croupier.analysis.coach.coach import looker
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.solvers.solver import is_showdown, solve
from croupier.games.game import Board, Game, Hand
from croupier.games.terms import Terms
from croupier.rulebook.submission import Submission

ACES = {48, 49, 50, 51}


def _pays_aces(game: Game) -> Game:
    """The game, in which two aces of one's own always qualify the dealer."""

    def read(hand: Hand, board: Board, terms: Terms) -> Any:  # noqa: ANN401 - the facts of the game
        facts = game.read(hand, board, terms)
        return facts._replace(qualifies=True) if ACES.issuperset(hand.cards) else facts

    return replace(game, read=read)


def test_a_wager_that_looks_at_the_own_cards_is_refused_where_strengths_are_counted() -> None:
    book, plain = title("casino-holdem")
    terms = Terms(Submission.of(book, {}))
    game = _pays_aces(plain)
    assert is_showdown(Payoffs(game, terms, base_stakes(terms)))
    with pytest.raises(AnalysisError, match=r"more of the cards than the strengths .* accepted: facts as compare\(\)"):
        solve(Payoffs(game, terms, base_stakes(terms)))
    with pytest.raises(AnalysisError, match="more of the cards than the strengths"):
        looker(game, terms)
    looker(plain, terms)
