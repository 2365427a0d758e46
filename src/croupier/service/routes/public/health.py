"""Whether the house is well, for whoever watches over the machine."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Response
from sqlalchemy import Connection, text

from croupier.house.people.permissions import allowed
from croupier.house.storage.database import DatabaseError
from croupier.schemas import common
from croupier.service.background import metrics as house_metrics
from croupier.service.http.problems import busy, not_allowed
from croupier.service.live.hub import Hall
from croupier.service.routes.dependencies import Bearer, InCame, InHall, answer
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["running"])
_PATIENCE = 5.0  # seconds until a database that does not answer counts as none


@router.get("/healthz", summary="Alive", responses=answers(200, common.Health))
async def healthz() -> Response:
    """The process runs and answers; nothing more."""
    return answer(common.Health("alive"))


@router.get("/readyz", summary="Ready", responses=answers(200, common.Health))
async def readyz(hall: InHall) -> Response:
    """What is asked for can be written: the writer is alive, the database answers, the disk has room."""
    found = {
        "writer": hall.house.writer.alive,
        "database": await _answers(hall),
        "room": hall.house.has_room,
    }
    if not all(found.values()):
        lacking = ", ".join(name for name, well in found.items() if not well)
        raise busy(f"the house is not ready: {lacking}")
    return answer(common.Health("ready"))


async def _answers(hall: Hall) -> bool:
    def look(connection: Connection) -> bool:
        return connection.execute(text("SELECT 1")).scalar() == 1

    try:
        return await asyncio.wait_for(hall.bearers.read(look), _PATIENCE)
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
async def metrics(hall: InHall, came: InCame, known: Bearer) -> Response:
    """Counts and gauges, for an auditor's or a manager's token, or from this machine."""
    refusal = allowed(known, "metrics", own=False, assigned=False)
    if refusal is not None and not (came.local and known is None):
        raise not_allowed(refusal, known)
    desks = hall.house.desks.values()
    gauges = [
        (house_metrics.SOCKETS, sum(map(len, hall.channels.values()))),
        (house_metrics.TABLES, len(desks)),
        (house_metrics.SEATED, sum(len(desk.live.record.state.taken()) for desk in desks)),
        (house_metrics.WAITING, sum(len(desk.waiting) for desk in desks)),
        (house_metrics.WRITER, int(hall.house.writer.alive)),
    ]
    return Response(hall.counts.text(gauges), media_type=house_metrics.MEDIA_TYPE)
