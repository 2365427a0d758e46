"""The floor's work over HTTP: tables at a glance, opened and closed; dealers on and off; players moved or refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Outcome
from croupier.house.engine.shared_meters import HouseError
from croupier.house.people import duties, exclusions, users
from croupier.house.people.duties import Duty
from croupier.house.people.exclusions import Refused
from croupier.house.people.permissions import allowed
from croupier.house.people.roles import Known, PeopleError
from croupier.house.tables import startup
from croupier.rulebook import Refusal
from croupier.schemas import floor as floor_schema
from croupier.service.background import after_round
from croupier.service.background.after_round import CLOSE, MOVE, REFUSE, Intent
from croupier.service.http.problems import Problem, refused, unknown_table
from croupier.service.live import messages
from croupier.service.live.hub import Hall
from croupier.service.routes.dependencies import Bearer, InHall, answer, body_of, check_reason, must, no_content
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.statements import PersonId
from croupier.service.routes.player.tables import Name, SeatNumber, may_watch, told

router = APIRouter(tags=["floor"])
NOW, AFTER = "now", "after the round"
_ENDS = (401, 404, 422)  # how what the floor asks for may end
_ORDERED = answers(200, floor_schema.Ordered, *_ENDS, example={"table": "uth-ma", "seq": 812, "when": AFTER})
_WHY = "The player shouts at the dealer."


def works(known: Known | None, name: str) -> bool:
    """Whether the bearer is assigned to a table."""
    return known is not None and name in known.assigned


# ---- at a glance -------------------------------------------------------------------------------------------


@router.get("/floor", summary="The floor", responses=answers(200, floor_schema.FloorSeen, 401))
async def floor(hall: InHall, known: Bearer) -> Response:
    """The tables that one supervises, those first that wait for a ruling: for a floor those that are assigned."""
    must(known, "view as floor", assigned=bool(known is not None and known.assigned))
    on_duty, intents = await hall.records.read(lambda connection: (_on_duty(connection), after_round.known(connection)))
    after = {each.place: each.what for each in intents}
    mine = [name for name in hall.tables() if _supervises(known, name)]
    seen = [_glance(hall, name, on_duty.get(name), after) for name in mine]
    seen.sort(key=lambda each: each["pending"] is None)
    closed = [
        floor_schema.ClosedTable(name, about.submission.rulebook.id)
        for name, about in hall.settings.tables.items()
        if name not in hall.house.desks and _supervises(known, name)
    ]
    return answer({"tables": seen, "closed": closed})


def _supervises(known: Known | None, name: str) -> bool:
    return allowed(known, "view as floor", own=True, assigned=works(known, name)) is None


def _on_duty(connection: Connection) -> dict[str, floor_schema.OnDuty]:
    """Who deals where, with their names."""
    found = duties.all_duties(connection)
    names = users.named(connection, {each.person for each in found.values()})
    return {
        stream: floor_schema.OnDuty(each.person, names[each.person].name, each.since) for stream, each in found.items()
    }


def _glance(
    hall: Hall, name: str, on_duty: floor_schema.OnDuty | None, after: Mapping[tuple[str, int], str]
) -> dict[str, Any]:
    record = hall.desk(name).live.record
    seen = messages.glance(name, record.seq, record.state, hall.names, lambda seat: after.get((name, seat), ""))
    return {**seen, "dealer": on_duty, "closing": after.get((name, 0)) == CLOSE}


# ---- dealers -----------------------------------------------------------------------------------------------


@router.get("/tables/{name}/dealer", summary="Who deals", responses=answers(200, floor_schema.DealerSeen, *_ENDS))
async def dealer(name: Name, hall: InHall, known: Bearer) -> Response:
    """The dealer who is signed on at a table."""
    may_watch(known)
    hall.desk(name)
    found = (await hall.records.read(_on_duty)).get(name)
    return answer(_dealer(name, known, found))


def _dealer(name: str, known: Known | None, found: floor_schema.OnDuty | None) -> floor_schema.DealerSeen:
    if found is None:
        return floor_schema.DealerSeen(name, "", 0, you=False)
    return floor_schema.DealerSeen(name, found.name, found.since, known is not None and known.person == found.person)


@router.post("/tables/{name}/dealer", summary="Sign on", responses=answers(200, floor_schema.DealerSeen, *_ENDS))
async def sign_on(name: Name, hall: InHall, known: Bearer) -> Response:
    """A dealer who is assigned begins to deal: at one table, at which nobody else does. It is on record."""
    bearer = must(known, "sign on", assigned=works(known, name))
    state = hall.desk(name).live.record.state
    if messages.dealt_by(state) != messages.DEALER:
        raise refused(Refusal("the house deals here", "a table that a dealer deals at", about="sign on"))
    now = hall.house.now()
    made: Duty = await hall.do(lambda connection: duties.sign_on(connection, bearer.person, name, now))
    await hall.significant("sign on", bearer.person, table=name)
    return answer(floor_schema.DealerSeen(name, bearer.name, made.since, you=True))


@router.delete(
    "/tables/{name}/dealer", status_code=204, summary="Relieve the dealer", responses=answers(204, None, *_ENDS)
)
async def relieve(name: Name, hall: InHall, known: Bearer) -> Response:
    """The dealer deals here no longer: by own word, or the floor's. It is on record."""
    found = await hall.records.read(lambda connection: duties.duty(connection, name))
    own = found is None or (known is not None and found.person == known.person)
    bearer = must(known, "relieve", own=own, assigned=works(known, name))
    person = found.person if found is not None else bearer.person
    await hall.do(lambda connection: duties.relieve(connection, name, person))
    await hall.significant("relieve", bearer.person, table=name, person=person)
    return no_content()


