"""The flow of a round: the next step and the next seat, and how cards reach the rack."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Ask, Burn, CollectFolds, Community, Deal, Draw, Settle, Stub, TurnUp
from croupier.table.model.state import Seat, State
from croupier.table.procedures.draft import Draft

_NEVER_PASSED_OVER = frozenset({Deal, Burn, Community, TurnUp, Stub})  # steps of the dealer


def advance(draft: Draft) -> None:
    """Advance to the next step that has someone to take it; other steps are skipped."""
    state = draft.state
    script = state.fixed.script
    for number in range(state.step + 1, len(script)):
        step, cursor = script[number], 0
        if type(step) in _NEVER_PASSED_OVER:
            draft.move_on(number, 0)
            return
        if isinstance(step, Ask):
            cursor = next_to_ask(state, step, 0)
        elif isinstance(step, Settle):
            cursor = next_to_settle(state, step, len(state.seats) + 1)
        elif isinstance(step, Draw):
            cursor = 0
            if any(owed(seat) for _, seat in state.dealt_in()):
                draft.move_on(number, 0)
                return
        elif isinstance(step, CollectFolds) or not state.dealer_void:  # else DealerReveals; a void hand is not read
            draft.move_on(number, 0)
            return
        if cursor:
            draft.move_on(number, cursor)
            return
    finish(draft)


def owed(seat: Seat) -> int:
    """The number of cards that a draw deals to a seat: those put away for which none has come."""
    return len(seat.discard) - seat.drawn if seat.ending == "played" else 0


def turn_to(draft: Draft, cursor: int) -> None:
    """Continue the current step with another seat, or advance if there is none."""
    if cursor:
        draft.move_on(draft.state.step, cursor)
    else:
        advance(draft)


@keeps("ask.order")
def next_to_ask(state: State, ask: Ask, after: int) -> int:
    """The next seat to be asked, from the dealer's left; 0 if none is left."""
    seats = state.seats[after:]
    if state.dealer_void or not any(seats):
        return 0
    required, unless, only = state.fixed.required, ask.unless, ask.only
    for number, seat in enumerate(seats, after + 1):
        if seat is None or seat.ending != "played" or not seat.staked or required.isdisjoint(seat.staked):
            continue
        if (unless is None or unless not in seat.staked) and (only is None or only in seat.staked):
            return number
    return 0


@keeps("settle.order")
def next_to_settle(state: State, step: Settle, before: int) -> int:
    """The next seat from the dealer's right with wagers to settle or cards to give up; 0 if none is left."""
    seats = state.seats
    for number in range(before - 1, 0, -1):
        seat = seats[number - 1]
        if seat is not None and seat.staked and (live(state, seat, step) or _waits(state, number, seat, step)):
            return number
    return 0


def live(state: State, seat: Seat, step: Settle) -> tuple[str, ...]:
    """The seat's wagers that this pass settles."""
    wagers = seat.wagers
    if not wagers:
        return ()
    allowed = step.without_dealer if state.dealer_void else step.wagers
    return tuple([wager for wager in step.wagers if wager in wagers and wager in allowed])


def _waits(state: State, number: int, seat: Seat, step: Settle) -> bool:
    """True if a seat's cards can be collected in this pass."""
    return step.collects == "seat by seat" and not seat.collected and not needed(state, number)


# ---- the rack ------------------------------------------------------------------------------------------


@keeps("ask.fold_stays", "ask.fold_three_card_bonus", "ask.fold_dragon_bet")
def needed(state: State, number: int) -> bool:
    """True if an ended hand must stay: a wager looks at it, or a live wager on all hands counts it (U4)."""
    on_all = state.terms.on_all_hands
    if any(wager not in on_all for wager in state.seat(number).wagers):
        return True
    return state.fixed.counts_folds and looks_at_all(state)


