"""House time and deadlines: the time to bet and to decide, a deck's hours, a session's day.

Pure: what the clocks of the machine show comes in. House time is whole milliseconds and never runs back. A deadline is
made of the rows of a table's journal alone, so that whoever follows them finds the same one; a clock command is sent
when a deadline has passed and at no other time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.rulebook import Refusal
from croupier.table.decide import step
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import Seat, State
from croupier.table.procedures.deck import HOURS
from croupier.table.procedures.session import MOST_SECONDS, lasted

Milliseconds: TypeAlias = int

SECOND: Milliseconds = 1000
AFTER_START: Milliseconds = (
    60 * SECOND
)  # that every deadline has at least, since the time the house was down is nobody's
REVEAL: Milliseconds = 10 * SECOND  # for clients to reveal the numbers that their players have promised
MOST_PLAYBACK: Milliseconds = 60 * SECOND  # that clients are taken to be behind the table


# ---- house time ----------------------------------------------------------------------------------------


class HouseTime:
    """The time of the house, by a monotonic clock; the wall clock is read once, when the house starts.

    `last` is house time as the database last saw it: where the wall clock is behind that, time goes on from there.
    """

    def __init__(self, monotonic: Callable[[], Milliseconds], wall: Milliseconds, last: Milliseconds = 0) -> None:
        self._monotonic = monotonic
        self._latest = max(wall, last)
        self._ahead = self._latest - monotonic()

    def now(self) -> Milliseconds:
        """House time now."""
        self._latest = max(self._latest, self._monotonic() + self._ahead)
        return self._latest

    def hear(self, at: Milliseconds) -> None:
        """Move on to the time of a row that another process has written, if that is later."""
        behind = at - self.now()
        if behind > 0:
            self._ahead += behind
            self._latest = at


def zone(name: str) -> tzinfo | None:
    """The time zone of that name, such as Europe/Berlin; None if there is none."""
    if name == "UTC":  # which needs no data on the machine
        return UTC
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):  # the last two of names that are no name of a zone
        return None


def gaming_day(at: Milliseconds, where: tzinfo, begins: int) -> date:
    """The gaming day of a moment, which begins at that hour of local time."""
    return (datetime.fromtimestamp(at // SECOND, where) - timedelta(hours=begins)).date()


def day_began(at: Milliseconds, where: tzinfo, begins: int) -> Milliseconds:
    """The moment at which the gaming day of a moment began."""
    morning = datetime.combine(gaming_day(at, where, begins), time(begins), where)
    return int(morning.timestamp()) * SECOND


# ---- pace ----------------------------------------------------------------------------------------------


class Clocks(NamedTuple):
    """The times that a table allows people, and the pace at which clients show events; all in milliseconds."""

    bet: Milliseconds
    decide: Milliseconds
    away: Milliseconds  # for who is away and asked
    card: Milliseconds = 0  # to show a card that was dealt
    step: Milliseconds = 0  # to show anything else that happens to cards and wagers


# Of a table that no process has ever had in its settings: its session is played to its end as most are.
OTHERWISE = Clocks(bet=30_000, decide=60_000, away=5_000, card=250, step=400)


class Basis(NamedTuple):
    """The last start of the house after it was down or stood still, and the clocks of each table."""

    started: Milliseconds = 0
    clocks: Mapping[str, Clocks] = {}

    def of(self, stream: str) -> Clocks:
        """The clocks of a table."""
        return self.clocks.get(stream, OTHERWISE)


_CARDS = frozenset({"dealt", "community", "burned"})
_SHOWN = frozenset({"shuffled", "cut", "closed", "bonus_chips", "turned", "announced", "settled", "collected", "stub"})


def playback(events: Iterable[Event], clocks: Clocks) -> Milliseconds:
    """The time that clients take to show the events of a command."""
    takes = 0
    for kind, _ in events:
        if kind in _CARDS:
            takes += clocks.card
        elif kind in _SHOWN:
            takes += clocks.step
    return takes


# ---- deadlines -----------------------------------------------------------------------------------------

What: TypeAlias = Literal["decide", "bet", "number", "clock"]


class Deadline(NamedTuple):
    """A deadline. It holds for a table at one sequence: a table that has moved on has another."""

    what: What
    at: Milliseconds
    seq: int
    seat: int = 0
    round: int = 0
    step: int = 0
    since: Milliseconds = 0  # from when the time is counted
    away: Milliseconds = 0  # from when the person asked was away; 0 if present


class TableDeadlines(NamedTuple):
    """The deadlines of a table at one sequence: of people, and of the table's own clock; and the playback."""

    person: Deadline | None = None
    clock: Deadline | None = None
    shown: Milliseconds = 0  # until when clients are showing what has happened

    @property
    def next(self) -> Deadline | None:
        """The deadline that passes first."""
        person, clock = self.person, self.clock
        return person if clock is None or (person is not None and person.at <= clock.at) else clock


class JournalMoment(NamedTuple):
    """A row of a table's journal: its sequence, its time, and its events."""

    seq: int
    at: Milliseconds
    events: tuple[Event, ...] = ()
    over: bool = False  # True if the command ended a round


NOTHING = TableDeadlines()


class Session(NamedTuple):
    """The times at which a table's session was opened, from which its own clock counts, and the house was started."""

    opened: Milliseconds
    started: Milliseconds = 0


