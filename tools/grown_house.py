"""A house that has grown, for tests of its queries: its index, ledger and journal, folded and not played.

    python tools/grown_house.py FILE [ROUNDS]      make a SQLite database with so many rounds; 200,000 by default

Each round is folded into the next: times and sequences go on, wagers move between seat, layout and tray and sum to
zero, and clauses are cited as a settlement cites them. Rows of tables have no lines in the journal, so nothing of it is
replayed or verified; the sizes of the tables, and the plans of queries, are those of a house that was played at.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from sqlalchemy import Connection, Engine, Table, insert, select

from croupier.crypto.keys import PrivateKey
from croupier.house.records import transparency_log
from croupier.house.storage import database, schema, sums
from croupier.house.storage.journal import CAGE, SIGNIFICANT
from croupier.names import skeleton
from croupier.table.recording.recorder import encoded, line_of

ROUNDS = 200_000
TABLES = 8
SEATS = 3  # taken at each table, in every round
PERSONS = 1000  # who play
GUESTS = 10  # who come for each hundred rounds, and play no round
REGULAR = "p-regular"  # who plays in every round of the first table
STRANGER = "p-stranger"  # who has never played
START = 1_900_000_000_000
HOUSE = "house"
KEY = PrivateKey(bytes(range(32)))
EVENTS = 10  # significant ones for each hundred rounds
CLAUSES = ("6(a)", "6(b)", "8(a)", "9(a)", "10(a)", "10(e)", "10(e)(2)", "11(b)")
IRREGULAR = "exposed card"
_BETWEEN = 60_000  # milliseconds from one round of a table to the next
_OF_SESSION = 68  # rounds
_COMMANDS = 8  # rows of the journal that a round takes
_RARELY = 10_000  # rounds from one irregularity to the next
_WAGERS = ("ante", "blind", "trips")
_MONEY = 100_000
_AT_ONCE = 20_000
_CACHE_KIBIBYTES = 2_000_000  # so that the pages of all indexes are at hand
_OF_A_HEADER = 75_000  # bytes, most of them the rulebook's data
_DATA = ({"game": "uth"}, {"said": "x" * _OF_A_HEADER})
_HEADER = json.dumps({"rulebook": "uth-ma", "publishes": "at once", "rulebook_data": _DATA}).encode()


class Row(NamedTuple):
    """A row for a table of the database."""

    table: Table
    values: dict[str, Any]


def grow(engine: Engine, rounds: int = ROUNDS) -> None:
    """Fill the database of a house that has no rounds yet."""
    with database.writing(engine) as connection:
        if database.is_sqlite(engine):
            connection.exec_driver_sql(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
        _write(connection, _rows(rounds))
        for stream, seq in connection.execute(select(schema.tips.c.stream, schema.tips.c.seq)).all():
            sums.sum_up(connection, stream, 0, sums.completed(seq))
        log = transparency_log.begin(connection, HOUSE, "grown.example")
        transparency_log.checkpoint(connection, log, KEY, START)


def _write(connection: Connection, rows: Iterator[Row]) -> None:
    waiting: dict[Table, list[dict[str, Any]]] = {}
    for table, values in rows:
        some = waiting.setdefault(table, [])
        some.append(values)
        if len(some) == _AT_ONCE:
            connection.execute(insert(table), some)
            some.clear()
    for table, some in waiting.items():
        if some:
            connection.execute(insert(table), some)


def _rows(rounds: int) -> Iterator[Row]:
    guests = rounds * GUESTS // 100
    yield from _people(guests)
    yield Row(schema.persons, {"id": "p-manager", "name": "p-manager", "role": "manager", "program": 0, "since": START})
    yield from _guests(guests)
    for number in range(rounds * EVENTS // 100):
        says = encoded({"what": "sign in", "person": _person(number % PERSONS)})
        yield _command(SIGNIFICANT, number + 1, START + number, lines=line_of(says, bytes(16), bytes(32)))
    each, more = divmod(rounds, TABLES)
    for table in range(TABLES):
        yield from _table(f"uth-{table + 1}", table, each + (table < more))


def _people(guests: int) -> Iterator[Row]:
    """The people, and the money that the cage gave them and the guests."""
    players = (REGULAR, STRANGER, *map(_person, range(PERSONS)))
    for person in players:
        yield Row(schema.persons, {"id": person, "name": person, "role": "player", "program": 0, "since": START})
    for seq, person in enumerate((*players, *map(_guest, range(guests))), start=1):
        yield Row(schema.wallets, {"person": person, "amount": _MONEY})
        yield _command(CAGE, seq, START)
        yield from _posted(CAGE, seq, [("cage", -_MONEY, "guest money"), (f"wallet/{person}", _MONEY, "guest money")])
    yield Row(schema.tips, {"stream": CAGE, "seq": len(players) + guests, "head": bytes(32)})


def _guest(number: int) -> str:
    return f"p-guest-{number:06}"


def _guests(many: int) -> Iterator[Row]:
    """Guests with a cookie each, of whom every tenth has signed up."""
    for number in range(many):
        person, signed_up = _guest(number), number % 10 == 0
        about = {"name": person, "role": "player" if signed_up else "guest", "program": 0, "since": START}
        yield Row(schema.persons, {"id": person, **about, "looks": skeleton(person)})
        cookie = {"person": person, "kind": "cookie", "scope": "", "label": "", "since": START, "expires": START}
        yield Row(schema.passes, {"hash": sha256(person.encode()).hexdigest(), **cookie, "revoked": 0})
        if signed_up:
            yield Row(schema.logins, {"login": person, "person": person, "password": "", "changed": START})


def _person(number: int) -> str:
    return f"p-{number:04}"


def _table(stream: str, table: int, rounds: int) -> Iterator[Row]:
    """The sessions and rounds of a table; in its last session it is open."""
    for first in range(0, rounds, _OF_SESSION):
        session, last = f"{stream}-{first // _OF_SESSION:06}", min(first + _OF_SESSION, rounds)
        closed = _at(last, table) if last < rounds else 0
        about = {"id": session, "stream": stream, "first": first * _COMMANDS + 1, "opened": _at(first, table)}
        about |= {"closed": closed, "engine": 1, "header": _HEADER, "sealed": 0, "seed": b""}
        yield Row(schema.sessions, about)
        for number in range(first, last):
            yield from _round(stream, session, number, number - first + 1, table)
    yield Row(schema.tips, {"stream": stream, "seq": rounds * _COMMANDS, "head": bytes(32)})


def _at(number: int, table: int) -> int:
    return START + number * _BETWEEN + table * 1000


def _round(stream: str, session: str, number: int, of_session: int, table: int) -> Iterator[Row]:
    """A round of so many commands: wagers are placed by the first, all else comes with the last."""
    at, first, last = _at(number, table), number * _COMMANDS + 1, (number + 1) * _COMMANDS
    for seq in range(first, last + 1):
        yield _command(stream, seq, at, session, of_session)
    place: dict[str, Any] = {"stream": stream, "session": session, "round": of_session}
    void = number % _RARELY == 1
    yield Row(schema.rounds, {**place, "seq": last, "at": at, "void": int(void)})
    yield Row(schema.ended, {**place, "seq": last, "head": sha256(f"{stream} {number}".encode()).digest()})
    lost, legs = [], []
    for seat in range(1, SEATS + 1):
        person = REGULAR if table == 0 and seat == 1 else _person((number * 7 + table * 131 + seat * 37) % PERSONS)
        net = 0 if void else (500, -1500, 1000, -500)[(number + seat) % 4]
        own = {"seat": seat, "person": person, "staked": 1500, "net": net, "at": at}
        yield Row(schema.played, {**place, **own})
        lost.append((f"tray/{stream}", -net))
        legs += [(f"seat/{stream}/{seat}", -1500, "placed"), (f"layout/{stream}/{seat}", 1500, "placed")]
    yield from _posted(stream, first, legs)
    yield from _posted(stream, last, list(_settled(stream, lost)))
    cites = [("clause", f"uth-ma {clause}") for clause in CLAUSES]
    cites += [("irregular", IRREGULAR)] if number % _RARELY == 0 else []
    for kind, what in cites:
        yield Row(schema.cited, {**place, "seq": last, "kind": kind, "what": what})


def _settled(stream: str, lost: list[tuple[str, int]]) -> Iterator[tuple[str, int, str]]:
    for seat, (tray, kept) in enumerate(lost, start=1):
        for part, what in zip((kept, 0, 0), _WAGERS, strict=True):
            yield f"layout/{stream}/{seat}", -500, what
            yield f"seat/{stream}/{seat}", 500 - part, what
            yield tray, part, what


def _posted(stream: str, seq: int, legs: list[tuple[str, int, str]]) -> Iterator[Row]:
    for line, (account, amount, what) in enumerate(legs):
        values = {"stream": stream, "seq": seq, "line": line, "account": account, "amount": amount, "what": what}
        yield Row(schema.postings, values)


def _command(stream: str, seq: int, at: int, session: str = "", number: int = 0, lines: bytes = b"") -> Row:
    empty = {"by": "", "request": ""}
    bytes_of = {"asked": b"", "head": bytes(32), "lines": lines, "mark": b""}
    about = {"stream": stream, "seq": seq, "at": at, "session": session, "round": number, "sealed": 0}
    return Row(schema.journal, {**about, **empty, **bytes_of})


def main() -> None:
    """Make the database that the command line names."""
    file, *more = sys.argv[1:]
    engine = database.connect(database.in_file(Path(file)))
    database.prepare(engine)
    grow(engine, int(more[0]) if more else ROUNDS)
    engine.dispose()


if __name__ == "__main__":
    main()
