"""The coach: what each action open to a player is worth now, exactly, from what that seat can see and nothing else.

The values are in cents for the wagers that stand, unseen cards being equally likely and the rest of the hand played
as well as can be. Side wagers that no decision changes are left out, and so are those on all hands at the table,
whose other players nobody can speak for.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from types import ModuleType
from typing import Any, Protocol

from croupier.analysis.coach.knowledge import CoachError, View, info_state
from croupier.analysis.model.hole_cards import check_told_by_strengths
from croupier.analysis.model.info_state import Cards, InfoState
from croupier.analysis.model.paths import Path, placed
from croupier.analysis.model.payoffs import Payoffs, base_stakes
from croupier.analysis.model.solution import Action, Progress, Solution, Spot, silent, ties
from croupier.analysis.model.tree import Tree
from croupier.analysis.results.number_text import lasting
from croupier.analysis.solvers import plain, showdown, streets
from croupier.analysis.solvers.showdown_game import lots_of
from croupier.analysis.solvers.solver import solver_of
from croupier.analysis.solvers.starts import first_info
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.money import Cents, Odds
from croupier.rulebook.pay import Amount

__all__ = ["Advice", "Coach", "CoachError"]

MOST_KEPT = 64  # settlements for hands whose bankroll does not matter, each for other stakes


@dataclass(frozen=True, slots=True)
class Advice:
    """The value of each action in cents, and the best; of equal ones it is that with less at risk (ruling T1)."""

    stage: str
    own: Cards
    community: Cards
    values: Mapping[Action, Fraction]
    best: Action
    stakes: Mapping[str, Cents]  # the wagers that the values speak of, beside those that the actions place
    rulings: tuple[str, ...] = ()  # by which one of several of the same value, with less at risk, is the best

    def cost(self, action: Action) -> Fraction:
        """The loss of an action beside the best one."""
        return self.values[self.best] - self.values[action]


class Coach:
    """A coach for one table's terms; a game that is not of this package comes with them."""

    def __init__(self, terms: Terms, game: Game | None = None) -> None:
        self.terms = terms
        self.game = game or game_of(terms.rulebook)
        self.tree = Tree.of(self.game.script(terms), terms)
        self._looker = looker(self.game, terms)
        self._kept: dict[object, Payoffs] = {}

    def warm(self, progress: Progress = silent) -> None:
        """Prepare what is slow; without it the first advice does."""
        self._looker.warm(progress)

    def prepared(self) -> Any:  # noqa: ANN401 - plain data, of one game another than of the next
        """The result of `warm`, to be stored; None where that takes no time."""
        return self._looker.prepared()

    def take_over(self, solution: Solution) -> None:
        """Spare the preparations that a solution of the base game has made already."""
        self._looker.take_over(solution)

    def take_up(self, kept: Any) -> None:  # noqa: ANN401
        """Load a preparation of the same program for the same terms; a ValueError says that it is another's."""
        self._looker.take_up(kept)

    def advise(self, seen: View, progress: Progress = silent, within: float | None = None) -> Advice:
        """Advice to the player who is asked, by the view of that seat; it may take seconds where cards are dead.

        A CoachError says so at once where only the plain solver fits, and it would take more than `within` seconds.
        """
        return self.advise_on(info_state(seen, self.terms.rulebook.deck, self.tree), progress, within)

    def advise_on(self, info: InfoState, progress: Progress = silent, within: float | None = None) -> Advice:
        """Advice on an information state, which is the same for all who know as much."""
        tree = self.tree.shown_early(len(info.community) - info.turn.seen)
        payoffs = self._payoffs(info, tree)
        # A game in which cards were seen before their time is no longer of the shape that it was.
        looker = self._looker if tree is self.tree else _AtOnce(plain)
        if within is not None:
            _check_time(looker.seconds(payoffs, info), within)
        spot = looker.look(payoffs, info, progress)
        at_risk = {choice.name: payoffs.at_risk(info.path.then(info.turn, choice)) for choice in info.turn.choices}
        tied = ties(spot.values, {action: at_risk[action.choice] for action in spot.values})
        rulings = self.terms.ruled("equal_values") * tied
        return Advice(info.turn.stage, info.own, info.community, spot.values, spot.taken, payoffs.opening, rulings)

    def _payoffs(self, info: InfoState, tree: Tree) -> Payoffs:
        """The settlement for the stakes; kept where it is the same for every hand with them."""
        if info.bankroll is not None or tree is not self.tree:
            can_pay = partial(_can_pay, self.terms, info)
            counted = self.counted(info.stakes)
            return Payoffs(self.game, self.terms, counted, limits=True, meter=info.meter, can_pay=can_pay, tree=tree)
        key = tuple(info.stakes.items()), info.meter
        if key not in self._kept:
            if len(self._kept) >= MOST_KEPT:
                self._kept.clear()
            counted = self.counted(info.stakes)
            self._kept[key] = Payoffs(self.game, self.terms, counted, limits=True, meter=info.meter, tree=tree)
        return self._kept[key]

    # ---- which wagers count ----------------------------------------------------------------------------

    def counted(self, wagers: Mapping[str, Cents]) -> dict[str, Cents]:
        """The base wagers, and the side wagers to which a decision makes a difference."""
        alone = {name: stake for name, stake in wagers.items() if name not in self.terms.on_all_hands}
        limited = self._limited(alone)
        return {name: stake for name, stake in alone.items() if name in limited or self._is_decided(name)}

    def _is_decided(self, name: str) -> bool:
        """True if a wager by itself depends on the player's choices."""
        return not self.terms.wagers[name].side or self.game.looks_at(name, self.terms) is None

    def _limited(self, wagers: Mapping[str, Cents]) -> set[str]:
        """The wagers that a payout limit holds together, if these could win so much that it acts."""
        choices = [choice for turn in self.tree.turns for choice in turn.choices]
        stakes = dict(wagers)
        for name, times in [(choice.wager, choice.times) for choice in choices if choice.wager]:
            stakes[name] = max(stakes.get(name, 0), placed(self.terms, wagers, name, times))
        most = {name: self._most(name, stake) for name, stake in stakes.items()}
        held = [limit for limit in self.terms.limits if sum(most.get(name, 0) for name in limit.wagers) > limit.amount]
        return {name for limit in held for name in limit.wagers}

    def _most(self, name: str, stake: Cents) -> Cents:
        """An upper bound of the most that a wager can win."""
        most = 0
        for table in self.terms.submission.tables():
            if name in table.wagers:
                won = [row.pays.winnings_rounded_down(stake) for row in table.rows if isinstance(row.pays, Odds)]
                most += max([*won, *[row.pays.cents for row in table.rows if isinstance(row.pays, Amount)]], default=0)
        return most


