"""Exclusions: people whom the floor has refused at a table, with the reason that they are told, until they are let in.

Nothing here commits.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from croupier.house.people.roles import PeopleError
from croupier.house.storage import register
from croupier.house.storage.database import insert_new
from croupier.house.storage.register import Rights
from croupier.house.storage.schema import refused


class Exclusion(NamedTuple):
    """A person who may not sit down at a table any more."""

    stream: str
    person: str
    by: str
    reason: str
    at: int


_COLUMNS = [refused.c[name] for name in Exclusion._fields]


def refusal_of(conn: Connection, stream: str, person: str, rights: Rights) -> Exclusion | None:
    """The exclusion of a person at a table; None if there is none, by the table and by the register."""
    row = conn.execute(select(*_COLUMNS).where(refused.c.stream == stream, refused.c.person == person)).first()
    if (row is None) != ((register.REFUSED, stream, person) not in rights):
        raise register.altered(f"the refusal of {person} at {stream} is not as the register has it")
    return None if row is None else Exclusion(*row)


def refused_at(conn: Connection, stream: str) -> tuple[Exclusion, ...]:
    """All exclusions at a table, the latest first."""
    rows = conn.execute(select(*_COLUMNS).where(refused.c.stream == stream).order_by(refused.c.at.desc()))
    return tuple(Exclusion(*row) for row in rows)


def refuse(conn: Connection, about: Exclusion) -> None:
    """Exclude a person from a table."""
    if not insert_new(conn, refused, about._asdict()):
        raise PeopleError("this person is refused here already", "a person who is not", "person")
    register.changed(conn, register.REFUSED, about.stream, about.person, to=(about.by,))


def let_in(conn: Connection, stream: str, person: str) -> None:
    """End a person's exclusion from a table."""
    here = (refused.c.stream == stream, refused.c.person == person)
    if not conn.execute(delete(refused).where(*here)).rowcount:
        raise PeopleError("this person is not refused here", "a person on the list of those refused", "person")
    register.changed(conn, register.REFUSED, stream, person, to=None)
