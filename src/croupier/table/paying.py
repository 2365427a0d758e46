"""Paying and collecting: a seat's wagers by the game's own settlement, the payout limits, the progressive's meter."""

from __future__ import annotations

from croupier.citing import keeps
from croupier.games.lines import Line, limited
from croupier.rulebook.progressive import Progressive, Share
from croupier.table.draft import Draft


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
            _pay_meter(draft, line)
    if draft.terms.limits:
        for line in limited(draft.terms, list(draft.state.seat(number).lines), seat.staked):
            draft.settle(number, line)
    return lines


def _of_absent(draft: Draft, line: Line) -> Line:
    """What becomes of a base wager of a player who was away rests on how the player's turn was taken (ruling S10)."""
    return line if draft.terms.wagers[line.wager].side else line._replace(rulings=(*line.rulings, "S10"))


def _pay_meter(draft: Draft, line: Line) -> None:
    """A share is taken from the meter, the whole of it resets the meter before the next seat (ruling S22).

    No meter stands below its seed: what a share takes beyond that the house pays.
    """
    progressive = draft.terms["progressive"]
    assert isinstance(progressive, Progressive)  # noqa: S101 - the wager is not taken without its terms
    paid = next(pays for _, pays in progressive.rows if str(pays) == line.pays)
    if isinstance(paid, Share):
        left = progressive.seed if paid.of_meter == 1 else max(draft.state.meter - line.back, progressive.seed)
        draft.emit("meter", amount=left, change=left - draft.state.meter)
