"""By which rules what happens happens, so that whatever is told of it can cite the clauses in force.

Lines of a settlement, irregularities and refusals carry their own clauses; this is for all other events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from croupier.games.game import Ask, Settle
from croupier.table.events import Event
from croupier.table.folds import apply
from croupier.table.state import State

Data: TypeAlias = Mapping[str, Any]
Rules: TypeAlias = Iterator[str]


def clauses_of(before: State, events: Iterable[Event]) -> tuple[str, ...]:
    """The clauses in force by which these events happened, one after another, at a table that stood like this."""
    found: dict[str, None] = {}
    state = before
    for event in events:
        for rule in _RULES.get(event.kind, _none)(state, event.data):
            held = state.terms.in_force(rule)
            ruling = [each for each in held if state.terms.rulebook.clause(each).kind != "definition"]
            found |= dict.fromkeys(ruling or held)
        state = apply(state, event)
    return tuple(found)


def _none(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    yield from ()


def _always(*rules: str) -> Callable[[State, Data], Rules]:
    def found(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
        yield from rules

    return found


# ---- the cards before the round ----------------------------------------------------------------------------


def _received(state: State, data: Data) -> Rules:
    yield from ("open.receive", "deck.cards")
    if state.decks:
        yield from ("deck.second", "deck.second_backs", "deck.second_complies")
    if data["status"] != "received":
        yield "open.preshuffled"


_PREPARED = {
    "inspected": ("open.inspect",),
    "verified": ("open.inspect",),
    "spread": ("open.spread",),
    "shown": ("open.spread",),
    "washed": ("open.wash",),
    "stacked": ("open.wash",),
}


def _prepared(state: State, data: Data) -> Rules:
    yield from _PREPARED.get(data["status"], ())
    if state.decks[data["deck"]].how:  # it has been shuffled before, and lay spread at an idle table
        yield "idle.reopen"
    if len(state.decks) > 1 and data["status"] == "stacked":
        yield "open.two_decks"


def _shuffled(state: State, data: Data) -> Rules:
    yield from ("shuffle.when", "shuffle.how", "shuffle.stack")
    yield "shuffle.then_cut" if data["status"] == "to cut" else "shuffle.then_deal"
    if state.phase in {"round", "betting"}:
        yield "deck.second_shuffles"


def _loaded(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    yield from ("deal.into_shoe", f"deal.{state.dealing}")
    if state.dealing == "hand":
        yield "deal.device_first"
    if len(state.decks) > 1:
        yield from ("deck.second_alternates", "deck.second_rack")


# ---- seats and wagers --------------------------------------------------------------------------------------


def _placed(state: State, data: Data) -> Rules:
    yield from ("wager.chips", "wager.before_close")
    for name in data["wagers"]:
        yield f"wager.{name}"
    if any(f"wager.{name}" not in state.terms.rulebook.rules for name in data["wagers"]):
        yield "wager.bets"


# ---- the round ---------------------------------------------------------------------------------------------

_DEALT = {
    "dealer": ("deal.dealer", "deal.stack_dealer", "deal.three_cards"),
    "dealer waiting": ("deal.dealer_waits", "deal.three_cards"),
    "community": ("deal.community",),
    "community left": ("deal.stack_community",),
}
_TO_PLAYER = ("deal.order", "deal.player", "deal.stack_player", "deal.three_cards")


def _dealt(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    yield from ("deal.face_down", *_DEALT.get(data["to"], _TO_PLAYER))


def _community(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    yield getattr(state.fixed.script[state.step], "rule", "")


def _turned(state: State, data: Data) -> Rules:
    if data["of"] == "dealer":
        yield from ("settle.dealer_reveals", "dragon.best")
    elif data["of"] == "community":
        yield from _community(state, data)
    elif isinstance(state.fixed.script[state.step], Settle):
        yield from ("settle.order", "settle.turn_up", "settle.examine", "hand.form", "hand.best_five")


def _decided(state: State, data: Data) -> Rules:
    step = state.fixed.script[state.step]
    if not isinstance(step, Ask):
        return
    yield from ("ask.order", step.rule)
    yield from (choice.rule for choice in step.choices if choice.name == data["choice"])
    if data["wager"]:
        yield f"wager.{data['wager']}"
    if data["discard"]:
        yield "ask.discard"
    if data["ending"] == "folded" and state.seat(data["seat"]).wagers.keys() & _sides(state):
        yield from ("ask.fold_sides", "ask.fold_stays", "ask.fold_trips")


def _sides(state: State) -> set[str]:
    return {name for name, wager in state.terms.wagers.items() if wager.side}


_COLLECTS = {
    "seat by seat": ("collect.seat_by_seat",),
    "losers first": ("collect.losers", "collect.push"),
    "at the end": ("collect.all",),
}


def _collected(state: State, data: Data) -> Rules:
    yield "collect.in_order"
    step = state.fixed.script[state.step]
    if data["of"] == "community":
        yield from ("collect.community", "collect.all")
    elif isinstance(step, Settle):
        yield from _COLLECTS[step.collects]
        if step.collects == "losers first" and not state.cursor:
            yield "collect.winners"
    elif str(data["of"]).isdecimal() and state.seat(int(data["of"])).ending == "folded":
        yield from ("collect.folds", "ask.fold_rack")


def _stub(state: State, data: Data) -> Rules:
    yield "stub.rack"
    if data["counted"] is not None:
        yield "stub.count"
        if state.present == state.fixed.deck_size:
            yield "stub.whole"


def _device(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    if data["is"] != "working":
        yield from ("irregular.device_out", f"irregular.device_{data['is']}")


_RULES: dict[str, Callable[[State, Data], Rules]] = {
    "received": _received,
    "prepared": _prepared,
    "shuffled": _shuffled,
    "counted_by_device": _always("shuffle.count"),
    "cut": _always("cut.ten_cards", "cut.complete", "cut.to_bottom", "cut.then_deal"),
    "recut": _always("cut.recut"),
    "loaded": _loaded,
    "sat": _always("seat.seated"),
    "away": _always("seat.stay"),
    "placed": _placed,
    "closed": _always("deal.no_more_bets", "wager.frozen"),
    "bonus_chips": _always("deal.bonus_chips"),
    "dealt": _dealt,
    "examined": _always("player.examine"),
    "burned": _always("community.burn"),
    "community": _community,
    "column": _always("deal.hands_counted"),
    "turned": _turned,
    "decided": _decided,
    "announced": _always("settle.announce"),
    "kept_out": _always("settle.highest_stays"),
    "collected": _collected,
    "stub": _stub,
    "device": _device,
    "jammed": _none,
}
