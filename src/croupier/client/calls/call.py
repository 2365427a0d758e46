"""Requests to a house over HTTP, built and read without a connection; and those that every client makes."""

from __future__ import annotations

import secrets
from collections.abc import Generator, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import Any, Generic, TypeAlias, TypeVar, cast
from urllib.parse import quote, urlsplit

from croupier.client.answers import read, read_problem
from croupier.client.errors import Unreachable, refused_by
from croupier.games.catalogue import SentTerms
from croupier.games.terms import Terms
from croupier.rulebook import SubmissionError, UnknownError
from croupier.schemas.common import Me, TablePage, TableSubmission, TableSummary, Token, Wallet
from croupier.schemas.table import LogSeen

API = "/api/v1"
PATIENCE = 60.0  # seconds for which a house that is lost is looked for, and an answer waited for
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 5.0  # seconds
_CHANCE = 1 << 16
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request, and the schema of its answer."""

    method: str
    path: str
    model: type[T]
    body: Mapping[str, Any] | None = None

    @property
    def is_safe(self) -> bool:
        """True if it may be sent again when no answer came."""
        return self.method == "GET"

    def answer(self, status: int, body: bytes) -> T:
        """The decoded answer; Refused if the house refuses."""
        if status >= HTTPStatus.BAD_REQUEST:
            raise refused_by(read_problem(status, body))
        if self.model is type(None):
            return None
        if self.model is bytes:
            return cast("T", body)  # a file
        return read(body, self.model)


class Address:
    """The address of a house: its origin, the root of its interface, and the root of its sockets."""

    def __init__(self, url: str) -> None:
        try:
            parts = urlsplit(url.strip())
            port = parts.port
        except ValueError as error:
            raise Unreachable(f"{url!r} is no address of a house: {error}") from error
        if (
            parts.scheme not in {"http", "https"}
            or not parts.hostname
            or parts.username
            or parts.query
            or parts.fragment
        ):
            raise Unreachable(f"{url!r} is no address of a house", "one like http://127.0.0.1:8642")
        host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        usual = {"http": 80, "https": 443}[parts.scheme]
        where = host if port in {None, usual} else f"{host}:{port}"
        self.is_private = parts.scheme == "https" or _is_here(parts.hostname)  # nobody reads along on the way
        self.origin = f"{parts.scheme}://{where}"
        self.api = f"{self.origin}{API}"
        self.socket = f"{'wss' if parts.scheme == 'https' else 'ws'}://{where}{API}"


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"


def pauses(first: float = _FIRST_PAUSE) -> Iterator[float]:
    """Seconds to wait before each new try: each longer than the one before, up to a bound, and never in step."""
    pause = first
    while True:
        yield pause * (0.5 + secrets.randbelow(_CHANCE) / _CHANCE)
        pause = min(2 * pause, _LONGEST_PAUSE)


# ---- requests ----------------------------------------------------------------------------------------------


def come_in(name: str = "") -> Call[Me]:
    """Come in as a guest, with play money: the answer brings a cookie."""
    return Call("POST", "/guests", Me, {"name": name})


def come_in_as_program(name: str) -> Call[Token]:
    """Come in as a program: the answer has a token."""
    return Call("POST", "/programs", Token, {"name": name})


def sign_up(login: str, password: str) -> Call[Me]:
    """Become a player by a login and a password: the same person, with wallet, seat and history."""
    return Call("POST", "/accounts", Me, {"login": login, "password": password})


def sign_in(login: str, password: str) -> Call[Me]:
    """Come in by login and password."""
    return Call("POST", "/session", Me, {"login": login, "password": password})


def sign_out() -> Call[None]:
    """Be nobody again; what was opened is closed."""
    return Call("DELETE", "/session", type(None))


def me() -> Call[Me]:
    """One's own account."""
    return Call("GET", "/me", Me)


def wallet() -> Call[Wallet]:
    """One's own wallet."""
    return Call("GET", "/me/wallet", Wallet)


def submission(table: str) -> Call[TableSubmission]:
    """The submission of a table."""
    return Call("GET", f"/tables/{quote(table, safe='')}/submission", TableSubmission)


def receipt(table: str) -> Call[Any]:
    """The receipt of the last round."""
    return Call("GET", f"/tables/{quote(table, safe='')}/receipt", object)


def log() -> Call[LogSeen]:
    """The house's log: its key, and the last checkpoint."""
    return Call("GET", "/log", LogSeen)


def log_since(size: int, origin: str) -> Call[Any]:
    """The last checkpoint, with the proof that it continues an earlier one."""
    return Call("GET", f"/log/since/{size}?origin={quote(origin, safe='')}", object)


Pages: TypeAlias = Generator[Call[TablePage], TablePage, list[TableSummary]]


def tables() -> Pages:
    """All tables that are open, page by page."""
    found: list[TableSummary] = []
    after = ""
    while True:
        page = yield Call("GET", f"/tables?after={quote(after, safe='')}", TablePage)
        found += page.tables
        if not page.after or page.after <= after:
            return found
        after = page.after


def terms_of(submitted: TableSubmission) -> Terms:
    """The terms of a table, by the rulebook that this package has of that name, or by the one that the house sends."""
    try:
        return Terms(SentTerms(submitted.rulebook, submitted.options, submitted.data).submission())
    except (UnknownError, SubmissionError) as error:
        raise Unreachable(f"the house plays by what is not known here: {error}") from error
    except Exception as error:
        if not submitted.data:
            raise
        why = f"the house plays by a rulebook of its own, {submitted.rulebook}, and what it sends of it makes none"
        raise Unreachable(why) from error
