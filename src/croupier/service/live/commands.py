"""What somebody asks of a table over the wire, by whichever door: who may, as whom it is given, and what is supplied.

The table's own commands come as they are declared. Chips come from the wallet: `sit` and `buy` say how many, and the
house looks whether they are there when the command is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from http import HTTPStatus
from time import perf_counter
from typing import TypeGuard

import msgspec
from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, HouseArgs, Outcome, PendingCommand
from croupier.house.people import duties, exclusions
from croupier.house.people.permissions import SPEAKS, allowed, commanded, deals
from croupier.house.people.roles import Principal
from croupier.house.tables.floor import NO_ROOM
from croupier.money import MOST_CENTS, dollars
from croupier.rulebook import Refusal
from croupier.schemas.common import CommandMessage
from croupier.service.background import metrics
from croupier.service.background.after_round import LEAVE, Intent, leaves
from croupier.service.http.problems import Problem, busy, not_allowed, refused
from croupier.service.live.hub import Hub
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.state import State

LEAVE_AFTER = "leave after"  # a round; it is no command of the table's
_OPENS_ROUNDS = frozenset({"bet", "ready"})  # or lead to that
_LABELS = {became: f'became="{became}"' for became in ("done", "refused", "failed")}
_digested = msgspec.json.Encoder(order="sorted")


def give(
    hub: Hub, principal: Principal | None, stream: str, said: CommandMessage, then: Callable[[Outcome], None]
) -> None:
    """Give a command to a table; a Problem if this bearer may not, else the answer comes to `then`."""
    if said.do in _OPENS_ROUNDS and not hub.house.has_room:
        raise busy(NO_ROOM.why)
    state = hub.queue(stream).live.state
    digest = sha256(_digested.encode([said.do, said.seat, said.args, said.expects])).digest()
    try:
        command, supplies = _made(hub, principal, stream, state, said)
    except Problem:
        if hub.house.went_on(stream):  # in another process, where this bearer may have sat down
            give(hub, principal, stream, said, then)
            return
        # Who has left may not leave; who asks again because the answer was lost is told that it was done.
        by = principal.person if principal is not None else ""
        earlier = PendingCommand(stream, Command("player", said.do, said.seat, by=by), then, said.request, digest)
        if not by or not hub.house.again(earlier):
            raise
    else:
        asked = PendingCommand(stream, command, _counted(hub, then), said.request, digest, said.expects, supplies)
        if said.do != LEAVE_AFTER:
            hub.house.send(asked)
        elif not hub.house.again(asked):
            hub.leaving.ask(Intent(stream, LEAVE, said.seat, command.by, command.by), asked.then, asked)


def _counted(hub: Hub, then: Callable[[Outcome], None]) -> Callable[[Outcome], None]:
    """The same, with what became of it counted, and how long it took."""
    began = perf_counter()

    def told(outcome: Outcome) -> None:
        became = "done" if isinstance(outcome, Answer) else "refused" if isinstance(outcome, Refusal) else "failed"
        hub.counts.add(metrics.COMMANDS, _LABELS[became])
        hub.counts.took(perf_counter() - began)
        then(outcome)

    return told


def _made(
    hub: Hub, principal: Principal | None, stream: str, state: State, said: CommandMessage
) -> tuple[Command, Callable[[Connection], HouseArgs] | None]:
    """The command as it is given to the table; a Problem if it is not."""
    made = _MADE.get(said.do, _declared)(hub, principal, stream, state, said)
    if isinstance(made, Refusal):
        raise refused(made)
    return made


Made = tuple[Command, Callable[[Connection], HouseArgs] | None] | Refusal


def _declared(hub: Hub, principal: Principal | None, stream: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """A command of the table's own."""
    if said.do not in DECLARED:
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"{said.do!r} is nothing that anyone can do at a table",
            ", ".join(DECLARED),
            about="do",
        )
    assigned = principal is not None and stream in principal.assigned
    refusal = commanded(principal, said.do, said.args, own=is_own(principal, state, said.seat), assigned=assigned)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may give a command
        raise not_allowed(refusal, principal)
    command = Command(SPEAKS[principal.role], said.do, said.seat, said.args, by=principal.person)
    return command, _on_duty(principal.person, stream) if deals(principal) else None


