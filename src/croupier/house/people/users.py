"""Accounts of people: guests, who sign up and stay who they are, staff, and programs, which all can see to be programs.

Checking and making a password is slow, so it is done apart (`entry`, then `prove`, elsewhere, then `sign_in`), and what
was proved is held against what is stored by then. Nothing here commits, and a PeopleError or NamingError is raised
before anything has changed; only where two processes are at it at once can it come after, and is then rolled back.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from itertools import chain, count
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from croupier.house.people.duties import end_duties
from croupier.house.people.passwords import Argon
from croupier.house.people.roles import ASSIGNABLE, ROLES, SCOPES, STAFF, PeopleError, Principal, as_login
from croupier.house.people.tokens import DAY, LIVES, NO_RIGHTS, IssuedPass, cookie, end_all, marked, sign_out, token
from croupier.house.storage import register
from croupier.house.storage.database import insert_new
from croupier.house.storage.register import Rights
from croupier.house.storage.schema import assignments, logins, passes, persons
from croupier.names import NamingError, own, proper, skeleton
from croupier.schemas.roles import Role
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.model.command import PERSON
from croupier.table.model.validation import shown

ONE_TIME = DAY  # that a one-time password is good for
LONGEST_TOKEN = 366 * DAY
GUEST, PROGRAM = "Guest", "Program"  # the names of people who give none
FIRST_MANAGER = "manager"  # the login that the first manager has, and nobody else
_ID_BYTES = 16
_PERSON = re.compile(PERSON)
_TABLE = re.compile("[a-z0-9][a-z0-9-]{0,39}")
_GIVEN = re.compile(f"({GUEST}|{PROGRAM})( [0-9]{{4}})?")  # names that the house gives (`guest_name`)


class Person(NamedTuple):
    """A person as the house knows one; the name is empty once the account is closed."""

    id: str
    name: str
    role: Role
    program: bool
    since: int
    ended: int


class PasswordEntry(NamedTuple):
    """The hash that a password is to be checked against; for an unknown login, a hash that no password has."""

    login: str
    person: str
    password: str


class PasswordProof(NamedTuple):
    """An entry whose password was right; with the hash to be stored instead, where it was made at another cost."""

    entry: PasswordEntry
    anew: str


# ---- persons -----------------------------------------------------------------------------------------------


def person_of(conn: Connection, person: str) -> Person:
    """A person whose account is open, by id; a PeopleError if there is none."""
    known = type(person) is str and _PERSON.fullmatch(person) is not None
    row = conn.execute(select(persons).where(persons.c.id == person, persons.c.ended == 0)).first() if known else None
    if row is None:
        raise PeopleError(f"there is no person {shown(person)}", "the id of a person whose account is open", "person")
    return _person(row)


def named(conn: Connection, ids: Collection[str]) -> dict[str, Person]:
    """People by id, with their names and whether they are programs; closed accounts too, without a name."""
    return {row.id: _person(row) for row in conn.execute(select(persons).where(persons.c.id.in_(ids)))}


def _person(row: Row[Any]) -> Person:
    return Person(row.id, row.name, row.role, bool(row.program), row.since, row.ended)


def rename(conn: Connection, person: str, name: str) -> str:
    """Rename a person; the name as it is now."""
    known = person_of(conn, person)
    name = proper(name) if known.role in STAFF else own(name)
    if known.role not in STAFF:
        _check_looks(conn, name, known.id)
    conn.execute(update(persons).where(persons.c.id == known.id).values(name=name, looks=skeleton(name)))
    return name


def _check_looks(conn: Connection, name: str, person: str) -> None:
    """Check that a name is not taken for that of somebody who has an account; the house gives out some twice itself."""
    looks = skeleton(name)
    if not looks or _GIVEN.fullmatch(name):
        return
    theirs = (persons.c.looks == looks, persons.c.role != "guest", persons.c.ended == 0, persons.c.id != person)
    if conn.execute(select(persons.c.id).where(*theirs).limit(1)).first() is not None:
        raise NamingError(f"the name {name!r} looks like another's who has an account here", "another name")


def new_id(draw: Bytes = fresh) -> str:
    """A new id of a person, which says nothing about the person."""
    return draw(_ID_BYTES).hex()


def guest_name(person: str, *, program: bool = False) -> str:
    """A name for a guest who gives none, so that a few of them at a table can be told apart; it need not be unique."""
    return f"{PROGRAM if program else GUEST} {1000 + int(person[:8], 16) % 9000}"


def _add(
    conn: Connection, name: str, role: Role, now: int, draw: Bytes, *, program: bool = False, person: str = ""
) -> str:
    person = person or new_id(draw)
    name = proper(name) if role in STAFF else own(name)
    row = {"id": person, "name": name, "role": role, "program": int(program), "since": now, "ended": 0}
    conn.execute(insert(persons).values({**row, "looks": skeleton(name)}))
    if role in STAFF:
        register.changed(conn, register.PERSON, person, to=(role, int(program)))
    return person


def _add_guest(conn: Connection, name: str, now: int, draw: Bytes, *, program: bool = False, person: str = "") -> str:
    _check_looks(conn, own(name), person)
    return _add(conn, name, "guest", now, draw, program=program, person=person)


# ---- guests and programs -----------------------------------------------------------------------------------


def guest(
    conn: Connection, now: int, name: str = GUEST, *, person: str = "", label: str = "", draw: Bytes = fresh
) -> IssuedPass:
    """Create a guest with a cookie; the play money is the ledger's affair, which may have drawn the id already."""
    person = _add_guest(conn, name, now, draw, person=person)
    return cookie(conn, person, "guest", now, label=label, draw=draw)


