"""A driver of the database that fails at a call of one's choosing, as drivers do."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

from sqlalchemy import Engine, event

from croupier.house import database

FAULTS: dict[str, Callable[[], Exception | None]] = {
    "an error": lambda: sqlite3.OperationalError("disk I/O error"),
    "a full disk": lambda: sqlite3.OperationalError("database or disk is full"),
    "a conflict": lambda: sqlite3.IntegrityError("UNIQUE constraint failed"),
    "a lost connection": lambda: sqlite3.ProgrammingError("Cannot operate on a closed database."),
    "slowness": lambda: None,
}
AFTER = "a connection lost after it was done"
KINDS = (*FAULTS, AFTER)


class Plan:
    """Which calls fail, and how; calls are counted in whichever thread they are made."""

    def __init__(self) -> None:
        self._lock = Lock()
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
        if not fails:
            return do()
        if self.kind == AFTER:
            do()
            raise sqlite3.OperationalError("connection lost")
        error = FAULTS[self.kind]()
        if error is not None:
            raise error
        time.sleep(0.02)
        return do()


class _Cursor(sqlite3.Cursor):
    def execute(self, sql: str, *args: Any) -> Any:  # noqa: ANN401 - as the driver has it
        return self.connection.plan.call(sql, lambda: super(_Cursor, self).execute(sql, *args))  # type: ignore[attr-defined]

    def executemany(self, sql: str, *args: Any) -> Any:  # noqa: ANN401 - as the driver has it
        return self.connection.plan.call(sql, lambda: super(_Cursor, self).executemany(sql, *args))  # type: ignore[attr-defined]


class _Connection(sqlite3.Connection):
    plan: Plan

    def cursor(self, factory: Any = _Cursor) -> Any:  # noqa: ANN401 - as the driver has it
        return super().cursor(factory)

    def commit(self) -> None:
        self.plan.call("COMMIT", super().commit)


def faulty(path: Path) -> tuple[Engine, Plan]:
    """A database in a file that is there, and how to make it fail."""
    engine, plan = database.connect(database.in_file(path)), Plan()

    def connect(_: object, __: object, args: Any, named: dict[str, Any]) -> sqlite3.Connection:  # noqa: ANN401 - a dialect's
        connection = sqlite3.connect(*args, **named, factory=_Connection)
        connection.plan = plan
        return connection

    event.listen(engine, "do_connect", connect)
    return engine, plan
