"""Shared meters of the tables of one house, and the one version in which they deal a game.

A table knows the house only through commands; the house knows a table only by what its decisions leave. A meter goes to
a table with a command and comes back with the decision, which is taken only if the meter still stands as it was sent:
of two that were decided on one meter, one is taken and the other is decided again on what is left.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from hashlib import sha256

from croupier.citations import keeps
from croupier.errors import CroupierError
from croupier.games.terms import Terms
from croupier.money import USD
from croupier.rulebook.progressive import Progressive, Share
from croupier.rulebook.submission import Submission
from croupier.table.model.command import Command
from croupier.table.model.state import Meter, State

_LETTERS = 16


class HouseError(CroupierError, ValueError):
    """A table that the house does not know, or cannot open as asked."""


class StaleError(HouseError):
    """An optimistic write that came too late: the stream, meter or session it was decided on has changed since."""


@dataclass(frozen=True, slots=True)
class SharedMeters:
    """The tables that are open, by name, and the meters, by rulebook and terms: only equal terms feed one meter."""

    tables: Mapping[str, Submission] = field(default_factory=dict)
    meters: Mapping[tuple[str, Progressive], Meter] = field(default_factory=dict)

    @keeps("offer.one_version", "offer.version")
    def open(self, name: str, submission: Submission) -> SharedMeters:
        """Open a table. A game that comes in versions is dealt in one version at all tables."""
        if name in self.tables:
            raise HouseError(f"a table {name!r} is open already", "another name, or that table closed")
        for other in self.tables.values():
            here, there = submission.rulebook.currency.code, other.rulebook.currency.code
            if here != there:
                raise HouseError(
                    f"{submission.rulebook.id} is in {here}, and the house is in {there}", f"one in {there}"
                )
            same_game = other.rulebook.game == submission.rulebook.game
            if same_game and "version" in submission.rulebook.options and other["version"] != submission["version"]:
                terms, rule, version = Terms(submission), "offer.one_version", other["version"]
                rulings = ", ".join(terms.shaping(rule))
                why = f"{terms.cite(rule)}: the house deals the {version} version (ruling {rulings})"
                raise HouseError(why, f"version={version}")
        key = _key(submission)
        seeds = {key: Meter(key[1].seed)} if key else {}
        return replace(self, tables={**self.tables, name: submission}, meters={**seeds, **self.meters})

    def close(self, name: str) -> SharedMeters:
        """Close a table."""
        return replace(self, tables={each: table for each, table in self.tables.items() if each != name})

    def meter(self, name: str) -> Meter | None:
        """The meter that a table feeds as it stands, if the table has a progressive."""
        key = _key(self._table(name))
        return self.meters[key] if key else None

    def with_meter(self, name: str, meter: Meter) -> SharedMeters:
        """The meter that a table feeds stands so."""
        key = _key(self._table(name))
        return replace(self, meters={**self.meters, key: meter}) if key else self

    def hear(self, name: str, command: Command, after: State) -> SharedMeters:
        """Take over the meter as a decision left it; a StaleError if it was decided on another than stands now."""
        key = _key(self._table(name))
        if key is None:
            return self
        meter = self.meters[key]
        if command.supplied.get("meter") != meter._asdict():
            raise StaleError(
                f"{command.do!r} of table {name!r} was not decided on version {meter.version} of the meter, "
                "which stands now",
                "the command decided again, with that",
            )
        return replace(self, meters={**self.meters, key: after.standing()})

    def _table(self, name: str) -> Submission:
        if name not in self.tables:
            raise HouseError(f"no table {name!r} is open", ", ".join(self.tables) or "a table opened first")
        return self.tables[name]


def command_with_meter(command: Command, meter: Meter) -> Command:
    """A command with the meter among its house arguments; a malformed one stays as it is, for the table to refuse."""
    if type(command) is not Command or type(command.supplied) is not dict:
        return command
    return command._replace(supplied={**command.supplied, "meter": meter._asdict()})


def meter_name(submission: Submission) -> str:
    """The name of a table's meter, alike at every table that feeds it; empty without a progressive."""
    key = _key(submission)
    return f"{key[0]}/{sha256(_terms_text(key[1]).encode()).hexdigest()[:_LETTERS]}" if key else ""


def _terms_text(terms: Progressive) -> str:
    """The terms that a meter's name is a hash of; every house has its meters by this text, which never changes."""
    pays = [
        (hand, f"Share(of_meter={each.of_meter!r})" if isinstance(each, Share) else f"Amount(cents={each.cents})")
        for hand, each in terms.rows
    ]
    rows = ", ".join(f"({hand!r}, {text})" for hand, text in pays) + "," * (len(pays) == 1)
    currency = "" if terms.currency == USD else f", currency={terms.currency.code!r}"
    return (
        f"Progressive(stake={terms.stake}, seed={terms.seed}, increment={terms.increment}, "
        f"cards={terms.cards!r}, rows=({rows}){currency})"
    )


def _key(submission: Submission) -> tuple[str, Progressive] | None:
    """The key of the meter that a table feeds, if it has a progressive."""
    progressive = submission.chosen.get("progressive")
    return (submission.rulebook.id, progressive) if isinstance(progressive, Progressive) else None
