"""Requests to the house and its answers: pending commands, outcomes, and committed commands as listeners hear them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from operator import itemgetter
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import Connection

from croupier.house.engine.live_table import Step
from croupier.house.storage.sums import AGAIN
from croupier.rulebook import Refusal
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.state import State


class Answer(NamedTuple):
    """The answer to a command that was carried out: its row of the journal."""

    stream: str
    seq: int


class Failure(NamedTuple):
    """The answer to a command that the house could not carry out, through no fault of the sender."""

    why: str
    unsure: bool = False  # unknown whether it was committed: a retry under the same id is idempotent


NOT_WRITTEN = Failure("the house cannot write now, and nothing has changed; try again")
UNSURE = Failure("the house cannot reach its record now; ask again under the same id", unsure=True)
TOO_LITTLE = Failure("the wallet does not hold so much, and nothing has changed; try less")


def moved_on(expects: int, seq: int) -> Refusal:
    """The refusal of what was meant for another sequence than the table's."""
    accepted = f"a command for sequence {seq}, after a look at the table"
    return Refusal(f"the table has moved on from sequence {expects}", accepted, about="expects")


_LETTERS = 32


def follow_up_id(what: str) -> str:
    """The id of such a command, by what it follows upon: so it is given once, whichever process finishes the work."""
    return AGAIN + sha256(what.encode()).hexdigest()[:_LETTERS]


Outcome: TypeAlias = Answer | Refusal | Failure
HouseArgs: TypeAlias = Mapping[str, Any] | Refusal


@dataclass(slots=True)
class PendingCommand:
    """A command for a table, whose sender is told its outcome."""

    table_name: str
    command: Command
    on_done: Callable[[Outcome], None]
    request: str = ""  # the sender's own id of it
    digest: bytes = b""  # of what was asked under that id
    expects: int | None = None  # the sequence at which it was asked, if it is for that moment only
    house_args: Callable[[Connection], HouseArgs] | None = None  # added by the house when it is decided
    tries: int = 0


class Committed(NamedTuple):
    """A committed command with its events: what viewers are told of it has to pass `view` and `redact`."""

    stream: str
    session: str
    seq: int
    at: int
    command: Command
    before: State
    decision: Decision
    kinds: frozenset[str]  # of its events


_kind = itemgetter(0)


def happened(stream: str, session: str, at: int, step: Step) -> Committed:
    """A step as it was committed at that time."""
    seq, command, before, decision = step
    return Committed(stream, session, seq, at, command, before, decision, frozenset(map(_kind, decision.events)))
