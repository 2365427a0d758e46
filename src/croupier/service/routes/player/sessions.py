"""The sessions of a table over HTTP, with the published seeds of those that are over."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Query, Response

from croupier.house.records import seeds
from croupier.schemas import rounds
from croupier.service.http.problems import unknown_table
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer
from croupier.service.routes.openapi import answers
from croupier.service.routes.player.tables import Name, may_watch

router = APIRouter(tags=["tables"])
_HIGHEST = 2**62
MOST_LISTED = 100


@router.get(
    "/tables/{name}/sessions",
    summary="Sessions of a table",
    responses=answers(200, rounds.TableSessions, 401, 404, 422),
)
async def sessions(
    name: Name,
    hub: HubDep,
    principal: PrincipalDep,
    before: Annotated[int, Query(ge=0, le=_HIGHEST, description="where the page before ended")] = _HIGHEST,
    most: Annotated[int, Query(ge=1, le=MOST_LISTED, description="how many sessions a page has")] = 50,
) -> Response:
    """The sessions of a table, the latest first, also of a closed one. Its seed proves every shuffle of a session."""
    may_watch(principal)
    now, keyring = hub.house.now(), hub.house.keyring
    found = await hub.records.read(lambda connection: seeds.sessions(connection, keyring, name, now, before, most + 1))
    if not found and before == _HIGHEST:
        raise unknown_table(name, ", ".join(hub.tables()))
    told = [rounds.TableSession(*each) for each in found[:most]]
    return answer(rounds.TableSessions(told, told[-1].opened if len(found) > most else 0))
