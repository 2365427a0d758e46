"""Summary of a round, collected from the events that a player sees: hands turned up and settlements."""

from __future__ import annotations

from dataclasses import dataclass, field

from croupier.games.lines import Line
from croupier.money import Cents
from croupier.table.model.events import Event


@dataclass
class RoundProgress:
    """A round so far; hands by their holder, `dealer` or a seat's number."""

    hands: dict[str, tuple[int, ...]] = field(default_factory=dict)
    community: list[int] = field(default_factory=list)
    lines: list[tuple[int, Line]] = field(default_factory=list)  # by seat, in order
    round: int = 0  # its number, once it is over
    choices: dict[int, str] = field(default_factory=dict)  # the last choice of each seat
    own: tuple[str, ...] = ()  # the player's cards when last seen, as faces

    def hear(self, event: Event) -> None:
        """Add an event to the summary."""
        data = event.data
        if event.kind == "community":
            self.community.append(data["card"])
        elif event.kind == "turned" and str(data["of"]).startswith("community"):
            self.community.extend(data["cards"])
        elif event.kind == "turned":
            of = str(data["of"])
            self.hands[of] = (*self.hands.get(of, ()), *data["cards"])  # some may have been face up before
        elif event.kind == "decided":
            self.choices[data["seat"]] = str(data["choice"])
        elif event.kind == "settled":
            self.lines.append((data["seat"], Line(*data["line"])))
        elif event.kind == "over":
            self.round = data["round"]

    def of(self, seat: int) -> list[Line]:
        """The settlement lines of one seat."""
        return [line for number, line in self.lines if number == seat]

    def nets(self) -> dict[int, Cents]:
        """Net result of each seat."""
        seats = dict.fromkeys(number for number, _ in self.lines)
        return {number: sum(line.amount for line in self.of(number)) for number in seats}
