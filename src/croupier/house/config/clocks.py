"""House time, and what runs out by it: the time to bet and to decide, a deck's hours, a session's day.

Pure: what the clocks of the machine show comes in. House time is whole milliseconds and never runs back. A deadline is
made of the rows of a table's journal alone, so that whoever follows them finds the same one; a clock command is sent
when a deadline has passed and at no other time.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Literal, NamedTuple, TypeAlias
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from croupier.rulebook import Refusal
from croupier.table.decide import step
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import Seat, State
from croupier.table.procedures.betting import stranded
from croupier.table.procedures.deck import HOURS
from croupier.table.procedures.player_numbers import unmixed
from croupier.table.procedures.session import MOST_SECONDS, lasted

Milliseconds: TypeAlias = int

SECOND: Milliseconds = 1000
AFTER_START: Milliseconds = (
    60 * SECOND
)  # that every deadline has at least, since the time the house was down is nobody's
MOST_PLAYBACK: Milliseconds = 60 * SECOND  # that clients are taken to be behind the table


# ---- house time ----------------------------------------------------------------------------------------


class HouseTime:
    """The time of the house, from a clock that no one sets. The wall clock is looked at once, when the house starts.

    `last` is house time as the database last saw it: where the wall clock is behind that, time goes on from there.
    """

    def __init__(self, monotonic: Callable[[], Milliseconds], wall: Milliseconds, last: Milliseconds = 0) -> None:
        self._monotonic = monotonic
        self._latest = max(wall, last)
        self._ahead = self._latest - monotonic()

    def now(self) -> Milliseconds:
        """It is so late."""
        self._latest = max(self._latest, self._monotonic() + self._ahead)
        return self._latest

    def hear(self, at: Milliseconds) -> None:
        """Another process has written a row at that time: it is no earlier than that here."""
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
    """The gaming day of a moment: one that begins at that hour of the clock on the wall there."""
    return (datetime.fromtimestamp(at // SECOND, where) - timedelta(hours=begins)).date()


def day_began(at: Milliseconds, where: tzinfo, begins: int) -> Milliseconds:
    """When the gaming day of a moment began."""
    morning = datetime.combine(gaming_day(at, where, begins), time(begins), where)
    return int(morning.timestamp()) * SECOND


# ---- pace ----------------------------------------------------------------------------------------------


class Clocks(NamedTuple):
    """How long a table waits for a person, and how long clients take to show what happened; all in milliseconds."""

    bet: Milliseconds
    decide: Milliseconds
    away: Milliseconds  # for who is away and asked
    card: Milliseconds = 0  # to show a card that was dealt
    step: Milliseconds = 0  # to show anything else that happens to cards and wagers


_CARDS = frozenset({"dealt", "community", "burned"})
_SHOWN = frozenset({"shuffled", "cut", "closed", "bonus_chips", "turned", "announced", "settled", "collected", "stub"})


def playback(events: Iterable[Event], clocks: Clocks) -> Milliseconds:
    """How long clients take to show what a command led to."""
    card, step = clocks.card, clocks.step
    return sum([card if kind in _CARDS else step for kind, _ in events if kind in _CARDS or kind in _SHOWN])


# ---- deadlines -----------------------------------------------------------------------------------------

What: TypeAlias = Literal["decide", "bet", "clock"]


class Deadline(NamedTuple):
    """Until when something is waited for. It holds for a table at that sequence: one that has moved on has another."""

    what: What
    at: Milliseconds
    seq: int
    seat: int = 0
    round: int = 0
    step: int = 0
    since: Milliseconds = 0  # from when the time is counted
    away: Milliseconds = 0  # from when the person asked was away; 0 if present


class Standing(NamedTuple):
    """What stands at a table at one sequence: the deadline of persons, the table's own clock, and the playback."""

    person: Deadline | None = None
    clock: Deadline | None = None
    shown: Milliseconds = 0  # until when clients are showing what has happened

    @property
    def next(self) -> Deadline | None:
        """The deadline that passes first."""
        person, clock = self.person, self.clock
        return person if clock is None or (person is not None and person.at <= clock.at) else clock


class Reached(NamedTuple):
    """A row of a table's journal: its sequence, when it was written, and what happened."""

    seq: int
    at: Milliseconds
    events: tuple[Event, ...] = ()


NOTHING = Standing()


