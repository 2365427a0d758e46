"""Recall over HTTP: finished rounds, found by their properties, and replayed as their viewer saw them.

Players find and see their own; auditors and managers all, as the floor saw them. What was dealt and not shown, an
auditor sees who says why, and that is on record before it is told.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from http import HTTPStatus
from itertools import islice
from typing import Annotated, Any, TypeVar

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy import Connection, select

from croupier.house.engine.replay import rulebook_of
from croupier.house.engine.requests import Committed
from croupier.house.people import users
from croupier.house.people.permissions import allowed
from croupier.house.people.roles import Principal
from croupier.house.records import recall
from croupier.house.records.recall import NoRoundError, Page, RecallError, RoundQuery
from croupier.house.storage.schema import sessions as stored
from croupier.money import MOST_CENTS
from croupier.schemas import rounds as rounds_schema
from croupier.schemas import table as table_schema
from croupier.service.http.problems import Problem, problem_of
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, check_reason, require
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.tables import drawn
from croupier.table.views.view import AUDITOR, PUBLIC, Viewer

router = APIRouter(tags=["rounds"])
MOST_LISTED = 100
MOST_MOMENTS = 200  # of a replay that are told in one go
FLOOR = Viewer("floor")
_AS = {"": None, "public": PUBLIC, "dealer": Viewer("dealer"), "floor": FLOOR}
_LOOKED = (401, 404, 422)  # how a look may end
_HIGHEST = 2**62
T = TypeVar("T")
SessionId = Annotated[str, Path(pattern="^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$", description="the id of a session")]
RoundNumber = Annotated[int, Path(ge=1, le=_HIGHEST, description="the number of a round in its session")]
After = Annotated[int, Query(ge=0, le=_HIGHEST, description="the sequence at which the part before ended")]


# ---- looking -----------------------------------------------------------------------------------------------


_EXAMPLE = {
    "rounds": [
        {
            "table": "uth-ma",
            "session": "uth-ma-5f0c1d2e3a4b5c6d",
            "round": 12,
            "rulebook": "uth-ma",
            "at": 1900000000000,
            "void": False,
            "hands": [{"seat": 2, "person": "7d1c", "name": "Zoë", "staked": 2500, "net": -1500}],
        }
    ],
    "after": "",
}


@router.get("/rounds", summary="Find rounds", responses=answers(200, rounds_schema.Rounds, 401, 422, example=_EXAMPLE))
async def rounds(  # noqa: PLR0913 - each is a parameter of the address
    hub: HubDep,
    principal: PrincipalDep,
    *,
    table: Annotated[str, Query(max_length=64, description="rounds of this table")] = "",
    session: Annotated[str, Query(max_length=64, description="rounds of this session")] = "",
    number: Annotated[int, Query(alias="round", ge=0, le=_HIGHEST, description="rounds of this number")] = 0,
    person: Annotated[str, Query(max_length=64, description="rounds that this person played")] = "",
    since: Annotated[int, Query(ge=0, le=_HIGHEST, description="that ended at this house time or later")] = 0,
    before: Annotated[int, Query(ge=0, le=_HIGHEST, description="and before this one")] = _HIGHEST,
    clause: Annotated[str, Query(max_length=200, description="that cite it, such as `uth-ma 10(e)`")] = "",
    irregularity: Annotated[str, Query(max_length=200, description="in which it happened; `any` finds all")] = "",
    void: Annotated[bool | None, Query(description="void rounds alone, or those that are not")] = None,
    amount: Annotated[
        int, Query(ge=0, le=MOST_CENTS, description="where so much was staked, won or lost, in cents")
    ] = 0,
    after: Annotated[str, Query(max_length=400, description="where the page before ended")] = "",
    most: Annotated[int, Query(ge=1, le=MOST_LISTED, description="how many rounds a page has")] = 50,
) -> Response:
    """Finished rounds, the latest first: a player's own; for an auditor or a manager, all."""
    bearer = require(principal, "recall", own=not person or (principal is not None and person == principal.person))
    wanted = RoundQuery(table, session, number, person, since, before, clause, irregularity, void, amount)
    viewer = AUDITOR if sees_all(bearer) else Viewer("player", bearer.person)

    def look(connection: Connection) -> rounds_schema.Rounds:
        return _listed(connection, recall.search(connection, wanted, viewer, after, most))

    return answer(await looked(hub, look))


