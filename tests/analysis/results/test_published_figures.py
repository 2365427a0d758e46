"""Published figures, and what must hold of every answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.analysis.brute_force import VERSIONS, payoffs_of, ready, told
from support.analysis.solutions import analysed, solved
from support.three_card import GAME
from support.three_card import submission as three_card

import croupier
from croupier.analysis import Analysis, Question
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Solution
from croupier.analysis.solvers import duel, plain
from croupier.analysis.solvers import own as of_own
from croupier.analysis.solvers.solver import solve
from croupier.games.game import Board, Hand
from croupier.games.terms import Terms
from croupier.money import dollars
from croupier.rulebook import Submission


@pytest.fixture(scope="module")
def uth() -> Analysis:
    return analysed(Question(croupier.submission("uth-ma", trips="C"), stakes={"ante": 1000, "trips": 500}))


# ---- published -----------------------------------------------------------------------------------------


def test_ultimate_texas_hold_em_is_what_is_published(uth: Analysis) -> None:
    """Wizard of Odds, Ultimate Texas Hold 'Em: EV, standard deviation, and raises before the flop."""
    base = uth["base"]
    assert base.cycle == 27_813_810_024_000
    assert round(float(base.ev), 7) == -0.0218497
    assert round(base.standard_deviation, 2) == 4.94
    assert base.actions is not None
    assert base.actions["before the flop: play 4x"] == Fraction(500, 1326)
    assert "before the flop: play 3x" not in base.actions


@pytest.mark.prove
def test_the_published_average_wager_raises_where_it_makes_no_difference(uth: Analysis) -> None:
    """Wizard of Odds has 4.152252. On equal terms ruling T1 risks less, and so the average is a little lower."""

    class Bold(Payoffs):
        def at_risk(self, path: Path) -> int:
            return -super().at_risk(path)

    payoffs = ready("uth-ma")
    bold = Bold(payoffs.game, payoffs.terms, payoffs.opening)
    solution = solve(bold)
    assert solution.value(bold) == uth["base"].ev * payoffs.opening["ante"]
    staked = sum(payoffs.at_risk(path) * ways for (path, _), ways in solution.tally.items())
    assert round(staked / solution.cycle / payoffs.opening["ante"], 6) == 4.152252
    assert round(float(uth["base"].average_wager), 6) == 4.15221


def test_trips_c_is_what_is_published(uth: Analysis) -> None:
    """Wizard of Odds, Ultimate Texas Hold 'Em, trips: 3.50 %."""
    assert uth["trips"].cycle == comb(52, 7)
    assert round(float(uth["trips"].house_edge), 4) == 0.0350


def test_let_it_ride_is_what_is_published() -> None:
    """Wizard of Odds, Let It Ride: 3.506 %, and 2.14 % on the three card bonus 50-40-30-6-3-1."""
    answer = analysed(Question(croupier.submission("lir-nj", three_card_bonus="D")))
    assert round(float(answer["base"].house_edge), 5) == 0.03506
    assert round(float(answer["three_card_bonus"].house_edge), 4) == 0.0214
    assert answer["three_card_bonus"].cycle == comb(52, 3)
    assert answer["bonus"].cycle == comb(52, 5)


def test_three_card_poker_is_what_is_published() -> None:
    """Wizard of Odds, Three Card Poker: 3.37 % of the ante on 5-4-1, 2.32 % on Pair Plus 40-30-6-4-1."""
    answer = analysed(Question(three_card(), game=GAME))
    assert round(float(answer["base"].house_edge), 4) == 0.0337
    assert round(float(answer["pair_plus"].house_edge), 4) == 0.0232
    assert answer["base"].to_json()["unit"] == "ante"


# ---- stakes together -----------------------------------------------------------------------------------


def test_trips_does_not_change_the_play_so_that_values_add_up(uth: Analysis) -> None:
    assert uth["joint"].ev == 10 * uth["base"].ev + 5 * uth["trips"].ev
    assert uth["joint"].average_wager == 10 * uth["base"].average_wager + 5
    assert uth["joint"].cycle == uth["base"].cycle


