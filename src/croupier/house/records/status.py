"""The status of the record at a glance: the end of every stream, and the house's log. `verify` reads all of it."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import Connection, func, select

from croupier.crypto import merkle, signed_notes
from croupier.crypto.signed_notes import Checkpoint, NoteError
from croupier.house.records import transparency_log
from croupier.house.records.transparency_log import Log, LogError
from croupier.house.storage import journal
from croupier.house.storage.schema import checkpoints as stored
from croupier.house.storage.schema import ended, tips
from croupier.house.storage.vault import Keyring


class End(NamedTuple):
    """The end of a stream; `stands` if its last row is the one on record as its end, with the vault's mark."""

    stream: str
    seq: int
    at: int
    stands: bool


class LogStands(NamedTuple):
    """The house's log: the rounds in it and waiting for it; `stands` if the last checkpoint is signed for it."""

    origin: str
    rounds: int
    waiting: int
    checkpoint: str
    at: int  # when that was signed
    stands: bool


def ends(conn: Connection, keyring: Keyring) -> list[End]:
    """The end of every stream."""
    found = []
    for tip in conn.execute(select(tips).order_by(tips.c.stream)):
        last = journal.last(conn, tip.stream)
        same = last is not None and (last.seq, last.head) == (tip.seq, tip.head)
        marked = last is not None and journal.is_marked(keyring, last) is True
        found.append(End(tip.stream, tip.seq, last.at if last is not None else 0, same and marked))
    return found


def log_stands(conn: Connection, log: Log, public: str) -> LogStands:
    """The state of the house's log."""
    waiting = int(conn.scalar(select(func.count()).select_from(ended)) or 0)
    note = transparency_log.latest(conn, log)
    signed = select(stored.c.at).where(stored.c.origin == log.origin).order_by(stored.c.size.desc()).limit(1)
    at = conn.scalar(signed)
    stands = note is None or _is_signed_for(conn, log, note, public)
    return LogStands(log.origin, transparency_log.size(conn, log), waiting, note or "", int(at or 0), stands)


def _is_signed_for(conn: Connection, log: Log, note: str, public: str) -> bool:
    """True if a checkpoint is the house's, and of the tree as it is stored."""
    try:
        point = Checkpoint.read(signed_notes.opened(note, public)[0])
        return merkle.root(point.size, transparency_log.perfect(conn, log)) == point.root
    except (NoteError, LogError):
        return False
