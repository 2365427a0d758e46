"""Players who play by themselves go by what their seat sees, and never ask for what the table would refuse."""

import pytest

import croupier
from croupier.analysis import players
from croupier.analysis.players import ByCoach, ByStrategy, Playing, usual
from croupier.analysis.strategies import StrategyError, load
from croupier.games.terms import Terms
from croupier.rulebook import NAMES, Refusal
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import due
from croupier.table.play.autoplay import by_itself
from croupier.table.play.runner import Table
from croupier.table.views.view import view

ROUNDS = 12


def refused(table: Table, playing: Playing, bankroll: int) -> list[Refusal]:
    """Rounds of three who play so; what the table refused."""
    table.open()
    outcomes = [table.send(Command("player", "sit", seat, {}, {"bankroll": bankroll})) for seat in (1, 2, 3)]
    least = table.state.terms.least_wagers()
    for _ in range(ROUNDS):
        table.feed()
        for number, seat in table.state.taken():
            can = seat.bankroll >= sum(least.values())
            args = {"wagers": least if can else {}, "ready": True}
            outcomes.append(table.send(Command("player", "bet", number, args)))
        while table.state.phase == "round" and due(table.state).do == "decide":
            outcomes.append(table.send(playing(table.state, due(table.state).seat)))
    return [each for each in outcomes if isinstance(each, Refusal)]


@pytest.mark.parametrize("name", NAMES)
def test_the_strategy_that_ships_is_played_without_a_refusal(name: str) -> None:
    submission = croupier.submission(name)
    strategy = usual(Terms(submission))
    assert strategy is not None
    assert refused(Table(submission, Random("1")), ByStrategy(strategy, Terms(submission)), 100_000) == []


def test_who_has_no_money_for_what_the_strategy_says_stays_in_cheaply() -> None:
    submission = croupier.submission("uth-ma")
    playing = ByStrategy(load("uth-simple"), Terms(submission))
    assert refused(Table(submission, Random("2")), playing, 2_500) == []


def test_the_best_play_is_played_without_a_refusal() -> None:
    submission = croupier.submission("dragon-md")
    assert refused(Table(submission, Random("1")), ByCoach(Terms(submission)), 100_000) == []


def test_a_strategy_for_another_game_is_refused_and_one_for_other_options_is_found() -> None:
    with pytest.raises(StrategyError, match="is not for dragon-md; accepted: uth-ma"):
        ByStrategy(load("uth-simple"), Terms(croupier.submission("dragon-md")))
    permissible = usual(Terms(croupier.submission("colorado-ma-1", version="permissible")))
    assert permissible is load("colorado-permissible")


def test_where_a_view_leaves_no_answer_a_player_stays_in_cheaply(monkeypatch: pytest.MonkeyPatch) -> None:
    submission = croupier.submission("uth-ma")
    table = Table(submission, Random("1"))
    table.open()
    table.send(Command("player", "sit", 1, {}, {"bankroll": 100_000}))
    table.feed()
    table.send(Command("player", "bet", 1, {"wagers": {"ante": 500, "blind": 500}, "ready": True}))
    playing = ByStrategy(load("uth-simple"), Terms(submission))
    assert playing(table.state, 1).args == {"choice": "play 4x"}
    monkeypatch.setattr(players, "view", lambda *who: {**view(*who), "dealer": ["??"]})  # one card is missing
    assert playing(table.state, 1) == by_itself(table.state, 1)
