"""What was refused, as `application/problem+json` (RFC 9457): why, by which clauses, and what would be accepted."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.house.engine.requests import Failure
from croupier.house.people.roles import PeopleError, Principal
from croupier.rulebook import Refusal
from croupier.schemas.common import ProblemBody

MEDIA_TYPE = "application/problem+json"
MOST_SHOWN = 1000  # letters of a sentence in a problem
_AGAIN_SECONDS = 2  # after which the house is asked again that could not write
_RETRY = {"retry-after": str(_AGAIN_SECONDS)}


class Problem(CroupierError):  # noqa: N818 - it is what the answer says, and often nobody's error
    """An answer that says why something was not done. Nothing has changed, unless `unsure`."""

    def __init__(
        self,
        status: HTTPStatus,
        detail: str,
        accepted: str,
        *,
        about: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,  # noqa: ANN401 - what else there is to say
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.accepted, self.about = status, detail, accepted, about
        self.headers = dict(headers or {})
        self.more = more

    def body(self) -> ProblemBody:
        """The problem as it is sent; with the same fields for everything that is refused."""
        return ProblemBody(
            title=self.status.phrase,
            status=int(self.status),
            detail=self.detail[:MOST_SHOWN],
            accepted=self.accepted[:MOST_SHOWN],
            about=self.about,
            **{"document": "", "clauses": [], "rulings": [], **self.more},
        )

    def encoded(self) -> bytes:
        """As it is sent."""
        return msgspec.json.encode(self.body())


def refused(refusal: Refusal, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> Problem:
    """What the rules, or the house, do not allow."""
    if refusal.about in {"expects", "request"}:
        status = HTTPStatus.CONFLICT
    return Problem(
        status,
        refusal.why,
        refusal.accepted,
        about=refusal.about,
        document=refusal.document,
        clauses=list(refusal.clauses),
        rulings=list(refusal.rulings),
    )


def not_allowed(refusal: Refusal, principal: Principal | None) -> Problem:
    """What somebody may not do: who is not known might, once that is known."""
    found = refused(refusal, HTTPStatus.FORBIDDEN if principal else HTTPStatus.UNAUTHORIZED)
    if principal is None:
        found.headers["www-authenticate"] = 'Bearer realm="croupier"'
    return found


def failed(failure: Failure) -> Problem:
    """What the house could not do, through no fault of who asked."""
    accepted = "the same again under the same id" if failure.unsure else "the same again, a little later"
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, failure.why, accepted, headers=_RETRY, unsure=failure.unsure)


def busy(why: str) -> Problem:
    """What the house has no hands free for."""
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, why, "the same again, a little later", headers=_RETRY)


def turned_down(error: PeopleError) -> Problem:
    """What was asked of an account and cannot be."""
    return Problem(HTTPStatus.UNPROCESSABLE_ENTITY, error.why, error.accepted, about=error.about)


def unknown_table(name: str, open_ones: str) -> Problem:
    """A table that is not open here."""
    return Problem(
        HTTPStatus.NOT_FOUND, f"no table {name[:40]!r} is open", open_ones or "a table opened first", about="table"
    )


def malformed(detail: str, accepted: str, about: str = "") -> Problem:
    """What is no request at all."""
    return Problem(HTTPStatus.BAD_REQUEST, detail, accepted, about=about)
