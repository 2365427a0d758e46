"""What a game is to the table and to the mathematician: a script and a settlement.

The script is the round as the document tells it, step by step, built from the terms since versions differ; it says
when money moves. The settlement says how much: `read` turns cards into facts, `settle` facts into lines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.money import Cents

Ending: TypeAlias = Literal["played", "folded", "declared", "wrong", "void"]


class Hand(NamedTuple):
    """A player's cards as the round left them: those kept, in the order dealt; how the hand ended; the discard."""

    cards: tuple[int, ...]
    ending: Ending = "played"
    discard: tuple[int, ...] = ()


class Board(NamedTuple):
    """What all hands share: community cards, the dealer's hand, every hand dealt, and the progressive's meter."""

    community: tuple[int, ...] = ()
    dealer: tuple[int, ...] = ()
    hands: tuple[Hand, ...] = ()
    meter: Cents = 0


# ---- the steps of a script -----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Deal:
    """The first cards, face down: so many to each player, to the dealer, to the community area."""

    each: int
    dealer: int = 0
    community: int = 0


@dataclass(frozen=True, slots=True)
class Choice:
    """Something a player may do when asked."""

    name: str
    rule: str
    wager: str | None = None  # a wager that it places, so many times the one it is of
    times: int = 1
    withdraws: str | None = None  # a wager that it takes back
    discards: int = 0
    ending: Ending | None = None
    settles: tuple[str, ...] = ()  # wagers that it settles
    at_once: bool = True  # or when all have acted
    turns_up: bool = False


@dataclass(frozen=True, slots=True)
class Ask:
    """Each player in turn is asked, except those who already have the wager that decides it."""

    stage: str
    rule: str
    choices: tuple[Choice, ...]
    unless: str | None = None


@dataclass(frozen=True, slots=True)
class Burn:
    """A card goes unseen to the rack: the next of the deck, or the community card at the dealer's left."""

    of_community: bool = False


@dataclass(frozen=True, slots=True)
class Community:
    """The next cards of the deck, face up."""

    cards: int
    rule: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Community cards that lie face down are turned up, from the dealer's left."""

    cards: int
    rule: str


@dataclass(frozen=True, slots=True)
class Stub:
    """What is left of the deck is put away, counted if the count is due."""


@dataclass(frozen=True, slots=True)
class CollectFolds:
    """When all have acted, what folds gave up is collected."""


@dataclass(frozen=True, slots=True)
class DealerReveals:
    """The dealer's hand is turned up and read."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Hands are settled from the dealer's right, these wagers in this order; `collects` says when cards go."""

    wagers: tuple[str, ...]
    collects: Literal["seat by seat", "losers first", "at the end"]
    keeps_highest: bool = False  # the highest hand stays out until a later pass has looked at it
    announces: bool = False


Step: TypeAlias = Deal | Ask | Burn | Community | TurnUp | Stub | CollectFolds | DealerReveals | Settle
Script: TypeAlias = tuple[Step, ...]


def every_choice(choice: str, cards: tuple[int, ...], terms: Terms) -> bool:  # noqa: ARG001 - one shape for all
    """Where a game says nothing else, every choice that is offered is open to all cards."""
    return True


@dataclass(frozen=True, slots=True)
class Game:
    """A game: its script, its settlement, and what the table must know besides."""

    name: str
    script: Callable[[Terms], Script]
    read: Callable[[Hand, Board, Terms], Any]
    settle: Callable[[Any, Stakes, Terms], Iterable[Line]]
    words: Callable[[Hand, Board], str]  # a hand as the dealer announces it
    absent: Callable[[str, tuple[int, ...], Terms], str]  # the choice that puts up no new money (ruling S10)
    # whether a choice is open to a player with these cards
    may: Callable[[str, tuple[int, ...], Terms], bool] = every_choice
    # What the mathematician may go by instead of cards: the strength of a hand, and the facts that two strengths
    # make, the player's and the dealer's (the same one twice where no dealer's hand is dealt).
    ranking: Callable[[Sequence[int]], int] | None = None
    compare: Callable[[Ending, int, int], Any] | None = None
    # The facts without what only the words and the rulings of a line rest on; no amount may change by it.
    bare: Callable[[Any], Any] = lambda facts: facts
    # How many community cards a side wager looks at beside the player's own, whatever the player decides;
    # None where it goes by how the hand ended.
    looks_at: Callable[[str, Terms], int | None] = lambda _wager, _terms: None
    keeps_out: Callable[[Hand, Board, Hand | None], bool] = lambda _hand, _board, _kept: False
    count_voids: Literal["hand", "round"] = "round"  # what a player's wrong number of cards voids
    dealer_completes: bool = False  # whether a dealer short of a card may take the next one
    plays_on: tuple[str, ...] = ()  # wagers that outlive a void dealer's hand
    on_all_hands: tuple[str, ...] = ()  # wagers that look at every hand at the table
    exposure_undoes_folds: bool = False  # whether an exposed dealer's card gives folded wagers back
    exposure_until: Literal["the reveal", "all have acted"] = "the reveal"  # how long it is too early
