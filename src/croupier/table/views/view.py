"""Views and redaction: this module alone decides what a person may see.

A viewer is a player, the dealer, the floor, the public, or an auditor, who sees everything. A player is a person, not
a seat and not a name: a player with two places sees both, and one who has left still sees what was theirs. A card is
seen by all once it has lain face up, and by its player before that. The stub, the secrets of shuffles and unnoticed
faults are in no view but the auditor's, and so are the ids of persons; names come from outside and are shown with their
seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from operator import is_not
from typing import Any, NamedTuple

from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, Hand, places
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.schemas.table import (
    DealtCards,
    DeckSeen,
    DueStep,
    HandResult,
    OfferedChoice,
    RoundResult,
    SeatView,
    TableView,
)
from croupier.table.fairness.commitments import Opening, salt_of
from croupier.table.model.events import ALL, AUDIENCES, OWNER, UNSEEN, Event
from croupier.table.model.next_step import due
from croupier.table.model.state import UNKNOWN, LastRound, Seat, Seen, State
from croupier.table.model.steps import Due
from croupier.table.procedures.payouts import cost, given_up, most_of, offered
from croupier.table.views.instructions import instructions

HIDDEN = "??"
_COLUMNS, _SENTENCES = 256, 4096  # cache sizes
_FOR_ALL = {kind: {field for field, who in fields.items() if who == ALL} for kind, fields in AUDIENCES.items()}
_OWNED = {kind: {field for field, who in fields.items() if who == OWNER} for kind, fields in AUDIENCES.items()}
_AND_OWNER = {kind: known | _OWNED[kind] for kind, known in _FOR_ALL.items()}


class Viewer(NamedTuple):
    """The viewer: an auditor, a player by the person's id, or anyone else (dealer, floor, public)."""

    role: str = "public"
    person: str = ""


_SEE_ALL_MONEY = {"dealer", "floor", "auditor"}
AUDITOR = Viewer("auditor")
PUBLIC = Viewer("public")


def _owns(viewer: Viewer, person: str) -> bool:
    """True if the viewer is the player whose seat, hand or money it is."""
    return viewer.role == "player" and viewer.person == person != ""


def _cards(state: State, positions: tuple[int, ...], *, face_down: bool = False) -> list[str]:
    """Cards that have lain face up; `face_down`: and those that lie face down."""
    if not positions:
        return []
    faces, order, up = state.terms.rulebook.deck.faces, state.order, state.up
    return [
        faces[order[each]] if (face_down or each in up) and order[each] != UNKNOWN else HIDDEN for each in positions
    ]


class AuditorView(TableView):
    """A view with the whole state, for the auditor alone."""

    state: str


def view(state: State, viewer: Viewer, names: Mapping[str, str] = {}) -> TableView:
    """The table as the viewer may see it, with the names of persons as far as they are known."""
    shared = SharedView(state, names)
    seen = shared.public
    for at, seat in shared.seats_of(viewer).items():
        seen["seats"][at] = seat
    if viewer.role == "auditor":
        dealer, community = [_cards(state, each, face_down=True) for each in (state.dealer, state.community)]
        rack, whole = len(state.rack), state.dump()
        audited: AuditorView = {**seen, "dealer": dealer, "community": community, "rack": rack, "state": whole}
        return audited
    return seen


