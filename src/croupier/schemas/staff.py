"""Messages about the people of the house, for its managers."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta, Struct

from croupier.schemas.common import Body, Text
from croupier.schemas.roles import Role
from croupier.schemas.rounds import At, Person

SCOPES = Annotated[list[Annotated[str, Meta(max_length=20)]], Meta(min_length=1, max_length=10)]
DAYS = 366


class PersonSeen(Struct, frozen=True):
    """A person with an account; a guest has no login."""

    person: Person
    name: str
    role: Role
    program: bool
    since: At
    login: str
    must_change: Annotated[bool, Meta(description="the password is for one time, and is to be changed")]
    tables: Annotated[list[str], Meta(description="at which a dealer or floor works")]


class PeopleSeen(Struct, frozen=True):
    """A page of the people with an account; `after` is where the next page begins, if there is one."""

    people: list[PersonSeen]
    after: str
    roles: Annotated[list[Role], Meta(description="the roles that can be given")]
    assignable: Annotated[list[Role], Meta(description="the roles that work at tables to which they are assigned")]


class AccountRequest(Body, frozen=True):
    """An account to be made."""

    name: Text
    login: Text
    role: Text


class NewAccount(Struct, frozen=True):
    """An account that was made: its one-time password is told this once, and is good for a day."""

    person: Person
    login: str
    password: str
    expires: At


class RoleChange(Body, frozen=True):
    """A request to give another role."""

    role: Text


class ProgramRequest(Body, frozen=True):
    """A program with a role, which is a person of its own that all can see."""

    name: Text
    role: Text


class TokenRequest(Body, frozen=True):
    """A token for a program: for what, for how many days, and what it is called."""

    scopes: SCOPES
    days: Annotated[int, Meta(ge=1, le=DAYS)]
    label: Annotated[str, Meta(max_length=200)] = ""


class NewProgram(Struct, frozen=True):
    """A program that was made; it comes in by the tokens that it is given."""

    person: Person
    name: str
    role: Role
