"""What the table waits for: the one next step, who takes it, and by which rule."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from croupier.games.game import (
    Ask,
    Burn,
    CollectFolds,
    Community,
    Deal,
    DealerReveals,
    Settle,
    Step,
    Stub,
    TurnUp,
)
from croupier.table.commands import Role
from croupier.table.declared import STEPS
from croupier.table.state import DeckOn, State

ALL_STEPS = frozenset(STEPS)  # that the dealer and the floor take, which may run by themselves


class Due(NamedTuple):
    """The next step: who does what, by which rule, and at which seat."""

    who: Role
    do: str
    rule: str
    seat: int = 0
    deck: int = 0


_PREPARING: dict[str, tuple[Role, str, str]] = {
    "received": ("dealer", "inspect", "open.inspect"),
    "inspected": ("floor", "verify", "open.inspect"),
    "verified": ("dealer", "spread", "open.spread"),
    "spread": ("dealer", "show", "open.spread"),
    "shown": ("dealer", "wash", "open.wash"),
    "washed": ("dealer", "stack", "open.wash"),
    "shuffled": ("dealer", "load", "deal.into_shoe"),
    "cut": ("dealer", "load", "deal.into_shoe"),
}
_OPENING = _PREPARING.keys() - {"shuffled", "cut"}
_STEPS: dict[type[Step], tuple[str, str]] = {
    Deal: ("deal", "deal.order"),
    Burn: ("burn", "community.burn"),
    Community: ("community", ""),
    TurnUp: ("turn up", ""),
    Stub: ("stub", "stub.rack"),
    CollectFolds: ("collect folds", "collect.folds"),
    DealerReveals: ("reveal", "settle.dealer_reveals"),
    Settle: ("settle", "settle.order"),
}


def due(state: State) -> Due:
    """What the table waits for."""
    if state.pending is not None:
        return Due("floor", "rule", "deal.bonus_chips" if state.pending[0] == "bonus chips" else "round.whole")
    phase = state.phase
    if phase == "round":
        return _in_round(state)
    if phase == "preparing":
        return _preparing(state)
    if phase == "over" or (phase == "closed" and state.fixed.committed and not state.sealed):
        return Due("house", "open", "open.receive")
    if phase == "closed":
        return Due("house", "receive", "open.receive")
    return _made("dealer", "no more bets", "deal.no_more_bets", 0)


def _preparing(state: State) -> Due:
    """Every deck is opened before the first round; later only the deck whose turn it is must be ready."""
    opening = [(number, deck) for number, deck in enumerate(state.decks) if deck.status in _OPENING]
    # A deck that waits for somebody to see it does not keep the other from being inspected.
    opening.sort(key=lambda each: each[1].status == "spread" and not state.taken())
    for number, deck in opening:
        return _made(*_PREPARING[deck.status], 0, number)
    return _one_deck(state, state.playing, state.decks[state.playing])


def _one_deck(state: State, number: int, deck: DeckOn) -> Due:
    if deck.status == "to cut":
        return _made("dealer", "cut", "cut.ten_cards", 0, number)
    if deck.status in {"stacked", "used"}:
        by_hand = state.shuffling == "manual"
        return _made("dealer" if by_hand else "device", "shuffle", "shuffle.when", 0, number)
    return _made(*_PREPARING[deck.status], 0, number)


def _in_round(state: State) -> Due:
    step = state.fixed.script[state.step]
    if isinstance(step, Ask):
        return _made("player", "decide", step.rule, state.cursor)
    if not (state.step or state.bonus_checked or state.dealt) and chips_differ_or_lie(state):
        return Due("dealer", "collect bonus", "deal.bonus_chips")
    do, rule = _STEPS[type(step)]
    return _made("dealer", do, rule or getattr(step, "rule", ""), state.cursor)


@cache
def _made(who: Role, do: str, rule: str, seat: int, deck: int = 0) -> Due:
    """A step that is due; there are few, and they are looked at often."""
    return Due(who, do, rule, seat, deck)


def chips_differ_or_lie(state: State) -> bool:
    """Whether bonus chips must be counted before the deal: some were placed, or a device shows one too many (L14)."""
    return state.terms.binds("deal.bonus_chips") and bool(bonus_stakes(state) or state.miscounted)


def bonus_stakes(state: State) -> int:
    """How many bonus chips stand in the wagering devices."""
    return sum("bonus" in seat.wagers for _, seat in state.taken())
