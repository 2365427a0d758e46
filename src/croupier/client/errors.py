"""What can go wrong between a client and its house: it was refused, nobody knows, or there is no house."""

from __future__ import annotations

import msgspec

from croupier.errors import CroupierError
from croupier.rulebook import Refusal

CONFLICT = 409
SERVICE_UNAVAILABLE = 503


class ClientError(CroupierError):
    """Whatever keeps a client from doing what it was asked."""


class Refused(ClientError):  # noqa: N818 - the answer was no, which is nobody's error
    """The house has refused it, and nothing has changed: why, by which clauses and rulings, and what is accepted.

    It is made of the refusal.
    """

    def __init__(self, refusal: Refusal, status: int = 0) -> None:
        super().__init__(refusal.why, refusal.accepted, refusal.about)
        self.refusal, self.status = refusal, status
        self.document, self.clauses, self.rulings = refusal.document, refusal.clauses, refusal.rulings

    def __str__(self) -> str:
        return str(self.refusal).removeprefix(": ")

    @property
    def moved_on(self) -> bool:
        """Whether it was for a moment at the table that is over."""
        return self.status == CONFLICT and self.about == "expects"


class Unsure(ClientError):  # noqa: N818 - it may have gone well
    """No answer came: nobody knows whether it was carried out."""


class Unreachable(ClientError):  # noqa: N818 - as the others
    """Nobody answers there, or what answers is no house that this client understands."""


class Problem(msgspec.Struct, frozen=True):
    """A problem as the house tells it (RFC 9457)."""

    detail: str
    accepted: str = ""
    status: int = 0
    about: str = ""
    document: str = ""
    clauses: tuple[str, ...] = ()
    rulings: tuple[str, ...] = ()
    unsure: bool = False

    def refused(self) -> Refused:
        """The exception that says so."""
        given = self.detail, self.accepted, self.clauses, self.rulings, self.document, self.about
        return Refused(Refusal(*given), self.status)


def refused(why: str, accepted: str, about: str = "") -> Refused:
    """What the client itself refuses, since the house could only do the same."""
    return Refused(Refusal(why, accepted, about=about))
