"""The house's transparency log: a Merkle tree over the heads of finished rounds, published by signed checkpoints.

A round that is over waits in `ended`, put there with the command that ended it; from time to time all that wait are
taken into the tree, and where it stands is signed. Of two processes that do so at once, one meets the other's leaf
under its own number, and its transaction fails as a whole; there is nothing to mend, the next finds less to do.
"""

from __future__ import annotations

import re
from collections.abc import Generator
from hashlib import sha256
from typing import Any, NamedTuple

from sqlalchemy import Connection, and_, delete, func, insert, literal, select, update

from croupier.crypto import merkle, signed_notes
from croupier.crypto.keys import PrivateKey
from croupier.crypto.signed_notes import Checkpoint, NoteError, RestoreGap, RestoreStatement
from croupier.errors import CroupierError
from croupier.house.storage.schema import checkpoints, ended, facts, leaves, tiles
from croupier.table.fairness.card_sources import Bytes, fresh
from croupier.table.model.state import Place
from croupier.table.receipts.log_proof import leaf_of
from croupier.table.recording.recorder import encoded

HEAD_BYTES = 32
WIDTH = 8  # levels of the tree from one tile to the next
_LOG = "log"  # the fact that is the origin of the house's log now
_RESTORE = "restore "  # the facts that are statements of restores, in their order
_AT_ONCE = 5000  # rounds that are taken up in one go
_ORIGIN = re.compile(r"([^\s+]{1,180})/([1-9][0-9]{0,8})(?:-[0-9a-f]{16})?")
_ORIGIN_BYTES = 8  # drawn for each restore, so that two restores of one backup are told apart


class LogError(CroupierError, ValueError):
    """An operation that the house's log does not allow; the message says why, and what would be accepted."""


class Log(NamedTuple):
    """A log of a house, by its origin: a name, a number that rises with every restore, and then a random part."""

    house: str
    origin: str


class FinishedRound(NamedTuple):
    """A finished round: by which command of which table, and the head that may leave the house."""

    stream: str
    session: str
    round: int
    seq: int
    head: bytes  # and behind it the hash of the round's public facts, but of rounds of older houses

    def leaf(self, house: str) -> bytes:
        """The hash of the round's leaf."""
        head, facts = self.head[:HEAD_BYTES].hex(), self.head[HEAD_BYTES:].hex()
        return leaf_of(Place(house, self.stream, self.session), self.round, head, facts)


# ---- opening ---------------------------------------------------------------------------------------------------


def begin(conn: Connection, house: str, name: str) -> Log:
    """Begin the first log of a house."""
    log = Log(house, f"{name}/1")
    if not _ORIGIN.fullmatch(log.origin) or not name.isprintable():
        raise LogError(f"{name[:40]!r} cannot name a log", "1 to 180 letters without blanks and without +")
    if current(conn, house) is not None:
        raise LogError("the house has a log already", "that log, or a restore, which begins another")
    conn.execute(insert(facts).values(name=_LOG, value=log.origin))
    return log


def current(conn: Connection, house: str) -> Log | None:
    """The log that a house's rounds go into, if it has one."""
    origin = conn.scalar(select(facts.c.value).where(facts.c.name == _LOG))
    return None if origin is None else Log(house, origin)


# ---- taking up rounds ------------------------------------------------------------------------------------------


def size(conn: Connection, log: Log) -> int:
    """The number of rounds in the log."""
    last = conn.scalar(select(func.max(leaves.c.number)).where(leaves.c.origin == log.origin))
    return 0 if last is None else last + 1


def append(conn: Connection, log: Log) -> int:
    """Append all rounds that wait; the number of rounds in the log then."""
    number = size(conn, log)
    while rounds := _waiting(conn):
        rows = [{"origin": log.origin, "number": at, **each._asdict()} for at, each in enumerate(rounds, start=number)]
        conn.execute(insert(leaves), rows)
        for each in rounds:
            conn.execute(delete(ended).where(_is_round(ended, each.stream, each.session, each.round)))
        _tile(conn, log, number, number + len(rounds))
        number += len(rounds)
    return number


def _waiting(conn: Connection) -> list[FinishedRound]:
    found = select(*(ended.c[name] for name in FinishedRound._fields)).order_by(
        ended.c.stream, ended.c.session, ended.c.round
    )
    return [FinishedRound(*row) for row in conn.execute(found.limit(_AT_ONCE))]


def _is_round(table: Any, stream: str, session: str, number: int) -> Any:  # noqa: ANN401 - SQLAlchemy's own
    return and_(table.c.stream == stream, table.c.session == session, table.c.round == number)


def _tile(conn: Connection, log: Log, before: int, after: int) -> None:
    """Store the hashes of the perfect subtrees that new leaves have completed."""
    level = 1
    while (after := after >> WIDTH) > (before := before >> WIDTH):
        made = [
            {"origin": log.origin, "level": level, "number": number, "hash": _tile_hash(conn, log, level, number)}
            for number in range(before, after)
        ]
        conn.execute(insert(tiles), made)
        level += 1


