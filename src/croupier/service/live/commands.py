"""What somebody asks of a table over the wire, by whichever door: who may, as whom it is given, and what is supplied.

The table's own commands come as they are declared. Chips come from the wallet: `sit` and `buy` say how many, and the
house looks whether they are there when the command is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from time import perf_counter
from typing import Annotated, Any, TypeGuard

import msgspec
from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Asked, Outcome, Supplied
from croupier.house.people import duties, exclusions
from croupier.house.people.permissions import SPEAKS, allowed, commanded, deals
from croupier.house.people.roles import Known
from croupier.house.tables.floor import NO_ROOM
from croupier.money import MOST_CENTS, dollars
from croupier.rulebook import Refusal
from croupier.service.background import metrics
from croupier.service.background.after_round import LEAVE, Intent, leaves
from croupier.service.http.problems import Problem, busy, not_allowed, refused
from croupier.service.live.hub import Hall
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.state import State

LEAVE_AFTER = "leave after"  # a round; it is no command of the table's
_OPENS_ROUNDS = frozenset({"bet", "ready"})  # or lead to that
REQUEST = "^[A-Za-z0-9_-]{1,64}$"
Request = Annotated[str, msgspec.Meta(pattern=REQUEST, description="an id of the sender's own, new for each command")]
Chips = Annotated[int, msgspec.Meta(ge=1, le=MOST_CENTS, description="whole cents, from the wallet")]


class Said(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """A command as it comes over the wire."""

    request: Request
    do: Annotated[str, msgspec.Meta(max_length=40)]
    seat: Annotated[int, msgspec.Meta(ge=0, le=100)] = 0
    args: dict[str, Any] = {}
    expects: Annotated[int, msgspec.Meta(ge=0)] | None = None  # the sequence at which it is meant, if for that alone


_LABELS = {became: f'became="{became}"' for became in ("done", "refused", "failed")}
_digested = msgspec.json.Encoder(order="sorted")


def give(hall: Hall, known: Known | None, stream: str, said: Said, then: Callable[[Outcome], None]) -> None:
    """Give a command to a table; a Problem if this bearer may not, else the answer comes to `then`."""
    if said.do in _OPENS_ROUNDS and not hall.house.has_room:
        raise busy(NO_ROOM.why)
    state = hall.desk(stream).live.state
    digest = sha256(_digested.encode([said.do, said.seat, said.args, said.expects])).digest()
    try:
        command, supplies = _made(hall, known, stream, state, said)
    except Problem:
        if hall.house.went_on(stream):  # in another process, where this bearer may have sat down
            give(hall, known, stream, said, then)
            return
        # Who has left may not leave; who asks again because the answer was lost is told that it was done.
        by = known.person if known is not None else ""
        earlier = Asked(stream, Command("player", said.do, said.seat, by=by), then, said.request, digest)
        if not by or not hall.house.again(earlier):
            raise
    else:
        asked = Asked(stream, command, _counted(hall, then), said.request, digest, said.expects, supplies)
        if said.do != LEAVE_AFTER:
            hall.house.send(asked)
        elif not hall.house.again(asked):
            hall.leaving.ask(Intent(stream, LEAVE, said.seat, command.by, command.by), asked.then, asked)


def _counted(hall: Hall, then: Callable[[Outcome], None]) -> Callable[[Outcome], None]:
    """The same, with what became of it counted, and how long it took."""
    began = perf_counter()

    def told(outcome: Outcome) -> None:
        became = "done" if isinstance(outcome, Answer) else "refused" if isinstance(outcome, Refusal) else "failed"
        hall.counts.add(metrics.COMMANDS, _LABELS[became])
        hall.counts.took(perf_counter() - began)
        then(outcome)

    return told


def _made(
    hall: Hall, known: Known | None, stream: str, state: State, said: Said
) -> tuple[Command, Callable[[Connection], Supplied] | None]:
    """The command as it is given to the table; a Problem if it is not."""
    made = _MADE.get(said.do, _declared)(hall, known, stream, state, said)
    if isinstance(made, Refusal):
        raise refused(made)
    return made


Made = tuple[Command, Callable[[Connection], Supplied] | None] | Refusal


def _declared(hall: Hall, known: Known | None, stream: str, state: State, said: Said) -> Made:  # noqa: ARG001 - one shape
    """A command of the table's own."""
    if said.do not in DECLARED:
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"{said.do!r} is nothing that anyone can do at a table",
            ", ".join(DECLARED),
            about="do",
        )
    assigned = known is not None and stream in known.assigned
    refusal = commanded(known, said.do, said.args, own=is_own(known, state, said.seat), assigned=assigned)
    if refusal is not None or known is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may give a command
        raise not_allowed(refusal, known)
    command = Command(SPEAKS[known.role], said.do, said.seat, said.args, by=known.person)
    return command, _on_duty(known.person, stream) if deals(known) else None


