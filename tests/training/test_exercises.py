"""Exercises: decisions as the table asks for them, with the coach's values, drawn by what players lose there."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import croupier
from croupier.analysis.coach.coach import Coach
from croupier.analysis.coach.sentences import action_said, spot_said
from croupier.analysis.model.solution import Action
from croupier.games.terms import Terms
from croupier.training.exercises import HALF_ERR, Exercise, decisions_met, drawn

QUICK = ("dragon-md", "lir-nj", "colorado-ma-1")  # whose coach is ready at once


def coach_of(name: str) -> Coach:
    return Coach(Terms(croupier.submission(name)))


@pytest.mark.parametrize("name", QUICK)
def test_every_exercise_is_a_view_in_which_its_player_is_asked_with_the_coachs_values(name: str) -> None:
    coach = coach_of(name)
    found = list(decisions_met(coach, 5, "a seed"))
    assert len(found) >= 5
    for each in found:
        assert each.seen["due"]["do"] == "decide"
        assert each.advice == coach_of(name).advise(each.seen)


def test_the_same_seed_deals_the_same_exercises_and_another_others() -> None:
    coach = coach_of("dragon-md")
    one, again, other = (list(decisions_met(coach, 4, seed)) for seed in ("one", "one", "other"))
    assert one == again
    assert one != other


def test_a_mistake_is_the_cheapest_action_that_gives_anything_away() -> None:
    for each in decisions_met(coach_of("colorado-ma-1"), 6, "mistakes"):
        costs = sorted(each.advice.cost(action) for action in each.advice.values)
        assert each.mistake == next((cost for cost in costs if cost > 0), Fraction(0))


def lost_where(mistake: Fraction, exercise: Exercise) -> Fraction:
    """What is lost by the same exercise if its mistake cost so much."""
    best = exercise.advice.values[exercise.advice.best]
    other = next(each for each in exercise.advice.values if each != exercise.advice.best)
    values = {exercise.advice.best: best, other: best - mistake}
    advice = type(exercise.advice)("", (), (), values, exercise.advice.best, exercise.advice.stakes)
    return Exercise(exercise.seen, advice).lost


def test_most_is_lost_where_a_mistake_is_neither_a_trifle_nor_plain() -> None:
    exercise = next(iter(decisions_met(coach_of("dragon-md"), 1, "trifles")))
    half = HALF_ERR * max(exercise.advice.stakes.values())
    assert lost_where(half, exercise) == half / 2
    assert lost_where(half / 10, exercise) < lost_where(half, exercise) > lost_where(half * 10, exercise)
    assert lost_where(Fraction(0), exercise) == 0


def test_exercises_are_drawn_as_often_as_what_is_lost_there_says_and_none_twice() -> None:
    among = list(decisions_met(coach_of("dragon-md"), 12, "draw"))
    whole = sum(each.lost for each in among)
    chance = Random(3)  # noqa: S311 - a test
    first = Counter(id(drawn(among, 1, chance.randrange)[0]) for _ in range(4000))
    for each in among:
        assert abs(first[id(each)] / 4000 - float(each.lost / whole)) < 0.04
    every = drawn(among, 100, chance.randrange)
    assert sorted(map(id, every)) == sorted(id(each) for each in among if each.lost)


def test_nothing_is_drawn_where_nothing_can_be_lost() -> None:
    assert drawn([], 5, lambda most: most - 1) == []


# ---- in sentences ------------------------------------------------------------------------------------------------


def seen_at(name: str, **seat: object) -> dict[str, Any]:
    """A view by hand, of what a sentence needs."""
    held = {"seat": 1, "cards": [], "decisions": [], "wagers": {}} | seat
    return {"due": {"seat": 1}, "seats": [held], "community": [], "dealer": ["??", "??"], "name": name}


def test_a_turn_is_told_with_what_its_player_sees_and_nothing_hidden() -> None:
    terms = Terms(croupier.submission("uth-ma"))
    wagers = {"ante": 500, "blind": 500}
    seen = seen_at("uth-ma", cards=["Kh", "7d"], wagers=wagers)
    assert spot_said(terms, seen, "before the flop") == (
        "Before the flop. You hold the king of hearts and the seven of diamonds. You have $5 on Ante and $5 on Blind."
    )
    later = seen_at("uth-ma", cards=["Kh", "7d"], wagers=wagers, decisions=["check"])
    later["community"] = ["2c", "3c", "??"]
    said = spot_said(terms, later, "after the flop")
    assert "On the table lie the two of clubs and the three of clubs. You have" in said
    assert said.endswith(" on Blind, and have said check.")


def test_an_action_is_told_with_the_card_that_goes() -> None:
    terms = Terms(croupier.submission("colorado-ma-1"))
    (card,) = terms.rulebook.deck.parse("5c")
    assert action_said(terms, Action("fold")) == "Fold"
    assert action_said(terms, Action("bet", (card,))) == "Bet, putting away the five of clubs"
