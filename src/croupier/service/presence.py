"""Who is there: a player without a socket for 20 seconds is away (S10), and comes back to the same seat.

Whoever sat out by choice stays out. A process knows its own sockets alone: where another has sent somebody out whose
socket is here, this one brings that player back.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.house.asking import Asked, Failure, Happened, Outcome
from croupier.house.hours import AFTER_START, SECOND
from croupier.house.running import House
from croupier.service.alarms import Alarms
from croupier.service.clockwork import AGAIN
from croupier.table.commands import Command
from croupier.table.state import Seat

AWAY = 20 * SECOND
Place = tuple[str, str]  # a table, and a person there


class Presence:
    """Who sits where without watching."""

    def __init__(self, house: House, watches: Callable[[str, str], bool]) -> None:
        self._house, self._watches = house, watches
        self._sent_out: set[Place] = set()
        self._alarms: Alarms[Place] = Alarms(house.now, self._rings, self.start)

    def start(self) -> None:
        """Nobody's socket may have come back yet: the time that the house was down, or stood still, is nobody's."""
        until = self._house.now() + AFTER_START
        for stream, desk in self._house.desks.items():
            for _, seat in desk.live.record.state.taken():
                if not self._watches(stream, seat.person):
                    self._alarms.set((stream, seat.person), until)

    def stop(self) -> None:
        """Send nothing more."""
        self._alarms.stop()

    def ring(self) -> None:
        """Send what is due now."""
        self._alarms.ring()

    def joined(self, stream: str, person: str) -> None:
        """Somebody watches: who was sent out comes back."""
        place = stream, person
        self._alarms.clear(place)
        if place in self._sent_out:
            self._bring_back(place)

    def left(self, stream: str, person: str) -> None:
        """A socket was closed; if it was the last there, time runs."""
        if self._house.desks.get(stream) is not None and self._seats((stream, person)):
            self._wait_for((stream, person))

    def hear(self, happened: Happened) -> None:
        """Somebody sat down without watching, or was sent out by another process."""
        for event in happened.decision.events:
            if event.kind == "sat":
                self._wait_for((happened.stream, str(event.data["person"])))
            elif event.kind == "left":
                self._sent_out.discard((happened.stream, str(event.data["person"])))
            elif event.kind == "away" and event.data["away"] and happened.command.who == "house":
                seat = happened.decision.state.seats[int(event.data["seat"]) - 1]
                if seat is not None and self._watches(happened.stream, seat.person):
                    self._bring_back((happened.stream, seat.person))

    def _wait_for(self, place: Place) -> None:
        if not self._watches(*place):
            self._alarms.set(place, self._house.now() + AWAY)

    def _rings(self, place: Place) -> None:
        """Nobody has watched for long enough."""
        for number, seat in self._seats(place):
            if not seat.away:
                self._sent_out.add(place)
                self._send(place, Command("house", "sit out", number))

    def _bring_back(self, place: Place) -> None:
        self._sent_out.discard(place)
        for number, seat in self._seats(place):
            if seat.away:
                self._send(place, Command("player", "come back", number, by=place[1]))

    def _seats(self, place: Place) -> list[tuple[int, Seat]]:
        desk = self._house.desks.get(place[0])
        return [each for each in desk.live.state.taken() if each[1].person == place[1]] if desk is not None else []

    def _send(self, place: Place, command: Command) -> None:
        def then(outcome: Outcome) -> None:
            if isinstance(outcome, Failure) and not self._watches(*place):
                self._alarms.set(place, self._house.now() + AGAIN)

        self._house.send(Asked(place[0], command, then))
