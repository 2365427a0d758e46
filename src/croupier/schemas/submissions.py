"""Messages about a submission as a form."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta, Struct, field

from croupier.schemas.common import Body

Text = Annotated[str, Meta(max_length=200)]


class Filled(Body, frozen=True):
    """A form that is filled in: each field by its name; an empty field is as the rulebook has it."""

    rulebook: Annotated[str, Meta(max_length=40)]
    fields: Annotated[dict[Annotated[str, Meta(max_length=100)], Text], Meta(max_length=500)] = field(
        default_factory=dict
    )


class ObjectionSeen(Struct, frozen=True):
    """An objection of the rulebook to a field: the reason, and what it would accept."""

    about: Annotated[str, Meta(description="the field that it is about")]
    why: str
    accepted: str
    clauses: list[str]
    rulings: list[str]


class FormSeen(Struct, frozen=True):
    """A form that was checked."""

    rulebook: str
    stands: bool
    fields: Annotated[
        list[dict[str, Any]],
        Meta(
            description="name, title, group (the title of those that belong together), kind (choice, number, money, "
            "text, odds or prize), holds (what is so now), clauses, values (of a choice, with their meanings), ruling, "
            "and whether it is open to be decided"
        ),
    ]
    objections: list[ObjectionSeen]
    options: dict[str, Any]
    submission: Annotated[str, Meta(description="TOML, as `house.toml` and `croupier submission check` take it")]
    sign: dict[str, Any]
