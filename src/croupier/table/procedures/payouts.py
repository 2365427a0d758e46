"""Payouts and returns: wagers paid by the game's own settlement, with the payout limits, and void wagers returned."""

from __future__ import annotations

from fractions import Fraction

from croupier.citations import keeps
from croupier.games.game import Ask, Choice
from croupier.games.lines import Line, back, limited
from croupier.money import Cents
from croupier.table.model.state import ABANDONED, Seat, State
from croupier.table.procedures import meters
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import collect, finish


def cost(state: State, seat: Seat, choice: Choice) -> Cents:
    """The cost of a choice, the least one if the player says how much."""
    return _times(state, seat, choice, choice.times)


def most_of(state: State, seat: Seat, choice: Choice) -> Cents:
    """The most that a choice may cost."""
    return _times(state, seat, choice, choice.times if choice.up_to is None else choice.up_to)


def _times(state: State, seat: Seat, choice: Choice, times: int | Fraction) -> Cents:
    """A multiple of the wager that a choice depends on, which is taken in amounts that divide so."""
    if choice.wager is None:
        return 0
    about = state.terms.rulebook.wagers[choice.wager]
    goes_by = about.of or about.equal_to
    base = seat.staked[goes_by] if goes_by is not None else about.exactly
    assert base is not None  # noqa: S101 - a rulebook that does not say what a wager is a multiple of is refused
    return int(base * times)


def offered(seat: Seat, ask: Ask) -> tuple[Choice, ...]:
    """The choices that are offered to a seat: those for which it has the wager that they need."""
    return tuple([choice for choice in ask.choices if choice.needs is None or choice.needs in seat.staked])


def given_up(state: State, seat: Seat, choice: Choice) -> Cents:
    """The stakes that a fold loses: those it settles, but for a wager that an option returns (`folded_bonus`)."""
    if choice.ending != "folded":
        return 0
    options = state.terms.options
    return sum(seat.wagers.get(each, 0) for each in choice.settles if options.get(f"folded_{each}") != "return")


@keeps(
    "settle.win", "settle.lose", "settle.push", "settle.trips", "settle.no_pair", "settle.bonus", "settle.progressive"
)
def settle_wagers(draft: Draft, number: int, wagers: tuple[str, ...]) -> list[Line]:
    """Settle these wagers of a seat by the game's own settlement, with the lines that payout limits add."""
    state, game = draft.state, draft.state.fixed.game
    seat = state.seat(number)
    stakes = {wager: seat.wagers[wager] for wager in wagers if wager in seat.wagers}
    if not stakes:
        return []
    facts = game.read(state.hand(seat), state.board(), draft.terms)
    lines = list(game.settle(facts, stakes, draft.terms))
    for each in lines:
        line = _of_absent(draft, each) if seat.acted_for else each
        draft.settle(number, line)
        if line.wager == "progressive" and line.pays:
            meters.pay(draft, line)
    if draft.terms.limits:
        for line in limited(draft.terms, state.seat(number).lines, seat.staked):
            draft.settle(number, line)
    return lines


def _of_absent(draft: Draft, line: Line) -> Line:
    """Add ruling S10 to the line of a base wager of an absent player: it rests on how the player's turn was taken."""
    if draft.terms.wagers[line.wager].side:
        return line
    return line._replace(rulings=(*line.rulings, *draft.terms.ruled("absent_player")))


# ---- void rounds and void hands ------------------------------------------------------------------------


def void_round(draft: Draft, rule: str, says: str, *, plays_on: bool = False, rulings: tuple[str, ...] = ()) -> None:
    """Void the round: unsettled wagers go back (S1); with `plays_on`, except those that survive the dealer's hand."""
    state, terms = draft.state, draft.terms
    keep = state.fixed.without_dealer if plays_on else ()
    draft.irregular(rule, says)
    if rule == "irregular.dealer_exposed":
        _undo_folds(draft, says)
    clauses = terms.clauses(rule)
    for number, seat in state.dealt_in():
        # A fold whose wagers were not collected yet gets them back, and so does a player who left the round for good.
        left = seat.decisions[-1:] == (ABANDONED,)
        rules = (rule, *(["collect.folds"] if seat.ending == "folded" else []), *(["seat.abandoned"] if left else []))
        for wager, stake in seat.wagers.items():
            if wager not in keep:
                named = (*terms.ruled("void_wagers"), *draft.unnamed(rule), *rulings, *terms.rulings(wager, *rules))
                line = back(wager, stake, "void", says, clauses, tuple(dict.fromkeys(named)))
                _give_back(draft, number, line)
    alive = any(wager in seat.wagers for _, seat in state.dealt_in() for wager in keep)
    if not alive:
        finish(draft, void=True)
    elif not state.dealer_void:
        draft.emit("dealer_void")


def _give_back(draft: Draft, number: int, line: Line) -> None:
    """Return a void wager; with a progressive's stake its increment leaves the meter."""
    draft.settle(number, line)
    if line.wager == "progressive":
        meters.give_back(draft)


def _undo_folds(draft: Draft, says: str) -> None:
    """Return folded wagers when the dealer's hand is void (ruling U20)."""
    if not draft.state.fixed.reveal.returns_folds:
        return
    rule = "irregular.dealer_exposed"
    clauses = draft.terms.clauses(rule)
    for number, seat in draft.state.dealt_in():
        if seat.ending == "folded":
            for line in [line for line in seat.lines if line.result == "lose"]:
                rulings = draft.terms.rulings(line.wager, rule)
                draft.settle(number, Line(line.wager, 0, "returned", line.stake, says, clauses, "", rulings))


def void_hand(draft: Draft, number: int, rule: str, says: str) -> None:
    """Void one player's hand: the wagers go back, side wagers too unless a reading lets them live."""
    draft.irregular(rule, says)
    clauses, unnamed = draft.terms.clauses(rule), draft.unnamed(rule)
    live_on = draft.terms.on_all_hands if draft.state.fixed.plays_void else ()
    draft.emit("decided", seat=number, choice="void", wager=None, amount=0, discard=(), positions=(), ending="void")
    for wager, stake in draft.state.seat(number).wagers.items():
        if wager not in live_on:
            rulings = (*unnamed, *draft.terms.rulings(wager, rule))
            _give_back(draft, number, back(wager, stake, "void", says, clauses, rulings))
    collect(draft, number)
