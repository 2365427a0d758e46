"""What the tables of one house share: the version of a game, and the meters of progressives.

A table knows the house only through commands; the house knows a table only by its events.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from croupier.citing import keeps
from croupier.games.terms import Terms
from croupier.money import Cents
from croupier.rulebook.progressive import Progressive
from croupier.rulebook.submission import Submission
from croupier.table.commands import Command
from croupier.table.events import Event


class HouseError(ValueError):
    """A table that the house cannot open as asked."""


@dataclass(frozen=True, slots=True)
class House:
    """The tables that are open, by name, and the meters, by rulebook and terms: only equal terms feed one meter."""

    tables: Mapping[str, Submission] = field(default_factory=dict)
    meters: Mapping[tuple[str, Progressive], Cents] = field(default_factory=dict)

    @keeps("offer.one_version", "offer.version")
    def open(self, name: str, submission: Submission) -> House:
        """Open a table. A game that comes in versions is dealt in one version at all tables."""
        if name in self.tables:
            raise HouseError(f"a table {name!r} is open already; accepted: another name, or that table closed")
        for other in self.tables.values():
            same_game = other.rulebook.game == submission.rulebook.game
            if same_game and "version" in submission.rulebook.options and other["version"] != submission["version"]:
                cited = Terms(submission).cite("offer.one_version")
                raise HouseError(
                    f"{cited}: the house deals the {other['version']} version; accepted: version={other['version']}"
                )
        linked = _meter(submission)
        seeds = {linked: linked[1].seed} if linked else {}
        return replace(self, tables={**self.tables, name: submission}, meters={**seeds, **self.meters})

    def close(self, name: str) -> House:
        """Close a table."""
        return replace(self, tables={each: table for each, table in self.tables.items() if each != name})

    def hear(self, name: str, events: Iterable[Event]) -> House:
        """Take over what a table's events did to the meter: every table's share of it adds up."""
        linked = _meter(self.tables[name])
        change = sum(event.data["change"] for event in events if event.kind == "meter")
        return replace(self, meters={**self.meters, linked: self.meters[linked] + change}) if linked else self

    def tell(self, name: str) -> Command | None:
        """The command that tells a table where its meter stands, if it has one."""
        linked = _meter(self.tables[name])
        return Command("house", "meter", args={"amount": self.meters[linked]}) if linked else None


def _meter(submission: Submission) -> tuple[str, Progressive] | None:
    """Which meter a table feeds, if it has a progressive at all."""
    progressive = submission.chosen.get("progressive")
    return (submission.rulebook.id, progressive) if isinstance(progressive, Progressive) else None
