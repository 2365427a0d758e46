"""A table at which somebody learns to deal: each step is the learner's, players play by themselves, things go wrong."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple, TypeAlias

from croupier.games.lines import Line
from croupier.money import Cents
from croupier.rulebook import Refusal, Submission
from croupier.rulebook.model import Instruction
from croupier.table.decide import Decision, step
from croupier.table.fairness.card_sources import CardSource
from croupier.table.model.catalog import CALLS
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import State
from croupier.table.play.runner import Table
from croupier.table.views.instructions import instructions
from croupier.table.views.view import Viewer, redact
from croupier.training.troubles import NOTHING, WORDS, Chance, Trouble, drawn

Playing: TypeAlias = Callable[[State, int], Command]
Result: TypeAlias = Literal["done", "wrong", "missed"]

# The steps of a round, which are the learner's; a deck is made ready by itself.
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
COUNTED = "stub counted"  # the stub is put away, and counted though that may not be due


class Mark(NamedTuple):
    """Something that the learner did, did wrongly or did not do, by which clauses, and after how long."""

    result: Result
    what: str
    clauses: tuple[str, ...]
    milliseconds: int = 0


class Now(NamedTuple):
    """What is due: the step, its clauses, and what hands and eyes do besides."""

    do: str
    clauses: tuple[str, ...]
    by_hand: tuple[Instruction, ...]


class Payout(NamedTuple):
    """A win that is to be paid: to which seat, on which line, and the hand that is turned up for it."""

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
    """A lesson: `trouble` is how often a deal goes wrong, from 0 to 1."""

    submission: Submission
    source: CardSource
    playing: Playing
    chance: Chance
    seats: int = 2
    trouble: float = 0.0
    bankroll: Cents = 10_000_000
    marks: list[Mark] = field(default_factory=list)
    told: list[Event] = field(default_factory=list)  # what has happened since it was last asked, as a dealer knows it
    _trouble: Trouble = NOTHING  # what goes wrong in this round and was not called yet
    _asked_at: int = 0
    _paid: set[tuple[int, Line]] = field(default_factory=set)  # in this round

    def __post_init__(self) -> None:
        self.table = Table(self.submission, self.source, ALL_STEPS - BY_HAND, training=True)
        self.table.listeners.append(self._hear)
        self.table.open()
        for number in range(1, self.seats + 1):
            self._must(Command("player", "sit", number, {}, {"bankroll": self.bankroll}))

    @property
    def state(self) -> State:
        """The table now."""
        return self.table.state

    # ---- a round ---------------------------------------------------------------------------------------

    def begin(self, now: int) -> None:
        """Let the players bet for a round; the deal may go wrong. What has failed before works again."""
        for device in [each for each, status in self.state.devices.items() if status == "jammed"]:
            self._must(Command("floor", "repair", args={"device": device}))
        self.table.feed()
        least = self.state.terms.least_wagers()
        for number, _ in self.state.taken():
            self._must(Command("player", "bet", number, {"wagers": least, "ready": True}))
        self._trouble = drawn(self.state, self.chance) if self.chance() < self.trouble else NOTHING
        if self._trouble != NOTHING and not self._trouble.once_dealt:
            self._goes_wrong()
        self._paid.clear()
        self._asked_at = now

    @property
    def is_over(self) -> bool:
        """Whether the round has ended, and the next one may begin."""
        return self.state.phase != "round" and not any(seat.wagers for _, seat in self.state.taken())

    def now(self) -> Now:
        """What is due."""
        expected = due(self.state)
        return Now(expected.do, self.state.terms.clauses(expected.rule), instructions(self.state))

    def steps(self) -> tuple[str, ...]:
        """Every step that may be asked of the learner here, in the order in which a table knows them."""
        return (*_ORDER, COUNTED, *(f"call {what}" for what in (*CALLS, *WORDS)))

    def do(self, said: str, now: int) -> Refusal | None:
        """Take a step, or call an irregularity; None if it was right."""
        expected = self.now()
        called = said.removeprefix("call ") if said.startswith("call ") else ""
        outcome = self._unfounded(called) or self.table.send(_command(said, called))
        took, self._asked_at = now - self._asked_at, now
        if isinstance(outcome, Refusal):
            instead = f"{said}, when {expected.do} was due"
            self.marks.append(Mark("wrong", instead, outcome.clauses or expected.clauses, took))
            return outcome
        clauses = self._irregular(outcome) if called else expected.clauses
        self.marks.append(Mark("done", said, clauses, took))
        self._trouble = NOTHING if called else self._trouble
        if self._trouble.once_dealt and said == "deal" and self.state.phase == "round":
            self._goes_wrong()
        self._go_on()
        return None

    def _goes_wrong(self) -> None:
        """Something goes wrong, and nobody is told; the learner notices it, or does not."""
        self._must(Command("fault", "fault", args=dict(self._trouble.fault)))

    def _unfounded(self, called: str) -> Refusal | None:
        """What the table takes from anybody who calls it, a lesson takes only of what has happened."""
        if called in WORDS and self._trouble.call != called:
            short = self.state.terms.rulebook.short
            return Refusal("no card of a player's was exposed in dealing", "play on", document=short, about="call")
        return None

    def _go_on(self) -> None:
        """Players decide and the floor rules until the learner is due, or the round is over."""
        while self.state.phase == "round":
            expected = due(self.state)
            if expected.do == "decide":
                self._must(self.playing(self.state, expected.seat))
            elif expected.do == "rule":
                self._must(Command("floor", "rule", args={"choice": "play on", "reason": "A lesson goes on."}))
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
        """The wins that the step which is due would pay and were not asked yet: the table is asked, nothing happens."""
        found = step(self.state, Command("dealer", "settle")) if self.now().do == "settle" else None
        if found is None or isinstance(found, Refusal):
            return []
        hands = {event.data["of"]: tuple(event.data["cards"]) for event in found.events if event.kind == "turned"}
        lines = [(event.data["seat"], Line(*event.data["line"])) for event in found.events if event.kind == "settled"]
        return [
            Payout(seat, line, hands.get(str(seat), ()))
            for seat, line in lines
            if line.result == "win" and (seat, line) not in self._paid
        ]

    def pay(self, seat: int, line: Line, amount: Cents, now: int) -> bool:
        """What the learner would pay on a wager; whether it is right."""
        right = amount == line.amount
        self._paid.add((seat, line))
        took, self._asked_at = now - self._asked_at, now
        what = f"{self.state.terms.rulebook.wagers[line.wager].title} of seat {seat}"
        self.marks.append(Mark("done" if right else "wrong", f"paying {what}", line.clauses, took))
        return right

    # ---- the report ------------------------------------------------------------------------------------

    def report(self) -> Mapping[str, Score]:
        """The marks by clause; what has none is counted under no clause."""
        scores: defaultdict[str, Score] = defaultdict(Score)
        for mark in self.marks:
            for clause in mark.clauses or ("",):
                score = scores[clause]
                setattr(score, mark.result, getattr(score, mark.result) + 1)
                score.milliseconds += mark.milliseconds
        return dict(scores)

    # ---- the table -------------------------------------------------------------------------------------

    def _must(self, command: Command) -> None:
        outcome = self.table.send(command)
        assert not isinstance(outcome, Refusal), outcome  # noqa: S101 - what the lesson itself asks is always in order

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        seen = [redact(decision.state, event, DEALER) for event in decision.events]
        self.told += [event for event in seen if event is not None and event.kind != "moved_on"]


def _command(said: str, called: str) -> Command:
    """What the learner said, as the table is told it."""
    if called:
        return Command("dealer", "call", args={"what": WORDS.get(called, called)})
    return Command("dealer", "stub", args={"count": True}) if said == COUNTED else Command("dealer", said)
