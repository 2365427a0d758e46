"""The state of a table: the place of every card, the money of every seat, and the progress of the round.

A card on the table is the place it had in the shuffled deck, from 0 for the first; the face is looked up in the
deck's order. Every value here is immutable, so that a fresh copy of the state is a shallow one, made in C. Only events
change it. No value refers back to its state, so the garbage collector need not look (`gc=False`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from itertools import takewhile
from math import lcm
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict, replace

from croupier.games.game import (
    Ask,
    Board,
    Community,
    Deal,
    DealerReveals,
    Draw,
    Ending,
    Game,
    Hand,
    Script,
    Settle,
    Stub,
    first_deal,
    places,
)
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents, dollars
from croupier.rulebook.progressive import Progressive
from croupier.table.model.steps import all_due
from croupier.table.model.ways_of_dealing import DEALING, SHUFFLING, Dealing, Shuffling


class Seat(msgspec.Struct, frozen=True, gc=False):
    """A player's place: the player's money, wagers and cards. It changes often, and is cheap to copy with a change."""

    person: str  # a pseudonymous id; names are for display and no part of a table
    bankroll: Cents
    wagers: Mapping[str, Cents] = msgspec.field(default_factory=dict)  # live on the layout
    staked: Mapping[str, Cents] = msgspec.field(default_factory=dict)  # all that was put up in this round
    ready: bool = False
    was_ready: bool = False  # ready for cards that will not be dealt as they lay: the player is asked again
    cards: tuple[int, ...] = ()
    discard: tuple[int, ...] = ()
    collected: bool = False  # the cards are in the rack
    drawn: int = 0  # the cards that came in the place of those put away
    ending: Ending = "played"
    ended_at: int = 0  # the step of the script at which it ended
    decisions: tuple[str, ...] = ()
    away: bool = False
    keeps: bool = False  # keeps the place while away: sits out or has lost the connection, and comes back to it
    acted_for: bool = False  # a turn was taken for the player, who was away or silent
    lines: tuple[Line, ...] = ()

    def __repr__(self) -> str:
        money = f"{dollars(self.bankroll)}, {dollars(sum(self.wagers.values()))} on the layout"
        return f"<Seat of {self.person}: {money}, cards {len(self.cards)}>"


RETURNING = "returning"  # a device that works again and is back with the next round
UNKNOWN = -1  # a card that a physical shoe has not dealt yet
NEVER = -1
ABANDONED = "abandoned"  # the decision that is recorded for a player who left the round for good


class Shuffle(NamedTuple):
    """A committed shuffle: its inputs and its result."""

    number: int = 0  # among the session's shuffles; 0: none, or one of real cards or a script
    secret: str = ""
    commitment: str = ""  # to the secret, published with the previous shuffle
    numbers: tuple[str, ...] = ()  # of the players, sorted
    persons: tuple[str, ...] = ()  # the persons who gave them
    order: tuple[int, ...] = ()  # as shuffled, before any cut
    salts: str = ""
    withheld: int = 0  # numbers that were promised for it and not given
    permutes: bool = False  # the numbers decide the places that are dealt; before ruling S37 they went into the order


NO_SHUFFLE = Shuffle()


# The ends of a committed shuffle: it was dealt, its round was void, or its cards were not dealt at all.
DEALT, VOID, WITHDRAWN = "dealt", "void", "withdrawn"


class ShuffleEnd(NamedTuple):
    """The end of a committed shuffle: how it ended and why, and the count of players' numbers that were in it."""

    shuffle: int
    end: str
    reason: str = ""
    numbers: int = 0


class Tally(NamedTuple):
    """The counts of a session: committed shuffles that have ended, and what players cannot look into of them."""

    decks: int = 0  # shuffles that have ended, in whichever way
    void: int = 0  # rounds
    withdrawn: int = 0  # shuffles of which no card was dealt
    withheld: int = 0  # numbers that were promised for a shuffle and not given


# The places of a deck that is not in what it is dealt from.
ON_TABLE = "table"
IN_RACK = "rack"
IN_SHUFFLER = "shuffler"


