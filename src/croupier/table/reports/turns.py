"""Turns of the first deal that went wrong with real cards, and the hands that the scans make with them.

A scanner reads the cards in their order and not where they go. A turn that was passed over moves every card that was
scanned after it on by one turn, and a card too many that was scanned moves them back.
"""

from __future__ import annotations

from croupier.table.model.state import State
from croupier.table.procedures.dealing import targets

Laid = tuple[dict[str, tuple[int, ...]], int]  # the hands, and the turns of the deal that are done


def plays_on(state: State) -> bool:
    """True if a hand's wrong number of cards leaves the others in play, which then depend on how they were dealt."""
    deal = state.fixed.deal
    return deal.wrong_count == "hand" or deal.completed or not state.terms.binds("irregular.player_count")


def is_ambiguous(state: State, place: str, number: int) -> bool:
    """True if it depends on the turn that went wrong which cards lie where."""
    found = [relaid(state, place, number, turn) for turn in range(_plain(state).count(place) + 1)]
    return len({repr(each) for each in found if each is not None}) > 1


def relaid(state: State, place: str, number: int, turn: int | None = None) -> Laid | None:
    """The hands if a hand has that many cards, for a turn of its own that went wrong, from 1; None if that cannot be.

    Turn 0 is for a card too many that was not scanned. Where no turn is given it is the last; a card too many that no
    scan follows was not scanned then. A number that was wrong before cannot be laid out. If only turns of that hand are
    left, they may be among those that were passed over: then no scan is to come.
    """
    plain, turns = _plain(state), _turns(state)
    if any(len(state.at(each)) != turns.count(each) for each in turns):
        return None
    until = len(plain) if set(plain[len(turns) :]) == {place} and number < plain.count(place) else len(turns)
    mine = [at for at, each in enumerate(plain[:until]) if each == place]
    missing = len(mine) - number
    if missing == 0 or not mine or (turn or 0) > len(mine) or (turn == 0 and missing > 0):
        return None
    if missing < 0 and (turn == 0 or (turn is None and len(turns) - mine[-1] <= -missing)):
        order = targets(state, state.fixed.deal)
        dealt = (*_in_order(place, order, state.at(place)), *state.stock()[:-missing])
        return {place: _in_order(place, order, dealt)}, state.dealt
    found = _moved(state, mine, missing, turn)
    return found if found is not None and len(found[0].get(place, ())) == number else None


def _plain(state: State) -> list[str]:
    """The places of all turns of the deal."""
    return [each.split(maxsplit=1)[0] for each in targets(state, state.fixed.deal)]


def _turns(state: State) -> list[str]:
    """The places of the turns that the scans fill so far."""
    return _plain(state) if state.first_cards else _plain(state)[: state.dealt]


def _moved(state: State, mine: list[int], missing: int, turn: int | None) -> Laid | None:
    """The hands if every card that was scanned after a turn moves on, or back."""
    order, plain, turns = targets(state, state.fixed.deal), _plain(state), _turns(state)
    left = {each: iter(_in_order(each, order, state.at(each))) for each in turns}
    cards = [next(left[each]) for each in turns]
    first = len(mine) - max(missing, 1) if turn is None else turn - 1
    skipped = mine[first : first + missing] if missing > 0 else []
    went = [each for at, each in enumerate(plain) if at not in skipped]
    extra = mine[first] + 1
    went[extra:extra] = [plain[mine[0]]] * -missing
    hands: dict[str, tuple[int, ...]] = dict.fromkeys(turns, ())
    for card, to in zip(cards, went, strict=False):
        hands[to] = (*hands.get(to, ()), card)
    lie = {each: _in_order(each, order, dealt) for each, dealt in hands.items()}
    return (lie, len(cards) + missing) if len(cards) + missing <= len(order) else None


def _in_order(place: str, order: list[str], cards: tuple[int, ...]) -> tuple[int, ...]:
    """The cards of a hand as they lie in the order dealt, or as they were dealt in the order that they lie.

    One is the other turned round where a stack is dealt from right to left: its top card lies rightmost (S16).
    """
    return cards[::-1] if place == "community" and "community left" in order else cards