def sees_all(bearer: Principal) -> bool:
    """True if the principal may see others' rounds too."""
    return allowed(bearer, "recall", own=False, assigned=False) is None


def _listed(connection: Connection, page: Page) -> rounds_schema.Rounds:
    named = users.named(connection, {hand.person for each in page.found for hand in each.hands})
    names = {each.id: each.name for each in named.values()}
    headers = select(stored.c.id, stored.c.header).where(stored.c.id.in_({each.session for each in page.found}))
    books = {name: rulebook_of(header) for name, header in connection.execute(headers)}
    found = [
        rounds_schema.RoundSummary(
            each.stream,
            each.session,
            each.round,
            books[each.session],
            each.at,
            each.void,
            [rounds_schema.HandPlayed(own.seat, own.person, names.get(own.person, ""), *own[2:]) for own in each.hands],
        )
        for each in page.found
    ]
    return rounds_schema.Rounds(found, page.cursor)


async def looked(hub: Hub, look: Callable[[Connection], T]) -> T:
    """The result of a query of the record; a Problem if there is no such round, or the query is wrong."""
    try:
        return await hub.records.read(look)
    except RecallError as error:
        missing = isinstance(error, NoRoundError)
        status = HTTPStatus.NOT_FOUND if missing else HTTPStatus.UNPROCESSABLE_ENTITY
        raise problem_of(error, status, about="round") from error


# ---- one round ---------------------------------------------------------------------------------------------


def viewer_of(connection: Connection, bearer: Principal, session: str, number: int) -> Viewer:
    """The viewer as which the principal sees a round; a Problem if it is not allowed."""
    about, _ = recall.shown_to(connection, session, number, PUBLIC)
    if sees_all(bearer):
        return FLOOR
    require(bearer, "recall", own=recall.was_in(connection, about, number, bearer.person))
    return Viewer("player", bearer.person)


@router.get("/rounds/{session}/{number}", summary="A round", responses=answers(200, rounds_schema.RoundSeen, *_LOOKED))
async def one(session: SessionId, number: RoundNumber, hub: HubDep, principal: PrincipalDep) -> Response:
    """The result of a finished round, as this viewer may know it."""
    bearer = require(principal, "recall")

    def look(connection: Connection) -> rounds_schema.RoundSeen:
        viewer = viewer_of(connection, bearer, session, number)
        return round_seen(connection, hub, session, number, viewer)

    return answer(await looked(hub, look))


def round_seen(
    connection: Connection,
    hub: Hub,
    session: str,
    number: int,
    viewer: Viewer,
    only: str = "",
    hands_as: Viewer | None = None,
) -> rounds_schema.RoundSeen:
    """A finished round, for a viewer; if one person only is named, the others are seats.

    Its hands are shown as to `hands_as`, where that is another.
    """
    end = recall.at_end(connection, hub.house.keyring, session, number, viewer)
    book = end.state.terms.rulebook
    yours, result = messages.ended_round(connection, end.state, hands_as or viewer, only)
    return rounds_schema.RoundSeen(
        table=end.stream,
        session=end.session,
        round=number,
        rulebook=book.id,
        title=book.title,
        at=end.at,
        seq=end.seq,
        layout=drawn(hub, end.stream, end.state),
        yours=yours,
        came=result,
    )


@router.get(
    "/rounds/{session}/{number}/replay",
    summary="A round again",
    responses=answers(200, rounds_schema.ReplaySeen, *_LOOKED),
)
async def replay(
    session: SessionId,
    number: RoundNumber,
    hub: HubDep,
    principal: PrincipalDep,
    after: After = 0,
    seen_as: Annotated[
        str,
        Query(alias="as", pattern="^(|public|dealer|floor)$", description="as `public` saw it; or `dealer`, `floor`"),
    ] = "",
) -> Response:
    """The messages of a round, as this viewer was sent them: a player with the own cards, an auditor as the floor.

    The moments are the messages that a socket has brought. Everybody who may see the round can ask for the public view.
    """
    bearer = require(principal, "recall")

    def look(connection: Connection) -> rounds_schema.ReplaySeen:
        viewer = viewer_of(connection, bearer, session, number)
        chosen = _AS[seen_as]
        if chosen is not None and chosen != PUBLIC and viewer != FLOOR:
            raise Problem(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                f"you see no round as the {seen_as} saw it",
                "as=public, or nothing for what you saw yourself",
                about="as",
            )
        return replay_seen(connection, hub, session, number, chosen or viewer, after)

    return answer(await looked(hub, look))


