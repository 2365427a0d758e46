"""Effects of events on the session and the round: bets closed, questions, devices, steps, the end, and faults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.citations import keeps
from croupier.games.game import Draw
from croupier.table.model.folds import Folds
from croupier.table.model.folds.decks import as_read, change_deck, end_shuffle, note_change
from croupier.table.model.folds.seats import put
from croupier.table.model.state import (
    DEALT,
    IN_RACK,
    NEVER,
    RETURNING,
    VOID,
    LastRound,
    Seat,
    Seen,
    ShuffleEnd,
    State,
)


def _opened(state: State, data: Mapping[str, Any]) -> None:
    state.sealed, state.commitment, state.began = data["session"], data["commitment"], state.now


def _ended(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.phase = "over"


def _clock(state: State, data: Mapping[str, Any]) -> None:
    state.now = data["now"]


def _closed(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.phase, state.round = "round", state.round + 1
    change_deck(state, state.playing, since_count=state.decks[state.playing].since_count + 1)
    state.closed, state.looked, state.dealer_void, state.bonus_checked = True, False, False, False
    state.dealer_seen = False
    state.dealt = state.found = state.kept_out = state.burned_community = 0
    state.resets_at_close = state.meter_resets
    state.shown, state.changes = state.root, ()
    state.owing, state.numbers = _promised(state), {}


def _promised(state: State) -> tuple[str, ...]:
    """The persons in the round who have promised a number, each once; the list is frozen with the bets."""
    if not state.promises or not state.decks[state.playing].shuffle.permutes:
        return ()
    in_round = dict.fromkeys(seat.person for _, seat in state.dealt_in())
    return tuple([person for person in in_round if person in state.promises])


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


def _announced(state: State, data: Mapping[str, Any]) -> None:
    """No change: the event is spoken only."""


def _irregular(state: State, data: Mapping[str, Any]) -> None:
    """No change: the irregularity is announced; its consequences are events of their own."""


def _pending(state: State, data: Mapping[str, Any]) -> None:
    state.pending = (data["what"], data["says"])


def _ruled(state: State, data: Mapping[str, Any]) -> None:
    state.pending = state.reported = None
    if data["what"] == "shuffle":
        note_change(state, f"the cards were shuffled again: {data['reason']}")
        change_deck(state, state.playing, sent_back=data["reason"])
    if data["what"] == "foul deck" and data["choice"] == "play on":
        change_deck(state, state.playing, foul=True)


def _dealer_void(state: State, data: Mapping[str, Any]) -> None:  # noqa: ARG001 - one shape for all
    state.dealer_void = True


def _jammed(state: State, data: Mapping[str, Any]) -> None:
    state.devices = {**state.devices, data["device"]: "jammed"}
    for number, deck in enumerate(state.decks):
        if data["device"] == "shuffler" and deck.status == "shuffled":
            change_deck(state, number, sent_back="the shuffler failed")


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
    if data["step"] != state.step:
        state.dealt = 0
        if isinstance(state.fixed.script[state.step], Draw):
            _drawn(state)
    state.step, state.cursor = data["step"], data["cursor"]


def _drawn(state: State) -> None:
    """Count what players have drawn: who is in has a card for each that was put away."""
    for number, seat in state.dealt_in():
        if seat.ending == "played" and seat.drawn != len(seat.discard):
            put(state, number, replace(seat, drawn=len(seat.discard)))


@keeps("deck.second_alternates")
def _over(state: State, data: Mapping[str, Any]) -> None:
    deck = state.decks[state.playing] if state.decks else None  # the deck may have left while it was to be cut again
    hands = tuple([_hand(number, seat) for number, seat in state.dealt_in()])
    dealer, community = tuple(data["dealer"]), tuple(data["community"])
    if deck and deck.shuffle.number and state.order:
        made = deck.shuffle
        end_shuffle(state, ShuffleEnd(made.number, VOID if data["void"] else DEALT, "", len(made.numbers)))
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
    state.ends, state.owing, state.numbers = (), (), {}
    state.last_back = deck.back if deck else ""
    if deck and state.order:  # a deck that was to be cut again stays as it lay
        cards = as_read(state, state.faces(state.rack))
        change_deck(state, state.playing, cards=cards, status="used", lies=IN_RACK, ended=True)
    state.seats = tuple([seat if seat is None else _fresh_seat(seat) for seat in state.seats])
    state.playing = (state.playing + 1) % max(len(state.decks), 1)
    state.phase, state.step, state.cursor = "preparing" if state.decks else "closed", 0, 0
    state.order, state.next, state.up, state.exposed, state.drawn, state.lost = (), 0, frozenset(), frozenset(), (), ()
    state.upside_down, state.slips, state.looked, state.dealer_void = frozenset(), (), False, False
    state.pending, state.closed, state.jam_after, state.reported, state.doubted = None, False, NEVER, None, NEVER


def _fresh_seat(seat: Seat) -> Seat:
    """A seat between rounds: it keeps its money and its person, who may still sit out."""
    return Seat(seat.person, seat.bankroll, away=seat.keeps, keeps=seat.keeps, lines=seat.lines)


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
            change_deck(state, state.playing, surplus=state.decks[state.playing].surplus + 1)
        case "jam":
            state.jam_after = data["after"]
        case _:  # the wagering devices miscount
            state.miscounted = data["by"]


FOLDS: Folds = {
    "opened": _opened,
    "ended": _ended,
    "clock": _clock,
    "notice": _announced,
    "column": _announced,
    "closed": _closed,
    "meter": _meter,
    "bonus_chips": _bonus_chips,
    "announced": _announced,
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