def guest_program(
    conn: Connection, now: int, name: str = PROGRAM, *, person: str = "", label: str = "", draw: Bytes = fresh
) -> IssuedPass:
    """Create a guest that is a program: it has a token to watch and to play, and all can see what it is."""
    person = _add_guest(conn, name, now, draw, program=True, person=person)
    return token(conn, person, "watch play", now, now + LIVES["guest"].unused, label=label, draw=draw)


def program(conn: Connection, name: str, role: Role, now: int, draw: Bytes = fresh) -> str:
    """Create a program with a role, a person of its own that all can see; it comes in by the tokens it is given."""
    return _add(conn, name, _check_role(role, ROLES), now, draw, program=True)


def program_token(
    conn: Connection, person: str, scope: str, now: int, lasts: int, *, label: str, draw: Bytes = fresh
) -> IssuedPass:
    """Issue a token to a program: for words of `SCOPES` that its role may have, and for so long."""
    bearer = person_of(conn, person)
    if not bearer.program:
        raise PeopleError("a token is for a program", "the id of a program; people sign in", "person")
    words = scope.split() if type(scope) is str else []
    fitting = [each for each, roles in SCOPES.items() if bearer.role in roles]
    if not words or not set(words) <= set(fitting):
        accepted = f"words of {', '.join(fitting)}"
        raise PeopleError(f"a {bearer.role} that is a program cannot have the scope {shown(scope)}", accepted, "scope")
    if not 0 < lasts <= LONGEST_TOKEN:
        raise PeopleError(f"a token cannot last {shown(lasts)} ms", f"1 to {LONGEST_TOKEN} ms", "lasts")
    chosen = " ".join(each for each in fitting if each in words)
    return token(conn, person, chosen, now, now + lasts, label=label, draw=draw)


# ---- logins ------------------------------------------------------------------------------------------------


def login_of(text: object) -> str:
    """A login as it is stored: small letters, digits and . _ @ + -, so that no two look alike."""
    login = as_login(text)
    if not login:
        accepted = "3 to 64 letters from a to z, digits and . _ @ + -, the first a letter or digit"
        raise PeopleError(f"{shown(text)} cannot be a login", accepted, "login")
    return login


def check_free(conn: Connection, login: str) -> None:
    """Check that a login is free."""
    _free(conn, login)


