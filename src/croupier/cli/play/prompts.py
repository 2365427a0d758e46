"""Prompts for the player, in local and online games: wagers, choices, a card to discard."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from textwrap import wrap
from typing import Any, NamedTuple

from croupier.cli.play.guide import show_guide, so_many_cards
from croupier.cli.play.parser import HowMuchError, meant, read_wagers, usual_in_words, with_amount
from croupier.cli.play.screen import Drawing
from croupier.cli.rulebook.clause import show_law, show_sections
from croupier.cli.terminal import show
from croupier.cli.terminal.input_files import edit_lines
from croupier.games.game import Ask, Game
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.money import Cents, Currency, MoneyError
from croupier.rulebook import UnknownError
from croupier.rulebook.model import Wager

_TYPED = 28  # width of the first column of a help text, with its indent
BACK = frozenset({"back", "undo", "no"})


class Quit(Exception):  # noqa: N818 - leaving a game is no error
    """The player wants to quit."""


class PlayerChoice(NamedTuple):
    """A player's choice, with the cards to discard and the amount where it takes them."""

    choice: str
    discard: tuple[int, ...] = ()  # the places of the cards in the hand
    amount: Cents | None = None


class SideAnswers(NamedTuple):
    """Answers to a player's questions beside the game, each printed by the game that is played."""

    stats: Callable[[], None]  # of the player's rounds
    hint: Callable[[], None]  # what each choice is worth
    proof: Callable[[], None]  # the values that `croupier verify` compares


