"""The manager's and the auditor's work: people, figures, the ledger, significant events, the record; asked and read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from croupier.client.answers import Token
from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part, query


class Person(msgspec.Struct, frozen=True):
    """Somebody with an account; a guest has no login."""

    person: str
    name: str
    role: str
    program: bool
    since: int
    login: str
    must_change: bool
    tables: tuple[str, ...]


class People(msgspec.Struct, frozen=True):
    """Some of those with an account, and where the next page begins, if there is one."""

    people: tuple[Person, ...]
    after: str


class Hired(msgspec.Struct, frozen=True):
    """An account that was made, with its one-time password."""

    person: str
    login: str
    password: str
    expires: int


class Program(msgspec.Struct, frozen=True):
    """A program that was made; it comes in by its tokens."""

    person: str
    name: str
    role: str


class Named(msgspec.Struct, frozen=True):
    """A person by name."""

    person: str
    name: str


class Pass(msgspec.Struct, frozen=True):
    """Where somebody is signed in."""

    id: str
    kind: str
    scope: str
    label: str
    since: int
    expires: int
    this: bool


class Passes(msgspec.Struct, frozen=True):
    """All of somebody's that are good."""

    passes: tuple[Pass, ...]


class Figures(msgspec.Struct, frozen=True):
    """What a table came to in a time, in cents; hold is win by drop."""

    table: str
    rounds: int
    drop: int
    handle: int
    win: int
    hold: float | None
    to_meters: int
    tray: int
    exposure: int | None


class AllFigures(msgspec.Struct, frozen=True):
    """The figures of tables for a time."""

    since: int
    before: int
    tables: tuple[Figures, ...]


class Account(msgspec.Struct, frozen=True):
    """An account of the ledger."""

    account: str
    holds: int


class Ledger(msgspec.Struct, frozen=True):
    """Some accounts, and where the next page begins, if there is one."""

    accounts: tuple[Account, ...]
    after: str


class Noted(msgspec.Struct, frozen=True):
    """A significant event."""

    seq: int
    at: int
    by: str
    name: str
    what: str
    says: dict[str, Any]


class Significant(msgspec.Struct, frozen=True):
    """Some significant events, the latest first; `after` is where to go on, and 0 behind the last."""

    events: tuple[Noted, ...]
    after: int


class StreamEnd(msgspec.Struct, frozen=True):
    """The end of a stream of the record."""

    stream: str
    seq: int
    at: int
    stands: bool


class LogEnd(msgspec.Struct, frozen=True):
    """The house's log, as it stands."""

    origin: str
    rounds: int
    waiting: int
    checkpoint: str
    at: int
    stands: bool


class Chain(msgspec.Struct, frozen=True):
    """Where the record stands, at a look."""

    streams: tuple[StreamEnd, ...]
    log: LogEnd | None


class Session(msgspec.Struct, frozen=True):
    """A session of a table; closed is 0 while it is open."""

    table: str
    session: str
    rulebook: str
    opened: int
    closed: int
    rounds: int


class Sessions(msgspec.Struct, frozen=True):
    """Some sessions, and where the next page begins, if there is one."""

    sessions: tuple[Session, ...]
    after: str


# ---- one's own account -------------------------------------------------------------------------------------


def change_password(login: str, password: str, new: str) -> Call[None]:
    """Choose another password; everywhere else one is signed out."""
    return Call("PUT", "/session/password", type(None), {"login": login, "password": password, "new": new})


def rename(name: str) -> Call[Named]:
    """Be called by another name."""
    return Call("PATCH", "/me", Named, {"name": name})


# ---- people ------------------------------------------------------------------------------------------------


def _person(person: str) -> str:
    return f"/people/{part(person)}"


def people(*, role: str = "", after: str = "", most: int | None = None) -> Call[People]:
    """Those with an account, all but guests; or those with a role."""
    return Call("GET", f"/people{query(role=role, after=after, most=most)}", People)