def replay_seen(
    connection: Connection, hub: Hub, session: str, number: int, viewer: Viewer, after: int, only: str = ""
) -> rounds_schema.ReplaySeen:
    """The replay of a round, for a viewer; if one person only is named, the others are seats."""
    happenings = recall.happenings(connection, hub.house.keyring, session, number, viewer)
    some, more = _part(happenings, after)
    moments = messages.replayed(connection, some, viewer, only)
    return rounds_schema.ReplaySeen(some[0].stream, session, number, _rulebook(some), moments, more)


def _part(happenings: Iterable[Committed], after: int) -> tuple[list[Committed], int]:
    """A part of a round, and the sequence after which to go on; a RecallError if there is no such part."""
    some = list(islice((each for each in happenings if each.seq > after), MOST_MOMENTS + 1))
    if not some:
        raise RecallError(f"the round has nothing after {after}", "the `after` of the part before, or none")
    return some[:MOST_MOMENTS], some[MOST_MOMENTS - 1].seq if len(some) > MOST_MOMENTS else 0


def _rulebook(some: list[Committed]) -> str:
    return some[0].before.terms.rulebook.id


@router.get(
    "/rounds/{session}/{number}/receipt",
    summary="The receipt of a round",
    responses=answers(200, table_schema.RoundReceipt, *_LOOKED),
)
async def receipt(session: SessionId, number: RoundNumber, hub: HubDep, principal: PrincipalDep) -> Response:
    """The receipt of a finished round for this viewer, which `croupier verify` checks."""
    bearer = require(principal, "recall")

    def look(connection: Connection) -> table_schema.RoundReceipt:
        return receipt_seen(connection, hub, session, number, viewer_of(connection, bearer, session, number))

    return answer(await looked(hub, look))


def receipt_seen(
    connection: Connection, hub: Hub, session: str, number: int, viewer: Viewer
) -> table_schema.RoundReceipt:
    """The receipt of a round, for a viewer."""
    end = recall.at_end(connection, hub.house.keyring, session, number, viewer)
    logged = hub.log_signer.proof(connection, end.stream, session, number)
    found = messages.receipt_of(end.state, viewer, end.head, logged)
    assert found is not None  # noqa: S101 - a round is over
    return found


# ---- what was hidden ---------------------------------------------------------------------------------------

_WHY = {"reason": "A player says that a card was taken back."}


@router.post(
    "/rounds/{session}/{number}/hidden",
    summary="Look at what was hidden in a round",
    responses=answers(200, rounds_schema.ReplayOpenly, *_LOOKED),
    openapi_extra=takes(rounds_schema.LookBackRequest, example=_WHY),
)
async def hidden(
    session: SessionId, number: RoundNumber, request: Request, hub: HubDep, principal: PrincipalDep
) -> Response:
    """A round with every card that was dealt in it, or as one of its players saw it, for an auditor who says why.

    That it was looked at is on record before it is told. Cards that were not dealt are shown to nobody.
    """
    asked = await body_of(request, rounds_schema.LookBackRequest)
    auditor = require(principal, "look at hidden cards", own=False, reason=asked.reason)
    check_reason(asked.reason)

    def look(connection: Connection) -> rounds_schema.ReplayOpenly:
        return _opened(connection, hub, session, number, asked)

    found = await looked(hub, look)
    about: dict[str, Any] = {"table": found.table, "session": session, "round": number, "reason": asked.reason}
    about |= {"seen_as": asked.person} if asked.person else {}
    await hub.significant("look at hidden cards", auditor.person, **about)
    return answer(found)


def _opened(
    connection: Connection, hub: Hub, session: str, number: int, asked: rounds_schema.LookBackRequest
) -> rounds_schema.ReplayOpenly:
    about, _ = recall.shown_to(connection, session, number, FLOOR)
    if asked.person and not recall.was_in(connection, about, number, asked.person):
        raise RecallError(f"{asked.person!r} did not play round {number}", "the id of a person who did")
    viewer = Viewer("player", asked.person) if asked.person else FLOOR
    happenings = recall.happenings(connection, hub.house.keyring, session, number, viewer)
    some, more = _part(happenings, asked.after)
    moments = messages.replayed_openly(connection, some, viewer)
    return rounds_schema.ReplayOpenly(some[0].stream, session, number, _rulebook(some), moments, more)