class Prompts:
    """Prompts for one player; `buy` is called when the player buys chips."""

    def __init__(
        self, terms: Terms, game: Game, drawing: Drawing, buy: Callable[[Cents], None], asides: SideAnswers
    ) -> None:
        self._terms, self._game, self._drawing, self._buy = terms, game, drawing, buy
        self._asides = asides
        self.usual = terms.least_wagers()  # the wagers that Enter stands for
        self.settled: Sequence[Line] = ()  # the player's lines of the last round, which `why` explains
        self._question = ""  # the prompt on the screen
        self._stays_in = False  # a hand is being played, and the player was not warned about leaving it
        edit_lines()

    def first_screen(self) -> None:
        """Print the wagers and the course of a round, which fit a small screen."""
        show_guide(self._game, self._terms, plain=self._drawing.plain, whole=False)
        self._line("Type help for all of this and how to answer, sign for what everything pays, quit to leave.")

    # ---- betting ---------------------------------------------------------------------------------------

    def wagers(self, bankroll: Callable[[], Cents]) -> dict[str, Cents]:
        """Ask for wagers; the prompt shows the bankroll with the chips bought meanwhile."""
        named = usual_in_words(self.usual, self._terms)
        while True:
            try:
                typed = self.ask(
                    lambda: f"You have {self._terms.money(bankroll())}. Your wagers [{named}]", self._betting_help()
                )
                return self._read_wagers(typed)
            except MoneyError as error:
                show.line(f"  {error}")

    def _read_wagers(self, typed: str) -> dict[str, Cents]:
        if not typed:
            return self.usual
        if typed.casefold() == "none":
            return {}
        while True:
            try:
                return read_wagers(typed, self._terms)
            except HowMuchError as asked:
                typed = asked.filled(self._terms.money(self._how_much(asked.wager)))

    def _how_much(self, wager: str) -> Cents:
        low, high = self._terms.bounds[wager]
        title = self._terms.wagers[wager].title
        answer = self.ask(
            f"{title}, how much, from {self._terms.money(low)} to {self._terms.money(high)}", self._betting_help()
        )
        return self._terms.cents(answer) if answer else low

    def broke(self, bankroll: Cents, usual: Cents) -> None:
        """Ask a player who cannot cover the minimum wagers to buy chips or to quit."""
        least = sum(self._terms.least_wagers().values())
        money = self._terms.money
        question = f"You have {money(bankroll)}, and a round takes {money(least)}. Buy chips for [{money(usual)}]"
        answer = self.ask(question, "  Enter, or an amount, buys chips; quit ends the game.")
        try:
            self._buy(self._terms.cents(answer) if answer else usual)
        except MoneyError as error:
            show.line(f"  {error}")

    # ---- deciding --------------------------------------------------------------------------------------

    def offer(self, choices: Iterable[Mapping[str, Any]], hand: Sequence[str]) -> list[Mapping[str, Any]]:
        """Show the choices that are allowed for a hand."""
        cards = self._terms.rulebook.deck.parse(" ".join(hand))
        offered = [each for each in choices if self._game.may(each["choice"], cards, self._terms)]
        self._drawing.choices(offered)
        return offered

    def choose(self, offered: Sequence[Mapping[str, Any]], hand: Sequence[str]) -> PlayerChoice:
        """Ask for one of the choices."""
        names = [str(choice["choice"]) for choice in offered]
        self._stays_in = True
        try:
            return self._chosen(offered, names, hand)
        finally:
            self._stays_in = False

    def _chosen(self, offered: Sequence[Mapping[str, Any]], names: Sequence[str], hand: Sequence[str]) -> PlayerChoice:
        while True:
            typed, amount = self.ask("Your choice", self._playing_help(names)), ""
            found = meant(typed, names, self._game, self._terms)
            if not found:
                typed, amount = with_amount(typed)
                found = meant(typed, names, self._game, self._terms)
            if len(found) > 1:
                show.line(f"  That could be {' or '.join(found)}: say which.")
            elif not found:
                show.line(f"  Choose one of {', '.join(names)}, by number or name.")
            elif (chosen := self._completed(offered[names.index(found[0])], amount, hand)) is not None:
                return chosen

    def _completed(self, offer: Mapping[str, Any], amount: str, hand: Sequence[str]) -> PlayerChoice | None:
        """A choice with its amount and its cards, which are asked for; None if the player goes back."""
        name = str(offer["choice"])
        try:
            stake = self._stake(offer, amount)
        except MoneyError as error:
            show.line(f"  {error}")
            return None
        if not offer["discards"]:
            return PlayerChoice(name, (), stake)
        away = self._discard(offer, hand)
        return None if away is None else PlayerChoice(name, away, stake)

    def _stake(self, offer: Mapping[str, Any], typed: str) -> Cents | None:
        """The amount of a choice, asked for if it has bounds and none was typed; Enter stakes the least."""
        name, money = str(offer["choice"]), self._terms.money
        if "most" not in offer:
            if typed:
                raise MoneyError(f"{name} takes no amount", f"{name} alone")
            return None
        if not typed:
            question = f"{name.capitalize()}, how much, from {money(offer['costs'])} to {money(offer['most'])}"
            typed = self.ask(question, "  An amount; Enter is the least.")
        return self._terms.cents(typed) if typed else int(offer["costs"])

    def _discard(self, offer: Mapping[str, Any], hand: Sequence[str]) -> tuple[int, ...] | None:
        """Ask which cards to discard, by numbers in the hand or by names; None if the player goes back."""
        faces, most = self._drawing.faces, int(offer["discards"])
        least = int(offer.get("fewest", most))
        numbered = ", ".join(f"{place} {faces.card(face)}" for place, face in enumerate(hand, start=1))
        several = "" if most == 1 else f", {so_many_cards(least, most)}"
        choice = str(offer["choice"]).capitalize()
        many = range(least, most + 1)
        while True:
            named = self._cards(f"{choice}, and discard which ({numbered}){several}", hand, many)
            if named is None:
                return None
            while named is not None:
                said = ", ".join(map(faces.card, named)) or "nothing"
                again = self._cards(f"Put away {said}: Enter sends it, back takes it back", hand, many, named)
                if again == named:
                    return tuple(hand.index(face) for face in named)
                named = again

    def _cards(
        self, question: str, hand: Sequence[str], many: range, stands: Sequence[str] | None = None
    ) -> list[str] | None:
        """Ask for so many cards of the hand; Enter takes the default, and `back` gives None."""
        faces = self._drawing.faces
        help_text = "  A number or a card; back goes back. Nothing is sent before you say so."
        if many.stop > 2:  # noqa: PLR2004 - more than one card
            help_text = "  Numbers or cards, with commas; back goes back. Nothing is sent before you say so."
        while True:
            typed = self.ask(question, help_text)
            if typed.casefold() in BACK:
                return None
            if not typed and stands is not None:
                return list(stands)
            named = self._meant_cards(typed, hand) if typed else []
            if named is not None and len(named) in many:
                return named
            few = so_many_cards(many.start, many.stop - 1).rpartition(" ")[0]
            show.line(f"  Discard {few} of {faces.cards(hand)}.")

    def _meant_cards(self, typed: str, hand: Sequence[str]) -> list[str] | None:
        """The cards that were typed, by numbers or names, with commas or blanks between; None if one is unclear."""
        for pieces in ([typed], typed.split(",") if "," in typed else typed.split()):
            found = [self._meant_card(piece.strip(), hand) for piece in pieces if piece.strip()]
            cards = [card for card in found if card is not None]
            if cards and len(cards) == len(found) == len(set(cards)):
                return cards
        return None

    def _meant_card(self, typed: str, hand: Sequence[str]) -> str | None:
        named = _placed(typed, hand) if typed.isdecimal() else self._drawing.faces.matching(typed, hand)
        return named[0] if len(set(named)) == 1 else None

    # ---- asking ----------------------------------------------------------------------------------------

    def ask(self, question: str | Callable[[], str], help_text: str) -> str:
        """Prompt for a line; `help`, `rules`, `why` and the like are answered here, and the prompt is repeated."""
        while True:
            self._question = question if isinstance(question, str) else question()
            try:
                show.line()
                typed = input(f"{self._question}> ").strip()
            finally:
                self._question = ""
            if not self._answered(typed, help_text):
                return typed

    def _answered(self, typed: str, help_text: str) -> bool:
        """True if the typed line was a command such as `help` or `rules`, which is carried out here."""
        first, _, rest = typed.partition(" ")
        match first.casefold():
            case "quit" | "exit" | "q":
                self._quit()
            case "help" | "?":
                show_guide(self._game, self._terms, plain=self._drawing.plain, whole=True)
                show.line()
                show.lines(help_text.splitlines())
            case "rules":
                self._show_rule(rest)
            case "why":
                self._why(rest)
            case "buy":
                self._bought(rest)
            case "stats" | "hint" | "proof" as asked:
                getattr(self._asides, asked)()
            case "sign":
                from croupier.cli.rulebook.sign import show_sign

                show_sign(self._terms.submission, plain=self._drawing.plain)
            case _:
                return False
        return True

    def _quit(self) -> None:
        """Quit; in the middle of a hand the player is warned first."""
        if not self._stays_in:
            raise Quit
        self._stays_in = False
        show.line("  Your wagers stay: the round would be played out without you (ruling S10). To leave, quit again.")

    @contextmanager
    def interrupted(self) -> Iterator[None]:
        """Context for printing events while a prompt is on the screen: the prompt is printed again afterwards."""
        question = self._question
        if question:
            show.line()
        yield
        if question:
            sys.stdout.write(f"\n{question}> ")
            show.flush()

    def _bought(self, amount: str) -> None:
        if not amount:
            show.line("  Chips for how much? Type it like buy 100.")
            return
        try:
            self._buy(self._terms.cents(amount))
        except MoneyError as error:
            show.line(f"  {error}")

    # ---- help, rules, reasons --------------------------------------------------------------------------

    def _line(self, text: str) -> None:
        show.line(text, "dim")

    def _betting_help(self) -> str:
        """Help text for typing wagers, with examples of this game's wagers and clauses."""
        first = self._terms.required[0]
        sides = [wager for wager in self._terms.wagers.values() if wager.placed == "before the deal" and wager.side]
        low = (
            self._terms.money(self._terms.bounds[sides[0].name][0]).removeprefix(self._terms.rulebook.currency.sign)
            if sides
            else ""
        )
        side = sides[0].title.casefold() if sides else ""
        example = f"10 {side} {low}".rstrip()
        rows = [
            ("Enter", "the same wagers as before"),
            ("10", "that much on each wager the game asks for"),
            *([(example, f"the same, and a side wager; or {first.title.casefold()} 10 {side} {low}")] if sides else []),
            ("none", "sit this round out"),
            *self._always(self._stating(first)),
        ]
        return "\n".join(self._typed(rows))

    def _playing_help(self, names: Sequence[str]) -> str:
        """Help text for typing a choice, with the clause that the decision rests on."""
        asks = [step for step in self._game.script(self._terms) if isinstance(step, Ask)]
        ask = next((step for step in asks if names[0] in {choice.name for choice in step.choices}), asks[0])
        rows = [(f"1, or {names[0]}", "a choice by its number, its name or a part of it"), *self._always(self._of(ask))]
        return "\n".join(self._typed(rows))

    def _typed(self, rows: Iterable[tuple[str, str]]) -> list[str]:
        """Lines of a help text, input and effect, in columns or as sentences."""
        if self._drawing.plain:
            return [f"  {left}: {right}." for left, right in rows]
        beside = " " * _TYPED
        return [
            f"  {left if not place else '':{_TYPED - 2}}{piece}"
            for left, right in rows
            for place, piece in enumerate(wrap(right, max(show.width() - len(beside), _TYPED)))
        ]

    def _of(self, ask: Ask) -> str:
        return next(iter(self._terms.clauses(ask.rule)), self._stating(self._terms.required[0]))

    def _stating(self, wager: Wager) -> str:
        """The clause that permits a wager; a definition only if there is no other."""
        book = self._terms.rulebook
        return next((each for each in wager.clauses if book.clause(each).kind != "definition"), wager.clauses[0])

    def _always(self, clause: str) -> list[tuple[str, str]]:
        """Help for the commands that every prompt takes."""
        return [
            ("buy 100", "buy chips"),
            (f"rules, rules {clause}", "show the sections of the rules, or a clause"),
            ("sign", "show what everything pays"),
            ("why", "explain the last settlement, with its clauses"),
            ("hint", "what each choice is worth on average"),
            ("stats", "what you won and lost so far"),
            ("proof", "the root of the cards that lie ready, and the house's commitment for the next shuffle"),
            ("quit", "take your money and leave"),
        ]

    def _show_rule(self, clause: str) -> None:
        book = self._terms.rulebook
        if not clause:
            show_sections(book, plain=self._drawing.plain)
            return
        try:
            show_law(book, book.clause(clause), plain=self._drawing.plain)
        except UnknownError as error:
            show.line(f"  {error}")

    def _why(self, of: str) -> None:
        """Print the last settlement, of all wagers or of one, with the text of the clauses."""
        book = self._terms.rulebook
        wanted, plain = of.casefold().strip(), self._drawing.plain
        named = [line for line in self.settled if wanted == self._titled(line).casefold()]
        lines = named or [line for line in self.settled if wanted in self._titled(line).casefold()]
        if not lines:
            show.line(f"  No wager {of!r} was settled." if self.settled else "  Nothing of yours was settled yet.")
        for line in lines:
            show.line()
            show.line(line.sentence(self._terms), "bold")
            for each in line.clauses:
                show.labelled(f"{book.short} {each}", book.clause(each).says, sentence=plain)
            for each in line.rulings:
                ruling = book.rulings[each]
                show.labelled(f"Ruling {each}", f"{ruling.question} {ruling.readings[0]}", sentence=plain)

    def _titled(self, line: Line) -> str:
        wager = self._terms.rulebook.wagers.get(line.wager)
        return wager.title if wager is not None else line.wager


def difference(amount: Cents, currency: Currency) -> str:
    """Format a net result: `up $5`, `down $5` or `even`."""
    return "even" if amount == 0 else f"{'up' if amount > 0 else 'down'} {currency.text(abs(amount))}"


def _placed(typed: str, hand: Sequence[str]) -> list[str]:
    """The card with a number in the hand, as a list; empty if there is none."""
    place = int(typed) if len(typed) < 3 else 0  # noqa: PLR2004 - no hand has a hundred cards
    return [hand[place - 1]] if 1 <= place <= len(hand) else []
