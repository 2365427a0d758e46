"""The table runner: it sends commands, feeds cards and keeps the record; input and output happen here."""

from __future__ import annotations

from collections.abc import Callable

from croupier import names
from croupier.games.game import Game
from croupier.rulebook import Refusal
from croupier.rulebook.submission import Submission
from croupier.schemas.table import RoundResult
from croupier.table.decide import Decision, open_table, step
from croupier.table.fairness.card_sources import CardSource, Random
from croupier.table.model.command import Command
from croupier.table.model.next_step import ALL_STEPS
from croupier.table.model.state import AT_ONCE, Place, State
from croupier.table.play import card_feed
from croupier.table.recording.journal import Journal, uninterrupted
from croupier.table.views.view import AUDITOR, Viewer, came_to

Listener = Callable[[State, Command, Decision], None]


class Table:
    """A table without a house. Listeners (observers) hear every command that was carried out, with the state before it.

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
        self.journal: Journal | None = None

    def send(self, command: Command) -> Decision | Refusal:
        """Carry out a command, or return its refusal."""
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
        for command in card_feed.opening(self.state, self.source):
            card_feed.bring(self, command)

    def close(self) -> None:
        """End the session between rounds; a FeedError says why it cannot be."""
        card_feed.bring(self, Command("house", "close", args=self.source.close()))

    def feed(self, by_hand: frozenset[str] = frozenset()) -> None:
        """Give the table the shuffles and cuts that it waits for, unless made by hand, until it waits for a person.

        A FeedError says which shuffle or cut of the card source is refused.
        """
        card_feed.feed(self, by_hand)
