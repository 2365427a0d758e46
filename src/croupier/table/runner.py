"""A table that runs: it sends commands, feeds the cards, and keeps the record. The edge of the table."""

from __future__ import annotations

from collections.abc import Callable

from croupier.games.game import Game
from croupier.rulebook import Refusal
from croupier.rulebook.submission import Submission
from croupier.table.commands import Command
from croupier.table.decide import Decision, open_table, step
from croupier.table.due import ALL_STEPS, due
from croupier.table.sources import CardSource, Random
from croupier.table.state import State

Listener = Callable[[State, Command, Decision], None]


class Table:
    """A live table. Listeners hear every command that was carried out, with the state before it."""

    def __init__(
        self,
        submission: Submission,
        source: CardSource | None = None,
        automation: frozenset[str] = ALL_STEPS,
        game: Game | None = None,
    ) -> None:
        self.state = open_table(submission, automation, game)
        self.source = source or Random()
        self.listeners: list[Listener] = []

    def send(self, command: Command) -> Decision | Refusal:
        """Carry out a command, or hear why not."""
        before = self.state
        decision = step(before, command)
        if isinstance(decision, Refusal):
            return decision
        self.state = decision.state
        for listener in self.listeners:
            listener(before, command, decision)
        return decision

    def open(self) -> None:
        """Bring the cards: one deck, or two with backs of different colours."""
        for back in ("blue", "red")[: 2 if self.state.terms["decks"] == "two" else 1]:
            self.send(Command("house", "receive", args={"back": back}))

    def feed(self, by_hand: frozenset[str] = frozenset()) -> None:
        """Give the table the shuffles and cuts that it waits for, unless made by hand, until it waits for a person."""
        while True:
            state = self.state
            expected = due(state)
            if expected.do in by_hand:
                return
            if expected.do == "shuffle" and self._shuffler_works(expected.who):
                self._shuffle(expected.who, expected.deck)
            elif expected.do == "cut":
                depth = self.source.cut(state.fixed.deck_size)  # who cuts has not counted what is there
                self.send(Command("dealer", "cut", args={"depth": depth}))
            else:
                break
        if "shuffle" not in by_hand:
            self._shuffle_the_other()

    def _shuffler_works(self, who: str) -> bool:
        return who != "device" or self.state.devices["shuffler"] == "working"

    def _shuffle(self, who: str, deck: int) -> None:
        args = self.source.shuffle(self.state.decks[deck].cards)
        self.send(Command("dealer" if who == "dealer" else "device", "shuffle", args=args))

    def _shuffle_the_other(self) -> None:
        """While one deck plays, the device shuffles the other."""
        state = self.state
        for number, deck in enumerate(state.decks):
            if number != state.playing and deck.status in {"used", "stacked"} and self._shuffler_works("device"):
                self._shuffle("device", number)
