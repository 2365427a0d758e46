"""Shared rounds: a link shows the public view of a round to everybody who has it, until it is revoked.

Its maker may add the maker's own cards of that round, and nobody else's.

What is stored of a link is a hash that opens nothing. Nothing here commits.
"""

from __future__ import annotations

from base64 import urlsafe_b64encode
from collections.abc import Iterable
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, func, insert, select, update

from croupier.house.engine.replay import Session
from croupier.house.people.roles import PeopleError
from croupier.house.people.tokens import hash_of, marked
from croupier.house.storage.schema import shares
from croupier.table.fairness.card_sources import Bytes, fresh

MOST = 100  # links of a person that show something at once
_SECRET_BYTES = 24


class SharedRound(NamedTuple):
    """A link, as its maker is shown it."""

    hash: str
    stream: str
    session: str
    round: int
    by: str
    at: int
    own_cards: bool = False


_COLUMNS = [shares.c[name] for name in SharedRound._fields]


def share(
    conn: Connection, about: Session, number: int, by: str, now: int, *, own_cards: bool = False, draw: Bytes = fresh
) -> tuple[str, SharedRound]:
    """Make a link to a round, with the maker's own cards or without: its secret, which is not stored, and the row."""
    many = conn.execute(select(func.count()).select_from(shares).where(shares.c.by == by, shares.c.revoked == 0))
    if many.scalar_one() >= MOST:
        raise PeopleError(f"{MOST} rounds are shared already", "the same when one was taken back", "share")
    secret = urlsafe_b64encode(draw(_SECRET_BYTES)).decode()
    made = SharedRound(hash_of(secret), about.stream, about.id, number, by, now, own_cards)
    conn.execute(insert(shares).values(**{**made._asdict(), "own_cards": int(own_cards)}, revoked=0))
    return secret, made


def shared_by(conn: Connection, person: str) -> tuple[SharedRound, ...]:
    """The links of a person, the latest first."""
    mine = select(*_COLUMNS).where(shares.c.by == person, shares.c.revoked == 0)
    return tuple(_of(row) for row in conn.execute(mine.order_by(shares.c.at.desc(), shares.c.hash)))


def shown_by(conn: Connection, secret: str) -> SharedRound | None:
    """The round that a link shows; None for an unknown or revoked link."""
    found = hash_of(secret)
    return _one(conn, shares.c.hash == found, shares.c.revoked == 0) if found else None


def known(conn: Connection, hashed: str) -> SharedRound | None:
    """A link by its hash, revoked or not."""
    return _one(conn, shares.c.hash == hashed)


def _one(conn: Connection, *which: ColumnElement[bool]) -> SharedRound | None:
    row = conn.execute(select(*_COLUMNS).where(*which)).first()
    return None if row is None else _of(row)


def _of(row: Iterable[Any]) -> SharedRound:
    found = SharedRound(*row)
    return found._replace(own_cards=bool(found.own_cards))


def take_back(conn: Connection, hashed: str, now: int) -> None:
    """Revoke a link."""
    taken = update(shares).where(shares.c.hash == hashed, shares.c.revoked == 0).values(revoked=marked(now))
    if not conn.execute(taken).rowcount:
        raise PeopleError("that is no link that shows anything", "the id of one that is listed", "share")


def take_all_back(conn: Connection, person: str, now: int) -> None:
    """Revoke all links of a person."""
    conn.execute(update(shares).where(shares.c.by == person, shares.c.revoked == 0).values(revoked=marked(now)))
