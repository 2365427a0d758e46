"""A player's statement: the opening balance, the cage's transactions, every round, and the closing balance.

What a person has is the wallet and the chips at tables together; a round counts when it is over.
"""

from __future__ import annotations

from itertools import chain
from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, TextClause, and_, func, select

from croupier.house.ledger import accounts
from croupier.house.records.recall import Hand
from croupier.house.storage.journal import CAGE
from croupier.house.storage.schema import SHARED, journal, played, postings, rounds
from croupier.money import Cents


class AtCage(NamedTuple):
    """Money that came to a person from the cage, or went back there."""

    at: int
    what: str
    amount: Cents


class InRound(NamedTuple):
    """A round that a person played."""

    at: int
    stream: str
    session: str
    round: int
    void: bool
    hand: Hand


class Statement(NamedTuple):
    """A statement of a person's money for a period; the opening balance and all lines make the closing balance."""

    person: str
    since: int
    before: int
    opening: Cents
    cage: tuple[AtCage, ...]
    rounds: tuple[InRound, ...]
    closing: Cents


def statement(connection: Connection, person: str, since: int, before: int) -> Statement:
    """The statement of a person for a period, in house time."""
    opening = _moved(connection, person, since) + _won(connection, person, since)
    cage, in_rounds = _cage(connection, person, since, before), _rounds(connection, person, since, before)
    closing = opening + sum(each.amount for each in cage) + sum(each.hand.net for each in in_rounds)
    return Statement(person, since, before, opening, cage, in_rounds, closing)


def part(connection: Connection, person: str, since: int, before: int, most: int) -> tuple[Statement, int | None]:
    """The first part of a long statement, a statement by itself, and the start of the next; None on the last part.

    A part has at most so many lines, unless all of more than that are of one moment.
    """
    until = _cut(connection, person, since, before, most)
    made = statement(connection, person, since, before if until is None else until)
    return made, until


def _cut(connection: Connection, person: str, since: int, before: int, most: int) -> int | None:
    """The moment before which the first so many lines of a statement are; None if there are no more than that."""
    cage = select(journal.c.at).join_from(postings, journal, _OF_ROW).where(*_of_cage(person, since, before))
    in_rounds = select(played.c.at).where(*_of_rounds(person, since, before)).order_by(played.c.at)
    lines = (connection.scalars(each.limit(most + 1)) for each in (cage.order_by(journal.c.at), in_rounds))
    times = sorted(chain.from_iterable(lines))[: most + 1]
    if len(times) <= most:
        return None
    return int(times[-1]) if times[-1] > times[0] else int(times[0]) + 1


_OF_ROW = and_(journal.c.stream == postings.c.stream, journal.c.seq == postings.c.seq)
_OF_ROUND = and_(*(played.c[name] == rounds.c[name] for name in ("stream", "session", "round")))


def _moved(connection: Connection, person: str, before: int) -> Cents:
    total = select(func.coalesce(func.sum(postings.c.amount), 0)).join_from(postings, journal, _OF_ROW)
    return int(connection.execute(total.where(*_at_cage(person), journal.c.at < before)).scalar_one())


def _won(connection: Connection, person: str, before: int) -> Cents:
    total = select(func.coalesce(func.sum(played.c.net), 0))
    return int(connection.execute(total.where(played.c.person == person, played.c.at < before)).scalar_one())


def _cage(connection: Connection, person: str, since: int, before: int) -> tuple[AtCage, ...]:
    place = (postings.c.seq, postings.c.line)
    asked = select(*place, journal.c.at, postings.c.what, postings.c.amount).join_from(postings, journal, _OF_ROW)
    # Ordered here: in the database's order it would go through the whole cage.
    rows = sorted(map(tuple, connection.execute(asked.where(*_of_cage(person, since, before)))))
    return tuple(AtCage(*row[len(place) :]) for row in rows)


def _of_cage(person: str, since: int, before: int) -> tuple[ColumnElement[bool] | TextClause, ...]:
    return (*_at_cage(person), journal.c.at >= since, journal.c.at < before)


def _at_cage(person: str) -> tuple[ColumnElement[bool] | TextClause, ...]:
    return SHARED, postings.c.stream == CAGE, postings.c.account == accounts.wallet(person)


def _of_rounds(person: str, since: int, before: int) -> tuple[ColumnElement[bool], ...]:
    return played.c.person == person, played.c.at >= since, played.c.at < before


def _rounds(connection: Connection, person: str, since: int, before: int) -> tuple[InRound, ...]:
    place = (rounds.c.at, rounds.c.stream, rounds.c.session, rounds.c.round, rounds.c.void)
    hand = (played.c.seat, played.c.person, played.c.staked, played.c.net)
    asked = select(*place, *hand).join_from(played, rounds, _OF_ROUND)
    during = _of_rounds(person, since, before)
    rows = connection.execute(asked.where(*during).order_by(played.c.at, played.c.stream, played.c.seat))
    return tuple(
        InRound(row.at, row.stream, row.session, row.round, bool(row.void), Hand(*tuple(row)[len(place) :]))
        for row in rows
    )
