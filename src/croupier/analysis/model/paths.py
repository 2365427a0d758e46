"""The shape of a game and the paths through it, both read off its script.

The shape says how many cards each side has and how many community cards a player has seen at each turn; a path is
what a player chose, turn by turn, and what that leaves at stake.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from croupier.games.game import Ask, Choice, Community, Deal, Ending, Script, TurnUp
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


def shape_of(script: Script) -> Shape:
    """The shape of a script. Burned cards are unseen cards like the rest of the deck, and count for nothing."""
    deal = next(step for step in script if isinstance(step, Deal))
    seen, turns = 0, []
    for step in script:
        if isinstance(step, Community | TurnUp):
            seen += step.cards
        elif isinstance(step, Ask):
            turns.append(Turn(step, seen))
    return Shape(deal.each, deal.dealer, seen, tuple(turns))


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
