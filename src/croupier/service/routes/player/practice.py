"""Practice over HTTP: decisions of a rulebook at which players lose money, with the worth of every action."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from croupier.games.catalogue import SentTerms
from croupier.house.people.roles import Principal
from croupier.rulebook import Submission
from croupier.schemas.analyses import Awaited, DecisionExercise, ExerciseAction, Exercises
from croupier.service.http.problems import busy
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, require
from croupier.service.routes.disconnects import unless_gone
from croupier.service.routes.openapi import answers
from croupier.service.routes.player.coach import awaited, in_dollars
from croupier.service.routes.player.tables import count
from croupier.service.routes.public.rulebooks import Id, known_title
from croupier.service.workers.coach_queue import PATIENCE, NotReady
from croupier.service.workers.worker import FullError, LostError

router = APIRouter(tags=["coach"])
MOST = 20
_ANSWERS = {**answers(200, Exercises, 401, 404, 422), 202: answers(202, Awaited)[202]}


@router.get("/rulebooks/{book}/exercises", summary="Decisions to practise", responses=_ANSWERS)
async def exercises(
    book: Id,
    request: Request,
    hub: HubDep,
    principal: PrincipalDep,
    most: Annotated[int, Query(ge=1, le=MOST, description="how many")] = 10,
) -> Response:
    """Decisions of rounds dealt for this alone, by the rulebook as it stands, for the least wagers and the best play.

    The decisions that cost players most come up most, if they err the more rarely the more a mistake costs. While the
    coach gets ready, the answer says for how long. Nothing is stored of who practises.
    """
    bearer = require(principal, "practise")
    title = known_title(hub, book)
    count(hub, bearer)
    found = await _drawn(hub, bearer, request, SentTerms.of(Submission(title.book), title.game), most)
    if isinstance(found, NotReady):
        return awaited(found)
    deck = title.book.deck
    faces = dict(zip(deck.faces, deck.names, strict=True))
    return answer(Exercises(book, title.book.title, faces, [_told(each, title.book.currency.sign) for each in found]))


async def _drawn(
    hub: Hub, bearer: Principal, request: Request, terms: SentTerms, most: int
) -> list[dict[str, Any]] | NotReady:
    try:
        job = hub.coaching.exercise(bearer.person, terms, most)
        found = await unless_gone(request, hub.coaching.exercises(job), PATIENCE)
    except FullError:
        raise busy("too many wait for the coach") from None
    except LostError as error:
        raise busy(f"the coach has failed: {error}") from None
    return hub.coaching.takes(terms, job) if found is None else found


def _told(exercise: dict[str, Any], sign: str) -> DecisionExercise:
    actions = [ExerciseAction(**in_dollars(each, sign)) for each in exercise["actions"]]
    return DecisionExercise(**{**exercise, "actions": actions})
