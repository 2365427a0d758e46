"""The next step: the one that the table waits for, who takes it, and by which rule."""

from __future__ import annotations

from functools import cache

from croupier.citations import keeps
from croupier.table.model.command import Role
from croupier.table.model.state import IN_SHUFFLER, DeckOn, State
from croupier.table.model.steps import Due
from croupier.table.model.vocabulary import STEPS

ALL_STEPS = frozenset(STEPS)  # steps of the dealer and the floor, which may run automatically


_PREPARING: dict[str, tuple[Role, str, str]] = {
    "received": ("dealer", "inspect", "open.inspect"),
    "inspected": ("floor", "verify", "open.inspect"),
    "verified": ("dealer", "spread", "open.spread"),
    "spread": ("dealer", "show", "open.spread"),
    "shown": ("dealer", "wash", "open.wash"),
    "washed": ("dealer", "stack", "open.wash"),
    "shuffled": ("dealer", "load", "deal.into_shoe"),
    "to cut": ("dealer", "cut", "cut.ten_cards"),
    "cut": ("dealer", "load", "deal.into_shoe"),
}
_OPENING = _PREPARING.keys() - {"shuffled", "to cut", "cut"}
_UNSHUFFLED = {"stacked", "used"}


# The steps that a pending question waits for; the floor rules on any other.
_RULED = Due("floor", "rule", "round.whole")
_PENDING = {
    "bonus chips": Due("floor", "rule", "deal.bonus_chips"),
    "report": Due("floor", "confirm", "round.whole"),
    "misread": Due("floor", "correct scan", "round.whole"),
    "count": Due("dealer", "count", "irregular.dealer_count"),
    "dealer short": Due("dealer", "deal", "irregular.dealer_count"),
    "community short": Due("dealer", "community", "community.flop"),
}


def due(state: State) -> Due:
    """The step that the table waits for."""
    if state.pending is not None:
        return _PENDING.get(state.pending[0], _RULED)
    phase = state.phase
    if phase == "round":
        first = None if state.step or state.dealt else _before_the_deal(state)
        return first or state.fixed.dues[state.step][state.cursor]
    if phase == "preparing":
        return _preparing(state)
    if phase == "over" or (phase == "closed" and state.fixed.committed and not state.sealed):
        return Due("house", "open", "open.receive")
    if phase == "closed":
        return Due("house", "receive", "open.receive")
    if len(state.decks) > 1 and any(deck.status in _OPENING for deck in state.decks):
        return _opening(state)  # a second deck that came while bets are open
    return _made("dealer", "no more bets", "deal.no_more_bets", 0)


def _before_the_deal(state: State) -> Due | None:
    """The step between 'No more bets' and the first card: bonus chips, the other deck's shuffle, the players' numbers.

    A shuffler that fails on the other deck leaves the round alone (ruling S15).
    """
    if not state.bonus_checked and chips_differ_or_lie(state):
        return Due("dealer", "collect bonus", "deal.bonus_chips")
    if len(state.decks) > 1 and state.devices["shuffler"] == "working":
        for number in unshuffled(state):
            return _made("device", "shuffle", "deck.second_shuffles", 0, number)
    if state.owing:
        seat = next(number for number, seat in state.dealt_in() if seat.person == state.owing[0])
        return _made("player", "give number", "deal.no_more_bets", seat)
    return None


@keeps("deck.second_shuffles", "deck.second_rack")
def unshuffled(state: State) -> list[int]:
    """The other deck, if the device has not shuffled it or it lies elsewhere: no card is dealt before it is there.

    It lies in the rack after its round, and no card of the next round goes there before it has left.
    """
    others = [(number, deck) for number, deck in enumerate(state.decks) if number != state.playing]
    return [number for number, deck in others if deck.lies != IN_SHUFFLER or deck.status in _UNSHUFFLED]


def _preparing(state: State) -> Due:
    """The next preparation step: every deck is opened before round one; later only the deck in turn must be ready."""
    for number, deck in enumerate(state.decks):
        if deck.owes:
            return _made("dealer", "count", "stub.count" if deck.owes == "by hand" else "shuffle.count", 0, number)
        if deck.status in _OPENING:
            return _opening(state)
    return _one_deck(state, state.playing, state.decks[state.playing])


def _opening(state: State) -> Due:
    """The next opening step; a deck that waits for a player to see it does not hold up the other's inspection."""
    opening = [(number, deck) for number, deck in enumerate(state.decks) if deck.status in _OPENING]
    number, deck = min(opening, key=lambda each: each[1].status == "spread" and not state.taken())
    return _made(*_PREPARING[deck.status], 0, number)


def _one_deck(state: State, number: int, deck: DeckOn) -> Due:
    status = deck.status
    if status in _UNSHUFFLED:
        by_hand = state.way_of_shuffling.by_hand
        return _made("dealer" if by_hand else "device", "shuffle", "shuffle.when", 0, number)
    return _made(*_PREPARING[status], 0, number)


@cache
def _made(who: Role, do: str, rule: str, seat: int, deck: int = 0) -> Due:
    """A due step; cached, since there are few and they are looked at often."""
    return Due(who, do, rule, seat, deck)


def chips_differ_or_lie(state: State) -> bool:
    """True if bonus chips must be counted before the deal: some were placed, or a device miscounts."""
    return state.terms.binds("deal.bonus_chips") and bool(chips_placed(state) or state.miscounted)


def chips_placed(state: State) -> int:
    """The number of chips in the wagering devices, of the wagers whose chips are compared."""
    counted = state.fixed.deal.counted_chips
    return sum(name in seat.wagers for _, seat in state.taken() for name in counted)
