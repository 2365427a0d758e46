"""Every kind of bearer that can stand before a house, and what the table of permissions says of each."""

from __future__ import annotations

from dataclasses import dataclass

import httpx

from croupier.house.people import users
from croupier.house.people.permissions import ASSIGNED, BEFORE_CHANGE, NOBODY, OTHER, OWN, PERMISSIONS, Bearer, Needs
from croupier.house.people.roles import SCOPES
from croupier.house.people.tokens import end_all, hash_of
from croupier.house.storage import database
from croupier.house.storage.schema import passes
from support.house.people import ARGON, PASSWORD, hire
from support.service.houses import Inside, Visitor

TABLE = "uth-ma"
ANOTHERS = 3  # the seat of somebody who is not among them
NO_SOCKET = {"manager who was signed out", "manager whose time is over", "somebody with another's cookie"}


@dataclass
class Who:
    """Somebody at the door."""

    visitor: Visitor
    role: Bearer
    assigned: bool = False
    scopes: frozenset[str] | None = None  # of a token
    must_change: bool = False
    seat: int = 0  # the own one


_FACE_DOWN = ("command deal", "command burn")


def is_open(who: Who, action: str, *, own: bool, cards: bool = False) -> bool:
    """What the table of permissions says, read here once more."""
    permission = PERMISSIONS[action]
    needs = permission.may.get(who.role)
    holds = (OWN if own else OTHER) | (ASSIGNED if who.assigned else Needs.NOTHING)
    if needs is None or (needs & ~holds):
        return False
    if who.must_change and action not in BEFORE_CHANGE:
        return False
    if cards and action in _FACE_DOWN and "scan" not in (who.scopes or ()):
        return False  # who deals does not know the cards
    if who.scopes is None:
        return True
    if not who.scopes & set(permission.scopes):
        return False
    scans_only = "scan" in who.scopes and "deal" not in who.scopes
    return not scans_only or cards or not action.startswith("command ")


def everybody_in(house: Inside) -> dict[str, Who]:
    """Every kind of bearer there is, at a house with the one table; a seat has who is among them, and so has another.

    Whose pass has ended, by whatever it did, is nobody.
    """
    guest, player, other = house.guest(), house.guest(), house.guest()
    player.post("/accounts", {"login": "player", "password": PASSWORD})
    for seat, each in enumerate((guest, player, other), start=1):
        assert each.sit(TABLE, seat).status_code == 200
    found = {
        "nobody": Who(house.nobody(), NOBODY),
        "guest": Who(guest, "guest", seat=1),
        "player": Who(player, "player", seat=2),
        "dealer": Who(house.hired("dealer", "dealer", TABLE), "dealer", assigned=True),
        "dealer elsewhere": Who(house.hired("dealer2", "dealer"), "dealer"),
        "floor": Who(house.hired("floor", "floor", TABLE), "floor", assigned=True),
        "floor elsewhere": Who(house.hired("floor2", "floor", "other"), "floor"),
        "auditor": Who(house.hired("auditor", "auditor"), "auditor"),
        "manager": Who(house.hired("boss", "manager"), "manager"),
    }
    for scope, roles in SCOPES.items():
        for role in roles:
            works = role in {"dealer", "floor"}
            visitor = house.token(role, scope, *([TABLE] if works else []))
            found[f"{role} with {scope}"] = Who(visitor, role, works, frozenset({scope}))
    with database.writing(house.house.engine) as connection:
        users.hire(connection, "New", "new-floor", "floor", ARGON.hash("the one-time one"), house.clock())
        revoked = hire(connection, "gone", "manager", house.clock())
    new = house.nobody()
    assert new.post("/session", {"login": "new-floor", "password": "the one-time one"}).status_code == 200
    found["floor with a one-time password"] = Who(new, "floor", must_change=True)
    gone, late = house.nobody(), house.hired("late", "manager")
    assert gone.post("/session", {"login": "gone", "password": PASSWORD}).status_code == 200
    with database.writing(house.house.engine) as connection:
        end_all(connection, revoked, house.clock())
        over = {"expires": house.clock()}
        connection.execute(passes.update().where(passes.c.hash == hash_of(late.cookie)).values(over))
    house.clock.on(1)
    found["manager who was signed out"] = Who(gone, NOBODY)
    found["manager whose time is over"] = Who(late, NOBODY)
    found["somebody with another's cookie"] = Who(Visitor(house.client, "x" * 43), NOBODY)
    return found


def turned_away(answer: httpx.Response, action: str) -> bool:
    """Whether it was the table of permissions that refused this."""
    if answer.status_code not in {401, 403}:
        return False
    problem = answer.json()
    return bool(problem["document"] == "the house" and problem["about"] == action)