class SeatViews:
    """The seats of one table as they were last seen: one that shows the same is not made again.

    Whatever a seat shows is immutable, so that what is the same object shows the same.
    """

    def __init__(self) -> None:
        self._of: tuple[object, ...] = (None,) * 3  # the deck's order, the cards that lie face up, and the terms
        self._public: dict[int, tuple[Seat, str, SeatView]] = {}  # by number, with the name that is shown
        self._own: dict[tuple[int, bool], tuple[SeatView, SeatView]] = {}  # by what the public sees there

    def public(self, state: State, taken: Iterable[tuple[int, Seat]], names: Mapping[str, str]) -> list[SeatView]:
        """The seats as the public sees them."""
        rests_on = state.order, state.up, state.terms
        if any(map(is_not, self._of, rests_on)):
            self._of = rests_on
            self._public.clear()
            self._own.clear()
        found = []
        for number, seat in taken:
            name = names.get(seat.person, "")
            kept = self._public.get(number)
            if kept is None or kept[0] is not seat or kept[1] != name:
                kept = self._public[number] = seat, name, _seat(state, number, seat, name)
            found.append(kept[2])
        return found

    def own(self, state: State, public: SeatView, seat: Seat, *, face_down: bool) -> SeatView:
        """A seat with its money, and with its cards if those that lie face down are seen."""
        number = public["seat"]
        kept = self._own.get((number, face_down))
        if kept is not None and kept[0] is public:
            return kept[1]
        seen: SeatView = {**public, "bankroll": seat.bankroll}
        if face_down:
            seen["cards"] = _cards(state, seat.cards, face_down=True)
            seen["discard"] = _cards(state, seat.discard, face_down=True)
        self._own[number, face_down] = public, seen
        return seen


class SharedView:
    """The public's view of a table, and the seats that a viewer sees in another way: for several viewers, made once.

    During a round `meter` is indicative: the amount at settlement is paid. `kept` has the seats as they were seen
    before, at the same table.
    """

    def __init__(self, state: State, names: Mapping[str, str] = {}, kept: SeatViews | None = None) -> None:
        self._state, self.taken, self.due = state, state.taken(), due(state)
        self._seats = SeatViews() if kept is None else kept
        self.public: TableView = {
            "rulebook": state.terms.rulebook.id,
            "phase": state.phase,
            "round": state.round,
            "due": _due(self.due),
            "source": state.fixed.source,
            "publishes": state.fixed.publishes,
            "commitment": state.commitment,
            "shuffle": state.shuffles + 1,
            "root": state.root if state.phase in {"betting", "round"} else "",
            "deck": _playing(state),
            "promises": _promises(state) if state.promises else {},
            "numbers": _seats_of(state, _given(state)) if state.closed else [],
            "owing": _seats_of(state, state.owing),
            "meter": state.meter,
            "dealer": _cards(state, state.dealer),
            "community": _cards(state, state.community),
            "dead": _dead(state),
            "rack": state.rack_count,  # None while an uncounted stub is among them
            "undealt": _undealt(state),
            "pending": list(state.pending) if state.pending else None,
            "devices": dict(state.devices),
            "seats": self._seats.public(state, self.taken, names),
            "choices": choices(state, self.due.seat) if self.due.do == "decide" else [],
            "columns": _columns(state),
            "instructions": [{"says": each.says, "clauses": list(each.clauses)} for each in instructions(state)],
        }

    def seats_of(self, viewer: Viewer) -> dict[int, SeatView]:
        """The seats that a viewer sees in another way than the public, by their places among those that are taken.

        Players see their own money and, once they have looked at them, their own cards (ruling D32); those who work at
        the table see everybody's money.
        """
        mine = (viewer.person or None) if viewer.role == "player" else None
        all_money, all_cards = viewer.role in _SEE_ALL_MONEY, viewer.role == "auditor"
        found: dict[int, SeatView] = {}
        public = self.public["seats"]
        for at, (_, seat) in enumerate(self.taken):
            if all_money or seat.person == mine:
                face_down = all_cards or (seat.person == mine and self._state.looked)
                found[at] = self._seats.own(self._state, public[at], seat, face_down=face_down)
        return found


def _due(step: Due) -> DueStep:
    return {"who": step.who, "do": step.do, "seat": step.seat} if step.seat else {"who": step.who, "do": step.do}


