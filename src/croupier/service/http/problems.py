"""Problems as `application/problem+json` (RFC 9457): the reason of a refusal, its clauses, and what is accepted."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

import msgspec

from croupier.errors import CroupierError
from croupier.house.engine.requests import Failure
from croupier.house.people.roles import Principal
from croupier.rulebook import Refusal
from croupier.schemas.common import ProblemBody

MEDIA_TYPE = "application/problem+json"
MOST_SHOWN = 1000  # letters of a sentence in a problem
_AGAIN_SECONDS = 2  # after which the house is asked again that could not write
_RETRY = {"retry-after": str(_AGAIN_SECONDS)}


class Problem(CroupierError):  # noqa: N818 - it is what the answer says, and often nobody's error
    """An answer of the service that says why something was not done. Nothing has changed, unless `unsure`.

    It is made of a status of HTTP and the parts of an error; `more` are other fields of its body.
    """

    def __init__(
        self,
        status: HTTPStatus,
        why: str,
        accepted: str,
        *,
        about: str = "",
        headers: Mapping[str, str] | None = None,
        **more: Any,  # noqa: ANN401 - fields of any kind
    ) -> None:
        super().__init__(why, accepted, about)
        self.status, self.headers, self.more = status, dict(headers or {}), more

    def body(self) -> ProblemBody:
        """The body of the problem; it has the same fields for every refusal."""
        return ProblemBody(
            title=self.status.phrase,
            status=int(self.status),
            detail=self.why[:MOST_SHOWN],
            accepted=self.accepted[:MOST_SHOWN],
            about=self.about,
            **{"document": "", "clauses": [], "rulings": [], **self.more},
        )

    def encoded(self) -> bytes:
        """The body as JSON."""
        return msgspec.json.encode(self.body())


def refused(refusal: Refusal, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY) -> Problem:
    """The problem of a refusal by the rules or by the house."""
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
    """The problem of a missing permission: 401 for a client that is not signed in, else 403."""
    found = refused(refusal, HTTPStatus.FORBIDDEN if principal else HTTPStatus.UNAUTHORIZED)
    if principal is None:
        found.headers["www-authenticate"] = 'Bearer realm="croupier"'
    return found


def failed(failure: Failure) -> Problem:
    """The problem of a failure of the house, which is no fault of the client's."""
    accepted = "the same again under the same id" if failure.unsure else "the same again, a little later"
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, failure.why, accepted, headers=_RETRY, unsure=failure.unsure)


def busy(why: str) -> Problem:
    """The problem of a house that has too much to do."""
    return Problem(HTTPStatus.SERVICE_UNAVAILABLE, why, "the same again, a little later", headers=_RETRY)


def problem_of(
    error: CroupierError, status: HTTPStatus = HTTPStatus.UNPROCESSABLE_ENTITY, *, about: str = ""
) -> Problem:
    """The problem that tells of an error, with its parts; `about` is for an error that does not say it itself."""
    return Problem(status, error.why, error.accepted, about=error.about or about)


def unknown_table(name: str, open_ones: str) -> Problem:
    """The problem of a table that is not open."""
    return Problem(
        HTTPStatus.NOT_FOUND, f"no table {name[:40]!r} is open", open_ones or "a table opened first", about="table"
    )


def malformed(why: str, accepted: str, about: str = "") -> Problem:
    """The problem of a malformed request."""
    return Problem(HTTPStatus.BAD_REQUEST, why, accepted, about=about)
