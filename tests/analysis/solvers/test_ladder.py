"""Hands of up to six cards against the dealer's, by the rungs of their strengths, and by reading every deal."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from support.analysis.brute_force import payoffs_of, told
from support.games.examples import title

from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Action, Solution
from croupier.analysis.solvers import ladder, plain
from croupier.analysis.solvers.solver import solver_of
from croupier.cards import STANDARD
from croupier.games.game import Ask, Choice, Deal, Game, Script, TurnUp
from croupier.hands import four
from croupier.rulebook import Submission

LIVE = tuple(range(40, 52))  # queens to aces
MORE = tuple(range(36, 52))


def example(name: str, change: Callable[[Script], Script] = lambda script: script, **changes: object) -> Payoffs:
    """An example game, by another script."""
    book, base = title(name)
    game: Game = replace(base, script=lambda terms: change(base.script(terms)), **changes)  # type: ignore[arg-type]
    return payoffs_of(Submission.of(book, {}), game)


def shown(script: Script) -> Script:
    deal, *rest = script
    assert isinstance(deal, Deal)
    return (replace(deal, dealer_up=1), *rest)


def turned_up(script: Script) -> Script:
    deal, *rest = script
    return (deal, TurnUp(1, "any", of="dealer"), *rest)


def asked_twice(script: Script) -> Script:
    deal, *rest = shown(script)
    either = Choice("ride", "any"), Choice("fold", "any", ending="folded")
    return (deal, Ask("first", "any", either), *rest)


def own_ranking(cards: Sequence[int]) -> int:
    """The best four by a function that nobody knows, highest first."""
    return 7 * four.strength(cards) - 5000


GAMES: dict[str, tuple[Callable[[], Payoffs], tuple[int, ...]]] = {
    "best four of six, one seen": (lambda: example("four-card-poker"), LIVE),
    "best four of five": (lambda: example("crazy-4-poker"), LIVE),
    "three cards, one seen": (lambda: example("three-card", shown), LIVE),
    "three cards, one turned up": (lambda: example("three-card", turned_up), LIVE),
    "two questions": (lambda: example("three-card", asked_twice), LIVE),
    "three cards": (lambda: example("three-card"), MORE),
}


def same(payoffs: Payoffs, one: Solution, other: Solution) -> None:
    assert one.cycle == other.cycle == sum(one.tally.values())
    assert (one.tally, one.actions, one.tied) == (other.tally, other.actions, other.tied)
    assert one.value(payoffs) == other.value(payoffs)
    assert sum(spot.hands for spot in one.spots) == sum(spot.hands for spot in other.spots)


def by_card(info: InfoState) -> Action:
    """A policy that tells no hand from another in its class, and is no good."""
    ranks = sum(card >> 2 for card in info.own) + 3 * sum(card >> 2 for card in info.dealer) + len(info.path.choices)
    return Action(info.turn.choices[0].name if ranks % 3 else "fold")


@pytest.mark.parametrize("name", GAMES)
def test_every_rung_is_counted_as_the_plain_counter_counts_it(name: str) -> None:
    made, live = GAMES[name]
    payoffs = made()
    assert solver_of(payoffs) is ladder
    for each in (payoffs, Bold(payoffs)):
        same(each, ladder.solve(each, live), plain.solve(each, live))
    same(payoffs, ladder.solve(payoffs, live, by_card), plain.solve(payoffs, live, by_card))


@pytest.mark.parametrize("name", GAMES)
def test_one_hand_is_worth_what_the_plain_counter_says(name: str) -> None:
    payoffs = GAMES[name][0]()
    tree = payoffs.tree
    for first in (0, 3, 11):
        cards = tuple((first + 5 * place) % 52 for place in range(tree.own + tree.dealer + 4))
        own, rest = cards[: tree.own], cards[tree.own :]
        for seen in range(tree.dealer + 1):
            info = told(payoffs, own, (), rest[seen:], dealer=rest[:seen])
            assert ladder.look(payoffs, info).values == plain.look(payoffs, info).values


def test_spots_are_those_of_the_plain_counter_up_to_suits() -> None:
    payoffs = example("three-card", shown)
    found = ladder.solve(payoffs, LIVE).spots
    worth = {(spot.info.own, spot.info.dealer): spot for spot in plain.solve(payoffs, LIVE).spots}
    assert found[-1].info == found[len(found) - 1].info
    assert [spot.info for spot in found[1:3]] == [found[1].info, found[2].info]
    for spot in found:
        other = worth.get((spot.info.own, spot.info.dealer))
        if other is not None:
            assert (spot.values, spot.taken) == (other.values, other.taken)


def test_a_ranking_of_ones_own_is_asked_for_every_class_of_hands() -> None:
    def compare(ending: object, own: int, dealer: int) -> object:
        return base.game.compare(ending, (own + 5000) // 7, (dealer + 5000) // 7)  # type: ignore[misc, arg-type]

    base = example("crazy-4-poker")
    payoffs = example("crazy-4-poker", ranking=own_ranking, compare=compare)
    same(base, ladder.solve(payoffs, LIVE), ladder.solve(base, LIVE))
    info = told(base, LIVE[:5], (), LIVE[5:])
    assert ladder.look(payoffs, info).values == ladder.look(base, info).values


def test_an_equal_hand_that_is_paid_like_no_other_is_counted_by_itself() -> None:
    def compare(ending: object, own: int, dealer: int) -> object:
        facts = base.game.compare(ending, own, dealer)  # type: ignore[misc, arg-type]
        return facts._replace(wins=own > dealer)

    def read(hand: object, board: object, terms: object) -> object:
        facts = base.game.read(hand, board, terms)  # type: ignore[arg-type]
        dealer, own = four.strength(board.dealer), four.strength(hand.cards)  # type: ignore[attr-defined]
        return facts._replace(wins=own > dealer)

    base = example("four-card-poker")
    payoffs = example("four-card-poker", compare=compare, read=read)
    same(payoffs, ladder.solve(payoffs, LIVE), plain.solve(payoffs, LIVE))


def test_suits_that_are_not_alike_are_refused() -> None:
    with pytest.raises(AnalysisError, match="the suits of the cards dealt from are not alike"):
        ladder.solve(example("crazy-4-poker"), range(38, 52))


def test_a_card_of_the_dealers_turned_up_between_questions_is_refused() -> None:
    def late(script: Script) -> Script:
        deal, stub, ask, *rest = script
        assert isinstance(ask, Ask)
        return (deal, stub, ask, TurnUp(1, "any", of="dealer"), replace(ask, stage="later"), *rest)

    with pytest.raises(AnalysisError, match="a dealer's card turned up between two questions"):
        example("three-card", late)


def test_cards_seen_are_those_of_the_round() -> None:
    assert example("four-card-poker").tree.shown == 1
    assert example("three-card", turned_up).tree.shown == 1
    info = told(example("four-card-poker"), STANDARD.parse("2c 3c 4c 5c 6c"), (), dealer=STANDARD.parse("As"))
    assert len(info.unseen(STANDARD)) == 46
