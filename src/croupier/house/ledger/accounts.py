"""The accounts of the house's ledger, by name.

`cage` is where play money comes from and goes back to; `wallet/PERSON` is what a person has outside the tables;
`seat/TABLE/N` are the chips at a seat, `layout/TABLE/N` those that it has put up; `tray/TABLE` is a table's bank;
`meter/NAME` is a progressive's meter.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from croupier.errors import CroupierError
from croupier.table.model.command import PERSON

CAGE = "cage"
WALLET = "wallet/"  # a person's, by what follows
TABLE = "[a-z0-9][a-z0-9-]{0,39}"  # the name of a table, which is also that of its stream
METER = "[ -~]{1,190}"
_FORMS = {
    "cage": re.compile("()()cage"),
    "wallet": re.compile(f"wallet/({PERSON})()"),
    "seat": re.compile(f"seat/({TABLE})/([1-9][0-9]{{0,2}})"),
    "layout": re.compile(f"layout/({TABLE})/([1-9][0-9]{{0,2}})"),
    "tray": re.compile(f"tray/({TABLE})()"),
    "meter": re.compile(f"meter/({METER})()"),
}
MAY_OWE = frozenset({"cage", "tray"})  # the house's own: no other account goes below zero


class LedgerError(CroupierError, ValueError):
    """A transaction or an account that the ledger does not take; the message says why, and what would be accepted."""


class Account(NamedTuple):
    """The parts of an account's name."""

    kind: str
    of: str = ""  # the person, the table or the meter
    seat: str = ""


class TableAccounts(NamedTuple):
    """The accounts of one table; those of its seats by their number."""

    seats: tuple[str, ...]
    layouts: tuple[str, ...]
    tray: str


def wallet(person: str) -> str:
    """The account of a person's money outside the tables."""
    return WALLET + person


def tray(table: str) -> str:
    """The account of a table's bank."""
    return f"tray/{table}"


def meter(name: str) -> str:
    """The account of a progressive's meter."""
    return f"meter/{name}"


@lru_cache(maxsize=4096)
def places(table: str, seats: int) -> TableAccounts:
    """The accounts of a table with so many seats; index 0 is unused."""
    numbers = range(seats + 1)
    return TableAccounts(
        tuple([f"seat/{table}/{number}" for number in numbers]),
        tuple([f"layout/{table}/{number}" for number in numbers]),
        tray(table),
    )


@lru_cache(maxsize=4096)
def parsed(account: str) -> Account:
    """The parts of an account's name; a LedgerError if it is no name."""
    kind = account.partition("/")[0]
    found = _FORMS[kind].fullmatch(account) if kind in _FORMS else None
    if found is None:
        accepted = "cage, wallet/PERSON, seat/TABLE/N, layout/TABLE/N, tray/TABLE, meter/NAME"
        raise LedgerError(f"there is no account {account[:80]!r}", accepted)
    return Account(kind, found[1], found[2])
