"""The FastAPI application: the house's routes and sockets behind one guard, and every error told as a problem."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from http import HTTPStatus

from fastapi import Depends, FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from croupier.errors import CroupierError
from croupier.house.engine.requests import Failure
from croupier.house.people.roles import PeopleError
from croupier.house.storage.database import DatabaseError
from croupier.house.storage.register import AlteredError
from croupier.names import NamingError
from croupier.service.http.guard import Guard
from croupier.service.http.problems import MEDIA_TYPE, Problem, failed, problem_of
from croupier.service.live.hub import Hub
from croupier.service.routes import documentation, static
from croupier.service.routes.dependencies import check_query
from croupier.service.routes.player import (
    account,
    coach,
    practice,
    rounds,
    seats,
    sessions,
    shares,
    statements,
    tables,
    training,
)
from croupier.service.routes.player.websocket import watch
from croupier.service.routes.public import api_description, health, rulebooks, transparency_log
from croupier.service.routes.public.api_description import API, DESCRIPTION
from croupier.service.routes.staff import analyses, books, cage, floor, settings, staff, submissions

log = logging.getLogger("croupier.service")
_ROUTERS = (
    account,
    staff,
    tables,
    seats,
    sessions,
    rounds,
    shares,
    statements,
    floor,
    cage,
    books,
    rulebooks,
    transparency_log,
    coach,
    practice,
    analyses,
    submissions,
    settings,
    training,
)


def create(hub: Hub) -> FastAPI:
    """Create the application of a hub; it opens and closes with the server."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hub.start()
        try:
            yield
        finally:
            await hub.stop()

    app = FastAPI(title="Croupier", version="1", lifespan=lifespan, docs_url=None, redoc_url=None, openapi_url=None)
    app.state.hub = hub
    for each in _ROUTERS:
        app.include_router(each.router, prefix=API, dependencies=[Depends(check_query)])
    app.include_router(api_description.router)
    app.include_router(health.router)
    app.include_router(static.router)
    app.include_router(documentation.router)
    app.add_api_websocket_route(f"{API}/tables/{{name}}/watch", watch)
    _tell_faults(app)
    app.add_middleware(Guard, site=hub.site, requests=hub.requests, now=hub.house.now, answered=hub.answered)
    return app


def _tell_faults(app: FastAPI) -> None:
    """Register the exception handlers: every error becomes a problem, and none tells how the program is made."""

    @app.exception_handler(Problem)
    async def _(_: Request, problem: Problem) -> Response:
        return answered(problem)

    @app.exception_handler(PeopleError)
    @app.exception_handler(NamingError)
    async def _(_: Request, error: CroupierError) -> Response:
        return answered(problem_of(error))

    @app.exception_handler(DatabaseError)
    async def _(_: Request, error: DatabaseError) -> Response:
        log.error("database", exc_info=error)
        why = error.why if isinstance(error, AlteredError) else "the house cannot reach its record now"
        return answered(failed(Failure(why)))

    @app.exception_handler(RequestValidationError)
    async def _(_: Request, error: RequestValidationError) -> Response:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"][1:]))
        return answered(
            Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY, f"{where}: {first['msg']}", "what the description says", about=where
            )
        )

    @app.exception_handler(HTTPException)
    async def _(request: Request, error: HTTPException) -> Response:
        status = HTTPStatus(error.status_code)
        if status == HTTPStatus.NOT_FOUND:
            if "text/html" in request.headers.get("accept", ""):  # a browser's address line: the page says it
                return static.nowhere(request)
            return answered(Problem(status, "there is nothing at this address", f"what {DESCRIPTION} describes"))
        if status == HTTPStatus.METHOD_NOT_ALLOWED:
            allowed = (error.headers or {}).get("Allow", "")
            why = f"{request.method} is not done here"
            return answered(Problem(status, why, allowed, headers={"allow": allowed}))
        return answered(Problem(status, str(error.detail), "what the description says"))


def answered(problem: Problem) -> Response:
    """The response that tells a problem."""
    return Response(problem.encoded(), int(problem.status), problem.headers, MEDIA_TYPE)
