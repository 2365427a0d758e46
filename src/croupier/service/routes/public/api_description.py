"""The description of the interface over HTTP: as OpenAPI, as a page, and the commands of tables."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, FastAPI, Request, Response

from croupier.schemas import common
from croupier.service.routes.dependencies import answer
from croupier.service.routes.openapi import answers, describe, wire_schemas
from croupier.service.routes.openapi_page import STYLE, STYLE_PATH, page

API = "/api/v1"
DESCRIPTION = f"{API}/openapi.json"
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


@router.get("/api", include_in_schema=False)
async def of_the_interface(request: Request) -> Response:
    """The description of the interface as a page."""
    return Response(page(_described(request.app), DESCRIPTION), media_type="text/html; charset=utf-8")


@router.get(STYLE_PATH, include_in_schema=False)
async def style() -> Response:
    """The style sheet of that page."""
    return Response(STYLE, media_type="text/css; charset=utf-8")


@router.get(f"{API}/commands", summary="The commands", responses=answers(200, common.Commands))
async def commands() -> Response:
    """The commands of tables, each as JSON Schema; those of one table have the cards of its deck."""
    return answer(common.Commands(wire_schemas()))
