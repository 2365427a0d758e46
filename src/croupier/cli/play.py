"""`croupier play`: a seat at a table in the terminal."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cli import show
from croupier.cli.choices import chosen, rulebook
from croupier.cli.drawing import Drawing
from croupier.cli.errors import InputError
from croupier.cli.rules import show_clause
from croupier.games.game import Ask, Choice
from croupier.money import Cents, MoneyError, cents, dollars
from croupier.rulebook import NAMES, Refusal, Submission, UnknownError
from croupier.table.commands import Command
from croupier.table.decide import Decision
from croupier.table.due import due
from croupier.table.runner import Table
from croupier.table.sources import Random
from croupier.table.state import State
from croupier.table.telling import tell
from croupier.table.views import Viewer, choices, openings, redact, view

if TYPE_CHECKING:
    from croupier.cli.coaching import Coaching

YOU = 1
BETTING_HELP = """\
  Enter           the same wagers as before
  10              that much on each wager the game asks for
  10 trips 5      the same, and a side wager; name what you like: ante 10 trips 5
  none            sit this round out
  buy 100         buy chips, whenever you are asked something
  rules 10(a)     read a clause      sign   what everything pays
  quit            take your money and go"""
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
    key: str | None = None


class Game:
    """One player's evening at a table."""

    def __init__(self, submission: Submission, evening: Evening, bankroll: Cents) -> None:
        self.table = Table(submission, Random(evening.seed))
        self.seats = evening.seats
        self.auto = evening.auto
        self.bought_in = bankroll
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
            player = "you" if number == YOU else f"seat {number}"
            self._send(Command("player", "sit", number, {"player": player}, {"bankroll": self.bought_in}))
        try:
            if self.coaching:
                self.coaching.warm()
            while rounds is None or self.state.round < rounds:
                self.table.feed()
                if not self._bet():
                    break
                self._round()
        except (Quit, KeyboardInterrupt, EOFError):
            show.line()
        self._sum_up()

    @property
    def state(self) -> State:
        """The table now."""
        return self.table.state

    def _send(self, command: Command) -> Decision | Refusal:
        outcome = self.table.send(command)
        if isinstance(outcome, Refusal):
            show.line(f"  {outcome}")
        return outcome

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Tell what happens as it happens, as far as the player may know it."""
        you = Viewer("player", YOU)
        for event in decision.events:
            if event.kind == "examined" and self.auto:
                self.drawing.table(view(decision.state, you))
            others = event.kind == "settled" and event.data["seat"] != YOU
            if event.kind in _TOLD and not others:
                show.line(f"  {tell(redact(decision.state, event, you), self.state.terms)}", _STYLES.get(event.kind))

    def _sum_up(self) -> None:
        seat = self.state.seats[YOU - 1]
        have = 0 if seat is None else seat.bankroll + sum(seat.wagers.values())
        difference = have - self.bought_in
        found, _, root = openings(self.state, Viewer("player", YOU))
        show.line()
        rounds = f"{self.state.round} round{'s' * (self.state.round != 1)}"
        show.line(f"{rounds}; you have {dollars(have)}, {_difference(difference)}.", "bold")
        if found:
            show.line(
                f"The last deck was committed to as {root[:16]}…; the {len(found)} cards you saw prove it.", "dim"
            )
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
            outcome = self._send(Command("player", "bet", YOU, {"wagers": wagers, "ready": True}))
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
            self.coaching.advise(view(self.state, Viewer("player", YOU)))

    def _decide(self) -> None:
        self.drawing.table(view(self.state, Viewer("player", YOU)))
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
    most = int(str(submission["seats"]))
    if not 1 <= evening.seats <= most:
        raise InputError(f"--seats {evening.seats}: this table takes from 1 to {most} players")
    if not evening.auto and not sys.stdin.isatty() and not evening.plain:
        raise InputError("there is no terminal to play at; accepted: --auto, which plays by itself, or --plain")
    try:
        bankroll = cents(evening.bankroll)
    except MoneyError as error:
        raise InputError(f"--bankroll: {error}") from error
    if any("\ud800" <= each <= "\udfff" for each in evening.seed or ""):  # bytes that were no text
        raise InputError("--seed is no UTF-8 text")
    if evening.key and not evening.record:
        raise InputError("--key signs a recording; accepted: --record too")
    game = Game(submission, evening, bankroll)
    rounds = 10 if evening.auto and evening.rounds is None else evening.rounds
    if evening.record is None:
        game.play(rounds)
        return
    _recorded(game, evening.record, evening.key, rounds)
    show.line(
        f"Recorded in {evening.record}: `croupier audit {evening.record}`, `croupier replay {evening.record}`.", "dim"
    )


def _which() -> str:
    """Which game, if none was named."""
    if not sys.stdin.isatty():
        raise InputError(f"which game? one of {', '.join(NAMES)}")
    for place, each in enumerate(NAMES, start=1):
        edition = ", later edition" if rulebook(each).follows else ""
        show.line(f"  {place}  {rulebook(each).title}{edition} ({each})")
    while True:
        try:
            name = _matched(input("\nWhich game> ").strip(), list(NAMES))
        except (EOFError, KeyboardInterrupt) as gone:
            raise InputError("no game was chosen") from gone
        if name is not None:
            return name
        show.line("  Answer with a number or a name of the list.")


def _recorded(game: Game, file: str, key: str | None, rounds: int | None) -> None:
    """Write every command as it is carried out, so that nothing is lost however the game ends."""
    from croupier.cli.keys import read_private
    from croupier.cli.writing import Stream
    from croupier.table.journal import Journal
    from croupier.table.recording import Recorder

    private = read_private(key) if key else None
    with Stream(file) as opened:
        journal = game.table.journal = Journal(Recorder(game.state, key=private), opened)
        try:
            game.play(rounds)
        except KeyboardInterrupt:
            journal.close()
            raise
        journal.close()
        opened.settle()
