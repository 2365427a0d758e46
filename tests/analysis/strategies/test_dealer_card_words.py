"""Words for the dealer's card that is seen: what they mean, and strategies that go by it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.analysis.brute_force import payoffs_of
from support.analysis.strategies import QUEEN_SIX_FOUR
from support.three_card import GAME, RULEBOOK, submission

from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action
from croupier.analysis.solvers import duel, ladder, plain
from croupier.analysis.strategies import Player, StrategyError, read
from croupier.analysis.strategies.evaluation import play
from croupier.cards import STANDARD
from croupier.games.game import Game, Script
from croupier.games.terms import Terms

RULES = '["play when Qh 6d 4c or better", "fold otherwise"]'
LIVE = range(36, 52)  # jacks to aces


def one_up(terms: Terms) -> Script:
    dealt, *rest = GAME.script(terms)
    return (replace(dealt, dealer_up=1), *rest)  # type: ignore[arg-type]


SHOWING: Game = replace(GAME, script=one_up)


def text(*rules: str) -> str:
    lines = ", ".join(f'"{rule}"' for rule in rules)
    return QUEEN_SIX_FOUR.replace(RULES, f"[{lines}]")


def player(*rules: str) -> tuple[Player, Payoffs]:
    payoffs = payoffs_of(submission(), SHOWING)
    return Player(read(text(*rules), RULEBOOK, SHOWING), payoffs), payoffs


def chosen(rule: str, own: str, dealer: str) -> bool:
    by, payoffs = player(f"play when {rule}", "fold otherwise")
    turn = payoffs.tree.turns[0]
    return by(InfoState(turn, STANDARD.parse(own), dealer=STANDARD.parse(dealer))).choice == "play"


@pytest.mark.parametrize(
    ("rule", "own", "dealer", "holds"),
    [
        ("dealer card ten or better", "2c 5d 9h", "Tc", True),
        ("dealer card ten or better", "2c 5d Ah", "9c", False),
        ("dealer card six or lower", "2c 5d Ah", "6c", True),
        ("dealer card six or lower", "2c 5d Ah", "7c", False),
        ("a dealer card seven", "2c 5d Ah", "7c", True),
        ("a dealer card seven", "2c 7d Ah", "8c", False),
        ("dealer card of a rank in hand", "2c 7d Ah", "Ac", True),
        ("dealer card of a rank in hand", "2c 7d Ah", "Kc", False),
        ("pair and dealer card king or lower", "2c 2d Ah", "Kc", True),
        ("pair and dealer card king or lower", "2c 2d Kh", "Ac", False),
    ],
)
def test_a_condition_looks_at_the_dealers_card(rule: str, own: str, dealer: str, *, holds: bool) -> None:
    assert chosen(rule, own, dealer) is holds


def test_answers_for_one_hand_differ_by_the_dealers_card() -> None:
    by, payoffs = player("play when dealer card nine or lower", "fold otherwise")
    infos = [InfoState(payoffs.tree.turns[0], (0, 5, 10), dealer=(card,)) for card in (28, 51, 28)]
    assert [by(info).choice for info in infos] == ["play", "fold", "play"]


def test_every_deal_is_counted_under_such_a_strategy() -> None:
    rules = "play when dealer card queen or lower", "play when pair or better", "fold otherwise"
    by, payoffs = player(*rules)
    found = play(by.strategy, payoffs, LIVE)
    again = plain.solve(payoffs, LIVE, policy=by)
    assert (found.cycle, found.tally, found.actions) == (again.cycle, again.tally, again.actions)
    assert found.actions == duel.solve(payoffs, LIVE, policy=by).actions

    def policy(info: InfoState) -> Action:
        """The rules in Python."""
        ranks = [card >> 2 for card in info.own]
        paired = len(set(ranks)) < 3
        straight = sorted(ranks) in ([9, 10, 11], [10, 11, 12])
        flush = len({card & 3 for card in info.own}) == 1
        return Action("play" if info.dealer[0] >> 2 <= 10 or paired or straight or flush else "fold")

    assert found.tally == ladder.solve(payoffs, LIVE, policy=policy).tally


def test_a_rule_that_no_dealers_card_leads_to_is_refused() -> None:
    low = "play when dealer card nine or lower"
    with pytest.raises(StrategyError, match="is for all its hands already"):
        read(text(low, "play when dealer card five", "fold otherwise"), RULEBOOK, SHOWING)
    with pytest.raises(StrategyError, match="the rules before leave this one no hand"):
        read(text(low, "play when dealer card ten or better", "play when pair", "fold otherwise"), RULEBOOK, SHOWING)


def test_a_hand_that_is_left_over_is_named_with_the_dealers_card() -> None:
    with pytest.raises(StrategyError, match="no rule covers 2c 2d 2h against 6c"):
        read(text("play when dealer card five or lower"), RULEBOOK, SHOWING)


def test_where_no_card_is_seen_none_can_be_asked_about() -> None:
    with pytest.raises(StrategyError, match="no card of the dealer's is seen, and 'dealer card five' looks at one"):
        read(text("play when dealer card five", "fold otherwise"), RULEBOOK, GAME)


def test_the_words_accepted_name_the_dealers_card_where_it_is_seen() -> None:
    with pytest.raises(StrategyError, match="dealer card ten or better"):
        read(text("play when plenty", "fold otherwise"), RULEBOOK, SHOWING)
    with pytest.raises(StrategyError) as refused:
        read(text("play when plenty", "fold otherwise"), RULEBOOK, GAME)
    assert "dealer card" not in str(refused.value)
