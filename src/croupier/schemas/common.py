"""What travels over HTTP, field by field: bodies are read as these, and the description is made of them."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from typing import Annotated, Any, TypeVar

import msgspec
from msgspec import Meta, Struct

from croupier.house.people.roles import Role
from croupier.service.http.problems import Problem, malformed
from croupier.service.live.commands import Chips, Request

Text = Annotated[str, Meta(max_length=1000)]
Secret = Annotated[str, Meta(max_length=1000, description="12 to 200 characters of any kind")]


class Body(Struct, forbid_unknown_fields=True, frozen=True):
    """What comes in: nothing that is not known is taken, and nothing is ignored."""


class Newcomer(Body, frozen=True):
    """Who comes in; without a name a guest is called Guest."""

    name: Text = ""


class SigningUp(Body, frozen=True):
    """A login and a password that the person chooses."""

    login: Text
    password: Secret


class SigningIn(Body, frozen=True):
    """A login and its password."""

    login: Text
    password: Secret


class NewPassword(Body, frozen=True):
    """The present password, and the one to come."""

    login: Text
    password: Secret
    new: Secret


class Renaming(Body, frozen=True):
    """Another name."""

    name: Text


class Sitting(Body, frozen=True):
    """To sit down with chips from the wallet; `next` is the hash of a number for the shuffles, if one takes part."""

    request: Request
    chips: Chips
    next: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")] | None = None
    expects: Annotated[int, Meta(ge=0)] | None = None


class Buying(Body, frozen=True):
    """More chips from the wallet."""

    request: Request
    amount: Chips
    expects: Annotated[int, Meta(ge=0)] | None = None


class Asking(Body, frozen=True):
    """A request that needs no more than its id."""

    request: Request
    expects: Annotated[int, Meta(ge=0)] | None = None


class Reason(Body, frozen=True):
    """Why something is done, for the record."""

    reason: Text


# ---- answers -----------------------------------------------------------------------------------------------


class Answered(Struct, frozen=True):
    """It was carried out, and stands on record there."""

    request: str
    seq: int


class Me(Struct, frozen=True):
    """Who one is to the house."""

    person: str
    name: str
    role: Role
    program: bool
    scopes: list[str]
    assigned: list[str]
    expires: int
    must_change: bool
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
    """What somebody has outside the tables, in cents."""

    person: str
    amount: int


class Pass(Struct, frozen=True):
    """Where somebody is signed in."""

    id: str
    kind: str
    scope: str
    label: str
    since: int
    expires: int
    this: bool


class Passes(Struct, frozen=True):
    """All of somebody's that are good."""

    passes: list[Pass]


class Named(Struct, frozen=True):
    """A person by name, and whether it is a program."""

    person: str
    name: str


class Listed(Struct, frozen=True):
    """A table at a glance."""

    table: str
    rulebook: str
    title: str
    jurisdiction: str
    phase: str
    round: int
    seats: int
    taken: list[int]
    dealt_by: str
    meter: int
    session: str
    notices: list[dict[str, Any]]


class Tables(Struct, frozen=True):
    """Some of the tables that are open; `after` is where the next page begins, if there is one."""

    tables: list[Listed]
    after: str


class Submitted(Struct, frozen=True):
    """What a table is run by."""

    rulebook: str
    options: dict[str, Any]


class Commands(Struct, frozen=True):
    """What can be asked, each command as JSON Schema by its name."""

    commands: dict[str, dict[str, Any]]


class TakenUp(Struct, frozen=True):
    """What has changed in house.toml, by when it is taken up: places like `tables.NAME.coach`, and tables by name."""

    at_once: list[str]
    new_session: list[str]
    restart: list[str]
    added: list[str]
    removed: list[str]


class Health(Struct, frozen=True):
    """Whether the house is well."""

    status: str


T = TypeVar("T", bound=Struct)


@cache
def _decoder(model: type[Any]) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(model)


def read(body: bytes | str, model: type[T]) -> T:
    """What came in, as its model; a Problem says what is wrong with it."""
    try:
        found: T = _decoder(model).decode(body)
    except msgspec.ValidationError as error:
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, str(error), _accepted(model), about="body") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise malformed(f"that is no JSON: {error}", _accepted(model), "body") from None
    return found


def _accepted(model: type[Struct]) -> str:
    return f"an object with {', '.join(each.name for each in msgspec.structs.fields(model))}"
