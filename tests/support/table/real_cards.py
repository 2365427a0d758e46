"""A table of real cards, whose shoe a scanner reads, and its digital twin with the same cards and the same fault."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

import croupier
from croupier.games.game import Community, Deal, Draw
from croupier.table.fairness.card_sources import Physical
from croupier.table.model.command import Command, Role
from croupier.table.model.events import Event
from croupier.table.model.next_step import ALL_STEPS, due
from croupier.table.model.state import UNKNOWN
from croupier.table.play.runner import Table
from croupier.table.procedures.dealing import targets
from support.table.tables import ROUND, WAGERS, bet, fault, floor, opened, refused, sent, stays

Does = Callable[["RealTable"], None]


class RealTable:
    """A table that people deal from a shoe, at which two players sit; `shoe` is what lies in it, the top card first."""

    def __init__(
        self, rulebook: str, options: Mapping[str, object] = {}, deck: str = "", by_hand: Iterable[str] = ROUND
    ) -> None:
        submission = croupier.submission(rulebook, **options)
        faces = submission.rulebook.deck
        first = list(faces.parse(deck))
        self.shoe = [*first, *(card for card in range(len(faces)) if card not in first)]
        self.table = Table(submission, Physical(), ALL_STEPS - frozenset(by_hand))
        self.table.open()
        for seat in (1, 2):
            self.sent(Command("player", "sit", seat, {}, {"bankroll": 100_000}))
        self.heard: list[Event] = []

    @property
    def state(self) -> Any:  # noqa: ANN401 - a state
        """The table's state."""
        return self.table.state

    def sent(self, *commands: Command) -> list[Event]:
        """What the commands lead to; the real deck is shuffled and cut as it comes up."""
        found = sent(self.table, *commands)
        self.heard = [*getattr(self, "heard", []), *found]
        return found

    def refused(self, do: str, who: Role = "dealer", **args: Any) -> str:  # noqa: ANN401 - of any command
        """The refusal of a command."""
        return refused(self.table, Command(who, do, args=args))

    def bets(self, wagers: Mapping[str, int] | None = None, players: int = 2) -> None:
        """Everybody bets the same, and bets are closed."""
        for seat in range(1, players + 1):
            self.sent(bet(seat, wagers or WAGERS[self.state.terms.rulebook.id]))
        self.sent(Command("dealer", "no more bets"))

    def step(self, **args: object) -> list[Event]:
        """Whoever is due does what is due, with the cards that the shoe gives; a count is the number that is right."""
        step = due(self.state)
        if step.do == "decide":
            return self.sent(stays(self.table))
        if step.do == "rule":
            return self.sent(floor("rule", choice="play on", reason="so it is"))
        if step.do in {"deal", "burn", "community"} and not args:
            args = self._scanned(step.do)
        return self.sent(Command(step.who, step.do, args=args))

    def _scanned(self, do: str) -> dict[str, object]:
        state, doing = self.state, self.state.fixed.script[self.state.step]
        if getattr(doing, "of_community", False) or (state.drawn and state.order[state.drawn[0]] != UNKNOWN):
            return {}
        many = 1
        if state.pending is None and isinstance(doing, Deal | Draw) and do == "deal":
            many = len(targets(state, doing)) - state.dealt
        elif state.pending is None and isinstance(doing, Community):
            many = doing.cards
        return {"cards": [self.shoe.pop(0) for _ in range(many)]}

    def until(self, *steps: str) -> RealTable:
        """The round goes on until one of these steps is due, or it is over."""
        while self.state.phase == "round" and due(self.state).do not in steps:
            self.step()
        return self

    def reports(self, what: str, *, who: Role = "dealer", **about: object) -> list[Event]:
        """A report that the floor confirms."""
        self.sent(Command(who, "report", args={"what": what, **about}))
        return self.sent(floor("confirm", reason="I have seen it, too."))

    def finds_face_up(self) -> list[Event]:
        """The next card of the shoe lies face up: it is not scanned, which is said where another is just like it."""
        card, faces = self.shoe.pop(0), self.state.terms.rulebook.deck.faces
        not_scanned: dict[str, Any] = {"to": "shoe"} if faces.count(faces[card]) > 1 else {}
        return self.reports("face up", of="shoe", card=card, **not_scanned)

    def rules(self, choice: str) -> list[Event]:
        """A ruling by the floor."""
        return self.sent(floor("rule", choice=choice, reason="so it is"))

    def paid(self) -> list[Any]:
        """What the round has paid, line by line."""
        return lines(self.table)


def lines(table: Table) -> list[Any]:
    """Every line of the last round by its seat, without the words; and whether it was void."""
    last = table.state.last
    assert last is not None
    assert table.state.phase != "round", "the round is over"
    each = [(hand.seat, line.wager, line.result, line.stake, line.amount, line.clauses, line.rulings)
            for hand in last.hands for line in hand.lines]  # fmt: skip
    return [last.void, *each]


class Twin:
    """A digital table that suffers a fault, played to its end as its real twin is."""

    def __init__(
        self,
        rulebook: str,
        options: Mapping[str, object] = {},
        deck: str = "",
        wagers: Mapping[str, int] | None = None,
        by_hand: Iterable[str] = ROUND,
    ) -> None:
        self.table = opened(rulebook, deck, options, by_hand=by_hand)
        self.wagers = wagers or WAGERS[rulebook]
        for seat in (1, 2):
            sent(self.table, bet(seat, self.wagers))
        sent(self.table, Command("dealer", "no more bets"))

    def until(self, *steps: str) -> Twin:
        """The round goes on until one of these steps is due, or it is over."""
        while self.table.state.phase == "round" and due(self.table.state).do not in steps:
            self.step()
        return self

    def step(self) -> None:
        """Whoever is due does what is due."""
        step = due(self.table.state)
        if step.do == "decide":
            sent(self.table, stays(self.table))
        elif step.do == "rule":
            sent(self.table, floor("rule", choice="play on", reason="so it is"))
        else:
            sent(self.table, Command(step.who, step.do))

    def suffers(self, what: str, **about: Any) -> Twin:  # noqa: ANN401 - a place, a number, a way
        """Something goes wrong physically."""
        sent(self.table, fault(what, **about))
        return self

    def rules(self, choice: str) -> Twin:
        """A ruling by the floor."""
        sent(self.table, floor("rule", choice=choice, reason="so it is"))
        return self

    def paid(self) -> list[Any]:
        """What the round has paid, line by line."""
        return lines(self.until().table)
