"""The interface of a game: a script and a settlement, for the table and for the analysis.

The script is the round as the document tells it, step by step, built from the terms since versions differ; it says
when money moves. The settlement says how much: `read` turns cards into facts, `settle` facts into lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.money import Cents

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
    """Deal cards to each player who is in, to the dealer and to the community area: face down, apart from the last.

    A script begins with a deal. The last `up` of a player's cards and the last `dealer_up` of the dealer's lie face up.
    The first deal says for the round which bets stand alone, whose chips are compared, and what a wrong number voids.
    """

    each: int
    dealer: int = 0
    community: int = 0
    up: int = 0
    dealer_up: int = 0
    rule: str = "deal.order"
    sides_alone: bool = False  # a bet of side wagers alone is taken, without a hand against the dealer
    counted_chips: tuple[str, ...] = ()  # wagers whose chips are compared with what devices have counted, before a card
    wrong_count: Literal["hand", "round"] = "round"  # what is void when a player has a wrong number of cards
    completed: bool = False  # a dealer who is short of a card may take the next one


@dataclass(frozen=True, slots=True)
class Choice:
    """A choice that a player has when asked."""

    name: str
    rule: str
    wager: str | None = None  # a wager that it places, `times` the one that it is a multiple of
    times: int | Fraction = 1
    needs: str | None = None  # a wager that only those have to whom it is offered
    withdraws: str | None = None  # a wager that it takes back
    discards: int = 0  # the cards that it puts away, or the most of them
    fewest: int | None = None  # the fewest that it may put away; None: exactly so many
    up_to: int | Fraction | None = None  # the player says how much, from `times` to so many times
    ending: Ending | None = None
    settles: tuple[str, ...] = ()  # wagers that it settles
    at_once: bool = True  # False: settled when all have acted
    turns_up: bool = False

    @property
    def least_discards(self) -> int:
        """The fewest cards that it puts away."""
        return self.discards if self.fewest is None else self.fewest


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask each player in turn: not those who have the wager `unless`, and those only who have the wager `only`."""

    stage: str
    rule: str
    choices: tuple[Choice, ...]
    unless: str | None = None
    only: str | None = None


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
class Draw:
    """Deal each player who is in as many cards, face down, as the player has put away; passed over if it is none."""

    rule: str


@dataclass(frozen=True, slots=True)
class TurnUp:
    """Turn up cards that lie face down, in the order in which they lie: community cards, or the dealer's."""

    cards: int
    rule: str
    of: Literal["community", "dealer"] = "community"


@dataclass(frozen=True, slots=True)
class Stub:
    """Put the rest of the deck away, counted if the count is due."""


@dataclass(frozen=True, slots=True)
class CollectFolds:
    """Collect the wagers of folded hands, when all have acted."""


@dataclass(frozen=True, slots=True)
class DealerReveals:
    """Turn up the dealer's hand and read it; a card of it that is seen before is irregular."""

    exposed_until: Literal["the reveal", "all have acted"] = "the reveal"
    returns_folds: bool = False  # where such a card voids the dealer's hand, folded wagers go back


@dataclass(frozen=True, slots=True)
class Settle:
    """Settle hands from the dealer's right, these wagers in this order; `collects` says when cards are collected."""

    wagers: tuple[str, ...]
    collects: Literal["seat by seat", "losers first", "at the end"]
    keeps_from: int | None = None  # the highest hand of this strength or more stays until a later pass has looked at it
    announces: bool = False
    without_dealer: tuple[str, ...] = ()  # those of the wagers that outlive a void dealer's hand
    counts_folds: bool = False  # its wagers on all hands count folded ones, which stay on the table
    plays_void: bool = False  # its wagers on all hands outlive a void hand of their player's


Step: TypeAlias = Deal | Draw | Ask | Burn | Community | TurnUp | Stub | CollectFolds | DealerReveals | Settle
Script: TypeAlias = tuple[Step, ...]


class Places(NamedTuple):
    """The number of cards that a player, the dealer and the community area have."""

    each: int
    dealer: int
    community: int


def places(script: Script) -> Places:
    """The number of cards that each place has when these steps are done."""
    deals = [step for step in script if isinstance(step, Deal)]
    later = [step.cards for step in script if isinstance(step, Community)]
    burned = [step.of_community for step in script if isinstance(step, Burn)]
    community = sum(step.community for step in deals) + sum(later) - sum(burned)
    return Places(sum(step.each for step in deals), sum(step.dealer for step in deals), community)


def most_drawn(script: Script) -> int:
    """The most cards that a player can draw: those that may be put away before the last draw."""
    draws = [number for number, step in enumerate(script) if isinstance(step, Draw)]
    asks = [step for step in script[: max(draws, default=0)] if isinstance(step, Ask)]
    return sum(max((choice.discards for choice in ask.choices), default=0) for ask in asks)


def first_deal(script: Script) -> Deal:
    """The deal that a script begins with."""
    first = script[0]
    assert isinstance(first, Deal)  # noqa: S101 - a rulebook whose script begins otherwise is refused
    return first


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
    # The facts of a player beside whom another player has a hand such as these are of.
    beside_another: Callable[[Any], Any] = lambda facts: facts
    made: Callable[[Hand, Board], tuple[int, ...]] = lambda hand, _board: hand.cards  # the cards that make a hand
    # The hands that a row of each pay table may name; and the rows that the settlement of a wager cannot do without,
    # as table and hand. A game that says nothing here is not checked.
    hands: Mapping[str, frozenset[str]] = field(default_factory=dict)
    needs_rows: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    # The table by which a wager is settled whatever the hand is, with the rows that each hand fits.
    needs_all: Mapping[str, tuple[str, tuple[tuple[str, ...], ...]]] = field(default_factory=dict)
    # The rows that a table may have of a side wager that no code names; empty: the game takes no such wagers.
    side_hands: frozenset[str] = frozenset()
    needs_rules: tuple[str, ...] = ("deal.order",)  # besides those of its script: what no round goes without
    own_names: frozenset[str] = frozenset()  # rules and rulings that only this game's rulebook and code know
    code: str = ""  # the text of its module, if it is none of the package's

    @property
    def code_hash(self) -> str:
        """The hash by which records name the game's code; empty for the package's games, which an engine stands for."""
        return hashlib.sha256(self.code.encode()).hexdigest() if self.code else ""
