"""Engines that play rounds: a compiled loop where a game's shape has one, else a walk through each round.

An engine turns cards into cells, a number for each seat's round; `ends` says of one round which choices led where. The
game's own `read` and `settle` say what a cell is worth, so that an engine knows no wager.
"""

from __future__ import annotations

from collections.abc import Sequence
from threading import Lock
from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.coach.coach import looker
from croupier.analysis.model.info_state import InfoState
from croupier.analysis.model.paths import Path
from croupier.analysis.model.payoffs import Payoffs
from croupier.analysis.model.solution import Action, Policy, Progress, Solution, silent
from croupier.analysis.solvers.solver import is_showdown
from croupier.analysis.strategies import Player, Strategy, load
from croupier.games.game import Board, Choice, Hand
from croupier.games.side_tables import side_tables
from croupier.simulation.errors import SimulationError
from croupier.simulation.loops.chance import DealSizes
from croupier.simulation.seats import ALL_CARDS, BEST, CHEAP, Decides, Place
from croupier.simulation.tables.hand_tables import HandTables
from croupier.simulation.tables.showdown_tables import ShowdownTables

Cells = NDArray[np.int64]
Dealt = NDArray[np.uint8]
FLOP = 3


class End(NamedTuple):
    """A seat's round at its end: the path, and the hand that is read."""

    path: Path
    hand: Hand


class Engine(Protocol):
    """A way to play rounds."""

    name: str

    def cells(self, cards: Dealt) -> Cells:
        """The cell of every round and seat."""
        ...

    def ends(self, cards: Dealt) -> list[End]:
        """The end of one round for every seat, from its row of cards."""
        ...


class Play(NamedTuple):
    """A way to play: its tables where it has some, its policy for a walk, and its solution where it is counted."""

    tables: HandTables | ShowdownTables | None
    policy: Policy | None
    solution: Solution | None


def looks_at_others(base: Payoffs, place: Place) -> bool:
    """True if a wager of a seat looks at the hands of other players."""
    wagers = {*base.terms.on_all_hands, *side_tables(base.terms, of_others=True)}
    return not wagers.isdisjoint(place.stakes)


# ---- ways to play --------------------------------------------------------------------------------------


def play_of(place: Place, base: Payoffs, progress: Progress = silent) -> Play:
    """The way to play that a seat asks for."""
    by = place.seat.strategy
    if place.seat.sees == ALL_CARDS:
        return Play(None, _Coached(base), None)
    if not isinstance(by, str | Strategy):
        return Play(None, _Asked(by, base), None)
    strategy = _named(by, base) if isinstance(by, str) else by
    if strategy is not None:
        strategy.check_fits(base.terms.submission)
    way = by if strategy is None else strategy.to_data()
    policy = Player(strategy, base) if strategy is not None else _Cheap(base) if by == CHEAP else None
    if is_showdown(base):
        if ShowdownTables.fits(base, strategy or policy):
            tables = ShowdownTables(base, strategy or policy, progress, way=way)
            return Play(tables, policy or tables, tables.solution)
    elif HandTables.fits(base):
        by_hand = HandTables(base, policy, progress, way=way)
        return Play(by_hand, policy or by_hand, by_hand.solution)
    if policy is None:
        return Play(None, _Coached(base), None)
    return Play(None, policy, None)


def _named(name: str, base: Payoffs) -> Strategy | None:
    """The strategy of that name; None for the best play and the cheapest."""
    return None if name in {BEST, CHEAP} else load(name, base.terms.rulebook)


class _Cheap:
    """A player who stays in as cheaply as possible, as the table's automatic player does."""

    def __init__(self, base: Payoffs) -> None:
        self._base = base

    def __call__(self, info: InfoState) -> Action:
        may = [each for each in info.turn.choices if self._base.game.may(each.name, info.own, self._base.terms)]
        stays = sorted((each for each in may if each.ending != "folded"), key=lambda each: not each.turns_up)
        choice = (stays or may)[0]
        return Action(choice.name, tuple(sorted(info.own)[: choice.discards]))


