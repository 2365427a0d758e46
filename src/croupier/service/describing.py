"""The description of the interface (OpenAPI), made of the models that travel and of the declared commands."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from croupier.cards import Deck
from croupier.service.problems import MEDIA_TYPE
from croupier.table.declared import DECLARED
from croupier.table.schemas import schema


def answers(status: int, model: Any, *errors: int) -> dict[int | str, dict[str, Any]]:  # noqa: ANN401 - a type
    """What a route answers: one way where it goes well, and the ways in which it may not."""
    good: dict[str, Any] = {"description": HTTPStatus(status).phrase}
    if model is not None:
        good["content"] = {"application/json": {"schema": _schema(model)}}
    return {status: good, **{each: _problem(each) for each in (400, *errors)}}


def _problem(status: int) -> dict[str, Any]:
    return {
        "description": HTTPStatus(status).phrase,
        "content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}},
    }


def takes(model: Any, *, needed: bool = True) -> dict[str, Any]:  # noqa: ANN401 - a type
    """What a route takes."""
    return {"requestBody": {"required": needed, "content": {"application/json": {"schema": _schema(model)}}}}


def _schema(model: Any) -> dict[str, Any]:  # noqa: ANN401 - a type
    return {"type": "object"} if model is dict else {"$ref": f"#/components/schemas/{model.__name__}"}


def wire_schemas(deck: Deck | None = None) -> dict[str, Any]:
    """The declared commands as they are sent here: the door knows who speaks, and adds what a person may not say."""
    return {name: _sent(schema(declared, deck)) for name, declared in DECLARED.items()}


def _sent(found: dict[str, Any]) -> dict[str, Any]:
    properties = {key: value for key, value in found["properties"].items() if key not in {"supplied", "by"}}
    return {**found, "properties": properties}
