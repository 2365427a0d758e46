"""The house as it runs: tables are opened and closed, come back after a start, and are open in other processes too."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sqlalchemy import Connection

from croupier.house.engine.live_table import begun
from croupier.house.engine.recovery import meter_on_record, open_sessions, resumed_table, session_row
from croupier.house.engine.requests import UNSURE, Outcome, PendingCommand
from croupier.house.engine.shared_meters import HouseError, meter_name
from croupier.house.engine.unit_of_work import Also, does, together
from croupier.house.storage import journal, schema
from croupier.house.tables.command_queue import CommandQueue
from croupier.house.tables.floor import Floor
from croupier.rulebook import Refusal
from croupier.table.model.command import Command
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.recording.recorder import RecordingError


class House(Floor):
    """The tables of a house, in one process."""

    def open_table(self, stream: str, table: Table, then: Callable[[Outcome], None]) -> None:
        """A table opens under a session of its own, and stands until that is closed; a HouseError if it cannot."""
        with self.out:
            self._open(PendingCommand(stream, Command("house", "open"), then), table, table.state)

    def _open(self, asked: PendingCommand, table: Table, beginning: State) -> None:
        """Open a table that stands at its beginning, or stands there again."""
        stream, meter = asked.stream, meter_name(beginning.terms.submission)
        with self.reading() as connection:
            self._take_up(connection)  # whatever is open anywhere has its name, and its version of a game
            shared = self.shared.open(stream, beginning.terms.submission)
            before = journal.last(connection, stream)
            fed = meter_on_record(connection, meter)
        table.state = beginning
        live = begun(stream, beginning.fixed.place.session, table, self.key, before.seq if before else 0)
        queue, closed = self._made(live, opened=False), self.shared
        self.shared = self._with_meter(shared, queue, fed)
        known = frozenset({each.live.session for each in self.queues.values()})
        try:
            if meter and fed is None:
                self.seed(meter, beginning.fixed.seed)
            self._carry(
                queue,
                asked,
                lambda: live.open(self._supply(queue)),
                lambda: self._open_again(asked, table, beginning),
                lambda now: session_row(live, self.keyring, now, known),
            )
        except BaseException:
            self.shared = closed
            raise
        self.queues[stream] = queue

    def _open_again(self, asked: PendingCommand, table: Table, beginning: State) -> None:
        """Somebody else was first: with a table, or with its meter."""
        try:
            self._open(asked, table, beginning)
        except HouseError as error:
            self._tell(asked, Refusal(error.why, error.accepted))

    def close_table(self, stream: str, then: Callable[[Outcome], None], also: Also | None = None) -> None:
        """The session of a table ends, between rounds: chips go back to the wallets, and its seed is on record.

        What else is to be written goes into the same transaction.
        """
        queue = self.queue(stream)
        with self.out:
            self._close(queue, PendingCommand(stream, Command("house", "close"), then), also)

    def _close(self, queue: CommandQueue, asked: PendingCommand, also: Also | None) -> None:
        if not self._stands(queue):
            self._tell(asked, UNSURE)
            return
        if self.queues.get(asked.stream) is not queue:
            self._tell(asked, self._not_open(asked.stream))
            return
        closed = schema.sessions.update().where(schema.sessions.c.id == queue.live.session)
        self._carry(
            queue,
            asked,
            lambda: queue.live.close(self._supply(queue)),
            lambda: self._close(queue, asked, also),
            lambda now: together(does(closed.values(closed=now)), also),
        )

    def recover(self) -> None:
        """Every table whose session is open comes back exactly where it was."""
        with self.reading() as connection:
            self._take_up(connection, tells=False)

    def _take_up(self, connection: Connection, *, tells: bool = True) -> None:
        """Every table that is open by the record and not yet here; whether anybody is told what has happened there."""
        for session, stream in open_sessions(connection).items():
            queue = self.queues.get(stream)
            if queue is not None and queue.opened and queue.live.session != session:
                self._found_again(queue)  # that session is over
            if stream not in self.queues:
                self._resume(connection, session, tells=tells)

    def _resume(self, connection: Connection, session: str, *, tells: bool) -> None:
        live = resumed_table(connection, session, self.keyring, self.key)
        ends = journal.tip(connection, live.name)  # first: whoever writes meanwhile writes rows and tip together
        found = list(journal.following(connection, live.name, live.seq))
        last = found[-1].seq if found else live.seq
        if last < ends:
            raise RecordingError(f"rows {last + 1} to {ends} of {live.name} are missing")
        rows = [each for each in found if each.session == session]
        steps = live.follow(rows, self.keyring, tells=tells)
        self._publish(live, steps, rows if tells else ())
        if live.state.phase == "over":
            return  # it was closed while we looked
        queue, submission = self._made(live, opened=True), live.state.terms.submission
        shared = self.shared.open(live.name, submission)
        self.shared = self._with_meter(shared, queue, meter_on_record(connection, meter_name(submission)))
        self.queues[live.name] = queue

    # ---- other processes -------------------------------------------------------------------------------

    def catch_up(self, stream: str, upto: int | None = None) -> None:
        """Another process has carried out something at a table, or opened it."""
        self.heard({stream: upto})

    def heard(self, heads: Mapping[str, int | None] | None) -> None:
        """Other processes have come so far with these streams; or nobody knows how far with which."""
        with self.out:
            if heads is None:
                with self.reading() as connection:
                    self._take_up(connection)
                heads = dict.fromkeys(self.queues)
            tables = {stream: seq for stream, seq in heads.items() if not stream.startswith("$")}
            self._find_again([self.queues[each] for each, seq in tables.items() if self._is_behind(each, seq)])
            if not tables.keys() <= self.queues.keys():
                with self.reading() as connection:
                    self._take_up(connection)

    def _is_behind(self, stream: str, upto: int | None) -> bool:
        """Whether a table that is open here has to be read; who waits to write something finds out by that."""
        queue = self.queues.get(stream)
        if queue is None or any(each.steps for each in queue.waiting):
            return False
        return upto is None or upto > queue.live.record.seq
