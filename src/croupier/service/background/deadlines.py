"""The clocks of the tables: when a deadline has passed, the house sends its command, for that sequence and no other.

A table that has moved on meanwhile refuses it, and has another deadline. Any process may send them: of two that do,
the journal takes one. Without a supervisor, a round that would wait for one is ruled void at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from croupier.house.config.clocks import NOTHING, SECOND, Clocks, Deadline, Reached, Session, Standing, follow, passed
from croupier.house.config.settings import Settings
from croupier.house.engine.requests import Committed, Failure, Outcome, PendingCommand
from croupier.house.tables.house import House
from croupier.house.tables.startup import rules_by_itself
from croupier.service.background.timers import Alarms
from croupier.table.model.command import Command

AGAIN = 2 * SECOND  # after which a command is sent again that could not be written
# Of a table that is open and stands in the settings no longer: its session is played to its end as most are.
OTHERWISE = Clocks(bet=30 * SECOND, decide=60 * SECOND, away=5 * SECOND, card=250, step=400)


class DeadlineTimers:
    """The deadlines of all tables."""

    def __init__(self, house: House, settings: Callable[[], Settings]) -> None:
        self._house, self._settings = house, settings
        self._standing: dict[str, Standing] = {}
        self._sessions: dict[str, tuple[str, Session]] = {}  # by table, the session's id and when it began
        self._started = 0
        self._alarms: Alarms[str] = Alarms(house.now, self._rings, self._slept)

    def start(self, opened: Mapping[str, int]) -> None:
        """Take up the tables as they stand; `opened` is when the session of each was opened."""
        self._started = now = self._house.now()
        for stream, queue in self._house.queues.items():
            record, live = queue.live.record, queue.live
            self._sessions[stream] = live.session, Session(opened.get(stream, now), now)
            self._follow(stream, Reached(record.seq, now))

    def _slept(self) -> None:
        """Start anew after the program stood still, as if the house had been down."""
        self._standing.clear()
        self.start({stream: session.opened for stream, (_, session) in self._sessions.items()})

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
        """Look at changed settings: a round that waits for a supervisor may be at a table without one now."""
        for stream, queue in list(self._house.queues.items()):
            about, record = self._settings().tables.get(stream), queue.live.record
            ruling = rules_by_itself(record.state, about) if about is not None else None
            if ruling is not None:
                self._send(stream, ruling, record.seq)

    def hear(self, happened: Committed) -> None:
        """Set the deadline of a table that has moved on."""
        stream = happened.stream
        if self._sessions.get(stream, ("",))[0] != happened.session:
            self._sessions[stream] = happened.session, Session(happened.at, self._started)
            self._standing.pop(stream, None)
        if happened.decision.state.phase == "over":
            self._alarms.clear(stream)
            self._standing.pop(stream, None)
            return
        self._follow(stream, Reached(happened.seq, happened.at, happened.decision.events), happened)

    def clocks(self, table_name: str) -> Clocks:
        """The clocks and the pace of a table, open or not."""
        about = self._settings().tables.get(table_name)
        return about.clocks if about is not None else OTHERWISE

    def _follow(self, stream: str, reached: Reached, happened: Committed | None = None) -> None:
        queue = self._house.queues.get(stream)
        if queue is None:
            return
        state = happened.decision.state if happened is not None else queue.live.record.state
        about, now = self._settings().tables.get(stream), self._standing.get(stream, NOTHING)
        clocks = about.clocks if about is not None else OTHERWISE
        standing = follow(now, state, reached, clocks, self._sessions[stream][1])
        self._standing[stream] = standing
        deadline = standing.next
        if deadline is not None:
            self._alarms.set(stream, deadline.at)
        else:
            self._alarms.clear(stream)
        if happened is not None and about is not None and state.pending is not None:
            ruling = rules_by_itself(state, about)
            if ruling is not None:
                self._send(stream, ruling, reached.seq)

    def _rings(self, stream: str) -> None:
        """Send the command of a deadline that has passed."""
        queue, deadline = self._house.queues.get(stream), self._standing.get(stream, NOTHING).next
        if queue is None or deadline is None or queue.live.record.seq != deadline.seq:
            return
        command = passed(deadline, queue.live.record.state, self._sessions[stream][1], self._house.now())
        if command is not None:
            self._send(stream, command, deadline.seq)

    def _send(self, table_name: str, command: Command, expects: int) -> None:
        def on_done(outcome: Outcome) -> None:
            if isinstance(outcome, Failure):
                self._alarms.set(table_name, self._house.now() + AGAIN)

        self._house.send(PendingCommand(table_name, command, on_done, expects=expects))
