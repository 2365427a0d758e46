"""The fold over events: one function for each kind of event, the only code that changes a state.

`apply` leaves the state that it is given unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.citations import keeps
from croupier.games.lines import Line
from croupier.table.model.events import AUDIENCES, Event
from croupier.table.model.state import (
    DEALT,
    IN_RACK,
    IN_SHUFFLER,
    NEVER,
    NO_SHUFFLE,
    ON_TABLE,
    RETURNING,
    UNKNOWN,
    VOID,
    WITHDRAWN,
    DeckOn,
    LastRound,
    Promise,
    Seat,
    Seen,
    Shuffle,
    ShuffleEnd,
    State,
)


def apply(state: State, event: Event) -> State:
    """The state after an event."""
    after = state.copy()
    FOLDS[event.kind](after, event.data)
    return after


def _fresh_seat(seat: Seat) -> Seat:
    """A seat between rounds: it keeps its money and its person, who may still sit out."""
    return Seat(seat.person, seat.bankroll, away=seat.keeps, keeps=seat.keeps, lines=seat.lines)


# ---- decks ---------------------------------------------------------------------------------------------


def _received(state: State, data: Mapping[str, Any]) -> None:
    deck = DeckOn(data["back"], tuple(data["cards"]), data["status"], since=state.now, since_count=state.since_count)
    state.decks, state.opened, state.since_count = (*state.decks, deck), True, 0
    state.phase = "preparing" if state.phase == "closed" else state.phase
    # Two decks alternate as soon as both are there: the one that has just played waits for the one that came.
    if state.phase == "preparing" and state.round and state.decks[state.playing].back == state.last_back:
        state.playing = len(state.decks) - 1


def _deck(state: State, number: int, **changed: Any) -> None:  # noqa: ANN401 - fields of a deck
    _lies(state, number, state.decks[number]._replace(**changed))


def _lies(state: State, number: int, deck: DeckOn) -> None:
    """Replace a deck at the table."""
    state.decks = (*state.decks[:number], deck, *state.decks[number + 1 :])


def _prepared(state: State, data: Mapping[str, Any]) -> None:
    status = data["status"]
    lies = {} if status == "used" else {"lies": ON_TABLE}  # what the shuffler holds, it holds to shuffle it again
    _deck(state, data["deck"], status=status, **lies)


def _fed(state: State, data: Mapping[str, Any]) -> None:
    """Put a deck into the shuffler, out of the rack or off the table."""
    _deck(state, data["deck"], status="used", lies=IN_SHUFFLER)


def _shuffled(state: State, data: Mapping[str, Any]) -> None:
    deck, order, made = state.decks[data["deck"]], tuple(data["order"]), NO_SHUFFLE
    _withdrawn(state, deck, deck.sent_back or "it was shuffled again")
    if "secret" in data:
        numbers, persons = tuple(data["numbers"]), tuple(data["persons"])
        # A shuffle without any number is not dealt to whoever promised one (ruling S34): nothing is withheld from it.
        withheld = len({state.seat(number).person for number in data["left_out"]}) if numbers else 0
        secret, salts = data["secret"], data["salts"]
        made = Shuffle(data["shuffle"], secret, state.commitment, numbers, persons, order, salts, withheld)
        state.tally = state.tally._replace(withheld=state.tally.withheld + withheld)
        state.shuffles, state.commitment = data["shuffle"], data["commitment"]
        state.promises = {person: Promise(given.hash) for person, given in state.promises.items() if given.hash}
    how, status = data["how"], data["status"]
    lies = IN_SHUFFLER if how == "by device" else ON_TABLE
    fresh = deck._replace(
        cards=order, status=status, shuffle=made, how=how, lies=lies, cuts=(), recuts=(), root="", was_cut=False
    )
    _lies(state, data["deck"], fresh._replace(ended=False, sent_back=""))


def _withdrawn(state: State, deck: DeckOn, reason: str) -> None:
    """Note that a committed shuffle was not dealt."""
    made = deck.shuffle
    if not made.number or deck.ended:
        return
    if not made.numbers:
        reason = "it was shuffled without a number of any player"
    _end(state, ShuffleEnd(made.number, WITHDRAWN, reason, len(made.numbers)))


def _end(state: State, end: ShuffleEnd) -> None:
    """Note the end of a committed shuffle: each has one, so that receipts number them without a gap."""
    tally = state.tally
    withdrawn = tally.withdrawn + (end.end == WITHDRAWN)
    state.ends, state.tally = (*state.ends, end), tally._replace(decks=tally.decks + 1, withdrawn=withdrawn)


def _sends_back(state: State, number: int, reason: str) -> None:
    """Note why a deck that is shuffled is to be shuffled again."""
    _deck(state, number, sent_back=reason)


def _cut(state: State, data: Mapping[str, Any]) -> None:
    deck = state.decks[data["deck"]]
    cards = deck.cards
    depth = min(data["depth"], len(cards))  # a deck that lacks cards has not been counted
    cuts = (*deck.cuts, depth)
    cut = cards[depth:] + cards[:depth]
    _deck(state, data["deck"], cards=cut, status="cut", was_cut=True, cuts=cuts, lies=ON_TABLE)
    state.upside_down = frozenset([(position - depth) % len(cards) for position in state.upside_down])


def _recut(state: State, data: Mapping[str, Any]) -> None:
    if state.order:
        face_up = frozenset([each - sum(gone < each for gone in state.lost) for each in state.upside_down])
        _out_of_play(state, data["deck"], "to cut")
        state.upside_down = face_up - set(state.lost)
    recuts = (*state.decks[data["deck"]].recuts, data["reason"])
    _deck(state, data["deck"], status="to cut", recuts=recuts, lies=ON_TABLE)
    state.phase = "preparing"
    _nobody_ready(state)


def _nobody_ready(state: State) -> None:
    """Ask ready players again: they were ready for cards that will not be dealt; not after 'No more bets'."""
    if not state.closed:
        waits = [seat and replace(seat, ready=False, was_ready=seat.ready or seat.was_ready) for seat in state.seats]
        state.seats = tuple(waits)


def _out_of_play(state: State, number: int, status: str) -> None:
    """Take a deck of which no card was dealt out of the shoe or the dealer's hand; lost cards stay lost."""
    cards = tuple([card for position, card in enumerate(state.order) if position not in state.lost])
    _deck(state, number, status=status, cards=_read(state, cards), lies=ON_TABLE)
    state.phase, state.order, state.next, state.lost = "preparing", (), 0, ()
    state.upside_down = frozenset()
    _nobody_ready(state)


