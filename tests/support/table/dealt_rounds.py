"""Rounds of a simulation dealt at a table: every seat gets the cards and makes the choices that the simulation says."""

from __future__ import annotations

from collections import Counter
from typing import Any

from croupier.games.game import Ask
from croupier.simulation.deals import Deals
from croupier.simulation.engines import End
from croupier.simulation.loops.chance import key_of, made_of
from croupier.table.decide import Decision
from croupier.table.model.command import Command
from croupier.table.model.events import Event
from croupier.table.play.runner import Table
from support.table.stacked_decks import BANKROLL, Stacked


class TableOfRounds:
    """A table with as many players as a simulation has seats; where it deals each card is learned in a first round."""

    def __init__(self, deals: Deals) -> None:
        self.deals = deals
        self.source = Stacked()
        self.table = Table(deals.terms.submission, self.source, game=deals.own_game)
        self.table.open()
        for number in range(1, deals.layout.seats + 1):
            self._send(Command("player", "sit", number, {}, {"bankroll": BANKROLL}))
        self.places: dict[str, list[int]] = {}
        self.played(0)

    @property
    def meter(self) -> int:
        """The meter of the table's progressive."""
        return self.table.state.meter

    def played(self, number: int) -> Counter[tuple[int, str]]:
        """The net of every seat and wager in a round, by its number."""
        (row,) = self.deals.cards(number, 1)
        cards = [int(card) for card in row]
        layout, ends = self.deals.layout, self.deals.engine.ends(row)
        dealt = {
            "community": cards[: layout.community],
            "dealer": cards[layout.community :][: layout.dealer],
            **{str(seat + 1): cards[layout.seat(seat)] for seat in range(layout.seats)},
        }
        self.source.wanted = {
            position: card
            for place, positions in self.places.items()
            for position, card in zip(positions, dealt[place], strict=True)
        }
        self.table.feed()
        events: list[Event] = []
        for seat, place in enumerate(self.deals.places):
            made = int(made_of(key_of(self.deals.seed), number, 1, seat, place.draws)[0])
            wagers = dict(place.made[made].opening)
            events += self._send(Command("player", "bet", seat + 1, {"wagers": wagers, "ready": True}))
        while self.table.state.phase == "round":
            events += self._send(self._answer(ends))
        self._learn(events)
        lines = [(event.data["seat"] - 1, event.data["line"]) for event in events if event.kind == "settled"]
        found = Counter[tuple[int, str]]()
        for seat, line in lines:
            found[seat, line.wager] += line.amount
        return found

    def _learn(self, events: list[Event]) -> None:
        if self.places:
            return
        for event in events:
            if event.kind == "dealt":
                to, *where = str(event.data["to"]).split()
                place = self.places.setdefault(to, [])
                place.insert(0 if "left" in where else len(place), event.data["position"])
            elif event.kind == "community":
                self.places.setdefault("community", []).append(event.data["position"])
            elif event.kind == "burned" and event.data["of"] == "community":
                self.places["community"].remove(event.data["position"])

    def _answer(self, ends: list[End]) -> Command:
        """The choice of the player who is asked; in the round that teaches the places any cards are put away."""
        state = self.table.state
        step, number = state.fixed.script[state.step], state.cursor
        assert isinstance(step, Ask)
        end = ends[number - 1]
        name = dict(end.path.choices)[step.stage]
        choice = next(each for each in step.choices if each.name == name)
        args: dict[str, Any] = {"choice": name}
        if choice.discards:
            hand = state.faces(state.seat(number).cards)
            away = end.hand.discard if self.places else hand[: choice.discards]
            args["discard"] = away[0] if len(away) == 1 else list(away)
        return Command("player", "decide", number, args)

    def _send(self, command: Command) -> list[Event]:
        outcome = self.table.send(command)
        assert isinstance(outcome, Decision), f"{command}: {outcome}"
        return list(outcome.events)
