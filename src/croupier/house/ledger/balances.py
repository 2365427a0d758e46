"""Balances of the ledger as the database has it, and its export for a spreadsheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from sqlalchemy import ColumnElement, Connection, TextClause, and_, func, select

from croupier import csv_text
from croupier.house.ledger.accounts import WALLET, meter
from croupier.house.storage import database, sums
from croupier.house.storage.schema import SHARED, account_sums, journal, postings, tips
from croupier.money import Cents

HEADER = ("stream", "sequence", "line", "at", "by", "account", "cents", "what")
_AT_A_TIME = 1000  # rows of an export that are held at once


def balances(conn: Connection, prefix: str = "", after: str = "", most: int | None = None) -> dict[str, Cents]:
    """The balances of accounts whose names begin with a prefix, by name; a page of them, if that is given.

    They are read from the sums over every thousand rows, and from the postings since.
    """
    account, name = account_sums.c.account, database.by_letters(conn, account_sums.c.account)
    found = select(account, func.sum(account_sums.c.amount)).group_by(account).order_by(name).limit(most)
    summed = conn.execute(found.where(database.begins(conn, account, prefix), name > after))
    held = Counter({each: int(amount) for each, amount in summed})
    held.update(_recent(conn, prefix, after))
    return {each: held[each] for each in sorted(held)[:most]}


def _recent(conn: Connection, prefix: str, after: str) -> Counter[str]:
    """Changes of accounts by the postings behind the last row of each stream that is summed up."""
    held: Counter[str] = Counter()
    for stream, seq in conn.execute(select(tips.c.stream, tips.c.seq)).all():
        behind = (postings.c.stream == stream, postings.c.seq > sums.completed(seq))
        found = select(postings.c.account, func.sum(postings.c.amount)).where(*behind).group_by(postings.c.account)
        for account, amount in conn.execute(found):
            if account.startswith(prefix) and account > after:
                held[account] += int(amount)
    return held


def recounted(conn: Connection, prefix: str = "", stream: str = "") -> dict[str, Cents]:
    """The balances of accounts whose names begin with a prefix, from every posting and no sum, for an audit.

    If a stream is named, only its postings are counted. Accounts of a table move there, and in the cage by a restore.
    """
    found = select(postings.c.account, func.sum(postings.c.amount)).group_by(postings.c.account)
    found = found.where(*_of(conn, prefix)).order_by(postings.c.account)
    if stream:
        found = found.where(postings.c.stream == stream)
    return {account: int(amount) for account, amount in conn.execute(found)}


def _of(conn: Connection, prefix: str) -> tuple[ColumnElement[bool] | TextClause, ...]:
    """The condition on postings of accounts whose names begin with a prefix; wallets and meters have an index."""
    begins = database.begins(conn, postings.c.account, prefix)
    return (SHARED, begins) if prefix.startswith((WALLET, meter(""))) else (begins,)


def unbalanced(conn: Connection, *among: ColumnElement[bool]) -> list[tuple[str, int, Cents]]:
    """The transactions that do not sum to zero, by stream and sequence, with their sums; of some postings, or all."""
    total = func.sum(postings.c.amount)
    found = (
        select(postings.c.stream, postings.c.seq, total)
        .where(*among)
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
        .where(*_of(conn, prefix))
        .order_by(postings.c.stream, postings.c.seq, postings.c.line)
    )
    rows = conn.execute(found, execution_options={"yield_per": _AT_A_TIME})
    return csv_text.lines(HEADER, map(tuple, rows))
