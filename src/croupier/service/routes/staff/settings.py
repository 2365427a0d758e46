"""`house.toml` over HTTP: a manager has it read again."""

from __future__ import annotations

from dataclasses import asdict
from http import HTTPStatus

from fastapi import APIRouter, Response

from croupier.schemas import common
from croupier.service.background.settings_reload import ReloadError
from croupier.service.http.problems import Problem
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, require
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["house"])


@router.post("/settings/reload", summary="Take up house.toml", responses=answers(200, common.TakenUp, 401, 422))
async def reload(hub: HubDep, principal: PrincipalDep) -> Response:
    """Read the file again, and take up its changes; if it has a fault, the house goes on as before."""
    manager = require(principal, "settings")
    try:
        found = await hub.reloading.reload(manager.person)
    except ReloadError as error:
        many = len(error.objections)
        why = f"{many} objection{'s' * (many > 1)} to house.toml: {error.why}"
        raise Problem(HTTPStatus.UNPROCESSABLE_ENTITY, why, "a file that `croupier house check` lets stand") from error
    return answer(common.TakenUp(**{name: list(places) for name, places in asdict(found).items()}))
