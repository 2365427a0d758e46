"""The description of the interface over HTTP: as OpenAPI, as a page, and the commands of tables."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response

from croupier.schemas import common
from croupier.service.routes.dependencies import answer
from croupier.service.routes.openapi import answers, describe, describe_socket, wire_schemas

API = "/api/v1"
DESCRIPTION = f"{API}/openapi.json"
SOCKET = f"{API}/asyncapi.json"
_STYLE_PATH = "/api/page.css"
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
h3 code { overflow-wrap: anywhere; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid; border-radius: .4rem; font-size: .85rem; }
.method { display: inline-block; min-width: 4rem; font-weight: bold; text-transform: uppercase; }
table { border-collapse: collapse; } td, th { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0; }
summary { cursor: pointer; } nav a { margin-right: 1rem; }
"""
_METHODS = ("get", "post", "put", "patch", "delete")
router = APIRouter(tags=["interface"])


def _described(app: FastAPI) -> dict[str, Any]:
    """The description, made once."""
    if app.openapi_schema is None:
        app.openapi_schema = describe(app)
    return app.openapi_schema


@router.get(DESCRIPTION, include_in_schema=False)
async def description(request: Request) -> Response:
    """The description of the interface (OpenAPI 3.1)."""
    return answer(_described(request.app))


@router.get(SOCKET, include_in_schema=False)
async def socket_description(request: Request) -> Response:
    """The description of a table's socket (AsyncAPI 3.0)."""
    return answer(describe_socket(request.app))


@router.get("/api", include_in_schema=False)
async def of_the_interface(request: Request) -> Response:
    """The description of the interface as a page."""
    return Response(_page(_described(request.app)), media_type="text/html; charset=utf-8")


@router.get(_STYLE_PATH, include_in_schema=False)
async def style() -> Response:
    """The style sheet of that page."""
    return Response(_STYLE, media_type="text/css; charset=utf-8")


@router.get(f"{API}/commands", summary="The commands", responses=answers(200, common.Commands))
async def commands() -> Response:
    """The commands of tables, each as JSON Schema; those of one table have the cards of its deck."""
    return answer(common.Commands(wire_schemas()))


# ---- the page: one style sheet, and nothing from elsewhere ---------------------------------------------------


def _page(described: Mapping[str, Any]) -> str:
    return "\n".join(_lines(described)) + "\n"


def _lines(described: Mapping[str, Any]) -> Iterator[str]:
    title = escape(described["info"]["title"])
    yield "<!doctype html>"
    yield f'<html lang="en"><head><meta charset="utf-8"><title>{title}: the interface</title>'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f'<link rel="stylesheet" href="{_STYLE_PATH}"></head><body><main>'
    yield f"<h1>{title}: the interface</h1>"
    for paragraph in described["info"]["description"].split("\n\n"):
        yield f"<p>{_text(paragraph)}</p>"
    where = escape(DESCRIPTION)
    yield f'<p>For programs: <a href="{where}">{where}</a> (OpenAPI {escape(described["openapi"])}), and '
    yield f'<a href="{SOCKET}">{SOCKET}</a> (AsyncAPI) for the socket of a table.</p>'
    tags = list(dict.fromkeys(tag for _, _, each in _operations(described) for tag in each["tags"]))
    yield "<nav>" + "".join(f'<a href="#{escape(tag)}">{escape(tag)}</a>' for tag in tags)
    yield '<a href="#schemas">schemas</a></nav>'
    for tag in tags:
        yield f'<h2 id="{escape(tag)}">{escape(tag.capitalize())}</h2>'
        for path, method, operation in _operations(described):
            if tag in operation["tags"]:
                yield from _operation(path, method, operation)
    yield '<h2 id="schemas">Schemas</h2>'
    for name, schema in described["components"]["schemas"].items():
        yield f'<details id="{escape(name)}"><summary><code>{escape(name)}</code></summary>{_json(schema)}</details>'
    yield "</main></body></html>"


def _operations(described: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    for path, methods in described["paths"].items():
        for method in _METHODS:
            if method in methods:
                yield path, method, methods[method]


def _operation(path: str, method: str, operation: Mapping[str, Any]) -> Iterator[str]:
    name = escape(operation["operationId"])
    yield f'<section id="{name}"><h3><span class="method">{method}</span> <code>{escape(path)}</code></h3>'
    yield f"<p><strong>{escape(operation['summary'])}.</strong> {_text(operation.get('description', ''))}</p>"
    parameters = operation.get("parameters", [])
    if parameters:
        rows = (_row(f"<code>{escape(each['name'])}</code>", _text(each.get("description", ""))) for each in parameters)
        yield f"<table>{''.join(rows)}</table>"
    if "requestBody" in operation:
        body = operation["requestBody"]["content"]["application/json"]
        yield f"<p>Takes {_reference(body['schema'])}</p>"
        if "example" in body:
            yield _json(body["example"])
    told = (_answer(status, each) for status, each in sorted(operation["responses"].items()))
    yield f"<details><summary>Answers</summary><table>{''.join(told)}</table></details></section>"


def _answer(status: str, answer: Mapping[str, Any]) -> str:
    content = list(answer.get("content", {}).values())
    shown = "".join(_reference(each["schema"]) for each in content[:1] if "schema" in each)
    shown += "".join(_json(each["example"]) for each in content if "example" in each)
    return _row(escape(status), escape(answer["description"]), shown)


def _row(*cells: str) -> str:
    return f"<tr>{''.join(f'<td>{each}</td>' for each in cells)}</tr>"


def _reference(schema: Mapping[str, Any]) -> str:
    name = escape(str(schema.get("$ref", "")).rpartition("/")[2])
    return f'<a href="#{name}">{name}</a>' if name else f"<code>{escape(str(schema.get('type', '')))}</code>"


def _text(text: str) -> str:
    """A text in which words between backquotes are code."""
    parts = escape(text).split("`")
    return "".join(f"<code>{part}</code>" if at % 2 else part for at, part in enumerate(parts))


def _json(value: object) -> str:
    return f"<pre>{escape(json.dumps(value, indent=2, ensure_ascii=False))}</pre>"
