"""Balances of the ledger as the database has it, and its export for a spreadsheet."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, and_, func, select

from croupier import csv_text
from croupier.house.storage import database
from croupier.house.storage.schema import journal, postings
from croupier.money import Cents

HEADER = ("stream", "sequence", "line", "at", "by", "account", "cents", "what")
_AT_A_TIME = 1000  # rows of an export that are held at once


def balances(conn: Connection, prefix: str = "", after: str = "", most: int | None = None) -> dict[str, Cents]:
    """The balances of accounts whose names begin with a prefix, by name; a page of them, if that is given."""
    found = (
        select(postings.c.account, func.sum(postings.c.amount))
        .where(database.begins(conn, postings.c.account, prefix), postings.c.account > after)
        .group_by(postings.c.account)
        .order_by(postings.c.account)
        .limit(most)
    )
    return {account: int(amount) for account, amount in conn.execute(found)}


def unbalanced(conn: Connection) -> list[tuple[str, int, Cents]]:
    """The transactions that do not sum to zero, by stream and sequence, with their sums."""
    total = func.sum(postings.c.amount)
    found = (
        select(postings.c.stream, postings.c.seq, total)
        .group_by(postings.c.stream, postings.c.seq)
        .having(total != 0)
        .order_by(postings.c.stream, postings.c.seq)
    )
    return [(stream, seq, int(amount)) for stream, seq, amount in conn.execute(found)]


def export(conn: Connection, prefix: str = "") -> Iterator[str]:
    """The ledger as the lines of a CSV file, by stream and sequence; only of some accounts if they are named."""
    found = (
        select(
            postings.c.stream,
            postings.c.seq,
            postings.c.line,
            journal.c.at,
            journal.c.by,
            postings.c.account,
            postings.c.amount,
            postings.c.what,
        )
        .join_from(
            postings,
            journal,
            and_(journal.c.stream == postings.c.stream, journal.c.seq == postings.c.seq),
            isouter=True,
        )
        .where(database.begins(conn, postings.c.account, prefix))
        .order_by(postings.c.stream, postings.c.seq, postings.c.line)
    )
    rows = conn.execute(found, execution_options={"yield_per": _AT_A_TIME})
    return csv_text.lines(HEADER, map(tuple, rows))
