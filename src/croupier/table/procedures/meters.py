"""A progressive's meter at a table: its amount by the house, its growth, its payouts and its refunds (ruling S22).

A table alone keeps its meter itself. Where tables share one, the house sends it along with every command, so that the
amount at settlement is paid; the amount shown during a round is indicative.
"""

from __future__ import annotations

from croupier.games.lines import Line
from croupier.money import Cents
from croupier.rulebook.progressive import Progressive
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import Meter
from croupier.table.procedures.draft import Draft

# ---- the house's meter ---------------------------------------------------------------------------------


def stands(draft: Draft) -> None:
    """Take over the house's meter, which came with the command, before the command is carried out."""
    said: Meter = draft.args["meter"]
    draft.args = {name: value for name, value in draft.args.items() if name != "meter"}
    _at_least_the_seed(draft, said.amount)
    here = draft.state.standing()
    if said != here:
        _goes_forward(draft, here, said)
        draft.emit("meter", amount=said.amount, change=0, version=said.version, resets=said.resets)


def _at_least_the_seed(draft: Draft, amount: Cents) -> None:
    progressive = draft.state.fixed.progressive
    if progressive is None:
        raise RefusedError("no progressive is offered", "play without a meter", "wager.before_close")
    if amount < progressive.seed:
        why = f"no meter stands below its seed, and {draft.terms.money(amount)} does"
        raise RefusedError(why, f"{draft.terms.money(progressive.seed)} or more", ruled=("progressive",))


def _goes_forward(draft: Draft, here: Meter, said: Meter) -> None:
    """Check that the house's meter only goes forward, and that each version is one meter."""
    why = accepted = ""
    if said.version < here.version:
        why, accepted = f"the meter's version cannot go back to {said.version}", f"a version from {here.version} on"
    elif said.version == here.version:
        why = f"version {said.version} of the meter cannot be two meters"
        accepted = f"{draft.terms.money(here.amount)} and {here.resets} resets, or a later version"
    elif said.resets < here.resets:
        why, accepted = f"the meter's resets cannot go back to {said.resets}", f"resets from {here.resets} on"
    if why:
        raise RefusedError(why, accepted, ruled=("progressive",))


def set_meter(draft: Draft, command: Command) -> None:
    """Set the meter of a table alone, between rounds, to the amount that the house states."""
    amount = draft.args["amount"]
    _at_least_the_seed(draft, amount)
    if "meter" in command.supplied:
        why = "the meter came with the command already"
        raise RefusedError(why, "'meter' at a table alone, or any other command with the meter", ruled=("progressive",))
    if draft.state.closed:
        raise RefusedError("a round is in play", "the meter between rounds", "wager.before_close")
    draft.emit("meter", amount=amount, change=0)


# ---- effects of a round --------------------------------------------------------------------------------


def _change(draft: Draft, change: Cents) -> None:
    draft.emit("meter", amount=draft.state.meter + change, change=change)


def grow(draft: Draft) -> None:
    """Grow the meter by an increment for each wager, those of the round included (ruling S22)."""
    progressive = draft.state.fixed.progressive
    if progressive is None:
        return
    wagers = sum("progressive" in seat.wagers for _, seat in draft.state.taken())
    if wagers:
        _change(draft, progressive.grown(draft.state.meter, wagers) - draft.state.meter)


def pay(draft: Draft, line: Line) -> None:
    """Take a paid share from the meter; a share of the whole resets the meter before the next seat (ruling S22).

    A meter never stands below its seed: the house pays the part of a share beyond that.
    """
    progressive, meter = _terms(draft), draft.state.meter
    share = progressive.share(line.pays)
    if share is not None:
        _change(draft, progressive.left(meter, line.back, share) - meter)


def give_back(draft: Draft) -> None:
    """Take the increment of a void wager back, unless a hit at any table has paid it out (ruling S22).

    Once the meter has come down to its seed since bets closed, everything above the seed is paid out.
    """
    progressive, state = _terms(draft), draft.state
    paid_out = state.meter_resets != state.resets_at_close
    _change(draft, 0 if paid_out else -min(progressive.increment, state.meter - progressive.seed))


def _terms(draft: Draft) -> Progressive:
    progressive = draft.state.fixed.progressive
    assert progressive is not None  # noqa: S101 - the wager is not taken without its terms
    return progressive
