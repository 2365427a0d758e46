"""Computer players of a local game, beside the player or instead (`--auto`): by a strategy, best play, or cheaply."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from croupier.cli.terminal.errors import bad_input
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.rounds import BEST, CHEAP
from croupier.table.play.autoplay import by_itself

if TYPE_CHECKING:
    from croupier.analysis.players import Playing


class ComputerPlayers(NamedTuple):
    """A way of playing for the computer players, and its name."""

    playing: Playing
    called: str


def hired(terms: Terms, game: Game, name: str | None) -> ComputerPlayers:
    """The way of playing that `--others` names; by default the built-in strategy for the table, or else cheap play."""
    if name == CHEAP:
        return _cheap()
    from croupier.analysis.players import ByCoach, ByStrategy, usual
    from croupier.analysis.strategies import StrategyError
    from croupier.cli.analysis.strategy import named
    from croupier.cli.terminal.progress import watched

    if name == BEST:
        best = ByCoach(terms, game)
        with watched() as say:
            best.warm(say("The best play gets ready"))
        return ComputerPlayers(best, "by the best play")
    with bad_input(StrategyError, RecursionError):
        strategy = usual(terms) if name is None else named(terms.submission, name, "--others", (BEST, CHEAP))
        if strategy is None:
            return _cheap()
        return ComputerPlayers(ByStrategy(strategy, terms, game), f"by the strategy {strategy.name!r}")


def _cheap() -> ComputerPlayers:
    return ComputerPlayers(by_itself, "to stay in for as little more money as possible")
