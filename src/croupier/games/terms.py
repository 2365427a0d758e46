"""Terms of play: a submission compiled into lookup tables, since play looks up the same entries a million times.

Some clauses are in force only under an option (a way of dealing, a version); a rule is cited by those in force.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property
from math import lcm

from croupier.citations import keeps
from croupier.money import Cents, Odds
from croupier.rulebook.choices import Value
from croupier.rulebook.loader import rule_names
from croupier.rulebook.model import Limit, PayRow, PayTable, Ruling, UnknownError, Wager, is_under
from croupier.rulebook.submission import Submission

HANDS_DEALT = "hands dealt"  # what the columns of a table go by that is on all hands at the table


def _side_tables(tables: Iterable[PayTable]) -> dict[str, tuple[PayTable, ...]]:
    found: dict[str, tuple[PayTable, ...]] = {}
    for table in tables:
        for wager in table.wagers if table.looks_at else ():
            found[wager] = (*found.get(wager, ()), table)
    return found


class Terms:
    """The terms of play of one table."""

    def __init__(self, submission: Submission, ways: tuple[str, str] | None = None) -> None:
        self.submission = submission
        self._ways = ways or (str(submission["dealing"]), str(submission["shuffling"]))
        used = {"dealing": self._ways[0], "shuffling": self._ways[1]}
        self._in_use = replace(submission, chosen={**submission.chosen, **used})
        self._other_ways: dict[tuple[str, str], Terms] = {}
        self.rulebook = submission.rulebook
        self.options: dict[str, Value] = {name: submission[name] for name in submission}
        self.wagers: dict[str, Wager] = {wager.name: wager for wager in submission.wagers}
        self.required = tuple([wager for wager in submission.wagers if wager.required])
        self.sides = frozenset([wager.name for wager in submission.wagers if wager.side])
        self.limits: tuple[Limit, ...] = submission.limits
        self.least_limit = min((limit.amount for limit in self.limits), default=None)
        tables = tuple(submission.tables())
        self._tables = {
            (table.name, table.column if table.by not in self.options else None): {row.hand: row for row in table.rows}
            for table in tables
        }
        self._clauses: dict[tuple[str, ...], tuple[str, ...]] = {}
        self._odds: dict[str, tuple[tuple[Odds, str], ...]] = {
            name: tuple(
                (row.pays, row.clause)
                for table in tables
                if name in table.wagers
                for row in table.rows
                if isinstance(row.pays, Odds)
            )
            for name in self.wagers
        }
        # The tables of side wagers that say whose hand they look at.
        self.side_tables = _side_tables(tables)
        # The least and the most that may be staked on each wager (ruling S20).
        self.bounds = {name: self._bound(wager) for name, wager in self.wagers.items()}
        # The amount of which a stake must be a multiple, if odds that do not pay whole cents are refused (ruling S7).
        exact = self.options["odd_cents"] == "refuse"
        self.units = {
            name: lcm(*(pays.ratio.denominator for pays, _ in odds)) if exact else 1
            for name, odds in self._odds.items()
        }
        self.deck_hours = self.rulebook.deck_hours(self._ways[0])  # after which a deck is changed

    def __repr__(self) -> str:
        return f"<Terms of {self.submission!r}>"

    @cached_property
    def on_all_hands(self) -> tuple[str, ...]:
        """The wagers that look at every hand at the table: those with a column for each number of hands dealt."""
        by_hands = [table for table in self.submission.tables() if table.by == HANDS_DEALT]
        return tuple(dict.fromkeys(name for table in by_hands for name in table.wagers))

    def __getitem__(self, option: str) -> Value:
        """The value in force for an option; None where the document has no such option, or it sets nothing."""
        return self.options.get(option)

    def money(self, amount: Cents) -> str:
        """Format an amount in the rulebook's currency."""
        return self.rulebook.money(amount)

    def cents(self, text: object) -> Cents:
        """Parse an amount in the rulebook's currency."""
        return self.rulebook.currency.cents(text)

    def row(self, table: str, hands: tuple[str, ...], column: str | None = None) -> PayRow | None:
        """The row of a table for the first of these hands that it lists; None if it lists none."""
        rows = self._tables[table, column]
        for hand in hands:
            if hand in rows:
                return rows[hand]
        return None

    def has_column(self, table: str, column: str) -> bool:
        """True if a table whose column the round picks has this one."""
        return (table, column) in self._tables

    def column(self, table: str, column: str) -> tuple[PayRow, ...]:
        """The rows of a table's column that the round has picked."""
        return tuple(self._tables[table, column].values())

    def clauses(self, *rules: str) -> tuple[str, ...]:
        """The printed clauses of rules that are in force here."""
        found = self._clauses.get(rules)
        if found is None:
            bound = [clause for rule in rules for clause in self._stating(rule)]
            held = [each for each in bound if self._in_use.holds(self.rulebook.clause(each).when)] or bound
            # A definition is cited only if no other clause states the rule.
            ruling = [each for each in held if self.rulebook.clause(each).kind != "definition"]
            found = self._clauses[rules] = tuple(dict.fromkeys(ruling or held))
        return found

    def _stating(self, rule: str) -> tuple[str, ...]:
        """The clauses that state a rule, if the document has it; a name that no document knows is an error in code."""
        found = self.rulebook.rules.get(rule)
        if found is None and rule not in rule_names():
            raise UnknownError(f"no document knows a rule {rule!r}")
        return found or ()

    def under(self, rule: str, above: str) -> tuple[str, ...]:
        """The clauses of a rule that are also the other rule's or stand under one of them; all, if none does."""
        over, held = self.clauses(above), self.clauses(rule)
        return tuple(each for each in held if any(each == other or is_under(each, other) for other in over)) or held

    def rulings(self, wager: str, *rules: str) -> tuple[str, ...]:
        """The rulings that a line of a wager rests on when it is settled by these rules."""
        return tuple(
            ruling.id
            for ruling in self.rulebook.rulings.values()
            if not set(ruling.rules).isdisjoint(rules) and wager in (ruling.wagers or (wager,))
        )

    def ruled(self, name: str) -> tuple[str, ...]:
        """The rulings of the document that code cites by this stable name; none, if the document binds it to none."""
        return self.rulebook.ruled(name)

    def shaping(self, *rules: str) -> tuple[str, ...]:
        """The rulings that a refusal or an irregularity by these rules rests on, of those that hold as cards are dealt.

        A ruling on one version or one way of dealing is about clauses that are in force under that option alone.
        """
        found = [each for each in self.rulebook.rulings.values() if not set(each.steps).isdisjoint(rules)]
        return tuple(each.id for each in found if self._is_about(each))

    def _is_about(self, ruling: Ruling) -> bool:
        conditions = [when for each in ruling.clauses if (when := self.rulebook.clause(each).when) is not None]
        return not conditions or any(self._in_use.holds(when) for when in conditions)

    def used(self, dealing: str, shuffling: str) -> Terms:
        """The terms without a device: cards are dealt or shuffled in another way, whose clauses are in force."""
        ways = dealing, shuffling
        if ways == self._ways:
            return self
        if ways not in self._other_ways:
            self._other_ways[ways] = Terms(self.submission, ways)
        return self._other_ways[ways]

    def in_force(self, rule: str) -> tuple[str, ...]:
        """The clauses of a rule that are in force as cards are dealt and shuffled now; empty if none is."""
        bound = self._stating(rule)
        return tuple(each for each in bound if self._in_use.holds(self.rulebook.clause(each).when))

    def cite(self, *rules: str) -> str:
        """The clauses of rules in force, as people cite them: `UTH 7(e)`."""
        return f"{self.rulebook.short} {', '.join(self.clauses(*rules))}"

    def binds(self, rule: str) -> bool:
        """True if the document has this rule at all."""
        return rule in self.rulebook.rules

    def least_wagers(self) -> dict[str, Cents]:
        """The least that a round is played for: the minimum of each wager that the game requires."""
        return {name: self.bounds[name][0] for name, wager in self.wagers.items() if wager.required}

    @keeps("wager.maximum", "wager.minimum_stays")
    def _bound(self, wager: Wager) -> tuple[Cents, Cents]:
        if wager.exactly is not None:
            return wager.exactly, wager.exactly
        progressive = self.options.get("progressive")
        if wager.name == "progressive" and not isinstance(progressive, str | int | None):
            return progressive.stake, progressive.stake
        low, high = (self._of_table(wager, bound) for bound in ("minimum", "maximum"))
        return low, high

    def _of_table(self, wager: Wager, bound: str) -> Cents:
        own = f"{wager.name}_{bound}"
        amount = self.submission.amount(own if own in self.options else bound)
        assert amount is not None  # noqa: S101 - the stakes of a submission are money
        return amount

    def odds(self, wager: str) -> tuple[tuple[Odds, str], ...]:
        """All odds that a wager may be paid at, over all its tables and columns, each with its clause."""
        return self._odds[wager]
