"""New guests: a person, a cookie or token, and play money, all in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from sqlalchemy import Connection

from croupier.house.engine.requests import Answer, Failure
from croupier.house.engine.writer import ShortError
from croupier.house.ledger.transactions import GuestMoney
from croupier.house.people import users
from croupier.house.people.roles import PeopleError
from croupier.house.people.tokens import IssuedPass
from croupier.house.tables.house import House
from croupier.money import Cents
from croupier.names import NamingError

Then: TypeAlias = Callable[[Connection, IssuedPass], IssuedPass]


class _RefusedGuestError(ShortError):
    """Internal: a guest who cannot become what was asked for: nobody is made, and no money is given."""


def welcome(
    house: House,
    money: Cents,
    on_done: Callable[[IssuedPass | Failure | PeopleError | NamingError], None],
    *,
    name: str = "",
    label: str = "",
    program: bool = False,
    then: Then | None = None,
) -> None:
    """Make a guest, who has a cookie, or a token if it is a program, and money to play with.

    What the guest does at once goes into the same transaction; if it is refused, there is no guest either.
    """
    person, now = users.new_id(), house.now()
    issued: list[IssuedPass | PeopleError | NamingError] = []
    come = users.guest_program if program else users.guest
    called = name or users.guest_name(person, program=program)

    def extra_writes(connection: Connection) -> None:
        issued.clear()
        try:
            guest = come(connection, now, called, person=person, label=label)
            issued.append(then(connection, guest) if then is not None else guest)
        except (PeopleError, NamingError) as error:
            issued.append(error)
            raise _RefusedGuestError(str(error)) from error

    def done(outcome: Answer | Failure) -> None:
        refused = bool(issued) and isinstance(issued[0], Exception)
        on_done(issued[0] if isinstance(outcome, Answer) or refused else outcome)

    house.cage(GuestMoney(money, person), done, extra_writes)
