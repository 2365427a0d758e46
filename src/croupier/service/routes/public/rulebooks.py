"""The rulebooks over HTTP, for everybody: each as a document, full-text search, and the difference of two editions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response

from croupier.documents.edition_diff import NotEditionsError, diff
from croupier.documents.rulebook_data import as_data, differences, summary
from croupier.documents.search import search
from croupier.rulebook import NAMES, Rulebook, load
from croupier.schemas.rulebooks import EditionDifferences, RulebookDocument, Rulebooks, SearchResult
from croupier.service.http.problems import Problem, problem_of
from croupier.service.routes.dependencies import answer
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["rulebooks"])
MOST_HITS = 200
Id = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,39}$", description="the id of a rulebook")]
_WHOLE: dict[str, bytes] = {}  # by the hash of a rulebook: they are long, and there are few


def whole(book: Rulebook) -> bytes:
    """A rulebook with everything in it, encoded."""
    if book.hash not in _WHOLE:
        _WHOLE[book.hash] = msgspec.json.encode(as_data(book), enc_hook=str)
    return _WHOLE[book.hash]


def known_book(name: str) -> Rulebook:
    """A rulebook by its id; a Problem if there is none."""
    if name not in NAMES:
        raise Problem(HTTPStatus.NOT_FOUND, f"there is no rulebook {name!r}", ", ".join(NAMES), about="rulebook")
    return load(name)


@router.get("/rulebooks", summary="The rulebooks", responses=answers(200, Rulebooks))
async def rulebooks() -> Response:
    """All rulebooks, with their titles, and the number of clauses that are kept in which way."""
    return answer(Rulebooks([{**summary(load(name)), "follows": load(name).follows} for name in NAMES]))


@router.get("/rulebooks/search", summary="Search the rulebooks", responses=answers(200, SearchResult, 422))
async def found(
    words: Annotated[str, Query(min_length=1, max_length=200, description="all of which must stand there")],
) -> Response:
    """Full-text search in clauses, terms, wagers, options and rulings: all the words must occur."""
    hits = search([load(name) for name in NAMES], words)
    return answer(SearchResult(hits[:MOST_HITS], max(0, len(hits) - MOST_HITS)))


@router.get("/rulebooks/{book}", summary="A rulebook", responses=answers(200, RulebookDocument, 404, 422))
async def rulebook(book: Id) -> Response:
    """A rulebook, clause by clause, with what keeps each, rulings, wagers, pay tables and options."""
    return Response(whole(known_book(book)), media_type="application/json")


@router.get(
    "/rulebooks/{book}/since/{old}",
    summary="What changed",
    responses=answers(200, EditionDifferences, 404, 422),
)
async def since(book: Id, old: Id) -> Response:
    """The difference of two editions of a document, clause by clause."""
    try:
        told = diff(known_book(old), known_book(book))
    except NotEditionsError as error:
        raise problem_of(error, about="rulebook") from error
    return answer(differences(told))