class Session(NamedTuple):
    """When a table's session was opened, which its own clock counts from, and when this house was started."""

    opened: Milliseconds
    started: Milliseconds = 0


def follow(before: Standing, state: State, reached: Reached, clocks: Clocks, session: Session) -> Standing:
    """What stands after a row of the journal, from what stood before it; `NOTHING` did when the house was started.

    Who is waited for still has the deadline that was set when the waiting began, whatever the others do meanwhile.
    """
    behind = max(before.shown, reached.at) + playback(reached.events, clocks)
    shown = min(behind, reached.at + MOST_PLAYBACK)
    waiting = _waited_for(state, reached.seq)
    person = waiting and _timed(waiting, before.person, state, reached.at, shown, clocks)
    return Standing(_after_start(person, session), _after_start(_clock(state, reached.seq, session), session), shown)


def _after_start(deadline: Deadline | None, session: Session) -> Deadline | None:
    if deadline is None or deadline.since > session.started:
        return deadline
    least = session.started + AFTER_START
    return deadline if deadline.at >= least else deadline._replace(at=least)


def _waited_for(state: State, seq: int) -> Deadline | None:
    """The person or the persons that the table waits for, if time can run out for them; without a time yet."""
    if state.phase == "betting":
        return Deadline("bet", 0, seq, 0, state.round) if _bets_may_run_out(state) else None
    # Where a round is held for a supervisor (S10), no time runs out.
    if state.phase == "round" and due(state).do == "decide" and state.terms["absent_player"] != "hold":
        return Deadline("decide", 0, seq, state.cursor, state.round, state.step)
    return None


def _bets_may_run_out(state: State) -> bool:
    """Where the dealer is no person: when somebody is ready and is kept waiting by somebody who is not."""
    if "no more bets" not in state.fixed.automation or not state.shoe_works or (state.sealed and lasted(state)):
        return False
    wagered = ready = False
    for seat in state.seats:
        if seat is not None and not seat.away:
            wagered, ready = wagered or bool(seat.wagers), ready or seat.ready
    return wagered and ready


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
    # Nobody's seat is 0, where all are waited for that bet: so what is waited for is told by seat, round and step.
    same = before if before is not None and before[3:6] == waiting[3:6] else None
    since = same.since if same else shown
    if waiting.what == "bet":
        return waiting._replace(at=since + clocks.bet, since=since)
    left = same.away if same else 0
    away = (left or now) if state.seat(waiting.seat).away else 0
    until = since + clocks.decide
    return waiting._replace(at=min(until, away + clocks.away) if away else until, since=since, away=away)


def _clock(state: State, seq: int, session: Session) -> Deadline | None:
    """When the table must be told the time next: a deck has been in use for its hours, or the session for its day."""
    ends = [state.began + MOST_SECONDS] if state.sealed and state.phase != "over" else []
    hours = state.terms.deck_hours
    ends += [deck.since + hours * HOURS for deck in state.decks] if hours else []
    told = [end for end in ends if end > state.now]
    return Deadline("clock", session.opened + min(told) * SECOND, seq) if told else None


# ---- what is sent --------------------------------------------------------------------------------------


def passed(deadline: Deadline, state: State, session: Session, now: Milliseconds) -> Command | None:
    """The command of the house, once a deadline of this state has passed.

    None if there is nothing that it could do: then nothing is due before the table has moved on.
    """
    if deadline.what == "clock":
        return tell_time(state, session, now)
    if deadline.what == "decide":
        return Command("house", "timeout", deadline.seat)
    close = Command("dealer", "no more bets")
    if not isinstance(step(state, close), Refusal):
        return close
    # Somebody's wager keeps the bets open: it goes back, and who placed it sits out.
    seat = _owes_an_answer(state) or stranded(state)
    return Command("house", "sit out", seat) if seat else None


def _owes_an_answer(state: State) -> int:
    """A seat with a wager that must give its number or be ready again before bets can close (S34); 0 if none must."""
    if not state.fixed.committed:
        return 0
    owing = (n for n, seat in _present(state) if seat.wagers and (seat.was_ready or unmixed(state, seat.person)))
    return next(owing, 0)


def tell_time(state: State, session: Session, now: Milliseconds) -> Command | None:
    """The time as the table counts it, if it is behind. It is told before a deck comes, whose hours count from then."""
    seconds = (now - session.opened) // SECOND
    return Command("house", "clock", args={"now": seconds}) if seconds > state.now else None
