"""The coach over HTTP: the worth of each choice, for the player who is asked and for nobody else."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response

from croupier.games.catalogue import SentTerms
from croupier.house.people.roles import Principal
from croupier.rulebook import Refusal
from croupier.schemas.analyses import Advised, Awaited, Valued
from croupier.service.http.problems import Problem, busy, refused
from croupier.service.live import messages
from croupier.service.live.commands import is_own
from croupier.service.live.hub import Hub
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, require
from croupier.service.routes.disconnects import unless_gone
from croupier.service.routes.openapi import answers
from croupier.service.routes.player.tables import Name, SeatNumber, count
from croupier.service.workers.coach_queue import LONGEST, PATIENCE, DecisionPoint, NotReady, allowed_at
from croupier.service.workers.worker import FullError, LostError
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.views.view import Viewer

router = APIRouter(tags=["coach"])
_HUNDREDTHS = 100  # of a cent
_OF_DOLLAR = 10_000
_ANSWERS = {**answers(200, Advised, 401, 404, 409, 422), 202: answers(202, Awaited)[202]}


@router.get("/tables/{name}/seats/{seat}/coach", summary="Ask the coach", responses=_ANSWERS)
async def coach(name: Name, seat: SeatNumber, request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """The exact worth of each choice of this seat now, from what its player sees.

    If that takes longer than a few seconds, as it does while the coach gets ready, the answer says for how long, and
    asking again then gives the advice.
    """
    queue = hub.queue(name)
    record = queue.live.record
    bearer = require(principal, "coach", own=is_own(principal, record.state, seat))
    count(hub, bearer)
    if not allowed_at(hub.settings.tables.get(name)):
        raise _not_here(hub, name)
    _check_turn(record.state, seat)
    turn = DecisionPoint(name, queue.live.session, record.seq, seat)
    found = hub.coaching.known(turn) or await _asked(hub, bearer, request, turn, record.state)
    if isinstance(found, NotReady):
        return awaited(found)
    sign = record.state.terms.rulebook.currency.sign
    actions = [Valued(**in_dollars(each, sign)) for each in found["actions"]]
    return answer(Advised(name, record.seq, seat, found["stage"], actions, found["wagers"]))


def _not_here(hub: Hub, name: str) -> Problem:
    where = [each for each in hub.tables() if allowed_at(hub.settings.tables.get(each))]
    why = f"the house does not let the coach be asked at {name}"
    accepted = f"the coach at {', '.join(where)}" if where else "playing without one"
    return Problem(HTTPStatus.FORBIDDEN, why, accepted, about="coach", document="the house")


def _check_turn(state: State, seat: int) -> None:
    step = due(state)
    if step.do != "decide" or step.seat != seat:
        why, accepted = f"seat {seat} has nothing to decide now", f"the same when seat {seat} is asked"
        raise refused(Refusal(why, accepted, about="seat"), HTTPStatus.CONFLICT)


async def _asked(
    hub: Hub, bearer: Principal, request: Request, turn: DecisionPoint, state: State
) -> dict[str, Any] | NotReady:
    """The advice of the coach, or the time that it takes; a client that disconnects does not wait any more."""
    terms = SentTerms.of(state.terms.submission, state.fixed.game)
    seen = messages.own_view(state, Viewer("player", bearer.person))
    try:
        within = hub.settings.tables[turn.table].decide_seconds or LONGEST
        job = hub.coaching.ask(turn, terms, seen, within)
        found = await unless_gone(request, hub.coaching.advice(turn, job), PATIENCE)
    except FullError:
        raise busy("too many wait for the coach") from None
    except LostError as error:
        raise busy(f"the coach has failed: {error}") from None
    if isinstance(found, Refusal):
        raise refused(found)
    return hub.coaching.takes(terms, job) if found is None else found


def awaited(waits: NotReady) -> Response:
    """The answer while the coach is not ready."""
    headers = {"retry-after": str(waits.seconds)}
    return answer(Awaited("getting ready", waits.seconds), HTTPStatus.ACCEPTED, headers)


def in_dollars(action: Mapping[str, Any], sign: str) -> dict[str, Any]:
    """An action with its worth and its cost to the hundredth of a cent, too."""
    dollars, cost_dollars = (_dollars(Fraction(action[key]), sign) for key in ("worth", "cost"))
    return {**action, "dollars": dollars, "cost_dollars": cost_dollars}


def _dollars(cents: Fraction, sign: str) -> str:
    whole, part = divmod(round(abs(cents) * _HUNDREDTHS), _OF_DOLLAR)
    return f"{'-' if cents < 0 else ''}{sign}{whole:,}.{part:04}"
