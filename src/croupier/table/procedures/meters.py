"""A progressive's meter at a table: what the house says of it, what it grows by, pays and gives back (ruling S22).

A table alone keeps its meter itself. Where tables share one, the house sends it along with every command, so that what
stands at settlement is paid; what is shown during a round is indicative.
"""

from __future__ import annotations

from croupier.games.lines import Line
from croupier.money import Cents, dollars
from croupier.rulebook.progressive import Progressive, Share
from croupier.table.model.command import Command, RefusedError
from croupier.table.model.state import Meter
from croupier.table.procedures.draft import Draft

# ---- what the house says -------------------------------------------------------------------------------


def stands(draft: Draft) -> None:
    """The meter as it stands in the house came with the command, which is carried out on it."""
    said: Meter = draft.args["meter"]
    draft.args = {name: value for name, value in draft.args.items() if name != "meter"}
    _at_least_the_seed(draft, said.amount)
    here = draft.state.standing()
    if said != here:
        _goes_forward(here, said)
        draft.emit("meter", amount=said.amount, change=0, version=said.version, resets=said.resets)


def _at_least_the_seed(draft: Draft, amount: Cents) -> None:
    progressive = draft.state.fixed.progressive
    if progressive is None:
        raise RefusedError("no progressive is offered", "play without a meter", "wager.before_close")
    if amount < progressive.seed:
        why = f"no meter stands below its seed, and {dollars(amount)} does"
        raise RefusedError(why, f"{dollars(progressive.seed)} or more", rulings=("S22",))


def _goes_forward(here: Meter, said: Meter) -> None:
    """What a house has said of its meter it does not take back, and each version is one meter."""
    why = accepted = ""
    if said.version < here.version:
        why, accepted = f"the meter's version cannot go back to {said.version}", f"a version from {here.version} on"
    elif said.version == here.version:
        why = f"version {said.version} of the meter cannot be two meters"
        accepted = f"{dollars(here.amount)} and {here.resets} resets, or a later version"
    elif said.resets < here.resets:
        why, accepted = f"the meter's resets cannot go back to {said.resets}", f"resets from {here.resets} on"
    if why:
        raise RefusedError(why, accepted, rulings=("S22",))


def told(draft: Draft, command: Command) -> None:
    """Where a table alone has its meter, the house says between rounds where it stands."""
    amount = draft.args["amount"]
    _at_least_the_seed(draft, amount)
    if "meter" in command.supplied:
        why = "the meter came with the command already"
        raise RefusedError(why, "'meter' at a table alone, or any other command with the meter", rulings=("S22",))
    if draft.state.closed:
        raise RefusedError("a round is in play", "the meter between rounds", "wager.before_close")
    draft.emit("meter", amount=amount, change=0)


# ---- what a round does to it ---------------------------------------------------------------------------


def _change(draft: Draft, change: Cents) -> None:
    draft.emit("meter", amount=draft.state.meter + change, change=change)


def grow(draft: Draft) -> None:
    """The meter grows by an increment a wager, those of the round included (ruling S22)."""
    progressive = draft.state.fixed.progressive
    if progressive is None:
        return
    wagers = sum("progressive" in seat.wagers for _, seat in draft.state.taken())
    if wagers:
        _change(draft, wagers * progressive.increment)


def pay(draft: Draft, line: Line) -> None:
    """A share is taken from the meter, the whole of it resets the meter before the next seat (ruling S22).

    No meter stands below its seed: what a share takes beyond that the house pays.
    """
    progressive, meter = _terms(draft), draft.state.meter
    paid = next(pays for _, pays in progressive.rows if str(pays) == line.pays)
    if isinstance(paid, Share):
        left = progressive.seed if paid.of_meter == 1 else max(meter - line.back, progressive.seed)
        _change(draft, left - meter)


def give_back(draft: Draft) -> None:
    """A void wager takes its increment back, unless a hit at any table has paid it out (ruling S22).

    All that lay above the seed is paid out once the meter has come down to it since bets closed.
    """
    progressive, state = _terms(draft), draft.state
    paid_out = state.meter_resets != state.resets_at_close
    _change(draft, 0 if paid_out else -min(progressive.increment, state.meter - progressive.seed))


def _terms(draft: Draft) -> Progressive:
    progressive = draft.state.fixed.progressive
    assert progressive is not None  # noqa: S101 - the wager is not taken without its terms
    return progressive
