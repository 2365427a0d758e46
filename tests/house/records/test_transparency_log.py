"""The house's log in the database: what is taken up, signed and proved, what a restore states, and altered rows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError
from support.house.databases import KINDS, connection, database

from croupier.crypto import signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.merkle import CompactTree
from croupier.crypto.signed_notes import Checkpoint, RestoreGap, RestoreStatement
from croupier.house.audit.verify_log import faults
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import FinishedRound, Log, LogError
from croupier.house.storage import schema
from croupier.table.receipts.log_proof import Later, logged

HOUSE, NOW = "Harbour", 1_900_000_000_000
KEY, OTHER = PrivateKey(b"k" * 32), PrivateKey(b"o" * 32)


def wait(conn: Connection, rounds: list[FinishedRound]) -> None:
    """Rounds are over, and wait to be taken up."""
    if rounds:
        conn.execute(insert(schema.ended), [each._asdict() for each in rounds])


@pytest.fixture(params=KINDS)
def conn(request: pytest.FixtureRequest) -> Iterator[Connection]:
    with connection(request.param) as opened:
        yield opened


@pytest.fixture
def log(conn: Connection) -> Log:
    return transparency_log.begin(conn, HOUSE, "harbour/log")


def over(number: int, stream: str = "main-1", session: str = "s-1") -> FinishedRound:
    """A round that is over."""
    return FinishedRound(stream, session, number, 10 * number, bytes([number % 256, number // 256]) * 16)


def play(conn: Connection, first: int, last: int, stream: str = "main-1") -> None:
    """Rounds are played, and on record."""
    rounds = [over(number, stream) for number in range(first, last + 1)]
    rows = [
        {
            "stream": each.stream,
            "seq": each.seq,
            "session": each.session,
            "round": each.round,
            "asked": b"",
            "head": b"",
            "lines": b"",
            "mark": b"",
        }
        for each in rounds
    ]
    conn.execute(insert(schema.journal), rows)
    wait(conn, rounds)


def receipt(conn: Connection, log: Log, number: int) -> dict[str, Any]:
    """What the holder of a receipt has of the log."""
    proof = transparency_log.proof(conn, log, "main-1", "s-1", number)
    assert proof is not None
    about = {"house": HOUSE, "table": "main-1", "session": "s-1", "round": number, "head": over(number).head.hex()}
    return about | proof


def held(given: dict[str, Any], later: dict[str, Any] | None = None) -> list[str]:
    """What does not hold of it."""
    found = logged(given, KEY.public, None if later is None else Later.read(later))
    return [each.says for each in found if each.holds is False]


def wrong(conn: Connection) -> list[str]:
    return list(faults(conn, HOUSE, KEY.public))


# ---- taking up rounds ----------------------------------------------------------------------------------


def test_a_house_has_one_log(conn: Connection) -> None:
    assert transparency_log.current(conn, HOUSE) is None
    log = transparency_log.begin(conn, HOUSE, "harbour/log")
    assert log == transparency_log.current(conn, HOUSE) == Log(HOUSE, "harbour/log/1")
    with pytest.raises(LogError, match="the house has a log already; accepted: that log, or a restore"):
        transparency_log.begin(conn, HOUSE, "another")


@pytest.mark.parametrize("name", ["", "a b", "a+b", "x" * 181, "a\u200b"])
def test_a_log_is_named_as_a_key_is(name: str) -> None:
    with connection("sqlite") as conn, pytest.raises(LogError, match="cannot name a log; accepted: 1 to 180 letters"):
        transparency_log.begin(conn, HOUSE, name)


def test_rounds_wait_until_they_are_taken_up_once(conn: Connection, log: Log) -> None:
    wait(conn, [])
    play(conn, 1, 3)
    play(conn, 1, 2, "main-2")
    assert transparency_log.size(conn, log) == 0
    assert transparency_log.append(conn, log) == 5
    assert transparency_log.append(conn, log) == 5
    assert conn.execute(select(schema.ended)).all() == []
    assert [each for _, each in transparency_log.heads(conn, log)] == [
        *map(over, (1, 2, 3)),
        *(over(number, "main-2") for number in (1, 2)),
    ]


def test_a_round_is_over_once(conn: Connection, log: Log) -> None:
    play(conn, 1, 1)
    transparency_log.append(conn, log)
    wait(conn, [over(1)])
    with pytest.raises(IntegrityError):
        transparency_log.append(conn, log)


@pytest.mark.parametrize("kind", ["postgresql"])
def test_of_two_who_take_up_at_once_one_does(kind: str) -> None:
    with database(kind) as engine:
        with engine.begin() as conn:
            log = transparency_log.begin(conn, HOUSE, "harbour/log")
            play(conn, 1, 3)
        with engine.connect() as first, engine.connect() as second:
            second.exec_driver_sql("SET lock_timeout = '200ms'")
            transparency_log.checkpoint(first, log, KEY, NOW)
            # It meets the other's leaf: while that is not committed it waits, and here not for long.
            with pytest.raises(Exception, match="lock timeout"):
                transparency_log.checkpoint(second, log, KEY, NOW)
            second.rollback()
            first.commit()
            assert transparency_log.checkpoint(second, log, KEY, NOW) == transparency_log.latest(first, log)
            second.commit()
            assert transparency_log.size(first, log) == 3
            assert wrong(first) == []


# ---- checkpoints and proofs ----------------------------------------------------------------------------


def test_where_the_log_stands_is_signed(conn: Connection, log: Log) -> None:
    empty = transparency_log.checkpoint(conn, log, KEY, NOW)
    play(conn, 1, 5)
    note = transparency_log.checkpoint(conn, log, KEY, NOW + 1)
    tree = CompactTree()
    for number in range(1, 6):
        tree = tree.appended(over(number).leaf(HOUSE))
    assert Checkpoint.read(signed_notes.opened(note, KEY.public)[0]) == Checkpoint(log.origin, 5, tree.root, NOW + 1)
    assert signed_notes.opened(note, KEY.public)[1] == log.origin
    assert transparency_log.checkpoint(conn, log, KEY, NOW + 2) == note == transparency_log.latest(conn, log)
    kept = conn.execute(select(schema.checkpoints.c.size, schema.checkpoints.c.at).order_by("size")).all()
    assert kept == [(0, NOW), (5, NOW + 1)]
    assert signed_notes.text_of(empty).startswith("harbour/log/1\n0\n47DEQpj8HBSa")


def test_every_round_is_shown_to_be_in_the_log_however_long_it_is(conn: Connection, log: Log) -> None:
    """Over more than a tile of leaves, so that proofs are made of tiles and of what is beside them."""
    at = 0
    for to in (1, 2, 255, 256, 257, 600):
        play(conn, at + 1, to)
        transparency_log.checkpoint(conn, log, KEY, NOW)
        for number in {1, min(2, to), at + 1, to // 2 + 1, max(to - 1, 1), to}:
            assert held(receipt(conn, log, number)) == []
        at = to
    levels = conn.execute(select(schema.tiles.c.level, schema.tiles.c.number).order_by("number")).all()
    assert levels == [(1, 0), (1, 1)]
    assert wrong(conn) == []


def test_tiles_of_tiles_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transparency_log, "WIDTH", 2)
    monkeypatch.setattr("croupier.house.audit.verify_log.WIDTH", 2)
    with connection("sqlite") as conn:
        log = transparency_log.begin(conn, HOUSE, "harbour/log")
        for to in range(1, 71):
            play(conn, to, to)
            transparency_log.checkpoint(conn, log, KEY, NOW)
            given = receipt(conn, log, to // 2 + 1)
            assert held(given) == []
            assert held(given, transparency_log.since(conn, log, to)) == []
        found = conn.execute(select(schema.tiles.c.level, schema.tiles.c.number)).all()
        assert sorted(found) == [(1, n) for n in range(17)] + [(2, n) for n in range(4)] + [(3, 0)]
        assert wrong(conn) == []


def test_what_no_checkpoint_covers_has_no_proof_yet(conn: Connection, log: Log) -> None:
    assert transparency_log.proof(conn, log, "main-1", "s-1", 1) is None
    play(conn, 1, 1)
    assert transparency_log.proof(conn, log, "main-1", "s-1", 1) is None
    transparency_log.append(conn, log)
    assert transparency_log.proof(conn, log, "main-1", "s-1", 1) is None
    transparency_log.checkpoint(conn, log, KEY, NOW)
    assert transparency_log.proof(conn, log, "main-1", "s-1", 1) is not None
    assert transparency_log.proof(conn, log, "main-1", "s-1", 2) is None
    assert transparency_log.proof(conn, log, "main-2", "s-1", 1) is None


def test_a_later_checkpoint_continues_every_one_before(conn: Connection, log: Log) -> None:
    play(conn, 1, 3)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    given = receipt(conn, log, 2)
    for first, to in ((4, 4), (5, 9), (10, 300)):
        play(conn, first, to)
        transparency_log.checkpoint(conn, log, KEY, NOW)
        assert held(given, transparency_log.since(conn, log, 3)) == []
    for first in (0, 301, -1):
        with pytest.raises(LogError, match=rf"that continues {first} rounds; accepted: from 1 to 300"):
            transparency_log.since(conn, log, first)


def test_who_rewrites_a_round_cannot_show_that_the_log_continues(conn: Connection, log: Log) -> None:
    play(conn, 1, 3)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    given = receipt(conn, log, 2)
    conn.execute(update(schema.leaves).where(schema.leaves.c.number == 1).values(head=b"x" * 32))
    play(conn, 4, 9)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    assert held(given, transparency_log.since(conn, log, 3)) == [
        "the log of 9 rounds continues that of 3: nothing in it was rewritten"
    ]


# ---- a restore -----------------------------------------------------------------------------------------


DRAWN = "00" * 8
SECOND = f"harbour/log/2-{DRAWN}"
GAP = RestoreGap(NOW - 5000, NOW)


def restored(conn: Connection, log: Log, last: str = "") -> Log:
    return transparency_log.restore(conn, log, KEY, GAP, last, bytes)[0]


def _published(first: int, last: int) -> tuple[str, dict[str, Any], dict[str, Any]]:
    """A house that published its log: the last checkpoint, and receipts of an early and of the last round."""
    with connection("sqlite") as conn:
        log = transparency_log.begin(conn, HOUSE, "harbour/log")
        play(conn, 1, first)
        transparency_log.checkpoint(conn, log, KEY, NOW)
        early = receipt(conn, log, 1)
        play(conn, first + 1, last)
        return transparency_log.checkpoint(conn, log, KEY, NOW), early, receipt(conn, log, last)


def test_what_a_restore_has_lost_is_announced_and_the_rest_is_shown(conn: Connection, log: Log) -> None:
    last, early, late = _published(3, 9)
    play(conn, 1, 5)  # which is what the backup has
    transparency_log.checkpoint(conn, log, KEY, NOW)
    after = restored(conn, log, last)
    assert after == transparency_log.current(conn, HOUSE) == Log(HOUSE, SECOND)
    (statement,) = transparency_log.statements(conn)
    said = RestoreStatement.read(signed_notes.opened(statement, KEY.public)[0])
    assert (said.origin, said.kept, said.last.size) == (SECOND, 5, 9)
    play(conn, 6, 20)  # others, under the same numbers
    transparency_log.checkpoint(conn, after, KEY, NOW)
    assert wrong(conn) == []
    assert held(receipt(conn, after, 7)) == []
    assert held(receipt(conn, after, 2)) == []
    assert held(early, transparency_log.since(conn, after, 3, log.origin)) == []
    assert "consistency" not in transparency_log.since(conn, after, 9, log.origin)
    lost = logged(late, KEY.public, Later.read(transparency_log.since(conn, after, 9, log.origin)))
    assert {each.holds for each in lost} == {True, None}
    assert "the round was lost by that restore, which was announced: 4 of 9 rounds" in " ".join(
        each.says for each in lost
    )


def test_a_restore_that_lost_nothing_goes_on_under_another_origin(conn: Connection, log: Log) -> None:
    play(conn, 1, 9)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    play(conn, 10, 11)
    transparency_log.append(conn, log)
    after = restored(conn, log)
    assert RestoreStatement.read(signed_notes.text_of(transparency_log.statements(conn)[0])).kept == 9
    assert transparency_log.size(conn, after) == 11
    again = restored(conn, after)
    assert again.origin == f"harbour/log/3-{DRAWN}"
    assert len(transparency_log.statements(conn)) == 2
    with pytest.raises(LogError, match=f"this house has had no log 'other/1'; accepted: harbour/log/3-{DRAWN}, or"):
        transparency_log.since(conn, again, 9, "other/1")
    assert len(transparency_log.since(conn, again, 9, log.origin)["restore"]) == 2
    assert wrong(conn) == []


def test_statements_stay_in_their_order(conn: Connection, log: Log) -> None:
    transparency_log.checkpoint(conn, log, KEY, NOW)
    for number in range(2, 14):
        log = restored(conn, log)
        assert log.origin == f"harbour/log/{number}-{DRAWN}"
    read = [RestoreStatement.read(signed_notes.text_of(each)).origin for each in transparency_log.statements(conn)]
    assert read == [f"harbour/log/{number}-{DRAWN}" for number in range(2, 14)]


@pytest.mark.parametrize("to", [5, 7])
def test_a_backup_of_another_log_is_not_taken_for_this_one(conn: Connection, log: Log, to: int) -> None:
    last, _, _ = _published(3, 4)
    play(conn, 2, to)
    transparency_log.append(conn, log)
    with pytest.raises(LogError, match="the log of the backup is another than the one published"):
        restored(conn, log, last)


def test_what_was_last_published_is_known_and_the_houses_own(conn: Connection, log: Log) -> None:
    play(conn, 1, 4)
    early = transparency_log.checkpoint(conn, log, KEY, NOW)
    play(conn, 5, 9)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    with pytest.raises(
        LogError, match=r"with 4 rounds is not the last checkpoint; accepted: one of harbour/log/1 with 9"
    ):
        restored(conn, log, early)
    for note in ("no note", signed_notes.signed(signed_notes.text_of(early), log.origin, OTHER)):
        with pytest.raises(LogError, match="that is no checkpoint of this house: "):
            restored(conn, log, note)
    with pytest.raises(LogError, match="'nowhere' is no origin; accepted: a name, a slash and a number"):
        restored(conn, Log(HOUSE, "nowhere"), _of("nowhere"))


def test_a_backup_from_before_the_first_checkpoint_goes_on_under_another_origin(conn: Connection, log: Log) -> None:
    """What the lost house may have signed under its origin, the restored one never signs again."""
    play(conn, 1, 4)
    after = restored(conn, log)
    (statement,) = transparency_log.statements(conn)
    said = RestoreStatement.read(signed_notes.opened(statement, KEY.public)[0])
    assert (said.origin, said.kept, said.last.size, said.gap) == (SECOND, 0, 0, GAP)
    assert "no checkpoint is known" in statement
    assert after.origin == SECOND
    assert wrong(conn) == []


def test_two_restores_of_one_backup_never_sign_under_one_origin() -> None:
    origins = set()
    for _ in range(2):
        with connection("sqlite") as conn:
            log = transparency_log.begin(conn, HOUSE, "harbour/log")
            play(conn, 1, 4)
            transparency_log.checkpoint(conn, log, KEY, NOW)
            origins.add(transparency_log.restore(conn, log, KEY, GAP)[0].origin)
    assert len(origins) == 2


@pytest.mark.parametrize(("rounds", "kept"), [(4, 4), (9, 0)])
def test_a_note_of_a_later_log_is_taken_and_both_logs_go_on(conn: Connection, log: Log, rounds: int, kept: int) -> None:
    """The backup was restored before: what that house has published is told beside what the backup has."""
    with connection("sqlite") as other:
        first = transparency_log.begin(other, HOUSE, "harbour/log")
        play(other, 1, 4)
        transparency_log.checkpoint(other, first, KEY, NOW)
        lost = restored(other, first)
        if rounds > 4:
            play(other, 5, rounds)
        note = transparency_log.checkpoint(other, lost, KEY, NOW)
    play(conn, 1, 4)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    after, known = transparency_log.restore(conn, log, KEY, GAP, note, lambda many: b"\1" * many)
    assert after.origin == "harbour/log/3-0101010101010101"
    assert (known.origin, known.size) == (lost.origin, rounds)
    said = [
        RestoreStatement.read(signed_notes.opened(each, KEY.public)[0]) for each in transparency_log.statements(conn)
    ]
    assert [(each.last.origin, each.kept) for each in said] == [(log.origin, 4), (lost.origin, kept)]
    for origin in (log.origin, lost.origin):
        assert len(transparency_log.since(conn, after, 4, origin)["restore"]) == 1
    assert wrong(conn) == []


def test_a_note_of_another_house_is_refused(conn: Connection, log: Log) -> None:
    play(conn, 1, 4)
    transparency_log.checkpoint(conn, log, KEY, NOW)
    with pytest.raises(LogError, match="'river/log/2' is no log of this house"):
        restored(conn, log, _of("river/log/2"))


def _of(origin: str) -> str:
    return signed_notes.signed(Checkpoint(origin, 7, bytes(32)).text(), origin, KEY)


# ---- altered rows --------------------------------------------------------------------------------------


@pytest.fixture
def busy() -> Iterator[Connection]:
    """A house with two logs, checkpoints and tiles."""
    with connection("sqlite") as conn:
        log = transparency_log.begin(conn, HOUSE, "harbour/log")
        for first, last in ((1, 3), (4, 260), (261, 300)):
            play(conn, first, last)
            transparency_log.checkpoint(conn, log, KEY, NOW)
        after = restored(conn, log)
        play(conn, 301, 310)
        transparency_log.checkpoint(conn, after, KEY, NOW)
        assert wrong(conn) == []
        yield conn


_LEAF = (schema.leaves.c.origin == "harbour/log/1") & (schema.leaves.c.number == 5)


@pytest.mark.parametrize("values", [{"head": b"x" * 32}, {"session": "s-2"}, {"round": 999}, {"stream": "main-2"}])
def test_an_altered_leaf_is_found(busy: Connection, values: dict[str, object]) -> None:
    busy.execute(update(schema.leaves).where(_LEAF).values(**values))
    found = wrong(busy)
    assert "the leaves 3 to 259 of harbour/log/1 do not make the root of checkpoint 260" in found
    assert "tile 0 of level 1 of harbour/log/1 is missing, or not that of its leaves" in found


def test_a_leaf_that_names_another_command_is_found(busy: Connection) -> None:
    busy.execute(update(schema.leaves).where(_LEAF).values(seq=70))
    assert wrong(busy) == ["leaf 5 of harbour/log/1 names command 70 of 'main-1', which did not end that round"]
    busy.execute(update(schema.leaves).where(_LEAF).values(seq=61))
    assert wrong(busy) == ["leaf 5 of harbour/log/1 names command 61 of 'main-1', which did not end that round"]


def test_a_leaf_that_is_gone_or_one_too_many_is_found(busy: Connection) -> None:
    busy.execute(delete(schema.leaves).where(_LEAF))
    assert "the log harbour/log/1 has leaf 6 where 5 should stand" in wrong(busy)
    last = (schema.leaves.c.origin == SECOND) & (schema.leaves.c.number > 304)
    busy.execute(delete(schema.leaves).where(last))
    assert f"the log {SECOND} has 305 leaves, and checkpoint 310 was signed" in wrong(busy)


def test_an_altered_checkpoint_is_found(busy: Connection) -> None:
    point = (schema.checkpoints.c.origin == "harbour/log/1") & (schema.checkpoints.c.size == 3)
    note = busy.scalar(select(schema.checkpoints.c.note).where(point))
    assert note is not None
    other = signed_notes.signed(signed_notes.text_of(note), "another", KEY)
    for altered, why in (
        (note.replace("\n3\n", "\n4\n"), "checkpoint 3 of harbour/log/1: the signature of 'harbour/log/1' is not of"),
        (
            signed_notes.signed(signed_notes.text_of(note), "harbour/log/1", OTHER),
            "checkpoint 3 of harbour/log/1: it is signed by",
        ),
        (other, "checkpoint 3 of harbour/log/1: its note is of harbour/log/1 with 3 leaves, signed under 'another'"),
        (_of("harbour/log/1"), "checkpoint 3 of harbour/log/1: its note is of harbour/log/1 with 7 leaves"),
        ("", "checkpoint 3 of harbour/log/1: that is no signed note"),
    ):
        busy.execute(update(schema.checkpoints).where(point).values(note=altered))
        (found,) = wrong(busy)
        assert found.startswith(why)


def test_an_altered_tile_is_found(busy: Connection) -> None:
    tile = schema.tiles.c.origin == "harbour/log/1"
    busy.execute(update(schema.tiles).where(tile).values(hash=b"x" * 32))
    said = "tile 0 of level 1 of harbour/log/1 is missing, or not that of its leaves"
    assert wrong(busy) == [said]
    busy.execute(delete(schema.tiles).where(tile))
    assert wrong(busy) == [said]
    with pytest.raises(LogError, match="the log harbour/log/1 lacks leaves or tiles of level 1 from 0 to 0"):
        transparency_log.proof(busy, Log(HOUSE, "harbour/log/1"), "main-1", "s-1", 290)
    busy.execute(insert(schema.tiles).values(origin=SECOND, level=2, number=0, hash=b""))
    assert wrong(busy) == [said, f"tile 0 of level 2 of {SECOND} stands for leaves that are not there"]


def test_an_altered_statement_is_found(busy: Connection) -> None:
    row = schema.facts.c.name == "restore 1"
    note = busy.scalar(select(schema.facts.c.value).where(row))
    assert note is not None
    busy.execute(update(schema.facts).where(row).values(value=note.replace("\n300\n", "\n299\n", 1)))
    assert wrong(busy) == [f"statement 1 of a restore: the signature of '{SECOND}' is not of this text: it was altered"]


def test_a_statement_that_is_signed_and_not_so_is_found(busy: Connection) -> None:
    said = RestoreStatement.read(signed_notes.text_of(transparency_log.statements(busy)[0]))
    false = said._replace(last=said.last._replace(root=bytes(32)))
    signed = signed_notes.signed(false.text(), false.origin, KEY)
    busy.execute(update(schema.facts).where(schema.facts.c.name == "restore 1").values(value=signed))
    assert wrong(busy) == [f"the leaves of harbour/log/1 do not make the root that the restore as {SECOND} states"]


def test_a_log_that_does_not_begin_with_what_was_kept_is_found(busy: Connection) -> None:
    leaf = (schema.leaves.c.origin == SECOND) & (schema.leaves.c.number == 5)
    busy.execute(update(schema.leaves).where(leaf).values(head=b"x" * 32))
    assert f"the log {SECOND} does not begin with the 300 leaves kept of harbour/log/1" in wrong(busy)


def test_a_checkpoint_of_nothing_has_the_root_of_nothing(conn: Connection, log: Log) -> None:
    note = signed_notes.signed(Checkpoint(log.origin, 0, bytes(32)).text(), log.origin, KEY)
    conn.execute(insert(schema.checkpoints).values(origin=log.origin, size=0, at=NOW, note=note))
    assert wrong(conn) == ["checkpoint 0 of harbour/log/1: its root is not that of no leaves"]