# ---- opening and closing -----------------------------------------------------------------------------------


@router.post("/tables/{name}/open", summary="Open a table", responses=_ORDERED)
async def open_table(name: Name, hall: InHall, known: Bearer) -> Response:
    """A table of the house's settings opens under a new session."""
    bearer = must(known, "open table", assigned=works(known, name))
    about = hall.settings.tables.get(name)
    if about is None:
        raise Problem(
            HTTPStatus.NOT_FOUND,
            f"the house's settings have no table {name!r}",
            ", ".join(hall.settings.tables),
            about="table",
        )
    seq = await _done(hall, lambda then: startup.open_one(hall.house, hall.logbook.house, about, then))
    await hall.significant("open table", bearer.person, table=name)
    return answer(floor_schema.Ordered(name, seq, NOW))


@router.post("/tables/{name}/close", summary="Close a table", responses=_ORDERED)
async def close_table(name: Name, hall: InHall, known: Bearer) -> Response:
    """The session of a table ends, between rounds: chips go back to the wallets. In a round, close it after that."""
    bearer = must(known, "close table", assigned=works(known, name))
    hall.desk(name)
    seq = await _done(
        hall,
        lambda then: hall.house.close_table(name, then, lambda connection: duties.table_closed(connection, name)),
    )
    await hall.significant("close table", bearer.person, table=name)
    return answer(floor_schema.Ordered(name, seq, NOW))


@router.post("/tables/{name}/close-after", summary="Close a table after this round", responses=_ORDERED)
async def close_after(name: Name, hall: InHall, known: Bearer) -> Response:
    """The table is closed when the round is over; at once, if none is played."""
    bearer = must(known, "close after", assigned=works(known, name))
    ordered = await _order(hall, Intent(name, CLOSE, 0, "", bearer.person))
    await hall.significant("close after", bearer.person, table=name)
    return answer(ordered)


@router.delete(
    "/tables/{name}/close-after", status_code=204, summary="Keep a table open", responses=answers(204, None, *_ENDS)
)
async def keep_open(name: Name, hall: InHall, known: Bearer) -> Response:
    """It is not closed after this round after all."""
    bearer = must(known, "close after", assigned=works(known, name))
    hall.desk(name)
    intents = await hall.records.read(after_round.known)
    waiting = [each for each in intents if (each.stream, each.what) == (name, CLOSE)]
    if not waiting:
        raise refused(Refusal("this table is not to be closed", "one that is", about="close after"))
    failure: Exception | None = await hall.asked(lambda then: hall.leaving.take_back(waiting[0], then))
    if failure is not None:
        raise failure
    await hall.significant("keep open", bearer.person, table=name)
    return no_content()


async def _done(hall: Hall, ask: Callable[[Callable[[Outcome], None]], None]) -> int:
    """What the house does to a table, and where that stands on record."""
    try:
        outcome: Outcome = await hall.asked(ask)
    except HouseError as error:
        why, _, accepted = str(error).partition("; accepted: ")
        raise refused(Refusal(why, accepted, about="table")) from error
    if not isinstance(outcome, Answer):
        raise told(outcome)
    return outcome.seq


async def _order(hall: Hall, intent: Intent) -> floor_schema.Ordered:
    """What the floor has ordered, which is done when the round is over."""
    when = AFTER if hall.desk(intent.stream).live.state.phase == "round" else NOW
    outcome: Outcome = await hall.asked(lambda then: hall.leaving.ask(intent, then))
    if not isinstance(outcome, Answer):
        raise told(outcome)
    return floor_schema.Ordered(intent.stream, outcome.seq, when)


# ---- players -----------------------------------------------------------------------------------------------


