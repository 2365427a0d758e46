"""The rulebooks over HTTP, for everybody: each as a document, full-text search, and the difference of two editions."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Query, Response

from croupier.documents.edition_diff import NotEditionsError, diff
from croupier.documents.rulebook_data import as_data, differences, summary
from croupier.documents.search import search
from croupier.games.catalogue import Title
from croupier.rulebook import Rulebook
from croupier.rulebook.model import ENGLISH
from croupier.rulebook.translation import said_in
from croupier.schemas.rulebooks import EditionDifferences, RulebookDocument, Rulebooks, SearchResult
from croupier.service.http.problems import Problem, problem_of
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, answer
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["rulebooks"])
MOST_HITS = 200
Id = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,39}$", description="the id of a rulebook")]
Language = Annotated[str, Query(pattern="^[a-z]{2}$", description="the language to read it in, such as fr")]
_WHOLE: dict[tuple[str, str], bytes] = {}  # by hash and language: they are long, and there are few


def whole(book: Rulebook) -> bytes:
    """A rulebook with everything in it, encoded."""
    key = (book.hash, book.language)
    if key not in _WHOLE:
        _WHOLE[key] = msgspec.json.encode(as_data(book), enc_hook=str)
    return _WHOLE[key]


def in_language(book: Rulebook, language: str) -> Rulebook:
    """A rulebook in the language that was asked for; a Problem if it is not written in it."""
    if language not in book.languages:
        why = f"{book.id} is not written in {language!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, ", ".join(book.languages), about="language")
    return said_in(book, language)


def known_title(hub: Hub, name: str) -> Title:
    """A rulebook of the house by its id, with its game; a Problem if there is none."""
    known = hub.settings.catalogue
    if name not in known.names:
        why = f"there is no rulebook {name!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, ", ".join(known.names), about="rulebook")
    return known.title(name)


@router.get("/rulebooks", summary="The rulebooks", responses=answers(200, Rulebooks))
async def rulebooks(hub: HubDep) -> Response:
    """All rulebooks, with their titles, and the number of clauses that are kept in which way."""
    return answer(Rulebooks([{**summary(book), "follows": book.follows} for book in hub.settings.catalogue.books]))


@router.get("/rulebooks/search", summary="Search the rulebooks", responses=answers(200, SearchResult, 422))
async def found(
    hub: HubDep,
    words: Annotated[str, Query(min_length=1, max_length=200, description="all of which must stand there")],
) -> Response:
    """Full-text search in clauses, terms, wagers, options and rulings: all the words must occur."""
    hits = search(hub.settings.catalogue.books, words)
    return answer(SearchResult(hits[:MOST_HITS], max(0, len(hits) - MOST_HITS)))


@router.get("/rulebooks/{book}", summary="A rulebook", responses=answers(200, RulebookDocument, 404, 422))
async def rulebook(book: Id, hub: HubDep, language: Language = ENGLISH) -> Response:
    """A rulebook, clause by clause, with what keeps each, rulings, wagers, pay tables and options."""
    return Response(whole(in_language(known_title(hub, book).book, language)), media_type="application/json")


@router.get(
    "/rulebooks/{book}/since/{old}",
    summary="What changed",
    responses=answers(200, EditionDifferences, 404, 422),
)
async def since(book: Id, old: Id, hub: HubDep) -> Response:
    """The difference of two editions of a document, clause by clause."""
    try:
        told = diff(known_title(hub, old).book, known_title(hub, book).book)
    except NotEditionsError as error:
        raise problem_of(error, about="rulebook") from error
    return answer(differences(told))
