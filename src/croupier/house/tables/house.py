"""The house as it runs in one process: a writer, live tables and streams of its own on one database.

Tables are opened and closed here, resumed after a start, and followed where other processes write to them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from functools import partial

from sqlalchemy import Connection, Engine

from croupier.crypto.keys import PrivateKey
from croupier.house.engine.listeners import Outbox
from croupier.house.engine.live_table import begun
from croupier.house.engine.recovery import meter_on_record, open_sessions, resumed_table, session_row
from croupier.house.engine.requests import UNSURE, Outcome, PendingCommand
from croupier.house.engine.shared_meters import HouseError
from croupier.house.engine.streams import Streams
from croupier.house.engine.unit_of_work import ExtraWrites, does, together
from croupier.house.engine.writer import DatabaseStore, Writer
from croupier.house.storage import database, journal, schema
from croupier.house.storage.register import Register
from croupier.house.storage.vault import Keyring
from croupier.house.tables.command_queue import CommandQueue
from croupier.house.tables.table_set import TableSet
from croupier.rulebook import Refusal
from croupier.table.fairness.card_sources import CardSource
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.recording.recorder import NoGameError, RecordingError


class House:
    """A house in one process. One thread owns it; what the writer has done comes back to that thread by `deliver`."""

    def __init__(
        self,
        engine: Engine,
        keyring: Keyring,
        key: PrivateKey,
        *,
        now: Callable[[], int],
        deliver: Callable[[Callable[[], None]], None],
        exclusive: bool = False,
    ) -> None:
        """`exclusive` says that no other process writes to this database."""
        self.engine, self.keyring, self.key, self.now = engine, keyring, key, now
        self.register = Register(keyring, now).attach(engine)
        self.without_game: dict[str, str] = {}  # tables whose session waits for the code of its game
        self._out = Outbox()
        self.writer = Writer(DatabaseStore(engine), deliver)
        self.streams = Streams(keyring, now, self.writer.take, self.reading, self._out)
        self.tables = TableSet(self.writer, keyring, now=now, reading=self.reading, out=self._out, exclusive=exclusive)
        # Shortcuts to what everybody uses of these parts.
        self.do = self.writer.do
        self.cage, self.significant = self.streams.cage, self.streams.significant
        self.send, self.available = self.tables.send, self.tables.available
        self.queue, self.queues, self.listeners = self.tables.queue, self.tables.queues, self.tables.listeners

    def stop(self) -> None:
        """Write what waits, and end."""
        self.writer.stop()

    def reading(self) -> AbstractContextManager[Connection]:
        """A reading transaction."""
        return database.reading(self.engine)

    # ---- opening and closing ---------------------------------------------------------------------------

    def open_table(self, table_name: str, state: State, source: CardSource, on_done: Callable[[Outcome], None]) -> None:
        """Open a table at its beginning, under a session of its own; a HouseError if it cannot be opened."""
        with self._out:
            self._open(state, source, PendingCommand(table_name, Command("house", "open"), on_done))

    def _open(self, state: State, source: CardSource, asked: PendingCommand) -> None:
        name, tables = asked.table_name, self.tables
        with self.reading() as connection:
            self._take_up(connection)  # whatever is open anywhere has its name, and its version of a game
            shared = tables.shared.open(name, state.terms.submission)
            last = journal.last(connection, name)
            live = begun(name, state, source, self.key, last.seq if last else 0)
            fed = meter_on_record(connection, live.meter_name)
        queue, closed = tables.new_queue(live, opened=False), tables.shared
        tables.shared = tables.with_meter(shared, queue, fed)
        known = frozenset({each.live.session for each in self.queues.values()})
        try:
            if live.meter_name and fed is None:
                self.streams.seed(live.meter_name, state.fixed.seed)
            tables.submit(
                queue,
                asked,
                live.open(tables.meter(live)),
                partial(self._open_again, state, source),
                lambda now: session_row(live, self.keyring, now, known),
            )
        except BaseException:
            tables.shared = closed
            raise
        self.queues[name] = queue

    def _open_again(self, state: State, source: CardSource, asked: PendingCommand) -> None:
        """Open a table once more, where another process was first with a table, or with its meter."""
        try:
            self._open(state, source, asked)
        except HouseError as error:
            self.tables.answer(asked, Refusal(error.why, error.accepted))

    def close_table(
        self, table_name: str, on_done: Callable[[Outcome], None], extra_writes: ExtraWrites | None = None
    ) -> None:
        """End the session of a table, between rounds: chips go back to the wallets, and its seed is on record.

        Extra writes go into the same transaction.
        """
        queue = self.queue(table_name)
        with self._out:
            self._close(queue, extra_writes, PendingCommand(table_name, Command("house", "close"), on_done))

    def _close(self, queue: CommandQueue, extra_writes: ExtraWrites | None, asked: PendingCommand) -> None:
        live, tables = queue.live, self.tables
        if not tables.stands(queue):
            tables.answer(asked, UNSURE)
            return
        if self.queues.get(asked.table_name) is not queue:
            tables.answer(asked, tables.not_open(asked.table_name))
            return
        closed = schema.sessions.update().where(schema.sessions.c.id == live.session)
        tables.submit(
            queue,
            asked,
            live.close(tables.meter(live)),
            partial(self._close, queue, extra_writes),
            lambda now: together(does(closed.values(closed=now)), extra_writes),
        )

    # ---- resuming --------------------------------------------------------------------------------------

    def recover(self) -> None:
        """Resume every table whose session is open exactly where it was."""
        with self.reading() as connection:
            self._take_up(connection, tells=False)

    def _take_up(self, connection: Connection, *, tells: bool = True) -> None:
        """Resume every table that is open by the record and not yet here; listeners are told its steps if `tells`."""
        for session, table_name in open_sessions(connection).items():
            queue = self.queues.get(table_name)
            if queue is not None and queue.opened and queue.live.session != session:
                self.tables.find_again([queue])  # that session is over
            if table_name not in self.queues:
                try:
                    self._resume(connection, session, tells=tells)
                except NoGameError as error:  # its table stays closed, with its session as it is, and the others open
                    self.without_game[table_name] = error.why

    def _resume(self, connection: Connection, session: str, *, tells: bool) -> None:
        live, tables = resumed_table(connection, session, self.keyring, self.key), self.tables
        ends = journal.tip(connection, live.name)  # first: another process writes rows and tip together
        found = list(journal.following(connection, live.name, live.seq))
        last = found[-1].seq if found else live.seq
        if last < ends:
            raise RecordingError(f"rows {last + 1} to {ends} of {live.name} are missing")
        rows = [each for each in found if each.session == session]
        resumed = tables.follow(live, rows, tells=tells)
        if live.state.phase == "over":
            return  # the table was closed meanwhile
        queue = tables.new_queue(live, opened=True)
        queue.resumed = resumed
        shared = tables.shared.open(live.name, live.state.terms.submission)
        tables.shared = tables.with_meter(shared, queue, meter_on_record(connection, live.meter_name))
        self.queues[live.name] = queue

    # ---- other processes -------------------------------------------------------------------------------

    def heard(self, heads: Mapping[str, int | None] | None) -> None:
        """Catch up with other processes, which have committed up to these sequences; None: unknown, read all tables."""
        with self._out:
            if heads is None:
                with self.reading() as connection:
                    self._take_up(connection)
                heads = dict.fromkeys(self.queues)
            tables = {stream: seq for stream, seq in heads.items() if not stream.startswith("$")}
            self.tables.find_again([self.queues[each] for each, seq in tables.items() if self._is_behind(each, seq)])
            if not tables.keys() <= self.queues.keys():
                with self.reading() as connection:
                    self._take_up(connection)

    def _is_behind(self, table_name: str, upto: int | None) -> bool:
        """True of an open table that has to be read; where steps wait to be written, the writer finds out."""
        queue = self.queues.get(table_name)
        if queue is None or any(each.work.committed for each in queue.waiting):
            return False
        return upto is None or upto > queue.live.record.seq
