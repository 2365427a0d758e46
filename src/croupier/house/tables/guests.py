"""New guests: a person, a cookie or token, and play money, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Failure
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.people import users
from croupier.house.people.tokens import Issued
from croupier.house.tables.house import House
from croupier.money import Cents


def welcome(
    house: House,
    money: Cents,
    on_done: Callable[[Issued | Failure], None],
    *,
    name: str = "",
    label: str = "",
    program: bool = False,
) -> None:
    """Make a guest, who has a cookie, or a token if it is a program, and money to play with."""
    person, now = users.new_id(), house.now()
    issued: list[Issued] = []
    come = users.guest_program if program else users.guest
    called = name or users.called(person, program=program)

    def extra_writes(connection: Connection) -> None:
        issued[:] = [come(connection, now, called, person=person, label=label)]

    def done(outcome: Answer | Failure) -> None:
        on_done(issued[0] if isinstance(outcome, Answer) else outcome)

    house.cage(GuestMoney(money, person), done, extra_writes)
