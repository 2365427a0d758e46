"""Statements over HTTP: all that happened to a person's money, for the person, an auditor or a manager."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from croupier.house.people import users
from croupier.house.records import statements
from croupier.house.records.interventions import Counts, interventions
from croupier.house.records.statements import InRound, Statement
from croupier.schemas import common, rounds
from croupier.service.http.problems import Problem
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, require
from croupier.service.routes.openapi import answers
from croupier.table.model.command import PERSON

router = APIRouter(tags=["rounds"])
MOST_LINES = 1000
_HIGHEST = 2**62
PersonId = Annotated[str, Path(pattern=f"^{PERSON}$", description="the id of a person")]
Since = Annotated[int, Query(ge=0, le=_HIGHEST, description="from this house time on, in milliseconds")]
Before = Annotated[int, Query(ge=0, le=_HIGHEST, description="until before this one")]
_EXAMPLE = {
    "person": "7d1c",
    "since": 1900000000000,
    "before": 1900086400000,
    "opening": 0,
    "cage": [{"at": 1900000000000, "what": "guest money", "amount": 100000}],
    "rounds": [
        {
            "at": 1900000100000,
            "table": "uth-ma",
            "session": "uth-ma-5f0c1d2e3a4b5c6d",
            "round": 12,
            "void": False,
            "seat": 2,
            "staked": 2500,
            "net": -1500,
        }
    ],
    "closing": 98500,
    "after": 0,
    "interventions": [{"table": "uth-ma", "rulings": 0, "void": 1, "withdrawn": 0, "recuts": 0, "refused": 0}],
    "counted_from": 1900000000000,
}


@router.get(
    "/me/statement",
    summary="One's statement",
    responses=answers(200, rounds.StatementSeen, 401, 422, example=_EXAMPLE),
)
async def own_statement(hub: HubDep, principal: PrincipalDep, since: Since = 0, before: Before = _HIGHEST) -> Response:
    """One's own statement: opening balance, transactions at the cage, every round, closing balance; in parts."""
    bearer = require(principal, "recall")
    return answer(await _statement(hub, bearer.person, since, before))


@router.get(
    "/people/{person}/statement",
    summary="A statement",
    responses=answers(200, rounds.StatementSeen, 401, 404, 422, example=_EXAMPLE),
)
async def statement_of(
    person: PersonId, hub: HubDep, principal: PrincipalDep, since: Since = 0, before: Before = _HIGHEST
) -> Response:
    """The statement of a person, for an auditor or a manager; of a closed account too."""
    require(principal, "recall", own=principal is not None and person == principal.person)
    await _check_known(hub, person)
    return answer(await _statement(hub, person, since, before))


@router.get("/people/{person}/wallet", summary="A wallet", responses=answers(200, common.Wallet, 401, 404, 422))
async def wallet_of(person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """The balance of a person's wallet, in cents, for an auditor or a manager."""
    require(principal, "wallet", own=principal is not None and person == principal.person)
    await _check_known(hub, person)
    with hub.house.reading() as connection:
        amount = hub.house.available(connection, person)
    return answer(common.Wallet(person, amount))


async def _check_known(hub: Hub, person: str) -> None:
    """Check that there was ever such a person."""
    known = await hub.records.read(lambda connection: users.named(connection, {person}))
    if person not in known:
        why = f"the house has never known a person {person!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the id of one that has played or worked here", about="person")


async def _statement(hub: Hub, person: str, since: int, before: int) -> rounds.StatementSeen:
    def look(connection: Connection) -> tuple[Statement, int | None, Counts]:
        made, after = statements.part(connection, person, since, before, MOST_LINES)
        tables = {each.stream for each in made.rounds}
        return made, after, interventions(connection, tables, made.since, made.before)

    made, after, acts = await hub.records.read(look)
    return rounds.StatementSeen(
        person,
        made.since,
        made.before,
        made.opening,
        [rounds.CageLine(*each) for each in made.cage],
        [_line(each) for each in made.rounds],
        made.closing,
        after or 0,
        [rounds.TableInterventions(each.table, *each[2:]) for each in acts.by_table()],
        acts.since,
    )


def _line(each: InRound) -> rounds.RoundLine:
    hand = each.hand
    return rounds.RoundLine(*each[:5], seat=hand.seat, staked=hand.staked, net=hand.net)
