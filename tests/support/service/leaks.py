"""What each viewer may know of a table, by books kept from the events before redaction; and a look for anything else.

The books share nothing with what redacts: a card is known to all once an event has turned it, and to its player once
the players have looked; money is its player's and of those who work at the table; the ids of persons and what shuffles
are made of are nobody's.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from croupier.cards import Deck
from croupier.house.engine.requests import Committed
from croupier.table.model.state import State
from croupier.table.views.view import Viewer
from support.table.invariants import Round

KEPT = 2000  # sequences back to which it can be asked what was known
_WORD = re.compile("[0-9A-Za-z]+")
_HEX = re.compile("[0-9a-f]{32,}")
_DIGITS = re.compile("[0-9]+")
_CARDS = re.compile(r'"card":[0-9]+|"(?:cards|discard)":\[[0-9,]+\]')
RICH = range(10**9, 10**10)  # what players have here, so that no wager and no payout is taken for it
_SECRET = {"position", "positions", "order", "salts", "secret", "persons", "seed", "supplied", "state"}
_PUBLISHED = ("root", "commitment", "session", "number", "next", "published")
_STAFF = {"dealer", "floor"}
_SHORT = 12  # letters of an id that could be a word: it is looked for between quotes


class LeakError(AssertionError):
    """Somebody was sent what that viewer may not know."""


class Moment(NamedTuple):
    """What is known of a table's cards and money at one sequence."""

    to_all: frozenset[int]
    own: Mapping[str, frozenset[int]]  # beyond that, by person
    money: Mapping[str, frozenset[int]]

    def cards(self, person: str) -> frozenset[int]:
        """The cards that a person knows; of nobody in particular those that all do."""
        return self.to_all | self.own.get(person, frozenset())


_NOTHING = Moment(frozenset(), {}, {})


class Books:
    """The books of one table."""

    def __init__(self, deck: Deck) -> None:
        self.faces = deck.faces
        self._faces = frozenset(deck.faces)
        self._round = Round()
        self._seats: dict[int, str] = {}
        self.persons: set[str] = set()  # who has ever sat here
        self.published: set[str] = set()
        self.last = _NOTHING  # what was known of the round before when it was over
        self.rounds_known: dict[int, Moment] = {}  # the same of every round, by its number
        self._moments: dict[int, Moment] = {}
        self.rounds = self.latest = 0

    # ---- what happens ----------------------------------------------------------------------------------

    def hear(self, happened: Committed) -> None:
        """Something is on record; nobody has been told of it yet."""
        events, state = happened.decision.events, happened.decision.state
        looks = any(event.kind == "examined" for event in events)  # what is dealt until then is told with it
        over = frozenset[int](), dict[str, frozenset[int]]()
        for event in events:
            data = event.data
            if event.kind == "sat":
                self._seats[data["seat"]] = data["person"]
                self.persons.add(data["person"])
            elif event.kind == "loaded":
                self._round = Round(data["root"])
            self._round.hear(event, self._seats)
            self._round.looked |= looks and event.kind == "dealt"
            self.published |= {str(data[name]) for name in _PUBLISHED if name in data}
            self.published.update(data.get("numbers", ()))
            if event.kind == "left":
                del self._seats[data["seat"]]
            elif event.kind == "over":
                over = self._known()
                self.last, self._round = Moment(*over, {}), Round()
                self.rounds_known[data["round"]] = self.last
                self.rounds += 1
        to_all, own = self._known()
        if state.phase != "round":  # the cards of the round before lie there until the next
            over = self.last.to_all, dict(self.last.own)
        both = {person: own.get(person, to_all) | over[1].get(person, frozenset()) for person in {*own, *over[1]}}
        self.latest = happened.seq
        self._moments[happened.seq] = Moment(to_all | over[0], both, _money(state))
        self._moments.pop(happened.seq - KEPT, None)

    def begin(self, seq: int, state: State) -> None:
        """A table as it stands before anybody has sat down."""
        self.latest = seq
        self._moments[seq] = Moment(frozenset(), {}, _money(state))
        self.published |= {state.root, state.commitment}

    def _known(self) -> tuple[frozenset[int], dict[str, frozenset[int]]]:
        cards, known = self._round.cards, self._round.known
        to_all = frozenset(cards[each] for each in self._round.seen)
        return to_all, {person: frozenset(cards[each] for each in known(person)) for person in self._round.own}

    def at(self, seq: int) -> Moment:
        """What was known then."""
        return self._moments[seq]

    def every_card(self) -> Moment:
        """As if all cards were known: for what tells of many rounds, in which each lay here and there."""
        return self.at(self.latest)._replace(to_all=frozenset(range(len(self.faces))))

    # ---- what is sent ----------------------------------------------------------------------------------

    def look(self, viewer: Viewer, sent: str | bytes, moment: Moment, said: str = "") -> None:
        """Hold what is sent to a viewer against what that viewer may know; `said` is what it answers, if anything."""
        text = _plainly(sent)
        words, known = set(_WORD.findall(text)), moment.cards(_person(viewer))
        faces = words & self._faces - {self.faces[each] for each in known}
        self._see(viewer, text, "faces", faces.difference(_WORD.findall(said)))
        self._see(viewer, text, "cards", _cards(text) - known)
        said_of = text.replace('"seed":""', "")  # a session that is not over has none to show
        self._see(viewer, text, "fields", {each for each in _SECRET if f'"{each}":' in said_of})
        self._see(viewer, text, "persons", {each for each in self.persons - {_person(viewer)} if _names(text, each)})
        self._see(viewer, text, "another's money", words & self._money_of_others(viewer, moment))

    def look_for_secrets(self, viewer: Viewer, sent: str | bytes) -> None:
        """See that no long number is told but what is published."""
        text = _plainly(sent)
        self._see(viewer, text, "secrets", set(_HEX.findall(text)) - self.published - {_person(viewer)})

    @staticmethod
    def _money_of_others(viewer: Viewer, moment: Moment) -> set[str]:
        if viewer.role in _STAFF:
            return set()
        mine = moment.money.get(_person(viewer), frozenset())
        return {str(each) for held in moment.money.values() for each in held - mine}

    @staticmethod
    def _see(viewer: Viewer, text: str, what: str, found: set[Any]) -> None:
        if found:
            raise LeakError(f"{viewer} is sent {what}, {sorted(found)}: {text[:3000]}")


def _person(viewer: Viewer) -> str:
    return viewer.person if viewer.role == "player" else ""


def _plainly(sent: str | bytes) -> str:
    """What was sent, without spaces between its parts; a receipt lists its deck, which tells nothing."""
    value = msgspec.json.decode(sent)
    if isinstance(value, dict):
        value.pop("faces", None)
    return msgspec.json.encode(value).decode()


def _cards(text: str) -> set[int]:
    """The cards that stand there by their numbers."""
    return {int(number) for some in _CARDS.findall(text) for number in _DIGITS.findall(some)}


def _money(state: State) -> dict[str, frozenset[int]]:
    held: dict[str, set[int]] = {}
    for _, seat in state.taken():
        held.setdefault(seat.person, set()).add(seat.bankroll)
    return {person: frozenset(amounts) for person, amounts in held.items()}


def _names(text: str, person: str) -> bool:
    return (person if len(person) > _SHORT else f'"{person}"') in text
