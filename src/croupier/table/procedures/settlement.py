"""Procedures for the end of a round: the dealer's hand, the settlement seat by seat, and the collection of cards."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Ask, Board, Choice, DealerReveals, Game, Hand, Settle
from croupier.games.lines import Line
from croupier.table.model.command import Command
from croupier.table.model.state import ABANDONED, Seat, State
from croupier.table.procedures import irregularities
from croupier.table.procedures.decisions import settle_abandoned, settle_ended
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import advance, collect, live, looks_at_all, needed, next_to_settle, turn_to
from croupier.table.procedures.payouts import settle_wagers


@keeps("collect.folds", "ask.fold_rack", "ask.fold_stays")
def collect_folds(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Collect folded wagers when all have acted, and the cards that no side wager needs (11.D(1))."""
    folds = [
        (number, seat) for number, seat in draft.state.dealt_in() if seat.ending == "folded" and not seat.collected
    ]
    if not all(irregularities.check_seat(draft, number) for number, _ in folds):  # the dealer counts them first
        return
    for number, seat in folds:
        if seat.decisions[-1] == ABANDONED:
            settle_abandoned(draft, number)
        else:
            settles = _fold_choice(draft.state, seat).settles
            settle_ended(draft, number, tuple(wager for wager in settles if wager in seat.wagers))
    advance(draft)


def _fold_choice(state: State, seat: Seat) -> Choice:
    """The choice by which a hand was folded, at the turn at which it was."""
    ask = state.fixed.script[seat.ended_at]
    assert isinstance(ask, Ask)  # noqa: S101 - a hand is folded when its player is asked
    return next(choice for choice in ask.choices if choice.name == seat.decisions[-1])


@keeps("settle.dealer_reveals", "settle.announce", "dragon.best")
def reveal(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Turn up, read and announce the dealer's hand."""
    state = draft.state
    assert isinstance(draft.step, DealerReveals)  # noqa: S101 - the step that is due is this one
    if not irregularities.check_dealer(draft):
        return
    down = tuple([position for position in state.dealer if position not in state.up])
    if down:
        draft.emit("turned", of="dealer", positions=down, cards=state.faces(down))
    words = state.fixed.game.words(Hand(state.faces(state.dealer)), Board(state.faces(state.community)))
    draft.emit("announced", of="dealer", words=words)
    advance(draft)


# ---- seat by seat --------------------------------------------------------------------------------------


@keeps("settle.turn_up", "settle.examine", "collect.seat_by_seat", "collect.losers", "collect.push", "settle.face_up")
def settle(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """Settle the next seat: its wagers in the document's order, then its cards in the document's way."""
    step, number = draft.step, draft.state.cursor
    assert isinstance(step, Settle)  # noqa: S101 - the step that is due is this one
    wagers = live(draft.state, draft.state.seat(number), step)
    if not _counted(draft, number, step):
        return
    if wagers:
        _show(draft, number, step)
    lines = settle_wagers(draft, number, wagers)
    _collect_after(draft, number, step, lines)
    turn_to(draft, next_to_settle(draft.state, step, number))


def _counted(draft: Draft, number: int, step: Settle) -> bool:
    """Count the hand as the dealer takes it up; False if a wrong number of cards ended the hand or the round."""
    if irregularities.check_seat(draft, number):
        return True
    if draft.state.phase == "round":
        turn_to(draft, next_to_settle(draft.state, step, number))
    return False


def _show(draft: Draft, number: int, step: Settle) -> None:
    """Turn the hand up and announce it."""
    state = draft.state
    seat = state.seat(number)
    down = () if seat.collected else tuple([position for position in seat.cards if position not in state.up])
    if down:
        draft.emit("turned", of=str(number), positions=down, cards=state.faces(down))
        if step.announces:
            dealer = () if state.dealer_void else state.dealer
            beside = Board(state.faces(state.community), state.faces(dealer))
            words = state.fixed.game.words(state.hand(seat), beside)
            draft.emit("announced", of=str(number), words=words)
    _turn_up_folds(draft, step)


@keeps("settle.cover_all")
def _turn_up_folds(draft: Draft, step: Settle) -> None:
    """Turn up folded hands, which lay face down until now, for a wager on all hands (ruling U4)."""
    state = draft.state
    if not [wager for wager in state.terms.on_all_hands if wager in step.wagers]:
        return
    for number, seat in reversed(state.dealt_in()):
        down = tuple(position for position in seat.cards if position not in state.up)
        if seat.ending == "folded" and not seat.collected and down:
            draft.emit("turned", of=str(number), positions=down, cards=state.faces(down))


# ---- the cards -----------------------------------------------------------------------------------------


def _collect_after(draft: Draft, number: int, step: Settle, lines: list[Line]) -> None:
    """Collect a hand that was settled, in the document's way."""
    state = draft.state
    seat = state.seat(number)
    if seat.collected or step.collects == "at the end":
        return
    if step.collects == "losers first":
        # Winners stay until all are paid.
        if not any(line.result == "win" and line.wager not in state.terms.sides for line in lines):
            collect(draft, number)
        return
    later = looks_at_all(state)
    if seat.ending == "folded":
        if not needed(state, number):
            collect(draft, number)
    elif later and step.keeps_from is not None:
        _keep_highest(draft, number, step.keeps_from)
    elif not later or number != state.kept_out:
        collect(draft, number)


@keeps("settle.highest_stays")
def _keep_highest(draft: Draft, number: int, least: int) -> None:
    """Keep the highest hand so far on the table for a live wager on all hands, and collect the one before it."""
    state = draft.state
    kept = state.hand(state.seat(state.kept_out)) if state.kept_out else None
    if is_highest(state.fixed.game, state.hand(state.seat(number)), state.board(), kept, least):
        before = state.kept_out
        draft.emit("kept_out", seat=number)
        if before:
            collect(draft, before)
    else:
        collect(draft, number)


def is_highest(game: Game, hand: Hand, board: Board, kept: Hand | None, least: int) -> bool:
    """True if a hand has this strength, and is above the one that stays so far and the dealer's, which lies face up."""
    assert game.ranking is not None  # noqa: S101 - a script that keeps hands by their strength is refused without it
    own, *others = [
        game.ranking(cards + board.community)
        for cards in (hand.cards, board.dealer, kept.cards if kept else ())
        if cards
    ]
    return own >= least and all(own > other for other in others)
