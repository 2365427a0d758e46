"""A session of a table from its record: from a snapshot on where one is at hand, else from its first line."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import Connection, func, select, tuple_

from croupier.games.catalogue import known_here
from croupier.house.engine.live_table import Snapshot, Step
from croupier.house.storage import journal, schema
from croupier.house.storage.journal import Entry, clear
from croupier.house.storage.vault import Keyring, SealContext, opened
from croupier.table.decide import ENGINE
from croupier.table.model.state import State
from croupier.table.recording.audit import Reading
from croupier.table.recording.recorder import RecordingError, is_to_come


class Session(NamedTuple):
    """A row of the sessions, its fields as the database has them."""

    id: str
    stream: str
    first: int
    opened: int
    closed: int
    engine: int
    header: bytes
    sealed: int
    seed: bytes


_ALL = [schema.sessions.c[name] for name in Session._fields]


def sessions(connection: Connection, stream: str = "", first: int | None = None) -> list[Session]:
    """All sessions, or those of a table, in the order in which they were opened; those from a first row on, if given.

    Each has the first line of its recording, which is long: in a house that has grown nobody waits for all of them.
    """
    found = select(*_ALL).order_by(schema.sessions.c.stream, schema.sessions.c.first)
    if stream:
        found = found.where(schema.sessions.c.stream == stream)
    if first is not None:
        found = found.where(schema.sessions.c.first >= first)
    return [Session(*row) for row in connection.execute(found)]


def firsts(connection: Connection, stream: str, after: int = 0) -> list[int]:
    """The first rows of a table's sessions, in their order, behind a row."""
    column = schema.sessions.c.first
    found = select(column).where(schema.sessions.c.stream == stream, column > after).order_by(column)
    return list(connection.scalars(found))


def began(connection: Connection, stream: str, seq: int) -> int:
    """The first row of the session that has a row, or would have it; 0 before any."""
    column = schema.sessions.c.first
    found = select(func.max(column)).where(schema.sessions.c.stream == stream, column <= seq)
    return int(connection.execute(found).scalar() or 0)


def latest(connection: Connection, after: str, most: int, stream: str = "") -> list[Session]:
    """Some sessions, those first that were opened last: after one of them, or from the first; of a table, if named."""
    columns = schema.sessions.c
    found = select(*_ALL).order_by(columns.opened.desc(), columns.id.desc()).limit(most)
    if stream:
        found = found.where(columns.stream == stream)
    before = session(connection, after) if after else None
    if before is not None:
        found = found.where(tuple_(columns.opened, columns.id) < tuple_(before.opened, before.id))
    return [Session(*row) for row in connection.execute(found)]


class _Header(msgspec.Struct):
    rulebook: str
    rulebook_data: tuple[dict[str, Any], dict[str, Any]]
    game_code: str = ""


_header = msgspec.json.Decoder(_Header)


def other_code(header: bytes) -> bool:
    """True of the first line of a session whose game has other code in this process than when it began."""
    about = _header.decode(header)
    game = known_here(about.rulebook_data[0]["game"], about.game_code) if about.game_code else None
    return game is not None and game.code_hash != about.game_code


def rulebook_of(header: bytes) -> str:
    """The rulebook that a session is played by, from its first line."""
    return _header.decode(header).rulebook


def session(connection: Connection, name: str) -> Session | None:
    """A session by its id."""
    row = connection.execute(select(*_ALL).where(schema.sessions.c.id == name)).first()
    return None if row is None else Session(*row)


def rows(connection: Connection, about: Session, after: int | None = None) -> Iterator[Entry]:
    """The rows of a session, or those of it after one."""
    for entry in journal.following(connection, about.stream, about.first - 1 if after is None else after):
        if entry.session != about.id:
            return
        yield entry


def lines(keyring: Keyring, entry: Entry) -> list[bytes]:
    """The lines of a row."""
    return clear(keyring, entry).splitlines(keepends=True)


