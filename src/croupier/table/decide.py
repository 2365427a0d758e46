"""`decide(state, command) -> events`: every command, who may give it, and what runs by itself afterwards.

Pure: no clock, no randomness, no input or output. A refused command is a value and changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from croupier.games import load as load_game
from croupier.games.game import Ask, Game
from croupier.games.terms import Terms
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.refusal import Refusal
from croupier.rulebook.submission import Submission
from croupier.table import betting, dealing, devices, irregular, opening, playing, settling
from croupier.table.commands import Command, RefusedError, Role
from croupier.table.draft import Draft
from croupier.table.due import ALL_STEPS, Due, due
from croupier.table.events import Event
from croupier.table.state import UNKNOWN, Fixed, State


class Decision(NamedTuple):
    """The events that a command leads to, and the state after them."""

    events: tuple[Event, ...]
    state: State


def open_table(submission: Submission, automation: frozenset[str] = ALL_STEPS, game: Game | None = None) -> State:
    """A table that is run by this submission, without cards yet; a game that is not of this package comes with it."""
    terms = Terms(submission)
    state = State(Fixed(terms, game or load_game(submission.rulebook.game), automation))
    progressive = terms.options.get("progressive")
    if isinstance(progressive, Progressive):
        state.meter = progressive.seed
    return state


def decide(state: State, command: Command) -> tuple[Event, ...] | Refusal:
    """The events that a command leads to, or why it is refused."""
    outcome = step(state, command)
    return outcome if isinstance(outcome, Refusal) else outcome.events


def step(state: State, command: Command) -> Decision | Refusal:
    """The events that a command leads to and the state after them, or why it is refused."""
    draft = Draft(state, command.args.get("cards"))
    try:
        _perform(draft, command)
        _by_itself(draft, command)
        draft.all_cards_entered()
        draft.rest()
    except RefusedError as refused:
        terms = state.terms
        clauses = terms.clauses(*refused.rules) or terms.clauses("round.whole")
        return Refusal(refused.why, refused.accepted, clauses, refused.rulings, terms.rulebook.short, refused.about)
    return Decision(tuple(draft.events), draft.state)


def _perform(draft: Draft, command: Command) -> None:
    if command.do in ANY_TIME:
        roles, perform = ANY_TIME[command.do]
        _by(command, roles, draft)
        if draft.state.pending is not None and command.do not in _WHILE_PENDING:
            raise RefusedError("the floor has to rule first", "a ruling by the floor", "round.whole")
        perform(draft, command)
        return
    expected = due(draft.state)
    if command.do != expected.do or command.do not in WHEN_DUE:
        seat = f" at seat {expected.seat}" if expected.who == "player" else ""
        why = f"{command.do!r} is not what comes now"
        raise RefusedError(why, f"{expected.do!r} by the {expected.who}{seat}", expected.rule or "round.whole")
    _by(command, (expected.who,), draft)
    WHEN_DUE[command.do](draft, command)


def _by(command: Command, roles: tuple[Role, ...], draft: Draft) -> None:
    if command.who not in roles:
        rule = _RULES.get(command.do) or due(draft.state).rule
        why = f"{command.do!r} is not for the {command.who}"
        raise RefusedError(why, f"{command.do!r} by the {' or the '.join(roles)}", rule or "round.whole")


def _by_itself(draft: Draft, command: Command) -> None:
    """Steps that run by themselves, until one needs a person, a device or a card that is not known yet."""
    automation, script = draft.state.fixed.automation, draft.state.fixed.script
    while True:
        state = draft.state
        if state.phase == "round" and isinstance(script[state.step], Ask):
            return  # a player is asked, or the floor has to rule
        expected = due(state)
        if expected.do not in automation or expected.do not in WHEN_DUE or not _can(state, expected, command):
            return
        WHEN_DUE[expected.do](draft, _own(expected.who, expected.do))


@cache
def _own(who: Role, do: str) -> Command:
    """The command that a step gives itself."""
    return Command(who, do)


def _can(state: State, expected: Due, command: Command) -> bool:
    if expected.do == "no more bets":
        present = [seat for _, seat in state.taken() if not seat.away]
        if not (any(seat.wagers for seat in present) and all(seat.ready for seat in present)):
            return False
        # Who bets is told that no hand can be dealt to these wagers; nobody else is turned down for them.
        heard = command.do in {"bet", "ready"} or not betting.no_column(state)
        return heard and state.shoe_works and not betting.stranded(state)
    if expected.do == "show":
        return bool(state.taken())
    if expected.do == "load" and not state.shoe_works:
        return False
    if expected.do in _DRAWS and UNKNOWN in state.order[state.next : state.next + 1]:
        return False
    return expected.do != "load" or expected.deck == state.playing


_DRAWS = frozenset({"deal", "burn", "community"})  # steps that need the next card


Handler = Callable[[Draft, Command], None]

# What may be asked for only when it is due, by whoever is due.
WHEN_DUE: dict[str, Handler] = {
    "inspect": opening.prepare,
    "verify": opening.prepare,
    "spread": opening.prepare,
    "show": opening.prepare,
    "wash": opening.prepare,
    "stack": opening.prepare,
    "cut": opening.cut,
    "load": opening.load,
    "no more bets": betting.no_more_bets,
    "collect bonus": betting.collect_bonus,
    "deal": dealing.deal,
    "burn": dealing.burn,
    "community": dealing.community,
    "turn up": dealing.turn_up,
    "stub": dealing.stub,
    "collect folds": settling.collect_folds,
    "reveal": settling.reveal,
    "settle": settling.settle,
    "rule": irregular.rule,
}


def _clock(draft: Draft, command: Command) -> None:
    now = command.args.get("now")
    if not isinstance(now, int) or isinstance(now, bool) or now < draft.state.now:
        raise RefusedError(f"the clock cannot go to {now!r}", f"seconds from {draft.state.now} on", "round.whole")
    draft.emit("clock", now=now)


# What may be asked for whenever it makes sense, and by whom.
ANY_TIME: dict[str, tuple[tuple[Role, ...], Handler]] = {
    "receive": (("house",), opening.receive),
    "shuffle": (("dealer", "device"), opening.shuffle),
    "recut": (("floor",), opening.recut),
    "idle": (("dealer",), opening.idle),
    "order shuffle": (("floor",), devices.order_shuffle),
    "clock": (("house",), _clock),
    "meter": (("house",), betting.meter),
    "sit": (("player",), betting.sit),
    "leave": (("player",), betting.leave),
    "come back": (("player",), betting.come_back),
    "bet": (("player",), betting.bet),
    "ready": (("player",), betting.ready),
    "decide": (("player",), playing.decide),
    "timeout": (("house",), playing.timeout),
    "act": (("floor",), playing.act),
    "call": (("dealer", "floor"), irregular.call),
    "jam": (("device",), devices.jam),
    "repair": (("floor",), devices.repair),
    "put out": (("floor",), devices.put_out),
    "fault": (("fault",), irregular.fault),
}
# The rule that says who gives a command, where what comes now does not say it.
_RULES = {
    "receive": "open.receive",
    "shuffle": "shuffle.how",
    "recut": "cut.recut",
    "idle": "idle.spread",
    "order shuffle": "shuffle.directed",
    "sit": "seat.seated",
    "leave": "seat.stay",
    "come back": "seat.stay",
    "bet": "seat.seated",
    "ready": "seat.seated",
    "decide": "ask.order",
    "timeout": "seat.stay",
    "act": "seat.stay",
    "jam": "irregular.shuffler_jam",
    "repair": "irregular.shuffler_jam",
    "put out": "irregular.device_out",
}
_WHILE_PENDING = {"clock", "sit", "leave", "come back", "receive", "shuffle", "fault", "jam", "repair"}
