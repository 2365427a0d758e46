"""The interface of a game: a script and a settlement, for the table and for the analysis.

The script is the round as the document tells it, step by step, built from the terms since versions differ; it says
when money moves. The settlement says how much: `read` turns cards into facts, `settle` facts into lines.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from fractions import Fraction
from itertools import chain
from typing import Any, Literal, NamedTuple, TypeAlias

from croupier.games.lines import Line, Stakes
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.checks.line_numbers import located
from croupier.rulebook.checks.references import options_named
from croupier.rulebook.loader import NAMES, RulebookError, common_options, load, rule_names, ruling_names
from croupier.rulebook.model import Rulebook
from croupier.rulebook.pay import Amount
from croupier.rulebook.submission import Submission

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
    """

    each: int
    dealer: int = 0
    community: int = 0
    up: int = 0
    dealer_up: int = 0
    rule: str = "deal.order"


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
    """Turn up the dealer's hand and read it."""


@dataclass(frozen=True, slots=True)
class Settle:
    """Settle hands from the dealer's right, these wagers in this order; `collects` says when cards are collected."""

    wagers: tuple[str, ...]
    collects: Literal["seat by seat", "losers first", "at the end"]
    keeps_highest: bool = False  # the highest hand stays on the table until a later pass has looked at it
    announces: bool = False


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
    keeps_out: Callable[[Hand, Board, Hand | None], bool] = lambda _hand, _board, _kept: False
    count_voids: Literal["hand", "round"] = "round"  # what is void when a player has a wrong number of cards
    dealer_completes: bool = False  # whether a dealer short of a card may take the next one
    plays_on: tuple[str, ...] = ()  # wagers that outlive a void dealer's hand
    on_all_hands: tuple[str, ...] = ()  # wagers that look at every hand at the table
    exposure_undoes_folds: bool = False  # whether an exposed dealer's card gives folded wagers back
    exposure_until: Literal["the reveal", "all have acted"] = "the reveal"  # an exposed card is irregular until then
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

    def check_rulebook(self, book: Rulebook) -> None:
        """Refuse a rulebook that does not fit this game, in one sentence with the line if its text is known."""
        if (id(self), id(book)) in _FITTING:
            return
        for fault in self.faults(book):
            raise RulebookError(located(fault, book.lines))
        if len(_FITTING) >= _MOST_FITTING:
            _FITTING.clear()
        _FITTING[id(self), id(book)] = self, book

    def faults(self, book: Rulebook, *, whole: bool = True) -> Iterator[str]:
        """Yield what does not fit; unless the rulebook is whole, without a look at the script that it makes."""
        yield from chain(self._settlement_faults(book), self._name_faults(book))
        if whole:
            yield from self._script_faults(book)

    def _settlement_faults(self, book: Rulebook) -> Iterator[str]:
        """Yield what the settlement needs and the rulebook lacks, and hands that no ranking of this game makes."""
        for name, wager in self.options.items():
            if wager in book.wagers and name not in book.options:
                yield f"wager {wager}: {book.id} lacks the option {name} that settles it"
        yield from self._side_faults(book)
        yield from self._row_faults(book)
        for wager, (table, hand) in self.needs_rows.items():
            rows = {row.hand for each in book.tables if each.name == table for row in each.rows}
            if wager in book.wagers and (not rows or (hand and hand not in rows)):
                yield f"wager {wager} is settled by the table {table}, which lacks {hand or 'its rows'}"
        for wager, (table, hands_of) in self.needs_all.items():
            rows = {row.hand for each in book.tables if each.name == table for row in each.rows}
            without = [names[0] for names in hands_of if rows.isdisjoint(names)]
            if wager in book.wagers and without:
                yield f"wager {wager} is settled by the table {table}, which has no row for {', '.join(without)}"
        made = self.hands.get("progressive", frozenset())
        for name, option in book.options.items():
            wrong = [hand for hand in option.hands if made and hand not in made]
            yield from (f"option {name}: no ranking makes {hand}{_near(hand, made)}" for hand in wrong)

    def _row_faults(self, book: Rulebook) -> Iterator[str]:
        """Yield the tables that settle nothing here, and their rows that no ranking makes."""
        by_side = {each.name for each in book.tables if each.looks_at}
        for each in book.tables if self.hands else ():
            if each.name in by_side:
                continue
            if each.name not in self.hands:
                yield f"table {each.name} settles no wager of this game; there are {', '.join(self.hands)}"
            hands = self.hands.get(each.name, {row.hand for row in each.rows})
            wrong = [row.hand for row in each.rows if row.hand not in hands]
            yield from (f"table {each.name}, {hand}: no ranking makes that hand{_near(hand, hands)}" for hand in wrong)

    def _side_faults(self, book: Rulebook) -> Iterator[str]:
        """Yield what is wrong with tables that say whose hand they look at, and with the wagers that they settle."""
        tables = [each for each in book.tables if each.looks_at]
        for each in tables:
            if not self.side_hands:
                yield f"table {each.name} looks at {each.looks_at}, and this game has no such side wagers"
                return
            wrong = [row.hand for row in each.rows if row.hand not in self.side_hands]
            yield from (
                f"table {each.name}, {hand}: no ranking makes that hand{_near(hand, self.side_hands)}" for hand in wrong
            )
            if each.by is not None and each.by not in book.options:
                yield f"table {each.name} looks at {each.looks_at}, and goes by {each.by}, which is no option"
            fixed = each.looks_at == "other hands"
            if fixed and not all(isinstance(row.pays, Amount) for row in each.rows):
                yield f"table {each.name} looks at other hands, and pays otherwise than in fixed sums"
            if not fixed and each.stake_from is not None:
                yield f"table {each.name} has stake_from and does not look at other hands"
            yield from (
                f"table {each.name} names {name}, which is no side wager"
                for name in each.wagers
                if name in book.wagers and not book.wagers[name].side
            )
        for name in {name for each in tables for name in each.wagers}:
            of = {each.name for each in tables if name in each.wagers and each.looks_at != "other hands"}
            if len(of) != 1:
                yield f"wager {name} is settled by {len(of)} tables that say whose hand they look at, instead of one"

    def _name_faults(self, book: Rulebook) -> Iterator[str]:
        """Yield the rules, rulings and options that the rulebook has and no code knows."""
        rules = rule_names().keys() | self.own_names
        for clause in book.clauses:
            yield from (
                f"clause {clause.id} binds {each}, which is no rule{_near(each, rules)}"
                for each in clause.rules
                if each not in rules
            )
        named = ruling_names() | self.own_names
        for ruling in book.rulings.values():
            yield from (
                f"ruling {ruling.id} is cited as {each}, and no code cites that{_near(each, named)}"
                for each in ruling.cited
                if each not in named
            )
        of_game = {name for other in map(load, NAMES) if other.game == self.name for name in other.options}
        stakes = {f"{wager}_{bound}" for wager in book.wagers for bound in ("minimum", "maximum")}
        folded = {f"folded_{name}" for each in book.tables if each.looks_at for name in each.wagers}
        known = of_game | stakes | folded | {*self.options, *common_options(), *options_named(book)}
        for name in book.options:
            if name not in known:
                yield f"option {name} decides nothing in this game{_near(name, known)}"

    def _script_faults(self, book: Rulebook) -> Iterator[str]:
        """Yield the wagers that no step settles, and the choices that place no wager or rest on no clause."""
        script = self.script(Terms(Submission(book)))
        settled = {wager for step in script if isinstance(step, Settle) for wager in step.wagers}
        for name in book.wagers:
            if name not in settled:
                yield f"wager {name} is none of this game; it settles {', '.join(sorted(settled))}"
        for rule in (
            *self.needs_rules,
            *(step.rule for step in script if isinstance(step, Community | Draw | TurnUp | Ask)),
        ):
            if rule not in book.rules:
                yield f"{book.id} binds no clause to {rule}, and this game is not played without it"
        asks = [step for step in script if isinstance(step, Ask)]
        yield from (fault for ask in asks for choice in ask.choices for fault in _choice_faults(book, choice))


# Games and rulebooks found to fit, by identity: each is kept, so that no other object has its number.
_FITTING: dict[tuple[int, int], tuple[Game, Rulebook]] = {}
_MOST_FITTING = 64


def _choice_faults(book: Rulebook, choice: Choice) -> Iterator[str]:
    wager = book.wagers.get(choice.wager) if choice.wager is not None else None
    if choice.wager is not None and wager is None:
        yield f"wager {choice.wager} is lacking, and the choice {choice.name!r} places it"
    if wager is not None and wager.of is None and wager.equal_to is None and wager.exactly is None:
        yield f"wager {wager.name} does not say what it is a multiple of: of, equal_to or exactly"
    if choice.rule not in book.rules:
        yield f"the choice {choice.name!r} is bound to no clause: no clause has the rule {choice.rule}"


def _near(name: str, known: Iterable[str]) -> str:
    near = get_close_matches(name, sorted(known), n=1)
    return f"; did you mean {near[0]}?" if near else f"; there are {', '.join(sorted(known)[:20])}"
