"""The rules behind each kind of event, so that a narration can cite the clauses in force.

Settlement lines, irregularities and refusals carry their own clauses; this is for all other events.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from croupier.games.game import Ask, Community, Deal, Draw, Settle, TurnUp, places
from croupier.games.lines import Line
from croupier.rulebook.model import is_under
from croupier.table.model.apply import apply
from croupier.table.model.events import Event
from croupier.table.model.state import ABANDONED, IN_RACK, State
from croupier.table.procedures.irregularities import stub_expected

Data: TypeAlias = Mapping[str, Any]
# A rule by its name; or, in a pair, its clauses that stand under those of another rule.
Rules: TypeAlias = Iterator[str | tuple[str, str]]


def clauses_of(before: State, events: Iterable[Event]) -> tuple[str, ...]:
    """The clauses in force by which these events happened, one after another, from the state before them."""
    found: dict[str, None] = {}
    state = before
    for event in events:
        for rule in _RULES.get(event.kind, _none)(state, event.data):
            found |= dict.fromkeys(_held(state, rule) if isinstance(rule, str) else state.terms.under(*rule))
        found |= dict.fromkeys(_CLAUSES.get(event.kind, _no_clause)(state, event.data))
        state = apply(state, event)
    return tuple(found)


def _held(state: State, rule: str) -> list[str]:
    """The clauses of a rule that are in force; a definition only if no other clause states the rule."""
    held = state.terms.in_force(rule)
    return [each for each in held if state.terms.rulebook.clause(each).kind != "definition"] or list(held)


def _no_clause(state: State, data: Data) -> Iterator[str]:  # noqa: ARG001 - one shape for all
    yield from ()


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
    if state.decks[data["deck"]].how and data["status"] in _PREPARED:  # it has played, and lay at an idle table
        yield "idle.reopen"
    if len(state.decks) > 1 and data["status"] == "stacked":
        yield "open.two_decks"


def _shuffled(state: State, data: Data) -> Rules:
    yield from ("shuffle.when", "shuffle.how", "shuffle.stack")
    yield "shuffle.then_cut" if data["status"] == "to cut" else "shuffle.then_deal"
    if state.phase in {"round", "betting"}:
        yield "deck.second_shuffles"
    if len(state.decks) > 1 and state.decks[data["deck"]].lies == IN_RACK:
        yield "deck.second_rack"


def _loaded(state: State, data: Data) -> Rules:
    if data["by"] == "device":
        yield "shuffle.into_shoe"
    yield from ("deal.into_shoe", f"deal.{state.dealing}")
    if state.way_of_dealing.from_hand:
        yield "deal.device_first"
    if len(state.decks) > 1:
        yield "deck.second_alternates"


# ---- seats and wagers --------------------------------------------------------------------------------------


def _placed(state: State, data: Data) -> Rules:
    yield "wager.chips"
    for name in data["wagers"]:
        yield f"wager.{name}" if state.terms.binds(f"wager.{name}") else "wager.bets"


def _before_close(state: State, data: Data) -> Iterator[str]:
    """The clauses on when wagers are placed; a clause about one wager is cited only when that one is placed."""
    book = state.terms.rulebook
    others = [name for name in book.wagers if name not in data["wagers"]]
    about_others = {clause for name in others for clause in book.rules.get(f"wager.{name}", ())}
    about_placed = {clause for name in data["wagers"] for clause in book.rules.get(f"wager.{name}", ())}
    held = _held(state, "wager.before_close")
    yield from (clause for clause in held if clause in about_placed or clause not in about_others)


# ---- the round ---------------------------------------------------------------------------------------------

_PLACES = {
    "dealer": ("deal.dealer", "deal.stack_dealer"),
    "dealer waiting": ("deal.dealer_waits",),
    "community": ("deal.community",),
    "community left": ("deal.stack_community",),
}


def _drawn(state: State, data: Data) -> Rules:
    """The rule on a card drawn by mistake, which is the next card."""
    if data["position"] in state.drawn:
        yield "irregular.drawn_in_error"


def _dealt(state: State, data: Data) -> Rules:
    yield from _drawn(state, data)
    step = state.fixed.script[state.step]
    if state.step and isinstance(step, Deal | Draw):
        yield step.rule
        return
    yield "deal.face_down"
    if data["to"] not in _PLACES:
        yield from ("deal.order", "deal.stack_player")


def _this_card(state: State, data: Data) -> Iterator[str]:
    """The clause of this card, where a document goes through the deal card by card."""
    if state.step and isinstance(state.fixed.script[state.step], Deal | Draw):
        return
    deal, to = state.fixed.deal, data["to"]
    place = to.split(maxsplit=1)[0]
    lies = {"dealer": state.dealer, "community": state.community}
    so_far = len(lies[place] if place in lies else state.seat(int(place)).cards)
    cards = {"dealer": deal.dealer, "community": deal.community}.get(place, deal.each)
    for rule in _PLACES.get(to, ("deal.player",)):
        held = _held(state, rule)
        yield from held[so_far : so_far + 1] if len(held) == cards else held


def _in_turn(state: State, data: Data) -> Iterator[str]:
    """The clauses on the order in which hands are turned up; a hand's line cites those on a dealer without a pair."""
    if data["of"] not in ("dealer", "community") and isinstance(state.fixed.script[state.step], Settle):
        unpaired = _held(state, "settle.no_pair")
        yield from (clause for clause in _held(state, "settle.order") if clause not in unpaired)


