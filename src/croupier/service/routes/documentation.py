"""The documentation at /docs: the site that `make docs` builds into the package, as one archive."""

from __future__ import annotations

from functools import cache
from http import HTTPStatus
from pathlib import Path, PurePath
from zipfile import ZipFile

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from croupier.service.http.problems import Problem
from croupier.service.routes.static import TYPES, Served, answer, serve

SITE = Path(__file__).parent.parent / "site.zip"
FIRST = "/docs/index.html"
router = APIRouter()


@cache
def _files(site: Path) -> dict[str, Served]:
    """Every file of the site by its path."""
    with ZipFile(site) as archive:
        found = [each for each in archive.namelist() if PurePath(each).suffix in TYPES]
        return {each: serve(each, archive.read(each)) for each in found}


@router.api_route("/docs", methods=["GET", "HEAD"], include_in_schema=False)
async def documentation() -> Response:
    """The way to the first page, whose links go by its folder."""
    return RedirectResponse(FIRST)


@router.api_route("/docs/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def page(path: str, request: Request) -> Response:
    """A file of the site."""
    if not SITE.exists():
        raise Problem(HTTPStatus.NOT_FOUND, "the documentation has not been built here", "`make docs` in a checkout")
    served = _files(SITE).get(path or "index.html")
    if served is None:
        raise Problem(HTTPStatus.NOT_FOUND, "the documentation has no such page", f"{FIRST}, and what it links to")
    return answer(served, request)