def sign_up(
    conn: Connection,
    principal: Principal | IssuedPass,
    login: str,
    password: str,
    now: int,
    *,
    label: str = "",
    draw: Bytes = fresh,
) -> IssuedPass:
    """Make a guest a player, who stays the same person; `password` is a hash. The guest's passes end for a new one."""
    bearer = person_of(conn, principal.person)
    if bearer.role != "guest" or bearer.program:
        raise PeopleError("only a guest signs up, and no program", "a guest's cookie", "person")
    _check_looks(conn, bearer.name, bearer.id)
    login = _free(conn, login)
    still_a_guest = (persons.c.id == bearer.id, persons.c.role == "guest", persons.c.ended == 0)
    if not conn.execute(update(persons).where(*still_a_guest).values(role="player")).rowcount:
        raise PeopleError("this guest has just signed up", "signing in", "person")
    _add_login(conn, login, bearer.id, password, now)
    ended = end_all(conn, bearer.id, now)
    return cookie(conn, bearer.id, "player", now, label=label, draw=draw)._replace(ended=ended)


def hire(conn: Connection, name: str, login: str, role: Role, password: str, now: int, draw: Bytes = fresh) -> str:
    """Create an account with a one-time password (a hash), to be replaced within a day by one of the person's own."""
    role, login = _check_role(role, ROLES[1:]), _free(conn, login)
    person = _add(conn, name, role, now, draw)
    _add_login(conn, login, person, password, now, expires=now + ONE_TIME)
    return person


def first_manager(conn: Connection, password: str, now: int, draw: Bytes = fresh) -> str:
    """Create the first manager's login, by a one-time password (a hash), where the house has none; else nothing."""
    if _managers(conn):
        return ""
    logged = set(conn.execute(select(logins.c.login).where(logins.c.login.startswith(FIRST_MANAGER))).scalars())
    names = (f"{FIRST_MANAGER}-{number}" for number in count(2))
    login = next(each for each in chain([FIRST_MANAGER], names) if each not in logged)
    _add_login(conn, login, _add(conn, "Manager", "manager", now, draw), password, now, expires=now + ONE_TIME)
    return login


def _free(conn: Connection, text: str) -> str:
    """A login as it is stored; a PeopleError if it is taken."""
    login = login_of(text)
    taken = conn.execute(select(logins.c.login).where(logins.c.login == login)).first()
    if taken is not None or login == FIRST_MANAGER:
        raise _taken(login)
    return login


def _taken(login: str) -> PeopleError:
    return PeopleError(f"the login {login!r} is taken", "another login", "login")


def _add_login(conn: Connection, login: str, person: str, password: str, now: int, expires: int = 0) -> None:
    row = {"login": login, "person": person, "password": password, "changed": now, "expires": expires}
    if not insert_new(conn, logins, row):
        raise _taken(login)
    _register_login(conn, login, person, password, expires)


def _register_login(conn: Connection, login: str, person: str, password: str, expires: int) -> None:
    register.changed(conn, register.LOGIN, person, to=(register.password_digest(login, password), expires))


# ---- signing in --------------------------------------------------------------------------------------------


def entry(conn: Connection, login: str, now: int, argon: Argon, rights: Rights = NO_RIGHTS) -> PasswordEntry:
    """The hash that a login's password is checked against; nobody's if it is unknown or has expired.

    Of the staff, it must be the one on the register.
    """
    login = as_login(login)
    row = conn.execute(select(logins).where(logins.c.login == login)).first()
    if row is None or 0 < row.expires <= now:
        return PasswordEntry(login, "", argon.nobodys)
    _check_login(rights, row)
    return PasswordEntry(login, row.person, row.password)


def _check_login(rights: Rights, row: Row[Any]) -> None:
    """Check the login of a member of the staff against the register."""
    given = rights.get((register.LOGIN, row.person))
    works = (register.PERSON, row.person) in rights
    if works and given != (register.password_digest(row.login, row.password), row.expires):
        raise register.altered(f"the password of {row.person} is not the one on the register")


