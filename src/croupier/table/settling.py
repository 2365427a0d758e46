"""The end of a round: the dealer's hand, the settlement seat by seat, and every card on its way to the rack."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.games.game import Choice, DealerReveals, Ask, Hand, Settle
from croupier.games.lines import Line, limited
from croupier.rulebook.progressive import Progressive, Share
from croupier.table import irregular
from croupier.table.commands import Command
from croupier.table.draft import Draft
from croupier.table.playing import advance, collect, needed, settle_ended
from croupier.table.state import Seat, State


@keeps("collect.folds", "ask.fold_rack", "ask.fold_stays")
def collect_folds(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """When all have acted, what folds gave up is collected, and the cards that no side wager needs (11.D(1))."""
    fold = _fold_choice(draft.state)
    for number, seat in draft.state.dealt_in():
        if seat.ending == "folded" and not seat.collected:
            settle_ended(draft, number, tuple(wager for wager in fold.settles if wager in seat.wagers))
    advance(draft)


def _fold_choice(state: State) -> Choice:
    asks = [step for step in state.fixed.script if isinstance(step, Ask)]
    return next(choice for ask in asks for choice in ask.choices if choice.ending == "folded")


@keeps("settle.dealer_reveals", "settle.announce", "dragon.best")
def reveal(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """The dealer's hand is turned up and read, and announced where the document says so."""
    state = draft.state
    assert isinstance(draft.step, DealerReveals)  # noqa: S101 - the step that is due is this one
    if not irregular.check_dealer(draft):
        return
    draft.emit("turned", of="dealer", positions=state.dealer, cards=state.faces(state.dealer))
    if _announces(state):
        words = state.fixed.game.words(Hand(state.faces(state.dealer)), state.board())
        draft.emit("announced", of="dealer", words=words)
    advance(draft)


def _announces(state: State) -> bool:
    return any(isinstance(step, Settle) and step.announces for step in state.fixed.script)


# ---- seat by seat --------------------------------------------------------------------------------------


@keeps("settle.order")
def first_to_settle(state: State, step: Settle) -> int:
    """The first seat from the dealer's right that has something to settle or cards to give up."""
    return _next_to_settle(state, step, len(state.seats) + 1)


def _next_to_settle(state: State, step: Settle, before: int) -> int:
    for number, seat in reversed(state.dealt_in()):
        if number < before and (_live(state, seat, step) or _waits(state, number, seat, step)):
            return number
    return 0


def _live(state: State, seat: Seat, step: Settle) -> dict[str, int]:
    """The seat's wagers that this pass settles."""
    allowed = state.fixed.game.plays_on if state.dealer_void else step.wagers
    return {wager: seat.wagers[wager] for wager in step.wagers if wager in seat.wagers and wager in allowed}


def _waits(state: State, number: int, seat: Seat, step: Settle) -> bool:
    """Whether a seat's cards can go in this pass."""
    return step.collects == "seat by seat" and not seat.collected and not needed(state, number)


@keeps("settle.turn_up", "settle.examine", "collect.seat_by_seat", "collect.losers", "collect.push", "settle.face_up")
def settle(draft: Draft, command: Command) -> None:  # noqa: ARG001 - nothing to choose
    """The wagers of the next seat, in the document's order, then its cards in the document's way."""
    step, number = draft.step, draft.state.cursor
    assert isinstance(step, Settle)  # noqa: S101 - the step that is due is this one
    wagers = _live(draft.state, draft.state.seat(number), step)
    if wagers and not _shown(draft, number, step):
        return
    lines = settle_wagers(draft, number, tuple(wagers))
    _collect_after(draft, number, step, lines)
    cursor = _next_to_settle(draft.state, step, number)
    if cursor:
        draft.turn_to(cursor)
    else:
        advance(draft)


def _shown(draft: Draft, number: int, step: Settle) -> bool:
    """Turn the hand up and announce it; False if a wrong number of cards ended the hand or the round."""
    state = draft.state
    seat = state.seat(number)
    if seat.collected:
        return True
    if not irregular.check_seat(draft, number):
        if draft.state.phase == "round":
            cursor = _next_to_settle(draft.state, step, number)
            if cursor:
                draft.turn_to(cursor)
            else:
                advance(draft)
        return False
    down = tuple(position for position in seat.cards if position not in state.up)
    if down:
        draft.emit("turned", of=str(number), positions=down, cards=state.faces(down))
        if step.announces:
            draft.emit("announced", of=str(number), words=state.fixed.game.words(state.hand(seat), state.board()))
    _turn_up_folds(draft, step)
    return True


