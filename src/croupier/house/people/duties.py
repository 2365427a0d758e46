"""Dealers on duty: a dealer who is assigned to a table signs on there, and deals until relieved; one at a table.

Nothing here commits. That somebody signed on or was relieved is a significant event, which is the house's affair.
"""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import ColumnElement, Connection, delete, select, true

from croupier.house.people.roles import PeopleError
from croupier.house.storage import register
from croupier.house.storage.database import insert_new
from croupier.house.storage.register import Rights
from croupier.house.storage.schema import duties


class Duty(NamedTuple):
    """A dealer on duty at a table."""

    stream: str
    person: str
    since: int


_COLUMNS = [duties.c[name] for name in Duty._fields]


def duty(conn: Connection, stream: str) -> Duty | None:
    """The dealer on duty at a table; None if there is none."""
    row = conn.execute(select(*_COLUMNS).where(duties.c.stream == stream)).first()
    return None if row is None else Duty(*row)


def registered_duty(conn: Connection, stream: str, rights: Rights) -> Duty | None:
    """The dealer on duty at a table, by the table and by the register; None if there is none."""
    found, given = duty(conn, stream), rights.get((register.DUTY, stream))
    if given != (None if found is None else (found.person,)):
        raise register.altered(f"who is on duty at {stream} is not as the register has it")
    return found


def all_duties(conn: Connection) -> dict[str, Duty]:
    """All dealers on duty, by table."""
    return {row.stream: Duty(*row) for row in conn.execute(select(*_COLUMNS))}


def sign_on(conn: Connection, person: str, stream: str, now: int) -> Duty:
    """Sign a dealer on: at one table, at which no other dealer is on duty."""
    known = all_duties(conn)
    here = known.get(stream)
    if here is not None:
        why = "you deal here already" if here.person == person else "another dealer is signed on here"
        raise PeopleError(why, "a table where nobody is; who deals is relieved first", "sign on")
    elsewhere = next((each.stream for each in known.values() if each.person == person), None)
    if elsewhere is not None:
        raise PeopleError(f"you deal at {elsewhere}", "the same once you are relieved there", "sign on")
    made = Duty(stream, person, now)
    if not insert_new(conn, duties, made._asdict()):
        raise PeopleError("another dealer signed on at this moment", "a look at who deals here", "sign on")
    register.changed(conn, register.DUTY, stream, to=(person,))
    return made


def relieve(conn: Connection, stream: str, person: str) -> Duty:
    """Relieve a dealer; a PeopleError if this one is not on duty here."""
    found = duty(conn, stream)
    if found is None or found.person != person:
        raise PeopleError("this dealer is not signed on here", "one who is", "relieve")
    _end(conn, duties.c.stream == stream, duties.c.person == person)
    return found


def end_duties(conn: Connection, person: str, stream: str = "") -> None:
    """End the duties of a person at one table, or at all."""
    _end(conn, duties.c.person == person, duties.c.stream == stream if stream else true())


def table_closed(conn: Connection, stream: str) -> None:
    """End the duty at a table that is closed."""
    _end(conn, duties.c.stream == stream)


def _end(conn: Connection, *which: ColumnElement[bool]) -> None:
    for stream in conn.execute(delete(duties).where(*which).returning(duties.c.stream)).scalars().all():
        register.changed(conn, register.DUTY, stream, to=None)
