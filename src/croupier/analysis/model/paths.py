"""The shape of a game and the paths through it, both read off its script.

The shape says how many cards each side has and how many community cards a player has seen at each turn; a path is
what a player chose, turn by turn, and what that leaves at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, fields

from croupier.analysis.errors import AnalysisError
from croupier.games.game import (
    Ask,
    Burn,
    Choice,
    CollectFolds,
    Community,
    Deal,
    DealerReveals,
    Ending,
    Script,
    Settle,
    Step,
    Stub,
    TurnUp,
)
from croupier.games.terms import Terms
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class Turn:
    """A turn of the player's, and how many community cards are up by then."""

    ask: Ask
    seen: int


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a game: the cards of each place, and the turns at which the player is asked."""

    own: int
    dealer: int
    community: int
    turns: tuple[Turn, ...]

    @property
    def discards(self) -> int:
        """The most cards that a player puts away."""
        return max(choice.discards for turn in self.turns for choice in turn.ask.choices)


# The steps of a script that the solvers understand, with the fields that they read or that change no amount.
_UNDERSTOOD: Mapping[type, frozenset[str]] = {
    Deal: frozenset({"each", "dealer", "community"}),
    Ask: frozenset({"stage", "rule", "choices", "unless"}),
    Choice: frozenset(
        {"name", "rule", "wager", "times", "withdraws", "discards", "ending", "settles", "at_once", "turns_up"}
    ),
    Burn: frozenset({"of_community"}),
    Community: frozenset({"cards", "rule"}),
    TurnUp: frozenset({"cards", "rule"}),
    Stub: frozenset(),
    CollectFolds: frozenset(),
    DealerReveals: frozenset(),
    Settle: frozenset({"wagers", "collects", "keeps_highest", "announces"}),
}


def shape_of(script: Script) -> Shape:
    """The shape of a script. Burned cards are unseen cards like the rest of the deck, and count for nothing.

    An AnalysisError names the first step that the solvers do not understand: no figure is better than a wrong one.
    """
    deal, seen, revealed = None, 0, False
    turns: list[Turn] = []
    for step in script:
        _check_understood(step)
        if isinstance(step, Deal):
            if deal or turns:
                raise _not_understood(step, "a second deal, or one after a question")
            deal = step
        elif isinstance(step, Community | TurnUp):
            seen += step.cards
        elif isinstance(step, Ask):
            if revealed or step.stage in [turn.ask.stage for turn in turns]:
                why = "a question after the dealer's reveal" if revealed else f"a second question called {step.stage!r}"
                raise _not_understood(step, why)
            turns.append(Turn(step, seen))
        revealed = revealed or isinstance(step, DealerReveals | Settle)
    if deal is None:
        raise AnalysisError("the script deals no cards", "a script with one Deal")
    return Shape(deal.each, deal.dealer, seen, tuple(turns))


def _check_understood(step: Step | Choice) -> None:
    """Refuse a step of an unknown type, and a field that is unknown and away from its default."""
    known = _UNDERSTOOD.get(type(step))
    if known is None:
        raise _not_understood(step, "a step of this type")
    for field in fields(step):
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.name not in known and getattr(step, field.name) != default:
            raise _not_understood(step, f"{field.name}={getattr(step, field.name)!r}")
    for choice in step.choices if isinstance(step, Ask) else ():
        _check_understood(choice)


def _not_understood(step: Step | Choice, what: str) -> AnalysisError:
    why = f"the analysis does not understand {what} ({type(step).__name__} in the script)"
    return AnalysisError(why, "a script of " + ", ".join(each.__name__ for each in _UNDERSTOOD if each is not Choice))


@dataclass(frozen=True, slots=True)
class Path:
    """The choices so far: the turn of each, the wagers placed and taken back, and the ending."""

    choices: tuple[tuple[str, str], ...] = ()
    placed: tuple[tuple[str, int], ...] = ()
    withdrawn: tuple[str, ...] = ()
    ending: Ending = "played"

    def then(self, turn: Turn, choice: Choice) -> Path:
        """The path that a choice leads to."""
        return Path(
            (*self.choices, (turn.ask.stage, choice.name)),
            (*self.placed, (choice.wager, choice.times)) if choice.wager else self.placed,
            (*self.withdrawn, choice.withdraws) if choice.withdraws else self.withdrawn,
            choice.ending or self.ending,
        )

    def is_asked(self, turn: Turn) -> bool:
        """True if the player still has this turn: the hand goes on, and the wager that decides it is not placed."""
        return self.ending == "played" and turn.ask.unless not in [wager for wager, _ in self.placed]

    def stakes(self, opening: Mapping[str, Cents], terms: Terms) -> dict[str, Cents]:
        """The stakes at the end of the path, folded wagers among them, withdrawn ones not."""
        staked = dict(opening)
        for name, times in self.placed:
            staked[name] = placed(terms, opening, name, times)
        return {name: stake for name, stake in staked.items() if name not in self.withdrawn}

    def __str__(self) -> str:
        return ", ".join(name for _, name in self.choices) or "no decision"


def placed(terms: Terms, opening: Mapping[str, Cents], name: str, times: int) -> Cents:
    """The size of a wager that is placed during the round: so many times the one it goes by."""
    wager = terms.wagers[name]
    return opening[wager.of or wager.equal_to or ""] * times


def turns_left(path: Path, turns: tuple[Turn, ...]) -> tuple[Turn, ...]:
    """The turns that a path still has, its next first."""
    had = [stage for stage, _ in path.choices]
    return tuple(turn for turn in turns if turn.ask.stage not in had and path.is_asked(turn))


def ends(turns: tuple[Turn, ...], path: Path | None = None) -> Iterator[Path]:
    """Every path to its end."""
    path = path or Path()
    left = turns_left(path, turns)
    if not left:
        yield path
        return
    for choice in left[0].ask.choices:
        yield from ends(turns, path.then(left[0], choice))