def dealt(state: State) -> DealtCards:
    """Every card that has been dealt, hidden or not, for an auditor who has given a reason; no undealt card."""
    return {
        "round": state.round,
        "dealer": _cards(state, state.dealer, face_down=True),
        "community": _cards(state, state.community, face_down=True),
        "seats": [
            {
                "seat": number,
                "cards": _cards(state, seat.cards, face_down=True),
                "discard": _cards(state, seat.discard, face_down=True),
            }
            for number, seat in state.taken()
        ],
    }


def _playing(state: State) -> DeckSeen | None:
    """The shuffle and the cuts of the deck in play, once its root is published."""
    if not state.root or state.phase not in {"betting", "round"}:
        return None
    deck = state.decks[state.playing]
    return {"shuffle": deck.shuffle.number, "commitment": deck.shuffle.commitment, "cuts": list(deck.cuts)}


def _promises(state: State) -> dict[str, str]:
    """The hash that each seat's person has promised, by seat."""
    taken = [(number, state.promises.get(seat.person)) for number, seat in state.taken()]
    return {str(number): promise.hash for number, promise in taken if promise is not None and promise.hash}


def _given(state: State) -> tuple[str, ...]:
    """The persons whose numbers are in the last cut of this round, or will be."""
    return (*state.numbers, *(state.decks[state.playing].shuffle.persons if state.decks else ()))


def _seats_of(state: State, persons: tuple[str, ...]) -> list[int]:
    return [number for number, seat in state.taken() if seat.person in persons] if persons else []


@keeps("deal.hands_counted")
def _columns(state: State) -> dict[str, dict[str, str]]:
    """The payouts of each wager on all hands for the number of hands in, once that is fixed; public."""
    on_all = state.terms.on_all_hands
    return {**_all_columns(state.terms, on_all, len(state.dealt_in()) + 1)} if state.closed and on_all else {}


@lru_cache(maxsize=_COLUMNS)
def _all_columns(terms: Terms, on_all: tuple[str, ...], hands: int) -> dict[str, dict[str, str]]:
    offered = [name for name in on_all if terms.has_column(name, str(hands))]
    return {name: {row.name: str(row.pays) for row in terms.column(name, str(hands))} for name in offered}


# ---- the previous round --------------------------------------------------------------------------------


def came_to(state: State, viewer: Viewer, names: Mapping[str, str] = {}) -> RoundResult | None:
    """The result of the last round, as the viewer may know it: hands, wagers, lines, limits, void or not."""
    last = state.last
    if last is None:
        return None
    words, made = _read(state, last, viewer, last.dealer, places(state.fixed.script)[1])
    return {
        "round": last.number,
        "void": last.void,
        "dealer": _faces_of(state, last, viewer, last.dealer),
        "words": words,
        "made": made,
        "community": _faces_of(state, last, viewer, last.community),
        "seats": [_hand_of(state, last, viewer, hand, names) for hand in last.hands],
    }


def _faces_of(state: State, last: LastRound, viewer: Viewer, positions: tuple[int, ...], owner: str = "") -> list[str]:
    faces = state.terms.rulebook.deck.faces
    mine = last.looked and _owns(viewer, owner)
    seen = [viewer.role == "auditor" or mine or each in last.up for each in positions]
    known = [last.order[each] != UNKNOWN for each in positions]
    each_of = zip(positions, seen, known, strict=True)
    return [faces[last.order[position]] if sees and knows else HIDDEN for position, sees, knows in each_of]


def _read(
    state: State, last: LastRound, viewer: Viewer, cards: tuple[int, ...], number: int, dealer: tuple[int, ...] = ()
) -> tuple[str, list[str]]:
    """A hand of so many cards in words, and the cards that make it; nothing unless the viewer saw it played out."""
    _, dealers, community = places(state.fixed.script)
    unseen = HIDDEN in _faces_of(state, last, viewer, (*cards, *last.community))
    if last.void or unseen or not cards or (len(cards), len(last.community)) != (number, community):
        return "", []
    beside = dealer if len(dealer) == dealers and last.up.issuperset(dealer) else ()
    hand, board = Hand(_lying(last, cards)), Board(_lying(last, last.community), _lying(last, beside))
    faces, game = state.terms.rulebook.deck.faces, state.fixed.game
    return game.words(hand, board), [faces[card] for card in game.made(hand, board)]


