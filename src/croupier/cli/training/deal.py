"""`croupier deal`: dealer training at a terminal, step by step at a table, or by drills."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import groupby
from operator import attrgetter

from croupier.cli.play.other_players import hired
from croupier.cli.play.parser import matched
from croupier.cli.play.screen import Drawing
from croupier.cli.rulebook.options import chosen
from croupier.cli.terminal import show
from croupier.cli.terminal.cards import Faces
from croupier.cli.terminal.errors import InputError
from croupier.cli.terminal.input_files import edit_lines
from croupier.errors import message
from croupier.games.catalogue import game_of
from croupier.games.terms import Terms
from croupier.money import Cents, MoneyError
from croupier.rulebook import Submission
from croupier.table.fairness.card_sources import Random
from croupier.table.views.narration import Hearer, tell
from croupier.table.views.view import view
from croupier.training.drills import DrillQuestion, payout, reading
from croupier.training.lesson import DEALER, Lesson, Now

DRILLS = ("payouts", "hands")
YOURSELF = "yourself"
SEATS = 2
HELP = (
    ("steps", "list every step; type its number or its name to take it"),
    ("what now", "show what is due, with its clause and what your hands and eyes do"),
    ("table", "show the table again"),
    ("call ...", "say what went wrong: call wrong count, call dealer exposed, call card exposed"),
    ("report", "show how you are doing"),
    ("quit", "end the lesson"),
)


class _Enough(Exception):  # noqa: N818 - ending a lesson is no error
    """The learner wants to quit."""


@dataclass(frozen=True, slots=True)
class DealOptions:
    """Options of `croupier deal`, as they were typed."""

    seats: int | None  # SEATS by default
    rounds: int
    trouble: float
    pay: str | None
    drill: str | None
    seed: str | None
    plain: bool
    others: str | None


def deal(name: str | None, sets: list[str], file: str | None, asked: DealOptions) -> None:
    """Run a lesson or a drill, and print the result at the end."""
    submission = chosen(name, sets, file)
    most = int(str(submission["seats"]))
    if asked.seats is not None and not 1 <= asked.seats <= most:
        raise InputError(f"--seats {asked.seats}: this table takes from 1 to {most} players")
    if not 0 <= asked.trouble <= 1:
        raise InputError(f"--trouble {asked.trouble}: accepted: from 0 to 1")
    if asked.pay not in {None, YOURSELF}:
        raise InputError(f"--pay {asked.pay}: accepted: {YOURSELF}")
    if asked.drill is not None and (asked.seats is not None or asked.trouble or asked.pay or asked.others):
        raise InputError("--drill asks questions without a table", "without --seats, --trouble, --pay and --others")
    chance = (random.Random(asked.seed) if asked.seed is not None else random.SystemRandom()).random  # noqa: S311 - a lesson
    edit_lines()
    try:
        if asked.drill is not None:
            _drill(submission, asked, chance)
        else:
            _Table(submission, asked, chance).teach()
    except (_Enough, EOFError, KeyboardInterrupt):
        show.line()


def _now() -> int:
    return time.monotonic_ns() // 1_000_000


def _input(question: str) -> str:
    show.line()
    typed = input(f"{question}> ").strip()
    if typed.casefold() in {"quit", "exit", "q"}:
        raise _Enough
    return typed


# ---- drills --------------------------------------------------------------------------------------------


def _drill(submission: Submission, asked: DealOptions, chance: Callable[[], float]) -> None:
    if asked.drill not in DRILLS:
        raise InputError(f"--drill {asked.drill}: accepted: {', '.join(DRILLS)}")
    terms = Terms(submission)
    game = game_of(terms.rulebook)
    faces = Faces(terms.rulebook.deck, plain=asked.plain).cards
    right, answered, began = 0, 0, _now()
    try:
        for _ in range(asked.rounds):
            question: DrillQuestion = (
                payout(terms, chance) if asked.drill == "payouts" else reading(game, terms, chance, faces)
            )
            said = _input(question.asks)
            answered += 1
            right += question.is_right(said)
            cited = f" ({terms.rulebook.short} {', '.join(question.clauses)})" if question.clauses else ""
            verdict = "Right" if question.is_right(said) else f"No: {question.answer}"
            show.line(f"  {verdict}{cited}.", "green" if question.is_right(said) else "yellow")
    finally:
        seconds = (_now() - began) / 1000
        show.line(f"{right} of {answered} right, in {seconds:.0f} seconds.", "bold")


# ---- a table -------------------------------------------------------------------------------------------


class _Table:
    """A lesson at a table."""

    def __init__(self, submission: Submission, asked: DealOptions, chance: Callable[[], float]) -> None:
        terms = Terms(submission)
        self._asked = asked
        game = game_of(terms.rulebook)
        self._drawing = Drawing(terms, game, 0, plain=asked.plain)
        playing = hired(terms, game, asked.others).playing
        self._lesson = Lesson(submission, Random(asked.seed), playing, chance, asked.seats or SEATS, asked.trouble)

    def teach(self) -> None:
        """Run the rounds of the lesson; the report is printed at the end, even if it is interrupted."""
        show.line(f"You deal {self._lesson.state.terms.rulebook.title}. Type help for what you can say.")
        try:
            for _ in range(self._asked.rounds):
                self._lesson.begin(_now())
                self._tell()
                self._drawing.table(view(self._lesson.state, DEALER))
                while not self._lesson.is_over:
                    self._step()
        finally:
            self._report()

    def _step(self) -> None:
        if self._asked.pay == YOURSELF and self._lesson.now().do == "settle":
            self._pay()
        self._do(self._ask("You deal"))

    def _ask(self, question: str) -> str:
        """Prompt for a step; `help`, `what now` and the like are answered here, and the prompt is repeated."""
        while True:
            typed = " ".join(_input(question).casefold().split())
            match typed:
                case "help" | "?":
                    self._show(HELP)
                case "what now" | "what" | "now":
                    self._show_now(self._lesson.now())
                case "steps":
                    self._show((str(place), each) for place, each in enumerate(self._lesson.steps(), start=1))
                case "table":
                    self._drawing.table(view(self._lesson.state, DEALER))
                case "report":
                    self._report()
                case _:
                    return typed

    def _show(self, entries: Iterable[tuple[str, str]]) -> None:
        """Print pairs of input and meaning, in columns or as sentences."""
        if self._asked.plain:
            show.lines(f"{left}: {right}." for left, right in entries)
        else:
            show.rows(entries)

    def _do(self, typed: str) -> None:
        found = matched(typed, self._lesson.steps())
        if found is None:
            show.line(message("  That is no step", "one of `steps`, by number or name."))
            return
        refusal = self._lesson.do(found, _now())
        if refusal is not None:
            show.line(f"  {refusal.cited_why}; what now says what does.", "yellow")
            return
        self._tell()
        if not self._lesson.is_over:
            self._drawing.table(view(self._lesson.state, DEALER))

    def _pay(self) -> None:
        """Ask for the payout of each win, seat by seat, with the hand turned up."""
        terms = self._lesson.state.terms
        for seat, of_seat in groupby(self._lesson.payouts(), key=attrgetter("seat")):
            lines = list(of_seat)
            show.line()
            self._drawing.turned_up(seat, lines[0].hand)
            for _, line, _ in lines:
                title = terms.rulebook.wagers[line.wager].title
                stake = f" {terms.money(line.stake)}" if line.stake else ""
                right = self._lesson.pay(seat, line, self._amount(f"Seat {seat}, {title}{stake}"), _now())
                verdict = "Right." if right else f"No, {terms.money(line.amount)}."
                show.line(f"  {verdict} To seat {seat}: {line.sentence(terms)}", "green" if right else "yellow")

    def _amount(self, of: str) -> Cents:
        while True:
            try:
                return self._lesson.state.terms.cents(self._ask(f"{of}, what do you pay"))
            except MoneyError as error:
                show.line(f"  {error}")

    def _tell(self) -> None:
        terms = self._lesson.state.terms
        to = Hearer(0, self._drawing.faces.cards, hashes=False)  # a dealer has no part in them
        for event in self._lesson.told:
            show.line(f"  {tell(event, terms, {}, to)}", "dim")
        self._lesson.told.clear()

    def _show_now(self, now: Now) -> None:
        book = self._lesson.state.terms.rulebook
        short = book.short
        show.line(f"  {now.do}")
        for clause in now.clauses:
            show.line(f"  {short} {clause}: {book.clause(clause).brief}")
        for each in now.by_hand:
            show.line(f"  By hand ({short} {', '.join(each.clauses)}): {each.says}")

    def _report(self) -> None:
        """Print the steps done, wrong and missed, by clause."""
        if not self._lesson.marks:
            show.line("No step was taken.")
            return
        show.heading("Your lesson, by clause")
        book = self._lesson.state.terms.rulebook
        rows = [
            (
                clause,
                book.clause(clause).brief if clause else "",
                *(str(count) for count in (each.done, each.wrong, each.missed)),
                f"{each.milliseconds / 1000:.1f}",
            )
            for clause, each in self._lesson.report().items()
        ]
        if self._asked.plain:
            show.lines(_told(*row) for row in rows)
        else:
            header = ["clause", "", "done", "wrong", "missed", "time"]
            show.rows([(clause or "none", *counts, f"{seconds} s") for clause, *counts, seconds in rows], header)
        for mark in self._lesson.marks:
            if mark.result != "done":
                often = f", {mark.times} times" if mark.times > 1 else ""
                show.line(f"  {mark.result}: {mark.what}{often} ({', '.join(mark.clauses) or 'no clause'})")
        if not self._lesson.is_over:
            show.line(f"  The round was left open: {self._lesson.now().do} is due.")


def _told(clause: str, asks: str, done: str, wrong: str, missed: str, seconds: str) -> str:
    """A row of the report as a sentence."""
    of = f"Clause {clause} ({asks})" if clause else "No clause"
    return f"{of}: done {done}, wrong {wrong}, missed {missed}, in {seconds} seconds."
