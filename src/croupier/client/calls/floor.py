"""Requests of the floor and the cage: tables at a glance, dealers, orders, fills and corrections."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part
from croupier.money import Cents
from croupier.schemas.common import Confirmation
from croupier.schemas.floor import FloorTables, OrderConfirmation, OwnSeats, RefusedPeople, TableDealer

_ID_BYTES = 12


def _table(name: str) -> str:
    return f"/tables/{part(name)}"


def floor() -> Call[FloorTables]:
    """The tables that one supervises."""
    return Call("GET", "/floor", FloorTables)


def places() -> Call[OwnSeats]:
    """One's own seats, and what is to happen there."""
    return Call("GET", "/me/places", OwnSeats)


def dealer(table: str) -> Call[TableDealer]:
    """The dealer of a table."""
    return Call("GET", f"{_table(table)}/dealer", TableDealer)


def scan(table: str, do: str, cards: Sequence[str], request: str = "") -> Call[Confirmation]:
    """Tell which real cards came, by the step that is due (`deal`, `burn` or `community`): for a scanner's token.

    Sent again under the same id they are taken once.
    """
    body = {"request": request or _own_id(), "do": do, "args": {"cards": list(cards)}}
    return Call("POST", f"{_table(table)}/commands", Confirmation, body)


def sign_on(table: str) -> Call[TableDealer]:
    """Begin to deal at a table that one is assigned to."""
    return Call("POST", f"{_table(table)}/dealer", TableDealer, {})


def relieve(table: str) -> Call[None]:
    """End that, of oneself; or as the floor, of who deals there."""
    return Call("DELETE", f"{_table(table)}/dealer", type(None))


def open_table(table: str) -> Call[OrderConfirmation]:
    """Open a table of the house's settings under a new session."""
    return Call("POST", f"{_table(table)}/open", OrderConfirmation, {})


def close_table(table: str) -> Call[OrderConfirmation]:
    """Close a table between rounds."""
    return Call("POST", f"{_table(table)}/close", OrderConfirmation, {})


def close_after(table: str) -> Call[OrderConfirmation]:
    """Close a table when the round is over."""
    return Call("POST", f"{_table(table)}/close-after", OrderConfirmation, {})


def keep_open(table: str) -> Call[None]:
    """Take back that a table closes when the round is over."""
    return Call("DELETE", f"{_table(table)}/close-after", type(None))


def move(table: str, seat: int, person: str, to_seat: int, reason: str, *, to: str = "") -> Call[OrderConfirmation]:
    """Move a player to another seat, of the same table or another."""
    body = {"person": person, "seat": to_seat, "reason": reason, "table": to}
    return Call("POST", f"{_table(table)}/seats/{part(seat)}/move", OrderConfirmation, body)


def refuse(table: str, person: str, reason: str) -> Call[OrderConfirmation]:
    """A player sits down at a table no more."""
    return Call("POST", f"{_table(table)}/refused", OrderConfirmation, {"person": person, "reason": reason})


def refused(table: str) -> Call[RefusedPeople]:
    """The persons who are refused at a table."""
    return Call("GET", f"{_table(table)}/refused", RefusedPeople)


def let_in(table: str, person: str) -> Call[None]:
    """A player may sit down there again."""
    return Call("DELETE", f"{_table(table)}/refused/{part(person)}", type(None))


def _own_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def fill(table: str, amount: Cents) -> Call[Confirmation]:
    """Bring chips to a table."""
    return Call("POST", f"{_table(table)}/fills", Confirmation, {"request": _own_id(), "amount": amount})


def credit(table: str, amount: Cents) -> Call[Confirmation]:
    """Take chips from a table."""
    return Call("POST", f"{_table(table)}/credits", Confirmation, {"request": _own_id(), "amount": amount})


def correct(account: str, amount: Cents, reason: str, *, up: bool, incident: int = 0) -> Call[Confirmation]:
    """Put a wallet or a tray right, with the reason and the row of the significant event that it follows from."""
    body = {"request": _own_id(), "account": account, "amount": amount, "up": up, "reason": reason}
    body |= {"incident": incident} if incident else {}
    return Call("POST", "/corrections", Confirmation, body)