def _tile_hash(conn: Connection, log: Log, level: int, number: int) -> bytes:
    return merkle.folded(_hashes(conn, log, level - 1, number << WIDTH, (number + 1) << WIDTH))


# ---- reading the tree ------------------------------------------------------------------------------------------


def heads(
    conn: Connection, log: Log, first: int = 0, end: int | None = None
) -> Generator[tuple[int, FinishedRound], None, None]:
    """The rounds of the log in their order, each with its number from 0; a range of them."""
    found = select(leaves.c.number, *(leaves.c[name] for name in FinishedRound._fields)).where(
        leaves.c.origin == log.origin, leaves.c.number >= first
    )
    found = found if end is None else found.where(leaves.c.number < end)
    with conn.execute(found.order_by(leaves.c.number), execution_options={"yield_per": _AT_ONCE}) as rows:
        for number, *about in rows:
            yield number, FinishedRound(*about)


def _hashes(conn: Connection, log: Log, level: int, begin_at: int, end: int) -> list[bytes]:
    """The hashes of leaves, or of tiles of a level, in a range of numbers."""
    if not level:
        found = [each.leaf(log.house) for _, each in heads(conn, log, begin_at, end)]
    else:
        of_tiles = select(tiles.c.hash).where(
            tiles.c.origin == log.origin,
            tiles.c.level == level,
            tiles.c.number >= begin_at,
            tiles.c.number < end,
        )
        found = list(conn.scalars(of_tiles.order_by(tiles.c.number)))
    if len(found) != end - begin_at:
        raise LogError(f"the log {log.origin} lacks leaves or tiles of level {level} from {begin_at} to {end - 1}")
    return found


def perfect(conn: Connection, log: Log) -> merkle.Perfect:
    """The hashes of the log's perfect subtrees, from which its roots and proofs are made."""

    def hashed(level: int, number: int) -> bytes:
        of_tiles, above = divmod(level, WIDTH)
        return merkle.folded(_hashes(conn, log, of_tiles, number << above, (number + 1) << above))

    return hashed


# ---- checkpoints and proofs ------------------------------------------------------------------------------------


def checkpoint(conn: Connection, log: Log, key: PrivateKey, now: int) -> str:
    """Append the rounds that wait, and sign a checkpoint at this house time; if nothing is new, the last one."""
    here = append(conn, log)
    last = latest(conn, log)
    if last is not None and Checkpoint.read(signed_notes.text_of(last)).size == here:
        return last
    point = Checkpoint(log.origin, here, merkle.root(here, perfect(conn, log)), now)
    note = signed_notes.signed(point.text(), log.origin, key)
    conn.execute(insert(checkpoints).values(origin=log.origin, size=here, at=now, note=note))
    chain = chained(conn.scalar(select(facts.c.value).where(facts.c.name == chain_of(log))) or "", here, now, note)
    if conn.execute(update(facts).where(facts.c.name == chain_of(log)).values(value=chain)).rowcount == 0:
        conn.execute(insert(facts).values(name=chain_of(log), value=chain))
    return note


def chain_of(log: Log) -> str:
    """The name of the fact with a hash over all checkpoints of a log, so that none can be removed unseen."""
    return f"checkpoints {log.origin.rpartition('/')[2]}"


def chained(before: str, here: int, at: int, note: str) -> str:
    """The hash over all checkpoints, with one checkpoint more."""
    return sha256(encoded([before, here, at, note])).hexdigest()


def latest(conn: Connection, log: Log) -> str | None:
    """The last checkpoint, as it is published."""
    found = select(checkpoints.c.note).where(checkpoints.c.origin == log.origin)
    note: str | None = conn.scalar(found.order_by(checkpoints.c.size.desc()).limit(1))
    return note


def proof(conn: Connection, log: Log, stream: str, session: str, number: int) -> dict[str, Any] | None:
    """The proof of a round that its receipt carries; None while no checkpoint covers the round."""
    at = conn.scalar(
        select(leaves.c.number).where(leaves.c.origin == log.origin, _is_round(leaves, stream, session, number))
    )
    note = latest(conn, log)
    covers = Checkpoint.read(signed_notes.text_of(note)).size if note is not None else 0
    if at is None or at >= covers:
        return None
    path = merkle.inclusion(at, covers, perfect(conn, log))
    return {"checkpoint": note, "inclusion": {"index": at, "size": covers, "proof": [each.hex() for each in path]}}


def since(conn: Connection, log: Log, first: int, origin: str = "") -> dict[str, Any]:
    """The last checkpoint, with the proof that it continues the log of an earlier one with so many rounds.

    Who has one of an earlier origin is given the statements of all restores since; a log that lost some of these rounds
    has no such proof, and does without.
    """
    note = latest(conn, log)
    covers = Checkpoint.read(signed_notes.text_of(note)).size if note is not None else 0
    if origin in {"", log.origin}:
        if not 0 < first <= covers:
            raise LogError(f"the log has no checkpoint that continues {first} rounds", f"from 1 to {covers}")
        return {"checkpoint": note, "consistency": _consistency(conn, log, first, covers)}
    chain = _restores(conn, origin, log.origin)
    kept = 0 < first <= min(about.kept for _, about in chain)
    continued = {"consistency": _consistency(conn, log, first, covers)} if kept else {}
    return {"checkpoint": note, "restore": [text for text, _ in chain], **continued}