class DeckOn(NamedTuple):
    """A deck at the table. The steps of its preparation are its status."""

    back: str
    cards: tuple[int, ...]  # in the order in which they lie
    status: str
    shuffle: Shuffle = NO_SHUFFLE
    root: str = ""  # over the deck as shuffled, once it is published
    cuts: tuple[int, ...] = ()  # their depths since the last shuffle
    recuts: tuple[str, ...] = ()  # reasons why the cards were cut again since then
    since: int = 0  # when it came to the table
    was_cut: bool = False
    how: str = ""  # how it was shuffled: by hand, by device, or before it came
    surplus: int = 0  # surplus cards at the bottom, which have no face in the deck
    since_count: int = 0  # rounds since its stub was counted, the one in play among them (ruling S36)
    lies: str = ON_TABLE  # its place: that of a deck in play is the shoe or the dealer's hand
    owes: str = ""  # a count of real cards that is due and was not given: by hand, or by device
    ended: bool = False  # its shuffle has ended, and it is to be shuffled again
    sent_back: str = ""  # the reason why it is shuffled again before it was dealt
    foul: bool = False  # found to be so in a round that was played on: it leaves when the round is over


class Promise(NamedTuple):
    """A person's promise: the hash of the number for the next round.

    The other fields are of recordings from before ruling S37, when a number went into the next shuffle.
    """

    hash: str = ""
    late: bool = False  # recorded when a number for the next shuffle was known: it counted for the one after it
    number: str = ""


class Seen(NamedTuple):
    """A player's hand at the end of a round."""

    seat: int
    person: str
    cards: tuple[int, ...]
    discard: tuple[int, ...]
    decisions: tuple[str, ...]
    ending: Ending
    staked: Mapping[str, Cents]
    lines: tuple[Line, ...]


class LastRound(NamedTuple):
    """The previous round as it ended; its result can be asked for until the next one ends."""

    number: int
    void: bool
    looked: bool  # the players have looked at their cards
    order: tuple[int, ...]
    deck: DeckOn | None  # as it was dealt; None if it left, or was shuffled again and not dealt
    root: str
    up: frozenset[int]
    dealer: tuple[int, ...]
    community: tuple[int, ...]
    hands: tuple[Seen, ...]
    rack: tuple[int, ...]
    stub: tuple[int, ...]  # never dealt
    shown: str  # the root that was published when bets closed
    changes: tuple[str, ...]  # changes to those cards afterwards, and why
    ends: tuple[ShuffleEnd, ...] = ()  # of shuffles, since the round before
    tally: Tally = Tally()  # of the session, with this round


class Meter(NamedTuple):
    """A progressive's meter: its amount, the number of its changes, and the number of its resets to the seed."""

    amount: Cents
    version: int = 0
    resets: int = 0


class Place(NamedTuple):
    """A table's identity: its house, its name there, and the session, from opening to closing."""

    house: str = ""
    table: str = ""
    session: str = ""


# The sources of a table's cards, in the words that everybody is told.
COMMITTED = "committed"  # from secrets that were committed to and the players' numbers
SEEDED = "practice: seeded"  # likewise, but from a known seed
SCRIPTED = "scripted"
REAL = "real cards: not committed"
SOURCES = (COMMITTED, SEEDED, SCRIPTED, REAL)

# When the house publishes the secrets of a session after it: everybody is told before sitting down.
AT_ONCE = "at once"
PUBLISHES = (AT_ONCE, "later", "to the auditor alone")


