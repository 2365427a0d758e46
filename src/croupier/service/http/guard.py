"""The guard before the application: host names, origin, size and form of a request, credentials, rate limits.

What is refused here has reached nothing behind it: another host's name, a page of another site, a body that is too
long or nested too deep, a cookie and a token at once, or more requests than one address may send.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from time import perf_counter
from typing import NamedTuple

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from croupier.house.people.roles import COOKIE, TOKEN, Kind
from croupier.service.http import askers
from croupier.service.http.bodies import check_depth
from croupier.service.http.problems import MEDIA_TYPE, Problem, malformed
from croupier.service.http.rate_limits import Counter, LimitState, address_key

log = logging.getLogger("croupier.service")
MOST_BODY = 64 * 1024  # bytes
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
CAME = "croupier.came"  # the key of a request's credentials in its ASGI scope
COOKIE_NAME = "croupier"
PROGRAMS = "/api/v1/programs"  # the one address that a program calls before it has a token
SHARED = "/api/v1/shared/"  # before the secret of a link
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_BEARER = re.compile(r"[Bb]earer +([A-Za-z0-9_.~+/=-]{1,200})")
_ONCE = (b"host", b"origin", b"authorization", b"content-type", b"content-length")

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS: dict[str, str] = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
    "cache-control": "no-store",
}
_STRICT_TRANSPORT = (b"strict-transport-security", b"max-age=31536000")


@dataclass(frozen=True, slots=True)
class Site:
    """The host names of the house, and whether the way to it is encrypted."""

    hosts: frozenset[str]  # as a Host header says them, with the port where it is not the scheme's own
    secure: bool = True  # no plain HTTP: cookies are for HTTPS alone
    proxy: str = ""  # the address whose forwarded headers are believed

    @property
    def cookie(self) -> str:
        """The name of the cookie: where possible, one that no other host can set."""
        return f"__Host-{COOKIE_NAME}" if self.secure else COOKIE_NAME

    @property
    def device(self) -> str:
        """The name of the cookie that outlives sign-out: it opens nothing, and tells a known device."""
        return f"{self.cookie}-device"

    def origin(self, host: str) -> str:
        """The origin of the house's pages, as browsers send it."""
        return f"{'https' if self.secure else 'http'}://{host}"

    def address(self, peer: str, heads: Mapping[bytes, str]) -> str:
        """The address of a client: as the proxy gives it, for a request from the proxy; else the connection's."""
        if not self.proxy or peer != self.proxy:
            return peer
        return heads.get(b"x-forwarded-for", "").rpartition(",")[2].strip() or peer


class Credentials(NamedTuple):
    """A request's client address and credentials, before they are checked."""

    address: str
    secret: str = ""
    kind: Kind = COOKIE
    host: str = ""
    label: str = ""  # the program or browser, as it calls itself
    local: bool = False  # True for a request from this machine that came through no proxy
    device: str = ""  # the cookie by which a device is known that has signed in before


Answered = Callable[[str, str, int, float], None]


