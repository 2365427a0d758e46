"""Transactions of the cage, money outside the tables, for the stream `$cage`; each says what it posts.

A record that says what cannot be is not made: a LedgerError says why. Whether a wallet has what is taken from it is
for the ledger to say, which lets none go below zero. No record moves money from one person to another.
"""

from __future__ import annotations

import re
from typing import ClassVar, TypeAlias

import msgspec

from croupier.house.ledger import accounts
from croupier.house.ledger.accounts import CAGE, LedgerError
from croupier.house.ledger.postings import Posting
from croupier.money import MOST_CENTS, Cents, dollars
from croupier.table.model.command import PERSON
from croupier.table.recording.recorder import encoded

REASON = 500  # letters
_FIELDS = {
    "person": (re.compile(PERSON), "the id of a person"),
    "by": (re.compile(PERSON), "the id of whoever does it"),
    "table": (re.compile(accounts.TABLE), "the name of a table"),
    "meter": (re.compile(accounts.METER), "the name of a meter, of 1 to 190 plain letters"),
}


class _Transaction(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="what"):
    """A transaction of the cage; its fields are checked when it is made."""

    amount: Cents

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 0 < self.amount <= MOST_CENTS:
            raise LedgerError("no such amount moves", f"from {dollars(1)} to {dollars(MOST_CENTS)}, in cents")
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if name in _FIELDS and not (isinstance(value, str) and _FIELDS[name][0].fullmatch(value)):
                raise LedgerError(f"{name} cannot be {str(value)[:40]!r}", _FIELDS[name][1])

    @property
    def what(self) -> str:
        """The kind of transaction, in a word or two."""
        return str(self.__struct_config__.tag)

    @property
    def text(self) -> bytes:
        """The transaction as it is written, for `read`."""
        return encoded(self)

    def _between(self, taken: str, given: str) -> tuple[Posting, ...]:
        return Posting(taken, -self.amount, self.what), Posting(given, self.amount, self.what)


class GuestMoney(_Transaction, frozen=True, tag="guest money"):
    """Play money that the house gives a guest."""

    person: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the cage to the wallet."""
        return self._between(CAGE, accounts.wallet(self.person))


class BoughtIn(_Transaction, frozen=True, tag="buy in"):
    """Play money that a person buys at the cage."""

    person: str
    by: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the cage to the wallet."""
        return self._between(CAGE, accounts.wallet(self.person))


class CashedOut(_Transaction, frozen=True, tag="cash out"):
    """Play money that a person hands in at the cage."""

    person: str
    by: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the wallet to the cage."""
        return self._between(accounts.wallet(self.person), CAGE)


class Fill(_Transaction, frozen=True, tag="fill"):
    """Chips that are brought to a table."""

    table: str
    by: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the cage to the tray."""
        return self._between(CAGE, accounts.tray(self.table))


class Credit(_Transaction, frozen=True, tag="credit"):
    """Chips that are taken from a table."""

    table: str
    by: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the tray to the cage."""
        return self._between(accounts.tray(self.table), CAGE)


class Returned(_Transaction, frozen=True, tag="returned"):
    """Money that goes back from a seat and its layout to the person who put it there: the table's record was lost.

    `laid` is the part of it that was on the layout.
    """

    person: str
    table: str
    seat: int
    laid: Cents

    def __post_init__(self) -> None:
        super().__post_init__()
        if type(self.laid) is not int or not 0 <= self.laid <= self.amount:
            raise LedgerError("no such amount was on the layout", "from nothing to all that goes back")
        accounts.parsed(self._seat)

    @property
    def _seat(self) -> str:
        return f"seat/{self.table}/{self.seat}"

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the layout to the seat, and from there to the wallet."""
        layout = f"layout/{self.table}/{self.seat}"
        back = (Posting(layout, -self.laid, self.what), Posting(self._seat, self.laid, self.what)) if self.laid else ()
        return (*back, *self._between(self._seat, accounts.wallet(self.person)))


class MeterSeed(_Transaction, frozen=True, tag="meter seed"):
    """The seed of a meter that opens, which is the house's money."""

    meter: str

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Postings from the cage to the meter."""
        return self._between(CAGE, accounts.meter(self.meter))


class Incident(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The incident at a table that a correction follows from: its round, and its row among the significant events."""

    table: str
    session: str
    round: int
    row: int


class Correction(_Transaction, frozen=True, tag="correction", omit_defaults=True):
    """A correction of a wallet or a tray, up or down, with its reason and, if there was one, its incident.

    Seats, layouts and meters are what tables say they are, and are put right there.
    """

    account: str
    up: bool
    reason: str
    by: str
    incident: Incident | None = None
    corrects: ClassVar[frozenset[str]] = frozenset({"wallet", "tray"})

    def __post_init__(self) -> None:
        super().__post_init__()
        if accounts.parsed(str(self.account)).kind not in self.corrects:
            raise LedgerError(f"{self.account} cannot be corrected", "a wallet or a tray")
        if type(self.up) is not bool:
            raise LedgerError("the direction of the correction, up or down, is missing", "yes or no")
        if not is_reason(self.reason):
            raise LedgerError("a correction needs a reason", f"1 to {REASON} letters on one line")
        if self.incident is not None and not (
            _FIELDS["table"][0].fullmatch(self.incident.table) and self.incident.row > 0
        ):
            raise LedgerError("that is no incident", "one at a table, by its row among the significant events")

    @property
    def postings(self) -> tuple[Posting, ...]:
        """Between the cage and the account."""
        return self._between(CAGE, self.account) if self.up else self._between(self.account, CAGE)


def is_reason(text: object) -> bool:
    """True if a text can stand as the reason for something."""
    return isinstance(text, str) and bool(text.strip()) and len(text) <= REASON and text.isprintable()


Transaction: TypeAlias = GuestMoney | BoughtIn | CashedOut | Fill | Credit | Returned | MeterSeed | Correction
_decoder = msgspec.json.Decoder(Transaction)


def read(text: bytes) -> Transaction:
    """A transaction from its text."""
    try:
        found: Transaction = _decoder.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise LedgerError(f"that is no transaction of the cage: {error}") from error
    if found.text != text:
        raise LedgerError("that is no transaction of the cage as it is written", "one way to write it")
    return found
