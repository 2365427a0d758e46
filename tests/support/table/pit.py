"""Tables of one house side by side, without a database: what they share goes with every command, and is taken once.

It is the least that does so: the house itself decides on its tips, and its journal's key says who was first.
"""

from __future__ import annotations

from functools import partial

from croupier.house.engine.shared_meters import SharedMeters, StaleError, command_with_meter
from croupier.rulebook import Refusal
from croupier.table.decide import Decision, step
from croupier.table.model.command import Command
from croupier.table.play.runner import Table


def supplied(house: SharedMeters, name: str, command: Command) -> Command:
    """A command as it goes to a table: with the meter, where there is one."""
    meter = house.meter(name)
    return command if meter is None else command_with_meter(command, meter)


class Pit:
    """What the tables share as it stands now, and the way of commands to those that share a meter."""

    def __init__(self, house: SharedMeters | None = None) -> None:
        self.house = house or SharedMeters()

    def open(self, name: str, table: Table) -> None:
        """A table joins the house, before its cards come."""
        self.house = self.house.open(name, table.state.terms.submission)
        if self.house.meter(name) is not None:
            table.send = partial(self._send, name, table)  # type: ignore[method-assign]

    def close(self, name: str) -> None:
        """A table leaves the house."""
        self.house = self.house.close(name)

    def _send(self, name: str, table: Table, command: Command) -> Decision | Refusal:
        """Carry out a command on the meter as it stands; again, as often as another table has changed it meanwhile."""
        while True:
            sent = supplied(self.house, name, command)
            decision = step(table.state, sent)
            try:
                return self._take(name, table, sent, decision)
            except StaleError:
                continue

    def _take(self, name: str, table: Table, sent: Command, decision: Decision | Refusal) -> Decision | Refusal:
        """The table goes first: what it cannot record has not happened, in the house neither."""
        if isinstance(decision, Refusal):
            return table.take(sent, decision)
        house = self.house.hear(name, sent, decision.state)
        table.take(sent, decision)
        self.house = house
        return decision
