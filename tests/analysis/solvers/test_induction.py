"""One induction for every counter: games that no document has, with more turns, folds and discards than the five."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from support.analysis.brute_force import payoffs_of, ready, told
from support.three_card import GAME, submission

from croupier import games
from croupier.analysis.errors import AnalysisError
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import turns_left
from croupier.analysis.model.payoffs import Bold, Payoffs
from croupier.analysis.model.solution import Action, Solution
from croupier.analysis.solvers import duel, ladder, own, plain
from croupier.analysis.solvers.fits import Fit
from croupier.analysis.solvers.solver import fits_of, seconds_of, solver_of
from croupier.games.game import Ask, Burn, Choice, Community, Deal, Game, Script, Settle, TurnUp

LIVE = range(32, 52)  # tens to aces
RIDE = Choice("ride", "ask.ride")
FOLD = Choice("fold", "ask.fold", ending="folded")
NO_BET = Choice("no bet", "ask.discard", discards=1)
BET = Choice("bet", "wager.bet", wager="bet", discards=1)


def taking_back(number: int) -> Ask:
    back = Choice("withdraw", "ask.withdraw", withdraws=f"bet_{number}")
    return Ask(f"bet {number}", "any", (RIDE, back))


def asking(rulebook: str, *steps: object) -> Payoffs:
    """A game of the package by another script."""
    base = ready(rulebook)
    script: Script = steps  # type: ignore[assignment]
    game: Game = replace(games.load(base.terms.rulebook.game), script=lambda _terms: script)
    return Payoffs(game, base.terms, base.opening)


END = Settle((), "at the end")
UP = TurnUp(1, "any")
GAMES: dict[str, Callable[[], Payoffs]] = {
    "three turns": lambda: asking(
        "lir-nj", Deal(3, community=2), taking_back(1), UP, taking_back(2), UP, taking_back(3), END
    ),
    "first turn after a card": lambda: asking(
        "lir-nj", Deal(3, community=2), UP, taking_back(1), UP, taking_back(2), END
    ),
    "three cards by two stages": lambda: asking(
        "colorado-ma-1",
        Deal(2),
        Ask("one", "any", (RIDE, FOLD)),
        Community(1, "any"),
        Burn(),
        Ask("two", "any", (replace(BET, discards=0), replace(NO_BET, discards=0), FOLD), unless="bet"),
        Community(2, "any"),
        END,
    ),
    "a discard after two cards": lambda: asking(
        "colorado-ma-1", Deal(3), Community(2, "any"), Ask("one", "any", (BET, NO_BET, FOLD)), Community(1, "any"), END
    ),
    "a question that a wager decides": lambda: asking(
        "colorado-ma-1",
        Deal(2),
        Ask("one", "any", (replace(BET, discards=0), RIDE)),
        Community(2, "any"),
        Ask("two", "any", (replace(BET, discards=0, times=2), FOLD), unless="bet"),
        Community(1, "any"),
        END,
    ),
}


def same(payoffs: Payoffs, one: Solution, other: Solution) -> None:
    assert one.cycle == other.cycle == sum(one.tally.values()) == sum(other.tally.values())
    assert (one.actions, one.tied) == (other.actions, other.tied)
    assert one.value(payoffs) == other.value(payoffs)
    assert [(spot.info, spot.hands, spot.values, spot.taken) for spot in one.spots] == [
        (spot.info, spot.hands, spot.values, spot.taken) for spot in other.spots
    ]
    assert all(not spot.info.community for spot in one.spots)


def by_card(info: InfoState) -> Action:
    """A policy that goes by everything known: an action for the sum of the cards, no better than another."""
    choices = [each for each in info.turn.choices if not each.discards or len(info.own) > each.discards]
    choice = choices[(sum(info.own) + 3 * sum(info.community) + len(info.path.choices)) % len(choices)]
    return Action(choice.name, info.own[: choice.discards])


@pytest.mark.parametrize("name", GAMES)
def test_cards_to_come_are_counted_as_the_plain_counter_counts_them(name: str) -> None:
    payoffs = GAMES[name]()
    assert solver_of(payoffs) is (plain if name == "a discard after two cards" else own)  # whose counts need 2 GB
    for each in (payoffs, Bold(payoffs)):
        same(each, own.solve(each, LIVE), plain.solve(each, LIVE))
    same(payoffs, own.solve(payoffs, LIVE, by_card), plain.solve(payoffs, LIVE, by_card))


def worth(payoffs: Payoffs, info: InfoState) -> Fraction:
    """The value of a state by a second way: the next turn's states are asked for one by one."""
    return max(plain.look(payoffs, info).values.values())


