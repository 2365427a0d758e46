"""`verify` since a signed checkpoint: sessions before it are not read again, and all that has come since is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Connection, Engine, func, select, update
from support.house.databases import database as database_of
from support.house.evening_house import LOG, signed
from support.house.running_house import HOUSE, KEY, KEYRING, Running, sqlite

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import NoteError
from croupier.house.audit.extent import WHOLE, Extent, since
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import verify
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import LogError
from croupier.house.storage import database, schema, sums

FIRST, SECOND, THIRD = "uth-1", "uth-2", "uth-3"


def grown(engine: Engine) -> Engine:
    """A table in three sessions: the checkpoint is signed within the second; another table is opened after it."""
    run = Running(engine)
    with database.writing(engine) as connection:
        log = transparency_log.begin(connection, HOUSE, LOG)
    for person in ("p-ann", "p-bob"):
        run.guest(person)
    for session in (FIRST, SECOND, THIRD):
        run.open("uth", session=session)
        run.sit("uth", 1, "p-ann")
        run.play("uth")
        if session == SECOND:
            signed(run, log)
            run.open("lir", "lir-nj", session="lir-1")
            run.sit("lir", 1, "p-bob")
            run.play("lir")
        run.play("uth")
        if session != THIRD:
            run.close("uth")
    run.stop()
    return engine


@pytest.fixture(scope="module", params=["sqlite", "postgresql"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sums, "EVERY", 5)
        if request.param == "sqlite":
            made = grown(sqlite(tmp_path_factory.mktemp("grown")))
            yield made
            made.dispose()
        else:
            with database_of("postgresql") as found:
                yield grown(found)


@pytest.fixture
def conn(engine: Engine) -> Iterator[Connection]:
    """The house for somebody to spoil; afterwards it is as it was."""
    with engine.connect() as connection:
        yield connection
        connection.rollback()


def note(conn: Connection) -> str:
    (found,) = conn.scalars(select(schema.checkpoints.c.note))
    return str(found)


def looked(conn: Connection, extent: Extent = WHOLE) -> Report:
    return verify(conn, KEYRING, KEY.public, extent)


def test_sessions_before_the_checkpoint_are_not_read_and_all_else_is(conn: Connection) -> None:
    extent = since(conn, note(conn), KEY.public)
    first = conn.execute(select(schema.sessions.c.first).where(schema.sessions.c.id == SECOND)).scalar_one()
    assert (extent.first("uth"), extent.first("lir"), extent.passed) == (first, 1, 1)
    whole, part = looked(conn), looked(conn, extent)
    assert (whole.findings, whole.unchecked, part.findings) == ([], [], [])
    assert part.unchecked == ["1 session before the checkpoint of 3 rounds, but for their place in the log"]
    assert whole.counted["rows"] - part.counted["rows"] == first - 1
    assert (whole.counted["sessions"], part.counted["sessions"]) == (4, 3)
    assert (whole.counted["rounds"], part.counted["rounds"]) == (7, 5)


def test_progress_is_told_in_rows_up_to_all_of_them(conn: Connection, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.house.audit.verify._AT_ONCE", 1)
    told: list[tuple[int, int]] = []

    def tell(done: int, of: int) -> None:
        told.append((done, of))

    for extent in (WHOLE, since(conn, note(conn), KEY.public)):
        told.clear()
        report = verify(conn, KEYRING, KEY.public, extent, tell)
        assert [done for done, _ in told] == list(range(1, report.counted["rows"] + 1))
        assert {of for _, of in told} == {report.counted["rows"]}


SPOILT = ("journal", "rounds", "cited", "postings", "leaves")


@pytest.mark.parametrize("name", SPOILT)
def test_what_was_altered_since_is_found_and_before_it_by_the_whole_audit(conn: Connection, name: str) -> None:
    table, extent = schema.metadata.tables[name], since(conn, note(conn), KEY.public)
    for end, found in ((func.max, True), (func.min, name in {"leaves", "postings"})):  # those of a wallet
        with conn.begin_nested() as savepoint:
            one = select(end(table.c.seq)).where(table.c.stream == "uth").scalar_subquery()
            row = (table.c.stream == "uth", table.c.seq == one)
            by = {"journal": {"round": 77}, "rounds": {"at": 1}, "cited": {"round": 77}, "postings": {"amount": 7}}
            conn.execute(update(table).where(*row).values(by.get(name, {"head": bytes(64)})))
            assert bool(looked(conn, extent).findings) == found
            assert looked(conn).findings
            savepoint.rollback()


def test_rows_that_were_put_in_or_taken_out_since_are_found(conn: Connection) -> None:
    extent = since(conn, note(conn), KEY.public)
    for table in (schema.played, schema.rounds, schema.postings, schema.account_sums, schema.cited):
        with conn.begin_nested() as savepoint:
            last = conn.execute(select(table).where(table.c.stream == "uth", *extent.read(table))).mappings().all()[-1]
            conn.execute(table.delete().where(*(each == last[each.name] for each in table.primary_key)))
            assert looked(conn, extent).findings, table.name
            number = next(each for each in ("line", "round", "upto", "seq") if each in table.c)
            conn.execute(table.insert().values({**last, number: 10**6}))
            assert looked(conn, extent).findings, table.name
            savepoint.rollback()


def test_a_note_that_the_house_has_not_signed_or_that_its_log_contradicts_is_refused(conn: Connection) -> None:
    right = note(conn)
    point = signed_notes.Checkpoint.read(signed_notes.text_of(right))

    def other(key: PrivateKey = KEY, **fields: object) -> str:
        changed = point._replace(**fields)  # type: ignore[arg-type]
        return signed_notes.signed(changed.text(), changed.origin, key)

    for wrong, error, why in (
        ("", NoteError, "no signed note"),
        (right.replace("\n3\n", "\n2\n"), NoteError, "it was altered"),
        (other(PrivateKey(bytes(32))), NoteError, "not with the key"),
        (other(size=99), LogError, "99 rounds"),
        (other(size=0), LogError, "0 rounds"),
        (other(root=bytes(32)), LogError, "do not make the root"),
        (other(origin="x/1"), LogError, "has 0 there"),
    ):
        with pytest.raises(error, match=why):
            since(conn, wrong, KEY.public)
