"""Health checks and metrics, for monitoring."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from sqlalchemy import Connection, text

from croupier.house.people.permissions import allowed
from croupier.house.storage.database import DatabaseError
from croupier.schemas import common
from croupier.service.background.metrics import MEDIA_TYPE
from croupier.service.http.problems import busy, not_allowed
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import CredentialsDep, HubDep, PrincipalDep, answer
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["running"])
_PATIENCE = 5.0  # seconds until a database that does not answer counts as none


@router.get("/healthz", summary="Alive", responses=answers(200, common.Health))
async def healthz() -> Response:
    """Liveness: the process runs and answers."""
    return answer(common.Health("alive"))


@router.get("/readyz", summary="Ready", responses=answers(200, common.Health))
async def readyz(hub: HubDep) -> Response:
    """Readiness: the writer is alive, the database answers, and the disk has room."""
    found = {
        "writer": hub.house.writer.alive,
        "database": await _answers(hub),
        "room": await hub.has_room(),
    }
    if not all(found.values()):
        lacking = ", ".join(name for name, well in found.items() if not well)
        raise busy(f"the house is not ready: {lacking}")
    return answer(common.Health("ready"))


async def _answers(hub: Hub) -> bool:
    def look(connection: Connection) -> bool:
        return connection.execute(text("SELECT 1")).scalar() == 1

    try:
        return await asyncio.wait_for(hub.bearers.read(look), _PATIENCE)
    except (DatabaseError, TimeoutError):
        return False


@router.get(
    "/metrics",
    summary="Metrics",
    responses={
        **answers(200, None, 401),
        200: {"description": "Prometheus' text format", "content": {"text/plain": {"schema": {"type": "string"}}}},
    },
)
async def metrics(hub: HubDep, credentials: CredentialsDep, principal: PrincipalDep) -> Response:
    """Metrics, for an auditor's or a manager's token, or from this machine."""
    refusal = allowed(principal, "metrics", own=False, assigned=False)
    if refusal is not None and not (credentials.local and principal is None):
        raise not_allowed(refusal, principal)
    queues = hub.house.queues.values()
    told = hub.metrics
    told.sockets.set(sum(map(len, hub.channels.values())))
    told.tables.set(len(queues))
    told.seated.set(sum(len(queue.live.record.state.taken()) for queue in queues))
    told.waiting.set(sum(len(queue.waiting) for queue in queues))
    told.writer.set(hub.house.writer.alive)
    return Response(told.text(), media_type=MEDIA_TYPE)
