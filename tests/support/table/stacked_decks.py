"""Tables whose decks are stacked: whatever the way of dealing, the cards fall as wanted, and a path is played."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import ceil
from typing import Any, NamedTuple

from croupier.analysis.model.paths import Path, ends
from croupier.analysis.model.payoffs import unit
from croupier.analysis.model.tree import Tree
from croupier.cards import STANDARD
from croupier.games.game import Ask, Game
from croupier.games.lines import Line
from croupier.games.terms import Terms
from croupier.rulebook import Submission
from croupier.table.decide import Decision
from croupier.table.fairness.card_sources import Scripted
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.model.state import Place
from croupier.table.play.runner import Table
from support.table.invariants import Round

Cards = tuple[int, ...]

BANKROLL = 10**12  # no luck empties it
STAKE = 10_000  # of those who only sit by, on each wager that the game asks for


def whole_stakes(terms: Terms, *sides: str, most: bool = False) -> dict[str, int]:
    """Whole units that a table takes on the base wagers and on these: as few as can be, or as many."""
    one = unit(terms)
    found = {}
    for name, wager in terms.wagers.items():
        if wager.required or name in sides:
            low, high = terms.bounds[name]
            found[name] = low if low == high else high // one * one if most else ceil(low / one) * one
    return found


class Deal(NamedTuple):
    """Who has which cards, and what the first player puts away."""

    hands: tuple[Cards, ...]
    community: Cards
    dealer: Cards
    discard: Cards = ()

    @property
    def places(self) -> dict[str, Cards]:
        """The cards by the names that the table has for places."""
        players = {str(number): cards for number, cards in enumerate(self.hands, start=1)}
        return {**players, "community": self.community, "dealer": self.dealer}


class Stacked(Scripted):
    """A source of cards that has some of them where they are wanted, and the rest as they come."""

    def __init__(self) -> None:
        super().__init__(STANDARD, ())
        self.wanted: dict[int, int] = {}

    def shuffle(self, cards: Sequence[int], place: Place, number: int) -> dict[str, Any]:  # noqa: ARG002 - one shape
        """The deck with every card that is wanted at its place."""
        rest = iter(sorted(set(cards) - set(self.wanted.values())))
        order = [self.wanted[place] if place in self.wanted else next(rest) for place in range(len(cards))]
        return {"order": order}

    def cut(self, cards: int) -> dict[str, Any]:
        """No deck that is stacked is cut."""
        raise AssertionError(f"{cards} cards are to be cut")


class StackedTable:
    """A table with some players, the first of whom goes a path; where it deals each card is learned in a first round.

    Its decks wait for their shuffle until it is known how they are to be stacked.
    """

    def __init__(self, submission: Submission, game: Game | None = None, players: int = 1) -> None:
        self.source = Stacked()
        self.table = Table(submission, self.source, game=game)
        self.table.open()
        for number in range(1, players + 1):
            self._send(Command("player", "sit", number, {}, {"bankroll": BANKROLL}))
        fixed = self.table.state.fixed
        least = dict.fromkeys(fixed.required, STAKE)
        self._others = [
            Command("player", "bet", number, {"wagers": least, "ready": True}) for number in range(2, players + 1)
        ]
        turns = Tree.of(fixed.script, self.table.state.terms).turns
        to_the_end = next(path for path in ends(turns) if path.ending == "played")
        self._places = self._played(least, to_the_end, ())[1].dealt()

    @property
    def meter(self) -> int:
        """Where the progressive's meter stands."""
        return self.table.state.meter

    def settled(self, deal: Deal, stakes: Mapping[str, int], path: Path) -> list[Line]:
        """The lines of the first player, who is dealt these cards and goes this path."""
        self.source.wanted = {
            position: card
            for place, cards in deal.places.items()
            if cards
            for position, card in zip(self._places[place], cards, strict=True)
        }
        lines, heard = self._played(stakes, path, deal.discard)
        dealt = heard.hands()
        assert all(set(cards) <= set(dealt.get(place, ())) for place, cards in deal.places.items() if cards), dealt
        return lines

    def _played(self, stakes: Mapping[str, int], path: Path, discard: Cards) -> tuple[list[Line], Round]:
        """A round: the first player's lines, which add up to what the player's money moved by, and the cards."""
        self.table.feed()
        before = self.table.state.seat(1).bankroll
        events = [event for bet in self._others for event in self._send(bet)]
        events += self._send(Command("player", "bet", 1, {"wagers": dict(stakes), "ready": True}))
        while self.table.state.phase == "round":
            events += self._send(self._answer(dict(path.choices), discard))
        lines = [event.data["line"] for event in events if event.kind == "settled" and event.data["seat"] == 1]
        assert self.table.state.seat(1).bankroll - before == sum(line.amount for line in lines)
        heard = Round()
        for event in events:
            heard.hear(event, {number: seat.person for number, seat in self.table.state.taken()})
        return lines, heard

    def _answer(self, chosen: Mapping[str, str], discard: Cards) -> Command:
        """What the player who is asked says; those who sit by stay in."""
        state = self.table.state
        step, number = state.fixed.script[state.step], state.cursor
        assert isinstance(step, Ask)
        wanted = [each.name == chosen[step.stage] if number == 1 else each.ending is None for each in step.choices]
        choice = step.choices[wanted.index(True)]
        away = discard or state.faces(state.seat(number).cards)
        args = {"choice": choice.name} | ({"discard": away[0]} if choice.discards else {})
        return Command("player", "decide", number, args)

    def _send(self, command: Command) -> list[Event]:
        outcome = self.table.send(command)
        assert isinstance(outcome, Decision), f"{command}: {outcome}"
        return list(outcome.events)
