"""A house of people for tests: its database in memory, passwords that cost little, and randomness that repeats."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from itertools import count

from sqlalchemy import Connection

from croupier.house.people import tokens, users
from croupier.house.people.passwords import Argon, Cost
from croupier.house.people.roles import Principal
from croupier.house.people.tokens import IssuedPass
from croupier.schemas.roles import Role
from croupier.table.fairness.card_sources import Bytes
from support.house import databases

ARGON = Argon(Cost(1, 8, 1))
NOW = 1_900_000_000_000
PASSWORD = "seven of clubs, folded"  # noqa: S105 - of nobody


@contextmanager
def house() -> Iterator[Connection]:
    """An empty house; what is done in it is gone afterwards."""
    with databases.connection("sqlite") as conn:
        yield conn


def drawing(seed: str = "people") -> Bytes:
    """Bytes that are the same each time."""
    numbers = count()
    return lambda size: sha256(f"{seed} {next(numbers)}".encode()).digest()[:size]


def known(conn: Connection, issued: IssuedPass, now: int = NOW) -> Principal:
    """Who has a pass that must be good."""
    found = tokens.who(conn, issued.secret, now)
    assert found is not None
    return found


def hire(conn: Connection, login: str, role: Role, now: int = NOW, password: str = PASSWORD) -> str:
    """Somebody with an account whose password was chosen."""
    person = users.hire(conn, login.title(), login, role, ARGON.hash("one-time"), now)
    proof = users.prove(users.entry(conn, login, now, ARGON), "one-time", ARGON)
    assert proof is not None
    first = known(conn, users.sign_in(conn, proof, now), now)
    users.change_password(conn, first, proof, ARGON.hash(password), now)
    tokens.end_all(conn, person, now)
    return person


def sign_in(conn: Connection, login: str, now: int = NOW, password: str = PASSWORD, old: str = "") -> IssuedPass:
    """Sign in as a person does."""
    proof = users.prove(users.entry(conn, login, now, ARGON), password, ARGON)
    if proof is None:
        raise users.wrong()
    return users.sign_in(conn, proof, now, old=old)
