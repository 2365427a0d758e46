"""`croupier play`: a seat at a table in the terminal."""

from __future__ import annotations

import sys
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cli import show
from croupier.cli.choices import chosen, rulebook
from croupier.cli.drawing import Drawing
from croupier.cli.errors import InputError
from croupier.cli.fairly import ALONE, Part, Receipts, place, show_commitments, show_first
from croupier.cli.prompting import Prompts, Quit, difference, matched
from croupier.cli.writing import Stream
from croupier.money import Cents, MoneyError, cents, dollars
from croupier.rulebook import NAMES, Refusal, Submission
from croupier.table.by_itself import by_itself
from croupier.table.commands import Command
from croupier.table.decide import Decision
from croupier.table.due import due
from croupier.table.numbers import unmixed
from croupier.table.runner import Table
from croupier.table.sources import Random
from croupier.table.state import State
from croupier.table.views import Viewer, redact, view

if TYPE_CHECKING:
    from croupier.cli.coaching import Coaching
    from croupier.table.journal import Journal
    from croupier.table.keys import PrivateKey

YOU = 1  # the seat


@dataclass(frozen=True, slots=True)
class Evening:
    """How an evening is played."""

    seats: int = 1
    seed: str | None = None
    bankroll: str = "$1,000"
    rounds: int | None = None
    auto: bool = False
    plain: bool = False
    record: str | None = None
    coach: bool = False
    number: str | None = None
    receipts: str | None = None
    key: str | None = None


def _person(number: int) -> str:
    """Who has a seat here: you, or somebody who plays by itself."""
    return "you" if number == YOU else f"guest-{number}"


_YOU = Viewer("player", _person(YOU))