class Fixed:
    """The constants of an open table: its terms, its game, its automatic steps, and its purpose."""

    def __init__(
        self,
        terms: Terms,
        game: Game,
        automation: frozenset[str],
        *,
        training: bool = False,
        place: Place = Place(),  # noqa: B008 - it never changes
        source: str = SCRIPTED,
        publishes: str = AT_ONCE,
    ) -> None:
        self.terms = terms
        self.game = game
        self.automation = automation
        self.training = training
        self.place = place
        self.source = source
        self.publishes = publishes
        self.committed = source in {COMMITTED, SEEDED}
        self.real = source == REAL  # of real cards people know more than the table
        self.script: Script = game.script(terms)
        self.dues = all_due(self.script, int(str(terms["seats"])))
        self.deal = first_deal(self.script)
        self.reveal = next((step for step in self.script if isinstance(step, DealerReveals)), DealerReveals())
        self.passes = tuple(step for step in self.script if isinstance(step, Settle))
        # Players look at their cards when all procedures of dealing are complete, a stub that follows at once among
        # them (ruling D32); where other steps come between the deal and the first question, before those.
        self.look_after = len(list(takewhile(lambda step: isinstance(step, Deal | Stub), self.script))) - 1
        # The cards that each place has when the table has come to a step: those of the steps before it, and the first.
        self.places = tuple([places(self.script[: number or 1]) for number in range(len(self.script))])
        self.lays_community = any(isinstance(step, Deal) and step.community for step in self.script)
        self.deals_community = any(isinstance(step, Community) for step in self.script)
        self.deals_later = any(isinstance(step, Community | Deal | Draw) for step in self.script[1:])
        self.draws = any(isinstance(step, Draw) for step in self.script)
        self.deck_size = len(terms.rulebook.deck)
        progressive = terms.options.get("progressive")
        self.progressive = progressive if isinstance(progressive, Progressive) else None
        self.seed = self.progressive.seed if self.progressive else 0  # of the progressive's meter
        self.required = {wager.name for wager in terms.required}
        self.units = _units(self.script, terms)

    @cached_property
    def without_dealer(self) -> tuple[str, ...]:
        """The wagers that outlive a void dealer's hand."""
        return tuple(name for step in self.passes for name in step.without_dealer)

    @cached_property
    def counts_folds(self) -> bool:
        """True if wagers on all hands count folded ones."""
        return any(step.counts_folds for step in self.passes)

    @cached_property
    def plays_void(self) -> bool:
        """True if wagers on all hands outlive a void hand of their player's."""
        return any(step.plays_void for step in self.passes)

    def __repr__(self) -> str:
        return f"<Fixed by {self.terms.submission!r}: {self.source}>"


def _units(script: Script, terms: Terms) -> dict[str, int]:
    """The amount of which each stake is a multiple: its odds pay whole cents, and what goes by it is whole cents."""
    units = dict(terms.units)
    for choice in [each for step in script if isinstance(step, Ask) for each in step.choices]:
        about = terms.wagers.get(choice.wager or "")
        goes_by = about and (about.of or about.equal_to)
        for times in (choice.times, choice.up_to):
            if about and goes_by and isinstance(times, Fraction):
                whole = lcm(times.denominator, terms.units[about.name])
                units[goes_by] = lcm(units[goes_by], whole)
    return units


