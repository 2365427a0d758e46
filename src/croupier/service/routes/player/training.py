"""Training over HTTP: a lesson in dealing, in which things go wrong unseen, and a report by clause."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response
from sqlalchemy import Connection

from croupier.house.config.clocks import OTHERWISE
from croupier.house.people import directory, users
from croupier.house.people.roles import Principal
from croupier.rulebook import NAMES, Refusal, Submission, SubmissionError, UnknownError, load
from croupier.schemas.training import (
    Drill,
    LessonReport,
    LessonSeen,
    LessonStep,
    NewDrill,
    Onward,
    OwnLesson,
    SetDrill,
)
from croupier.service.http.problems import Problem, refused
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.live.lessons import MOST_MARKS, Taught
from croupier.service.live.table_layout import layout
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, no_content, require
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.tables import count

router = APIRouter(tags=["training"])
Login = Annotated[str, Path(max_length=64, description="of somebody who works here")]
_TAKES_DRILL = takes(
    NewDrill, example={"rulebook": "lir-nj", "options": {"dealing": "hand"}, "seats": 3, "trouble": 30}
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
    drill = await body_of(request, NewDrill)
    made = hub.lessons.begin(bearer.hash, _submission(drill), drill.seats, drill.trouble / 100)
    hub.lessons.take_up(bearer.person)
    return _seen(made, status=HTTPStatus.CREATED)


def _submission(drill: Drill) -> Submission:
    """The submission that a drill is dealt by; a Problem if it has a fault."""
    try:
        submission = Submission.of(load(drill.rulebook), drill.options)
    except SubmissionError as error:
        raise refused(error.refusals[0]) from error
    except UnknownError as error:
        raise refused(Refusal(str(error), ", ".join(NAMES), about="rulebook")) from error
    most = int(str(submission["seats"]))
    if drill.seats > most:
        raise refused(Refusal(f"{drill.seats} players were asked for", f"from 1 to {most}", about="seats"))
    return submission


@router.put(
    "/training/drills/{login}",
    status_code=HTTPStatus.NO_CONTENT,
    summary="Set somebody a drill",
    responses=answers(204, None, 401, 404, 422),
    openapi_extra=_TAKES_DRILL,
)
async def set_drill(login: Login, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Set a drill for a member of staff: it is shown to them until they begin a lesson, or the house stops."""
    bearer = require(principal, "set drill", own=False)
    drill = await body_of(request, NewDrill)
    _submission(drill)
    person, by = await hub.records.read(lambda connection: _both(connection, login, bearer.person))
    if not person:
        why = f"nobody who works here has the login {login!r}"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the login of somebody with a role", about="login")
    hub.lessons.set_drill(person, SetDrill(drill, by, hub.house.now()))
    return no_content()


def _both(connection: Connection, login: str, supervisor: str) -> tuple[str, str]:
    """The person of a login, and the supervisor's name."""
    return directory.working(connection, login), users.person_of(connection, supervisor).name


@router.get("/training", summary="One's lesson", responses=answers(200, OwnLesson, 401))
async def lesson(hub: HubDep, principal: PrincipalDep) -> Response:
    """One's own lesson as it stands, and the drill that one was set, if there are any."""
    bearer = _learner(hub, principal)
    found = hub.lessons.of(bearer.hash)
    return answer(OwnLesson(_told(found) if found is not None else None, hub.lessons.drill_for(bearer.person)))


@router.post("/training/steps", summary="Take a step", responses=_SEEN, openapi_extra=_TAKES_STEP)
async def step(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Take a step of the deal, or call a mistake. A wrong step is marked, and can be done again."""
    bearer = _learner(hub, principal)
    asked = await body_of(request, LessonStep)
    taught = _own(hub, bearer)
    _check_at(taught, asked.at)
    if taught.lesson.is_over:
        raise refused(Refusal("the round is over", "the next round", about="do"), HTTPStatus.CONFLICT)
    if asked.do not in taught.lesson.steps():
        raise refused(Refusal(f"{asked.do!r} is no step", ", ".join(taught.lesson.steps()), about="do"))
    return _seen(taught, taught.lesson.do(asked.do, hub.house.now()))


@router.post(
    "/training/rounds",
    summary="The next round of a lesson",
    responses=_SEEN,
    openapi_extra=takes(Onward, example={"at": 12}),
)
async def next_round(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Begin the next round: the players bet again."""
    bearer = _learner(hub, principal)
    asked = await body_of(request, Onward)
    taught = _own(hub, bearer)
    _check_at(taught, asked.at)
    if not taught.lesson.is_over:
        raise refused(Refusal("the round is not over", "the step that is due", about="round"), HTTPStatus.CONFLICT)
    taught.lesson.begin(hub.house.now())
    return _seen(taught)


@router.delete("/training", summary="End a lesson", responses=answers(200, LessonReport, 401, 404))
async def end(hub: HubDep, principal: PrincipalDep) -> Response:
    """End the lesson; its report is told this once."""
    bearer = _learner(hub, principal)
    taught = _own(hub, bearer)
    hub.lessons.end(bearer.hash)
    return answer(messages.report(taught.lesson))


def _learner(hub: Hub, principal: Principal | None) -> Principal:
    """The learner; a Problem if nobody is signed in, or asks too often."""
    bearer = require(principal, "train")
    count(hub, bearer)
    return bearer


def _own(hub: Hub, bearer: Principal) -> Taught:
    found = hub.lessons.of(bearer.hash)
    if found is None:
        why = "you have no lesson, or none any more: who does nothing for half an hour has ended it"
        raise Problem(HTTPStatus.NOT_FOUND, why, "a lesson that is begun", about="lesson")
    return found


def _check_at(taught: Taught, at: int) -> None:
    """Check that the learner speaks of the lesson as it is, and that its steps are not used up."""
    if at != taught.at:
        why = f"the lesson is at {taught.at}, and not at {at}"
        raise refused(Refusal(why, "the same for the lesson as it is", about="at"), HTTPStatus.CONFLICT)
    if taught.is_long:
        why = f"the lesson has had {MOST_MARKS} steps"
        raise refused(Refusal(why, "its end, and another", about="lesson"), HTTPStatus.CONFLICT)


def _seen(taught: Taught, wrong: Refusal | None = None, status: HTTPStatus = HTTPStatus.OK) -> Response:
    return answer(_told(taught, wrong), status)


def _told(taught: Taught, wrong: Refusal | None = None) -> LessonSeen:
    drawn = layout("lesson", taught.lesson.state, OTHERWISE, coach=False)
    return messages.lesson(taught.lesson, taught.told(), wrong, taught.at, drawn)