def prove(against: PasswordEntry, password: str, argon: Argon) -> PasswordProof | None:
    """Verify a password, at equal cost whether it is right or wrong, without the database; None if it is wrong."""
    right = argon.verify(against.password, password)
    if not right or not against.person:
        return None
    return PasswordProof(against, argon.hash(password) if argon.is_dated(against.password) else "")


def wrong() -> PeopleError:
    """The refusal of a sign-in, alike for a wrong login and a wrong password."""
    return PeopleError("login and password do not belong together", "both as they were chosen", "password")


def sign_in(
    conn: Connection, proof: PasswordProof, now: int, *, old: str = "", label: str = "", draw: Bytes = fresh
) -> IssuedPass:
    """Sign in a person who has proved a password: a new cookie, and the old cookie that came along ends."""
    row = _unchanged(conn, proof)
    if row is None or 0 < row.expires <= now:
        raise wrong()
    if proof.anew:
        conn.execute(update(logins).where(logins.c.login == row.login).values(password=proof.anew))
        _register_login(conn, row.login, row.person, proof.anew, row.expires)
    ended = sign_out(conn, old, now)
    bearer = person_of(conn, row.person)
    return cookie(conn, bearer.id, bearer.role, now, until=row.expires, label=label, draw=draw)._replace(ended=ended)


def enter_once(
    conn: Connection, code: str, now: int, *, old: str = "", label: str = "", draw: Bytes = fresh
) -> IssuedPass:
    """Sign in by a one-time way in (the hash of its code), which ends with that."""
    used = update(passes).where(passes.c.hash == code, passes.c.revoked == 0).values(revoked=marked(now))
    person = conn.execute(used.returning(passes.c.person)).scalar()
    if person is None:
        raise wrong()
    register.changed(conn, register.PASS, code, to=None)
    bearer, ended = person_of(conn, person), sign_out(conn, old, now)
    return cookie(conn, bearer.id, bearer.role, now, label=label, draw=draw)._replace(ended=ended)


def _unchanged(conn: Connection, proof: PasswordProof) -> Row[Any] | None:
    """The login as it was when the password was proved; None if it has changed since, or the account was closed.

    It stays so until this transaction ends: whoever would change it waits, and then ends what was made here.
    """
    same = [logins.c[name] == value for name, value in proof.entry._asdict().items()]
    return conn.execute(select(logins).where(*same).with_for_update()).first()


def change_password(
    conn: Connection, principal: Principal, proof: PasswordProof, password: str, now: int
) -> tuple[str, ...]:
    """Change the password (a hash) of a person who has proved the present one; all the person's other passes end."""
    row = _unchanged(conn, proof)
    if row is None or row.person != principal.person:
        raise wrong()
    _set_password(conn, row.login, row.person, password, now)
    ended = end_all(conn, principal.person, now, keep=principal.hash)
    if principal.must_change:  # its pass was to end with the one-time password
        lasts = now + LIVES[principal.role].unused
        conn.execute(update(passes).where(passes.c.hash == principal.hash, passes.c.revoked == 0).values(expires=lasts))
    return ended


def reset(conn: Connection, login: str, password: str, now: int) -> tuple[str, ...]:
    """Replace a lost password by a one-time password (a hash), on the machine only; all passes end."""
    row = conn.execute(select(logins).where(logins.c.login == login_of(login))).first()
    if row is None:
        raise PeopleError(f"nobody has the login {login_of(login)!r}", "the login of an account that is open", "login")
    _set_password(conn, row.login, row.person, password, now, expires=now + ONE_TIME)
    return end_all(conn, row.person, now)


def _set_password(conn: Connection, login: str, person: str, password: str, now: int, expires: int = 0) -> None:
    values = {"password": password, "changed": now, "expires": expires}
    conn.execute(update(logins).where(logins.c.login == login).values(values))
    _register_login(conn, login, person, password, expires)


# ---- roles and tables --------------------------------------------------------------------------------------


def _check_role(role: str, among: tuple[Role, ...]) -> Role:
    for each in among:
        if each == role:
            return each
    raise PeopleError(f"{shown(role)} is no role here", ", ".join(among), "role")


