"""Roles of people, scopes of programs' tokens, and the principal that a valid pass stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from croupier.errors import CroupierError
from croupier.schemas.roles import Role

ROLES: tuple[Role, ...] = ("guest", "player", "dealer", "floor", "auditor", "manager")
STAFF: tuple[Role, ...] = ("dealer", "floor", "auditor", "manager")
ASSIGNABLE: tuple[Role, ...] = ("dealer", "floor")  # those who work at tables, each at the own

# The scopes of tokens, with the roles that may have each: a token opens no more than its role does.
SCOPES: dict[str, tuple[Role, ...]] = {
    "watch": ROLES,  # tables, as the public sees them
    "play": ("guest", "player"),  # in seats of the program's own
    "deal": ("dealer",),
    "scan": ("dealer",),  # no more than to enter the real cards that a shoe has dealt
    "floor": ("floor", "manager"),
    "audit": ("auditor", "manager"),
    "manage": ("manager",),
    "metrics": ("auditor", "manager"),
}
Kind: TypeAlias = Literal["cookie", "token"]
COOKIE: Kind = "cookie"
TOKEN: Kind = "token"  # noqa: S105 - a kind, not one
_LOGIN = re.compile(r"[a-z0-9][a-z0-9._@+-]{2,63}")


class PeopleError(CroupierError, ValueError):
    """A refusal of something that a person asked for; the message says why, and what would be accepted."""


def as_login(text: object) -> str:
    """A login as it is stored and counted, in its one spelling; empty for a text that cannot be one."""
    login = text.strip().lower() if type(text) is str else ""
    return login if _LOGIN.fullmatch(login) else ""


@dataclass(frozen=True, slots=True)
class Principal:
    """The person that a valid cookie or token stands for."""

    person: str
    name: str
    role: Role
    program: bool  # plays by itself, which all can see
    kind: Kind
    scopes: frozenset[str]  # of a token; a cookie opens all that its role may do
    hash: str  # of the pass
    expires: int
    must_change: bool = False  # signed in by a one-time password: a chosen one comes before anything else
    assigned: frozenset[str] = frozenset()  # the tables at which a dealer or floor works
    renew: bool = False  # the pass has been used enough of its time to be given more
