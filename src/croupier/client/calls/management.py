"""Requests of managers and auditors: people, figures, the ledger, significant events, the record."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.client.calls.call import Call
from croupier.client.calls.rounds import part, query
from croupier.schemas.books import HouseFigures, Ledger, RecordStatus, SignificantEvents
from croupier.schemas.common import NamedPerson, Passes, Token
from croupier.schemas.rounds import Sessions
from croupier.schemas.staff import NewAccount, NewProgram, PeopleSeen, PersonSeen

# ---- one's own account -------------------------------------------------------------------------------------


def change_password(login: str, password: str, new: str) -> Call[None]:
    """Choose another password; everywhere else one is signed out."""
    return Call("PUT", "/session/password", type(None), {"login": login, "password": password, "new": new})


def rename(name: str) -> Call[NamedPerson]:
    """Be called by another name."""
    return Call("PATCH", "/me", NamedPerson, {"name": name})


# ---- people ------------------------------------------------------------------------------------------------


def _person(person: str) -> str:
    return f"/people/{part(person)}"


def people(*, role: str = "", after: str = "", most: int | None = None) -> Call[PeopleSeen]:
    """People with an account, all but guests; or those with a role."""
    return Call("GET", f"/people{query(role=role, after=after, most=most)}", PeopleSeen)


def person(person: str) -> Call[PersonSeen]:
    """A person with an account."""
    return Call("GET", _person(person), PersonSeen)


def hire(name: str, login: str, role: str) -> Call[NewAccount]:
    """Make an account for somebody."""
    return Call("POST", "/people", NewAccount, {"name": name, "login": login, "role": role})


def make_program(name: str, role: str) -> Call[NewProgram]:
    """Make a program with a role."""
    return Call("POST", "/people/programs", NewProgram, {"name": name, "role": role})


def make_token(person: str, scopes: Sequence[str], days: int, label: str = "") -> Call[Token]:
    """Make a token for a program; it is told this once."""
    return Call("POST", f"{_person(person)}/tokens", Token, {"scopes": list(scopes), "days": days, "label": label})


def rename_person(person: str, name: str) -> Call[NamedPerson]:
    """Give somebody another name."""
    return Call("PATCH", _person(person), NamedPerson, {"name": name})


def change_role(person: str, role: str) -> Call[PersonSeen]:
    """Give somebody another role."""
    return Call("PUT", f"{_person(person)}/role", PersonSeen, {"role": role})


def assign(person: str, table: str) -> Call[None]:
    """Let a dealer or floor work at a table."""
    return Call("PUT", f"{_person(person)}/tables/{part(table)}", type(None))


def unassign(person: str, table: str) -> Call[None]:
    """End that."""
    return Call("DELETE", f"{_person(person)}/tables/{part(table)}", type(None))


def passes(person: str = "") -> Call[Passes]:
    """One's own passes, or for managers those of a person."""
    return Call("GET", f"{_person(person) if person else '/me'}/passes", Passes)


def end_passes(person: str, pass_id: str = "") -> Call[None]:
    """Sign somebody out everywhere, or end one pass."""
    return Call("DELETE", f"{_person(person)}/passes{f'/{part(pass_id)}' if pass_id else ''}", type(None))


def close_account(person: str = "") -> Call[None]:
    """Close one's account, or as a manager somebody's."""
    return Call("DELETE", _person(person) if person else "/me", type(None))


# ---- the books ---------------------------------------------------------------------------------------------


def figures(*, since: int | None = None, before: int | None = None) -> Call[HouseFigures]:
    """Win, handle, drop, hold and exposure by table; of the gaming day, where no time is said."""
    return Call("GET", f"/figures{query(since=since, before=before)}", HouseFigures)


def ledger(accounts: str = "", *, after: str = "", most: int | None = None) -> Call[Ledger]:
    """The balances of the accounts whose names begin so."""
    return Call("GET", f"/ledger{query(accounts=accounts, after=after, most=most)}", Ledger)


def ledger_csv(accounts: str = "") -> Call[bytes]:
    """Every posting, as CSV."""
    return Call("GET", f"/ledger/csv{query(accounts=accounts)}", bytes)


def significant(  # noqa: PLR0913 - each is a parameter of the address
    *,
    what: str = "",
    table: str = "",
    person: str = "",
    since: int | None = None,
    before: int | None = None,
    session: str = "",
    number: int | None = None,
    after: int | None = None,
    most: int | None = None,
) -> Call[SignificantEvents]:
    """A page of the significant events, the latest first."""
    times = {"since": since, "before": before}
    of = {"session": session, "round": number}
    asked = query(what=what, table=table, person=person, **times, **of, after=after, most=most)
    return Call("GET", f"/significant{asked}", SignificantEvents)


def chain() -> Call[RecordStatus]:
    """The state of the record."""
    return Call("GET", "/chain", RecordStatus)


def sessions(table: str = "", *, after: str = "", most: int | None = None) -> Call[Sessions]:
    """The sessions of all tables, or of one, those first that were opened last."""
    return Call("GET", f"/sessions{query(table=table, after=after, most=most)}", Sessions)


def export(session: str, reason: str, *, upto: int | None = None) -> Call[bytes]:
    """A session as a recording, which `croupier audit` reads; up to the end of a round, if that is said."""
    return Call("POST", f"/sessions/{part(session)}/export", bytes, {"reason": reason, "round": upto})
