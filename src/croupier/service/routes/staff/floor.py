"""The floor's work over HTTP: all tables at a glance, opening and closing them, dealers, and players."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Outcome
from croupier.house.engine.shared_meters import HouseError
from croupier.house.people import duties, exclusions, users
from croupier.house.people.duties import Duty
from croupier.house.people.exclusions import Exclusion
from croupier.house.people.permissions import allowed
from croupier.house.people.roles import PeopleError, Principal
from croupier.house.tables import startup
from croupier.rulebook import Refusal
from croupier.schemas import floor as floor_schema
from croupier.service.background import after_round
from croupier.service.background.after_round import CLOSE, MOVE, REFUSE, Intent
from croupier.service.http.problems import Problem, problem_of, refused, unknown_table
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.live.messages import FloorOrders
from croupier.service.routes.dependencies import (
    HubDep,
    PrincipalDep,
    answer,
    body_of,
    check_reason,
    no_content,
    require,
)
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.statements import PersonId
from croupier.service.routes.player.tables import Name, SeatNumber, may_watch, outcome_problem

router = APIRouter(tags=["floor"])
NOW, AFTER = "now", "after the round"
_ENDS = (401, 404, 422)  # how what the floor asks for may end
_ORDERED = answers(200, floor_schema.OrderConfirmation, *_ENDS, example={"table": "uth-ma", "seq": 812, "when": AFTER})
_WHY = "The player shouts at the dealer."


def works(principal: Principal | None, name: str) -> bool:
    """True if the principal is assigned to a table."""
    return principal is not None and name in principal.assigned


# ---- at a glance -------------------------------------------------------------------------------------------


@router.get("/floor", summary="The floor", responses=answers(200, floor_schema.FloorTables, 401))
async def floor(hub: HubDep, principal: PrincipalDep) -> Response:
    """The tables that one supervises, those first that wait for a ruling; for a floor, those that are assigned."""
    require(principal, "view as floor", assigned=bool(principal is not None and principal.assigned))
    on_duty, intents = await hub.records.read(
        lambda connection: (_on_duty(connection), after_round.all_orders(connection))
    )
    after = {each.place: each.what for each in intents}
    mine = [name for name in hub.tables() if _supervises(principal, name)]
    seen = [_glance(hub, name, on_duty.get(name), after) for name in mine]
    seen.sort(key=lambda each: each.pending is None)
    closed = [
        floor_schema.ClosedTable(name, about.submission.rulebook.id)
        for name, about in hub.settings.tables.items()
        if name not in hub.house.queues and _supervises(principal, name)
    ]
    broken = hub.settings.closed.items()
    closed += [floor_schema.ClosedTable(name, "", why) for name, why in broken if _supervises(principal, name)]
    return answer(floor_schema.FloorTables(seen, closed))


def _supervises(principal: Principal | None, name: str) -> bool:
    return allowed(principal, "view as floor", own=True, assigned=works(principal, name)) is None


def _on_duty(connection: Connection) -> dict[str, floor_schema.OnDuty]:
    """The dealers on duty by table, with their names."""
    found = duties.all_duties(connection)
    names = users.named(connection, {each.person for each in found.values()})
    return {
        table_name: floor_schema.OnDuty(each.person, names[each.person].name, each.since)
        for table_name, each in found.items()
    }


def _glance(
    hub: Hub, name: str, on_duty: floor_schema.OnDuty | None, after: Mapping[tuple[str, int], str]
) -> floor_schema.Glance:
    record = hub.queue(name).live.record
    orders = FloorOrders(on_duty, after.get((name, 0)) == CLOSE, lambda seat: after.get((name, seat), ""))
    return messages.glance(name, record.seq, record.state, hub.names, orders)


# ---- dealers -----------------------------------------------------------------------------------------------


@router.get("/tables/{name}/dealer", summary="Who deals", responses=answers(200, floor_schema.TableDealer, *_ENDS))
async def dealer(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The dealer on duty at a table."""
    may_watch(principal)
    hub.queue(name)
    found = (await hub.records.read(_on_duty)).get(name)
    return answer(_dealer(name, principal, found))


def _dealer(name: str, principal: Principal | None, found: floor_schema.OnDuty | None) -> floor_schema.TableDealer:
    if found is None:
        return floor_schema.TableDealer(name, "", 0, you=False)
    return floor_schema.TableDealer(
        name, found.name, found.since, principal is not None and principal.person == found.person
    )


