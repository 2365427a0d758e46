"""Sums over every thousand rows of a stream: of its accounts, and the figures of its rounds.

They are written with the row that completes a thousand, so that balances and figures read few postings however long a
house has been open. They follow from the ledger and the rounds, and `verify` works them out again.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Connection,
    FromClause,
    Select,
    Table,
    and_,
    exists,
    func,
    insert,
    literal_column,
    select,
    union_all,
)

from croupier.house.storage.schema import BROUGHT, account_sums, figure_sums, journal, played, postings, rounds

EVERY = 1000  # rows
# Before the ids of commands by which the house has somebody sit down again with the chips that were there before. No id
# that a person sends has a blank, so that nobody can pass chips that were bought off as such.
AGAIN = "again "
ROUNDS, HANDLE, WON, DROP, METER = "rounds", "handle", "won", "drop", "meter"  # the figures
_BOUGHT = ("sat", "bought")  # for what chips come to a seat from a wallet


def completed(seq: int) -> int:
    """The last row that is summed up, of a stream that ends there."""
    return seq // EVERY * EVERY


def sum_up(connection: Connection, stream: str, after: int, upto: int) -> None:
    """Write the sums of a stream's rows after a sequence, up to one that completes a thousand."""
    for table, of in SUMS.items():
        connection.execute(insert(table).from_select([each.name for each in table.columns], of(stream, after, upto)))


def of_accounts(stream: str, after: int, upto: int) -> Select[Any]:
    """The sums of accounts over some rows, by the thousand, with the columns of `account_sums`."""
    block = _block(postings.c.seq)
    found = select(postings.c.account, postings.c.stream, block, func.sum(postings.c.amount))
    here = (postings.c.stream == stream, postings.c.seq > after, postings.c.seq <= upto)
    return found.where(*here).group_by(postings.c.account, postings.c.stream, block)


def of_figures(stream: str, after: int, upto: int) -> CompoundSelect[Any]:
    """The figures over some rows, by the thousand, with the columns of `figure_sums`; void rounds do not count."""
    over = (rounds.c.stream == stream, rounds.c.seq > after, rounds.c.seq <= upto, rounds.c.void == 0)
    hands = rounds.join(played, and_(*(played.c[name] == rounds.c[name] for name in ("stream", "session", "round"))))
    here = (BROUGHT, postings.c.stream == stream, postings.c.seq > after, postings.c.seq <= upto)
    row = and_(journal.c.stream == postings.c.stream, journal.c.seq == postings.c.seq)
    brought = (postings.c.what.in_(_BOUGHT), postings.c.account.startswith("seat/"))
    metered = (postings.c.what == "meter", postings.c.account.startswith("tray/"))
    anew = exists().where(row, journal.c.request.startswith(AGAIN))
    return union_all(
        _figure(ROUNDS, func.count(), rounds).where(*over),
        _figure(HANDLE, func.sum(played.c.staked), rounds, hands).where(*over),
        _figure(WON, func.sum(played.c.net), rounds, hands).where(*over),
        _figure(DROP, func.sum(postings.c.amount), postings).where(*here, *brought, ~anew),
        _figure(METER, func.sum(postings.c.amount), postings).where(*here, *metered),
    )


def _figure(what: str, amount: ColumnElement[int], table: Table, among: FromClause | None = None) -> Select[Any]:
    block = _block(table.c.seq)
    found = select(table.c.stream, block, literal_column(f"'{what}'").label("what"), amount.label("amount"))
    return found.select_from(table if among is None else among).group_by(table.c.stream, block)


def _block(seq: ColumnElement[int]) -> ColumnElement[int]:
    """The row that completes the thousand which a row belongs to."""
    return (seq + _number(EVERY - 1)) // _number(EVERY) * _number(EVERY)


def _number(value: int) -> ColumnElement[int]:
    """A number that stands in the statement itself, so that what is selected and grouped by is the same."""
    return literal_column(str(value), BigInteger)


_Of = Callable[[str, int, int], Select[Any] | CompoundSelect[Any]]
SUMS: dict[Table, _Of] = {account_sums: of_accounts, figure_sums: of_figures}