def _on_duty(person: str, stream: str) -> Callable[[Connection], HouseArgs]:
    """Who deals has signed on, so that it is on record who has dealt."""

    def supplies(connection: Connection) -> HouseArgs:
        found = duties.duty(connection, stream)
        if found is None or found.person != person:
            why = "who has not signed on does not deal" if found is None else "another dealer is signed on here"
            return Refusal(why, "the same after signing on at this table", about="sign on")
        return {}

    return supplies


def _sit(hub: Hub, principal: Principal | None, stream: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """To sit down is one's own affair; the chips come from the wallet."""
    refusal = commanded(principal, "sit", said.args, own=True, assigned=False)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may sit
        raise not_allowed(refusal, principal)
    called = "programs" if principal.program else "guests" if principal.role == "guest" else "players"
    sits = hub.settings.tables[stream].sits if stream in hub.settings.tables else frozenset({called})
    if called not in sits:
        return Refusal(f"no {called} sit down at {stream}", ", ".join(sorted(sits)) or "nobody", about="sit")
    args = dict(said.args)
    chips = args.pop("chips", None)
    if not _is_chips(chips):
        return _no_chips("chips")
    hub.names.hear(principal.person, principal.name, program=principal.program)
    brings = _from_wallet(hub, principal.person, chips, "bankroll")
    return Command("player", "sit", said.seat, args, by=principal.person), _unless_refused(
        stream, principal.person, brings
    )


def _unless_refused(
    stream: str, person: str, supplies: Callable[[Connection], HouseArgs]
) -> Callable[[Connection], HouseArgs]:
    """The same, of who was not refused at the table by the floor."""

    def looked(connection: Connection) -> HouseArgs:
        found = exclusions.refusal_of(connection, stream, person)
        if found is None:
            return supplies(connection)
        return Refusal(f"the floor has refused you at this table: {found.reason}", "another table", about="sit")

    return looked


def _buy(hub: Hub, principal: Principal | None, stream: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """Chips that were bought are handed over by the house."""
    refusal = allowed(principal, "buy", own=is_own(principal, state, said.seat), assigned=False)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may buy
        raise not_allowed(refusal, principal)
    amount = said.args.get("amount")
    if not _is_chips(amount) or len(said.args) > 1:
        return _no_chips("amount")
    command = Command("house", "buy", said.seat, {"amount": amount}, by=principal.person)
    return command, _from_wallet(hub, principal.person, amount, "")


def _is_chips(amount: object) -> TypeGuard[int]:
    return type(amount) is int and 1 <= amount <= MOST_CENTS


def _no_chips(about: str) -> Refusal:
    return Refusal(
        f"{about} says how many chips are bought", f"{about}: 1 to {MOST_CENTS} cents, and nothing else", about=about
    )


def _from_wallet(hub: Hub, person: str, chips: int, name: str) -> Callable[[Connection], HouseArgs]:
    def supplies(connection: Connection) -> HouseArgs:
        held = hub.house.available(connection, person)
        if chips > held:
            accepted = f"up to {dollars(held)}" if held > 0 else "money in the wallet first"
            return Refusal(f"the wallet does not have {dollars(chips)}", accepted, about="chips")
        return {name: chips} if name else {}

    return supplies


def _leave_after(hub: Hub, principal: Principal | None, stream: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """To leave when the round is over, which the house sees to."""
    refusal = allowed(principal, "leave after", own=is_own(principal, state, said.seat), assigned=False)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may
        raise not_allowed(refusal, principal)
    if said.args:
        return Refusal(f"{LEAVE_AFTER!r} takes no arguments", f"{LEAVE_AFTER!r} alone", about="args")
    return leaves(said.seat, principal.person), None


_MADE: dict[str, Callable[[Hub, Principal | None, str, State, CommandMessage], Made]] = {
    "sit": _sit,
    "buy": _buy,
    LEAVE_AFTER: _leave_after,
}


def is_own(principal: Principal | None, state: State, number: int) -> bool:
    """Whether a seat is the bearer's."""
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    return principal is not None and seat is not None and seat.person == principal.person
