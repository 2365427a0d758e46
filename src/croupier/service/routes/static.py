"""The static files of the page in `web`, read once, each with its type and an entity tag.

No file is built; each is compressed once, when it is first asked for. Scripts and styles are served under the hash of
all of them together, `/web/HASH/...`, and so a browser keeps them for a year and never mixes two versions of the page.
The page itself is asked for every time: it names the hash, and the scripts that the first screen needs. The addresses
of the screens stand in `web/screens.json`, which the page takes too. All words stand by key in `web/words`, in a file
for each language; the page comes in the language that its browser asks for, or in English. The words that only other
screens need travel when such a screen is opened.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from html import escape
from http import HTTPStatus
from pathlib import Path, PurePath

import brotli
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
    ".webmanifest": "application/manifest+json",
}
router = APIRouter()


@dataclass(frozen=True, slots=True)
class Screen:
    """A screen of the page: its module, its addresses, and if there is a link to it in the head of the page."""

    name: str
    addresses: list[str]
    link: bool = False
    action: str = ""  # which a person must be allowed to be shown the link; without one, everybody is
    visitors: bool = False  # the link is for who is not signed in, too


SCREENS = tuple(Screen(**each) for each in json.loads((WEB / "screens.json").read_bytes()))


@dataclass(frozen=True)
class Served:
    """A file as it is sent: as it lies, or compressed, which is done when a browser first takes it so."""

    body: bytes
    media_type: str

    @cached_property
    def digest(self) -> str:
        """The hash of the file; with its coding it is the entity tag."""
        return sha256(self.body).hexdigest()[:32]

    @cached_property
    def br(self) -> bytes:
        """Compressed with Brotli."""
        return bytes(brotli.compress(self.body, quality=_BROTLI if len(self.body) < _LARGE else _BROTLI_LARGE))

    @cached_property
    def gzip(self) -> bytes:
        """Compressed with gzip."""
        return gzip.compress(self.body, mtime=0)


_BROTLI, _LARGE, _BROTLI_LARGE = 11, 200_000, 5  # a large file is not to keep others waiting
CODINGS = ("br", "gzip")  # the best first


def serve(name: str, body: bytes) -> Served:
    """A file of that name, ready to be sent."""
    return Served(body, TYPES[PurePath(name).suffix])


@cache
def files() -> dict[str, Served]:
    """Every file of the page by its path within `web`, and the words of each language in two parts."""
    found = {each.relative_to(WEB).as_posix(): each for each in sorted(WEB.rglob("*")) if each.suffix in TYPES}
    parts = {f"{WORDS}/{language}.{part}.json": words for language in LANGUAGES for part, words in _parts(language)}
    return {
        **{path: serve(each.name, each.read_bytes()) for path, each in found.items()},
        **{path: serve(path, json.dumps(words, ensure_ascii=False).encode()) for path, words in parts.items()},
    }


WORDS, ENGLISH = "words", "en"
LANGUAGES = frozenset(each.stem for each in (WEB / WORDS).glob("*.json"))


def words_of(language: str) -> dict[str, str]:
    """All words of the page in a language, by key."""
    found: dict[str, str] = json.loads((WEB / WORDS / f"{language}.json").read_bytes())
    return found


def _parts(language: str) -> Iterator[tuple[str, dict[str, str]]]:
    words, scripts = words_of(language), set(WEB.rglob("*.js"))
    first = {WEB / path for path in [_FIRST, *imported(_FIRST)]}
    later = _named(scripts - first) - _named(first)
    yield "first", {key: text for key, text in words.items() if key not in later}
    yield "later", {key: text for key, text in words.items() if key in later}


def _named(scripts: set[Path]) -> set[str]:
    """The keys of words that scripts write out: in quotes, with a dot."""
    return {key for each in scripts for key in re.findall(r'"([a-z_]+\.[\w.]+)"', each.read_text(encoding="utf-8"))}


@cache
def page(language: str) -> Served:
    """The page in a language; it names the other files by their hash."""
    words = {**words_of(language), "language": language}
    text = files()[_PAGE].body.decode().replace(f'"{FILES}/', f'"{address("")}')
    links = "".join(f'<link rel="modulepreload" href="{address(path)}">\n' for path in imported(_FIRST))
    return serve(_PAGE, _KEY.sub(lambda key: escape(words[key[1]]), text.replace(_PRELOADS, links)).encode())


_PAGE, _FIRST, _PRELOADS = "index.html", "app.js", "<!-- modules -->\n"
_KEY = re.compile(r"{{([\w.]+)}}")


def language_of(request: Request) -> str:
    """The language that the browser asks for first among those that the page has; else English."""
    asked = []
    for each in request.headers.get("accept-language", "").split(","):
        tag, _, weight = each.partition(";")
        found = re.fullmatch(r"\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*", weight) if weight else None
        asked.append((float(found[1]) if found else 1.0, tag.strip().lower().partition("-")[0]))
    asked.sort(key=lambda each: -each[0])
    return next((tag for weight, tag in asked if weight and tag in LANGUAGES), ENGLISH)


@cache
def release() -> str:
    """The hash of all files of the page together."""
    whole = sha256()
    for each in sorted(each for each in WEB.rglob("*") if each.suffix in TYPES):
        body = each.read_bytes()
        whole.update(f"{each.relative_to(WEB).as_posix()} {len(body)}\n".encode() + body)
    return whole.hexdigest()[:16]


def address(path: str) -> str:
    """The address of a file of the page, at which it never changes."""
    return f"{FILES}/{release()}/{path}"


_IMPORT = re.compile(r'^(?:import|export|\}) (?:[^"]* from )?"(\.[^"]+\.js)"', re.MULTILINE)


def imported(first: str) -> list[str]:
    """The paths of the scripts that a script imports, and those that these import, without itself."""
    found = [first]
    for path in found:  # which grows meanwhile
        for each in _IMPORT.findall((WEB / path).read_text(encoding="utf-8")):
            name = (WEB / path).parent.joinpath(each).resolve().relative_to(WEB).as_posix()
            if name not in found:
                found.append(name)
    return found[1:]


def _coding(request: Request) -> str:
    """The best coding that the browser says it reads, and does not give the weight 0; none is empty."""
    taken = set()
    for each in request.headers.get("accept-encoding", "").split(","):
        coding, _, weight = each.partition(";")
        if weight.replace(" ", "").rstrip("0") not in {"q=", "q=0."}:
            taken.add(coding.strip().lower())
    return next((each for each in CODINGS if each in taken), "")


_ASKED_FOR_EACH_TIME = "no-cache"  # an outdated page is never used with a newer house
_KEPT = "public, max-age=31536000, immutable"


def answer(served: Served, request: Request, keep: str = _ASKED_FOR_EACH_TIME, vary: str = "") -> Response:
    """The file, or 304 if the browser has it; `vary` names a header that it depends on besides."""
    coding = _coding(request)
    tag = f'"{served.digest}{"-" if coding else ""}{coding}"'
    headers = {"etag": tag, "cache-control": keep, "vary": ", ".join(filter(None, ("accept-encoding", vary)))}
    known = {each.strip().removeprefix("W/") for each in request.headers.get("if-none-match", "").split(",")}
    if tag in known:
        return Response(status_code=HTTPStatus.NOT_MODIFIED, headers=headers)
    if not coding:
        return Response(served.body, headers=headers, media_type=served.media_type)
    body = served.br if coding == "br" else served.gzip
    return Response(body, headers={**headers, "content-encoding": coding}, media_type=served.media_type)


async def screen(request: Request) -> Response:
    """The page, at the address of any of its screens."""
    return answer(page(language_of(request)), request, vary="accept-language")


def nowhere(request: Request) -> Response:
    """The page at an address where nothing is, which it says."""
    served = page(language_of(request))
    return Response(served.body, HTTPStatus.NOT_FOUND, media_type=served.media_type)


for _path in (address for each in SCREENS for address in each.addresses):
    router.add_api_route(_path, screen, methods=["GET", "HEAD"], include_in_schema=False)


@router.api_route(FILES + "/{path:path}", methods=["GET", "HEAD"], include_in_schema=False)
async def file(path: str, request: Request) -> Response:
    """A file of the page, by its name, or under the hash of all files, where it never changes."""
    version, _, rest = path.partition("/")
    lasting = version == release()
    name = rest if lasting else path
    served = files().get(name)
    if served is None or name == _PAGE:
        raise Problem(HTTPStatus.NOT_FOUND, "the page has no such file", "what the page asks for")
    return answer(served, request, _KEPT if lasting else _ASKED_FOR_EACH_TIME)
