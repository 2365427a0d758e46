"""The table runner: it sends commands, feeds cards and keeps the record; input and output happen here."""

from __future__ import annotations

from collections.abc import Callable

from croupier import names
from croupier.errors import CroupierError
from croupier.games.game import Game
from croupier.rulebook import Refusal
from croupier.rulebook.submission import Submission
from croupier.schemas.table import RoundResult
from croupier.table.decide import Decision, open_table, step
from croupier.table.fairness.card_sources import CardSource, Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import AT_ONCE, Place, State
from croupier.table.recording.journal import Journal, uninterrupted
from croupier.table.views.view import AUDITOR, Viewer, came_to

Listener = Callable[[State, Command, Decision], None]

Sender = Callable[["Table", Command], Decision | Refusal]


class FeedError(CroupierError, RuntimeError):
    """The table refused a value of its card source or its house; the message is the refusal."""


class Table:
    """A live table. Listeners (observers) are called for every command that was carried out, with the state before it.

    A command is carried out atomically: it is in the journal, if there is one, and all listeners have returned; if one
    of them fails, it is rolled back. Names of persons are kept beside the state, for display: no command, event or
    state has one, so that a name can be erased.
    """

    def __init__(
        self,
        submission: Submission,
        source: CardSource | None = None,
        automation: frozenset[str] = ALL_STEPS,
        game: Game | None = None,
        *,
        training: bool = False,
        place: Place = Place(),  # noqa: B008 - it never changes
        publishes: str = AT_ONCE,
    ) -> None:
        self.source = source or Random()
        self.state = open_table(
            submission, automation, game, training=training, place=place, source=self.source.kind, publishes=publishes
        )
        self.listeners: list[Listener] = []
        self.names: dict[str, str] = {}  # by person
        self.through: Sender | None = None  # the house that commands go through, where tables share a meter
        self.journal: Journal | None = None

    @classmethod
    def resumed(cls, state: State, source: CardSource) -> Table:
        """Resume a table from a state."""
        table = cls(state.fixed.terms.submission, source, game=state.fixed.game)
        table.state = state
        return table

    def send(self, command: Command) -> Decision | Refusal:
        """Carry out a command, or return its refusal."""
        if self.through is not None:
            return self.through(self, command)
        return self.take(command, step(self.state, command))

    def take(self, command: Command, decision: Decision | Refusal) -> Decision | Refusal:
        """Commit a decision; a refusal is only noted in the journal."""
        if isinstance(decision, Refusal):
            if self.journal is not None:
                self.journal.refused(command, decision)
        elif self.journal is None and not self.listeners:
            self.state = decision.state
        else:
            with uninterrupted():
                self._advance(command, decision)
        return decision

    def _advance(self, command: Command, decision: Decision) -> None:
        before, journal = self.state, self.journal
        mark = journal.record(command, decision) if journal is not None else None
        self.state = decision.state
        try:
            for listener in self.listeners:
                listener(before, command, decision)
        except BaseException:
            self.state = before
            if journal is not None and mark is not None:
                journal.take_back(mark)
            raise

    def name(self, person: str, text: str) -> None:
        """Set a person's display name; a NamingError says why a text is none. Two persons may share one."""
        self.names[person] = names.proper(text)
        if self.journal is not None:
            self.journal.name(person, self.names[person])

    def seated(self) -> dict[int, str]:
        """The known names of the players at the table, by seat."""
        return {number: self.names[seat.person] for number, seat in self.state.taken() if seat.person in self.names}

    def came_to(self, viewer: Viewer = AUDITOR) -> RoundResult | None:
        """The result of the last round, as the viewer may know it; None before the first is over."""
        return came_to(self.state, viewer, self.names)

    def open(self) -> None:
        """Open the session, if it is not, and bring the cards: one deck, or two with backs of different colours.

        A FeedError says what is refused.
        """
        commitments = self.source.open(self.state.fixed.place)
        if commitments is not None and not self.state.sealed:
            self._bring(Command("house", "open", args=commitments))
        for back in ("blue", "red")[: 2 if self.state.terms["decks"] == "two" else 1]:
            self._bring(Command("house", "receive", args={"back": back}))

    def close(self) -> None:
        """End the session between rounds; a FeedError says why it cannot be."""
        self._bring(Command("house", "close", args=self.source.close()))

    def feed(self, by_hand: frozenset[str] = frozenset()) -> None:
        """Give the table the shuffles and cuts that it waits for, unless made by hand, until it waits for a person.

        A FeedError says which shuffle or cut of the card source is refused.
        """
        while True:
            state = self.state
            expected = due(state)
            if expected.do in by_hand:
                return
            if expected.do == "shuffle" and self._shuffler_works(expected.who):
                self._shuffle(expected.who, expected.deck)
            elif expected.do == "cut":
                depth = self.source.cut(state.fixed.deck_size)  # the cutter has not counted the cards
                self._bring(Command("dealer", "cut", supplied=depth))
            else:
                break
        if "shuffle" not in by_hand:
            self._shuffle_the_other()

    def _bring(self, command: Command) -> None:
        outcome = self.send(command)
        if isinstance(outcome, Refusal):
            raise FeedError(f"{command.who}: {command.do}: {outcome}")

    def _shuffler_works(self, who: str) -> bool:
        return who != "device" or self.state.devices["shuffler"] == "working"

    def _shuffle(self, who: str, deck: int) -> None:
        state = self.state
        supplied = self.source.shuffle(state.decks[deck].cards, state.fixed.place, state.shuffles + 1)
        self._bring(Command("dealer" if who == "dealer" else "device", "shuffle", supplied=supplied))

    def _shuffle_the_other(self) -> None:
        """Let the device shuffle the other deck while one plays; with players' numbers, once bets are closed."""
        state = self.state
        if state.promises and not state.closed:
            return
        for number, deck in enumerate(state.decks):
            if number != state.playing and deck.status in {"used", "stacked"} and self._shuffler_works("device"):
                self._shuffle("device", number)