def _check_time(seconds: float, within: float) -> None:
    if seconds > within:
        why = f"looking at every card that may come would take {lasting(seconds)}, and there are {within:.0f} seconds"
        raise CoachError(why, "a turn with fewer cards to come")


def _can_pay(terms: Terms, info: InfoState, after: Path) -> bool:
    """True if the player has the money for a path that goes on from here."""
    new = after.placed[len(info.path.placed) :]
    back = sum(info.stakes[name] for name in after.withdrawn[len(info.path.withdrawn) :])
    costs = sum(placed(terms, info.stakes, name, times) for name, times in new) - back
    return info.bankroll is None or costs <= info.bankroll


# ---- how it is looked up -------------------------------------------------------------------------------


class _Looker(Protocol):
    def seconds(self, payoffs: Payoffs, info: InfoState) -> float: ...

    def warm(self, progress: Progress) -> None: ...

    def prepared(self) -> Any: ...  # noqa: ANN401 - plain data

    def take_up(self, kept: Any) -> None: ...  # noqa: ANN401

    def take_over(self, solution: Solution) -> None: ...

    def look(self, payoffs: Payoffs, info: InfoState, progress: Progress) -> Spot: ...


class _AtOnce:
    """A coach that takes no time to prepare, but for what the first look at a hand does."""

    def __init__(self, solver: ModuleType) -> None:
        self._solver = solver

    def seconds(self, payoffs: Payoffs, info: InfoState) -> float:
        """The seconds that a look takes, roughly; none to speak of where the solver has loops for the game."""
        return plain.seconds_to_look(payoffs, info) if self._solver is plain else 0.0

    def warm(self, progress: Progress) -> None:
        """No preparation."""

    def prepared(self) -> None:
        """None: there is nothing to keep."""

    def take_up(self, kept: Any) -> None:  # noqa: ANN401, ARG002 - one shape for all
        """Refused: nothing was kept."""
        raise ValueError("for this game nothing is prepared")

    def take_over(self, solution: Solution) -> None:
        """No preparation."""

    def look(self, payoffs: Payoffs, info: InfoState, progress: Progress) -> Spot:  # noqa: ARG002 - one shape for all
        """The value of each action."""
        spot: Spot = self._solver.look(payoffs, info)
        return spot


class _Ready(_AtOnce):
    """A coach whose first look compiles or ranks what the next ones need."""

    def __init__(self, solver: ModuleType, payoffs: Payoffs) -> None:
        super().__init__(solver)
        self._payoffs = payoffs

    def warm(self, progress: Progress) -> None:
        """Look at the first hand."""
        self.look(self._payoffs, first_info(self._payoffs, self._payoffs.tree.turns[0].seen), progress)


def looker(game: Game, terms: Terms) -> _Looker:
    payoffs = Payoffs(game, terms, base_stakes(terms))
    solver = solver_of(payoffs)
    if solver is showdown:
        from croupier.analysis.coach.showdown_coach import ShowdownCoach

        check_told_by_strengths(payoffs, lots_of(payoffs).all)
        return ShowdownCoach(payoffs)
    if solver is streets:
        from croupier.analysis.coach.streets_coach import StreetsCoach

        return StreetsCoach(payoffs)
    return _AtOnce(plain) if solver is plain else _Ready(solver, payoffs)