@keeps("settle.cover_all")
def _turn_up_folds(draft: Draft, step: Settle) -> None:
    """A wager on all hands looks at folded ones too, which lay face down until now (ruling U4)."""
    state = draft.state
    if not set(step.wagers) & set(state.fixed.game.on_all_hands):
        return
    for number, seat in reversed(state.dealt_in()):
        down = tuple(position for position in seat.cards if position not in state.up)
        if seat.ending == "folded" and not seat.collected and down:
            draft.emit("turned", of=str(number), positions=down, cards=state.faces(down))


@keeps("settle.win", "settle.lose", "settle.push", "settle.trips", "settle.no_pair", "settle.bonus", "settle.progressive")
def settle_wagers(draft: Draft, number: int, wagers: tuple[str, ...]) -> list[Line]:
    """Settle these wagers of a seat by the game's own settlement, with the lines that payout limits add."""
    state, game = draft.state, draft.state.fixed.game
    seat = state.seat(number)
    stakes = {wager: seat.wagers[wager] for wager in wagers if wager in seat.wagers}
    if not stakes:
        return []
    facts = game.read(state.hand(seat), state.board(), draft.terms)
    lines = list(game.settle(facts, stakes, draft.terms))
    for line in lines:
        draft.settle(number, line)
        if line.wager == "progressive" and line.result == "win":
            _pay_meter(draft, line)
    if draft.terms.limits:
        for line in limited(draft.terms, list(draft.state.seat(number).lines), seat.staked):
            draft.settle(number, line)
    return lines


def _pay_meter(draft: Draft, line: Line) -> None:
    """A share is taken from the meter; the whole of it resets the meter before the next seat (ruling S22)."""
    progressive = draft.terms["progressive"]
    assert isinstance(progressive, Progressive)  # noqa: S101 - the wager is not taken without its terms
    paid = next(pays for _, pays in progressive.rows if str(pays) == line.pays)
    if isinstance(paid, Share):
        left = progressive.seed if paid.of_meter == 1 else draft.state.meter - line.back
        draft.emit("meter", amount=left)


# ---- the cards -----------------------------------------------------------------------------------------


def _collect_after(draft: Draft, number: int, step: Settle, lines: list[Line]) -> None:
    """What becomes of a hand that was settled: each document has its own way."""
    state = draft.state
    seat = state.seat(number)
    if seat.collected or step.collects == "at the end":
        return
    if step.collects == "losers first":
        # Winners stay until all are paid.
        sides = {name for name, wager in state.terms.wagers.items() if wager.side}
        if not any(line.result == "win" and line.wager not in sides for line in lines):
            collect(draft, number)
        return
    later = any(wager in each.wagers for _, each in state.taken() for wager in state.fixed.game.on_all_hands)
    if not (step.keeps_highest and later):
        collect(draft, number)
        return
    _keep_highest(draft, number)


@keeps("settle.highest_stays")
def _keep_highest(draft: Draft, number: int) -> None:
    """With a wager on all hands alive, the highest hand so far stays out, and the one before it goes."""
    state, game = draft.state, draft.state.fixed.game
    seat = state.seat(number)
    kept = state.hand(state.seat(state.kept_out)) if state.kept_out else None
    if seat.ending == "folded":
        return  # it stays face down until that wager is settled
    if game.keeps_out(state.hand(seat), state.board(), kept):
        before = state.kept_out
        draft.emit("kept_out", seat=number)
        if before:
            collect(draft, before)
    else:
        collect(draft, number)


@keeps("collect.winners", "collect.all", "collect.community", "round.whole")
def finish(draft: Draft, *, void: bool = False) -> None:
    """Whatever still lies on the table goes to the rack, from the dealer's right, and the round is over."""
    for number, seat in reversed(draft.state.dealt_in()):
        if not seat.collected:
            collect(draft, number)
    for of in ("dealer", "community"):
        positions: tuple[int, ...] = getattr(draft.state, of)
        if positions:
            draft.emit("collected", of=of, positions=positions, cards=len(positions))
    if not draft.state.stub_away:
        positions = draft.state.stock()
        draft.emit("stub", positions=positions, cards=len(positions), counted=None)
    for number, seat in list(draft.state.taken()):
        if seat.away:
            draft.emit("left", seat=number, bankroll=draft.state.seat(number).bankroll)
    draft.emit("over", round=draft.state.round, void=void)
