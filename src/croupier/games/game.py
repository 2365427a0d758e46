"""The interface of a game: a script and a settlement, for the table and for the analysis.

The script is the round as the document tells it, step by step, built from the terms since versions differ; it says
when money moves. The settlement says how much: `read` turns cards into facts, `settle` facts into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.loader import RulebookError
from croupier.rulebook.model import Rulebook

Ending: TypeAlias = Literal["played", "folded", "declared", "wrong", "void"]


class Hand(NamedTuple):
    """A player's cards at the end of the round: those kept, in the order dealt; the hand's ending; the discard."""

    cards: tuple[int, ...]
    ending: Ending = "played"
    discard: tuple[int, ...] = ()


class Board(NamedTuple):
    """The cards that all hands share or are compared with, every hand dealt, and the progressive's meter."""

    community: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()
    meter: Cents = 0


# ---- the steps of a script -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """Deal the first cards, face down, to each player, to the dealer and to the community area."""

    each: int
    dealer: int = 0
    community: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a player has when asked."""

    name: str
    rule: str
    wager: str | None = None  # a wager that it places, `times` the one that it is a multiple of
    times: int = 1
    withdraws: str | None = None  # a wager that it takes back
    discards: int = 0
    ending: Ending | None = None
    settles: tuple[str, ...] = ()  # wagers that it settles
    at_once: bool = True  # False: settled when all have acted
    turns_up: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask each player in turn, except those who already have the wager that decides it."""

    stage: str
    rule: str
    choices: tuple[Choice, ...]
    unless: str | None = None


@dataclass(frozen=True, slots=True)
class Burn:
    """Burn a card, unseen, to the rack: the next of the deck, or the community card at the dealer's left."""

    of_community: bool = False


@dataclass(frozen=True, slots=True)
class Community:
    """Deal the next community cards, face up."""

    cards: int
    rule: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up community cards that lie face down, from the dealer's left."""

    cards: int
    rule: str


@dataclass(frozen=True, slots=True)
class Stub:
    """Put the rest of the deck away, counted if the count is due."""


@dataclass(frozen=True, slots=True)
class CollectFolds:
    """Collect the wagers of folded hands, when all have acted."""


@dataclass(frozen=True, slots=True)
class DealerReveals:
    """Turn up the dealer's hand and read it."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Settle hands from the dealer's right, these wagers in this order; `collects` says when cards are collected."""

    wagers: tuple[str, ...]
    collects: Literal["seat by seat", "losers first", "at the end"]
    keeps_highest: bool = False  # the highest hand stays on the table until a later pass has looked at it
    announces: bool = False


Step: TypeAlias = Deal | Ask | Burn | Community | TurnUp | Stub | CollectFolds | DealerReveals | Settle
Script: TypeAlias = tuple[Step, ...]


def every_choice(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:  # noqa: ARG001 - one shape for all
    """True: by default every choice that is offered is open to all cards."""
    return True


def no_ruling(cards: tuple[int, ...], terms: Terms) -> tuple[str, ...]:  # noqa: ARG001 - one shape for all
    """No ruling: by default the document itself says which cards a choice needs."""
    return ()


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its script, its settlement, and the properties that procedures ask for."""

    name: str
    script: Callable[[Terms], Script]
    read: Callable[[Hand, Board, Terms], Any]
    settle: Callable[[Any, Stakes, Terms], Iterable[Line]]
    words: Callable[[Hand, Board], str]  # a hand as the dealer announces it
    absent: Callable[[str, tuple[int, ...], Terms], str]  # the choice that puts up no new money (ruling S10)
    # The options that decide how a wager is settled, each with that wager: a rulebook that has it says which holds.
    options: Mapping[str, str] = field(default_factory=dict)
    # whether a choice is open to a player with these cards
    may: Callable[[str, tuple[int, ...], Terms], bool] = every_choice
    # The rulings by which cards are not what a choice needs, where the document does not say so itself.
    barred: Callable[[tuple[int, ...], Terms], tuple[str, ...]] = no_ruling
    # For analysis by strength instead of by cards: the strength of a hand, and the facts that follow from two
    # strengths, the player's and the dealer's (one strength twice where no dealer's hand is dealt).
    ranking: Callable[[Sequence[int]], int] | None = None
    compare: Callable[[Ending, int, int], Any] | None = None
    # The facts without those that only the words and the rulings of a line rest on; no amount may depend on them.
    bare: Callable[[Any], Any] = lambda facts: facts
    # The number of community cards that a side wager looks at beside the player's own, whatever the player decides;
    # None where it depends on the hand's ending.
    looks_at: Callable[[str, Terms], int | None] = lambda _wager, _terms: None
    keeps_out: Callable[[Hand, Board, Hand | None], bool] = lambda _hand, _board, _kept: False
    count_voids: Literal["hand", "round"] = "round"  # what is void when a player has a wrong number of cards
    dealer_completes: bool = False  # whether a dealer short of a card may take the next one
    plays_on: tuple[str, ...] = ()  # wagers that outlive a void dealer's hand
    on_all_hands: tuple[str, ...] = ()  # wagers that look at every hand at the table
    exposure_undoes_folds: bool = False  # whether an exposed dealer's card gives folded wagers back
    exposure_until: Literal["the reveal", "all have acted"] = "the reveal"  # an exposed card is irregular until then

    def check_rulebook(self, book: Rulebook) -> None:
        """Refuse a rulebook that has a wager of this game and does not say how it is settled."""
        lacks = [name for name, wager in self.options.items() if wager in book.wagers and name not in book.options]
        if lacks:
            why = f"{book.id} has the wager {self.options[lacks[0]]}, and lacks the option {lacks[0]} that settles it"
            raise RulebookError(why, "the option with its values, or a rulebook without the wager")
