"""The audit of the house's logs against their signatures: every fault by the name of the row that it is in.

Leaves that no checkpoint covers yet are not signed for; the replay of the journal shows whether their heads are right.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

from sqlalchemy import Connection, and_, or_, select

from croupier.crypto import signed_notes
from croupier.crypto.merkle import EMPTY, CompactTree, folded
from croupier.crypto.signed_notes import Checkpoint, NoteError, RestoreStatement
from croupier.house.records.transparency_log import WIDTH, Log, chain_of, chained, current, heads, statements
from croupier.house.storage.schema import checkpoints, facts, journal, leaves, tiles


def faults(conn: Connection, house: str, public: str) -> Iterator[str]:
    """The faults of the logs that a house has had, by its public key; none if all is as it was signed."""
    roots: dict[tuple[str, int], bytes] = {}  # as the leaves make them, where a root is needed
    now = current(conn, house)
    known = {each for table in (leaves, tiles, checkpoints) for each in conn.scalars(select(table.c.origin).distinct())}
    origins = sorted(known | ({now.origin} if now is not None else set()))
    stated = []
    for number, note in enumerate(statements(conn), start=1):
        try:
            stated.append(RestoreStatement.read(signed_notes.opened(note, public)[0]))
        except NoteError as error:
            yield f"statement {number} of a restore: {error}"
    for origin in origins:
        needed = {each.last.size for each in stated if each.last.origin == origin}
        needed |= {each.kept for each in stated if origin in {each.origin, each.last.origin}}
        yield from _of_log(conn, Log(house, origin), public, needed, roots)
    yield from _of_restores(stated, roots, origins)
    yield from _not_in_journal(conn)


def _of_log(
    conn: Connection, log: Log, public: str, needed: set[int], roots: dict[tuple[str, int], bytes]
) -> Iterator[str]:
    """Check each checkpoint against the leaves it was signed over, and each tile against those it stands for."""
    found = select(checkpoints.c.size, checkpoints.c.at, checkpoints.c.note).where(checkpoints.c.origin == log.origin)
    chain, signed = "", {}
    for size, at, note in conn.execute(found.order_by(checkpoints.c.size)):
        chain, signed[size] = chained(chain, size, at, note), (at, note)
    points = {size: _point(log, size, *row, public) for size, row in signed.items()}
    altered = [each for each in points.values() if isinstance(each, str)]
    yield from altered
    if not altered and (conn.scalar(select(facts.c.value).where(facts.c.name == chain_of(log))) or "") != chain:
        yield f"the checkpoints of {log.origin} are not those that were signed, or were at other times"
    tree, good, held = CompactTree(), 0, _Tiles(conn, log)
    with closing(heads(conn, log)) as in_order:
        for number, each in in_order:
            if number != tree.size:
                yield f"the log {log.origin} has leaf {number} where {tree.size} should stand"
                return
            leaf = each.leaf(log.house)
            tree = tree.appended(leaf)
            yield from held.hear(leaf)
            point = points.get(tree.size)
            if isinstance(point, Checkpoint) and point.root != tree.root:
                yield f"the leaves {good} to {number} of {log.origin} do not make the root of checkpoint {tree.size}"
            elif isinstance(point, Checkpoint):
                good = tree.size
            if tree.size in needed:
                roots[log.origin, tree.size] = tree.root
    yield from held.rest()
    if signed and max(signed) > tree.size:
        yield f"the log {log.origin} has {tree.size} leaves, and checkpoint {max(signed)} was signed"


def _point(log: Log, size: int, at: int, note: str, public: str) -> Checkpoint | str:
    """A checkpoint as it was signed, or a sentence about its fault."""
    where = f"checkpoint {size} of {log.origin}"
    try:
        text, name = signed_notes.opened(note, public)
        point = Checkpoint.read(text)
    except NoteError as error:
        return f"{where}: {error}"
    if (point.origin, point.size, name) != (log.origin, size, log.origin):
        return f"{where}: its note is of {point.origin} with {point.size} leaves, signed under {name!r}"
    if point.at not in {None, at}:
        return f"{where}: its note was signed at {point.at}, and is kept as of {at}"
    return point if size or point.root == EMPTY else f"{where}: its root is not that of no leaves"


class _Tiles:
    """The tiles of a log, compared with its leaves as these are read in order."""

    def __init__(self, conn: Connection, log: Log) -> None:
        self._log = log
        found = select(tiles.c.level, tiles.c.number, tiles.c.hash).where(tiles.c.origin == log.origin)
        self._kept = {(level, number): made for level, number, made in conn.execute(found)}
        self._open: list[list[bytes]] = [[]]
        self._count = [0]

    def hear(self, made: bytes, level: int = 0) -> Iterator[str]:
        """Take the next hash of a level; when that completes a tile, compare it with the stored one."""
        self._open[level].append(made)
        if len(self._open[level]) < 1 << WIDTH:
            return
        above = folded(self._open[level])
        self._open[level] = []
        if len(self._open) == level + 1:
            self._open.append([])
            self._count.append(0)
        number = self._count[level]
        self._count[level] += 1
        if self._kept.pop((level + 1, number), None) != above:
            yield f"tile {number} of level {level + 1} of {self._log.origin} is missing, or not that of its leaves"
        yield from self.hear(above, level + 1)

    def rest(self) -> Iterator[str]:
        """Report tiles that have no leaves under them."""
        for level, number in sorted(self._kept):
            yield f"tile {number} of level {level} of {self._log.origin} stands for leaves that are not there"


def _of_restores(
    stated: list[RestoreStatement], roots: dict[tuple[str, int], bytes], origins: list[str]
) -> Iterator[str]:
    """Check that a log which goes on under another origin begins with what was kept of the one before."""
    for each in stated:
        last, after = each.last, roots.get((each.origin, each.kept), EMPTY)
        # Of a log that was lost with a later database there is the checkpoint alone.
        lost = last.root if each.kept == last.size else EMPTY
        before = roots.get((last.origin, each.kept), EMPTY) if last.origin in origins else lost
        if before != after:
            yield f"the log {each.origin} does not begin with the {each.kept} leaves kept of {last.origin}"
        made = roots.get((last.origin, last.size))
        if made is not None and made != last.root:
            yield f"the leaves of {last.origin} do not make the root that the restore as {each.origin} states"


def _not_in_journal(conn: Connection) -> Iterator[str]:
    """Report leaves that do not belong to the command that they name."""
    at = and_(journal.c.stream == leaves.c.stream, journal.c.seq == leaves.c.seq)
    differs = or_(journal.c.seq.is_(None), journal.c.session != leaves.c.session, journal.c.round != leaves.c.round)
    found = select(leaves.c.origin, leaves.c.number, leaves.c.stream, leaves.c.seq)
    found = found.join_from(leaves, journal, at, isouter=True).where(differs)
    for origin, number, stream, seq in conn.execute(found.order_by(leaves.c.origin, leaves.c.number)):
        yield f"leaf {number} of {origin} names command {seq} of {stream!r}, which did not end that round"
