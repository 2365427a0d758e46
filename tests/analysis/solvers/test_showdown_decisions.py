"""Every decision after the first: classes of hands, how they are played, and what a mistake with them costs."""

from fractions import Fraction
from functools import cache

import numpy as np
import pytest
from support.analysis.brute_force import ready
from support.analysis.solutions import analysed, solved

import croupier
from croupier.analysis import Analysis, Question
from croupier.analysis.kernels.boards import PAIRS
from croupier.analysis.kernels.features import bits
from croupier.analysis.kernels.hand_classes import class_of, classes_of_pairs, codes_beside
from croupier.analysis.model.hand_kinds import STEPS, kind_in_words, steps_in_words
from croupier.analysis.model.payoffs import Bold
from croupier.analysis.model.solution import Action, Later, Policy, Survey, silent
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_decisions import surveyed
from croupier.analysis.solvers.showdown_game import ShowdownResult
from croupier.analysis.solvers.solver import best_value, solve, survey
from croupier.cards import STANDARD

LIVE = tuple(range(28, 52))  # nines to aces: a deck in which all of the game can happen, and that is soon counted


@cache
def small() -> tuple[Showdown, ShowdownResult, Survey]:
    game = Showdown(ready("uth-ma"), LIVE)
    found = game.strategy()
    return game, found, surveyed(game, found, game.play(found), silent)


def value(game: Showdown, found: ShowdownResult, last: np.ndarray | None = None) -> int:
    """What all deals come to under a way to play, in cents; `last` has the path of every pair at the end."""
    if last is None:
        ways = game.tallied(game.play(found))
    else:
        ways = game.tallied_by_boards(found, lambda block: np.repeat(last[None], len(block.cards), axis=0))
    return int((ways * game.pay.worth.pays).sum())


def lost(later: Later, action: str) -> int:
    return sum(group.lost[action] for group in later.groups)


def test_what_an_action_loses_after_the_flop_is_what_the_round_is_worth_less() -> None:
    game, found, looked = small()
    best = value(game, found)
    for place, action in enumerate(("check", "play 2x")):
        always = found._replace(second=np.full_like(found.second, 4 * place))
        assert best - value(game, always) == lost(looked.later[0], action) > 0


def test_what_an_action_loses_at_the_end_is_what_the_round_is_worth_less() -> None:
    game, found, looked = small()
    best = value(game, found)
    for path in game.lots.at_end:
        always = np.full(PAIRS, game.lots.all.index(path), dtype=np.uint32)
        assert best - value(game, found, always) == lost(looked.later[1], path.choices[-1][1]) > 0


def test_a_class_by_itself_loses_what_it_is_said_to_lose() -> None:
    game, found, looked = small()
    best = value(game, found)
    classes = np.zeros((len(game.flops), PAIRS), dtype=np.int64)
    classes_of_pairs(game.flops, game.deck.live, found.first == len(game.lots.all), classes)
    mixed = [group for group in looked.later[0].groups if len(group.best) > 1]
    assert mixed
    for group in mixed[:4]:
        second = np.where(classes == group.kind * STEPS + group.step, 0, found.second).astype(np.uint32)
        assert best - value(game, found._replace(second=second)) == group.lost["check"]


def test_classes_hold_every_hand_that_gets_so_far() -> None:
    game, found, looked = small()
    solution = game.counted(game.tallied(game.play(found)))
    for later in looked.later:
        for action in later.groups[0].lost:
            counted = sum(group.best.get(action, 0) for group in later.groups)
            assert counted == solution.actions[later.stage, action]


def test_who_raises_on_equal_terms_stakes_what_a_solution_of_that_habit_stakes() -> None:
    game, _, looked = small()
    bold = Showdown(Bold(game.payoffs), LIVE)
    assert looked.staked == bold.solve(silent).staked(game.payoffs)
    assert looked.staked > game.solve(silent).staked(game.payoffs)


def test_what_the_best_play_is_worth_needs_no_count_of_all_deals() -> None:
    for rulebook in ("lir-nj", "dragon-md"):
        payoffs = ready(rulebook)
        assert best_value(payoffs) == solved(payoffs).value(payoffs)


