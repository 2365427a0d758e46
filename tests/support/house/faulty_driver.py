"""A driver of the database that fails at a call of one's choosing, as drivers do."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Lock
from typing import Any

from sqlalchemy import Engine

from croupier.house.storage import database

FAULTS = {
    "an error": ("OperationalError", "disk I/O error"),
    "a full disk": ("OperationalError", "database or disk is full"),
    "a conflict": ("IntegrityError", "UNIQUE constraint failed"),
    "a lost connection": ("ProgrammingError", "Cannot operate on a closed database."),
}
AFTER = "a connection lost after it was done"
SLOW = "slowness"
KINDS = (*FAULTS, SLOW, AFTER)


class Plan:
    """Which calls fail, and how; calls are counted in whichever thread they are made."""

    def __init__(self, driver: Any) -> None:  # noqa: ANN401 - a module of its own kind
        self._driver, self._lock = driver, Lock()
        self.calls = 0
        self.kind = ""
        self.first = self.last = 0
        self.hit: list[str] = []  # the calls that failed

    def fail(self, kind: str, first: int, many: int = 1) -> None:
        """From now on some calls fail in this way, beginning with the `first`th."""
        with self._lock:
            self.calls, self.kind, self.first, self.last, self.hit = 0, kind, first, first + many - 1, []

    def call(self, what: str, do: Callable[[], Any]) -> Any:  # noqa: ANN401 - whatever a driver answers
        """Do it, or fail."""
        with self._lock:
            self.calls += 1
            fails = bool(self.kind) and self.first <= self.calls <= self.last
            if fails:
                self.hit.append(what)
        if fails and self.kind in FAULTS:
            name, says = FAULTS[self.kind]
            raise getattr(self._driver, name)(says)
        if fails and self.kind == SLOW:
            time.sleep(0.02)
        came = do()
        if fails and self.kind == AFTER:
            raise self._driver.OperationalError("connection lost")
        return came


def faulty(url: str) -> tuple[Engine, Plan]:
    """A database that is there, and how to make it fail."""
    engine = database.connect(url)
    dialect: Any = engine.dialect
    plan = Plan(dialect.dbapi)
    execute, many, commit = dialect.do_execute, dialect.do_executemany, dialect.do_commit
    dialect.do_execute = lambda cursor, sql, *more: plan.call(sql, lambda: execute(cursor, sql, *more))
    dialect.do_executemany = lambda cursor, sql, *more: plan.call(sql, lambda: many(cursor, sql, *more))
    dialect.do_commit = lambda connection: plan.call("COMMIT", lambda: commit(connection))
    return engine, plan
