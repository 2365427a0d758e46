"""Effects of events on decks: arrival, opening, shuffle, cut, loading, counting and removal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.table.model.folds import Folds
from croupier.table.model.state import (
    IN_SHUFFLER,
    NO_SHUFFLE,
    ON_TABLE,
    UNKNOWN,
    WITHDRAWN,
    DeckOn,
    Promise,
    Shuffle,
    ShuffleEnd,
    State,
)


def _received(state: State, data: Mapping[str, Any]) -> None:
    deck = DeckOn(data["back"], tuple(data["cards"]), data["status"], since=state.now, since_count=state.since_count)
    state.decks, state.opened, state.since_count = (*state.decks, deck), True, 0
    state.phase = "preparing" if state.phase == "closed" else state.phase
    # Two decks alternate as soon as both are there: the one that has just played waits for the one that came.
    if state.phase == "preparing" and state.round and state.decks[state.playing].back == state.last_back:
        state.playing = len(state.decks) - 1


def change_deck(state: State, number: int, **changed: Any) -> None:  # noqa: ANN401 - fields of a deck
    """Change fields of a deck at the table."""
    _lies(state, number, state.decks[number]._replace(**changed))


def _lies(state: State, number: int, deck: DeckOn) -> None:
    """Replace a deck at the table."""
    state.decks = (*state.decks[:number], deck, *state.decks[number + 1 :])


def _prepared(state: State, data: Mapping[str, Any]) -> None:
    status = data["status"]
    lies = {} if status == "used" else {"lies": ON_TABLE}  # what the shuffler holds, it holds to shuffle it again
    change_deck(state, data["deck"], status=status, **lies)


def _fed(state: State, data: Mapping[str, Any]) -> None:
    """Put a deck into the shuffler, out of the rack or off the table."""
    change_deck(state, data["deck"], status="used", lies=IN_SHUFFLER)


def _shuffled(state: State, data: Mapping[str, Any]) -> None:
    deck, order, made = state.decks[data["deck"]], tuple(data["order"]), NO_SHUFFLE
    _withdrawn(state, deck, deck.sent_back or "it was shuffled again")
    if "secret" in data and "numbers" not in data:
        made = Shuffle(data["shuffle"], data["secret"], state.commitment, (), (), order, data["salts"], permutes=True)
        state.shuffles, state.commitment = data["shuffle"], data["commitment"]
    elif "secret" in data:  # before ruling S37
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
    if not made.numbers and not made.permutes:
        reason = "it was shuffled without a number of any player"
    end_shuffle(state, ShuffleEnd(made.number, WITHDRAWN, reason, len(made.numbers)))


def end_shuffle(state: State, end: ShuffleEnd) -> None:
    """Note the end of a committed shuffle: each has one, so that receipts number them without a gap."""
    tally = state.tally
    withdrawn = tally.withdrawn + (end.end == WITHDRAWN)
    state.ends, state.tally = (*state.ends, end), tally._replace(decks=tally.decks + 1, withdrawn=withdrawn)


def _permuted(state: State, data: Mapping[str, Any]) -> None:
    """Deal from here on in another order of places; what is lost or lies face up stays so, wherever it comes."""
    order, made = tuple(data["order"]), state.decks[data["deck"]].shuffle
    here = {card for position, card in enumerate(state.order) if position not in state.lost}
    face_up = {state.order[position] for position in state.upside_down}
    state.lost = tuple([position for position, card in enumerate(order) if card not in here])
    state.upside_down = frozenset([position for position, card in enumerate(order) if card in face_up])
    numbers, persons = tuple(data["numbers"]), tuple(data["persons"])
    change_deck(state, data["deck"], shuffle=made._replace(numbers=numbers, persons=persons))
    state.order, state.numbers = order, {}


def _cut(state: State, data: Mapping[str, Any]) -> None:
    deck = state.decks[data["deck"]]
    cards = deck.cards
    depth = min(data["depth"], len(cards))  # a deck that lacks cards has not been counted
    cuts = (*deck.cuts, depth)
    cut = cards[depth:] + cards[:depth]
    change_deck(state, data["deck"], cards=cut, status="cut", was_cut=True, cuts=cuts, lies=ON_TABLE)
    state.upside_down = frozenset([(position - depth) % len(cards) for position in state.upside_down])


def _recut(state: State, data: Mapping[str, Any]) -> None:
    if state.order:
        face_up = frozenset([each - sum(gone < each for gone in state.lost) for each in state.upside_down])
        _out_of_play(state, data["deck"], "to cut")
        state.upside_down = face_up - set(state.lost)
    recuts = (*state.decks[data["deck"]].recuts, data["reason"])
    change_deck(state, data["deck"], status="to cut", recuts=recuts, lies=ON_TABLE)
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
    known = cards if status == "to cut" else as_read(state, cards)  # cards that are cut again are not shuffled before
    change_deck(state, number, status=status, cards=known, lies=ON_TABLE)
    state.phase, state.order, state.next, state.lost = "preparing", (), 0, ()
    state.upside_down = frozenset()
    _nobody_ready(state)


def as_read(state: State, cards: tuple[int, ...]) -> tuple[int, ...]:
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
    change_deck(state, number, status="in play", root=root, lies=data["into"])
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
        note_change(state, f"the deck left the table: {data['reason']}")
    state.playing = 0
    if not state.decks:
        state.phase = "closed"


def note_change(state: State, what: str) -> None:
    """Note a change of the cards after 'No more bets', which the receipt of the round names."""
    if state.closed:
        state.changes = (*state.changes, what)


def _count_due(state: State, data: Mapping[str, Any]) -> None:
    change_deck(state, data["deck"], owes=data["by"])


def _counted_by_device(state: State, data: Mapping[str, Any]) -> None:
    change_deck(state, data["deck"], owes="")


def _counted(state: State, data: Mapping[str, Any]) -> None:
    """Record a count of real cards: of a whole deck that owed it, or of the stub for a question that waits."""
    if "deck" in data:
        change_deck(state, data["deck"], owes="", since_count=0)
    else:
        state.pending = None


def _unloaded(state: State, data: Mapping[str, Any]) -> None:
    _out_of_play(state, data["deck"], "used")


def _idle(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    _out_of_play(state, state.playing, "spread")
    for number in range(len(state.decks)):
        change_deck(state, number, sent_back="the cards were spread at a table without play")


FOLDS: Folds = {
    "received": _received,
    "prepared": _prepared,
    "shuffled": _shuffled,
    "permuted": _permuted,
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
}
