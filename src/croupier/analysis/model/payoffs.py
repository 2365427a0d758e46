"""The payoff of every path with every set of facts: the game's own settlement, asked once for each.

A solver sees whole numbers of cents for the stakes it was given; whoever prints them divides by the unit.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from math import lcm
from typing import Any

from croupier.analysis.model.paths import Path
from croupier.analysis.model.tree import Tree
from croupier.games.game import Board, Choice, Game, Hand
from croupier.games.lines import Line, limited
from croupier.games.terms import Terms
from croupier.money import Cents, Odds


def unit(terms: Terms) -> Cents:
    """A stake on which every odds of the table pay whole cents, in whole dollars."""
    odds = [row.pays.on for table in terms.submission.tables() for row in table.rows if isinstance(row.pays, Odds)]
    return 100 * lcm(*odds)


def base_stakes(terms: Terms) -> dict[str, Cents]:
    """One unit on every wager that the base game cannot be played without."""
    return {name: unit(terms) for name, wager in terms.wagers.items() if wager.required}


def side_stake(terms: Terms, name: str) -> Cents:
    """One unit of a side wager: the amount that the document or the submission fixes, or any that pays whole cents."""
    low, high = terms.bounds[name]
    return low if low == high else unit(terms)


class _Nets(dict[Any, Cents]):
    """The net results of one path, settled when first asked for."""

    def __init__(self, payoffs: Payoffs, path: Path) -> None:
        super().__init__()
        self._settled = payoffs, path

    def __missing__(self, facts: Any) -> Cents:  # noqa: ANN401 - every game has facts of its own
        payoffs, path = self._settled
        self[facts] = net = sum(line.amount for line in payoffs.lines(path, facts))
        return net


class Payoffs:
    """The settlement of a game for given opening stakes, remembered."""

    def __init__(
        self,
        game: Game,
        terms: Terms,
        opening: Mapping[str, Cents],
        *,
        limits: bool = False,
        meter: Cents = 0,
        can_pay: Callable[[Path], bool] = lambda _path: True,
        tree: Tree | None = None,
    ) -> None:
        """Limits are applied, and a path must be one that the player can pay for, only where the stakes are real.

        The tree is the game's own, unless the round did not go as its script says.
        """
        self.game = game
        self.terms = terms
        self.opening = dict(opening)
        self.meter = meter
        self.can_pay = can_pay
        self.tree = tree or Tree.of(game.script(terms), terms)
        self._limits = limits
        self._lines: dict[tuple[Path, Hashable], list[Line]] = {}
        self._nets: dict[Path, _Nets] = {}
        self._risks: dict[Path, Cents] = {}

    def read(self, hand: Hand, board: Board) -> Any:  # noqa: ANN401 - every game has facts of its own
        """The facts of a hand that money depends on."""
        return self.game.bare(self.game.read(hand, board, self.terms))

    def lines(self, path: Path, facts: Any) -> list[Line]:  # noqa: ANN401 - every game has facts of its own
        """The lines of the settlement."""
        found = self._lines.get((path, facts))
        if found is None:
            found = self._lines[path, facts] = self._settled(path, facts)
        return found

    def lines_at(self, meter: Cents, path: Path, facts: Any) -> list[Line]:  # noqa: ANN401 - every game has its own
        """The lines of the settlement where the meter stands elsewhere; they are not remembered."""
        return self._settled(path, facts._replace(meter=meter))

    def _settled(self, path: Path, facts: Any) -> list[Line]:  # noqa: ANN401 - every game has facts of its own
        stakes = path.stakes(self.opening, self.terms)
        found = list(self.game.settle(facts, stakes, self.terms))
        return found + limited(self.terms, found, stakes) if self._limits else found

    def net(self, path: Path, facts: Any) -> Cents:  # noqa: ANN401 - every game has facts of its own
        """The player's net result."""
        return self.nets(path)[facts]

    def nets(self, path: Path) -> _Nets:
        """The player's net result at the end of a path, by the facts."""
        found = self._nets.get(path)
        if found is None:
            found = self._nets[path] = _Nets(self, path)
        return found

    def at_risk(self, path: Path) -> Cents:
        """All that a path has at stake when the round is settled."""
        if path not in self._risks:
            self._risks[path] = sum(path.stakes(self.opening, self.terms).values())
        return self._risks[path]

    def allows(self, choice: Choice, cards: tuple[int, ...], after: Path) -> bool:
        """True if a choice is open to a player with these cards: the game allows it, and there is money for it."""
        return self.game.may(choice.name, cards, self.terms) and self.can_pay(after)


class Bold(Payoffs):
    """Payoffs that break ties towards the larger stake; ruling T1 breaks them towards the smaller."""

    def __init__(self, of: Payoffs) -> None:
        self.__dict__.update(of.__dict__)

    def at_risk(self, path: Path) -> Cents:
        """The stake of a path, negated so that more comes before less."""
        return -super().at_risk(path)