def opened_snapshot(keyring: Keyring, stream: str, seq: int, number: int, blob: bytes) -> Snapshot:
    """A snapshot that was sealed."""
    return msgspec.json.decode(opened(keyring, SealContext(stream, seq, "snapshot"), number, blob), type=Snapshot)


def beginning(about: Session) -> State:
    """A session's table before anything has happened there."""
    reading = Reading(decides=False)
    reading.line(about.header)
    return reading.state


class ReplayedRow(NamedTuple):
    """A row of the journal with what it says."""

    entry: Entry
    lines: list[bytes]
    step: Step


class Replay:
    """A session that is folded from its events, command by command; nothing is decided again."""

    def __init__(self, connection: Connection, keyring: Keyring, about: Session, begin: int | None = None) -> None:
        """Stand right before a sequence, or before the first."""
        self._connection, self._keyring, self._about = connection, keyring, about
        self._reading = Reading(decides=False)
        self._reading.line(about.header)
        self._reading.told = self._reading.head.hex()
        self.seq = about.first - 1
        if begin is not None:
            self._take_up(begin)
            for _ in self.steps(begin - 1):
                pass

    @property
    def state(self) -> State:
        """The state as it stands."""
        return self._reading.state

    @property
    def told(self) -> bytes:
        """The last head that may leave the house."""
        return bytes.fromhex(self._reading.told)

    def steps(self, upto: int | None = None) -> Iterator[ReplayedRow]:
        """Go on, to the end or to a sequence."""
        if upto is not None and upto <= self.seq:
            return
        for entry in rows(self._connection, self._about, self.seq):
            said = lines(self._keyring, entry)
            played = [found for line in said if (found := self._reading.line(line)) is not None]
            if len(played) != 1:
                raise RecordingError(f"row {entry.seq} of {entry.stream}: it says {len(played)} commands, not one")
            self.seq = entry.seq
            yield ReplayedRow(entry, said, Step(entry.seq, played[0].command, played[0].before, played[0].decision))
            if entry.seq == upto:
                return

    def _take_up(self, begin: int) -> None:
        """A replay from the last snapshot before a sequence, if there is one that this engine has kept."""
        if self._about.engine != ENGINE:
            return
        table = schema.snapshots
        before = select(table).where(
            table.c.stream == self._about.stream, table.c.session == self._about.id, table.c.seq < begin
        )
        row = self._connection.execute(before.order_by(table.c.seq.desc()).limit(1)).first()
        if row is not None:
            held = opened_snapshot(self._keyring, row.stream, row.seq, row.sealed, row.state)
            self._reading.begin_at(held.state, bytes.fromhex(held.head), held.told)
            self.seq = row.seq


class OpenSecrets(NamedTuple):
    """The secrets of an open session: the round in play, and the shuffles whose cards are still to be dealt."""

    round: int = 0
    shuffles: frozenset[int] = frozenset()

    @classmethod
    def of(cls, connection: Connection, keyring: Keyring, about: Session) -> OpenSecrets:
        """The session as it stands now; nothing, once it is closed."""
        if about.closed:
            return cls()
        tip = journal.last(connection, about.stream)
        replay = Replay(connection, keyring, about, tip.seq + 1 if tip is not None else None)
        state = replay.state
        numbers = frozenset(deck.shuffle.number for deck in state.decks if is_to_come(deck)) - {0}
        return cls(state.round if state.closed else 0, numbers)

    def tells(self, done: ReplayedRow) -> bool:
        """True of a command that reveals one of them."""
        made = (event.data.get("shuffle", 0) for event in done.step.decision.events if event.kind == "shuffled")
        return (self.round > 0 and done.entry.round == self.round) or any(each in self.shuffles for each in made)

    def holds(self, state: State) -> bool:
        """True of a state that holds one of them."""
        return any(deck.shuffle.number in self.shuffles for deck in state.decks)
