"""Players who play by themselves: by a strategy, by the best play, or as cheaply as they can.

A player is asked with a table's state and its own seat, and goes by what that seat sees and by nothing else. Where it
has no answer (cards were seen that nobody was meant to see, or the money is not there) it stays in, cheaply.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from croupier.analysis.coach.knowledge import CoachError, info_state
from croupier.analysis.model.info_state import Cards
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.model.solution import Action, Progress, silent
from croupier.analysis.strategies import Player, Strategy, StrategyError, load, shipped
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.schemas.table import TableView
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.play.autoplay import by_itself
from croupier.table.views.view import Viewer, choices, view

Playing: TypeAlias = Callable[[State, int], Command]  # what the player at a seat does when asked


class ByStrategy:
    """A player who follows a strategy; a StrategyError says why it does not fit the terms."""

    def __init__(self, strategy: Strategy, terms: Terms, game: Game | None = None) -> None:
        strategy.check_fits(terms.submission)
        self.strategy = strategy
        self._terms = terms
        self._player = Player(strategy, Payoffs(game or game_of(terms.rulebook), terms, base_stakes(terms)))

    def __call__(self, state: State, number: int) -> Command:
        """The strategy's choice."""
        try:
            info = info_state(_seen(state, number), self._terms.rulebook.deck, self._player.tree)
        except CoachError:
            return by_itself(state, number)
        return _decided(state, number, self._player(info))


class ByCoach:
    """A player who takes the action of the highest value, all cards in sight taken into account."""

    def __init__(self, terms: Terms, game: Game | None = None) -> None:
        from croupier.analysis.coach.coach import Coach  # needs the mathematics, which playing by a strategy does not

        self._coach = Coach(terms, game)

    def warm(self, progress: Progress = silent) -> None:
        """Prepare what is slow; without it the first answer does."""
        self._coach.warm(progress)

    def __call__(self, state: State, number: int) -> Command:
        """The action that is worth most."""
        try:
            advice = self._coach.advise(_seen(state, number))
        except CoachError:
            return by_itself(state, number)
        return _decided(state, number, advice.best)


def usual(terms: Terms) -> Strategy | None:
    """The strategy that ships for these terms, if one does."""
    for name in shipped(terms.rulebook):
        try:
            load(name, terms.rulebook).check_fits(terms.submission)
        except StrategyError:  # it is for other options
            continue
        return load(name, terms.rulebook)
    return None


def _seen(state: State, number: int) -> TableView:
    return view(state, Viewer("player", state.seat(number).person))


def _decided(state: State, number: int, action: Action) -> Command:
    """An action as a command of the seat's, if there is money for it."""
    costs = {each["choice"]: each["costs"] for each in choices(state, number)}
    if costs[action.choice] > state.seat(number).bankroll:
        return by_itself(state, number)
    args: dict[str, object] = {"choice": action.choice}
    if action.discard:
        away = _held(state, number, action.discard)
        args["discard"] = away[0] if len(away) == 1 else away
    return Command("player", "decide", number, args)


def _held(state: State, number: int, cards: Cards) -> list[int]:
    """The cards of the hand that an action means: of alike copies the view does not tell which, and any will do."""
    faces = state.terms.rulebook.deck.faces
    hand, found = list(state.faces(state.seat(number).cards)), []
    for card in cards:
        found.append(next(each for each in hand if faces[each] == faces[card]))
        hand.remove(found[-1])
    return found
