"""Training over HTTP: a lesson in dealing, in which things go wrong unseen, and a report by clause."""

from __future__ import annotations

from http import HTTPStatus
from secrets import token_hex
from typing import Annotated

import msgspec
from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection

from croupier.games.catalogue import Catalogue
from croupier.games.game import Game
from croupier.house.config.clocks import OTHERWISE
from croupier.house.people import directory, users
from croupier.house.people.roles import Principal
from croupier.house.records import lessons
from croupier.house.records.lessons import NEXT, Step
from croupier.rulebook import Refusal, Submission, SubmissionError, UnknownError
from croupier.schemas.training import (
    Drill,
    DrillRequest,
    LessonReport,
    LessonSeen,
    LessonStep,
    NextRoundRequest,
    OwnLesson,
    SetDrill,
)
from croupier.service.http.problems import Problem, refused
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.live.lessons import MOST_MARKS, RunningLesson
from croupier.service.live.table_layout import layout
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, no_content, require
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.tables import count
from croupier.table.fairness.card_sources import SEED_BYTES

router = APIRouter(tags=["training"])
Login = Annotated[str, Path(max_length=64, description="of somebody who works here")]
_TAKES_DRILL = takes(
    DrillRequest, example={"rulebook": "lir-nj", "options": {"dealing": "hand"}, "seats": 3, "trouble": 30}
)
_TAKES_STEP = takes(LessonStep, example={"do": "deal", "at": 2})
_SEEN = answers(200, LessonSeen, 401, 404, 409, 422)


@router.post(
    "/training",
    status_code=HTTPStatus.CREATED,
    summary="Begin a lesson",
    responses=answers(201, LessonSeen, 401, 422),
    openapi_extra=_TAKES_DRILL,
)
async def begin(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Begin a lesson: a table of one's own to deal at, in place of an earlier one, with nobody's money.

    Players play by themselves and the floor lets play go on; every other step is the learner's.
    """
    bearer = _learner(hub, principal)
    drill = await body_of(request, DrillRequest)
    terms, seed, now = _terms(hub.settings.catalogue, drill), token_hex(SEED_BYTES), hub.house.now()
    said = msgspec.json.encode(drill).decode()
    await hub.do(lambda connection: lessons.begin(connection, bearer.hash, bearer.person, seed, said, now))
    return _seen(hub.lessons.begin(bearer.hash, seed, drill, terms, now), status=HTTPStatus.CREATED)


def _terms(known: Catalogue, drill: Drill) -> tuple[Submission, Game]:
    """The submission that a drill is dealt by, with its game; a Problem if it has a fault."""
    try:
        book, game = known.title(drill.rulebook)
        submission = Submission.of(book, drill.options)
    except SubmissionError as error:
        raise refused(error.refusals[0]) from error
    except UnknownError as error:
        raise refused(Refusal(str(error), ", ".join(known.names), about="rulebook")) from error
    most = int(str(submission["seats"]))
    if drill.seats > most:
        raise refused(Refusal(f"{drill.seats} players were asked for", f"from 1 to {most}", about="seats"))
    return submission, game


@router.put(
    "/training/drills/{login}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Set somebody a drill",
    responses=answers(204, None, 401, 404, 422),
    openapi_extra=_TAKES_DRILL,
)
async def set_drill(login: Login, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Set a drill for a member of staff: it is shown to them until they begin a lesson."""
    bearer = require(principal, "set drill", own=False)
    drill = await body_of(request, DrillRequest)
    _terms(hub.settings.catalogue, drill)
    person = await hub.records.read(lambda connection: directory.working(connection, login))
    if not person:
        why = f"nobody who works here has the login {login!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the login of somebody with a role", about="login")
    made = lessons.KeptDrill(msgspec.json.encode(drill).decode(), bearer.person, hub.house.now())
    await hub.do(lambda connection: lessons.set_drill(connection, person, made))
    return no_content()


@router.get("/training", summary="One's lesson", responses=answers(200, OwnLesson, 401))
async def lesson(hub: HubDep, principal: PrincipalDep) -> Response:
    """One's own lesson as it stands, and the drill that one was set, if there are any."""
    bearer = _learner(hub, principal)
    found = await _kept(hub, bearer)
    drill = await hub.records.read(lambda connection: _drill_for(connection, bearer.person))
    return answer(OwnLesson(_told(found) if found is not None else None, drill))


def _drill_for(connection: Connection, person: str) -> SetDrill | None:
    """The drill that a person was set, with the supervisor's name."""
    found = lessons.drill_for(connection, person)
    if found is None:
        return None
    by = users.named(connection, {found.by}).get(found.by)
    return SetDrill(msgspec.json.decode(found.drill, type=Drill), by.name if by is not None else "", found.at)


