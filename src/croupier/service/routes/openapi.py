"""The OpenAPI 3.1 description of the interface, made of the messages' models and of the declared commands."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec
from fastapi import FastAPI
from fastapi.openapi.utils import get_openapi

from croupier.cards import Deck
from croupier.money import MOST_CENTS
from croupier.schemas import table
from croupier.schemas.common import REQUEST, ProblemBody
from croupier.service.http.problems import MEDIA_TYPE
from croupier.service.live.commands import LEAVE_AFTER
from croupier.table.model.catalog import DECLARED
from croupier.table.model.json_schema import schema

_REF = "#/components/schemas/{name}"
COMMAND = "Command"
_ABOUT = """Tables of casino games that are dealt by the letter of their regulations, by whoever sits, deals or watches.

People come in with a cookie, which is given by `POST /api/v1/guests` or by signing in; what they change must come from
a page of the house (`Origin`). Programs send `Authorization: Bearer TOKEN` and no cookies; `POST /api/v1/programs`
gives a token, and wants no `Origin`. Money is in cents, times are milliseconds of house time, ids of persons say
nothing about them.

Every command carries an id of the sender's own (`request`). Sent again after a lost answer it is carried out once, and
answered the same; the same id with another body is refused. `expects` makes it good for one sequence alone.

The socket of a table is at `/api/v1/tables/{name}/watch`, and `/api/v1/asyncapi.json` describes it by the schema of
each message; `after=SEQ` goes on from a sequence, if that is recent. The first message is `view`, then `happened` for
each command at the table, and `done` or `refused` for one's own, which are sent as they are posted. The first two have
a `clock`: house time, and until when somebody is waited for. It is closed with 4401 when the session is over, 4404
when the table is closed, 4408 when its messages are not read, and 4429 when too much is sent over it.

A round that is over has an address, `/api/v1/rounds/{session}/{number}`; its replay is made of the messages that a
socket has brought, for exactly this viewer. What an address asks for that is not known there is refused.

Whatever is refused is answered by a problem (RFC 9457) that says why, by which clauses and rulings, and what would be
accepted. How much is left of a limit is told in `RateLimit`."""
_SOCKET_ABOUT = """The socket brings the table as it stands (`view`), then each command that came on record
(`happened`), and for one's own commands `done` or `refused`. A `request` that is sent again is carried out once. `open`
has the choices that the own cards allow; `view.choices` has those of the game. The house closes it with 4401 when the
session is over, 4404 when the table is closed, 4408 when its messages are not read, and 4429 when too much is sent."""
# The schemas that belong to no route: problems, and the messages of a socket.
_SOCKET = (table.SocketView, table.SocketHappened, table.SocketDone, table.SocketRefused)
_ALSO = (ProblemBody, *_SOCKET)
_models: dict[str, type] = {each.__name__: each for each in _ALSO}


# ---- said beside a route -----------------------------------------------------------------------------------


def answers(status: int, model: type | None, *errors: int, example: object = None) -> dict[int | str, dict[str, Any]]:
    """The answers of a route: its success, and its problems."""
    good: dict[str, Any] = {"description": _phrase(status)}
    if model is not None:
        good["content"] = {"application/json": _content(_reference(model), example)}
    return {status: good, **_going_wrong(errors)}


def gives(media_type: str, description: str, *errors: int) -> dict[int | str, dict[str, Any]]:
    """The answers of a route that gives a file."""
    content = {media_type: {"schema": {"type": "string"}}}
    return {200: {"description": description, "content": content}, **_going_wrong(errors)}


def _going_wrong(errors: tuple[int, ...]) -> dict[int | str, dict[str, Any]]:
    at_the_door = (400, 403, 413, 415, 421, 429, 500, 503)
    return {each: _problem(each) for each in sorted({*errors, *at_the_door})}


def takes(model: type[msgspec.Struct], *, needed: bool = True, example: object = None) -> dict[str, Any]:
    """The body that a route takes."""
    return _taken(_reference(model), needed=needed, example=example)


def takes_command(example: object) -> dict[str, Any]:
    """The body of a route that takes any command."""
    return _taken({"$ref": _REF.format(name=COMMAND)}, needed=True, example=example)


def _taken(schema: Mapping[str, Any], *, needed: bool, example: object) -> dict[str, Any]:
    return {"requestBody": {"required": needed, "content": {"application/json": _content(schema, example)}}}


def _content(schema: Mapping[str, Any], example: object) -> dict[str, Any]:
    return {"schema": dict(schema), **({} if example is None else {"example": example})}


def _phrase(status: int) -> str:
    return HTTPStatus(status).phrase


def _reference(model: type) -> dict[str, Any]:
    """The reference to a model's schema, by its name alone; no two models have the same name."""
    assert _models.setdefault(model.__name__, model) is model  # noqa: S101 - said when the program is loaded
    return {"$ref": _REF.format(name=model.__name__)}


def _problem(status: int) -> dict[str, Any]:
    return {"description": _phrase(status), "content": {MEDIA_TYPE: {"schema": _reference(ProblemBody)}}}


# ---- the whole ---------------------------------------------------------------------------------------------