def _read(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
    """Cards as far as they are known: of an unread physical deck, only which cards a whole deck has."""
    size = state.fixed.deck_size
    if UNKNOWN not in cards and not state.fixed.real:
        return cards
    whole = state.fixed.real or len(cards) == size  # of real cards only a count shows that one is missing
    return tuple(range(size)) if whole else (UNKNOWN,) * len(cards)


def _loaded(state: State, data: Mapping[str, Any]) -> None:
    number = data["deck"]
    deck, root = state.decks[number], data["root"]
    state.playing, state.order, state.root = number, deck.cards, root
    _deck(state, number, status="in play", root=root, lies=data["into"])
    state.next, state.up, state.drawn, state.stub_away, state.stub = 0, frozenset(), (), False, ()
    state.rack, state.rack_count = (), 0
    # A deck that was cut again after "No more bets" comes back to a round whose bets stay closed (ruling S26).
    state.phase, state.step, state.cursor = "round" if state.closed else "betting", 0, 0


def _removed(state: State, data: Mapping[str, Any]) -> None:
    number = data["deck"]
    state.since_count = max(state.since_count, state.decks[number].since_count)
    _withdrawn(state, state.decks[number], data["reason"])
    state.decks = state.decks[:number] + state.decks[number + 1 :]
    if number == state.playing:
        _changed(state, f"the deck left the table: {data['reason']}")
    state.playing = 0
    if not state.decks:
        state.phase = "closed"


def _changed(state: State, what: str) -> None:
    """Note a change of the cards after 'No more bets', which the receipt of the round names."""
    if state.closed:
        state.changes = (*state.changes, what)


def _count_due(state: State, data: Mapping[str, Any]) -> None:
    _deck(state, data["deck"], owes=data["by"])


def _counted_by_device(state: State, data: Mapping[str, Any]) -> None:
    _deck(state, data["deck"], owes="")


def _counted(state: State, data: Mapping[str, Any]) -> None:
    """Record a count of real cards: of a whole deck that owed it, or of the stub for a question that waits."""
    if "deck" in data:
        _deck(state, data["deck"], owes="", since_count=0)
    else:
        state.pending = None


def _unloaded(state: State, data: Mapping[str, Any]) -> None:
    _out_of_play(state, data["deck"], "used")


def _opened(state: State, data: Mapping[str, Any]) -> None:
    state.sealed, state.commitment, state.began = data["session"], data["commitment"], state.now


def _ended(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.phase = "over"


def _idle(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    _out_of_play(state, state.playing, "spread")
    for number in range(len(state.decks)):
        _sends_back(state, number, "the cards were spread at a table without play")


def _clock(state: State, data: Mapping[str, Any]) -> None:
    state.now = data["now"]


# ---- seats and wagers ----------------------------------------------------------------------------------


def _put(state: State, number: int, seat: Seat | None) -> None:
    seats = list(state.seats)
    seats[number - 1] = seat
    state.seats = tuple(seats)


def _sat(state: State, data: Mapping[str, Any]) -> None:
    _put(state, data["seat"], Seat(data["person"], data["bankroll"]))


def _left(state: State, data: Mapping[str, Any]) -> None:
    """Vacate a seat. The person's next number is dropped; one already on record for the next shuffle stays in it."""
    person = state.seat(data["seat"]).person
    _put(state, data["seat"], None)
    given = state.promises.get(person)
    if given is not None and not any(seat.person == person for _, seat in state.taken()):
        others = {each: promise for each, promise in state.promises.items() if each != person}
        state.promises = others | ({person: given._replace(hash="")} if given.number else {})


def _number(state: State, data: Mapping[str, Any]) -> None:
    """Record a number for the next shuffle if it counts, and the hash of the one after it."""
    person = state.seat(data["seat"]).person
    known = any(each.number for each in state.promises.values())
    number = data["number"] if data["counts"] else ""
    state.promises = {**state.promises, person: Promise(data["next"], known or bool(number), number)}


def _away(state: State, data: Mapping[str, Any]) -> None:
    _put(state, data["seat"], replace(state.seat(data["seat"]), away=data["away"], keeps=data.get("keeps", False)))


def _placed(state: State, data: Mapping[str, Any]) -> None:
    seat, wagers = state.seat(data["seat"]), dict(data["wagers"])
    bankroll = seat.bankroll + sum(seat.wagers.values()) - sum(wagers.values())
    was_ready, away, keeps = seat.was_ready, seat.away, seat.keeps
    fresh = Seat(seat.person, bankroll, wagers, wagers, was_ready=was_ready, away=away, keeps=keeps)
    _put(state, data["seat"], fresh)


def _bought(state: State, data: Mapping[str, Any]) -> None:
    seat = state.seat(data["seat"])
    _put(state, data["seat"], replace(seat, bankroll=seat.bankroll + data["amount"]))


def _chips_moved(state: State, data: Mapping[str, Any]) -> None:
    """Move chips from one position of a person to another (ruling S35)."""
    for number, amount in ((data["seat"], -data["amount"]), (data["to"], data["amount"])):
        seat = state.seat(number)
        _put(state, number, replace(seat, bankroll=seat.bankroll + amount))


def _ready(state: State, data: Mapping[str, Any]) -> None:
    _put(state, data["seat"], replace(state.seat(data["seat"]), ready=True, was_ready=False))


def _closed(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.phase, state.round = "round", state.round + 1
    _deck(state, state.playing, since_count=state.decks[state.playing].since_count + 1)
    state.closed, state.looked, state.dealer_void, state.bonus_checked = True, False, False, False
    state.dealt = state.found = state.kept_out = state.burned_community = 0
    state.resets_at_close = state.meter_resets
    state.shown, state.changes = state.root, ()


def _meter(state: State, data: Mapping[str, Any]) -> None:
    amount, change = data["amount"], data["change"]
    state.meter = amount
    if "version" in data:  # the house's meter, which came with the command
        state.meter_version, state.meter_resets = data["version"], data["resets"]
    elif change:
        state.meter_version += 1
        state.meter_resets += amount == state.fixed.seed  # a meter never rises to its seed: it is never below it


def _bonus_chips(state: State, data: Mapping[str, Any]) -> None:
    state.bonus_checked = data["settled"]
    state.miscounted = 0


# ---- cards ---------------------------------------------------------------------------------------------


def _entered(state: State, data: Mapping[str, Any]) -> None:
    """Make a card known that a physical shoe has dealt."""
    position = data["position"]
    state.order = (*state.order[:position], data["card"], *state.order[position + 1 :])


def _taken(state: State, position: int) -> None:
    """Take a card from the stock: the next of the deck, or one drawn by mistake before."""
    if position in state.drawn:
        state.drawn = tuple([each for each in state.drawn if each != position])
    else:
        state.next = position + 1


def _lay(state: State, to: str, position: int) -> None:
    if to in {"dealer", "dealer waiting"}:
        state.dealer = (*state.dealer, position)
    elif to == "community":
        state.community = (*state.community, position)
    elif to == "community left":
        state.community = (position, *state.community)
    else:
        number = int(to)
        seat = state.seat(number)
        _put(state, number, replace(seat, cards=(*seat.cards, position)))


def _dealt(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    _taken(state, position)
    _lay(state, data["to"], position)
    if "turn" in data:  # a card of the first deal, which may be interrupted at any card
        state.dealt = data["turn"]


def _examined(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.looked = True


def _burned(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    if data["of"] == "community":
        state.community = tuple([each for each in state.community if each != position])
        state.burned_community += 1
    else:
        _taken(state, position)
    _to_rack(state, (position,), 1)


def _to_rack(state: State, positions: tuple[int, ...], counted: int | None) -> None:
    """Put cards into the rack; its count is unknown once some went in uncounted."""
    state.rack += positions
    so_far = state.rack_count
    state.rack_count = None if so_far is None or counted is None else so_far + counted


def _community(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    _taken(state, position)
    state.community = (*state.community, position)
    state.up |= {position}


def _turned(state: State, data: Mapping[str, Any]) -> None:
    state.up |= set(data["positions"])


def _decided(state: State, data: Mapping[str, Any]) -> None:
    number, wager, amount = data["seat"], data["wager"], data["amount"]
    seat = state.seat(number)
    discard = tuple(data["positions"])
    changed: dict[str, Any] = {"decisions": (*seat.decisions, data["choice"]), "ending": data["ending"]}
    # An end of the hand or a discard decides every base wager; a check leaves them to the next decision.
    if "absent" in data or seat.acted_for:
        changed["acted_for"] = "absent" in data and (data["ending"] != "played" or bool(discard))
    if wager:
        changed["wagers"] = {**seat.wagers, wager: amount}
        changed["staked"] = {**seat.staked, wager: amount}
        changed["bankroll"] = seat.bankroll - amount
    if discard:
        changed["discard"] = discard
        changed["cards"] = tuple([each for each in seat.cards if each not in discard])
    _put(state, number, replace(seat, **changed))


def as_line(line: Line | Sequence[Any]) -> Line:
    """A settlement line as the table has it, also if it was read from a recording."""
    if isinstance(line, Line):
        return line
    read = Line(*line)
    return read._replace(clauses=tuple(read.clauses), rulings=tuple(read.rulings))


def _settled(state: State, data: Mapping[str, Any]) -> None:
    number, line = data["seat"], as_line(data["line"])
    seat = state.seat(number)
    wagers = dict(seat.wagers)
    wagers.pop(line.wager, None)
    _put(state, number, replace(seat, bankroll=seat.bankroll + line.back, wagers=wagers, lines=(*seat.lines, line)))
    state.tray -= line.amount


def _announced(state: State, data: Mapping[str, Any]) -> None:
    """No change: the event is spoken only."""


def _kept_out(state: State, data: Mapping[str, Any]) -> None:
    state.kept_out = data["seat"]


def _collected(state: State, data: Mapping[str, Any]) -> None:
    of, positions = data["of"], tuple(data["positions"])
    if of == "dealer":
        state.dealer = ()
    elif of == "community":
        state.community = ()
    else:
        seat = state.seat(int(of))
        _put(state, int(of), replace(seat, collected=True))
    _to_rack(state, positions, len(positions))


def _stub(state: State, data: Mapping[str, Any]) -> None:
    positions = tuple(data["positions"])
    _to_rack(state, positions, data["counted"])
    state.next, state.drawn, state.stub_away, state.stub = len(state.order), (), True, positions
    if data["counted"] is not None:
        _deck(state, state.playing, since_count=0)


def _found_face_up(state: State, data: Mapping[str, Any]) -> None:
    position = data["position"]
    if "from" in data:  # it was scanned and laid before it was seen to lie face up
        _lift(state, data["from"], (position,))
        state.dealt -= 1
    else:
        _taken(state, position)
    state.found += 1
    _to_rack(state, (position,), 1)
    state.up |= {position}
    state.upside_down -= {position}


def _exposed(state: State, data: Mapping[str, Any]) -> None:
    if "position" in data:  # of a real card it may not be known which of them was seen
        state.up |= {data["position"]}


def _put_right(state: State, data: Mapping[str, Any]) -> None:
    """Put a surplus card back as the next, unseen; a missing card is dealt by an event of its own."""
    positions = tuple(data["positions"])
    state.dealer = tuple([each for each in state.dealer if each not in positions])
    state.drawn = (*positions, *state.drawn)
    state.pending = None


# ---- reports of real cards -----------------------------------------------------------------------------


def _lift(state: State, place: str, positions: tuple[int, ...]) -> None:
    """Take cards away from a hand."""
    if place == "dealer":
        state.dealer = tuple([each for each in state.dealer if each not in positions])
    elif place == "community":
        state.community = tuple([each for each in state.community if each not in positions])
    else:
        seat = state.seat(int(place))
        _put(state, int(place), replace(seat, cards=tuple([each for each in seat.cards if each not in positions])))


def _reported(state: State, data: Mapping[str, Any]) -> None:
    state.pending = ("report", data["says"])
    state.reported = {name: data[name] for name in ("what", "of", "to", "card", "number") if name in data}


def _miscounted(state: State, data: Mapping[str, Any]) -> None:
    """Give a hand the number of cards that people have counted: further cards are the next ones, unscanned.

    Where a card is missing, the table no longer knows where it is.
    """
    place, gone = data["of"], tuple(data["gone"])
    for position in data["added"]:
        if position in state.rack:  # the stub is in the rack already: one card fewer than was taken to be there
            state.rack = tuple([each for each in state.rack if each != position])
        else:
            _taken(state, position)
        _lay(state, place, position)
        if place == "community" and data["shown"]:
            state.up |= {position}
    _lift(state, place, gone)
    state.lost = (*state.lost, *gone)
    state.order = tuple([UNKNOWN if each in gone else card for each, card in enumerate(state.order)])


def _relaid(state: State, data: Mapping[str, Any]) -> None:
    """Give every hand the cards that it has if one had a card more or fewer than its turns during the deal."""
    for place, positions in data["hands"].items():
        _lift(state, place, state.at(place))
        for position in positions:
            if position in state.stock():  # it was not scanned
                _taken(state, position)
            _lay(state, place, position)
    state.dealt = data["turn"]


def _strayed(state: State, data: Mapping[str, Any]) -> None:
    _lift(state, data["of"], (data["position"],))
    _lay(state, data["to"], data["position"])


def _drawn(state: State, data: Mapping[str, Any]) -> None:
    state.drawn = (*state.drawn, data["position"])
    state.next = data["position"] + 1


def _corrected(state: State, data: Mapping[str, Any]) -> None:
    """Correct a misread card; the place that was taken to have it is unknown. A settled round stays as it was."""
    if "position" not in data:
        return
    order = list(state.order)
    if "doubted" in data:
        order[data["doubted"]] = UNKNOWN
    order[data["position"]] = data["card"]
    state.order, state.pending, state.reported = tuple(order), None, None


# ---- irregularities ------------------------------------------------------------------------------------


def _irregular(state: State, data: Mapping[str, Any]) -> None:
    """No change: the irregularity is announced; its consequences are events of their own."""


def _pending(state: State, data: Mapping[str, Any]) -> None:
    state.pending = (data["what"], data["says"])


def _ruled(state: State, data: Mapping[str, Any]) -> None:
    state.pending = state.reported = None
    if data["what"] == "shuffle":
        _changed(state, f"the cards were shuffled again: {data['reason']}")
        _sends_back(state, state.playing, data["reason"])


def _dealer_void(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.dealer_void = True


def _jammed(state: State, data: Mapping[str, Any]) -> None:
    state.devices = {**state.devices, data["device"]: "jammed"}
    for number, deck in enumerate(state.decks):
        if data["device"] == "shuffler" and deck.status == "shuffled":
            _sends_back(state, number, "the shuffler failed")


def _device(state: State, data: Mapping[str, Any]) -> None:
    state.devices = {**state.devices, data["device"]: RETURNING if "from" in data else data["is"]}


def _uses(state: State, data: Mapping[str, Any]) -> None:
    if "from" in data:  # a round is dealt in one way
        state.ways_next = data["dealing"], data["shuffling"]
        return
    state.dealing, state.shuffling, state.ways_next = data["dealing"], data["shuffling"], None
    state.terms = state.fixed.terms.used(state.dealing, state.shuffling)
    if RETURNING in state.devices.values():
        state.devices = {name: "working" if now == RETURNING else now for name, now in state.devices.items()}


def _moved_on(state: State, data: Mapping[str, Any]) -> None:
    state.step, state.cursor = data["step"], data["cursor"]


@keeps("deck.second_alternates")
def _over(state: State, data: Mapping[str, Any]) -> None:
    deck = state.decks[state.playing] if state.decks else None  # the deck may have left while it was to be cut again
    hands = tuple([_hand(number, seat) for number, seat in state.dealt_in()])
    dealer, community = tuple(data["dealer"]), tuple(data["community"])
    if deck and deck.shuffle.number and state.order:
        _end(state, ShuffleEnd(deck.shuffle.number, VOID if data["void"] else DEALT, "", len(deck.shuffle.numbers)))
    state.tally = state.tally._replace(void=state.tally.void + data["void"])
    state.last = LastRound(
        state.round,
        data["void"],
        state.looked,
        state.order,
        deck if deck and deck.root == state.root else None,
        state.root,
        state.up,
        dealer,
        community,
        hands,
        state.rack,
        state.stub,
        state.shown,
        state.changes,
        state.ends,
        state.tally,
    )
    state.ends = ()
    state.last_back = deck.back if deck else ""
    if deck and state.order:  # a deck that was to be cut again stays as it lay
        cards = _read(state, state.faces(state.rack))
        _deck(state, state.playing, cards=cards, status="used", lies=IN_RACK, ended=True)
    state.seats = tuple([seat if seat is None else _fresh_seat(seat) for seat in state.seats])
    state.playing = (state.playing + 1) % max(len(state.decks), 1)
    state.phase, state.step, state.cursor = "preparing" if state.decks else "closed", 0, 0
    state.order, state.next, state.up, state.drawn, state.lost = (), 0, frozenset(), (), ()
    state.upside_down, state.slips, state.looked, state.dealer_void = frozenset(), (), False, False
    state.pending, state.closed, state.jam_after, state.reported = None, False, NEVER, None


def _hand(number: int, seat: Seat) -> Seen:
    return Seen(number, seat.person, seat.cards, seat.discard, seat.decisions, seat.ending, seat.staked, seat.lines)


def _fault(state: State, data: Mapping[str, Any]) -> None:
    """Apply a physical fault that people have not noticed."""
    match data["what"]:
        case "face up":
            state.upside_down |= {data["position"]}
        case "lost":
            state.lost = (*state.lost, data["position"])
            state.drawn = tuple([each for each in state.drawn if each != data["position"]])
        case "slip":
            state.slips = (*state.slips, (data["how"], str(data["at"])))
        case "drawn":
            state.drawn = (*state.drawn, data["position"])
            state.next = data["position"] + 1
        case "slipped":
            state.slips = tuple([each for each in state.slips if each != (data["how"], str(data["at"]))])
        case "surplus":
            _deck(state, state.playing, surplus=state.decks[state.playing].surplus + 1)
        case "jam":
            state.jam_after = data["after"]
        case _:  # the wagering devices miscount
            state.miscounted = data["by"]


FOLDS: dict[str, Callable[[State, Mapping[str, Any]], None]] = {
    "opened": _opened,
    "ended": _ended,
    "number": _number,
    "received": _received,
    "prepared": _prepared,
    "shuffled": _shuffled,
    "entered": _entered,
    "counted_by_device": _counted_by_device,
    "count_due": _count_due,
    "counted": _counted,
    "cut": _cut,
    "recut": _recut,
    "loaded": _loaded,
    "removed": _removed,
    "unloaded": _unloaded,
    "fed": _fed,
    "idle": _idle,
    "clock": _clock,
    "sat": _sat,
    "left": _left,
    "away": _away,
    "placed": _placed,
    "bought": _bought,
    "chips_moved": _chips_moved,
    "notice": _announced,
    "column": _announced,
    "ready": _ready,
    "closed": _closed,
    "meter": _meter,
    "bonus_chips": _bonus_chips,
    "dealt": _dealt,
    "examined": _examined,
    "burned": _burned,
    "community": _community,
    "turned": _turned,
    "decided": _decided,
    "settled": _settled,
    "announced": _announced,
    "kept_out": _kept_out,
    "collected": _collected,
    "stub": _stub,
    "found_face_up": _found_face_up,
    "exposed": _exposed,
    "put_right": _put_right,
    "reported": _reported,
    "miscounted": _miscounted,
    "relaid": _relaid,
    "strayed": _strayed,
    "drawn": _drawn,
    "corrected": _corrected,
    "irregular": _irregular,
    "pending": _pending,
    "ruled": _ruled,
    "dealer_void": _dealer_void,
    "jammed": _jammed,
    "device": _device,
    "uses": _uses,
    "moved_on": _moved_on,
    "over": _over,
    "fault": _fault,
}
assert set(FOLDS) == set(AUDIENCES)  # noqa: S101 - an event without an audience would be a leak waiting to happen
