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
from croupier.cli.rules import show_clause
from croupier.cli.writing import Stream
from croupier.games.game import Ask, Choice
from croupier.money import Cents, MoneyError, cents, dollars
from croupier.rulebook import NAMES, Refusal, Submission, UnknownError
from croupier.table.commands import Command
from croupier.table.decide import Decision
from croupier.table.due import due
from croupier.table.numbers import unmixed
from croupier.table.runner import Table
from croupier.table.sources import Random
from croupier.table.state import State
from croupier.table.telling import tell
from croupier.table.views import Viewer, choices, redact, view

if TYPE_CHECKING:
    from croupier.cli.coaching import Coaching
    from croupier.table.journal import Journal
    from croupier.table.keys import PrivateKey

YOU = 1  # the seat
BETTING_HELP = """\
  Enter           the same wagers as before
  10              that much on each wager the game asks for
  10 trips 5      the same, and a side wager; name what you like: ante 10 trips 5
  none            sit this round out
  buy 100         buy chips, whenever you are asked something
  rules 10(a)     read a clause      sign   what everything pays
  quit            take your money and go
  The root stands for the cards that lie ready, the commitment for the house's
  part in the next shuffle: `croupier verify` compares them with your receipts."""
PLAYING_HELP = (
    "  Answer with a number or a name. buy 100 buys chips; rules 10(a) reads a clause; sign shows what everything pays;"
    " quit ends the game."
)


# What a player is told as it happens; the rest is seen on the table.
_TOLD = {
    "cut",
    "removed",
    "left",
    "away",
    "closed",
    "meter",
    "bonus_chips",
    "community",
    "turned",
    "announced",
    "decided",
}
_TOLD |= {"settled", "stub", "found_face_up", "exposed", "put_right", "irregular", "pending", "ruled", "jammed", "over"}
_STYLES = {"settled": "bold", "irregular": "yellow", "closed": "dim", "stub": "dim", "over": "dim"}


_MOST_DIGITS = 6  # of a number in a list


