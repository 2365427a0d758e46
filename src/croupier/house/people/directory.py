"""The directory of people and programs for managers, with their logins and the tables that they work at."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from heapq import merge
from itertools import islice
from operator import attrgetter
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, select

from croupier.house.people.roles import STAFF, as_login
from croupier.house.storage.schema import assignments, logins, persons
from croupier.schemas.roles import Role


class ListedPerson(NamedTuple):
    """A person whose account is open."""

    id: str
    name: str
    role: Role
    program: bool
    since: int
    login: str  # nothing, of who has none
    must_change: bool  # the password is for one time
    tables: tuple[str, ...]


def listed(conn: Connection, roles: Collection[Role], after: str, most: int, person: str = "") -> list[ListedPerson]:
    """The people with one of these roles, ordered by id, after a given id; or one person."""
    rows = _rows(conn, roles, persons.c.id == person) if person else _rows(conn, roles, persons.c.id > after, most)
    works = _works(conn, [row.id for row in rows])
    return [
        ListedPerson(
            row.id,
            row.name,
            row.role,
            bool(row.program),
            row.since,
            row.login or "",
            bool(row.expires),
            tuple(sorted(works[row.id])),
        )
        for row in rows
    ]


def _rows(conn: Connection, roles: Collection[Role], which: ColumnElement[bool], most: int = 1) -> list[Row[Any]]:
    """The rows of some people; each role is looked for by itself, since among many guests the staff are few."""
    columns = (persons, logins.c.login, logins.c.expires)
    joined = persons.outerjoin(logins, logins.c.person == persons.c.id)
    found = select(*columns).select_from(joined).where(persons.c.ended == 0, which).order_by(persons.c.id).limit(most)
    of_roles = [conn.execute(found.where(persons.c.role == role)).all() for role in roles]
    return list(islice(merge(*of_roles, key=attrgetter("id")), most))


def working(conn: Connection, login: str) -> str:
    """The id of the member of staff with this login; empty if there is none."""
    joined = persons.join(logins, logins.c.person == persons.c.id)
    theirs = (logins.c.login == as_login(login), persons.c.ended == 0, persons.c.role.in_(STAFF))
    return conn.execute(select(persons.c.id).select_from(joined).where(*theirs)).scalar() or ""


def _works(conn: Connection, ids: Collection[str]) -> defaultdict[str, set[str]]:
    works: defaultdict[str, set[str]] = defaultdict(set)
    asked = select(assignments.c.person, assignments.c.stream).where(assignments.c.person.in_(ids))
    for person, stream in conn.execute(asked):
        works[person].add(stream)
    return works