class State(msgspec.Struct, eq=False, kw_only=True, gc=False):
    """A table's state at one moment. It is read freely and changed by events alone."""

    fixed: Fixed
    terms: Terms  # with the clauses for the way of dealing in use
    phase: str = "closed"
    now: int = 0
    opened: bool = False  # a deck has come to the table
    closed: bool = False  # bets are closed, for the round that is or will be dealt
    began: int = 0  # when the session began, by the clock
    sealed: str = ""  # the hash of the session's seed
    commitment: str = ""  # to the secret of the next shuffle
    shuffles: int = 0
    promises: Mapping[str, Promise] = msgspec.field(default_factory=dict)  # of numbers, by person
    owing: tuple[str, ...] = ()  # the persons whose numbers the round waits for
    numbers: Mapping[str, str] = msgspec.field(default_factory=dict)  # revealed for the last cut to come, by person
    broken: tuple[str, ...] = ()  # the persons who have broken a promise: their numbers count no more
    decks: tuple[DeckOn, ...] = ()
    playing: int = 0  # the deck in play
    last_back: str = ""  # of the deck that played the previous round
    seats: tuple[Seat | None, ...]
    tray: Cents = 0  # the house's net win
    meter: Cents
    meter_version: int = 0  # number of changes of the meter, at any table that shares it
    meter_resets: int = 0  # number of resets to its seed
    resets_at_close: int = 0  # its resets when bets closed
    round: int = 0
    since_count: int = 0  # rounds without a count of a deck that left, which the next deck takes over (ruling S18)
    dealing: str
    shuffling: str
    ways_next: tuple[str, str] | None = None  # dealing and shuffling, from the next round on
    devices: Mapping[str, str] = msgspec.field(default_factory=lambda: {"shuffler": "working", "shoe": "working"})
    pending: tuple[str, str] | None = None  # a question that waits for a supervisor, and its subject
    reported: Mapping[str, Any] | None = None  # a report that waits for the floor, by its arguments
    doubted: int = NEVER  # a real card on the table that is unknown, since another proved to be what it was read as
    # the round
    step: int = 0
    cursor: int = 0  # the seat that is asked or settled, or 0
    order: tuple[int, ...] = ()
    root: str = ""
    shown: str = ""  # the root when bets closed
    changes: tuple[str, ...] = ()  # changes to those cards since, and why
    ends: tuple[ShuffleEnd, ...] = ()  # of shuffles, since the last round
    tally: Tally = Tally()
    next: int = 0
    drawn: tuple[int, ...] = ()  # drawn by mistake, unseen: the next cards
    up: frozenset[int] = frozenset()
    exposed: frozenset[int] = frozenset()  # of those that lie face up, the cards that were seen before their time
    dealer: tuple[int, ...] = ()
    community: tuple[int, ...] = ()
    rack: tuple[int, ...] = ()
    rack_count: int | None = 0  # cards counted into the rack; None: some went in uncounted
    stub_away: bool = False
    stub: tuple[int, ...] = ()  # the cards that were put away undealt
    dealt: int = 0  # turns of the deal in progress that are done
    looked: bool = False  # the players have looked at their cards
    dealer_seen: bool = False  # a card of the dealer's was exposed; of real cards it may not be known which
    dealer_void: bool = False  # only the wagers that survive the dealer's hand play on
    found: int = 0  # cards found face up
    bonus_checked: bool = False
    kept_out: int = 0  # the seat of the highest hand that stays on the table
    burned_community: int = 0
    last: LastRound | None = None
    # faults that are not noticed yet
    upside_down: frozenset[int] = frozenset()
    slips: tuple[tuple[str, str], ...] = ()
    lost: tuple[int, ...] = ()
    miscounted: int = 0
    jam_after: int = NEVER

    @classmethod
    def before_all(cls, fixed: Fixed) -> State:
        """The initial state: no event has happened yet."""
        terms = fixed.terms
        return cls(
            fixed=fixed,
            terms=terms,
            seats=(None,) * int(str(terms["seats"])),
            meter=fixed.seed,
            dealing=str(terms["dealing"]),
            shuffling=str(terms["shuffling"]),
        )

    def copy(self) -> State:
        """A shallow copy, which shares every value."""
        return replace(self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.dump() == other.dump()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        taken = f"{len(self.taken())} of {len(self.seats)} seats taken"
        return f"<State of {self.terms.rulebook.id}: {self.phase}, round {self.round}, {taken}>"

    def held(self) -> dict[str, Any]:
        """All mutable fields, by name."""
        return {name: value for name, value in asdict(self).items() if name not in {"fixed", "terms"}}

    def dump(self) -> str:
        """Serialise the state: two states are equal if their texts are, byte for byte; `state_loader.load` reads it.

        Mappings keep their order, since wagers are listed in the order in which they were put up.
        """
        return json.dumps(self.held(), separators=(",", ":"), ensure_ascii=False, default=_plain)

    # ---- queries ---------------------------------------------------------------------------------------

    @property
    def way_of_dealing(self) -> Dealing:
        """The way of dealing in use, with its properties."""
        return DEALING[self.dealing]

    @property
    def way_of_shuffling(self) -> Shuffling:
        """The way of shuffling in use, with its properties."""
        return SHUFFLING[self.shuffling]

    @property
    def shoe_works(self) -> bool:
        """True if cards can be dealt from where they lie; a manual shoe does not fail."""
        return not self.way_of_dealing.device or self.devices["shoe"] == "working"

    @property
    def shoe_in_use(self) -> bool:
        """True if the round still needs the dealing shoe: stacks are to come, or the rest was not taken out (S23)."""
        if not self.closed or not self.way_of_dealing.device:
            return False
        return self.step == 0 or (not self.fixed.deals_later and not self.stub_away)

    @property
    def first_cards(self) -> bool:
        """True if the first deal of the round is complete."""
        return self.phase == "round" and (self.step > 0 or self.looked)

    def seat(self, number: int) -> Seat:
        """A seat that is taken."""
        seat = self.seats[number - 1]
        assert seat is not None  # noqa: S101 - callers ask for seats that are taken
        return seat

    def taken(self) -> list[tuple[int, Seat]]:
        """The seats that are taken, from the dealer's left."""
        return [(number, seat) for number, seat in enumerate(self.seats, start=1) if seat is not None]

    def dealt_in(self) -> list[tuple[int, Seat]]:
        """The seats that have put up wagers for this round, from the dealer's left."""
        return [(number, seat) for number, seat in enumerate(self.seats, start=1) if seat is not None and seat.staked]

    def card(self, position: int) -> int:
        """The card at a position of the deck in play."""
        return self.order[position]

    def faces(self, positions: tuple[int, ...]) -> tuple[int, ...]:
        """The cards at positions."""
        order = self.order
        return tuple([order[position] for position in positions]) if positions else ()

    def hand(self, seat: Seat) -> Hand:
        """A seat's hand, for the settlement."""
        return Hand(self.faces(seat.cards), seat.ending, self.faces(seat.discard))

    def board(self) -> Board:
        """The cards that all hands share or are compared with, for the settlement."""
        hands = tuple([self.hand(seat) for seat in self.seats if seat is not None and seat.staked])
        return Board(self.faces(self.community), self.faces(self.dealer), hands, self.meter)

    def standing(self) -> Meter:
        """The progressive's meter as the table knows it."""
        return Meter(self.meter, self.meter_version, self.meter_resets)

    def places_of(self, person: str) -> list[tuple[int, Seat]]:
        """The seats of a person, from the dealer's left."""
        seats = enumerate(self.seats, start=1)
        return [(number, seat) for number, seat in seats if seat is not None and seat.person == person]

    def purse(self, person: str) -> Cents:
        """The chips in front of a person, at all of the person's positions (ruling S35)."""
        return sum([seat.bankroll for _, seat in self.places_of(person)])

    def on_table(self, seat: Seat) -> tuple[int, ...]:
        """A seat's cards that are not in the rack yet, the discard last (ruling C19)."""
        return () if seat.collected else seat.cards + seat.discard

    @property
    def present(self) -> int:
        """The number of cards that the deck in play really has."""
        return len(self.order) - len(self.lost) + self.decks[self.playing].surplus

    def at(self, place: str) -> tuple[int, ...]:
        """The cards of a hand, by its place, the discard last: the dealer's, the community cards, or a seat's."""
        if place in {"dealer", "community"}:
            return self.dealer if place == "dealer" else self.community
        seat = self.seats[int(place) - 1] if int(place) <= len(self.seats) else None
        return () if seat is None else self.on_table(seat)

    def right(self, place: str) -> int:
        """The number of cards that a hand should have by the steps so far, the discard among them."""
        if place in {"dealer", "community"}:
            so_far = self.fixed.places[self.step]
            return so_far.dealer if place == "dealer" else so_far.community
        seat = self.seat(int(place))
        return self.fixed.places[seat.ended_at or self.step].each + seat.drawn

    def place_of(self, position: int) -> tuple[str, int] | None:
        """The hand on the table that a card lies in, and its number there from 1; None if it lies in none."""
        for place in ("dealer", "community", *[str(number) for number, _ in self.dealt_in()]):
            if position in self.at(place):
                return place, self.at(place).index(position) + 1
        return None

    def stock(self) -> tuple[int, ...]:
        """The cards still in the shoe or in the dealer's hand, the next first."""
        rest = range(self.next, len(self.order))
        return (*self.drawn, *([each for each in rest if each not in self.lost] if self.lost else rest))


def _plain(value: Any) -> Any:  # noqa: ANN401 - types that JSON lacks
    """JSON for types that it lacks: a seat as its fields; a set, which has no order of its own, sorted.

    Where no card was drawn, a seat is written as before there were draws.
    """
    if not isinstance(value, Seat):
        return sorted(value)
    return {name: each for name, each in asdict(value).items() if each or name != "drawn"}