class _Asked:
    """A player who is a function of the player's knowledge; its answer is checked."""

    def __init__(self, by: Decides, base: Payoffs) -> None:
        self._by, self._base = by, base

    def __call__(self, info: InfoState) -> Action:
        answer: object = self._by(info)
        action = Action(answer) if isinstance(answer, str) else answer
        may = {
            each.name: each for each in info.turn.choices if self._base.game.may(each.name, info.own, self._base.terms)
        }
        if isinstance(action, Action) and action.choice in may:
            chosen, away = may[action.choice], set(action.discard)
            fits = chosen.least_discards <= len(away) <= chosen.discards
            if fits and len(away) == len(action.discard) and away <= set(info.own):
                return action
        said = ", ".join(f"{each.name} ({_away(each)} cards away)" for each in may.values())
        raise SimulationError(f"{answer!r} is no answer to {info.turn.stage!r}", said)


def _away(choice: Choice) -> str:
    """The number of cards that a choice puts away, or the least and the most."""
    least, most = choice.least_discards, choice.discards
    return str(most) if least == most else f"{least} to {most}"


class _Coached:
    """A player who takes the action of the highest value, all cards that are known taken into account."""

    def __init__(self, base: Payoffs) -> None:
        self._base = base
        self._looker = looker(base.game, base.terms)

    def __call__(self, info: InfoState) -> Action:
        return self._looker.look(self._base, info, silent).taken


# ---- a walk through each round -------------------------------------------------------------------------


class Walk:
    """The engine for any game: every decision is asked for, every hand read."""

    name = "read and settle"

    def __init__(self, layout: DealSizes, places: Sequence[Place], plays: Sequence[Play], base: Payoffs) -> None:
        self._layout = layout
        self._base = base
        self._all = [looks_at_others(base, place) for place in places]
        self._policies = [play.policy for play in plays]
        self._sees = [place.seat.sees == ALL_CARDS for place in places]
        self._known: dict[tuple[Path, Any], int] = {}
        self._lock = Lock()

    def cells(self, cards: Dealt) -> Cells:
        """The cell of every round and seat: the number of its path, and of what the game reads."""
        found = np.zeros((len(cards), self._layout.seats), dtype=np.int64)
        for n, row in enumerate(cards):
            ends = self.ends(row)
            hands = tuple(end.hand for end in ends)
            for seat, end in enumerate(ends):
                facts = read(self._base, self._layout, row, end, hands if self._all[seat] else (end.hand,))
                with self._lock:
                    found[n, seat] = self._known.setdefault((end.path, facts), len(self._known))
        return found

    def ends(self, cards: Dealt) -> list[End]:
        """The end of one round for every seat."""
        return [self._played(cards, seat) for seat in range(self._layout.seats)]

    def _played(self, cards: Dealt, seat: int) -> End:
        base, layout, tree = self._base, self._layout, self._base.tree
        row = [int(card) for card in cards]
        dealt = tuple(row[layout.seat(seat)])
        own, to_draw = dealt[: tree.own], dealt[tree.own :]
        shown = tuple(row[layout.community :][: tree.shown])
        others = [each for each in range(layout.seats) if each != seat] if self._sees[seat] else []
        dead = tuple(sorted(card for each in others for card in row[layout.seat(each)][: tree.own]))
        policy = self._policies[seat]
        assert policy is not None  # noqa: S101 - every way to play has one for a walk
        path, away = Path(), tuple[int, ...]()
        for turn in tree.turns:
            if not path.is_asked(turn):
                continue
            info = InfoState(turn, own, tuple(row[: turn.seen]), path, away, shown, dead, stakes=base.opening)
            action = policy(info)
            own = tuple(card for card in own if card not in action.discard)
            away += action.discard
            path = path.then(turn, next(each for each in turn.choices if each.name == action.choice))
        drawn = to_draw[: len(away)] if tree.replaces else ()
        return End(path, Hand(own + drawn, path.ending, away))


def read(base: Payoffs, layout: DealSizes, cards: Dealt, end: End, hands: tuple[Hand, ...]) -> Any:  # noqa: ANN401
    """The facts of a hand, beside these hands of the table."""
    row = [int(card) for card in cards]
    community, dealer = tuple(row[: layout.community]), tuple(row[layout.community :][: layout.dealer])
    return base.read(end.hand, Board(community, dealer, hands, base.meter))