class Game:
    """One player's evening at a table."""

    def __init__(self, submission: Submission, evening: Evening, bankroll: Cents) -> None:
        where = place(submission.rulebook.id, evening.seed)
        self.table = Table(submission, Random(evening.seed), place=where)
        self.part = Part(YOU, evening.seed if evening.number is None else evening.number)
        self.table.listeners.append(self.part.hear)
        self.seats = evening.seats
        self.auto = evening.auto
        self.bought_in = bankroll
        self.took = 0  # away from the table
        self.leaving = False
        self.drawing = Drawing(self.table.state.terms, YOU, plain=evening.plain)
        self.prompts = Prompts(self.table.state.terms, self.state.fixed.game, self.drawing, self._buy)
        self.table.listeners.append(self._hear)
        self.coaching = self._hired() if evening.coach else None

    def _hired(self) -> Coaching:
        from croupier.cli.coaching import Coaching

        coaching = Coaching(self.state, self.drawing)
        self.table.listeners.append(coaching.hear)
        return coaching

    # ---- an evening ------------------------------------------------------------------------------------

    def play(self, rounds: int | None) -> None:
        """Sit down, play, and say how it went, however it ends."""
        self.table.open()
        for number in range(1, self.seats + 1):
            promise = self.part.promise() if number == YOU else {}  # who plays by itself is the house's
            self._send(Command("player", "sit", number, promise, {"bankroll": self.bought_in}))
        try:
            if self.coaching:
                self.coaching.warm()
            while rounds is None or self.state.round < rounds:
                self.table.feed()
                self._mix()
                show_commitments(self.state, _YOU)
                if not self._bet():
                    break
                self._round()
        except (Quit, KeyboardInterrupt, EOFError):
            show.line()
        self._leave()
        self._sum_up()

    def _mix(self) -> None:
        """The first cards were shuffled before your number could be known: they are shuffled again with it."""
        if unmixed(self.state, _YOU.person):
            show_first(self.state, _YOU)
            self._send(Command("player", "bet", YOU, {"wagers": {}, **self.part.give(self.state)}))
            self.table.feed()

    def _leave(self) -> None:
        """Play a round out that is left in the middle, as ruling S10 has it, and close the session."""
        self.leaving = True
        if self.state.closed:
            show.line("  You leave in the middle of a round; it is played out without you (ruling S10).")
            self._send(Command("player", "leave", YOU))
        while self.state.closed:
            self._without_you()
        self.table.close()

    def _without_you(self) -> None:
        expected = due(self.state)
        if expected.do == "rule":
            self.table.send(Command("floor", "rule", args={"choice": "play on", "reason": "The player has left."}))
        elif expected.seat != YOU:
            self._send(by_itself(self.state, expected.seat))
        elif isinstance(self.table.send(Command("house", "timeout", YOU)), Refusal):  # the round is held
            self.table.send(Command("floor", "act", YOU))

    @property
    def state(self) -> State:
        """The table now."""
        return self.table.state

    def _send(self, command: Command) -> Decision | Refusal:
        """Send a command, a player's as that of the person who has the seat."""
        outcome = self.table.send(command._replace(by=_person(command.seat)) if command.who == "player" else command)
        if isinstance(outcome, Refusal):
            show.line(f"  {outcome}")
        return outcome

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Tell what happens as it happens, as far as the player may know it."""
        for event in decision.events:
            if event.kind == "examined" and self.auto:
                self.drawing.table(view(decision.state, _YOU, self.table.names))
            if event.kind == "left" and event.data["seat"] == YOU:
                self.took += event.data["bankroll"]
            told = self.drawing.tells(event) and not (self.leaving and event.kind in {"left", "removed"})
            known = redact(decision.state, event, _YOU) if told else None
            if known is not None:
                self.drawing.event(known)

    def _sum_up(self) -> None:
        show.line()
        rounds = f"{self.state.round} round{'s' * (self.state.round != 1)}"
        show.line(f"{rounds}; you have {dollars(self.took)}, {difference(self.took - self.bought_in)}.", "bold")
        show.line(f"The session is over; its seed was {self.table.source.close()['seed']}", "dim")
        show.line(ALONE, "dim")
        if self.coaching:
            self.coaching.sum_up()

    # ---- betting ---------------------------------------------------------------------------------------

    def _bet(self) -> bool:
        """Everyone bets; False if nobody is left who can."""
        least = self.state.terms.least_wagers()
        for number in range(2, self.seats + 1):
            seat = self.state.seats[number - 1]
            if seat is not None and seat.bankroll >= sum(least.values()):
                self._send(Command("player", "bet", number, {"wagers": least, "ready": True}))
            elif seat is not None:
                self._send(Command("player", "ready", number))
        while True:
            usual = self.prompts.usual
            wagers = usual if self.auto else self.prompts.wagers(self.state.seat(YOU).bankroll)
            args = {"wagers": wagers, "ready": True, **self.part.give(self.state)}
            outcome = self._send(Command("player", "bet", YOU, args))
            if not isinstance(outcome, Refusal):
                self.prompts.usual = wagers or usual
                if self.state.phase == "round" or wagers:
                    return True
                if self.seats == 1:
                    show.line("  Nobody has a wager; bet, or quit.")
            elif self.auto:
                return False

    # ---- a round ---------------------------------------------------------------------------------------

    def _round(self) -> None:
        while self.state.phase == "round":
            expected = due(self.state)
            if expected.do != "decide":
                break
            if expected.seat == YOU and not self.auto:
                self._decide()
                continue
            if expected.seat == YOU:
                self._advise()
            self._send(by_itself(self.state, expected.seat))

    def _advise(self) -> None:
        if self.coaching:
            self.coaching.advise(view(self.state, _YOU, self.table.names))

    def _decide(self) -> None:
        seen = view(self.state, _YOU, self.table.names)
        self.drawing.table(seen)
        cards = self.state.seat(YOU).cards
        hand = [self.state.terms.rulebook.deck.faces[card] for card in self.state.faces(cards)]
        offered = self.prompts.offer(seen["choices"], hand)
        self._advise()
        while True:
            chosen = self.prompts.choose(offered, hand)
            args: dict[str, object] = {"choice": chosen.choice}
            if chosen.discard is not None:
                args["discard"] = self.state.faces(cards)[chosen.discard]
            if not isinstance(self._send(Command("player", "decide", YOU, args)), Refusal):
                return

    def _buy(self, bought: Cents) -> None:
        """Chips are bought whenever the dealer is not dealing, when you are asked to decide too (ruling S33)."""
        if not isinstance(self._send(Command("house", "buy", YOU, {"amount": bought})), Refusal):
            self.bought_in += bought
            show.line(f"  You have {dollars(self.state.seat(YOU).bankroll)}.")


# ---- the command ---------------------------------------------------------------------------------------


def play(name: str | None, sets: list[str], file: str | None, evening: Evening) -> None:
    """Seat the player and deal until it ends."""
    submission = chosen(name or _which(), sets, file)
    game = Game(submission, evening, _bankroll(submission, evening))
    rounds = 10 if evening.auto and evening.rounds is None else evening.rounds
    key = _key(evening)
    with ExitStack() as files:
        receipts = files.enter_context(Stream(evening.receipts)) if evening.receipts else None
        journal = _journal(game, files.enter_context(Stream(evening.record)), key) if evening.record else None
        if receipts:
            game.table.listeners.append(Receipts(receipts, _YOU, journal).hear)
        _played(game, rounds, journal)
        if receipts:
            receipts.settle()
    if evening.record:
        named = evening.record
        show.line(f"Recorded in {named}: `croupier audit {named}`, `croupier replay {named}`.", "dim")
    if evening.receipts:
        show.line(f"Receipts in {evening.receipts}: `croupier verify {evening.receipts}`.", "dim")


def _bankroll(submission: Submission, evening: Evening) -> Cents:
    """What each player brings, once it is sure that the evening can be played as asked."""
    most = int(str(submission["seats"]))
    if not 1 <= evening.seats <= most:
        raise InputError(f"--seats {evening.seats}: this table takes from 1 to {most} players")
    if not evening.auto and not sys.stdin.isatty() and not evening.plain:
        raise InputError("there is no terminal to play at; accepted: --auto, which plays by itself, or --plain")
    try:
        bankroll = cents(evening.bankroll)
    except MoneyError as error:
        raise InputError(f"--bankroll: {error}") from error
    for option, text in (("--seed", evening.seed), ("--number", evening.number)):
        if any("\ud800" <= each <= "\udfff" for each in text or ""):  # bytes that were no text
            raise InputError(f"{option} is no UTF-8 text")
    if evening.key and not evening.record:
        raise InputError("--key signs a recording; accepted: --record too")
    return bankroll


def _which() -> str:
    """Which game, if none was named."""
    if not sys.stdin.isatty():
        raise InputError(f"which game? one of {', '.join(NAMES)}")
    for number, each in enumerate(NAMES, start=1):
        edition = ", later edition" if rulebook(each).follows else ""
        show.line(f"  {number}  {rulebook(each).title}{edition} ({each})")
    while True:
        try:
            name = matched(input("\nWhich game> ").strip(), list(NAMES))
        except (EOFError, KeyboardInterrupt) as gone:
            raise InputError("no game was chosen") from gone
        if name is not None:
            return name
        show.line("  Answer with a number or a name of the list.")


def _key(evening: Evening) -> PrivateKey | None:
    if not evening.key:
        return None
    from croupier.cli.keys import read_private

    return read_private(evening.key)


def _journal(game: Game, opened: Stream, key: PrivateKey | None) -> Journal:
    """Every command is written as it is carried out, so that nothing is lost however the game ends."""
    from croupier.table.journal import Journal
    from croupier.table.recording import Recorder

    journal = game.table.journal = Journal(Recorder(game.state, key=key), opened)
    return journal


def _played(game: Game, rounds: int | None, journal: Journal | None) -> None:
    """Play, and close the recording, be it interrupted."""
    try:
        game.play(rounds)
    except KeyboardInterrupt:
        if journal:
            journal.close()
        raise
    if journal:
        journal.close()
