"""Commands to a table over the wire, by HTTP or by socket: permissions, roles, and the house's own arguments.

The table's own commands come as they are declared. Chips come from the wallet: `sit` and `buy` say how many, and the
house looks whether they are there when the command is decided.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
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
from croupier.house.storage.register import Rights
from croupier.house.tables.table_set import NO_ROOM
from croupier.money import CURRENCIES, MOST_CENTS
from croupier.rulebook import Refusal
from croupier.schemas.common import CommandMessage
from croupier.service.background.after_round import LEAVE, Intent, leaves
from croupier.service.http.problems import Problem, busy, not_allowed, refused
from croupier.service.live.hub import Hub
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command
from croupier.table.model.state import State

LEAVE_AFTER = "leave after"  # a round; it is no command of the table's
_OPENS_ROUNDS = frozenset({"bet", "ready"})  # or lead to that
_digested = msgspec.json.Encoder(order="sorted")


async def ask(hub: Hub, principal: Principal | None, table_name: str, said: CommandMessage) -> Outcome:
    """The outcome of a command; a Problem if this principal may not give it, or the house does not answer in time."""
    outcome: Outcome = await hub.asked(partial(give, hub, principal, table_name, said))
    return outcome


def give(
    hub: Hub, principal: Principal | None, table_name: str, said: CommandMessage, on_done: Callable[[Outcome], None]
) -> None:
    """Give a command to a table; a Problem if this principal may not, else the outcome comes to `on_done`."""
    if said.do in _OPENS_ROUNDS and not hub.house.tables.has_room:
        raise busy(NO_ROOM.why)
    began, state = perf_counter(), hub.queue(table_name).live.state
    digest = sha256(_digested.encode([said.do, said.seat, said.args, said.expects])).digest()
    try:
        made = _MADE.get(said.do, _declared)(hub, principal, table_name, state, said)
        if isinstance(made, Refusal):
            raise refused(made)
    except Problem:
        if hub.house.tables.went_on(table_name):  # in another process, where this principal may have sat down
            give(hub, principal, table_name, said, on_done)
            return
        # A player who has left may not leave; a request that is sent again, its answer lost, is answered as before.
        by = principal.person if principal is not None else ""
        command = Command("player", said.do, said.seat, by=by)
        if not by or not hub.house.tables.again(PendingCommand(table_name, command, on_done, said.request, digest)):
            raise
        return
    command, house_args = made
    counted = partial(_counted, hub, began, on_done)
    asked = PendingCommand(table_name, command, counted, said.request, digest, said.expects, house_args)
    if said.do != LEAVE_AFTER:
        hub.house.send(asked)
    elif not hub.house.tables.again(asked):
        hub.intents.ask(Intent(table_name, LEAVE, said.seat, command.by, command.by), asked.on_done, asked)


def _counted(hub: Hub, began: float, on_done: Callable[[Outcome], None], outcome: Outcome) -> None:
    """Count an outcome and the time until it, and pass it on."""
    became = "done" if isinstance(outcome, Answer) else "refused" if isinstance(outcome, Refusal) else "failed"
    hub.metrics.commands.count(became, perf_counter() - began)
    on_done(outcome)


Made = tuple[Command, Callable[[Connection], HouseArgs] | None] | Refusal


def _declared(hub: Hub, principal: Principal | None, table_name: str, state: State, said: CommandMessage) -> Made:
    """A command of the table's own."""
    if said.do not in DECLARED:
        raise Problem(
            HTTPStatus.UNPROCESSABLE_ENTITY,
            f"{said.do!r} is nothing that anyone can do at a table",
            ", ".join(DECLARED),
            about="do",
        )
    assigned = principal is not None and table_name in principal.assigned
    refusal = commanded(principal, said.do, said.args, own=is_own(principal, state, said.seat), assigned=assigned)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may give a command
        raise not_allowed(refusal, principal)
    command = Command(SPEAKS[principal.role], said.do, said.seat, said.args, by=principal.person)
    return command, _on_duty(principal.person, table_name, hub.house.register.rights) if deals(principal) else None


def _on_duty(person: str, table_name: str, rights: Callable[[Connection], Rights]) -> Callable[[Connection], HouseArgs]:
    """A check that the dealer has signed on, so that the dealer of every round is on record."""

    def house_args(connection: Connection) -> HouseArgs:
        found = duties.registered_duty(connection, table_name, rights(connection))
        if found is None or found.person != person:
            why = (
                "a dealer who has not signed on does not deal" if found is None else "another dealer is signed on here"
            )
            return Refusal(why, "the same after signing on at this table", about="sign on")
        return {}

    return house_args


def _sit(hub: Hub, principal: Principal | None, table_name: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """The command to sit down, with chips from the wallet."""
    refusal = commanded(principal, "sit", said.args, own=True, assigned=False)
    if refusal is not None or principal is None:
        assert refusal is not None  # noqa: S101 - nobody who is not known may sit
        raise not_allowed(refusal, principal)
    called = "programs" if principal.program else "guests" if principal.role == "guest" else "players"
    sits = hub.settings.tables[table_name].sits if table_name in hub.settings.tables else frozenset({called})
    if called not in sits:
        return Refusal(f"no {called} sit down at {table_name}", ", ".join(sorted(sits)) or "nobody", about="sit")
    args = dict(said.args)
    chips = args.pop("chips", None)
    if not _is_chips(chips):
        return _no_chips("chips")
    hub.names.hear(principal.person, principal.name, program=principal.program, guest=principal.role == "guest")
    brings = _from_wallet(hub, principal.person, chips, "bankroll")
    return Command("player", "sit", said.seat, args, by=principal.person), _unless_refused(
        table_name, principal.person, hub.house.register.rights, brings
    )


def _unless_refused(
    table_name: str,
    person: str,
    rights: Callable[[Connection], Rights],
    house_args: Callable[[Connection], HouseArgs],
) -> Callable[[Connection], HouseArgs]:
    """House arguments, unless the floor has refused the person at the table."""

    def looked(connection: Connection) -> HouseArgs:
        found = exclusions.refusal_of(connection, table_name, person, rights(connection))
        if found is None:
            return house_args(connection)
        return Refusal(f"the floor has refused you at this table: {found.reason}", "another table", about="sit")

    return looked


def _buy(hub: Hub, principal: Principal | None, table_name: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """The house's command that hands over chips bought from the wallet."""
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
    def house_args(connection: Connection) -> HouseArgs:
        held = hub.house.available(connection, person)
        if chips > held:
            money = CURRENCIES[hub.settings.house.currency].text
            accepted = f"up to {money(held)}" if held > 0 else "money in the wallet first"
            return Refusal(f"the wallet does not have {money(chips)}", accepted, about="chips")
        return {name: chips} if name else {}

    return house_args


def _leave_after(hub: Hub, principal: Principal | None, table_name: str, state: State, said: CommandMessage) -> Made:  # noqa: ARG001 - one shape
    """The order to leave when the round is over."""
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
    """True if a seat is the principal's."""
    seat = state.seats[number - 1] if 1 <= number <= len(state.seats) else None
    return principal is not None and seat is not None and seat.person == principal.person
