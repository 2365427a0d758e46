"""The connection of a client: its headers, its retries, and the errors of a lost connection or answer."""

from __future__ import annotations

import ssl as tls
from collections.abc import Callable, Mapping
from http import HTTPStatus
from time import monotonic
from typing import Any, TypeAlias

import httpx
from websockets.exceptions import ConnectionClosed, InvalidStatus

from croupier.client.answers import read_problem
from croupier.client.calls.call import Address, Call, pauses
from croupier.client.errors import ClientError, Refused, Unreachable, Unsure, refused, refused_by
from croupier.client.evidence import Evidence, default_folder
from croupier.version import __version__

AGENT = f"croupier/{__version__}"
AGAIN = 2.0  # seconds after which a command without an answer is sent again, at first
TIMEOUT = 30.0  # seconds for an answer over HTTP; a password takes its time
FOR_A_RECEIPT = 5.0  # seconds for which a receipt is asked for again
CLOSING = 1.0  # seconds for a socket to be closed
MOST_MESSAGE = 1 << 22  # bytes
TABLE_CLOSED = 4404
_STEADY = 10.0  # seconds after which a connection counts as one that holds
_CHANGES = 2.0  # seconds in which a new cookie comes
Notice: TypeAlias = Callable[[str], None]
_NOT_REACHED = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)


def unheard(_: str) -> None:
    """Pass over a notice about the connection."""


def evidence(address: Address, notice: Notice) -> Evidence:
    """The evidence of a house on this machine; a notice tells where it can be kept in memory alone."""
    return Evidence.of_house(address, default_folder(), notice)


def request_headers(address: Address, token: str) -> dict[str, str]:
    """The headers of every request: a program's token, or the origin of a cookie."""
    return {"authorization": f"Bearer {token}"} if token else {"origin": address.origin}


def cookies(kept: httpx.Cookies) -> dict[str, str]:
    """The cookies that were kept, by their names; of several with one name, for other paths or domains, the last."""
    return {each.name: each.value or "" for each in kept.jar}


def door(
    address: Address, path: str, token: str, cookies: Mapping[str, str], context: tls.SSLContext | None
) -> dict[str, Any]:
    """The arguments by which a socket is opened, with the cookie. Without one the table is watched as the public."""
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    headers = {**request_headers(address, token), **({"cookie": cookie} if cookie and not token else {})}
    return {
        "uri": address.socket + path,
        "additional_headers": headers,
        "user_agent_header": AGENT,
        "compression": None,
        "close_timeout": CLOSING,
        "max_size": MOST_MESSAGE,
        **({} if context is None else {"ssl": context}),
    }


class RetryWindow:
    """The time for which something has been tried, within a patience."""

    def __init__(self, patience: float) -> None:
        self._began = monotonic()
        self._until = self._began + patience

    @property
    def since(self) -> float:
        """The seconds since the first try."""
        return monotonic() - self._began

    def may_wait(self, pause: float) -> bool:
        """True if there is time for another try after a pause."""
        return monotonic() + pause < self._until


def sent_again(call: Call[Any], error: httpx.RequestError) -> bool:
    """True if a request without an answer may be sent again: nothing has come of it, or can."""
    return call.is_safe or isinstance(error, _NOT_REACHED)


def unanswered(call: Call[Any], address: Address, error: httpx.RequestError) -> ClientError:
    """The error of a request without an answer."""
    why = f"{address.origin} does not answer: {_said(error)}"
    return Unreachable(why) if sent_again(call, error) else Unsure(f"{why}; whether it was done is not known")


def _said(error: Exception) -> str:
    return str(error) or type(error).__name__


def is_put_off(call: Call[Any], status: int) -> bool:
    """True if the house cannot say now, and may be asked again."""
    return call.is_safe and status == HTTPStatus.SERVICE_UNAVAILABLE


def _final(error: Exception, address: Address) -> ClientError | None:
    """The reason for which a socket is not opened again; None if it may be."""
    if isinstance(error, ConnectionClosed):
        closed = error.rcvd is not None and error.rcvd.code == TABLE_CLOSED
        return refused("the table is closed", "another table", "table") if closed else None
    if isinstance(error, InvalidStatus):
        status = error.response.status_code
        if status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS:
            return None
        return refused_by(read_problem(status, bytes(error.response.body or b"")))
    if isinstance(error, tls.SSLCertVerificationError):
        return Unreachable(f"{address.origin} cannot show that it is that house: {error.verify_message}")
    return None


def failed(table: str) -> Unreachable:
    """The error of a reading task that has stumbled over a fault of this client."""
    return Unreachable(f"{table!r} is not read any more: this client has failed")


class Link:
    """The connection of one socket: when it is lost for good, what is told of it, and when it is tried again."""

    def __init__(self, address: Address, patience: float, notice: Notice) -> None:
        self._address, self._patience, self._notice = address, patience, notice
        self._up_since: float | None = None
        self._was_up = False
        self._trying: RetryWindow | None = None
        self._waits = pauses()

    def up(self) -> None:
        """Note that the connection is open."""
        if self._up_since is None:
            self._up_since = monotonic()
            if self._was_up:
                self._notice("The connection is back.")
            self._was_up, self._trying = True, None

    def down(self, error: Exception) -> float:
        """Note that the connection is lost; the seconds until the next try, or a ClientError if there is none."""
        if self._up_since is not None and monotonic() - self._up_since > _STEADY:
            self._waits = pauses()
        self._up_since = None
        if self._was_up and self._trying is None:
            self._trying = RetryWindow(self._patience)
            self._notice(f"The connection to {self._address.origin} is lost ({_said(error)}); it is tried again.")
        pause = next(self._waits)
        final = _final(error, self._address)
        if final is not None and not self._is_changing(final):
            raise final from error
        if self._trying is None or not self._trying.may_wait(pause):
            raise Unreachable(f"{self._address.origin} cannot be reached: {_said(error)}") from error
        return pause

    def _is_changing(self, final: ClientError) -> bool:
        """True while a new cookie is on its way: the house closes the sockets of the old one upon signing up or in."""
        over = isinstance(final, Refused) and final.status == HTTPStatus.UNAUTHORIZED
        return over and self._trying is not None and self._trying.since < _CHANGES