def _lying(last: LastRound, positions: tuple[int, ...]) -> tuple[int, ...]:
    """The cards at some positions of the last round's deck."""
    return tuple([last.order[each] for each in positions])


def _hand_of(state: State, last: LastRound, viewer: Viewer, hand: Seen, names: Mapping[str, str]) -> HandResult:
    lines = [_line(line) for line in hand.lines]
    stands = () if hand.ending == "folded" else hand.cards
    most = places(state.fixed.script)[0]
    number = (
        min(max(len(hand.cards), most - len(hand.discard)), most) if state.fixed.draws else most - len(hand.discard)
    )
    words, made = _read(state, last, viewer, stands, number, last.dealer)
    return {
        "seat": hand.seat,
        "name": names.get(hand.person, ""),
        "cards": _faces_of(state, last, viewer, hand.cards, hand.person),
        "discard": _faces_of(state, last, viewer, hand.discard, hand.person),
        "words": words,
        "made": made,
        "decisions": list(hand.decisions),
        "ending": hand.ending,
        "wagers": dict(hand.staked),
        "lines": [line for line in lines if line["result"] != "limit"],
        "limits": [line for line in lines if line["result"] == "limit"],
        "net": sum(line.amount for line in hand.lines),
    }


def _line(line: Line) -> dict[str, Any]:
    return {
        **line._asdict(),
        "clauses": list(line.clauses),
        "rulings": list(line.rulings),
    }


def _undealt(state: State) -> int:
    """The number of cards left of a whole deck: a missing card shows when they are counted, not before."""
    if not state.order or state.stub_away:
        return 0
    left = state.fixed.deck_size - len(state.dealer) - len(state.community) - len(state.rack)
    for seat in state.seats:
        if seat is not None and not seat.collected:
            left -= len(seat.cards) + len(seat.discard)
    return left


def _dead(state: State) -> list[str]:
    """Cards found face up and set aside: known to all at the table (ruling S2)."""
    if state.up.isdisjoint(state.rack):
        return []
    laid = {*state.dealer, *state.community}
    laid |= {position for _, seat in state.taken() for position in seat.cards + seat.discard}
    positions = tuple(position for position in state.rack if position in state.up and position not in laid)
    return _cards(state, positions)


def _seat(state: State, number: int, seat: Seat, name: str) -> SeatView:
    """A seat as the public sees it."""
    return {
        "seat": number,
        "name": name,
        "bankroll": None,
        "wagers": dict(seat.wagers),
        "decisions": list(seat.decisions),
        "cards": _cards(state, seat.cards),
        "discard": _cards(state, seat.discard),
        "collected": seat.collected,
        "ending": seat.ending,
        "away": seat.away,
        "ready": seat.ready,
        "lines": list(_sentences(seat.lines, state.terms)),
    }


@lru_cache(maxsize=_SENTENCES)
def _sentences(lines: tuple[Line, ...], terms: Terms) -> tuple[str, ...]:
    """The sentences of a seat's settlement; cached, since they are looked at until its next round is settled."""
    return tuple([line.sentence(terms) for line in lines])


def choices(state: State, number: int) -> list[OfferedChoice]:
    """The choices of the player who is asked, with the cost of each, what it gives up and the wager that it returns."""
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)  # noqa: S101 - a player is asked at an Ask step only
    return [_offer(state, state.seat(number), choice) for choice in offered(state.seat(number), step)]


