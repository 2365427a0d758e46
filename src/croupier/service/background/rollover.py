"""Session rollover while the house is open: after a day, and where house.toml has another table in its place.

Players are shown the notices they are owed, for their time. Then the session is closed between rounds, another is
opened, and its players have their seats again with the same chips. Of two processes that do so, the journal takes one.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from croupier.house.config.clocks import SECOND
from croupier.house.config.settings import Settings, TableSettings
from croupier.house.config.settings_diff import notices_owed
from croupier.house.engine.live_table import Position, digest
from croupier.house.engine.requests import Answer, Committed, Failure, HouseArgs, Outcome, PendingCommand
from croupier.house.engine.shared_meters import HouseError
from croupier.house.tables import rollover, startup
from croupier.house.tables.command_queue import CommandQueue
from croupier.house.tables.house import House
from croupier.house.tables.rollover import DAY, Open, Seated, Unfinished
from croupier.rulebook import Refusal
from croupier.rulebook.notices import DueNotice
from croupier.service.background.deadlines import AGAIN
from croupier.service.background.timers import Alarms
from croupier.table.decide import ENGINE
from croupier.table.model.command import Command
from croupier.table.recording.recorder import encoded

log = logging.getLogger("croupier.service")
MINUTE = 60 * SECOND


class PostedNotices(NamedTuple):
    """The notices before a table is played by another submission, and until when at least they are shown."""

    about: TableSettings  # of the next session
    owed: tuple[DueNotice, ...]
    until: int


class TableAfterRound(NamedTuple):
    """A table right after a round, which may be the last of its session."""

    session: str
    record: Position


class _Turn:
    """A rollover that is under way."""

    def __init__(self, ended: str, seated: Iterable[Seated] = ()) -> None:
        self.ended = ended  # the session; none where a table is new
        self.waiting = {each.seat: each for each in seated}  # the players who have no seat at the new session yet


class SessionRollover:
    """The sessions of all tables, each with its end."""

    def __init__(self, house: House, settings: Callable[[], Settings], gone: Callable[[str], None]) -> None:
        """`gone` is told of a table that opens no more."""
        self._house, self._settings, self._gone = house, settings, gone
        self._opened: dict[str, tuple[str, int]] = {}  # by table, its session and when that was opened
        self._posted: dict[str, PostedNotices] = {}
        self._turns: dict[str, _Turn] = {}
        self._played: dict[str, TableAfterRound] = {}  # by table, its last round
        self._older: set[str] = set()  # tables whose session another engine has decided so far
        self._goes_by = ""
        self._alarms: Alarms[str] = Alarms(house.now, self._rings)

    def start(self, opened: Mapping[str, Open], found: Mapping[str, Unfinished], goes_by: str) -> None:
        """Take up the tables as they stand, and rollovers that were begun before a stop."""
        self._goes_by = goes_by
        for table_name, queue in self._house.queues.items():
            self._opened[table_name] = queue.live.session, opened[table_name].since
        self._older = {table_name for table_name, each in opened.items() if each.engine != ENGINE}
        for table_name, unfinished in found.items():
            self._turns[table_name] = _Turn(*unfinished)
            self._go_on(table_name)
        self.look()

    def stop(self) -> None:
        """Roll over no more sessions."""
        self._alarms.stop()

    def ring(self) -> None:
        """Roll over the sessions that are due now."""
        self._alarms.ring()

    def look(self) -> None:
        """Look at changed settings."""
        for table_name in list(self._house.queues):
            self._consider(table_name)

    def open(self, table_name: str) -> None:
        """Open a new table under its first session."""
        if table_name not in self._turns and table_name not in self._house.queues:
            self._turns[table_name] = _Turn("")
            self._go_on(table_name)

    def notices(self, table_name: str) -> PostedNotices | None:
        """The notices at a table, if there are any."""
        return self._posted.get(table_name)

    def played(self, table_name: str) -> TableAfterRound | None:
        """A table right after its last round, which may be of the session before."""
        return self._played.get(table_name)

    def opens_again(self, table_name: str) -> bool:
        """True of a table whose session is over and that opens under another."""
        return table_name in self._turns

    def hear(self, told: Committed) -> None:
        """Follow a committed command: a session may have begun or ended, or a round is over."""
        table_name, state = told.stream, told.decision.state
        if self._opened.get(table_name, ("",))[0] != told.session:
            self._opened[table_name] = told.session, told.at
            self._older.discard(table_name)
            self._rings(table_name)  # if another process has opened it, who sat here is to sit again
        if state.phase == "over":
            self._over(told)
        elif "over" in told.kinds:
            queue = self._house.queues.get(table_name)
            if queue is not None:
                self._played[table_name] = TableAfterRound(told.session, queue.live.record)
            self._consider(table_name)

    # ---- when ----------------------------------------------------------------------------------------------

    def _rings(self, table_name: str) -> None:
        if table_name in self._turns:
            self._go_on(table_name)
        else:
            self._consider(table_name)

    def _consider(self, table_name: str) -> None:
        """Roll over a session if its time has come and no round is played; else look again at that time."""
        queue = self._house.queues.get(table_name)
        if queue is None or not queue.opened or table_name in self._turns or table_name not in self._opened:
            return
        due = self._due(table_name, queue)
        if due > self._house.now():
            self._alarms.set(table_name, due)
            return
        if table_name in self._older and queue.live.state.closed:
            for command in rollover.voids(queue.live.state):
                self._house.send(PendingCommand(table_name, command, lambda _: None))
        if not queue.live.state.closed:
            self._close(table_name, queue)

    def _due(self, table_name: str, queue: CommandQueue) -> int:
        """The time at which a table's session is to end."""
        day = self._opened[table_name][1] + DAY
        about, state = self._settings().tables.get(table_name), queue.live.record.state
        if about is None or table_name in self._older:
            self._posted.pop(table_name, None)
            return 0
        if rollover.is_as(state, about):
            self._posted.pop(table_name, None)
            return day
        posted = self._posted.get(table_name)
        if posted is None or posted.about != about:
            owed = notices_owed(state.terms.submission, about.submission)
            minutes = self._settings().house.notice_minutes if owed else 0
            posted = self._posted[table_name] = PostedNotices(about, owed, self._house.now() + minutes * MINUTE)
        return posted.until

    # ---- how -----------------------------------------------------------------------------------------------

    def _close(self, table_name: str, queue: CommandQueue) -> None:
        """End the session; a table that stands in the settings no longer stays closed."""
        session, house = queue.live.session, self._house
        goes_on, turn = table_name in self._settings().tables, _Turn(session)
        if goes_on:
            self._turns[table_name] = turn
        extra_writes = rollover.opens_again(table_name, session, house.now()) if goes_on else None
        house.close_table(table_name, partial(self._closed, table_name, turn), extra_writes)

    def _closed(self, table_name: str, turn: _Turn, outcome: Outcome) -> None:
        """Try again where the close failed; that it was closed was heard before, here or from another process."""
        if isinstance(outcome, Answer):
            return
        if self._turns.get(table_name) is turn:
            del self._turns[table_name]
        self._alarms.set(table_name, self._house.now() + AGAIN)

    def _over(self, told: Committed) -> None:
        """Open a table again whose session is over, here or in another process, if the record says so."""
        table_name = told.stream
        self._alarms.clear(table_name)
        self._posted.pop(table_name, None)
        with self._house.reading() as connection:
            begun = rollover.begun(connection).get(table_name) == told.session
            again = begun or table_name in rollover.open_sessions(connection)  # which another process has done already
        if again and table_name in self._settings().tables:
            self._turns[table_name] = _Turn(told.session, rollover.seated(told.before, told.decision.events))
            self._go_on(table_name)
        else:
            self._turns.pop(table_name, None)
            self._gone(table_name)
        for other in [each for each in self._turns if each != table_name]:
            self._go_on(other)  # it may have waited: a house deals one version of a game at a time

    def _go_on(self, table_name: str) -> None:
        """Take the next step of a rollover: open the table again, or seat its players again."""
        turn, queue = self._turns[table_name], self._house.queues.get(table_name)
        if queue is None:
            self._open(table_name)
        elif queue.opened and queue.live.session != turn.ended:
            self._seat(table_name, turn)

    def _open(self, table_name: str) -> None:
        about = self._settings().tables.get(table_name)
        if about is None:
            self._forget(table_name)
            self._gone(table_name)
            return
        try:
            startup.open_one(self._house, self._goes_by, about, partial(self._opened_again, table_name))
        except HouseError as error:
            log.warning("a table waits to open", extra={"table": table_name, "why": str(error)})
            self._alarms.set(table_name, self._house.now() + AGAIN)

    def _opened_again(self, table_name: str, outcome: Outcome) -> None:
        """Go on with a table that this or another process has opened; else try again."""
        if table_name in self._turns and (isinstance(outcome, Answer) or table_name in self._house.queues):
            self._go_on(table_name)
        else:
            self._alarms.set(table_name, self._house.now() + AGAIN)

    def _seat(self, table_name: str, turn: _Turn) -> None:
        """Seat the players again; a command that was carried out before is answered so, and not done again."""
        for each in list(turn.waiting.values()):
            command = rollover.sits_again(each)
            on_done, house_args = partial(self._sat, table_name, turn, each), partial(self._chips, each)
            self._send(table_name, turn, command, on_done, house_args)
        self._may_be_done(table_name, turn)

    def _send(
        self,
        table_name: str,
        turn: _Turn,
        command: Command,
        on_done: Callable[[Outcome], None],
        house_args: Callable[[Connection], HouseArgs] | None = None,
    ) -> None:
        name = rollover.request(turn.ended, command)
        self._house.send(
            PendingCommand(table_name, command, on_done, name, digest(name.encode()), house_args=house_args)
        )

    def _chips(self, each: Seated, connection: Connection) -> HouseArgs:
        """The chips of a player: as many as before, or what is left of them in the wallet."""
        return {"bankroll": min(each.chips, self._house.available(connection, each.person))}

    def _sat(self, table_name: str, turn: _Turn, each: Seated, outcome: Outcome) -> None:
        if isinstance(outcome, Failure):
            self._alarms.set(table_name, self._house.now() + AGAIN)
            return
        if isinstance(outcome, Refusal):
            log.warning(
                "a player has no seat again", extra={"table": table_name, "seat": each.seat, "why": str(outcome)}
            )
        elif each.sits_out:
            self._send(table_name, turn, rollover.sits_out_again(each), lambda _: None)
        turn.waiting.pop(each.seat, None)
        self._may_be_done(table_name, turn)

    def _may_be_done(self, table_name: str, turn: _Turn) -> None:
        """Note on record that a rollover is done, once the table is open and its players have their seats."""
        if turn.waiting or self._turns.get(table_name) is not turn:
            return
        self._forget(table_name)
        session = self._opened[table_name][0]
        says = {"what": "new session", "table": table_name, "session": session, "after": turn.ended}
        self._house.significant(encoded(says), "", request=rollover.note_id(session))
        self._consider(table_name)

    def _forget(self, table_name: str) -> None:
        ended = self._turns.pop(table_name).ended
        self._house.do(lambda connection: rollover.forget(connection, table_name, ended), lambda _: None)