def test_a_bonus_that_a_fold_gives_up_changes_what_is_right_to_fold() -> None:
    answer = analysed(Question(croupier.submission("colorado-ma-1"), stakes={"ante": 500, "bonus": 100}))
    apart = 5 * answer["base"].ev + answer["bonus"].ev
    assert answer["joint"].ev > apart
    base, joint = answer["base"].actions, answer["joint"].actions
    assert base is not None
    assert joint is not None
    assert joint["your cards: fold"] < base["your cards: fold"]


def test_a_payout_limit_acts_on_real_stakes_only() -> None:
    limited = analysed(
        Question(
            croupier.submission("lir-nj", payout_limit="$50,000"),
            stakes={"bet_1": 50_000, "bet_2": 50_000, "bet_3": 50_000},
        )
    )
    assert limited["joint"].ev < 500 * limited["base"].ev
    assert max(limited["joint"].outcomes) == 50_000
    assert max(limited["base"].outcomes) == 3000


# ---- invariants ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("rulebook", "options"), VERSIONS[1:], ids=str)
def test_ways_add_up_to_the_cycle_and_shares_to_one(rulebook: str, options: dict[str, object]) -> None:
    for account in analysed(Question(croupier.submission(rulebook, **options))).wagers.values():
        assert sum(account.outcomes.values()) == sum(row.ways for row in account.rows) == account.cycle
        assert account.hit_frequency + account.push_frequency + account.loss_frequency == 1
        if account.actions is not None:
            stages = {name.partition(":")[0] for name in account.actions}
            first = next(iter(account.actions)).partition(":")[0]
            assert sum(often for name, often in account.actions.items() if name.startswith(first)) == 1
            assert stages


@pytest.mark.parametrize("hand", ["As Ks 2h", "9c 9d 9h", "7d 8d 9d", "Ac 2d 3h"])
def test_hands_of_one_suit_class_have_one_value(hand: str) -> None:
    for rulebook in ("lir-nj", "colorado-ma-1"):
        payoffs = ready(rulebook)
        deck = payoffs.terms.rulebook.deck
        cards = deck.parse(hand)
        values = set()
        for to in list(permutations(range(4)))[::5]:
            renamed = tuple(card & ~3 | to[card & 3] for card in cards)
            spot = of_own.look(payoffs, told(payoffs, renamed))
            values.add(max(spot.values.values()))
        assert len(values) == 1


def test_with_a_card_dead_suits_are_no_longer_alike() -> None:
    """A dead spade tells clubs from spades: a flush draw in spades is worth less."""
    payoffs = ready("lir-nj")
    deck = payoffs.terms.rulebook.deck
    dead = deck.parse("5s")
    worth = {}
    for suit in "cs":
        cards = deck.parse(f"8{suit} 9{suit} T{suit}")
        spot = of_own.look(payoffs, replace(told(payoffs, cards), dead=dead))
        worth[suit] = max(spot.values.values())
    assert worth["c"] > worth["s"]


def raised(base: Submission, table: str, hand: str, odds: str) -> Submission:
    return Submission.of(base.rulebook, {**base.options(), "odds": {table: {hand: odds}}})


def under(submission: Submission, solution: Solution) -> Fraction:
    """The value of the play of a solution, at the odds of a submission."""
    payoffs = payoffs_of(submission)
    return solution.value(payoffs) / next(iter(payoffs.opening.values()))


@cache
def played_best(name: str) -> Solution:
    return solved(payoffs_of(croupier.submission(name)))


