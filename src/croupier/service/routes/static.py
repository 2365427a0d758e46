"""The static files of the page in `web`, read once, each with its type and an entity tag.

No file is made here and none is built; each is compressed once. The addresses of the screens stand in
`web/screens.json`, which the page takes too.
"""

from __future__ import annotations

import gzip
import json
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path, PurePath
from typing import NamedTuple

from fastapi import APIRouter, Request, Response

from croupier.service.http.problems import Problem

WEB = Path(__file__).parent.parent / "web"
FILES = "/web"
TYPES = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ipynb": "application/json",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".py": "text/plain; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".txt": "text/plain; charset=utf-8",
}
router = APIRouter()


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the page: its module, its title, its addresses, and the link to it in the head of the page."""

    name: str
    title: str
    addresses: list[str]
    link: str = ""
    action: str = ""  # which a person must be allowed to be shown the link; without one, everybody is
    visitors: bool = False  # the link is for who is not signed in, too


SCREENS = tuple(Screen(**each) for each in json.loads((WEB / "screens.json").read_bytes()))


class Served(NamedTuple):
    """A file as it is sent: as it lies, or compressed, each with its tag."""

    body: bytes
    media_type: str
    tag: str
    compressed: bytes
    compressed_tag: str


@cache
def files() -> dict[str, Served]:
    """Every file of the page by its path within `web`."""
    found = sorted(each for each in WEB.rglob("*") if each.suffix in TYPES)
    return {each.relative_to(WEB).as_posix(): serve(each.name, each.read_bytes()) for each in found}


def serve(name: str, body: bytes) -> Served:
    """A file of that name, ready to be sent."""
    digest = sha256(body).hexdigest()[:32]
    return Served(body, TYPES[PurePath(name).suffix], f'"{digest}"', gzip.compress(body, mtime=0), f'"{digest}-gzip"')


def _takes_gzip(request: Request) -> bool:
    """True if the browser says that it reads gzip, and does not give it the weight 0."""
    for each in request.headers.get("accept-encoding", "").split(","):
        coding, _, weight = each.partition(";")
        if coding.strip().lower() == "gzip":
            return weight.replace(" ", "").rstrip("0") not in {"q=", "q=0."}
    return False


def answer(served: Served, request: Request) -> Response:
    """The file, or 304 if the browser has it; it asks every time, so that no old page meets a new house."""
    zipped = _takes_gzip(request)
    body, tag = (served.compressed, served.compressed_tag) if zipped else (served.body, served.tag)
    headers = {"etag": tag, "cache-control": "no-cache", "vary": "accept-encoding"}
    known = {each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")}
    if tag in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    encoding = {"content-encoding": "gzip"} if zipped else {}
    return Response(body, headers={**headers, **encoding}, media_type=served.media_type)


async def screen(request: Request) -> Response:
    """The page, at the address of any of its screens."""
    return answer(files()["index.html"], request)


def nowhere(request: Request) -> Response:
    """The page at an address where nothing is, which it says."""
    found = answer(files()["index.html"], request)
    found.status_code = HTTPStatus.NOT_FOUND
    return found


for _path in (address for each in SCREENS for address in each.addresses):
    router.add_api_route(_path, screen, methods=["GET", "HEAD"], include_in_schema=False)


@router.api_route(FILES + "/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def file(path: str, request: Request) -> Response:
    """A file of the page."""
    served = files().get(path)
    if served is None:
        raise Problem(HTTPStatus.NOT_FOUND, "the page has no such file", "what the page asks for")
    return answer(served, request)