def _restores(conn: Connection, origin: str, now: str) -> list[tuple[str, RestoreStatement]]:
    """The statements by which the log of an earlier origin goes on as the present one."""
    stated = {}
    for text in statements(conn):
        about = RestoreStatement.read(signed_notes.text_of(text))
        stated[about.last.origin] = text, about
    chain, at = [], origin
    while at != now:
        if at not in stated:
            raise LogError(f"this house has had no log {origin[:80]!r}", f"{now}, or one before a restore")
        chain.append(stated.pop(at))
        at = chain[-1][1].origin
    return chain


def _consistency(conn: Connection, log: Log, first: int, covers: int) -> list[str]:
    return [each.hex() for each in merkle.consistency(first, covers, perfect(conn, log))]


# ---- a restore -------------------------------------------------------------------------------------------------


def statements(conn: Connection) -> list[str]:
    """The signed statements of all restores, the last one last."""
    found = select(facts.c.name, facts.c.value).where(facts.c.name.startswith(_RESTORE, autoescape=True))
    return [note for _, note in sorted(conn.execute(found), key=lambda row: int(row[0].removeprefix(_RESTORE)))]


def restore(
    conn: Connection, log: Log, key: PrivateKey, gap: RestoreGap, last: str = "", draw: Bytes = fresh
) -> tuple[Log, Checkpoint]:
    """Continue the log of a restored house under a new origin, with a signed statement of what the restore has cost.

    `last` is the last checkpoint that the house has published, under whatever origin, as it was kept outside; without
    one it is the last that the backup has. The log, and the last checkpoint as far as it is known, of no rounds if none
    is.
    """
    here, published = size(conn, log), _published(conn, log, key, last)
    after = Log(log.house, _following(log.origin, published[-1].origin, draw))
    for table, columns in ((leaves, ("number", *FinishedRound._fields)), (tiles, ("level", "number", "hash"))):
        rows = select(literal(after.origin), *(table.c[name] for name in columns)).where(table.c.origin == log.origin)
        conn.execute(insert(table).from_select(["origin", *columns], rows))
    for each in published:
        statement = RestoreStatement(after.origin, _kept(conn, log, here, each), each, gap)
        note = signed_notes.signed(statement.text(), after.origin, key)
        conn.execute(insert(facts).values(name=f"{_RESTORE}{len(statements(conn)) + 1}", value=note))
    conn.execute(update(facts).where(facts.c.name == _LOG).values(value=after.origin))
    checkpoint(conn, after, key, gap.until)
    return after, published[-1]


def _kept(conn: Connection, log: Log, here: int, last: Checkpoint) -> int:
    """The rounds of a published log that the backup has, as far as that is known."""
    same = last.size > here or merkle.root(last.size, perfect(conn, log)) == last.root
    if last.origin == log.origin and not same:
        raise LogError("the log of the backup is another than the one published", f"a backup of {log.origin}")
    if last.origin == log.origin:
        return min(here, last.size)
    return last.size if same and last.size <= here else 0


def _published(conn: Connection, log: Log, key: PrivateKey, last: str) -> list[Checkpoint]:
    """The last checkpoints that were published, as far as is known: of the backup's log, and of a later one."""
    stored = latest(conn, log)
    try:
        read = [Checkpoint.read(signed_notes.opened(note, key.public)[0]) for note in (stored, last) if note]
    except NoteError as error:
        raise LogError(f"that is no checkpoint of this house: {error.why}", error.accepted) from error
    known = read[0] if stored else Checkpoint(log.origin, 0, merkle.EMPTY)
    if not last:
        return [known]
    given = read[-1]
    if given.origin != log.origin:
        if _named(given.origin) != _named(log.origin):
            raise LogError(f"{given.origin[:80]!r} is no log of this house", f"one of {_named(log.origin)}")
        return [known, given]
    if given.size < known.size:
        accepted = f"one of {log.origin} with {known.size:,} rounds or more, or one of a later log"
        raise LogError(f"{given.origin} with {given.size:,} rounds is not the last checkpoint", accepted)
    return [given]


def _named(origin: str) -> str:
    return origin.rpartition("/")[0]


def _following(origin: str, last: str, draw: Bytes) -> str:
    """An origin that no log has had."""
    numbers = []
    for each in (origin, last):
        found = _ORIGIN.fullmatch(each)
        if found is None:
            raise LogError(f"{each[:40]!r} is no origin", "a name, a slash and a number")
        numbers.append(int(found[2]))
    return f"{_named(origin)}/{max(numbers) + 1}-{draw(_ORIGIN_BYTES).hex()}"