@router.post("/tables/{name}/dealer", summary="Sign on", responses=answers(200, floor_schema.TableDealer, *_ENDS))
async def sign_on(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Sign on to deal at a table to which one is assigned and at which no other dealer is on duty. It is on record."""
    bearer = require(principal, "sign on", assigned=works(principal, name))
    state = hub.queue(name).live.record.state
    if messages.dealt_by(state) != messages.DEALER:
        raise refused(Refusal("the house deals here", "a table that a dealer deals at", about="sign on"))
    now = hub.house.now()
    made: Duty = await hub.do(lambda connection: duties.sign_on(connection, bearer.person, name, now))
    await hub.significant("sign on", bearer.person, table=name)
    return answer(floor_schema.TableDealer(name, bearer.name, made.since, you=True))


@router.delete(
    "/tables/{name}/dealer", status_code=204, summary="Relieve the dealer", responses=answers(204, None, *_ENDS)
)
async def relieve(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Relieve the dealer: by the dealer's own word, or the floor's. It is on record."""
    found = await hub.records.read(lambda connection: duties.duty(connection, name))
    own = found is None or (principal is not None and found.person == principal.person)
    bearer = require(principal, "relieve", own=own, assigned=works(principal, name))
    person = found.person if found is not None else bearer.person
    await hub.do(lambda connection: duties.relieve(connection, name, person))
    await hub.significant("relieve", bearer.person, table=name, person=person)
    return no_content()


# ---- opening and closing -----------------------------------------------------------------------------------


@router.post("/tables/{name}/open", summary="Open a table", responses=_ORDERED)
async def open_table(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Open a table of the house's settings under a new session."""
    bearer = require(principal, "open table", assigned=works(principal, name))
    about = hub.settings.tables.get(name)
    if about is None:
        raise Problem(
            HTTPStatus.NOT_FOUND,
            f"the house's settings have no table {name!r}",
            ", ".join(hub.settings.tables),
            about="table",
        )
    seq = await _done(hub, lambda then: startup.open_one(hub.house, hub.log_signer.house, about, then))
    await hub.significant("open table", bearer.person, table=name)
    return answer(floor_schema.OrderConfirmation(name, seq, NOW))


@router.post("/tables/{name}/close", summary="Close a table", responses=_ORDERED)
async def close_table(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Close a table between rounds: its session ends, and chips go back to the wallets."""
    bearer = require(principal, "close table", assigned=works(principal, name))
    hub.queue(name)
    seq = await _done(
        hub,
        lambda then: hub.house.close_table(name, then, lambda connection: duties.table_closed(connection, name)),
    )
    await hub.significant("close table", bearer.person, table=name)
    return answer(floor_schema.OrderConfirmation(name, seq, NOW))


@router.post("/tables/{name}/close-after", summary="Close a table after this round", responses=_ORDERED)
async def close_after(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Close the table when the round is over; at once, if none is played."""
    bearer = require(principal, "close after", assigned=works(principal, name))
    ordered = await _order(hub, Intent(name, CLOSE, 0, "", bearer.person))
    await hub.significant("close after", bearer.person, table=name)
    return answer(ordered)


@router.delete(
    "/tables/{name}/close-after", status_code=204, summary="Keep a table open", responses=answers(204, None, *_ENDS)
)
async def keep_open(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """Cancel the order to close the table after this round."""
    bearer = require(principal, "close after", assigned=works(principal, name))
    hub.queue(name)
    intents = await hub.records.read(after_round.all_orders)
    waiting = [each for each in intents if (each.stream, each.what) == (name, CLOSE)]
    if not waiting:
        raise refused(Refusal("this table is not to be closed", "one that is", about="close after"))
    failure: Exception | None = await hub.asked(lambda then: hub.intents.take_back(waiting[0], then))
    if failure is not None:
        raise failure
    await hub.significant("keep open", bearer.person, table=name)
    return no_content()


async def _done(hub: Hub, ask: Callable[[Callable[[Outcome], None]], None]) -> int:
    """Open or close a table; the sequence at which that is on record."""
    try:
        outcome: Outcome = await hub.asked(ask)
    except HouseError as error:
        raise problem_of(error, about="table") from error
    if not isinstance(outcome, Answer):
        raise outcome_problem(outcome)
    return outcome.seq


async def _order(hub: Hub, intent: Intent) -> floor_schema.OrderConfirmation:
    """Put an order of the floor on record, which is carried out when the round is over."""
    when = AFTER if hub.queue(intent.stream).live.state.phase == "round" else NOW
    outcome: Outcome = await hub.asked(lambda then: hub.intents.ask(intent, then))
    if not isinstance(outcome, Answer):
        raise outcome_problem(outcome)
    return floor_schema.OrderConfirmation(intent.stream, outcome.seq, when)


# ---- players -----------------------------------------------------------------------------------------------


@router.post(
    "/tables/{name}/seats/{seat}/move",
    summary="Move a player",
    responses=_ORDERED,
    openapi_extra=takes(
        floor_schema.MoveRequest,
        example={"person": "7d1c", "table": "uth-ma", "seat": 4, "reason": "The table is broken up."},
    ),
)
async def move(name: Name, seat: SeatNumber, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Move a player to another seat, here or elsewhere, with the same chips, when the round is over.

    If the seat is taken by then the player has no seat, and the chips are in the wallet.
    """
    asked = await body_of(request, floor_schema.MoveRequest)
    to = asked.table or name
    assigned = works(principal, name) and works(principal, to)
    bearer = require(principal, "move player", assigned=assigned, reason=asked.reason)
    check_reason(asked.reason)
    person = _seated(hub, name, seat, asked.person)
    await _check_free(hub, to, asked.seat, person)
    intent = Intent(name, MOVE, seat, person, bearer.person, asked.reason, to, asked.seat)
    ordered = await _order(hub, intent)
    await hub.significant(
        "move player",
        bearer.person,
        table=name,
        seat=seat,
        person=person,
        to=to,
        to_seat=asked.seat,
        reason=asked.reason,
    )
    return answer(ordered)


def _seated(hub: Hub, name: str, seat: int, person: str) -> str:
    """Check that the person who is meant sits there; a Problem if the seat is free or another's."""
    seats = hub.queue(name).live.state.seats
    taken = seats[seat - 1] if seat <= len(seats) else None
    if taken is None or taken.person != person:
        why = f"this person does not sit at seat {seat} of {name}"
        raise refused(Refusal(why, "the player in that seat, as the floor sees it", about="person"))
    return person


async def _check_free(hub: Hub, to: str, seat: int, person: str) -> None:
    seats = hub.queue(to).live.state.seats
    if not 1 <= seat <= len(seats) or seats[seat - 1] is not None:
        free = [str(number) for number, each in enumerate(seats, start=1) if each is None]
        why = f"seat {seat} of {to} is not free"
        raise refused(Refusal(why, f"seat {', '.join(free)}" if free else "another table", about="seat"))
    found = await hub.records.read(
        lambda connection: exclusions.refusal_of(connection, to, person, hub.house.register.rights(connection))
    )
    if found is not None:
        raise refused(Refusal(f"this person is refused at {to}: {found.reason}", "another table", about="table"))


@router.post(
    "/tables/{name}/refused",
    summary="Refuse a player",
    responses=_ORDERED,
    openapi_extra=takes(floor_schema.ExclusionRequest, example={"person": "7d1c", "reason": _WHY}),
)
async def refuse(name: Name, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Exclude a player from the table, who leaves when the round is over and is told the reason."""
    asked = await body_of(request, floor_schema.ExclusionRequest)
    bearer = require(principal, "refuse player", assigned=works(principal, name), reason=asked.reason)
    check_reason(asked.reason)
    queue = hub.queue(name)
    now = hub.house.now()
    about = Exclusion(name, asked.person, bearer.person, asked.reason, now)

    def write(connection: Connection) -> None:
        if users.person_of(connection, asked.person).role not in {"guest", "player"}:
            raise PeopleError("those who work here do not play here", "a guest or a player", "person")
        exclusions.refuse(connection, about)

    await hub.do(write)
    await hub.significant("refuse player", bearer.person, table=name, person=asked.person, reason=asked.reason)
    ordered = floor_schema.OrderConfirmation(name, queue.live.record.seq, NOW)
    for number in [number for number, seat in queue.live.state.taken() if seat.person == asked.person]:
        ordered = await _order(hub, Intent(name, REFUSE, number, asked.person, bearer.person, asked.reason))
    return answer(ordered)


@router.get(
    "/tables/{name}/refused", summary="Who is refused", responses=answers(200, floor_schema.RefusedPeople, *_ENDS)
)
async def refused_people(name: Name, hub: HubDep, principal: PrincipalDep) -> Response:
    """The people who are excluded from this table, by whom and why."""
    require(principal, "view as floor", assigned=works(principal, name))
    if name not in hub.settings.tables and name not in hub.house.queues:
        raise unknown_table(name, ", ".join(hub.tables()))

    def look(connection: Connection) -> list[floor_schema.RefusedPerson]:
        found = exclusions.refused_at(connection, name)
        names = users.named(connection, {each.person for each in found})
        return [
            floor_schema.RefusedPerson(each.person, names[each.person].name, each.by, each.reason, each.at)
            for each in found
        ]

    return answer(floor_schema.RefusedPeople(await hub.records.read(look)))


@router.delete(
    "/tables/{name}/refused/{person}",
    status_code=204,
    summary="Let a player in again",
    responses=answers(204, None, *_ENDS),
)
async def let_in(name: Name, person: PersonId, hub: HubDep, principal: PrincipalDep) -> Response:
    """Let an excluded player sit down here again."""
    bearer = require(principal, "refuse player", assigned=works(principal, name), reason="it is taken back")
    await hub.do(lambda connection: exclusions.let_in(connection, name, person))
    await hub.significant("let in", bearer.person, table=name, person=person)
    return no_content()
