"""Local game: one player at a table in the same process, with computer players if wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from croupier.cli.play.fairness import ALONE, Part, place, show_commitments
from croupier.cli.play.other_players import hired
from croupier.cli.play.prompts import Prompts, Quit, SideAnswers, difference
from croupier.cli.play.round_summary import RoundProgress
from croupier.cli.play.screen import Drawing
from croupier.cli.play.statistics import Statistics
from croupier.cli.terminal import show
from croupier.extras import MissingError
from croupier.games.lines import Line
from croupier.money import Cents
from croupier.rulebook import Refusal, Submission
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Random
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.next_step import due
from croupier.table.model.state import State
from croupier.table.play.autoplay import by_itself
from croupier.table.play.runner import Table
from croupier.table.views.view import Viewer, redact, view

if TYPE_CHECKING:
    from croupier.cli.play.coach import Coaching

YOU = 1  # the seat
SHOWDOWN = frozenset({"announced", "settled"})  # events that are shown together at the end of a round


@dataclass(frozen=True, slots=True)
class LocalOptions:
    """Options of a local game, as they were typed."""

    seats: int = 1
    seed: str | None = None
    bankroll: str = "1,000"  # of the table's currency
    rounds: int | None = None
    auto: bool = False
    plain: bool = False
    record: str | None = None
    coach: str | None = None  # when the coach speaks: before or after
    number: str | None = None
    receipts: str | None = None
    key: str | None = None
    others: str | None = None


def person(number: int) -> str:
    """Id of the person at a seat, in the third person, since recordings are filed: you, or a computer player."""
    return f"guest-{number}"


VIEWER = Viewer("player", person(YOU))


class Game:
    """A local game from sitting down to leaving."""

    def __init__(self, submission: Submission, evening: LocalOptions, bankroll: Cents) -> None:
        where = place(submission.rulebook.id, evening.seed)
        self.table = Table(submission, Random(evening.seed), place=where)
        self.part = Part(
            YOU, evening.seed if evening.number is None else evening.number, practice=evening.seed is not None
        )
        self.table.listeners.append(self.part.hear)
        self.seats = evening.seats
        self.auto = evening.auto
        self.chips = self.bought_in = bankroll
        self.took = 0  # chips taken away from the table
        self.leaving = False
        terms, game = self.state.terms, self.state.fixed.game
        self.drawing = Drawing(terms, game, YOU, plain=evening.plain)
        self.statistics = Statistics(terms)
        asides = SideAnswers(self._show_statistics, self._hint, self._show_proof)
        self.prompts = Prompts(terms, game, self.drawing, self._buy, asides)
        self._tells_hashes = evening.receipts is not None and not evening.plain  # else they are shown when asked for
        self.others = hired(terms, game, evening.others) if evening.auto or evening.seats > 1 else None
        self.table.listeners.append(self._hear)
        self.coaching = self._coached(evening) if evening.coach else None
        self._hints: Coaching | None = None  # of a coach that counts nothing, called by the first hint

    def _coached(self, evening: LocalOptions) -> Coaching:
        from croupier.cli.play.coach import Coaching

        coaching = Coaching(self.state, self.drawing, speaks_after=evening.coach == "after")
        self.table.listeners.append(coaching.hear)
        return coaching

    # ---- the game --------------------------------------------------------------------------------------

    def play(self, rounds: int | None) -> None:
        """Sit down, play, and print a summary, even if the game is interrupted."""
        self.table.open()
        for number in range(1, self.seats + 1):
            promise = self.part.promise() if number == YOU else {}  # computer players give no numbers
            self._send(Command("player", "sit", number, promise, {"bankroll": self.bought_in}))
        try:
            self._begin()
            while rounds is None or self.state.round < rounds:
                self.table.feed()
                if self._tells_hashes:
                    self._show_proof()
                if not self._bet():
                    break
                self._round()
        except (Quit, KeyboardInterrupt, EOFError):
            show.line()
        self._leave()
        self._sum_up()

    def _begin(self) -> None:
        if not self.auto:
            self.prompts.first_screen()
        if self.others is not None:
            who = ["you"] * self.auto + ["others"] * (self.seats > 1)
            show.line(f"{' and '.join(who).capitalize()} play {self.others.called}.", "dim")
        if self.coaching:
            self.coaching.warm()

    def _leave(self) -> None:
        """Close the session; a round left in the middle is first played out without the player (ruling S10)."""
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
            self._by_itself(expected.seat)
        elif isinstance(self.table.send(Command("house", "timeout", YOU)), Refusal):  # the round is held
            self.table.send(Command("floor", "act", YOU))

    @property
    def state(self) -> State:
        """The table now."""
        return self.table.state

    def _send(self, command: Command) -> Decision | Refusal:
        """Send a command and print a refusal; a player's command is sent in the name of the seat's person."""
        outcome = self.table.send(command._replace(by=person(command.seat)) if command.who == "player" else command)
        if isinstance(outcome, Refusal):
            show.line(f"  {outcome}")
        return outcome

    def _by_itself(self, number: int) -> None:
        self._send((self.others.playing if self.others else by_itself)(self.state, number))

    # ---- events ----------------------------------------------------------------------------------------

    def _hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Print events as they happen, as far as the player may know them."""
        for together in self.drawing.grouped(decision.events):
            event = together[0]
            if event.kind == "examined" and self.auto:
                self.drawing.table(view(decision.state, VIEWER, self.table.names))
            if event.kind == "left" and event.data["seat"] == YOU:
                self.took += event.data["bankroll"]
            known = [each for each in (redact(decision.state, one, VIEWER) for one in together) if each is not None]
            for each in known:
                self.drawing.ended.hear(each)
            if known and event.kind == "over":
                self._end()
            if known and self.drawing.tells(event) and not self._hides(known[0]):
                self.drawing.events(known)

    def _hides(self, event: Event) -> bool:
        """True for events that are not printed as they happen: hands and settlements are shown at the round's end."""
        if event.kind == "turned":
            return not str(event.data["of"]).startswith("community")
        if event.kind == "over":
            return not event.data.get("void")
        return event.kind in SHOWDOWN or (self.leaving and event.kind in {"left", "removed"})

    def _end(self) -> None:
        """Print the final table, the reason of each settlement, the others' results, and the round's net result."""
        lines = self.drawing.ended.of(YOU)
        if self.drawing.ended.lines:
            self.drawing.final()
            self._settled(lines)
            self.drawing.results()
        self.statistics.add(lines)
        self.drawing.ended = RoundProgress()

    def _settled(self, lines: list[Line]) -> None:
        self.prompts.settled = lines or self.prompts.settled
        for line in lines:
            show.line(f"  {line.sentence(self.state.terms)}")

    def _sum_up(self) -> None:
        show.line()
        rounds = f"{self.state.round} round{'s' * (self.state.round != 1)}"
        currency = self.state.terms.rulebook.currency
        net = difference(self.took - self.bought_in, currency)
        show.line(f"{rounds}; you have {currency.text(self.took)}, {net}.", "bold")
        if self.state.round:
            self._show_statistics()
        if self.coaching:
            self.coaching.sum_up()
        if self._tells_hashes:
            show.unbroken(f"The session is over; its seed was {self.table.source.close()['seed']}", "dim")
            show.line(ALONE, "dim")

    # ---- questions beside the game -----------------------------------------------------------------------

    def _show_statistics(self) -> None:
        self.statistics.show(plain=self.drawing.plain)

    def _show_proof(self) -> None:
        show_commitments(self.state, VIEWER, plain=self.drawing.plain)

    def _hint(self) -> None:
        """Print what each choice is worth."""
        expected = due(self.state)
        if (expected.do, expected.seat) != ("decide", YOU):
            show.line("  A hint is about a choice, and you have none to make now.")
            return
        try:
            coaching = self.coaching or self._hints or self._hinting()
        except MissingError as error:
            show.line(f"  {error}")
        else:
            coaching.hint(view(self.state, VIEWER, self.table.names))

    def _hinting(self) -> Coaching:
        from croupier.cli.play.coach import Coaching

        self._hints = Coaching(self.state, self.drawing, speaks_after=False)
        self._hints.warm()
        return self._hints

    # ---- betting ---------------------------------------------------------------------------------------

    def _bet(self) -> bool:
        """Let everyone bet; False if the game cannot go on because the automatic player's bet was refused."""
        least = self.state.terms.least_wagers()
        for number in range(2, self.seats + 1):
            seat = self.state.seats[number - 1]
            if seat is not None and seat.bankroll >= sum(least.values()):
                self._send(Command("player", "bet", number, {"wagers": least, "ready": True}))
            elif seat is not None:
                self._send(Command("player", "ready", number))
        while True:
            wagers = self._wagers()
            usual = self.prompts.usual
            args = {"wagers": wagers, "ready": True}
            outcome = self._send(Command("player", "bet", YOU, args))
            if not isinstance(outcome, Refusal):
                self.prompts.usual = wagers or usual
                if self.state.phase == "round" or wagers:
                    return True
                if self.seats == 1:
                    show.line("  Nobody has a wager; bet, or quit.")
            elif self.auto:
                return False

    def _wagers(self) -> dict[str, Cents]:
        """Ask for the player's wagers; a player who cannot cover the minimum is asked to buy chips first."""
        if self.auto:
            return self.prompts.usual
        least = sum(self.state.terms.least_wagers().values())
        while self.state.seat(YOU).bankroll < least:
            self.prompts.broke(self.state.seat(YOU).bankroll, max(self.chips, least))
        return self.prompts.wagers(lambda: self.state.seat(YOU).bankroll)

    # ---- a round ---------------------------------------------------------------------------------------

    def _round(self) -> None:
        while self.state.phase == "round":
            expected = due(self.state)
            if expected.do == "give number":
                self._send(Command("player", "give number", expected.seat, self.part.give()))
                continue
            if expected.do != "decide":
                break
            if expected.seat == YOU and not self.auto:
                self._decide()
                continue
            if expected.seat == YOU:
                self._advise()
            self._by_itself(expected.seat)

    def _advise(self) -> None:
        if self.coaching:
            self.coaching.advise(view(self.state, VIEWER, self.table.names))

    def _decide(self) -> None:
        seen = view(self.state, VIEWER, self.table.names)
        self.drawing.table(seen)
        cards = self.state.seat(YOU).cards
        hand = [self.state.terms.rulebook.deck.faces[card] for card in self.state.faces(cards)]
        offered = self.prompts.offer(seen["choices"], hand)
        self._advise()
        while True:
            chosen = self.prompts.choose(offered, hand)
            args: dict[str, object] = {"choice": chosen.choice}
            if chosen.discard:
                away = [self.state.faces(cards)[place] for place in chosen.discard]
                args["discard"] = away[0] if len(away) == 1 else away
            if chosen.amount is not None:
                args["amount"] = chosen.amount
            if not isinstance(self._send(Command("player", "decide", YOU, args)), Refusal):
                return

    def _buy(self, bought: Cents) -> None:
        """Buy chips: allowed whenever the dealer is not dealing, also while the player is to decide (ruling S33)."""
        if not isinstance(self._send(Command("house", "buy", YOU, {"amount": bought})), Refusal):
            self.bought_in += bought
            show.line(f"  You have {self.state.terms.money(self.state.seat(YOU).bankroll)}.")
