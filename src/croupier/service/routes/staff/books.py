"""The books over HTTP: figures of tables, the ledger, significant events, the state of the record, and exports."""

from __future__ import annotations

from collections.abc import Iterator
from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from sqlalchemy import Connection

from croupier.house.config.clocks import day_began, zone
from croupier.house.engine import replay
from croupier.house.engine.replay import Session, rulebook_of
from croupier.house.ledger import balances
from croupier.house.people import users
from croupier.house.people.permissions import allowed
from croupier.house.records import significant_event_search, status
from croupier.house.records.export import ExportError
from croupier.house.records.figures import Figures, exposure, figures
from croupier.house.records.interventions import ActedAt, Counts, interventions
from croupier.house.records.recall import rounds_of
from croupier.house.records.significant_event_search import EventQuery, Page
from croupier.schemas import books, rounds
from croupier.service.http.problems import Problem, problem_of
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, check_reason, require
from croupier.service.routes.downloads import as_file
from croupier.service.routes.openapi import answers, gives, takes
from croupier.service.routes.player.rounds import SessionId
from croupier.service.routes.staff.floor import works

router = APIRouter(tags=["books"])
MOST_LISTED = 100
MOST_ACCOUNTS = 1000
_HIGHEST = 2**62
_CSV, _RECORDING = "text/csv", "application/x-ndjson"
Most = Annotated[int, Query(ge=1, le=MOST_LISTED, description="how many a page has")]
Accounts = Annotated[str, Query(max_length=200, description="only those whose names begin so, such as `wallet/`")]


# ---- figures -----------------------------------------------------------------------------------------------

_FIGURES = {
    "since": 1900000000000,
    "before": 1900043200000,
    "tables": [
        {
            "table": "uth-ma",
            "rounds": 118,
            "drop": 2_000_000,
            "handle": 1_770_000,
            "win": 92_500,
            "hold": 0.0463,
            "to_meters": 0,
            "tray": 592_500,
            "exposure": 255_000,
        }
    ],
    "interventions": [
        {
            "table": "uth-ma",
            "person": "7d1c",
            "name": "Frida",
            "rulings": 2,
            "void": 1,
            "withdrawn": 0,
            "recuts": 0,
            "refused": 1,
        }
    ],
    "counted_from": 1900000000000,
}


@router.get("/figures", summary="Figures", responses=answers(200, books.HouseFigures, 401, 422, example=_FIGURES))
async def figures_of(
    hub: HubDep,
    principal: PrincipalDep,
    since: Annotated[int | None, Query(ge=0, le=_HIGHEST, description="left out, when the gaming day began")] = None,
    before: Annotated[int, Query(ge=0, le=_HIGHEST, description="until before then")] = _HIGHEST,
) -> Response:
    """Win, handle, drop, hold and exposure by table, and the interventions of each person of the staff there.

    For a floor they are of the tables that are assigned.
    """
    require(principal, "figures", assigned=bool(principal is not None and principal.assigned))
    tables = {*hub.settings.tables, *hub.house.queues}
    mine = [name for name in tables if allowed(principal, "figures", own=True, assigned=works(principal, name)) is None]
    begins = _today(hub) if since is None else since

    def look(connection: Connection) -> tuple[list[Figures], Counts, dict[str, users.Person]]:
        acts = interventions(connection, mine, begins, before)
        people = users.named(connection, {each.person for each in acts.found})
        return figures(connection, mine, begins, before), acts, people

    found, acts, names = await hub.records.read(look)
    told = [
        books.TableFigures(
            each.table,
            each.rounds,
            each.drop,
            each.handle,
            each.win,
            each.hold,
            each.to_meters,
            each.tray,
            _exposure(hub, each.table),
        )
        for each in found
    ]
    counted = [_acted(each, names.get(each.person)) for each in acts.found]
    return answer(books.HouseFigures(begins, before, told, counted, acts.since))


def _acted(each: ActedAt, who: users.Person | None) -> books.Interventions:
    return books.Interventions(each.table, *each[2:], person=each.person, name=who.name if who is not None else "")


def _today(hub: Hub) -> int:
    """The beginning of the gaming day."""
    house = hub.settings.house
    where = zone(house.time_zone)
    assert where is not None  # noqa: S101 - the settings have one that this machine knows
    return day_began(hub.house.now(), where, house.day_begins)


def _exposure(hub: Hub, table: str) -> int | None:
    queue = hub.house.queues.get(table)
    return exposure(queue.live.record.state) if queue is not None else None


# ---- the ledger --------------------------------------------------------------------------------------------


@router.get("/ledger", summary="The ledger", responses=answers(200, books.Ledger, 401, 422))
async def ledger(
    hub: HubDep,
    principal: PrincipalDep,
    accounts: Accounts = "",
    after: Annotated[str, Query(max_length=200, description="the last account of the page before")] = "",
    most: Annotated[int, Query(ge=1, le=MOST_ACCOUNTS, description="how many accounts a page has")] = 100,
) -> Response:
    """The balance of each account, by name."""
    require(principal, "ledger", own=False)

    def look(connection: Connection) -> dict[str, int]:
        return balances.balances(connection, accounts, after, most + 1)

    held = [books.AccountBalance(*each) for each in (await hub.records.read(look)).items()]
    return answer(books.Ledger(held[:most], held[most - 1].account if len(held) > most else ""))


