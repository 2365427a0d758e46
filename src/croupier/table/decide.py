"""The decision function, `decide(state, command) -> events`: dispatches a command and runs automatic steps after it.

Pure: no clock, no randomness, no input or output. A refused command is a value and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, NamedTuple, NoReturn

from croupier.errors import CroupierError
from croupier.games.catalogue import game_of
from croupier.games.game import Game
from croupier.games.rulebook_check import check_rulebook
from croupier.games.terms import Terms
from croupier.rulebook.refusal import Refusal
from croupier.rulebook.submission import Submission
from croupier.table.model.catalog import DECLARED
from croupier.table.model.command import Command, RefusedError, Role, refusal
from croupier.table.model.declaration import Declared
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import AT_ONCE, PUBLISHES, SCRIPTED, SOURCES, UNKNOWN, Fixed, Place, State
from croupier.table.model.steps import Due
from croupier.table.model.validation import admitted
from croupier.table.model.vocabulary import STEPS
from croupier.table.procedures import (
    betting,
    dealing,
    decisions,
    devices,
    faults,
    irregularities,
    meters,
    player_numbers,
    session,
    settlement,
)
from croupier.table.procedures import deck as deck_procedures
from croupier.table.procedures.draft import Draft
from croupier.table.procedures.flow import count_is_due
from croupier.table.reports import counts, misreads, sightings

# The version of the decisions. It rises whenever one changes, since only the engine that made a recording can audit
# it. `make engine` has the digest of decisions by which the tests detect a change.
ENGINE = 3
MOST_NAMED = 200  # characters of the name of a house, a table or a session, to which every shuffle is bound
_NOTHING: Mapping[str, Any] = {}


class Decision(NamedTuple):
    """The events that a command leads to, and the state after them."""

    events: tuple[Event, ...]
    state: State


class AutomationError(CroupierError, ValueError):
    """An automation set that names a step which does not exist."""


class PlaceError(CroupierError, ValueError):
    """A place name or a card source that a table cannot have."""


def open_table(
    submission: Submission,
    automation: frozenset[str] = ALL_STEPS,
    game: Game | None = None,
    *,
    training: bool = False,
    place: Place = Place(),  # noqa: B008 - it never changes
    source: str = SCRIPTED,
    publishes: str = AT_ONCE,
) -> State:
    """Open a table under this submission, without cards yet; a game from outside this package is passed in.

    Only a table for training or tests has faults.
    """
    if unknown := sorted(automation - ALL_STEPS):
        raise AutomationError(f"no step is called {', '.join(map(repr, unknown))}; there are {', '.join(STEPS)}")
    if not all(len(text) <= MOST_NAMED and text.isprintable() for text in place):
        raise PlaceError(f"house, table and session are printable texts of up to {MOST_NAMED} letters")
    if source not in SOURCES or publishes not in PUBLISHES:
        raise PlaceError(f"cards are {', '.join(SOURCES)}, and a seed is published {', '.join(PUBLISHES)}")
    game = game or game_of(submission.rulebook)
    terms = Terms(submission)
    check_rulebook(game, submission.rulebook, terms)
    fixed = Fixed(terms, game, automation, training=training, place=place, source=source, publishes=publishes)
    return State.before_all(fixed)


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """Decide a command: the events that it leads to, or its refusal."""
    outcome = step(state, command)
    return outcome if isinstance(outcome, Refusal) else outcome.events


def step(state: State, command: Command) -> Decision | Refusal:
    """Decide a command: the events that it leads to and the state after them, or its refusal."""
    try:
        declared, args = admitted(state, command)
        draft = Draft(state, args)
        if "meter" in args:
            meters.stands(draft)
        _perform(draft, command, declared)
        _by_itself(draft)
        return Decision(draft.done(), draft.state)
    except RefusedError as refused:
        return refusal(state.terms, refused)


def _perform(draft: Draft, command: Command, declared: Declared) -> None:
    state = draft.state
    if state.phase == "over":
        raise RefusedError("the session is over", "a new session", "round.whole")
    if state.pending is not None and not declared.while_pending and command.do not in _meanwhile(state):
        _refuse_for_now(state, state.pending[0])
    if declared.only_when_due:
        _check_due(state, command)
    _HANDLERS[command.do](draft, command)


def _meanwhile(state: State) -> set[str]:
    """The commands that a question does not hold up: its answer and, while cards are handled for it, reports."""
    handled = state.pending is not None and state.pending[0] in {"count", "dealer short", "community short"}
    return {due(state).do, *(["report"] if handled else [])}


def _refuse_for_now(state: State, what: str) -> NoReturn:
    """Refuse a command while a question waits."""
    rule, ruled = ("deal.bonus_chips", "bonus_chips") if what == "bonus chips" else ("", "unnamed_irregularity")
    expected = due(state)
    if what == "report":
        raise RefusedError("a report waits for the floor", "'confirm' or 'reject' by the floor", ruled=("reports",))
    if expected.do != "rule":
        why = f"{expected.do!r} by the {expected.who} comes first"
        raise RefusedError(why, f"{expected.do!r}, or a ruling by the floor", ruled=("reports",))
    raise RefusedError("the floor has to rule first", "a ruling by the floor", rule, ruled=(ruled,))


def _check_due(state: State, command: Command) -> None:
    expected = due(state)
    if command.do != expected.do and not _may_come_early(state, command.do):
        seat = f" at seat {expected.seat}" if expected.who == "player" else ""
        why, rule = f"{command.do!r} is not what comes now", expected.rule or "round.whole"
        rulings = state.terms.shaping(rule, *_of_the_deck(state, expected))
        raise RefusedError(why, f"{expected.do!r} by the {expected.who}{seat}", rule, rulings=rulings)
    if (
        command.who != expected.who
        and command.do == "load"
        and not deck_procedures.device_may_load(state, expected.deck)
    ):
        from_hand = state.way_of_dealing.from_hand
        why = "the shuffler has not shuffled this stack, or has no shoe to put it into"
        why = "the dealer takes the stack into the hand" if from_hand else why
        raise RefusedError(why, "'load' by the dealer", "deal.into_shoe" if from_hand else "shuffle.into_shoe")


def _of_the_deck(state: State, expected: Due) -> tuple[str, ...]:
    """The rule by which a deck that came shuffled is cut, if that is the step that is due."""
    came = expected.do == "cut" and state.decks[expected.deck].how == "before"
    return ("open.preshuffled",) if came else ()


def _may_come_early(state: State, do: str) -> bool:
    """True for bonus chips, compared before the table asks for it, and for a ruling on what waits."""
    if do == "rule":
        return state.pending is not None and state.reported is None
    return do == "collect bonus" and betting.may_compare_chips(state)


def _by_itself(draft: Draft) -> None:
    """Run the automatic steps, until one needs a person, a device or a card that is not known yet."""
    state, automation = draft.state, draft.state.fixed.automation
    draft.args = _NOTHING
    while True:
        who, do, _, _, deck = due(state)
        if do not in automation or not _can(state, do, deck):
            return
        _HANDLERS[do](draft, _own(who, do))


@cache
def _own(who: Role, do: str) -> Command:
    """The command for an automatic step; cached."""
    return Command(who, do)


def _can(state: State, do: str, deck: int) -> bool:
    if do in _DRAWS:
        return UNKNOWN not in state.order[state.next : state.next + 1]
    if do == "no more bets":
        return _all_ready(state) and state.shoe_works and betting.may_close(state)
    if do == "show":
        return bool(state.taken())
    if do == "stub":
        return not (state.fixed.real and count_is_due(state))  # of real cards somebody says the number
    return do != "load" or (state.shoe_works and deck == state.playing)


def _all_ready(state: State) -> bool:
    """True if every player present is ready, and one of them has put up a wager."""
    wagered = False
    for seat in state.seats:
        if seat is not None and not seat.away:
            if not seat.ready:
                return False
            wagered = wagered or bool(seat.wagers)
    return wagered


_DRAWS = frozenset({"deal", "burn", "community"})  # steps that need the next card


Handler = Callable[[Draft, Command], None]


def _clock(draft: Draft, command: Command) -> None:  # noqa: ARG001 - one shape for all
    now = draft.args["now"]
    if now < draft.state.now:
        raise RefusedError(f"the clock cannot go back to {now}", f"seconds from {draft.state.now} on")
    draft.emit("clock", now=now)


_HANDLERS: dict[str, Handler] = {
    "open": session.open_session,
    "close": session.close_session,
    "receive": deck_procedures.receive,
    "inspect": deck_procedures.prepare,
    "verify": deck_procedures.prepare,
    "spread": deck_procedures.prepare,
    "show": deck_procedures.prepare,
    "wash": deck_procedures.prepare,
    "stack": deck_procedures.prepare,
    "shuffle": deck_procedures.shuffle,
    "cut": deck_procedures.cut,
    "recut": deck_procedures.recut,
    "order shuffle": devices.order_shuffle,
    "load": deck_procedures.load,
    "idle": deck_procedures.idle,
    "withdraw deck": deck_procedures.withdraw,
    "sit": betting.sit,
    "leave": betting.leave,
    "sit out": betting.sit_out,
    "come back": betting.come_back,
    "buy": betting.buy,
    "bet": betting.bet,
    "ready": betting.ready,
    "no more bets": betting.no_more_bets,
    "give number": player_numbers.give,
    "collect bonus": betting.collect_bonus,
    "deal": dealing.deal,
    "burn": dealing.burn,
    "community": dealing.community,
    "turn up": dealing.turn_up,
    "stub": counts.stub,
    "decide": decisions.decide,
    "timeout": decisions.timeout,
    "act": decisions.act,
    "collect folds": settlement.collect_folds,
    "reveal": settlement.reveal,
    "settle": settlement.settle,
    "call": irregularities.call,
    "rule": irregularities.rule,
    "report": sightings.report,
    "confirm": sightings.confirm,
    "reject": sightings.reject,
    "correct scan": misreads.correct_scan,
    "count": counts.count,
    "jam": devices.jam,
    "repair": devices.repair,
    "put out": devices.put_out,
    "clock": _clock,
    "meter": meters.set_meter,
    "fault": faults.fault,
}
assert set(_HANDLERS) == set(DECLARED)  # noqa: S101 - a command that is declared is carried out, and no other
