"""What must be true at every table after every command, checked against books kept from the events alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from msgspec.structs import astuple

from croupier.games.game import Ask
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, decide, step
from croupier.table.model.apply import apply
from croupier.table.model.command import Command, RefusedError, is_whole
from croupier.table.model.events import Event
from croupier.table.model.state import NEVER, UNKNOWN, State
from croupier.table.model.validation import admitted
from croupier.table.receipts.receipt import receipt
from croupier.table.receipts.verify import KeptByHolder, verify
from croupier.table.views.narration import tell
from croupier.table.views.reconstruction import reconstruct
from croupier.table.views.view import AUDITOR, HIDDEN, PUBLIC, Viewer, openings, redact, view
from support.table.tables import cites_what_exists
from support.table.walks import SEED

_SALT = re.compile("[0-9a-f]{32,}")
_CARDS = ("dealer", "community", "cards", "discard")
_WITHOUT_CLAUSES = {"fault", "clock"}  # no document says what may go wrong, or what time it is
_SILENT = {  # commands of which a document says nothing
    # No irregularity, no device that fails, no absence and no recut; the stub stays where it is.
    "uth-fr": {"call", "collect bonus", "come back", "idle", "jam", "load", "put out", "recut", "repair", "sit out"}
    | {"timeout"},
}
_SECRET = {"position", "positions", "order", "salts", "secret", "persons", "seed"}  # fields that no viewer is told
_HASHES = {"root", "commitment", "session", "next"}
_PUBLISHED = (*_HASHES, "number")
# Fields with money that its owner alone is told.
_MONEY = {"sat": {"bankroll"}, "left": {"bankroll"}, "bought": {"amount"}, "chips_moved": {"amount"}}


class Round:
    """The cards of a round as the events tell them: where each lies, and who has seen it."""

    def __init__(self, root: str = "") -> None:
        self.root = root
        self.places: dict[str, list[int]] = {}
        self.away: dict[str, list[int]] = {}  # what players have put away
        self.cards: dict[int, int] = {}
        self.seen: set[int] = set()  # by all
        self.own: dict[str, set[int]] = {}  # dealt to a player
        self.looked = False

    def hear(self, event: Event, names: Mapping[int, str]) -> None:
        """Write an event into the books."""
        data = event.data
        if event.kind == "examined":
            self.looked = True
        elif event.kind == "dealt":
            self._dealt(str(data["to"]), data["position"], data["card"], names)
        elif event.kind in {"community", "found_face_up", "exposed"}:
            self._turned([data["position"]], [data["card"]])
            if event.kind == "community":
                self.places.setdefault("community", []).append(data["position"])
        elif event.kind == "turned":
            self._turned(data["positions"], data["cards"])
        elif event.kind == "burned" and data["of"] == "community":
            self.places["community"].remove(data["position"])
        elif event.kind == "put_right":
            self.places["dealer"] = [each for each in self.places["dealer"] if each not in data["positions"]]
        elif event.kind == "decided":
            hand = self.places.get(str(data["seat"]), [])
            hand[:] = [each for each in hand if each not in data["positions"]]
            self.away.setdefault(str(data["seat"]), []).extend(data["positions"])

    def _dealt(self, to: str, position: int, card: int, names: Mapping[int, str]) -> None:
        place = self.places.setdefault(to.split(maxsplit=1)[0], [])
        place.insert(0 if to.endswith(" left") else len(place), position)
        self.cards[position] = card
        if to.isdecimal():
            self.own.setdefault(names[int(to)], set()).add(position)

    def _turned(self, positions: Iterable[int], cards: Iterable[int]) -> None:
        self.cards.update(zip(positions, cards, strict=True))
        self.seen.update(positions)

    def known(self, person: str | None) -> set[int]:
        """The positions that a person, or who is none, has seen."""
        return self.seen | self.own.get(person, set()) if person and self.looked else self.seen

    def hands(self) -> dict[str, tuple[int, ...]]:
        """The cards at each place."""
        return {place: tuple([self.cards[each] for each in hand]) for place, hand in self.dealt().items() if hand}

    def dealt(self) -> dict[str, list[int]]:
        """The positions of all cards that came to each place; those that were put away stand last."""
        return {place: [*hand, *self.away.get(place, [])] for place, hand in self.places.items()}


class Decks:
    """The places of the decks as the events tell them, in the order in which they came."""

    def __init__(self) -> None:
        self.places: list[str] = []
        self.shuffled: list[bool] = []
        self.playing = 0
        self.jammed = False  # the shuffler
        self.left_alone = False  # the round, since its first card was dealt while the shuffler was jammed (S15)

    def hear(self, event: Event) -> None:
        """Write an event into the books, and see that no card goes where the other deck lies, or before its turn."""
        data, kind = event.data, event.kind
        if kind in {"burned", "found_face_up", "collected", "stub"}:
            assert "rack" not in self.places, "cards of both decks are in the rack"
        elif kind == "dealt":
            others = [mixed for deck, mixed in enumerate(self.shuffled) if deck != self.playing]
            self.left_alone = self.left_alone or self.jammed
            assert all(others) or self.left_alone, "a card is dealt while the other deck is not shuffled"
        elif kind == "closed":
            self.left_alone = False
        elif kind == "received":
            self.places.append("table")
            self.shuffled.append(data["status"] != "received")
        elif kind == "removed":
            del self.places[data["deck"]], self.shuffled[data["deck"]]
            self.playing = 0
        elif kind in {"jammed", "device"} and data["device"] == "shuffler":
            self.jammed = kind == "jammed" or (self.jammed and data["is"] != "working")
        else:
            self._moved(event)

    def _moved(self, event: Event) -> None:
        data, kind = event.data, event.kind
        deck = data.get("deck", self.playing)
        if kind == "loaded":
            self.places[deck], self.playing = "shoe", deck
        elif kind == "over" and self.places and self.places[self.playing] == "shoe":
            self.places[self.playing], self.shuffled[self.playing] = "rack", False
        elif kind == "shuffled":
            self.places[deck], self.shuffled[deck] = "shuffler" if data["how"] == "by device" else "table", True
        elif kind == "fed":
            self.places[deck], self.shuffled[deck] = "shuffler", False
        elif kind in {"unloaded", "idle", "recut"} or (kind == "prepared" and data["status"] != "used"):
            self.places[deck], self.shuffled[deck] = "table", kind == "recut"
        elif kind == "prepared":
            self.shuffled[deck] = False


class Watch:
    """A table under watch: every command is carried out here, and everything checked that can be."""

    def __init__(self, state: State, silent_on: frozenset[str] = frozenset()) -> None:
        """`silent_on`: commands of which the document says nothing, so that no clause forbids them."""
        self.state = state
        self.uncited = _WITHOUT_CLAUSES | silent_on | _SILENT.get(state.terms.rulebook.id, set())
        self.brought = 0  # what came in with players less what left with them
        self.persons: dict[int, str] = {}  # by seat
        self.gone: set[str] = set()  # who has left
        self.lost: Counter[str] = Counter()  # cards that are missing, by the back of their deck
        self.public: list[Event] = []  # what everybody was told since the last round was over
        self.hashes: set[str] = set()  # roots, commitments and promises that everybody was told
        self.rack: int | None = 0  # the cards in the rack as far as anybody can count them
        self.decks = Decks()
        self.round = Round()
        self.last = Round()
        self._dumped: tuple[State | None, str] = None, ""
        self.turn = 0, 0  # the step of the script and the seat that the round has come to
        self.played = self.void = self.refused = 0  # rounds, and commands that were refused
        deck = state.terms.rulebook.deck
        self.faces = deck.faces
        first, second = (re.escape("".join(sorted(set(letters)))) for letters in zip(*deck.faces, strict=True))
        self.face = re.compile(rf"\b[{first}][{second}]\b")

    def send(self, command: Command, *, dear: bool = True) -> None:
        """Carry out a command and check what must be true; `dear` checks what takes its time, too."""
        before = self.state
        values = astuple(before)
        text = self._text(before) if dear else ""
        outcome = step(before, command)
        assert all(one is other for one, other in zip(astuple(before), values, strict=True)), "not pure"
        if dear:
            assert before.dump() == text, "not pure"
            assert _same(decide(before, command), outcome), "not the same twice"
        if isinstance(outcome, Refusal):
            self.refused += 1
            self._check_refusal(command, outcome, admitted=_is_admitted(before, command))
            return
        if command.who == "player" and command.do != "sit":
            assert before.seat(command.seat).person == command.person, "a player speaks for another"
        _check_face_up(before, outcome)
        self._hear(outcome, dear=dear)
        self.state = outcome.state
        self._check_money()
        self._check_present()
        self._check_cards()
        if dear:
            _check_replay(before, outcome, self._text(outcome.state))
            self._check_views()
            if any(event.kind in {"over", "sat", "left"} for event in outcome.events):
                self._check_openings()

    def _text(self, state: State) -> str:
        """The whole state as text; that of the state after one command serves as that before the next."""
        if self._dumped[0] is not state:
            self._dumped = state, state.dump()
        return self._dumped[1]

    # ---- refusals --------------------------------------------------------------------------------------

    def _check_refusal(self, command: Command, refusal: Refusal, *, admitted: bool) -> None:
        """What is refused names its clause, or a ruling; what is no command as it was declared breaks none."""
        named = command.who == "player" and is_whole(command.seat) and type(command.by) is str
        player = command.person if named else None
        seated = named and self.persons.get(command.seat) == player
        cited = bool(refusal.clauses or refusal.rulings)
        assert cited or not admitted or command.do in self.uncited, "no clause is cited"
        cites_what_exists(self.state.terms.rulebook, {"clauses": refusal.clauses, "rulings": refusal.rulings})
        asks = command.args or command.supplied or refusal.about == "by"
        assert command.do != "leave" or asks or not seated, "a player cannot go"
        assert refusal.why
        assert refusal.accepted
        said = set(self._faces(str(refusal)) - self._known(player))
        assert said <= self._given(command), "a refusal tells cards"

    def _given(self, command: Command) -> set[str]:
        """The cards that a command names itself."""
        both = [each for each in (command.args, command.supplied) if isinstance(each, dict)]
        values = [value for each in both for value in each.values()]
        given = [card for value in values for card in (value if isinstance(value, list | tuple) else [value])]
        named = {self.faces[card] for card in given if is_whole(card) and card in range(len(self.faces))}
        texts = [each for each in given if type(each) is str]
        return named | {face for text in texts for face in self._faces(text)}

    def _known(self, player: str | None) -> Counter[str]:
        return Counter(self.faces[self.round.cards[each]] for each in self.round.known(player))

    def _faces(self, text: str) -> Counter[str]:
        return Counter([each for each in self.face.findall(text) if each in self.faces])

    # ---- events ----------------------------------------------------------------------------------------

    def _hear(self, outcome: Decision, *, dear: bool) -> None:
        """Keep the books by the events, and see that nobody hears too much."""
        assert sum(event.kind == "removed" for event in outcome.events) <= 1, "a deck takes another one along"
        looks = any(event.kind == "examined" for event in outcome.events)  # what is dealt until then is told with it
        for event in outcome.events:
            data = event.data
            cites_what_exists(self.state.terms.rulebook, data)
            self._count_money(event)
            self.decks.hear(event)
            if event.kind == "loaded":
                self.round = Round(data["root"])
            elif event.kind == "fault" and data["what"] == "lost":
                self.lost[self.state.decks[self.state.playing].back] += 1
            elif event.kind == "received":
                self.lost[data["back"]] = 0
            elif event.kind in {"closed", "moved_on"}:
                self._check_turn(data.get("step", 0), data.get("cursor", 0))
            self.round.hear(event, self.persons)
            self.round.looked |= looks and event.kind == "dealt"
            if dear:
                self._check_told(outcome.state, event)
            told = redact(outcome.state, event, PUBLIC)
            if told is not None:
                self.public.append(told)
                self.hashes |= {told.data[name] for name in _HASHES & told.data.keys()}
                self._count_rack(told)
            if event.kind == "left":
                self.gone.add(self.persons.pop(data["seat"]))
            elif event.kind == "over":
                self._over(outcome.state, data)

    def _count_money(self, event: Event) -> None:
        """Who sits down brings money, and may bring more; who goes takes it along."""
        data = event.data
        if event.kind == "sat":
            self.persons[data["seat"]] = data["person"]
        self.brought += {"sat": 1, "left": -1}.get(event.kind, 0) * data.get("bankroll", 0)
        self.brought += data["amount"] if event.kind == "bought" else 0

    def _count_rack(self, told: Event) -> None:
        """Whoever watches can count what goes to the rack, but not a stub that the dealer does not count."""
        if told.kind == "loaded":
            self.rack = 0
        elif told.kind == "stub" and told.data["counted"] is None:
            self.rack = None
        elif self.rack is not None and told.kind in {"burned", "found_face_up", "collected", "stub"}:
            self.rack += told.data["counted"] if told.kind == "stub" else told.data.get("cards", 1)

    def _check_turn(self, number: int, seat: int) -> None:
        """Players are asked from the dealer's left and settled from the dealer's right, each once."""
        before, last = self.turn
        self.turn = number, seat
        if number == before and seat:
            asked = isinstance(self.state.fixed.script[number], Ask)
            assert seat > last if asked else seat < last, f"seat {seat} comes after seat {last}"
        else:
            assert number >= before or not number, "the round goes backwards"

    def _check_told(self, after: State, event: Event) -> None:
        """A viewer is told no card that the viewer has not seen, no position, no order and no salt."""
        public = redact(after, event, PUBLIC)
        for viewer in self._viewers():
            told = redact(after, event, viewer)
            assert (told is None) == (event.kind == "fault"), f"{viewer} is told that something went wrong unseen"
            if told is None or (told == public and viewer != PUBLIC):
                continue
            assert not told.data.keys() & _SECRET
            known = {self.round.cards[each] for each in self.round.known(viewer.person)}
            assert _cards(told.data) <= known, f"{viewer} is told {event}"
            about = self.persons.get(event.data.get("seat", 0))
            assert not told.data.keys() & _MONEY.get(event.kind, set()) or viewer.person == about
            assert told.data.get("person") in {None, viewer.person}, f"{viewer} is told who another is"
            text = json.dumps(told.data, default=list)
            published = {told.data.get(name) for name in _PUBLISHED} | set(told.data.get("numbers", ()))
            assert set(_SALT.findall(text)) <= published
            assert not self._faces(text)
            assert not self._faces(tell(told, after.terms)) - self._known(viewer.person)

    def _viewers(self) -> Iterator[Viewer]:
        yield from (PUBLIC, Viewer("dealer"), Viewer("floor"), Viewer("player"), Viewer("player", "stranger"))
        yield from (Viewer("player", person) for person in sorted({*self.persons.values(), *self.gone}))

    def _over(self, after: State, data: Mapping[str, Any]) -> None:
        """After a round every wager is settled, and every hand can be found again in the rack."""
        assert after.last is not None
        assert after.last.root == self.round.root
        order, rack = after.last.order, after.last.rack
        self.void += data["void"]
        self.played += not data["void"]
        found = reconstruct(after.fixed, self.public, [order[each] for each in rack])
        assert found == self.round.hands(), "the hands cannot be rebuilt"
        for number, seat in after.taken():
            assert not seat.wagers, f"seat {number} has wagers left"
            once = Counter(line.wager for line in seat.lines if line.stake)
            again = Counter(line.wager for line in seat.lines if line.result == "returned" and not line.stake)
            assert set((once | again).values()) <= {1}, f"seat {number} was settled twice"
        self.last, self.round = self.round, Round()
        self.public.clear()

    # ---- money and cards -------------------------------------------------------------------------------

    def _check_money(self) -> None:
        """No cent is made or lost, and no meter stands below its seed."""
        progressive = self.state.fixed.progressive
        assert self.state.meter >= (progressive.seed if progressive else 0), "the meter stands below its seed"
        total = self.state.tray
        for number, seat in self.state.taken():
            assert seat.bankroll >= 0, f"seat {number} owes money"
            assert all(stake > 0 for stake in seat.wagers.values())
            total += seat.bankroll + sum(seat.wagers.values())
        assert total == self.brought, f"{total - self.brought} cents too many"

    def _check_present(self) -> None:
        """Before bets are closed no wager is anybody's who is away: nobody would be asked about it."""
        away = [number for number, seat in self.state.taken() if seat.away and seat.wagers]
        assert self.state.closed or not away, "a wager of somebody who is away"

    def _check_cards(self) -> None:
        """Every card of the deck in play is in one place; no deck has a card twice or lacks one that nobody lost."""
        state = self.state
        assert state.pending is None or state.phase == "round"
        size = state.fixed.deck_size
        for deck in state.decks:
            known = [card for card in deck.cards if card != UNKNOWN]
            assert len(set(known)) == len(known), f"the {deck.back} deck has a card twice"
            if deck.status != "in play":
                assert len(deck.cards) == size - self.lost[deck.back], f"the {deck.back} deck is not whole"
        assert state.closed == (state.phase == "round") or state.phase in {"preparing", "closed"}
        if state.phase not in {"betting", "round"}:
            return
        assert state.decks[state.playing].status == "in play"
        known = [card for card in state.order if card != UNKNOWN]
        assert len(set(known)) == len(known)
        places = [*state.stock(), *state.dealer, *state.community, *state.rack, *state.lost]
        for _, seat in state.taken():
            places += state.on_table(seat)
        assert sorted(places) == list(range(len(state.order))), "a card is nowhere, or in two places"

    # ---- views -----------------------------------------------------------------------------------------

    def _check_views(self) -> None:
        """A viewer sees every card that the viewer may see and no other, no salt, and nothing of what is hidden."""
        state = self.state
        public = view(state, PUBLIC)
        text = json.dumps(public)
        assert "state" not in public
        assert set(_SALT.findall(text)) <= self.hashes, "a view has a hash that no event has told"
        assert self._faces(text) <= self._known(None), "the public sees too much"
        for viewer in self._viewers():
            known = self.round.known(viewer.person)
            seen = view(state, viewer)
            assert seen == view(_otherwise(state, known), viewer), f"{viewer} can tell what is hidden"
            assert seen["rack"] == self.rack, f"{viewer} is told of cards that nobody counted"
            assert seen["dealer"] == self._shown(state.dealer, known)
            assert seen["community"] == self._shown(state.community, known)
            assert _but(seen, *_CARDS, "seats") == _but(public, *_CARDS, "seats"), f"{viewer} sees too much"
            for (_, seat), shown, to_all in zip(state.taken(), seen["seats"], public["seats"], strict=True):
                assert shown["cards"] == self._shown(seat.cards, known)
                assert shown["discard"] == self._shown(seat.discard, known)
                assert _but(shown, *_CARDS, "bankroll") == _but(to_all, *_CARDS, "bankroll")

    def _shown(self, positions: tuple[int, ...], known: set[int]) -> list[str]:
        return [self.faces[self.round.cards[each]] if each in known else HIDDEN for each in positions]

    def _check_openings(self) -> None:
        """What is opened after a round proves the root that was published, and opens what the viewer saw alone."""
        if self.state.last is None or not self.last.root:
            return
        order = self.state.last.order
        for viewer in (*self._viewers(), AUDITOR):
            found, given = openings(self.state, viewer), receipt(self.state, viewer)
            assert given is not None
            assert given["root"] == self.last.root
            self._check_receipt(viewer)
            if self.state.last.deck is None:  # it was shuffled again, or left, and the round was void before the deal
                assert (found, given["leaves"]) == ((), [])
                continue
            assert len(given["leaves"]) == self.state.fixed.deck_size, "the commitments tell how many cards there were"
            auditor = viewer is AUDITOR
            # A card that was gone before the shuffle has a place in the last cut, and no opening.
            there = {each for each, card in enumerate(order) if card in self.state.last.deck.shuffle.order}
            known = there if auditor else self.last.known(viewer.person)
            opened = {order.index(opening.card) for opening in found}
            assert opened == known, f"{viewer} is opened other cards than the viewer saw"

    def _check_receipt(self, viewer: Viewer) -> None:
        """A receipt holds, with the root that was published and the seed; of a deck that lacks cards, its cards do."""
        last = self.state.last
        assert last is not None
        found = verify(receipt(self.state, viewer), KeptByHolder(last.shown, seed=SEED))
        wrong = {each.says for each in found if each.holds is False}
        whole = last.deck is None or len(last.deck.shuffle.order) == len(last.order) == self.state.fixed.deck_size
        assert not wrong or not whole, wrong


