"""Payouts: settles a seat's wagers by the game's own settlement, with the payout limits."""

from __future__ import annotations

from croupier.citations import keeps
from croupier.games.game import Choice
from croupier.games.lines import Line, limited
from croupier.money import Cents
from croupier.table.model.state import Seat, State
from croupier.table.procedures import meters
from croupier.table.procedures.draft import Draft


def cost(state: State, seat: Seat, choice: Choice) -> Cents:
    """The cost of a choice: a multiple of the wager that it depends on."""
    if choice.wager is None:
        return 0
    about = state.terms.rulebook.wagers[choice.wager]
    goes_by = about.of or about.equal_to
    assert goes_by is not None  # noqa: S101 - a wager during the round is a multiple of an earlier one
    return seat.staked[goes_by] * choice.times


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
    return line if draft.terms.wagers[line.wager].side else line._replace(rulings=(*line.rulings, "S10"))