class Guard:
    """ASGI middleware before the application; a request that it lets through has its `Credentials` in the scope."""

    def __init__(self, app: ASGIApp, site: Site, requests: Counter, now: Callable[[], int], answered: Answered) -> None:
        self._app, self._site, self._requests, self._now, self._answered = app, site, requests, now, answered
        headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
        self._headers = [*headers, *([_STRICT_TRANSPORT] if site.secure else [])]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, and pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        left: list[tuple[bytes, bytes]] = []
        started: list[int] = []
        began, dressed = perf_counter(), self._dressed(send, left, started)
        try:
            heads = _heads(scope)
            came = self._came(scope, heads)
            taken = self._requests.take(address_key(came.address), self._now())
            left += self._requests.limit.headers(taken)
            if taken.wait:
                raise too_many(taken)
            scope[CAME] = came
            if scope["type"] == "http":
                askers.begin(address_key(came.address), receive)
                receive = await _received(scope, heads, receive)
        except Problem as problem:
            await refuse(scope, dressed, problem)
        except _GoneError:
            return
        else:
            await self._pass_on(scope, receive, dressed, started)
        if scope["type"] == "http" and started:
            self._answered(scope["method"], _noted(scope["path"]), started[0], perf_counter() - began)

    async def _pass_on(self, scope: Scope, receive: Receive, dressed: Send, started: list[int]) -> None:
        """Pass a request on; an exception of the application is answered as a fault of the house."""
        try:
            if scope.get("method") == "HEAD":
                await self._app({**scope, "method": "GET"}, receive, _bodiless(dressed))
            else:
                await self._app(scope, receive, dressed)
        except Exception as error:
            log.exception("a fault of the house", extra={"path": _noted(scope["path"])}, exc_info=error)
            if not started:
                await refuse(scope, dressed, _fault())

    def _came(self, scope: Scope, heads: Mapping[bytes, str]) -> Credentials:
        site, host = self._site, heads.get(b"host", "").lower()
        peer = (scope.get("client") or ("", 0))[0]
        address = site.address(peer, heads)
        if host not in site.hosts:
            raise Problem(
                HTTPStatus.MISDIRECTED_REQUEST,
                f"no house is reached here as {host[:100]!r}",
                ", ".join(sorted(site.hosts)),
                about="host",
            )
        cookie = _cookie(heads.get(b"cookie", ""), site.cookie)
        authorization = heads.get(b"authorization")
        if cookie and authorization is not None:
            raise malformed(
                "a cookie and a token came together", "one of them; programs send no cookies", "authorization"
            )
        self._check_origin(scope, heads, host, cookie=bool(cookie), bearer=authorization is not None)
        label = heads.get(b"user-agent", "")
        if authorization is None:
            device = _cookie(heads.get(b"cookie", ""), site.device)
            return Credentials(address, cookie, COOKIE, host, label, self._is_local(peer, heads), device)
        found = _BEARER.fullmatch(authorization)
        if found is None:
            raise malformed("that is no authorization", "Authorization: Bearer TOKEN", "authorization")
        return Credentials(address, found[1], TOKEN, host, label, self._is_local(peer, heads))

    def _is_local(self, peer: str, heads: Mapping[bytes, str]) -> bool:
        """True of a request from this machine, through no proxy: one says for whom it asks, and under which name."""
        host = heads.get(b"host", "").rpartition(":")[0].strip("[]").lower()
        direct = peer != self._site.proxy or (b"x-forwarded-for" not in heads and host in _LOOPBACK)
        with suppress(ValueError):
            return direct and ip_address(peer).is_loopback
        return False

    def _check_origin(self, scope: Scope, heads: Mapping[bytes, str], host: str, *, cookie: bool, bearer: bool) -> None:
        """Check that a request which changes something comes from a page of the house, or from a program with a token.

        A socket by cookie is one of those: it may be opened by any page, and commands go over it.
        """
        origin, own = heads.get(b"origin"), self._site.origin(host)
        unsafe = scope["method"] not in SAFE if scope["type"] == "http" else cookie
        if origin == own or (not unsafe and origin is None) or (bearer and origin is None):
            return
        if origin is None and not cookie and (scope.get("method"), scope["path"]) == ("POST", PROGRAMS):
            return  # a program comes in, and no browser: a page's POST always says its origin
        if scope["type"] == "http" and not unsafe:
            return  # reading is harmless: the browser shows no answer to a page of another origin
        raise Problem(
            HTTPStatus.FORBIDDEN,
            "this did not come from a page of the house" if origin else "it does not say which page it comes from",
            f"Origin: {own}; or a program's token and no Origin",
            about="origin",
        )

    def _dressed(self, send: Send, left: list[tuple[bytes, bytes]], started: list[int]) -> Send:
        """Add the headers that every answer has, except those that it brings itself."""

        async def sending(message: Message) -> None:
            started.append(message.get("status", 0))
            if message["type"] in {"http.response.start", "websocket.http.response.start"}:
                headers = list(message.get("headers", []))
                own = {name for name, _ in headers}
                message = {
                    **message,
                    "headers": headers + [each for each in (*self._headers, *left) if each[0] not in own],
                }
            await send(message)

        return sending


