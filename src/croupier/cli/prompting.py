"""What a player is asked at a terminal, whoever keeps the table: wagers, choices, a card to put away."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple

from croupier.cli import show
from croupier.cli.drawing import Drawing
from croupier.cli.rules import show_clause
from croupier.games.game import Game
from croupier.games.terms import Terms
from croupier.money import Cents, MoneyError, cents, dollars
from croupier.rulebook import UnknownError

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
_MOST_DIGITS = 6  # of a number in a list


class Quit(Exception):  # noqa: N818 - leaving a game is no error
    """The player has had enough."""


class Chosen(NamedTuple):
    """What a player has chosen, and which card of the hand goes, where one does."""

    choice: str
    discard: int | None = None  # its place in the hand


class Prompts:
    """One player's questions and answers; `buy` is what buying chips comes to."""

    def __init__(self, terms: Terms, game: Game, drawing: Drawing, buy: Callable[[Cents], None]) -> None:
        self._terms, self._game, self._drawing, self._buy = terms, game, drawing, buy
        self.usual = terms.least_wagers()  # the wagers that Enter stands for
        self._question = ""  # what is being asked

    # ---- betting ---------------------------------------------------------------------------------------

    def wagers(self, bankroll: Cents) -> dict[str, Cents]:
        """The wagers that the player wants."""
        while True:
            named = ", ".join(f"{name} {dollars(stake)}" for name, stake in self.usual.items())
            typed = self.ask(f"You have {dollars(bankroll)}. Your wagers [{named}]", BETTING_HELP)
            try:
                return self._read_wagers(typed)
            except MoneyError as error:
                show.line(f"  {error}")

    def _read_wagers(self, typed: str) -> dict[str, Cents]:
        """`10 trips 5`: a lone amount is for each wager the game asks for; what must be equal is made equal."""
        if not typed:
            return self.usual
        if typed == "none":
            return {}
        terms = self._terms
        known = [name for name, wager in terms.wagers.items() if wager.placed == "before the deal"]
        named: dict[str, Cents] = {}
        words = typed.replace("=", " ").replace(",", " ").split()
        while words:
            word = words.pop(0)
            if word in known:
                given = words and words[0] not in known
                named[word] = cents(words.pop(0)) if given else terms.bounds(word)[0]
            elif word[:1] in "$0123456789":
                named |= dict.fromkeys(terms.least_wagers(), cents(word))
            else:
                raise MoneyError(f"{word!r} is no wager here; there are {', '.join(known)}")
        for name, wager in terms.wagers.items():
            if wager.required and wager.equal_to in named and name not in named:
                named[name] = named[wager.equal_to]
        return named

    # ---- deciding --------------------------------------------------------------------------------------

    def offer(self, choices: Iterable[Mapping[str, Any]], hand: Sequence[str]) -> list[Mapping[str, Any]]:
        """Show the choices that are open to a hand."""
        cards = self._terms.rulebook.deck.parse(" ".join(hand))
        offered = [each for each in choices if self._game.may(each["choice"], cards, self._terms)]
        self._drawing.choices(offered)
        return offered

    def choose(self, offered: Sequence[Mapping[str, Any]], hand: Sequence[str]) -> Chosen:
        """Which of them the player takes."""
        names = [str(choice["choice"]) for choice in offered]
        while True:
            name = matched(self.ask("Your choice", PLAYING_HELP), names)
            if name is None:
                show.line(f"  Choose one of {', '.join(names)}, by number or name.")
            elif offered[names.index(name)]["discards"]:
                return Chosen(name, self._discard(hand))
            else:
                return Chosen(name)

    def _discard(self, hand: Sequence[str]) -> int:
        """Which card goes: by its number in the hand or by its name."""
        faces = list(hand)
        while True:
            numbered = ", ".join(f"{place} {face}" for place, face in enumerate(faces, start=1))
            face = matched(self.ask(f"Discard which ({numbered})", PLAYING_HELP), faces)
            if face is not None:
                return faces.index(face)
            show.line(f"  Discard one of {', '.join(faces)}.")

    # ---- asking ----------------------------------------------------------------------------------------

    def ask(self, question: str, help_text: str) -> str:
        """A line that the player types; questions about the rules are answered on the way."""
        while True:
            self._question = question
            try:
                typed = input(f"\n{question}> ").strip()
            finally:
                self._question = ""
            first, _, rest = typed.partition(" ")
            if first in {"quit", "exit", "q"}:
                raise Quit
            if first in {"help", "?"}:
                show.lines(help_text.splitlines())
            elif first == "rules":
                self._show_rule(rest)
            elif first == "buy":
                self._bought(rest)
            elif first == "sign":
                from croupier.cli.sign import show_sign

                show_sign(self._terms.submission)
            else:
                return typed

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Something is told: if a question stands, it is asked again."""
        question = self._question
        if question:
            show.line()
        yield
        if question:
            sys.stdout.write(f"\n{question}> ")
            show.flush()

    def _bought(self, amount: str) -> None:
        try:
            self._buy(cents(amount))
        except MoneyError as error:
            show.line(f"  {error}")

    def _show_rule(self, clause: str) -> None:
        book = self._terms.rulebook
        try:
            show_clause(book, book.clause(clause))
        except UnknownError as error:
            show.line(f"  {error}")


def difference(amount: Cents) -> str:
    """Whether an evening was a good one."""
    return "even" if amount == 0 else f"{'up' if amount > 0 else 'down'} {dollars(abs(amount))}"


def matched(typed: str, names: list[str]) -> str | None:
    """The name that was meant: by number, in full, or by a beginning that only one has."""
    if typed.isdecimal():
        if len(typed) > _MOST_DIGITS:
            return None
        return names[int(typed) - 1] if 1 <= int(typed) <= len(names) else None
    wanted = typed.casefold()
    exact = [name for name in names if name.casefold() == wanted]
    near = exact or [name for name in names if wanted and name.casefold().startswith(wanted)]
    return near[0] if len(near) == 1 else None