class Quit(Exception):  # noqa: N818 - leaving a game is no error
    """The player has had enough."""


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
        self.wagers = self._first_wagers()
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
            self._send(automatic(self.state, expected.seat))
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
            others = event.kind == "settled" and event.data["seat"] != YOU
            told = event.kind in _TOLD and not others and not (self.leaving and event.kind in {"left", "removed"})
            known = redact(decision.state, event, _YOU) if told else None
            if known is not None:
                show.line(f"  {tell(known, self.state.terms)}", _STYLES.get(event.kind))

    def _sum_up(self) -> None:
        show.line()
        rounds = f"{self.state.round} round{'s' * (self.state.round != 1)}"
        show.line(f"{rounds}; you have {dollars(self.took)}, {_difference(self.took - self.bought_in)}.", "bold")
        show.line(f"The session is over; its seed was {self.table.source.close()['seed']}", "dim")
        show.line(ALONE, "dim")
        if self.coaching:
            self.coaching.sum_up()

    # ---- betting ---------------------------------------------------------------------------------------

    def _first_wagers(self) -> dict[str, Cents]:
        terms = self.table.state.terms
        return {name: terms.bounds(name)[0] for name, wager in terms.wagers.items() if wager.required}

    def _bet(self) -> bool:
        """Everyone bets; False if nobody is left who can."""
        for number in range(2, self.seats + 1):
            seat = self.state.seats[number - 1]
            if seat is not None and seat.bankroll >= sum(self._first_wagers().values()):
                self._send(Command("player", "bet", number, {"wagers": self._first_wagers(), "ready": True}))
            elif seat is not None:
                self._send(Command("player", "ready", number))
        while True:
            wagers = self._wanted()
            args = {"wagers": wagers, "ready": True, **self.part.give(self.state)}
            outcome = self._send(Command("player", "bet", YOU, args))
            if not isinstance(outcome, Refusal):
                self.wagers = wagers or self.wagers
                if self.state.phase == "round" or wagers:
                    return True
                if self.seats == 1:
                    show.line("  Nobody has a wager; bet, or quit.")
            elif self.auto:
                return False

    def _wanted(self) -> dict[str, Cents]:
        if self.auto:
            return self.wagers
        seat = self.state.seat(YOU)
        while True:
            typed = self._ask(
                f"You have {dollars(seat.bankroll)}. Your wagers [{self._named(self.wagers)}]", BETTING_HELP
            )
            try:
                return self._read_wagers(typed)
            except MoneyError as error:
                show.line(f"  {error}")

    def _named(self, wagers: dict[str, Cents]) -> str:
        return ", ".join(f"{name} {dollars(stake)}" for name, stake in wagers.items())

    def _read_wagers(self, typed: str) -> dict[str, Cents]:
        """`10 trips 5`: a lone amount is for each wager the game asks for; what must be equal is made equal."""
        if not typed:
            return self.wagers
        if typed == "none":
            return {}
        terms = self.state.terms
        known = [name for name, wager in terms.wagers.items() if wager.placed == "before the deal"]
        named: dict[str, Cents] = {}
        words = typed.replace("=", " ").replace(",", " ").split()
        while words:
            word = words.pop(0)
            if word in known:
                given = words and words[0] not in known
                named[word] = cents(words.pop(0)) if given else terms.bounds(word)[0]
            elif word[:1] in "$0123456789":
                named |= dict.fromkeys(self._first_wagers(), cents(word))
            else:
                raise MoneyError(f"{word!r} is no wager here; there are {', '.join(known)}")
        for name, wager in terms.wagers.items():
            if wager.required and wager.equal_to in named and name not in named:
                named[name] = named[wager.equal_to]
        return named

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
            self._send(automatic(self.state, expected.seat))

    def _advise(self) -> None:
        if self.coaching:
            self.coaching.advise(view(self.state, _YOU, self.table.names))

    def _decide(self) -> None:
        self.drawing.table(view(self.state, _YOU, self.table.names))
        cards = self.state.faces(self.state.seat(YOU).cards)
        may = self.state.fixed.game.may
        offered = [each for each in choices(self.state, YOU) if may(each["choice"], cards, self.state.terms)]
        self.drawing.choices(offered)
        self._advise()
        names = [str(choice["choice"]) for choice in offered]
        while True:
            name = _matched(self._ask("Your choice", PLAYING_HELP), names)
            if name is None:
                show.line(f"  Choose one of {', '.join(names)}, by number or name.")
                continue
            args: dict[str, object] = {"choice": name}
            if offered[names.index(name)]["discards"]:
                args["discard"] = self._discard()
            if not isinstance(self._send(Command("player", "decide", YOU, args)), Refusal):
                return

    def _buy(self, amount: str) -> None:
        """Chips are bought whenever the dealer is not dealing, when you are asked to decide too (ruling S33)."""
        try:
            bought = cents(amount)
        except MoneyError as error:
            show.line(f"  {error}")
            return
        if not isinstance(self._send(Command("house", "buy", YOU, {"amount": bought})), Refusal):
            self.bought_in += bought
            show.line(f"  You have {dollars(self.state.seat(YOU).bankroll)}.")

    def _discard(self) -> int:
        """Which card goes: by its number in the hand or by its name."""
        cards = self.state.faces(self.state.seat(YOU).cards)
        faces = [self.state.terms.rulebook.deck.faces[card] for card in cards]
        while True:
            numbered = ", ".join(f"{place} {face}" for place, face in enumerate(faces, start=1))
            face = _matched(self._ask(f"Discard which ({numbered})", PLAYING_HELP), faces)
            if face is not None:
                return cards[faces.index(face)]
            show.line(f"  Discard one of {', '.join(faces)}.")

    def _ask(self, question: str, help_text: str) -> str:
        """A line that the player types; questions about the rules are answered on the way."""
        while True:
            typed = input(f"\n{question}> ").strip()
            first, _, rest = typed.partition(" ")
            if first in {"quit", "exit", "q"}:
                raise Quit
            if first in {"help", "?"}:
                show.lines(help_text.splitlines())
            elif first == "rules":
                self._show_rule(rest)
            elif first == "buy":
                self._buy(rest)
            elif first == "sign":
                from croupier.cli.sign import show_sign

                show_sign(self.state.terms.submission)
            else:
                return typed

    def _show_rule(self, clause: str) -> None:
        book = self.state.terms.rulebook
        try:
            show_clause(book, book.clause(clause))
        except UnknownError as error:
            show.line(f"  {error}")


def _difference(amount: Cents) -> str:
    return "even" if amount == 0 else f"{'up' if amount > 0 else 'down'} {dollars(abs(amount))}"


def _matched(typed: str, names: list[str]) -> str | None:
    """The name that was meant: by number, in full, or by a beginning that only one has."""
    if typed.isdecimal():
        if len(typed) > _MOST_DIGITS:
            return None
        return names[int(typed) - 1] if 1 <= int(typed) <= len(names) else None
    wanted = typed.casefold()
    exact = [name for name in names if name.casefold() == wanted]
    near = exact or [name for name in names if wanted and name.casefold().startswith(wanted)]
    return near[0] if len(near) == 1 else None


def automatic(state: State, number: int) -> Command:
    """A player who plays by itself: declares what can be declared, and otherwise stays in as cheaply as it can."""
    step = state.fixed.script[state.step]
    assert isinstance(step, Ask)  # noqa: S101 - somebody is asked only at such a step
    cards = state.faces(state.seat(number).cards)
    open_to = [choice for choice in step.choices if state.fixed.game.may(choice.name, cards, state.terms)]
    stays = sorted((choice for choice in open_to if choice.ending != "folded"), key=lambda choice: not choice.turns_up)
    affordable = [choice for choice in stays if _can_pay(state, number, choice)]
    choice = (affordable or [each for each in open_to if each.ending == "folded"] or open_to)[0]
    args: dict[str, object] = {"choice": choice.name}
    if choice.discards:
        args["discard"] = min(cards)
    return Command("player", "decide", number, args)


def _can_pay(state: State, number: int, choice: Choice) -> bool:
    costs = {each["choice"]: each["costs"] for each in choices(state, number)}
    return bool(costs[choice.name] <= state.seat(number).bankroll)


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
            name = _matched(input("\nWhich game> ").strip(), list(NAMES))
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