def _bodiless(send: Send) -> Send:
    """Send the head of an answer to GET, which is the answer to HEAD."""

    async def sending(message: Message) -> None:
        await send({**message, "body": b""} if message["type"] == "http.response.body" else message)

    return sending


def _noted(path: str) -> str:
    """A path as it is logged; the secret of a share link is left out."""
    return f"{SHARED}..." if path.startswith(SHARED) else path


def _fault() -> Problem:
    why = "the house has failed; its log says why"
    return Problem(HTTPStatus.INTERNAL_SERVER_ERROR, why, "the same again, a little later")


def too_many(left: LimitState) -> Problem:
    """The problem of a client that has exceeded a limit."""
    limit = left.limit
    headers = {"retry-after": str(left.wait)} | {name.decode(): value.decode() for name, value in limit.headers(left)}
    return Problem(
        HTTPStatus.TOO_MANY_REQUESTS,
        f"that were too many {limit.name}",
        f"{limit.many} in {limit.seconds} seconds; the next in {left.wait} s",
        about=limit.name,
        headers=headers,
    )


async def refuse(scope: Scope, send: Send, problem: Problem) -> None:
    """Answer a request, or the opening of a socket, with a problem."""
    kind = "http" if scope["type"] == "http" else "websocket.http"
    body = problem.encoded()
    headers = [(b"content-type", MEDIA_TYPE.encode()), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in problem.headers.items()]
    await send({"type": f"{kind}.response.start", "status": int(problem.status), "headers": headers})
    await send({"type": f"{kind}.response.body", "body": b"" if scope.get("method") == "HEAD" else body})


def _heads(scope: Scope) -> dict[bytes, str]:
    """The headers by name; a header that may occur once and occurs twice is refused, since two readers may differ."""
    heads: dict[bytes, str] = {}
    for name, value in scope["headers"]:
        if name in heads and name in _ONCE:
            raise malformed(f"{name.decode('latin-1')} came twice", "it once", name.decode("latin-1"))
        text = value.decode("latin-1")
        joined = "; " if name == b"cookie" else ", "
        heads[name] = f"{heads[name]}{joined}{text}" if name in heads else text
    return heads


def _cookie(header: str, name: str) -> str:
    for each in header.split(";"):
        key, _, value = each.strip().partition("=")
        if key == name:
            return value
    return ""


# ---- bodies ------------------------------------------------------------------------------------------------


class _GoneError(Exception):
    """A client that has disconnected in the middle of a request; there is nobody to answer."""


async def _received(scope: Scope, heads: Mapping[bytes, str], receive: Receive) -> Receive:
    """The whole body, which is short; or a Problem."""
    declared = heads.get(b"content-length", "0")
    if declared.isdecimal() and int(declared) > MOST_BODY:
        raise _too_long()
    if scope["method"] in SAFE:
        return receive
    body, more = b"", True
    while more:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise _GoneError
        body += message.get("body", b"")
        more = message.get("more_body", False)
        if len(body) > MOST_BODY:
            raise _too_long()
    if body:
        if heads.get(b"content-type", "").partition(";")[0].strip().lower() != "application/json":
            raise Problem(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, "the body is no JSON", "application/json", about="body")
        check_depth(body)
    return _again({"type": "http.request", "body": body, "more_body": False}, receive)


def _again(message: Message, receive: Receive) -> Receive:
    """A receive function that gives the body that was read, and then what comes."""
    waiting = [message]

    async def received() -> Message:
        return waiting.pop() if waiting else await receive()

    return received


def _too_long() -> Problem:
    return Problem(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        f"the body has more than {MOST_BODY} bytes",
        f"a body of up to {MOST_BODY} bytes",
        about="body",
        headers={"connection": "close"},
    )