def _on_duty(person: str, stream: str) -> Callable[[Connection], Supplied]:
    """Who deals has signed on, so that it is on record who has dealt."""

    def supplies(connection: Connection) -> Supplied:
        found = duties.duty(connection, stream)
        if found is None or found.person != person:
            why = "who has not signed on does not deal" if found is None else "another dealer is signed on here"
            return Refusal(why, "the same after signing on at this table", about="sign on")
        return {}

    return supplies


def _sit(hall: Hall, known: Known | None, stream: str, state: State, said: Said) -> Made:  # noqa: ARG001 - one shape
    """To sit down is one's own affair; the chips come from the wallet."""
    refusal = commanded(known, "sit", said.args, own=True, assigned=False)
    if refusal is not None or known is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may sit
        raise not_allowed(refusal, known)
    called = "programs" if known.program else "guests" if known.role == "guest" else "players"
    sits = hall.settings.tables[stream].sits if stream in hall.settings.tables else frozenset({called})
    if called not in sits:
        return Refusal(f"no {called} sit down at {stream}", ", ".join(sorted(sits)) or "nobody", about="sit")
    args = dict(said.args)
    chips = args.pop("chips", None)
    if not _is_chips(chips):
        return _no_chips("chips")
    hall.names.hear(known.person, known.name, program=known.program)
    brings = _from_wallet(hall, known.person, chips, "bankroll")
    return Command("player", "sit", said.seat, args, by=known.person), _unless_refused(stream, known.person, brings)


def _unless_refused(
    stream: str, person: str, supplies: Callable[[Connection], Supplied]
) -> Callable[[Connection], Supplied]:
    """The same, of who was not refused at the table by the floor."""

    def looked(connection: Connection) -> Supplied:
        found = exclusions.refusal_of(connection, stream, person)
        if found is None:
            return supplies(connection)
        return Refusal(f"the floor has refused you at this table: {found.reason}", "another table", about="sit")

    return looked


def _buy(hall: Hall, known: Known | None, stream: str, state: State, said: Said) -> Made:  # noqa: ARG001 - one shape
    """Chips that were bought are handed over by the house."""
    refusal = allowed(known, "buy", own=is_own(known, state, said.seat), assigned=False)
    if refusal is not None or known is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may buy
        raise not_allowed(refusal, known)
    amount = said.args.get("amount")
    if not _is_chips(amount) or len(said.args) > 1:
        return _no_chips("amount")
    command = Command("house", "buy", said.seat, {"amount": amount}, by=known.person)
    return command, _from_wallet(hall, known.person, amount, "")


def _is_chips(amount: object) -> TypeGuard[int]:
    return type(amount) is int and 1 <= amount <= MOST_CENTS


def _no_chips(about: str) -> Refusal:
    return Refusal(
        f"{about} says how many chips are bought", f"{about}: 1 to {MOST_CENTS} cents, and nothing else", about=about
    )


def _from_wallet(hall: Hall, person: str, chips: int, name: str) -> Callable[[Connection], Supplied]:
    def supplies(connection: Connection) -> Supplied:
        held = hall.house.available(connection, person)
        if chips > held:
            accepted = f"up to {dollars(held)}" if held > 0 else "money in the wallet first"
            return Refusal(f"the wallet does not have {dollars(chips)}", accepted, about="chips")
        return {name: chips} if name else {}

    return supplies


def _leave_after(hall: Hall, known: Known | None, stream: str, state: State, said: Said) -> Made:  # noqa: ARG001 - one shape
    """To leave when the round is over, which the house sees to."""
    refusal = allowed(known, "leave after", own=is_own(known, state, said.seat), assigned=False)
    if refusal is not None or known is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may
        raise not_allowed(refusal, known)
    if said.args:
        return Refusal(f"{LEAVE_AFTER!r} takes no arguments", f"{LEAVE_AFTER!r} alone", about="args")
    return leaves(said.seat, known.person), None


_MADE: dict[str, Callable[[Hall, Known | None, str, State, Said], Made]] = {
    "sit": _sit,
    "buy": _buy,
    LEAVE_AFTER: _leave_after,
}


def is_own(known: Known | None, state: State, number: int) -> bool:
    """Whether a seat is the bearer's."""
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    return known is not None and seat is not None and seat.person == known.person
