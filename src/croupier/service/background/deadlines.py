"""The clocks of the tables: when a deadline has passed, the house sends its command, for that sequence and no other.

A table that has moved on meanwhile refuses it, and has another deadline. Any process may send them: of two that do,
the journal takes one. Where nobody supervises, what would wait for a supervisor is ruled at once.
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


class Clockwork:
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
        """The program stood still, and could hear nobody: it is as if the house had been down."""
        self._standing.clear()
        self.start({stream: session.opened for stream, (_, session) in self._sessions.items()})

    def stop(self) -> None:
        """Send nothing more."""
        self._alarms.stop()

    def ring(self) -> None:
        """Send what is due now."""
        self._alarms.ring()

    def waits(self, stream: str) -> Deadline | None:
        """For whom a table waits, and until when."""
        return self._standing.get(stream, NOTHING).person

    def look(self) -> None:
        """The settings may be others than before: what waits for a supervisor may wait for none now."""
        for stream, queue in list(self._house.queues.items()):
            about, record = self._settings().tables.get(stream), queue.live.record
            ruling = rules_by_itself(record.state, about) if about is not None else None
            if ruling is not None:
                self._send(stream, ruling, record.seq)

    def hear(self, happened: Committed) -> None:
        """A table has moved on: it has another deadline, or none."""
        stream = happened.stream
        if self._sessions.get(stream, ("",))[0] != happened.session:
            self._sessions[stream] = happened.session, Session(happened.at, self._started)
            self._standing.pop(stream, None)
        if happened.decision.state.phase == "over":
            self._alarms.clear(stream)
            self._standing.pop(stream, None)
            return
        self._follow(stream, Reached(happened.seq, happened.at, happened.decision.events), happened)

    def clocks(self, stream: str) -> Clocks:
        """The clocks and the pace of a table, whether it is open or not."""
        about = self._settings().tables.get(stream)
        return about.clocks if about is not None else OTHERWISE

    def _follow(self, stream: str, reached: Reached, happened: Committed | None = None) -> None:
        queue = self._house.queues.get(stream)
        if queue is None:
            return
        state = happened.decision.state if happened is not None else queue.live.record.state
        about, now = self._settings().tables.get(stream), self._standing.get(stream, NOTHING)
        standing = follow(now, state, reached, self.clocks(stream), self._sessions[stream][1])
        self._standing[stream] = standing
        if standing.next is not None:
            self._alarms.set(stream, standing.next.at)
        else:
            self._alarms.clear(stream)
        ruling = rules_by_itself(state, about) if happened is not None and about is not None else None
        if ruling is not None:
            self._send(stream, ruling, reached.seq)

    def _rings(self, stream: str) -> None:
        """A deadline has passed."""
        queue, deadline = self._house.queues.get(stream), self._standing.get(stream, NOTHING).next
        if queue is None or deadline is None or queue.live.record.seq != deadline.seq:
            return
        command = passed(deadline, queue.live.record.state, self._sessions[stream][1], self._house.now())
        if command is not None:
            self._send(stream, command, deadline.seq)

    def _send(self, stream: str, command: Command, expects: int) -> None:
        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Failure):
                self._alarms.set(stream, self._house.now() + AGAIN)

        self._house.send(PendingCommand(stream, command, then, expects=expects))
