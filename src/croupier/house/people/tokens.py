"""Cookies and bearer tokens: the secret is random, and only a hash of it is stored.

Nothing here commits. Whatever ends passes gives back the hashes of those that it ended, so that what was opened by them
can be closed.
"""

from __future__ import annotations

import re
from base64 import urlsafe_b64encode
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, insert, select, update

from croupier.house.people.roles import ASSIGNABLE, COOKIE, STAFF, TOKEN, PeopleError, Principal, as_login
from croupier.house.storage import register
from croupier.house.storage.register import Rights
from croupier.house.storage.schema import assignments, logins, passes, persons
from croupier.schemas.roles import Role
from croupier.table.fairness.card_sources import Bytes, fresh

HOUR = 3_600_000
DAY = 24 * HOUR
LET_IN = "let in"  # the kind of a one-time way in
LET_IN_LASTS = 15 * 60_000
MOST_LABEL = 200  # letters
_SECRET_BYTES = 32
_MOST_SECRET = 64  # letters
_HASH = re.compile("[0-9a-f]{64}")
NO_RIGHTS: Rights = {}  # the default, where the register is not asked


class Lifetime(NamedTuple):
    """The lifetime of a cookie: without use, and at most."""

    unused: int
    whole: int


_AT_WORK = Lifetime(12 * HOUR, 24 * HOUR)
LIVES: dict[Role, Lifetime] = {
    "guest": Lifetime(30 * DAY, 365 * DAY),
    "player": Lifetime(30 * DAY, 180 * DAY),
    "dealer": _AT_WORK,
    "floor": _AT_WORK,
    "auditor": _AT_WORK,
    "manager": _AT_WORK,
}
_WORTH_A_WRITE = 10  # a pass is given more time once a tenth of it is used


class IssuedPass(NamedTuple):
    """A new pass with its secret, which is not stored, and the hashes of passes that ended for it."""

    secret: str
    hash: str
    person: str
    expires: int
    ended: tuple[str, ...] = ()


class PassDetails(NamedTuple):
    """A valid pass, as its person is shown it."""

    hash: str
    kind: str
    scope: str
    label: str
    since: int
    expires: int


def marked(now: int) -> int:
    """The time at which something ended; the database has 0 for what has not."""
    return max(now, 1)


def hash_of(secret: str) -> str:
    """The hash of a secret that is stored; empty for a text that cannot be a secret."""
    plain = type(secret) is str and 0 < len(secret) <= _MOST_SECRET and secret.isascii()
    return sha256(secret.encode()).hexdigest() if plain else ""


# ---- issuing -----------------------------------------------------------------------------------------------


def cookie(
    conn: Connection, person: str, role: Role, now: int, *, until: int = 0, label: str = "", draw: Bytes = fresh
) -> IssuedPass:
    """Issue a cookie to a person, for the lifetime of the role; not beyond `until`, where that is given."""
    expires = now + LIVES[role].unused
    about = {"person": person, "kind": COOKIE, "scope": "", "label": label}
    return _issue(conn, about, now, min(expires, until) if until else expires, draw)


def token(
    conn: Connection, person: str, scope: str, now: int, expires: int, *, label: str, draw: Bytes = fresh
) -> IssuedPass:
    """Issue a bearer token to a program; it lasts until then and is not extended."""
    return _issue(conn, {"person": person, "kind": TOKEN, "scope": scope, "label": label}, now, expires, draw)


def _issue(conn: Connection, about: dict[str, str], now: int, expires: int, draw: Bytes) -> IssuedPass:
    secret = urlsafe_b64encode(draw(_SECRET_BYTES)).decode().rstrip("=")
    found = hash_of(secret)
    label = "".join(each for each in about["label"][:MOST_LABEL] if each.isprintable())
    row = {**about, "label": label, "hash": found, "since": now, "expires": expires, "revoked": 0}
    conn.execute(insert(passes).values(row))
    given = (about["person"], about["kind"], about["scope"], now, expires)
    register.changed(conn, register.PASS, found, to=given)
    return IssuedPass(secret, found, about["person"], expires)


# ---- who has it --------------------------------------------------------------------------------------------


def who(conn: Connection, secret: str, now: int, rights: Rights | None = None) -> Principal | None:
    """The principal of a valid pass; the caller sees to it that a cookie came as one, and a token as one (`kind`).

    With the rights on the register, an AlteredError if the database gives more or less than they do.
    """
    found = hash_of(secret)
    row = _row(conn, found) if found else None
    if row is None or row.revoked or row.ended or now >= row.expires:
        return None
    must_change = bool(row.once)
    assigned = _assigned(conn, row.person) if row.role in ASSIGNABLE else frozenset()
    if rights is not None:
        _check(rights, row, assigned)
    return Principal(
        row.person,
        row.name,
        row.role,
        program=bool(row.program),
        kind=row.kind,
        scopes=frozenset(row.scope.split()),
        hash=found,
        expires=row.expires,
        must_change=must_change,
        assigned=assigned,
        renew=not must_change and _until(row, now) - row.expires > LIVES[row.role].unused // _WORTH_A_WRITE,
    )


def _check(rights: Rights, row: Row[Any], assigned: frozenset[str]) -> None:
    """Check role, pass and assignments of a member of the staff against the register."""
    role = rights.get((register.PERSON, row.person))
    if role is None and row.role not in STAFF:
        return
    if role != (row.role, row.program):
        raise register.altered(f"no row of the register makes {row.person} {row.role}")
    if not same_pass(rights.get((register.PASS, row.hash)), row, row.role):
        raise register.altered(f"a pass of {row.person} is not as the register has it")
    given = {key[2] for key in rights if key[:2] == (register.ASSIGNED, row.person)} if assigned else set()
    if not assigned <= given:
        raise register.altered(f"no row of the register assigns {row.person} to {', '.join(sorted(assigned - given))}")


