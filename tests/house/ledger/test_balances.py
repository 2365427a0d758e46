"""The ledger in the database, on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

import pytest
from sqlalchemy import Connection, insert
from support.house.databases import KINDS, connection

from croupier.house.ledger import balances
from croupier.house.ledger.transactions import Fill, GuestMoney
from croupier.house.storage import schema
from croupier.house.storage.journal import CAGE


@pytest.fixture(params=KINDS)
def conn(request: pytest.FixtureRequest) -> Iterator[Connection]:
    with connection(request.param) as opened:
        yield opened


def enter(conn: Connection, stream: str, seq: int, *legs: tuple[str, int, str], by: str = "") -> None:
    rows = [
        {"stream": stream, "seq": seq, "line": line, "account": account, "amount": amount, "what": what}
        for line, (account, amount, what) in enumerate(legs)
    ]
    conn.execute(insert(schema.postings), rows)
    carried = {
        "stream": stream,
        "seq": seq,
        "at": 7_000 + seq,
        "by": by,
        "asked": b"",
        "head": b"",
        "lines": b"",
        "mark": b"",
    }
    conn.execute(insert(schema.journal), [carried])
    conn.execute(schema.tips.delete().where(schema.tips.c.stream == stream))
    conn.execute(insert(schema.tips), [{"stream": stream, "seq": seq, "head": b""}])


def some(conn: Connection) -> None:
    enter(conn, CAGE, 1, *GuestMoney(500, "p-1").postings)
    enter(conn, CAGE, 2, *Fill(900, "main-1", "p-9").postings, by="p-9")
    enter(conn, "main-1", 4, ("wallet/p-1", -200, "sat"), ("seat/main-1/1", 200, "sat"), by="p-1")
    enter(conn, "main-1", 5, ("wallet/p_1", -1, "sat"), ("seat/main-1/2", 1, "sat"), by="p_1")


def test_an_account_holds_what_was_posted_to_it(conn: Connection) -> None:
    assert balances.balances(conn) == {}
    some(conn)
    assert balances.balances(conn) == {
        "cage": -1400,
        "seat/main-1/1": 200,
        "seat/main-1/2": 1,
        "tray/main-1": 900,
        "wallet/p-1": 300,
        "wallet/p_1": -1,
    }
    assert balances.balances(conn, "seat/") == {"seat/main-1/1": 200, "seat/main-1/2": 1}


def test_a_prefix_is_letters_and_no_pattern(conn: Connection) -> None:
    some(conn)
    assert balances.balances(conn, "wallet/p_") == {"wallet/p_1": -1}
    assert balances.balances(conn, "%") == {}


def test_a_transaction_that_was_tampered_with_is_named(conn: Connection) -> None:
    some(conn)
    assert balances.unbalanced(conn) == []
    changed = schema.postings.update().where(schema.postings.c.seq == 4, schema.postings.c.line == 1).values(amount=201)
    conn.execute(changed)
    assert balances.unbalanced(conn) == [("main-1", 4, 1)]


def test_the_ledger_is_exported_line_by_line(conn: Connection) -> None:
    some(conn)
    rows = list(csv.reader(StringIO("".join(balances.export(conn)))))
    assert tuple(rows[0]) == balances.HEADER
    assert rows[1] == ["$cage", "1", "0", "7001", "", "cage", "-500", "guest money"]
    assert rows[5] == ["main-1", "4", "0", "7004", "p-1", "wallet/p-1", "-200", "sat"]
    assert len(rows) == 9
    assert len(list(balances.export(conn, "tray/"))) == 2


def test_what_a_spreadsheet_would_run_is_exported_as_text(conn: Connection) -> None:
    enter(conn, "main-1", 1, ("meter/=1+1", 5, "=HYPERLINK(1)\r"), ("tray/main-1", -5, "-5"), by="-x")
    rows = list(csv.reader(StringIO("".join(balances.export(conn)))))
    assert rows[1] == ["main-1", "1", "0", "7001", "'-x", "meter/=1+1", "5", "'=HYPERLINK(1) "]
    assert rows[2] == ["main-1", "1", "1", "7001", "'-x", "tray/main-1", "-5", "-5"]
