"""Presence of players: one without a socket for 20 seconds is away (S10), and comes back to the same seat.

The seat is kept for as long as the table's settings say, a guest's for less; then others may have it, and the chips go
to the wallet.
A player who sat out by choice stays out. A process knows its own sockets alone, and asks the others first, if there
may be any; where one has sent a player out all the same whose socket is here, this one brings that player back.
"""

from __future__ import annotations

from collections.abc import Callable

from croupier.house.config.clocks import AFTER_START, SECOND
from croupier.house.engine.peers import HERE, WHO, PeerMessage
from croupier.house.engine.requests import Committed, Failure, Outcome, PendingCommand
from croupier.house.tables.house import House
from croupier.service.background.deadlines import AGAIN
from croupier.service.background.timers import Alarms
from croupier.table.model.command import Command
from croupier.table.model.state import Seat

AWAY = 20 * SECOND
ANSWERS = 2 * SECOND  # that other processes have to say who is there
ASKS_AGAIN = 60 * SECOND  # after which a process that has said so may be gone
Place = tuple[str, str]  # a table, and a person there


PRESENCE = ("sat", "left", "away")  # the kinds of events that it hears of


class Presence:
    """The players who sit at a table without watching it."""

    def __init__(
        self,
        house: House,
        watches: Callable[[str, str], bool],
        keeps: Callable[[str, str], int],
        asks: Callable[[PeerMessage], None] | None = None,
    ) -> None:
        self._house, self._watches = house, watches
        self._keeps = keeps  # for how many milliseconds a person's seat at a table is kept; 0 for as long as it is open
        self._asks = asks  # the other processes, where there may be any
        self.asked: set[Place] = set()  # of whom they were asked
        self._sent_out: set[Place] = set()
        self._kept: set[Place] = set()  # those for whom that time runs
        self._left: set[Place] = set()  # those whose last socket was here, and whose 20 seconds run here
        self._alarms: Alarms[Place] = Alarms(house.now, self._rings, self.start)

    def start(self) -> None:
        """Give all players without a socket time to come back, after the house was down or stood still."""
        until = self._house.now() + AFTER_START
        self._kept.clear()
        self.asked.clear()
        for table_name, queue in self._house.queues.items():
            for _, seat in queue.live.record.state.taken():
                if not self._watches(table_name, seat.person):
                    self._alarms.set((table_name, seat.person), until)

    def __len__(self) -> int:
        """The number of players who are waited for."""
        return len(self._alarms)

    def stop(self) -> None:
        """Send nothing more."""
        self._alarms.stop()

    def ring(self) -> None:
        """Send what is due now."""
        self._alarms.ring()

    def joined(self, table_name: str, person: str) -> None:
        """A player watches: one who was sent out comes back."""
        place = table_name, person
        self._wait_no_more(place)
        if place in self._sent_out:
            self._bring_back(place)
        elif self._asks is not None and any(seat.away for _, seat in self._seats(place)):
            self._asks(PeerMessage(HERE, *place))  # the process that sent them out may bring them back

    def said(self, word: PeerMessage) -> None:
        """Take a message of another process, which asks for sockets or has one."""
        place = word.stream, word.person
        if word.what == WHO and self._asks is not None and (self._watches(*place) or place in self._left):
            self._asks(PeerMessage(HERE, *place))
        elif word.what == HERE and not self._watches(*place):
            if place not in self._left:  # else this process may have said it, and asks at the end of its own time
                self._wait_no_more(place)
                self._alarms.set(place, self._house.now() + ASKS_AGAIN)
            if place in self._sent_out:
                self._bring_back(place)

    def left(self, table_name: str, person: str) -> None:
        """A socket was closed; if it was the player's last there, time runs."""
        if self._house.queues.get(table_name) is not None and self._seats((table_name, person)):
            self._wait_for((table_name, person))

    def hear(self, happened: Committed) -> None:
        """A player sat down without watching, left, or was sent out by another process."""
        for event in happened.decision.events:
            if event.kind == "sat":
                self._wait_for((happened.stream, str(event.data["person"])))
            elif event.kind == "left":
                self._sent_out.discard((happened.stream, str(event.data["person"])))
                self._wait_no_more((happened.stream, str(event.data["person"])))
            elif event.kind == "away":
                self._heard_away(happened, happened.decision.state.seats[int(event.data["seat"]) - 1])

    def _heard_away(self, happened: Committed, seat: Seat | None) -> None:
        if seat is None:
            return
        place = happened.stream, seat.person
        if not seat.away:
            self._wait_no_more(place)  # the process that brings a player back knows better who is there
        elif happened.command.who == "house" and self._watches(*place):
            self._bring_back(place)

    def _wait_for(self, place: Place) -> None:
        if not self._watches(*place):
            self._left.add(place)
            self._alarms.set(place, self._house.now() + AWAY - (ANSWERS if self._asks is not None else 0))

    def _wait_no_more(self, place: Place) -> None:
        self._kept.discard(place)
        self._left.discard(place)
        self.asked.discard(place)
        self._alarms.clear(place)

    def _rings(self, place: Place) -> None:
        """A player has not watched for so long that the seat sits out, or is not kept any more."""
        self._left.discard(place)
        seats = self._seats(place)
        if not seats:  # the player has left the seat, or the table is closed
            self._wait_no_more(place)
            return
        if self._asks is not None and place not in self.asked:
            self.asked.add(place)
            self._asks(PeerMessage(WHO, *place))
            self._alarms.set(place, self._house.now() + ANSWERS)
            return
        self.asked.discard(place)
        if place in self._kept:
            self._give_up(place, seats)
            return
        for number, seat in seats:
            if not seat.away:
                self._sent_out.add(place)
                self._send(place, Command("house", "sit out", number))
        keeps = self._keeps(*place)
        if keeps:
            self._kept.add(place)
            self._alarms.set(place, self._house.now() + keeps)

    def _give_up(self, place: Place, seats: list[tuple[int, Seat]]) -> None:
        """Give up a seat to others; between rounds, since what is on the layout is played out (S10)."""
        if self._house.queue(place[0]).live.state.phase == "round":
            self._alarms.set(place, self._house.now() + AGAIN)
            return
        for number, _ in seats:
            self._send(place, Command("house", "leave", number))

    def _bring_back(self, place: Place) -> None:
        self._sent_out.discard(place)
        for number, seat in self._seats(place):
            if seat.away:
                self._send(place, Command("player", "come back", number, by=place[1]))

    def _seats(self, place: Place) -> list[tuple[int, Seat]]:
        queue = self._house.queues.get(place[0])
        return [each for each in queue.live.state.taken() if each[1].person == place[1]] if queue is not None else []

    def _send(self, place: Place, command: Command) -> None:
        def on_done(outcome: Outcome) -> None:
            if isinstance(outcome, Failure) and not self._watches(*place):
                self._alarms.set(place, self._house.now() + AGAIN)

        self._house.send(PendingCommand(place[0], command, on_done))