def same_pass(given: register.Values | None, row: Row[Any], role: Role) -> bool:
    """True if a pass is as the register has it; a cookie may have been given more time, as long as one may last."""
    if given is None or given[:4] != (row.person, row.kind, row.scope, row.since):
        return False
    lasts = row.kind == COOKIE and row.expires <= row.since + LIVES[role].whole
    return bool(row.expires == given[4] or lasts)


def _row(conn: Connection, found: str) -> Row[Any] | None:
    columns = (
        passes,
        persons.c.name,
        persons.c.role,
        persons.c.program,
        persons.c.ended,
        logins.c.expires.label("once"),
    )
    joined = passes.join(persons, persons.c.id == passes.c.person).outerjoin(logins, logins.c.person == persons.c.id)
    return conn.execute(select(*columns).select_from(joined).where(passes.c.hash == found)).first()


def _until(row: Row[Any], now: int) -> int:
    """The time until which a pass that is used now may last."""
    life = LIVES[row.role]
    return int(min(now + life.unused, row.since + life.whole) if row.kind == COOKIE else row.expires)


def _assigned(conn: Connection, person: str) -> frozenset[str]:
    return frozenset(conn.execute(select(assignments.c.stream).where(assignments.c.person == person)).scalars())


def renew(conn: Connection, principal: Principal, now: int) -> int:
    """Extend a cookie that is in use, where `Principal.renew` says that a write is worth it; its new expiry."""
    row = _row(conn, principal.hash)
    if row is None or row.revoked or now >= row.expires:
        return principal.expires
    until = max(int(row.expires), _until(row, now))
    conn.execute(update(passes).where(passes.c.hash == principal.hash).values(expires=until))
    return until


def device_of(conn: Connection, device: str, login: str) -> str:
    """The hash of an earlier cookie of this login, valid or not, by which `LoginThrottle` knows the device; or nothing.

    A device is told by that hash: it outlives the cookie, and opens nothing.
    """
    mine = (passes.c.hash == device, passes.c.kind == COOKIE, logins.c.login == as_login(login))
    query = select(passes.c.hash).join(logins, logins.c.person == passes.c.person).where(*mine)
    return str(conn.execute(query).scalar() or "") if type(device) is str and _HASH.fullmatch(device) else ""


def let_in(conn: Connection, login: str, now: int, draw: Bytes = fresh) -> str:
    """Issue a one-time way in to an account, from the house's own machine: a code in place of the password."""
    person = conn.execute(select(logins.c.person).where(logins.c.login == as_login(login))).scalar()
    if person is None:
        raise PeopleError("nobody has that login", "the login of an account that is open", "login")
    about = {"person": str(person), "kind": LET_IN, "scope": "", "label": "let in"}
    return _issue(conn, about, now, now + LET_IN_LASTS, draw).secret


def let_in_of(conn: Connection, code: str, login: str, now: int, rights: Rights = NO_RIGHTS) -> str:
    """The hash of a one-time way in to this login that is still good; or nothing."""
    mine = (passes.c.hash == hash_of(code), passes.c.kind == LET_IN, logins.c.login == as_login(login))
    good = (passes.c.revoked == 0, passes.c.expires > now)
    row = conn.execute(select(passes).join(logins, logins.c.person == passes.c.person).where(*mine, *good)).first()
    if row is None:
        return ""
    given = rights.get((register.PASS, row.hash))
    if (register.PERSON, row.person) in rights and not same_pass(given, row, "manager"):
        raise register.altered(f"a way in to the account of {row.person} is not on the register")
    return str(row.hash)


def passes_of(conn: Connection, person: str, now: int) -> tuple[PassDetails, ...]:
    """The valid passes of a person, the oldest first."""
    good = (passes.c.person == person, passes.c.revoked == 0, passes.c.expires > now, passes.c.kind != LET_IN)
    columns = [passes.c[name] for name in PassDetails._fields]
    rows = conn.execute(select(*columns).where(*good).order_by(passes.c.since, passes.c.hash))
    return tuple(PassDetails(*row) for row in rows)


# ---- ending ------------------------------------------------------------------------------------------------


def sign_out(conn: Connection, secret: str, now: int) -> tuple[str, ...]:
    """End the cookie with this secret; an unknown or ended one changes nothing."""
    found = hash_of(secret)
    return _end(conn, now, passes.c.hash == found, passes.c.kind == COOKIE) if found else ()


def revoke(conn: Connection, person: str, found: str, now: int) -> tuple[str, ...]:
    """End one pass of a person, by its hash."""
    ended = _end(conn, now, passes.c.hash == found, passes.c.person == person) if _HASH.fullmatch(found) else ()
    if not ended:
        raise PeopleError("that is no pass of theirs that is good", "the hash of one that is listed", "pass")
    return ended


def end_all(conn: Connection, person: str, now: int, keep: str = "") -> tuple[str, ...]:
    """End all passes of a person, except one that is kept."""
    return _end(conn, now, passes.c.person == person, passes.c.hash != keep)


def _end(conn: Connection, now: int, *which: ColumnElement[bool]) -> tuple[str, ...]:
    ending = update(passes).where(passes.c.revoked == 0, *which).values(revoked=marked(now)).returning(passes.c.hash)
    ended = tuple(conn.execute(ending).scalars())
    for each in ended:
        register.changed(conn, register.PASS, each, to=None)
    return ended