def change_role(conn: Connection, person: str, role: Role, now: int) -> tuple[str, ...]:
    """Give a person another role. All passes and assignments end; a seat is given up first (the house's affair)."""
    bearer, role = person_of(conn, person), _check_role(role, ROLES[1:])
    if bearer.role == "guest":
        raise PeopleError("a guest has no password, and so no other role", "a person who has signed up", "person")
    if bearer.role == role:
        raise PeopleError(f"the role is {role} already", "another role", "role")
    _keep_a_manager(conn, bearer)
    conn.execute(update(persons).where(persons.c.id == bearer.id).values(role=role))
    works = role in STAFF
    register.changed(conn, register.PERSON, bearer.id, to=(role, int(bearer.program)) if works else None)
    login = conn.execute(select(logins).where(logins.c.person == bearer.id)).first()
    if works and login is not None:
        _register_login(conn, login.login, bearer.id, login.password, login.expires)
    return _end_rights(conn, bearer.id, now, login=not works)


def check_may_go(conn: Connection, person: str) -> None:
    """Check that an account can be closed, before a seat and a wallet are given up for that."""
    _keep_a_manager(conn, person_of(conn, person))


def close_account(conn: Connection, person: str, now: int) -> tuple[str, ...]:
    """Close an account: name and login are erased, the person's id and what was played stay. All passes end.

    A seat and a wallet are given up first, which is the house's affair.
    """
    bearer = person_of(conn, person)
    _keep_a_manager(conn, bearer)
    conn.execute(update(persons).where(persons.c.id == bearer.id).values(name="", looks="", ended=marked(now)))
    conn.execute(delete(logins).where(logins.c.person == bearer.id))
    register.changed(conn, register.PERSON, bearer.id, to=None)
    return _end_rights(conn, bearer.id, now, login=True)


def _end_rights(conn: Connection, person: str, now: int, *, login: bool) -> tuple[str, ...]:
    """End all assignments, duties and passes of a person; with `login`, the one on the register too."""
    gone = delete(assignments).where(assignments.c.person == person).returning(assignments.c.stream)
    for stream in conn.execute(gone).scalars().all():
        register.changed(conn, register.ASSIGNED, person, stream, to=None)
    end_duties(conn, person)
    if login:
        register.changed(conn, register.LOGIN, person, to=None)
    return end_all(conn, person, now)


def _managers(conn: Connection) -> int:
    """The number of managers who are people."""
    of_them = (persons.c.role == "manager", persons.c.ended == 0, persons.c.program == 0)
    return conn.execute(select(func.count()).select_from(persons).where(*of_them)).scalar_one()


def _keep_a_manager(conn: Connection, bearer: Person) -> None:
    if bearer.role == "manager" and not bearer.program and _managers(conn) == 1:
        raise PeopleError("this is the house's last manager", "the same when there is another", "person")


def assign(conn: Connection, person: str, stream: str, now: int) -> None:
    """Assign a dealer or floor to a table."""
    bearer = person_of(conn, person)
    if bearer.role not in ASSIGNABLE:
        raise PeopleError(f"a {bearer.role} is assigned to no table", " or ".join(ASSIGNABLE), "person")
    insert_new(conn, assignments, {"person": bearer.id, "stream": _table(stream), "since": now})
    register.changed(conn, register.ASSIGNED, bearer.id, stream, to=())


def unassign(conn: Connection, person: str, stream: str) -> None:
    """End an assignment. Passes stay valid; sockets at that table must be checked again (`passes_of`)."""
    there = (assignments.c.person == person_of(conn, person).id, assignments.c.stream == _table(stream))
    if not conn.execute(delete(assignments).where(*there)).rowcount:
        raise PeopleError(f"{stream!r} is no table of theirs", "a table to which they are assigned", "table")
    register.changed(conn, register.ASSIGNED, person, stream, to=None)
    end_duties(conn, person, stream)


def _table(stream: object) -> str:
    if type(stream) is not str or _TABLE.fullmatch(stream) is None:
        raise PeopleError(f"{shown(stream)} is no table", "the name of a table", "table")
    return stream
