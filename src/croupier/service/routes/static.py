"""The static files of the page in `web`, read once, each with its type and an entity tag.

No file is made here and none is built. Which screen an address shows the page itself finds out.
"""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from croupier.service.http.problems import Problem

WEB = Path(__file__).parent.parent / "web"
FILES = "/web"
SCREENS = (
    "/",
    "/tables/{table}",
    "/account",
    "/rules",
    "/rules/{rulebook}",
    "/rules/{rulebook}/{clause:path}",
    "/history",
    "/rounds/{session}/{number}",
    "/shared/{link}",
    "/deal",
    "/deal/{table}",
    "/training",
    "/floor",
    "/surveillance",
    "/practice",
    "/practice/{rulebook}",
    "/manage",
    "/manage/{part}",
)
_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
router = APIRouter()


class Served(NamedTuple):
    """A file as it is sent."""

    body: bytes
    media_type: str
    tag: str


@cache
def files() -> dict[str, Served]:
    """Every file of the page by its path within `web`."""
    found = sorted(each for each in WEB.rglob("*") if each.suffix in _TYPES)
    return {each.relative_to(WEB).as_posix(): _served(each) for each in found}


def _served(file: Path) -> Served:
    body = file.read_bytes()
    return Served(body, _TYPES[file.suffix], f'"{sha256(body).hexdigest()[:32]}"')


def _answer(served: Served, request: Request) -> Response:
    """The file, or 304 if the browser has it; it asks every time, so that no old page meets a new house."""
    headers = {"etag": served.tag, "cache-control": "no-cache"}
    known = {each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")}
    if served.tag in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    return Response(served.body, headers=headers, media_type=served.media_type)


async def screen(request: Request) -> Response:
    """The page, at the address of any of its screens."""
    return _answer(files()["index.html"], request)


for _path in SCREENS:
    router.add_api_route(_path, screen, methods=["GET", "HEAD"], include_in_schema=False)


@router.api_route(FILES + "/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def file(path: str, request: Request) -> Response:
    """A file of the page."""
    served = files().get(path)
    if served is None:
        raise Problem(HTTPStatus.NOT_FOUND, "the page has no such file", "what the page asks for")
    return _answer(served, request)
