"""Queries of a house's record, each as its asker sends it, and how much of the database each goes through."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import grown_house
from grown_house import HOUSE, IRREGULAR, REGULAR, START, STRANGER, TABLES
from sqlalchemy import Connection, Engine, event

from croupier.house.engine import recovery, replay
from croupier.house.ledger import balances
from croupier.house.people import directory, tokens, users
from croupier.house.people.roles import ROLES, STAFF
from croupier.house.records import recall, seeds, shares, significant_event_search, statements, status, transparency_log
from croupier.house.records.export import recording
from croupier.house.records.figures import figures
from croupier.house.records.interventions import interventions
from croupier.house.records.recall import RoundQuery
from croupier.house.records.significant_event_search import EventQuery
from croupier.house.storage import journal, register
from croupier.house.storage.vault import Keyring
from croupier.house.tables import rollover
from croupier.table.views.view import AUDITOR, Viewer
from support.house.people import ARGON

KEYRING = Keyring({1: bytes(32)})
STREAM, SESSION = "uth-1", "uth-1-000001"
_END = 2**62
_DAY = 24 * 3600 * 1000
Ask = Callable[[Connection], Any]
# Tables that grow with what is played; the others grow with people and tables, or stay small.
GROWING = frozenset(
    {
        "journal", "sessions", "snapshots", "rounds", "played", "cited", "postings", "account_sums", "figure_sums",
        "leaves", "tiles", "checkpoints", "persons", "passes", "logins", "wallets",
    }
)  # fmt: skip
# Queries that go through all of a table and are meant to: the whole ledger, as a file that is written while it is read,
# and the migrations of a house of before.
ON_PURPOSE = (
    "FROM postings LEFT OUTER JOIN journal ON",
    "UPDATE played SET at=coalesce(",
    "SELECT persons.id, persons.name, persons.looks \nFROM persons",
)
_OPERATIONS = 20  # of SQLite, from one count to the next


def _search(viewer: Viewer, **wanted: Any) -> Ask:  # noqa: ANN401 - the fields of a query
    return lambda conn: recall.search(conn, RoundQuery(**wanted), viewer)


def _table_ever(conn: Connection) -> object:
    return figures(conn, [f"uth-{number + 1}" for number in range(TABLES)], 0, _END)


def _log(conn: Connection) -> transparency_log.Log:
    log = transparency_log.current(conn, HOUSE)
    assert log is not None
    return log


def _proof(conn: Connection) -> object:
    return transparency_log.proof(conn, _log(conn), STREAM, SESSION, 1)


def _session(conn: Connection) -> replay.Session:
    about = replay.session(conn, SESSION)
    assert about is not None
    return about


_regular, _stranger = Viewer("player", REGULAR), Viewer("player", STRANGER)
# Whatever grows with the rounds of a house must not be gone through for these.
BOUNDED: dict[str, Ask] = {
    "own rounds": _search(_regular),
    "own rounds of a clause": _search(_regular, clause="uth-ma 10(e)"),
    "own rounds of a clause that is never cited": _search(_regular, clause="uth-ma 99"),
    "rounds of a clause, for a guest who never played": _search(_stranger, clause="uth-ma 10(e)"),
    "rounds of an amount, for a guest who never played": _search(_stranger, amount=10**9),
    "all rounds": _search(AUDITOR),
    "rounds of a clause": _search(AUDITOR, clause="uth-ma 10(e)"),
    "rounds of a clause that is never cited": _search(AUDITOR, clause="uth-ma 99"),
    "rounds of an irregularity": _search(AUDITOR, irregularity=IRREGULAR),
    "rounds of a table": _search(AUDITOR, stream=STREAM),
    "rounds of a session": _search(AUDITOR, session=SESSION),
    "rounds of a number": _search(AUDITOR, stream=STREAM, session=SESSION, round=3),
    "rounds of a person": _search(AUDITOR, person=REGULAR),
    "rounds of a day": _search(AUDITOR, since=START, before=START + _DAY),
    "a statement of a day": lambda conn: statements.part(conn, REGULAR, START, START + 3_600_000, 1000),
    "a statement of who never played": lambda conn: statements.part(conn, STRANGER, 0, _END, 1000),
    "wallets": lambda conn: balances.balances(conn, "wallet/", "", 101),
    "sessions": lambda conn: replay.latest(conn, "", 51),
    "sessions of a table": lambda conn: replay.latest(conn, SESSION, 51, STREAM),
    "seeds": lambda conn: seeds.sessions(conn, KEYRING, STREAM, _END, _END, 51),
    "people": lambda conn: directory.listed(conn, ROLES, "", 51),
    "the staff": lambda conn: directory.listed(conn, STAFF, "", 51),
    "a person": lambda conn: directory.listed(conn, ROLES, "", 1, STRANGER),
    "the managers": lambda conn: users.first_manager(conn, "", START),
    "rights": register.stands,
    "a login": lambda conn: users.entry(conn, "zoe", START, ARGON),
    "a pass": lambda conn: tokens.who(conn, "no secret", START),
    "a person's passes": lambda conn: tokens.passes_of(conn, STRANGER, START),
    "a device": lambda conn: tokens.device_of(conn, "0" * 64, "zoe"),
    "links": lambda conn: shares.shared_by(conn, REGULAR),
    "tables that are open": recovery.open_sessions,
    "sessions that are open": rollover.open_sessions,
    "the session of a row": lambda conn: replay.sessions(conn, STREAM, replay.began(conn, STREAM, 10**6)),
    "the tables": journal.tables,
    "a request that came before": lambda conn: journal.asked_before(conn, STREAM, "", "1-1"),
    "house time": journal.latest,
    "corrections after a round": lambda conn: recall.corrected_after(conn, _session(conn), 1, 8),
    "a proof": _proof,
    "the log": lambda conn: status.log_stands(conn, _log(conn), grown_house.KEY.public),
    "a row": lambda conn: journal.at(conn, STREAM, 17),
    "names": lambda conn: users.named(conn, {REGULAR, STRANGER}),
    "the header of an export": lambda conn: list(_first(recording(conn, KEYRING, _session(conn)), 1)),
}
# These go through a bounded number of rounds, or sum up what is one person's, one table's or the house's by an index.
LONGER: dict[str, Ask] = {
    "rounds of an amount": _search(AUDITOR, amount=10**9),
    "interventions of an hour": lambda conn: interventions(conn, [STREAM], START, START + 3_600_000),
    "figures of an hour": lambda conn: figures(conn, [STREAM], START, START + 3_600_000),
    "significant events": lambda conn: significant_event_search.search(conn, EventQuery(), _END, 50),
    "void rounds": _search(AUDITOR, void=True),
    "significant events of a kind": lambda conn: significant_event_search.search(conn, EventQuery("never"), _END, 50),
    "the last part of a statement": lambda conn: statements.part(conn, REGULAR, _END - 1, _END, 1000),
    "figures since the beginning": _table_ever,
    "figures of half a year": lambda conn: figures(conn, [STREAM], START + _DAY, START + 180 * _DAY),
    "the ledger": lambda conn: balances.balances(conn, "", "", 101),
    "a tray": lambda conn: balances.balances(conn, f"tray/{STREAM}"),
    "the first part of a statement": lambda conn: statements.part(conn, REGULAR, 0, _END, 1000),
}


def _first(lines: Iterator[bytes], many: int) -> Iterator[bytes]:
    for _, line in zip(range(many), lines, strict=False):
        yield line


@contextmanager
def scanned() -> Iterator[dict[str, list[str]]]:
    """The queries that go through a table that grows, with the steps that do, of all that this process sends meanwhile.

    SQLite plans without looking at the rows, so that the plan in a small house is that in a large one.
    """
    found: dict[str, list[str]] = {}
    known: set[str] = set()

    def explain(conn: Connection, _: object, statement: str, parameters: Any, __: object, many: object) -> None:  # noqa: ANN401 - a driver's own
        kind = statement.split(maxsplit=1)[0].upper()
        if many or statement in known or kind not in {"SELECT", "WITH", "UPDATE", "DELETE"}:
            return
        known.add(statement)
        steps = scans(statement, _plan(conn, "EXPLAIN QUERY PLAN", statement, parameters))
        if steps and not any(each in statement for each in ON_PURPOSE):
            found[statement] = steps

    event.listen(Engine, "before_cursor_execute", explain)
    try:
        yield found
    finally:
        event.remove(Engine, "before_cursor_execute", explain)


def _plan(conn: Connection, explains: str, statement: str, parameters: Any) -> list[str]:  # noqa: ANN401 - a driver's own
    cursor = conn.connection.cursor()
    cursor.execute(f"{explains} {statement}", parameters)
    return [str(row[-1]) for row in cursor.fetchall()]


@contextmanager
def plans(engine: Engine, found: list[tuple[str, list[str]]]) -> Iterator[None]:
    """Put the plan of every query that is sent meanwhile into `found`."""
    explains = "EXPLAIN QUERY PLAN" if engine.dialect.name == "sqlite" else "EXPLAIN"

    def explain(conn: Connection, _: object, statement: str, parameters: Any, *__: object) -> None:  # noqa: ANN401 - a driver's own
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            found.append((statement, _plan(conn, explains, statement, parameters)))

    event.listen(engine, "before_cursor_execute", explain)
    try:
        yield
    finally:
        event.remove(engine, "before_cursor_execute", explain)


def scans(statement: str, plan: list[str]) -> list[str]:
    """The steps of a plan that go through a table that grows, or make an index of it for this once.

    Where only so many rows are wanted, an index may be gone along until there are as many.
    """
    limited = " LIMIT " in " ".join(statement.upper().split())
    return [step for step in plan if _is_scan(step.split(), limited=limited) or "AUTOMATIC" in step]


def _is_scan(words: list[str], *, limited: bool) -> bool:
    return words[0] == "SCAN" and words[1] in GROWING and not ("INDEX" in words and limited)


def work(connection: Connection, ask: Ask) -> int:
    """The work of a query, in operations of SQLite's machine."""
    done = [0]

    def count() -> int:
        done[0] += 1
        return 0

    driver: Any = connection.connection.driver_connection
    driver.set_progress_handler(count, _OPERATIONS)
    try:
        ask(connection)
    finally:
        driver.set_progress_handler(None, 0)
    return done[0] * _OPERATIONS
