"""Those who work in a house for tests, each with a browser in which they are signed in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.house.people import users
from croupier.house.storage import database
from croupier.schemas.roles import Role
from support.house import people as people_support
from support.service.houses import Open

if TYPE_CHECKING:
    from support.page.browser import Person

# Where each begins to work.
STAFF: dict[Role, str] = {
    "dealer": "/deal/uth-ma",
    "floor": "/floor",
    "auditor": "/surveillance",
    "manager": "/manage",
}


def hired(opened: Open, person: Person, role: Role, *tables: str) -> Person:
    """Hire somebody, assign tables, and put the cookie of having signed in into the person's browser."""
    now, login = opened.clock(), f"{role}-{len(person.context.cookies())}"
    with database.writing(opened.house.engine) as connection:
        made = people_support.hire(connection, login, role, now)
        for table in tables:
            users.assign(connection, made, table, now)
        issued = people_support.sign_in(connection, login, now)
    person.context.add_cookies([{"name": "croupier", "value": issued.secret, "url": person.address}])
    person.context.add_init_script("localStorage.setItem('croupier came in', 'true')")
    return person
