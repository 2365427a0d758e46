"""Hands of which any cards are replaced: what each way to keep leads to, and by reading every deal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import comb

import pytest
from support.analysis.brute_force import payoffs_of, ready, told
from support.games.examples import title

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Action, Solution
from croupier.analysis.players import ByCoach
from croupier.analysis.solvers import draw, plain
from croupier.analysis.solvers.fits import Fit
from croupier.analysis.solvers.solver import fits_of, solver_of
from croupier.cards import STANDARD
from croupier.games.game import Ask, Choice, Draw, Game, Script
from croupier.games.terms import Terms
from croupier.rulebook import Submission
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.play.runner import Table

LIVE = range(40, 52)  # queens to aces


def example(change: Callable[[Script], Script] = lambda script: script, **changes: object) -> Payoffs:
    """Five-card draw by another script."""
    book, base = title("five-card-draw")
    game: Game = replace(base, script=lambda terms: change(base.script(terms)), **changes)  # type: ignore[arg-type]
    return payoffs_of(Submission.of(book, {}), game)


def asked(*choices: Choice) -> Callable[[Script], Script]:
    def change(script: Script) -> Script:
        deal, ask, *rest = script
        assert isinstance(ask, Ask)
        return (deal, replace(ask, choices=choices), *rest)

    return change


def pairs_stand(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:  # noqa: ARG001 - as a game has it
    """True but for standing without a pair."""
    return choice != "stand" or len({card >> 2 for card in cards}) < len(cards)


TWO_AT_MOST = Choice("draw", "any", discards=2, fewest=1)
STAND, FOLD = Choice("stand", "any"), Choice("fold", "any", ending="folded")
GAMES: dict[str, Callable[[], Payoffs]] = {
    "any cards": example,
    "one or two": lambda: example(asked(TWO_AT_MOST)),
    "exactly two, stand with a pair, or fold": lambda: example(
        asked(replace(TWO_AT_MOST, fewest=None), STAND, FOLD), may=pairs_stand
    ),
}


def same(payoffs: Payoffs, one: Solution, other: Solution) -> None:
    assert one.cycle == other.cycle == sum(one.tally.values())
    assert (one.tally, one.actions, one.tied) == (other.tally, other.actions, other.tied)
    assert one.value(payoffs) == other.value(payoffs)


def highest(info: InfoState) -> Action:
    """A policy that names no suit, and is no good: the cards of the highest rank are kept."""
    best = max(card >> 2 for card in info.own)
    return Action("draw", tuple(card for card in info.own if card >> 2 < best))


@pytest.mark.parametrize("name", GAMES)
def test_every_way_to_keep_is_counted_as_the_plain_counter_counts_it(name: str) -> None:
    payoffs = GAMES[name]()
    assert solver_of(payoffs) is draw
    for each in (payoffs, Bold(payoffs)):
        fast, slow = draw.solve(each, LIVE), plain.solve(each, LIVE)
        same(each, fast, slow)
        worth = {spot.info.own: sorted(spot.values.values()) for spot in slow.spots}
        found = {spot.info.own: sorted(spot.values.values()) for spot in fast.spots}
        alike = found.keys() & worth.keys()
        assert alike
        assert {own: found[own] for own in alike} == {own: worth[own] for own in alike}
        assert all(set(action.discard) <= set(spot.info.own) for spot in fast.spots for action in spot.values)


def test_a_policy_is_counted_as_the_plain_counter_counts_it() -> None:
    payoffs = example()
    same(payoffs, draw.solve(payoffs, LIVE, highest), plain.solve(payoffs, LIVE, highest))


@pytest.mark.parametrize("own", ["As Ks Qs Js 2c", "Jc Jd 9h 5s 2c", "2c 3d 5h 8s Kd"])
def test_one_hand_is_worth_what_the_plain_counter_says(own: str) -> None:
    payoffs = example()
    cards = STANDARD.parse(own)
    info = told(payoffs, cards, (), [card for card in range(3, 52, 4) if card not in cards])  # the others are dead
    assert draw.look(payoffs, info).values == plain.look(payoffs, info).values


def test_four_to_a_royal_flush_draws_one_card() -> None:
    payoffs = example()
    own = STANDARD.parse("As Ks Qs Js 2s")  # a made flush is less than the draw
    spot = draw.look(payoffs, told(payoffs, own))
    assert spot.taken == Action("draw", STANDARD.parse("2s"))
    assert spot.values[Action("draw")] == 5 * payoffs.opening["ante"]


def test_nine_six_jacks_or_better_is_what_is_published() -> None:
    """Wizard of Odds: a return of 99.5439 per cent, over a cycle of 19,933,230,517,200."""
    payoffs = example()
    solution = draw.solve(payoffs)
    assert solution.cycle == comb(52, 5) * 5 * comb(47, 5) == 19_933_230_517_200
    assert round(100 + 100 * float(solution.value(payoffs)) / payoffs.opening["ante"], 4) == 99.5439
    assert solution.spots == ()  # so many hands, each of which puts away cards of its own, are no chart


def test_a_question_after_a_draw_is_refused() -> None:
    def again(script: Script) -> Script:
        deal, ask, *rest = script
        assert isinstance(ask, Ask)
        return (deal, ask, Draw("any"), replace(ask, stage="again"), *rest)

    with pytest.raises(AnalysisError, match="a question after a draw"):
        example(again)


def test_only_replaced_cards_fit_the_counter() -> None:
    assert "cards are replaced after one question" in str(fits_of(ready("lir-nj"))["draw"])
    assert [name for name, fit in fits_of(example()).items() if isinstance(fit, Fit)] == ["draw", "plain"]


def test_a_player_by_the_coach_puts_away_several_cards_at_once() -> None:
    book, game = title("five-card-draw")
    table = Table(Submission.of(book, {}), Random("draws"), game=game)
    player = ByCoach(table.state.terms, game)
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 10**9}))
    put_away = []
    for _ in range(4):
        table.feed()
        table.send(Command("player", "bet", 1, {"wagers": {"ante": 1000}, "ready": True}))
        command = player(table.state, 1)
        away = command.args.get("discard", [])
        put_away.append(len(away) if isinstance(away, list) else 1)
        decision = table.send(command)
        assert getattr(decision, "events", ()), decision
    assert max(put_away) > 1
