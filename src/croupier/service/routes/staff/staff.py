"""The people of the house over HTTP, for its managers: accounts, roles, tokens and assignments to tables.

A lost password is reset on the house's machine alone: nothing here does.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated, cast

from fastapi import APIRouter, Path, Query, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Failure
from croupier.house.ledger.transactions import CashedOut
from croupier.house.people import directory, tokens, users
from croupier.house.people.directory import ListedPerson
from croupier.house.people.passwords import one_time
from croupier.house.people.roles import ASSIGNABLE, ROLES, Principal
from croupier.house.records import shares
from croupier.rulebook import Refusal
from croupier.schemas import common, staff
from croupier.schemas.roles import Role
from croupier.service.http.problems import Problem, failed, refused, unknown_table
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import (
    HubDep,
    PrincipalDep,
    answer,
    body_of,
    no_content,
    removed_cookie,
    require,
)
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.statements import PersonId
from croupier.service.routes.player.tables import Name

router = APIRouter(tags=["people"])
MOST_LISTED = 200
_ENDS = (401, 404, 422)
_PASS = Annotated[str, Path(pattern="^[0-9a-f]{64}$", description="the id of a pass, as it is listed")]
_WITH_ACCOUNT = ROLES[1:]


def _is_own(principal: Principal | None, person: str) -> bool:
    return principal is not None and principal.person == person


# ---- who there is ------------------------------------------------------------------------------------------


@router.get("/people", summary="The people of the house", responses=answers(200, staff.PeopleSeen, 401, 422))
async def everybody(
    hub: HubDep,
    principal: PrincipalDep,
    role: Annotated[str, Query(pattern=f"^({'|'.join(ROLES)}|)$", description="left out, all but guests")] = "",
    after: Annotated[str, Query(max_length=64, description="the last person of the page before")] = "",
    most: Annotated[int, Query(ge=1, le=MOST_LISTED, description="how many a page has")] = 100,
) -> Response:
    """All accounts, by their ids: roles, logins, and the tables that they work at."""
    require(principal, "people", own=False)
    roles = (cast("Role", role),) if role else _WITH_ACCOUNT
    found = await hub.records.read(lambda connection: directory.listed(connection, roles, after, most + 1))
    seen = [_seen(each) for each in found]
    next_page = seen[most - 1].person if len(seen) > most else ""
    return answer(staff.PeopleSeen(seen[:most], next_page, list(_WITH_ACCOUNT), list(ASSIGNABLE)))


def _seen(each: ListedPerson) -> staff.PersonSeen:
    return staff.PersonSeen(*each[:-1], tables=list(each.tables))


@router.get("/people/{person}", summary="A person", responses=answers(200, staff.PersonSeen, *_ENDS))
async def one(person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """One person, with an account or a guest."""
    require(principal, "people", own=_is_own(principal, person))
    return answer(await _one(hub, person))


async def _one(hub: Hub, person: str) -> staff.PersonSeen:
    found = await hub.records.read(lambda connection: directory.listed(connection, ROLES, "", 1, person))
    if not found:
        why = f"nobody has the id {person!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the id of a person whose account is open", about="person")
    return _seen(found[0])


# ---- hiring ------------------------------------------------------------------------------------------------


@router.post(
    "/people",
    status_code=201,
    summary="Make an account",
    responses=answers(201, staff.NewAccount, 401, 422),
    openapi_extra=takes(staff.AccountRequest, example={"name": "Zoë", "login": "zoe", "role": "dealer"}),
)
async def hire(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Create an account for a person, who signs in with the one-time password within a day and then chooses another."""
    asked = await body_of(request, staff.AccountRequest)
    bearer = require(principal, "hire", own=False)
    password, now = one_time(), hub.house.now()
    stored = await hub.passwords.run(lambda: hub.argon.hash(password), bearer.person)
    role = cast("Role", asked.role)  # an unknown role is refused there
    person = await hub.do(lambda connection: users.hire(connection, asked.name, asked.login, role, stored, now))
    await hub.significant("hire", bearer.person, person=person, role=asked.role)
    made = staff.NewAccount(person, users.login_of(asked.login), password, now + users.ONE_TIME)
    return answer(made, HTTPStatus.CREATED)


