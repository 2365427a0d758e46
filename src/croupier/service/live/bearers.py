"""Authentication of cookies and tokens: looked up off the loop, and checked again at least twice a second.

A token that ends in this process is known at once; one that another process has ended is found within half a second.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import Executor
from contextlib import AbstractContextManager
from functools import partial
from typing import TypeVar

from sqlalchemy import Connection, select

from croupier.house.people import tokens
from croupier.house.people.roles import Kind, Principal
from croupier.house.storage.register import Rights
from croupier.house.storage.schema import assignments, persons
from croupier.house.storage.schema import passes as stored

FRESH = 500  # milliseconds for which a principal is not looked up again
MOST_KEPT = 10_000
_AT_ONCE = 500  # passes that are looked at in one query
T = TypeVar("T")
Reading = Callable[[], AbstractContextManager[Connection]]


class Bearers:
    """The cache of principals by the secrets that they sent lately."""

    def __init__(
        self, reading: Reading, readers: Executor, now: Callable[[], int], rights: Callable[[Connection], Rights]
    ) -> None:
        self._reading, self._readers, self._now, self.rights = reading, readers, now, rights
        self._kept: OrderedDict[str, tuple[Principal, int]] = OrderedDict()  # by secret, and when it was looked up

    async def read(self, look: Callable[[Connection], T]) -> T:
        """Look something up in the database, off the loop."""

        def looking() -> T:
            with self._reading() as connection:
                return look(connection)

        return await asyncio.get_running_loop().run_in_executor(self._readers, looking)

    async def known(self, secret: str, kind: Kind) -> Principal | None:
        """The principal of a secret that came as a cookie or as a token; None if it is not good, or of another kind."""
        if not secret:
            return None
        now = self._now()
        kept = self._kept.get(secret)
        if kept is not None and now - kept[1] < FRESH and kept[0].expires > now:
            found: Principal | None = kept[0]
        else:
            found = await self.read(lambda connection: tokens.who(connection, secret, now, self.rights(connection)))
            self._keep(secret, found, now)
        return found if found is not None and found.kind == kind else None

    async def changed(self, some: Iterable[Principal]) -> set[str]:
        """The hashes of those of these principals' tokens that are good no longer, or open something else now."""
        now, bearers = self._now(), {each.hash: each for each in some}
        changed: set[str] = set()
        hashes = list(bearers)
        for at in range(0, len(hashes), _AT_ONCE):
            asked = hashes[at : at + _AT_ONCE]
            good = await self.read(partial(_good, hashes=asked, now=now))
            changed.update(each for each in asked if good.get(each) != bearers[each].assigned)
        self.forget(changed)
        return changed

    def forget(self, ended: Iterable[str]) -> None:
        """Forget tokens that have ended or open something else now, by their hashes."""
        gone = set(ended)
        for secret in [each for each, (known, _) in self._kept.items() if known.hash in gone]:
            del self._kept[secret]

    def forget_person(self, person: str) -> None:
        """Forget the tokens of a person who has changed."""
        self.forget([known.hash for known, _ in self._kept.values() if known.person == person])

    def _keep(self, secret: str, principal: Principal | None, now: int) -> None:
        if principal is None:
            self._kept.pop(secret, None)
            return
        self._kept[secret] = principal, now
        self._kept.move_to_end(secret)
        if len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


def _good(connection: Connection, hashes: list[str], now: int) -> dict[str, frozenset[str]]:
    """The passes among these that are good, each with the tables that its person is assigned to.

    A change of role ends all passes of a person, so that there is nothing else to look at.
    """
    joined = stored.join(persons, persons.c.id == stored.c.person).outerjoin(
        assignments, assignments.c.person == stored.c.person
    )
    good = (stored.c.hash.in_(hashes), stored.c.revoked == 0, stored.c.expires > now, persons.c.ended == 0)
    found: dict[str, frozenset[str]] = {}
    for hashed, table_name in connection.execute(
        select(stored.c.hash, assignments.c.stream).select_from(joined).where(*good)
    ):
        found[hashed] = found.get(hashed, frozenset()) | ({table_name} if table_name else frozenset())
    return found
