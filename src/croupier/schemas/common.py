"""Messages that are not of one room alone: problems, commands, accounts, lists of tables."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.money import MOST_CENTS
from croupier.schemas.roles import Role

REQUEST = "^[A-Za-z0-9_-]{1,64}$"
Request = Annotated[str, Meta(pattern=REQUEST, description="an id of the sender's own, new for each command")]
Chips = Annotated[int, Meta(ge=1, le=MOST_CENTS, description="whole cents, from the wallet")]
Text = Annotated[str, Meta(max_length=1000)]
Secret = Annotated[str, Meta(max_length=1000, description="12 to 200 characters of any kind")]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """The body of a request: unknown fields are refused."""


class CommandMessage(Body, frozen=True):
    """A command to a table."""

    request: Request
    do: Annotated[str, Meta(max_length=40)]
    seat: Annotated[int, Meta(ge=0, le=100)] = 0
    args: dict[str, Any] = {}
    expects: Annotated[int, Meta(ge=0)] | None = None  # the sequence at which it is meant, if for that alone


class GuestRequest(Body, frozen=True):
    """The name of a newcomer; without one a guest is called Guest."""

    name: Text = ""


class SignUpRequest(Body, frozen=True):
    """A login and a password that the person chooses."""

    login: Text
    password: Secret


class SignInRequest(Body, frozen=True):
    """A login and its password."""

    login: Text
    password: Secret


class PasswordChange(Body, frozen=True):
    """The present password, and the one to come."""

    login: Text
    password: Secret
    new: Secret


class RenameRequest(Body, frozen=True):
    """A request for another name."""

    name: Text


class SitRequest(Body, frozen=True):
    """A request to sit down with chips from the wallet; `next` promises a number for the last cut by its hash."""

    request: Request
    chips: Chips
    next: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    expects: Annotated[int, Meta(ge=0)] | None = None


class BuyRequest(Body, frozen=True):
    """A request for more chips from the wallet."""

    request: Request
    amount: Chips
    expects: Annotated[int, Meta(ge=0)] | None = None


class PlainRequest(Body, frozen=True):
    """A request that needs no more than its id."""

    request: Request
    expects: Annotated[int, Meta(ge=0)] | None = None


class Reason(Body, frozen=True):
    """The reason of an action, for the record."""

    reason: Text


# ---- answers -----------------------------------------------------------------------------------------------


class ProblemBody(Struct, frozen=True):
    """A refusal (RFC 9457): the reason, the clauses and rulings behind it, and what would be accepted."""

    title: str
    status: int
    detail: str
    accepted: str
    about: str  # the argument, the option or the action that it is about
    document: str  # what the clauses are cited after
    clauses: list[str]
    rulings: list[str]
    # True: nobody knows whether it was carried out; asked again under the same id, it is done once
    unsure: bool | UnsetType = UNSET


class Confirmation(Struct, frozen=True):
    """A command or a transaction that was carried out, and its sequence on record."""

    request: str
    seq: int


class Me(Struct, frozen=True):
    """The person as the house knows the bearer of a pass."""

    person: str
    name: str
    role: Role
    program: bool
    scopes: list[str]
    assigned: list[str]
    expires: int
    must_change: bool
    currency: Annotated[str, Meta(description="the currency of all money in the house, as in ISO 4217")]
    may: Annotated[
        list[str], Meta(description="the actions that are allowed, for what is one's own and where assigned")
    ]
    anywhere: Annotated[list[str], Meta(description="those of them that are allowed at every table and for everybody")]


class Token(Struct, frozen=True):
    """A program that was let in: its token is told this once."""

    person: str
    token: str
    scopes: list[str]
    expires: int


class Wallet(Struct, frozen=True):
    """A person's money outside the tables, in cents."""

    person: str
    amount: int


class Pass(Struct, frozen=True):
    """A pass: a cookie or a token by which a person is signed in."""

    id: str
    kind: str
    scope: str
    label: str
    since: int
    expires: int
    this: bool


class Passes(Struct, frozen=True):
    """All passes of a person that are good."""

    passes: list[Pass]


class NamedPerson(Struct, frozen=True):
    """A person by name, and whether it is a program."""

    person: str
    name: str


class TableNotice(Struct, frozen=True):
    """A notice to players before another submission takes the place of the one that a table is played by."""

    says: str
    clause: str
    under: Annotated[str, Meta(description="the regulation by which it is owed")]
    until: Annotated[int, Meta(description="house time at which it may change, between rounds, in milliseconds")]


class TableSummary(Struct, frozen=True):
    """A table in a list."""

    table: str
    rulebook: str
    title: str
    jurisdiction: str
    document: Annotated[str, Meta(description="the document and its edition, in words")]
    edge: Annotated[
        str, Meta(description="the house edge of the base game in per cent, under best play; empty if unknown")
    ]
    phase: str
    round: int
    seats: int
    taken: list[int]
    players: Annotated[list[str], Meta(description="the names of those who sit there, in the order of `taken`")]
    dealt_by: str
    meter: int
    session: str
    notices: list[TableNotice]


class TablePage(Struct, frozen=True):
    """A page of the tables that are open; `after` is where the next page begins, if there is one."""

    tables: list[TableSummary]
    after: str


class TableSubmission(Struct, frozen=True):
    """The submission of a table: its rulebook and options."""

    rulebook: str
    options: dict[str, Any]
    data: Annotated[str, Meta(description="the rulebook as text, if it is none of the package's")] = ""


class Commands(Struct, frozen=True):
    """Every command as JSON Schema, by its name."""

    commands: dict[str, dict[str, Any]]


class TakenUp(Struct, frozen=True):
    """Changes of house.toml, by the time at which they are taken up: keys like `tables.NAME.coach`, or tables."""

    at_once: list[str]
    new_session: list[str]
    restart: list[str]
    added: list[str]
    removed: list[str]


class Health(Struct, frozen=True):
    """The state of the house's health."""

    status: str
