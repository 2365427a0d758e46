"""Shared rounds over HTTP: a player makes a link to the public view of an own round, and revokes it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Query, Response
from sqlalchemy import Connection

from croupier.house.engine.replay import Session
from croupier.house.records import recall, shares
from croupier.house.records.shares import SharedRound
from croupier.schemas import rounds, table
from croupier.service.http.guard import SHARED
from croupier.service.http.problems import Problem
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, no_content, require
from croupier.service.routes.openapi import answers
from croupier.service.routes.player.rounds import (
    After,
    RoundNumber,
    SessionId,
    looked,
    receipt_seen,
    replay_seen,
    round_seen,
)
from croupier.table.views.view import PUBLIC, Viewer

router = APIRouter(tags=["rounds"])
_LINK = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{32}$", description="what a link was made of")]
_OwnCards = Annotated[bool, Query(description="the link shows the own cards too")]
_ID = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the id of a link, as it is listed")]
_MADE = {"id": "5e" * 32, "path": f"{SHARED}Zm9sZGVkIHNldmVuIG9mIGNsdWJzIDI0"}


# ---- making and taking back --------------------------------------------------------------------------------


@router.post(
    "/rounds/{session}/{number}/shares",
    status_code=201,
    summary="Share a round",
    responses=answers(201, rounds.NewShareLink, 401, 404, 422, example=_MADE),
)
async def share(
    session: SessionId, number: RoundNumber, hub: HubDep, principal: PrincipalDep, *, own_cards: _OwnCards = False
) -> Response:
    """Share an own round: a link to its public view, until it is revoked. The link is told this once.

    With `own_cards` it shows the cards of whoever shares it too, and nobody else's.
    """
    bearer = require(principal, "share")

    def look(connection: Connection) -> tuple[Session, bool]:
        about, _ = recall.shown_to(connection, session, number, PUBLIC)
        return about, recall.was_in(connection, about, number, bearer.person)

    about, own = await looked(hub, look)
    require(bearer, "share", own=own)
    now = hub.house.now()
    secret, made = await hub.do(
        lambda connection: shares.share(connection, about, number, bearer.person, now, own_cards=own_cards)
    )
    return answer(rounds.NewShareLink(made.hash, SHARED + secret), HTTPStatus.CREATED)


@router.get("/me/shares", summary="What one shares", responses=answers(200, rounds.ShareLinks, 401))
async def own_shares(hub: HubDep, principal: PrincipalDep) -> Response:
    """All links that are valid, the latest first; their secrets were told when they were made."""
    bearer = require(principal, "share")
    found = await hub.records.read(lambda connection: shares.shared_by(connection, bearer.person))
    return answer(rounds.ShareLinks([_told(each) for each in found]))


def _told(each: SharedRound) -> rounds.ShareLink:
    return rounds.ShareLink(each.hash, each.stream, each.session, each.round, each.at, each.own_cards)


@router.delete(
    "/shares/{share_id}",
    status_code=204,
    summary="Take a shared round back",
    responses=answers(204, None, 401, 422),
)
async def take_back(share_id: _ID, hub: HubDep, principal: PrincipalDep) -> Response:
    """Revoke a link: one's own, or for a manager any."""
    bearer = require(principal, "revoke share")
    found = await hub.records.read(lambda connection: shares.known(connection, share_id))
    require(bearer, "revoke share", own=found is None or found.by == bearer.person)
    now = hub.house.now()
    await hub.do(lambda connection: shares.take_back(connection, share_id, now))
    return no_content()


# ---- what a link shows -------------------------------------------------------------------------------------


@router.get("/shared/{link}", summary="A shared round", responses=answers(200, rounds.RoundSeen, 404, 422))
async def shared(link: _LINK, hub: HubDep) -> Response:
    """The result of a shared round, as all at the table could know it; no sign-in is needed.

    Whoever shares it has a name there; the others are seats. If the sharer's own cards are shared too, `yours` has the
    seats of the sharer.
    """

    def look(connection: Connection) -> rounds.RoundSeen:
        found = _shown(connection, link)
        hands_as = Viewer("player", found.by) if found.own_cards else PUBLIC
        return round_seen(connection, hub, found.session, found.round, PUBLIC, found.by, hands_as)

    return answer(await looked(hub, look))


@router.get(
    "/shared/{link}/replay", summary="A shared round again", responses=answers(200, rounds.ReplaySeen, 404, 422)
)
async def shared_replay(link: _LINK, hub: HubDep, after: After = 0) -> Response:
    """The replay of a shared round, as all at the table were told it."""

    def look(connection: Connection) -> rounds.ReplaySeen:
        found = _shown(connection, link)
        return replay_seen(connection, hub, found.session, found.round, PUBLIC, after, found.by)

    return answer(await looked(hub, look))


@router.get(
    "/shared/{link}/receipt",
    summary="The receipt of a shared round",
    responses=answers(200, table.RoundReceipt, 404, 422),
)
async def shared_receipt(link: _LINK, hub: HubDep) -> Response:
    """The receipt of a shared round with the cards that all have seen, which `croupier verify` checks."""

    def look(connection: Connection) -> table.RoundReceipt:
        found = _shown(connection, link)
        return receipt_seen(connection, hub, found.session, found.round, PUBLIC)

    return answer(await looked(hub, look))


def _shown(connection: Connection, link: str) -> SharedRound:
    """The round that a link shows; a revoked link is answered as an unknown one."""
    found = shares.shown_by(connection, link)
    if found is None:
        raise Problem(
            HTTPStatus.NOT_FOUND, "this link shows nothing, or nothing any more", "one that was not taken back"
        )
    return found
