"""House time and deadlines: nobody is timed out by a jump of a clock, by a restart, or by what another player does."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime

import pytest
from support.table.committed import ANN, BOB, bets, ready, reveals, table_of
from support.table.tables import WAGERS, bet, choose, fault, opened, refused, sent

from croupier.house.config.clocks import (
    AFTER_START,
    MOST_PLAYBACK,
    NOTHING,
    REVEAL,
    Clocks,
    Deadline,
    HouseTime,
    JournalMoment,
    Session,
    TableDeadlines,
    follow,
    gaming_day,
    passed,
    playback,
    tell_time,
    zone,
)
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.runner import Table

CLOCKS = Clocks(bet=30_000, decide=60_000, away=5_000)
HOUR = 3_600_000
NOON = 1_900_000_000_000

# ---- house time ------------------------------------------------------------------------------------------


class Clock:
    """A clock of the machine that a test sets."""

    def __init__(self, shows: int = 0) -> None:
        self.shows = shows

    def __call__(self) -> int:
        return self.shows


def test_house_time_goes_as_the_monotonic_clock_does() -> None:
    clock = Clock(500)
    time = HouseTime(clock, wall=NOON)
    assert time.now() == NOON
    clock.shows += 1234
    assert time.now() == NOON + 1234


def test_house_time_goes_on_from_where_it_was_if_the_wall_clock_was_set_back_meanwhile() -> None:
    assert HouseTime(Clock(), wall=NOON - 9 * HOUR, last=NOON).now() == NOON
    assert HouseTime(Clock(), wall=NOON + 5, last=NOON).now() == NOON + 5


def test_house_time_never_runs_back_even_if_the_machine_does() -> None:
    clock = Clock(1000)
    time = HouseTime(clock, wall=NOON)
    clock.shows = 3000
    assert time.now() == NOON + 2000
    clock.shows = 10
    assert time.now() == NOON + 2000
    clock.shows = 3001
    assert time.now() == NOON + 2001


def test_a_process_that_is_behind_another_catches_up_and_one_that_is_ahead_stays() -> None:
    clock = Clock()
    time = HouseTime(clock, wall=NOON)
    time.hear(NOON + 700)
    assert time.now() == NOON + 700
    clock.shows = 50
    assert time.now() == NOON + 750
    time.hear(NOON)
    assert time.now() == NOON + 750


def test_a_gaming_day_begins_at_its_hour_by_the_clock_on_the_wall_in_summer_and_in_winter() -> None:
    berlin = zone("Europe/Berlin")
    assert berlin is not None

    def day(*moment: int, begins: int = 6) -> date:
        at = datetime(*moment, tzinfo=berlin)  # type: ignore[misc,arg-type] # year, month, day, hour, minute, second
        return gaming_day(int(at.timestamp()) * 1000, berlin, begins)

    for month, after in ((1, 15), (7, 15), (3, 28), (10, 31)):  # the clocks are changed in the nights of the last two
        assert day(2027, month, after, 5, 59, 59).day == after - 1
        assert day(2027, month, after, 6, 0, 0).day == after
    assert day(2027, 1, 1, 0, 0, 0, begins=0) == date(2027, 1, 1)
    assert day(2027, 1, 1, 5, 0, 0) == date(2026, 12, 31)


def test_a_zone_is_known_by_its_name_or_not_at_all() -> None:
    assert zone("UTC") is UTC
    for name in ("", "Nowhere/Else", "America", "/etc/passwd", "../UTC", "a\0b", "\ud800", "x" * 5000):
        assert zone(name) is None, name


# ---- a table that is followed ------------------------------------------------------------------------------


class Followed:
    """A table whose every row is followed as it is written, at the time that a test sets."""

    def __init__(self, table: Table, clocks: Clocks = CLOCKS, session: Session = Session(NOON)) -> None:  # noqa: B008
        self.table, self.clocks, self.session = table, clocks, session
        self.now, self.seq = NOON, 0
        self.rows: list[tuple[State, JournalMoment]] = []
        self.standing = self.row(table.state)
        table.listeners.append(self._hear)

    def row(self, state: State, events: tuple[Event, ...] = ()) -> TableDeadlines:
        self.rows.append((state, JournalMoment(self.seq, self.now, events)))
        return follow(getattr(self, "standing", NOTHING), *self.rows[-1], self.clocks, self.session)

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        self.seq += 1
        self.standing = self.row(decision.state, decision.events)

    def later(self, milliseconds: int, *commands: Command) -> None:
        self.now += milliseconds
        sent(self.table, *commands)

    @property
    def person(self) -> Deadline:
        assert self.standing.person is not None
        return self.standing.person

    def upcoming(self) -> Deadline | None:
        return self.standing.next

    def pass_it(self) -> Command:
        """Let the next deadline pass; what the house then sends."""
        deadline = self.standing.next
        assert deadline is not None
        assert deadline.seq == self.seq
        self.now = max(self.now, deadline.at)
        command = passed(deadline, self.table.state, self.session, self.now)
        assert command is not None
        sent(self.table, command)
        return command


def playing(*persons: str, rulebook: str = "uth-ma", options: Mapping[str, object] = {}) -> Followed:
    """A committed table with a round in play, its players having given their numbers."""
    followed = Followed(table_of(*persons, rulebook=rulebook, options=options))
    for seat, person in enumerate(persons, start=1):
        followed.later(0, bets(seat, person, rulebook=rulebook, ready=True))
    for seat, person in enumerate(persons, start=1):
        followed.later(0, reveals(seat, person))
    assert due(followed.table.state).do == "decide"
    return followed


# ---- the time to decide --------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", sorted(WAGERS))
def test_who_is_silent_is_timed_out_seat_by_seat_until_the_round_is_over(rulebook: str) -> None:
    followed = playing(ANN, BOB, rulebook=rulebook)
    sends = []
    while followed.table.state.closed:
        asked, began = followed.table.state.cursor, followed.now
        assert followed.person == Deadline(
            "decide", began + 60_000, followed.seq, asked, 1, followed.table.state.step, began
        )
        sends.append(followed.pass_it())
    assert sends
    assert all(each == Command("house", "timeout", each.seat) for each in sends)
    assert followed.standing.person is None


def test_the_deadline_stays_whatever_else_is_done_at_the_table_while_a_player_thinks() -> None:
    followed = playing(ANN, BOB)
    first = followed.person
    followed.later(20_000, Command("house", "buy", 1, {"amount": 5000}))
    followed.later(20_000, Command("player", "sit", 5, {}, {"bankroll": 100}, "p-cat"))
    assert followed.person == first._replace(seq=followed.seq)
    followed.later(1, choose(1, "check")._replace(by=ANN))
    assert followed.person.seat == 2
    assert followed.person.at == followed.now + 60_000


def test_who_is_asked_again_has_the_whole_time_again() -> None:
    followed = playing(ANN)
    followed.later(40_000, choose(1, "check")._replace(by=ANN))
    assert followed.person.seat == 1
    assert followed.person.at == followed.now + 60_000


def test_a_deadline_holds_at_its_own_sequence_and_the_table_refuses_what_comes_late() -> None:
    followed = playing(ANN, BOB)
    late = followed.person
    followed.later(59_999, choose(1, "check")._replace(by=ANN))
    assert followed.person.seq > late.seq
    assert "seat 1 is not being waited for" in refused(followed.table, Command("house", "timeout", late.seat))


def test_who_is_away_is_waited_for_briefly_and_gains_no_time_by_going_and_coming() -> None:
    followed = playing(ANN, BOB)
    whole = followed.person.at
    followed.later(10_000, Command("house", "sit out", 1))
    assert followed.person.at == followed.now + 5_000
    gone = followed.person.at
    followed.later(2_000, Command("house", "buy", 1, {"amount": 5000}))
    assert followed.person.at == gone, "being away is counted from when it began"
    followed.later(1_000, Command("player", "come back", 1, by=ANN))
    assert followed.person.at == whole
    followed.later(46_000, Command("house", "sit out", 1))
    assert followed.person.at == whole, "nobody is waited for longer because of being away"
    assert followed.pass_it() == Command("house", "timeout", 1)


def test_who_was_away_before_being_asked_has_the_short_time_only() -> None:
    followed = playing(ANN, BOB)
    followed.later(0, Command("player", "leave", 2, by=BOB))
    followed.later(1_000, choose(1, "check")._replace(by=ANN))
    assert followed.person.seat == 2
    assert followed.person.at == followed.now + 5_000


def test_where_a_round_is_held_for_a_supervisor_no_time_runs_out() -> None:
    followed = playing(ANN, options={"absent_player": "hold"})
    assert followed.standing.person is None
    assert "the round is held" in refused(followed.table, Command("house", "timeout", 1))


def test_while_the_floor_has_to_rule_nobody_else_is_waited_for() -> None:
    followed = Followed(opened("uth-ma", by_hand=()))
    sent(followed.table, *[bet(seat, WAGERS["uth-ma"]) for seat in (1, 2)])
    sent(followed.table, Command("player", "ready", 1), Command("player", "ready", 2))
    before = followed.person
    followed.later(40_000, Command("floor", "call", args={"what": "A drink was spilt."}))
    assert followed.standing.person is None
    followed.later(40_000, Command("floor", "rule", args={"choice": "play on", "reason": "It was water."}))
    assert followed.person.seat == before.seat
    assert followed.person.at == followed.now + 60_000


# ---- the time to bet -------------------------------------------------------------------------------------------


def test_nobody_is_hurried_who_plays_alone() -> None:
    followed = Followed(table_of(ANN))
    assert followed.standing.person is None
    followed.later(HOUR, bets(1, ANN))
    assert followed.standing.person is None


def test_who_is_ready_waits_for_the_others_for_so_long_and_no_longer() -> None:
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    followed.later(5_000, bets(2, BOB))
    assert followed.standing.person is None
    followed.later(5_000, ready(1, ANN))
    until = followed.now + 30_000
    assert followed.person == Deadline("bet", until, followed.seq, 0, 0, 0, followed.now)
    for _ in range(3):
        followed.later(9_000, bets(2, BOB))
        assert followed.person.at == until, "betting again wins no time"
    assert followed.pass_it() == Command("dealer", "no more bets")
    assert followed.now == until
    assert [number for number, _ in followed.table.state.dealt_in()] == [1, 2]


def test_who_has_no_wager_down_in_time_sees_the_round_from_the_seat() -> None:
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    followed.later(0, ready(1, ANN))
    assert followed.pass_it() == Command("dealer", "no more bets")
    assert [number for number, _ in followed.table.state.dealt_in()] == [1]


def test_no_time_runs_while_no_wager_stands_or_only_those_are_present_who_are_ready() -> None:
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    followed.later(0, Command("player", "bet", 1, {"wagers": {}}, by=ANN))
    followed.later(0, ready(1, ANN))
    assert followed.standing.person is None, "no wager stands"
    followed.later(0, bets(1, ANN))
    followed.later(0, Command("house", "sit out", 2))
    followed.later(0, ready(1, ANN))
    assert due(followed.table.state).do == "give number", "who sits out is waited for by nobody"


def test_who_was_ready_and_sits_out_waits_for_nobody() -> None:
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    followed.later(0, ready(2, BOB))
    assert followed.standing.person is not None
    followed.later(0, Command("player", "sit out", 2, by=BOB))
    assert followed.table.state.seat(2).ready
    assert followed.upcoming() == followed.standing.clock


def test_a_dealer_of_flesh_and_blood_closes_the_bets_alone() -> None:
    followed = Followed(table_of(ANN, BOB, by_hand=["no more bets"]))
    followed.later(0, bets(1, ANN))
    followed.later(0, ready(1, ANN))
    assert followed.standing.person is None


def test_who_must_be_ready_again_and_is_not_sits_out_and_keeps_nobody_waiting() -> None:
    followed = Followed(table_of(ANN, BOB, "p-cat", rulebook="dragon-md"))
    for seat, person in enumerate((ANN, BOB, "p-cat"), start=1):
        followed.later(0, bets(seat, person, rulebook="dragon-md"))
    for seat, person in ((1, ANN), (2, BOB)):
        followed.later(0, ready(seat, person))
    followed.later(0, Command("floor", "order shuffle", args={"reason": "A card was bent."}))
    assert followed.table.state.seat(2).was_ready
    followed.later(0, ready(1, ANN))
    assert "seat 2 was ready for other cards" in refused(followed.table, Command("dealer", "no more bets"))
    assert followed.pass_it() == Command("house", "sit out", 2)
    assert followed.table.state.seat(2).wagers == {}
    assert followed.pass_it() == Command("dealer", "no more bets"), "at once, since the time has passed"
    assert [number for number, _ in followed.table.state.dealt_in()] == [1, 3]


def test_who_does_not_reveal_a_number_in_time_is_left_out_and_the_cards_are_dealt() -> None:
    """Ruling S37: clients reveal by themselves, under one short clock for all."""
    followed = Followed(table_of(ANN, BOB, "p-cat"))
    for seat, person in enumerate((ANN, BOB, "p-cat"), start=1):
        followed.later(0, bets(seat, person, ready=True))
    until = followed.now + REVEAL
    assert followed.person == Deadline("number", until, followed.seq, 0, 1, 0, followed.now)
    followed.later(REVEAL - 1, reveals(2, BOB))
    assert followed.person.at == until, "who is quick wins nobody else time"
    assert followed.pass_it() == Command("house", "timeout", 1)
    assert followed.pass_it() == Command("house", "timeout", 3), "at once, since the time has passed"
    assert followed.now == until
    assert followed.table.state.decks[0].shuffle.persons == (BOB,)
    assert due(followed.table.state).do == "decide"


def test_a_number_is_not_waited_for_longer_where_a_round_is_held_for_who_is_away() -> None:
    followed = Followed(table_of(ANN, options={"absent_player": "hold"}))
    followed.later(0, bets(1, ANN, ready=True))
    followed.later(0, Command("player", "leave", 1, by=ANN))
    assert followed.pass_it() == Command("house", "timeout", 1)
    assert followed.table.state.looked


def test_a_wager_that_has_lost_its_devices_holds_up_no_table() -> None:
    """Cover All goes back at once (ruling U6), and bets close when the time is over."""
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    wagers = {**WAGERS["uth-ma"], "cover_all": 500}
    followed.later(0, Command("player", "bet", 1, {"wagers": wagers}, by=ANN), bets(2, BOB))
    followed.later(0, Command("device", "jam", args={"device": "shoe"}), ready(2, BOB))
    assert followed.standing.person is None, "nothing can be dealt, whoever is ready"
    followed.later(0, Command("floor", "put out", args={"device": "shoe"}))
    followed.later(0, ready(2, BOB))
    assert dict(followed.table.state.seat(1).wagers) == WAGERS["uth-ma"]
    assert followed.pass_it() == Command("dealer", "no more bets")


def test_nothing_is_sent_where_the_house_can_do_nothing() -> None:
    followed = Followed(table_of(ANN, BOB))
    followed.later(0, bets(1, ANN))
    followed.later(0, ready(1, ANN))
    deadline = followed.person
    followed.later(0, Command("player", "bet", 1, {"wagers": {}}, by=ANN))
    assert passed(deadline, followed.table.state, followed.session, deadline.at) is None


# ---- pace ------------------------------------------------------------------------------------------------------


def test_the_time_to_decide_begins_when_clients_have_shown_what_was_dealt() -> None:
    paced = CLOCKS._replace(card=100, step=1_000)
    dealt = playing(ANN, BOB)
    last = dealt.rows[-1][1]
    takes = playback(last.events, paced)
    kinds = [event.kind for event in last.events]
    assert takes == 100 * sum(each in {"dealt", "burned", "community"} for each in kinds) + 1_000 * sum(
        each in {"closed", "turned", "stub", "announced", "collected", "settled"} for each in kinds
    )
    assert kinds.count("dealt") >= 6, "two cards to each of three hands at least"
    found = follow(NOTHING, dealt.table.state, last, paced, dealt.session)
    assert found.shown == last.at + takes
    assert found.person is not None
    assert found.person.at == last.at + takes + 60_000


def test_the_time_to_bet_begins_when_clients_have_shown_the_round_before() -> None:
    paced = CLOCKS._replace(step=1_000)
    followed = playing(ANN, BOB)
    followed.clocks = paced
    while followed.table.state.closed:
        followed.pass_it()
    ended, shown = followed.now, followed.standing.shown
    assert shown > ended
    followed.later(1, bets(1, ANN))
    followed.later(0, ready(1, ANN))
    assert followed.person.at == max(shown, followed.now) + 30_000


def test_clients_are_never_taken_to_be_far_behind() -> None:
    dealt = playing(ANN, BOB)
    slow = CLOCKS._replace(card=10**9)
    found = follow(NOTHING, *dealt.rows[-1], slow, dealt.session)
    assert found.shown == dealt.now + MOST_PLAYBACK


# ---- after a start ---------------------------------------------------------------------------------------------


def test_after_a_start_every_open_deadline_has_a_minute_at_least_however_long_the_house_was_down() -> None:
    before = playing(ANN, BOB)
    state, reached = before.rows[-1]
    for down in (0, 1_000, 59_000, 61_000, 40 * HOUR):
        started = reached.at + down
        found = follow(NOTHING, state, reached, CLOCKS, Session(NOON, started))
        assert found.person is not None
        assert found.clock is not None
        assert found.person.at == max(reached.at + 60_000, started + AFTER_START)
        assert found.next is not None
        assert found.next.at >= started + AFTER_START
        hurried = follow(NOTHING, state, reached, CLOCKS._replace(decide=5_000), Session(NOON, started))
        assert hurried.person is not None
        assert hurried.person.at == started + AFTER_START


def test_who_is_asked_after_the_start_has_the_time_that_everybody_has() -> None:
    followed = playing(ANN, BOB)
    followed.clocks = CLOCKS._replace(decide=5_000)
    followed.now += 10 * HOUR
    followed.session = Session(NOON, followed.now)
    followed.standing = follow(NOTHING, *followed.rows[-1], followed.clocks, followed.session)
    assert followed.person.at == followed.now + AFTER_START
    followed.later(100, Command("house", "buy", 1, {"amount": 5000}))
    assert followed.person.at == followed.session.started + AFTER_START
    followed.later(100, choose(1, "check")._replace(by=ANN))
    assert followed.person.at == followed.now + 5_000


def test_whoever_follows_the_same_rows_finds_the_same_deadlines() -> None:
    followed = playing(ANN, BOB)
    while followed.table.state.closed:
        followed.pass_it()
    again = NOTHING
    for state, reached in followed.rows:
        again = follow(again, state, reached, CLOCKS, followed.session)
    assert again == followed.standing


# ---- a deck's hours, a session's day -----------------------------------------------------------------------------


@pytest.mark.parametrize(("dealing", "hours"), [("automated_shoe", 8), ("manual_shoe", 8), ("hand", 4)])
def test_a_deck_that_has_been_in_use_for_its_hours_is_changed_and_no_clock_is_written_before(
    dealing: str, hours: int
) -> None:
    followed = Followed(table_of(ANN, rulebook="dragon-md", options={"dealing": dealing}))
    assert followed.upcoming() == Deadline("clock", NOON + hours * HOUR, followed.seq)
    assert followed.pass_it() == Command("house", "clock", args={"now": hours * 3600})
    assert followed.standing.clock is not None
    assert followed.standing.clock.at == NOON + 24 * HOUR, "the deck's hours are told once"
    followed.later(0, bets(1, ANN, rulebook="dragon-md", ready=True))
    told = [event for _, reached in followed.rows for event in reached.events if event.kind == "removed"]
    assert [event.data["reason"] for event in told] == ["due to be changed"]
    assert due(followed.table.state).do == "receive"


def test_a_deck_that_comes_later_has_its_hours_from_then_on_since_the_time_is_told_before_it() -> None:
    followed = Followed(table_of(ANN, rulebook="dragon-md"))
    followed.later(5 * HOUR, Command("floor", "withdraw deck", args={"reason": "It is worn."}))
    told = tell_time(followed.table.state, followed.session, followed.now)
    assert told == Command("house", "clock", args={"now": 5 * 3600})
    sent(followed.table, told, Command("house", "receive", args={"back": "red"}))
    assert tell_time(followed.table.state, followed.session, followed.now + 999) is None
    assert followed.standing.clock is not None
    assert followed.standing.clock.at == NOON + 13 * HOUR


def test_a_session_lasts_a_day_and_then_no_bets_are_closed() -> None:
    followed = Followed(table_of(ANN, BOB))
    assert followed.upcoming() == Deadline("clock", NOON + 24 * HOUR, followed.seq)
    followed.later(0, bets(1, ANN))
    followed.pass_it()
    followed.later(0, ready(1, ANN))
    assert followed.upcoming() is None
    assert "the session has lasted 24 hours" in refused(followed.table, Command("dealer", "no more bets"))
    followed.table.close()
    assert followed.upcoming() is None


def test_a_session_that_was_closed_has_no_clock_any_more() -> None:
    followed = Followed(table_of(ANN))
    followed.table.close()
    assert followed.upcoming() is None


def test_real_cards_and_scripts_have_no_day_and_a_table_without_hours_no_clock() -> None:
    assert Followed(opened("uth-ma")).standing == NOTHING._replace(shown=NOON)
    assert Followed(opened("dragon-md")).standing.clock is not None


def test_a_fault_that_nobody_has_noticed_changes_no_deadline() -> None:
    followed = Followed(opened("uth-ma", by_hand=()))
    before = followed.standing
    sent(followed.table, fault("lost", position=50))
    assert followed.standing == before
