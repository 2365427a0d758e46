"""Two cards each and five on the table, with questions after any street: the loops against the plain counter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path as File

import pytest
from support.analysis.brute_force import payoffs_of, told

from croupier.analysis.coach.streets_coach import StreetsCoach
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Action, Solution, silent
from croupier.analysis.solvers import plain, streets
from croupier.analysis.solvers.solver import solver_of
from croupier.cards import STANDARD
from croupier.games.catalogue import Title, read
from croupier.games.game import Ask, Board, Choice, Community, Deal, Hand, Script, Settle, Step
from croupier.games.terms import Terms
from croupier.rulebook import Submission

LIVE = tuple(range(40, 52))  # queens to aces
FOLDER = File(__file__).parents[3] / "examples/games/texas-holdem-bonus"
BET = Choice("bet", "wager.flop", wager="flop", times=2)
FOLD = Choice("fold", "ask.fold", ending="folded", settles=("ante", "bonus"))
TURN, RIVER = (Choice("bet", f"wager.{wager}", wager=wager) for wager in ("turn", "river"))
CHECK = Choice("check", "ask.check")


def title() -> Title:
    return read(str(FOLDER))


def texas(*steps: Step) -> Payoffs:
    """The game, or one with other questions."""
    book, game = title()
    script: Script = (Deal(each=2, dealer=2), *steps, Settle((), "at the end"))
    return payoffs_of(Submission.of(book, {}), replace(game, script=lambda _terms: script) if steps else game)


def flop(*more: Step) -> tuple[Step, ...]:
    return (Community(3, "any"), *more)


ONE = Community(1, "any")
GAMES: dict[str, Callable[[], Payoffs]] = {
    "before the flop, after it and after the turn": texas,
    "after the turn and after the river, where a fold loses the bets": lambda: texas(
        *flop(ONE, Ask("turn", "any", (CHECK, TURN)), ONE, Ask("river", "any", (RIVER, FOLD)))
    ),
    "before the flop and after the river": lambda: texas(
        Ask("first", "any", (CHECK, BET)), *flop(ONE, ONE, Ask("last", "any", (RIVER, CHECK, FOLD)))
    ),
    "after the flop, where a bet leaves out the turn": lambda: texas(
        *flop(Ask("flop", "any", (CHECK, TURN, FOLD)), ONE, Ask("turn", "any", (RIVER, FOLD), unless="turn"), ONE)
    ),
}


def same(payoffs: Payoffs, one: Solution, other: Solution) -> None:
    assert one.cycle == other.cycle == sum(one.tally.values()) == sum(other.tally.values())
    assert one.actions == other.actions
    assert one.tally == other.tally
    assert one.value(payoffs) == other.value(payoffs)
    hands = {spot.info.own: (spot.hands, spot.values, spot.taken) for spot in other.spots if not spot.info.community}
    if payoffs.tree.turns[0].seen == 0:
        assert {spot.info.own: (spot.hands, spot.values, spot.taken) for spot in one.spots} == hands


def agree(name: str) -> None:
    payoffs = GAMES[name]()
    assert solver_of(payoffs) is streets
    found = streets.solve(payoffs, LIVE)
    same(payoffs, found, plain.solve(payoffs, LIVE))
    assert found.survey is not None
    assert found.survey(silent).staked == plain.solve(Bold(payoffs), LIVE).staked(payoffs)


def test_questions_after_every_street_but_the_last_are_counted_as_the_plain_counter_counts_them() -> None:
    agree(next(iter(GAMES)))


@pytest.mark.prove
@pytest.mark.parametrize("name", list(GAMES)[1:])
def test_questions_after_other_streets_are_counted_as_the_plain_counter_counts_them(name: str) -> None:
    agree(name)


# ---- one hand ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("dealer", [(), (47,)], ids=["no card of the dealer's", "one that was seen"])
@pytest.mark.parametrize("community", [(49, 50, 44), (49, 50, 44, 40)], ids=["flop", "turn"])
def test_one_hand_is_worth_what_the_plain_counter_says(community: tuple[int, ...], dealer: tuple[int, ...]) -> None:
    """Among cards of which some are dead, so that suits are not alike."""
    payoffs = texas()
    state = told(payoffs, (51, 46), (), range(36, 52))
    path = state.path.then(state.turn, state.turn.choices[0])
    unseen = [card for card in range(36, 52) if card != 39]
    after = payoffs.tree.turns[len(community) - 2]
    if len(community) == 4:
        path = path.then(payoffs.tree.turns[1], payoffs.tree.turns[1].choices[1])
    info = told(payoffs, (51, 46), community, unseen, path, dealer)
    assert info.turn == after
    assert streets.look(payoffs, info).values == plain.look(payoffs, info).values


def test_a_question_on_the_river_is_looked_at_too() -> None:
    payoffs = GAMES["before the flop and after the river"]()
    first = payoffs.tree.turns[0]
    path = told(payoffs, (51, 46), (), range(36, 52)).path.then(first, first.choices[0])
    info = told(payoffs, (51, 46), (49, 50, 44, 40, 37), range(30, 52), path)
    assert streets.look(payoffs, info).values == plain.look(payoffs, info).values


def test_the_coach_says_how_long_a_look_takes_that_goes_through_all_boards() -> None:
    payoffs = texas()
    coach = StreetsCoach(payoffs)
    assert coach.seconds(payoffs, told(payoffs, (51, 46))) == 0.0
    assert coach.seconds(payoffs, told(payoffs, (51, 46), (), range(3, 52))) > 10
    path = told(payoffs, (51, 46)).path.then(payoffs.tree.turns[0], payoffs.tree.turns[0].choices[0])
    assert coach.seconds(payoffs, told(payoffs, (51, 46), (1, 2, 3), range(5, 52), path)) == 0.0


# ---- what is not understood ----------------------------------------------------------------------------


def test_stakes_that_are_paid_by_the_own_cards_are_refused() -> None:
    payoffs = texas()
    stakes = payoffs.opening | {"bonus": payoffs.opening["ante"]}
    with pytest.raises(AnalysisError, match="paid by the player's own two cards"):
        streets.solve(Payoffs(payoffs.game, payoffs.terms, stakes), LIVE)


def test_facts_that_go_by_more_than_strengths_and_own_cards_are_refused() -> None:
    book, game = title()

    def read_more(hand: Hand, board: Board, terms: Terms) -> object:
        facts = game.read(hand, board, terms)
        return facts._replace(two="paired" if board.community[0] >> 2 == board.community[1] >> 2 else facts.two)

    payoffs = payoffs_of(Submission.of(book, {}), replace(game, read=read_more))
    with pytest.raises(AnalysisError, match="reads of a hand what neither two strengths nor"):
        streets.solve(payoffs)


# ---- what is published ---------------------------------------------------------------------------------


@pytest.mark.prove
def test_texas_holdem_bonus_is_what_is_published() -> None:
    """Wizard of Odds, by the rules of Las Vegas: 2.037 per cent of the ante, 3.8181 antes on average, and by hand."""
    payoffs = texas()
    found = streets.solve(payoffs)
    ante = payoffs.opening["ante"]
    assert round(100 * float(-found.value(payoffs) / ante), 3) == 2.037
    assert round(float(Fraction(found.staked(payoffs), found.cycle) / ante), 4) == 3.8181
    published = {
        "23": -1.155927,
        "24": -1.091604,
        "25": -1.019987,
        "26": -1.046723,
        "27": -1.031301,
        "28": -0.896002,
        "29": -0.763132,
        "2T": -0.613979,
        "2J": -0.459414,
        "2Q": -0.28969,
        "2K": -0.102668,
    }
    spots = [spot for spot in found.spots if spot.info.own[0] & 3 != spot.info.own[1] & 3]
    bet = {STANDARD.text(spot.info.own)[::3]: spot.values[Action("bet")] / ante for spot in spots}
    assert {hand: round(float(bet[hand]), 6) for hand in published} == published