def looks_at_all(state: State) -> bool:
    """True if a live wager looks at every hand at the table."""
    for wager in state.terms.on_all_hands:
        for seat in state.seats:
            if seat is not None and wager in seat.wagers:
                return True
    return False


@keeps("collect.in_order")
def collect(draft: Draft, number: int) -> None:
    """Collect a hand that still lies on the table into the rack, its cards together and in order."""
    positions = draft.state.on_table(draft.state.seat(number))
    if positions:
        draft.emit("collected", of=str(number), positions=positions, cards=len(positions))


@keeps("collect.winners", "collect.all", "collect.community", "round.whole")
def finish(draft: Draft, *, void: bool = False) -> None:
    """End the round: collect all cards left on the table into the rack, from the dealer's right.

    A round in which only the wagers that survive the dealer's hand were settled is void all the same.
    """
    state = draft.state
    dealer, community = state.dealer, state.community
    back = state.decks[state.playing].back if state.decks else ""  # the deck may have left while it was to be cut again
    void = void or state.dealer_void
    for seat_number, _ in reversed(state.dealt_in()):
        collect(draft, seat_number)
    for of, positions in (("dealer", dealer), ("community", community)):
        if positions:
            draft.emit("collected", of=of, positions=positions, cards=len(positions))
    owes, number = state.fixed.real and _owes_count(state), state.playing
    foul = bool(state.order) and state.decks[number].foul
    whole = _stub_away(draft)
    gone = [seat_number for seat_number, seat in state.taken() if seat.away and not seat.keeps]
    draft.emit("over", round=state.round, void=void, dealer=dealer, community=community)
    if owes:
        draft.emit("count_due", deck=number, by="by hand")
    if state.ways_next is not None:
        draft.emit("uses", dealing=state.ways_next[0], shuffling=state.ways_next[1])
    for seat_number in gone:
        seat = state.seat(seat_number)
        draft.emit("left", seat=seat_number, person=seat.person, bankroll=seat.bankroll)
    if not whole:
        draft.irregular(
            "stub.removed",
            "the cards are not the right number, and the deck leaves the table",
            draft.terms.ruled("count_when_void"),
        )
        draft.remove_deck(back, "counted wrong")
    if foul:  # the floor let that round go on (S12); a deck with a defect leaves (S32)
        draft.remove_deck(back, "it is foul")


@keeps("stub.count", "stub.removed")
def _stub_away(draft: Draft) -> bool:
    """Put away the stub of a void round, with the count that is due (ruling S29); return True if the deck is whole.

    Of real cards nobody has said yet how many there are: the dealer counts the deck before it is shuffled (S38).
    """
    state = draft.state
    if state.stub_away or not state.order:  # the deck lies outside while it is cut again
        return True
    positions, surplus = state.stock(), state.decks[state.playing].surplus
    counted = len(positions) + surplus if count_is_due(state) and not state.fixed.real else None
    stub_to_rack(draft, positions, counted)
    return counted is None or state.present == state.fixed.deck_size


def stub_to_rack(draft: Draft, positions: tuple[int, ...], counted: int | None) -> None:
    """Put the stub into the rack; of real cards no number is on record but the one that somebody has given (S38)."""
    known = {} if draft.state.fixed.real else {"cards": len(positions)}
    draft.emit("stub", positions=positions, **known, counted=counted)


def _owes_count(state: State) -> bool:
    """True if a count is due that a round leaves open, because it ends before its stub is put away."""
    return bool(state.order) and not state.stub_away and count_is_due(state)


COUNT_EVERY = 5  # rounds


def count_is_due(state: State) -> bool:
    """True in the deck's fifth round since its last count (S18, S36), unless a device counts and that excuses it.

    A document that asks for no count has none.
    """
    if not state.terms.binds("stub.count"):
        return False
    excused = state.way_of_shuffling.counts and state.terms.binds("stub.excused")
    return not excused and state.decks[state.playing].since_count >= COUNT_EVERY
