"""Dependencies of the routes: the principal and the body of a request, and the form of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, TypeAlias, TypeVar

from fastapi import Depends, Request, Response
from msgspec import Struct

from croupier.house.ledger.transactions import REASON, is_reason
from croupier.house.people.permissions import allowed
from croupier.house.people.roles import COOKIE, Principal
from croupier.house.people.tokens import IssuedPass
from croupier.rulebook import Refusal
from croupier.service.http import askers
from croupier.service.http.bodies import read
from croupier.service.http.guard import CAME, Credentials, Site
from croupier.service.http.problems import malformed, not_allowed, refused
from croupier.service.http.rate_limits import SECOND
from croupier.service.live import messages
from croupier.service.live.hub import Hub

T = TypeVar("T", bound=Struct)
_REMEMBERED = 366 * 24 * 3600  # seconds for which a device is known


def hub_of(request: Request) -> Hub:
    """The hub of the application."""
    hub: Hub = request.app.state.hub
    return hub


def credentials_of(request: Request) -> Credentials:
    """The credentials of a request."""
    came: Credentials = request.scope[CAME]
    return came


async def bearer_of(request: Request) -> Principal | None:
    """The principal of a request; None if the client is not signed in."""
    found = await hub_of(request).known(credentials_of(request))
    if found is not None:
        askers.known_as(found.person)
    return found


def check_query(request: Request) -> None:
    """Check that a query has no unknown parameter and none twice, so that nothing is ignored."""
    known = [each.alias for each in request.scope["route"].dependant.query_params]
    asked = [name for name, _ in request.query_params.multi_items()]
    wrong = next((name for name in asked if name not in known or asked.count(name) > 1), None)
    if wrong is not None:
        why = f"{wrong[:40]!r} came twice" if wrong in known else f"{wrong[:40]!r} is nothing that is asked for here"
        raise malformed(why, ", ".join(known) or "an address without a question mark", "query")


HubDep: TypeAlias = Annotated[Hub, Depends(hub_of)]
CredentialsDep: TypeAlias = Annotated[Credentials, Depends(credentials_of)]
PrincipalDep: TypeAlias = Annotated[Principal | None, Depends(bearer_of)]


async def body_of(request: Request, model: type[T]) -> T:
    """The body of a request as its model; no body counts as an empty object."""
    return read(await request.body() or b"{}", model)


def require(
    principal: Principal | None, action: str, *, own: bool = True, assigned: bool = False, reason: str = ""
) -> Principal:
    """The principal, who may do this; a Problem if there is none, or it is not allowed."""
    refusal = allowed(principal, action, own=own, assigned=assigned, reason=reason)
    if refusal is not None:
        raise not_allowed(refusal, principal)
    assert principal is not None  # noqa: S101 - it is asked only of what takes somebody
    return principal


def check_reason(reason: str) -> None:
    """Check that a reason can stand on record."""
    if not is_reason(reason):
        raise refused(Refusal("that is no reason", f"1 to {REASON} letters on one line", about="reason"))


def answer(
    value: object, status: int = 200, headers: Mapping[str, str] | None = None, media_type: str = "application/json"
) -> Response:
    """An answer as JSON."""
    return Response(messages.encode(value), status, dict(headers or {}), media_type)


def no_content(headers: Mapping[str, str] | None = None) -> Response:
    """An answer without a body."""
    return Response(status_code=204, headers=dict(headers or {}))


def new_cookie(site: Site, issued: IssuedPass, now: int) -> dict[str, str]:
    """The header that sets a new cookie."""
    return _cookie(site, issued.secret, max(0, issued.expires - now) // SECOND)


def renewed_cookie(site: Site, credentials: Credentials, expires: int, now: int) -> dict[str, str]:
    """The header that extends a cookie."""
    return _cookie(site, credentials.secret, max(0, expires - now) // SECOND)


def removed_cookie(site: Site) -> dict[str, str]:
    """The header that removes the cookie."""
    return _cookie(site, "", 0)


def device_cookie(site: Site, issued: IssuedPass, response: Response) -> Response:
    """The answer to a sign-in, with the cookie by which this device is known after sign-out too; it opens nothing."""
    response.headers.append("set-cookie", _set(site, site.device, issued.hash, _REMEMBERED))
    return response


def _cookie(site: Site, value: str, seconds: int) -> dict[str, str]:
    return {"set-cookie": _set(site, site.cookie, value, seconds)}


def _set(site: Site, name: str, value: str, seconds: int) -> str:
    secure = "; Secure" if site.secure else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"


def own_secret(credentials: Credentials) -> str:
    """The secret of the request's cookie; empty if there is none."""
    return credentials.secret if credentials.kind == COOKIE else ""