def follow(
    before: TableDeadlines, state: State, reached: JournalMoment, clocks: Clocks, session: Session
) -> TableDeadlines:
    """The deadlines after a row of the journal, from those before it, which count for nothing once a round is over.

    A person who is still waited for keeps the deadline that was set when the waiting began, whatever the others do.
    """
    if reached.over:
        before = NOTHING
    behind = max(before.shown, reached.at) + playback(reached.events, clocks)
    shown = min(behind, reached.at + MOST_PLAYBACK)
    waiting = _waited_for(state, reached.seq)
    person = waiting and _after_start(_timed(waiting, before.person, state, reached.at, shown, clocks), session)
    clock = _clock(state, reached.seq, session)
    return TableDeadlines(person, clock and _after_start(clock, session), shown)


def renewed(standing: TableDeadlines, state: State, clocks: Clocks, session: Session) -> TableDeadlines:
    """The deadlines of a table that has not moved on, by other clocks or after another start of the house."""
    person, clock = standing.person, standing.clock
    if person is not None:
        person = _after_start(_timed(person, person, state, person.away, person.since, clocks), session)
    clock = clock and _clock(state, clock.seq, session)
    return TableDeadlines(person, clock and _after_start(clock, session), standing.shown)


def _after_start(deadline: Deadline, session: Session) -> Deadline:
    if deadline.since > session.started:
        return deadline
    least = session.started + AFTER_START
    return deadline if deadline.at >= least else deadline._replace(at=least)


def _waited_for(state: State, seq: int) -> Deadline | None:
    """The person or persons that the table waits for, if time can run out for them; without a deadline yet."""
    if state.phase == "betting":
        return Deadline("bet", 0, seq, 0, state.round) if _bets_may_run_out(state) else None
    if state.phase == "round" and due(state).do == "give number":
        return Deadline("number", 0, seq, 0, state.round, state.step)  # of all who have promised one
    # No clock runs where the round is held for a supervisor (S10).
    if state.phase == "round" and due(state).do == "decide" and state.terms["absent_player"] != "hold":
        return Deadline("decide", 0, seq, state.cursor, state.round, state.step)
    return None


def _bets_may_run_out(state: State) -> bool:
    """True if the time to bet may run out: bets close automatically, and a player who is ready waits for others."""
    if "no more bets" not in state.fixed.automation:
        return False
    wagered = ready = False
    for seat in state.seats:
        if seat is not None and not seat.away:
            wagered, ready = wagered or bool(seat.wagers), ready or seat.ready
    return wagered and ready and state.shoe_works and not (state.sealed and lasted(state))


def _present(state: State) -> list[tuple[int, Seat]]:
    return [(number, seat) for number, seat in state.taken() if not seat.away]


def _timed(
    waiting: Deadline,
    before: Deadline | None,
    state: State,
    now: Milliseconds,
    shown: Milliseconds,
    clocks: Clocks,
) -> Deadline:
    # The seat is 0 while everybody bets, so a wait is identified by seat, round and step together.
    what, _, seq, seat, played, step, *_ = waiting
    same = before if before is not None and before[3:6] == (seat, played, step) else None
    if what == "number":
        since = same.since if same is not None else now
        return Deadline(what, since + REVEAL, seq, seat, played, step, since)
    since = same.since if same is not None else shown
    if what == "bet":
        return Deadline(what, since + clocks.bet, seq, seat, played, step, since)
    left = same.away if same is not None else 0
    away = (left or now) if state.seat(seat).away else 0
    until = since + clocks.decide
    return Deadline(what, min(until, away + clocks.away) if away else until, seq, seat, played, step, since, away)


def _clock(state: State, seq: int, session: Session) -> Deadline | None:
    """The next moment at which the table must be told the time: the end of a deck's hours, or of the session's day."""
    ends = [state.began + MOST_SECONDS] if state.sealed and state.phase != "over" else []
    hours = state.terms.deck_hours
    ends += [deck.since + hours * HOURS for deck in state.decks] if hours else []
    told = [end for end in ends if end > state.now]
    return Deadline("clock", session.opened + min(told) * SECOND, seq) if told else None


# ---- what is sent --------------------------------------------------------------------------------------


def passed(deadline: Deadline, state: State, session: Session, now: Milliseconds) -> Command | None:
    """The house's command once a deadline of this state has passed.

    None if no command could do anything: then nothing is due before the table has moved on.
    """
    if deadline.what == "clock":
        return tell_time(state, session, now)
    if deadline.what == "decide":
        return Command("house", "timeout", deadline.seat)
    if deadline.what == "number":
        return Command("house", "timeout", due(state).seat)
    close = Command("dealer", "no more bets")
    if not isinstance(step(state, close), Refusal):
        return close
    # A wager that is not ready keeps the bets open: it is returned, and its player sits out (S34).
    seat = _owes_an_answer(state)
    return Command("house", "sit out", seat) if seat else None


def _owes_an_answer(state: State) -> int:
    """A seat with a wager that must be ready again before bets can close (S34); 0 if none."""
    if not state.fixed.committed:
        return 0
    owing = (n for n, seat in _present(state) if seat.wagers and seat.was_ready)
    return next(owing, 0)


def tell_time(state: State, session: Session, now: Milliseconds) -> Command | None:
    """The command that tells a table the time, if it is behind; it comes before a deck, whose hours count from then."""
    seconds = (now - session.opened) // SECOND
    return Command("house", "clock", args={"now": seconds}) if seconds > state.now else None