def describe(app: FastAPI) -> dict[str, Any]:
    """The whole description of an application."""
    found = get_openapi(title=app.title, version=app.version, routes=app.routes, description=_ABOUT)
    _, models = msgspec.json.schema_components(_models.values(), ref_template=_REF)
    commands = {f"Command {name}".replace(" ", "-"): made for name, made in wire_schemas().items()}
    any_command = {"oneOf": [{"$ref": _REF.format(name=name)} for name in commands], "title": COMMAND}
    components = found.setdefault("components", {})
    known = _without_validation(components.get("schemas", {}))
    components["schemas"] = {**known, **models, COMMAND: any_command, **commands}
    components["securitySchemes"] = {
        "cookie": {"type": "apiKey", "in": "cookie", "name": app.state.hub.site.cookie},
        "token": {"type": "http", "scheme": "bearer"},
    }
    found["security"] = [{"cookie": []}, {"token": []}, {}]
    for operation in _operations(found):
        if "422" in operation["responses"]:
            operation["responses"]["422"] = _problem(HTTPStatus.UNPROCESSABLE_ENTITY)
    return found


def _without_validation(schemas: Mapping[str, Any]) -> dict[str, Any]:
    """The schemas without the framework's validation errors, which this service does not answer."""
    return {name: value for name, value in schemas.items() if not name.endswith("ValidationError")}


def _operations(found: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [operation for path in found["paths"].values() for operation in path.values()]


# ---- the socket of a table ---------------------------------------------------------------------------------


def describe_socket(app: FastAPI) -> dict[str, Any]:
    """The description of a table's socket as AsyncAPI 3.0: each message with the schema that the code builds it by."""
    _, schemas = msgspec.json.schema_components(_SOCKET, ref_template=_REF)
    commands = {f"Command {name}".replace(" ", "-"): made for name, made in wire_schemas().items()}
    told, given = [each.__name__ for each in _SOCKET], sorted(commands)
    place = "#/channels/table/messages/{name}"
    return {
        "asyncapi": "3.0.0",
        "info": {"title": f"{app.title}: the socket of a table", "version": app.version, "description": _SOCKET_ABOUT},
        "defaultContentType": "application/json",
        "channels": {
            "table": {
                "address": "/api/v1/tables/{name}/watch",
                "description": "The query after=SEQ goes on from a sequence, if that is recent.",
                "parameters": {"name": {"description": "the table, as GET /api/v1/tables lists it"}},
                "messages": {name: {"$ref": f"#/components/messages/{name}"} for name in (*told, *given)},
            }
        },
        "operations": {
            action: {
                "action": does,
                "channel": {"$ref": "#/channels/table"},
                "summary": says,
                "messages": [{"$ref": place.format(name=name)} for name in names],
            }
            for action, does, says, names in (
                ("hear", "send", "The house tells what happens, and how one's own commands ended.", told),
                ("command", "receive", "The house takes a command.", given),
            )
        },
        "components": {
            "messages": {name: {"name": name, "payload": {"$ref": _REF.format(name=name)}} for name in (*told, *given)},
            "schemas": {**schemas, **commands},
        },
    }


# ---- commands ----------------------------------------------------------------------------------------------


def wire_schemas(deck: Deck | None = None) -> dict[str, dict[str, Any]]:
    """The schema of every command as it is sent here, by name: those that people give, or the house for them."""
    by_persons = {name: each for name, each in DECLARED.items() if {"player", "dealer", "floor"} & set(each.by)}
    found = {name: _sent(schema(each, deck)) for name, each in by_persons.items()}
    found["sit"] = _with_chips(found["sit"], "chips", "the chips that the player brings from the wallet, in cents")
    buys = _sent(schema(DECLARED["buy"], deck))
    found["buy"] = _with_chips(_without_arguments(buys), "amount", "what the chips are worth, in cents")
    found[LEAVE_AFTER] = {**_without_arguments(found["leave"]), "title": LEAVE_AFTER}
    found[LEAVE_AFTER]["properties"] = {**found[LEAVE_AFTER]["properties"], "do": {"const": LEAVE_AFTER}}
    found[LEAVE_AFTER]["description"] = "A player leaves when the round is over; between rounds at once."
    return found


def _sent(found: Mapping[str, Any]) -> dict[str, Any]:
    """A command's schema without what the server knows of the sender, and with the id of a request."""
    properties = {key: value for key, value in found["properties"].items() if key not in {"who", "supplied", "by"}}
    properties["request"] = {"type": "string", "pattern": REQUEST, "description": "an id of the sender's own"}
    properties["expects"] = {
        "type": ["integer", "null"],
        "minimum": 0,
        "description": "the one sequence it is meant for",
    }
    needed = ["request", *(each for each in found["required"] if each != "who")]
    return {**found, "properties": properties, "required": needed, "x-given-by": found["properties"]["who"]["enum"]}


def _without_arguments(found: Mapping[str, Any]) -> dict[str, Any]:
    nothing = {"type": "object", "properties": {}, "required": [], "additionalProperties": False}
    needed = [each for each in found["required"] if each != "args"]
    return {**found, "properties": {**found["properties"], "args": nothing}, "required": needed}


def _with_chips(found: Mapping[str, Any], name: str, means: str) -> dict[str, Any]:
    args = found["properties"]["args"]
    chips = {"type": "integer", "minimum": 1, "maximum": MOST_CENTS, "description": means, "x-unit": "cents"}
    said = {**args, "properties": {**args["properties"], name: chips}, "required": [*args["required"], name]}
    return {**found, "properties": {**found["properties"], "args": said}, "required": [*found["required"], "args"]}