def test_a_turn_is_worth_what_the_turns_after_it_are_on_average() -> None:
    payoffs = GAMES["three turns"]()
    live = range(38, 52)
    dealt = told(payoffs, (38, 43, 51), (), [card for card in live if card not in (38, 43, 51)])
    first = own.look(payoffs, dealt)
    for choice in dealt.turn.choices:
        path = dealt.path.then(dealt.turn, choice)
        turn = turns_left(path, payoffs.tree.turns)[0]
        unseen = dealt.unseen(payoffs.terms.rulebook.deck)
        later = [worth(payoffs, replace(dealt, turn=turn, path=path, community=(card,))) for card in unseen]
        assert first.values[Action(choice.name)] == sum(later) / len(later)
        after = replace(dealt, turn=turn, path=path, community=(unseen[0],))
        assert own.look(payoffs, after).values == plain.look(payoffs, after).values


def test_several_turns_against_the_dealer_are_counted_as_the_plain_counter_counts_them() -> None:
    def script(terms: object) -> Script:
        dealt, stub, ask, *rest = GAME.script(terms)  # type: ignore[arg-type]
        return (dealt, stub, Ask("first", "any", (RIDE, FOLD)), ask, *rest)

    payoffs = payoffs_of(submission(), replace(GAME, script=script))
    assert solver_of(payoffs) is ladder
    same(payoffs, duel.solve(payoffs, range(36, 52)), plain.solve(payoffs, range(36, 52)))
    shown = told(payoffs, (20, 30, 40), (), range(44, 52), dealer=(3,))
    assert duel.look(payoffs, shown).values == plain.look(payoffs, shown).values


def test_sums_that_leave_a_word_are_taken_in_whole_numbers() -> None:
    base = GAMES["three turns"]()
    times = 10**18
    large = Payoffs(base.game, base.terms, {name: stake * times for name, stake in base.opening.items()})
    assert own.solve(large, LIVE).value(large) == own.solve(base, LIVE).value(base) * times


def test_every_counter_says_why_it_does_not_fit() -> None:
    found = fits_of(ready("lir-nj"))
    assert [name for name, fit in found.items() if isinstance(fit, Fit)] == ["own", "plain"]
    assert found["duel"] == "it counts hands against a dealer's with no community cards"
    assert "two cards each" in str(found["showdown"])
    assert [name for name, fit in fits_of(ready("dragon-md")).items() if isinstance(fit, Fit)] == ["duel", "plain"]
    sometimes = asking("colorado-ma-1", Deal(3), Ask("one", "any", (BET, RIDE)), Community(3, "any"), END)
    assert "puts away as many cards" in str(fits_of(sometimes)["own"])


def test_a_game_that_no_counter_fits_is_refused_with_every_reason() -> None:
    ask = Ask("one", "any", (RIDE,))
    vast = asking(
        "lir-nj",
        Deal(2, dealer=2),
        ask,
        Community(3, "any"),
        replace(ask, stage="two"),
        Community(2, "any"),
        replace(ask, stage="three"),
        END,
    )
    vast = Payoffs(replace(vast.game, ranking=None), vast.terms, vast.opening)
    with pytest.raises(AnalysisError, match=r"no solver fits.*showdown: it counts.*plain: a hand has more information"):
        solver_of(vast)


def test_dragon_poker_loads_no_compiler() -> None:
    asked = "import sys; from croupier.cli import main; sys.argv = ['croupier', 'analyze', 'dragon-md', '--json']\n"
    asked += "try: main()\nfinally: print('numba' in sys.modules, file=sys.stderr)"
    ran = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)  # noqa: S603 - our own
    assert ran.stderr.strip() == "False"


def test_the_time_of_a_game_that_only_the_plain_solver_fits_is_known_before() -> None:
    payoffs = asking("uth-ma", Deal(2, dealer=2), Community(3, "any"), Ask("one", "any", (RIDE, FOLD)), END)
    # Boards of three are counted by no loop; so many deals take hours.
    assert solver_of(payoffs) is plain
    assert (seconds_of(payoffs) or 0) > 60
    assert seconds_of(ready("dragon-md")) is None
    info = InfoState(payoffs.tree.turns[0], (0, 5), (8, 20, 40))
    assert 0 < plain.seconds_to_look(payoffs, info) < (seconds_of(payoffs) or 0)