# ---- let it ride: two decisions, and no dealer ---------------------------------------------------------


@cache
def riding() -> Analysis:
    return analysed(Question(croupier.submission("lir-nj")))


def test_the_second_decision_is_the_published_one() -> None:
    """Wizard of Odds: ride with tens or better, a flush draw, and an outside straight with a high card."""
    chart = riding().strategy()
    assert chart is not None
    (decision,) = chart.later
    played = {each.title: each.play for each in decision.classes}
    assert played == {
        "four of a kind to two pairs": "ride",
        "pair of twos to nines": "withdraw",
        "pair of tens to aces": "ride",
        "four to a flush": "ride",
        "four to an outside straight, 0 of them ten or better": "withdraw",
        "four to an outside straight, 1 to 4 of them ten or better": "ride",
        "four to an inside straight": "withdraw",
        "nothing": "withdraw",
    }
    assert decision.is_exact
    assert decision.share == sum(each.share for each in decision.classes) == 1
    assert all(sum(each.best.values()) == 1 and min(each.cost.values()) == 0 for each in decision.classes)
    assert sum(each.share for each in decision.every) == 1


def test_the_second_decision_s_losses_are_those_of_a_policy() -> None:
    payoffs = ready("lir-nj")
    solution = solved(payoffs)
    (later,) = survey(payoffs, solution).later
    first = {spot.info.own: spot.taken for spot in solution.spots}

    def always(action: str) -> Policy:
        return lambda info: first[info.own] if info.turn.stage == "bet 1" else Action(action)

    for action in ("ride", "withdraw"):
        given_up = solution.value(payoffs) - solve(payoffs, policy=always(action)).value(payoffs)
        assert given_up == Fraction(lost(later, action), solution.cycle)


def test_both_average_wagers_are_told_where_choices_are_equal() -> None:
    """Wizard of Odds has 1.2238 (1.224) for who takes the bet back on equal terms."""
    assert round(float(riding()["base"].average_wager), 3) == 1.224
    bold = riding().bold_average_wager
    assert bold is not None
    assert round(float(bold), 6) == 1.232084
    assert croupier.analyze("dragon-md").bold_average_wager is None
    assert 'id="habits"' in riding().to_html(10)
    assert "1.232084" in riding().to_html(10)


# ---- words ---------------------------------------------------------------------------------------------

CLASSES = [
    # own cards, cards on the table, more to come, a dealer's hand, and what is said
    ("7c 7d", "As Kh 2c", True, True, "pocket pair of sevens"),
    ("Ac 7d", "As Kh 2c", True, True, "hidden pair of aces"),
    ("9c 7d", "As Ah 2c", True, True, "only pair on the table own high card nine"),
    ("9c 7d", "As Kh 2d", True, True, "nothing own high card nine"),
    ("9c 7c", "Ac Kc 2d", True, True, "four to a flush own card in it nine"),
    ("9c 8d", "7c 6h 2d", True, True, "four to an outside straight own high card nine"),
    ("9c 8d", "7c 5h 2d", True, True, "four to an inside straight own high card nine"),
    ("9c 8d", "9s 8h 2d", True, True, "hidden two pairs"),
    ("3c 2d", "As Kh Qd 9c 7s", False, True, "nothing 27 dealer outs"),
    ("Tc 2d 3h", "Ts", True, False, "pair of tens"),
    ("Jc Td 9h", "8s", True, False, "four to an outside straight 2 of them ten or better"),
]


@pytest.mark.parametrize(("own", "seen", "to_come", "dealer", "words"), CLASSES)
def test_hands_are_sorted_as_people_sort_them(
    own: str,
    seen: str,
    to_come: bool,  # noqa: FBT001 - a column
    dealer: bool,  # noqa: FBT001 - a column
    words: str,
) -> None:
    codes = np.zeros(52, dtype=np.int64)
    table = bits(STANDARD.parse(seen))
    codes_beside(table, codes)
    kind, step = divmod(int(class_of(bits(STANDARD.parse(own)), table, to_come, dealer, codes)), STEPS)
    which = steps_in_words(kind, step, step, to_come=to_come, dealer=dealer)
    assert f"{kind_in_words(kind, dealer=dealer)} {which}".strip() == words
