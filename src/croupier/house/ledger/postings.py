"""The postings of a table's command: double entry in integer cents, worked out from its events.

Each event that moves money is entered by itself, its legs one after the other and together zero. Chips come to a seat
from its person's wallet and go back there; they come to another position of the same person in that way too; a
wager goes from the seat to the layout; a settlement is between layout, seat and tray; a meter is fed by the tray and
pays to it. A meter event without a change is news of other tables and moves nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import repeat
from typing import Any, NamedTuple

from croupier.house.ledger import accounts
from croupier.house.ledger.accounts import LedgerError
from croupier.money import Cents
from croupier.table.model.events import Event
from croupier.table.model.state import State


class Posting(NamedTuple):
    """One leg of a transaction: the amount added to an account, or taken from it, and its purpose."""

    account: str
    amount: Cents
    what: str


def postings(stream: str, before: State, events: Iterable[Event], meter: str = "") -> tuple[Posting, ...]:
    """The transaction of one command at a table, from its events and the state before it.

    `meter` is the name of the meter that the table shares, if it has a progressive.
    """
    entry: _Entry | None = None
    for kind, data in events:
        moves = _MOVES.get(kind)
        if moves is not None:
            if entry is None:
                entry = _Entry(stream, before, meter)
            moves(entry, data)
    return tuple(map(tuple.__new__, repeat(Posting), entry.legs)) if entry is not None else ()


def balances_of(state: State, stream: str, *, tray: Cents = 0, meter: str = "") -> dict[str, Cents]:
    """The balances of a table's accounts by its own state, free seats included; with its meter if named.

    `tray` is what the state cannot tell of the tray: what lay there when the session opened, fills less credits since,
    less what the table has put into a meter that others share.
    """
    names = accounts.places(stream, len(state.seats))
    held = {names.tray: state.tray + tray}
    for number, seat in enumerate(state.seats, start=1):
        held[names.seats[number]] = seat.bankroll if seat else 0
        held[names.layouts[number]] = sum(seat.wagers.values()) if seat else 0
    return held | ({accounts.meter(meter): state.meter} if meter else {})


class _Entry:
    """A transaction in the making."""

    __slots__ = ("before", "laid", "legs", "meter", "names", "sat", "stream")

    def __init__(self, stream: str, before: State, meter: str) -> None:
        self.stream, self.before, self.meter = stream, before, meter
        self.names = accounts.places(stream, len(before.seats))
        self.legs: list[tuple[str, Cents, str]] = []
        self.laid: dict[int, Cents] = {}  # by seat, the change of its layout so far
        self.sat: dict[int, str] = {}  # by seat, the person who sat down so far

    def move(self, taken: str, given: str, amount: Cents, what: str) -> None:
        """Move an amount from one account to another; an amount of zero makes no posting."""
        if amount:
            self.legs += ((taken, -amount, what), (given, amount, what))

    def lay(self, number: int, amount: Cents, what: str) -> None:
        """Move an amount from a seat to its layout."""
        self.laid[number] = self.laid.get(number, 0) + amount
        self.move(self.names.seats[number], self.names.layouts[number], amount, what)


def _sat(entry: _Entry, data: Mapping[str, Any]) -> None:
    number, person = data["seat"], data["person"]
    entry.sat[number] = person
    entry.move(accounts.wallet(person), entry.names.seats[number], data["bankroll"], "sat")


def _left(entry: _Entry, data: Mapping[str, Any]) -> None:
    entry.move(entry.names.seats[data["seat"]], accounts.wallet(data["person"]), data["bankroll"], "left")


def _bought(entry: _Entry, data: Mapping[str, Any]) -> None:
    number = data["seat"]
    person = entry.sat[number] if number in entry.sat else entry.before.seat(number).person
    entry.move(accounts.wallet(person), entry.names.seats[number], data["amount"], "bought")


def _chips_moved(entry: _Entry, data: Mapping[str, Any]) -> None:
    """Move chips from one seat to another by way of the wallet of the person who has both, and of no other."""
    seats, wallet = entry.names.seats, accounts.wallet(entry.before.seat(data["seat"]).person)
    entry.move(seats[data["seat"]], wallet, data["amount"], "chips moved")
    entry.move(wallet, seats[data["to"]], data["amount"], "chips moved")


def _placed(entry: _Entry, data: Mapping[str, Any]) -> None:
    """Replace all wagers of a seat: the old ones go back, and the new ones are put up."""
    number = data["seat"]
    seat = entry.before.seats[number - 1]
    lay = (sum(seat.wagers.values()) if seat is not None else 0) + entry.laid.get(number, 0)
    entry.lay(number, sum(data["wagers"].values()) - lay, "placed")


def _decided(entry: _Entry, data: Mapping[str, Any]) -> None:
    if data["wager"]:
        entry.lay(data["seat"], data["amount"], "decided")


def _settled(entry: _Entry, data: Mapping[str, Any]) -> None:
    """Settle a wager: the stake leaves the layout, the seat gets its return, the tray takes or pays the rest."""
    number = data["seat"]
    wager, stake, result, amount, *_ = data["line"]
    names, what, legs = entry.names, f"{result} {wager}", entry.legs
    if stake:
        entry.laid[number] = entry.laid.get(number, 0) - stake
        legs.append((names.layouts[number], -stake, what))
    if stake + amount:
        legs.append((names.seats[number], stake + amount, what))
    if amount:
        legs.append((names.tray, -amount, what))


def _meter(entry: _Entry, data: Mapping[str, Any]) -> None:
    change = data["change"]
    if change and not entry.meter:
        raise LedgerError(f"table {entry.stream!r} has changed a meter that has no name", "its name in the house")
    entry.move(entry.names.tray, accounts.meter(entry.meter), change, "meter")


_MOVES: dict[str, Callable[[_Entry, Mapping[str, Any]], None]] = {
    "sat": _sat,
    "left": _left,
    "bought": _bought,
    "chips_moved": _chips_moved,
    "placed": _placed,
    "decided": _decided,
    "settled": _settled,
    "meter": _meter,
}