@settings(deadline=None, max_examples=4)
@given(hand=st.sampled_from(["royal_flush", "flush", "straight", "pair_of_tens_or_better"]), more=st.integers(1, 40))
def test_better_odds_never_lower_the_value_and_a_fixed_play_is_linear_in_them(hand: str, more: int) -> None:
    base = croupier.submission("lir-nj")
    listed = next(row.pays.wins for row in base.table("bets").rows if row.hand == hand)  # type: ignore[union-attr]
    play = played_best("lir-nj")
    worth = [under(raised(base, "bets", hand, f"{listed + step * more} to 1"), play) for step in (0, 1, 2)]
    assert worth[1] - worth[0] == worth[2] - worth[1] > 0
    best = raised(base, "bets", hand, f"{listed + more} to 1")
    assert under(best, solved(payoffs_of(best))) >= worth[1]


# ---- side wagers by brute force ------------------------------------------------------------------------


def test_every_three_cards_by_brute_force() -> None:
    submission = croupier.submission("lir-nj")
    terms, answer = Terms(submission), analysed(Question(submission))
    payoffs = ready("lir-nj")
    total = 0
    for own in combinations(range(52), 3):
        community = tuple(card for card in range(52) if card not in own)[:2]
        facts = payoffs.game.read(Hand(own), Board(community), terms)
        (line,) = payoffs.game.settle(facts, {"three_card_bonus": 100}, terms)
        total += line.amount
    assert answer["three_card_bonus"].ev == Fraction(total, 100 * comb(52, 3))


def test_a_progressive_breaks_even_at_its_meter() -> None:
    rows = [
        {"hand": "royal_flush", "share": "100%"},
        {"hand": "straight_flush", "share": "10%"},
        {"hand": "four_of_a_kind", "pays": "$1,500"},
    ]
    terms = {"seed": "$10,000", "increment": "$1", "cards": "own_and_flop", "rows": rows}
    submission = croupier.submission("uth-ma", progressive=terms)

    def ev(meter: int) -> Fraction:
        won = 4 * meter + 36 * (meter // 10) + 624 * 150_000
        return Fraction(won, comb(52, 5)) - 500

    answer = analysed(Question(submission, meter=2_000_000))
    assert answer["progressive"].ev == ev(2_000_000) / 500
    assert answer.facts["break_even_meter"] == dollars(least(ev))


@pytest.mark.clause("dragon-md", "7.F(4)")
@pytest.mark.parametrize(
    ("hands", "paid"),
    [
        # The Gold Dragon with any two others; with two other Dragons it fits the higher row first (ruling D15).
        (("gold_dragon",), {4: comb(52, 2)}),
        (("three_dragons_with_gold", "gold_dragon"), {9: comb(6, 2), 4: comb(52, 2) - comb(6, 2)}),
        (("pair_of_dragons", "gold_dragon"), {9: comb(6, 2) * 46 + 6 * 46, 4: comb(52, 2) - 6 * 46}),
    ],
)
def test_a_dragon_progressive_pays_as_often_as_its_rows_fit(hands: tuple[str, ...], paid: dict[int, int]) -> None:
    amounts = ["$10", "$5"][-len(hands) :]
    rows = [{"hand": hand, "pays": pays} for hand, pays in zip(hands, amounts, strict=True)]
    terms = {"stake": "$1", "seed": "$5,000", "increment": "$0.25", "rows": rows}
    account = analysed(Question(croupier.submission("dragon-md", progressive=terms)))["progressive"]
    won = {int(net): ways for net, ways in account.outcomes.items() if net > 0}
    assert (account.cycle, won) == (comb(53, 3), paid)


def least(ev: Callable[[int], Fraction]) -> int:
    low, high = 0, 10**12
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if ev(middle) < 0 else (low, middle)
    return low


def test_looks_at_one_hand_are_what_the_whole_game_says() -> None:
    payoffs = payoffs_of(three_card(), GAME)
    for spot in duel.solve(payoffs).spots[::300]:
        assert duel.look(payoffs, spot.info).values == spot.values


def test_a_plain_look_is_what_a_plain_solution_says() -> None:
    payoffs = ready("dragon-md")
    for spot in plain.solve(payoffs, range(0, 53, 4)).spots[::10]:
        assert plain.look(payoffs, spot.info).values == spot.values
