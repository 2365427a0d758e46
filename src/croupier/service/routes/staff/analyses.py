"""Analyses over HTTP, for managers: submitted, then asked for until they are done, one at a time for each person."""

from __future__ import annotations

from http import HTTPStatus
from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from croupier.games.catalogue import Catalogue, SentTerms
from croupier.rulebook import Refusal, Submission, SubmissionError, UnknownError
from croupier.schemas.analyses import Analysed, Analysing
from croupier.service.http.problems import Problem, busy, refused
from croupier.service.live import messages
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, no_content, require
from croupier.service.routes.openapi import answers, gives, takes
from croupier.service.workers.analysis_process import AnalysisQuestion
from croupier.service.workers.analysis_queue import QueuedAnalysis
from croupier.service.workers.worker import FullError, RefusalParts

router = APIRouter(tags=["analyses"])
_WHOLE = 100
_LINE = 1000
_HTML = "text/html"
Id = Annotated[str, Path(pattern="^[0-9a-f]{32}$", description="the id of an analysis")]


_TAKES = takes(Analysing, example={"rulebook": "uth-ma", "options": {"trips": "B"}})


@router.post(
    "/analyses",
    status_code=HTTPStatus.ACCEPTED,
    summary="Analyse a table",
    responses=answers(202, Analysed, 401, 409, 422),
    openapi_extra=_TAKES,
)
async def hand_in(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Analyse every wager of a submission exactly; the analysis runs in the background, and is asked for by its id.

    An analysis that is not asked for within two minutes is dropped.
    """
    asked = await body_of(request, Analysing)
    bearer = require(principal, "analyse", own=False)
    submission = _submission(hub.settings.catalogue, asked)
    under_way = hub.analyses.of(bearer.person)
    if under_way is not None:
        why, accepted = "one analysis of yours is under way", f"analysis {under_way.id} done, or given up, first"
        raise refused(Refusal(why, accepted, about="analysis"), HTTPStatus.CONFLICT)
    question = AnalysisQuestion(
        SentTerms.of(submission, hub.settings.catalogue.game(submission.rulebook)),
        asked.hands,
        asked.stakes,
        asked.meter,
        asked.readings,
        asked.sheet,
    )
    try:
        piece = hub.analyses.hand_in(bearer.person, question)
    except FullError:
        raise busy("too many analyses are under way") from None
    return _told(piece, HTTPStatus.ACCEPTED)


def _submission(known: Catalogue, asked: Analysing) -> Submission:
    """The submission of a request; a Problem with the first objection if it has one."""
    if bool(asked.rulebook) == bool(asked.submission) or (asked.submission and asked.options):
        raise refused(Refusal("either a rulebook is named or a submission sent", "one of them", about="rulebook"))
    longest = max(map(len, asked.submission.splitlines()), default=0)
    if longest > _LINE:  # a key of many parts takes long to read
        raise refused(Refusal(f"a line has {longest} letters", f"lines of up to {_LINE} letters", about="submission"))
    try:
        if asked.submission:
            return Submission.parse(asked.submission, known.book)
        return Submission.of(known.book(asked.rulebook), asked.options)
    except SubmissionError as error:
        raise refused(error.refusals[0]) from error
    except UnknownError as error:
        raise refused(Refusal(str(error), ", ".join(known.names), about="rulebook")) from error
    except (ValueError, RecursionError) as error:
        accepted = "TOML, as `croupier submission new` writes it"
        raise refused(Refusal(f"that is no submission: {error}", accepted, about="submission")) from error


@router.get("/analyses/{analysis_id}", summary="An analysis", responses=answers(200, Analysed, 401, 404, 422))
async def analysis(analysis_id: Id, hub: HubDep, principal: PrincipalDep) -> Response:
    """The progress of an analysis, and its result once it is done."""
    return _told(_own(hub, analysis_id, require(principal, "analyse", own=False).person), HTTPStatus.OK)


@router.delete(
    "/analyses/{analysis_id}",
    status_code=204,
    summary="Give an analysis up",
    responses=answers(204, None, 401, 404, 422),
)
async def give_up(analysis_id: Id, hub: HubDep, principal: PrincipalDep) -> Response:
    """Cancel an analysis, and drop it."""
    hub.analyses.drop(_own(hub, analysis_id, require(principal, "analyse", own=False).person))
    return no_content()


@router.get(
    "/analyses/{analysis_id}/sheet",
    summary="The sheet of an analysis",
    responses=gives(_HTML, "the PAR sheet, one page for screen and paper", 401, 404, 422),
)
async def sheet(analysis_id: Id, hub: HubDep, principal: PrincipalDep) -> Response:
    """The sheet of an analysis on one page, as a file; it exists if it was asked for at submission."""
    piece = _own(hub, analysis_id, require(principal, "analyse", own=False).person)
    found = piece.found
    if found is None or not found.sheet:
        why = "this analysis has no sheet"
        raise Problem(HTTPStatus.NOT_FOUND, why, "one that is done, handed in with `sheet`", about="analysis")
    headers = {"content-disposition": 'attachment; filename="sheet.html"'}
    return Response(found.sheet, media_type=_HTML, headers=headers)


def _own(hub: Hub, number: str, person: str) -> QueuedAnalysis:
    piece = hub.analyses.found(number, person)
    if piece is None:
        why = "there is no such analysis of yours"
        raise Problem(HTTPStatus.NOT_FOUND, why, "the id of one that you handed in, not long ago", about="analysis")
    return piece


def _told(piece: QueuedAnalysis, status: HTTPStatus) -> Response:
    return answer(_outcome(piece) if piece.is_over else _progress(piece), status)


def _progress(piece: QueuedAnalysis) -> Analysed:
    job = piece.job
    done, of = job.so_far
    percent = _WHOLE * done // max(of, 1)
    return Analysed(piece.id, "working" if job.begun else "waiting", percent, job.seconds_left(), "", "", None)


def _outcome(piece: QueuedAnalysis) -> Analysed:
    lost = piece.job.future.exception()
    if lost is not None:
        return Analysed(piece.id, "failed", _WHOLE, 0, str(lost), "the same again", None)
    found = piece.job.future.result()
    if isinstance(found, RefusalParts):
        return Analysed(piece.id, "refused", _WHOLE, 0, found.why, found.accepted, None)
    return Analysed(piece.id, "done", _WHOLE, 0, "", "", messages.raw(found.result))