@router.get(
    "/ledger/csv",
    summary="The ledger as CSV",
    responses=gives(_CSV, "every posting, a line each, by stream and sequence", 401, 422),
)
async def ledger_csv(hub: HubDep, principal: PrincipalDep, accounts: Accounts = "") -> Response:
    """All postings for a spreadsheet, or those of some accounts; a text that looks like a formula stays text there."""
    require(principal, "ledger", own=False)
    return await as_file(
        hub,
        lambda connection: (line.encode() for line in balances.export(connection, accounts)),
        _CSV,
        "ledger.csv",
    )


# ---- significant events ------------------------------------------------------------------------------------


@router.get(
    "/significant",
    summary="Significant events",
    responses=answers(200, books.SignificantEvents, 401, 422),
)
async def significant(  # noqa: PLR0913 - each is a parameter of the address
    hub: HubDep,
    principal: PrincipalDep,
    *,
    what: Annotated[str, Query(max_length=100, description="only these, such as `correction`")] = "",
    table: Annotated[str, Query(max_length=64, description="only those at this table")] = "",
    person: Annotated[str, Query(max_length=64, description="only those by or about this person")] = "",
    since: Annotated[int, Query(ge=0, le=_HIGHEST, description="from this house time on, in milliseconds")] = 0,
    before: Annotated[int, Query(ge=0, le=_HIGHEST, description="until before this one")] = _HIGHEST,
    session: Annotated[str, Query(max_length=64, description="only those of this session")] = "",
    number: Annotated[
        int, Query(alias="round", ge=0, le=_HIGHEST, description="only those of rounds of this number")
    ] = 0,
    after: Annotated[int, Query(ge=0, le=_HIGHEST, description="where the page before ended")] = 0,
    most: Most = 50,
) -> Response:
    """Sign-ins, rulings, corrections, devices, limits, large payouts, looks at hidden cards; the latest first.

    A page reads some thousand events: it may have few of them, or none, and still not be the last.
    """
    require(principal, "significant events", own=False)

    def look(connection: Connection) -> books.SignificantEvents:
        about = replay.session(connection, session) if session else None
        wanted = EventQuery(what, table, person, max(since, about.opened if about else 0), before, session, number)
        page = significant_event_search.search(connection, wanted, after or _HIGHEST, most)
        return books.SignificantEvents(_told(connection, page), page.before)

    return answer(await hub.records.read(look))


def _told(connection: Connection, page: Page) -> list[books.SignificantEvent]:
    """The events of a page, with the name of whoever did each."""
    names = users.named(connection, {each.by for each in page.found})
    return [
        books.SignificantEvent(
            each.seq,
            each.at,
            each.by,
            names[each.by].name if each.by in names else "",
            str(each.says.get("what", "")),
            each.says,
        )
        for each in page.found
    ]


# ---- the record --------------------------------------------------------------------------------------------


@router.get("/chain", summary="Where the record stands", responses=answers(200, books.RecordStatus, 401))
async def chain(hub: HubDep, principal: PrincipalDep) -> Response:
    """The end of every stream, and the house's log with its last checkpoint, each checked."""
    require(principal, "chain", own=False)
    log, house = hub.log_signer.log, hub.house

    def look(connection: Connection) -> books.RecordStatus:
        streams = [books.StreamEnd(*each) for each in status.ends(connection, house.keyring)]
        found = status.log_stands(connection, log, house.key.public) if log is not None else None
        return books.RecordStatus(streams, books.LogEnd(*found) if found is not None else None)

    return answer(await hub.records.read(look))


@router.get("/sessions", summary="Sessions", responses=answers(200, rounds.Sessions, 401, 422))
async def sessions(
    hub: HubDep,
    principal: PrincipalDep,
    table: Annotated[str, Query(max_length=64, description="those of this table")] = "",
    after: Annotated[str, Query(max_length=64, description="the last session of the page before")] = "",
    most: Most = 50,
) -> Response:
    """The sessions of all tables, the latest first."""
    require(principal, "recall", own=False)

    def look(connection: Connection) -> rounds.Sessions:
        found = replay.latest(connection, after, most + 1, table)
        played = {each.id: rounds_of(connection, each) for each in found}
        told = [
            rounds.SessionSeen(
                each.stream, each.id, rulebook_of(each.header), each.opened, each.closed, played[each.id]
            )
            for each in found
        ]
        return rounds.Sessions(told[:most], told[most - 1].session if len(told) > most else "")

    return answer(await hub.records.read(look))


@router.post(
    "/sessions/{session}/export",
    summary="Export a recording",
    responses=gives(_RECORDING, "a recording, which `croupier audit` reads", 401, 404, 422),
    openapi_extra=takes(rounds.ExportRequest, example={"reason": "The regulator asks for it.", "round": 12}),
)
async def export(session: SessionId, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Export a session as a recording, or up to the end of a round, for an auditor who says why.

    That it was exported is on record before it is given. Of a session that is open it ends before the first command
    that tells of cards still to be dealt.
    """
    asked = await body_of(request, rounds.ExportRequest)
    bearer = require(principal, "export", own=False, reason=asked.reason)
    check_reason(asked.reason)
    about = await hub.records.read(lambda connection: replay.session(connection, session))
    if about is None:
        why = f"there is no session {session!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the id of one that is listed", about="session")
    given = await _recording(hub, about, asked.round)
    await hub.significant(
        "export", bearer.person, table=about.stream, session=session, upto=asked.round or 0, reason=asked.reason
    )
    return given


async def _recording(hub: Hub, about: Session, upto: int | None) -> Response:
    def look(connection: Connection) -> Iterator[bytes]:
        return messages.recording(connection, hub.house.keyring, about, upto)

    try:
        return await as_file(hub, look, _RECORDING, f"{about.id}.jsonl")
    except ExportError as error:
        raise problem_of(error, HTTPStatus.NOT_FOUND, about="round") from error