@router.post(
    "/tables/{name}/seats/{seat}/move",
    summary="Move a player",
    responses=_ORDERED,
    openapi_extra=takes(
        floor_schema.Moving,
        example={"person": "7d1c", "table": "uth-ma", "seat": 4, "reason": "The table is broken up."},
    ),
)
async def move(name: Name, seat: SeatNumber, request: Request, hall: InHall, known: Bearer) -> Response:
    """A player goes to another seat, here or elsewhere, with the same chips, when the round is over.

    If somebody is faster the player has no seat, and the chips are in the wallet.
    """
    asked = await body_of(request, floor_schema.Moving)
    to = asked.table or name
    assigned = works(known, name) and works(known, to)
    bearer = must(known, "move player", assigned=assigned, reason=asked.reason)
    check_reason(asked.reason)
    person = _seated(hall, name, seat, asked.person)
    await _check_free(hall, to, asked.seat, person)
    intent = Intent(name, MOVE, seat, person, bearer.person, asked.reason, to, asked.seat)
    ordered = await _order(hall, intent)
    await hall.significant(
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


def _seated(hall: Hall, name: str, seat: int, person: str) -> str:
    """Who is meant sits there; a Problem if nobody does, or somebody else."""
    seats = hall.desk(name).live.state.seats
    taken = seats[seat - 1] if seat <= len(seats) else None
    if taken is None or taken.person != person:
        why = f"this person does not sit at seat {seat} of {name}"
        raise refused(Refusal(why, "who sits there, as the floor sees it", about="person"))
    return person


async def _check_free(hall: Hall, to: str, seat: int, person: str) -> None:
    seats = hall.desk(to).live.state.seats
    if not 1 <= seat <= len(seats) or seats[seat - 1] is not None:
        free = [str(number) for number, each in enumerate(seats, start=1) if each is None]
        why = f"seat {seat} of {to} is not free"
        raise refused(Refusal(why, f"seat {', '.join(free)}" if free else "another table", about="seat"))
    found = await hall.records.read(lambda connection: exclusions.refusal_of(connection, to, person))
    if found is not None:
        raise refused(Refusal(f"this person is refused at {to}: {found.reason}", "another table", about="table"))


@router.post(
    "/tables/{name}/refused",
    summary="Refuse a player",
    responses=_ORDERED,
    openapi_extra=takes(floor_schema.Refusing, example={"person": "7d1c", "reason": _WHY}),
)
async def refuse(name: Name, request: Request, hall: InHall, known: Bearer) -> Response:
    """A player sits down here no more, and leaves when the round is over. The player is told the reason."""
    asked = await body_of(request, floor_schema.Refusing)
    bearer = must(known, "refuse player", assigned=works(known, name), reason=asked.reason)
    check_reason(asked.reason)
    desk = hall.desk(name)
    now = hall.house.now()
    about = Refused(name, asked.person, bearer.person, asked.reason, now)

    def write(connection: Connection) -> None:
        if users.person_of(connection, asked.person).role not in {"guest", "player"}:
            raise PeopleError("those who work here do not play here", "a guest or a player", "person")
        exclusions.refuse(connection, about)

    await hall.do(write)
    await hall.significant("refuse player", bearer.person, table=name, person=asked.person, reason=asked.reason)
    ordered = floor_schema.Ordered(name, desk.live.record.seq, NOW)
    for number in [number for number, seat in desk.live.state.taken() if seat.person == asked.person]:
        ordered = await _order(hall, Intent(name, REFUSE, number, asked.person, bearer.person, asked.reason))
    return answer(ordered)


@router.get(
    "/tables/{name}/refused", summary="Who is refused", responses=answers(200, floor_schema.RefusedPeople, *_ENDS)
)
async def refused_people(name: Name, hall: InHall, known: Bearer) -> Response:
    """Those who do not sit down at this table any more, by whom and why."""
    must(known, "view as floor", assigned=works(known, name))
    if name not in hall.settings.tables and name not in hall.house.desks:
        raise unknown_table(name, ", ".join(hall.tables()))

    def look(connection: Connection) -> list[floor_schema.RefusedSeen]:
        found = exclusions.refused_at(connection, name)
        names = users.named(connection, {each.person for each in found})
        return [
            floor_schema.RefusedSeen(each.person, names[each.person].name, each.by, each.reason, each.at)
            for each in found
        ]

    return answer(floor_schema.RefusedPeople(await hall.records.read(look)))


@router.delete(
    "/tables/{name}/refused/{person}",
    status_code=204,
    summary="Let a player in again",
    responses=answers(204, None, *_ENDS),
)
async def let_in(name: Name, person: PersonId, hall: InHall, known: Bearer) -> Response:
    """The player may sit down here again."""
    bearer = must(known, "refuse player", assigned=works(known, name), reason="it is taken back")
    await hall.do(lambda connection: exclusions.let_in(connection, name, person))
    await hall.significant("let in", bearer.person, table=name, person=person)
    return no_content()