@router.post("/training/steps", summary="Take a step", responses=_SEEN, openapi_extra=_TAKES_STEP)
async def step(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Take a step of the deal, or call a mistake. A wrong step is marked, and can be done again."""
    bearer = _learner(hub, principal)
    asked = await body_of(request, LessonStep)
    taught = await _own(hub, bearer)
    _check_at(taught, asked.at)
    if taught.lesson.is_over:
        raise refused(Refusal("the round is over", "the next round", about="do"), HTTPStatus.CONFLICT)
    if asked.do not in taught.lesson.steps():
        raise refused(Refusal(f"{asked.do!r} is no step", ", ".join(taught.lesson.steps()), about="do"))
    return _seen(taught, await _take(hub, bearer, taught, asked.do))


@router.post(
    "/training/rounds",
    summary="The next round of a lesson",
    responses=_SEEN,
    openapi_extra=takes(NextRoundRequest, example={"at": 12}),
)
async def next_round(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Begin the next round: the players bet again."""
    bearer = _learner(hub, principal)
    asked = await body_of(request, NextRoundRequest)
    taught = await _own(hub, bearer)
    _check_at(taught, asked.at)
    if not taught.lesson.is_over:
        raise refused(Refusal("the round is not over", "the step that is due", about="round"), HTTPStatus.CONFLICT)
    return _seen(taught, await _take(hub, bearer, taught, NEXT))


@router.delete("/training", summary="End a lesson", responses=answers(200, LessonReport, 401, 404))
async def end(hub: HubDep, principal: PrincipalDep) -> Response:
    """End the lesson, which stays on record; its report is told this once."""
    bearer = _learner(hub, principal)
    taught = await _own(hub, bearer)
    now = hub.house.now()
    await hub.do(lambda connection: lessons.end(connection, bearer.hash, now))
    hub.lessons.end(bearer.hash)
    return answer(messages.report(taught.lesson))


def _learner(hub: Hub, principal: Principal | None) -> Principal:
    """The learner; a Problem if nobody is signed in, or asks too often."""
    bearer = require(principal, "train")
    count(hub, bearer)
    return bearer


async def _own(hub: Hub, bearer: Principal) -> RunningLesson:
    found = await _kept(hub, bearer)
    if found is None:
        why = "you have no lesson, or none any more: who does nothing for half an hour has ended it"
        raise Problem(HTTPStatus.NOT_FOUND, why, "a lesson that is begun", about="lesson")
    return found


async def _kept(hub: Hub, bearer: Principal) -> RunningLesson | None:
    """The lesson of a learner, in memory or as it stands on record."""
    found = hub.lessons.of(bearer.hash)
    if found is not None:
        return found
    on_record = await hub.records.read(lambda connection: lessons.of_learner(connection, bearer.hash))
    if on_record is None:
        return None
    drill = msgspec.json.decode(on_record.drill, type=Drill)
    try:
        terms = _terms(hub.settings.catalogue, drill)
    except Problem:  # the house has that rulebook no more, or in another edition
        return None
    return hub.lessons.of(bearer.hash) or hub.lessons.again(bearer.hash, on_record, drill, terms)


async def _take(hub: Hub, bearer: Principal, taught: RunningLesson, said: str) -> Refusal | None:
    """Put a step on record, and take it; a Problem if another was taken meanwhile, by this process or another."""
    made, number = Step(said, hub.house.now()), taught.taken
    if not await hub.do(lambda connection: lessons.take_step(connection, taught.seed, number, made)):
        if taught.taken == number:
            hub.lessons.end(bearer.hash)  # another process has gone on: it is read again
        raise refused(
            Refusal("the lesson has gone on", "the same for the lesson as it is", about="at"), HTTPStatus.CONFLICT
        )
    return taught.take(made)


def _check_at(taught: RunningLesson, at: int) -> None:
    """Check that the learner speaks of the lesson as it is, and that its steps are not used up."""
    if at != taught.at:
        why = f"the lesson is at {taught.at}, and not at {at}"
        raise refused(Refusal(why, "the same for the lesson as it is", about="at"), HTTPStatus.CONFLICT)
    if taught.is_long:
        why = f"the lesson has had {MOST_MARKS} steps"
        raise refused(Refusal(why, "its end, and another", about="lesson"), HTTPStatus.CONFLICT)


def _seen(taught: RunningLesson, wrong: Refusal | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return answer(_told(taught, wrong), status)


def _told(taught: RunningLesson, wrong: Refusal | None = None) -> LessonSeen:
    drawn = layout("lesson", taught.lesson.state, OTHERWISE, coach=False)
    return messages.lesson(taught.lesson, taught.told(), wrong, taught.at, drawn)
