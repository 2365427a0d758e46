"""The best play, asked turn by turn, is the play that was counted."""

from __future__ import annotations

from random import Random

import pytest
from support.analysis.best_play import best_play
from support.analysis.brute_force import VERSIONS, payoffs_of, ready, told
from support.three_card import GAME, submission

from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.solvers import plain
from croupier.analysis.solvers.solver import solve


def same(payoffs: Payoffs) -> None:
    play = best_play(payoffs)
    asked = solve(payoffs, policy=play.policy)
    assert (asked.tally, asked.actions) == (play.solution.tally, play.solution.actions)


@pytest.mark.parametrize("rulebook", ["colorado-ma-1", "dragon-md"])
def test_the_best_play_asked_hand_by_hand_is_the_one_that_was_counted(rulebook: str) -> None:
    same(ready(rulebook))


@pytest.mark.prove
@pytest.mark.parametrize(("rulebook", "options"), VERSIONS[1:], ids=str)
def test_the_best_play_of_every_version_is_the_one_that_was_counted(rulebook: str, options: dict[str, object]) -> None:
    same(ready(rulebook, **options))


@pytest.mark.prove
def test_the_best_play_of_a_game_from_outside_is_the_one_that_was_counted() -> None:
    same(payoffs_of(submission(), GAME))


@pytest.mark.prove
def test_the_best_play_of_a_showdown_is_what_a_plain_look_says() -> None:
    """At every turn of hands dealt at random; a look past a flop goes through a million deals, so these are few."""
    payoffs = ready("uth-ma")
    play = best_play(payoffs)
    turns = payoffs.tree.turns
    for spot in play.solution.spots:
        assert play.policy(spot.info) == spot.taken
    random = Random("showdown")  # noqa: S311 - hands to look at
    path = Path()
    for before, turn, times in zip(turns, turns[1:], (2, 60), strict=False):
        path = path.then(before, before.choices[0])
        for _ in range(times):
            cards = random.sample(range(52), 2 + turn.seen)
            own, community = tuple(cards[:2]), tuple(cards[2:])
            info = told(payoffs, own, community, path=path)
            assert play.policy(info) == plain.look(payoffs, info).taken, cards
