"""One's own seats over HTTP: the tables at which one sits, and what the floor has ordered for the end of the round."""

from __future__ import annotations

from fastapi import APIRouter, Response

from croupier.schemas import floor
from croupier.service.background import after_round
from croupier.service.background.after_round import Intent
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, require
from croupier.service.routes.openapi import answers

router = APIRouter(tags=["people"])
_EXAMPLE = {
    "places": [
        {
            "table": "uth-ma",
            "seat": 2,
            "after": "move",
            "reason": "The table is broken up.",
            "to": "lir-nj",
            "to_seat": 4,
        }
    ]
}


@router.get("/me/places", summary="Where one sits", responses=answers(200, floor.OwnSeats, 401, example=_EXAMPLE))
async def places(hub: HubDep, principal: PrincipalDep) -> Response:
    """All seats of one's own, at all tables; a player who is moved or refused by the floor is told why."""
    bearer = require(principal, "places")
    intents = {each.place: each for each in await hub.records.read(after_round.all_orders)}
    seats = [
        (name, number)
        for name in hub.tables()
        for number, seat in hub.house.queues[name].live.record.state.taken()
        if seat.person == bearer.person
    ]
    return answer(floor.OwnSeats([_place(name, seat, intents) for name, seat in seats]))


def _place(name: str, seat: int, intents: dict[tuple[str, int], Intent]) -> floor.OwnSeat:
    found = intents.get((name, seat)) or intents.get((name, 0))
    if found is None:
        return floor.OwnSeat(name, seat, "", "", "", 0)
    return floor.OwnSeat(name, seat, found.what, found.reason, found.to, found.to_seat)
