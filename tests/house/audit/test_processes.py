"""`verify` over several processes: it says the same as one process, of a whole house and of one that was altered."""

from __future__ import annotations

import shutil
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest
from sqlalchemy import Engine, select
from support.house.databases import database as database_of
from support.house.databases import in_file
from support.house.running_house import KEY, KEYRING, sqlite
from support.portions import portion
from test_since_checkpoint import FIRST, SECOND, grown, note

from croupier.house.audit import processes
from croupier.house.audit.extent import WHOLE, since
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import verify
from croupier.house.audit.verify_tables import Part, Span
from croupier.house.storage import database, schema, sums

Progress = Callable[[int, int], None]


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every session is worth a process."""
    monkeypatch.setattr(sums, "EVERY", 5)
    monkeypatch.setattr(processes, "ROWS", 1)
    monkeypatch.setattr(processes, "LEAST", 1)


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("grown")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "EVERY", 5)
        grown(sqlite(folder)).dispose()
    (file,) = folder.glob("*.sqlite3")
    return file


@pytest.fixture
def engine(stored: Path, tmp_path: Path) -> Iterator[Engine]:
    made = in_file(Path(shutil.copy(stored, tmp_path)))
    yield made
    made.dispose()


def looked(engine: Engine, cores: int, progress: Progress | None = None, *, later: bool = False) -> Report:
    with database.at_one_moment(engine) as connection:
        extent = since(connection, note(connection), KEY.public) if later else WHOLE
        return verify(connection, KEYRING, KEY.public, extent, progress, cores)


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
def test_other_processes_audit_sessions_that_are_over(kind: str, engine: Engine) -> None:
    if kind == "sqlite":
        found, alone = looked(engine, 2), looked(engine, 1)
    else:
        with database_of("postgresql") as made:
            grown(made)
            found, alone = looked(made, 2), looked(made, 1)
    assert found == alone
    assert (found.findings, found.counted["sessions"]) == ([], 4)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[Span]:
    """The spans that other processes would audit; here a thread does."""
    spans: list[Span] = []
    audited = processes.audited

    def noted(house: processes.HouseAddress, span: Span) -> Part | None:
        spans.append(span)
        return audited(house, span)

    monkeypatch.setattr(processes, "audited", noted)
    monkeypatch.setattr(processes, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
    return spans


def firsts(engine: Engine) -> dict[str, int]:
    with database.reading(engine) as connection:
        found = connection.execute(select(schema.sessions.c.id, schema.sessions.c.first))
        return {str(session): int(first) for session, first in found}


def test_each_session_but_the_last_of_a_table_is_a_span(engine: Engine, asked: list[Span]) -> None:
    told: list[int] = []
    assert looked(engine, 2, lambda done, _: told.append(done)) == looked(engine, 1)
    begun = firsts(engine)
    assert asked == [
        Span("uth", 1, begun[SECOND] - 1),
        Span("uth", begun[SECOND], begun["uth-3"] - 1),
    ]
    asked.clear()
    assert looked(engine, 2, later=True) == looked(engine, 1, later=True)
    assert asked == [Span("uth", begun[SECOND], begun["uth-3"] - 1)]


def test_a_short_record_and_one_core_start_no_process(
    engine: Engine, asked: list[Span], monkeypatch: pytest.MonkeyPatch
) -> None:
    looked(engine, 1)
    monkeypatch.setattr(processes, "LEAST", 10**6)
    looked(engine, 2)
    assert asked == []


def test_a_process_that_dies_is_done_without(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    def died(_house: processes.HouseAddress, _span: Span) -> Part | None:
        raise BrokenProcessPool

    monkeypatch.setattr(processes, "audited", died)
    monkeypatch.setattr(processes, "ProcessPoolExecutor", lambda *_: ThreadPoolExecutor(1))
    assert looked(engine, 2) == looked(engine, 1)


def test_processes_start_without_the_terminals_interrupts() -> None:
    with processes._uninterrupted():  # noqa: SLF001 - a process would have to be interrupted while it loads
        assert signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, ())
    assert signal.SIGINT not in signal.pthread_sigmask(signal.SIG_BLOCK, ())


CITED = "(SELECT max(seq) FROM cited WHERE session = '{session}')"
POSTED = "(SELECT max(seq) FROM postings WHERE stream = 'uth' AND seq <= {row})"
ALTERED = (
    "UPDATE journal SET round = 77 WHERE stream = 'uth' AND seq = {row}",
    "UPDATE journal SET session = 'lir-1' WHERE stream = 'uth' AND seq = {row}",
    "DELETE FROM journal WHERE stream = 'uth' AND seq = {first}",
    "UPDATE journal SET seq = 1000000 WHERE stream = 'uth' AND seq = {row}",
    "DELETE FROM journal WHERE stream = 'uth' AND seq = {row}",
    "UPDATE sessions SET first = first + 1 WHERE id = '{session}'",
    "UPDATE sessions SET first = {row} WHERE id = '{session}'",
    "UPDATE sessions SET closed = closed + 1 WHERE id = '{session}'",
    "UPDATE sessions SET id = 'another' WHERE id = '{session}'",
    "DELETE FROM sessions WHERE id = '{session}'",
    """INSERT INTO sessions SELECT 'more', stream, first + 1, opened, closed, engine, header, sealed, seed
    FROM sessions WHERE id = '{session}'""",
    "UPDATE rounds SET at = 1 WHERE session = '{session}'",
    "UPDATE rounds SET session = 'another' WHERE session = '{session}'",
    "UPDATE played SET net = net + 1 WHERE session = '{session}'",
    "UPDATE cited SET round = 77 WHERE session = '{session}' AND seq = {cited}",
    "DELETE FROM snapshots WHERE session = '{session}'",
    "UPDATE postings SET amount = amount + 1 WHERE stream = 'uth' AND seq = {posted}",
    "UPDATE postings SET seq = 1000000 WHERE stream = 'uth' AND seq = {posted}",
    "UPDATE leaves SET seq = seq + 1 WHERE session = '{session}'",
    "UPDATE tips SET seq = seq + 1 WHERE stream = 'uth'",
    "DELETE FROM journal WHERE stream = 'uth' AND session = '{session}'",
)
SESSIONS = (FIRST, SECOND, "uth-3")
# Each in every session, first in one that is another for the next.
SPOILT = [
    pytest.param(altered, SESSIONS[(number + more) % 3]) for number, altered in enumerate(ALTERED) for more in range(3)
]


@pytest.mark.parametrize(("altered", "session"), portion(SPOILT, 3))
def test_findings_are_those_of_one_process(engine: Engine, asked: list[Span], altered: str, session: str) -> None:
    first = firsts(engine)[session]
    with engine.begin() as connection:
        statement = altered.replace("{cited}", CITED).replace("{posted}", POSTED)
        changed = connection.exec_driver_sql(statement.format(session=session, row=first + 3, first=first)).rowcount
    found = looked(engine, 2)
    assert found == looked(engine, 1)
    assert bool(found.findings) == bool(changed)
    assert asked or "SET first" in altered or "sessions" in altered
