"""The clocks of the tables: when a deadline has passed, the house sends its command, for that sequence and no other.

A table that has moved on meanwhile refuses it, and has another deadline. Any process may send them, and all have the
same deadlines, since these follow from the record: of two that send, the journal takes one. Without a supervisor, a
round that would wait for one is ruled void at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from croupier.house.config.clocks import (
    NOTHING,
    SECOND,
    Basis,
    Clocks,
    Deadline,
    JournalMoment,
    Session,
    TableDeadlines,
    follow,
    passed,
    renewed,
)
from croupier.house.config.settings import Settings
from croupier.house.engine.requests import Committed, Failure, Outcome, PendingCommand
from croupier.house.storage.database import DatabaseError
from croupier.house.tables import deadline_basis
from croupier.house.tables.house import House
from croupier.house.tables.startup import rules_by_itself
from croupier.service.background.timers import Alarms
from croupier.table.model.command import Command

AGAIN = 2 * SECOND  # after which a command is sent again that could not be written


class DeadlineTimers:
    """The deadlines of all tables."""

    def __init__(self, house: House, settings: Callable[[], Settings]) -> None:
        self._house, self._settings = house, settings
        self._standing: dict[str, TableDeadlines] = {}
        self._sessions: dict[str, tuple[str, int]] = {}  # by table, the session's id and when it was opened
        self._basis = Basis()
        self._alarms: Alarms[str] = Alarms(house.now, self._rings, self.stood_still)

    def start(self, opened: Mapping[str, int], basis: Basis) -> None:
        """Take up the tables as they stand on record; `opened` is when the session of each was opened."""
        self._basis = basis
        with self._house.reading() as connection:
            for table_name, queue in self._house.queues.items():
                rows = deadline_basis.rows_of_round(connection, self._house.keyring, queue)
                queue.resumed = []
                self._sessions[table_name] = queue.live.session, opened.get(table_name, rows[0].at if rows else 0)
                self._set(table_name, deadline_basis.standing(rows, basis.of(table_name), self._times(table_name)))

    def own_clocks(self) -> dict[str, Clocks]:
        """The clocks of all tables in the settings of this process."""
        return {table_name: about.clocks for table_name, about in self._settings().tables.items()}

    def take_up(self, basis: Basis) -> None:
        """Go on by another basis: tables that have not moved on have other deadlines by it."""
        if basis == self._basis:
            return
        self._basis = basis
        for table_name, queue in list(self._house.queues.items()):
            standing = self._standing.get(table_name)
            if standing is not None:
                state = queue.live.record.state
                self._set(table_name, renewed(standing, state, basis.of(table_name), self._times(table_name)))

    def look_at_record(self) -> bool:
        """Go on by the basis on record; False if it cannot be read now."""
        try:
            with self._house.reading() as connection:
                basis = deadline_basis.read(connection)
        except DatabaseError:
            return False
        if basis.started < self._basis.started:  # this process stood still, and that is not written yet
            self._change(self._basis.started)
            basis = basis._replace(started=self._basis.started)
        self.take_up(basis)
        return True

    def _change(self, started: int = 0) -> None:
        """Put the clocks of the settings on record, and a start."""

        def on_done(outcome: Basis | Exception) -> None:
            if isinstance(outcome, Basis):
                self.take_up(outcome)

        self._house.do(partial(deadline_basis.change, clocks=self.own_clocks(), started=started), on_done)

    def stood_still(self) -> None:
        """Allow everybody time after the program stood still, as if the house had been down."""
        now = self._house.now()
        self.take_up(self._basis._replace(started=now))
        self._change(now)

    def _times(self, table_name: str) -> Session:
        return Session(self._sessions[table_name][1], self._basis.started)

    def stop(self) -> None:
        """Send nothing more."""
        self._alarms.stop()

    def ring(self) -> None:
        """Send what is due now."""
        self._alarms.ring()

    def waits(self, table_name: str) -> Deadline | None:
        """The deadline of the person for whom a table waits."""
        return self._standing.get(table_name, NOTHING).person

    def look(self) -> None:
        """Look at changed settings: clocks, and rounds that wait for a supervisor at a table without one now."""
        self._change()
        for table_name, queue in list(self._house.queues.items()):
            about, record = self._settings().tables.get(table_name), queue.live.record
            ruling = rules_by_itself(record.state, about) if about is not None else None
            if ruling is not None:
                self._send(table_name, ruling, record.seq)

    def hear(self, happened: Committed) -> None:
        """Set the deadline of a table that has moved on."""
        table_name = happened.stream
        if self._sessions.get(table_name, ("",))[0] != happened.session:
            self._sessions[table_name] = happened.session, happened.at
            self._standing.pop(table_name, None)
        if happened.decision.state.phase == "over":
            self._alarms.clear(table_name)
            self._standing.pop(table_name, None)
        elif table_name in self._house.queues:
            self._follow(happened)

    def clocks(self, table_name: str) -> Clocks:
        """The clocks and the pace of a table, open or not."""
        return self._basis.of(table_name)

    def _follow(self, happened: Committed) -> None:
        table_name, (events, state) = happened.stream, happened.decision
        before, clocks = self._standing.get(table_name, NOTHING), self._basis.of(table_name)
        reached = JournalMoment(happened.seq, happened.at, events, "over" in happened.kinds)
        self._set(table_name, follow(before, state, reached, clocks, self._times(table_name)))
        if state.pending is not None:
            about = self._settings().tables.get(table_name)
            ruling = rules_by_itself(state, about) if about is not None else None
            if ruling is not None:
                self._send(table_name, ruling, happened.seq)

    def _set(self, table_name: str, standing: TableDeadlines) -> None:
        self._standing[table_name] = standing
        deadline = standing.next
        if deadline is not None:
            self._alarms.set(table_name, deadline.at)
        else:
            self._alarms.clear(table_name)

    def _rings(self, table_name: str) -> None:
        """Send the command of a deadline that has passed, by the record as it is now."""
        if not self.look_at_record():
            self._alarms.set(table_name, self._house.now() + AGAIN)
            return
        queue, deadline, now = self._house.queues.get(table_name), self._next(table_name), self._house.now()
        if queue is None or deadline is None or queue.live.record.seq != deadline.seq:
            return
        if deadline.at > now:
            self._alarms.set(table_name, deadline.at)
            return
        command = passed(deadline, queue.live.record.state, self._times(table_name), now)
        if command is not None:
            self._send(table_name, command, deadline.seq)

    def _next(self, table_name: str) -> Deadline | None:
        return self._standing.get(table_name, NOTHING).next

    def _send(self, table_name: str, command: Command, expects: int) -> None:
        def on_done(outcome: Outcome) -> None:
            if isinstance(outcome, Failure):
                self._alarms.set(table_name, self._house.now() + AGAIN)

        self._house.send(PendingCommand(table_name, command, on_done, expects=expects))
