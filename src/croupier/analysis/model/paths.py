"""The paths through a game: what a player chose, turn by turn, and what that leaves at stake."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from croupier.analysis.model.tree import Decide
from croupier.games.game import Choice, Ending
from croupier.games.terms import Terms
from croupier.money import Cents


@dataclass(frozen=True, slots=True)
class Path:
    """The choices so far: the turn of each, the wagers placed and taken back, and the ending."""

    choices: tuple[tuple[str, str], ...] = ()
    placed: tuple[tuple[str, int | Fraction], ...] = ()
    withdrawn: tuple[str, ...] = ()
    ending: Ending = "played"

    def then(self, turn: Decide, choice: Choice) -> Path:
        """The path that a choice leads to."""
        return Path(
            (*self.choices, (turn.stage, choice.name)),
            (*self.placed, (choice.wager, choice.times)) if choice.wager else self.placed,
            (*self.withdrawn, choice.withdraws) if choice.withdraws else self.withdrawn,
            choice.ending or self.ending,
        )

    def is_asked(self, turn: Decide) -> bool:
        """True if the player still has this turn: the hand goes on, and the wager that decides it is not placed."""
        return self.ending == "played" and turn.unless not in [wager for wager, _ in self.placed]

    def stakes(self, opening: Mapping[str, Cents], terms: Terms) -> dict[str, Cents]:
        """The stakes at the end of the path, folded wagers among them, withdrawn ones not."""
        staked = dict(opening)
        for name, times in self.placed:
            staked[name] = placed(terms, opening, name, times)
        return {name: stake for name, stake in staked.items() if name not in self.withdrawn}

    def __str__(self) -> str:
        return ", ".join(name for _, name in self.choices) or "no decision"


def placed(terms: Terms, opening: Mapping[str, Cents], name: str, times: int | Fraction) -> Cents:
    """The size of a wager that is placed during the round: so many times the one it goes by."""
    wager = terms.wagers[name]
    return int(opening[wager.of or wager.equal_to or ""] * times)


def turns_left(path: Path, turns: tuple[Decide, ...]) -> tuple[Decide, ...]:
    """The turns that a path still has, its next first."""
    had = [stage for stage, _ in path.choices]
    return tuple(turn for turn in turns if turn.stage not in had and path.is_asked(turn))


def ends(turns: tuple[Decide, ...], path: Path | None = None) -> Iterator[Path]:
    """Every path to its end."""
    path = path or Path()
    left = turns_left(path, turns)
    if not left:
        yield path
        return
    for choice in left[0].choices:
        yield from ends(turns, path.then(left[0], choice))
