"""The floor's work and the cage: tables at a glance, dealers, orders, fills and corrections; asked for and read."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

import msgspec

from croupier.client.answers import Due
from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part
from croupier.money import Cents

_ID_BYTES = 12


class Dealer(msgspec.Struct, frozen=True):
    """Who deals at a table; nobody has no name."""

    table: str
    name: str
    since: int
    you: bool


class OnDuty(msgspec.Struct, frozen=True):
    """A dealer who is signed on."""

    person: str
    name: str
    since: int


class Seat(msgspec.Struct, frozen=True):
    """A seat that is taken, as the floor knows it."""

    seat: int
    person: str
    name: str
    program: bool
    away: bool
    bankroll: int
    staked: int
    after: str


class Deck(msgspec.Struct, frozen=True):
    """A deck at a table, and how far it is on its way into play."""

    back: str
    status: str


class Glance(msgspec.Struct, frozen=True):
    """A table at a glance."""

    table: str
    session: str
    seq: int
    rulebook: str
    phase: str
    round: int
    due: Due
    pending: tuple[str, ...] | None
    devices: dict[str, str]
    decks: tuple[Deck, ...]
    dealer: OnDuty | None
    closing: bool
    seats: tuple[Seat, ...]
    places: int


class Closed(msgspec.Struct, frozen=True):
    """A table that is not open."""

    table: str
    rulebook: str


class Floor(msgspec.Struct, frozen=True):
    """The tables that one supervises, those first that wait for a ruling; and those that are closed."""

    tables: tuple[Glance, ...]
    closed: tuple[Closed, ...]


class Ordered(msgspec.Struct, frozen=True):
    """It is done (`now`), or will be (`after the round`)."""

    table: str
    seq: int
    when: str


class Place(msgspec.Struct, frozen=True):
    """A seat of one's own, what happens there when the round is over, and why."""

    table: str
    seat: int
    after: str
    reason: str
    to: str
    to_seat: int


class Places(msgspec.Struct, frozen=True):
    """All seats of one's own."""

    places: tuple[Place, ...]


class Refused(msgspec.Struct, frozen=True):
    """Somebody who is refused at a table."""

    person: str
    name: str
    by: str
    reason: str
    at: int


class RefusedPeople(msgspec.Struct, frozen=True):
    """All who are."""

    refused: tuple[Refused, ...]


class InLedger(msgspec.Struct, frozen=True):
    """A transaction of the cage that stands on record."""

    request: str
    seq: int


# ---- asking ------------------------------------------------------------------------------------------------


def _table(name: str) -> str:
    return f"/tables/{part(name)}"


def floor() -> Call[Floor]:
    """The tables that one supervises."""
    return Call("GET", "/floor", Floor)


def places() -> Call[Places]:
    """Where one sits, and what is to happen there."""
    return Call("GET", "/me/places", Places)


def dealer(table: str) -> Call[Dealer]:
    """Who deals at a table."""
    return Call("GET", f"{_table(table)}/dealer", Dealer)


class Scanned(msgspec.Struct, frozen=True):
    """Cards that stand on record, under the id that they came with."""

    request: str
    seq: int


def scan(table: str, do: str, cards: Sequence[str], request: str = "") -> Call[Scanned]:
    """Tell which real cards came, by the step that is due (`deal`, `burn` or `community`): for a scanner's token.

    Sent again under the same id they are taken once.
    """
    body = {"request": request or _own_id(), "do": do, "args": {"cards": list(cards)}}
    return Call("POST", f"{_table(table)}/commands", Scanned, body)


def sign_on(table: str) -> Call[Dealer]:
    """Begin to deal at a table that one is assigned to."""
    return Call("POST", f"{_table(table)}/dealer", Dealer, {})


def relieve(table: str) -> Call[None]:
    """End that, of oneself; or as the floor, of who deals there."""
    return Call("DELETE", f"{_table(table)}/dealer", type(None))


def open_table(table: str) -> Call[Ordered]:
    """Open a table of the house's settings under a new session."""
    return Call("POST", f"{_table(table)}/open", Ordered, {})


def close_table(table: str) -> Call[Ordered]:
    """Close a table between rounds."""
    return Call("POST", f"{_table(table)}/close", Ordered, {})


def close_after(table: str) -> Call[Ordered]:
    """Close a table when the round is over."""
    return Call("POST", f"{_table(table)}/close-after", Ordered, {})


def keep_open(table: str) -> Call[None]:
    """Do not, after all."""
    return Call("DELETE", f"{_table(table)}/close-after", type(None))


def move(table: str, seat: int, person: str, to_seat: int, reason: str, *, to: str = "") -> Call[Ordered]:
    """Move a player to another seat, of the same table or another."""
    body = {"person": person, "seat": to_seat, "reason": reason, "table": to}
    return Call("POST", f"{_table(table)}/seats/{part(seat)}/move", Ordered, body)


def refuse(table: str, person: str, reason: str) -> Call[Ordered]:
    """A player sits down at a table no more."""
    return Call("POST", f"{_table(table)}/refused", Ordered, {"person": person, "reason": reason})


def refused(table: str) -> Call[RefusedPeople]:
    """Who is refused at a table."""
    return Call("GET", f"{_table(table)}/refused", RefusedPeople)


def let_in(table: str, person: str) -> Call[None]:
    """A player may sit down there again."""
    return Call("DELETE", f"{_table(table)}/refused/{part(person)}", type(None))


def _own_id() -> str:
    return secrets.token_urlsafe(_ID_BYTES)


def fill(table: str, amount: Cents) -> Call[InLedger]:
    """Bring chips to a table."""
    return Call("POST", f"{_table(table)}/fills", InLedger, {"request": _own_id(), "amount": amount})


def credit(table: str, amount: Cents) -> Call[InLedger]:
    """Take chips from a table."""
    return Call("POST", f"{_table(table)}/credits", InLedger, {"request": _own_id(), "amount": amount})


def correct(account: str, amount: Cents, reason: str, *, up: bool) -> Call[InLedger]:
    """Put a wallet or a tray right, with the reason."""
    body = {"request": _own_id(), "account": account, "amount": amount, "up": up, "reason": reason}
    return Call("POST", "/corrections", InLedger, body)