def person(person: str) -> Call[Person]:
    """Somebody with an account."""
    return Call("GET", _person(person), Person)


def hire(name: str, login: str, role: str) -> Call[Hired]:
    """Make an account for somebody."""
    return Call("POST", "/people", Hired, {"name": name, "login": login, "role": role})


def make_program(name: str, role: str) -> Call[Program]:
    """Make a program with a role."""
    return Call("POST", "/people/programs", Program, {"name": name, "role": role})


def make_token(person: str, scopes: Sequence[str], days: int, label: str = "") -> Call[Token]:
    """Make a token for a program; it is told this once."""
    return Call("POST", f"{_person(person)}/tokens", Token, {"scopes": list(scopes), "days": days, "label": label})


def rename_person(person: str, name: str) -> Call[Named]:
    """Give somebody another name."""
    return Call("PATCH", _person(person), Named, {"name": name})


def change_role(person: str, role: str) -> Call[Person]:
    """Give somebody another role."""
    return Call("PUT", f"{_person(person)}/role", Person, {"role": role})


def assign(person: str, table: str) -> Call[None]:
    """Let a dealer or floor work at a table."""
    return Call("PUT", f"{_person(person)}/tables/{part(table)}", type(None))


def unassign(person: str, table: str) -> Call[None]:
    """End that."""
    return Call("DELETE", f"{_person(person)}/tables/{part(table)}", type(None))


def passes(person: str = "") -> Call[Passes]:
    """Where one is signed in, or as a manager where somebody is."""
    return Call("GET", f"{_person(person) if person else '/me'}/passes", Passes)


def end_passes(person: str, pass_id: str = "") -> Call[None]:
    """Sign somebody out everywhere, or end one pass."""
    return Call("DELETE", f"{_person(person)}/passes{f'/{part(pass_id)}' if pass_id else ''}", type(None))


def close_account(person: str = "") -> Call[None]:
    """Close one's account, or as a manager somebody's."""
    return Call("DELETE", _person(person) if person else "/me", type(None))


# ---- the books ---------------------------------------------------------------------------------------------


def figures(*, since: int | None = None, before: int | None = None) -> Call[AllFigures]:
    """Win, handle, drop, hold and exposure by table; of the gaming day, where no time is said."""
    return Call("GET", f"/figures{query(since=since, before=before)}", AllFigures)


def ledger(accounts: str = "", *, after: str = "", most: int | None = None) -> Call[Ledger]:
    """What each account holds whose name begins so."""
    return Call("GET", f"/ledger{query(accounts=accounts, after=after, most=most)}", Ledger)


def ledger_csv(accounts: str = "") -> Call[bytes]:
    """Every posting, as CSV."""
    return Call("GET", f"/ledger/csv{query(accounts=accounts)}", bytes)


def significant(
    *,
    what: str = "",
    table: str = "",
    person: str = "",
    since: int | None = None,
    before: int | None = None,
    after: int | None = None,
    most: int | None = None,
) -> Call[Significant]:
    """A page of the significant events, the latest first."""
    asked = query(what=what, table=table, person=person, since=since, before=before, after=after, most=most)
    return Call("GET", f"/significant{asked}", Significant)


def chain() -> Call[Chain]:
    """Where the record stands."""
    return Call("GET", "/chain", Chain)


def sessions(table: str = "", *, after: str = "", most: int | None = None) -> Call[Sessions]:
    """The sessions of all tables, or of one, those first that were opened last."""
    return Call("GET", f"/sessions{query(table=table, after=after, most=most)}", Sessions)


def export(session: str, reason: str, *, upto: int | None = None) -> Call[bytes]:
    """A session as a recording, which `croupier audit` reads; up to the end of a round, if that is said."""
    return Call("POST", f"/sessions/{part(session)}/export", bytes, {"reason": reason, "round": upto})
