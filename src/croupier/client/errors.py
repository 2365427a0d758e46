"""Errors between a client and its house: a refusal, an unknown outcome, or no house."""

from __future__ import annotations

from croupier.errors import CroupierError
from croupier.rulebook import Refusal
from croupier.schemas.common import ProblemBody

CONFLICT = 409
TOO_MANY = 429
SERVICE_UNAVAILABLE = 503


class ClientError(CroupierError):
    """Any error that keeps a client from doing what it was asked."""


class Refused(ClientError):  # noqa: N818 - the answer was no, which is nobody's error
    """A refusal of the house, made of its parts: reason, clauses, rulings, what is accepted. Nothing has changed."""

    def __init__(self, refusal: Refusal, status: int = 0) -> None:
        super().__init__(refusal.why, refusal.accepted, refusal.about)
        self.refusal, self.status = refusal, status
        self.document, self.clauses, self.rulings = refusal.document, refusal.clauses, refusal.rulings

    def __str__(self) -> str:
        return str(self.refusal).removeprefix(": ")

    @property
    def moved_on(self) -> bool:
        """True if it was for a moment at the table that is over."""
        return self.status == CONFLICT and self.about == "expects"


class Unsure(ClientError):  # noqa: N818 - it may have gone well
    """An unknown outcome: no answer came, and the command may have been carried out."""


class Unreachable(ClientError):  # noqa: N818 - as the others
    """No answer from the address, or none of a house that this client understands."""


def refused_by(problem: ProblemBody) -> Refused:
    """The exception for a problem that the house has told."""
    cited = tuple(problem.clauses), tuple(problem.rulings), problem.document
    return Refused(Refusal(problem.detail, problem.accepted, *cited, problem.about), problem.status)


def refused(why: str, accepted: str, about: str = "") -> Refused:
    """A refusal by the client itself, since the house could only do the same."""
    return Refused(Refusal(why, accepted, about=about))