def _announced(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    yield "settle.announce", "settle.dealer_reveals" if data["of"] == "dealer" else "settle.order"


def _burned(state: State, data: Data) -> Rules:
    yield from _drawn(state, data)
    if data["of"] == "community":
        yield "community.burn"
    else:
        yield "community.burn", _step_for(state)


def _community(state: State, data: Data) -> Rules:
    yield from _drawn(state, data)
    if rule := _step_for(state):  # a card beyond the last is dealt by no rule
        yield rule


def _step_for(state: State) -> str:
    """The rule of the step that deals the next community card, which is not always the step that is due."""
    script = state.fixed.script
    for number, step in enumerate(script, start=1):
        if isinstance(step, Community) and places(script[:number]).community > len(state.community):
            return step.rule
    return ""


def _turned(state: State, data: Data) -> Rules:
    step = state.fixed.script[state.step]
    if isinstance(step, Deal | TurnUp):
        yield step.rule
    elif data["of"] == "dealer":
        yield "settle.dealer_reveals"
    elif isinstance(step, Settle):
        yield from ("settle.turn_up", "settle.examine", "hand.form", "hand.best_five")
        yield "dragon.best", "settle.order"


def _decided(state: State, data: Data) -> Iterator[str]:
    step = state.fixed.script[state.step]
    if not isinstance(step, Ask) or data["choice"] == ABANDONED:
        yield from _held(state, "seat.abandoned") if data["choice"] == ABANDONED else ()
        return
    rules = ["ask.order", *(choice.rule for choice in step.choices if choice.name == data["choice"])]
    rules += ["ask.discard"] * bool(data["discard"])
    # Not every document mentions the wager that is made, or each that survives a fold.
    named = [f"wager.{data['wager']}"] * bool(data["wager"])
    named += [f"ask.fold_{name}" for name in state.seat(data["seat"]).wagers] * (data["ending"] == "folded")
    for rule in [*rules, *filter(state.terms.binds, named)]:
        yield from _at_this_turn(state, step, rule)


def _at_this_turn(state: State, step: Ask, rule: str) -> Iterator[str]:
    """The clauses of a rule, except those about another turn than this one."""
    here = _held(state, step.rule)
    turns = [each.rule for each in state.fixed.script if isinstance(each, Ask)]
    others = [clause for turn in turns if turn != step.rule for clause in _held(state, turn) if clause not in here]
    for clause in _held(state, rule):
        if not any(clause == other or is_under(clause, other) for other in others):
            yield clause


_COLLECTS = {"seat by seat": "collect.seat_by_seat", "at the end": "collect.all"}
_BY_RESULT = {"lose": "collect.losers", "push": "collect.push", "win": "collect.winners"}


def _collected(state: State, data: Data) -> Rules:
    yield "collect.in_order"
    step, of = state.fixed.script[state.step], str(data["of"])
    if of == "community":
        yield from ("collect.community", "collect.all")
    elif isinstance(step, Settle) and step.collects in _COLLECTS:
        yield _COLLECTS[step.collects]
    elif isinstance(step, Settle) and of.isdecimal():
        base = [line for line in state.seat(int(of)).lines if line.wager in state.terms.wagers]
        yield from (_BY_RESULT[line.result] for line in base if not _is_side(state, line) and line.result in _BY_RESULT)
    elif of.isdecimal() and state.seat(int(of)).ending == "folded":
        yield from ("collect.folds", "ask.fold_rack")


def _is_side(state: State, line: Line) -> bool:
    return state.terms.wagers[line.wager].side


def _stub(state: State, data: Data) -> Rules:
    yield from ("stub.rack", "deal.three_cards")
    if data["counted"] is not None:
        yield "stub.count"
        if data["counted"] == stub_expected(state):
            yield "stub.whole"


def _ruled(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    if data["what"] == "shuffle":
        yield "shuffle.directed"


def _device(state: State, data: Data) -> Rules:  # noqa: ARG001 - one shape for all
    if "from" in data:
        yield "irregular.device_out"
    elif data["is"] != "working":
        yield from ("irregular.device_out", f"irregular.device_{data['is']}")


_RULES: dict[str, Callable[[State, Data], Rules]] = {
    "received": _received,
    "prepared": _prepared,
    "shuffled": _shuffled,
    "counted_by_device": _always("shuffle.count"),
    "count_due": lambda _, data: iter(["stub.count" if data["by"] == "by hand" else "shuffle.count"]),
    "counted": _always("stub.count"),
    "drawn": _always("irregular.drawn_in_error"),
    "cut": _always("cut.ten_cards", "cut.complete", "cut.to_bottom", "cut.then_deal"),
    "recut": _always("cut.recut"),
    "loaded": _loaded,
    "fed": _always("deck.second_rack"),
    "sat": _always("seat.seated"),
    "away": _always("seat.stay"),
    "placed": _placed,
    "chips_moved": _always("seat.two_positions"),
    "closed": _always("deal.no_more_bets", "wager.frozen"),
    "bonus_chips": _always("deal.bonus_chips"),
    "dealt": _dealt,
    "examined": _always("player.examine"),
    "burned": _burned,
    "community": _community,
    "column": _always("deal.hands_counted"),
    "turned": _turned,
    "announced": _announced,
    "kept_out": _always("settle.highest_stays"),
    "collected": _collected,
    "stub": _stub,
    "device": _device,
    "ruled": _ruled,
}
_CLAUSES: dict[str, Callable[[State, Data], Iterator[str]]] = {
    "placed": _before_close,
    "dealt": _this_card,
    "decided": _decided,
    "turned": _in_turn,
}
