"""The pit: tables of one house that run side by side. It sends the meters along and takes one change at a time.

Tables may run in threads of their own, each table in one. Whoever keeps the house elsewhere, for tables in several
processes, does the same with `Shared.supply` and `Shared.hear` and a store that compares before it sets.
"""

from __future__ import annotations

from functools import partial
from threading import Lock

from croupier.house.sharing import HouseError, Shared, StaleError
from croupier.rulebook import Refusal
from croupier.table.commands import Command
from croupier.table.decide import Decision, step
from croupier.table.runner import Table


class Pit:
    """The house as it stands now, and the way of commands to those of its tables that share a meter.

    A listener of such a table hears one decision at a time and sends no command of its own.
    """

    def __init__(self, house: Shared | None = None) -> None:
        self.house = house or Shared()
        self._taking = Lock()

    def open(self, name: str, table: Table) -> None:
        """A table joins the house, before its cards come."""
        if table.state.opened:
            raise HouseError(f"table {name!r} has been opened alone; accepted: a table without cards yet")
        with self._taking:
            self.house = self.house.open(name, table.state.terms.submission)
        if self.house.meter(name) is not None:
            table.through = partial(self._send, name)

    def close(self, name: str) -> None:
        """A table leaves the house."""
        with self._taking:
            self.house = self.house.close(name)

    def _send(self, name: str, table: Table, command: Command) -> Decision | Refusal:
        """Carry out a command on the meter as it stands; again, as often as another table has changed it meanwhile."""
        while True:
            sent = self.house.supply(name, command)
            decision = step(table.state, sent)
            try:
                return self._take(name, table, sent, decision)
            except StaleError:
                continue

    def _take(self, name: str, table: Table, sent: Command, decision: Decision | Refusal) -> Decision | Refusal:
        """The table goes first: what it cannot record has not happened, in the house neither."""
        if isinstance(decision, Refusal):
            return table.take(sent, decision)
        with self._taking:
            house = self.house.hear(name, sent, decision.state)
            table.take(sent, decision)
            self.house = house
        return decision
