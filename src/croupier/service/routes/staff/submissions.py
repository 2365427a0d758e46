"""Submissions over HTTP, for managers: a form that is checked while it is filled in, with the sign that it makes."""

from __future__ import annotations

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from croupier.documents.submission_form import Objection, filled_in
from croupier.rulebook import Refusal
from croupier.rulebook.sign import sign
from croupier.rulebook.submission_text import written
from croupier.schemas.submissions import Filled, FormSeen, ObjectionSeen
from croupier.service.http.problems import refused
from croupier.service.routes.dependencies import HubDep, PrincipalDep, answer, body_of, require
from croupier.service.routes.openapi import answers, takes
from croupier.service.routes.player.tables import count

router = APIRouter(tags=["analyses"])
_TAKES = takes(Filled, example={"rulebook": "uth-ma", "fields": {"trips": "B", "odds.trips.flush": "8 to 1"}})


@router.post(
    "/submissions",
    summary="Check a submission",
    responses=answers(200, FormSeen, 401, 422),
    openapi_extra=_TAKES,
)
async def check(request: Request, hub: HubDep, principal: PrincipalDep) -> Response:
    """Check a form as it is filled in: every field, every objection with its clause, and the sign.

    Nothing is stored. Sign, options and text are those of the valid part, without the values that are objected to.
    """
    asked = await body_of(request, Filled)
    bearer = require(principal, "analyse", own=False)
    known = hub.settings.catalogue
    if asked.rulebook not in known.names:
        raise refused(Refusal(f"there is no rulebook {asked.rulebook!r}", ", ".join(known.names), about="rulebook"))
    count(hub, bearer)
    form = filled_in(known.book(asked.rulebook), asked.fields)
    told = FormSeen(
        asked.rulebook,
        not form.objections,
        [asdict(each) for each in form.fields],
        [_objection(each) for each in form.objections],
        form.submission.options(),
        written(form.submission),
        asdict(sign(form.submission)),
    )
    return answer(told)


def _objection(objection: Objection) -> ObjectionSeen:
    refusal = objection.refusal
    cited = [f"{refusal.document} {each}" for each in refusal.clauses]
    return ObjectionSeen(objection.field, refusal.why, refusal.accepted, cited, list(refusal.rulings))
