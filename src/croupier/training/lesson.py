"""Dealing lesson: a table at which the learner takes each step of the dealer's, and things may go wrong.

The players play by themselves.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from croupier.games.game import Game
from croupier.games.lines import Line
from croupier.money import Cents
from croupier.rulebook import Refusal, Submission
from croupier.rulebook.model import Instruction
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import CardSource
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State
from croupier.table.model.vocabulary import CALLS
from croupier.table.play.runner import Table
from croupier.table.views.instructions import instructions
from croupier.table.views.view import Viewer, redact
from croupier.training.troubles import NOTHING, WORDS, Chance, Trouble, drawn

Playing: TypeAlias = Callable[[State, int], Command]
Result: TypeAlias = Literal["done", "wrong", "missed"]

# The steps of a round that the learner takes; the deck is prepared automatically.
BY_HAND = frozenset(
    {
        "no more bets",
        "deal",
        "check",
        "burn",
        "community",
        "turn up",
        "stub",
        "reveal",
        "settle",
        "collect folds",
        "call",
    }
)
_ORDER = ("no more bets", "deal", "burn", "community", "turn up", "stub", "collect folds", "reveal", "settle")
DEALER = Viewer("dealer")
COUNTED = "stub counted"  # the stub is put away and counted, even if a count is not due


class Mark(NamedTuple):
    """A mark for a step that was done, wrong or missed, with its clauses and the time taken."""

    result: Result
    what: str
    clauses: tuple[str, ...]
    milliseconds: int = 0
    times: int = 1  # in a row; a mistake that is repeated is one


class Now(NamedTuple):
    """The step that is due, its clauses, and the instructions for hands and eyes."""

    do: str
    clauses: tuple[str, ...]
    by_hand: tuple[Instruction, ...]


class Payout(NamedTuple):
    """A win to be paid: the seat, the settlement line, and the hand turned up for it."""

    seat: int
    line: Line
    hand: tuple[int, ...]


@dataclass
class Score:
    """The marks of one clause."""

    done: int = 0
    wrong: int = 0
    missed: int = 0
    milliseconds: int = 0


@dataclass
class Lesson:
    """A lesson; `trouble` is the share of deals that go wrong, from 0 to 1."""

    submission: Submission
    source: CardSource
    playing: Playing
    chance: Chance
    seats: int = 2
    trouble: float = 0.0
    bankroll: Cents = 10_000_000
    game: Game | None = None  # if it is none of the package's
    marks: list[Mark] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)  # events since the list was last cleared, as the dealer sees them
    _trouble: Trouble = NOTHING  # of this round, not called yet
    _asked_at: int = 0
    _paid: set[tuple[int, Line]] = field(default_factory=set)  # in this round

    def __post_init__(self) -> None:
        self.table = Table(self.submission, self.source, ALL_STEPS - BY_HAND, self.game, training=True)
        self.table.listeners.append(self._hear)
        self.table.open()
        for number in range(1, self.seats + 1):
            self._carry_out(Command("player", "sit", number, {}, {"bankroll": self.bankroll}))

    @property
    def state(self) -> State:
        """The state of the table."""
        return self.table.state

    # ---- a round ---------------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        """Begin a round: devices that failed are repaired, the players bet, and the deal may go wrong."""
        for device in [each for each, status in self.state.devices.items() if status == "jammed"]:
            self._carry_out(Command("floor", "repair", args={"device": device}))
        self.table.feed()
        least = self.state.terms.least_wagers()
        for number, _ in self.state.taken():
            self._carry_out(Command("player", "bet", number, {"wagers": least, "ready": True}))
        self._trouble = drawn(self.state, self.chance) if self.chance() < self.trouble else NOTHING
        if self._trouble != NOTHING and not self._trouble.once_dealt:
            self._goes_wrong()
        self._paid.clear()
        self._asked_at = now

    @property
    def is_over(self) -> bool:
        """True if the round has ended and the next one may begin."""
        return self.state.phase != "round" and not any(seat.wagers for _, seat in self.state.taken())

    def now(self) -> Now:
        """The step that is due."""
        expected = due(self.state)
        return Now(expected.do, self.state.terms.clauses(expected.rule), instructions(self.state))

    def steps(self) -> tuple[str, ...]:
        """Every step that the learner may have to take, in the order of a round."""
        return (*_ORDER, COUNTED, *(f"call {what}" for what in (*CALLS, *WORDS)))

    def do(self, said: str, now: int) -> Refusal | None:
        """Take a step, or call an irregularity; return None if it was right, else the refusal."""
        expected = self.now()
        called = said.removeprefix("call ") if said.startswith("call ") else ""
        outcome = self._unfounded(called) or self.table.send(_command(said, called))
        took, self._asked_at = now - self._asked_at, now
        if isinstance(outcome, Refusal):
            self._mistake(f"{said}, when {expected.do} was due", outcome.clauses or expected.clauses, took)
            return outcome
        clauses = self._irregular(outcome) if called else expected.clauses
        self.marks.append(Mark("done", said, clauses, took))
        self._trouble = NOTHING if called else self._trouble
        if self._trouble.once_dealt and said == "deal" and self.state.phase == "round":
            self._goes_wrong()
        self._go_on()
        return None

    def _mistake(self, what: str, clauses: tuple[str, ...], took: int) -> None:
        """Mark a wrong step; one that is repeated at once stays one mark, with how often."""
        last = self.marks[-1] if self.marks else None
        if last is None or (last.result, last.what, last.clauses) != ("wrong", what, clauses):
            self.marks.append(Mark("wrong", what, clauses, took))
        else:
            self.marks[-1] = last._replace(milliseconds=last.milliseconds + took, times=last.times + 1)

    def _goes_wrong(self) -> None:
        """Send the fault to the table, silently: the learner has to notice it."""
        self._carry_out(Command("fault", "fault", args=dict(self._trouble.fault)))

    def _unfounded(self, called: str) -> Refusal | None:
        """Refuse a call of something that has not happened; the table itself would accept the call."""
        if called in WORDS and self._trouble.call != called:
            short = self.state.terms.rulebook.short
            return Refusal("no card of a player's was exposed in dealing", "play on", document=short, about="call")
        return None

    def _go_on(self) -> None:
        """Let players decide and the floor rule until a step of the learner's is due, or the round is over."""
        while self.state.phase == "round":
            expected = due(self.state)
            if expected.do == "decide":
                self._carry_out(self.playing(self.state, expected.seat))
            elif expected.do == "rule":
                self._carry_out(Command("floor", "rule", args={"choice": "play on", "reason": "A lesson goes on."}))
            else:
                return
        if self._trouble.call:
            rule = self._trouble.rule
            clauses = self.state.terms.clauses(rule) if rule and self.state.terms.binds(rule) else ()
            self.marks.append(Mark("missed", self._trouble.says, clauses))
        self._trouble = NOTHING

    def _irregular(self, decision: Decision) -> tuple[str, ...]:
        found = [event for event in decision.events if event.kind == "irregular"]
        return tuple(dict.fromkeys(clause for event in found for clause in event.data["clauses"]))

    # ---- paying ----------------------------------------------------------------------------------------

    def payouts(self) -> list[Payout]:
        """The wins that settling would pay now and that were not asked yet; the settlement is only tried, not sent."""
        found = step(self.state, Command("dealer", "settle")) if self.now().do == "settle" else None
        if found is None or isinstance(found, Refusal):
            return []
        shown = {event.data["of"] for event in found.events if event.kind == "turned"}
        lines = [(event.data["seat"], Line(*event.data["line"])) for event in found.events if event.kind == "settled"]
        return [
            Payout(seat, line, found.state.faces(found.state.seat(seat).cards) if str(seat) in shown else ())
            for seat, line in lines
            if line.result == "win" and (seat, line) not in self._paid
        ]

    def pay(self, seat: int, line: Line, amount: Cents, now: int) -> bool:
        """Mark the learner's payout on a wager; True if it is right."""
        right = amount == line.amount
        self._paid.add((seat, line))
        took, self._asked_at = now - self._asked_at, now
        what = f"{self.state.terms.rulebook.wagers[line.wager].title} of seat {seat}"
        self.marks.append(Mark("done" if right else "wrong", f"paying {what}", line.clauses, took))
        return right

    # ---- the report ------------------------------------------------------------------------------------

    def report(self) -> Mapping[str, Score]:
        """The marks by clause; marks without a clause are under the empty text."""
        scores: defaultdict[str, Score] = defaultdict(Score)
        for mark in self.marks:
            for clause in mark.clauses or ("",):
                score = scores[clause]
                setattr(score, mark.result, getattr(score, mark.result) + 1)
                score.milliseconds += mark.milliseconds
        return dict(scores)

    # ---- the table -------------------------------------------------------------------------------------

    def _carry_out(self, command: Command) -> None:
        """Carry out a command that the lesson itself gives, and that is therefore in order."""
        outcome = self.table.send(command)
        assert not isinstance(outcome, Refusal), outcome  # noqa: S101 - what the lesson itself asks is always in order

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        seen = [redact(decision.state, event, DEALER) for event in decision.events]
        self.told += [event for event in seen if event is not None and event.kind != "moved_on"]


def _command(said: str, called: str) -> Command:
    """The command for a step that the learner named."""
    if called:
        return Command("dealer", "call", args={"what": WORDS.get(called, called)})
    return Command("dealer", "stub", args={"count": True}) if said == COUNTED else Command("dealer", said)