@router.post(
    "/people/programs",
    status_code=201,
    summary="Make a program",
    responses=answers(201, staff.NewProgram, 401, 422),
    openapi_extra=takes(staff.ProgramRequest, example={"name": "Shoe 2", "role": "dealer"}),
)
async def make_program(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Create a program with a role, such as a shoe's scanner; it comes in by the tokens that it is given."""
    asked = await body_of(request, staff.ProgramRequest)
    bearer = require(principal, "make program", own=False)
    now, role = hub.house.now(), cast("Role", asked.role)
    person = await hub.do(lambda connection: users.program(connection, asked.name, role, now))
    await hub.significant("make program", bearer.person, person=person, role=role)
    return answer(staff.NewProgram(person, asked.name, role), HTTPStatus.CREATED)


@router.post(
    "/people/{person}/tokens",
    status_code=201,
    summary="Make a token",
    responses=answers(201, common.Token, 401, 422),
    openapi_extra=takes(staff.TokenRequest, example={"scopes": ["scan"], "days": 30, "label": "shoe 2"}),
)
async def make_token(person: PersonId, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Issue a token to a program, for what its role may do and no more; it is told this once."""
    asked = await body_of(request, staff.TokenRequest)
    bearer = require(principal, "make program", own=False)
    now, scope = hub.house.now(), " ".join(asked.scopes)
    lasts = asked.days * tokens.DAY
    issued = await hub.do(
        lambda connection: users.program_token(connection, person, scope, now, lasts, label=asked.label)
    )
    await hub.significant("make token", bearer.person, person=person, scope=scope)
    return answer(common.Token(person, issued.secret, sorted(scope.split()), issued.expires), HTTPStatus.CREATED)


# ---- what is changed ---------------------------------------------------------------------------------------


@router.patch(
    "/people/{person}",
    summary="Rename a person",
    responses=answers(200, common.NamedPerson, 401, 422),
    openapi_extra=takes(common.RenameRequest, example={"name": "Zoë B."}),
)
async def rename(person: PersonId, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Change the name of a person that is shown."""
    asked = await body_of(request, common.RenameRequest)
    require(principal, "rename", own=_is_own(principal, person))
    name = await hub.do(lambda connection: users.rename(connection, person, asked.name))
    hub.renamed(person, name)
    return answer(common.NamedPerson(person, name))


@router.put(
    "/people/{person}/role",
    summary="Change a role",
    responses=answers(200, staff.PersonSeen, *_ENDS),
    openapi_extra=takes(staff.RoleChange, example={"role": "floor"}),
)
async def change_role(person: PersonId, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Change the role of another person, who has no seat. All that was open for the old one is closed."""
    asked = await body_of(request, staff.RoleChange)
    bearer = require(principal, "change role", own=_is_own(principal, person))
    _check_seats(hub, person)
    now, role = hub.house.now(), cast("Role", asked.role)
    hub.ended(await hub.do(lambda connection: users.change_role(connection, person, role, now)))
    await hub.significant("change role", bearer.person, person=person, role=role)
    return answer(await _one(hub, person))


def _check_seats(hub: Hub, person: str) -> None:
    """Check that a person has no seat."""
    tables = [
        name
        for name, queue in sorted(hub.house.queues.items())
        if any(seat.person == person for _, seat in queue.live.state.taken())
    ]
    if tables:
        raise refused(
            Refusal(f"this person sits at {', '.join(tables)}", "the same when the seat is free", about="seat")
        )


@router.put(
    "/people/{person}/tables/{name}",
    status_code=204,
    summary="Assign to a table",
    responses=answers(204, None, *_ENDS),
)
async def assign(person: PersonId, name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Assign a dealer or floor to a table."""
    bearer = require(principal, "assign", own=_is_own(principal, person))
    if name not in hub.settings.tables and name not in hub.house.queues:
        raise unknown_table(name, ", ".join(hub.tables()))
    now = hub.house.now()
    await hub.do(lambda connection: users.assign(connection, person, name, now))
    await hub.significant("assign", bearer.person, person=person, table=name)
    return no_content()


@router.delete(
    "/people/{person}/tables/{name}",
    status_code=204,
    summary="End an assignment",
    responses=answers(204, None, *_ENDS),
)
async def unassign(person: PersonId, name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """End an assignment; the person's sockets there are closed within a second."""
    bearer = require(principal, "assign", own=_is_own(principal, person))
    await hub.do(lambda connection: users.unassign(connection, person, name))
    await hub.significant("unassign", bearer.person, person=person, table=name)
    return no_content()


# ---- passes and accounts -----------------------------------------------------------------------------------


@router.get(
    "/people/{person}/passes", summary="Where a person is signed in", responses=answers(200, common.Passes, *_ENDS)
)
async def passes_of(person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """All valid cookies and tokens of a person, without their secrets."""
    bearer = require(principal, "see passes", own=_is_own(principal, person))
    now = hub.house.now()

    def look(connection: Connection) -> list[common.Pass]:
        users.person_of(connection, person)
        shown = tokens.passes_of(connection, person, now)
        return [common.Pass(*each, this=each.hash == bearer.hash) for each in shown]

    return answer(common.Passes(await hub.records.read(look)))


@router.delete(
    "/people/{person}/passes",
    status_code=204,
    summary="Sign a person out everywhere",
    responses=answers(204, None, *_ENDS),
)
async def end_passes(person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """End all passes of a person; the sockets that they opened are closed."""
    bearer = require(principal, "end passes", own=_is_own(principal, person))
    now = hub.house.now()

    def end(connection: Connection) -> tuple[str, ...]:
        return tokens.end_all(connection, users.person_of(connection, person).id, now)

    hub.ended(await hub.do(end))
    await hub.significant("end passes", bearer.person, person=person)
    return no_content()


@router.delete(
    "/people/{person}/passes/{pass_id}",
    status_code=204,
    summary="End a pass",
    responses=answers(204, None, *_ENDS),
)
async def end_pass(person: PersonId, pass_id: _PASS, hub: HubDep, principal: PrincipalDep) -> Response:
    """End one pass of a person; the sockets that it opened are closed."""
    bearer = require(principal, "end passes", own=_is_own(principal, person))
    now = hub.house.now()
    hub.ended(await hub.do(lambda connection: tokens.revoke(connection, person, pass_id, now)))
    await hub.significant("end passes", bearer.person, person=person)
    return no_content()


@router.delete("/me", status_code=204, summary="Close one's account", responses=answers(204, None, 401, 422))
async def close_own(hub: HubDep, principal: PrincipalDep) -> Response:
    """Close one's own account: name and login are erased, play money goes to the cage; the rounds stay, under an id."""
    bearer = require(principal, "close account")
    await _close(hub, bearer, bearer.person)
    return no_content(removed_cookie(hub.site))


@router.delete("/people/{person}", status_code=204, summary="Close an account", responses=answers(204, None, *_ENDS))
async def close(person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """Close another person's account, for a manager."""
    bearer = require(principal, "close account", own=_is_own(principal, person))
    await _close(hub, bearer, person)
    return no_content()


async def _close(hub: Hub, bearer: Principal, person: str) -> None:
    """Close an account: a person with a seat gives it up first, and the wallet is handed in."""
    _check_seats(hub, person)
    await hub.records.read(lambda connection: users.check_may_go(connection, person))
    await _hand_in(hub, bearer, person)
    now = hub.house.now()

    def close_account(connection: Connection) -> tuple[str, ...]:
        shares.take_all_back(connection, person, now)
        return users.close_account(connection, person, now)

    hub.ended(await hub.do(close_account))
    hub.renamed(person, "")
    await hub.significant("close account", bearer.person, person=person)


async def _hand_in(hub: Hub, bearer: Principal, person: str) -> None:
    with hub.house.reading() as connection:
        held = hub.house.available(connection, person)
    if held <= 0:
        return
    handed = CashedOut(held, person, bearer.person)
    outcome: Answer | Failure = await hub.asked(lambda then: hub.house.cage(handed, then))
    if isinstance(outcome, Failure):
        raise failed(outcome)
