"""Whatever is altered in what the house has on record is found, and named; what is as it was written is not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from sqlalchemy import BigInteger, Column, Connection, Engine, LargeBinary, Table, and_, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from support.house.databases import database as database_of
from support.house.evening_house import evening, evening_in
from support.house.running_house import KEY, KEYRING

from croupier.crypto.keys import PrivateKey
from croupier.house.audit import verify as verify_module
from croupier.house.audit import verify_log, verify_tables
from croupier.house.audit.findings import Report
from croupier.house.audit.verify import CHECKED, REGISTERED, UNCHECKED, verify
from croupier.house.engine import unit_of_work
from croupier.house.ledger.postings import Posting, postings
from croupier.house.records import transparency_log
from croupier.house.storage import database, journal, schema, sums
from croupier.house.storage.journal import CAGE
from croupier.house.storage.vault import Keyring
from croupier.table.decide import ENGINE
from croupier.table.recording import audit

SNAPSHOTS = 7  # commands from one to the next, so that a short evening has some
EVERY = 6  # rows that are summed up together
WIDTH = 1  # levels of the tree from one tile to the next

LONG_AFTER = {"snapshots", "tiles", "account_sums", "figure_sums"}  # tables that a short evening does not reach
# Where a finding about a table's rows is filed, besides under the table's own name and the row's stream.
FILED = {"leaves": {"log"}, "tiles": {"log"}, "checkpoints": {"log"}}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """A house after an evening, with something in every table that is checked."""
    with pytest.MonkeyPatch.context() as patch:
        for module in (unit_of_work, verify_tables):
            patch.setattr(module, "SNAPSHOTS", SNAPSHOTS)
        for module in (transparency_log, verify_log):
            patch.setattr(module, "WIDTH", WIDTH)
        patch.setattr(sums, "EVERY", EVERY)
        made = evening(tmp_path_factory.mktemp("evening"))
        yield made
        made.dispose()


@pytest.fixture
def spoiled(engine: Engine) -> Iterator[Connection]:
    """The house for somebody to spoil; afterwards it is as it was."""
    with engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        yield connection
        connection.rollback()


def looked(connection: Connection) -> Report:
    return verify(connection, KEYRING, KEY.public)


def rows(connection: Connection, table: Table) -> list[dict[str, Any]]:
    found = connection.execute(select(table).order_by(*table.primary_key)).mappings()
    return [{str(name): value for name, value in row.items()} for row in found]


def is_row(table: Table, row: Mapping[str, Any]) -> Any:  # noqa: ANN401 - SQLAlchemy's own
    return and_(*(each == row[each.name] for each in table.primary_key))


def is_named(report: Report, table: Table, row: Mapping[str, Any]) -> bool:
    places = {table.name, row.get("stream", table.name)} | FILED.get(table.name, set())
    return any(each.where in places and each.says for each in report.findings)


def others(column: Column[Any], value: Any) -> list[Any]:  # noqa: ANN401 - of the column's kind
    """Values that look much like the one that stands there."""
    if isinstance(column.type, BigInteger):
        return [value + 1]
    if isinstance(column.type, LargeBinary):
        return [value[:-1] + bytes([value[-1] ^ 1]) if value else b"\0"]
    return [f"{value[:-1]}{'x' if value[-1:] != 'x' else 'y'}"]


def test_an_evening_is_found_as_it_was_written(engine: Engine) -> None:
    with database.at_one_moment(engine) as connection:
        report = looked(connection)
        many = connection.execute(select(func.count()).select_from(schema.journal)).scalar_one()
    assert report.findings == []
    assert report.unchecked == []
    assert report.counted["rows"] == many
    assert report.counted["rounds"] == 5
    assert report.counted["sessions"] == 3


def test_every_table_is_checked_or_said_not_to_be() -> None:
    checked = {each.name for each in (*CHECKED, *REGISTERED)}
    unchecked = {"facts", "shares", "lessons", "lesson_steps", "drills"}
    assert checked | unchecked == schema.metadata.tables.keys()
    assert not checked & UNCHECKED.keys()
    assert unchecked <= UNCHECKED.keys()


def test_an_evening_has_rows_in_every_table_that_is_checked(engine: Engine) -> None:
    with database.at_one_moment(engine) as connection:
        assert [table.name for table in CHECKED if not rows(connection, table)] == []


COLUMNS = [pytest.param(table, column, id=f"{table.name}.{column.name}") for table in CHECKED for column in table.c]


def spoil_column(connection: Connection, table: Table, column: Column[Any], some: list[dict[str, Any]]) -> int:
    """Alter a column of rows, one at a time; how often that was possible."""
    tried = 0
    for row in some:
        for value in others(column, row[column.name]):
            with connection.begin_nested() as savepoint:
                try:
                    connection.execute(update(table).where(is_row(table, row)).values({column.name: value}))
                except IntegrityError:
                    savepoint.rollback()
                    continue
                tried += 1
                report = looked(connection)
                assert is_named(report, table, row), (table.name, column.name, row, value, report.findings[:3])
                savepoint.rollback()
    return tried


@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_value_altered_in_any_column_is_named(spoiled: Connection, table: Table, column: Column[Any]) -> None:
    """No column is exempt: of each table that is checked, every one is altered, in its last row."""
    assert spoil_column(spoiled, table, column, rows(spoiled, table)[-1:]) == 1


@pytest.mark.prove
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_a_value_altered_in_any_row_is_named(
    spoiled: Connection, table: Table, column: Column[Any], record_property: Callable[[str, object], None]
) -> None:
    tried = spoil_column(spoiled, table, column, rows(spoiled, table))
    assert tried
    record_property("showed", f"{tried} values altered in {table.name}.{column.name}, each found and named")


def spoil_by_deleting(connection: Connection, table: Table, some: list[dict[str, Any]]) -> None:
    for row in some:
        with connection.begin_nested() as savepoint:
            connection.execute(table.delete().where(is_row(table, row)))
            report = looked(connection)
            assert is_named(report, table, row), (table.name, row, report.findings[:3])
            savepoint.rollback()


@pytest.mark.parametrize("table", CHECKED, ids=[table.name for table in CHECKED])
def test_a_row_that_is_taken_out_is_named(spoiled: Connection, table: Table) -> None:
    """The last row too, behind which nothing is left that would miss it."""
    found = rows(spoiled, table)
    spoil_by_deleting(spoiled, table, [found[0], found[-1]])


@pytest.mark.prove
@pytest.mark.parametrize("table", CHECKED, ids=[table.name for table in CHECKED])
def test_any_row_that_is_taken_out_is_named(
    spoiled: Connection, table: Table, record_property: Callable[[str, object], None]
) -> None:
    found = rows(spoiled, table)
    spoil_by_deleting(spoiled, table, found)
    record_property("showed", f"{len(found)} rows taken out of {table.name}, each found and named")


@pytest.mark.parametrize("table", CHECKED, ids=[table.name for table in CHECKED])
def test_a_row_that_is_put_in_is_named(spoiled: Connection, table: Table) -> None:
    """A copy of the last row under each key that differs from it in one part."""
    row = rows(spoiled, table)[-1]
    tried = 0
    for column in table.primary_key:
        copy = row | {column.name: others(column, row[column.name])[0]}
        with spoiled.begin_nested() as savepoint:
            try:
                spoiled.execute(insert(table).values(copy))
            except IntegrityError:
                savepoint.rollback()
                continue
            tried += 1
            report = looked(spoiled)
            assert is_named(report, table, copy), (table.name, copy, report.findings[:3])
            savepoint.rollback()
    assert tried


@pytest.fixture(scope="module")
def grown() -> Iterator[Engine]:
    """The same house in PostgreSQL."""
    with database_of("postgresql") as made:
        yield evening_in(made)


def test_an_evening_in_postgresql_is_found_as_it_was_written(grown: Engine) -> None:
    with database.at_one_moment(grown) as connection:
        report = looked(connection)
    assert (report.findings, report.unchecked, report.counted["rounds"]) == ([], [], 5)


@pytest.mark.parametrize("table", [table for table in CHECKED if table.name not in LONG_AFTER], ids=str)
def test_in_postgresql_too_what_is_altered_is_named(grown: Engine, table: Table) -> None:
    """A short evening keeps no snapshot and no sums there, and its log has no tiles."""
    with grown.connect() as connection:
        for column in table.c:
            assert spoil_column(connection, table, column, rows(connection, table)[-1:])
        connection.rollback()


def test_two_rows_that_change_places_are_named(spoiled: Connection) -> None:
    """Each row is in itself as the vault has sealed it."""
    first, second = rows(spoiled, schema.journal)[-2:]
    for row, lines in ((first, second["lines"]), (second, first["lines"])):
        spoiled.execute(update(schema.journal).where(is_row(schema.journal, row)).values(lines=lines))
    report = looked(spoiled)
    assert any((each.where, each.seq) == (first["stream"], first["seq"]) for each in report.findings)


def test_money_moved_between_wallets_in_the_ledger_and_the_wallets_is_named(spoiled: Connection) -> None:
    """Whoever alters postings and wallets so that all sums hold is contradicted by the events."""
    for person, change in (("p-ann", 100), ("p-bob", -100)):
        wallets, postings = schema.wallets, schema.postings
        spoiled.execute(update(wallets).where(wallets.c.person == person).values(amount=wallets.c.amount + change))
        last = select(func.max(postings.c.seq)).where(postings.c.account == f"wallet/{person}").scalar_subquery()
        of_it = (postings.c.account == f"wallet/{person}", postings.c.seq == last)
        spoiled.execute(update(postings).where(*of_it).values(amount=postings.c.amount + change))
    assert {each.where for each in looked(spoiled).findings} >= {"postings"}


@pytest.mark.parametrize(
    ("table", "column", "value"),
    [
        ("wallets", "amount", "seven"),
        ("wallets", "amount", 7.5),
        ("wallets", "amount", b"7"),
        ("journal", "by", b"p-ann"),
        ("journal", "lines", "no lines"),
        ("leaves", "head", "seven"),
        ("leaves", "head", 7),
        ("sessions", "header", "{}"),
        ("checkpoints", "note", b"a note"),
        ("snapshots", "sealed", "one"),
    ],
)
def test_a_value_of_another_kind_is_named_and_not_looked_into(
    spoiled: Connection, table: str, column: str, value: object
) -> None:
    """SQLite takes anything into any column."""
    where = schema.metadata.tables[table]
    row = rows(spoiled, where)[-1]
    last = f"(SELECT max(rowid) FROM {table})"  # noqa: S608 - our own names
    spoiled.exec_driver_sql(f"UPDATE {table} SET {column} = ? WHERE rowid = {last}", (value,))  # noqa: S608
    report = looked(spoiled)
    assert is_named(report, where, row)
    assert report.unchecked == ["anything else: what cannot be read cannot be compared"]


def test_a_stream_that_the_house_does_not_have_is_named(spoiled: Connection) -> None:
    row = rows(spoiled, schema.journal)[0]
    spoiled.execute(insert(schema.journal).values({**row, "stream": "$other"}))
    assert any(each.where == "$other" for each in looked(spoiled).findings)


def test_another_vault_opens_nothing_and_nothing_is_taken_on_trust(engine: Engine) -> None:
    with database.at_one_moment(engine) as connection:
        report = verify(connection, Keyring({1: bytes(32)}), KEY.public)
    assert {each.where for each in report.findings} >= {"uth", "pro", "$cage", "$significant"}


def test_another_houses_key_has_signed_nothing(engine: Engine) -> None:
    with database.at_one_moment(engine) as connection:
        report = verify(connection, KEYRING, PrivateKey(bytes(32)).public)
    assert {each.where for each in report.findings} >= {"sessions", "log"}


def test_after_the_vaults_key_was_rotated_older_rows_stand(engine: Engine) -> None:
    with database.at_one_moment(engine) as connection:
        assert verify(connection, KEYRING.rotated(), KEY.public).findings == []


def test_what_stands_behind_a_break_is_said_not_to_be_checked(spoiled: Connection) -> None:
    journal = schema.journal
    spoiled.execute(journal.delete().where(journal.c.stream == "uth", journal.c.seq == 4))
    report = looked(spoiled)
    assert any(each.where == "uth" and "rows 4 to 4 are missing" in each.says for each in report.findings)
    assert any("behind row 3" in each for each in report.unchecked)


def test_a_session_of_an_older_engine_is_folded_and_said_so(
    spoiled: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (audit, verify_tables):
        monkeypatch.setattr(module, "ENGINE", ENGINE + 1)
    report = looked(spoiled)
    assert report.findings == []
    assert len(report.unchecked) == 3
    assert all("not decided again" in each for each in report.unchecked)


# ---- what it cannot find, as docs/decisions/0022 says ------------------------------------------------------------


def cut_off(conn: Connection, stream: str, last: int) -> None:
    """The rows of a stream from one on are gone, what they posted and cited too, and the tip says so."""
    for table in (schema.journal, schema.postings, schema.cited, schema.snapshots):
        conn.execute(table.delete().where(table.c.stream == stream, table.c.seq > last))
    row = journal.at(conn, stream, last)
    assert row is not None
    conn.execute(schema.tips.update().where(schema.tips.c.stream == stream).values(seq=last, head=row.head))


@pytest.mark.parametrize("stream", ["$significant", "uth"])
def test_an_end_that_is_cut_off_with_all_that_follows_from_it_is_not_found(spoiled: Connection, stream: str) -> None:
    last = journal.last(spoiled, stream)
    assert last is not None
    cut_off(spoiled, stream, last.seq - 1)
    assert verify(spoiled, KEYRING, KEY.public).findings == []


def test_a_round_that_a_checkpoint_covers_cannot_be_cut_off_so(spoiled: Connection) -> None:
    leaf = spoiled.execute(select(schema.leaves).where(schema.leaves.c.stream == "pro")).first()
    assert leaf is not None
    cut_off(spoiled, "pro", leaf.seq - 1)
    for table in (schema.rounds, schema.played, schema.ended, schema.leaves):
        spoiled.execute(table.delete().where(table.c.stream == "pro", table.c.round >= leaf.round))
    assert "log" in {each.where for each in verify(spoiled, KEYRING, KEY.public).findings}


# ---- the ledger ------------------------------------------------------------------------------------------------


def test_money_at_a_seat_that_goes_to_another_persons_wallet_is_found_by_the_invariants_of_the_ledger(
    spoiled: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The program that posts is at fault, so that ledger, wallets and what verify works out anew all agree."""
    table, wallets = schema.postings, schema.wallets
    took = select(table).where(table.c.account.startswith("wallet/"), table.c.amount > 0, table.c.stream != CAGE)
    found_leg = spoiled.execute(took.order_by(table.c.seq.desc()).limit(1)).mappings().one()
    leg = {str(name): value for name, value in found_leg.items()}
    person = leg["account"].removeprefix("wallet/")
    other = spoiled.scalars(select(wallets.c.person).where(wallets.c.person != person)).first()
    spoiled.execute(update(table).where(is_row(table, leg)).values(account=f"wallet/{other}"))
    for whose, amount in ((person, -leg["amount"]), (other, leg["amount"])):
        spoiled.execute(update(wallets).where(wallets.c.person == whose).values(amount=wallets.c.amount + amount))
    for summed in sums.SUMS:
        spoiled.execute(summed.delete())
    for stream, seq in spoiled.execute(select(schema.tips.c.stream, schema.tips.c.seq)).all():
        sums.sum_up(spoiled, stream, 0, sums.completed(seq))
    posted, right = postings, Posting(leg["account"], leg["amount"], leg["what"])

    def at_fault(*given: Any) -> tuple[Posting, ...]:  # noqa: ANN401 - whatever the ledger's own takes
        return tuple(each._replace(account=f"wallet/{other}") if each == right else each for each in posted(*given))

    monkeypatch.setattr(verify_tables, "postings", at_fault)
    found = looked(spoiled).findings
    assert [(each.where, each.seq) for each in found] == [("postings", leg["seq"])]
    assert found[0].says.startswith(f"the transaction of {leg['stream']}: $")
    assert f"of '{person}' stands at seat/" in found[0].says
    monkeypatch.setattr(verify_module, "_ledger", lambda *_: None)
    assert looked(spoiled).findings == [], "nothing else finds it"
