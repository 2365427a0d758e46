"""The transparency log over HTTP: the last checkpoint at a stable address, and consistency proofs."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response

from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import LogError
from croupier.schemas import table
from croupier.service.http.problems import Problem, problem_of
from croupier.service.routes.dependencies import HubDep, answer
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["log"])


@router.get("/log", summary="The house's log", responses=answers(200, table.LogSeen))
async def log(hub: HubDep) -> Response:
    """The origin of the log, the public key by which its checkpoints are checked, and the last of them."""
    found = hub.log_signer.log
    note = await hub.bearers.read(lambda connection: transparency_log.latest(connection, found)) if found else None
    return answer(table.LogSeen(found.origin if found else "", hub.house.key.public, note or ""))


@router.get(
    "/log/checkpoint",
    summary="The last checkpoint",
    responses={**answers(200, None, 404), 200: {"description": "a signed note", "content": {"text/plain": {}}}},
)
async def checkpoint(hub: HubDep) -> Response:
    """The last checkpoint as a signed note."""
    found = hub.log_signer.log
    note = await hub.bearers.read(lambda connection: transparency_log.latest(connection, found)) if found else None
    if note is None:
        raise Problem(HTTPStatus.NOT_FOUND, "no checkpoint is signed yet", "a look when a round is over")
    return Response(note, media_type="text/plain; charset=utf-8")


@router.get("/log/since/{rounds}", summary="How the log has gone on", responses=answers(200, table.LogSince, 404, 422))
async def since(
    hub: HubDep,
    rounds: Annotated[int, Path(ge=1, le=10**12, description="of the checkpoint that you have")],
    origin: Annotated[str, Query(max_length=200, description="of the checkpoint that you have")] = "",
) -> Response:
    """The last checkpoint with the proof that it continues the log of the one that you have."""
    found = hub.log_signer.log
    if found is None:
        raise Problem(HTTPStatus.NOT_FOUND, "the house has no log yet", "a look when a round is over")
    try:
        told = await hub.bearers.read(lambda connection: transparency_log.since(connection, found, rounds, origin))
    except LogError as error:
        raise problem_of(error, HTTPStatus.NOT_FOUND) from error
    return answer(table.LogSince(**told))