def _is_admitted(state: State, command: Command) -> bool:
    """Whether a command has the form that it was declared with."""
    try:
        admitted(state, command)
    except RefusedError:
        return False
    return True


def _check_face_up(before: State, outcome: Decision) -> None:
    """Check that more than one card found face up in the first deal ends the round, whatever was void before."""
    kinds = {event.kind for event in outcome.events}
    many = [event for event in outcome.events if event.data.get("what") == "irregular.face_up_many"]
    if many and not before.first_cards and "examined" not in kinds:
        assert "over" in kinds, "cards found face up in the first deal leave a wager in play"


def _same(events: tuple[Event, ...] | Refusal, outcome: Decision | Refusal) -> bool:
    """Whether both say the same; compared as text, since not every number equals itself."""
    return repr(events) == repr(outcome if isinstance(outcome, Refusal) else outcome.events)


def _otherwise(state: State, known: set[int]) -> State:
    """The table as it would be if all cards that are not known were others, and nothing had gone wrong unseen."""
    twin = state.copy()
    hidden = [position for position in range(len(state.order)) if position not in known]
    order = list(state.order)
    for position, other in zip(hidden, [*hidden[1:], *hidden[:1]], strict=True):
        order[position] = state.order[other]
    # What the wagering devices have counted they show to all (ruling L14).
    twin.order, twin.upside_down, twin.slips, twin.lost = tuple(order), frozenset(), (), ()
    twin.jam_after = NEVER
    twin.rack += state.lost if state.stub_away else ()
    return twin


def _but(seen: Mapping[str, Any], *fields: str) -> dict[str, Any]:
    """A view without the fields in which viewers may differ."""
    return {field: value for field, value in seen.items() if field not in fields}


def _cards(data: Mapping[str, Any]) -> set[int]:
    """The cards that an event names."""
    cards = {data["card"]} if "card" in data else set()
    for field in ("cards", "discard"):
        if isinstance(data.get(field), list | tuple):
            cards |= set(data[field])
    return cards


def _check_replay(before: State, outcome: Decision, after: str) -> None:
    """The events alone lead from the state before to the state after, also when they went through a file."""
    text = json.dumps([[event.kind, dict(event.data)] for event in outcome.events], default=list)
    for events in (outcome.events, [Event(kind, data) for kind, data in json.loads(text)]):
        state = before
        for event in events:
            state = apply(state, event)
        assert state.dump() == after, "the events lead elsewhere"
