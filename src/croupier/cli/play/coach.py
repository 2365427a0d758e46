"""Coach of `croupier play --coach`: the value of each action, before or after the answer, and the cost of mistakes."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import ExitStack
from fractions import Fraction
from threading import Lock
from typing import Any, NamedTuple

from croupier.analysis.coach.coach import Advice, Coach, CoachError
from croupier.analysis.model.solution import Action, Progress
from croupier.cli.play.screen import Drawing
from croupier.cli.terminal import show
from croupier.cli.terminal.progress import watched
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.state import State

WORST = 5  # mistakes that are listed one by one
CENTS = 100


class Mistake(NamedTuple):
    """A decision that was not the best one."""

    round: int
    advice: Advice
    done: Action

    @property
    def cost(self) -> Fraction:
        """Expected loss by the mistake, in cents."""
        return self.advice.cost(self.done)


class Coaching:
    """Coach for one player, with a count of decisions and mistakes."""

    def __init__(self, state: State, drawing: Drawing, *, speaks_after: bool) -> None:
        self._coach = Coach(state.terms, state.fixed.game)
        self._speaks_after = speaks_after
        self._drawing = drawing
        self._advice: Advice | None = None
        self._decisions = 0
        self._mistakes: list[Mistake] = []

    def warm(self) -> None:
        """Do the slow preparations in advance."""
        show.line("The coach gets ready; the first time it also compiles its loops, which takes longer.", "dim")
        with watched() as say:
            self._coach.warm(say("The coach gets ready"))

    # ---- a decision ------------------------------------------------------------------------------------

    def advise(self, seen: Mapping[str, Any]) -> None:
        """Compute the value of each action for the player; print it now, unless the coach speaks afterwards."""
        try:
            self._advice = self._advised(seen)
        except CoachError as error:
            self._advice = None
            show.line(f"  The coach: {error}")
            return
        if not self._speaks_after:
            self._show(self._advice, self._aside(seen, self._advice))

    def hint(self, seen: Mapping[str, Any]) -> None:
        """Print the value of each action because the player asks; the decision is counted as any other."""
        try:
            advice = self._advice or self._advised(seen)
        except CoachError as error:
            show.line(f"  The coach: {error}")
            return
        self._show(advice, self._aside(seen, advice))

    def _advised(self, seen: Mapping[str, Any]) -> Advice:
        """Ask the coach; a progress bar is shown only if the advice takes long."""
        with ExitStack() as stack:
            lock, ticks = Lock(), list[Progress]()

            def tick(done: int, of: int) -> None:
                with lock:
                    if not ticks:
                        ticks.append(stack.enter_context(watched())("The coach goes through every board"))
                    ticks[0](done, of)

            return self._coach.advise(seen, tick)

    def _aside(self, seen: Mapping[str, Any], advice: Advice) -> str:
        """The wagers that the coach leaves out: no choice changes them, or they depend on other hands."""
        wagers = next(seat["wagers"] for seat in seen["seats"] if seat["seat"] == self._drawing.seat)
        titles = [self._drawing.terms.wagers[name].title for name in wagers if name not in advice.stakes]
        return f", {' and '.join(titles)} aside" if titles else ""

    def _show(self, advice: Advice, aside: str) -> None:
        if self._drawing.plain:
            worth = ", ".join(f"{self._named(action)} {self._told(value)}" for action, value in advice.values.items())
            show.line(f"The coach, on average{aside}: {worth}. Best: {self._named(advice.best)}{_by(advice)}.")
            return
        show.line(f"  The coach, on average{aside}:", "dim")
        for action, value in advice.values.items():
            best = f"   best{_by(advice)}" if action == advice.best else ""
            show.line(f"  {self._signed(value):>12}  {self._named(action)}{best}", "green" if best else None)

    def _money(self, cents: Fraction) -> str:
        """Format an average amount, to the hundredth of a cent."""
        return f"{self._drawing.terms.rulebook.currency.sign}{float(abs(cents) / CENTS):,.4f}"

    def _signed(self, cents: Fraction) -> str:
        return f"{'-' if cents < 0 else '+'}{self._money(cents)}"

    def _told(self, cents: Fraction) -> str:
        return f"{'loses' if cents < 0 else 'wins'} {self._money(cents)}"

    def _named(self, action: Action) -> str:
        return action.choice + (f", discarding {self._cards(action.discard)}" if action.discard else "")

    def _cards(self, cards: tuple[int, ...]) -> str:
        return self._drawing.faces.cards(cards)

    # ---- the score -------------------------------------------------------------------------------------

    def hear(self, before: State, command: Command, decision: Decision) -> None:  # noqa: ARG002 - a listener's shape
        """Count the player's decision after the advice."""
        advice = self._advice
        if advice is None or (command.do, command.seat) != ("decide", self._drawing.seat):
            return
        discard = command.args.get("discard", ())
        named = {discard} if isinstance(discard, int) else {*discard}
        done = Action(str(command.args["choice"]), tuple(card for card in advice.own if card in named))
        self._decisions += 1
        self._advice = None
        if advice.cost(done):
            self._mistakes.append(Mistake(before.round, advice, done))
        if self._speaks_after:
            self._judge(advice, done)

    def _judge(self, advice: Advice, done: Action) -> None:
        """Print the cost of a decision after it is made, and the score so far."""
        right = self._decisions - len(self._mistakes)
        given = sum((mistake.cost for mistake in self._mistakes), Fraction(0))
        score = f"{right} of {self._decisions} right so far, {self._money(given)} given away"
        if not advice.cost(done):
            show.line(f"  The coach: {self._named(done)} was right; {score}.", "green")
            return
        best = f"{self._named(advice.best)} was better by {self._money(advice.cost(done))} on average"
        show.line(f"  The coach: {best}; {score}.", "yellow")

    def sum_up(self) -> None:
        """Print the number of mistakes, their cost, and the worst of them."""
        count, total = len(self._mistakes), sum((mistake.cost for mistake in self._mistakes), Fraction(0))
        decisions = f"{self._decisions} decision{'s' * (self._decisions != 1)}"
        if not count:
            show.line(f"The coach: {decisions}, no mistake.")
            return
        mistakes = f"{count} mistake{'s' * (count != 1)}, which cost {self._money(total)} on average"
        show.line(f"The coach: {decisions}, {mistakes}.", "bold")
        worst = sorted(self._mistakes, key=lambda mistake: -mistake.cost)[:WORST]
        if len(worst) < count:
            show.line(f"The {WORST} worst:")
        for mistake in worst:
            show.line(f"  {self._account(mistake)}")

    def _account(self, mistake: Mistake) -> str:
        """A mistake in a sentence: `Round 3, before the flop, with Kh 7d: check cost $0.41; best was play 4x.`."""
        advice, done = mistake.advice, self._named(mistake.done)
        board = f" beside {self._cards(advice.community)}" if advice.community else ""
        hand = f"Round {mistake.round}, {advice.stage}, with {self._cards(advice.own)}{board}"
        return f"{hand}: {done} cost {self._money(mistake.cost)}; best was {self._named(advice.best)}."


def _by(advice: Advice) -> str:
    """The rulings that choose between actions of one value."""
    return f" (ruling {', '.join(advice.rulings)})" if advice.rulings else ""
