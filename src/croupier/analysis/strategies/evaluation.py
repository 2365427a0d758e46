"""A strategy played through every deal: what a round is worth under it, and what it costs beside the best play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.errors import StrategyError
from croupier.analysis.kernels.boards import PAIRS
from croupier.analysis.kernels.features import choose
from croupier.analysis.kernels.street_passes import Lines
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.lines import Street
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs, base_stakes, unit
from croupier.analysis.model.solution import Progress, Say, Solution, quiet, silent
from croupier.analysis.model.tree import Decide
from croupier.analysis.results import accounts
from croupier.analysis.results.account import Account
from croupier.analysis.results.covariance import covariance
from croupier.analysis.solvers import showdown, streets
from croupier.analysis.solvers.showdown import Showdown
from croupier.analysis.solvers.showdown_game import ShowdownResult
from croupier.analysis.solvers.solver import best_value, solver_of
from croupier.analysis.solvers.starts import live_cards
from croupier.analysis.solvers.streets import RIVER, Streets
from croupier.analysis.strategies.player import Player
from croupier.analysis.strategies.strategy_file import Strategy
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.rulebook import Submission


@dataclass(frozen=True)
class Cost:
    """A strategy beside the best play: the account of the base game under it, and what the best play wins, in units."""

    strategy: Strategy
    account: Account
    best: Fraction
    # with an account of another wager of the same hand; None where no count of deals tells both
    covariance: Callable[[Account], Fraction | None] = field(repr=False, compare=False)

    @property
    def ev(self) -> Fraction:
        """The value of a round under the strategy, in units."""
        return self.account.ev

    @property
    def cost(self) -> Fraction:
        """The cost of the strategy beside the best play, in units a round."""
        return self.best - self.account.ev

    def to_json(self) -> dict[str, object]:
        """The data that `--json` prints."""
        return {
            "strategy": self.strategy.name,
            "source": self.strategy.source,
            "rules": self.strategy.lines,
            "ev": str(self.ev),
            "best_ev": str(self.best),
            "cost": str(self.cost),
            "base": self.account.to_json(),
        }


def cost(
    strategy: Strategy,
    submission: Submission,
    best: Fraction | None = None,
    game: Game | None = None,
    say: Say = quiet,
) -> Cost:
    """The exact cost of a strategy; what the best play wins is worked out unless it is known."""
    strategy.check_fits(submission)
    terms = Terms(submission)
    payoffs = Payoffs(game or game_of(terms.rulebook), terms, base_stakes(terms))
    solution = play(strategy, payoffs, progress=say("the strategy"))
    one = unit(terms)
    account = accounts.of_play("base", "Base game", next(iter(payoffs.opening)), payoffs, solution, one)
    if best is None:
        best = best_value(payoffs, say("the best play")) / one
    return Cost(strategy, account, best, partial(covariance, payoffs, solution, account))


def play(
    strategy: Strategy, payoffs: Payoffs, live: Sequence[int] | None = None, progress: Progress = silent
) -> Solution:
    """Every deal under a strategy, from all of the deck or from the cards that are live."""
    player = Player(strategy, payoffs)
    solver = solver_of(payoffs)
    if solver is showdown:
        solution = OverBoards(player, Showdown(payoffs, live)).solution(progress)
    elif solver is streets:
        solution = OverStreets(player, Streets(payoffs, live_cards(payoffs, live))).solution(progress)
    else:
        solution = solver.solve(payoffs, live, policy=player, progress=progress)
    if live is None:
        player.check_used()
    return solution


# ---- two cards each, three and then two on the table ---------------------------------------------------


class OverBoards:
    """A strategy over all boards: its answers as the compiled loops take them."""

    def __init__(self, player: Player, showdown: Showdown) -> None:
        self.player = player
        self.showdown = showdown
        self.turns = showdown.payoffs.tree.turns
        self.waiting = len(showdown.lots.all)
        self.first = self._first()
        self.asked = self.first == self.waiting

    def solution(self, progress: Progress) -> Solution:
        """Every deal, counted."""
        found = ShowdownResult(self.first, self.second(), [])
        ends = self.ends()
        ways = self.showdown.tallied_by_boards(found, lambda block: self._chosen(2, block.cards, ends), progress)
        return self.showdown.counted(ways)

    def second(self) -> NDArray[np.uint32]:
        """The choice after the flop, by flop and pair: zero for waiting, else four times the path's place from one."""
        return self._chosen(1, self.showdown.flops, self._after_flop())

    def _first(self) -> NDArray[np.uint8]:
        """The path that each pair commits to before the flop, or waiting."""
        lot = self.showdown.lots.before_flop
        after = {choice.name: Path().then(self.turns[0], choice) for choice in self.turns[0].choices}
        places = {name: lot.index(path) if path in lot else self.waiting for name, path in after.items()}
        first = np.zeros(PAIRS, dtype=np.uint8)
        live = self.showdown.deck.live.tolist()
        for high in live:
            for low in live:
                if low < high:
                    taken = self.player(InfoState(self.turns[0], (low, high)))
                    first[low + high * (high - 1) // 2] = places[taken.choice]
        return first

    def _after_flop(self) -> NDArray[np.int64]:
        """The number for each rule's choice after the flop: zero for waiting, else four times its place."""
        names = [path.choices[-1][1] for path in self.showdown.lots.after_flop]
        rules = self.player.strategy.stages[self.turns[1].stage].rules
        return np.array([4 * (1 + names.index(each.choice.name)) if each.choice.name in names else 0 for each in rules])

    def ends(self) -> NDArray[np.int64]:
        """The path that each rule's choice at the end leads to."""
        names = [path.choices[-1][1] for path in self.showdown.lots.at_end]
        rules = self.player.strategy.stages[self.turns[2].stage].rules
        return np.array([names.index(each.choice.name) for each in rules]) + self.waiting - len(names)

    def _chosen(self, turn: int, tables: NDArray[np.uint8], answers: NDArray[np.int64]) -> NDArray[np.uint32]:
        """The answers of a stage, by cards on the table and pair."""
        return _chosen(self.player, self.turns[turn].stage, tables, self.showdown.deck.live, answers, self.asked)


def _chosen(
    player: Player,
    name: str,
    tables: NDArray[np.uint8],
    live: NDArray[np.int64],
    answers: NDArray[np.int64],
    asked: NDArray[np.bool_],
) -> NDArray[np.uint32]:
    """The answers of a stage, by cards on the table and pair; the rules that were of use are noted."""
    stage = player.strategy.stages[name]
    chosen = np.zeros((len(tables), PAIRS), dtype=np.uint32)
    used = np.zeros(len(stage.rules), dtype=np.int64)
    choose(tables, live, stage.when, answers, asked, chosen, used)
    player.used[name] |= set(np.flatnonzero(used).tolist())
    return chosen


# ---- the same cards, with bets after any street --------------------------------------------------------


class OverStreets:
    """A strategy over all boards of four: the lines that pairs play by it."""

    def __init__(self, player: Player, game: Streets) -> None:
        self.player = player
        self.game = game
        if player.tree.turns[-1].seen == RIVER:
            why = "a strategy is not counted where the last of several bets comes after the river"
            raise StrategyError(why, "the best play, which is")

    def solution(self, progress: Progress) -> Solution:
        """Every deal, counted."""
        before, flop, turn, _ = self.game.streets[:4]
        (first,) = self._lines(before, np.zeros((1, 0), dtype=np.uint8))
        second, third = self._lines(flop, self.game.flops), self._lines(turn, self.game.fours.cards)
        return self.game.counted(Lines(first[0], second, third), [], progress)

    def _lines(self, street: Street, tables: NDArray[np.uint8]) -> NDArray[np.int8]:
        """The line that each line of a street leads to, by cards on the table and pair."""
        found = np.zeros((len(street.lines), len(tables), PAIRS), dtype=np.int8)
        said = [each for each in self.player.tree.turns if each.seen == street.seen]
        chosen = self._said(said[0], tables) if said else np.zeros((len(tables), PAIRS), dtype=np.uint32)
        for line, options in enumerate(street.options):
            to = {option.action.choice: option.to for option in options if option.action is not None}
            names = [choice.name for choice in said[0].choices] if to else [""]
            leads = np.array([to.get(name, options[0].to) for name in names], dtype=np.int8)
            found[line] = leads[chosen] if to else leads[0]
        return found

    def _said(self, turn: Decide, tables: NDArray[np.uint8]) -> NDArray[np.uint32]:
        """The place of the choice that the rules say, by cards on the table and pair."""
        names = [choice.name for choice in turn.choices]
        answers = np.array([names.index(rule.choice.name) for rule in self.player.strategy.stages[turn.stage].rules])
        everybody = np.ones(PAIRS, dtype=bool)
        return _chosen(self.player, turn.stage, tables, self.game.deck.live, answers, everybody)