def _offer(state: State, seat: Seat, choice: Choice) -> OfferedChoice:
    """A choice as it is offered; what the player says with it has its bounds."""
    offer: OfferedChoice = {
        "choice": choice.name,
        "costs": cost(state, seat, choice),
        "discards": choice.discards,
        "back": state.terms.wagers[choice.withdraws].title if choice.withdraws else "",
        "gives_up": given_up(state, seat, choice),
    }
    if choice.up_to is not None and choice.wager is not None:
        offer["most"], offer["unit"] = most_of(state, seat, choice), state.fixed.units[choice.wager]
    if choice.fewest is not None:
        offer["fewest"] = choice.fewest
    return offer


def redact(state: State, event: Event, viewer: Viewer) -> Event | None:
    """Redact an event for a viewer, by the state that its command led to; None if it is the auditor's alone.

    Each field declares its audience; a field that declares none is the auditor's.
    """
    if viewer.role == "auditor":
        return event
    kind, data = event
    if kind in UNSEEN:
        return None
    known = _FOR_ALL[kind]
    if data.keys() <= known:
        return event
    if not is_alike(event) and _owns(viewer, whose(state, event)):
        known = _AND_OWNER[kind]
    return Event(kind, {field: value for field, value in data.items() if field in known})


def is_alike(event: Event) -> bool:
    """True if all but the auditor know equally much of an event: no field has an owner."""
    return event.data.keys().isdisjoint(_OWNED[event.kind])


def redact_all(state: State, events: Iterable[Event]) -> tuple[list[Event | None], dict[int, str]]:
    """The events as redacted for the public, and the owners of private fields, by the events' places."""
    told: list[Event | None] = []
    owners: dict[int, str] = {}
    for at, event in enumerate(events):
        kind, data = event
        known = _FOR_ALL[kind]
        if kind in UNSEEN:
            told.append(None)
        elif data.keys() <= known:
            told.append(event)
        else:
            told.append(Event(kind, {field: value for field, value in data.items() if field in known}))
            if not is_alike(event):
                owners[at] = whose(state, event)
    return told, owners


def whose(state: State, event: Event) -> str:
    """The person who knows all of an event's private fields; empty while no owner may know them yet."""
    if event.kind in {"dealt", "corrected"} and not _looked(state):
        return ""  # the players have not looked at their cards yet (ruling D32)
    if event.kind == "corrected" and state.phase != "round":
        return _played(state, event.data["to"])  # whoever sits there by now
    return _about(state, event.data)


def _looked(state: State) -> bool:
    """True if the players have looked at their cards, in the round in play or in the one that has just ended."""
    return state.looked if state.phase == "round" or state.last is None else state.last.looked


def _about(state: State, data: Mapping[str, Any]) -> str:
    """The person whom an event is about: the one it names, or its seat's, or the seat's until the round was over."""
    if "person" in data:
        return str(data["person"])
    place = str(data.get("seat", data.get("to", "")))
    number = int(place) if place.isdecimal() else 0
    seat = state.seats[number - 1] if number else None
    return seat.person if seat is not None else _played(state, place)


def _played(state: State, place: str) -> str:
    """The person who played a seat's hand in the last round; empty for any other place."""
    hands = state.last.hands if state.last is not None else ()
    return next((hand.person for hand in hands if str(hand.seat) == place), "")


def openings(state: State, viewer: Viewer) -> tuple[Opening, ...]:
    """The openings of the cards that the viewer has seen, after a round."""
    last = state.last
    if last is None or last.deck is None or not last.deck.shuffle.number:
        return ()
    hands = [hand for hand in last.hands if last.looked and _owns(viewer, hand.person)]
    mine = {position for hand in hands for position in hand.cards + hand.discard}
    seen = range(len(last.order)) if viewer.role == "auditor" else sorted({*last.up, *mine})
    made = last.deck.shuffle
    cards = [card for each in seen if (card := last.order[each]) in last.deck.shuffle.order]  # one may be gone
    places = [made.order.index(card) for card in cards]
    return tuple(Opening(at, card, salt_of(made.salts, at)) for at, card in zip(places, cards, strict=True))
